"""What an event makes of the round, where it changes nothing else of the table."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.table.values import events as e
from croupier.table.values.box import Box, Wager
from croupier.table.values.state import SET_ASIDE, TABLE_INVENTORY, PendingAward, Round


def changed_box(round_: Round, seat: int, **changes: Any) -> tuple[Box, ...]:
    """The round's boxes, the seat's with changes."""
    boxes: list[Box] = []
    for box in round_.boxes:
        boxes.append(replace(box, **changes) if box.seat == seat else box)
    return tuple(boxes)


def _wager_placed(round_: Round, event: e.WagerPlaced) -> Round:
    box = round_.box(event.seat)
    wager = Wager(event.wager, event.stake_cents)
    if box is None:
        boxes = [*round_.boxes, Box(event.seat, event.player, (wager,))]
        return replace(round_, boxes=tuple(sorted(boxes, key=lambda box: box.seat)))
    return replace(round_, boxes=changed_box(round_, event.seat, wagers=(*box.wagers, wager)))


def _wager_withdrawn(round_: Round, event: e.WagerWithdrawn) -> Round:
    box = round_.box(event.seat)
    assert box is not None
    kept = tuple(wager for wager in box.wagers if wager.name != event.wager)
    if not kept:
        return replace(round_, boxes=tuple(b for b in round_.boxes if b.seat != event.seat))
    return replace(round_, boxes=changed_box(round_, event.seat, wagers=kept))


def _advanced(round_: Round, event: e.Advance) -> Round:
    return replace(round_, script=event.script, phase=event.phase)


def _step_done(round_: Round, event: e.StepDone) -> Round:
    hand = event.hand or round_.holding_hand
    return replace(round_, script=event.script, phase=event.phase, holding_hand=hand)


def _progressive_banked(round_: Round, event: e.ProgressiveBanked) -> Round:
    return replace(round_, script=event.script, phase=event.phase, banked_cents=event.cents)


_NO_SEATS = frozenset({"dealer", "dealer_up", "community", "bonus_box", "burn"})


def _dealt_to(box: Box, cards: tuple[Card, ...] | None) -> Box:
    return replace(box, cards=box.cards + cards) if cards else box


def _cards_dealt(round_: Round, event: e.CardsDealt) -> Round:
    hands: dict[str, tuple[Card, ...]] = {}
    for place, card in event.places:
        hands[place] = (*hands.get(place, ()), card)
        if place == "dealer_up":  # these are the dealer's too
            hands["dealer"] = (*hands.get("dealer", ()), card)
    boxes, count = round_.boxes, len(event.places)
    if not _NO_SEATS.issuperset(hands):
        boxes = tuple([_dealt_to(box, hands.get(str(box.seat))) for box in boxes])
    return replace(
        round_,
        script=event.script,
        phase=event.phase,
        drawn=round_.drawn + count,
        step_cards=round_.step_cards + count if event.script == round_.script else 0,
        boxes=boxes,
        dealer=round_.dealer + hands.get("dealer", ()),
        dealer_up=round_.dealer_up + hands.get("dealer_up", ()),
        community=round_.community + hands.get("community", ()),
        bonus_cards=round_.bonus_cards + hands.get("bonus_box", ()),
        burned=round_.burned + hands.get("burn", ()),
    )


def _dealt_face_down(round_: Round, event: e.DealtFaceDown) -> Round:
    lying = dict(round_.face_down)
    for place, cards in event.places:
        lying[place] = lying.get(place, 0) + cards
    return replace(
        round_,
        script=event.script,
        phase=event.phase,
        drawn=round_.drawn + sum(cards for _, cards in event.places),
        face_down=tuple(lying.items()),
    )


def _cards_turned_up(round_: Round, event: e.CardsTurnedUp) -> Round:
    place, cards = event.place, event.cards
    lying = tuple([(name, left - len(cards) if name == place else left) for name, left in round_.face_down])
    round_ = replace(round_, face_down=tuple([(name, left) for name, left in lying if left]))
    if place == "dealer":  # beside a card dealt face up, which stays the last
        return replace(round_, dealer=cards + round_.dealer)
    if place == "dealer_up":
        return replace(round_, dealer=round_.dealer + cards, dealer_up=round_.dealer_up + cards)
    if place == "community":
        return replace(round_, community=round_.community + cards)
    if place == "bonus_box":
        return replace(round_, bonus_cards=round_.bonus_cards + cards)
    seat = int(place)
    box = round_.box(seat)
    assert box is not None
    return replace(round_, boxes=changed_box(round_, seat, cards=box.cards + cards))


def _card_set_aside(round_: Round, event: e.CardSetAside) -> Round:
    rack = (*round_.rack, (SET_ASIDE, (event.card,)))
    return replace(round_, set_aside=(*round_.set_aside, event.card), rack=rack, drawn=round_.drawn + 1)


def _community_turned(round_: Round, event: e.CommunityTurned) -> Round:
    return replace(round_, script=event.script, phase=event.phase, community_up=event.up)


def _hands_fixed(round_: Round, event: e.HandsFixed) -> Round:
    return replace(round_, script=event.script, phase=event.phase, hands=event.hands)


def _decisions_asked(round_: Round, event: e.DecisionsAsked) -> Round:
    return replace(round_, script=event.script, phase=event.phase, point=event.point, to_ask=event.seats)


def _decided(round_: Round, event: e.Decided) -> Round:
    boxes = round_.boxes
    if event.action == "fold":
        boxes = changed_box(round_, event.seat, folded=True)
    elif event.action == "play" and (box := round_.box(event.seat)):
        boxes = changed_box(round_, event.seat, wagers=(*box.wagers, Wager("play", event.stake_cents)))
    to_ask = list(round_.to_ask)
    if event.seat in to_ask:
        to_ask.remove(event.seat)
    return replace(round_, script=event.script, phase=event.phase, boxes=boxes, to_ask=tuple(to_ask), called_for=0)


def _folds_collected(round_: Round, event: e.FoldsCollected) -> Round:
    racked = [(box.seat, box.cards) for box in round_.boxes if box.seat in event.seats]
    boxes = tuple([replace(box, racked=True) if box.seat in event.seats else box for box in round_.boxes])
    return replace(round_, script=event.script, phase=event.phase, boxes=boxes, rack=(*round_.rack, *racked))


def _dealer_revealed(round_: Round, event: e.DealerRevealed) -> Round:
    return replace(round_, script=event.script, phase=event.phase, dealer_revealed=True)


def _bonus_revealed(round_: Round, event: e.BonusRevealed) -> Round:
    return replace(round_, script=event.script, phase=event.phase, bonus_revealed=True)


def _seat_revealed(round_: Round, event: e.SeatRevealed) -> Round:
    return replace(round_, boxes=changed_box(round_, event.seat, revealed=True))


def _wager_settled(round_: Round, event: e.WagerSettled) -> Round:
    return replace(round_, lines=(*round_.lines, event.line))


def _award_pending(round_: Round, event: e.AwardPending) -> Round:
    return replace(round_, pending=PendingAward(event.unit, event.line, event.source, event.rest))


def _award_verified(round_: Round, event: e.AwardVerified) -> Round:
    assert round_.pending is not None
    return replace(round_, pending=replace(round_.pending, verified_by=event.by, unlit_by=""))


def _award_unlit(round_: Round, event: e.AwardUnlit) -> Round:
    assert round_.pending is not None
    return replace(round_, pending=replace(round_.pending, verified_by="", unlit_by=event.by))


def _award_refused(round_: Round, event: e.AwardRefused) -> Round:
    return replace(round_, pending=None, boxes=changed_box(round_, event.seat, unaccepted=True))


def _award_paid(round_: Round, event: e.AwardPaid) -> Round:
    lines = (*round_.lines, event.line)
    if event.source == TABLE_INVENTORY:
        return replace(round_, lines=lines, pending=None)
    waiting, elsewhere = (*round_.undocumented, event.line.seat), (*round_.paid_off_table, event.line.seat)
    return replace(round_, lines=lines, pending=None, undocumented=waiting, paid_off_table=elsewhere)


def _award_documented(round_: Round, event: e.AwardDocumented) -> Round:
    return replace(round_, undocumented=tuple(seat for seat in round_.undocumented if seat != event.seat))


def _unit_settled(round_: Round, event: e.UnitSettled) -> Round:
    return replace(round_, settled=(*round_.settled, (event.unit, event.seat)))


def _cards_collected(round_: Round, event: e.CardsCollected) -> Round:
    boxes = changed_box(round_, event.seat, racked=True)
    return replace(round_, boxes=boxes, rack=(*round_.rack, (event.seat, event.cards)))


def _left_exposed(round_: Round, event: e.HandLeftExposed) -> Round:
    return replace(round_, exposed=(*round_.exposed, event.seat))


def _exposed_replaced(round_: Round, event: e.ExposedHandReplaced) -> Round:
    return replace(round_, exposed=tuple(seat for seat in round_.exposed if seat != event.seat))


def _line_reversed(round_: Round, event: e.LineReversed) -> Round:
    lines = list(round_.lines)
    lines.remove(event.line)
    return replace(round_, lines=tuple(lines))


def _wagers_abandoned(round_: Round, event: e.WagersAbandoned) -> Round:
    boxes = changed_box(round_, event.seat, abandoned=event.lost, left=False)
    to_ask = tuple(seat for seat in round_.to_ask if seat != event.seat or not event.lost)
    return replace(round_, boxes=boxes, to_ask=to_ask, called_for=0)


def _conduct_noted(round_: Round, event: e.ConductNoted) -> Round:
    return replace(round_, notes=(*round_.notes, (event.seat, event.step, event.note)))


IN_ROUND: Mapping[type, Callable[[Round, Any], Round]] = {
    e.WagerPlaced: _wager_placed,
    e.WagerWithdrawn: _wager_withdrawn,
    e.StepDone: _step_done,
    e.BetsClosed: _advanced,
    e.ProgressiveBanked: _progressive_banked,
    e.CardsDealt: _cards_dealt,
    e.DealtFaceDown: _dealt_face_down,
    e.CardsTurnedUp: _cards_turned_up,
    e.CardSetAside: _card_set_aside,
    e.CommunityTurned: _community_turned,
    e.HandsFixed: _hands_fixed,
    e.PayoutsDisplayed: _advanced,
    e.DecisionsAsked: _decisions_asked,
    e.Decided: _decided,
    e.FoldsCollected: _folds_collected,
    e.DealerRevealed: _dealer_revealed,
    e.BonusRevealed: _bonus_revealed,
    e.SeatRevealed: _seat_revealed,
    e.WagerSettled: _wager_settled,
    e.AwardPending: _award_pending,
    e.AwardVerified: _award_verified,
    e.AwardUnlit: _award_unlit,
    e.AwardRefused: _award_refused,
    e.AwardPaid: _award_paid,
    e.AwardDocumented: _award_documented,
    e.UnitSettled: _unit_settled,
    e.CardsCollected: _cards_collected,
    e.HandLeftExposed: _left_exposed,
    e.ExposedHandReplaced: _exposed_replaced,
    e.LineReversed: _line_reversed,
    e.WagersAbandoned: _wagers_abandoned,
    e.FloorCalled: lambda round_, event: replace(round_, called_for=event.seat),
    e.SilenceRuled: lambda round_, event: replace(round_, called_for=0),
    e.ConductNoted: _conduct_noted,
}
