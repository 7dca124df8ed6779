"""A player of one's own: a Python function asked hand by hand, which takes microseconds rather than nanoseconds."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.odds.simulation.plan import Plan
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.dealing import DecisionPoint, Option

Cards = tuple[Card, ...]
SEEN = {"before_flop": 0, "after_flop": 3, "after_river": 5}


def answers_of(point: DecisionPoint) -> dict[str, int]:
    """What may be answered at a decision point, with the antes that it puts down."""
    answers: dict[str, int] = {}
    for option in point.options:
        if option.action != "play":
            answers[option.action] = 0
        for times in _times(option):
            answers[f"play:{times}"] = times
    return answers


def _times(option: Option) -> Sequence[int]:
    return option.times or range(option.at_least_times, option.at_most_times + 1) if option.action == "play" else ()


def decisions_of(
    plan: Plan,
    seat: int,
    player: Callable[[Cards, Cards, Cards], str],
    decks: NDArray[np.uint8],
    cards: Sequence[Card],
) -> NDArray[np.uint8]:
    """How many antes the player puts down in each round, 0 for a fold."""
    game = plan.game
    first = game.dealer + game.community + game.own * seat
    points = [(point, answers_of(point)) for point in plan.rules.rulebook.decisions.points]
    out = np.zeros(decks.shape[1], np.uint8)
    for number, deck in enumerate(decks.T.tolist()):
        own = tuple(cards[card] for card in deck[first : first + game.own])
        up = (cards[deck[game.dealer - 1]],) if game.kernel == "four_card" else ()
        for point, answers in points:
            seen = deck[game.dealer : game.dealer + SEEN.get(point.point, 0)]
            answer = player(own, tuple(cards[card] for card in seen), up)
            if answer not in answers:
                held = " ".join(str(card) for card in own)
                listed = ", ".join(answers)
                raise BadInput(f"The player answered {answer!r} with {held}; the answers are {listed}.")
            out[number] = answers[answer]
            if answer != "check":
                break
    return out
