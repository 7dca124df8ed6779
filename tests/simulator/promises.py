"""What the house promises, looked at from outside: by somebody who reads its disks and heard all that it ever said."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select

from croupier.house.audit.audit import audit
from croupier.house.audit.link_movements import link_problem
from croupier.house.checkpoints.witness import read_witness
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import player_account
from croupier.house.ledger.postings import BUY_IN
from croupier.house.links.clearing import owed_to
from croupier.house.links.remote_house import queued
from croupier.house.log import store
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.server.wire import messages as w
from croupier.table.procedure.decks import in_round
from tests.house.service.aftermath import TWICE
from tests.server.tables.spies import leaks_in_told
from tests.server.tables.truth import Truth
from tests.simulator.houses import CHIPS_CENTS, FILE, INLAND, KEYS, LINK, PLAYERS, SHORE
from tests.simulator.notes import Wished
from tests.simulator.speed import share_compiled

AT_ONCE = 200  # ids in one question
WITNESSED_SECONDS = 4.0  # after which the witness has seen what was acknowledged

if TYPE_CHECKING:
    from tests.simulator.night import Night


@contextmanager
def opened(night: "Night", house: str) -> Iterator[Database]:
    """A house's database, for somebody who only looks, and then holds on to nothing."""
    database = _at(Path(night.folders[house], FILE))
    try:
        yield database
    finally:
        database.close()


@cache
def _at(path: Path) -> Database:
    """The same for every look at it, for its statements are compiled once."""
    return share_compiled(Database.at(path))


def meanwhile(night: "Night") -> None:
    """What holds at every moment."""
    for house in night.disks:
        with opened(night, house) as database, database.read() as connection:
            _sound(night, house, connection)


def _sound(night: "Night", house: str, connection: Connection) -> None:
    total = connection.execute(select(func.sum(s.accounts.c.balance_cents))).scalar()
    if total != 0:
        raise night.notes.broken("every cent is somewhere", f"the accounts of {house} add up to {total}")
    if twice := connection.execute(TWICE).all():
        raise night.notes.broken("nothing is done twice", f"stakes put down twice at {house}: {twice}")
    if house == SHORE and (problem := link_problem(connection, LINK)):
        raise night.notes.broken("meters are conserved", str(problem))
    # By the filing, not as the audit derives it: a whole award leaves the reset amount, a share nine tenths.
    empty = select(s.meters).where(s.meters.c.shown_cents < s.meters.c.reset_cents / 10)
    if left := connection.execute(empty).all():
        raise night.notes.broken("a meter that was won is seeded again", f"{left}")
    last = select(s.records.c.table_id, func.max(s.records.c.number)).group_by(s.records.c.table_id)
    ends = dict(connection.execute(last).tuples().all())
    for row in store.table_rows(connection):
        if row.version != ends.get(row.table_id, 0):
            raise night.notes.broken("a table stands behind its last record", f"{row}, and records up to {ends}")


def in_the_morning(night: "Night") -> None:
    """All of it, once everybody has gone home."""
    for house in night.disks:
        with opened(night, house) as database:
            with database.read() as connection:
                _sound(night, house, connection)
                _acknowledged(night, house, connection)
                _bought(night, house, connection)
                if house == INLAND:
                    _told_all(night, connection)
                night.figures.voids += len([1 for where, _, _ in night.notes.voided if where == house])
                hits = select(func.count()).select_from(s.movements).where(s.movements.c.kind == "hit")
                night.figures.hits += connection.execute(hits).scalar_one()
            _rounds_ended(night, house, database)
            _nothing_leaked(night, house, database)
            report = audit(database, KEYS[house], read_witness(Path(night.folders[house], "witness")))
            if not report.ok:
                raise night.notes.broken("the audit is clean", f"{house}: {report.problems}")
    if night.plan.linked:
        _even(night)
    night.figures.wishes = len(night.notes.wishes)
    night.figures.answered = sum(bool(wished.outcome) for wished in night.notes.wishes)
    night.figures.frames = len(night.notes.frames)
    done = [one.asked.wish for one in night.notes.wishes if one.outcome == "done"]
    found = [request.found for request in done if isinstance(request, w.DoDuty)]
    night.figures.duties = len(found)
    night.figures.rulings = sum("ruling" in one for one in found)
    night.figures.awards = sum("hand_wins" in one for one in found)


def _acknowledged(night: "Night", house: str, connection: Connection) -> None:
    """What was answered as done was done, once, and stays so; who heard of it had seen it."""
    voided = [(table, key) for where, table, key in night.notes.voided if where == house]
    if gone := set(voided) - store.answers(connection, voided).keys():
        raise night.notes.broken("nothing acknowledged is lost", f"reports {gone}")
    done = [one for one in night.notes.wishes if one.house == house and one.outcome == "done"]
    kept = _kept(connection, done)
    for wished in done:
        answered = kept.get((wished.table, wished.key))
        if answered is None or answered.refusal:
            raise night.notes.broken("nothing acknowledged is lost", f"{wished.asked} at {wished.table}: {answered}")
        if wished.asked.version is not None and answered.record != wished.asked.version + 1:
            raise night.notes.broken("what was seen is what is answered", f"{wished.asked}: record {answered.record}")
        if wished.seen_version < answered.record:
            sentence = f"{wished.asked} made record {answered.record}; shown was {wished.seen_version}"
            raise night.notes.broken("who hears that it is done has seen it done", sentence)


