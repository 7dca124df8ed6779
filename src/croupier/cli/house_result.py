"""`croupier house result`: what a table won beside what the wagers really made there should give."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from msgspec.structs import asdict
from rich.table import Table

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, opened
from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.house.reports.table_results import Shifts
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.server.pit.result import FOREVER_MS, result_now
from croupier.server.pit.schemas import ShiftResult, TableResult


def result(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")],
    since: Annotated[
        str | None, typer.Option(help="From when, such as 2027-01-31 or 2027-01-31T18:00, of UTC.")
    ] = None,
    until: Annotated[str | None, typer.Option(help="Until when; until now unless told.")] = None,
    shift_hours: Annotated[
        int, typer.Option(min=0, max=24, help="Also by shift, of so many hours; the first begins at --shift-from.")
    ] = 0,
    shift_from: Annotated[
        str | None, typer.Option(help="A moment at which a shift begins; midnight of UTC unless told.")
    ] = None,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """What a table won beside what its wagers should give, exactly: since it opened, or in any while."""
    since_ms, until_ms = _moment_ms(since, 0), _moment_ms(until, FOREVER_MS)
    shifts = Shifts(_moment_ms(shift_from, 0), shift_hours) if shift_hours else None
    with opened(house, keys) as found:
        if table not in found.house.tables():
            raise BadInput(f"There is no table {table!r}; croupier house tables lists them.")
        told = result_now(found.house, found.house.table(table), since_ms, until_ms, shifts)
    if as_json:
        write_json({**asdict(told), "wagers": [asdict(one) for one in told.wagers],
                    "points": [asdict(one) for one in told.points],
                    "shifts": [asdict(one) for one in told.shifts]})  # fmt: skip
    else:
        _print(told)


def _moment_ms(written: str | None, otherwise: int) -> int:
    if written is None:
        return otherwise
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise BadInput(f"{written!r:.40} is no moment; write it like 2027-01-31 or 2027-01-31T18:00.") from None
    return int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)


def _print(told: TableResult) -> None:
    out = console()
    out.print(told.sentence)
    out.print(
        f"{told.rounds:,} rounds, {told.hands:,} hands. They lost {money(told.won_cents)};"
        f" on average they lose {money(round(told.expected_cents))}, give or take {money(round(told.sd_cents))}."
    )
    out.print(
        f"Drop {money(told.drop_cents)}, handle {money(told.handle_cents)}, win {money(told.win_cents)};"
        f" hold of the drop {_percent(told.hold_of_drop)}, of the handle {_percent(told.hold_of_handle)}."
    )
    out.print(
        f"Apart from that: to meters {money(told.meters_cents)}, paid by meters {money(told.awards_cents)},"
        f" not given back {money(told.uncollected_cents)}; by dealers' errors, before they were put right,"
        f" {money(told.errors_cents)} ({told.corrections:,} times)."
    )
    if told.wagers:
        table = plain_table("Wager", "Times", "Staked", "Won", "On average", "Give or take")
        for one in told.wagers:
            sums = (one.staked_cents, one.won_cents, round(one.expected_cents), round(one.sd_cents))
            table.add_row(one.title, f"{one.times:,}", *map(money, sums))
        out.print()
        out.print(table)
    if told.shifts:
        out.print()
        out.print(_by_shift(told.shifts))
    for line in notes(told):
        out.print(line)


def _by_shift(shifts: tuple[ShiftResult, ...]) -> Table:
    table = plain_table("Shift from", "Rounds", "Drop", "Win", "Hold", "Won by hands", "On average", "Give or take")
    for one in shifts:
        began = datetime.fromtimestamp(one.from_ms / 1000, UTC)
        sums = (one.won_cents, round(one.expected_cents), round(one.sd_cents))
        table.add_row(
            f"{began:%Y-%m-%d %H:%M}", f"{one.rounds:,}", money(one.drop_cents), money(one.win_cents),
            _percent(one.hold_of_drop), *map(money, sums),
        )  # fmt: skip
    return table


def notes(told: TableResult) -> list[str]:
    """What the figures leave out."""
    said = []
    if told.by_themselves:
        said.append(f"Spread as if nothing else were staked: {', '.join(told.by_themselves)}.")
    if told.left_out:
        said.append(f"Hangs on the hands of others, and is not compared: {', '.join(told.left_out)}.")
    if told.more:
        said.append(f"There are older rounds; the last {told.rounds:,} are compared.")
    return said


def _percent(value: float | None) -> str:
    return "none" if value is None else f"{value:.2%}"
