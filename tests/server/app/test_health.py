"""For whoever watches over the floor: is it well, and how much is going on."""

import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from croupier.house.database import outages
from croupier.house.database.database import Database
from croupier.house.service.house import House, TableTerms
from croupier.server.app import health
from tests.house.database.disks import small_disk
from tests.house.floor import KEYS, example
from tests.house.links.coastal import LINK, Coast
from tests.server.live import CHEAP, Live, serving
from tests.server.served import until


def figures(live: Live) -> dict[str, float]:
    """What is counted, by name and labels."""
    told = live.browser().get("/metrics")
    assert told.status_code == 200
    rows = [line for line in told.text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (row.rsplit(" ", 1) for row in rows)}


def test_a_floor_that_is_well(live_server: Live) -> None:
    answer = live_server.browser().get("/health")
    well = {"database": True, "commits": True, "schema": True, "records": True, "service": True, "links": {}}
    assert (answer.status_code, answer.json()) == (200, well)


def test_a_database_that_is_away(house_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    shutil.copyfile(house_file, path)
    with Database.open(path) as database, serving(database) as live:
        browser = live.browser()
        database.engine.dispose()
        for file in tmp_path.glob("house.db*"):
            file.unlink()
        answer = browser.get("/health")
        assert answer.status_code == 503
        assert answer.json()["database"] is False
        told = browser.get("/api/tables")
        assert told.status_code in (200, 503)
        assert str(tmp_path) not in told.text


def test_a_schema_that_is_another_version_s(lite_server: Live) -> None:
    with lite_server.house.database.write() as connection:
        connection.execute(text("UPDATE croupier_schema SET version_num = '0001_since_0.1.0'"))
    answer = lite_server.browser().get("/health")
    assert answer.status_code == 503
    assert [name for name, found in answer.json().items() if found is False] == ["schema"]


def test_what_goes_on_is_counted(live_server: Live) -> None:
    before = figures(live_server)
    live_server.guest()
    browser = live_server.browser()
    with browser.socket("/api/lobby/socket"):
        after = figures(live_server)
    assert (
        after['croupier_commands_total{outcome="done"}'] - before.get('croupier_commands_total{outcome="done"}', 0) == 1
    )
    assert after["croupier_commits_total"] - before["croupier_commits_total"] == 1
    assert after["croupier_committed_commands_total"] - before["croupier_committed_commands_total"] == 1
    assert after["croupier_command_seconds_count"] - before["croupier_command_seconds_count"] == 1
    assert after["croupier_sockets"] == 1
    assert after['croupier_requests_total{method="POST",path="/api/guest",status="200"}'] == 1


def test_rounds_are_counted_by_table(lite_server: Live) -> None:
    house = lite_server.house
    house.open_table("one", example("md-tcp"), TableTerms())
    assert figures(lite_server)['croupier_rounds{table="one"}'] == house.table("one").state.rounds


def test_nobody_fills_the_counts_with_paths_of_their_making(lite_server: Live) -> None:
    browser = lite_server.browser()
    for number in range(5):
        browser.get(f"/api/made-up-{number}")
        browser.get(f"/made-up-{number}")
    assert not [name for name in figures(lite_server) if re.search("made-up", name)]


def test_the_counts_are_for_those_who_were_named(lite_server: Live) -> None:
    elsewhere = replace(CHEAP, metrics_from=("10.1.2.3",))
    with serving(lite_server.house.database, elsewhere, House(lite_server.house.database, KEYS)) as live:
        answer = live.browser().get("/metrics")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_from_here")


@pytest.mark.parametrize("path", ["/health", "/metrics"])
def test_only_to_be_looked_at(lite_server: Live, path: str) -> None:
    assert lite_server.browser().post(path).status_code == 405


def test_a_full_disk_and_room_on_it_again(house_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Health says that nothing can be kept while that is so, however small what is tried, and that it can be again."""
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(outages, "BELIEVED_SECONDS", 3600.0)
    with small_disk(tmp_path, 4) as disk:
        shutil.copyfile(house_file, disk / "house.db")
        with Database.open(disk / "house.db") as database, serving(database) as live:
            live.house.open_table("one", example("md-tcp"), TableTerms())
            browser = live.browser()
            assert browser.get("/health").status_code == 200
            filling = disk / "filling"
            with suppress(OSError), filling.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            failed = 0
            while failed < 3:
                failed += live.browser().post("/api/guest").status_code == 503
            for _ in range(5):
                answer = browser.get("/health")
                assert (answer.status_code, answer.json()["commits"], answer.json()["database"]) == (503, False, True)
            filling.unlink()
            monkeypatch.setattr(outages, "BELIEVED_SECONDS", 0.0)
            until(lambda: browser.get("/health").status_code == 200)
            assert live.browser().post("/api/guest").status_code == 200


def test_of_each_link_whether_its_database_commits(
    lite_server: Live, house_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)
    lite_server.house.open_table("one", example("md-uth"), TableTerms())
    shutil.copyfile(house_file, tmp_path / "far.db")
    with Database.open(tmp_path / "far.db") as far:
        elsewhere = Coast(far, str(tmp_path / "far.db")).remote_house()
        lite_server.house.remote_houses = {elsewhere.name: elsewhere}
        lite_server.house.join_remote_link(LINK, elsewhere.name)
    browser = lite_server.browser()
    assert browser.get("/health").json()["links"] == {LINK: True, "one": True}
    for file in tmp_path.glob("far.db*"):
        file.unlink()
    elsewhere.close()
    until(lambda: browser.get("/health").json()["links"] == {LINK: False, "one": True})
    assert browser.get("/health").status_code == 200, "tables are played on"


def test_many_who_ask_cost_one_commit(lite_server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = lite_server.browser()
    tried: list[Database] = []
    really = Database.try_commit

    def counted(database: Database) -> None:
        tried.append(database)
        really(database)

    monkeypatch.setattr(Database, "try_commit", counted)
    began = time.monotonic()
    for _ in range(40):
        assert browser.get("/health").status_code == 200
    assert len(tried) <= 1 + (time.monotonic() - began) / health.FRESH_SECONDS
