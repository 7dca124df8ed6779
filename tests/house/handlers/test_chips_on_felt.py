"""Chips on the felt in a house: patrons without an account, whose stakes and answers the dealer enters."""

from typing import Any

import msgspec
import pytest

from croupier.cards import DECK
from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.felt import PATRON_AT_CAGE
from croupier.house.handlers.waiting import waited_for
from croupier.house.ledger.accounts import CIRCULATION, drop, inventory, wagers
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.replay.replaying import replayed
from croupier.house.reports.export_rows import settlements
from croupier.house.reports.reports import table_days
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.options import options
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from croupier.table.values.duty import Duty
from tests.house.floor import KEYS, Floor, example
from tests.table.people import PEOPLE, finds

DEALER = "dealer:deana"
BUY_IN_CENTS = 200_000


def opened(floor: Floor, rulebook: str = "md-tcp", seats: tuple[int, ...] = (2, 5), **terms: Any) -> None:
    """A felt table with a patron in each of these seats, who has bought in."""
    floor.open("one", rulebook, players=(), dealer="human", chip_source="felt", **{"card_source": "seen", **terms})
    for seat in seats:
        floor.do("one", h.SeatPatron(seat=seat, by=DEALER))
        floor.do("one", h.SellChips(seat=seat, cents=BUY_IN_CENTS, by=DEALER))


def due(floor: Floor) -> Duty | None:
    """What people have to do at the table."""
    table = floor.table("one")
    return duty_at(floor.house.rules_of(table), table, table.at_ms // 1000)


def entered(floor: Floor) -> None:
    """The dealer enters the least on every spot of every patron, or the last answer that is offered."""
    table = floor.table("one")
    rules, round_ = floor.house.rules_of(table), table.state.round
    assert round_ is not None
    if round_.phase == "wagering":
        for seat, _ in table.state.players:
            state = floor.table("one").state
            least = [Wager(one.wager, one.minimum_cents) for one in options(rules, state, seat).spots]
            stakes = tuple(one for one in least if one.name != "play")
            floor.do("one", h.SetWagers(seat=seat, stakes=stakes, by=DEALER))
        return
    seat = round_.to_ask[0]
    answer = options(rules, table.state, seat).answers[-1]
    floor.do("one", c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents, by=DEALER))


def dealt(floor: Floor, until: str = "") -> None:
    """A whole round, told from the top of a new deck, or up to a phase of it."""
    deck, before = iter(DECK), floor.table("one").last_number
    while floor.table("one").last_number == before:
        table = floor.table("one")
        if until and table.state.round and table.state.round.phase == until:
            return
        duty = due(floor)
        if duty is None:
            entered(floor)
            continue
        if isinstance(duty.command, c.TurnUp):
            found = {"cards": " ".join(str(next(deck)) for _ in range(duty.blanks[0].most))}
        else:
            found = dict(finds(floor.house.rules_of(table), table.state, duty)) if duty.blanks else {}
        floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))


@pytest.mark.databases("any")
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_rounds_of_patrons_without_an_account_are_settled_replayed_and_audited(floor: Floor, rulebook: str) -> None:
    opened(floor, rulebook)
    dealt(floor)
    dealt(floor)
    with floor.database.read() as connection:
        again = replayed(connection, "one", 1)
        assert again.ok, again
        rows = list(settlements(connection))
        (day,) = table_days(connection)
    assert {row[6] for row in rows} <= {"patron:1", "patron:2"}
    assert day.drop_cents == 2 * BUY_IN_CENTS == floor.balance(drop("one"))
    net = sum(line.net_cents for line in again.lines)
    assert net == sum(row[10] + row[11] - row[9] for row in rows if row[1] == 1)
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


def test_what_patrons_hold_is_one_account_that_cage_and_tables_issue_and_redeem(floor: Floor) -> None:
    opened(floor)
    floor.do(CAGE, h.BuyIn(player=PATRON_AT_CAGE, cents=10_000))
    held = 2 * BUY_IN_CENTS + 10_000
    assert floor.balance(CIRCULATION) == held
    assert floor.balance(inventory("one")) == 10_000_000 - 2 * BUY_IN_CENTS
    dealt(floor, until="decisions")
    staked = floor.balance(wagers("one"))
    assert staked > 0
    assert floor.balance(CIRCULATION) == held - staked
    dealt(floor)
    round_ = floor.table("one").last
    assert round_ is not None
    held += sum(line.net_cents for line in round_.lines)
    assert floor.balance(CIRCULATION) == held
    refusal = floor.refused(CAGE, h.CashOut(player=PATRON_AT_CAGE, cents=held + 1))
    assert refusal.code == "not_enough_chips"
    assert "redeem at most that" in refusal.sentence
    floor.do(CAGE, h.CashOut(player=PATRON_AT_CAGE, cents=held))
    assert floor.balance(CIRCULATION) == 0
    assert audit(floor.database, KEYS).ok


