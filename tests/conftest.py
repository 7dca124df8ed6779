"""Which test guards which clause: gathered from the `clause` marks, written down by `make register`."""

import csv
import io
from pathlib import Path

import pytest

import croupier.rulebook

GUARDS = Path(croupier.rulebook.__path__[0]) / "data" / "guards"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-register", action="store_true", help="write down which test guards which clause")


def gathered(items: list[pytest.Item]) -> dict[str, str]:
    """For each clause, the first test marked with it."""
    found: dict[str, str] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                found.setdefault(clause, item.nodeid)
    return found


def written(rulebook: str) -> dict[str, str]:
    """What is written down: for each clause its test, or `later: ROOM` where a room will carry it out."""
    path = GUARDS / f"{rulebook}.tsv"
    rows = csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t") if path.exists() else []
    return {row["clause"]: row["guard"] for row in rows}


def register(rulebook: str, clauses: list[str], guards: dict[str, str]) -> str:
    """The file's text: a clause with a test names it, any other keeps `later: ROOM` if that is what it says."""
    before = written(rulebook)
    text = io.StringIO()
    text.write("clause\tguard\n")
    for clause in clauses:
        guard = guards.get(clause) or before.get(clause, "")
        if clause in guards or guard.startswith("later: "):
            text.write(f"{clause}\t{guard}\n")
    return text.getvalue()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[GATHERED] = gathered(items)
    if config.getoption("--write-register"):
        from croupier.rulebook.load import rulebook_ids
        from croupier.rulebook.register import clauses

        for rulebook in rulebook_ids():
            text = register(rulebook, list(clauses(rulebook)), config.stash[GATHERED])
            (GUARDS / f"{rulebook}.tsv").write_text(text, "utf-8")


GATHERED = pytest.StashKey[dict[str, str]]()


@pytest.fixture
def clause_guards(pytestconfig: pytest.Config) -> dict[str, str]:
    """For each clause, the first test of this run marked with it."""
    return pytestconfig.stash[GATHERED]
