"""The clause register: every clause of every document, what it asks, where it is carried out, what tests it."""

import csv
from functools import cache
from importlib.resources import files

from msgspec import Struct

DATA = files("croupier.rulebook") / "data"


class Clause(Struct, frozen=True):
    """One clause: `behaviour` is what a test of it shows; `readings` are the ids of the readings it needed."""

    clause: str
    topic: str
    kind: str
    summary: str
    behaviour: str
    readings: tuple[str, ...]


@cache
def clauses(rulebook: str) -> dict[str, Clause]:
    """The clauses of one document by full id, in the document's order."""
    text = (DATA / f"clauses/{rulebook}.tsv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {
        row["clause"]: Clause(
            row["clause"], row["topic"], row["kind"], row["summary"], row["behaviour"],
            tuple((row["readings"] or "").split()),
        )
        for row in rows
    }  # fmt: skip


@cache
def all_clauses() -> frozenset[str]:
    """The ids of all clauses of all documents."""
    from croupier.rulebook.load import rulebook_ids

    return frozenset(clause for rulebook in rulebook_ids() for clause in clauses(rulebook))
