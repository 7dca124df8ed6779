"""Bugs that a house might have, to be planted: a simulator that does not find them is worth nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from croupier.house.database import drivers, schema
from croupier.house.database.database import Database
from croupier.house.handlers import command_handlers, idempotency
from croupier.house.ledger import postings
from croupier.house.ledger.postings import PAID, Postings
from croupier.house.links import clearing, meters
from croupier.house.log import store
from croupier.house.service import house, service
from croupier.house.transaction import house_transaction
from croupier.server.tables import table_requests
from croupier.server.wire.messages import TakeSeat
from croupier.table import views
from croupier.table.values.refusal import Refusal

OFF = ("PRAGMA synchronous = OFF",)
Patch = pytest.MonkeyPatch


def commit_not_synced(patch: Patch) -> None:
    """A commit returns before it is on the disk."""
    patch.setattr(drivers, "PRAGMAS", tuple(one for one in drivers.PRAGMAS if "synchronous" not in one) + OFF)


def failed_commit_answered(patch: Patch) -> None:
    """A commit that failed is answered as if it had not."""

    @contextmanager
    def write(self: Database) -> Iterator[Connection]:
        with self._begun(writes=True) as connection:
            with self._told("working"):
                yield connection
            with suppress(DBAPIError):
                connection.commit()

    patch.setattr(Database, "write", write)


def told_before_committed(patch: Patch) -> None:
    """A table is shown before what is shown is committed."""
    carry_out = house.House._carry_out

    def early(self: house.House, *given: Any) -> Any:
        result = carry_out(self, *given)
        self.cache.install(result.tables, result.seeds)
        return result

    patch.setattr(house.House, "_carry_out", early)


def ids_not_looked_up(patch: Patch) -> None:
    """A command sent again is carried out again."""
    patch.setattr(store, "answers", lambda connection, ids: {})
    flush = house_transaction.HouseTransaction.flush

    def forgetful(self: house_transaction.HouseTransaction) -> None:
        self._answers = []
        flush(self)

    patch.setattr(house_transaction.HouseTransaction, "flush", forgetful)


def sit_checked_before_its_id(patch: Patch) -> None:
    """A seat is refused before it is looked up whether the same was asked, and granted, before."""
    request_for = table_requests.request_for

    def eager(*given: Any) -> Any:
        request = request_for(*given)
        user, table, asked = given
        own = [seat for seat, player in table.state.players if player == user.name]
        if isinstance(asked.wish, TakeSeat) and asked.wish.seat in own:
            return Refusal("too_many_boxes", "You sit there.", "")
        return request

    patch.setattr(table_requests, "request_for", eager)


def paid_twice(patch: Patch) -> None:
    """What a wager wins is paid twice."""
    moved = postings.postings

    def doubled(*given: Any) -> Postings:
        return tuple(one for posting in moved(*given) for one in (posting,) * (2 if posting.reason == PAID else 1))

    patch.setattr(house_transaction, "postings", doubled)


def meter_not_reseeded(patch: Patch) -> None:
    """A meter that was won whole stays empty."""
    hit = meters.hit
    patch.setattr(meters, "hit", lambda *given: hit(*given)[:1])


def dealer_card_shown(patch: Patch) -> None:
    """Everybody sees the dealer's cards."""
    patch.setattr(views, "_dealer", lambda round_, turned_up: round_.dealer)


def others_cards_shown(patch: Patch) -> None:
    """Players see each other's cards."""

    def box(round_: Any, box: Any, viewer: Any, turned_up: bool) -> Any:
        return views.BoxView(box.seat, box.player, box.wagers, box.cards, box.folded, box.racked)

    patch.setattr(views, "_box", box)


def version_not_checked(patch: Patch) -> None:
    """Who answers what they saw is taken at their word though something else is asked by now."""
    moved_on = idempotency._moved_on
    patch.setattr(idempotency, "_moved_on", lambda request, table: moved_on(replace(request, version=None), table))


def clocks_forgotten(patch: Patch) -> None:
    """After a start nobody is waited for, and so nobody's time is ever up."""

    async def recover(self: service.TableService) -> None:
        return

    patch.setattr(service.TableService, "recover", recover)


def anybody_does_it(patch: Patch) -> None:
    """A dealer confirms for the floor, and the floor deals."""
    patch.setattr(command_handlers, "does_it", lambda table, duty, by: True)


def link_told_twice(patch: Patch) -> None:
    """A link does what a house elsewhere tells it as often as it is told."""
    patch.setattr(clearing.Clearing, "told_before", lambda self, message: None)
    write = clearing.Clearing.write

    def careless(self: Any, *given: Any) -> None:
        self._claims = {}
        write(self, *given)

    patch.setattr(clearing.Clearing, "write", careless)


def link_not_told(patch: Patch) -> None:
    """What a link elsewhere has to hear is forgotten before it has heard it."""
    inserted = Database.insert

    def insert(self: Database, connection: Connection, table: Any, rows: Sequence[Any]) -> None:
        if table is not schema.outbox:
            inserted(self, connection, table, rows)

    patch.setattr(Database, "insert", insert)


ALL: tuple[Callable[[Patch], None], ...] = (
    commit_not_synced, failed_commit_answered, told_before_committed, ids_not_looked_up, sit_checked_before_its_id,
    paid_twice, meter_not_reseeded, dealer_card_shown, others_cards_shown, version_not_checked, clocks_forgotten,
    link_told_twice, link_not_told, anybody_does_it,
)  # fmt: skip
BUGS = {bug.__name__: bug for bug in ALL}


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """The house has this bug meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        if name:
            BUGS[name](patch)
        yield
