"""Tables run from the pit: opened and changed by a submission that checks clean, closed out, each by name."""

from typing import Any

import pytest

from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from tests.house.floor import example
from tests.server.felt import electing, floor_of
from tests.server.live import Live


def act_of(live: Live, table: str, kind: type) -> Any:
    """The act by which something came about at a table."""
    with live.house.database.read() as connection:
        records = list(store.records_after(connection, table, 0))
    (found,) = [a for r in records for a in decoded(r.body) if any(isinstance(one, kind) for one in a.events)]
    return found


def test_a_submission_is_checked_with_field_and_clause(lite_server: Live) -> None:
    kim = lite_server.signed_in("floor")
    good = kim.post("/api/pit/check", json={"submission": example("md-tcp")})
    assert not [one for one in good.json() if one["severity"] == "violation"]
    few = example("md-tcp").replace("seats = 7", "seats = 9")
    assert few != example("md-tcp")
    found = kim.post("/api/pit/check", json={"submission": few}).json()
    assert any(one["severity"] == "violation" and one["clause"] and one["field"] for one in found), found
    unread = kim.post("/api/pit/check", json={"submission": "not = [toml"})
    assert unread.status_code == 400
    assert unread.json()["sentence"]


def test_a_table_is_opened_changed_and_closed_by_name(live_server: Live) -> None:
    kim = live_server.signed_in("floor", "kim")
    new = {"table": "oak-7", "submission": example("md-tcp"), "dealer": "human"}
    assert kim.post("/api/pit/tables", json=new).status_code == 204
    assert act_of(live_server, "oak-7", he.TableOpened).by == "floor:kim"
    again = kim.post("/api/pit/tables", json=new)
    assert (again.status_code, "already" in again.json()["sentence"]) == (409, True)
    first = live_server.house.table("oak-7").digest
    other = electing("md-tcp", pair_plus='"A"')
    assert kim.post("/api/pit/oak-7/rules", json={"id": "idididid", "submission": other}).status_code == 204
    assert act_of(live_server, "oak-7", he.RulesChanged).by == "floor:kim"
    assert live_server.house.table("oak-7").digest != first, "no round is under way: it is the next"
    game = kim.post("/api/pit/oak-7/rules", json={"id": "idididie", "submission": example("md-uth")})
    assert (game.status_code, game.json()["code"]) == (409, "other_game")
    assert kim.post("/api/pit/oak-7/closing", json={"id": "idididif"}).status_code == 204
    assert live_server.house.table("oak-7").closed
    assert act_of(live_server, "oak-7", he.TableClosed).by == "floor:kim"


def test_a_table_is_not_closed_in_the_middle_of_a_round(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("oak-1", "md-tcp")
    floor.bet("oak-1")
    refused = lite_server.signed_in("floor").post("/api/pit/oak-1/closing", json={"id": "idididid"})
    assert (refused.status_code, refused.json()["code"]) == (409, "round_open")
    assert not floor.table("oak-1").closed


@pytest.mark.parametrize(
    "body",
    [
        {"table": "Oak 7", "submission": "x"},
        {"table": "oak-7", "submission": "x"},
        {"table": "oak-7", "submission": "md-tcp", "dealer": "virtual", "cards": "seen"},
    ],
)
def test_what_cannot_be_opened_says_why_and_opens_nothing(lite_server: Live, body: dict[str, str]) -> None:
    text = body["submission"]
    given = {**body, "submission": example(text) if text == "md-tcp" else text}
    answer = lite_server.signed_in("floor").post("/api/pit/tables", json=given)
    assert answer.status_code == 409
    assert answer.json()["sentence"]
    assert lite_server.house.tables() == []
