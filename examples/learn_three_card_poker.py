"""A small agent learns Three Card Poker from nothing but cards and rewards, beside the exact optimum.

    python examples/learn_three_card_poker.py                       # the whole course, the curve as text
    python examples/learn_three_card_poker.py --plot curve.svg      # and as a picture (needs croupier[plot])

The agent keeps a table: for each kind of hand (three ranks, and whether they are of one suit) how often it played or
folded it and what came of that on average. It is told neither the rules nor which hands are good. The course of
400,000 rounds ends within 0.003 antes of the best play there is; the environment deals and settles every one of them
at a real table, and `croupier.odds` works out exactly what the agent's play is worth at each point of the curve.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

import croupier.learning
from croupier.learning.felt import OWN
from croupier.notebook.plots import Plot
from croupier.odds.advice.advice import pays_of
from croupier.odds.games.three_card_poker import solve
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card_poker import three_card_outcomes
from croupier.odds.publishing.pictures import new_figure, writable
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RULES = "md-tcp"
EPISODES = 400_000
LESSONS = 20
WITHIN = Fraction(3, 1000)
FOLD, PLAY = 0, 1
KINDS = 2 * 13**3  # more than there are: ranks are kept in order, so most numbers stand for no hand

Table = NDArray[np.float64]  # one row for each kind of hand, one column for each action


class Point(NamedTuple):
    """A point of the curve: after so many episodes the agent's play is worth exactly `ev` antes."""

    episodes: int
    ev: Fraction


def kind_of(cards: list[int]) -> int:
    """The kind of a hand, its cards numbered as in an observation: thirteen to a suit, the ace first."""
    low, middle, high = sorted(card % 13 for card in cards)
    suited = len({card // 13 for card in cards}) == 1
    return low + 13 * middle + 169 * high + 2197 * suited


def study(tries: Table, wins: Table, seed: int, episodes: int) -> tuple[Table, Table]:
    """What so many episodes add to the two tables. An action tried little is given the benefit of the doubt."""
    env = gymnasium.make(f"croupier/{RULES}-v0").unwrapped
    tries, wins = tries.copy(), wins.copy()
    before = tries.copy(), wins.copy()
    observed, _ = env.reset(seed=seed)
    for _ in range(episodes):
        kind = kind_of(np.flatnonzero(observed[OWN]).tolist())
        hopes = (wins[kind] + 2) / (tries[kind] + 1) + 2 / np.sqrt(tries[kind] + 1)
        action = np.int64(hopes.argmax())
        _, reward, *_ = env.step(action)
        tries[kind, action] += 1
        wins[kind, action] += float(reward)
        observed, _ = env.reset()
    return tries - before[0], wins - before[1]


def exact_ev(tries: Table, wins: Table) -> Fraction:
    """What playing as the table says is worth in antes: exact, over every deal there is."""
    plays = (wins / np.maximum(tries, 1)).argmax(axis=1) == PLAY
    strengths, _ = three_card_outcomes()
    kinds = [kind_of([13 * (card % 4) + 12 - card // 4 for card in hand]) for hand in families(3).sets.tolist()]
    chosen = dict(zip(strengths.tolist(), plays[kinds].tolist(), strict=True))
    return solve(pays_of(elect(RULES).table("ante_bonus")), strategy=lambda strength: chosen[strength]).ev


def best_ev() -> Fraction:
    """What best play is worth."""
    return solve(pays_of(elect(RULES).table("ante_bonus"))).ev


def learn(episodes: int, lessons: int, workers: int, seed: int) -> Iterator[Point]:
    """The course, lesson by lesson; in each, `workers` processes play by what all of them knew before it."""
    tries, wins = np.zeros((KINDS, 2)), np.zeros((KINDS, 2))
    yield Point(0, exact_ev(tries, wins))
    share = episodes // (lessons * workers)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        run = map if workers == 1 else pool.map
        for lesson in range(lessons):
            seeds = [1_000_003 * seed + lesson * workers + worker for worker in range(workers)]
            for tried, won in run(study, [tries] * workers, [wins] * workers, seeds, [share] * workers):
                tries, wins = tries + tried, wins + won
            yield Point((lesson + 1) * workers * share, exact_ev(tries, wins))


def told(point: Point, best: Fraction) -> str:
    """A point of the curve as a line of text; the bar is what the agent still gives away, on a scale of ratios."""
    lost = float(best - point.ev)
    bar = "#" * max(0, round(12 * np.log10(lost * 10_000))) if lost else ""
    return f"{point.episodes:>9,}  {float(point.ev):+.6f}  {lost:>9.6f}  {bar}"


def draw(figure: "Figure", curve: list[Point], best: Fraction) -> None:
    """The curve as a picture."""
    axes = figure.subplots()
    axes.plot([point.episodes for point in curve], [float(point.ev) for point in curve], marker="o", label="the agent")
    axes.axhline(float(best), color="black", linestyle="--", label=f"best play, {float(best):+.6f}")
    axes.set(xlabel="rounds played", ylabel="exact value in antes", title="Three Card Poker, learned from rewards")
    axes.set_ylim(-0.1, 0)
    axes.legend(loc="lower right")


def main(arguments: list[str]) -> int:
    """Run the course and say how far it came."""
    parser = argparse.ArgumentParser(description="A small agent learns Three Card Poker.")
    parser.add_argument("--episodes", type=int, default=EPISODES)
    parser.add_argument("--lessons", type=int, default=LESSONS)
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", metavar="FILE", help="write the curve as .svg or .png")
    asked = parser.parse_args(arguments)
    if min(asked.lessons, asked.workers) < 1 or asked.episodes < asked.lessons * asked.workers or asked.seed < 0:
        parser.error("each worker plays at least one episode in each lesson, and a seed is not negative")
    picture = Plot(new_figure(8, 4.5)) if asked.plot else None  # what it lacks is better said now than after the course
    file = writable(asked.plot) if asked.plot else None
    start, best, curve = time.monotonic(), best_ev(), list[Point]()
    print(f"{croupier.learning.__name__}, {RULES}: best play is worth {float(best):+.6f} antes.\n")
    print("   rounds   agent's EV  gives up   (a longer bar is worse)")
    for point in learn(asked.episodes, asked.lessons, asked.workers, asked.seed):
        curve.append(point)
        print(told(point, best), flush=True)
    if picture and file:
        draw(picture.figure, curve, best)
        print(f"\nThe curve is in {picture.save(file)}.")
    lost = best - curve[-1].ev
    print(f"\nAfter {time.monotonic() - start:.0f} s the agent gives up {float(lost):.6f} antes a round.")
    return 0 if lost <= WITHIN else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BadInput as error:
        print(f"learn_three_card_poker: {error}", file=sys.stderr)
        sys.exit(2)
