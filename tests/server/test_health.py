"""For whoever watches over the floor: is it well, and how much is going on."""

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from croupier.house.database import Database
from croupier.house.house import House, TableTerms
from tests.house.floor import KEYS, example
from tests.server.live import CHEAP, Live, serving


def figures(live: Live) -> dict[str, float]:
    """What is counted, by name and labels."""
    told = live.browser().get("/metrics")
    assert told.status_code == 200
    rows = [line for line in told.text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (row.rsplit(" ", 1) for row in rows)}


def test_a_floor_that_is_well(live_server: Live) -> None:
    answer = live_server.browser().get("/health")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "schema": True, "service": True})


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
    assert (answer.status_code, answer.json()) == (503, {"database": True, "schema": False, "service": True})


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
    assert figures(lite_server)['croupier_rounds{table="one"}'] == house.desk("one").state.rounds


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
