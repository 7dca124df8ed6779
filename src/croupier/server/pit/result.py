"""Win and hold explained: what a table won beside what the wagers really made there should give, exactly.

Means are of best play at the stakes made and at what the meters showed. The spread of a hand has in it how its wagers
move together, as far as that is counted; hands of one round are taken as if each had a dealer of its own.
"""

import asyncio
from math import sqrt
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.reports.played_wagers import meters_at
from croupier.house.reports.put_right import corrections_of, error_cents, put_right
from croupier.house.reports.rated_boxes import whose_boxes
from croupier.house.reports.table_results import (
    Shifts,
    TableSums,
    rounds_between,
    shift_sums,
    table_sums,
    table_wagers,
)
from croupier.house.service.house import House
from croupier.server.dependencies import GivenHouse
from croupier.server.history.figures import Boxed, boxes_by_rules, figures
from croupier.server.odds.calculation_pool import Worker
from croupier.server.odds.expecting import Expected, Made, expected_under
from croupier.server.pit.schemas import ShiftResult, TableResult, WagerResult
from croupier.server.tables.finding import found_table
from croupier.server.wire.pictures import PlayedFigures, RoundExpected, WagerExpected
from croupier.table.procedure.decks import in_round

MOST_ROUNDS = 5000
MOST_POINTS = 200
MOST_SHIFTS = 60
FOREVER_MS = 2**53
_APART = Worker()


class Played(Struct, frozen=True):
    """What happened at a table in a while: its money, also by shift, the hands by the submission they were played by.

    Hands are as they stand once they were put right; `whose` they were is by round and seat.
    """

    table: str
    sums: TableSums
    shifts: Shifts | None
    by_shift: dict[int, TableSums]
    corrections: list[he.SettlementCorrected]
    hands: dict[str, list[Boxed]]
    whose: dict[tuple[int, int], str]
    more: bool


@get("/pit/{table:str}/result", operation_id="table_result", summary="Win and hold of a table", tags=["pit"])
async def table_result(
    table: FromPath[str],
    house: GivenHouse,
    since_ms: Annotated[int, QueryParameter(ge=0, le=FOREVER_MS)] = 0,
    until_ms: Annotated[int, QueryParameter(ge=0, le=FOREVER_MS)] = FOREVER_MS,
    shift_hours: Annotated[int, QueryParameter(ge=0, le=24)] = 0,
    shift_from_ms: Annotated[int, QueryParameter(ge=0, le=FOREVER_MS)] = 0,
) -> TableResult:
    """What the table won since it opened, or between two moments, beside what its wagers should give, by wager.

    Where shifts have hours, also by shift; one of them begins at `shift_from_ms`.
    """
    shifts = Shifts(shift_from_ms, shift_hours) if shift_hours else None
    played = await asyncio.to_thread(found_played, house, table, since_ms, until_ms, shifts)
    return result_of(played, await expected_apart(played))


def found_played(house: House, table: str, since_ms: int, until_ms: int, shifts: Shifts | None = None) -> Played:
    """What happened at a table of that name. May block."""
    return played_at(house, found_table(house, table), since_ms, until_ms, shifts)


async def expected_apart(played: Played) -> list[tuple[Boxed, Expected]]:
    """Each hand with what it should have brought, worked out apart from the tables."""
    boxes: list[tuple[Boxed, Expected]] = []
    for text, hands in played.hands.items():
        unlike = _unlike(hands)
        expected = dict(zip(unlike, await _APART.ask(expected_under, text, [*unlike.values()]), strict=True))
        boxes += [(hand, expected[_key(hand.made)]) for hand in hands]
    return boxes


def result_now(
    house: House, table: HouseTable, since_ms: int, until_ms: int, shifts: Shifts | None = None
) -> TableResult:
    """The table's result, worked out here and now."""
    played = played_at(house, table, since_ms, until_ms, shifts)
    return result_of(played, expected_now(played))


def expected_now(played: Played) -> list[tuple[Boxed, Expected]]:
    """Each hand with what it should have brought, worked out here and now."""
    boxes: list[tuple[Boxed, Expected]] = []
    for text, hands in played.hands.items():
        unlike = _unlike(hands)
        expected = dict(zip(unlike, expected_under(text, [*unlike.values()]), strict=True))
        boxes += [(hand, expected[_key(hand.made)]) for hand in hands]
    return boxes


def _unlike(hands: list[Boxed]) -> dict[object, Made]:
    """The wagers of hands, those that are alike once: most rounds are played with the same chips."""
    return {_key(hand.made): hand.made for hand in hands}


def _key(made: Made) -> object:
    return (*sorted(made.stakes_cents.items()), "at", *sorted(made.meters_cents.items()))


