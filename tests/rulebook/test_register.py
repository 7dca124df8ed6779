"""The clause register accounts for every clause."""

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rulebook.accounts import accounts
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.readings import readings
from croupier.rulebook.register import all_clauses, clauses
from croupier.rulebook.walk import places, walk

from ..conftest import COLLECTED, gathered, register, written
from ..mutants.register import proved

COUNTS = {"md-tcp": 226, "md-fcp": 248, "ma-fcp-1": 198, "ma-fcp-2": 23, "md-uth": 286}


def test_all_981_clauses_are_registered() -> None:
    assert {rulebook: len(clauses(rulebook)) for rulebook in rulebook_ids()} == COUNTS
    assert len(all_clauses()) == 981


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_clause_is_carried_out_somewhere_in_the_rule_data(rulebook: str) -> None:
    cited = places(load(rulebook))
    assert [clause for clause in clauses(rulebook) if clause not in cited] == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_key_of_the_rule_data_is_unique(rulebook: str) -> None:
    keys = [key for key, _ in walk(load(rulebook))]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_clause_has_a_test(rulebook: str) -> None:
    assert [account.clause for account in accounts(rulebook) if account.state != "done"] == []


def test_the_register_names_the_tests_that_are_marked(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    root = Path(__file__).parents[1]
    items = request.config.stash[COLLECTED]
    marked = {path for path in root.rglob("test_*.py") if "mark.clause" in path.read_text("utf-8")}
    if marked <= {item.path for item in items}:  # this run collected them all
        guards = gathered(items)
        for rulebook in rulebook_ids():
            text = register(list(clauses(rulebook)), guards)
            (tmp_path / f"{rulebook}.tsv").write_text(text, "utf-8")
    else:
        command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", "-p", "no:cov"]
        words = [*command, f"--write-register={tmp_path}", "tests"]
        subprocess.run(words, cwd=root.parent, check=True, capture_output=True)
    for rulebook in rulebook_ids():
        lines = (tmp_path / f"{rulebook}.tsv").read_text("utf-8").splitlines()[1:]
        assert dict(line.split("\t") for line in lines) == written(rulebook), (
            f"the register of {rulebook} is out of date; run: make register"
        )


def test_the_register_names_the_test_that_was_seen_to_fail_when_its_clause_was_broken() -> None:
    named = {clause: node for rulebook in rulebook_ids() for clause, node in written(rulebook).items()}
    gone = [clause for clause, node in proved().items() if named.get(clause) != node]
    assert gone == [], "prove these again: python -m tests.mutants --register CLAUSE ..., then make register"


def test_every_reading_that_a_clause_names_exists_and_names_it_back() -> None:
    for rulebook in rulebook_ids():
        for clause in clauses(rulebook).values():
            for name in clause.readings:
                assert clause.clause in readings()[name].clauses


def test_a_clause_without_a_test_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.rulebook import accounts as module

    monkeypatch.setattr(module, "_guards", lambda _: {"md-tcp:.02A": "tests/x.py::test_x"})
    found = {account.clause: account.state for account in accounts("md-tcp")}
    assert found["md-tcp:.02A"] == "done"
    assert found["md-tcp:.02B"] == "unaccounted"
