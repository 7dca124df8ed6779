"""Simulate: many rounds of any rules, stakes and strategies, block by block on as many cores as there are."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.odds.cache import Shelf
from croupier.odds.pieces import Lost, Run, on_cores
from croupier.odds.simulation.checkpoint import NotKept, read_checkpoint, write_checkpoint
from croupier.odds.simulation.engine import BLOCK, Block, Engine
from croupier.odds.simulation.report import Report
from croupier.odds.simulation.results import SimulationResult, sample_sd
from croupier.odds.simulation.stakes import Stakes, check_stakes, usual_stakes
from croupier.odds.simulation.strategies import BEST, Player, Strategy, read_strategy
from croupier.odds.simulation.totals import Totals
from croupier.rulebook.elect import GameRules, most_seats
from croupier.rulebook.errors import BadInput

SESSION = 500
MOST_ROUNDS = 10**15
MOST_SEED = (1 << 64) - 1
SECONDS_BETWEEN_CHECKPOINTS = 15.0
Progress = Callable[[int], None]


class Stopped(Exception):  # noqa: N818 - it names what happened
    """A run that ended early: what came of it so far, and why."""

    def __init__(self, result: SimulationResult, why: BaseException) -> None:
        super().__init__(str(why))
        self.result, self.why = result, why


def simulate(
    rules: GameRules,
    rounds: int,
    seed: int = 1,
    *,
    seats: int = 1,
    stakes: Stakes | Sequence[Stakes] | None = None,
    strategies: str | Player | Sequence[str | Player] = BEST,
    session: int = SESSION,
    cores: int = 1,
    checkpoint: Path | None = None,
    shelf: Shelf | None = None,
    progress: Progress = lambda rounds: None,
) -> SimulationResult:
    """Play so many rounds and report on every wager.

    The numbers depend on the seed and the number of rounds only. `stakes` are in cents, one mapping for all seats or
    one for each, by default the smallest on every wager offered; `strategies` likewise, names or Python functions.
    With a `checkpoint` the run goes on from that file if it is there. An interrupt, or a checkpoint that cannot be
    written, ends the run with `Stopped`, which carries the result so far.
    """
    run = prepare(rules, rounds, seed, seats=seats, stakes=stakes, strategies=strategies, session=session, shelf=shelf)
    return run.play(cores=cores, checkpoint=checkpoint, progress=progress)


def prepare(
    rules: GameRules,
    rounds: int,
    seed: int = 1,
    *,
    seats: int = 1,
    stakes: Stakes | Sequence[Stakes] | None = None,
    strategies: str | Player | Sequence[str | Player] = BEST,
    session: int = SESSION,
    shelf: Shelf | None = None,
) -> "Simulation":
    """A simulation that can be played: everything asked for checked, and every decision table at hand."""
    for name, value in (("A run", rounds), ("A session", session)):
        if not 1 <= value <= MOST_ROUNDS:
            raise BadInput(f"{name} has 1 to {MOST_ROUNDS:,} rounds, not {value:,}.")
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"A seed is a whole number from 0 to {MOST_SEED}, not {seed}.")
    if seats < 1:
        raise BadInput(f"A table needs at least one seat, not {seats}.")
    staked = _each(usual_stakes(rules) if stakes is None else stakes, seats, "stakes")
    for number, seat in enumerate(staked, start=1):
        check_stakes(rules, seat, number)
    _check_seats(rules, seats, staked)
    named = _each(strategies, seats, "strategies")
    players = tuple(read_strategy(rules, player) if isinstance(player, str) else player for player in named)
    shelf = shelf or Shelf()
    return Simulation(Engine(rules, staked, players, shelf), rounds, seed, session, shelf)


def _each(asked: Any, seats: int, name: str) -> tuple[Any, ...]:
    """What was asked for each seat, or for all of them at once."""
    if isinstance(asked, str | Mapping) or callable(asked):
        return (asked,) * seats
    if len(asked) != seats:
        raise BadInput(f"There are {seats} seats and {name} for {len(asked)}; give one for all or one for each.")
    return tuple(asked)


def _check_seats(rules: GameRules, seats: int, stakes: Sequence[Stakes]) -> None:
    """A wager that limits the seats does so only where somebody makes it."""
    made = {wager for seat in stakes for wager in seat}
    most = rules.seats if rules.limits else most_seats(rules.rulebook, _Offers(rules, tuple(made)))
    if seats > most:
        raise BadInput(f"This table has at most {most} seats, not {seats}; lower --seats or the wagers made.")


class _Offers:
    def __init__(self, rules: GameRules, offers: tuple[str, ...]) -> None:
        self.rules, self.offers = rules, offers

    def look(self, field: str) -> Any:
        return self.offers if field == "offers" else self.rules.look(field)


class Simulation:
    """A run: its engine, its seed, and what came of it so far."""

    def __init__(self, engine: Engine, rounds: int, seed: int, session: int, shelf: Shelf) -> None:
        self.engine, self.rounds, self.seed, self.session, self.shelf = engine, rounds, seed, session, shelf
        self.totals = Totals(engine.plan, session, BLOCK)
        self.seconds = 0.0
        self.resumed_at = 0

    @property
    def asked(self) -> dict[str, Any]:
        """What makes two runs the same run, the number of rounds aside."""
        return {
            "version": version("croupier"),
            "rules": self.engine.plan.rules.digest,
            "seed": self.seed,
            "stakes": [dict(seat) for seat in self.engine.plan.stakes],
            "strategies": list(self.names),
            "session": self.session,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The strategy of each seat."""
        players = self.engine.players
        return tuple(p.name if isinstance(p, Strategy) else getattr(p, "__name__", "own") for p in players)

    def pieces(self) -> Iterator[tuple[int, int]]:
        """First round and number of rounds of each block still to play."""
        first = self.totals.rounds
        while first < self.rounds:
            count = min(BLOCK - first % BLOCK, self.rounds - first)
            yield first, count
            first += count

    def nets(self) -> Iterator[NDArray[np.int64]]:
        """Play what is still to play: what each round won or lost each seat, in cents, [seat, round], by block."""
        for first, count in self.pieces():
            block = self.engine.block(self.seed, first, count, self.session, nets=True)
            self.totals.add(block)
            yield block.nets

    def play(
        self, *, cores: int = 1, checkpoint: Path | None = None, progress: Progress = lambda rounds: None,
        run: Run | None = None,
    ) -> SimulationResult:  # fmt: skip
        """Play what is still to play; `run` plays blocks elsewhere, and one that loses them ends the run early."""
        if checkpoint and (state := read_checkpoint(checkpoint, self.asked)):
            self.totals.read(state)
            self.resumed_at = self.totals.rounds
            if self.totals.rounds > self.rounds:
                raise BadInput(
                    f"The checkpoint {checkpoint} has {self.totals.rounds:,} rounds already; ask for that many or more."
                )
        progress(self.totals.rounds)
        start = saved = time.monotonic()
        try:
            work = partial(play_block, self.engine, self.seed, self.session)
            for block in (run or on_cores(cores))(work, self.pieces()):
                self.totals.add(block)
                progress(self.totals.rounds)
                if checkpoint and time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
                    write_checkpoint(checkpoint, self.asked, self.totals.written())
                    saved = time.monotonic()
            if checkpoint:
                write_checkpoint(checkpoint, self.asked, self.totals.written())
        except (KeyboardInterrupt, NotKept, Lost) as why:
            self.seconds += time.monotonic() - start
            if checkpoint and not isinstance(why, NotKept):
                write_checkpoint(checkpoint, self.asked, self.totals.written())
            if not self.totals.rounds:
                raise
            raise Stopped(self.result(), why) from why
        self.seconds += time.monotonic() - start
        return self.result()

    def result(self) -> SimulationResult:
        """What came of the rounds played so far."""
        plan, totals = self.engine.plan, self.totals
        report = Report(self.engine, totals, self.shelf)
        staked = report.staked()
        return SimulationResult(
            version=version("croupier"),
            rules=plan.rules.rulebook.rulebook,
            digest=plan.rules.digest,
            seed=self.seed,
            seats=plan.seats,
            rounds=totals.rounds,
            rounds_asked=self.rounds,
            strategies=self.names,
            stakes_cents=tuple(dict(seat) for seat in plan.stakes),
            results=tuple(report.wagers()),
            table_net_cents=totals.sums[-1],
            table_hold=-totals.sums[-1] / staked,
            table_sd_cents=sample_sd(totals.sums[-1], totals.squares[-1], totals.rounds),
            sessions=tuple(report.sessions()),
            meters=tuple(report.meters()),
            resumed_at=self.resumed_at,
            seconds=self.seconds,
            complete=totals.rounds == self.rounds,
        )


def play_block(engine: Engine, seed: int, session: int, first: int, count: int) -> Block:
    """Play one block, on whatever core or machine."""
    return engine.block(seed, first, count, session)
