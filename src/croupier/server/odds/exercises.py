"""Situations to practise on, and what the published strategy says of one: calculated apart from the tables.

No table deals them: at a table the house's shuffles are provable, so nobody can choose what they bring.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from random import Random

from msgspec import Struct

from croupier.cards import DECK, Card, format_cards
from croupier.odds.advice.advice import advise, number_of
from croupier.odds.situations.usual import Applied, apply_usual
from croupier.server.odds.mathematics import SHELF, Situation, rules_under

CLOSE = Fraction(1, 10)  # of an ante, between the two best answers
MOST_DEALT = 400  # situations that are dealt at most to find a close one; about one in ten is
# How many cards of a game are seen when a player is asked: own, community, the dealer's face up.
SEEN: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    "three-card-poker": ((3, 0, 0),),
    "four-card-poker": ((5, 0, 1),),
    "ultimate-texas-holdem": ((2, 0, 0), (2, 3, 0), (2, 5, 0)),
}


class Exercised(Struct, frozen=True):
    """A situation, the exact value of each answer in antes, the best first, and what the published strategy says."""

    situation: Situation
    values: tuple[tuple[str, str, str], ...]
    usual: Applied

    @property
    def gap(self) -> Fraction:
        """How far the second answer is behind the best."""
        best, second = (Fraction(int(num), int(den)) for _, num, den in self.values[:2])
        return best - second


def usual_in(situation: Situation) -> Applied:
    """What the published strategy says of a situation."""
    own, board = (_numbers(text) for text in (situation.cards, situation.community))
    return apply_usual(rules_under(situation.submission).rulebook.game, own, board)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(number_of(Card(card)) for card in text.split())


def exercise_under(submission: str, seed: int, close: bool) -> Exercised:
    """A situation that follows from the seed, under these rules; with `close` one whose two best answers are close."""
    chance = Random(seed)
    seen = SEEN[rules_under(submission).rulebook.game]
    closest: Exercised | None = None
    for _ in range(MOST_DEALT):
        dealt = _dealt(submission, chance, chance.choice(seen))
        if not close or dealt.gap <= CLOSE:
            return dealt
        closest = dealt if closest is None or dealt.gap < closest.gap else closest
    assert closest is not None
    return closest


def _dealt(submission: str, chance: Random, seen: tuple[int, int, int]) -> Exercised:
    cards = iter(chance.sample(DECK, sum(seen)))
    own, board, up = (tuple(islice(cards, count)) for count in seen)
    values = advise(rules_under(submission), own, board, up, SHELF)
    situation = Situation(submission, format_cards(own), format_cards(board), format_cards(up))
    told = tuple((action, str(value.numerator), str(value.denominator)) for action, value in values.items())
    return Exercised(situation, told, usual_in(situation))
