"""Time the exact solvers, compiled code warm, and the evaluator against phevaluator's native call."""

import time
from collections.abc import Callable

import numpy as np
from phevaluator import _pheval

from croupier.odds import four_card_poker, frequencies, hold_em, three_card_poker
from croupier.odds.kernels import four_card_poker as four_card_kernel
from croupier.odds.kernels import three_card_poker as three_card_kernel
from croupier.odds.kernels.cover_all import _all_runs, _deal, _hands
from croupier.odds.kernels.five_card import strengths
from croupier.odds.kernels.frequencies import five_card_frequencies
from croupier.odds.kernels.showdown import starting_outcomes
from croupier.odds.returns import Pays

BLIND: Pays = {
    "royal_flush": 500, "straight_flush": 50, "four_of_a_kind": 10, "full_house": 3, "flush": (3, 2),
    "straight": 1,
}  # fmt: skip


def timed(name: str, work: Callable[[], object], forget: Callable[[], object] = lambda: None) -> None:
    """Print wall and processor seconds of the second run, with what the first one kept forgotten."""
    work()
    forget()
    wall, processor = time.perf_counter(), time.process_time()
    work()
    print(f"{name:45} {time.perf_counter() - wall:7.3f} s wall {time.process_time() - processor:7.3f} s cpu")


def evaluator() -> None:
    """Print the array evaluator's rate over phevaluator's."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (1_000_000, 1))
    hands = np.ascontiguousarray(np.random.default_rng(1).permuted(deck, axis=1)[:, :7])
    strengths(hands)
    start = time.process_time()
    for _ in range(5):
        strengths(hands)
    ours = 5 * len(hands) / (time.process_time() - start)
    rows = hands[:200_000].tolist()
    start = time.process_time()
    for row in rows:
        _pheval.evaluate_7cards(*row)
    theirs = len(rows) / (time.process_time() - start)
    print(f"seven-card evaluations: {ours / 1e6:.0f} M/s, {ours / theirs:.0f} x phevaluator's native call")


def forget_hold_em() -> None:
    """Drop what hold 'em kept."""
    hold_em._solve.cache_clear()
    starting_outcomes.cache_clear()


def forget_cover_all() -> None:
    """Drop what cover all kept."""
    for kept in (_all_runs, _deal, _hands):
        kept.cache_clear()


if __name__ == "__main__":
    evaluator()
    timed("hold 'em solved", lambda: hold_em.solve(BLIND), forget_hold_em)
    timed("hold 'em, edited blind", lambda: hold_em.solve(BLIND), hold_em._solve.cache_clear)
    timed("hold 'em, one flop situation", lambda: hold_em.best((0, 5), (1, 17, 30), BLIND))
    timed("four card solved", lambda: four_card_poker.solve({}), four_card_kernel.not_beaten.cache_clear)
    timed("four card, edited bonus", lambda: four_card_poker.solve({"three_of_a_kind": 2}))
    timed("four card, one situation", lambda: four_card_poker.best((0, 1, 7, 20, 33), 51, {}))
    timed(
        "three card solved",
        lambda: three_card_poker.solve({}),
        three_card_kernel.three_card_outcomes.cache_clear,
    )
    timed("three card, edited bonus", lambda: three_card_poker.solve({"straight": 1}))
    timed("seven-card classes", lambda: frequencies.five_card_hands(7), five_card_frequencies.cache_clear)
    timed("bad beat", lambda: frequencies.beaten_hands(True), starting_outcomes.cache_clear)
    timed(
        "cover all, one to six players",
        lambda: [frequencies.best_hand_at_table(players) for players in range(1, 7)],
        forget_cover_all,
    )
