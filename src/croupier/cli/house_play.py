"""`croupier house play`: demo players at every open table, each of their commands committed like anybody's."""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Annotated

import typer
from msgspec.structs import replace

from croupier.cli.demo import demo_decision, demo_wagers
from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, key_file, opened
from croupier.cli.output import console, write_json
from croupier.cli.slowly import slowly
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.log.house_table import HouseTable
from croupier.house.service.demo_players import demo_name, demo_seats, played_by_us
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal

MOST_ROUNDS = 1_000_000
CHIPS_CENTS = 1_000_000  # what a demo player buys at a time


def play(
    rounds: Annotated[int, typer.Argument(metavar="N", help="How many rounds at each table.")] = 10,
    seats: Annotated[int, typer.Option(help="How many demo players at each table.")] = 1,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let demo players play at every open table that deals by itself."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"Play 1 to {MOST_ROUNDS:,} rounds, not {rounds}.")
    with opened(house, keys) as found, played_by_us(found.database, key_file(house, keys)) as ours:
        if not ours:
            raise BadInput("Another croupier house play is at work in this house; wait until it has ended.")
        tables = [found.house.table(name) for name in found.house.tables()]
        names = [table.table_id for table in tables if not table.closed and table.dealer == "virtual"]
        if not names:
            raise BadInput("No open table deals by itself; croupier house open TABLE --example ID opens one.")
        _check_seats(found.house, [table for table in tables if table.table_id in names], seats)
        began = time.perf_counter()
        with slowly(f"playing {rounds} rounds at {len(names)} tables", rounds * len(names)) as advance:
            commits = asyncio.run(_play(found.house, names, rounds, seats, advance))
        seconds = time.perf_counter() - began
        lost = found.house.lost_links()
    played = rounds * len(names)
    if as_json:
        write_json({"tables": len(names), "rounds": played, "commits": commits, "lost_links": lost})
    else:
        at = f"{len(names)} table{'' if len(names) == 1 else 's'}"
        console().print(f"{played:,} rounds at {at} in {commits:,} commits, {played / seconds:,.0f} rounds a second.")
        for link in lost:
            console().print(f"Link {link} cannot be reached: its progressive wager is closed until it answers.")


def _check_seats(house: House, tables: list[HouseTable], seats: int) -> None:
    for table in tables:
        free = house.rules_of(table).seats - len(table.state.players) + len(demo_seats(table))
        if not 1 <= seats <= free:
            raise BadInput(f"Table {table.table_id} has {free} free seats; let 1 to {free} demo players sit there.")


async def _play(house: House, names: list[str], rounds: int, seats: int, advance: Callable[[int], None]) -> int:
    async with TableService(house) as service:
        await asyncio.gather(*[_Guests(service, name, seats).play(rounds, advance) for name in names])
        return service.commits


class _Guests:
    """The demo players of one table."""

    def __init__(self, service: TableService, table: str, seats: int) -> None:
        self.service = service
        self.table = table
        self.count = seats

    @property
    def house_table(self) -> HouseTable:
        """The table as it stands."""
        table = self.service.house.known(self.table)
        assert table is not None
        return table

    async def play(self, rounds: int, advance: Callable[[int], None]) -> None:
        """Sits down, plays so many rounds and leaves; players that were left here play on, and leave too."""
        taken = {seat for seat, _ in self.house_table.state.players}
        own = demo_seats(self.house_table)
        fresh = [seat for seat in range(1, len(taken) + self.count + 1) if seat not in taken]
        for seat in fresh[: max(self.count - len(own), 0)]:
            await self._do(c.Sit(seat=seat, player=self._name(seat)))
            own.append(seat)
        goal = self.house_table.state.rounds + rounds
        while (before := self.house_table.state.rounds) < goal:
            await self._go_on(own)
            advance(self.house_table.state.rounds - before)
        for seat in own:
            await self._do(c.Leave(seat=seat))

    def _name(self, seat: int) -> str:
        return demo_name(self.table, seat)

    async def _go_on(self, own: list[int]) -> None:
        table = self.house_table
        rules, round_ = self.service.house.rules_of(table), table.state.round
        assert round_ is not None
        if round_.phase == "wagering":
            for seat in own:
                box = round_.box(seat)
                for wager, stake in demo_wagers(rules):
                    if box and box.stake(wager):  # put down before it was left here
                        continue
                    await self._do(c.PlaceWager(seat=seat, wager=wager, stake_cents=stake, by=self._by(seat)))
            await self._do(h.EndBetting())
        elif round_.phase == "settling":
            await self._settled()
        else:
            answer = demo_decision(rules, table.state)
            await self._do(replace(answer, by=self._by(answer.seat)))

    async def _settled(self) -> None:
        """Lets the house settle an award off a meter that another house keeps: it waits for that link."""
        for _ in range(2):  # the first may be what finds the link lost
            await self._sent(self.table, h.GoOn())
        table = self.house_table
        if table.state.round is not None and table.state.round.phase == "settling":
            raise BadInput(
                f"Table {self.table} has an award to settle, and link {table.link} does not answer; wait until it does."
            )

    def _by(self, seat: int) -> str:
        return f"player:{self._name(seat)}"

    async def _do(self, request: h.AnyRequestedCommand) -> None:
        answer = await self._sent(self.table, request)
        if isinstance(answer, Refusal) and answer.code == "not_enough_chips":
            assert isinstance(request, (c.PlaceWager, c.Decide))
            player = self._name(request.seat)
            await self._sent(CAGE, h.BuyIn(player=player, cents=CHIPS_CENTS))
            answer = await self._sent(self.table, request)
        if isinstance(answer, Refusal) and answer.code != "link_lost":  # that wager is closed, and the others are not
            raise BadInput(f"Table {self.table}: {answer.sentence}")

    async def _sent(self, table: str, request: h.AnyRequestedCommand) -> object:
        return await self.service.send(h.Request(table, request, secrets.token_hex(8)))
