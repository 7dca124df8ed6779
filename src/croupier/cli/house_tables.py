"""`croupier house tables` and `report`: what is open, and what it won."""

from datetime import date
from fractions import Fraction
from typing import Annotated

import typer

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, opened
from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import inventory
from croupier.house.ledger.balances import all_balances
from croupier.house.log import store
from croupier.house.log.house_table import HouseTable
from croupier.house.reports.reports import TableDay, WagerDay, table_days, wager_days
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money


def tables(house: HouseOption = DEFAULT, keys: KeysOption = None, as_json: JsonOption = False) -> None:
    """List the tables: rules, round, players, link, chips."""
    with opened(house, keys) as found:
        tables = [found.house.table(name) for name in found.house.tables()]
        books = {house_table.digest: found.house.rules_of(house_table).rulebook.rulebook for house_table in tables}
        with found.database.read() as connection:
            balances = all_balances(connection)
    if as_json:
        write_json([_row(house_table, books[house_table.digest], balances) for house_table in tables])
        return
    table = plain_table("Table", "Rules", "Round", "Phase", "Players", "Link", "Dealer", "Seeds", "Inventory")
    for house_table in tables:
        row = _row(house_table, books[house_table.digest], balances)
        link = f"{house_table.link}, lost" if house_table.link_lost else house_table.link or "none"
        players = ", ".join(str(name) for _, name in house_table.state.players) or "nobody"
        table.add_row(
            house_table.table_id, str(row["rules"]), str(row["round"]), str(row["phase"]), players, link,
            house_table.dealer, house_table.mode, money(balances[inventory(house_table.table_id)]),
        )  # fmt: skip
    console().print(table if tables else "No table is open; croupier house open TABLE FILE opens one.")


def _row(table: HouseTable, rulebook: str, balances: dict[str, int]) -> dict[str, object]:
    round_ = table.state.round
    return {
        "table": table.table_id,
        "rules": rulebook,
        "digest": table.digest,
        "round": table.state.rounds,
        "phase": "closed for good" if table.closed else round_.phase if round_ else "idle",
        "players": [{"seat": seat, "player": player} for seat, player in table.state.players],
        "link": table.link,
        "link_lost": table.link_lost,
        "dealer": table.dealer,
        "mode": table.mode,
        "records": table.version,
        "inventory_cents": balances[inventory(table.table_id)],
    }


def report(
    house: HouseOption = DEFAULT,
    table: Annotated[str | None, typer.Option(help="One table only.")] = None,
    first: Annotated[str | None, typer.Option("--from", help="The first day, such as 2027-01-31.")] = None,
    last: Annotated[str | None, typer.Option("--to", help="The last day.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Win and hold by table, day and wager. Days are of UTC."""
    since, until = _day(first), _day(last)
    with Database.open(house) as database, database.read() as connection:
        known = [row.table_id for row in store.table_rows(connection)]
        if table is not None and table not in known:
            raise BadInput(f"There is no table {table!r}; croupier house tables lists them.")
        days = table_days(connection, table, since, until)
        wagers = wager_days(connection, table, since, until)
    if as_json:
        write_json({"tables": [_with_sums(day) for day in days], "wagers": [_with_sums(day) for day in wagers]})
    else:
        _print(days, wagers)


def _day(written: str | None) -> date | None:
    try:
        return date.fromisoformat(written) if written is not None else None
    except ValueError:
        raise BadInput(f"{written!r:.40} is not a day; write it like 2027-01-31.") from None


def _with_sums(day: TableDay | WagerDay) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(day, name) for name in day.__struct_fields__}
    row |= {"day": day.day.isoformat(), "win_cents": day.win_cents, "hold": _fraction(day.hold)}
    if isinstance(day, TableDay):
        row |= {"kept_cents": day.kept_cents, "hold_of_handle": _fraction(day.hold_of_handle)}
    return row


def _fraction(value: Fraction | None) -> dict[str, str] | None:
    return None if value is None else {"num": str(value.numerator), "den": str(value.denominator)}


def _percent(value: Fraction | None) -> str:
    """Hundredths of a percent, the nearest, without a float in between."""
    if value is None:
        return "none"
    hundredths = round(value * 10_000)
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d} %"


def _print(days: tuple[TableDay, ...], wagers: tuple[WagerDay, ...]) -> None:
    out = console()
    if not days:
        out.print("No money has moved in that time.")
        return
    table = plain_table(
        "Table", "Day", "Rounds", "Drop", "Handle", "Paid", "Awards", "To meters", "Win", "Hold of handle"
    )
    for day in days:
        meters = day.contributions_cents + day.seeds_cents - day.meters_back_cents
        amounts = (day.drop_cents, day.handle_cents, day.paid_cents, day.awards_cents, meters, day.win_cents)
        table.add_row(
            day.table, day.day.isoformat(), f"{day.rounds:,}", *map(money, amounts), _percent(day.hold_of_handle)
        )
    out.print(table)
    if wagers:
        table = plain_table("Table", "Day", "Wager", "Handle", "Returned", "Paid", "Awards", "Win", "Hold")
        for line in wagers:
            sums = (line.handle_cents, line.returned_cents, line.paid_cents, line.awards_cents, line.win_cents)
            name = line.wager.replace("_", " ")
            table.add_row(line.table, line.day.isoformat(), name, *map(money, sums), _percent(line.hold))
        out.print()
        out.print(table)
