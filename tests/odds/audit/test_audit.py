"""The audit: every row twice and simulated, and nothing said of what was not computed."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.odds.audit.cards import everything
from croupier.odds.audit.evidence import Audit, distance_words, second_words
from croupier.odds.audit.make import expected_largest, make
from croupier.odds.audit.methods import METHODS, OF_ALL_FLOPS
from croupier.odds.audit.simulated import runs
from croupier.odds.cache import Shelf
from croupier.odds.wagers.catalogue import results
from tests.cli.command import assert_refused, here

ROUNDS = 200_000
ATLANTIS = Path(__file__).parents[3] / "docs" / "atlantis"


@pytest.fixture(scope="module")
def audit() -> Audit:
    return make(ROUNDS, 1, Shelf(), lambda work: None, "md-tcp")


def test_every_row_is_there_with_its_exact_value_twice(audit: Audit) -> None:
    (book,) = audit.rulebooks
    found = list(results("md-tcp"))
    assert [(row.wager, row.paytable, row.status) for row in book.rows] == [
        (result.wager, result.paytable, result.status) for result in found
    ]
    assert [Fraction(int(row.value.num), int(row.value.den)) for row in book.rows] == [result.ev for result in found]
    assert all(row.agrees and row.second == row.value for row in book.rows)
    assert (audit.summary.rows, audit.summary.second, audit.summary.agree) == (len(found),) * 3
    assert audit.summary.figures == audit.summary.figures_agree == 9


def test_a_simulation_is_measured_unless_a_line_is_too_rare(audit: Audit) -> None:
    for row in audit.rulebooks[0].rows:
        if row.played.rare:
            assert row.played.z is None
            assert distance_words(row).startswith("rare: ")
            assert all(0 < times < 1 for times in row.played.rare.values())
        else:
            assert row.played.z is not None
            assert abs(row.played.z) < 5
    assert audit.summary.rare == sum(row.played.z is None for row in audit.rulebooks[0].rows) > 0
    assert audit.summary.measured + audit.summary.rare == audit.summary.rows


def test_seeds_follow_one_another_and_each_run_can_be_played_again(audit: Audit) -> None:
    assert [run.seed for run in runs(5)] == list(range(5, 5 + len(runs(5))))
    again = make(ROUNDS, 1, Shelf(), lambda work: None, "md-tcp")
    assert again == audit


def test_every_entry_has_one_run_and_one_method() -> None:
    for book, catalogue in everything():
        mine = [run.played for run in runs() if run.book.rulebook == book.rulebook]
        looked_at = [cards for played in mine for cards in played.counts]
        assert len(looked_at) == len(set(looked_at))
        assert {entry.table.id for entry in catalogue if entry.wager == "base"} == {p.base for p in mine} - {""}
    assert set(OF_ALL_FLOPS) <= set(METHODS)


def test_what_was_not_run_a_second_time_is_not_said_to_agree(audit: Audit) -> None:
    row = audit.rulebooks[0].rows[0]
    assert second_words(audit, row) == "same"
    unknown = replace(row, second=None, agrees=None)
    assert second_words(audit, unknown) == "not run"
    assert second_words(audit, replace(unknown, method="M")) == "none"


def test_the_largest_distance_to_expect() -> None:
    assert expected_largest(1) == 0.8  # the mean of the half normal law, sqrt(2 / pi)
    assert expected_largest(2) == 1.13  # 2 / sqrt(pi)
    assert expected_largest(100) > expected_largest(10)


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    told = here(capsys, "odds", "md-tcp", "--audit", "--rounds", str(ROUNDS), "--json")
    assert json.loads(told.out)["summary"]["agree"] == 21


def test_too_few_rounds_to_measure_anything_are_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    told = here(capsys, "odds", "md-fcp", "--audit", "--rounds", "1000")
    assert told.code == 0, told.err
    assert "no z, for each row has a line" in " ".join(told.out.split())


def test_what_hangs_on_the_showdown_is_left_out_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    told = here(capsys, "odds", "--rulebooks", str(ATLANTIS), "atlantis-tcp", "--audit", "--rounds", str(ROUNDS))
    assert "Trident is left out" in told.out
    assert "Trident A" not in told.out
    assert "DIFFERS" not in told.out


def test_what_cannot_be_audited_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(here(capsys, "odds", "md-tcp", "--rounds", "5000"), "add --audit")
    assert_refused(here(capsys, "odds", "md-tcp", "--audit", "--rounds", "5"), "from 1,000 to")
    assert_refused(
        here(capsys, "odds", "md-tcp", "--audit", "--wager", "envy"), "--audit is of every wager and paytable"
    )
    assert_refused(here(capsys, "odds"), "Name a rulebook")
