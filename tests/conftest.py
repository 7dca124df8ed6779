"""Which test guards which clause: gathered from the `clause` marks, written down by `make register`."""

import csv
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import croupier.rulebook
from tests.house.database.postgres import memory

# What tests write goes to a disk in memory where there is a roomy one: a thousand houses, each of whose commits waits
# for the disk, are minutes of waiting. Whoever says where (`--basetemp`, PYTEST_DEBUG_TEMPROOT) is obeyed.
if roomy := memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(roomy))

# No test is timed: a busy machine, or code compiled on its first call, is not a fault.
settings.register_profile("croupier", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("croupier")

# A database for every test that asks for one, whichever room it tests: one PostgreSQL serves them all.
pytest_plugins = ("tests.databases",)

GUARDS = Path(croupier.rulebook.__path__[0]) / "data" / "guards"
COLLECTED = pytest.StashKey[list[pytest.Item]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-register", metavar="DIR", help="write down in DIR which test guards which clause")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[COLLECTED] = list(items)
    folder = config.getoption("--write-register")
    if folder:
        from croupier.rulebook.load import rulebook_ids
        from croupier.rulebook.register import clauses

        guards = gathered(items)
        for rulebook in rulebook_ids():
            text = register(list(clauses(rulebook)), guards)
            Path(folder, f"{rulebook}.tsv").write_text(text, "utf-8")


def gathered(items: list[pytest.Item]) -> dict[str, str]:
    """For each clause, of the tests marked with it the one that failed when it was broken, else the closest to it."""
    from croupier.rulebook.load import load, rulebook_ids
    from croupier.rulebook.walk import places
    from tests.mutants.register import proved

    where = {rulebook: places(load(rulebook)) for rulebook in rulebook_ids()}
    found: dict[str, tuple[tuple[int, int], str]] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                keys = where.get(clause.partition(":")[0], {}).get(clause, [])
                closeness = _closeness(item, mark, clause, keys)
                if clause not in found or closeness < found[clause][0]:
                    found[clause] = (closeness, item.nodeid)
    marked = {(clause, item.nodeid) for item in items for mark in item.iter_markers("clause") for clause in mark.args}
    shown = {clause: node for clause, node in proved().items() if (clause, node) in marked}
    return {clause: node for clause, (_, node) in found.items()} | shown


def _closeness(item: pytest.Item, mark: pytest.Mark, clause: str, keys: list[str]) -> tuple[int, int]:
    """How far a test is from a clause, the least the closest.

    A row that carries the clause itself comes first, then a test without rows. Of a test whose rows share the clause,
    the row counts that names most of what the clause stands at in the rule data: its document, method, wager or step.
    """
    call = getattr(item, "callspec", None)
    if call is None:
        return (1, 0)
    if any(mark is own for own in call.marks):
        return (0, 0)
    asked = {str(value).lower() for value in call.params.values()} | set(call.id.lower().split("-"))
    named = {part.lower() for key in keys for part in key.split(".")} | {clause.partition(":")[0]}
    return (2, -len(asked & named) - (clause.partition(":")[0] in call.id))


def written(rulebook: str) -> dict[str, str]:
    """What is written down: for each clause its test."""
    lines = (GUARDS / f"{rulebook}.tsv").read_text("utf-8").splitlines()
    return {row["clause"]: row["guard"] for row in csv.DictReader(lines, delimiter="\t")}


def register(clauses: list[str], guards: dict[str, str]) -> str:
    """The file's text: each clause that has a test, in the document's order."""
    return (
        "\n".join(["clause\tguard", *(f"{clause}\t{guards[clause]}" for clause in clauses if clause in guards)]) + "\n"
    )
