"""Lists of rounds, the latest first, from the money that moved in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from croupier.house.database.database import Connection
from croupier.house.ledger.accounts import is_players, player_account
from croupier.house.ledger.postings import PLACED, VOIDED, WITHDRAWN
from croupier.house.log.house_table import HouseTable
from croupier.house.reports.played_rounds import RoundPlace, RoundTransfer, moved_at_seats, rounds_wagered_in
from croupier.house.service.house import House
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import PlayedRound, PlayedRounds
from croupier.table.procedure.decks import in_round

PAGE = 25

_PLACE = re.compile(r"([0-9]{1,15})\.([0-9]{1,15})\.([a-z0-9-]{1,40})")


def place_of(text: str) -> RoundPlace:
    """The place that an earlier page ended with."""
    found = _PLACE.fullmatch(text)
    if not found:
        raise Problem(400, "malformed", "before is not where a page of rounds ended; leave it out to begin anew.")
    return RoundPlace(int(found[1]), int(found[2]), found[3])


def text_of(place: RoundPlace) -> str:
    """A place as a page names where it ended."""
    return f"{place.at_ms}.{place.round}.{place.table}"


def rounds_of(house: House, player: str, tables: Sequence[str], before: RoundPlace | None) -> PlayedRounds:
    """The rounds of a player at these tables."""
    with house.database.read() as connection:
        found = rounds_wagered_in(connection, player_account(player), tables, before, PAGE + 1)
        listed = _listed(house, connection, found[:PAGE], player_account(player))
    return _page(listed, found)


def everybodys_rounds(house: House, tables: Sequence[str], before: RoundPlace | None) -> PlayedRounds:
    """The rounds of everybody at these tables: each one's stakes and nets together."""
    with house.database.read() as connection:
        found = sorted((one for table in tables for one in _places_at(house, connection, table, before)), reverse=True)
        listed = _listed(house, connection, found[:PAGE], "")
    return _page(listed, found)


def _page(listed: Iterable[PlayedRound], found: Sequence[RoundPlace]) -> PlayedRounds:
    return PlayedRounds(tuple(listed), text_of(found[PAGE - 1]) if len(found) > PAGE else "")


def _places_at(house: House, connection: Connection, table: str, before: RoundPlace | None) -> Iterator[RoundPlace]:
    """The last rounds of a table in which anybody wagered, one more than a page; they are numbered without a gap."""
    upto = house.table(table).state.rounds
    found = 0
    while upto > 0 and found <= PAGE:
        numbers = range(max(1, upto - PAGE), upto + 1)
        first: dict[int, int] = {}
        for one in moved_at_seats(connection, table, numbers):
            if one.reason == PLACED:
                first[one.round] = min(one.at_ms, first.get(one.round, one.at_ms))
        for number, at_ms in first.items():
            place = RoundPlace(at_ms, number, table)
            if before is None or place < before:
                found += 1
                yield place
        upto = numbers[0] - 1


def _listed(
    house: House, connection: Connection, places: Sequence[RoundPlace], account: str
) -> list[PlayedRound]:  # fmt: skip
    """The rounds with what they came to for an account, or "" for all players; not those where all was taken back."""
    by_table: dict[str, list[int]] = {}
    for place in places:
        by_table.setdefault(place.table, []).append(place.round)
    moved: dict[tuple[str, int], list[RoundTransfer]] = {}
    for table, numbers in by_table.items():
        for one in moved_at_seats(connection, table, numbers):
            moved.setdefault((table, one.round), []).append(one)
    tables = {table: house.table(table) for table in by_table}
    titles = {table: house.title_of(house_table) for table, house_table in tables.items()}
    rounds = (_played(house, tables, titles, one, moved[one.table, one.round], account) for one in places)
    return [round_ for round_ in rounds if round_.staked_cents]


def _played(
    house: House,
    tables: Mapping[str, HouseTable],
    titles: Mapping[str, str],
    place: RoundPlace,
    moved: Sequence[RoundTransfer],
    account: str,
) -> PlayedRound:
    table = tables[place.table]
    mine = [one for one in moved if _concerns(one, account)]
    placed = sum(one.cents for one in mine if one.reason == PLACED)
    withdrawn = sum(one.cents for one in mine if one.reason == WITHDRAWN)
    outcome = _outcome(table, place.round, moved)
    gained = sum(one.cents * (is_players(one.taker) - is_players(one.giver)) for one in mine)
    return PlayedRound(
        table=place.table,
        title=titles[place.table],
        rulebook=house.rules_of(table).rulebook.rulebook,
        round=place.round,
        at_ms=place.at_ms,
        outcome=outcome,
        seats=tuple(sorted({one.seat for one in mine})),
        staked_cents=placed - withdrawn,
        net_cents=0 if outcome == "open" else gained,
    )


def _concerns(one: RoundTransfer, account: str) -> bool:
    if account:
        return account in (one.giver, one.taker)
    return is_players(one.giver) or is_players(one.taker)


def _outcome(table: HouseTable, number: int, moved: Sequence[RoundTransfer]) -> Literal["closed", "void", "open"]:
    """How a round ended; one that is void hands stakes back as such."""
    if table.state.round and table.state.round.number == number and in_round(table.state):
        return "open"
    return "void" if any(one.reason == VOIDED for one in moved) else "closed"
