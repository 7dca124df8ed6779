"""The table service: one commit for all that is asked meanwhile, nobody told before it, and the clock kept."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from croupier.house.database.database import Database
from croupier.house.database.faults import Unavailable
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.handlers.waiting import waited_for
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from tests.house.floor import KEYS, Floor

STAKE = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)


def running(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test in an event loop of its own, which must end in half a minute."""

    def run(database: Database) -> None:
        asyncio.run(asyncio.wait_for(test(database), 30))

    run.__name__ = test.__name__
    return run


@asynccontextmanager
async def service_at(database: Database) -> AsyncIterator[TableService]:
    async with TableService(House(database, KEYS)) as service:
        yield service


@running
async def test_what_is_asked_meanwhile_is_committed_together(database: Database) -> None:
    floor = Floor(database)
    for number in range(6):
        floor.open(f"table-{number}", players=(f"player {number}",))
    async with service_at(database) as service:
        sent = [service.send(h.Request(f"table-{number}", STAKE, "w")) for number in range(6)]
        answers = await asyncio.gather(*sent)
        assert all(isinstance(answer, Done) for answer in answers)
        assert service.carried_out == 6
        assert service.commits <= 2


@running
async def test_commands_of_one_table_are_carried_out_in_the_order_they_were_sent(database: Database) -> None:
    Floor(database).open("one")
    async with service_at(database) as service:
        first, second, third = await asyncio.gather(
            service.send(h.Request("one", STAKE)),
            service.send(h.Request("one", h.EndBetting())),
            service.send(h.Request("one", c.Decide(seat=1, action="fold"))),
        )
        assert isinstance(first, Done)
        assert isinstance(second, Done)
        assert isinstance(third, Done)
        assert first.record < second.record < third.record


@running
async def test_a_watcher_is_told_of_the_table_as_it_stands_and_of_every_change(database: Database) -> None:
    Floor(database).open("one")
    async with service_at(database) as service, service.watch("one") as watcher:
        before = await watcher.next()
        answer = await service.send(h.Request("one", STAKE))
        assert isinstance(answer, Done)
        after = await watcher.next()
        assert after.version == answer.record > before.version
        assert House(database, KEYS).table("one") == after, "what a watcher hears of is committed"


@running
async def test_the_clock_decides_for_the_silent_and_says_so(database: Database) -> None:
    Floor(database).open("one", decision_seconds=1, betting_seconds=1)
    async with service_at(database) as service, service.watch("one") as watcher:
        await service.send(h.Request("one", STAKE))
        while (await watcher.next()).state.rounds < 2:
            pass
    with database.read() as connection:
        acts = [act for record in store.records_after(connection, "one", 0) for act in decoded(record.body)]
    assert "system:house" in {act.by for act in acts}


@running
async def test_time_can_be_extended(database: Database) -> None:
    Floor(database).open("one", betting_seconds=600)
    async with service_at(database) as service:
        ask = h.Request("one", h.AskTime(seat=1))
        answer = await service.send(ask)
        assert isinstance(answer, Refusal), "nobody is waited for yet"
        await service.send(h.Request("one", STAKE))
        before = service.clocks.running["one"].timer.when()
        assert isinstance(await service.send(ask), Done)
        assert service.clocks.running["one"].timer.when() > before, "the whole time begins again"
        for _ in range(9):
            assert isinstance(await service.send(ask), Done)
        refused = await service.send(ask)
        assert isinstance(refused, Refusal)
        assert refused.code == "no_more_time"


@running
async def test_a_new_service_goes_on_waiting_where_the_last_one_stopped(database: Database) -> None:
    floor = Floor(database)
    floor.open("one", decision_seconds=1)
    floor.bet("one")
    floor.do("one", h.EndBetting())
    async with service_at(database) as service, service.watch("one") as watcher:
        while (await watcher.next()).state.rounds < 2:
            pass


@running
async def test_a_database_that_fails_is_told_to_who_asked_and_nothing_is_done(database: Database) -> None:
    Floor(database).open("one")
    async with service_at(database) as service:
        house = service.house
        transact = house.database.transact

        def failing(function: object) -> None:
            raise Unavailable("The disk is full.")

        house.database.transact = failing  # type: ignore[method-assign,assignment]
        with pytest.raises(Unavailable, match="full"):
            await service.send(h.Request("one", STAKE, "w-1"))
        house.database.transact = transact  # type: ignore[method-assign]
        answer = await service.send(h.Request("one", STAKE, "w-1"))
        assert isinstance(answer, Done)
        assert not answer.again


@running
async def test_a_refusal_and_an_unknown_table_are_answered(database: Database) -> None:
    Floor(database).open("one")
    async with service_at(database) as service:
        answers = await asyncio.gather(
            service.send(h.Request("one", c.Decide(seat=1, action="fold"))), service.send(h.Request("nowhere", STAKE))
        )
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["no_round", "no_table"] or all(
            isinstance(answer, Refusal) for answer in answers
        )


def test_what_a_table_waits_for(database: Database) -> None:
    floor = Floor(database)
    assert waited_for(floor.open("one")) is None
    floor.bet("one")
    assert waited_for(floor.table("one")) == ("bets", 1, "", 0)
    floor.do("one", h.EndBetting())
    waited = waited_for(floor.table("one"))
    assert waited is not None
    assert (waited[0], waited[3]) == ("answer", 1)
    floor.open("two", dealer="human")
    assert waited_for(floor.table("two")) is None
