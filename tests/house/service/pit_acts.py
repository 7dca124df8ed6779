"""What people in the pit do at tables of real cards and patrons' chips, one thing after another: to be interrupted."""

from collections.abc import Iterable, Iterator, Sequence

from croupier.cards import DECK
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.log import events as he
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.elect import GameRules
from croupier.table.options import options
from croupier.table.procedure.dealing import out_of_deck
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from croupier.table.values.duty import Duty
from tests.house.floor import example
from tests.table.people import PEOPLE, finds

DEALER, KIM, KARL, CAROL = "dealer:deana", "floor:kim", "floor:karl", "cashier:carol"
SEATS = (2, 3)
BUY_IN_CENTS, WORTH_CENTS = 500_000, 2500
TAKEN_BACK_EVERY = 7  # records: in between the table goes on
PUT_RIGHT_EVERY = 11
SLIPS: tuple[he.SlipKind, ...] = ("fill", "opener", "drop", "credit")
LEFT_OUT = ("play", "progressive")
RULED = "ruled"


def open_felt(house: House, tables: Iterable[str]) -> None:
    """Tables of these rulebooks, named after them, with two patrons at each."""
    house.open_cage()
    terms = TableTerms(dealer="human", card_source="seen", chip_source="felt", decision_seconds=0, betting_seconds=0)
    for table in tables:
        house.open_table(table, example(table), terms)
        answers = house.submit([h.Request(table, h.SeatPatron(seat=seat, by=DEALER)) for seat in SEATS])
        assert all(isinstance(answer, Done) for answer in answers), answers


def acts_at(rules: GameRules, table: HouseTable) -> Iterator[h.AnyRequestedCommand]:
    """What is done next: the cage's and the floor's papers beside the game, and now and then a slip of the fingers."""
    assert table.chip_source == FELT
    if table.entries and table.version % TAKEN_BACK_EVERY == 0:
        yield h.TakeBack(record=table.entries[-1].record, by=DEALER)
        return
    yield from _papers(table)
    yield from _ruling(table)
    duty = duty_at(rules, table, table.at_ms // 1000)
    if duty:
        yield h.DoDuty(says=duty.says, found=tuple(_found(rules, table, duty).items()), by=PEOPLE[duty.by])
    elif not table.calls and table.calls_made < table.state.rounds:
        yield h.MakeCall(reason="dispute", seat=SEATS[0], note="says that it pushed", by=DEALER)
    elif table.state.round and table.state.round.phase == "wagering":
        for seat in SEATS:
            yield h.SellChips(seat=seat, cents=BUY_IN_CENTS, by=DEALER)
            yield h.SetWagers(seat=seat, stakes=_stakes(rules, table, seat), by=DEALER)
    elif table.state.round:
        seat = table.state.round.to_ask[0]
        answer = options(rules, table.state, seat).answers[-1]
        yield c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents, by=DEALER)


def _papers(table: HouseTable) -> Iterator[h.AnyRequestedCommand]:
    """A slip for each round, through its three people, and every call answered."""
    for slip in table.slips:
        if slip.state == "asked":
            yield h.ApproveSlip(slip=slip.slip, by=KARL)
        elif slip.state == "approved":
            yield h.ConfirmSlip(slip=slip.slip, by=CAROL)
    if table.slips_made <= table.state.rounds and not any(slip.open for slip in table.slips):
        yield h.AskSlip(kind=SLIPS[table.slips_made % len(SLIPS)], pieces=((WORTH_CENTS, 4),), by=KIM)
    if table.buy_ins and table.version % PUT_RIGHT_EVERY == 0:
        (*_, last) = table.buy_ins
        yield h.CorrectBuyIn(record=last.record, cents=last.cents + WORTH_CENTS, reason="it was a note more", by=KIM)
    for call in table.calls:
        yield h.AnswerCall(call=call.call, note="it lost", by=KIM)


def _ruling(table: HouseTable) -> Iterator[h.AnyRequestedCommand]:
    """Every round is put right once: who won the ante should have lost it, and the other way round."""
    last = table.last
    if last is None or last.phase != "closed" or any(line.case == RULED for line in last.lines):
        return
    ante = next((line for line in last.lines if line.wager == "ante"), None)
    if ante:
        cents = 0 if ante.returned_cents else 2 * ante.stake_cents
        yield h.CorrectSettlement(
            round=last.number, seat=ante.seat, wager="ante", cents=cents, reason="the hands were mixed up", by=KIM
        )


def _stakes(rules: GameRules, table: HouseTable, seat: int) -> tuple[Wager, ...]:
    spots = options(rules, table.state, seat).spots
    return tuple([Wager(one.wager, one.minimum_cents) for one in spots if one.wager not in LEFT_OUT])


def _found(rules: GameRules, table: HouseTable, duty: Duty) -> dict[str, str]:
    if not isinstance(duty.command, c.TurnUp):
        return finds(rules, table.state, duty) if duty.blanks else {}
    assert table.state.round
    gone = set(out_of_deck(table.state.round))
    cards = [card for card in DECK if card not in gone][: duty.blanks[0].most]
    return {"cards": " ".join(map(str, cards))}


def deal_on(house: House, tables: Sequence[str]) -> None:
    """Plays the round under way at each table to its end: none is stuck."""
    upto = {table: house.table(table).state.rounds + 1 for table in tables}
    while waiting := [
        house_table for table, rounds in upto.items() if (house_table := house.table(table)).state.rounds < rounds
    ]:
        for house_table in waiting:
            requests = [
                h.Request(house_table.table_id, act) for act in acts_at(house.rules_of(house_table), house_table)
            ]
            assert any(isinstance(answer, Done) for answer in house.submit(requests)), ("a round is stuck", requests)
