"""A table as the lobby shows it."""

from functools import lru_cache

from msgspec import Struct

from croupier.house.desk import Desk
from croupier.house.house import House
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.sign import posting
from croupier.rulebook.submission import parse_submission
from croupier.server.finding import filed_text
from croupier.server.pages import TableCard
from croupier.server.wire import MeterSeen


class LobbySeen(Struct, frozen=True, tag_field="type", tag="lobby"):
    """Tables that have changed, or all of them to begin with; each stands in place of what was shown of it before."""

    tables: tuple[TableCard, ...]


class Titles(Struct, frozen=True):
    """What a table and its game are called."""

    table: str
    game: str


class Titled:
    """Remembers what tables are called, by the rules that they are run by."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.of = lru_cache(maxsize=1024)(self._read)

    def _read(self, table_id: str, digest: str) -> Titles:
        desk = self._house.desk(table_id)
        filed = parse_submission(filed_text(self._house, desk), "the filed submission")
        return Titles(filed.table.name or table_id, posting(self._house.rules_of(desk), filed).game)


def table_card(rules: GameRules, desk: Desk, titles: Titles, meters: tuple[MeterSeen, ...]) -> TableCard:
    """The table's card."""
    book, round_ = rules.rulebook, desk.state.round
    return TableCard(
        table=desk.table_id,
        title=titles.table,
        game=book.game,
        game_title=titles.game,
        jurisdiction=book.jurisdiction,
        rulebook=book.rulebook,
        limits=limits_of(rules),
        seats=rules.seats,
        players=tuple([player for _, player in desk.state.players]),
        link=desk.link,
        meters=meters,
        phase=round_.phase if round_ else "",
        practice=desk.practice,
        closed=desk.closed,
    )


def limits_of(rules: GameRules) -> str:
    """The bounds of the first wager, as they are posted: `$15 to $500`."""
    first = rules.rulebook.wagers.main.of[0]
    found = next((limit for limit in rules.limits if limit.wager == first), None)
    return f"{money(found.minimum_cents)} to {money(found.maximum_cents)}" if found else ""
