"""A submission that is still being written: the rules that it makes so far, whatever is wrong with it."""

import pytest
from msgspec.structs import replace

from croupier.rulebook.check import check
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.drafts import so_far
from croupier.rulebook.form.form import answered
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.shelf import example_text
from croupier.rulebook.submission import Submission, parse_submission

from .filings import filings


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_whatever_is_filed_makes_rules_and_what_is_clean_makes_its_own(rulebook: str) -> None:
    clean = 0
    for name, filed in filings(rulebook):
        try:
            violated = {one.field for one in check(filed) if one.severity == "violation"}
        except BadInput:
            continue
        draft = so_far(filed)
        assert {one.field for one in draft.aside} == violated, name
        assert draft.rules.tables, name
        if not violated:
            clean += 1
            assert (draft.rules, draft.filed) == (resolve(filed), filed), name
    assert clean > 1


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_of_nothing_but_a_rulebook_there_are_its_usual_rules(rulebook: str) -> None:
    draft = so_far(Submission(rules=rulebook))
    assert draft.rules.seats >= 6
    assert draft.rules.offers == ()
    assert draft.aside


def test_half_typed_texts_are_set_aside_with_their_paytable_alone() -> None:
    filed = parse_submission(example_text("ma-fcp-2"), "it")
    with pytest.raises(BadInput):
        check(replace(filed, odds={"ante_bonus": {"four_of_a_kind": "30 to"}}))
    draft = so_far(replace(filed, odds={"ante_bonus": {"four_of_a_kind": "30 to"}}))
    assert draft.why_not("ante_bonus").startswith("odds.ante_bonus.four_of_a_kind: ")
    assert draft.why_not("aces_up") == ""
    changed, refused = answered(example_text("ma-fcp-2"), [("progressive.mega.rate", ["12"])])
    assert refused == []
    draft = so_far(changed)
    assert [one.field for one in draft.aside] == ["progressive.mega.rate"]
    assert draft.why_not("progressive") == ""


def test_what_is_typed_is_taken_one_by_one_and_what_cannot_be_is_told() -> None:
    text = example_text("md-tcp")
    typed = [("table.seats", ["5"]), ("table.seats", ["many"]), ("elections.pair_plus", ["Z"]), ("offers", [])]
    filed, refused = answered(text, typed)
    assert (filed.table.seats, filed.elections["pair_plus"], filed.offers) == (5, "C", ())
    assert [sentence.partition(" ")[0] for sentence in refused] == ["table.seats", "elections.pair_plus"]
    assert answered(text, []) == (parse_submission(text, "it"), [])
