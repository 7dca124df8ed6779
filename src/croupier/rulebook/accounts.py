"""The account of every clause: where it is carried out, what tests it, and what is left for later."""

import csv
from functools import cache

from msgspec import Struct

from croupier.rulebook.load import load
from croupier.rulebook.register import DATA, clauses
from croupier.rulebook.walk import places


class Account(Struct, frozen=True):
    """One clause's account. `state` is `done`, with a test that would fail without it, or `later`."""

    clause: str
    topic: str
    kind: str
    summary: str
    reading: str
    where: str
    test: str
    state: str


@cache
def _guards(rulebook: str) -> dict[str, str]:
    """For each clause, the test that guards it, or the room that will carry it out (`later: table`)."""
    text = (DATA / f"guards/{rulebook}.tsv").read_text("utf-8")
    return {row["clause"]: row["guard"] for row in csv.DictReader(text.splitlines(), delimiter="\t")}


def accounts(rulebook: str) -> tuple[Account, ...]:
    """Every clause of the document, in its order."""
    where, guards = places(load(rulebook)), _guards(rulebook)
    found = []
    for clause in clauses(rulebook).values():
        guard = guards.get(clause.clause, "")
        later = guard.startswith("later: ")
        place = ", ".join(f"data/{rulebook}.yaml {key}" for key in where.get(clause.clause, [])[:1])
        found.append(
            Account(
                clause.clause,
                clause.topic,
                clause.kind,
                clause.summary,
                " ".join(clause.readings),
                place,
                "" if later else guard,
                "later" if later or not guard else "done",
            )
        )
    return tuple(found)
