"""A link within a transaction: moved together with what else is written, or not at all."""

import pytest
from sqlalchemy import text

from croupier.house.database.database import Database
from croupier.house.links.links import Moment, read_link
from croupier.house.links.local import LocalLink, meters_of
from croupier.house.links.meters import NotConserved
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.script import script_of
from croupier.table.values import events as e
from tests.house.audit.strip import LINK, entries, pair
from tests.house.links.linked import Crash, LinkedTable, shown, sound


def test_many_rounds_move_the_link_in_one_transaction(database: Database) -> None:
    one, two = pair(database)
    for table in (one, two):
        table.begin()
        while table.round.script != _lock_place(table):
            table._step()
    with database.write() as connection:
        link = read_link(connection, LINK)
        for table in (one, two):
            duty = next_duty(table.rules, table.state)
            assert duty is not None
            table._happened(_done(table.in_transaction(connection, link, duty.command)))
    assert [entry.move for entry in entries(database)] == [1, 2, 3]
    assert shown(database, LINK) == {"progressive": 1_000_050}
    sound(database, LINK)


def _done(answer: object) -> tuple[e.AnyEvent, ...]:
    assert isinstance(answer, tuple)
    return answer


def _lock_place(table: LinkedTable) -> int:
    return next(place for place, due in enumerate(script_of(table.rules)) if due.kind == "lock")


def test_a_round_void_in_the_transaction_it_fed_in_leaves_nothing(database: Database) -> None:
    one, _ = pair(database)
    state = one.begin().state
    with database.write() as connection:
        link = read_link(connection, LINK)
        assert isinstance(link, LocalLink)
        moment = Moment("t1", 1, 1_000)
        locked = e.ProgressiveLocked(clause="", script=0, phase="dealing", gains=(("progressive", 77),))
        link.move(moment, one.rules, state, locked)
        assert link.values["progressive"].carry == 77
        link.move(moment, one.rules, state, e.RoundVoided(clause="", reversed_gains=(), deck=""))
        assert link.values["progressive"].carry == 0
        link.write(database, connection)
    sound(database, LINK)


def test_what_is_undone_is_not_written(database: Database) -> None:
    one, _ = pair(database)
    one.begin()
    locked = e.ProgressiveLocked(clause="", script=0, phase="dealing", gains=(("progressive", 77),))
    moment = Moment("t1", 1, 1_000)
    with database.write() as connection:
        link = read_link(connection, LINK)
        link.move(moment, one.rules, one.state, locked)
        mark = link.mark()
        link.move(moment, one.rules, one.state, locked)
        link.undo(mark)
        link.write(database, connection)
    assert [entry.gain for entry in entries(database)] == [1_000_000 * 10**8, 77]
    with database.read() as connection:
        assert meters_of(connection, LINK)["progressive"].carry == 77


@pytest.mark.parametrize("restored_cents", [1, 1_000_000])
def test_what_a_round_has_not_won_is_not_taken_back(database: Database, restored_cents: int) -> None:
    one, _ = pair(database)
    one.begin().lock()
    moved = e.MeterRestored(meter="progressive", restored_cents=restored_cents, cents=1_000_000)
    with database.write() as connection, pytest.raises(NotConserved):
        read_link(connection, LINK).move(Moment("t1", 1, 1_000), one.rules, one.state, moved)


def test_a_link_that_moved_although_it_was_locked_is_not_written(database: Database) -> None:
    one, _ = pair(database)
    one.begin()
    locked = e.ProgressiveLocked(clause="", script=0, phase="dealing", gains=(("progressive", 77),))
    refused = pytest.raises(BadInput, match="was moved by another although it was locked")
    with refused, database.write() as connection:
        link = read_link(connection, LINK)
        connection.execute(text("UPDATE links SET moves = 7"))
        link.move(Moment("t1", 1, 1_000), one.rules, one.state, locked)
        link.write(database, connection)
    assert [entry.kind for entry in entries(database)] == ["start"]


def test_a_transaction_that_fails_leaves_the_link_as_it_was(database: Database) -> None:
    one, _ = pair(database)
    one.begin()
    one.crash = True
    with pytest.raises(Crash):
        one.lock()
    assert shown(database, LINK) == {"progressive": 1_000_000}
    one.crash = False
    one.lock()
    assert shown(database, LINK) == {"progressive": 1_000_040}
    sound(database, LINK)
