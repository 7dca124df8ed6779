"""All paytables that satisfy, and no other: compared with a twin that prices every candidate by itself."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from croupier.odds.cache import Shelf
from croupier.odds.design.asked import Wanted, read_choices, read_wanted
from croupier.odds.design.design import design, entry_of, form_of
from croupier.odds.design.found import Design, Preferred, front_of
from croupier.odds.wagers.custom_paytable import OwnTable, line_classes, own_results
from croupier.odds.wagers.results import Result
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load

Found = dict[frozenset[tuple[str, str]], tuple[Fraction, Fraction, Fraction]]
SHELF = Shelf()


def twin(rulebook: str, wager: str, paytable: str | None, moves: Mapping[str, str], wanted: Wanted) -> Found:
    """Every candidate priced as a paytable of one's own, one by one, and kept if it satisfies."""
    book = load(rulebook)
    entry = entry_of(book, wager, paytable)
    found: Found = {}
    choices = [read_choices(line, text, form_of(entry, line)) for line, text in moves.items()]
    for chosen in product(*choices):
        own = OwnTable(name="twin", lines=dict(zip(moves, chosen, strict=True)), rest_as_posted=True)
        try:
            result = next(iter(own_results(book, wager, paytable, own, SHELF)))
        except BadInput:
            continue  # no line is left
        if satisfies(result, wanted) and (not wanted.ladder or climbs(rulebook, wager, paytable, moves, result)):
            lines = frozenset((line.line, line.pays) for line in result.lines)
            found[lines] = (result.ev, result.variance, result.hit_frequency)
    return found


def satisfies(result: Result, wanted: Wanted) -> bool:
    nets = [line.contribution * result.total / line.count for line in result.lines if line.count]
    return (
        wanted.edge.has(-result.ev)
        and wanted.hits.has(result.hit_frequency)
        and (wanted.deviation.at_least or 0) ** 2 <= result.variance
        and (wanted.deviation.at_most is None or result.variance <= wanted.deviation.at_most**2)
        and (wanted.cap is None or all(net <= wanted.cap for net in nets))
    )


def climbs(rulebook: str, wager: str, paytable: str | None, moves: Mapping[str, str], result: Result) -> bool:
    """Whether no line pays less than one that comes more often; hands of a line that is gone lose one."""
    book = load(rulebook)
    entry = entry_of(book, wager, paytable)
    every = OwnTable(name="all", lines=dict.fromkeys(moves, entry.table.lines[0].pays), rest_as_posted=True)
    full = next(iter(own_results(book, wager, paytable, every, SHELF)))
    classes = line_classes(book, entry, SHELF)
    there = {line.line for line in result.lines}
    covered = {name for line in there for name in classes[line]}
    paid = [(line.count, line.contribution * result.total / line.count) for line in result.lines if line.count]
    gone = [line for line in full.lines if line.line not in there and not set(classes[line.line]) <= covered]
    lost = [(line.count, Fraction(-1)) for line in gone]
    return all(rare >= often for some, rare in paid + lost for more, often in paid if some < more)


def as_set(designs: list[Design]) -> Found:
    return {
        frozenset((line, str(odds)) for line, odds in one.lines): (one.ev, one.variance, one.hit_frequency)
        for one in designs
    }


ASKED = [
    ("md-uth", "trips", "A", {"full_house": "5..9", "flush": "4..8", "straight": "3..6 by 1/2"}, {"edge": "2%..4%"}),
    ("md-uth", "trips", "A", {"full_house": "5..9", "flush": "4..8", "straight": "3..6"}, {"ladder": True}),
    ("md-uth", "trips", "B", {"full_house": "5..9", "flush": "4..9|none", "straight": "3..6|none|push"}, {}),
    ("md-uth", "trips", "B", {"full_house": "5..9", "flush": "4..9|none", "straight": "3..6|none"}, {"ladder": True}),
    ("md-tcp", "pair_plus", "A", {"flush": "3..5", "straight": "5..7|none"}, {"hits": "24%..", "cap": 40}),
    ("md-tcp", "pair_plus", "A", {"flush": "1..9", "straight": "1..9"}, {"deviation": "2.85..2.95", "edge": "-2%.."}),
    ("md-fcp", "aces_up", None, {"four_aces": "60..70 by 5", "pair_of_aces": "1|push|none"}, {"hits": "..30%"}),
    ("md-uth", "progressive", None, {"flush": "10..50 by 10", "straight": "10..40 by 10"}, {"ladder": True}),
    ("md-tcp", "six_card_bonus", None, {"four_of_a_kind": "40..60 by 5", "flush": "10..20"}, {"edge": "5%..10%"}),
]


