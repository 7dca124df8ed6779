"""`audit`: everything that a house keeps, checked from the first record of every log to the last cent."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from croupier.house.audit.answers import problems_in_unrecorded
from croupier.house.audit.books import problems_in_books, uncounted
from croupier.house.audit.integrity import problems_in_database
from croupier.house.audit.log import LogAudit, Means
from croupier.house.audit.report import AuditReport, Fault, Problem, Tally
from croupier.house.checkpoints.notes import VerifierKey
from croupier.house.checkpoints.witness import Sighting
from croupier.house.database.database import Database
from croupier.house.database.faults import DAMAGED, NOT_A_DATABASE, fault
from croupier.house.keys import Keys
from croupier.house.log import store
from croupier.rulebook.errors import BadInput

# What reading damaged values may come to: the house itself writes none that would.
CANNOT_BE_READ = (
    ArithmeticError, AssertionError, AttributeError, BadInput, LookupError, RuntimeError, StopIteration, TypeError,
    ValueError,
)  # fmt: skip
Tell = Callable[[str, int], None]  # a table is next, with so many records


def audit(
    database: Database,
    keys: Keys | Ed25519PublicKey | None = None,
    witness: Mapping[str, Sighting] | None = None,
    cosigners: tuple[VerifierKey, ...] = (),
    tell: Tell = lambda table, records: None,
) -> AuditReport:
    """What is wrong with a house, at one moment of its database; the first bad record of every table is named.

    With the keys everything is checked. With the public key alone, cards of rounds that are not over stay sealed;
    without any, signatures are not checked either. `cosigners` are the keys of witnesses elsewhere.
    """
    public = keys.signing.public_key() if isinstance(keys, Keys) else keys
    means = Means(keys if isinstance(keys, Keys) else None, public, dict(witness or {}), cosigners)
    tally, unchecked = Tally(), list[str]()
    with database.read() as connection:
        problems = tuple(_problems(_Parts(connection, database.name), means, tally, unchecked, tell))
    return AuditReport(problems, (*unchecked, *_unchecked(means, tally)), tally)


class _Parts:
    """The parts of an audit, each looked at though another could not be read."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.connection = connection
        self._name = name

    def look(self, what: str, problems: Callable[[], Iterable[Problem]], table: str = "") -> list[Problem]:
        """The problems of a part; where it cannot be read to its end, that is one. The database's going away is not."""
        found = list[Problem]()
        try:
            with self._apart():
                for problem in problems():
                    found.append(problem)
        except DBAPIError as error:
            told = fault(self._name, error, "working")
            if told is not None and not str(told).endswith((DAMAGED.says, NOT_A_DATABASE)):
                raise
            found.append(Problem(table, 0, f"{what} cannot be read: {str(error.orig).splitlines()[0]}."))
        except CANNOT_BE_READ as error:
            found.append(Problem(table, 0, f"{what} cannot be read: {error!r:.200}."))
        return found

    def _apart(self) -> AbstractContextManager[object]:
        """On PostgreSQL a part that fails would take all that follows with it."""
        return self.connection.begin_nested() if self.connection.dialect.name == "postgresql" else nullcontext()


def _problems(parts: _Parts, means: Means, tally: Tally, unchecked: list[str], tell: Tell) -> Iterator[Problem]:
    connection, rows = parts.connection, list[store.TableRow]()

    def listed() -> tuple[Problem, ...]:
        rows.extend(store.table_rows(connection))
        return ()

    tell("the database", 0)
    beneath = parts.look("The database", lambda: problems_in_database(connection, unchecked))
    yield from parts.look("The list of tables", listed)
    owed: dict[str, int] = {}  # to links elsewhere, in hundred-millionths of a cent not posted
    broken = list[Problem]()
    for row in rows:
        tell(row.table_id, row.version)
        tally.tables += 1
        walk = partial(_walk, connection, row, means, tally, owed)
        broken += (found := parts.look(f"The log of table {row.table_id}", walk, row.table_id))
        yield from found
    for name in sorted(means.witness.keys() - {row.table_id for row in rows}):
        broken.append(Problem(name, 1, f"The witness knows table {name}, and the database does not."))
        yield broken[-1]
    tell("the books", 0)
    yield from parts.look("The books", lambda: problems_in_books(connection))
    yield from parts.look("The answers", lambda: problems_in_unrecorded(connection, means.keys, tally))
    if not broken:
        yield from parts.look("The books", lambda: uncounted(connection, tally, owed))
    yield from beneath  # a record, an account or a link is named first, where one is


def _walk(
    connection: Connection, row: store.TableRow, means: Means, tally: Tally, owed: dict[str, int]
) -> tuple[Problem, ...]:
    try:
        with ExitStack() as streams:  # a walk may end early
            LogAudit(connection, streams, row, means, tally, owed).walk()
    except Fault as found:
        return (Problem(row.table_id, found.record, str(found)),)
    return ()


def _unchecked(means: Means, tally: Tally) -> Iterator[str]:
    if means.public is None:
        yield "Signatures, for no key was given."
    if tally.sealed:
        yield f"{tally.sealed} sealed happenings of rounds that are not over, for no key file was given."
    if tally.unvouched:
        yield f"Who asked for {tally.unvouched} answers of before version 0.3, for their records do not say so."
    if tally.unmarked:
        yield f"{tally.unmarked} answers that left no record, for no key file was given."
    if not means.witness:
        yield "Whether logs were cut short at their ends, for there is no witness."
