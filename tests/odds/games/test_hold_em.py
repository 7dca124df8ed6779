from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import parse_cards
from croupier.odds.advice.advice import number_of
from croupier.odds.advice.strategies import hold_em_cost, usual_hold_em
from croupier.odds.advice.strategy import usual_starting_raise
from croupier.odds.cache import Shelf
from croupier.odds.games.hold_em import follow, solve
from croupier.odds.kernels.five_card import CATEGORIES, STRENGTHS, five_card_tables, strengths
from croupier.odds.kernels.showdown import DEALER_HANDS, KINDS, showdown
from croupier.odds.kernels.suits import families, place
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.strategies import Strategy, hold_em_decisions
from croupier.odds.situations.hold_em import best
from croupier.odds.wagers.returns import Pays, odds_to_one
from croupier.rulebook.elect import elect
from tests.odds.slow import best_five, five_card

BLIND: Pays = {
    "royal_flush": 500,
    "straight_flush": 50,
    "four_of_a_kind": 10,
    "full_house": 3,
    "flush": (3, 2),
    "straight": 1,
}
DEALS = 27_813_810_024_000


def test_published_figures() -> None:
    returns = solve(BLIND).returns
    assert returns.total == DEALS
    assert float(-returns.ev) == pytest.approx(0.02185, abs=5e-6)
    assert float(returns.element_of_risk) == pytest.approx(0.00526, abs=5e-6)
    assert returns.sd == pytest.approx(4.94, abs=5e-3)
    assert float(returns.decisions["play:4"]) == pytest.approx(0.377, abs=5e-4)


def test_counted_outcomes_and_added_values_agree() -> None:
    # The outcomes are counted in a second walk that only shares the decisions with the first.
    solution = solve(BLIND)
    weights = families(2).weights.tolist()
    value = sum(
        (max(values.values()) * weight for values, weight in zip(solution.starting, weights, strict=True)),
        Fraction(0),
    )
    assert value / 1326 == solution.returns.ev


def test_three_antes_are_never_best_before_the_flop() -> None:
    for values in solve(BLIND).starting:
        assert max(values.values()) > values["play:3"]


def test_an_edited_blind_is_solved_again() -> None:
    edited = solve({**BLIND, "straight": 0}).returns
    assert edited.total == DEALS
    straights = sum(
        outcome.count
        for outcome in solve(BLIND).returns.outcomes
        if outcome.line == "straight" and outcome.result.startswith("win")
    )
    # Best play can only do better than keeping the old play.
    assert edited.ev >= solve(BLIND).returns.ev - Fraction(straights, DEALS)
    assert edited.ev < solve(BLIND).returns.ev


