"""Submissions on their way to being in force: who may do what with them, and that every change is kept."""

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers import filing_commands as fc
from croupier.house.handlers.idempotency import Answer, Done
from croupier.house.log.filings import Filing, spliced
from croupier.house.service.following import filings_to_follow
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.errors import BadInput
from croupier.table.values.refusal import Refusal
from tests.house.floor import KEYS, Clock, example

TESS, RAE = "department:tess", "regulator:rae"
DAY_MS = 86_400_000
WITH_A = example("md-tcp").replace('pair_plus = "C"', 'pair_plus = "A"')


class Desk:
    """A house with a desk, at a clock that a test sets."""

    def __init__(self, database: Database) -> None:
        self.clock = Clock()  # 2027-01-15
        self.house = House(database, KEYS, self.clock)
        self.house.open_cage()

    def ask(self, command: fc.AnyFilingCommand) -> Answer:
        return self.house.ask(h.Request(CAGE, command))

    def done(self, command: fc.AnyFilingCommand) -> Filing:
        answer = self.ask(command)
        assert isinstance(answer, Done), answer
        return self.house.table(CAGE).filings[getattr(command, "filing", 0) - 1]

    def refused(self, command: fc.AnyFilingCommand) -> str:
        answer = self.ask(command)
        assert isinstance(answer, Refusal), answer
        assert answer.sentence.endswith(".")
        return answer.code

    def approved(self, text: str, from_day: str, follows: int = 0, until_day: str = "") -> int:
        made = self.done(fc.MakeFiling(text=text, follows=follows, by=TESS))
        number = made.filing
        filed = self.done(fc.SubmitFiling(filing=number, version=made.version, by=TESS))
        self.done(
            fc.ApproveFiling(filing=number, version=filed.version, from_day=from_day, until_day=until_day, by=RAE)
        )
        return number


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


def test_from_draft_to_force_every_change_is_kept_with_who_and_when(desk: Desk, database: Database) -> None:
    made = desk.done(fc.MakeFiling(text=example("md-tcp"), by=TESS))
    assert (made.state, made.version, made.made_by) == ("draft", 1, TESS)
    edited = desk.done(fc.EditFiling(filing=1, version=1, text=WITH_A, by=TESS))
    assert edited.text == WITH_A
    assert edited.changes[-1].fields == ("elections.pair_plus",)
    filed = desk.done(fc.SubmitFiling(filing=1, version=2, by=TESS))
    assert (filed.state, len(filed.digest)) == ("filed", 64)
    remarked = desk.done(fc.RemarkFiling(filing=1, field="table.seats", note="Seven?", by=RAE))
    returned = desk.done(fc.ReturnFiling(filing=1, version=remarked.version, note="See the remark", by=RAE))
    assert returned.open
    again = desk.done(fc.SubmitFiling(filing=1, version=returned.version, by=TESS))
    approved = desk.done(
        fc.ApproveFiling(
            filing=1, version=again.version, from_day="2027-02-01", until_day="2027-02-28", conditions=("One",), by=RAE
        )
    )
    assert [approved.standing(day) for day in ("2027-01-31", "2027-02-01", "2027-02-28", "2027-03-01")] == [
        "approved", "in_force", "in_force", "over",
    ]  # fmt: skip
    withdrawn = desk.done(fc.WithdrawFiling(filing=1, note="Another game", by=TESS))
    assert withdrawn.standing("2027-02-10") == "withdrawn"
    kinds = [one.kind for one in withdrawn.changes]
    assert kinds == ["made", "edited", "filed", "remarked", "returned", "filed", "approved", "withdrawn"]
    assert all(one.by in (TESS, RAE) and one.at_ms for one in withdrawn.changes)
    assert House(database, KEYS).table(CAGE).filings == (withdrawn,), "read again from the log"
    assert audit(database, KEYS).ok


def test_whoever_has_not_seen_the_last_change_overwrites_nothing(desk: Desk) -> None:
    desk.done(fc.MakeFiling(text=example("md-tcp"), by=TESS))
    desk.done(fc.EditFiling(filing=1, version=1, text=WITH_A, by="department:uma"))
    answer = desk.ask(fc.EditFiling(filing=1, version=1, text=example("md-tcp"), by=TESS))
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert "uma" in answer.sentence
    assert desk.house.table(CAGE).filings[0].text == WITH_A


