"""Which test fails when one clause alone is broken: each value that cites the clause is changed in turn.

What is found is kept in `proved.tsv`; the register of guards names that test before any other with the mark.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import rulebook_ids, typed
from croupier.rulebook.strict import Source

from .guards import Guards
from .rules import RuleMutant, enact, rule_mutants, source

PROVED = Path(__file__).with_name("proved.tsv")
TRIES = 12  # changes of one clause's values, before it is given up


def proved() -> dict[str, str]:
    """For each clause that was tried, the test that failed when it was broken."""
    rows = csv.DictReader(PROVED.read_text("utf-8").splitlines(), delimiter="\t")
    return {row["clause"]: row["test"] for row in rows}


def written(found: dict[str, str]) -> None:
    """Keeps what was found, in the order of the clauses."""
    rows = [f"{clause}\t{node}" for clause, node in sorted(found.items())]
    PROVED.write_text("\n".join(["clause\ttest", *rows]) + "\n", "utf-8")


def by_clause() -> dict[str, list[RuleMutant]]:
    """The changes of the values that cite each clause first."""
    found: dict[str, list[RuleMutant]] = {}
    for mutant in rule_mutants():
        for clause in mutant.clauses:
            found.setdefault(clause, []).append(mutant)
    return found


def prove(guards: Guards, marked: dict[str, list[str]], clauses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """For each clause the marked test that fails when one of its values is broken, "" where none does."""
    changes = by_clause()
    for clause in clauses:
        nodes = marked.get(clause, [])
        yield clause, _failing(guards, nodes, changes.get(clause, [])) if nodes else ""


def _failing(guards: Guards, nodes: list[str], changes: list[RuleMutant]) -> str:
    step = max(1, len(changes) // TRIES)
    for mutant in changes[::step][:TRIES]:
        book = _whatever(mutant)
        if book is not None:
            found = guards.noticed(_enacted(guards, mutant, book), guards.ordered(nodes), budget_seconds=60)
            if found in nodes:
                return found
    return ""


def _enacted(guards: Guards, mutant: RuleMutant, book: Rulebook) -> Callable[[], None]:
    def broken() -> None:
        guards.forget(rules=True)
        enact(mutant, book)

    return broken


def _whatever(mutant: RuleMutant) -> Rulebook | None:
    """The document with the value changed, also where it contradicts itself then; None where it has no meaning."""
    written_ = source(mutant.rulebook)
    try:
        return typed(Source(written_.file, mutant.change.applied(written_.data), written_.places))
    except (BadInput, msgspec.ValidationError):
        return None


def known(clauses: Iterable[str]) -> list[str]:
    """The clauses as they are registered, those of every document where none is named."""
    from croupier.rulebook.register import all_clauses

    wanted = list(clauses)
    return wanted or [clause for clause in all_clauses() if clause.partition(":")[0] in rulebook_ids()]
