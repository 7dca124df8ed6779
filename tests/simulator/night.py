"""One night: the house opens, people come, things go wrong as planned, and in the morning all is looked at."""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context
from shutil import rmtree

from croupier.house.service.service import Watcher
from croupier.server.accounts.session_connections import SessionConnection
from croupier.server.tables.live_views import Spectator
from croupier.table.procedure.decks import in_round
from tests.simulator import houses, promises
from tests.simulator.clock import SimulatedLoop, simulated_edges
from tests.simulator.disk import Disk
from tests.simulator.figures import Figures
from tests.simulator.hands import taking_turns
from tests.simulator.houses import EPOCH_MS, FLOOR, INLAND, PLAYERS, SHORE, STAFF, Template
from tests.simulator.notes import Broken, Notes
from tests.simulator.plan import Plan, Stroke
from tests.simulator.players import Cage, Guest, Pit
from tests.simulator.processes import current, number_in_sets, owned_task
from tests.simulator.server import Server
from tests.simulator.speed import top
from tests.simulator.staff import Staff
from tests.simulator.vfs import FILES, Handle

RESTART_SECONDS = (0.1, 2.0)
HEALING_SECONDS = 12.0  # after which whoever asked something has been answered
ENDING_SECONDS = 60.0  # in which every round ends by the clock alone
TENDED_SECONDS = 4.0
LOOK_SECONDS = 3.0
PAUSES = ("locked", "read", "write", "sync", "synced")  # where a job may be interrupted
ROOMS = ("croupier.house", "croupier.server")


