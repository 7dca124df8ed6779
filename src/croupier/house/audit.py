"""`audit`: everything that a house keeps, checked from the first record of every log to the last cent."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import Connection

from croupier.house import store
from croupier.house.audit_books import problems_in_books, uncounted
from croupier.house.audit_log import LogAudit, Means
from croupier.house.audit_report import AuditReport, Fault, Problem, Tally
from croupier.house.database import Database
from croupier.house.keys import Keys
from croupier.house.witness import Sighting

Tell = Callable[[str, int], None]  # a table is next, with so many records


def audit(
    database: Database,
    keys: Keys | Ed25519PublicKey | None = None,
    witness: Mapping[str, Sighting] | None = None,
    tell: Tell = lambda table, records: None,
) -> AuditReport:
    """What is wrong with a house, at one moment of its database; the first bad record of every table is named.

    With the keys everything is checked. With the public key alone, cards of rounds that are not over stay sealed;
    without any, signatures are not checked either.
    """
    public = keys.signing.public_key() if isinstance(keys, Keys) else keys
    means = Means(keys if isinstance(keys, Keys) else None, public, dict(witness or {}))
    tally = Tally()
    with database.read() as connection:
        problems = tuple(_problems(connection, means, tally, tell))
    return AuditReport(problems, tuple(_unchecked(means, tally)), tally)


def _problems(connection: Connection, means: Means, tally: Tally, tell: Tell) -> Iterator[Problem]:
    rows, whole = store.table_rows(connection), True
    owed: dict[str, int] = {}  # to links elsewhere, in hundred-millionths of a cent not posted
    for row in rows:
        tell(row.table_id, row.version)
        tally.tables += 1
        try:
            with ExitStack() as streams:  # a walk may end early
                LogAudit(connection, streams, row, means, tally, owed).walk()
        except Fault as fault:
            whole = False
            yield Problem(row.table_id, fault.record, str(fault))
    for name in sorted(means.witness.keys() - {row.table_id for row in rows}):
        whole = False
        yield Problem(name, 1, f"The witness knows table {name}, and the database does not.")
    tell("the books", 0)
    yield from problems_in_books(connection)
    if whole:
        yield from uncounted(connection, tally, owed)


def _unchecked(means: Means, tally: Tally) -> Iterator[str]:
    if means.public is None:
        yield "Signatures, for no key was given."
    if tally.sealed:
        yield f"{tally.sealed} sealed happenings of rounds that are not over, for no key file was given."
    if not means.witness:
        yield "Whether logs were cut short at their ends, for there is no witness."
