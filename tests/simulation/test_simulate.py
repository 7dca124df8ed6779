"""Simulate as Python code calls it: what it takes and what it refuses."""

from typing import Any

import pytest

from croupier.cards import Card
from croupier.odds.simulation.simulate import simulate
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from tests.simulation.tables import rules_of


def test_a_python_function_plays_as_the_strategy_it_copies() -> None:
    queen_six_four = [(14,), (13,), (12, 7), (12, 6, 4), (12, 6, 5)]

    def player(own: tuple[Card, ...], community: tuple[Card, ...], up: tuple[Card, ...]) -> str:
        assert not community
        assert not up
        ranks = tuple(sorted((card.rank for card in own), reverse=True))
        suits = {card.suit for card in own}
        straight = ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3
        low = ranks[0] == 12 and (ranks[1] > 7 or any(ranks[: len(least)] >= least for least in queen_six_four[2:]))
        plays = len(set(ranks)) < 3 or len(suits) == 1 or straight or ranks[0] > 12 or low
        return "play:1" if plays else "fold"

    rules = rules_of("md-tcp")
    own = simulate(rules, 4_000, 3, strategies=player)
    named = simulate(rules, 4_000, 3, strategies="Q-6-4")
    assert own.wager("all").net_cents == named.wager("all").net_cents
    assert own.wager("base").ev is None
    assert own.wager("six_card_bonus").ev is not None
    assert own.strategies == ("player",)


@pytest.mark.parametrize(("rulebook", "seen"), [("md-fcp", {(0, 1)}), ("md-uth", {(0, 0), (3, 0), (5, 0)})])
def test_a_function_sees_what_a_player_sees(rulebook: str, seen: set[tuple[int, int]]) -> None:
    asked: set[tuple[int, int]] = set()

    def player(own: tuple[Card, ...], community: tuple[Card, ...], up: tuple[Card, ...]) -> str:
        asked.add((len(community), len(up)))
        assert len({*own, *community, *up}) == len(own) + len(community) + len(up)
        return "check" if rulebook == "md-uth" and len(community) < 5 else "fold"

    result = simulate(rules_of(rulebook), 50, strategies=player)
    assert asked == seen
    assert result.wager("base").hits == {"fold": 50}


def test_an_answer_that_the_game_has_not_is_refused() -> None:
    with pytest.raises(BadInput, match=r"answered 'play:4' with .*; the answers are play:1, fold"):
        simulate(rules_of("md-tcp"), 10, strategies=lambda *cards: "play:4")


def test_seats_may_differ_in_stakes_and_strategies() -> None:
    stakes = ({"ante": 500}, {"ante": 100, "pair_plus": 300}, {"pair_plus": 200})
    result = simulate(rules_of("md-tcp"), 2_000, seats=3, stakes=stakes, strategies=("best", "never", "best"))
    assert [found.wager for found in result.results if found.seat == 3] == ["pair_plus", "all"]
    assert result.wager("base", 2).net_cents == -100 * 2_000
    assert result.wager("pair_plus", 2).hits["forfeit"] == 2_000
    assert result.wager("pair_plus", 3).hits["forfeit"] == 0
    assert result.stakes_cents == stakes


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"rounds": 0}, "A run has 1 to"),
        ({"session": 0}, "A session has 1 to"),
        ({"seed": -1}, "A seed is a whole number"),
        ({"seats": 0}, "at least one seat"),
        ({"seats": 8}, "at most 7 seats"),
        ({"strategies": "bets"}, "the nearest is best"),
        ({"strategies": ["best", "never"]}, "There are 1 seats and strategies for 2"),
        ({"stakes": {"antee": 5}}, "the nearest is ante"),
        ({"stakes": {"play": 5}}, "no wager 'play'"),
        ({"stakes": {"ante": 0}}, "is no stake"),
        ({"stakes": {"progressive": 100}}, "a seat plays with ante or pair_plus"),
        ({"stakes": {"ante": 100, "progressive": 200}}, "the progressive stake is $1 or $5"),
        ({"stakes": {"ante": 10**10}}, "the simulator counts up to"),
    ],
)
def test_what_cannot_be_simulated_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as refused:
        simulate(elect("md-tcp"), **{"rounds": 10, **asked})
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("rulebook", "elections", "stakes", "words"),
    [
        ("md-tcp", {"version": "F1"}, {"ante": 100, "pair_plus": 200}, "pair_plus is at most 100 cents"),
        ("md-tcp", {"version": "F3"}, {"ante": 100}, "pair_plus is compulsory"),
        ("md-uth", {}, {"ante": 100, "blind": 200}, "blind equals the ante"),
        ("md-uth", {}, {"ante": 100, "blind": 100, "six_card_bonus": 100}, "needs ante and blind and trips"),
        ("md-uth", {}, {"ante": 100}, "a seat plays with ante and blind"),
        ("md-fcp", {"dealing": "hand"}, {"ante": 100, "aces_up": 100, "six_card_bonus": 100}, "under this dealing"),
    ],
)
def test_stakes_that_the_rules_forbid_are_refused(
    rulebook: str, elections: dict[str, str], stakes: dict[str, int], words: str
) -> None:
    with pytest.raises(BadInput) as refused:
        simulate(elect(rulebook, elections), 10, stakes=stakes)
    assert words in str(refused.value)


def test_a_wager_that_cannot_be_dealt_is_left_out_by_itself() -> None:
    result = simulate(elect("md-uth", {"dealing": "hand"}), 10)
    assert "six_card_bonus" not in result.stakes_cents[0]
    assert "trips" in result.stakes_cents[0]


def test_cover_all_limits_the_seats_only_where_it_is_made() -> None:
    rules = elect("ma-fcp-1")
    assert simulate(rules, 100, seats=7, stakes={"ante": 100}).seats == 7
    with pytest.raises(BadInput, match="at most 6 seats"):
        simulate(rules, 100, seats=7)
