"""The demo pit: a table of each rulebook, ready to be played at, and whole by the audit."""

from pathlib import Path

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers.duties import duty_at
from croupier.house.keys import load_keys
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.server.app import demo
from croupier.server.app.demo import BETTING_SECONDS, DECISION_SECONDS, LINK, REAL_CARDS, STAFF, demo_house, demo_staff
from croupier.server.wire.errors import Problem
from tests.server.live import CHEAP, serving


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return demo_house(tmp_path_factory.mktemp("new") / "a" / "demo")


def test_a_practice_table_of_each_rulebook_and_a_link_that_two_of_them_share(made: tuple[Path, Path]) -> None:
    with Database.open(made[0]) as database:
        house = House(database, load_keys(made[1]))
        real = house.table(REAL_CARDS[0])
        assert (real.dealer, real.card_source, real.chip_source, real.practice) == ("human", "seen", "felt", False)
        assert [deck.inspected_by for deck in real.state.decks] == ["dealer:dana", "dealer:dana"]
        assert duty_at(house.rules_of(real), real, house.now_ms() // 1000) is None, "nobody else is waited for"
        tables = [house.table(name) for name in house.tables() if name != REAL_CARDS[0]]
        assert sorted(house.rules_of(table).rulebook.rulebook for table in tables) == sorted(rulebook_ids())
        for table in tables:
            assert table.practice
            assert (table.betting_seconds, table.decision_seconds) == (BETTING_SECONDS, DECISION_SECONDS)
            assert table.link
        assert len([table for table in tables if table.link == LINK.link]) == 2
        report = audit(database, load_keys(made[1]))
        assert report.ok, report.problems


def test_every_table_has_a_title_of_its_own(made: tuple[Path, Path]) -> None:
    keys = load_keys(made[1])
    with Database.open(made[0]) as database, serving(database, CHEAP, House(database, keys)) as live:
        cards = live.browser().get("/api/tables").json()
    assert len({card["title"] for card in cards}) == len(cards) == 6


def test_it_is_made_once_and_says_so(made: tuple[Path, Path], tmp_path: Path) -> None:
    before, said = made[1].read_bytes(), list[str]()
    demo_house(tmp_path / "new", said.append)
    assert [sentence.partition(":")[0] for sentence in said] == [f"Making a demo house in {tmp_path / 'new'}"]
    assert demo_house(made[0].parent, said.append) == made
    assert len(said) == 1
    assert made[1].read_bytes() == before


def test_one_that_was_interrupted_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(house: House) -> None:
        house.open_cage()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(demo, "open_pit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            demo_house(tmp_path)
    database, keys = demo_house(tmp_path)
    with Database.open(database) as opened:
        assert len(House(opened, load_keys(keys)).tables()) == 6
    assert not list(tmp_path.glob("making*"))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(BadInput, match="cannot hold the demo"):
        demo_house(tmp_path / "file" / "demo")


def test_the_staff_sign_in_by_a_password_that_is_new_at_each_start(made: tuple[Path, Path]) -> None:
    with Database.open(made[0]) as database, serving(database, CHEAP, House(database, load_keys(made[1]))) as live:
        first, second = (demo_staff(live.house, live.users, live.clock()) for _ in range(2))
        assert first != second
        for name, role in STAFF:
            user = live.users.check(name, second, live.clock())
            assert (user.role, user.one_time) == (role, False)
            with pytest.raises(Problem):
                live.users.check(name, first, live.clock())


def test_a_demo_without_a_table_for_its_staff_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(demo, "open_real_cards", lambda house: None)
        database, keys = demo_house(tmp_path)
    with Database.open(database) as opened, serving(opened, CHEAP, House(opened, load_keys(keys))) as live:
        assert REAL_CARDS[0] not in live.house.tables()
        demo_staff(live.house, live.users, live.clock())
        assert REAL_CARDS[0] in live.house.tables()
