"""A night that breaks a promise, made as small as it can be while it still breaks the same."""

from collections.abc import Iterator

from msgspec.structs import replace

from tests.simulator.night import Night
from tests.simulator.notes import Broken
from tests.simulator.plan import Plan

CALM_SECONDS = 0.002


def broken_in(plan: Plan) -> Broken | None:
    """What a night breaks, or nothing."""
    try:
        Night(plan).run()
    except Broken as broken:
        return broken
    return None


def shrunk(plan: Plan, promise: str, nights: int = 80) -> Plan:
    """A smaller plan that breaks the same promise, found within so many nights."""
    smaller: Plan | None = plan
    while smaller and nights > 0:
        plan, smaller = smaller, None
        for candidate in candidates(plan):
            nights -= 1
            found = broken_in(candidate)
            if found and found.promise == promise:
                smaller = candidate
                break
            if nights <= 0:
                break
    return plan


def candidates(plan: Plan) -> Iterator[Plan]:
    """Plans with less in them, the boldest first."""
    strokes = plan.strokes
    size = len(strokes)
    while size:
        for start in range(0, len(strokes), size):
            yield replace(plan, strokes=strokes[:start] + strokes[start + size :])
        size //= 2
    if plan.players > 1:
        yield replace(plan, players=1)
        yield replace(plan, players=plan.players - 1)
    if plan.processes > 1:
        yield replace(plan, processes=1)
    if plan.seconds > 1:
        yield replace(plan, seconds=plan.seconds / 2)
    for calm in ({"rough": 0.0}, {"preempted": 0.0}, {"slow": CALM_SECONDS}, {"begun_anew": False}, {"voids": False},
                 {"by_hand": False}):  # fmt: skip
        if any(getattr(plan, name) != value for name, value in calm.items()):
            yield replace(plan, **calm)
