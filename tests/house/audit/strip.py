"""A link `strip` in the house's own database, and two tables on it."""

from sqlalchemy import select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.links.filing import LinkedMeter
from croupier.house.links.links import LinkFiling
from croupier.house.links.local import Entry
from croupier.table.values import commands as c
from tests.house.links.linked import ON_LINK, LinkedTable, linked_rules, open_new_link

LINK = "strip"
EVERY = [(number, *entry) for number, entries in ON_LINK.items() for entry in entries]
FILED = """
link = "strip"
[meters.minor]
initial_cents = 25000
reset_cents = 25000
[meters.mega]
initial_cents = 2000000
reset_cents = 1000000
ceiling_cents = 3000000
reserve = "0.5 %"
"""


def one_level(ceiling_cents: int | None = None, reserve: str = "0 %") -> LinkFiling:
    meter = LinkedMeter(initial_cents=1_000_000, reset_cents=1_000_000, ceiling_cents=ceiling_cents, reserve=reserve)
    return LinkFiling(link=LINK, meters={"progressive": meter})


def entries(database: Database) -> list[Entry]:
    with database.read() as connection:
        return [Entry(*row) for row in connection.execute(select(s.movements).order_by(s.movements.c.move))]


def pair(database: Database, filing: LinkFiling | None = None) -> tuple[LinkedTable, LinkedTable]:
    """A Three Card Poker and an Ultimate Texas Hold 'Em table on one link of one level."""
    open_new_link(database, filing or one_level())
    one = LinkedTable(database, "t1", LINK, linked_rules("md-tcp", "A"))  # feeds 20 %
    two = LinkedTable(database, "t2", LINK, linked_rules("md-uth", "A"))  # feeds 5 %, pays 10 % for a straight flush
    return one, two


def settle_award(table: LinkedTable) -> None:
    """Settles until an award waits to be validated."""
    table.to_settle()
    while not table.round.pending:
        table.do(c.SettleNext())