@pytest.mark.parametrize(("rulebook", "wager", "paytable", "moves", "asked"), ASKED)
def test_what_is_found_is_what_a_slow_look_at_every_candidate_finds(
    rulebook: str, wager: str, paytable: str | None, moves: dict[str, str], asked: dict[str, str]
) -> None:
    wanted = read_wanted(**asked)  # type: ignore[arg-type]
    found = design(load(rulebook), wager, paytable, moves, wanted, shelf=SHELF)
    slow = twin(rulebook, wager, paytable, moves, wanted)
    assert as_set(list(found.found)) == slow
    assert len(found.found) == len(slow) > 0
    entry = entry_of(load(rulebook), wager, paytable)
    sizes = [len(read_choices(line, text, form_of(entry, line))) for line, text in moves.items()]
    assert found.candidates == prod(sizes) >= len(slow)
    edges = [one.house_edge for one in found.found]
    assert edges == sorted(edges)


@pytest.mark.parametrize("edge", ["2%..3%", "2.9%..", "..2.2%"])
def test_best_play_is_solved_for_each_that_remains_and_none_that_satisfies_is_ruled_out(edge: str) -> None:
    moves = {"straight": "1..2", "three_of_a_kind": "3..6", "straight_flush": "4..8"}
    wanted = read_wanted(edge=edge)
    found = design(load("md-tcp"), "base", None, moves, wanted, shelf=SHELF)
    assert as_set(list(found.found)) == _base_twin(moves, wanted)
    assert 0 < len(found.found) < found.candidates == 40
    assert found.solved < found.candidates  # bounds spare the rest


def _base_twin(moves: Mapping[str, str], wanted: Wanted) -> Found:
    found: Found = {}
    for chosen in product(*(read_choices(line, text, None) for line, text in moves.items())):
        own = OwnTable(name="twin", lines=dict(zip(moves, chosen, strict=True)))
        (result,) = own_results(load("md-tcp"), "ante_bonus", None, own, SHELF)
        if wanted.edge.has(result.house_edge):
            lines = frozenset((line, str(odds)) for line, odds in own.lines.items())
            found[lines] = (result.ev, result.variance, result.hit_frequency)
    return found


def test_too_many_that_would_have_to_be_solved_are_refused_with_their_number() -> None:
    moves = {"straight": "1..2", "three_of_a_kind": "3..6"}
    with pytest.raises(BadInput, match="8 of 8 candidates remain"):
        design(load("md-tcp"), "base", None, moves, read_wanted(), shelf=SHELF, most_solved=7)


def test_the_front_is_those_that_no_other_betters_in_all() -> None:
    moves = {"full_house": "5..9", "flush": "4..8|none", "straight": "3..6"}
    for preferred in (Preferred(), Preferred(edge="low", deviation="high", hits="low")):
        found = design(load("md-uth"), "trips", "A", moves, read_wanted(), preferred=preferred, shelf=SHELF)
        good = [preferred.good(one.house_edge, one.variance, one.hit_frequency) for one in found.found]
        slow = {
            at for at, one in enumerate(good)
            if not any(other != one and all(a >= b for a, b in zip(other, one, strict=True)) for other in good)
        }  # fmt: skip
        assert {at for at, one in enumerate(found.found) if one.on_front} == slow == front_of(good)
        assert 0 < len(found.front) < len(found.found)


@pytest.mark.parametrize(
    ("moves", "asked", "sentence"),
    [
        ({}, {}, "No line may move"),
        ({"flsh": "1..3"}, {}, "the nearest is flush"),
        ({"flush": "0..3"}, {}, "odds of 0 are none"),
        ({"flush": "3..1"}, {}, "goes nowhere"),
        ({"flush": "1..3 by 0"}, {}, "goes nowhere"),
        ({"flush": "1..100000000"}, {}, "more than 10,000 choices"),
        ({"flush": "1/0"}, {}, "is not odds"),
        ({"flush": ""}, {}, "has no choices"),
        ({"flush": "1/100000"}, {}, "beyond any posted odds"),
        ({"flush": "lots"}, {}, "is not odds"),
        (dict.fromkeys(("flush", "straight", "full_house"), "1..9000"), {}, "candidates are too many"),
        ({"flush": "1..3"}, {"edge": "5%..3%"}, "ends before it begins"),
        ({"flush": "1..3"}, {"edge": ".."}, "is no range"),
        ({"flush": "1..3"}, {"hits": "-1%..3%"}, "below nothing"),
        ({"flush": "1..3"}, {"deviation": "much"}, "is no range"),
        ({"flush": "1..3"}, {"cap": "much"}, "is no number"),
        ({"flush": "1..3"}, {"cap": "20"}, "above the cap"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    moves: dict[str, str], asked: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        design(load("md-uth"), "trips", None, moves, read_wanted(**asked), shelf=SHELF)  # type: ignore[arg-type]


def test_a_ladder_that_posted_lines_break_already_is_refused() -> None:
    with pytest.raises(BadInput, match="which comes more often"):
        design(load("md-fcp"), "aces_up", None, {"four_aces": "60..70"}, read_wanted(ladder=True), shelf=SHELF)


def test_nothing_is_designed_that_nothing_is_staked_on() -> None:
    with pytest.raises(BadInput, match="Nothing is staked"):
        design(load("md-uth"), "envy", None, {"royal_flush": "1000..2000 by 1000"}, read_wanted(), shelf=SHELF)
