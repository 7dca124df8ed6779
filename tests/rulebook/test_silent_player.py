"""What is disclosed of a player who does not answer: by the sign, the reading, and the submission that elects it."""

import pytest
from msgspec.structs import replace

from croupier.rulebook.check import check
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.readings import readings
from croupier.rulebook.sign import posting, silence
from croupier.rulebook.submission import Submission
from tests.table.pit import example

ANSWERS = dict.fromkeys(rulebook_ids(), "folds for you") | {
    "md-uth": "checks for you where you may, and folds otherwise"
}

GONE = ", after 15 seconds while your connection to the table is gone"


def filed(rulebook: str, seconds: int | None = None, **elections: str) -> Submission:
    """The shipped example with these seconds and elections."""
    shipped = example(rulebook)
    table = replace(shipped.table, decision_seconds=seconds)
    return replace(shipped, table=table, elections={**shipped.elections, **elections})


def rules_of(rulebook: str, seconds: int | None = None, **elections: str) -> GameRules:
    return resolve(filed(rulebook, seconds, **elections))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_sign_discloses_the_default_with_its_seconds(rulebook: str) -> None:
    submission = filed(rulebook, 25)
    assert not [one for one in check(submission) if one.field == "table.decision_seconds"]
    said, clauses = posting(resolve(submission), submission).silence
    assert said == (
        "If you do not answer within 25 seconds: where a person deals, the floor is called and rules;"
        f" where the house deals itself, its system {ANSWERS[rulebook]}{GONE}"
    )
    assert set(clauses) <= set(readings()["C-03"].clauses)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_sign_without_seconds_leaves_them_to_the_table(rulebook: str) -> None:
    said, _ = silence(rules_of(rulebook), None)
    assert "in the time that the table shows" in said


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_table_says_what_holds_there(rulebook: str) -> None:
    rules = rules_of(rulebook)
    assert silence(rules, 40, "human")[0] == "If you do not answer within 40 seconds, the floor is called and rules"
    system = f"If you do not answer within 40 seconds, the house's system {ANSWERS[rulebook]}"
    assert silence(rules, 40, "virtual")[0] == f"{system}{GONE}"
    assert silence(rules, 15, "virtual")[0] == system.replace("40", "15")
    assert silence(rules, 16, "virtual")[0] == f"{system.replace('40', '16')}{GONE}"
    assert silence(rules, 0, "virtual")[0] == "No time is set for your answer"


@pytest.mark.parametrize("rulebook", rulebook_ids())
@pytest.mark.parametrize("dealer", ["human", "virtual", ""])
def test_the_floor_rules_everywhere_where_it_is_elected(rulebook: str, dealer: str) -> None:
    rules = rules_of(rulebook, 20, silent_player="floor_rules")
    called = "If you do not answer within 20 seconds, the floor is called and rules"
    assert silence(rules, 20, dealer)[0] == f"{called}{GONE if dealer == 'virtual' else ''}"


def test_the_reading_tells_both() -> None:
    reading = readings()["C-03"]
    assert reading.setting == "silent_player"
    assert "the floor is called and rules" in reading.adopted
    assert "never an automatic fold" not in reading.adopted


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_time_at_all_is_no_time_to_post(rulebook: str) -> None:
    findings = [one for one in check(filed(rulebook, 0)) if one.field == "table.decision_seconds"]
    assert [one.severity for one in findings] == ["violation"]
