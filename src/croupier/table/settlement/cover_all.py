"""Hands that stay on the table for a wager on the best of them: each in turn until a higher one takes its place."""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.hands.hand import Category
from croupier.rulebook.elect import GameRules
from croupier.table.settlement.lines import line_of
from croupier.table.settlement.settle import counts_for_best
from croupier.table.settlement.terms import terms_of
from croupier.table.values import events as e
from croupier.table.values.state import Box, Round

DEALER = 0
# What is lower than a straight is picked up at once.
PICKED_UP = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)


def put_away(rules: GameRules, round_: Round, seat: int, collected: e.AnyEvent) -> tuple[e.AnyEvent, ...]:
    """The end of a settled hand: picked up as `collected` says, or left exposed and lower ones picked up instead."""
    return tuple(_left_out(rules, round_, seat)) if stays(rules, round_, seat) else (collected,)


def _left_out(rules: GameRules, round_: Round, seat: int) -> Iterator[e.AnyEvent]:
    law = rules.rulebook.cover_all
    assert law is not None
    steps = {step.step: step.clause[0] for step in law.steps}
    yield e.HandLeftExposed(seat=seat, clause=steps["leave_hand_exposed"])
    out = (*round_.exposed, seat)
    best = max(_rank(rules, cards_of(round_, other)) for other in out)
    for other in out:
        if _rank(rules, cards_of(round_, other)) < best:
            clause = steps["replace_exposed_hand"]
            yield e.ExposedHandReplaced(seat=other, clause=clause)
            if other != DEALER:  # the dealer's cards go last
                yield e.CardsCollected(seat=other, cards=cards_of(round_, other), clause=clause)


def best_awaited(round_: Round) -> Box | None:
    """The next box, from the dealer's right, whose wager on the best hand at the table is still open."""
    for box in round_.boxes[::-1]:
        if box.stake("cover_all") and box.seat not in _seats_settled(round_):
            return box
    return None


def _seats_settled(round_: Round) -> list[int]:
    return [line.seat for line in round_.lines if line.wager == "cover_all"]


def stays(rules: GameRules, round_: Round, seat: int) -> bool:
    """Whether a hand is high enough to stay out while somebody's wager on the best is open."""
    if best_awaited(round_) is None:
        return False
    box = round_.box(seat)
    if box and not counts_for_best(terms_of(rules), box.folded, box.wagers):
        return False
    return terms_of(rules).hand(cards_of(round_, seat)).category not in PICKED_UP


def cards_of(round_: Round, seat: int) -> tuple[Card, ...]:
    """A seat's cards, or the dealer's."""
    box = round_.box(seat)
    return box.cards if box else round_.dealer


def _rank(rules: GameRules, cards: tuple[Card, ...]) -> tuple[int, int]:
    """How high a hand is for this wager: by its line, then as hands rank; equals stay out together."""
    terms = terms_of(rules)
    table = next(iter(terms.columns.values()))
    hand = terms.hand(cards)
    line = line_of(table, hand, cards)
    return -table.lines.index(line) if line else -len(table.lines), hand.strength
