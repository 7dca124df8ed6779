"""A link in another database is told once what feeds it; the other database is a real one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import win
from croupier.house.links.clearing import Fed, Won
from croupier.house.links.links import Moment, RemoteHouse, read_link
from croupier.rulebook.errors import BadInput
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.house.links.coastal import ACCOUNT, HOUSE, LINK, Coast, claim, even, moves, waiting
from tests.house.links.linked import ROYAL, Crash, balance, linked_rules, shown


def test_what_feeds_the_meters_is_queued_with_the_round_and_told_afterwards(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house).begin().lock()
    assert waiting(near) == ["Fed"]
    assert coast.shows() == 1_000_000
    # Two stakes of $1 at 20 % and 0.25 %: 40.5 cents, of which half a cent is not whole yet.
    assert balance(near, win("t1")) == -40
    assert balance(near, ACCOUNT) == 40
    assert remote_house.tend(near, LINK, 2_000)
    assert waiting(near) == []
    assert coast.shows() == 1_000_040
    assert shown(near, LINK) == {"progressive": 1_000_040}
    table.finish()
    assert waiting(near) == ["Ended"]
    table.begin().finish()
    assert remote_house.tend(near, LINK, 3_000)
    assert balance(near, ACCOUNT) == 81
    assert [(entry.table_id, entry.round) for entry in moves(coast, "contribution")] == [
        ("north/t1", 1),
        ("north/t1", 2),
    ]
    even(coast, (near, HOUSE))


def test_a_round_without_a_progressive_wager_tells_the_link_nothing(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    coast.table(near, remote_house).begin(stake_cents=0).finish()
    assert waiting(near) == []


def test_who_is_cut_off_after_telling_tells_it_again_and_once_is_all_that_counts(
    coast: Coast, near: Database, remote_house: RemoteHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    coast.table(near, remote_house).begin().finish()
    with monkeypatch.context() as cut_off:
        cut_off.setattr(near, "transact", _dies)
        with pytest.raises(Crash):
            remote_house.tend(near, LINK, 2_000)
    assert waiting(near) == ["Fed", "Ended"]
    assert coast.shows() == 1_000_040
    assert remote_house.tend(near, LINK, 3_000)
    assert waiting(near) == []
    assert coast.shows() == 1_000_040
    assert len(moves(coast, "contribution")) == 1
    even(coast, (near, HOUSE))


def _dies(function: Callable[..., object]) -> object:
    raise Crash


def test_a_long_queue_is_told_in_parts(
    coast: Coast, near: Database, remote_house: RemoteHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.links.remote_house.AT_ONCE", 2)
    table = coast.table(near, remote_house)
    for _ in range(3):
        table.begin().finish()
    assert remote_house.tend(near, LINK, 2_000)
    assert waiting(near) == []
    assert [entry.round for entry in moves(coast, "contribution")] == [1, 2, 3]
    even(coast, (near, HOUSE))


def test_the_same_key_with_another_message_is_refused(coast: Coast, remote_house: RemoteHouse) -> None:
    fed = Fed("t1", 1, (("progressive", 100),), 100, 1)
    remote_house.ask(LINK, 1_000, lambda clearing: clearing.tell(fed))
    remote_house.ask(LINK, 1_000, lambda clearing: clearing.tell(fed))
    with pytest.raises(BadInput, match="a second time and differently; give each house a name of its own"):
        remote_house.ask(LINK, 1_000, lambda clearing: clearing.tell(replace(fed, owed_cents=2)))
    elsewhere_south = coast.remote_house("south")
    elsewhere_south.ask(LINK, 1_000, lambda clearing: clearing.tell(replace(fed, owed_cents=2)))
    elsewhere_south.close()
    assert [entry.table_id for entry in moves(coast, "contribution")] == ["north/t1", "south/t1"]


def test_a_void_round_is_taken_back_at_the_link(coast: Coast, near: Database, remote_house: RemoteHouse) -> None:
    table = coast.table(near, remote_house).begin().lock()
    table.void()
    assert waiting(near) == ["Fed", "Ended"]
    assert balance(near, win("t1")) == balance(near, ACCOUNT) == 0
    assert remote_house.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_000
    even(coast, (near, HOUSE))


def test_what_is_undone_is_not_told(coast: Coast, near: Database, remote_house: RemoteHouse) -> None:
    table = coast.table(near, remote_house).begin()
    locked = e.ProgressiveLocked(clause="", script=0, phase="dealing", gains=(("progressive", 77),))
    with near.write() as connection:
        link = read_link(connection, LINK, table.remote_houses)
        mark = link.mark()
        link.move(Moment("t1", 1, 1_000), table.rules, table.state, locked)
        link.undo(mark)
        link.write(near, connection)
    assert waiting(near) == []
    with near.read() as connection:
        assert connection.execute(select(s.links.c.owed_carry)).scalar() == 0


def test_two_houses_share_a_link_and_each_owes_its_own_part(
    coast: Coast, near: Database, remote_house: RemoteHouse, house_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "south.db"
    path.write_bytes(house_file.read_bytes())
    south = coast.remote_house("south")
    with Database.open(path) as southern:
        one = coast.table(near, remote_house)
        two = coast.table(southern, south, rulebook="md-uth")
        for _ in range(3):
            one.begin().finish()
            two.begin().finish()
            assert remote_house.tend(near, LINK, 2_000)
            assert south.tend(southern, LINK, 2_000)
        two.begin(ROYAL).finish()
        assert two.line(1, "progressive").paid_cents == 1_000_000 + 3 * 40 + 4 * 10
        one.begin(ROYAL).finish()
        assert one.line(1, "progressive").paid_cents == 1_000_040
        for house, database in ((remote_house, near), (south, southern)):
            assert house.tend(database, LINK, 3_000)
        even(coast, (near, "north"), (southern, "south"))
        assert balance(near, ACCOUNT) == 4 * 40 + 2 - 1_000_040
    south.close()


# What cannot be


def test_an_award_that_the_link_knows_otherwise_waits_and_says_why(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house).begin(ROYAL).to_settle()
    other = Won("t1", 1, 1, "progressive", 5, 999_995)  # a house of the same name, at a table of the same name
    remote_house.ask(LINK, 1_000, lambda clearing: clearing.tell(other))
    refusal = claim(table)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "link_trouble"
    assert "give each house a name of its own" in refusal.sentence


def test_a_link_must_be_known_where_it_is_said_to_be(coast: Coast, near: Database, remote_house: RemoteHouse) -> None:
    table = coast.table(near, remote_house)
    unknown = pytest.raises(BadInput, match="kept at coastal, and the house does not know where that is")
    with unknown, near.write() as connection:
        read_link(connection, LINK)
    with pytest.raises(BadInput, match="There is no link 'lane'"):
        remote_house.ask("lane", 1_000, lambda clearing: None)
    with coast.far.write() as connection:
        connection.execute(update(s.links).values(kept_at="further"))
    with pytest.raises(BadInput, match="Link coast is not kept here but at further"):
        remote_house.ask(LINK, 1_000, lambda clearing: None)
    assert table.link == LINK


def test_a_table_joins_a_link_elsewhere_only_at_its_amounts(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house)
    with near.write() as connection:
        link = read_link(connection, LINK, table.remote_houses)
        assert link.join_problem(table.rules) is None
        problem = link.join_problem(linked_rules("md-tcp", "A", changed={"reset_cents": 1_000_001}))
        assert problem is not None
        assert problem.code == "other_reset"
        assert link.balances() == {}
