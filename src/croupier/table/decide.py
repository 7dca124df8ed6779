"""The one place where legality lives: a command in, the events it brings about or a refusal out."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules, seat_limit
from croupier.table.evolve import replay
from croupier.table.irregularities import remedies
from croupier.table.procedure import (
    conduct,
    dealing,
    decks,
    idle,
    performing,
    player_decisions,
    reading,
    silence,
    stub,
    treating,
    turning_up,
    wagering,
)
from croupier.table.procedure.decks import EventsOrRefusal, in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.script import script_of
from croupier.table.settlement import awards, procedure
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import DEVICE, role
from croupier.table.values.state import State

Events = tuple[e.AnyEvent, ...]


def decide(rules: GameRules, state: State, command: c.AnyCommand) -> EventsOrRefusal:
    """What the command brings about under these rules, or why it changes nothing."""
    round_ = state.round
    if round_ is not None and round_.digest != rules.digest and in_round(state):
        clause = rules.rulebook.wagers.closed_by.clause[0]
        return Refusal("other_rules", "The round is played by the rules it was opened with; finish it first.", clause)
    rules = in_use(rules, state)
    if state.cards_told and type(command) in _NEEDS_CARDS and (unseen := turning_up.not_told(rules, state)):
        return unseen
    answer = _DECIDE[type(command)](rules, state, command)
    if not isinstance(answer, tuple):
        return answer
    if state.rack_deck and (problem := decks.rack_problem(rules, state, answer)):
        return problem
    last = answer[-1]
    return _THEN[type(last)](rules, state, answer, last) if type(last) in _THEN else answer


def _moved_on(rules: GameRules, state: State, events: Events, last: e.Advance) -> Events:
    """The events, and what the place that they lead to brings up: questions, or the end of an empty settlement."""
    assert state.round is not None
    if last.script == state.round.script:
        return events
    if last.phase == "decisions":
        return player_decisions.with_questions(rules, state, events, last.script)
    if last.phase == "settling" and procedure.next_unit(rules, state.round) is None:
        return (*events, _settlement_over(rules, last.script))
    return events


def _settled(rules: GameRules, state: State, events: Events, last: e.UnitSettled) -> Events:
    """The events, and the end of the settlement if no unit of it is left once they have happened."""
    round_ = state.round
    assert round_ is not None
    # Of all that the events change, these are what the next unit depends on.
    settled = (*round_.settled, (last.unit, last.seat))
    lines = [event.line for event in events if type(event) is e.WagerSettled or type(event) is e.AwardPaid]
    after = replace(round_, settled=settled, lines=(*round_.lines, *lines))
    return events if procedure.next_unit(rules, after) else (*events, _settlement_over(rules, round_.script))


def _settlement_over(rules: GameRules, place: int) -> e.StepDone:
    due, after = script_of(rules)[place : place + 2]
    return e.StepDone(clause=due.clause, script=place + 1, phase=after.phase, step=due.step)


def _abandoned(rules: GameRules, state: State, events: Events, last: e.WagersAbandoned) -> Events:
    """The events, and the next questions if the one who left was the last to be asked."""
    assert state.round is not None
    return player_decisions.with_questions(rules, state, events, state.round.script)


def _shuffle(rules: GameRules, state: State, command: c.Shuffle) -> EventsOrRefusal:
    """A shuffle; a round whose own deck then leaves the table, miscounted by the device, is void."""
    answer = decks.shuffle(rules, state, command)
    if not isinstance(answer, tuple) or not in_round(state) or state.round is None or command.count is None:
        return answer
    if not any(type(event) is e.DeckRemoved and event.deck == state.round.deck for event in answer):
        return answer
    wrong_deck = stub.stub_case(rules, command.count, misdeal=False)
    return (*answer, *remedies.voided(rules, replay(answer, state), wrong_deck, by=command.by))


def _deal(rules: GameRules, state: State, command: c.Deal) -> EventsOrRefusal:
    due, round_ = dealing.due_of(rules, state), state.round
    if awaited := reading.card_due(rules, state):
        return awaited.by_shoe()
    if not state.cards_told or due is None or round_ is None or due.kind != "deal":
        return dealing.deal(rules, state, command)
    return dealing.deck_not_ready(rules, state) or turning_up.deal_face_down(rules, state, due, round_)


def _turn_up(rules: GameRules, state: State, command: c.TurnUp) -> EventsOrRefusal:
    """Cards told; where a step is nothing but turning them up, it is done."""
    told = turning_up.turn_up(rules, state, command)
    due = dealing.due_of(rules, state)
    if not isinstance(told, tuple) or due is None or due.kind not in turning_up.TURNING:
        return told
    after = replay(told, state)
    if turning_up.awaited_cards(rules, after):
        return told
    step = performing.perform(rules, after, c.Perform(step=due.step, by=command.by, at=command.at))
    return (*told, *step) if isinstance(step, tuple) else step


def _deal_card(rules: GameRules, state: State, command: c.DealCard) -> EventsOrRefusal:
    if state.cards_told and not command.face_up:
        clause = rules.rulebook.cards.cards_in_deck.clause[0]
        return Refusal("cards_unseen", "Nobody reads cards as they leave the deck here; deal them face down.", clause)
    if (awaited := reading.card_due(rules, state)) and role(command.by) != DEVICE:
        return awaited.by_shoe()
    return (remedies.face_up_card if command.face_up else dealing.deal_card)(rules, state, command)


def _sit(rules: GameRules, state: State, command: c.Sit) -> EventsOrRefusal:
    seats = rules.rulebook.wagers.seated_only
    if not 1 <= command.seat <= rules.seats:
        limit = seat_limit(rules.rulebook, rules)
        return Refusal("no_seat", f"This table has seats 1 to {rules.seats}.", limit.clause[0])
    if state.player(command.seat):
        return Refusal("seat_taken", f"Seat {command.seat} is taken; choose another.", seats.clause[0])
    if not command.player.strip():
        return Refusal("no_name", "A player needs a name.", seats.clause[0])
    return (e.PlayerSat(seat=command.seat, player=command.player),)


def _leave(rules: GameRules, state: State, command: c.Leave) -> EventsOrRefusal:
    wagers = rules.rulebook.wagers
    if not state.player(command.seat):
        return Refusal("not_seated", f"Nobody sits in seat {command.seat}.", wagers.seated_only.clause[0])
    round_ = state.round
    wagering_now = round_ is not None and round_.phase == "wagering" and round_.box(command.seat) is not None
    if wagering_now:
        sentence = "Take your wagers back before you leave, or stay until the round ends."
        return Refusal("wagers_down", sentence, wagers.stay_seated.clause[0])
    during = in_round(state) and round_ is not None and round_.box(command.seat) is not None
    return (e.PlayerLeft(seat=command.seat, during_round=during),)


_DECIDE: Mapping[type, Callable[[GameRules, State, Any], EventsOrRefusal]] = {
    c.ReceiveDeck: decks.receive,
    c.PrepareDeck: decks.prepare,
    c.Shuffle: _shuffle,
    c.CutDeck: decks.cut,
    c.OrderRecut: decks.order_recut,
    c.OrderShuffle: decks.order_shuffle,
    c.RemoveDeck: decks.remove,
    c.SpreadIdle: idle.spread_idle,
    c.TreatDevice: treating.treat_device,
    c.Sit: _sit,
    c.Leave: _leave,
    c.OpenRound: dealing.open_round,
    c.PlaceWager: wagering.place,
    c.WithdrawWager: wagering.withdraw,
    c.Perform: performing.perform,
    c.Deal: _deal,
    c.DealCard: _deal_card,
    c.TurnUp: _turn_up,
    c.CountStub: stub.count_stub,
    c.CheckHands: stub.check_hands,
    c.Decide: player_decisions.decide_seat,
    c.SettleNext: procedure.settle_next,
    c.VerifyAward: awards.verify_award,
    c.ValidateAward: awards.validate_award,
    c.RefuseAward: awards.refuse_award,
    c.DocumentAward: awards.document_award,
    c.Report: remedies.report,
    c.Abandon: remedies.abandon,
    c.CallFloor: silence.call_floor,
    c.RuleOnSilence: silence.rule_on_silence,
    c.NoteConduct: conduct.note_conduct,
}
# What is asked, answered, turned up or settled by cards that somebody must have seen.
_NEEDS_CARDS = frozenset({c.Decide, c.Perform, c.SettleNext})
# Events after which the procedure may have come to a question or to the end of the settlement.
_THEN: Mapping[type, Callable[[GameRules, State, Events, Any], Events]] = {
    **dict.fromkeys(e.Advance.__subclasses__(), _moved_on),
    e.UnitSettled: _settled,
    e.WagersAbandoned: _abandoned,
}
