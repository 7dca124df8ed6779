"""The clause register: every clause of every document, what it asks, where it is carried out, what tests it."""

import csv
from collections.abc import Iterator

from msgspec import Struct

from croupier.rulebook.errors import BadInput
from croupier.rulebook.shelf import OWN, Folder, folders_of, remembered, rulebook_ids, shared_ids

DATA = OWN.root
COLUMNS = ("clause", "topic", "kind", "summary", "behaviour", "readings")


class Clause(Struct, frozen=True):
    """One clause: `behaviour` is what a test of it shows; `readings` are the ids of the readings it needed."""

    clause: str
    topic: str
    kind: str
    summary: str
    behaviour: str
    readings: tuple[str, ...]


@remembered
def clauses(rulebook: str) -> dict[str, Clause]:
    """The clauses of one document by full id, in the document's order."""
    found: dict[str, Clause] = {}
    for folder in folders_of(rulebook):  # an earlier edition of it may cite one that the newer has no longer
        for clause in _read(folder, rulebook):
            found.setdefault(clause.clause, clause)
    return found


def _read(folder: Folder, rulebook: str) -> Iterator[Clause]:
    name = f"clauses/{rulebook}.tsv"
    rows = csv.reader(folder.text(name).splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    if tuple(next(rows, ())) != COLUMNS:
        raise BadInput(f"{folder.file(name)}, line 1: its columns are {', '.join(COLUMNS)}, set apart by tabs.")
    seen = set[str]()
    for number, row in enumerate(rows, 2):
        where = f"{folder.file(name)}, line {number}"
        if len(row) != len(COLUMNS):
            raise BadInput(f"{where}: a clause has {len(COLUMNS)} columns, and here are {len(row)}; mend the tabs.")
        clause, topic, kind, summary, behaviour, noted = row
        if not clause.removeprefix(f"{rulebook}:") or not clause.startswith(f"{rulebook}:"):
            raise BadInput(f"{where}, clause: {clause!r} does not begin with its document; write {rulebook}:ID.")
        if clause in seen:
            raise BadInput(f"{where}, clause: {clause} stands there twice; keep one of the two.")
        seen.add(clause)
        yield Clause(clause, topic, kind, summary, behaviour, tuple(noted.split()))


@remembered
def all_clauses() -> frozenset[str]:
    """The ids of all clauses of all documents and shared provisions."""
    return frozenset(clause for name in (*rulebook_ids(), *shared_ids()) for clause in clauses(name))
