"""A plan as the kernels take it: arrays instead of names."""

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulation.games import QUALIFIES, class_names, line_named
from croupier.odds.simulation.kernels.hands import CLASSES
from croupier.odds.simulation.kernels.setup import Setup
from croupier.odds.simulation.plan import COVER_ALL, Plan
from croupier.rulebook.payout import MeterShare

Money = tuple[NDArray[np.int64], NDArray[np.int64]]  # what is won or lost, and what counts against the payout limit


def setup_of(plan: Plan) -> Setup:
    """Everything that the kernels ask for, in arrays."""
    rules, sides = plan.rules, plan.sides
    most = max((len(side.table.lines) for side in sides), default=0) + 2
    base_net, base_limited = _base_money(plan)
    side_net, side_limited = _side_money(plan, most)
    sources = plan.game.sources
    seats, count = plan.seats, max(1, len(sides))
    needed = np.zeros((len(sources), seats), np.bool_)
    own = [[number for number, side in enumerate(sides) if side.wager in stakes] for stakes in plan.stakes]
    by_seat = np.zeros((seats, count), np.int64)
    side_line = np.zeros((count, CLASSES), np.int64)
    ended = np.full((count, plan.codes.count), -1, np.int64)
    meter = np.zeros((count, most), np.bool_)
    for seat, numbers in enumerate(own):
        by_seat[seat, : len(numbers)] = numbers
        for number in numbers:
            needed[sides[number].source, seat] = True
    for number, side in enumerate(sides):
        side_line[number] = np.arange(CLASSES) if side.wager == COVER_ALL else side.lines
        side_line[number] = np.minimum(side_line[number], most - 2)
        ended[number] = side.ended
        for place, line in enumerate(side.table.lines):
            meter[number, place] = isinstance(line.pays, MeterShare)
    envied = np.array(plan.envied)
    schedule = next(iter(plan.envy.values()), None)
    envy_source = schedule.source if schedule else 0
    envy_class = np.zeros(CLASSES, np.bool_)
    for side in plan.envy.values():
        envy_class |= side.lines < len(side.table.lines)
    needed[envy_source] |= envied
    qualifier = rules.rulebook.settlement.dealer_qualifies
    base_line = np.full(CLASSES, plan.codes.lines - 1, np.int64)
    if plan.base_table:
        for number, name in enumerate(class_names(plan.game.hand)):
            base_line[number] = line_named(plan.base_table, plan.game.hand, name)
    return Setup(
        ante=np.array(["ante" in stakes for stakes in plan.stakes]),
        strategy=np.array(plan.strategy),
        qualifying=QUALIFIES[rules.value(qualifier) if qualifier else ""],
        top=plan.game.top,
        line=base_line,
        lines=plan.codes.lines,
        base_net=base_net,
        base_limited=base_limited,
        needed=needed,
        side_count=np.array([len(numbers) for numbers in own]),
        sides=by_seat,
        source=np.array([side.source for side in sides] or [0]),
        lost=np.array([side.lost for side in sides] or [False]),
        ended=ended,
        side_line=side_line,
        side_net=side_net,
        side_limited=side_limited,
        side_meter=meter,
        forfeit=most - 1,
        limit=plan.limit,
        envied=envied,
        envy_source=envy_source,
        envy_class=envy_class,
    )


def _base_money(plan: Plan) -> Money:
    """By seat and base code."""
    net, limited = np.zeros((2, plan.seats, plan.codes.count), np.int64)
    for (seat, part, code), payoff in plan.part_payoffs.items():
        net[seat, code] += payoff.net
        limited[seat, code] += payoff.paid if part in plan.limit_order else 0
    return net, limited


def _side_money(plan: Plan, most: int) -> Money:
    """By seat, side and line: its lines, none as often as there is room, and last a forfeit."""
    net, limited = np.zeros((2, plan.seats, max(1, len(plan.sides)), most), np.int64)
    for (seat, number), paid in plan.side_payoffs.items():
        counts = plan.sides[number].wager in plan.limit_order
        for place, payoff in enumerate((*paid[:-1], *([paid[-2]] * (most - len(paid))), paid[-1])):
            net[seat, number, place] = payoff.net
            limited[seat, number, place] = payoff.paid if counts else 0
    return net, limited
