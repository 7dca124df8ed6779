"""Further figures of a result, beside sums over every sequence of rounds; and what the rules say of a paytable."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from msgspec.structs import replace

from croupier.odds.cache import Shelf
from croupier.odds.games.base import ev_of_same_play, solved
from croupier.odds.wagers.catalogue import AS_POSTED, find
from croupier.odds.wagers.custom_paytable import OwnTable, own_results
from croupier.odds.wagers.results import Result
from croupier.odds.wagers.statistics import drought, law_of_result, permission_of, statistics
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.paytable import Lines
from croupier.rulebook.load import load
from croupier.rulebook.payout import parse_odds

SHELF = Shelf()


def _posted(rulebook: str, wager: str, paytable: str | None = None) -> Result:
    return find(load(rulebook), wager, paytable)[0].work_out(SHELF, AS_POSTED)


def _own(rulebook: str, wager: str, **lines: str) -> Result:
    odds = {line: parse_odds(text) if text != "none" else None for line, text in lines.items()}
    own = OwnTable(name="own", lines=odds, rest_as_posted=True)
    return next(iter(own_results(load(rulebook), wager, None, own, SHELF)))


@pytest.mark.parametrize("wager", ["pair_plus", "base"])
def test_a_session_is_every_sequence_of_its_rounds(wager: str) -> None:
    result = _posted("md-tcp", wager)
    law, rounds = law_of_result(result), 3
    ends: dict[Fraction, Fraction] = {}
    for deals in product(law, repeat=rounds):
        end = sum((won for won, _ in deals), Fraction(0))
        chance = Fraction(prod(count for _, count in deals), result.total**rounds)
        ends[end] = ends.get(end, Fraction(0)) + chance
    session = statistics(load("md-tcp"), result, rounds).session
    assert sum(ends.values()) == 1
    assert session.mean == sum(end * chance for end, chance in ends.items())
    assert session.variance == sum(end**2 * chance for end, chance in ends.items()) - session.mean**2
    assert session.ahead == pytest.approx(float(sum(chance for end, chance in ends.items() if end > 0)), abs=1e-10)
    for percent, units in session.quantiles.items():
        up_to = sum(chance for end, chance in ends.items() if float(end) <= units + 1e-9)
        below = sum(chance for end, chance in ends.items() if float(end) < units - 1e-9)
        assert below < Fraction(percent, 100) <= up_to
    for bar in session.bars:
        inside = sum(c for end, c in ends.items() if bar.from_units - 1e-9 <= float(end) < bar.to_units - 1e-9)
        assert bar.chance == pytest.approx(float(inside), abs=1e-10)


def test_moments_and_returns_are_those_of_every_deal() -> None:
    result = _posted("md-uth", "trips", "A")
    found = statistics(load("md-uth"), result)
    law = law_of_result(result)
    third = sum((won - result.ev) ** 3 * count for won, count in law) / result.total
    assert found.third == third
    assert found.skewness(result.variance) == pytest.approx(float(third) / float(result.variance) ** 1.5)
    assert sum(line.returned for line in found.lines) - 1 == result.ev
    more = _own("md-uth", "trips", flush="8 to 1")
    (flush,) = (line for line in found.lines if line.line == "flush")
    assert more.house_edge == result.house_edge - flush.per_unit


def test_in_the_game_against_the_dealer_lines_add_what_the_play_of_now_would_lose_without_them() -> None:
    book, result = load("md-tcp"), _posted("md-tcp", "base")
    lines = {line.line: line for line in statistics(book, result).lines}
    table = find(book, "base")[0].table
    assert set(lines) == {line.line for line in table.lines}
    for name, line in lines.items():
        rest = Lines(one for one in table.lines if one.line != name)
        without = ev_of_same_play(book, solved(book, table, SHELF), table, replace(table, lines=rest))
        assert result.ev - without == line.returned > 0
        kinder = _own("md-tcp", "base", **{name: "40 to 1"})
        pays = Fraction(table.pays(name).pays)  # type: ignore[union-attr]
        assert kinder.house_edge <= result.house_edge - (40 - pays) * line.per_unit
    own = statistics(book, _own("md-tcp", "base", straight="2 to 1", flush="1 to 1"))
    assert {line.line: line.pays for line in own.lines}["flush"] == "1 to 1"


@pytest.mark.parametrize(
    "hits", [Fraction(1, 2), Fraction(1527, 10_000), Fraction(1, 20), Fraction(19, 20), Fraction(1)]
)
def test_a_drought_longer_than_usual_comes_to_one_wait_in_twenty(hits: Fraction) -> None:
    rounds = drought(hits)
    assert rounds is not None
    assert (1 - hits) ** rounds <= Fraction(1, 20)
    assert rounds == 1 or (1 - hits) ** (rounds - 1) > Fraction(1, 20)


def test_what_never_wins_has_no_drought_that_ends() -> None:
    assert drought(Fraction(0)) is None


def test_an_award_beyond_any_session_is_told_apart() -> None:
    result = _posted("md-uth", "progressive")
    session = statistics(load("md-uth"), result, 200).session
    assert session.large_from is not None
    assert session.large_from > 200
    large = sum(count for won, count in law_of_result(result) if won >= session.large_from)
    assert session.large_chance == pytest.approx(float(1 - (1 - Fraction(large, result.total)) ** 200))


@pytest.mark.parametrize("rounds", [0, 1001])
def test_a_session_of_no_or_too_many_rounds_is_refused(rounds: int) -> None:
    with pytest.raises(BadInput, match="from 1 to 1,000"):
        statistics(load("md-tcp"), _posted("md-tcp", "pair_plus"), rounds)


@pytest.mark.parametrize(
    ("rulebook", "wager", "lines", "kind", "paytable"),
    [
        ("md-uth", "trips", {}, "posted", "A"),
        ("md-uth", "trips", {"flush": "6 to 1", "full_house": "8 to 1"}, "not_in_the_rules", ""),
        ("md-uth", "trips", {"full_house": "8 to 1"}, "posted", "C"),
        ("md-uth", "trips", {"flush": "none"}, "not_in_the_rules", ""),
        ("ma-fcp-1", "base", {"three_of_a_kind": "3 to 1"}, "above_minimum", "A"),
        ("ma-fcp-1", "base", {"three_of_a_kind": "1 to 1"}, "below_floor", "A"),
        ("ma-fcp-1", "base", {"three_of_a_kind": "none"}, "not_in_the_rules", ""),
    ],
)
def test_what_the_rules_say_of_a_paytable(
    rulebook: str, wager: str, lines: dict[str, str], kind: str, paytable: str
) -> None:
    result = _own(rulebook, wager, **lines) if lines else _posted(rulebook, wager)
    found = permission_of(load(rulebook), wager, result)
    assert (found.kind, found.paytable) == (kind, paytable)
    assert found.sentence.endswith(".")
    assert bool(found.clause) == (kind != "not_in_the_rules")
    assert bool(found.below) == (kind == "below_floor")


def test_a_table_that_was_struck_is_named_and_not_in_force() -> None:
    book = load("md-tcp")
    struck = next(entry for entry in find(book) if entry.table.status == "struck")
    found = permission_of(book, struck.wager, struck.work_out(SHELF, AS_POSTED))
    assert (found.kind, found.paytable) == ("not_in_force", struck.table.id)
