"""Rounds of the simulator described for the table, which settles them by itself."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulation.engine import CARDS, Engine
from croupier.odds.simulation.stateful_rounds import Line
from croupier.odds.wagers.showdown import PUSHED
from croupier.rulebook.elect import GameRules
from croupier.table.settlement.settle import settle
from croupier.table.values.box import Box, Wager, wagers_of
from croupier.table.values.showdown import Settlement, Showdown

Money = tuple[int, int, int, str | None]  # stake, paid, returned, line
WITHOUT_LINE = ("ante", "play")


def given_player(*_: object) -> str:
    """Stands for a seat whose decisions are given to the kernel."""
    raise AssertionError("the decisions are given")


def showdown_of(engine: Engine, deck: Sequence[int], times: Sequence[int], meters: Mapping[str, int]) -> Showdown:
    """The round on these cards as the table sees it."""
    plan, game = engine.plan, engine.plan.game
    cards = [CARDS[card] for card in deck]
    seats_at = game.dealer + game.community
    box_at = seats_at + game.own * plan.seats
    seats = []
    for seat, stakes in enumerate(plan.stakes):
        wagers = wagers_of(stakes)
        folded = "ante" in stakes and times[seat] == 0
        if "ante" in stakes and not folded:
            wagers = (*wagers, Wager("play", times[seat] * stakes["ante"]))
        own = tuple(cards[seats_at + game.own * seat : seats_at + game.own * (seat + 1)])
        seats.append(Box(seat + 1, f"player {seat + 1}", wagers, own, folded))
    return Showdown(
        tuple(cards[: game.dealer]),
        tuple(cards[game.dealer : seats_at]),
        tuple(cards[box_at : box_at + plan.box]),
        tuple(seats),
        tuple(meters.items()),
    )


def table_money(result: Settlement) -> dict[tuple[int, str], list[Money]]:
    """What the table paid, wager by wager."""
    found: dict[tuple[int, str], list[Money]] = defaultdict(list)
    for line in result.lines:
        found[line.seat, line.wager].append((line.stake_cents, line.paid_cents, line.returned_cents, line.line))
    return {key: sorted(money, key=repr) for key, money in found.items()}


def simulated_money(lines: list[Line]) -> dict[tuple[int, str], list[Money]]:
    """What the simulator paid, wager by wager, in the same form."""
    found: dict[tuple[int, str], list[Money]] = defaultdict(list)
    for line in lines:
        if line.wager == "ante_bonus" and not line.paid:
            continue
        if not line.stake and line.wager not in ("ante_bonus", "envy"):
            continue
        named = None if line.wager in WITHOUT_LINE or line.line == PUSHED else line.line or None
        found[line.seat + 1, line.wager].append((line.stake, line.paid, line.returned, named))
    return {key: sorted(money, key=repr) for key, money in found.items()}


def settled_by_table(
    rules: GameRules, engine: Engine, deck: Sequence[int], times: Sequence[int], meters: Mapping[str, int]
) -> Settlement:
    """The table's own settlement."""
    return settle(rules, showdown_of(engine, deck, times, meters))


def random_decisions(engine: Engine, count: int, chance: np.random.Generator) -> NDArray[np.uint8]:
    """Antes played, drawn from what the game allows: folds, and every multiple."""
    most = {"three_card": 1, "four_card": 3, "hold_em": 4}[engine.plan.game.kernel]
    return chance.integers(0, most + 1, (engine.plan.seats, count)).astype(np.uint8)
