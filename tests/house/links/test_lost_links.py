"""A link in another database that is lost and found again, while tables play on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.house.database.database import Database
from croupier.house.links.links import RemoteHouse, read_link
from croupier.house.links.remote_house import LinkUnreachable
from croupier.table.values.refusal import Refusal
from tests.house.database.postgres import throw_away
from tests.house.links.coastal import HOUSE, LINK, Coast, claim, even, moves, waiting
from tests.house.links.linked import ROYAL, LinkedTable, keep_served, linked_rules


@contextmanager
def own_server(near: Database) -> Iterator[tuple[Coast, Callable[[], None], Callable[[], None]]]:
    """A link on a server of its own, with what kills the server and what starts it again."""
    with throw_away() as server:
        address = server.url()
        with Database.open(address, create=True) as far:
            yield Coast(far, address), server.kill, server.start


def test_a_link_whose_server_dies_is_lost_and_found_and_the_table_plays_on(near: Database) -> None:
    with own_server(near) as (coast, kill, start):
        remote_house = coast.remote_house()
        table = coast.table(near, remote_house).begin(ROYAL).to_settle()
        kill()
        assert not remote_house.tend(near, LINK, 2_000)
        refusal = claim(table)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_lost"
        assert refusal.sentence == (
            "Link coast cannot be reached, so seat 1's award waits; settle it when the link answers."
        )
        assert refusal.clause == "md-tcp:.12E(4)"
        with near.read() as connection:
            assert read_link(connection, LINK, table.remote_houses).lost
        # Another table of the house plays whole rounds meanwhile; what they feed waits.
        other = coast.table(near, remote_house, "t2")
        for _ in range(3):
            other.begin().finish()
        assert waiting(near) == ["Fed"] + ["Fed", "Ended"] * 3
        assert not remote_house.tend(near, LINK, 2_500)
        start()
        assert remote_house.tend(near, LINK, 3_000)
        assert not remote_house.lost
        assert waiting(near) == []
        claim(table)
        assert table.round.pending
        assert table.round.pending.line.paid_cents == 1_000_000 + 4 * 40
        table.finish()
        assert remote_house.tend(near, LINK, 4_000)
        even(coast, (near, HOUSE))
        remote_house.close()


def test_a_hit_that_finds_the_server_dead_waits_and_closes_the_wager(near: Database) -> None:
    with own_server(near) as (coast, kill, start):
        remote_house = coast.remote_house()
        table = coast.table(near, remote_house).begin(ROYAL).to_settle()
        kill()
        assert not remote_house.lost  # nobody has asked since
        refusal = claim(table)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_lost"
        assert remote_house.lost
        start()
        remote_house.tend(near, LINK, 3_000)
        claim(table)
        assert table.round.pending
        assert len(moves(coast, "hit")) == 1
        remote_house.close()


def test_a_server_that_dies_while_it_commits_a_claim_gives_one_award(near: Database) -> None:
    with own_server(near) as (coast, kill, start):

        def keep_and_die(database: Database, connection: object, served: object) -> None:
            keep_served(database, connection, served)  # type: ignore[arg-type]
            kill()

        dying = RemoteHouse("coastal", coast.address, HOUSE, keep_and_die)
        remote_house = coast.remote_house()
        table = coast.table(near, remote_house).begin(ROYAL).to_settle()
        table.remote_houses = {"coastal": dying}
        refusal = claim(table)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_lost"
        start()
        table.remote_houses = {"coastal": remote_house}
        claim(table)
        assert table.round.pending
        assert table.round.pending.line.paid_cents == 1_000_040
        assert len(moves(coast, "hit")) == 1
        table.finish()
        assert remote_house.tend(near, LINK, 3_000)
        even(coast, (near, HOUSE))
        remote_house.close()
        dying.close()


def test_a_house_starts_and_plays_while_the_link_is_away(near: Database) -> None:
    with own_server(near) as (coast, kill, start):
        first = coast.remote_house()
        coast.table(near, first)
        first.close()
        kill()
        remote_house = coast.remote_house()  # a process that starts now
        table = LinkedTable(near, "t2", LINK, linked_rules("md-tcp", "A"), {"coastal": remote_house})
        table.begin().finish()
        assert not remote_house.tend(near, LINK, 2_000)
        with pytest.raises(LinkUnreachable, match="Link coast cannot be reached"):
            remote_house.ask(LINK, 2_000, lambda clearing: None)
        start()
        assert remote_house.tend(near, LINK, 3_000)
        assert coast.shows() == 1_000_040
        remote_house.close()


def test_a_link_in_a_file_that_is_gone_is_lost_until_it_is_back(
    near: Database, house_file: Path, tmp_path: Path
) -> None:
    path, away = tmp_path / "coast.db", tmp_path / "away.db"
    path.write_bytes(house_file.read_bytes())
    with Database.open(path) as far:
        coast = Coast(far, str(path))
        first = coast.remote_house()
        table = coast.table(near, first).begin().lock()
        first.close()
    path.rename(away)
    remote_house = coast.remote_house()
    assert not remote_house.tend(near, LINK, 2_000)
    assert not path.exists()
    away.rename(path)
    assert remote_house.tend(near, LINK, 3_000)
    remote_house.close()
    table.remote_houses = {"coastal": remote_house}
    table.finish()
