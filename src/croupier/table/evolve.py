"""What an event makes of a state. Total and silent: nothing is checked here, and nothing is decided."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.table import events as e
from croupier.table.state import CARRY_PER_CENT, SET_ASIDE, Box, Deck, Meter, PendingAward, Round, State


def evolve(state: State, event: e.AnyEvent) -> State:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def replay(events: Iterable[e.AnyEvent], state: State | None = None) -> State:
    """The state that the events lead to."""
    state = state or State()
    for event in events:
        state = evolve(state, event)
    return state


def _decks(state: State, name: str, **changes: Any) -> State:
    return replace(state, decks=tuple(replace(d, **changes) if d.deck == name else d for d in state.decks))


def _round(state: State, **changes: Any) -> State:
    assert state.round is not None
    return replace(state, round=replace(state.round, **changes))


def _advance(state: State, event: e.Advance, **changes: Any) -> State:
    assert state.round is not None
    return replace(state, round=replace(state.round, script=event.script, phase=event.phase, **changes))


def _boxes(round_: Round, seat: int, **changes: Any) -> tuple[Box, ...]:
    return tuple([replace(box, **changes) if box.seat == seat else box for box in round_.boxes])


def _deck_received(state: State, event: e.DeckReceived) -> State:
    deck = Deck(event.deck, event.back, event.at, order=event.order)
    if event.skips_opening:
        deck = replace(deck, prepared=("all",), shuffled="pre_shuffled")
    return replace(state, decks=(*[d for d in state.decks if d.deck != event.deck], deck))


def _deck_prepared(state: State, event: e.DeckPrepared) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    inspector = event.by if event.step == "inspect" else deck.inspected_by
    return replace(_decks(state, event.deck, prepared=(*deck.prepared, event.step), inspected_by=inspector), idle=False)


def _deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    state = _out_of_rack(state, event.deck)
    return _decks(state, event.deck, shuffled=event.method, order=event.order, cut=False, shuffle_ordered=False)


def _out_of_rack(state: State, deck: str) -> State:
    return replace(state, rack_deck="") if state.rack_deck == deck else state


def _table_idled(state: State, event: e.TableIdled) -> State:
    decks = tuple(replace(d, prepared=event.reopen_from, shuffled="", cut=False, order=None) for d in state.decks)
    return replace(state, decks=decks, idle=True, rack_deck="")


def _round_opened(state: State, event: e.RoundOpened) -> State:
    opened = Round(event.number, event.digest, event.deck)
    meters = tuple([Meter(*meter) for meter in event.meters])
    return replace(state, round=opened, rounds=event.number, last_deck=event.deck, meters=meters)


def _wager_placed(state: State, event: e.WagerPlaced) -> State:
    assert state.round is not None
    box = state.round.box(event.seat)
    if box is None:
        added = Box(event.seat, event.player, ((event.wager, event.stake_cents),))
        return _round(state, boxes=tuple(sorted((*state.round.boxes, added), key=lambda box: box.seat)))
    kept = tuple([entry for entry in box.wagers if entry[0] != event.wager])
    return _round(state, boxes=_boxes(state.round, event.seat, wagers=(*kept, (event.wager, event.stake_cents))))


def _wager_withdrawn(state: State, event: e.WagerWithdrawn) -> State:
    assert state.round is not None
    box = state.round.box(event.seat)
    assert box is not None
    kept = tuple(entry for entry in box.wagers if entry[0] != event.wager)
    if not kept:
        return _round(state, boxes=tuple(b for b in state.round.boxes if b.seat != event.seat))
    return _round(state, boxes=_boxes(state.round, event.seat, wagers=kept))


def _progressive_locked(state: State, event: e.ProgressiveLocked) -> State:
    return _advance(replace(state, meters=fed(state.meters, event.gains)), event, gains=event.gains)


def fed(meters: tuple[Meter, ...], gains: tuple[tuple[str, int], ...]) -> tuple[Meter, ...]:
    """The meters after gains, negative ones included, in hundred-millionths of a cent."""
    amounts = dict(gains)
    found = []
    for meter in meters:
        whole, carry = divmod(meter.cents * CARRY_PER_CENT + meter.carry + amounts.get(meter.meter, 0), CARRY_PER_CENT)
        found.append(Meter(meter.meter, whole, carry))
    return tuple(found)


def _cards_dealt(state: State, event: e.CardsDealt) -> State:
    now = state.round
    assert now is not None
    count = len(event.places)
    changes: dict[str, Any] = {
        "drawn": now.drawn + count,
        "step_cards": now.step_cards + count if event.script == now.script else 0,
    }
    hands: dict[str, tuple[Card, ...]] = {}
    for place, card in event.places:
        hands[place] = (*hands.get(place, ()), card)
    for place, cards in hands.items():
        if place == "dealer_up":
            changes["dealer"] = changes.get("dealer", now.dealer) + cards
            changes["dealer_up"] = now.dealer_up + cards
        elif place in _PLACES:
            field = _PLACES[place]
            changes[field] = getattr(now, field) + cards
        else:
            boxes = changes.get("boxes", now.boxes)
            seat = int(place)
            changes["boxes"] = tuple(
                [replace(box, cards=box.cards + cards) if box.seat == seat else box for box in boxes]
            )
    return _advance(state, event, **changes)


# The round's field for each place that is not a seat; the dealer's face-up cards are the dealer's too.
_PLACES = {"dealer": "dealer", "community": "community", "bonus_box": "bonus_cards", "burn": "burned"}


def _card_set_aside(state: State, event: e.CardSetAside) -> State:
    assert state.round is not None
    now = state.round
    rack = (*now.rack, (SET_ASIDE, (event.card,)))
    return _round(state, set_aside=(*now.set_aside, event.card), rack=rack, drawn=now.drawn + 1)


def _stub_counted(state: State, event: e.StubCounted) -> State:
    return _advance(replace(state, rounds_since_count=0), event, stub_counted=True)


def _stub_miscounted(state: State, event: e.StubMiscounted) -> State:
    return _round(replace(state, rounds_since_count=0), stub_counted=True, stub_found=event.count)


def _decided(state: State, event: e.Decided) -> State:
    assert state.round is not None
    now = state.round
    changes: dict[str, Any] = {}
    box = now.box(event.seat)
    if event.action == "fold":
        changes = {"folded": True}
    elif event.action == "play" and box:
        changes = {"wagers": (*box.wagers, ("play", event.stake_cents))}
    to_ask = tuple([seat for seat in now.to_ask if seat != event.seat])
    boxes = _boxes(now, event.seat, **changes) if changes else now.boxes
    return _advance(state, event, boxes=boxes, to_ask=to_ask)


def _folds_collected(state: State, event: e.FoldsCollected) -> State:
    assert state.round is not None
    now = state.round
    rack = tuple((box.seat, box.cards) for box in now.boxes if box.seat in event.seats)
    boxes = tuple([replace(box, racked=True) if box.seat in event.seats else box for box in now.boxes])
    return _advance(state, event, boxes=boxes, rack=now.rack + rack)


def _line(state: State, event: e.WagerSettled) -> State:
    assert state.round is not None
    return _round(state, lines=(*state.round.lines, event.line))


def _award_pending(state: State, event: e.AwardPending) -> State:
    assert state.round is not None
    return _round(state, pending=PendingAward(event.unit, event.line, event.source, event.rest))


def _award_paid(state: State, event: e.AwardPaid) -> State:
    assert state.round is not None
    waiting = state.round.undocumented if event.source == "table_inventory" else (
        *state.round.undocumented, event.line.seat,
    )  # fmt: skip
    return _round(state, lines=(*state.round.lines, event.line), pending=None, undocumented=waiting)


def _meter_moved(state: State, event: e.MeterMoved) -> State:
    meters = tuple(replace(m, cents=event.cents) if m.meter == event.meter else m for m in state.meters)
    return replace(state, meters=meters)


def _cards_collected(state: State, event: e.CardsCollected) -> State:
    assert state.round is not None
    boxes = _boxes(state.round, event.seat, racked=True)
    return _round(state, boxes=boxes, rack=(*state.round.rack, (event.seat, event.cards)))


def _left_exposed(state: State, event: e.HandLeftExposed) -> State:
    assert state.round is not None
    return _round(state, exposed=(*state.round.exposed, event.seat))


def _replaced(state: State, event: e.ExposedHandReplaced) -> State:
    assert state.round is not None
    return _round(state, exposed=tuple(seat for seat in state.round.exposed if seat != event.seat))


def _line_reversed(state: State, event: e.LineReversed) -> State:
    assert state.round is not None
    lines = list(state.round.lines)
    lines.remove(event.line)
    return _round(state, lines=tuple(lines))


def _round_voided(state: State, event: e.RoundVoided) -> State:
    assert state.round is not None
    deck: dict[str, Any] = {"removed": True} if event.deck == "removed" else {"shuffled": ""}
    state = replace(_decks(state, state.round.deck, **deck), meters=fed(state.meters, event.reversed_gains))
    return _round(state, phase="void", pending=None, to_ask=())


def _round_closed(state: State, event: e.RoundClosed) -> State:
    assert state.round is not None
    phase = "void" if state.round.phase == "void" else "closed"
    counted = 0 if state.round.stub_counted else state.rounds_since_count + 1
    deck = state.deck(state.round.deck)
    rack = "" if deck is None or deck.removed else deck.deck
    state = _decks(state, state.round.deck, shuffled="", cut=False, order=None)
    state = replace(state, rounds_since_count=counted, rack_deck=rack)
    return _round(state, phase=phase)


def _player_left(state: State, event: e.PlayerLeft) -> State:
    players = tuple(entry for entry in state.players if entry[0] != event.seat)
    state = replace(state, players=players)
    if event.during_round and state.round:
        return _round(state, boxes=_boxes(state.round, event.seat, left=True))
    return state


def _conduct_noted(state: State, event: e.ConductNoted) -> State:
    assert state.round is not None
    return _round(state, notes=(*state.round.notes, (event.seat, event.step, event.note)))


def _settled_unit(state: State, event: e.UnitSettled) -> State:
    assert state.round is not None
    return _round(state, settled=(*state.round.settled, (event.unit, event.seat)))


def _seat_revealed(state: State, event: e.SeatRevealed) -> State:
    assert state.round is not None
    return _round(state, boxes=_boxes(state.round, event.seat, revealed=True))


def _award_documented(state: State, event: e.AwardDocumented) -> State:
    assert state.round is not None
    return _round(state, undocumented=tuple(seat for seat in state.round.undocumented if seat != event.seat))


def _device_failed(state: State, event: e.DeviceFailed) -> State:
    holding = (*state.holding_cards, event.device) if event.holds_cards else state.holding_cards
    out_of_use = tuple(device for device in state.out_of_use if device != event.device)
    return replace(state, failed=(*state.failed, event.device), out_of_use=out_of_use, holding_cards=holding)


def _device_restored(state: State, event: e.DeviceRestored) -> State:
    failed, out_of_use = (
        tuple(device for device in devices if device != event.device) for devices in (state.failed, state.out_of_use)
    )
    return replace(state, failed=failed, out_of_use=out_of_use)


def _device_treated(state: State, event: e.DeviceTreated) -> State:
    failed = tuple(device for device in state.failed if device != event.device)
    return replace(state, failed=failed, out_of_use=(*state.out_of_use, event.device))


def _abandoned(state: State, event: e.WagersAbandoned) -> State:
    assert state.round is not None
    now = state.round
    boxes = _boxes(now, event.seat, abandoned=event.lost, left=False)
    return _round(state, boxes=boxes, to_ask=tuple(seat for seat in now.to_ask if seat != event.seat or not event.lost))


_EVOLVE: Mapping[type, Callable[[State, Any], State]] = {
    e.DeckReceived: _deck_received,
    e.DeckPrepared: _deck_prepared,
    e.DeckShuffled: _deck_shuffled,
    e.DeckCut: lambda s, ev: _decks(s, ev.deck, cut=True, order=ev.order),
    e.CutAgainOrdered: lambda s, ev: _decks(s, ev.deck, cut=False),
    e.ShuffleOrdered: lambda s, ev: _decks(s, ev.deck, shuffled="", cut=False, order=None, shuffle_ordered=True),
    e.DeckRemoved: lambda s, ev: _out_of_rack(_decks(s, ev.deck, removed=True), ev.deck),
    e.TableIdled: _table_idled,
    e.DeviceFailed: _device_failed,
    e.DeviceEmptied: lambda s, ev: replace(s, holding_cards=tuple(d for d in s.holding_cards if d != ev.device)),
    e.DeviceRestored: _device_restored,
    e.DeviceTreated: _device_treated,
    e.PlayerSat: lambda s, ev: replace(s, players=tuple(sorted((*s.players, (ev.seat, ev.player))))),
    e.PlayerLeft: _player_left,
    e.RoundOpened: _round_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerWithdrawn: _wager_withdrawn,
    e.StepDone: lambda s, ev: _advance(s, ev, **({"holding_hand": ev.hand} if ev.hand else {})),
    e.BetsClosed: _advance,
    e.ProgressiveLocked: _progressive_locked,
    e.ProgressiveBanked: lambda s, ev: _advance(s, ev, banked_cents=ev.cents),
    e.CardsDealt: _cards_dealt,
    e.CardSetAside: _card_set_aside,
    e.CommunityTurned: lambda s, ev: _advance(s, ev, community_up=ev.up),
    e.StubCounted: _stub_counted,
    e.StubMiscounted: _stub_miscounted,
    e.HandsChecked: lambda s, ev: s,
    e.HandsFixed: lambda s, ev: _advance(s, ev, hands=ev.hands),
    e.PayoutsDisplayed: _advance,
    e.DecisionsAsked: lambda s, ev: _advance(s, ev, point=ev.point, to_ask=ev.seats),
    e.Decided: _decided,
    e.FoldsCollected: _folds_collected,
    e.DealerRevealed: lambda s, ev: _advance(s, ev, dealer_revealed=True),
    e.BonusRevealed: lambda s, ev: _advance(s, ev, bonus_revealed=True),
    e.SeatRevealed: _seat_revealed,
    e.WagerSettled: _line,
    e.AwardPending: _award_pending,
    e.AwardPaid: _award_paid,
    e.AwardDocumented: _award_documented,
    e.MeterMoved: _meter_moved,
    e.UnitSettled: _settled_unit,
    e.CardsCollected: _cards_collected,
    e.HandLeftExposed: _left_exposed,
    e.ExposedHandReplaced: _replaced,
    e.LineReversed: _line_reversed,
    e.IrregularityReported: lambda s, ev: _round(s, remedy=ev.remedy) if s.round else s,
    e.RoundVoided: _round_voided,
    e.WagersAbandoned: _abandoned,
    e.ConductNoted: _conduct_noted,
    e.RoundClosed: _round_closed,
}
