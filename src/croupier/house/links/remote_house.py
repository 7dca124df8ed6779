"""Another database that keeps links, as one process of the house sees it: asked, told, lost and found again."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeVar

from sqlalchemy import Connection, delete, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.faults import OutcomeUnknown, Unavailable
from croupier.house.links.clearing import AnyMessage, Clearing, Keep, read
from croupier.house.links.local import keep_values
from croupier.house.links.meters import MeterValue
from croupier.rulebook.errors import BadInput

AT_ONCE = 500
LOCK_SECONDS = 2  # a table waits for its answer no longer

Result = TypeVar("Result")


class LinkUnreachable(BadInput):
    """The database of a link does not answer."""


def queued(connection: Connection, link: str, at_most: int | None = None) -> tuple[int, Sequence[AnyMessage]]:
    """What a link has still to be told, in order, and the number of the last of it; 0 where there is nothing."""
    c = s.outbox.c
    query = select(c.number, c.message).where(c.link_id == link).order_by(c.number).limit(at_most)
    rows = connection.execute(query).all()
    return (rows[-1].number if rows else 0), [read(row.message) for row in rows]


def forget_told(connection: Connection, link: str, number: int) -> None:
    """Takes what the link has been told, up to that number, out of the outbox."""
    connection.execute(delete(s.outbox).where(s.outbox.c.link_id == link, s.outbox.c.number <= number))


class RemoteHouse:
    """Another database. `house` is what it knows this house as; `keep` writes money and records there.

    It is opened when first needed, so that tables open and play while it is away. `check` looks at it then, and raises
    `BadInput` where it is not to be written in.
    """

    def __init__(
        self, name: str, address: str, house: str, keep: Keep, check: Callable[[Database], None] | None = None
    ) -> None:
        self.name = name
        self.house = house
        self.lost = False
        self._address = address
        self._keep = keep
        self._check = check
        self._opening = Lock()
        self._database: Database | None = None

    def close(self) -> None:
        """Close every connection to it."""
        if self._database:
            self._database.close()
            self._database = None

    def ask(self, link: str, at_ms: int, question: Callable[[Clearing], Result]) -> Result:
        """What a link answers to a question, in one transaction there; it may be put more than once."""
        database = self._opened(link)

        def put(connection: Connection) -> Result:
            clearing = Clearing(connection, link, self.house, at_ms)
            answer = question(clearing)
            clearing.write(database, self._keep)
            return answer

        try:
            answer = database.transact(put)
        except (Unavailable, OutcomeUnknown) as trouble:
            self.lost = True
            raise LinkUnreachable(f"Link {link} cannot be reached. {trouble}") from trouble
        self.lost = False
        return answer

    def _opened(self, link: str) -> Database:
        with self._opening:
            if self._database is None:
                try:
                    self._database = self._checked(Database.open(self._address, lock_seconds=LOCK_SECONDS))
                except BadInput as trouble:
                    self.lost = True
                    raise LinkUnreachable(f"Link {link} cannot be reached. {trouble}") from trouble
            return self._database

    def _checked(self, database: Database) -> Database:
        if self._check:
            try:
                self._check(database)
            except BaseException:
                database.close()
                raise
        return database

    def tend(self, database: Database, link: str, at_ms: int) -> bool:
        """Tells a link what is queued for it in the tables' database, and learns what its meters show.

        False where it cannot be reached. Nothing is told twice: who is cut off between the two databases tells it
        again, and the link knows it.
        """
        try:
            while self._told_some(database, link, at_ms):
                pass
        except LinkUnreachable:
            return False
        return True

    def _told_some(self, database: Database, link: str, at_ms: int) -> bool:
        """Tells as much as goes at once; whether there may be more."""
        with database.read() as connection:
            number, messages = queued(connection, link, AT_ONCE)

        def tell(clearing: Clearing) -> tuple[MeterValue, ...]:
            clearing.tell_all(messages)
            return tuple(clearing.near.values.values())

        values = self.ask(link, at_ms, tell)

        def learn(connection: Connection) -> None:
            forget_told(connection, link, number)
            keep_values(connection, values)

        database.transact(learn)
        return len(messages) == AT_ONCE
