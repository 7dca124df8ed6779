"""The paytable studio over HTTP: what may be edited, priced as by the command, found by its edge, on a PAR sheet."""

import asyncio
import json
import os
from csv import DictReader
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import croupier as c
from croupier.server.odds.calculation_pool import Worker
from croupier.server.odds.queue import Queue
from croupier.server.wire.errors import Problem
from tests.server.live import Browser, Live, named

TRIPS = {
    "royal_flush": "50 to 1",
    "straight_flush": "40 to 1",
    "four_of_a_kind": "30 to 1",
    "full_house": "9 to 1",
    "flush": "7 to 1",
    "straight": "4 to 1",
    "three_of_a_kind": "3 to 1",
}


@pytest.fixture(scope="module")
def desk(crew_server: Live) -> Browser:
    browser = crew_server.browser()
    assert browser.sign_in(named("regulator")).status_code == 200
    return browser


def _price(desk: Browser, wager: str = "trips", rulebook: str = "md-uth", **asked: Any) -> Any:
    body = {"wager": wager, "paytable": "A", "lines": TRIPS, **asked}
    return desk.post(f"/api/studio/{rulebook}/price", json=body)


def test_every_wager_that_is_staked_on_has_its_posted_paytables_and_all_lines_there_can_be(desk: Browser) -> None:
    wagers = {one["wager"]: one for one in desk.get("/api/studio/md-uth").json()}
    assert {"base", "trips", "progressive"} <= set(wagers)
    assert "envy" not in wagers
    trips = wagers["trips"]
    assert [table["id"] for table in trips["paytables"]] == ["A", "B", "C", "D", "E"]
    assert {line["line"]: line["pays"] for line in trips["paytables"][0]["lines"]} == TRIPS
    assert {"four_aces", "two_pair"} <= {line["line"] for line in trips["lines"]}
    assert (trips["solved"], wagers["base"]["solved"]) == (False, True)


def test_an_edited_paytable_is_priced_as_by_the_command(desk: Browser) -> None:
    found = _price(desk, lines={**TRIPS, "flush": "6 to 1", "straight": "none"}).json()
    (exact,) = c.price("md-uth", "trips", "A", lines={"flush": "6 to 1", "straight": "none"})
    assert int(found["ev"]["num"]) * exact.ev.denominator == exact.ev.numerator * int(found["ev"]["den"])
    assert found["sd"] == pytest.approx(exact.sd)
    assert found["permission"]["kind"] == "not_in_the_rules"
    assert "straight" not in [line["line"] for line in found["lines"]]
    assert sum(bar["chance"] for bar in found["session"]["bars"]) == pytest.approx(1, abs=0.01)
    assert _price(desk).json()["permission"]["paytable"] == "A"


def test_where_best_play_depends_on_it_the_game_is_solved_again(desk: Browser) -> None:
    lines = {"straight_flush": "5 to 1", "three_of_a_kind": "4 to 1", "straight": "2 to 1"}
    found = _price(desk, "base", "md-tcp", lines=lines).json()
    (exact,) = c.price("md-tcp", "base", lines={"straight": "2 to 1"})
    assert found["house_edge"] == pytest.approx(float(exact.house_edge))
    assert found["play_changed"] is False
    assert {line["line"]: line["pays"] for line in found["lines"]} == lines


def test_paytables_are_found_by_their_edge(desk: Browser) -> None:
    body = {"wager": "trips", "paytable": "A", "moves": {"flush": "4..8", "straight": "3..5|none"}, "edge": "2%..8%"}
    found = desk.post("/api/studio/md-uth/design", json={**body, "ladder": True}).json()
    same = c.design("md-uth", "trips", body["moves"], paytable="A", edge="2%..8%", ladder=True)  # type: ignore[arg-type]
    assert (found["candidates"], found["found"]) == (str(same.candidates), len(same.found)) == ("20", len(same.found))
    assert [one["house_edge"] for one in found["designs"]] == pytest.approx([float(d.house_edge) for d in same.found])
    assert [one["front"] for one in found["designs"]] == [one.on_front for one in same.found]


