"""A link `coast` in a database of its own, and tables of the house `north` on it."""

from sqlalchemy import select

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.links.clearing import owed_to
from croupier.house.links.filing import LinkedMeter
from croupier.house.links.links import LinkFiling, RemoteHouse, join_remote
from croupier.house.links.local import Entry
from croupier.house.links.remote_house import queued
from croupier.table.decide import decide
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.house.links.linked import LinkedTable, balance, keep_served, linked_rules, open_new_link, shown, sound

LINK, HOUSE = "coast", "north"
ACCOUNT = owed_to(LINK, HOUSE)
FILING = LinkFiling(
    link=LINK,
    meters={"progressive": LinkedMeter(initial_cents=1_000_000, reset_cents=1_000_000, reserve="0.25 %")},
)


class Coast:
    """A link in a database of its own, and tables of other databases on it."""

    def __init__(self, far: Database, address: str) -> None:
        self.far = far
        self.address = address
        open_new_link(far, FILING)

    def remote_house(self, house: str = HOUSE) -> RemoteHouse:
        """The link's database as a house sees it."""
        return RemoteHouse("coastal", self.address, house, keep_served)

    def table(
        self, near: Database, remote_house: RemoteHouse, table: str = "t1", rulebook: str = "md-tcp"
    ) -> LinkedTable:
        """A table in the house's database, on the link."""
        with near.write() as connection:
            if not connection.execute(select(s.links)).first():
                join_remote(connection, remote_house, LINK, 1_000)
        rules = linked_rules(rulebook, "A")
        return LinkedTable(near, table, LINK, rules, {"coastal": remote_house})

    def shows(self) -> int:
        """What the link itself shows."""
        return shown(self.far, LINK)["progressive"]


def waiting(near: Database) -> list[str]:
    """What the link has still to hear."""
    with near.read() as connection:
        return [type(message).__name__ for message in queued(connection, LINK)[1]]


def moves(coast: Coast, *kinds: str) -> list[Entry]:
    """The link's movements of these kinds."""
    with coast.far.read() as connection:
        entries = [Entry(*row) for row in connection.execute(select(s.movements).order_by(s.movements.c.move))]
    return [entry for entry in entries if entry.kind in kinds]


def even(coast: Coast, *houses: tuple[Database, str]) -> None:
    """Both databases are sound, and what each house owes the link is what the link is owed."""
    sound(coast.far, LINK)
    for near, house in houses:
        account = owed_to(LINK, house)
        assert balance(near, account) == -balance(coast.far, account)


def claim(table: LinkedTable) -> tuple[e.AnyEvent, ...] | Refusal:
    """Settles until an award waits to be validated, or somebody says no."""
    table.to_settle()
    while not table.round.pending:
        answer = table.attempt(c.SettleNext())
        if isinstance(answer, Refusal):
            return answer
    return answer


def hits(table: LinkedTable) -> bool:
    """Whether the next thing to be settled wins a meter."""
    answer = decide(table.rules, table.state, c.SettleNext())
    return not isinstance(answer, Refusal) and any(isinstance(event, e.MeterHit) for event in answer)
