"""Best play in one situation against a twin that meets every dealer's hand, one by one, with the kernels."""

import subprocess
import sys
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.odds.kernels import five_card, four_card, four_card_ladder, three_card, three_card_ladder
from croupier.odds.kernels.hold_em_values import QUALIFYING
from croupier.odds.kernels.suits import place
from croupier.odds.situations import four_card_poker, hold_em, three_card_poker
from croupier.odds.wagers.returns import odds_to_one
from croupier.rulebook.load import rulebook_ids
from tests.odds.games.test_hold_em import BLIND

Cards = tuple[int, ...]
WHOLE = range(52)
# Parts of the deck in which pairs, flushes or long suits come often.
PARTS = (WHOLE, range(20, 52), range(0, 52, 2), sorted({*range(0, 52, 4), *range(44, 52)}))


def deals(size: int, count: int, seed: int) -> list[Cards]:
    random = np.random.default_rng(seed)
    parts = (PARTS[number % len(PARTS)] for number in range(count))
    return [tuple(random.choice(part, size, replace=False).tolist()) for part in parts]


def without(cards: Cards) -> list[int]:
    return [card for card in WHOLE if card not in cards]


@pytest.mark.parametrize("cards", deals(3, 16, 1))
def test_three_card(cards: Cards) -> None:
    strengths = three_card.three_card_strengths().astype(int)
    mine = strengths[place(cards)]
    theirs = strengths[[place(hand) for hand in combinations(without(cards), 3)]]
    value = np.where(theirs < three_card.QUEEN_HIGH, 1, 2 * np.sign(mine - theirs)).sum()
    expected = Fraction(int(value), 18_424) + (5 if mine >= three_card.FIRST[-1] else 0)
    assert three_card_poker.best(cards, {"straight_flush": 5}) == {"play:1": expected, "fold": -1}


def numbered(text: str) -> Cards:
    return tuple(4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1]) for card in text.split())


# Each category a player can hold, with a face-up card of the same suit and of another; then any deal.
FOUR_CARD = [
    *map(
        numbered,
        (
            "As Ks Qs Js 2d Ts", "2c 3c 4c Ac 9d 5c", "Ah Ad Ac As 2c 9c", "7c 7d 7h Ks 2d Kd", "Kh Jh 9h 3h 2c Ah",
            "5c 4c 3c 2h 9c Ac", "9c 8d 7h 6s 2c 5c", "Ac Ad Kc Kd 2h Kh", "Qs Qd 4c 5h 9s Kd", "Ac Qd 9h 4s 2c 3c",
        ),
    ),
    *deals(6, 6, 2),
]  # fmt: skip


@pytest.mark.parametrize("cards", FOUR_CARD)
def test_four_card(cards: Cards) -> None:
    own, up = cards[:5], cards[5]
    mine = int(four_card.strengths(np.array([own], np.uint8))[0])
    fives = np.fromiter(combinations(without(cards), 5), np.dtype((np.uint8, 5)), 1_370_754)
    theirs = four_card.strengths(np.insert(fives, 5, up, axis=1))
    lead = 2 * Fraction(int((theirs <= mine).sum()), len(theirs)) - 1
    bonus = 7 if four_card.category(mine) == "three_of_a_kind" else 0
    expected = {"play:3": 4 * lead + bonus, "play:2": 3 * lead + bonus, "play:1": 2 * lead + bonus, "fold": -1}
    assert four_card_poker.best(own, up, {"three_of_a_kind": 7}) == expected


def at_the_end(cards: Cards, board: Cards, times: int) -> Fraction:
    """Value of a play wager at the end, summed over the dealer's 990 hands."""
    mine = int(seven([(*cards, *board)])[0])
    theirs = seven([(*pair, *board) for pair in combinations(without((*cards, *board)), 2)])
    ante = theirs >= QUALIFYING
    won = np.where(mine > theirs, times + ante, np.where(mine < theirs, -times - ante - 1, 0)).sum()
    blind = odds_to_one(BLIND, five_card.CATEGORIES)[five_card.category(mine)]
    return int(won) + int((mine > theirs).sum()) * blind


def seven(hands: list[Cards]) -> NDArray[np.int64]:
    return five_card.strengths(np.array(hands, np.uint8)).astype(np.int64)


@pytest.mark.parametrize("cards", deals(7, 40, 3))
def test_hold_em_at_the_end(cards: Cards) -> None:
    own, board = cards[:2], cards[2:]
    assert hold_em.best(own, board, BLIND) == {"play:1": at_the_end(own, board, 1) / 990, "fold": -2}


@pytest.mark.parametrize("cards", deals(5, 4, 4))
def test_hold_em_after_the_flop(cards: Cards) -> None:
    own, flop = cards[:2], cards[2:]
    boards = [(*flop, *end) for end in combinations(without(cards), 2)]
    raised = sum((at_the_end(own, board, 2) for board in boards), Fraction(0))
    checked = sum((max(at_the_end(own, board, 1), Fraction(-2 * 990)) for board in boards), Fraction(0))
    deals = 990 * 1081
    assert hold_em.best(own, flop, BLIND) == {"play:2": raised / deals, "check": checked / deals}


@pytest.mark.parametrize("size", [4, 5, 6])
def test_a_four_card_hand_alone_is_as_strong_as_in_an_array(size: int) -> None:
    hands = deals(size, 400, size)
    alone = [four_card_ladder.strength_of(hand) for hand in hands]
    assert alone == four_card.strengths(np.array(hands, np.uint8)).tolist()
    assert {four_card_ladder.category(strength) for strength in alone} >= {"pair", "flush", "three_of_a_kind"}


def test_a_three_card_category_is_the_same_by_name_and_by_number() -> None:
    numbers = three_card.category_of(np.arange(three_card_ladder.STRENGTHS, dtype=np.uint16)).tolist()
    named = [three_card_ladder.category(strength) for strength in range(three_card_ladder.STRENGTHS)]
    assert named == [three_card.CATEGORIES[number] for number in numbers]


SITUATIONS = {
    "md-tcp": ("--cards", "Qs 6d 4c"),
    "md-fcp": ("--cards", "Qs Qd 4c 5h 9s", "--dealer-up", "Kd"),
    "ma-fcp-1": ("--cards", "Qs Qd 4c 5h 9s", "--dealer-up", "Kd"),
    "ma-fcp-2": ("--cards", "Qs Qd 4c 5h 9s", "--dealer-up", "Kd"),
    "md-uth": ("--cards", "Kd 5c", "--community", "2c 7d 9h"),
}


def test_no_situation_waits_for_the_compiler() -> None:
    """What `best` loads is what makes it quick; a clock would measure the machine as well."""
    assert set(SITUATIONS) == set(rulebook_ids())
    for rulebook, words in SITUATIONS.items():
        code = (
            "import sys; from croupier.cli.main import run; "
            f"assert run(['best', {rulebook!r}, *{words!r}]) == 0; "
            "sys.exit(' '.join(name for name in ('numba', 'numpy', 'croupier.table') if name in sys.modules))"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert ran.stderr.split() == (["numpy"] if rulebook == "md-uth" else []), rulebook
