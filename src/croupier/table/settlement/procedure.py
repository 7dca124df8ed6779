"""Reveal and settlement as the dealer does them: unit by unit, award by award, in the rulebook's order."""

from collections.abc import Iterator

from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealing import due_of, not_now
from croupier.table.procedure.decks import EventsOrRefusal
from croupier.table.procedure.script import Due
from croupier.table.settlement.cover_all import DEALER, best_awaited, cover_all_line, put_away, stays
from croupier.table.settlement.meters import meter_hit
from croupier.table.settlement.results import void
from croupier.table.settlement.settle import seat_lines
from croupier.table.settlement.terms import terms_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Meters, SettlementLine, Showdown
from croupier.table.values.state import OFF_TABLE, TABLE_INVENTORY, Round, State
from croupier.table.values.words import Phase, Unit

PASSES: tuple[Unit, ...] = ("reveal", "collect", "pay", "pick_up")
SEAT_BY_SEAT: tuple[Unit, ...] = ("seat",)


def showdown_of(round_: Round, meters: Meters) -> Showdown:
    """What settlement sees of the round."""
    return Showdown(round_.dealer, round_.community, round_.bonus_cards, round_.boxes, meters)


def _unsettled(round_: Round, box: Box) -> bool:
    done = {line.wager for line in round_.lines if line.seat == box.seat}
    return any(wager.name not in done and wager.name != "cover_all" for wager in box.wagers)


def next_unit(rules: GameRules, round_: Round) -> tuple[Unit, int] | None:
    """What is settled next: a seat, a seat's part in a pass round the table, or a wager on the whole table."""
    terms = terms_of(rules)
    seats = round_.boxes[::-1]
    for unit in PASSES if terms.round_by_round else SEAT_BY_SEAT:
        for box in seats:
            if (unit, box.seat) not in round_.settled and _has_part(round_, box, unit):
                return unit, box.seat
    waiting = best_awaited(round_)
    return ("cover_all", waiting.seat) if waiting else None


def _has_part(round_: Round, box: Box, unit: Unit) -> bool:
    if unit in ("reveal", "pick_up"):
        return not box.racked
    return not box.racked or _unsettled(round_, box)


def settle_next(rules: GameRules, state: State, command: c.SettleNext) -> EventsOrRefusal:
    """The next unit of the settlement."""
    due, round_ = due_of(rules, state), state.round
    if due is None or round_ is None or due.kind != "settle":
        return not_now(rules, state, "settling")
    if round_.pending:
        clause = rules.rulebook.progressive.validation[0].clause[0]
        sentence = f"Seat {round_.pending.line.seat}'s progressive award waits to be verified and validated."
        return Refusal("award_pending", sentence, clause)
    unit = next_unit(rules, round_)
    assert unit is not None  # the settlement ended itself with its last unit
    if command.meters and (problem := _wrongly_read(rules, state, command.meters)):
        return problem
    meters = command.meters or tuple([(meter.meter, meter.cents) for meter in state.meters])
    return _unit_events(rules, round_, unit[0], unit[1], meters)


def _wrongly_read(rules: GameRules, state: State, read: Meters) -> Refusal | None:
    meters = [meter.meter for meter in state.meters]
    if [name for name, _ in read] == meters and all(cents >= 0 for _, cents in read):
        return None
    clause = rules.rulebook.progressive.award_reads.clause[0]
    names = ", ".join(meters) or "no meter"
    return Refusal("meters", f"Read every meter of this table, in this order: {names}.", clause)


def _unit_events(rules: GameRules, round_: Round, unit: Unit, seat: int, meters: Meters) -> tuple[e.AnyEvent, ...]:
    box = round_.box(seat)
    assert box is not None
    events: list[e.AnyEvent] = []
    if unit in ("seat", "reveal") and not box.racked:
        events.append(turned_up(rules, round_, box))
    if unit in ("seat", "collect", "pay"):
        events += seat_events(rules, round_, box, unit, meters)
        return tuple(events)
    if unit == "cover_all":
        lines = cover_all_line(terms_of(rules), showdown_of(round_, meters), box)
        events += [e.WagerSettled(line=line) for line in lines]
    if unit == "pick_up" and seat not in round_.undocumented:
        events += put_away(rules, round_, seat, picked_up(rules, box))
    return (*events, e.UnitSettled(unit=unit, seat=seat))


