"""Comparing two rulebooks: what holds whichever two are compared."""

import itertools
from functools import cache

import msgspec
import pytest

from croupier.rulebook.comparison.rulebooks import Difference, compare
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Ruled
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.phrases import payload
from croupier.rulebook.walk import walk

BOOKS = {name: load(name) for name in rulebook_ids()}
PAIRS = [(left, right) for left, right in itertools.permutations(BOOKS, 2) if BOOKS[left].game == BOOKS[right].game]
STRANGERS = [(left, right) for left, right in itertools.permutations(BOOKS, 2) if BOOKS[left].game != BOOKS[right].game]


def compared(left: str, right: str) -> dict[str, Difference]:
    """Each key's comparison."""
    return {item.key: item for item in compare(BOOKS[left], BOOKS[right])}


@cache
def values(rulebook: str) -> dict[str, Ruled]:
    """Each value of a rulebook by its key."""
    return {".".join(key): value for key, value in walk(BOOKS[rulebook])}


@cache
def speaking(rulebook: str) -> dict[str, Ruled]:
    """Each value of a rulebook that says something of its own."""
    return {key: value for key, value in values(rulebook).items() if payload(value)}


def test_there_are_three_rulebooks_of_one_game() -> None:
    assert len(PAIRS) == 6
    assert len(STRANGERS) == 14


@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_value_has_a_key_of_its_own(rulebook: str) -> None:
    keys = [".".join(key) for key, _ in walk(BOOKS[rulebook])]
    assert len(keys) > 300
    assert len(set(keys)) == len(keys), sorted({key for key in keys if keys.count(key) > 1})


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_rulebook_is_the_same_as_itself(rulebook: str) -> None:
    found = compare(BOOKS[rulebook], BOOKS[rulebook])
    assert {item.verdict for item in found} == {"same"}
    assert all(item.left == item.right for item in found)
    assert {item.key for item in found} == set(speaking(rulebook))


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_turned_round_it_says_the_same_with_sides_exchanged(left: str, right: str) -> None:
    here, there = compared(left, right), compared(right, left)
    assert here.keys() == there.keys()
    for key, item in here.items():
        other = there[key]
        assert (item.verdict, item.twin) == (other.verdict, other.twin), key
        assert (item.left, item.right) == (other.right, other.left), key


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_nothing_is_left_out_and_every_side_cites_its_clause(left: str, right: str) -> None:
    found = compared(left, right)
    everything = speaking(left).keys() | speaking(right).keys()
    # What both ask of a field under other conditions stands under one key, without them.
    together = found.keys() - everything
    asked = {key for key in everything if key.partition(" when ")[0] in together}
    assert (found.keys() - together) | asked == everything
    assert len(asked) == 2 * len(together)
    assert all(found[key].verdict == "differs" for key in together)
    for key, item in found.items():
        if key in together:
            continue
        assert (item.left is not None) is (key in values(left)), key
        assert (item.right is not None) is (key in values(right)), key
        assert (item.verdict == "only here") is (item.left is None or item.right is None), key
        for side in filter(None, (item.left, item.right)):
            assert side.value, key
            assert side.clause or side.reading, key


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_where_two_values_differ_a_reader_can_see_how(left: str, right: str) -> None:
    differing = [item for item in compare(BOOKS[left], BOOKS[right]) if item.verdict == "differs"]
    assert differing
    for item in differing:
        assert item.left is not None
        assert item.right is not None
        assert item.left.value != item.right.value, item.key


def test_the_left_order_is_kept_and_what_only_the_right_has_follows() -> None:
    keys = list(compared("md-fcp", "ma-fcp-1"))
    said = speaking("md-fcp").keys() | speaking("ma-fcp-1").keys()
    right = [key for key in values("ma-fcp-1") if key not in values("md-fcp")]
    assert keys == [key for key in [*values("md-fcp"), *right] if key in said]


def test_one_changed_value_is_one_difference() -> None:
    book = BOOKS["md-tcp"]
    assert book.table.seats is not None
    seats = msgspec.structs.replace(book.table.seats, at_most=6)
    changed = msgspec.structs.replace(book, table=msgspec.structs.replace(book.table, seats=seats))
    (item,) = (item for item in compare(book, changed) if item.verdict != "same")
    assert (item.key, item.verdict) == ("table.seats", "differs")
    assert item.left is not None
    assert item.right is not None
    assert (item.left.value, item.right.value) == ("at most 7 seats", "at most 6 seats")


def test_other_words_for_the_same_value_are_no_difference() -> None:
    book = BOOKS["md-tcp"]
    assert book.table.seats is not None
    seats = msgspec.structs.replace(book.table.seats, says="Seven at most.", clause=("md-tcp:.02B",))
    changed = msgspec.structs.replace(book, table=msgspec.structs.replace(book.table, seats=seats))
    assert {item.verdict for item in compare(book, changed)} == {"same"}


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_twin_is_a_table_of_the_other_rulebook_with_the_same_lines(left: str, right: str) -> None:
    twins = [item for item in compare(BOOKS[left], BOOKS[right]) if item.twin]
    tables = {rulebook: speaking(rulebook) for rulebook in (left, right)}
    for item in twins:
        own, other = (left, right) if item.left else (right, left)
        table = tables[own][item.key]
        assert isinstance(table, Paytable)
        for name in item.twin.split(", "):
            lines = [
                value.lines
                for key, value in tables[other].items()
                if isinstance(value, Paytable) and value.id == name and key.split(".")[1] == item.key.split(".")[1]
            ]
            assert table.lines in lines, (item.key, name)


@pytest.mark.parametrize(("left", "right"), STRANGERS)
def test_rulebooks_of_two_games_are_not_compared(left: str, right: str) -> None:
    with pytest.raises(BadInput, match=rf"^{left} is .* and {right} is .*; compare two rulebooks of one game\.$"):
        compare(BOOKS[left], BOOKS[right])
