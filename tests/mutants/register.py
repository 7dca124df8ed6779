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
from tests.rulebook.altered import changes

from .by_hand import BROKEN
from .guards import Guards
from .rules import RuleMutant, altered, books, enact, rule_mutants, source

PROVED = Path(__file__).with_name("proved.tsv")
TRIES = 16  # about so many changes of one clause's values, before it is given up


def proved() -> dict[str, str]:
    """For each clause that was tried, the test that failed when it was broken."""
    rows = csv.DictReader(PROVED.read_text("utf-8").splitlines(), delimiter="\t")
    return {row["clause"]: row["test"] for row in rows}


def written(found: dict[str, str]) -> None:
    """Keeps what was found, in the order of the clauses."""
    rows = [f"{clause}\t{node}" for clause, node in sorted(found.items())]
    PROVED.write_text("\n".join(["clause\ttest", *rows]) + "\n", "utf-8")


def by_clause() -> dict[str, list[RuleMutant]]:
    """The changes of the values that cite each clause; last come those that only change what people read."""
    every = {rulebook: [RuleMutant(rulebook, change) for change in changes(rulebook)] for rulebook in rulebook_ids()}
    counts = {mutant.name for mutant in rule_mutants()}
    found: dict[str, list[RuleMutant]] = {}
    for mutants in every.values():
        for mutant in sorted(mutants, key=lambda mutant: mutant.name not in counts):
            for clause in mutant.clauses:
                found.setdefault(clause, []).append(mutant)
    return found


def prove(guards: Guards, marked: dict[str, list[str]], clauses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """For each clause the marked test that fails when one of its values is broken, "" where none does."""
    breaks = by_clause()
    for clause in clauses:
        nodes = marked.get(clause, [])
        found = _failing_by_hand(guards, nodes, clause) or _failing(guards, nodes, breaks.get(clause, []))
        yield clause, found


def _failing_by_hand(guards: Guards, nodes: list[str], clause: str) -> str:
    """The test that fails where the engine is broken by hand."""
    found = guards.noticed(BROKEN[clause], guards.ordered(nodes), budget_seconds=60) if clause in BROKEN else ""
    return found if found in nodes else ""


def _failing(guards: Guards, nodes: list[str], mutants: list[RuleMutant]) -> str:
    """The test that fails for one of the mutants, those first that leave a document without contradictions."""
    if not nodes:
        return ""
    for mutant, book in _broken(mutants[:: max(1, len(mutants) // TRIES)]):
        found = guards.noticed(_enacted(guards, mutant, book), guards.ordered(nodes), budget_seconds=60)
        if found in nodes and _passes_unbroken(guards, mutant, found):
            return found
    return ""


def _broken(mutants: list[RuleMutant]) -> Iterator[tuple[RuleMutant, Rulebook]]:
    """The documents broken, where they still have a meaning."""
    contradicted = []
    for mutant in mutants:
        if book := altered(mutant):
            yield mutant, book
        else:
            contradicted.append(mutant)
    yield from ((mutant, book) for mutant in contradicted if (book := _whatever(mutant)))


def _passes_unbroken(guards: Guards, mutant: RuleMutant, node: str) -> bool:
    """Whether the test passes where the law is enacted in the same way, unbroken."""
    whole = _enacted(guards, mutant, books()[mutant.rulebook])
    return not guards.noticed(whole, guards.ordered([node]), budget_seconds=60)


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
    """The clauses as they are registered; where none is named, those of every document that are not proved yet."""
    from croupier.rulebook.register import all_clauses

    done = proved()
    return list(clauses) or [clause for clause in sorted(all_clauses()) if clause not in done]