def test_of_many_that_satisfy_the_page_gets_the_front_and_some_and_the_file_all(desk: Browser) -> None:
    moves = {"four_of_a_kind": "20..40", "full_house": "5..12", "flush": "4..9|none"}
    body = {"wager": "trips", "paytable": "A", "moves": moves, "prefer": {"edge": "low"}}
    found = desk.post("/api/studio/md-uth/design", json=body).json()
    same = c.design("md-uth", "trips", moves, paytable="A", prefer={"edge": "low"})
    assert found["found"] == len(same.found) == 21 * 8 * 7
    assert found["as_file"] is True
    shown = [one["house_edge"] for one in found["designs"] if one["front"]]
    assert found["on_front"] == len(same.front) <= 200
    assert shown == pytest.approx([float(one.house_edge) for one in same.front])
    assert len(found["designs"]) <= 400
    assert found["designs"][-1]["house_edge"] == pytest.approx(float(same.found[-1].house_edge))
    rows = desk.get("/api/studio/md-uth/designs", params={"asked": json.dumps(body)})
    assert rows.headers["content-type"].startswith("text/csv")
    table = list(DictReader(StringIO(rows.text)))
    assert [Fraction(row["average"]) for row in table] == [one.ev for one in same.found]
    assert {row["flush"] for row in table} == {*(f"{n} to 1" for n in range(4, 10)), "none"}


def test_a_par_sheet_is_a_pdf(desk: Browser) -> None:
    asked = json.dumps({"wager": "trips", "paytable": "A", "lines": TRIPS})
    sheet = desk.get("/api/studio/md-uth/par", params={"asked": asked})
    assert sheet.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"lines": {**TRIPS, "flush": "lots"}}, "is not odds"),
        ({"lines": {**TRIPS, "flush": ""}}, "is not odds"),
        ({"lines": {}}, "has no lines"),
        ({"lines": dict.fromkeys(TRIPS, "none")}, "every line is taken away"),
        ({"lines": {**TRIPS, "flsh": "6 to 1"}}, "the nearest is flush"),
        ({"wager": "tripps"}, "no wager 'tripps'"),
        ({"paytable": "Z"}, "no paytable 'Z'"),
        ({"wager": "envy"}, "Nothing is staked"),
    ],
)
def test_what_cannot_be_priced_gets_a_sentence(desk: Browser, asked: dict[str, Any], sentence: str) -> None:
    told = _price(desk, **asked)
    assert told.status_code == 400
    assert sentence in told.json()["sentence"]


def test_bad_searches_sheets_and_rulebooks_get_a_sentence(desk: Browser) -> None:
    body = {"wager": "trips", "paytable": "A", "moves": {}}
    wide = dict.fromkeys(TRIPS, "1..999")
    for changed, sentence in (
        ({}, "No line may move"),
        ({"moves": {"flush": "4..8"}, "edge": "x"}, "is no range"),
        ({"moves": {"flush": "4..8"}, "prefer": {"edge": "up"}}, "preferred"),
        ({"moves": wide}, "too many for a page"),
    ):
        told = desk.post("/api/studio/md-uth/design", json={**body, **changed})
        assert (told.status_code, sentence in told.json()["sentence"]) == (400, True), told.text
    for at in ("par", "designs"):
        told = desk.get(f"/api/studio/md-uth/{at}", params={"asked": "{"})
        assert (told.status_code, "ask in JSON" in told.json()["sentence"]) == (400, True)
    assert desk.get("/api/studio/nowhere").status_code == 400
    assert _price(desk, rulebook="nowhere").status_code == 400


def test_who_comes_when_enough_are_waiting_is_told_so_at_once_and_others_lose_nothing(tmp_path: Path) -> None:
    door = tmp_path / "door"
    os.mkfifo(door)  # what is calculated: it ends when somebody writes

    async def all_day() -> None:
        queue = Queue(Worker(), 1)
        first = asyncio.ensure_future(queue.ask(Path.read_text, door))
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="try again in a moment"):
            await queue.ask(Path.read_text, door)
        await asyncio.to_thread(door.write_text, "found")
        assert await first == "found"
        assert await queue.ask(len, "free") == 4

    asyncio.run(all_day())