def turned_up(rules: GameRules, round_: Round, box: Box) -> e.AnyEvent:
    """A player's cards turned up and announced."""
    hand = terms_of(rules).hand(box.cards + round_.community)
    clause = rules.rulebook.settlement.each_seat[0].clause[0]
    return e.SeatRevealed(seat=box.seat, clause=clause, hand=hand.description)


def seat_events(rules: GameRules, round_: Round, box: Box, unit: Unit, meters: Meters) -> list[e.AnyEvent]:
    """A seat's wagers settled as far as the unit goes; an award stops it until it is validated."""
    lines = seat_lines(terms_of(rules), showdown_of(round_, meters), box)
    done = {(line.seat, line.wager) for line in round_.lines if line.seat == box.seat}
    due = [line for line in lines if (line.seat, line.wager) not in done]
    if unit != "seat":
        due = [line for line in due if (line.paid_cents + line.returned_cents > 0) == (unit == "pay")]
    events: list[e.AnyEvent] = []
    for index, line in enumerate(due):
        if line.wager == "progressive" and line.outcome == "win":
            if line.meter:
                events.append(meter_hit(terms_of(rules), meters, line))
            source = award_source(rules, line)
            events.append(e.AwardPending(unit=unit, line=line, source=source, rest=tuple(due[index + 1 :])))
            return events
        events.append(e.WagerSettled(line=line))
    return [*events, *unit_over(rules, round_, box, unit)]


def award_source(rules: GameRules, line: SettlementLine) -> str:
    """Where an award is paid from: a full meter never out of the table inventory, where the rules say so.

    md-tcp:.11D(7)(d)(i), md-fcp:.11D(10)(d)(i), md-uth:11J(2)(d) (readings T-30, A53, U-28).
    """
    return OFF_TABLE if line.whole_meter and rules.rulebook.progressive.full_award_source else TABLE_INVENTORY


def unit_over(rules: GameRules, round_: Round, box: Box, unit: Unit) -> tuple[e.AnyEvent, ...]:
    """A unit's end: with a seat's last one, its cards are picked up."""
    over = e.UnitSettled(unit=unit, seat=box.seat)
    if unit != "seat" or box.racked:
        return (over,)
    return (*put_away(rules, round_, box.seat, picked_up(rules, box)), over)


def picked_up(rules: GameRules, box: Box) -> e.AnyEvent:
    """A seat's cards taken to the discard rack."""
    clause = rules.rulebook.settlement.last[-1].clause[0]
    return e.CardsCollected(seat=box.seat, cards=box.cards, clause=clause)


def reveal_dealer(rules: GameRules, round_: Round, clause: str, script: int, phase: Phase) -> EventsOrRefusal:
    """The dealer's cards turned up and announced."""
    hand = terms_of(rules).hand(round_.dealer + round_.community)
    revealed = e.DealerRevealed(clause=clause, script=script, phase=phase, hand=hand.description)
    if not stays(rules, round_, DEALER):
        return (revealed,)
    return (revealed, *put_away(rules, round_, DEALER, revealed))


def close(rules: GameRules, round_: Round, due: Due) -> EventsOrRefusal:
    """The round ends when every wager has its result and every paper is done."""
    if round_.undocumented:
        clause = rules.rulebook.progressive.validation[-1].clause[0]
        seat = round_.undocumented[0]
        return Refusal("paperwork", f"Seat {seat}'s cards stay out until the award's paperwork is done.", clause)
    left = [picked_up(rules, box) for box in round_.boxes[::-1] if box.seat in round_.exposed]
    cards = e.CardsCollected(seat=0, cards=round_.dealer + round_.community + round_.bonus_cards, clause=due.clause)
    return (*left, cards, e.RoundClosed(number=round_.number, clause=due.clause))


def lines_returned(box: Box, clause: str, names: frozenset[str] | None) -> Iterator[SettlementLine]:
    """The wagers of a void round that go back, all of them where `names` is None."""
    for wager in box.wagers:
        if names is None or wager.name in names:
            yield void(box.seat, wager, clause=clause, case="void")
