"""What the database refuses by itself, whoever writes to it, and how transfers are posted."""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from croupier.house.database import schema
from croupier.house.database.database import Database
from tests.house.samples import balances, fill, open_accounts, row

TRANSFERS = schema.transfers


def refuses(database: Database, statement: str, why: str) -> None:
    with pytest.raises(IntegrityError, match=why), database.write() as connection:
        connection.execute(text(statement))


@pytest.mark.parametrize("name", schema.APPEND_ONLY)
def test_what_is_written_stays(database: Database, name: str) -> None:
    fill(database)
    column = schema.metadata.tables[name].primary_key.columns[0].name
    refuses(database, f"UPDATE {name} SET {column} = {column}", f"{name} is append-only")
    refuses(database, f"DELETE FROM {name}", f"{name} is append-only")
    if database.dialect == "postgresql":
        refuses(database, f"TRUNCATE {name} CASCADE", "append-only")
    else:
        refuses(database, f"INSERT OR REPLACE INTO {name} SELECT * FROM {name}", f"{name} is append-only")
    with database.read() as connection:
        assert connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() == 1


def test_a_row_cannot_be_changed_by_writing_it_again(database: Database) -> None:
    fill(database)
    refuses(
        database,
        "INSERT INTO records SELECT * FROM records WHERE true ON CONFLICT (table_id, number) DO UPDATE SET at_ms = 9",
        "records is append-only",
    )


def test_other_tables_may_change(database: Database) -> None:
    fill(database)
    with database.write() as connection:
        connection.execute(text("UPDATE tables SET version = 7"))
        connection.execute(text("UPDATE meters SET shown_cents = 1"))
        connection.execute(text("DELETE FROM snapshots"))


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("INSERT INTO accounts VALUES ('player:eve', 'player', 1)", "starts with nothing"),
        ("UPDATE accounts SET balance_cents = 1", "only a transfer"),
        ("UPDATE accounts SET balance_cents = balance_cents", "only a transfer"),
        ("UPDATE accounts SET kind = 'win'", "stays what it is"),
        ("UPDATE accounts SET account = 'player:eve' WHERE account = 'player:ann'", "stays what it is"),
        ("DELETE FROM accounts", "an account stays"),
    ],
)
def test_an_account_changes_by_transfers_only(database: Database, statement: str, why: str) -> None:
    open_accounts(database, "ann")
    refuses(database, statement, why)
    assert balances(database) == {"cage": 0, "player:ann": 0}


def test_a_balance_cannot_be_changed_after_a_transfer_either(database: Database) -> None:
    fill(database)
    refuses(database, "UPDATE accounts SET balance_cents = 1 WHERE account = 'cage'", "only a transfer")
    assert balances(database) == {"cage": -500, "player:ann": 500, "player:bob": 0}


@pytest.mark.parametrize("fast", [True, False])
def test_transfers_are_posted(database: Database, fast: bool) -> None:
    open_accounts(database, "ann", "bob")
    moves = [("cage", "player:ann", 700), ("player:ann", "player:bob", 250), ("player:bob", "cage", 50)]
    rows = [
        row(TRANSFERS, place=place, giver=giver, taker=taker, cents=cents)
        for place, (giver, taker, cents) in enumerate(moves)
    ]
    with database.write() as connection:
        if fast:
            database.insert(connection, TRANSFERS, rows)
        else:
            for values in rows:
                connection.execute(insert(TRANSFERS).values(values))
    assert balances(database) == {"cage": -650, "player:ann": 450, "player:bob": 200}


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ({"giver": "player:ann", "taker": "cage", "cents": 501}, "never_below_zero"),
        ({"giver": "player:bob", "taker": "player:ann", "cents": 1}, "never_below_zero"),
        ({"cents": 0}, "moves_something"),
        ({"cents": -5}, "moves_something"),
        ({"taker": "cage"}, "moves_somewhere"),
        ({"giver": "player:eve"}, "(?i)foreign key"),
        ({"taker": "player:eve"}, "(?i)foreign key"),
        ({"record": 2}, "(?i)foreign key"),
    ],
)
def test_what_no_transfer_may_do(database: Database, change: dict[str, object], constraint: str) -> None:
    fill(database)
    before = balances(database)
    with pytest.raises(IntegrityError, match=constraint), database.write() as connection:
        database.insert(connection, TRANSFERS, [row(TRANSFERS, **{"place": 1, **change})])
    assert balances(database) == before


def test_the_last_cent_can_be_given(database: Database) -> None:
    fill(database)
    with database.write() as connection:
        database.insert(connection, TRANSFERS, [row(TRANSFERS, place=1, giver="player:ann", taker="cage")])
    assert balances(database) == {"cage": 0, "player:ann": 0, "player:bob": 0}


def test_writers_crossing_each_other_post_every_cent(database: Database) -> None:
    players = [f"p{number}" for number in range(4)]
    open_accounts(database, *players)
    start = [row(TRANSFERS, place=n, taker=f"player:{name}", cents=10_000) for n, name in enumerate(players)]
    with database.write() as connection:
        database.insert(connection, TRANSFERS, start)
    cycles = list(permutations(players))[:16]

    def go_round(number: int) -> None:
        """Each gives one cent more than it gets from its neighbour, in an order that others cross."""
        order = cycles[number]
        rows = [
            row(TRANSFERS, place=100 * (number + 1) + n, giver=f"player:{giver}", taker=f"player:{taker}", cents=1)
            for n, (giver, taker) in enumerate(zip(order, [*order[1:], "p0"], strict=True))
            if giver != taker
        ]
        database.transact(lambda connection: database.insert(connection, TRANSFERS, rows))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(go_round, range(len(cycles))))
    expected = {f"player:{name}": 10_000 for name in players} | {"cage": -40_000}
    for order in cycles:
        for giver, taker in zip(order, [*order[1:], "p0"], strict=True):
            if giver != taker:
                expected[f"player:{giver}"] -= 1
                expected[f"player:{taker}"] += 1
    assert balances(database) == expected
