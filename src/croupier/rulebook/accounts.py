"""The account of every clause: where it is carried out and what tests it."""

import csv
from functools import cache

from msgspec import Struct

from croupier.rulebook.load import load
from croupier.rulebook.register import DATA, Clause, clauses
from croupier.rulebook.walk import places
from croupier.rulebook.witnesses import witness_of


class Account(Struct, frozen=True):
    """One clause's account. `state` is `done`, with a test that would fail without it, or `unaccounted`.

    `witness` is a told round in which something is done by the clause, "" where no round shows it.
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


@cache
def _guards(rulebook: str) -> dict[str, str]:
    """For each clause, the test that guards it."""
    text = (DATA / f"guards/{rulebook}.tsv").read_text("utf-8")
    return {row["clause"]: row["guard"] for row in csv.DictReader(text.splitlines(), delimiter="\t")}


def accounts(rulebook: str) -> tuple[Account, ...]:
    """Every clause of the document, in its order."""
    where, guards = places(load(rulebook)), _guards(rulebook)
    return tuple(_account(clause, where, guards.get(clause.clause, "")) for clause in clauses(rulebook).values())


def _account(clause: Clause, where: dict[str, list[str]], guard: str) -> Account:
    keys = where.get(clause.clause, [])
    document = clause.clause.partition(":")[0]
    return Account(
        clause.clause,
        clause.topic,
        clause.kind,
        clause.summary,
        " ".join(clause.readings),
        "; ".join(f"rulebook/data/{document}.yaml {key}" for key in keys[:1])
        + (f" (+{len(keys) - 1})" if keys[1:] else ""),
        guard,
        "done" if guard else "unaccounted",
        witness_of(clause.clause, document),
    )
