"""`croupier settle`: a described round, settled by the book."""

import sys
from collections.abc import Iterable
from itertools import chain, islice
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.settle_input import SettledRound, answered, are_lines, opened, parse_round
from croupier.cli.tables import plain_table
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.table.narration.sentences import sentence, wager_title
from croupier.table.settlement.described import elected_rules, settle_described
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement


def settle(
    file: Annotated[str, typer.Argument(help="A round in JSON, or - to read it from standard input.")],
    lines: Annotated[bool, typer.Option("--lines", help="Each line is a round, even if there is only one.")] = False,
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
    Optional: meters_cents {"progressive": 500000}; odds that the table pays
    above posted minimums, {"ante_bonus": {"four_of_a_kind": "30 to 1"}};
    shuffler "manual" where the cards were shuffled by hand;
    and irregularity {"kind": "face_up_cards", "count": 2,
    "after_initial_deal": false}; where answers are described it is after the initial deal, and
    need not be said. What ends a round does so after those answers; one that it must have come
    before is refused.

    Input of several lines that are a round each (JSON Lines) is answered in the same order, a
    refused round in its place; with --json one object a line. Exit 1 if any was refused.
    """
    with opened(file) as stream:
        head = list(islice(filter(bytes.strip, stream), 2))
        if lines or file.endswith(".jsonl") or are_lines(head):
            answers = answered(chain(head, filter(bytes.strip, stream)))
            refused = _write_lines(answers) if as_json else _print_lines(answers)
            raise typer.Exit(1 if refused else 0)
        described = parse_round(b"".join((*head, *stream)), "standard input" if file == "-" else file)
    rules = elected_rules(described)
    result = settle_described(rules, described)
    if isinstance(result, Refusal):
        raise BadInput(f"{result.sentence} ({result.clause})")
    if as_json:
        write_json(as_design(result))
    else:
        _print(console(), rules, result)


def _write_lines(answers: Iterable[SettledRound]) -> int:
    """Writes one JSON object a line and says how many rounds were refused."""
    refused = 0
    encode, write = msgspec.json.Encoder().encode, sys.stdout.write
    for answer in answers:
        if isinstance(answer, Refusal):
            refused += 1
            said = {"refused": True, "code": answer.code, "sentence": answer.sentence, "clause": answer.clause or None}
            write(encode(said).decode() + "\n")
        else:
            write(encode(as_design(answer[1])).decode() + "\n")
    return refused


def _print_lines(answers: Iterable[SettledRound]) -> int:
    """Prints each round under its number and says how many were refused."""
    out, refused, number = console(), 0, 0
    for number, answer in enumerate(answers, 1):
        out.print(Text(f"Round {number}", style="bold"))
        if isinstance(answer, Refusal):
            refused += 1
            out.print(f"Refused: {answer.sentence}{f' ({answer.clause})' if answer.clause else ''}\n")
        else:
            _print(out, *answer)
            out.print()
    out.print(Text(f"{number - refused} of {number} rounds settled, {refused} refused.", style="bold"))
    return refused


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


def _print(out: Console, rules: GameRules, result: Settlement) -> None:
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
