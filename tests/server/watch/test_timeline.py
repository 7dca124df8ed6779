"""The timeline over HTTP: searched by each thing, page by page, and bad questions answered in a sentence."""

from typing import Any

import pytest

from croupier.house.handlers import commands as h
from croupier.house.reports.timeline import PAGE
from tests.server.felt import floor_of
from tests.server.live import Browser, Live


def found(browser: Browser, **asked: Any) -> list[dict[str, Any]]:
    """Every event that is found, page after page."""
    events: list[dict[str, Any]] = []
    while True:
        answer = browser.get("/api/watch/timeline", params=asked)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        events += page["entries"]
        if not page["before"]:
            return events
        asked = {**asked, "before": page["before"]}


def test_events_are_searched_by_each_thing(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("small", "md-tcp", ("ann", "bob"))
    floor.open("large", "md-uth", ("cid",))
    floor.play("small", 6)
    floor.play("large", 3)
    floor.do("large", h.Fill(cents=250_000, by="floor:kim"))
    watcher = live_server.signed_in("surveillance")
    everything = found(watcher, least_cents=1)
    assert len(everything) > PAGE
    keys = [(one["at_ms"], one["table"], one["record"]) for one in everything]
    assert keys == sorted(keys, reverse=True)
    assert {one["table"] for one in found(watcher, table="large", least_cents=1)} == {"large"}
    assert {one["wager"] for one in found(watcher, wager=" Ante ", least_cents=1)} == {"ante"}
    assert {one["player"] for one in found(watcher, person="bob", least_cents=1)} == {"bob"}
    assert all(one["cents"] >= 250_000 for one in found(watcher, least_cents=250_000))
    (fill,) = [one for one in found(watcher, group="chips") if one["by"] == "the floor (Kim)"]
    assert (fill["event"], fill["cents"], fill["table"]) == ("Filled", 250_000, "large")
    assert found(watcher, person="Kim") == [fill]
    assert fill in found(watcher, since_ms=fill["at_ms"], until_ms=fill["at_ms"])
    assert fill not in found(watcher, until_ms=fill["at_ms"] - 1)
    assert found(watcher, table="cage") == [one for one in found(watcher) if one["table"] == "cage"] != []
    # A round that was found is told from that record on.
    paid = next(one for one in everything if one["event"] == "WagerSettled")
    told = watcher.get(f"/api/history/{paid['table']}/{paid['round']}").json()
    frame = next(frame for frame in told["frames"] if frame["record"] >= paid["record"])
    assert frame["record"] == paid["record"]


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"table": "nowhere"}, 404, "There is no table 'nowhere'"),
        ({"before": "yesterday"}, 400, "before is not where a page of events ended"),
        ({"group": "gossip"}, 400, ""),
        ({"least_cents": "-1"}, 400, ""),
        ({"since_ms": "noon"}, 400, ""),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    crew_server: Live, asked: dict[str, str], status: int, says: str
) -> None:
    browser = crew_server.browser()
    browser.sign_in("the-regulator")
    answer = browser.get("/api/watch/timeline", params=asked)
    assert answer.status_code == status, answer.text
    assert says in answer.json()["sentence"]
