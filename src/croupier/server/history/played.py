"""Lists of rounds, the latest first, from the money that moved in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, Self

from msgspec import Struct
from sqlalchemy import Connection, and_, func, or_, select

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import kind_of, player_account
from croupier.house.ledger.postings import PLACED, VOIDED, WITHDRAWN
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import PlayedRound, PlayedRounds
from croupier.table.procedure.decks import in_round

PAGE = 25

_MOMENT = re.compile(r"([0-9]{1,15})\.([0-9]{1,15})\.([a-z0-9-]{1,40})")


class Moment(Struct, frozen=True, order=True):
    """Where a round stands in a list: when its first wager was placed, then its number and its table."""

    at_ms: int
    round: int
    table: str

    @classmethod
    def read(cls, text: str) -> Self:
        """The moment that an earlier page ended with."""
        found = _MOMENT.fullmatch(text)
        if not found:
            raise Problem(400, "malformed", "before is not where a page of rounds ended; leave it out to begin anew.")
        return cls(int(found[1]), int(found[2]), found[3])

    def __str__(self) -> str:
        return f"{self.at_ms}.{self.round}.{self.table}"


class RoundTransfer(Struct, frozen=True):
    """Money that a round moved at a seat."""

    round: int
    seat: int
    giver: str
    taker: str
    cents: int
    reason: str
    at_ms: int


def rounds_of(house: House, player: str, tables: Sequence[str], before: Moment | None) -> PlayedRounds:
    """The rounds of a player at these tables."""
    with house.database.read() as connection:
        found = _moments_of(connection, player_account(player), tables, before)
        listed = _listed(house, connection, found[:PAGE], player_account(player))
    return _page(listed, found)


def everybodys_rounds(house: House, tables: Sequence[str], before: Moment | None) -> PlayedRounds:
    """The rounds of everybody at these tables: each one's stakes and nets together."""
    with house.database.read() as connection:
        found = sorted((one for table in tables for one in _moments_at(house, connection, table, before)), reverse=True)
        listed = _listed(house, connection, found[:PAGE], "")
    return _page(listed, found)


def _page(listed: Iterable[PlayedRound], found: Sequence[Moment]) -> PlayedRounds:
    return PlayedRounds(tuple(listed), str(found[PAGE - 1]) if len(found) > PAGE else "")


def _moments_of(
    connection: Connection, account: str, tables: Sequence[str], before: Moment | None
) -> list[Moment]:  # fmt: skip
    """The rounds that an account placed a main wager in, the latest first, one more than a page."""
    c = s.transfers.c
    at = func.min(c.at_ms)
    query = (
        select(at, c.round, c.table_id)
        .where(c.giver == account, s.MAIN_PLACED, c.table_id.in_(tables))
        .group_by(c.table_id, c.round)
        .order_by(at.desc(), c.round.desc(), c.table_id.desc())
        .limit(PAGE + 1)
    )
    if before:
        sooner = and_(c.round == before.round, c.table_id < before.table)
        query = query.having(or_(at < before.at_ms, and_(at == before.at_ms, or_(c.round < before.round, sooner))))
    return [Moment(*row) for row in connection.execute(query)]


def _moments_at(house: House, connection: Connection, table: str, before: Moment | None) -> Iterator[Moment]:
    """The last rounds of a table in which anybody wagered, one more than a page; they are numbered without a gap."""
    upto = house.table(table).state.rounds
    found = 0
    while upto > 0 and found <= PAGE:
        numbers = range(max(1, upto - PAGE), upto + 1)
        first: dict[int, int] = {}
        for one in _moved(connection, table, numbers):
            if one.reason == PLACED:
                first[one.round] = min(one.at_ms, first.get(one.round, one.at_ms))
        for number, at_ms in first.items():
            moment = Moment(at_ms, number, table)
            if before is None or moment < before:
                found += 1
                yield moment
        upto = numbers[0] - 1


def _moved(connection: Connection, table: str, numbers: Iterable[int]) -> list[RoundTransfer]:
    """What these rounds moved at seats, found by their records."""
    c, r = s.transfers.c, s.records.c
    both = s.records.join(s.transfers, and_(c.table_id == r.table_id, c.record == r.number))
    query = (
        select(c.round, c.seat, c.giver, c.taker, c.cents, c.reason, c.at_ms)
        .select_from(both)
        .where(r.table_id == table, r.round.in_(list(numbers)), c.seat > 0)
        .order_by(c.record, c.place)
    )
    return [RoundTransfer(*row) for row in connection.execute(query)]


def _listed(
    house: House, connection: Connection, moments: Sequence[Moment], account: str
) -> list[PlayedRound]:  # fmt: skip
    """The rounds with what they came to for an account, or "" for all players; not those where all was taken back."""
    by_table: dict[str, list[int]] = {}
    for moment in moments:
        by_table.setdefault(moment.table, []).append(moment.round)
    moved: dict[tuple[str, int], list[RoundTransfer]] = {}
    for table, numbers in by_table.items():
        for one in _moved(connection, table, numbers):
            moved.setdefault((table, one.round), []).append(one)
    tables = {table: house.table(table) for table in by_table}
    titles = {table: house.title_of(house_table) for table, house_table in tables.items()}
    rounds = (_played(house, tables, titles, one, moved[one.table, one.round], account) for one in moments)
    return [round_ for round_ in rounds if round_.staked_cents]


def _played(
    house: House,
    tables: Mapping[str, HouseTable],
    titles: Mapping[str, str],
    moment: Moment,
    moved: Sequence[RoundTransfer],
    account: str,
) -> PlayedRound:
    table = tables[moment.table]
    mine = [one for one in moved if _concerns(one, account)]
    placed = sum(one.cents for one in mine if one.reason == PLACED)
    withdrawn = sum(one.cents for one in mine if one.reason == WITHDRAWN)
    outcome = _outcome(table, moment.round, moved)
    gained = sum(one.cents * ((kind_of(one.taker) == "player") - (kind_of(one.giver) == "player")) for one in mine)
    return PlayedRound(
        table=moment.table,
        title=titles[moment.table],
        rulebook=house.rules_of(table).rulebook.rulebook,
        round=moment.round,
        at_ms=moment.at_ms,
        outcome=outcome,
        seats=tuple(sorted({one.seat for one in mine})),
        staked_cents=placed - withdrawn,
        net_cents=0 if outcome == "open" else gained,
    )


def _concerns(one: RoundTransfer, account: str) -> bool:
    if account:
        return account in (one.giver, one.taker)
    return "player" in (kind_of(one.giver), kind_of(one.taker))


def _outcome(table: HouseTable, number: int, moved: Sequence[RoundTransfer]) -> Literal["closed", "void", "open"]:
    """How a round ended; one that is void hands stakes back as such."""
    if table.state.round and table.state.round.number == number and in_round(table.state):
        return "open"
    return "void" if any(one.reason == VOIDED for one in moved) else "closed"
