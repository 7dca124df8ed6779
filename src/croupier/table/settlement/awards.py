"""A progressive award: verified by the dealer, validated by the floor and paid, or refused because its light is off."""

from croupier.rulebook.elect import GameRules
from croupier.table.evolve import replay
from croupier.table.procedure.decks import EventsOrRefusal
from croupier.table.settlement.meters import meter_restored
from croupier.table.settlement.procedure import picked_up, seat_events, unit_over
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import is_system, may_order
from croupier.table.values.state import OFF_TABLE, SOURCES, PendingAward, Round, State

LONGEST_DOCUMENT = 200


def _awaited(rules: GameRules, round_: Round | None, seat: int) -> PendingAward | Refusal:
    if round_ is not None and round_.pending is not None and round_.pending.line.seat == seat:
        return round_.pending
    clause = rules.rulebook.progressive.validation[0].clause[0]
    return Refusal("no_award", f"No progressive award of seat {seat} waits for validation.", clause)


def _not_verified(rules: GameRules, command: c.VerifyAward | c.ValidateAward) -> Refusal | None:
    """Why the hand and the light are not verified: each must have been looked at, and found as it should be."""
    steps = rules.rulebook.progressive.steps
    if not command.hand_wins:
        sentence = "The dealer has not confirmed that the hand wins; the award is not paid."
        return Refusal("hand_not_verified", sentence, steps["verify_hand"].clause[0])
    if not command.light_on:
        found = "was not looked at" if command.light_on is None else "is not on"
        sentence = (
            f"The system's light {found} for this seat; the award is not paid. If it is off, the floor refuses it."
        )
        return Refusal("light_off", sentence, steps["verify_light"].clause[0])
    return None


def verify_award(rules: GameRules, state: State, command: c.VerifyAward) -> EventsOrRefusal:
    """The dealer has looked at the hand and the light: it wins and the light is on, or the light is off."""
    pending = _awaited(rules, state.round, command.seat)
    if isinstance(pending, Refusal):
        return pending
    if command.hand_wins and command.light_on is False:
        clause = rules.rulebook.progressive.steps["verify_light"].clause[0]
        return (e.AwardUnlit(seat=command.seat, by=command.by, clause=clause),)
    if problem := _not_verified(rules, command):
        return problem
    clause = rules.rulebook.progressive.validation[0].clause[0]
    return (e.AwardVerified(seat=command.seat, by=command.by, clause=clause),)


def validate_award(rules: GameRules, state: State, command: c.ValidateAward) -> EventsOrRefusal:
    """A progressive award that the dealer verified, before or with it, validated by the floor and then paid."""
    steps, round_ = rules.rulebook.progressive.steps, state.round
    pending = _awaited(rules, round_, command.seat)
    if isinstance(pending, Refusal):
        return pending
    assert round_ is not None
    if not pending.verified_by and (problem := _not_verified(rules, command)):
        return problem
    verifier, validator = pending.verified_by or command.by, command.validated_by or command.by
    if not may_order(state, validator) or (validator == verifier and not is_system(state, validator)):
        sentence = "A floorperson or higher, not the dealer, validates the award."
        return Refusal("needs_floor", sentence, steps["validate"].clause[0])
    source = command.source or pending.source
    if problem := _source_problem(rules, pending, source):
        return problem
    box = round_.box(command.seat)
    assert box is not None
    paid = e.AwardPaid(line=pending.line, source=source, validated_by=validator)
    rest: list[e.AnyEvent] = [e.WagerSettled(line=line) for line in pending.rest]
    if source == OFF_TABLE and "keep_cards_until_documented" in steps:
        return (paid, *rest, e.UnitSettled(unit=pending.unit, seat=command.seat))
    return (paid, *rest, *unit_over(rules, round_, box, pending.unit))


def _source_problem(rules: GameRules, pending: PendingAward, source: str) -> Refusal | None:
    """Why the award may not be paid from there: a full meter is never paid out of the table inventory."""
    if source not in SOURCES:
        names = " or ".join(SOURCES).replace("_", " ")
        return Refusal(
            "no_source", f"An award is paid from {names}; say which.", rules.rulebook.progressive.steps["pay"].clause[0]
        )
    full = rules.rulebook.progressive.full_award_source
    if full and pending.source == OFF_TABLE and source != OFF_TABLE:
        return Refusal("not_from_inventory", f"{full.says} Pay it off the table.", full.clause[0])
    return None


def refuse_award(rules: GameRules, state: State, command: c.RefuseAward) -> EventsOrRefusal:
    """The floor's ruling on an award whose light is off: the wager was not accepted, so nothing was won by it.

    Its stake goes back, its meter shows again what it did, envy that the seat was paid for it before is taken back, and
    the rest of the seat is settled without it.
    """
    step, round_ = rules.rulebook.progressive.refusal, state.round
    pending = _awaited(rules, round_, command.seat)
    if isinstance(pending, Refusal):
        return pending
    if not pending.unlit_by:
        sentence = "An award is refused only where its light was found off; have the dealer look at it first."
        return Refusal("light_not_off", sentence, step.clause[0])
    if not may_order(state, command.by) or not command.reason.strip():
        return Refusal("needs_floor", "The floor refuses an award, with a reason.", step.clause[0])
    assert round_ is not None
    events: list[e.AnyEvent] = [meter_restored(state, pending.line)] if pending.line.meter else []
    events += [
        e.LineReversed(line=line)
        for line in reversed(round_.lines)
        if (line.seat, line.wager) == (command.seat, "envy")
    ]
    events.append(
        e.AwardRefused(seat=command.seat, by=command.by, reason=command.reason.strip(), clause=step.clause[0])
    )
    after = replay(events, state)
    assert after.round is not None
    box = after.round.box(command.seat)
    assert box is not None
    meters = tuple((meter.meter, meter.cents) for meter in after.meters)
    return (*events, *seat_events(rules, after.round, box, pending.unit, meters))


def document_award(rules: GameRules, state: State, command: c.DocumentAward) -> EventsOrRefusal:
    """The paperwork of an award paid elsewhere is done, under its number: the seat's cards may go."""
    round_, clause = state.round, rules.rulebook.progressive.validation[-1].clause[0]
    if round_ is None or command.seat not in round_.undocumented:
        return Refusal("no_paperwork", f"No award of seat {command.seat} waits for its paperwork.", clause)
    document = command.document.strip()
    if not document or len(document) > LONGEST_DOCUMENT or not document.isprintable():
        sentence = "The document of an award paid off the table is on record; give its number or reference."
        return Refusal("no_document", sentence, clause)
    box = round_.box(command.seat)
    assert box is not None
    done = e.AwardDocumented(seat=command.seat, document=document, by=command.by)
    return (done,) if box.racked else (done, picked_up(rules, box))