def test_sampled_boards_agree_with_meeting_every_dealer() -> None:
    random = np.random.default_rng(7)
    tables = five_card_tables()
    judged = np.zeros((KINDS, 4), np.int64)
    bits = np.zeros((STRENGTHS + 63) // 64, np.uint64)
    head = np.zeros(STRENGTHS, np.int16)
    flushes = 0
    for number in random.integers(0, 134_459, 40):
        board = families(5).sets[number]
        suit = showdown(board, *tables[:4], judged, bits, head)
        flushes += suit >= 0
        rest = [card for card in range(52) if card not in board]
        hands = np.array([(*board.tolist(), *pair) for pair in combinations(rest, 2)], np.uint8)
        values = dict(zip(combinations(rest, 2), strengths(hands).tolist(), strict=True))
        for _ in range(25):
            low, high = sorted(random.choice(rest, 2, replace=False).tolist())
            mine = values[low, high]
            theirs = [value for pair, value in values.items() if not {low, high} & set(pair)]
            assert len(theirs) == DEALER_HANDS
            t, u = sorted(((card // 4 + 13 * (card % 4 == suit)) for card in (low, high)), reverse=True)
            assert judged[t * (t + 1) // 2 + u].tolist() == [
                mine,
                sum(value < mine for value in theirs),
                sum(value <= mine for value in theirs),
                sum(value < 1277 for value in theirs),
            ]
    assert 5 < flushes < 35


def test_sampled_flops_agree_with_playing_out_every_board() -> None:
    solution = solve(BLIND)
    random = np.random.default_rng(11)
    seen = set()
    for number in random.integers(0, 1755, 25):
        flop = tuple(families(3).sets[number].tolist())
        low, high = sorted(random.choice([c for c in range(52) if c not in flop], 2, replace=False).tolist())
        values = best((low, high), flop, BLIND)
        assert solution.counts.flop_raise[number, place((low, high))] == (values["play:2"] > values["check"])
        seen.add(values["play:2"] > values["check"])
    assert seen == {True, False}


def test_checking_is_worth_the_average_over_flops() -> None:
    random = np.random.default_rng(13)
    cards = (4 * 9, 4 * 7 + 1)  # jack and nine of different suits, a hand that checks
    rest = [card for card in range(52) if card not in cards]
    values = [
        float(max(best(cards, tuple(random.choice(rest, 3, replace=False).tolist()), BLIND).values()))
        for _ in range(120)
    ]
    error = np.std(values) / np.sqrt(len(values))
    assert np.mean(values) == pytest.approx(float(solve(BLIND).before_flop(cards)["check"]), abs=4 * error)


def test_raising_before_the_flop_against_a_simulation() -> None:
    random = np.random.default_rng(17)
    rest = np.array([card for card in range(52) if card not in (48, 44)], np.uint8)
    deals = random.permuted(np.tile(rest, (200_000, 1)), axis=1)
    own = np.tile(np.array([48, 44], np.uint8), (len(deals), 1))  # ace and king of clubs
    mine = strengths(np.concatenate([own, deals[:, :5]], axis=1)).astype(int)
    theirs = strengths(deals[:, :7]).astype(int)
    pays = np.array([float(odds) for odds in odds_to_one(BLIND, CATEGORIES).values()])
    ante = theirs >= 1277
    won = 4 + ante + pays[five_card_tables().category[mine]]
    net = np.where(mine > theirs, won, np.where(mine < theirs, -5 - ante, 0))
    error = net.std() / np.sqrt(len(net))
    assert net.mean() == pytest.approx(float(solve(BLIND).before_flop((48, 44))["play:4"]), abs=4 * error)


def test_impossible_situations_are_refused() -> None:
    with pytest.raises(ValueError, match="3 or 5 community cards"):
        best((0, 1), (2, 3, 4, 5), BLIND)
    with pytest.raises(ValueError, match="named twice"):
        best((0, 1), (1, 3, 4), BLIND)
    with pytest.raises(ValueError, match="no hand is called"):
        solve({"five_of_a_kind": 1000})
    with pytest.raises(ValueError, match="write simpler odds"):
        solve({"royal_flush": 1_000_001})


def test_following_best_play_gives_its_returns() -> None:
    solution = solve(BLIND)
    assert follow(BLIND, solution.counts.raise_four, solution.counts.flop_raise, 0) == solution.returns


def test_usual_rules_cost() -> None:
    # Published for these rules: house edge 2.43 percent. Before the flop they are best play.
    usual = usual_hold_em(BLIND)
    assert usual.total == DEALS
    assert f"{float(-usual.ev):.2%}" == "2.43%"
    assert hold_em_cost(BLIND) == solve(BLIND).returns.ev - usual.ev > 0
    for number, (low, high) in enumerate(families(2).sets.tolist()):
        raises = usual_starting_raise(high // 4, low // 4, high % 4 == low % 4)
        assert raises == solve(BLIND).counts.raise_four[number]


COUNTERFEITED = [  # own cards and board: a pair in hand, or with the board, that the best five do not have
    ("3s 3d", "Ks Kh 9s 9d 7c"),
    ("4s 2d", "Ks Kh 9s 9d 4c"),
    ("3s 2d", "4c 5c 6d 7h 8s"),
    ("8c 3d", "2h 6h 8h Jh Kh"),
]


def _made_with_own(own: tuple[int, ...], board: tuple[int, ...]) -> bool:
    """Whether every best five has a pair or better that one of the player's own cards is part of."""
    top = best_five((*own, *board))
    if top[0] == 0:
        return False
    for hand in combinations((*own, *board), 5):
        if five_card(hand) == top:
            ranks = Counter(card // 4 for card in hand)
            whole = top[0] in (4, 5, 6, 8, 9)  # nothing in a straight, a flush or a full house is a kicker
            if not any(card in own and (whole or ranks[card // 4] > 1) for card in hand):
                return False
    return True


def _plays_by_outs(own: tuple[int, ...], board: tuple[int, ...]) -> bool:
    mine = best_five((*own, *board))
    unseen = [card for card in range(52) if card not in own and card not in board]
    return _made_with_own(own, board) or sum(best_five((*board, card)) > mine for card in unseen) < 21


def test_usual_rules_at_the_end_hand_by_hand() -> None:
    decisions = hold_em_decisions(elect("md-uth"), Strategy("usual"), Shelf())
    engine = Engine(elect("md-uth"), ({"ante": 100, "blind": 100},), (Strategy("usual"),), Shelf())
    random = np.random.default_rng(9)
    deals = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (4_000, 1)), axis=1)[:, :9].T.copy()
    numbered = [[number_of(card) for card in parse_cards(f"{own} {board}")] for own, board in COUNTERFEITED]
    for place_, cards in enumerate(numbered):
        deals[7:9, place_], deals[2:7, place_] = cards[:2], cards[2:]
        rest = [card for card in range(52) if card not in cards]
        deals[0:2, place_] = rest[:2]
    base, _ = engine.play(deals)
    seen = 0
    for code, deal in zip(base[0].tolist(), deals.T.tolist(), strict=True):
        own, flop, board = tuple(deal[7:9]), tuple(deal[2:5]), tuple(deal[2:7])
        if decisions.before[families(2).family[place(tuple(sorted(own)))]] or _raises_on(flop, own):
            continue
        seen += 1
        assert (code != 0) == _plays_by_outs(own, board), (own, board)
    assert seen > 1_000
    for cards in numbered:
        assert not _made_with_own(tuple(cards[:2]), tuple(cards[2:]))


def _raises_on(flop: tuple[int, ...], own: tuple[int, ...]) -> bool:
    """The usual raise on the flop, spelled out."""
    ranks = {card // 4 for card in flop}
    hidden = any(card // 4 in ranks for card in own) or (own[0] // 4 == own[1] // 4 and own[0] // 4 > 0)
    suits = Counter(card % 4 for card in (*flop, *own))
    draw = any(suits[card % 4] == 4 and card // 4 >= 8 for card in own)
    return five_card((*own, *flop))[0] >= 2 or hidden or draw
