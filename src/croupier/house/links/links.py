"""Links of meters: opened here or joined from another database, then read and locked by whoever moves them."""

from collections.abc import Iterable, Mapping

from msgspec import structs
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import HOUSE_WIN, display, reserve
from croupier.house.ledger.ledger import open_accounts
from croupier.house.ledger.postings import Postings
from croupier.house.links.elsewhere import Elsewhere
from croupier.house.links.link import METER_EVENTS, Link, Moment, Moved
from croupier.house.links.link_filing import LinkFiling, checked, filing_for, join_problem, parse_link
from croupier.house.links.meters import MeterValue
from croupier.house.links.near_link import Cause, LinkRow, NearLink, lock_link
from croupier.house.links.remote_link import RemoteLink
from croupier.house.links.wide_area import owed_to
from croupier.house.log import facts as f
from croupier.rulebook.errors import BadInput

NOWHERE: Mapping[str, Elsewhere] = {}

__all__ = [
    "METER_EVENTS", "Elsewhere", "Link", "LinkFiling", "Moment", "Moved", "filing_for", "join_elsewhere",
    "join_problem", "open_link", "parse_link", "read_link",
]  # fmt: skip


def open_link(
    database: Database, connection: Connection, filing: LinkFiling, moment: Moment
) -> tuple[f.LinkOpened, Postings]:
    """Opens a link in this database, its meters seeded with their initial amounts: the fact, and the money it moves."""
    meters = checked(filing)
    row = LinkRow(filing.link, 0, "", 0)
    accounts = [account(row.link_id, meter.meter) for meter in meters for account in (display, reserve)]
    open_accounts(connection, (HOUSE_WIN, *accounts))
    _keep_terms(connection, row, meters)
    link = NearLink(connection, row)
    postings = link.start(Cause(moment.table, 0, moment.record, moment.at_ms, HOUSE_WIN, ""))
    link.write(database, connection)
    return _opened(row.link_id, meters), postings


def join_elsewhere(connection: Connection, elsewhere: Elsewhere, link: str, at_ms: int) -> f.LinkOpened:
    """Makes a link that another database keeps known in this one, so that tables here can be on it."""
    if _is_known(connection, link):
        raise BadInput(f"There is a link {link!r} in this house already, and a table could not tell two of one name.")
    meters = elsewhere.ask(link, at_ms, lambda clearing: tuple(clearing.near.values.values()))
    open_accounts(connection, (owed_to(link, elsewhere.house),))
    _keep_terms(connection, LinkRow(link, 0, elsewhere.name, 0), meters)
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


def _opened(link: str, meters: Iterable[MeterValue]) -> f.LinkOpened:
    terms = tuple(
        [
            (meter.meter, meter.initial_cents, meter.reset_cents, meter.ceiling_cents or 0, str(meter.reserve_percent))
            for meter in meters
        ]
    )
    return f.LinkOpened(link=link, meters=terms)


def read_link(connection: Connection, link: str, elsewhere: Mapping[str, Elsewhere] = NOWHERE) -> Link:
    """A link, locked until the transaction ends where this database keeps it."""
    row = lock_link(connection, link)
    if not row.kept_at:
        return NearLink(connection, row)
    if row.kept_at not in elsewhere:
        raise BadInput(
            f"Link {link} is kept at {row.kept_at}, and the house does not know where that is;"
            f" croupier house join {link} --at PLACE tells it."
        )
    return RemoteLink(connection, row, elsewhere[row.kept_at])
