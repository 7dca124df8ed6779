"""Cover All, the wager on the best hand at the table, and the hands that stay out for it."""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.hands.hand import Category
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.paytable import Paytable, PaytableLine
from croupier.table.settlement.given_up import given_up
from croupier.table.settlement.lines import line_of
from croupier.table.settlement.paying import payment
from croupier.table.settlement.results import lose, win
from croupier.table.settlement.terms import Terms, terms_of
from croupier.table.values import events as e
from croupier.table.values.box import Box, Wager
from croupier.table.values.showdown import SettlementLine, Showdown
from croupier.table.values.state import Round

DEALER = 0
# What is lower than a straight is picked up at once.
PICKED_UP = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)


def cover_all_line(terms: Terms, showdown: Showdown, box: Box) -> Iterator[SettlementLine]:
    """A seat's Cover All: ma-fcp-1:12(b), ma-fcp-1:12(g)#1, ma-fcp-1:12(g)#2."""
    stake = box.stake("cover_all")
    if not stake:
        return
    wager = Wager("cover_all", stake)
    # The column of so many hands, the dealer's and folded ones included: ma-fcp-1:12(c), ma-fcp-1:12(e)#1 (readings
    # A01, A03).
    table = terms.columns[len(showdown.seats) + 1]
    clause = table.clause[0]
    if ended := given_up(terms, box, wager):
        yield ended
    elif line := best_line(terms, showdown, table):
        paid = payment(terms, line.pays, stake, showdown.meters)
        yield win(box.seat, wager, payment=paid, odds=line.pays, line=line.line, clause=clause)
    else:
        yield lose(box.seat, wager, clause=clause)


def best_line(terms: Terms, showdown: Showdown, table: Paytable) -> PaytableLine | None:
    """The highest line that any hand at the table makes, the dealer's included: ma-fcp-1:12(g)#1 (reading A06)."""
    players = [box.cards for box in showdown.seats if counts_for_best(terms, box)]
    made = [line_of(table, terms.hand(cards), cards) for cards in (showdown.dealer, *players)]
    return next((line for line in table.lines if line in made), None)


def counts_for_best(terms: Terms, box: Box) -> bool:
    """Whether a hand counts for the best at the table: a folded one as the submission says (reading A05)."""
    if not box.folded or terms.folded_hands == "count":
        return True
    exposed = any(wager.name in terms.cards_stay_for for wager in box.wagers)
    return exposed and terms.folded_hands == "count_if_exposed_in_settlement"


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
    if box and not counts_for_best(terms_of(rules), box):
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