def test_what_is_not_theirs_or_not_due_is_refused_and_changes_nothing(desk: Desk) -> None:
    assert desk.refused(fc.MakeFiling(text=example("md-tcp"), by=RAE)) == "not_your_role"
    assert desk.refused(fc.MakeFiling(text="rules = [", by=TESS)) == "submission"
    desk.done(fc.MakeFiling(text=example("md-tcp").replace("seats = 7", "seats = 9"), by=TESS))
    before = desk.house.table(CAGE).filings
    assert desk.refused(fc.SubmitFiling(filing=1, version=1, by=TESS)) == "submission"
    assert desk.refused(fc.EditFiling(filing=1, version=1, text=example("md-uth"), by=TESS)) == "other_rulebook"
    assert desk.refused(fc.EditFiling(filing=1, version=1, text=example("md-tcp"), by=RAE)) == "not_your_role"
    assert desk.refused(fc.ReturnFiling(filing=1, version=1, note="No", by=RAE)) == "not_filed"
    assert desk.refused(fc.MakeFiling(text=example("md-tcp"), follows=1, by=TESS)) == "not_approved"
    assert desk.refused(fc.WithdrawFiling(filing=1, note=" ", by=TESS)) == "no_note"
    assert desk.refused(fc.WithdrawFiling(filing=2, note="Gone", by=TESS)) == "no_filing"
    assert desk.refused(fc.RequireApproval(required=True, by=TESS)) == "not_your_role"
    assert desk.house.table(CAGE).filings == before
    desk.done(fc.MakeFiling(text=WITH_A, by=TESS))
    desk.done(fc.SubmitFiling(filing=2, version=1, by=TESS))
    assert desk.refused(fc.EditFiling(filing=2, version=2, text=example("md-tcp"), by=TESS)) == "not_open"
    for from_day, until_day in (("tomorrow", ""), ("2027-02-30", ""), ("2027-02-02", "2027-02-01"), ("20270202", "")):
        wrong = fc.ApproveFiling(filing=2, version=2, from_day=from_day, until_day=until_day, by=RAE)
        assert desk.refused(wrong) == "days"


@pytest.mark.parametrize("worked", [0, 1, 2])
def test_nobody_approves_what_they_worked_on_for_the_department(desk: Desk, worked: int) -> None:
    by = ["department:rae" if worked == act else TESS for act in range(3)]
    desk.done(fc.MakeFiling(text=example("md-tcp"), by=by[0]))
    desk.done(fc.EditFiling(filing=1, version=1, text=WITH_A, by=by[1]))
    filed = desk.done(fc.SubmitFiling(filing=1, version=2, by=by[2]))
    approving = fc.ApproveFiling(filing=1, version=filed.version, from_day="2027-02-01", by=RAE)
    assert desk.refused(approving) == "same_person", "whatever role they have been given since"
    desk.done(fc.ApproveFiling(filing=1, version=filed.version, from_day="2027-02-01", by="regulator:ron"))


def test_where_it_is_required_a_table_opens_only_under_a_filing_in_force(desk: Desk) -> None:
    assert isinstance(desk.ask(fc.RequireApproval(required=True, by=RAE)), Done)
    assert desk.refused(fc.RequireApproval(required=True, by=RAE)) == "as_it_is"
    number = desk.approved(example("md-tcp"), "2027-01-16")
    with pytest.raises(BadInput, match="approved submission in force"):
        desk.house.open_table("oak-1", example("md-tcp"), TableTerms())
    desk.clock.at_ms += DAY_MS
    with pytest.raises(BadInput, match="approved submission in force"):
        desk.house.open_table("oak-1", WITH_A, TableTerms())
    assert desk.house.open_table("oak-1", example("md-tcp") + "# the same", TableTerms()).filing == number
    refused = desk.house.ask(h.Request("oak-1", h.ChangeRules(submission=WITH_A)))
    assert isinstance(refused, Refusal)
    assert refused.code == "not_approved"


def test_from_its_day_on_a_table_follows_the_filing_that_replaces_its_own(desk: Desk, database: Database) -> None:
    first = desk.approved(example("md-tcp"), "2027-01-15")
    table = desk.house.open_table("oak-1", example("md-tcp"), TableTerms())
    assert table.filing == first
    second = desk.approved(WITH_A, "2027-01-17", follows=first)
    desk.clock.at_ms += DAY_MS
    assert filings_to_follow(desk.house) == [], "not before its day"
    desk.clock.at_ms += DAY_MS
    (request,) = filings_to_follow(desk.house)
    assert isinstance(desk.house.ask(request), Done)
    changed = desk.house.table("oak-1")
    assert (changed.filing, changed.digest != table.digest) == (second, True)
    assert filings_to_follow(desk.house) == []
    assert audit(database, KEYS).ok


@pytest.mark.parametrize(("before", "after"), [("", "a"), ("aa", "a"), ("abc", "abc"), ("abab", "ab"), ("xay", "xbby")])
def test_a_change_is_kept_as_what_came_in_the_place_of_what(before: str, after: str) -> None:
    at, cut, put = spliced(before, after)
    assert before[:at] + put + before[at + cut :] == after
