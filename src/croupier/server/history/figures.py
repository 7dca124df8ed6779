"""What somebody played against what it should bring on average: by round, for a band about it, and by wager."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log.house_table import HouseTable
from croupier.house.reports.played_wagers import WagerMade, last_rounds, meters_at, wagers_made
from croupier.house.service.house import House
from croupier.odds.wagers.catalogue import BASE
from croupier.rulebook.elect import GameRules
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse
from croupier.server.history.history import whose_rounds
from croupier.server.odds.calculation_pool import Worker
from croupier.server.odds.expecting import Expected, Made, expected_under, main_wagers
from croupier.server.tables.finding import filed_text, found_table
from croupier.server.wire.pictures import PlayedFigures, RoundExpected, WagerExpected
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.decks import in_round

MOST_ROUNDS = 1000
_APART = Worker()


class Boxed(Struct, frozen=True):
    """One box in one round that is over: what was staked on which wager, and what came of it."""

    table: str
    round: int
    at_ms: int
    made: Made
    net_cents: dict[str, int]
    titles: dict[str, str]
    seat: int = 0


@get("/history/figures", operation_id="played_figures", summary="Rounds against expectation", tags=["history"])
async def played_figures(
    house: GivenHouse,
    me: SignedInUser,
    player: Annotated[str | None, QueryParameter(max_length=80)] = None,
    table: Annotated[str | None, QueryParameter(max_length=80)] = None,
    since_ms: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
) -> PlayedFigures:
    """The last rounds that somebody played, one's own unless one reads all, and what their wagers should bring.

    Means and deviations are those of best play at the stakes really made and at what the meters showed.
    """
    whose = whose_rounds(me, player) or me.name
    tables = [(await asyncio.to_thread(found_table, house, table)).table_id] if table else None
    by_rules, more = await asyncio.to_thread(_played, house, whose, tables, since_ms)
    boxes: list[tuple[Boxed, Expected]] = []
    for text, played in by_rules.items():
        expected = await _APART.ask(expected_under, text, [one.made for one in played])
        boxes += zip(played, expected, strict=True)
    return figures(boxes, more)


def _played(house: House, player: str, tables: list[str] | None, since_ms: int) -> tuple[dict[str, list[Boxed]], bool]:
    """The boxes of the last rounds by the submission that their table is run by, and whether there are older ones."""
    found: dict[str, list[Boxed]] = {}
    with house.database.read() as connection:
        rounds = last_rounds(connection, player, tables or house.tables(), since_ms, MOST_ROUNDS + 1)
        by_table: dict[str, list[int]] = {}
        for name, number in rounds[:MOST_ROUNDS]:
            by_table.setdefault(name, []).append(number)
        for name, numbers in by_table.items():
            table = house.table(name)
            if in_round(table.state) and table.state.round:
                numbers = [number for number in numbers if number != table.state.round.number]
            shown = meters_at(connection, table.link, name, numbers) if table.link else {}
            for text, boxed in boxes_by_rules(house, table, wagers_made(connection, player, name, numbers), shown):
                found.setdefault(text, []).append(boxed)
    return found, len(rounds) > MOST_ROUNDS


def boxes_by_rules(
    house: House, table: HouseTable, made: Iterable[WagerMade], shown: Mapping[int, dict[str, int]]
) -> Iterator[tuple[str, Boxed]]:
    """The boxes that wagers at a table were in, each with the submission that its round was played by.

    `shown` is what the meters showed in each round. Where a round was void for a box, the box is left out.
    """
    boxes: dict[tuple[int, int], list[WagerMade]] = {}
    for one in made:
        boxes.setdefault((one.round, one.seat), []).append(one)
    filed: dict[str, tuple[str, GameRules]] = {}
    for (number, seat), wagers in boxes.items():
        if any(one.void for one in wagers):
            continue
        digest = table.digest_of(number)
        if digest not in filed:
            then = replace(table, digest=digest)
            filed[digest] = (filed_text(house, then), house.rules_of(then))
        text, rules = filed[digest]
        box = _boxed(table.table_id, number, wagers, shown.get(number, {}), main_wagers(rules))
        titles = {wager: wager_title(rules, wager) for wager in box.net_cents if wager != BASE}
        yield text, replace(box, titles={BASE: "Main game", **titles}, seat=seat)


def _boxed(table: str, number: int, wagers: list[WagerMade], meters: dict[str, int], main: frozenset[str]) -> Boxed:
    stakes = {one.wager: one.staked_cents for one in wagers if one.staked_cents}
    net: dict[str, int] = {}
    for one in wagers:
        name = BASE if one.wager in main else one.wager
        net[name] = net.get(name, 0) + one.net_cents
    return Boxed(table, number, min(one.at_ms for one in wagers), Made(stakes, meters), net, {})


def figures(boxes: list[tuple[Boxed, Expected]], more: bool) -> PlayedFigures:
    """The rounds and wagers of these boxes, as the page shows them: exact until here."""
    rounds: dict[tuple[int, str, int], list[tuple[int, int, Fraction, Fraction]]] = {}
    wagers: dict[str, list[tuple[int, int, Fraction, Fraction]]] = {}
    titles: dict[str, str] = {}
    left_out: dict[str, str] = {}
    by_themselves: dict[str, str] = {}
    first: dict[tuple[str, int], int] = {}
    for box, _ in boxes:
        place = (box.table, box.round)
        first[place] = min(box.at_ms, first.get(place, box.at_ms))
    for box, expected in boxes:
        counted = {wager: box.net_cents.get(wager, 0) for wager in expected.means_cents}
        main = sum(box.made.stakes_cents.values()) - sum(
            cents for wager, cents in box.made.stakes_cents.items() if wager in box.net_cents and wager != BASE
        )
        staked = {
            wager: main if wager == BASE else box.made.stakes_cents.get(wager, 0) for wager in expected.means_cents
        }
        key = (first[box.table, box.round], box.table, box.round)
        mean = sum(expected.means_cents.values(), Fraction(0))
        rounds.setdefault(key, []).append((sum(staked.values()), sum(counted.values()), mean, expected.variance))
        for wager, net in counted.items():
            titles[wager] = box.titles[wager]
            one = (staked[wager], net, expected.means_cents[wager], expected.variances[wager])
            wagers.setdefault(wager, []).append(one)
        left_out |= {wager: box.titles.get(wager, wager) for wager in expected.left_out}
        by_themselves |= {wager: box.titles[wager] for wager in expected.by_themselves}
    return PlayedFigures(
        rounds=tuple(
            [
                RoundExpected(table, number, at_ms, *_summed(rows)[:2], *map(float, _summed(rows)[2:]))
                for (at_ms, table, number), rows in sorted(rounds.items())
            ]
        ),
        wagers=tuple([_wager(wager, titles[wager], rows) for wager, rows in wagers.items()]),
        left_out=tuple(left_out.values()),
        by_themselves=tuple(by_themselves.values()),
        more=more,
    )


def _summed(rows: list[tuple[int, int, Fraction, Fraction]]) -> tuple[int, int, Fraction, Fraction]:
    staked, net, mean, variance = (sum(column, start=Fraction(0)) for column in zip(*rows, strict=True))
    return int(staked), int(net), mean, variance


def _wager(wager: str, title: str, rows: list[tuple[int, int, Fraction, Fraction]]) -> WagerExpected:
    staked, net, mean, variance = _summed(rows)
    return WagerExpected(wager, title, len(rows), staked, net, float(mean), sqrt(variance))


ROUTES = (played_figures,)
