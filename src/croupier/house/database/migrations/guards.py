"""What the database itself holds to, whoever writes: records stay as they are, and only transfers move money.

The statements belong to the first migration and are never edited: later guards are written in a later migration.
An administrator can drop a trigger; an audit finds what was then done.
"""

from collections.abc import Iterable, Iterator


def sqlite_guards(append_only: Iterable[str]) -> Iterator[str]:
    """SQLite cannot tell which trigger a statement comes from, so `posting` is marked open while a transfer posts."""
    for table in append_only:
        for change in ("UPDATE", "DELETE"):
            yield _sqlite_refusal(f"{table}_{change.lower()}", f"{change} ON {table}", f"{table} is append-only")
    yield _sqlite_refusal("accounts_delete", "DELETE ON accounts", "an account stays")
    yield _sqlite_refusal("accounts_rename", "UPDATE OF account, kind ON accounts", "an account stays what it is")
    yield _sqlite_refusal(
        "accounts_start", "INSERT ON accounts WHEN NEW.balance_cents <> 0", "an account starts with nothing"
    )
    yield "CREATE TABLE posting (open INTEGER NOT NULL)"
    yield "INSERT INTO posting VALUES (0)"
    yield _sqlite_refusal(
        "accounts_balance",
        "UPDATE OF balance_cents ON accounts WHEN (SELECT open FROM posting) IS NOT 1",
        "only a transfer changes a balance",
    )
    yield """
        CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN
            UPDATE posting SET open = 1;
            UPDATE accounts SET balance_cents = balance_cents - NEW.cents WHERE account = NEW.giver;
            UPDATE accounts SET balance_cents = balance_cents + NEW.cents WHERE account = NEW.taker;
            UPDATE posting SET open = 0;
        END
    """


def postgresql_guards(append_only: Iterable[str]) -> Iterator[str]:
    """A statement's transfers are posted together, each account once, locked in the order of their names."""
    yield """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
        END $$
    """
    for table in append_only:
        change = f"UPDATE OR DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT"
        yield _postgresql_refusal(f"{table}_append_only", change, f"{table} is append-only")
    yield _postgresql_refusal(
        "accounts_delete", "DELETE OR TRUNCATE ON accounts FOR EACH STATEMENT", "an account stays"
    )
    yield _postgresql_refusal(
        "accounts_rename", "UPDATE OF account, kind ON accounts FOR EACH STATEMENT", "an account stays what it is"
    )
    yield _postgresql_refusal(
        "accounts_start",
        "INSERT ON accounts FOR EACH ROW WHEN (NEW.balance_cents <> 0)",
        "an account starts with nothing",
    )
    yield _postgresql_refusal(
        "accounts_balance",
        "UPDATE OF balance_cents ON accounts FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)",
        "only a transfer changes a balance",
    )
    yield """
        CREATE FUNCTION post_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM FROM accounts
                WHERE account IN (SELECT giver FROM posted UNION SELECT taker FROM posted)
                ORDER BY account COLLATE "C" FOR NO KEY UPDATE;
            UPDATE accounts SET balance_cents = balance_cents + moved.cents
                FROM (
                    SELECT account, sum(cents)::bigint AS cents
                    FROM (SELECT giver AS account, -cents AS cents FROM posted
                          UNION ALL SELECT taker, cents FROM posted) AS both_sides
                    GROUP BY account
                ) AS moved
                WHERE accounts.account = moved.account;
            RETURN NULL;
        END $$
    """
    yield """
        CREATE TRIGGER transfers_post AFTER INSERT ON transfers REFERENCING NEW TABLE AS posted
            FOR EACH STATEMENT EXECUTE FUNCTION post_transfers()
    """


def _sqlite_refusal(name: str, change: str, why: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {change} BEGIN SELECT RAISE(ABORT, '{why}'); END"


def _postgresql_refusal(name: str, change: str, why: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {change} EXECUTE FUNCTION refuse('{why}')"
