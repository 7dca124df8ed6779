"""`croupier replay`: any round ever played, rebuilt from its records, told step by step and verified."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, keys_if_there
from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.house.database.database import Database
from croupier.house.replay.dispute import dispute
from croupier.house.replay.replaying import Replayed, ToldRecord, replayed
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.table.narration.names import people, written


def replay(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table; croupier house tables lists them.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of one of its rounds.")],
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    bundle: Annotated[Path | None, typer.Option(help="Write a dispute file: records, rules, money, proof.")] = None,
    proof: Annotated[Path | None, typer.Option(help="Write the round's proof, for croupier verify.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Rebuild a round from its records: cards, decisions, money, clauses, who did what when.

    Exit 0 if the round verifies, 1 if a check fails, 2 if there is no such round.
    """
    with Database.open(house) as database, database.read() as connection:
        round_ = replayed(connection, table, number)
        if bundle is not None:
            told = dispute(connection, table, number, keys_if_there(house, keys))
            _write(bundle, told)
    if proof is not None:
        if round_.proof is None and round_.outcome != "open":
            raise BadInput(
                f"Table {table} is dealt from a deck in the hand: there is no shuffle of the house's to prove."
            )
        if round_.proof is None:
            raise BadInput(f"Round {number} of table {table} is not over; it can be proved when it is.")
        _write(proof, round_.proof)
    if as_json:
        write_json(_as_json(round_))
    else:
        _print(console(), round_)
    raise typer.Exit(0 if round_.ok else 1)


def _write(path: Path, value: Any) -> None:
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); choose another place.") from None


def _as_json(round_: Replayed) -> dict[str, Any]:
    final = round_.final
    net = {str(b.seat): sum(line.net_cents for line in round_.lines if line.seat == b.seat) for b in final.boxes}
    return {
        "ok": round_.ok,
        "table": round_.table,
        "round": round_.round,
        "rules": round_.rulebook,
        "digest": round_.digest,
        "outcome": round_.outcome,
        "records": round_.records,
        "cards": {name: [str(card) for card in cards] for name, cards in _hands(round_)},
        "lines": round_.lines,
        "net_cents": net,
        "checks": round_.checks,
    }


def _hands(round_: Replayed) -> list[tuple[str, tuple[Any, ...]]]:
    final = round_.final
    named = [("dealer", final.dealer), ("community", final.community), ("bonus_box", final.bonus_cards)]
    return [(name, cards) for name, cards in (*named, *((str(b.seat), b.cards) for b in final.boxes)) if cards]


def _print(out: Console, round_: Replayed) -> None:
    out.print(Text(f"Round {round_.round} of table {round_.table}", style="bold"))
    out.print(Text(f"{round_.rulebook}, rules {round_.digest[:12]}, {round_.outcome}\n", style="dim"))
    steps = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for width in (23, 14, 18):
        steps.add_column(width=width, overflow="fold")
    steps.add_column(overflow="fold")
    for record in round_.records:
        _add(steps, record)
    out.print(steps)
    out.print(Text("\nThe cards", style="bold"))
    for name, cards in _hands(round_):
        out.print(f"{f'Seat {name}' if name.isdigit() else name.replace('_', ' ').capitalize():<11}{written(cards)}")
    out.print(Text("\nThe money", style="bold"))
    lines = plain_table("Seat", "Wager", "Outcome", "Stake", "Returned", "Paid", "Line", "Clause")
    for line in round_.lines:
        amounts = [money(cents) for cents in (line.stake_cents, line.returned_cents, line.paid_cents)]
        why = f"{line.line or line.case or ''} {line.odds}".strip().replace("_", " ")
        lines.add_row(str(line.seat), line.wager.replace("_", " "), line.outcome, *amounts, why, line.clause)
    out.print(lines)
    out.print(Text("\nVerified", style="bold"))
    checks = plain_table("Check", "Holds", "What was found")
    for check in round_.checks:
        holds = Text("yes", style="green") if check.passed else Text("NO", style="bold red")
        checks.add_row(check.name, holds, check.sentence)
    out.print(checks)


def _add(steps: Table, record: ToldRecord) -> None:
    """A record's steps: when, who, by which clause, what."""
    moment = datetime.fromtimestamp(record.at_ms // 1000, UTC)
    when = f"{moment:%Y-%m-%d %H:%M:%S}.{record.at_ms % 1000:03d}"
    for act in record.acts:
        for step in act.steps:
            cards = "".join(f" {place[:1].upper()}{place[1:]}: {held}." for place, held in step.cards)
            steps.add_row(
                Text(when, style="dim"),
                people(act.by),
                Text(step.clause.partition(":")[2], style="dim"),
                step.sentence + cards,
            )
            when = ""
    for moved in record.money:
        sentence = f"{money(moved.cents)} from {moved.giver} to {moved.taker}, {moved.reason.replace('_', ' ')}"
        steps.add_row("", "", "", Text(f"  {sentence}", style="dim"))
