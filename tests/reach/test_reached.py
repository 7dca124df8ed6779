"""How every act is done is written down beside the rulebooks, and is what the rounds show."""

import pytest

from croupier.rulebook.accounts import accounts
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import DATA, clauses
from tests.reach.finding import REACHED, acts, how, table
from tests.reach.playing import SPACE, played


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_is_written_down_is_what_the_rounds_show(rulebook: str) -> None:
    assert (DATA / f"reached/{rulebook}.tsv").read_text("utf-8") == table(rulebook), "run: make register"


def test_the_list_of_people_has_all_907_acts_and_each_is_about_a_clause() -> None:
    listed = [act for rulebook in rulebook_ids() for act in acts(rulebook)]
    assert len(listed) == 907
    assert [act for act in listed if act.clause_id not in clauses(act.rulebook)] == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_act_of_a_person_is_left_that_only_a_test_can_do(rulebook: str) -> None:
    assert [act for act in acts(rulebook) if act.screen in REACHED and not how(act)] == []


def test_a_clause_says_who_does_what_it_asks_and_how() -> None:
    found = {account.clause: account.reached for account in accounts("md-uth")}
    flop, nobody = found["md-uth:11C"], found["md-uth:1A"]
    assert [(one.person, one.how.startswith(SPACE)) for one in flop] == [("dealer", True)]
    assert "first three community cards are turned up" in flop[0].how
    assert [(one.person, one.how) for one in nobody] == [("", "/rules/md-uth")]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_the_texts_give_to_the_floor_is_not_a_dealers_key(rulebook: str) -> None:
    steps = played(rulebook).by_step
    found = {name: steps[name].person for name in ("verify_inspection", "ValidateAward", "Abandon") if name in steps}
    assert "verify_inspection" in found
    assert set(found.values()) == {"floor"}
