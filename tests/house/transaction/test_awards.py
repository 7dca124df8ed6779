"""Awards in the books: one refused gives its meter back, one paid off the table leaves the inventory alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import inventory
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.links.links import RemoteHouse
from croupier.house.log.house_table import HouseTable
from croupier.house.replay.replaying import replayed
from croupier.house.service.house import House, serving
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.floor import KEYS
from tests.house.played import FLOOR, ROYAL_IN_TWO, Evening, Hands, in_phase, terms
from tests.house.service.crowd import METER_CENTS, linked_example
from tests.table.pit import stacked

pytestmark = pytest.mark.databases("any")

BOTH_WIN: Hands = {1: "As Ks", 2: "9s 8s", "dealer": "4d 9c", "community": "Qs Js Ts 2c 3d"}
QUADS: Hands = {1: "9s 9h", 2: "3h 7c", "dealer": "4d Jc", "community": "9d 9c Ts 2c 3d"}
SEED_CENTS = METER_CENTS


@pytest.fixture(params=["here", "elsewhere"])
def evening(request: pytest.FixtureRequest, database: Database, tmp_path: Path) -> Iterator[Evening]:
    """A hold 'em table that a person deals, on a link of this house or of another one."""
    filing = LinkFiling(
        link="coast", meters={"progressive": LinkedMeter(initial_cents=SEED_CENTS, reset_cents=SEED_CENTS)}
    )
    if request.param == "here":
        floor = Evening(database)
        floor.house.open_link(filing)
        yield opened(floor)
        return
    path = tmp_path / "coast.db"
    with Database.open(path, create=True) as far:
        House(far, KEYS).open_link(filing)
        remote_house = RemoteHouse("coastal", str(path), "north", serving(KEYS))
        floor = Evening(database, remote_houses={"coastal": remote_house})
        floor.house.join_remote_link("coast", "coastal")
        yield opened(floor)
        floor.house.tend_links()
        assert audit(far, KEYS).problems == ()
        remote_house.close()


def opened(floor: Evening) -> Evening:
    floor.house.open_table("two", linked_example("md-uth"), terms(link="coast", dealer="human"))
    for seat, player in ((1, "ann"), (2, "bob")):
        floor.do(CAGE, h.BuyIn(player=player, cents=20_000_000))
        floor.do("two", c.Sit(seat=seat, player=player))
    return floor


def to_award(floor: Evening, hands: Hands) -> None:
    order = stacked(floor.house.rules_of(floor.table("two")), hands)
    floor.by_hand("two", order, lambda table: bool(table.state.round and table.state.round.pending))


def does(by: str, **found: str) -> h.DoDuty:
    """What is due done on the table's page, by somebody who found this."""
    return h.DoDuty(found=tuple(found.items()), by=by)


def to_close(floor: Evening) -> HouseTable:
    floor.by_hand("two", (), lambda table: in_phase(table, "closed"))
    return floor.table("two")


def whole(floor: Evening) -> None:
    """The house is as it was written, and the round told again."""
    assert audit(floor.database, KEYS).problems == ()
    with floor.database.read() as connection:
        assert replayed(connection, "two", floor.table("two").state.rounds).ok


@pytest.mark.clause("md-uth:11J(2)(b)")
def test_a_refused_award_gives_its_meter_and_its_stake_back(evening: Evening) -> None:
    to_award(evening, ROYAL_IN_TWO)
    ann = evening.balance("player:ann")
    evening.do("two", does("dealer:deana", hand_wins="yes", light_on="no"))
    assert evening.refused("two", does("dealer:deana", reason="no light")).code == "needs_floor"
    evening.do("two", does(FLOOR, reason="the device shows no wager"))
    (meter,) = evening.table("two").state.meters
    assert meter.cents >= SEED_CENTS, "all that was won is on it again"
    assert evening.balance("player:ann") - ann >= 100, "with what the rest of the seat won, the stake"
    assert evening.balance("awards:two") == 0
    table = to_close(evening)
    assert table.state.round is not None
    lines = [line for line in table.state.round.lines if line.seat == 1 and line.wager == "progressive"]
    assert [(line.outcome, line.returned_cents) for line in lines] == [("void", 100)]
    whole(evening)
    evening.round_by_hand("two", ROYAL_IN_TWO)  # and the next one wins it
    paid = [one for one in evening.events("two") if isinstance(one, e.AwardPaid)]
    assert paid[-1].line.paid_cents >= SEED_CENTS
    whole(evening)


@pytest.mark.clause("md-uth:11J(2)(b)")
def test_a_refused_award_takes_back_the_envy_that_its_seat_was_paid(evening: Evening) -> None:
    order = stacked(evening.house.rules_of(evening.table("two")), BOTH_WIN)

    def awaited(table: HouseTable) -> bool:
        pending = table.state.round.pending if table.state.round else None
        return pending is not None and pending.line.seat == 1

    evening.by_hand("two", order, awaited)
    round_ = evening.table("two").state.round
    assert round_ is not None
    assert sum(line.paid_cents for line in round_.lines if (line.seat, line.wager) == (1, "envy")) > 0
    evening.do("two", does("dealer:deana", hand_wins="yes", light_on="no"))
    evening.do("two", does(FLOOR, reason="the device shows no wager"))
    round_ = to_close(evening).state.round
    assert round_ is not None
    assert not [line for line in round_.lines if (line.seat, line.wager) == (1, "envy")]
    whole(evening)


@pytest.mark.parametrize("source", ["table_inventory", "off_table"])
@pytest.mark.parametrize("void", [False, True])
def test_an_award_paid_off_the_table_leaves_the_inventory_as_it_is(evening: Evening, source: str, void: bool) -> None:
    to_award(evening, QUADS)
    evening.do("two", does("dealer:deana", hand_wins="yes", light_on="yes"))
    before, ann = evening.balance(inventory("two")), evening.balance("player:ann")
    evening.do("two", does(FLOOR, source=source))
    paid = next(one for one in evening.events("two") if isinstance(one, e.AwardPaid))
    assert (paid.source, paid.line.paid_cents) == (source, 30_000)
    stake = paid.line.stake_cents - paid.line.returned_cents
    assert evening.balance(inventory("two")) - before == (stake if source == "off_table" else stake - 30_000)
    assert evening.balance("player:ann") - ann == 30_000 + paid.line.returned_cents
    if void:
        evening.do("two", c.Report(kind="wrong_number_of_cards", by=FLOOR))
        assert audit(evening.database, KEYS).problems == ()
    else:
        to_close(evening)
        whole(evening)
