"""A round decided and settled again by the rules it was played under, and compared with what was recorded."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from croupier.house.ledger.accounts import is_players
from croupier.house.ledger.postings import Posting
from croupier.house.log import events as he
from croupier.house.log.chain import Record
from croupier.house.shuffles.proof import Check
from croupier.rulebook.elect import GameRules
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.evolve_round import IN_ROUND
from croupier.table.settlement.procedure import showdown_of
from croupier.table.settlement.settle import settle
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Meters, SettlementLine
from croupier.table.values.state import Round, State

# Beside what happens within the round; the decks are for the proof to follow.
_TOLD = IN_ROUND.keys() | {
    e.RoundOpened, e.PlayerSat, e.PlayerLeft, e.ProgressiveLocked, e.MeterHit, e.MeterRestored, e.StubCounted,
    e.StubMiscounted, e.IrregularityReported, e.RoundVoided, e.RoundClosed,
}  # fmt: skip


def settled_again(rules: GameRules, records: Iterable[tuple[Record, Sequence[he.Act]]]) -> tuple[Check, Round]:
    """Whether every answer was allowed and every wager ended as the rules say; and the round at its end."""
    state, answers, units, wrong = State(), 0, 0, ""
    before = dict[int, State]()  # each record, which a slip of the fingers may go back to
    for record, act in ((record, act) for record, acts in records for act in acts):
        before.setdefault(record.number, state)
        state = state_again(state, act, before)
        events = [one for one in act.events if isinstance(one, e.Event)]
        if state.round is None and not any(isinstance(one, e.RoundOpened) for one in events):
            continue
        if command := _command(state, act, events):
            again = decide(rules, state, command)
            if isinstance(again, Refusal) or list(again) != events:
                wrong = wrong or f"{act.command} in round {state.rounds} is not what the rules make of it."
            answers += isinstance(command, c.Decide)
            units += isinstance(command, c.SettleNext)
        for event in events:
            if type(event) in _TOLD:
                state = evolve(state, event)
    assert state.round is not None
    wrong = wrong or _settled_otherwise(rules, state.round)
    said = f"Decided again, every answer ({answers}) and every step of the settlement ({units}) comes out the same."
    return Check("rules", not wrong, wrong or said), state.round


def state_again(state: State, act: he.Act, before: Mapping[int, State]) -> State:
    """The game that an act goes on from: where it takes an entry back, as it stood before that record."""
    record = next((one.record for one in act.events if isinstance(one, he.EntryTakenBack)), 0)
    return before.get(record, state)


def _settled_otherwise(rules: GameRules, round_: Round) -> str:
    """The first wager of a closed round that ends otherwise where the whole table is settled at once; "" for none.

    What a meter pays depends on when it is read, which each step of the settlement has been asked already.
    """
    if round_.phase != "closed":
        return ""
    due = Counter(map(_without_meter, settle(rules, showdown_of(round_, _any_readings(rules))).lines))
    recorded = Counter(map(_without_meter, round_.lines))
    for line in (*(due - recorded), *(recorded - due)):
        return f"The {line.wager.replace('_', ' ')} of seat {line.seat} does not end as the rules say."
    return ""


def _without_meter(line: SettlementLine) -> SettlementLine:
    return replace(line, paid_cents=0) if line.meter else line


def _any_readings(rules: GameRules) -> Meters:
    return tuple((meter.meter, meter.reset_cents) for meter in rules.meters)


def _command(state: State, act: he.Act, events: Sequence[e.AnyEvent]) -> c.AnyCommand | None:
    """The command that an act carried out, where its events tell all of it."""
    if act.command == "SettleNext":
        return c.SettleNext(by=act.by, meters=_readings(state, events))
    if act.command == "Decide" and events and isinstance(events[0], e.Decided):
        answer = events[0]
        return c.Decide(by=act.by, seat=answer.seat, action=answer.action, stake_cents=answer.stake_cents)
    if act.command == "ValidateAward" and events and isinstance(events[0], e.AwardPaid):
        paid = events[0]
        return c.ValidateAward(
            by=act.by, seat=paid.line.seat, light_on=True, validated_by=paid.validated_by, source=paid.source
        )
    return None


def _readings(state: State, events: Sequence[e.AnyEvent]) -> Meters:
    """What the meters showed at the seat's turn, as far as it counts: the one that was won, by what it paid."""
    read = {meter.meter: meter.cents for meter in state.meters}
    hit = next((one for one in events if isinstance(one, e.MeterHit)), None)
    award = next((one.line for one in events if isinstance(one, e.AwardPending)), None)
    if hit and award:
        read[hit.meter] = hit.paid_cents if award.whole_meter else hit.paid_cents + hit.cents
    return tuple(read.items())


def money_check(final: Round, kept: Sequence[Posting]) -> Check:
    """Whether the money that moved is what the lines say, seat by seat."""
    moved: dict[int, int] = {}
    for posting in kept:
        if posting.seat:
            gained = is_players(posting.taker) - is_players(posting.giver)
            moved[posting.seat] = moved.get(posting.seat, 0) + gained * posting.cents
    for box in final.boxes:
        due = sum(line.net_cents for line in final.lines if line.seat == box.seat)
        if moved.get(box.seat, 0) != due:
            said = f"Seat {box.seat} is {due} cents up by its lines, and {moved.get(box.seat, 0)} by its transfers."
            return Check("money", False, said)
    return Check("money", True, "What moved is what the lines come to, seat by seat.")