def test_chips_that_nobody_has_bought_are_not_staked(floor: Floor) -> None:
    floor.open("one", players=(), dealer="human", card_source="seen", chip_source="felt")
    floor.do("one", h.SeatPatron(seat=1, by=DEALER))
    while (duty := due(floor)) and not floor.table("one").state.round:
        table = floor.table("one")
        found = dict(finds(floor.house.rules_of(table), table.state, duty)) if duty.blanks else {}
        floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))
    stake = h.SetWagers(seat=1, stakes=(Wager("ante", 2_500),), by=DEALER)
    refusal = floor.refused("one", stake)
    assert refusal.code == "not_enough_chips"
    assert "enter the buy-in first" in refusal.sentence
    floor.do("one", h.SellChips(seat=1, cents=2_500, by=DEALER))
    floor.do("one", stake)
    assert floor.balance(CIRCULATION) == 0
    floor.do("one", h.SetWagers(seat=1, stakes=(Wager("ante", 0),), by=DEALER))
    assert floor.balance(CIRCULATION) == 2_500
    assert audit(floor.database, KEYS).ok


@pytest.mark.databases("any")
def test_the_record_says_that_the_dealer_entered_it(floor: Floor) -> None:
    opened(floor, seats=(3,))
    dealt(floor)
    with floor.database.read() as connection:
        acts = [act for record in store.records_after(connection, "one", 0) for act in decoded(record.body)]
    entered_acts = [act for act in acts if act.command in ("PlaceWager", "Decide", "SellChips", "SeatPatron")]
    assert {act.command for act in entered_acts} == {"PlaceWager", "Decide", "SellChips", "SeatPatron"}
    assert {act.by for act in entered_acts} == {DEALER}


@pytest.mark.databases("any")
def test_a_patron_may_have_boxes_beside_each_other_and_no_others(floor: Floor) -> None:
    opened(floor, seats=(2,))
    boxes = floor.house.rules_of(floor.table("one")).adjacent_boxes
    apart = floor.refused("one", h.SeatPatron(seat=5, beside=2, by=DEALER))
    assert apart.code == ("not_adjacent" if boxes > 1 else "too_many_boxes")
    assert apart.clause
    if boxes > 1:
        floor.do("one", h.SeatPatron(seat=3, beside=2, by=DEALER))
        assert floor.table("one").state.player(3) == floor.table("one").state.player(2) == "patron:1"
    floor.do("one", h.SeatPatron(seat=6, by=DEALER))
    assert floor.table("one").state.player(6) == "patron:2"
    floor.do("one", c.Leave(seat=6, by=DEALER))
    floor.do("one", h.SeatPatron(seat=6, by=DEALER))
    assert floor.table("one").state.player(6) == "patron:3", "somebody else, who inherits no box"
    assert floor.refused("one", h.SeatPatron(seat=6, by=DEALER)).code == "seat_taken"
    assert floor.refused("one", h.SeatPatron(seat=7, beside=1, by=DEALER)).code == "not_seated"


@pytest.mark.databases("any")
def test_a_seat_is_rated_under_a_card_while_its_patron_sits_there(floor: Floor) -> None:
    opened(floor, seats=(2,))
    floor.do("one", h.RateSeat(seat=2, card="4410-77", by=DEALER))
    floor.do("one", h.SeatPatron(seat=4, card="900", by="floor:finn"))
    assert dict(floor.table("one").rated) == {"patron:1": "4410-77", "patron:2": "900"}
    assert floor.refused("one", h.RateSeat(seat=2, card="not a card!", by=DEALER)).code == "card_number"
    floor.do("one", h.RateSeat(seat=2, card="", by=DEALER))
    floor.do("one", c.Leave(seat=4, by=DEALER))
    assert floor.table("one").rated == ()
    again = House(floor.database, KEYS, floor.clock)
    assert again.table("one") == floor.table("one")


@pytest.mark.databases("any")
@pytest.mark.parametrize(
    "command",
    [
        c.Sit(seat=1, player="ann", by="ann"),
        c.Sit(seat=1, player="ann", by=DEALER),
        c.Leave(seat=2, by="system:house"),
        c.PlaceWager(seat=2, wager="ante", stake_cents=2_500, by="ann"),
        h.SetWagers(seat=2, stakes=(Wager("ante", 2_500),), by="ann"),
        c.Decide(seat=2, action="fold", by="system:house"),
        h.BuyIn(player="ann", cents=10_000),
        h.Ready(seat=2, by="ann"),
        h.AskTime(seat=2, by="ann"),
        h.OfferSeed(player="ann", seed="x"),
    ],
)
def test_nobody_plays_at_a_felt_table_on_a_screen_of_their_own(floor: Floor, command: h.AnyRequestedCommand) -> None:
    opened(floor, seats=(2,))
    refusal = floor.refused("one", command)
    assert refusal.code == "felt_table"
    assert "watch this table, or play at another" in refusal.sentence


