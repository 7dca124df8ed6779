"""Movements of meters over HTTP: every one, page by page, the latest first, each with the round that caused it."""

from typing import Any

from sqlalchemy import func, select

from croupier.house.database import schema as s
from croupier.house.reports.meter_movements import PAGE
from tests.server.felt import floor_of
from tests.server.live import Browser, Live


def moved(browser: Browser, link: str) -> list[dict[str, Any]]:
    """Every movement, page after page."""
    found: list[dict[str, Any]] = []
    asked: dict[str, int] = {}
    while True:
        answer = browser.get(f"/api/watch/meters/{link}", params=asked)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["movements"]
        assert len(page["movements"]) <= PAGE
        if page["before"] is None:
            return found
        asked = {"before": page["before"]}


def test_every_movement_of_a_link_with_its_round(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann", "bob"))
    floor.play("oak", PAGE // 2)
    watcher = live_server.signed_in("regulator")
    found = moved(watcher, "oak")
    with live_server.house.database.read() as connection:
        count = connection.execute(select(func.count()).select_from(s.movements)).scalar_one()
        (shown,) = connection.execute(select(s.meters.c.shown_cents)).scalars()
    assert [one["move"] for one in found] == list(range(count, 0, -1))
    assert (found[-1]["kind"], found[-1]["round"], found[-1]["table"]) == ("start", 0, "")
    assert found[0]["shown_cents"] == shown
    fed = [one for one in found if one["kind"] == "contribution"]
    assert fed
    for one in fed:
        assert (one["table"], one["gain_cents"] > 0) == ("oak", True)
        told = watcher.get(f"/api/history/oak/{one['round']}").json()
        assert one["record"] in {frame["record"] for frame in told["frames"]}


def test_a_link_that_is_not_there_is_said_so(live_server: Live) -> None:
    answer = live_server.signed_in("surveillance").get("/api/watch/meters/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_link")
