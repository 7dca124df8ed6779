"""Links of meters: opened here or joined from another database, then read and locked by whoever moves them."""

from collections.abc import Iterable, Mapping

from msgspec import structs
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import HOUSE_WIN, display, reserve
from croupier.house.ledger.ledger import open_accounts
from croupier.house.ledger.postings import Postings
from croupier.house.links.clearing import owed_to
from croupier.house.links.filing import LinkFiling, checked, filing_for, join_problem, parse_link
from croupier.house.links.link import METER_EVENTS, Link, Moment, MovedEvent
from croupier.house.links.local import Cause, LinkRow, LocalLink, lock_link
from croupier.house.links.meters import MeterValue
from croupier.house.links.remote import RemoteLink
from croupier.house.links.remote_house import RemoteHouse
from croupier.house.log import events as he
from croupier.rulebook.errors import BadInput

NOWHERE: Mapping[str, RemoteHouse] = {}

__all__ = [
    "METER_EVENTS",
    "Link",
    "LinkFiling",
    "Moment",
    "MovedEvent",
    "RemoteHouse",
    "filing_for",
    "join_problem",
    "join_remote",
    "open_link",
    "parse_link",
    "read_link",
]  # fmt: skip


def open_link(
    database: Database, connection: Connection, filing: LinkFiling, moment: Moment
) -> tuple[he.LinkOpened, Postings]:
    """Opens a link in this database, its meters seeded with their initial amounts: the event, and its money."""
    meters = checked(filing)
    row = LinkRow(filing.link, 0, "", 0)
    accounts = [account(row.link_id, meter.meter) for meter in meters for account in (display, reserve)]
    open_accounts(connection, (HOUSE_WIN, *accounts))
    _keep_terms(connection, row, meters)
    link = LocalLink(connection, row)
    postings = link.start(Cause(moment.table, 0, moment.record, moment.at_ms, HOUSE_WIN, ""))
    link.write(database, connection)
    return _opened(row.link_id, meters), postings


def join_remote(connection: Connection, remote_house: RemoteHouse, link: str, at_ms: int) -> he.LinkOpened:
    """Makes a link that another database keeps known in this one, so that tables here can be on it."""
    if _is_known(connection, link):
        raise BadInput(f"There is a link {link!r} in this house already, and a table could not tell two of one name.")
    meters = remote_house.ask(link, at_ms, lambda clearing: tuple(clearing.near.values.values()))
    open_accounts(connection, (owed_to(link, remote_house.house),))
    _keep_terms(connection, LinkRow(link, 0, remote_house.name, 0), meters)
    return _opened(link, meters)


def _keep_terms(connection: Connection, row: LinkRow, meters: Iterable[MeterValue]) -> None:
    if _is_known(connection, row.link_id):
        raise BadInput(f"There is a link {row.link_id!r} already; choose another name.")
    connection.execute(s.links.insert(), row._asdict())
    values = [structs.asdict(meter) for meter in meters]
    for value in values:
        value["link_id"], value["reserve_percent"] = value.pop("link"), str(value["reserve_percent"])
    connection.execute(s.meters.insert(), values)


def _is_known(connection: Connection, link: str) -> bool:
    return connection.execute(select(s.links.c.link_id).where(s.links.c.link_id == link)).first() is not None


def _opened(link: str, meters: Iterable[MeterValue]) -> he.LinkOpened:
    terms = tuple(
        [
            (meter.meter, meter.initial_cents, meter.reset_cents, meter.ceiling_cents or 0, str(meter.reserve_percent))
            for meter in meters
        ]
    )
    return he.LinkOpened(link=link, meters=terms)


def read_link(connection: Connection, link: str, remote_houses: Mapping[str, RemoteHouse] = NOWHERE) -> Link:
    """A link, locked until the transaction ends where this database keeps it."""
    row = lock_link(connection, link)
    if not row.kept_at:
        return LocalLink(connection, row)
    if row.kept_at not in remote_houses:
        raise BadInput(
            f"Link {link} is kept at {row.kept_at}, and the house does not know where that is;"
            f" croupier house join {link} --at PLACE tells it."
        )
    return RemoteLink(connection, row, remote_houses[row.kept_at])
