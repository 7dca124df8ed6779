"""How fast the kernels are, each beside a yardstick measured in the same minute."""

import random
import time
from collections.abc import Callable, Iterator
from math import comb

import numpy as np

from croupier.cards import DECK, Card
from croupier.hands import five_card as plain_five
from croupier.hands import four_card as plain_four
from croupier.hands import three_card as plain_three
from croupier.odds.advice.advice import pays_of
from croupier.odds.figure import Figure
from croupier.odds.games import four_card_poker, hold_em, three_card_poker
from croupier.odds.kernels.five_card import strengths
from croupier.odds.kernels.four_card_poker import not_beaten
from croupier.odds.kernels.showdown import starting_outcomes
from croupier.odds.kernels.three_card_poker import three_card_showdowns
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput

EVALUATIONS = 1_000_000
PLAIN_DEALS = 4_000
SEED = 1
Compare = Callable[[list[Card]], bool]


def native_calls_a_second(calls: int = 300_000) -> float:
    """phevaluator's native seven-card evaluations a second, one call each."""
    try:
        from phevaluator import _pheval
    except ImportError:
        raise BadInput('The yardstick phevaluator is not installed; run: pip install "croupier[bench]".') from None
    chance = random.Random(SEED)
    hands = [chance.sample(range(52), 7) for _ in range(1_000)]
    start = time.perf_counter()
    for index in range(calls):
        _pheval.evaluate_7cards(*hands[index % 1_000])
    return calls / (time.perf_counter() - start)


def evaluations_a_second() -> float:
    """Our seven-card evaluations a second over an array, one core."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (EVALUATIONS, 1))
    hands = np.ascontiguousarray(np.random.default_rng(SEED).permuted(deck, axis=1)[:, :7])
    strengths(hands)
    start = time.perf_counter()
    for _ in range(5):
        strengths(hands)
    return 5 * EVALUATIONS / (time.perf_counter() - start)


def _seconds(work: Callable[[], object], forget: Callable[[], object]) -> float:
    """The second run's time, the compiled code being warm and nothing kept."""
    work()
    forget()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _plain_deals_a_second(compare: Compare, cards: int) -> float:
    chance = random.Random(SEED)
    deals = [chance.sample(DECK, cards) for _ in range(PLAIN_DEALS)]
    start = time.perf_counter()
    for deal in deals:
        compare(deal)
    return PLAIN_DEALS / (time.perf_counter() - start)


def _forget_hold_em() -> None:
    hold_em._solve.cache_clear()
    starting_outcomes.cache_clear()


def figures() -> Iterator[Figure]:
    """The evaluator, and each game solved."""
    ours, native = evaluations_a_second(), native_calls_a_second()
    yield Figure("seven-card evaluations, one core", ours, "a second", "phevaluator's native call", ours / native)
    yield _game(
        "Ultimate Texas Hold 'Em solved",
        comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2),
        lambda: hold_em.solve(pays_of(elect("md-uth").table("blind"))),
        _forget_hold_em,
        lambda deal: plain_five.best_hand(deal[:7]).strength > plain_five.best_hand(deal[2:]).strength,
        9,
    )
    yield _game(
        "Four Card Poker solved",
        comb(52, 5) * comb(47, 6),
        lambda: four_card_poker.solve(pays_of(elect("md-fcp").table("ante_bonus"))),
        not_beaten.cache_clear,
        lambda deal: plain_four.best_hand(deal[:5]).strength >= plain_four.best_hand(deal[5:]).strength,
        11,
    )
    yield _game(
        "Three Card Poker solved",
        comb(52, 3) * comb(49, 3),
        lambda: three_card_poker.solve(pays_of(elect("md-tcp").table("ante_bonus"))),
        three_card_showdowns.cache_clear,
        lambda deal: plain_three.best_hand(deal[:3]).strength > plain_three.best_hand(deal[3:]).strength,
        6,
    )


def _game(
    name: str,
    deals: int,
    solve: Callable[[], object],
    forget: Callable[[], object],
    compare: Compare,
    cards: int,
) -> Figure:
    """A game solved: its seconds, and its deals a second beside a plain loop that compares the same hands."""
    taken = _seconds(solve, forget)
    plain = _plain_deals_a_second(compare, cards)
    return Figure(name, taken, "seconds", "deals a second, against a plain Python loop", deals / taken / plain)
