"""What `croupier rules diff` compares, and what the differences do to the edge and to the sign."""

import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from croupier.cli.progress import steps
from croupier.cli.tables import plain_table
from croupier.odds.publishing.published import exactly
from croupier.rulebook.comparison.rulebooks import Difference
from croupier.rulebook.comparison.signs import SignDifference, compare_signs, sign_of
from croupier.rulebook.comparison.submissions import Compared
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.submission import parse_submission, submission_text
from croupier.server.odds.edges import EdgeAsked, EdgeFound, edges_asked, paired, work_out
from croupier.server.odds.mathematics import SHELF

NONE = "—"


class Edge(Struct, frozen=True):
    """One wager's edge on one side."""

    paytable: str
    found: EdgeFound


class Effects(Struct, frozen=True):
    """The edges of both sides, wager by wager, and the lines of either sign only."""

    edges: tuple[tuple[str, Edge | None, Edge | None], ...]
    sign: tuple[SignDifference, ...]


def side(named: str) -> Compared:
    """A rulebook by its id, or the submission in a file."""
    if named in rulebook_ids() or not (named.endswith(".toml") or os.path.exists(named)):
        return Compared(named, load(named).rulebook)
    text = submission_text(named)
    return Compared(named, parse_submission(text, named).rules, text)


def worked_out(left: Compared, right: Compared) -> Effects:
    """What it does to the edge, exactly, and to the sign; a submission that breaks its rules has neither."""
    sign = compare_signs(sign_of(left), sign_of(right))
    filed = bool(left.text or right.text)
    asked = [edges_asked(one.rules, one.submission if filed else "") for one in (left, right)]
    pairs = list(paired(*asked))
    found = []
    with steps(len(pairs)) as progress:
        SHELF.tell = progress.tell
        for one, other in pairs:
            edges = _edge(one), _edge(other)
            title = next(edge.found.title for edge in edges if edge)
            found.append((title, *edges))
            progress.advance(title)
    return Effects(tuple(found), sign)


def _edge(asked: EdgeAsked | None) -> Edge | None:
    return Edge(asked.paytable, work_out([asked])[0]) if asked else None


def as_written(shown: Sequence[Difference], effects: Effects) -> dict[str, Any]:
    """A comparison with its effects as JSON."""
    edges = [
        {"title": title, "left": _written(left), "right": _written(right), "more": _more_written(left, right)}
        for title, left, right in effects.edges
    ]
    return {"differences": shown, "edges": edges, "sign": effects.sign}


def _written(edge: Edge | None) -> dict[str, Any] | None:
    if edge is None:
        return None
    if edge.found.problem:
        return {"paytable": edge.paytable, "problem": edge.found.problem}
    return {"paytable": edge.paytable, "house_edge": exactly(edge.found.edge), "at": edge.found.note}


def _more_written(left: Edge | None, right: Edge | None) -> dict[str, str] | None:
    more = _more(left, right)
    return None if more is None else exactly(more)


def _more(left: Edge | None, right: Edge | None) -> Fraction | None:
    """By how much more the house keeps on the right; unknown where one of the two is."""
    if left is None or right is None or left.found.problem or right.found.problem:
        return None
    return right.found.edge - left.found.edge


def print_effects(out: Console, left: str, right: str, effects: Effects) -> None:
    """The edges side by side, then the lines of the sign."""
    table = plain_table("Wager", f"House edge, {left}", f"House edge, {right}", "More on the right")
    for title, one, other in effects.edges:
        more = _more(one, other)
        change = NONE if more is None else f"{float(more):+.4%}" if more else "the same"
        table.add_row(title, _told(one), _told(other), change)
    out.print()
    out.print(table)
    out.print()
    if not effects.sign:
        out.print("Both signs say the same.")
    for line in effects.sign:
        mark, name = ("-", left) if line.only_on == "left" else ("+", right)
        out.print(Text.assemble(f"{mark} only on the sign of {name}, {line.part}: ", (line.text, "bold")))


def _told(edge: Edge | None) -> Text:
    if edge is None:
        return Text(NONE, style="dim")
    if edge.found.problem:
        return Text(edge.found.problem)
    note = f"  {edge.paytable}" + (f", {edge.found.note}" if edge.found.note else "")
    return Text.assemble(f"{float(edge.found.edge):.4%}", (note, "dim"))
