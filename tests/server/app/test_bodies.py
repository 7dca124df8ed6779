"""What a request brings: refused with a sentence where it cannot be read, and never taken for something else."""

import json
from typing import Any

import pytest

from croupier.house.service.house import TableTerms
from tests.house.floor import example
from tests.server.live import Browser, Live

JSON = {"content-type": "application/json"}
NESTED = "[" * 30_000


@pytest.fixture
def player(lite_server: Live) -> Browser:
    lite_server.house.open_table("one", example("md-tcp"), TableTerms())
    return lite_server.guest()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"name": "\xff", "password": "x"}',
        b'{"name": "\xed\xa0\x80", "password": "x"}',
        NESTED.encode(),
        f'{{"name": {NESTED}'.encode(),
        f'{{"name": "ann", "password": "x", "more": {NESTED}{"]" * 30_000}}}'.encode(),
        b'{"a":' * 10_000,
    ],
)
def test_a_body_that_cannot_be_read(player: Browser, body: bytes) -> None:
    for path in ("/api/session", "/api/tables/one/commands"):
        answer = player.post(path, content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), body[:40]


def wagers(**changed: Any) -> dict[str, Any]:
    request = {"wish": "wagers", "seat": 1, "round": 1, "stakes_cents": {"ante": 1000}, **changed}
    return {"id": "12345678", "wish": request}


@pytest.mark.parametrize(
    "asked",
    [
        wagers(seat="1"),
        wagers(seat=1.0),
        wagers(round="1"),
        wagers(stakes_cents={"ante": "1000"}),
        wagers(stakes_cents={"ante": 1000.0}),
        wagers(ready="true"),
        wagers(ready=1),
        {**wagers(), "version": "3"},
    ],
)
def test_nothing_is_taken_for_a_number_that_is_not_written_as_one(player: Browser, asked: dict[str, Any]) -> None:
    answer = player.post("/api/tables/one/commands", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.text
    assert "Expected" in answer.json()["sentence"]
    with player.socket("/api/tables/one/socket") as socket:
        socket.send(json.dumps(asked))
        while (told := json.loads(socket.recv(10)))["type"] != "answer":
            pass
        assert (told["outcome"], told["code"]) == ("refused", "malformed"), "HTTP and sockets refuse alike"


def test_chips_are_bought_in_whole_cents(player: Browser) -> None:
    for cents in ("1000", 1000.0):
        answer = player.post("/api/cage/buy-in", json={"cents": cents})
        assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("path", ["/api/tables/%ff/view", "/api/history?player=%ff", "/api/clauses/%ff%fe", "/%ff"])
def test_an_address_in_no_encoding(player: Browser, path: str) -> None:
    assert player.get(path).status_code in (200, 400, 403, 404)


@pytest.mark.parametrize("value", [b"\xff\xfe", b"croupier-session=\xff; croupier-csrf=\xfe", b"\xed\xa0\x80=1"])
def test_headers_in_no_encoding(lite_server: Live, value: bytes) -> None:
    answer = lite_server.browser().post("/api/guest", headers={b"cookie": value, b"x-csrf-token": value})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


@pytest.mark.parametrize("name", ['"\\ud800"', '"\\u0000"', '"a\\u0000b"'])
def test_texts_that_no_database_takes(player: Browser, name: str) -> None:
    body = f'{{"name": {name}, "password": {name}}}'.encode()
    assert player.post("/api/session", content=body, headers=JSON).status_code in (400, 401)
