"""Tables over HTTP, and the lobby's socket."""

import json
from typing import Any

import msgspec
import pytest

from croupier.house.handlers import commands as h
from croupier.house.service.house import TableTerms
from croupier.server.wire.messages import TableSeen
from croupier.table.values import commands as c
from tests.house.floor import example
from tests.patience import PATIENCE_SECONDS
from tests.server.live import Browser, Live


@pytest.fixture
def floor(lite_server: Live) -> Live:
    lite_server.house.open_table("three", example("md-tcp"), TableTerms(practice=True))
    lite_server.house.open_table("hold-em", example("md-uth"), TableTerms())
    return lite_server


def ask(browser: Browser, table: str, request: dict[str, Any], asked_id: str = "12345678", **given: Any) -> Any:
    return browser.post(f"/api/tables/{table}/commands", json={"id": asked_id, "wish": request, **given})


def seen(browser: Browser, table: str) -> TableSeen:
    answer = browser.get(f"/api/tables/{table}/view")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=TableSeen)


def test_the_lobby(floor: Live) -> None:
    cards = {card["table"]: card for card in floor.browser().get("/api/tables").json()}
    assert cards.keys() == {"three", "hold-em"}
    three = cards["three"]
    assert (three["title"], three["game_title"]) == ("Three Card Poker 1", "Three Card Poker")
    assert (three["jurisdiction"], three["rulebook"], three["limits"]) == ("Maryland", "md-tcp", "$15 to $500")
    assert (three["seats"], three["players"], three["practice"], three["closed"]) == (7, {}, True, False)
    assert three["meters"] == [{"meter": "progressive", "title": "Progressive", "cents": 500_000}]
    assert [meter["meter"] for meter in cards["hold-em"]["meters"]] == ["major", "minor"]
    assert not cards["hold-em"]["practice"]


def test_two_tables_with_equal_rules_are_shown_by_their_own_names(floor: Live) -> None:
    named = example("md-tcp").replace("Three Card Poker 1", "The quiet corner")
    floor.house.open_table("corner", named, TableTerms())
    browser = floor.browser()
    cards = {card["table"]: card for card in browser.get("/api/tables").json()}
    told = {name: browser.get(f"/api/tables/{name}").json() for name in cards}
    assert told["corner"]["digest"] == told["three"]["digest"]
    for name, title in (("three", "Three Card Poker 1"), ("corner", "The quiet corner")):
        assert (cards[name]["title"], told[name]["title"]) == (title, title)


def test_a_round_without_a_socket(floor: Live) -> None:
    guest = floor.guest()
    assert ask(guest, "three", {"wish": "sit", "seat": 2}).json()["outcome"] == "done"
    number = seen(guest, "three").round.number  # type: ignore[union-attr]
    wagers = {"wish": "wagers", "seat": 2, "round": number, "stakes_cents": {"ante": 1500, "pair_plus": 500}}
    assert ask(guest, "three", wagers, "23456789").status_code == 200
    assert ask(guest, "three", {"wish": "ready", "seat": 2, "round": number}, "34567890").status_code == 200
    view = seen(guest, "three")
    assert view.round is not None
    assert view.round.boxes[0].hand
    public = seen(floor.browser(), "three")
    assert public.round is not None
    assert public.round.boxes[0].cards == (None,) * 3
    assert public.offers == ()
    fold = {"wish": "decide", "seat": 2, "round": number, "point": view.round.point, "action": "fold"}
    assert ask(guest, "three", fold, "45678901", version=view.version).status_code == 200
    again = ask(guest, "three", fold, "45678901", version=view.version)
    assert again.json() == {
        "type": "answer",
        "id": "45678901",
        "outcome": "done",
        "code": "",
        "sentence": "",
        "clause": "",
    }
    stale = ask(guest, "three", fold, "56789012", version=view.version)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")


def test_what_is_refused_has_a_status_and_a_sentence(floor: Live) -> None:
    guest = floor.guest()
    sit = {"wish": "sit", "seat": 2}
    for table, request, status, code in (
        ("three", {"wish": "sit", "seat": 0}, 400, "malformed"),
        ("three", {"wish": "rob"}, 400, "malformed"),
        ("three", {"wish": "leave", "seat": 2}, 409, "not_your_seat"),
        ("three", {"wish": "sit", "seat": 9}, 409, "no_seat"),
        ("three", {"wish": "seed", "seed": "lucky"}, 409, "house_seeds"),
        ("nowhere", sit, 404, "no_table"),
        ("cage", sit, 404, "no_table"),
    ):
        answer = ask(guest, table, request, f"{code}-{table}")
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        assert answer.json()["sentence"].endswith(".")
    assert ask(floor.browser(), "three", sit).status_code == 401
    assert floor.browser().get("/api/tables/nowhere/view").status_code == 404


def test_one_player_has_as_many_adjacent_boxes_as_the_rules_allow(floor: Live) -> None:
    guest = floor.guest()
    assert ask(guest, "three", {"wish": "sit", "seat": 2}, "seat-two").status_code == 200
    assert ask(guest, "three", {"wish": "sit", "seat": 4}, "seat-four").json()["code"] == "not_adjacent"
    assert ask(guest, "three", {"wish": "sit", "seat": 3}, "seat-three").status_code == 200
    assert ask(guest, "three", {"wish": "sit", "seat": 1}, "seat-one").json()["code"] == "too_many_boxes"
    assert [offers.seat for offers in seen(guest, "three").offers] == [2, 3]


def test_the_lobby_hears_of_what_changes(floor: Live) -> None:
    with floor.browser().socket("/api/lobby/socket") as lobby:
        first = json.loads(lobby.recv(PATIENCE_SECONDS))
        assert {card["table"] for card in first["tables"]} == {"three", "hold-em"}
        floor.house.ask(h.Request("cage", h.BuyIn(player="ann", cents=100_000)))
        floor.house.ask(h.Request("three", c.Sit(seat=3, player="ann")))
        (card,) = json.loads(lobby.recv(PATIENCE_SECONDS))["tables"]
        assert (card["table"], card["players"], card["phase"]) == ("three", {"3": "ann"}, "wagering")
        lobby.send("anything")
        assert json.loads(lobby.recv(PATIENCE_SECONDS))["type"] == "goodbye"
