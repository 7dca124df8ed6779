"""What a line pays keeps the form that the law prints, and reads back as itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.payout import (
    LARGEST,
    METERS,
    FixedSum,
    For,
    MeterShare,
    Odds,
    Push,
    To,
    no_less,
    parse_odds,
    winnings_per_unit,
)

NUMBERS = st.integers(1, LARGEST)
ODDS: st.SearchStrategy[Odds] = st.one_of(
    st.builds(To, NUMBERS, NUMBERS),
    st.builds(For, NUMBERS, NUMBERS),
    st.builds(MeterShare, st.integers(1, 100), st.sampled_from(METERS)),
    st.builds(FixedSum, NUMBERS.map(lambda dollars: dollars * 100)),
    st.just(Push()),
)

FORMS = [
    ("50 to 1", To(50, 1)),
    ("3 to 2", To(3, 2)),
    ("1,000 to 1", To(1000, 1)),
    ("300 for 1", For(300, 1)),
    ("100 percent of progressive", MeterShare(100, "progressive")),
    ("10 percent of major", MeterShare(10, "major")),
    ("$25", FixedSum(2_500)),
    ("$1,000,000", FixedSum(100_000_000)),
    ("push", Push()),
]


@pytest.mark.parametrize(("text", "odds"), FORMS)
def test_each_form_reads_as_what_it_says(text: str, odds: Odds) -> None:
    assert parse_odds(text) == odds
    assert str(odds) == text


@pytest.mark.parametrize(("text", "odds"), [("1000 to 1", To(1000)), ("$1000", FixedSum(100_000))])
def test_a_number_may_be_written_without_its_commas(text: str, odds: Odds) -> None:
    assert parse_odds(text) == odds


@given(ODDS)
def test_odds_read_back_as_themselves(odds: Odds) -> None:
    assert parse_odds(str(odds)) == odds


def test_to_and_for_are_not_the_same() -> None:
    assert parse_odds("6 to 1") != parse_odds("6 for 1")
    assert winnings_per_unit(To(6)) == 7
    assert winnings_per_unit(For(6)) == 6
    assert winnings_per_unit(To(3, 2)) * 2 == 5


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "50", "to", "50 to", "to 1", "50to1", "50 to 1 ", " 50 to 1", "50  to 1", "50 To 1", "50 to 1\n"),
        *("0 to 1", "1 to 0", "0 for 1", "-5 to 1", "+5 to 1", "5.0 to 1", "1/2 to 1", "50:1", "50-1", "evens"),
        *(", to 1", ",5 to 1", "5, to 1", "10,00 to 1", "1,0000 to 1", "1,,000 to 1", "007 to 1", "1 to 01"),
        *("1,000,000,001 to 1", f"{'9' * 5000} to 1", f"{'9' * 5000} percent of major", f"${'9' * 5000}"),
        *("٥ to 1", "５ to 1", "²to 1", "50\u00a0to 1", "50 tо 1"),
        *("0 percent of major", "101 percent of major", "010 percent of major", "10 percent of grand"),
        *("10% of major", "10 percent of the major", "١٠ percent of major", "10 percent of", "1.5 percent of major"),
        *("$0", "$", "$-5", "$1.50", "$1,00", "25$", "£25", "$ 25", "Push", "pushes"),
    ],
)
def test_anything_else_is_refused_in_a_line_that_says_what_to_write(text: str) -> None:
    with pytest.raises(BadInput, match=r"^.*(write|largest taken).*\.$") as refused:
        parse_odds(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 700


@given(st.text())
def test_arbitrary_text_is_odds_or_refused(text: str) -> None:
    try:
        odds = parse_odds(text)
    except BadInput:
        return
    assert parse_odds(str(odds)) == odds
    assert str(odds).replace(",", "") == text.replace(",", "")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_posted_line_reads_back_as_itself(rulebook: str) -> None:
    lines = [line for menu in load(rulebook).paytables for table in menu.tables for line in table.lines]
    assert len(lines) > 40
    for line in lines:
        assert parse_odds(str(line.pays)) == line.pays


@pytest.mark.parametrize(
    ("odds", "posted", "holds"),
    [
        ("7 to 2", "3 to 1", True),
        ("3 to 1", "7 to 2", False),
        ("4 for 1", "3 to 1", False),  # as much, and of another kind
        ("$600", "$500", True),
        ("$400", "$500", False),
        ("20 percent of major", "10 percent of major", True),
        ("20 percent of minor", "10 percent of major", False),
        ("1 to 1", "push", True),
        ("push", "push", True),
        ("push", "1 to 1", False),
        ("1 for 1", "push", False),
    ],
)
def test_odds_are_no_less_than_posted(odds: str, posted: str, holds: bool) -> None:
    assert no_less(parse_odds(odds), parse_odds(posted)) is holds
