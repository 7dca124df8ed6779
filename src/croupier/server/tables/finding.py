"""Tables, by the name in an address: what is not there is said so, with the nearest there is."""

from croupier.house.database.schema import CAGE
from croupier.house.log import store
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput, nearest
from croupier.server.wire.errors import Problem


def found_table(house: House, table: str) -> HouseTable:
    """A table as it stands."""
    names = house.tables()
    if table not in names or table == CAGE:
        hint = nearest(table, names) if names else "none is open yet"
        raise Problem(404, "no_table", str(BadInput(f"There is no table {table!r}; {hint}.")))
    return house.table(table)


def filed_text(house: House, table: HouseTable) -> str:
    """The submission that a table is run by, as it was filed."""
    with house.database.read() as connection:
        return store.submission(connection, table.digest)