def _kept(connection: Connection, requests: Sequence[Wished]) -> dict[tuple[str, str], store.KeptAnswer]:
    """What the house keeps of the answers to these requests."""
    ids = [(wished.table, wished.key) for wished in requests]
    found: dict[tuple[str, str], store.KeptAnswer] = {}
    for start in range(0, len(ids), AT_ONCE):
        found |= store.answers(connection, ids[start : start + AT_ONCE])
    return found


def _bought(night: "Night", house: str, connection: Connection) -> None:
    """Chips were bought once for each time that somebody bought any."""
    query = select(s.transfers.c.taker, s.transfers.c.cents).where(s.transfers.c.reason == BUY_IN)
    moved = Counter(connection.execute(query).tuples().all())
    wanted = Counter((player_account(player), CHIPS_CENTS) for player in PLAYERS)
    wanted.update((player_account(one.player), one.cents) for one in night.notes.bought if one.house == house)
    if moved != wanted:
        raise night.notes.broken("chips are bought once", f"more often {moved - wanted}, less often {wanted - moved}")


def _rounds_ended(night: "Night", house: str, database: Database) -> None:
    kept = House(database, KEYS[house])
    for table in kept.tables():
        house_table = kept.table(table)
        night.figures.rounds += house_table.last_number
        round_ = house_table.state.round
        if in_round(house_table.state) and round_ and round_.boxes:
            raise night.notes.broken("rounds end", f"round {round_.number} of {table} is in {round_.phase}")


def _nothing_leaked(night: "Night", house: str, database: Database) -> None:
    """No frame told a card, or a seed, to somebody who might not know it yet; none told of what never was."""
    kept = House(database, KEYS[house])
    truths = {table: Truth(kept, table) for table in kept.tables()}
    for truth in truths.values():
        truth.read_on()
    seeds = {table: truth.seeds() for table, truth in truths.items()}
    for frame in night.notes.frames:
        if frame.house != house:
            continue
        moments = truths[frame.table].moments
        try:
            leaks = list(leaks_in_told(frame.text, frame.player, moments, seeds[frame.table]))
            if leaks:  # whose session is over sees what everybody sees
                leaks = list(leaks_in_told(frame.text, "", moments, seeds[frame.table]))
        except KeyError as missing:
            raise night.notes.broken("nothing shown is lost", f"{frame.player} saw version {missing}") from None
        if leaks:
            raise night.notes.broken("views hide what they must", f"{frame.player} at {frame.table}: {leaks}")


def _told_all(night: "Night", connection: Connection) -> None:
    if left := queued(connection, LINK)[1]:
        raise night.notes.broken("a link hears of everything", f"{left} was never told")


def _even(night: "Night") -> None:
    """What one house owes the link is what the link is owed."""
    account = owed_to(LINK, KEYS[INLAND].name)
    held = []
    for house in (SHORE, INLAND):
        with opened(night, house) as database, database.read() as connection:
            query = select(s.accounts.c.balance_cents).where(s.accounts.c.account == account)
            held.append(connection.execute(query).scalar() or 0)
    if sum(held):
        raise night.notes.broken("two houses agree on what is owed", f"{held}")


def after_a_lie(night: "Night") -> int:
    """How many acknowledged requests a disk that lied has lost.

    Nothing can keep what the disk threw away. What is promised is that the audit finds the loss, by the witness, of
    anything older than a moment.
    """
    lost = 0
    for house in night.disks:
        missing = _missing(night, house)
        lost += len(missing)
        old = [one for one in missing if one.heard_at < night.loop.time() - WITNESSED_SECONDS]
        if old and not _found_by_audit(night, house):
            raise night.notes.broken("a loss is found", f"gone from {house}: {[one.asked.id for one in old]}")
    return lost


def _missing(night: "Night", house: str) -> list[Wished]:
    done = [one for one in night.notes.wishes if one.house == house and one.outcome == "done"]
    try:
        with opened(night, house) as database, database.read() as connection:
            kept = _kept(connection, done)
    except BadInput:
        return done
    return [one for one in done if (one.table, one.key) not in kept]


def _found_by_audit(night: "Night", house: str) -> bool:
    try:
        with opened(night, house) as database:
            return not audit(database, KEYS[house], read_witness(Path(night.folders[house], "witness"))).ok
    except BadInput:
        return True  # it says that the database is damaged