class Night:
    """A night. `run` raises `Broken` where a promise does not hold; `notes` tells what happened."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rough = plan.rough
        self.closing = False
        self.figures = Figures()
        self._chance = plan.chance("world")
        self._delays = plan.chance("delays")
        self._pauses = plan.chance("pauses")
        self._slow = plan.slow
        self.loop = SimulatedLoop(lambda: self._delays.uniform(0, self._slow))
        self.loop.set_task_factory(owned_task)
        self.loop.set_exception_handler(self._unhandled)
        self.notes = Notes(self.loop.time)
        self.template: Template | None = None
        self.folders: dict[str, str] = {}
        self.disks: dict[str, Disk] = {}
        self._running: list[Server | None] = []
        self._starts = 0
        self._power_at = 0
        self._guests: list[asyncio.Future[None]] = []
        self._restarts: list[asyncio.Task[None]] = []
        self._broken: Broken | None = None
        self.lied = False
        self._over = False

    # What people ask of the town

    def servers(self, house: str) -> Sequence[Server]:
        """The processes of a house that are up."""
        return [server for server in self._running if server and server.house == house and server.up]

    def in_play(self, house: str, table: str) -> bool:
        """Whether somebody has wagered there in a round that is not over, or still may."""
        known = [
            house_table for server in self.servers(house) if server.kept and (house_table := server.kept.known(table))
        ]
        if not known or any(not guest.done() for guest in self._guests):
            return True
        state = max(known, key=lambda house_table: house_table.version).state
        return bool(in_round(state) and state.round and state.round.boxes)

    def wall_ms(self) -> int:
        """The time of day, as it is."""
        return EPOCH_MS + 1000 + int(self.loop.seconds * 1000)

    def run(self) -> Figures:
        """Plays the night and looks at what is left of it."""
        with self._world():
            try:
                self.loop.run_until_complete(self._night())
                if self._broken:
                    raise self._broken
                if not self.lied:
                    promises.in_the_morning(self)
            finally:
                self._over = True
                self._clear_away()
        self.figures.steps = self.notes.step
        return self.figures

    @contextmanager
    def _world(self) -> Iterator[None]:
        """Clock, chance, sleep, disks and the order of sets are the night's own."""
        number_in_sets(Watcher, Spectator, SessionConnection)
        self.template = houses.template(self.plan.rulebooks, self.plan.linked, self.plan.by_hand)
        FILES.entropy = self.plan.chance("sqlite").randbytes
        FILES.before, FILES.pause = self._before, self.loop.hands.pause
        thresholds, level = gc.get_threshold(), logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        hands = self.loop.hands
        rooms = (module for name, module in list(sys.modules.items()) if name.startswith(ROOMS))
        with (
            FILES.in_place(),
            taking_turns(hands, rooms),
            simulated_edges(self.loop.time, hands.sleep, self.plan.chance("entropy")),
        ):
            for house, image in self.template.disks.items():
                self.folders[house] = str(top() / house)
                self.disks[house] = houses.mounted(self.folders[house], house, image)
            try:
                yield
            finally:
                FILES.before, FILES.pause = lambda handle, call: None, lambda seconds: None
                for folder in self.folders.values():
                    del FILES.disks[folder]
                    rmtree(folder)
                logging.disable(level)
                gc.unfreeze()
                gc.set_threshold(*thresholds)

    def _clear_away(self) -> None:
        for server in self._running:
            if server and not server.dead:
                self._end_of(server)
        tasks = [task for task in asyncio.all_tasks(self.loop) if not task.done()]
        for task in sorted(tasks, key=hash):
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks, timeout=60))
        self.loop.hands.end()
        self.loop.close()

    def _unhandled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        process = current()
        if self._over or (process and process.dead) or self._broken:
            return
        self._broken = self.notes.broken(
            "nothing fails unheard", f"{context.get('message')}: {context.get('exception')!r}"
        )

    # The night

    async def _night(self) -> None:
        plan, notes = self.plan, self.notes
        assert self.template is not None
        slots = [SHORE] * plan.processes + ([INLAND] if plan.linked else [])
        self._running = [None] * len(slots)
        await asyncio.gather(*[self._start(slot, house) for slot, house in enumerate(slots)])
        self._guests = [asyncio.ensure_future(self._guest(number)) for number in range(plan.players)]
        people = list(self._guests)
        for house, tokens in self.template.tokens.items():
            people.append(asyncio.ensure_future(Cage(self, house, tokens[FLOOR], plan.chance(f"cage {house}")).serve()))
            if plan.voids:
                watching = Pit(self, house, self.template.tables[house], plan.chance(f"pit {house}")).watch()
                people.append(asyncio.ensure_future(watching))
        if self.template.by_hand:
            people += [asyncio.ensure_future(self._on_duty(name, *self.template.by_hand)) for name in STAFF]
        striking = asyncio.ensure_future(self._strike_all())
        looking = asyncio.ensure_future(self._keep_looking())
        await self._pass(plan.seconds, people)
        striking.cancel()
        if self.lied or self._broken:
            self._stop(people, looking)
            return
        notes.note("night", "ends: all is well again, and people go home")
        for disk in self.disks.values():
            disk.full = disk.failing = False
            disk.unreachable_from.clear()
        self._slow, self._power_at, self.closing = plan.slow, 0, True
        for server in self._running:
            if server:
                server.dies_at = 0
        await self._pass(HEALING_SECONDS, people)
        if left := [task for task in people if not task.done()]:
            await self._pass(60, left)
        if self._broken:
            self._stop(people, looking)
            return
        if unanswered := [task for task in people if not task.done()]:
            raise notes.broken("who asks is answered", f"{len(unanswered)} still wait")
        if plan.begun_anew:
            for server in [server for server in self._running if server and not server.dead]:
                self._kill(server)
        for _ in range(int(ENDING_SECONDS / TENDED_SECONDS)):
            await asyncio.sleep(TENDED_SECONDS)  # so long that links have been told of what was played
            if not self._playing():
                break
        looking.cancel()
        for server in self._running:
            if server is None or not server.up:
                raise notes.broken("a house that is well again serves", f"{server and server.trouble()!r}")
            await server.end()
        self._running = []

    def _playing(self) -> bool:
        """Whether a round is under way with wagers in it, as the processes know it."""
        serving = [server.kept for server in self._running if server and server.up and server.kept]
        tables = [house_table for house in serving for table in ("one", "two") if (house_table := house.known(table))]
        return len(serving) < len(self._running) or any(
            in_round(house_table.state) and house_table.state.round and house_table.state.round.boxes
            for house_table in tables
        )

    def _stop(self, people: Sequence["asyncio.Future[None]"], looking: "asyncio.Future[None]") -> None:
        for task in (*people, looking):
            task.cancel()

    async def _pass(self, seconds: float, people: Sequence["asyncio.Future[None]"]) -> None:
        """Lets time pass, and notices what people complain of."""
        until = self.loop.time() + seconds
        while self.loop.time() < until and not self._broken and not self.lied:
            waiting = [task for task in people if not task.done()]
            if not waiting:
                break
            await asyncio.wait(waiting, timeout=min(0.5, until - self.loop.time()), return_when=asyncio.FIRST_EXCEPTION)
            for task in people:
                if task.done() and not task.cancelled() and (error := task.exception()):
                    raise error

    async def _guest(self, number: int) -> None:
        assert self.template is not None
        served = list(self.template.tables)
        house, name = served[number % len(served)], PLAYERS[number]
        chance = self.plan.chance(f"player {name}")
        await asyncio.sleep(chance.uniform(0, 1))
        await Guest(self, house, self.template.tables[house], name, self.template.tokens[house][name], chance).play()

    async def _on_duty(self, name: str, house: str, table: str) -> None:
        assert self.template is not None
        chance = self.plan.chance(f"staff {name}")
        await Staff(self, house, (table,), name, self.template.tokens[house][name], chance).play()

    async def _start(self, slot: int, house: str) -> None:
        """A process in that slot, tried again until it serves."""
        while not self._over:
            self._starts += 1
            name = f"{house}-{self._starts}"
            seeds = houses.LuckySeeds(self.plan.chance(f"seeds {name}"), self.plan.rulebooks)
            server = self._running[slot] = Server(house, name, self.folders, self.wall_ms, seeds)
            if await server.start():
                self.notes.note(name, "serves")
                return
            if server.dead:  # it was killed as it started, and whoever killed it has another one begin
                return
            self.notes.note(name, f"cannot start: {server.trouble()!r}")
            self._end_of(server)
            await asyncio.sleep(self._chance.uniform(*RESTART_SECONDS))

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                promises.meanwhile(self)
            except Broken as broken:
                self._broken = broken
                return
            self.figures.looks += 1

    # What goes wrong

    async def _strike_all(self) -> None:
        opened_at = self.loop.time()
        for stroke in self.plan.strokes:
            await asyncio.sleep(max(opened_at + stroke.at_seconds - self.loop.time(), 0))
            self.notes.note("stroke", str(stroke))
            self._strike(stroke)

    def _strike(self, stroke: Stroke) -> None:
        disks = list(self.disks.values())
        disk = disks[stroke.whom % len(disks)]
        server = self._running[stroke.whom % len(self._running)]
        match stroke.kind:
            case "kill" if server and not server.dead:
                if stroke.operations:
                    server.dies_at = stroke.operations
                else:
                    self._kill(server)
            case "power":
                if stroke.operations:
                    self._power_at = stroke.operations
                else:
                    self._lose_power()
            case "lie":
                disk.lying = True
                self.loop.call_later(stroke.seconds, self._lose_power)
            case "fail":
                disk.failing = True
                self.loop.call_later(stroke.seconds, self._mend, disk)
            case "full":
                disk.full = True
                self.loop.call_later(stroke.seconds, self._mend, disk)
            case "apart":
                self.disks[SHORE].unreachable_from.add(INLAND)
                self.loop.call_later(stroke.seconds, self.disks[SHORE].unreachable_from.clear)
            case "clock" if server:
                server.skew_ms += int(stroke.seconds * 1000)
            case "cut" if server:
                for wire in list(server.wires):
                    wire.break_off()
            case "stall":
                self._slow = max(self.plan.slow, 1.0)
                self.loop.call_later(stroke.seconds, self._hurry_up)

    def _mend(self, disk: Disk) -> None:
        disk.failing = disk.full = False
        self.notes.note("disk", f"{disk.name} is well again")

    def _hurry_up(self) -> None:
        self._slow = self.plan.slow

    def _before(self, handle: Handle, call: str) -> None:
        """Called before, and for a sync also after, anything that a process does to a disk."""
        server = handle.process
        if not isinstance(server, Server) or server.dead:
            return
        if server.dies_at:
            server.dies_at -= 1
            if not server.dies_at:
                self.notes.note(server.name, f"dies at a {call} of {handle.disk.name}'s {handle.name}")
                self._kill(server)
                return
        if self._power_at:
            self._power_at -= 1
            if not self._power_at:
                self.notes.note("power", f"goes at a {call} of {handle.disk.name}'s {handle.name}")
                self._lose_power()
                return
        if call in PAUSES and self.plan.preempted and self._pauses.random() < self.plan.preempted:
            self.loop.hands.pause(self._pauses.uniform(0, 0.2))

    def _kill(self, server: Server, *, comes_back: bool = True) -> None:
        """The process is gone at this moment."""
        self.notes.note(server.name, "is dead")
        self.figures.deaths += 1
        self._end_of(server)
        if comes_back:
            self._come_back(server)

    def _end_of(self, server: Server) -> None:
        server.dead, server.up = True, False
        self.loop.hurry(server)
        for wire in list(server.wires):
            self._outside(wire.break_off)
        for task in list(server.tasks):
            task.cancel()
        server.close()
        FILES.bury(server)

    def _outside(self, function: Callable[[], object]) -> None:
        """Done by the world: not in the thread or in the name of who is dying."""
        self.loop.call_soon(function, context=Context())

    def _come_back(self, server: Server) -> None:
        slot = self._running.index(server)
        self._running[slot] = None

        async def start() -> None:
            await asyncio.sleep(self._chance.uniform(*RESTART_SECONDS))
            await self._start(slot, server.house)

        self._outside(lambda: self._restarts.append(self.loop.create_task(start())))

    def _lose_power(self) -> None:
        """All processes at once, and whatever was not kept."""
        if self._over or self.closing:
            return
        lied = any(disk.lying for disk in self.disks.values())
        self.notes.note("power", "is lost" + (", on a disk that lied" if lied else ""))
        self.figures.power_cuts += 1
        up = [server for server in self._running if server and not server.dead]
        for server in up:
            self._kill(server, comes_back=False)
        for disk in self.disks.values():
            disk.lose_power(self._chance)
        if lied:
            self.lied = True
            self._outside(self._judge_the_lie)
            return
        for server in up:
            self._come_back(server)

    def _judge_the_lie(self) -> None:
        try:
            self.figures.lost_to_lies = promises.after_a_lie(self)
        except Broken as broken:
            self._broken = broken
