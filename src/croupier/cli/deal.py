"""`croupier deal`: one whole round at a demo table, narrated step by step."""

import random
import secrets
from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from croupier.cards import DECK, Card
from croupier.cli.demo import demo_round, demo_rules
from croupier.cli.incident import dealt_by, filed_for, incident, incidents
from croupier.cli.output import console, write_json
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import money
from croupier.rulebook.load import load
from croupier.table.narration.names import written
from croupier.table.narration.narrate import narrate
from croupier.table.values import events as e
from croupier.table.values.state import State


def deal(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-tcp.")],
    seed: Annotated[int | None, typer.Option(help="Deal the same round again.")] = None,
    seats: Annotated[int, typer.Option(help="How many players sit down.")] = 3,
    dealing: Annotated[
        str, typer.Option(help="automated_shoe, manual_shoe or hand, instead of what the demo table elects.")
    ] = "",
    irregularity: Annotated[
        str, typer.Option(help="What goes wrong, such as dealing_shoe_jam; ? lists everything that may.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Write the round's events as JSON.")] = False,
) -> None:
    """Deal one round at a demo table, every step with its clause."""
    book = load(rulebook)
    if irregularity == "?":
        typer.echo("\n".join(incidents(book)))
        return
    methods = [method.method for method in book.dealing]
    if dealing and dealing not in methods:
        raise BadInput(f"{rulebook} has no dealing method {dealing!r}; {nearest(dealing, methods)}.")
    irregularity, dealing = _as_playthroughs_say(irregularity, methods, dealing)
    goes_wrong = incident(book, irregularity) if irregularity else ()
    rules = demo_rules(rulebook, dealing or dealt_by(book, irregularity), filed_for(irregularity))
    if not 1 <= seats <= rules.seats:
        raise BadInput(f"The demo table of {rulebook} has 1 to {rules.seats} seats, not {seats}.")
    used = secrets.randbelow(10**6) if seed is None else seed
    events, state = demo_round(rules, seats, _Orders(used), goes_wrong)
    if as_json:
        write_json({"rules": rulebook, "digest": rules.digest, "seed": used, "events": msgspec.to_builtins(events)})
    else:
        _print(rules, events, state, used)
        again = f"\nDeal it again: croupier deal {rulebook} --seed {used} --seats {seats}"
        again += f" --dealing {dealing}" if dealing else ""
        again += f" --irregularity {irregularity}" if irregularity else ""
        console().print(Text(again, style="dim"), soft_wrap=True)


def _as_playthroughs_say(irregularity: str, methods: Sequence[str], dealing: str) -> tuple[str, str]:
    """What goes wrong and how cards are dealt, from a playthrough's name such as `stub_hand_misdealt`."""
    for method in methods:
        if irregularity.startswith(f"stub_{method}_"):
            return irregularity.replace(f"{method}_", "", 1), dealing or method
    return irregularity.removeprefix("remedy_"), dealing


class _Orders:
    """Deck orders drawn from a seed: for a demonstration, never for money."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def __call__(self) -> tuple[Card, ...]:
        """The next order."""
        return tuple(self.chance.sample(DECK, len(DECK)))


def _print(rules: GameRules, events: tuple[e.AnyEvent, ...], state: State, seed: int) -> None:
    out = console()
    out.print(Text(rules.rulebook.title, style="bold"))
    out.print(Text(f"{rules.dealing.title}, seed {seed}\n", style="dim"))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(width=20, overflow="fold")
    table.add_column(overflow="fold")
    for event in events:
        text, clause = narrate(rules, event)
        if text:
            table.add_row(Text(clause.partition(":")[2], style="dim"), text)
    out.print(table)
    assert state.round is not None
    out.print(Text("\nThe cards", style="bold"))
    for name, cards in (
        ("Dealer", state.round.dealer),
        ("Community", state.round.community),
        ("Bonus box", state.round.bonus_cards),
        *((f"Seat {box.seat}", box.cards) for box in state.round.boxes),
    ):
        if cards:
            out.print(f"{name:<11}{written(cards)}")
    out.print(Text("\nThe money", style="bold"))
    for box in state.round.boxes:
        net = sum(line.net_cents for line in state.round.lines if line.seat == box.seat)
        out.print(f"Seat {box.seat:<3}{'up' if net >= 0 else 'down'} {money(abs(net))}")
