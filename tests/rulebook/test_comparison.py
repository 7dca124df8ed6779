"""Two submissions side by side, field by field with both clauses, and their signs line by line."""

import pytest

from croupier.rulebook.comparison.rulebooks import Difference
from croupier.rulebook.comparison.signs import compare_signs, sign_of
from croupier.rulebook.comparison.submissions import Compared, compare_sides
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from tests.house.floor import example

RULEBOOKS = rulebook_ids()


def filed(rules: str, *changes: tuple[str, str]) -> Compared:
    """The example of a rulebook with so many changes."""
    text = example(rules)
    for was, now in changes:
        assert was in text, was
        text = text.replace(was, now)
    return Compared("a filing", rules, text)


def differences(left: Compared, right: Compared) -> dict[str, Difference]:
    """What is not the same, by its key."""
    return {one.key: one for one in compare_sides(left, right).differences}


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_submission_is_the_same_as_itself_and_as_its_example(rules: str) -> None:
    assert compare_sides(filed(rules), filed(rules)).differences == ()
    assert compare_sides(filed(rules), Compared(rules, rules)).differences == ()
    assert compare_sides(filed(rules), filed(rules)).everything
    sign = sign_of(filed(rules))
    assert compare_signs(sign, sign) == ()


def test_another_letter_is_told_with_its_clause_on_both_sides() -> None:
    found = differences(filed("md-tcp"), filed("md-tcp", ('pair_plus = "C"', 'pair_plus = "D"')))
    assert list(found) == ["elections.pair_plus"]
    one = found["elections.pair_plus"]
    assert one.left
    assert one.right
    assert (one.section, one.title, one.verdict) == ("Elections", "Pair Plus", "differs")
    assert (one.left.value, one.right.value) == ("Paytable C", "Paytable D")
    assert one.left.clause == one.right.clause == ("md-tcp:.12D",)


@pytest.mark.parametrize(
    ("changes", "field", "left", "right"),
    [
        ([("minimum_cents = 1500", "minimum_cents = 2500")], "limits.ante.minimum_cents", "$15", "$25"),
        ([("seats = 7 ", "seats = 6 ")], "table.seats", "7", "6"),
        ([("reset_cents = 200000", "reset_cents = 1234500")], "progressive.reset_cents", "$2,000", "$12,345"),
    ],
)
def test_every_kind_of_value_is_told_as_people_read_it(
    changes: list[tuple[str, str]], field: str, left: str, right: str
) -> None:
    one = differences(filed("md-tcp"), filed("md-tcp", *changes))[field]
    assert one.left
    assert one.right
    assert (one.left.value, one.right.value) == (left, right)


def test_what_only_one_side_files_is_said_and_what_neither_answers_is_not() -> None:
    found = differences(filed("md-fcp"), filed("ma-fcp-1"))
    bonus = found["elections.six_card_bonus"]
    assert bonus.verdict == "only here"
    assert (bonus.left and bonus.left.value, bonus.right) == ("Paytable A", None)
    cover_all = found["limits.cover_all.minimum_cents"]
    assert (cover_all.left, cover_all.right and cover_all.right.value) == (None, "$1")
    assert "odds.ante_bonus.four_of_a_kind" in found, "30 to 1 is filed in Massachusetts"
    assert "odds.ante_bonus.straight_flush" not in found, "nothing is filed on either side"


def test_what_is_left_to_the_default_is_told_beside_what_is_filed() -> None:
    without = filed("md-uth", ("[payout_limit]\namount_cents = 7500000", "# nothing"))
    one = differences(without, filed("md-uth"))["payout_limit.amount_cents"]
    assert one.left
    assert one.right
    assert (one.verdict, one.left.value, one.right.value) == ("differs", "not filed, so no limit", "$75,000")


def test_two_rulebooks_are_compared_behind_what_is_filed_under_them() -> None:
    found = compare_sides(filed("ma-fcp-1"), filed("ma-fcp-2"))
    keys = {one.key for one in found.differences}
    assert {"rules", "elections.progressive", "progressive.stakes", "readings.A43"} <= keys
    assert found.filed[0].section == "Rulebook"
    stakes = next(one for one in found.law if one.key == "progressive.stakes")
    assert (stakes.left and stakes.left.clause) == ("ma-fcp-1:13(a)(5)",)
    assert (stakes.right and stakes.right.clause) == ("ma-fcp-1:13(a)(5)", "ma-fcp-2:13(b)/seed-scaling")
    bare = compare_sides(Compared("ma-fcp-1", "ma-fcp-1"), Compared("ma-fcp-2", "ma-fcp-2"))
    assert (bare.filed, bare.law) == ((), found.law), "of two rulebooks nothing is filed"


def test_readings_that_one_text_needed_and_the_other_did_not_are_told() -> None:
    found = differences(Compared("ma-fcp-1", "ma-fcp-1"), Compared("ma-fcp-2", "ma-fcp-2"))
    read = found["readings.A43"]
    assert (read.section, read.verdict, read.left) == ("Readings", "only here", None)
    assert read.right
    assert read.right.reading == ("A43",)
    assert read.right.value


def test_turned_round_the_sides_change_places() -> None:
    one, other = filed("md-fcp"), filed("ma-fcp-1")
    here, there = differences(one, other), differences(other, one)
    assert here.keys() == there.keys()
    for key, item in here.items():
        assert (item.left, item.right) == (there[key].right, there[key].left), key


def test_two_games_are_refused() -> None:
    with pytest.raises(BadInput, match="compare two rulebooks of one game"):
        compare_sides(filed("md-tcp"), filed("md-uth"))


def test_the_signs_differ_in_the_lines_that_the_other_letter_changes() -> None:
    changed = filed("md-tcp", ('pair_plus = "C"', 'pair_plus = "D"'))
    found = compare_signs(sign_of(filed("md-tcp")), sign_of(changed))
    of_pair_plus = [(one.only_on, one.text, one.clause) for one in found if one.part == "Pair Plus"]
    assert of_pair_plus == [
        ("left", "Paytable C", ("md-tcp:.12D(3)",)),
        ("right", "Paytable D", ("md-tcp:.12D(4)",)),
        ("left", "Three of a kind: 30 to 1", ("md-tcp:.12D(3)",)),
        ("right", "Three of a kind: 25 to 1", ("md-tcp:.12D(4)",)),
    ]
    assert [one.part for one in found if one.part != "Pair Plus"] == ["At the foot"] * 2, "the digest of the rules"


def test_a_submission_that_breaks_its_rules_has_no_sign_and_says_why() -> None:
    broken = filed("md-tcp", ("seats = 7 ", "seats = 9 "))
    assert differences(filed("md-tcp"), broken).keys() == {"table.seats"}
    with pytest.raises(BadInput, match=r"no sign nor edge of a filing yet.*table\.seats") as refused:
        sign_of(broken)
    assert refused.value.clause == "md-tcp:.02A"
