"""`croupier best`: the value of each action in one situation."""

import json
import os
from typing import Annotated

import typer
from rich.text import Text

from croupier.cards import Card, CardError, parse_cards
from croupier.cli.output import console, write_json
from croupier.cli.progress import steps
from croupier.cli.tables import plain_table
from croupier.odds.advice.advice import advise
from croupier.odds.cache import Shelf
from croupier.odds.publishing.published import exactly
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar

WORDS = {"fold": "Fold", "check": "Check"}


def best(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-uth.")],
    cards: Annotated[str, typer.Option(help='Your cards, such as "As Kd".')],
    community: Annotated[str, typer.Option(help="The community cards that are up: none, three or five.")] = "",
    dealer_up: Annotated[str, typer.Option(help="The dealer's face-up card, where the game has one.")] = "",
    elections: Annotated[str, typer.Option(help='Paytables elected, such as "blind=B".')] = "",
    stake: Annotated[
        list[str] | None, typer.Option(help="WAGER=CENTS, once for each: what a fold would lose besides counts too.")
    ] = None,
    meter: Annotated[
        list[str] | None, typer.Option(help="METER=CENTS: what a meter shows, if not its first sum.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """The exact value of each action you may take."""
    rules = elect(rulebook, read_elections(elections))
    own, board, up = _cards(cards, "--cards"), _cards(community, "--community"), _cards(dealer_up, "--dealer-up")
    # An answer takes no longer than NumPy takes to start the threads of its linear algebra, which nothing here uses.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    staked, meters = read_amounts("--stake", stake or []), read_amounts("--meter", meter or [])
    if meters and not staked:
        raise BadInput("--meter matters to what is staked; add that, such as --stake ante=500 --stake progressive=100.")
    with steps(1) as progress:
        values = advise(rules, own, board, up, Shelf(tell=progress.tell), stakes_cents=staked, meters_cents=meters)
    top = next(iter(values))
    if as_json:
        actions = [{"action": name, "ev": exactly(value), "value": float(value)} for name, value in values.items()]
        beside = {"stakes_cents": staked, "meters_cents": meters} if staked else {}
        write_json({"rules": rulebook, "cards": cards.split(), **beside, "actions": actions, "best": top})
        return
    out = console()
    out.print(Text(f"{words_of(top)}", style="bold green"), f"is best: {float(values[top]):+.6f} antes on average.\n")
    table = plain_table("Action", "Value per ante", "Costs", "Exactly")
    for name, value in values.items():
        cost = "" if name == top else f"{float(values[top] - value):.6f}"
        table.add_row(words_of(name), f"{float(value):+.6f}", cost, f"{value.numerator}/{value.denominator}")
    out.print(table)
    if staked:
        out.print(Text("With all that a fold would lose; wagers that it leaves alone are left out.", style="dim"))


def read_amounts(option: str, given: list[str]) -> dict[str, int]:
    """Sums of money written as NAME=CENTS, each name once."""
    found: dict[str, int] = {}
    for text in given:
        name, _, cents = text.partition("=")
        if not name or not (cents.isascii() and cents.isdigit()):
            raise BadInput(f"{option} {text!r} is no sum; write NAME=CENTS, such as {option} progressive=100.")
        if name in found:
            raise BadInput(f"{option} {name} stands there twice; keep one of the two.")
        found[name] = int(cents)
    return found


def words_of(action: str) -> str:
    """An action as a player says it."""
    verb, _, times = action.partition(":")
    return WORDS.get(verb, f"Play {times}x")


def _cards(text: str, name: str) -> tuple[Card, ...]:
    try:
        return tuple(parse_cards(text)) if text.strip() else ()
    except CardError as error:
        raise BadInput(f"{name}: {error}") from None


def read_elections(text: str) -> dict[str, Scalar]:
    """Elections written as `blind=B trips=C`, or as a JSON object."""
    if text.strip().startswith("{"):
        try:
            found = json.loads(text)
        except ValueError as error:
            raise BadInput(f'--elections is not JSON ({error}); write it as "blind=B trips=C".') from None
        return {str(name): value for name, value in found.items()}
    elections: dict[str, Scalar] = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals or not value:
            raise BadInput(f'--elections: {part!r} is not NAME=CHOICE; write it as "blind=B trips=C".')
        elections[name] = value == "true" if value in ("true", "false") else int(value) if value.isdigit() else value
    return elections
