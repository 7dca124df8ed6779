"""A link's side of a wide-area link: what tables of other databases tell it and claim from it, each once.

Every message has a key. Told again under the same key, it changes nothing and is answered the same; told otherwise
under the same key, it is refused. A house elsewhere has one account here, `link:LINK:HOUSE`, and one of the same name
in its own database: what one says the house owes the link, the other says the link is owed.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import HOUSE_WIN
from croupier.house.ledger.postings import Posting, Postings
from croupier.house.links import meters as m
from croupier.house.links.link import Readings
from croupier.house.links.local import Cause, LocalLink, lock_link
from croupier.rulebook.errors import BadInput

OWED = "owed"  # between a link and a house elsewhere


class Message(Struct, frozen=True, tag=True, tag_field="message"):
    """What a round of a table tells the link, once for each thing that it is `about`."""

    table: str
    round: int


class Fed(Message, frozen=True):
    """Accepted stakes feed the meters; `owed_cents` is what the house now owes for it in whole cents."""

    gains: tuple[tuple[str, int], ...]
    stakes_cents: int
    owed_cents: int

    @property
    def about(self) -> tuple[str | int, ...]:
        return ("fed",)


class Won(Message, frozen=True):
    """A seat wins a meter, in whole or in part."""

    seat: int
    meter: str
    paid_cents: int
    after_cents: int

    @property
    def about(self) -> tuple[str | int, ...]:
        return ("won", self.seat, self.meter)


class Ended(Message, frozen=True):
    """The round is over, and these awards of seats stand; `void`: nothing it fed or won does."""

    void: bool
    awards: tuple[tuple[int, str], ...]
    owed_cents: int

    @property
    def about(self) -> tuple[str | int, ...]:
        return ("ended",)


AnyMessage = Fed | Won | Ended


class ClearingAnswer(Struct, frozen=True):
    """How a message was answered: what the meters showed before it, and the number of its first movement."""

    readings: Readings
    first: int


_decode_message: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def written(message: AnyMessage) -> str:
    """A message as it is kept."""
    return msgspec.json.encode(message).decode()


def read(text: str) -> AnyMessage:
    """A message that was kept."""
    return _decode_message.decode(text)


def owed_to(link: str, house: str) -> str:
    """The account of a house with a link that another database keeps; the same name in both databases."""
    return f"link:{link}:{house}"


class Served(Struct, frozen=True):
    """What one transaction did for a house elsewhere: the messages that were new, and the money they moved."""

    link: str
    house: str
    messages: tuple[AnyMessage, ...]
    postings: Postings


Keep = Callable[[Database, Connection, Served], None]


class Clearing:
    """A link answering one house within one transaction of the link's own database."""

    def __init__(self, connection: Connection, link: str, house: str, at_ms: int) -> None:
        row = lock_link(connection, link)
        if row.kept_at:
            raise BadInput(f"Link {link} is not kept here but at {row.kept_at}; ask there.")
        self.near = LocalLink(connection, row)
        self._connection = connection
        self._house = house
        self._at_ms = at_ms
        self._messages: list[AnyMessage] = []
        self._postings: list[Posting] = []
        self._claims: dict[str, tuple[Any, ...]] = {}
        self._known: dict[str, tuple[Any, ...] | None] = {}

    def key(self, message: AnyMessage) -> str:
        """What tells a message from every other that the link is told."""
        return msgspec.json.encode((self._house, message.table, message.round, *message.about)).decode()

    def told_before(self, message: AnyMessage) -> tuple[AnyMessage, ClearingAnswer] | None:
        """What was told under the message's key, and how it was answered."""
        key = self.key(message)
        if key not in self._known:
            self._recall([key])
        kept = self._known[key]
        return (read(kept[2]), msgspec.json.decode(kept[3], type=ClearingAnswer)) if kept else None

    def _recall(self, keys: Sequence[str]) -> None:
        """Learns what was told under these keys."""
        c = s.claims.c
        rows = self._connection.execute(select(s.claims).where(c.link_id == self.near.link, c.key.in_(keys)))
        self._known |= dict.fromkeys(keys) | {row.key: tuple(row) for row in rows}

    def tell_all(self, messages: Sequence[AnyMessage]) -> None:
        """Does what the messages say, in their order."""
        self._recall([self.key(message) for message in messages])
        for message in messages:
            self.tell(message)

    def tell(self, message: AnyMessage) -> ClearingAnswer:
        """Does what a message says, once, and answers it."""
        if before := self.told_before(message):
            if before[0] != message:
                raise BadInput(
                    f"House {self._house} tells link {self.near.link} about round {message.round} of table"
                    f" {message.table} a second time and differently; give each house a name of its own."
                )
            return before[1]
        told = ClearingAnswer(self.near.readings(), self.near.moves + 1)
        self._postings += self._done(message)
        key, answer = self.key(message), msgspec.json.encode(told).decode()
        self._claims[key] = self._known[key] = (self.near.link, key, written(message), answer, self._at_ms)
        self._messages.append(message)
        return told

    def _done(self, message: AnyMessage) -> list[Posting]:
        near, account = self.near, owed_to(self.near.link, self._house)
        table = f"{self._house}/{message.table}"
        cause = Cause(table, message.round, 0, self._at_ms, HOUSE_WIN, account)
        if isinstance(message, Fed):
            fed = near.contribute(cause, message.gains, message.stakes_cents)
            return [*_owed(account, message.owed_cents), *fed]
        if isinstance(message, Won):
            return list(near.hit(cause, message.meter, message.paid_cents, message.after_cents))
        return [*_owed(account, message.owed_cents), *self._ended(cause, message)]

    def _ended(self, cause: Cause, message: Ended) -> list[Posting]:
        """Takes back what does not stand: an award that the table never came to pay, or the whole of a void round."""
        near, postings, standing = self.near, list[Posting](), set()
        for seat, meter in message.awards:
            won = self.told_before(Won(message.table, message.round, seat, meter, 0, 0))
            standing.add(won[1].first if won else 0)
        for hit in reversed(near.standing(cause, m.HIT)):
            if hit.move not in standing:
                postings += near.unhit(cause, hit)
        if message.void:
            postings += near.uncontribute(cause)
        return postings

    def write(self, database: Database, keep: Keep) -> None:
        """Writes the claims and what they moved; `keep` writes the money and a record of it."""
        if self._messages:
            self.near.write(database, self._connection)
            database.insert(self._connection, s.claims, list(self._claims.values()))
            served = Served(self.near.link, self._house, tuple(self._messages), tuple(self._postings))
            keep(database, self._connection, served)


def _owed(account: str, cents: int) -> list[Posting]:
    giver, taker = (account, HOUSE_WIN) if cents > 0 else (HOUSE_WIN, account)
    return [Posting(giver, taker, abs(cents), OWED, 0, m.WAGER)] if cents else []
