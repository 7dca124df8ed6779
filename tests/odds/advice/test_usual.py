"""What the published strategy says of one situation: the same as where it is counted over all deals."""

from random import Random

import numpy as np
import pytest

from croupier.odds.advice import strategies
from croupier.odds.advice.strategy import LAST, ON_FLOP, ON_PAIRS, USUAL_OUTS
from croupier.odds.games.four_card_poker import up_ranks
from croupier.odds.kernels.four_card_ladder import strength_of as four_card_strength
from croupier.odds.kernels.hold_em_play import PAIR_HIGH, PAIR_LOW
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card_ladder import strength_of as three_card_strength
from croupier.odds.simulation.kernels.decisions import KIND_WORDS, plays_at_end
from croupier.odds.situations.usual import apply_usual

TRIES = 400


def dealt(chance: Random, count: int) -> tuple[int, ...]:
    return tuple(chance.sample(range(52), count))


def test_three_card_is_queen_six_four() -> None:
    chance = Random(3)
    for _ in range(TRIES):
        cards = dealt(chance, 3)
        said = apply_usual("three-card-poker", cards, ())
        plays = strategies.queen_six_four(three_card_strength(tuple(sorted(cards))))
        assert (said.action == "play:1") == plays
        assert said.rule == strategies.THREE_CARD["Q-6-4"][1]


def test_four_card_goes_by_pairs() -> None:
    chance = Random(4)
    for _ in range(TRIES):
        cards = dealt(chance, 5)
        said = apply_usual("four-card-poker", cards, ())
        strength = np.array([four_card_strength(cards)])
        times = int(strategies.pairs_only(strength, up_ranks()[:1])[0, 0])
        assert said.action == (f"play:{times}" if times else "fold")
        assert said.rule == ON_PAIRS[(0, 1, 3).index(times)]


def test_on_the_flop_it_is_what_is_counted_over_all_flops() -> None:
    chance = Random(5)
    raises, sets = strategies.usual_flop_raises(), families(3).sets
    place = {(int(high), int(low)): number for number, (high, low) in enumerate(zip(PAIR_HIGH, PAIR_LOW, strict=True))}
    for _ in range(TRIES):
        number = chance.randrange(len(sets))
        flop = tuple(int(card) for card in sets[number])
        own = chance.sample([card for card in range(52) if card not in flop], 2)
        said = apply_usual("ultimate-texas-holdem", tuple(own), flop)
        assert (said.action == "play:2") == bool(raises[number, place[max(own), min(own)]])
        assert said.rule == ON_FLOP


def test_at_the_end_it_is_what_is_counted_over_all_boards() -> None:
    """On boards without three of a suit a hand's kind is its two ranks, the higher first."""
    chance = Random(6)
    boards = families(5).sets
    plays = plays_at_end(1, np.zeros(10, np.int64), USUAL_OUTS)
    assert plays.shape == (len(boards), KIND_WORDS)
    answers = set()
    for _ in range(TRIES):
        number = chance.randrange(len(boards))
        board = tuple(int(card) for card in boards[number])
        if max(sum(card & 3 == suit for card in board) for suit in range(4)) > 2:
            continue
        own = chance.sample([card for card in range(52) if card not in board], 2)
        high, low = sorted((card >> 2 for card in own), reverse=True)
        kind = high * (high + 1) // 2 + low
        said = apply_usual("ultimate-texas-holdem", tuple(own), board)
        assert (said.action == "play:1") == bool(int(plays[number, kind >> 6]) >> (kind & 63) & 1), (board, own)
        assert said.rule == LAST
        answers.add(said.meets.split()[2])
    assert len(answers) > 1, "some stay by a pair and some by the number of cards that beat them"


@pytest.mark.parametrize(
    ("game", "cards", "community", "meets"),
    [
        ("three-card-poker", "Qs 6h 3d", "", "Yours, queen, six, three, is less."),
        ("three-card-poker", "Qs Qh 3d", "", "Yours, a pair, is that or better."),
        ("four-card-poker", "9s 9h 3d 4c 2s", "", "You have a pair of nines."),
        ("ultimate-texas-holdem", "Ks 5h", "", "Yours, king and five offsuit, is one of them."),
        ("ultimate-texas-holdem", "Ks 4h", "", "Yours, king and four offsuit, is none of them: check."),
        ("ultimate-texas-holdem", "Ts 4s", "2s 8s Kd", "You have four to a flush, with a ten or better of it in hand."),
    ],
)
def test_it_says_how_the_cards_meet_the_rule(game: str, cards: str, community: str, meets: str) -> None:
    from croupier.cards import parse_cards
    from croupier.odds.advice.advice import number_of

    own, board = (tuple(number_of(card) for card in parse_cards(text)) if text else () for text in (cards, community))
    assert apply_usual(game, own, board).meets == meets
