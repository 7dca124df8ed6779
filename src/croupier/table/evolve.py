"""What an event makes of a state. Total and silent: nothing is checked here, and nothing is decided."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.table.evolve_round import IN_ROUND, changed_box
from croupier.table.values import events as e
from croupier.table.values.state import CARRY_PER_CENT, Deck, Meter, Round, State


def evolve(state: State, event: e.AnyEvent) -> State:
    """The state after the event."""
    kind = type(event)
    if kind in _AT_TABLE or state.round is None:
        return _AT_TABLE[kind](state, event)
    return replace(state, round=IN_ROUND[kind](state.round, event))


def replay(events: Iterable[e.AnyEvent], state: State | None = None) -> State:
    """The state that the events lead to."""
    state = state or State()
    round_ = state.round  # most events change nothing else, so it goes back into the state only where it must
    for event in events:
        kind = type(event)
        if kind in _AT_TABLE or round_ is None:
            state = _AT_TABLE[kind](replace(state, round=round_), event)
            round_ = state.round
        else:
            round_ = IN_ROUND[kind](round_, event)
    return replace(state, round=round_)


def _decks(state: State, name: str, **changes: Any) -> tuple[Deck, ...]:
    decks: list[Deck] = []
    for deck in state.decks:
        decks.append(replace(deck, **changes) if deck.deck == name else deck)
    return tuple(decks)


def _deck_received(state: State, event: e.DeckReceived) -> State:
    deck = Deck(event.deck, event.back, event.at, order=event.order)
    if event.skips_opening:
        deck = replace(deck, prepared=("all",), shuffled="pre_shuffled")
    return replace(state, decks=(*[d for d in state.decks if d.deck != event.deck], deck))


def _deck_prepared(state: State, event: e.DeckPrepared) -> State:
    deck = state.deck(event.deck)
    assert deck is not None
    inspector = event.by if event.step == "inspect" else deck.inspected_by
    decks = _decks(state, event.deck, prepared=(*deck.prepared, event.step), inspected_by=inspector, spread=False)
    return replace(state, decks=decks, idle=False)


def _deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    if state.deck(event.deck) is None:  # an electronic table's own cards, which nobody brings
        state = replace(state, decks=(*state.decks, Deck(event.deck, "", 0)))
    decks = _decks(
        state, event.deck, shuffled=event.method, order=event.order, cut=False, shuffle_ordered=False,
        counted=event.counted,
    )  # fmt: skip
    return replace(state, decks=decks, rack_deck=_still_in_rack(state, event.deck))


def _deck_cut(state: State, event: e.DeckCut) -> State:
    return replace(state, decks=_decks(state, event.deck, cut=True, order=event.order))


def _cut_again_ordered(state: State, event: e.CutAgainOrdered) -> State:
    return replace(state, decks=_decks(state, event.deck, cut=False))


def _shuffle_ordered(state: State, event: e.ShuffleOrdered) -> State:
    decks = _decks(state, event.deck, shuffled="", cut=False, order=None, shuffle_ordered=True)
    return replace(state, decks=decks)


def _deck_removed(state: State, event: e.DeckRemoved) -> State:
    decks = _decks(state, event.deck, removed=True)
    return replace(state, decks=decks, rack_deck=_still_in_rack(state, event.deck))


def _still_in_rack(state: State, taken: str) -> str:
    return "" if state.rack_deck == taken else state.rack_deck


def _table_idled(state: State, event: e.TableIdled) -> State:
    decks = tuple(
        replace(deck, prepared=event.reopen_from, shuffled="", cut=False, order=None, spread=True)
        for deck in state.decks
    )
    round_, rounds = state.round, state.rounds
    if round_ is not None and round_.phase == "wagering":  # called off before anybody wagered: its number is free again
        round_, rounds = None, rounds - 1
    return replace(state, decks=decks, idle=True, rack_deck="", round=round_, rounds=rounds)


def _device_failed(state: State, event: e.DeviceFailed) -> State:
    holding = (*state.holding_cards, event.device) if event.holds_cards else state.holding_cards
    out_of_use = tuple(device for device in state.out_of_use if device != event.device)
    return replace(state, failed=(*state.failed, event.device), out_of_use=out_of_use, holding_cards=holding)


def _device_emptied(state: State, event: e.DeviceEmptied) -> State:
    return replace(state, holding_cards=tuple(device for device in state.holding_cards if device != event.device))


def _device_restored(state: State, event: e.DeviceRestored) -> State:
    failed, out_of_use = (
        tuple(device for device in devices if device != event.device) for devices in (state.failed, state.out_of_use)
    )
    return replace(state, failed=failed, out_of_use=out_of_use)


def _device_treated(state: State, event: e.DeviceTreated) -> State:
    failed = tuple(device for device in state.failed if device != event.device)
    return replace(state, failed=failed, out_of_use=(*state.out_of_use, event.device))


def _player_sat(state: State, event: e.PlayerSat) -> State:
    state = replace(state, players=tuple(sorted((*state.players, (event.seat, event.player)))))
    box = state.round.box(event.seat) if state.round else None
    if state.round and box and box.left and box.player == event.player:  # back at the box that was left
        return _round(state, boxes=changed_box(state.round, event.seat, left=False))
    return state


def _player_left(state: State, event: e.PlayerLeft) -> State:
    state = replace(state, players=tuple(entry for entry in state.players if entry[0] != event.seat))
    if event.during_round and state.round:
        return _round(state, boxes=changed_box(state.round, event.seat, left=True))
    return state


def _round(state: State, **changes: Any) -> State:
    assert state.round is not None
    return replace(state, round=replace(state.round, **changes))


def _round_opened(state: State, event: e.RoundOpened) -> State:
    opened = Round(event.number, event.digest, event.deck, dealing=event.dealing, out_of_use=event.out_of_use)
    meters = tuple([Meter(*meter) for meter in event.meters])
    return replace(state, round=opened, rounds=event.number, last_deck=event.deck, meters=meters)


def _progressive_locked(state: State, event: e.ProgressiveLocked) -> State:
    state = replace(state, meters=fed(state.meters, event.gains))
    return _round(state, script=event.script, phase=event.phase, gains=event.gains)


def fed(meters: tuple[Meter, ...], gains: tuple[tuple[str, int], ...]) -> tuple[Meter, ...]:
    """The meters after gains, negative ones included, in hundred-millionths of a cent."""
    amounts = dict(gains)
    found = []
    for meter in meters:
        whole, carry = divmod(meter.cents * CARRY_PER_CENT + meter.carry + amounts.get(meter.meter, 0), CARRY_PER_CENT)
        found.append(Meter(meter.meter, whole, carry))
    return tuple(found)


def _meter_shows(state: State, event: e.MeterHit | e.MeterRestored) -> State:
    meters = tuple(replace(m, cents=event.cents) if m.meter == event.meter else m for m in state.meters)
    return replace(state, meters=meters)


def _stub_counted(state: State, event: e.StubCounted) -> State:
    state = replace(state, rounds_since_count=0)
    return _round(state, script=event.script, phase=event.phase, stub_counted=True)


def _stub_miscounted(state: State, event: e.StubMiscounted) -> State:
    return _round(replace(state, rounds_since_count=0), stub_counted=True, stub_found=event.count)


def _irregularity_reported(state: State, event: e.IrregularityReported) -> State:
    return _round(state, remedy=event.remedy) if state.round else state


def _round_voided(state: State, event: e.RoundVoided) -> State:
    assert state.round is not None
    fate: dict[str, Any] = {"removed": True} if event.deck == "removed" else {"shuffled": ""}
    decks = _decks(state, state.round.deck, **fate)
    state = replace(state, decks=decks, meters=fed(state.meters, event.reversed_gains))
    return _round(state, phase="void", pending=None, to_ask=())


def _round_closed(state: State, event: e.RoundClosed) -> State:
    round_ = state.round
    assert round_ is not None
    deck = state.deck(round_.deck)
    counted = round_.stub_counted or (deck is not None and deck.counted)
    return replace(
        state,
        round=replace(round_, phase="void" if round_.phase == "void" else "closed"),
        decks=_decks(state, round_.deck, shuffled="", cut=False, order=None, counted=False),
        rounds_since_count=0 if counted else state.rounds_since_count + 1,
        rack_deck="" if deck is None or deck.removed else deck.deck,
    )


_AT_TABLE: Mapping[type, Callable[[State, Any], State]] = {
    e.DeckReceived: _deck_received,
    e.DeckPrepared: _deck_prepared,
    e.DeckShuffled: _deck_shuffled,
    e.DeckCut: _deck_cut,
    e.CutAgainOrdered: _cut_again_ordered,
    e.ShuffleOrdered: _shuffle_ordered,
    e.DeckRemoved: _deck_removed,
    e.TableIdled: _table_idled,
    e.DeviceFailed: _device_failed,
    e.DeviceEmptied: _device_emptied,
    e.DeviceRestored: _device_restored,
    e.DeviceTreated: _device_treated,
    e.PlayerSat: _player_sat,
    e.PlayerLeft: _player_left,
    e.RoundOpened: _round_opened,
    e.ProgressiveLocked: _progressive_locked,
    e.MeterHit: _meter_shows,
    e.MeterRestored: _meter_shows,
    e.StubCounted: _stub_counted,
    e.StubMiscounted: _stub_miscounted,
    e.HandsChecked: lambda state, event: state,
    e.IrregularityReported: _irregularity_reported,
    e.RoundVoided: _round_voided,
    e.RoundClosed: _round_closed,
}
