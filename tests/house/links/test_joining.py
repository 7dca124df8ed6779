"""`croupier house join`: a link that another house keeps, by the command alone; both houses are audited."""

import csv
import json
import os
import shutil
import sqlite3
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.demo import demo_decision, demo_rules
from croupier.cli.main import run
from croupier.house.keys import load_keys
from croupier.table.values import commands as c
from tests.cli.command import assert_refused, here, squeezed
from tests.house.database.postgres import throw_away
from tests.table.pit import stacked

LINK = """link = "coast"

[meters.progressive]
initial_cents = 500000
reset_cents = 200000
reserve = "0.3 %"
"""
A_WAGER = 2_030_000_000  # 20 % of a dollar, and 0.3 % for the reserve
PLACES = "house.db.keys.links.toml"


class Town:
    """A folder with houses in it, and somebody who types commands there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, words: str, *more: str) -> Any:
        """What a command answers as JSON."""
        ran = here(self._capsys, *words.split(), *more, "--json")
        assert ran.code == 0, ran
        return json.loads(ran.out)

    def said(self, words: str) -> str:
        """What a command tells people."""
        ran = here(self._capsys, *words.split())
        assert ran.code == 0, ran
        return squeezed(ran.out)

    def refused(self, words: str, *named: str) -> None:
        """A command gets a sentence with these words in it."""
        assert_refused(here(self._capsys, *words.split()), *named)

    def keep_link(self, *place: str) -> None:
        """A new house with the link `coast`, at that place."""
        (self.folder / "coast.toml").write_text(LINK, "utf-8")
        self.run("house init", *place)
        self.run("house link coast.toml", *place)

    def moves(self, kind: str, *place: str) -> list[int]:
        """What the movements of that kind gained the meter of the link there, in hundred-millionths of a cent."""
        self.run("export --what meters --csv meters.csv", *place)
        with open("meters.csv", encoding="utf-8", newline="") as file:
            return [int(row["gain"]) for row in csv.DictReader(file) if row["kind"] == kind]

    def fed(self, *place: str) -> int:
        """How many wagers of a dollar have fed the meter of the link there."""
        gains = self.moves("contribution", *place)
        assert sum(gains) % A_WAGER == 0, gains
        return sum(gains) // A_WAGER

    def told(self) -> list[str]:
        """What table tcp-1 says of its link, one after the other."""
        self.run("export house.db --what events --csv events.csv")
        lines = (self.folder / "events.csv").read_text("utf-8").splitlines()
        return [word for line in lines for word in ("LinkLost", "LinkFound") if word in line]


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both houses that tests here begin with, made by the command: copy them, do not open them."""
    folder = tmp_path_factory.mktemp("houses")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        leave_home(patch, folder)
        Path("coast.toml").write_text(LINK, "utf-8")
        for words in ("house init", "house init --house coast.db", "house link coast.toml --house coast.db"):
            assert run(words.split()) == 0
    return folder


