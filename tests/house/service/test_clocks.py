"""The house's clocks: time that runs out while the database is away, late or twice, and a day that jumps."""

import asyncio
from typing import Any

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.handlers.waiting import LEFT_SECONDS, Waited, waited_for
from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.service.clocks import Clocks
from croupier.house.service.service import TableService
from croupier.rulebook.sign import DISCONNECTED_SECONDS
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box
from croupier.table.values.state import Round, State
from tests.house.audit.sabotage import sabotaged
from tests.house.database.test_bad_houses import STAKE, run, service_at
from tests.house.floor import KEYS, Clock, Floor

pytestmark = pytest.mark.databases("any")

HOUR_MS = 3_600_000


@pytest.fixture
def floor(floor: Floor) -> Floor:
    floor.open("one")
    return floor


@pytest.mark.databases("every")
def test_no_clock_rings_after_the_service_has_ended(database: Database) -> None:
    async def test() -> None:
        Floor(database).open("one", betting_seconds=1)
        async with service_at(database) as service:
            sent = asyncio.create_task(service.send(h.Request("one", STAKE)))
            await asyncio.sleep(0)
        assert isinstance(await sent, Done)
        assert all(clock.timer.cancelled() for clock in service.clocks.running.values())
        assert service.clocks.running

    run(test())


def test_the_silent_are_decided_for_though_the_database_was_away_when_their_time_was_up(database: Database) -> None:
    async def test() -> None:
        Floor(database).open("one", decision_seconds=1, betting_seconds=1)
        with sabotaged(database) as sabotage:
            async with service_at(database) as service, service.watch("one") as watcher:
                await service.send(h.Request("one", STAKE))
                sabotage.arm("lasting")
                while not sabotage.struck:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.2)
                sabotage.disarm()
                while (await watcher.next()).state.rounds < 2:
                    pass

    run(test())


def test_betting_is_ended_again_where_wagers_that_were_not_complete_went_back(database: Database) -> None:
    """The clock rings for every wait, twice in a round if need be."""

    async def test() -> None:
        Floor(database).open("one", "md-uth", betting_seconds=1)
        ante, blind = (c.PlaceWager(seat=1, wager=wager, stake_cents=1000) for wager in ("ante", "blind"))
        async with service_at(database) as service, service.watch("one") as watcher:
            await service.send(h.Request("one", ante))
            while (round_ := (await watcher.next()).state.round) is None or round_.boxes or round_.number != 1:
                pass
            await service.send(h.Request("one", ante))
            await service.send(h.Request("one", blind))
            while (round_ := (await watcher.next()).state.round) is None or round_.phase == "wagering":
                pass

    run(test())


def test_a_clock_of_another_process_rings_for_no_later_round(database: Database) -> None:
    """A process whose guests play elsewhere learns late that a round is over; its clock has nothing to end then."""

    async def test() -> None:
        floor = Floor(database)
        floor.open("one", betting_seconds=600)
        floor.do("one", STAKE)
        async with service_at(database) as late:
            waited = late.clocks.running["one"].waited
            floor.do("one", h.EndBetting())
            floor.decide("one")
            floor.do("one", STAKE)
            assert floor.table("one").state.rounds == 2
            late._time_is_up("one", waited)  # as the clock of the first round does, were it not ten minutes long
            await asyncio.gather(*late._timing)
            round_ = late.house.table("one").state.round
            assert round_ is not None
            assert round_.phase == "wagering", "the second round was cut short by the clock of the first"

    run(test())


def happened(floor: Floor, kind: type) -> int:
    return sum(isinstance(event, kind) for event in floor.events("one"))


def test_a_clock_that_jumps_hours_ahead_and_back(floor: Floor) -> None:
    """Decks too old by then are changed, the round under way is not touched, and no record is older than the last."""
    floor.bet("one")
    floor.do("one", h.EndBetting())
    floor.clock.at_ms += 30 * HOUR_MS
    floor.decide("one")
    assert happened(floor, e.RoundClosed) == 1
    floor.play("one", 2)
    assert happened(floor, e.DeckRemoved) == 2, "both decks were past their time"
    ahead = floor.table("one").at_ms
    floor.clock.at_ms -= 30 * HOUR_MS
    floor.play("one", 3)
    assert floor.table("one").at_ms == ahead
    assert happened(floor, e.DeckRemoved) == 2
    assert happened(floor, he.ClockStepped) > 0
    floor.clock.at_ms += 60 * HOUR_MS
    floor.play("one", 1)
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


@pytest.mark.parametrize("at_ms", [-HOUR_MS, 0, 10**15, 2**53])
def test_a_clock_that_is_nowhere_near(database: Database, at_ms: int) -> None:
    floor = Floor(database, Clock(at_ms))
    floor.open("one")
    floor.play("one", 2)
    floor.clock.at_ms = 1_800_000_000_000
    floor.play("one", 2)
    report = audit(database, KEYS)
    assert report.ok, report.problems