def played_at(house: House, table: HouseTable, since_ms: int, until_ms: int, shifts: Shifts | None = None) -> Played:
    """What happened at a table between two moments; of more rounds than are counted at once, the last. May block."""
    name, under_way = table.table_id, table.state.round if in_round(table.state) else None
    with house.database.read() as connection:
        sums = table_sums(connection, name, since_ms, until_ms)
        by_shift = shift_sums(connection, name, since_ms, until_ms, shifts) if shifts else {}
        rounds = rounds_between(connection, name, since_ms, until_ms, MOST_ROUNDS + 1)
        over = [number for number in rounds[:MOST_ROUNDS] if not under_way or number != under_way.number]
        shown = meters_at(connection, table.link, name, over) if table.link else {}
        corrections = corrections_of(connection, name, over)
        made = put_right(table_wagers(connection, name, over), corrections)
        hands: dict[str, list[Boxed]] = {}
        for text, hand in boxes_by_rules(house, table, made, shown):
            hands.setdefault(text, []).append(hand)
        whose = whose_boxes(connection, name, over)
    return Played(name, sums, shifts, by_shift, corrections, hands, whose, len(rounds) > MOST_ROUNDS)


def result_of(played: Played, boxes: list[tuple[Boxed, Expected]]) -> TableResult:
    """The table's result, from the house's side, with what to make of it in a sentence."""
    told, sums = figures(boxes, played.more), played.sums
    won = -sum(one.net_cents for one in told.rounds)
    mean = -sum(one.mean_cents for one in told.rounds)
    sd = sqrt(sum(one.variance for one in told.rounds))
    return TableResult(
        table=played.table,
        rounds=len(told.rounds),
        hands=len(boxes),
        drop_cents=sums.drop_cents,
        handle_cents=sums.handle_cents,
        win_cents=sums.win_cents,
        meters_cents=sums.meters_cents,
        awards_cents=sums.awards_cents,
        uncollected_cents=sums.uncollected_cents,
        corrections=len(played.corrections),
        errors_cents=sum(map(error_cents, played.corrections)),
        hold_of_drop=sums.win_cents / sums.drop_cents if sums.drop_cents else None,
        hold_of_handle=sums.win_cents / sums.handle_cents if sums.handle_cents else None,
        won_cents=won,
        expected_cents=mean,
        sd_cents=sd,
        deviations=(won - mean) / sd if sd else None,
        sentence=sentence(won, mean, sd, len(boxes)),
        wagers=tuple([_wager(one) for one in told.wagers]),
        points=_points(told),
        shifts=_shifts(played, told),
        left_out=told.left_out,
        by_themselves=told.by_themselves,
        more=told.more,
    )


def _shifts(played: Played, told: PlayedFigures) -> tuple[ShiftResult, ...]:
    """The last shifts in which money moved or a round began, the latest first."""
    if not (shifts := played.shifts):
        return ()
    rounds: dict[int, list[RoundExpected]] = {}
    for one in told.rounds:
        rounds.setdefault(shifts.began_ms(one.at_ms), []).append(one)
    latest = sorted({*rounds, *played.by_shift}, reverse=True)[:MOST_SHIFTS]
    return tuple([_shift(began, shifts, rounds.get(began, []), played.by_shift.get(began)) for began in latest])


def _shift(began_ms: int, shifts: Shifts, rounds: list[RoundExpected], sums: TableSums | None) -> ShiftResult:
    won = -sum(one.net_cents for one in rounds)
    mean = 0.0 - sum(one.mean_cents for one in rounds)
    sd = sqrt(sum(one.variance for one in rounds))
    drop, handle, win = (sums.drop_cents, sums.handle_cents, sums.win_cents) if sums else (0, 0, 0)
    return ShiftResult(
        from_ms=began_ms,
        until_ms=began_ms + shifts.length_ms,
        rounds=len(rounds),
        staked_cents=sum(one.staked_cents for one in rounds),
        drop_cents=drop,
        handle_cents=handle,
        win_cents=win,
        hold_of_drop=win / drop if drop else None,
        won_cents=won,
        expected_cents=mean,
        sd_cents=sd,
        deviations=(won - mean) / sd if sd else None,
    )


def sentence(won_cents: float, mean_cents: float, sd_cents: float, hands: int) -> str:
    """How far a result is from what it should be, and what to make of that."""
    if not hands:
        return "No wager has ended here in that time."
    if not sd_cents:
        return "Just what these wagers give."
    off = (won_cents - mean_cents) / sd_cents
    size, way = abs(off), "above" if off >= 0 else "below"
    verdict = (
        "a usual day" if size < 2
        else "an unusual day, about one in twenty" if size < 3
        else "so far off is one day in hundreds: look at this table"
    )  # fmt: skip
    return f"{size:.1f} deviations {way} what these wagers should give; {verdict}."


def _wager(one: WagerExpected) -> WagerResult:
    return WagerResult(
        one.wager, one.title, one.times, one.staked_cents, -one.net_cents, 0.0 - one.mean_cents, one.sd_cents
    )


def _points(told: PlayedFigures) -> tuple[RoundExpected, ...]:
    """The rounds for a plot, from the house's side: so many together that there are not too many."""
    size = -(-len(told.rounds) // MOST_POINTS) or 1
    some = [told.rounds[first : first + size] for first in range(0, len(told.rounds), size)]
    return tuple(
        [
            RoundExpected(
                table=group[-1].table,
                round=group[-1].round,
                at_ms=group[-1].at_ms,
                staked_cents=sum(one.staked_cents for one in group),
                net_cents=-sum(one.net_cents for one in group),
                mean_cents=-sum(one.mean_cents for one in group),
                variance=sum(one.variance for one in group),
            )
            for group in some
        ]
    )


ROUTES = (table_result,)
