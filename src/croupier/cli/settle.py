"""`croupier settle`: a described round, settled by the book."""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.table.described import RoundDescribed, elected_rules, settle_described
from croupier.table.refusal import Refusal
from croupier.table.sentences import sentence, wager_title
from croupier.table.showdown import Settlement


def settle(
    file: Annotated[str, typer.Argument(help="A round in JSON, or - to read it from standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Settle a described round, clause by clause.

    \b
    A round looks like this; community and bonus_cards only where the game has them:
      {"rules": "md-tcp", "elections": {"pair_plus": "C"},
       "dealer": ["Kc", "Kd", "2c"],
       "seats": [{"seat": 1, "cards": ["As", "Ad", "Ah"],
                  "wagers_cents": {"ante": 1000, "pair_plus": 500},
                  "decisions": ["play:1"]}]}
    Optional: meters_cents {"progressive": 500000}, and irregularity
    {"kind": "face_up_cards", "count": 2, "after_initial_deal": false}.
    """
    described = read_round(file)
    rules = elected_rules(described)
    result = settle_described(rules, described)
    if isinstance(result, Refusal):
        raise BadInput(f"{result.sentence} ({result.clause})")
    if as_json:
        write_json(as_design(result))
    else:
        _print(rules, result)


def read_round(file: str) -> RoundDescribed:
    """The round in a file, or a sentence about what in it cannot be used."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read ({error.strerror}); give a round in JSON.") from None
    name = "standard input" if file == "-" else file
    try:
        return msgspec.json.decode(raw, type=RoundDescribed)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}; croupier settle --help shows the form.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON: {error}.") from None


def as_design(result: Settlement) -> dict[str, Any]:
    """The settlement in its published form."""
    lines = [
        {
            "seat": line.seat,
            "wager": line.wager,
            "outcome": line.outcome,
            "stake_cents": line.stake_cents,
            "paid_cents": line.paid_cents,
            "returned_cents": line.returned_cents,
            "line": line.line,
            "clause": line.clause,
        }
        for line in result.lines
    ]
    return {
        "order": list(result.order),
        "dealer": msgspec.to_builtins(result.dealer),
        "lines": lines,
        "meters_cents_after": dict(result.meters),
        "net_cents": {str(seat): result.net_cents(seat) for seat in sorted(result.order)},
    }


def _print(rules: GameRules, result: Settlement) -> None:
    out = console()
    if result.dealer:
        qualifies = "" if result.dealer.qualifies else ", does not qualify"
        out.print(Text(f"Dealer: {result.dealer.hand}{qualifies}\n", style="bold"))
    table = plain_table("Seat", "Wager", "Outcome", "What happened", "Clause")
    for line in result.lines:
        title = wager_title(rules, line.wager)
        table.add_row(str(line.seat), title, line.outcome, sentence(rules, line), Text(line.clause, style="dim"))
    out.print(table)
    for seat in sorted(result.order):
        net = result.net_cents(seat)
        out.print(Text(f"\nSeat {seat} is {'up' if net >= 0 else 'down'} {money(abs(net))}.", style="bold"), end="")
    out.print()