def test_nobody_alone_at_a_practice_table_is_on_a_clock_and_two_are(database: Database) -> None:
    async def test() -> None:
        floor = Floor(database)
        floor.open("one", betting_seconds=60, decision_seconds=60, practice=True)
        async with service_at(database) as service:
            await service.send(h.Request("one", STAKE))
            assert service.clocks.left_ms("one") is None, "whoever practises alone keeps nobody waiting"
            await service.send(h.Request("one", c.Sit(seat=2, player="bob")))
            assert service.clocks.left_ms("one") is not None
            await service.send(h.Request("one", c.Leave(seat=2)))
            assert service.clocks.left_ms("one") is None

    run(test())


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2", "md-uth"])
def test_who_gets_up_alone_at_a_practice_table_leaves_no_round_behind_that_nobody_can_end(
    database: Database, rulebook: str
) -> None:
    async def test() -> None:
        floor = Floor(database)
        floor.open("one", rulebook, decision_seconds=1, practice=True)
        floor.bet("one")
        floor.do("one", h.EndBetting())
        async with service_at(database) as service, service.watch("one") as watcher:
            assert service.clocks.left_ms("one") is None, "whoever practises alone has all the time"
            await service.send(h.Request("one", c.Leave(seat=1)))
            await service.send(h.Request("one", c.Sit(seat=2, player="bob")))
            while (await watcher.next()).state.rounds < 2:
                pass

    run(test())
    assert audit(database, KEYS).ok


def test_who_gets_up_where_no_time_is_set_is_waited_for_a_while_and_has_all_the_time_when_back(
    database: Database,
) -> None:
    async def test() -> None:
        floor = Floor(database)
        floor.open("one", decision_seconds=0)
        floor.bet("one")
        floor.do("one", h.EndBetting())
        async with service_at(database) as service:
            assert service.clocks.left_ms("one") is None
            await service.send(h.Request("one", c.Leave(seat=1)))
            left = service.clocks.left_ms("one")
            assert left is not None
            assert left[1] == LEFT_SECONDS * 1000
            await service.send(h.Request("one", c.Sit(seat=1, player="ann")))
            assert service.clocks.left_ms("one") is None

    run(test())


def gone(service: TableService, *players: str) -> None:
    """The connections of these players, and of nobody else, are gone from now on."""
    since_ms = service.house.now_ms()
    service.clocks.gone_since_ms = lambda table, player: since_ms if player in players else None
    house_table = service.house.known("one")
    assert house_table is not None
    service.clocks.keep(house_table)


def test_who_is_gone_is_waited_for_less_and_has_the_whole_time_again_when_back(database: Database) -> None:
    async def test() -> None:
        floor = Floor(database)
        floor.open("one", decision_seconds=60, players=("ann", "bob"))
        floor.bet("one")
        floor.do("one", h.EndBetting())
        async with service_at(database) as service:
            gone(service, "bob")  # who is not asked keeps nobody waiting
            assert whole_ms(service) == 60_000
            gone(service, "ann")
            assert whole_ms(service) == DISCONNECTED_SECONDS * 1000
            assert service.clocks.running["one"].gone == ("ann",)
            gone(service)
            assert whole_ms(service) == 60_000
            assert not service.clocks.running["one"].gone

    run(test())


@pytest.mark.parametrize("terms", [{"decision_seconds": 10}, {"decision_seconds": 60, "dealer": "human"}, {}])
def test_nobody_gone_is_waited_for_longer_nor_where_a_person_deals_less(
    database: Database, terms: dict[str, Any]
) -> None:
    waited = Waited("answer", 1, "", 1)
    box = Box(seat=1, player="ann")
    state = State(
        players=((1, "ann"), (2, "bob")),
        round=Round(number=1, digest="", deck="", phase="decisions", boxes=(box,), to_ask=(1,)),
    )
    house_table = HouseTable("one", 1, b"", state=state, **terms)
    assert waited_for(house_table) == waited

    async def test() -> None:
        clocks = Clocks(lambda table, waited: None, lambda: 0)
        clocks.keep(house_table)
        before = clocks.left_ms("one")
        clocks.gone_since_ms = lambda table, player: 0
        clocks.keep(house_table)
        after = clocks.left_ms("one")
        assert (before and before[1]) == (after and after[1])
        clocks.stop()

    asyncio.run(test())


def test_bets_wait_less_where_everybody_whom_they_wait_for_is_gone(database: Database) -> None:
    async def test() -> None:
        floor = Floor(database)
        floor.open("one", betting_seconds=60, players=("ann", "bob"))
        async with service_at(database) as service:
            await service.send(h.Request("one", STAKE))
            gone(service, "bob")
            assert whole_ms(service) == 60_000
            await service.send(h.Request("one", h.Ready(seat=1)))
            assert service.clocks.running["one"].gone == ("bob",)
            assert whole_ms(service) == DISCONNECTED_SECONDS * 1000

    run(test())


def whole_ms(service: TableService) -> int:
    left = service.clocks.left_ms("one")
    assert left is not None
    return left[1]


def test_a_shorter_wait_that_is_over_is_answered_as_disclosed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.service.clocks.DISCONNECTED_SECONDS", 1)

    async def test() -> None:
        floor = Floor(database)
        floor.open("one", decision_seconds=3600, players=("ann", "bob"))
        floor.bet("one")
        floor.do("one", h.EndBetting())
        async with service_at(database) as service, service.watch("one") as watcher:
            gone(service, "ann")
            while not (table := await watcher.next()).answered_for:
                pass
            assert table.timed_out(1) == {1: "fold"}

    run(test())