@pytest.mark.databases("any")
def test_patrons_are_of_felt_tables_and_are_served_by_who_is_on_duty(floor: Floor) -> None:
    floor.open("two")
    for command in (
        h.SeatPatron(seat=2, by=DEALER),
        h.RateSeat(seat=1, card="1", by=DEALER),
        h.SellChips(seat=1, cents=1, by=DEALER),
    ):
        assert floor.refused("two", command).code == "accounts_table"
    assert floor.refused("two", h.BuyIn(player=PATRON_AT_CAGE, cents=1)).code == "name"
    opened(floor, seats=(2,))
    assert floor.refused("one", h.SeatPatron(seat=3, by="ann")).code == "not_a_dealer"
    assert floor.refused("one", h.SellChips(seat=2, cents=0, by=DEALER)).code == "amount"
    assert floor.refused("one", h.SellChips(seat=4, cents=100, by=DEALER)).code == "not_seated"


def test_a_stake_entered_by_mistake_is_taken_back_though_a_card_was_noted_since(floor: Floor) -> None:
    opened(floor, seats=(2,))
    dealt(floor, until="wagering")
    before = floor.table("one").state
    stake = floor.do("one", h.SetWagers(seat=2, stakes=(Wager("ante", 2_500),), by=DEALER))
    assert floor.balance(CIRCULATION) == BUY_IN_CENTS - 2_500
    floor.do("one", h.RateSeat(seat=2, card="77", by=DEALER))
    floor.do("one", h.TakeBack(record=stake.record, by=DEALER))
    assert floor.table("one").state == before
    assert floor.balance(CIRCULATION) == BUY_IN_CENTS
    assert audit(floor.database, KEYS).ok


@pytest.mark.databases("any")
def test_no_clock_runs_for_a_patron_whom_the_dealer_asks(floor: Floor) -> None:
    opened(floor, seats=(2,), decision_seconds=30, betting_seconds=20)
    dealt(floor, until="decisions")
    assert waited_for(floor.table("one")) is None


@pytest.mark.databases("any")
@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"chip_source": "cash", "dealer": "human"}, "A table's chips are accounts or felt, not 'cash'."),
        ({"chip_source": "felt"}, "open the table with a human dealer"),
        ({"chip_source": "felt", "dealer": "human", "practice": True}, "without coach"),
    ],
)
def test_what_does_not_go_with_chips_on_the_felt_is_said_when_the_table_is_opened(
    database: Database, terms: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        Floor(database).house.open_table("one", example("md-tcp"), TableTerms(**terms))


def test_a_table_opened_before_there_was_a_choice_takes_accounts() -> None:
    opened_then = msgspec.json.decode(
        b'{"event":"TableOpened","digest":"","link":"","mode":"house","dealer":"human","inventory_cents":0,'
        b'"decision_seconds":0,"betting_seconds":0}',
        type=he.TableOpened,
    )
    assert opened_then.chip_source == "accounts"


def test_what_a_patron_took_away_is_not_taken_from_other_patrons_chips(floor: Floor) -> None:
    opened(floor)
    dealt(floor)
    last = floor.table("one").last
    assert last is not None
    line = next(one for one in last.lines if one.seat == 2 and one.wager == "ante")
    ruling = h.CorrectSettlement(
        round=1, seat=2, wager="ante", cents=10 * line.stake_cents, reason="so", by="floor:kim"
    )
    floor.do("one", ruling)
    paid, held = 10 * line.stake_cents, floor.balance(CIRCULATION)
    undo = msgspec.structs.replace(ruling, cents=0)
    floor.do("one", undo)
    assert floor.balance(CIRCULATION) == held - paid, "who sits there gives it back"
    floor.do("one", ruling)
    floor.do("one", c.Leave(seat=2, by=DEALER))
    floor.do("one", undo)
    assert floor.balance(CIRCULATION) == held, "whoever left took their chips along, and the house bears that"
    floor.do("one", ruling)
    assert floor.balance(CIRCULATION) == held, "and keeps what it bore"
    assert audit(floor.database, KEYS).ok


@pytest.mark.databases("any")
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_nobody_chooses_anew_once_cards_were_turned_up(floor: Floor, rulebook: str) -> None:
    opened(floor, rulebook, seats=(2,))
    dealt(floor, until="decisions")
    entered(floor)
    answered = floor.table("one").state
    assert floor.table("one").entries[-1].command == "Decide"
    while (duty := due(floor)) and not isinstance(duty.command, c.TurnUp):
        found = finds(floor.house.rules_of(floor.table("one")), floor.table("one").state, duty) if duty.blanks else {}
        floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))
    assert duty
    told = (("cards", " ".join(map(str, DECK[-duty.blanks[0].most :]))),)
    floor.do("one", h.DoDuty(says=duty.says, found=told, by=DEALER))
    while entries := floor.table("one").entries:
        floor.do("one", h.TakeBack(record=entries[-1].record, by=DEALER))
    assert floor.table("one").state == answered, "cards may be told again, and what the patron answered stands"
    refusal = floor.refused("one", h.TakeBack(record=1, by=DEALER))
    assert refusal.code == "nothing_entered"
    assert "cards were turned up" in refusal.sentence
