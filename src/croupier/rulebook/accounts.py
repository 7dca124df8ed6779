"""The account of every clause: where it is carried out and what tests it."""

import csv
from collections.abc import Iterator

from msgspec import Struct

from croupier.rulebook.load import load
from croupier.rulebook.register import Clause, clauses
from croupier.rulebook.shelf import OWN, folders_of, remembered
from croupier.rulebook.walk import places
from croupier.rulebook.witnesses import witness_of


class Reached(Struct, frozen=True):
    """What a clause asks of somebody, and how they do it: the screen and the key or button there, or the command.

    Of a clause that asks nobody for anything, `person` and `act` are "" and `how` is where it is shown.
    """

    person: str
    act: str
    how: str


class Account(Struct, frozen=True):
    """One clause's account. `state` is `done`, with a test that would fail without it, or `unaccounted`.
    Of a document that is not Croupier's own, the test is a told round that follows the clause.

    `witness` is a told round in which something is done by the clause, "" where no round shows it; `reached` says who
    does what it asks, and how.
    """

    clause: str
    topic: str
    kind: str
    summary: str
    reading: str
    where: str
    test: str
    state: str
    witness: str = ""
    reached: tuple[Reached, ...] = ()


@remembered
def _reached(rulebook: str) -> dict[str, tuple[Reached, ...]]:
    """For each clause that asks something of somebody, who does it and how."""
    found: dict[str, tuple[Reached, ...]] = {}
    for row in _rows(rulebook, "reached"):
        one = Reached(row["person"], row["act"], row["how"])
        found[row["clause"]] = (*found.get(row["clause"], ()), one)
    return found


@remembered
def _guards(rulebook: str) -> dict[str, str]:
    """For each clause, the test that guards it."""
    return {row["clause"]: row["guard"] for row in _rows(rulebook, "guards")}


def _rows(rulebook: str, kind: str) -> Iterator[dict[str, str]]:
    """What Croupier's own documents say of their clauses besides; those of other folders have told rounds alone."""
    folder = folders_of(rulebook)[0]
    if folder is OWN:
        lines = folder.text(f"{kind}/{rulebook}.tsv").splitlines()
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def accounts(rulebook: str) -> tuple[Account, ...]:
    """Every clause of the document, in its order, and of what it shares with others."""
    book, guards = load(rulebook), _guards(rulebook)
    where, names = places(book), (rulebook, *book.includes)
    return tuple(
        _account(clause, rulebook, where, guards.get(clause.clause, ""))
        for name in names
        for clause in clauses(name).values()
    )


def _account(clause: Clause, document: str, where: dict[str, list[str]], guard: str) -> Account:
    keys = where.get(clause.clause, [])
    folder, witness = folders_of(document)[0], witness_of(clause.clause, document)
    file = f"rulebook/data/{document}.yaml" if folder is OWN else folder.file(f"{document}.yaml")
    if folder is not OWN and witness:
        guard = folder.file(f"rounds/{document}/{witness}.txt")
    return Account(
        clause.clause,
        clause.topic,
        clause.kind,
        clause.summary,
        " ".join(clause.readings),
        "; ".join(f"{file} {key}" for key in keys[:1]) + (f" (+{len(keys) - 1})" if keys[1:] else ""),
        guard,
        "done" if guard else "unaccounted",
        witness,
        _reached(document).get(clause.clause) or (Reached("", "", f"/rules/{document}"),),
    )
