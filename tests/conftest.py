"""Which test guards which clause: gathered from the `clause` marks, written down by `make register`."""

import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import croupier.rulebook

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
    """For each clause, the first test marked with it."""
    found: dict[str, str] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                found.setdefault(clause, item.nodeid)
    return found


def written(rulebook: str) -> dict[str, str]:
    """What is written down: for each clause its test."""
    lines = (GUARDS / f"{rulebook}.tsv").read_text("utf-8").splitlines()
    return {row["clause"]: row["guard"] for row in csv.DictReader(lines, delimiter="\t")}


def register(clauses: list[str], guards: dict[str, str]) -> str:
    """The file's text: each clause that has a test, in the document's order."""
    return (
        "\n".join(["clause\tguard", *(f"{clause}\t{guards[clause]}" for clause in clauses if clause in guards)]) + "\n"
    )
