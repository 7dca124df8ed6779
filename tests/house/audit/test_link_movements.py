"""What an audit finds where a link's meters, movements or money were changed."""

import pytest
from sqlalchemy import Connection, text

from croupier.house.audit.link_movements import link_problem
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import display, win
from croupier.house.ledger.postings import Posting
from tests.house.audit.strip import LINK, entries, pair
from tests.house.links.linked import ROYAL, keep_record

# One start, the contribution, hit and seed of a round, the contribution of another and its reversal.
TAMPERED = [
    ("UPDATE meters SET shown_cents = shown_cents + 1", "Meter progressive of link strip holds other"),
    ("UPDATE meters SET reserve_carry = 1", "Meter progressive of link strip holds other"),
    ("UPDATE links SET moves = 7", "Link strip counts other than the 6 movements"),
    ("UPDATE movements SET gain = gain + 1 WHERE move = 3", "Movement 3 of link strip does not lead"),
    ("UPDATE movements SET gain = gain + 1, carry = 1 WHERE move = 6", "Meter progressive of link strip holds other"),
    ("UPDATE movements SET shown_cents = 7 WHERE move = 2", "Movement 2 of link strip does not lead"),
    ("UPDATE movements SET reserve_gain = 1 WHERE move = 2", "Movement 2 of link strip does not lead"),
    ("UPDATE movements SET kind = 'hit' WHERE move = 2", "Movement 2 of link strip is a hit of"),
    ("UPDATE movements SET kind = 'gift' WHERE move = 2", "Movement 2 of link strip is a gift of"),
    ("UPDATE movements SET reverses = 9 WHERE move = 6", "Movement 6 of link strip takes back movement 9"),
    ("UPDATE movements SET reverses = NULL WHERE move = 6", "Movement 6 of link strip takes back movement None"),
    ("DELETE FROM movements WHERE move = 2", "Movement 3 of link strip stands where movement 2 should"),
    ("DELETE FROM movements WHERE move = 6", "Link strip counts other than the 5 movements"),
]


@pytest.mark.parametrize(("statement", "found"), TAMPERED)
def test_an_audit_names_the_first_movement_that_is_wrong(database: Database, statement: str, found: str) -> None:
    one, two = pair(database)
    two.begin(ROYAL).finish()
    one.begin().lock()
    one.void()
    kinds = [entry.kind for entry in entries(database)]
    assert kinds == ["start", "contribution", "hit", "reseed", "contribution", "reversal"]
    with database.write() as connection:
        _lift_guards(connection)
        connection.execute(text(statement))
        problem = link_problem(connection, LINK)
    assert problem is not None
    assert problem.startswith(found)


def _lift_guards(connection: Connection) -> None:
    """As an administrator could."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DROP TRIGGER movements_update"))
        connection.execute(text("DROP TRIGGER movements_delete"))
    else:
        connection.execute(text("DROP TRIGGER movements_append_only ON movements"))


def test_an_audit_finds_money_that_the_meter_does_not_know_of(database: Database) -> None:
    pair(database)
    with database.write() as connection:
        keep_record(database, connection, "t1", [Posting(display(LINK, "progressive"), win("t1"), 1, "theft")])
        problem = link_problem(connection, LINK)
    assert problem == "Account display:strip:progressive holds 999999 cents, and the meter says 1000000."
