"""The rule card: everything that the data cites can be read on it, and two columns never share a name."""

import pytest

from croupier.rulebook.card import Entry, SectionCard, card, column_title
from croupier.rulebook.comparison.rulebooks import compare
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.walk import places


def section(rulebook: str, name: str) -> SectionCard:
    """A section of the card."""
    return next(part for part in card(load(rulebook)) if part.name == name)


def entry(rulebook: str, name: str, heading: str) -> Entry:
    """The line of a section under that heading."""
    (found,) = (line for line in section(rulebook, name).entries if line.heading == heading)
    return found


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_clause_that_the_data_cites_stands_on_the_card(rulebook: str) -> None:
    shown = set[str]()
    for part in card(load(rulebook)):
        for line in (*part.entries, *part.asks):
            shown |= set(line.clauses)
        for grid in part.grids:
            shown |= {*grid.clauses, *(clause for table in grid.columns for clause in table.clause)}
    left_out = places(load(rulebook)).keys() - shown
    assert left_out <= {"ma-fcp-2:[all-other-clauses]"}  # that the editions agree otherwise is for `rules diff` to say


@pytest.mark.parametrize(
    ("rulebook", "heading", "words", "clause"),
    [
        ("md-tcp", "Progressive A, meter", ("at least $1,000", "at least 14 percent of each stake"), ".12E(3)(a)/1"),
        ("md-tcp", "Progressive B, meter", ("at least $1,000", "at least 20 percent of each stake"), ".12E(3)(a)/2"),
        ("md-fcp", "Progressive C, meter", ("at least $10,000",), ".12D[1st](3)(b)(iii)"),
        ("md-uth", "Progressive C, minor meter", ("at least $250",), "12D(3)(b)(iii)(3)"),
        ("ma-fcp-2", "Progressive PTMGL01, meter", ("exactly $10,000", "grow with it"), "13(b)/PTMGL01/seed"),
        ("ma-fcp-2", "Progressive PTMGL01, printed beneath", ("NOT Returned",), "13(b)/original-wager"),
        ("md-tcp", "Six Card Bonus, ranked on", ("super royal on all six",), ".07E(5)(a)"),
        ("md-tcp", "Six Card Bonus, ranked on", ("super royal on all six",), ".11D(8)(d)"),
        ("md-uth", "Six Card Bonus, ranked on", ("super royal on all six",), "7F(4)(a)"),
    ],
)
def test_what_a_grid_cannot_show_is_said_beneath_it(
    rulebook: str, heading: str, words: tuple[str, ...], clause: str
) -> None:
    line = entry(rulebook, "paytables", heading)
    assert all(word in line.text for word in words), line.text
    assert f"{rulebook}:{clause}" in line.clauses


def test_the_payout_limit_lists_its_wagers() -> None:
    line = entry("md-uth", "payout_limit", "Covers")
    assert "Ante, play, blind, trips" in line.text
    assert "ultimate pairs, bad beat, play the board if payout limit covers is main and side wagers" in line.text


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_columns_are_told_apart_by_their_names(rulebook: str) -> None:
    for grid in section(rulebook, "paytables").grids:
        names = [column_title(table) for table in grid.columns]
        assert len(set(names)) == len(names), names


def test_the_sentence_that_the_later_edition_dropped_is_a_difference() -> None:
    found = {item.key: item for item in compare(load("ma-fcp-1"), load("ma-fcp-2"))}
    item = found["dealing.automated_shoe.steps.deal_other_players"]
    assert item.verdict == "differs"
    assert item.left
    assert item.right
    assert "says it twice" in item.left.value
    assert "says it twice" not in item.right.value


def test_what_both_editions_ask_of_a_stake_is_not_only_in_one() -> None:
    found = [item for item in compare(load("ma-fcp-1"), load("ma-fcp-2")) if "stake_cents one_of" in item.key]
    assert [item.verdict for item in found] == ["differs"]
    assert found[0].left
    assert found[0].right
    assert found[0].left.clause == found[0].right.clause == ("ma-fcp-1:13(a)(5)",)


def test_posted_limits_are_a_clause_in_one_state_and_a_reading_in_the_other() -> None:
    found = {item.key: item for item in compare(load("md-fcp"), load("ma-fcp-1")) if "requirements.limits" in item.key}
    assert {item.verdict for item in found.values()} == {"only here"}
    maryland, massachusetts = (
        found["wagers.requirements.limits formula"],
        found["wagers.requirements.limits.ante formula"],
    )
    assert maryland.left
    assert (maryland.left.clause, maryland.left.reading) == ((), ("C-01",))
    assert massachusetts.right
    assert massachusetts.right.clause == ("ma-fcp-1:6(a)(1)#1",)
