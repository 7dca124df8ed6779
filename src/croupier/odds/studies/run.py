"""What a study was made from, and the rounds it is made of."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.pieces import Run, on_cores
from croupier.odds.simulation.engine import Block, Engine
from croupier.odds.simulation.simulate import Progress, Simulation

Nets = NDArray[np.int64]


class Made(Struct, frozen=True, kw_only=True):
    """What a study was made from: anybody can make it again."""

    version: str
    rules: str
    digest: str
    seed: int
    rounds: int
    seats: int
    strategies: tuple[str, ...]
    stakes_cents: tuple[Mapping[str, int], ...]


def made_from(simulation: Simulation) -> Made:
    """What a simulation's study is made from."""
    plan = simulation.engine.plan
    return Made(
        version=version("croupier"),
        rules=plan.rules.rulebook.rulebook,
        digest=plan.rules.digest,
        seed=simulation.seed,
        rounds=simulation.rounds,
        seats=plan.seats,
        strategies=simulation.names,
        stakes_cents=tuple(dict(seat) for seat in plan.stakes),
    )


def nets_of(
    simulations: Sequence[Simulation], run: Run | None = None, progress: Progress = lambda rounds: None
) -> Iterator[tuple[Nets, ...]]:
    """What each round won or lost each seat in each simulation, block by block, on the same cards: [seat, round]."""
    first = simulations[0]
    work = partial(_blocks, [one.engine for one in simulations], first.seed, first.session)
    for blocks in (run or on_cores(1))(work, first.pieces()):
        for simulation, block in zip(simulations, blocks, strict=True):
            simulation.totals.add(block)  # which settles what could not be settled by itself
        progress(first.totals.rounds)
        yield tuple(block.nets for block in blocks)


def _blocks(engines: Sequence[Engine], seed: int, session: int, first: int, count: int) -> list[Block]:
    return [engine.block(seed, first, count, session, nets=True) for engine in engines]
