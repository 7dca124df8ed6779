"""A house that is being served joins the link of another house, or that house moves: nobody starts anything again."""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.cli.house_place import opened
from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.links.links import filing_for
from croupier.house.links.local import all_meters
from croupier.house.service.house import House
from croupier.house.service.remote_house_file import RemoteHouseEntry, beside, read_remote_houses, write_remote_houses
from croupier.house.service.remote_houses import RemoteHouses
from croupier.rulebook.errors import BadInput
from croupier.server.tables.live_views import meters_shown
from tests.cli.command import here
from tests.house.floor import example
from tests.patience import PATIENCE_SECONDS
from tests.server.felt import filed
from tests.server.live import serving
from tests.server.seated import player_at


@pytest.fixture
def coast(tmp_path: Path, house_file: Path) -> Path:
    """Another house, which keeps the link `coast`."""
    path = tmp_path / "coast.db"
    shutil.copyfile(house_file, path)
    with Database.open(path) as database:
        keys = load_keys(Path(f"{path}.keys"), create=True)
        House(database, keys).open_link(filing_for("coast", filed("md-tcp")[0]))
    return path


def shown(path: Path) -> int:
    with Database.open(path) as database, database.read() as connection:
        (meter,) = meters_shown(all_meters(connection, ["coast"]))["coast"]
        return meter.cents


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_house_that_is_running_joins_a_link_and_follows_it_when_it_moves(
    coast: Path, tmp_path: Path, house_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, submission = str(tmp_path / "house.db"), tmp_path / "table.toml"
    shutil.copyfile(house_file, place)
    load_keys(Path(f"{place}.keys"), create=True)
    submission.write_text(example("md-tcp"), "utf-8")
    with opened(place, None) as found, serving(found.database, house=found.house) as live:
        before = shown(coast)
        assert here(capsys, "house", "join", "coast", "--at", str(coast), "--house", place).code == 0
        assert here(capsys, "house", "open", "one", str(submission), "--link", "coast", "--house", place).code == 0
        with player_at(live, "one", 1) as ann:
            ann.sit()
            ann.bet()
            assert "progressive" in ann.box_in(ann.seen).wagers_cents
            ann.ready()
            until(lambda: shown(coast) > before)

            moved = coast.with_name("moved.db")
            with closing(sqlite3.connect(coast)) as whole:  # all of it in the one file
                whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copyfile(coast, moved)
            coast.unlink()
            again = ("house", "join", "coast", "--at", str(moved), "--their-keys", f"{coast}.keys", "--house", place)
            assert here(capsys, *again).code == 0
            fed = shown(moved)
            while ann.offers.actions:
                ann.decide(lambda actions: actions[0])
            ann.bet()
            ann.ready()
            until(lambda: shown(moved) > fed)


def test_who_was_known_stays_so_while_the_file_cannot_be_read(tmp_path: Path) -> None:
    path = beside(tmp_path / "keys")
    known = RemoteHouses(path, "0123456789abcdef")
    assert not known
    far = RemoteHouseEntry(at="a.db", keys="a.keys")
    write_remote_houses(path, {"a" * 16: far})
    first = known["a" * 16]
    assert list(known) == ["a" * 16]
    write_remote_houses(path, {"a" * 16: far, "b" * 16: far})
    assert set(known) == {"a" * 16, "b" * 16}
    assert known["a" * 16] is first, "nothing has changed about that one"
    path.write_text("houses = 3\n")
    assert set(known) == {"a" * 16, "b" * 16}
    with pytest.raises(BadInput):
        read_remote_houses(path)
    path.unlink()
    assert set(known) == {"a" * 16, "b" * 16}
    write_remote_houses(path, {"a" * 16: RemoteHouseEntry(at="c.db", keys="a.keys")})
    assert known["a" * 16] is not first
    known.close()