def leave_home(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Goes to a folder whose own houses are meant where none is named."""
    patch.chdir(folder)
    for name in ("CROUPIER_HOUSE", "CROUPIER_KEYS"):
        patch.delenv(name, raising=False)


def take_along(houses: Path, names: str, folder: Path) -> None:
    """Copies files with all that they are, whom they let read them too."""
    for path in houses.glob(names):
        shutil.copy2(path, folder)


@pytest.fixture
def town(houses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Town:
    """A house without tables, `house.db`."""
    leave_home(monkeypatch, tmp_path)
    take_along(houses, "house.db*", tmp_path)
    return Town(tmp_path, capsys)


@pytest.fixture
def coast(houses: Path, town: Town) -> Town:
    """The same beside a house that keeps a link, `coast.db`."""
    take_along(houses, "coast.*", town.folder)
    return town


def move(old: str, new: str) -> None:
    """Renames an SQLite file with what belongs to it."""
    for end in ("", "-wal", "-shm"):
        if os.path.exists(old + end):
            os.rename(old + end, new + end)


def test_tables_play_on_a_link_of_another_house_and_both_pass_their_audits(coast: Town) -> None:
    said = coast.said("house join coast --at coast.db")
    assert "Link coast of house" in said
    assert PLACES in said
    coast.run("house open tcp-1 --example md-tcp --link coast")
    coast.run("house open tcp-2 --example md-tcp --link coast")
    assert coast.run("house play 5 --seats 2")["lost_links"] == []
    assert coast.fed("coast.db") == 2 * 5 * 2
    assert coast.run("audit house.db")["ok"]
    assert coast.run("audit coast.db")["ok"]
    # Houses know each other by their keys, so that no two are taken for one.
    name = load_keys(Path("house.db.keys")).name
    with closing(sqlite3.connect("coast.db")) as driver:
        owed = dict(driver.execute("SELECT account, balance_cents FROM accounts WHERE kind = 'link'").fetchall())
    assert list(owed) == [f"link:coast:{name}"]
    with closing(sqlite3.connect("house.db")) as driver:
        assert dict(driver.execute("SELECT account, balance_cents FROM accounts WHERE kind = 'link'").fetchall()) == {
            account: -cents for account, cents in owed.items()
        }


def test_the_places_of_other_houses_are_the_owners_to_read(coast: Town) -> None:
    answer = coast.run("house join coast --at coast.db")
    path = coast.folder / PLACES
    assert answer["link"] == "coast"
    assert answer["house"] == load_keys(Path("coast.db.keys")).name
    assert not answer["moved"]
    assert Path(answer["places"]).absolute() == path
    assert path.stat().st_mode & 0o777 == 0o600
    assert str(coast.folder / "coast.db.keys") in path.read_text("utf-8")
    assert b"coast.db" not in (coast.folder / "house.db").read_bytes()
    path.chmod(0o640)
    coast.refused("house tables", PLACES, "chmod 600")


def test_a_link_that_goes_away_closes_its_wager_and_is_found_again(coast: Town) -> None:
    coast.run("house join coast --at coast.db")
    coast.run("house open tcp-1 --example md-tcp --link coast")
    coast.run("house play 2")
    assert coast.fed("coast.db") == 2
    move("coast.db", "gone.db")
    os.rename("coast.db.keys", "gone.keys")  # its keys are on the disk that went away
    assert coast.run("house play 3")["lost_links"] == ["coast"]
    assert "Link coast cannot be reached: its progressive wager is closed" in coast.said("house play 1")
    assert coast.told() == ["LinkLost"], "it is said once, however many commands find it so"
    assert "coast, lost" in coast.said("house tables")
    assert coast.run("house tables")[0]["link_lost"]
    coast.run("house open tcp-2 --example md-tcp --link coast")
    assert coast.run("audit house.db")["ok"]
    move("gone.db", "coast.db")
    os.rename("gone.keys", "coast.db.keys")
    assert coast.fed("coast.db") == 2, "nothing was wagered on it meanwhile"
    assert coast.run("house play 2")["lost_links"] == []
    assert coast.told() == ["LinkLost", "LinkFound"]
    assert coast.fed("coast.db") == 2 + 2 * 2
    assert not coast.run("house tables")[0]["link_lost"]
    assert coast.run("audit house.db")["ok"]
    assert coast.run("audit coast.db")["ok"]


def test_an_award_waits_for_a_link_that_goes_away_before_it_is_settled(
    coast: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = stacked(demo_rules("md-tcp"), {1: "As Ks Qs", "dealer": "2h 7d 9c"})
    coast.run("house join coast --at coast.db")
    coast.run("house open tcp-1 --example md-tcp --link coast")

    def goes_away(*given: Any) -> c.Decide:
        move("coast.db", "gone.db")
        return demo_decision(*given)

    with monkeypatch.context() as rigged:
        rigged.setattr("croupier.house.transaction.table_transaction.order_from", lambda seed, offered: order)
        rigged.setattr("croupier.cli.house_play.demo_decision", goes_away)
        coast.refused("house play 3", "Table tcp-1 has an award to settle, and link coast does not answer")
        coast.refused("house play 3", "Table tcp-1 has an award to settle")
        assert coast.run("house tables")[0]["phase"] == "settling"
        assert coast.told() == ["LinkLost"]
    move("gone.db", "coast.db")
    assert coast.moves("hit", "coast.db") == []
    coast.run("house play 1")
    assert coast.moves("hit", "coast.db")[0] == -500_020 * 10**8
    assert coast.told() == ["LinkLost", "LinkFound"]
    assert coast.run("audit coast.db")["ok"]


def test_a_link_of_a_house_on_postgresql(town: Town) -> None:
    with throw_away() as server:
        url = server.url(password="not so secret")
        far = ["--house", url, "--keys", "coast.keys"]
        town.keep_link(*far)
        town.refused(f"house join coast --at {url}", "--their-keys FILE")
        town.run("house join coast --their-keys coast.keys", "--at", url)
        assert "not%20so%20secret" in (town.folder / PLACES).read_text("utf-8")
        town.run("house open tcp-1 --example md-tcp --link coast")
        town.run("house play 3")
        assert town.fed(url) == 3
        server.kill()
        assert town.run("house play 2")["lost_links"] == ["coast"]
        server.start()
        assert town.run("house play 2")["lost_links"] == []
        assert town.told() == ["LinkLost", "LinkFound"]
        assert town.fed(url) == 5
        assert town.run("audit house.db")["ok"]
        assert town.run("audit --keys coast.keys", url)["ok"]
        for file in town.folder.glob("house.db*"):
            assert (b"secret" in file.read_bytes()) == (file.name == PLACES), file


def test_a_house_that_moved_is_joined_again_at_its_new_place(coast: Town) -> None:
    coast.run("house join coast --at coast.db")
    coast.run("house open tcp-1 --example md-tcp --link coast")
    coast.run("house play 1")
    coast.refused("house join coast --at coast.db", "joined already", "--link coast")
    move("coast.db", "moved.db")
    coast.refused("house join coast --at coast.db --their-keys coast.db.keys", "joined already")
    assert coast.run("house join coast --at moved.db --their-keys coast.db.keys")["moved"]
    assert coast.run("house play 1")["lost_links"] == []
    os.remove(PLACES)
    for command in ("house play", "house tables", "house open tcp-2 --example md-tcp --link coast"):
        coast.refused(command, "kept by house", PLACES, "croupier house join coast --at PLACE")
    assert "is found there" in coast.said("house join coast --at moved.db --their-keys coast.db.keys")
    coast.run("house play 1")
    assert coast.fed("moved.db") == 3


def test_two_houses_of_the_same_table_names_are_told_apart(coast: Town) -> None:
    coast.run("house init --house other.db")
    for house in ("house.db", "other.db"):
        coast.run(f"house join coast --at coast.db --house {house}")
        coast.run(f"house open tcp-1 --example md-tcp --link coast --house {house}")
        coast.run(f"house play 2 --house {house}")
    assert coast.fed("coast.db") == 4
    for house in ("house.db", "other.db", "coast.db"):
        assert coast.run(f"audit {house}")["ok"]


def test_another_link_of_a_house_that_is_known(coast: Town) -> None:
    (coast.folder / "bay.toml").write_text(LINK.replace("coast", "bay"), "utf-8")
    coast.run("house link bay.toml --house coast.db")
    coast.run("house join coast --at coast.db")
    coast.run("house join bay --at coast.db")
    for table, link in (("tcp-1", "coast"), ("tcp-2", "bay")):
        coast.run(f"house open {table} --example md-tcp --link {link}")
    coast.run("house play 2")
    assert coast.run("audit house.db")["ok"]
    assert coast.run("audit coast.db")["ok"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("lane --at coast.db", ("There is no link 'lane'",)),
        ("coast --at none.db --their-keys coast.db.keys", ("Link coast cannot be reached", "none.db is not there")),
        ("coast --at none.db", ("none.db.keys cannot be read",)),
        ("coast --at postgresql://127.0.0.1:1/x --their-keys coast.db.keys", ("cannot be reached", "127.0.0.1:1/x")),
        ("coast --at mysql://localhost/x", ("mysql",)),
        ("coast --at coast.db --their-keys other.db.keys", ("coast.db is not of the house", "other.db.keys")),
        ("coast --at coast.db --their-keys house.db.keys", ("this house itself",)),
        ("coast --at house.db", ("this house itself", "--link coast")),
        ("coast --at house.db --their-keys coast.db.keys", ("house.db is not of the house", "coast.db.keys")),
        ("coast --at coast.db --their-keys coast.db", ("coast.db",)),
        ("coast --at coast.db --house none.db", ("none.db",)),
        ("strip --at other.db", ("There is a link 'strip' in this house already",)),
        ("far --at other.db", ("Link far is not kept here but at",)),
        ("coast", ("--at",)),
    ],
)
def test_what_cannot_be_joined_gets_a_sentence_and_changes_nothing(
    coast: Town, words: str, named: tuple[str, ...]
) -> None:
    coast.run("house init --house other.db")
    for house, link in (("house.db", "strip"), ("other.db", "strip"), ("coast.db", "far")):
        (coast.folder / f"{link}.toml").write_text(LINK.replace("coast", link), "utf-8")
        coast.run(f"house link {link}.toml --house {house}")
    coast.run("house join far --at coast.db --house other.db")
    coast.refused(f"house join {words}", *named)
    assert not os.path.exists(PLACES)
    coast.run("house tables")
    assert coast.run("audit house.db")["ok"]


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("[houses", "is not TOML"),
        (b"\xff", "is not TOML"),
        ("[house.x]", "the nearest is houses"),
        ("houses = 5", "houses is 5"),
        ("[houses.coast]\nat = 'coast.db'\nkeys = 'k'", "the first 16 digits of that house's public key"),
        ("[houses.0123456789abcdef]\nat = 'coast.db'", "every house needs"),
        ("[houses.0123456789abcdef]\nat = 5\nkeys = 'k'", "at is 5; write a path"),
        ("[houses.0123456789abcdef]\nat = 'coast.db'\nkey = 'k'", "the nearest is keys"),
    ],
)
def test_a_file_of_places_that_cannot_be_used_gets_a_sentence(coast: Town, written: str | bytes, named: str) -> None:
    coast.run("house join coast --at coast.db")
    (coast.folder / PLACES).write_bytes(written.encode() if isinstance(written, str) else written)
    for command in ("house tables", "house join coast --at coast.db"):
        coast.refused(command, PLACES, named)


def test_a_file_of_places_that_cannot_be_written_is_told_and_the_join_can_be_said_again(coast: Town) -> None:
    (coast.folder / f"{PLACES}.{os.getpid()}").mkdir()
    coast.refused("house join coast --at coast.db", PLACES, "cannot be written")
    coast.refused("house tables", "kept by house")
    (coast.folder / f"{PLACES}.{os.getpid()}").rmdir()
    assert coast.run("house join coast --at coast.db")["moved"]
    coast.run("house tables")


def test_keys_that_turn_out_wrong_later_lose_the_link_and_write_nothing_there(coast: Town) -> None:
    coast.run("house join coast --at coast.db")
    coast.run("house open tcp-1 --example md-tcp --link coast")
    coast.run("house init --house other.db")
    os.rename("coast.db.keys", "right.keys")
    os.rename("other.db.keys", "coast.db.keys")
    assert coast.run("house play 2")["lost_links"] == ["coast"]
    os.rename("right.keys", "coast.db.keys")
    assert coast.fed("coast.db") == 0
    assert coast.run("house play 2")["lost_links"] == []
    assert coast.run("audit coast.db")["ok"]
