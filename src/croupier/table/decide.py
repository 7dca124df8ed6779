"""The one place where legality lives: a command in, the events it brings about or a refusal out."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.table import commands as c
from croupier.table import conduct, dealing, deciding, irregular, opening, settling, stub, wagering
from croupier.table import events as e
from croupier.table.evolve import replay
from croupier.table.opening import Answer, in_round
from croupier.table.refusal import Refusal
from croupier.table.script import script_of
from croupier.table.state import State


def decide(rules: GameRules, state: State, command: c.AnyCommand) -> Answer:
    """What the command brings about under these rules, or why it changes nothing."""
    round_ = state.round
    if round_ is not None and round_.digest != rules.digest and in_round(state):
        clause = rules.rulebook.wagers.closed_by.clause[0]
        return Refusal("other_rules", "The round is played by the rules it was opened with; finish it first.", clause)
    answer = _DECIDE[type(command)](rules, state, command)
    if isinstance(answer, Refusal):
        return answer
    if state.rack_deck and (problem := opening.rack_problem(rules, state, answer)):
        return problem
    return _consequences(rules, state, answer) if type(command) in _MOVES_ON else answer


def _consequences(rules: GameRules, state: State, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """The events, the questions that they bring up, and the end of a settlement in which nothing is left."""
    last = events[-1]
    if isinstance(last, e.Advance):
        moved = state.round is None or last.script != state.round.script
        if moved and last.phase == "decisions":
            return deciding.with_questions(rules, state, events)
        return _with_end(rules, state, events) if moved and last.phase == "settling" else events
    if isinstance(last, e.UnitSettled):
        return _with_end(rules, state, events)
    # Whoever abandoned the round may have been the last to be asked.
    return deciding.with_questions(rules, state, events) if isinstance(last, e.WagersAbandoned) else events


def _with_end(rules: GameRules, state: State, events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    """The events, and the end of the settlement if no unit of it is left once they have happened."""
    round_, last = state.round, events[-1]
    assert round_ is not None
    script = last.script if isinstance(last, e.Advance) else round_.script
    due = script_of(rules)[script]
    assert due.kind == "settle", "only the settlement has units, and it is entered at its beginning"
    # Of all that the events change, these are what the next unit depends on.
    settled, lines = [*round_.settled], [*round_.lines]
    for event in events:
        if isinstance(event, e.UnitSettled):
            settled.append((event.unit, event.seat))
        elif isinstance(event, _SETTLED):
            lines.append(event.line)
    after = replace(round_, script=script, settled=tuple(settled), lines=tuple(lines))
    if settling.next_unit(rules, after):
        return events
    place, phase = dealing.step_on(rules, after)
    return (*events, e.StepDone(clause=due.clause, script=place, phase=phase, step=due.step))


def _perform(rules: GameRules, state: State, command: c.Perform) -> Answer:
    due = dealing.due_of(rules, state)
    if due and due.step == command.step and state.round:
        if due.kind == "reveal_dealer":
            return settling.reveal_dealer(rules, state)
        if due.kind == "close":
            return settling.close(rules, state)
        if due.kind == "collect_folds":
            script, phase = dealing.step_on(rules, state.round)
            folders = tuple(box for box in state.round.boxes if box.folded)
            return deciding.collected(rules, state.round, folders, script, phase)
        if due.kind == "reveal_bonus":
            script, phase = dealing.step_on(rules, state.round)
            return (e.BonusRevealed(clause=due.clause, script=script, phase=phase),)
    return dealing.perform(rules, state, command)


def _shuffle(rules: GameRules, state: State, command: c.Shuffle) -> Answer:
    """A shuffle; a round whose own deck then leaves the table, miscounted by the device, is void."""
    answer = opening.shuffle(rules, state, command)
    if isinstance(answer, Refusal) or not in_round(state) or state.round is None or command.count is None:
        return answer
    if not any(isinstance(event, e.DeckRemoved) and event.deck == state.round.deck for event in answer):
        return answer
    wrong_deck = stub.stub_case(rules, command.count, misdeal=False)
    return (*answer, *irregular.voided(rules, replay(answer, state), wrong_deck, by=command.by))


def _deal_card(rules: GameRules, state: State, command: c.DealCard) -> Answer:
    return (irregular.face_up_card if command.face_up else dealing.deal_card)(rules, state, command)


def _sit(rules: GameRules, state: State, command: c.Sit) -> Answer:
    seats = rules.rulebook.wagers.seated_only
    if not 1 <= command.seat <= rules.seats:
        return Refusal("no_seat", f"This table has seats 1 to {rules.seats}.", seats.clause[0])
    if state.player(command.seat):
        return Refusal("seat_taken", f"Seat {command.seat} is taken; choose another.", seats.clause[0])
    if not command.player.strip():
        return Refusal("no_name", "A player needs a name.", seats.clause[0])
    return (e.PlayerSat(seat=command.seat, player=command.player),)


def _leave(rules: GameRules, state: State, command: c.Leave) -> Answer:
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


_DECIDE: Mapping[type, Callable[[GameRules, State, Any], Answer]] = {
    c.ReceiveDeck: opening.receive,
    c.PrepareDeck: opening.prepare,
    c.Shuffle: _shuffle,
    c.CutDeck: opening.cut,
    c.OrderRecut: opening.order_recut,
    c.OrderShuffle: opening.order_shuffle,
    c.RemoveDeck: opening.remove,
    c.SpreadIdle: opening.spread_idle,
    c.TreatDevice: opening.treat_device,
    c.Sit: _sit,
    c.Leave: _leave,
    c.OpenRound: dealing.open_round,
    c.PlaceWager: wagering.place,
    c.WithdrawWager: wagering.withdraw,
    c.Perform: _perform,
    c.Deal: dealing.deal,
    c.DealCard: _deal_card,
    c.CountStub: stub.count_stub,
    c.CheckHands: stub.check_hands,
    c.Decide: deciding.decide_seat,
    c.SettleNext: settling.settle_next,
    c.ValidateAward: settling.validate_award,
    c.DocumentAward: settling.document_award,
    c.Report: irregular.report,
    c.Abandon: irregular.abandon,
    c.NoteConduct: conduct.note_conduct,
}
# Commands after which the procedure may have come to a question or to the end of the settlement.
_MOVES_ON = frozenset({c.Perform, c.Deal, c.DealCard, c.CountStub, c.Decide, c.SettleNext, c.ValidateAward, c.Abandon})
_SETTLED = (e.WagerSettled, e.AwardPaid)
