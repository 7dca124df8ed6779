"""A buy-in that was entered wrongly: taken back by the dealer, or put right by the floor after."""

import pytest
from msgspec.structs import replace

from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.ledger.accounts import CIRCULATION, drop, inventory
from croupier.house.log import correction_events as ce
from croupier.house.log import events as he
from croupier.house.log.buy_ins import BuyIn
from croupier.house.reports.reports import table_days
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.values.box import Wager
from tests.house.audit.forger import forge
from tests.house.audit.vandal import vandal
from tests.house.floor import KEYS, Floor
from tests.house.handlers.test_chips_on_felt import BUY_IN_CENTS, DEALER, dealt, opened
from tests.house.handlers.test_trays import CAROL, KARL, KIM, slip, whole

WRONG, RIGHT = 50_000, 5_000


def money(floor: Floor) -> tuple[int, int, int]:
    """What is in the box, in the tray and with patrons."""
    return floor.balance(drop("one")), floor.balance(inventory("one")), floor.balance(CIRCULATION)


def sold(floor: Floor, cents: int = WRONG) -> Done:
    return floor.do("one", h.SellChips(seat=2, cents=cents, by=DEALER))


def right(record: int, cents: int = RIGHT, **given: object) -> h.CorrectBuyIn:
    known = {"record": record, "cents": cents, "reason": "a nought too many", "by": KIM, **given}
    return h.CorrectBuyIn(**known)  # type: ignore[arg-type]


def test_the_dealer_takes_a_buy_in_back_as_any_other_entry(floor: Floor) -> None:
    opened(floor, seats=(2,))
    before, table = money(floor), floor.table("one")
    done = sold(floor)
    assert money(floor) == (before[0] + WRONG, before[1] - WRONG, before[2] + WRONG)
    floor.do("one", h.RateSeat(seat=2, card="77", by=DEALER))
    floor.do("one", h.TakeBack(record=done.record, by=DEALER))
    assert money(floor) == before
    now = floor.table("one")
    assert (now.state, now.buy_ins, now.entries) == (table.state, table.buy_ins, table.entries)
    event = floor.events("one")[-1]
    assert isinstance(event, he.EntryTakenBack)
    assert event.bought == (he.BoughtIn(player="patron:1", cents=WRONG),)
    with floor.database.read() as connection:
        (day,) = table_days(connection, "one")
    assert (day.drop_cents, day.paid_cents) == (BUY_IN_CENTS, 0), "it counts as if it had not been"
    whole(floor)


def test_what_was_staked_of_it_is_taken_back_first_and_what_others_did_ends_it(floor: Floor) -> None:
    opened(floor, seats=(2,))
    dealt(floor, until="wagering")
    buy_in, stake = sold(floor), floor.do("one", h.SetWagers(seat=2, stakes=(Wager("ante", 2500),), by=DEALER))
    assert floor.refused("one", h.TakeBack(record=buy_in.record, by=DEALER)).code == "stale"
    floor.do("one", h.TakeBack(record=stake.record, by=DEALER))
    floor.do("one", h.TakeBack(record=buy_in.record, by=DEALER))
    again = sold(floor)
    slip(floor, "opener", ((2500, 4),))
    refusal = floor.refused("one", h.TakeBack(record=again.record, by=DEALER))
    assert refusal.code == "nothing_entered"
    floor.do("one", right(again.record))
    whole(floor)


def test_chips_that_came_back_to_the_house_are_not_taken_back(floor: Floor) -> None:
    opened(floor, seats=(2,))
    done = sold(floor)
    floor.do("cage", h.CashOut(player="patron:cage", cents=floor.balance(CIRCULATION) - 100, by=CAROL))
    before = money(floor)
    assert floor.refused("one", h.TakeBack(record=done.record, by=DEALER)).code == "not_enough_chips"
    refusal = floor.refused("one", right(done.record))
    assert refusal.code == "not_enough_chips"
    assert "have box and tray counted" in refusal.sentence
    assert money(floor) == before


@pytest.mark.parametrize("cents", [RIGHT, 0, 4 * WRONG])
def test_the_floor_puts_a_buy_in_right_by_the_difference(floor: Floor, cents: int) -> None:
    opened(floor, seats=(2,))
    before = money(floor)
    record = sold(floor).record
    dealt(floor)
    played = money(floor)
    floor.do("one", right(record, cents))
    more = cents - WRONG
    assert money(floor) == (played[0] + more, played[1] - more, played[2] + more)
    assert floor.balance(drop("one")) == before[0] + cents
    assert floor.table("one").buy_ins[-1] == BuyIn(record, "patron:1", cents)
    with floor.database.read() as connection:
        (day,) = table_days(connection, "one")
    assert day.drop_cents == BUY_IN_CENTS + cents
    assert floor.refused("one", right(record, cents)).code == "nothing_changes"
    floor.do("one", right(record, WRONG))
    assert money(floor) == played, "and the other way, as often as it takes"
    whole(floor)


@pytest.mark.databases("any")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"by": DEALER}, "needs_floor"),
        ({"by": "ann"}, "not_a_dealer"),
        ({"record": 1}, "no_buy_in"),
        ({"reason": " "}, "no_reason"),
        ({"reason": "two\nlines"}, "no_reason"),
        ({"cents": -1}, "amount"),
        ({"cents": LARGEST_CENTS + 1}, "amount"),
    ],
)
def test_what_is_not_put_right(floor: Floor, given: dict[str, object], code: str) -> None:
    opened(floor, seats=(2,))
    assert floor.refused("one", right(**{"record": sold(floor).record, **given})).code == code  # type: ignore[arg-type]


@pytest.mark.databases("any")
def test_once_the_box_has_gone_to_the_cage_its_count_finds_what_was_wrong(floor: Floor) -> None:
    opened(floor, seats=(2,))
    record = sold(floor).record
    slip(floor, "drop", ((10_000, 20),))
    refusal = floor.refused("one", right(record))
    assert refusal.code == "no_buy_in"
    assert "counted" in refusal.sentence
    floor.open("two")
    assert floor.refused("two", right(1)).code == "accounts_table"


@pytest.mark.databases("any")
@pytest.mark.parametrize("lie", [{"was_cents": 1}, {"record": 2}, {"player": "patron:2"}, {"cents": -1}])
def test_the_audit_finds_a_buy_in_put_right_that_was_not_entered_so(
    floor: Floor, database_url: str, lie: dict[str, object]
) -> None:
    opened(floor, seats=(2,))
    floor.do("one", right(sold(floor).record))
    whole(floor)

    def lied(one: he.LoggedEvent) -> tuple[he.LoggedEvent, ...] | None:
        return (replace(one, **lie),) if isinstance(one, ce.BuyInCorrected) else None

    with vandal(database_url) as hand:
        forge(hand, "one", lied)
    assert not audit(floor.database, KEYS).ok


@pytest.mark.databases("any")
def test_the_tray_is_reckoned_by_what_was_really_sold(floor: Floor) -> None:
    opened(floor, seats=(2,), denominations_cents=(500, 2500))
    slip(floor, "opener", ((2500, 40), (500, 40)))
    record = sold(floor).record
    floor.do("one", h.TakeBack(record=record, by=DEALER))
    tray = floor.table("one").tray
    assert tray
    assert dict(tray.pieces) == {2500: 40, 500: 40}
    floor.do("one", right(sold(floor).record, 2500, by=KARL))
    tray = floor.table("one").tray
    assert tray
    assert dict(tray.pieces) == {2500: 39, 500: 40}
