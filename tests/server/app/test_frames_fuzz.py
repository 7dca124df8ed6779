"""Anything at all sent to a table's socket: it is answered or the connection ends, and nothing happens to the table."""

import json
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from croupier.house.audit.audit import audit
from croupier.server.settings import Settings
from croupier.server.tables.sockets import MOST_MALFORMED
from tests.house.floor import KEYS, Floor
from tests.patience import PATIENCE_SECONDS
from tests.server.felt import deal, floor_of
from tests.server.live import Browser, Live, is_well, serving
from tests.server.logged import lines, logged
from tests.soak import sized

SOCKET = "/api/tables/tcp/socket"
quickly = settings(
    max_examples=sized(60, 3_000), database=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

# JSON of any shape, and of the right shape with something wrong in it.
NUMBERS = st.one_of(
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([10**300, -(10**300), 2**63, 2**64, -1, 0, 1e308]),
)
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=20))
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4)
)
TAGS = st.sampled_from(["sit", "leave", "wagers", "ready", "decide", "more_time", "seed", "duty", "open", "", "SIT"])
FIELDS = st.sampled_from(
    ["seat", "round", "stakes_cents", "point", "action", "stake_cents", "seed", "player", "by", "version", "id"]
)
# Never the seat that ann has: every request here is one that changes nothing.
WRONG = st.builds(
    lambda tag, fields: {"wish": tag, **fields},
    TAGS,
    st.dictionaries(FIELDS, ANYTHING.filter(lambda value: value not in (1, 1.0, True)), max_size=5),
)
ASKED = st.fixed_dictionaries(
    {"id": st.text(max_size=80) | st.just("right-0001"), "wish": WRONG | ANYTHING},
    optional={"version": ANYTHING, "more": ANYTHING},
)


def deep(depth: int) -> str:
    """JSON in so many brackets."""
    return "[" * depth + "]" * depth


MALFORMED = (
    "", " ", "null", "true", "0", '""', "{", "}", "[]", "{}", "\x00", "\ufeff{}", "NaN", "Infinity", "-", '{"id":}',
    deep(1_000), deep(4_000), "[" * 8_000, '{"a":' * 1_300, '{"id":"right-0001"}', '{"wish":{"wish":"duty"}}',
    '{"id":"right-0001","wish":{"wish":"nothing"}}', '{"id":"right-0001","wish":{"seat":1}}',
    '{"id":"short","wish":{"wish":"sit","seat":5}}', '{"id":"right-0001","wish":{"wish":"sit","seat":13}}',
    '{"id":"right-0001","wish":{"wish":"sit","seat":0}}', '{"id":"right-0001","wish":{"wish":"sit","seat":"5"}}',
    '{"id":"right-0001","wish":{"wish":"sit","seat":5.5}}', '{"id":"right-0001","wish":{"wish":"sit","seat":5,"x":1}}',
    '{"id":"right-0001","wish":{"wish":"sit","seat":1e400}}',
    '{"id":"right-0001","wish":{"wish":"sit","seat":' + "9" * 5_000 + "}}",
    '{"id":"right-0001","wish":{"wish":"seed","seed":"' + "s" * 65 + '"}}',
    '{"id":"right-0001","wish":{"wish":"wagers","seat":1,"round":2,"stakes_cents":{}}}',
    '{"id":"right-0001","wish":{"wish":"wagers","seat":1,"round":2,"stakes_cents":{"ante":-1}}}',
    '{"id":"right-0001","wish":{"wish":"wagers","seat":1,"round":2,"stakes_cents":{"Ante":1500}}}',
    '{"id":"right-0001\\n","wish":{"wish":"sit","seat":5}}', '{"id":"\\ud800-0001","wish":{"wish":"sit","seat":5}}',
)  # fmt: skip


@pytest.fixture
def floor(lite_server: Live) -> Floor:
    """A table at which ann is asked, and bob waits."""
    found = floor_of(lite_server.house)
    found.open("tcp", "md-tcp", ("ann", "bob"))
    found.play("tcp")
    deal(found, "tcp")
    return found


@pytest.fixture
def ann(lite_server: Live) -> Browser:
    """Ann's browser."""
    return lite_server.signed_in("player", "ann")


def told(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """All that the socket tells until it is closed."""
    try:
        while True:
            yield msgspec.json.decode(socket.recv(PATIENCE_SECONDS))
    except ConnectionClosed:
        return


def next_answer(socket: ClientConnection) -> dict[str, Any]:
    """What the last message is answered: an answer, or a goodbye."""
    return next(one for one in told(socket) if one["type"] in ("answer", "goodbye"))


def still_there(live: Live, floor: Floor, before: Any) -> None:
    """The floor is well, the table stands as it stood, and whoever comes next is shown it."""
    assert floor.table("tcp") == before
    browser = live.browser()
    assert is_well(browser)
    with browser.socket(SOCKET) as socket:
        assert next(told(socket))["version"] == before.version
    browser.close()


def test_what_cannot_be_read_is_answered_with_a_sentence(lite_server: Live, floor: Floor, ann: Browser) -> None:
    before = floor.table("tcp")
    for text in MALFORMED:
        with ann.socket(SOCKET) as socket:
            socket.send(text)
            answer = next_answer(socket)
            said = (text[:200], answer)
            assert (answer["type"], answer.get("outcome"), answer.get("code")) == ("answer", "refused", "malformed"), (
                said
            )
            assert answer["sentence"].endswith("."), said
            assert len(answer["sentence"]) < 500, said
            assert "Traceback" not in answer["sentence"], said
            # The connection is none the worse for it.
            socket.send('{"id": "right-0002", "wish": {"wish": "leave", "seat": 2}}')
            assert next_answer(socket)["code"] == "not_your_seat"
    still_there(lite_server, floor, before)


def test_random_messages_change_nothing(lite_server: Live, floor: Floor, ann: Browser) -> None:
    before = floor.table("tcp")
    noise = ASKED.map(json.dumps) | ANYTHING.map(json.dumps) | st.text(max_size=200)

    @quickly
    @given(st.lists(noise, min_size=1, max_size=MOST_MALFORMED))
    def sent(messages: list[str]) -> None:
        with ann.socket(SOCKET) as socket:
            for message in messages:
                socket.send(message)
                answer = next_answer(socket)
                assert answer["type"] == "answer"
                assert answer["outcome"] in ("refused", "stale"), (message, answer)
                assert answer["sentence"].endswith("."), (message, answer)

    sent()
    still_there(lite_server, floor, before)
    assert audit(lite_server.house.database, KEYS).ok


def test_random_bytes_change_nothing(lite_server: Live, floor: Floor, ann: Browser) -> None:
    before = floor.table("tcp")

    @quickly
    @given(st.binary(max_size=300), st.booleans())
    def sent(data: bytes, as_text: bool) -> None:
        with ann.socket(SOCKET) as socket:
            socket.send(data, text=as_text)  # as text, these are mostly no UTF-8
            for one in told(socket):
                if one["type"] == "answer":
                    assert one["code"] == "malformed", (data, one)
                    break
                assert one["type"] in ("table", "meters", "goodbye"), one

    sent()
    still_there(lite_server, floor, before)


def test_after_some_malformed_messages_the_connection_ends_with_a_sentence(
    lite_server: Live, floor: Floor, ann: Browser
) -> None:
    before = floor.table("tcp")
    with ann.socket(SOCKET) as socket:
        for _ in range(MOST_MALFORMED + 1):
            socket.send("{")
        heard = list(told(socket))
        answers = [one["code"] for one in heard if one["type"] == "answer"]
        assert answers == ["malformed"] * len(answers)
        assert len(answers) <= MOST_MALFORMED
        assert heard[-1]["type"] == "goodbye"
        assert heard[-1]["reason"].endswith(".")
        assert not heard[-1]["again"]
        assert socket.close_code == 1000
    still_there(lite_server, floor, before)


@pytest.mark.parametrize("who", ["ann", "nobody"])
def test_a_flood_ends_the_connection_with_a_sentence(lite_server: Live, floor: Floor, who: str) -> None:
    before = floor.table("tcp")
    requests = Settings(origins=()).table_requests
    with ExitStack() as stack:
        few = replace(lite_server.settings, table_requests=requests)
        strict = stack.enter_context(serving(lite_server.house.database, few))
        browser = strict.signed_in("player", "ann") if who == "ann" else strict.browser()
        socket = stack.enter_context(browser.socket(SOCKET))
        with_an_id = '{"id": "flood-%04d", "wish": {"wish": "leave", "seat": 2}}'
        with suppress(ConnectionClosed):
            for number in range(20 * requests.at_once):
                socket.send(with_an_id % number)
        heard = list(told(socket))
        answers = [one for one in heard if one["type"] == "answer"]
        assert heard[-1]["type"] == "goodbye"
        assert heard[-1]["reason"].endswith(".")
        assert len(answers) < 4 * requests.at_once
        assert {one["code"] for one in answers} <= {"not_your_seat" if who == "ann" else "signed_out"}
    still_there(lite_server, floor, before)


@pytest.mark.parametrize("size", [8 * 1024 + 1, 1_000_000])
@pytest.mark.parametrize("pieces", [1, 10])
def test_a_frame_that_is_too_large_ends_the_connection(
    lite_server: Live, floor: Floor, ann: Browser, size: int, pieces: int
) -> None:
    before = floor.table("tcp")
    with ann.socket(SOCKET) as socket:
        text = "x" * size
        step = -(-size // pieces)
        with suppress(ConnectionClosed):
            socket.send(text[at : at + step] for at in range(0, size, step))
        assert not [one for one in told(socket) if one["type"] == "answer"]
        assert socket.close_code in (1009, 1006)  # 1006 where the rest of it was still being sent
    still_there(lite_server, floor, before)


def test_small_bombs_are_not_unpacked(lite_server: Live, floor: Floor, ann: Browser) -> None:
    """A compressed frame counts by what comes out of it."""
    before = floor.table("tcp")
    with ann.socket(SOCKET, compression="deflate") as socket:
        with suppress(ConnectionClosed):
            socket.send(" " * 50_000_000)
        assert not [one for one in told(socket) if one["type"] == "answer"]
        assert socket.close_code in (1009, 1006)
    still_there(lite_server, floor, before)


def test_many_who_break_off_leave_nothing_behind(lite_server: Live, floor: Floor, ann: Browser) -> None:
    before = floor.table("tcp")
    for number in range(sized(40, 1_000)):
        with ann.socket(SOCKET) as socket:
            socket.send(f'{{"id": "broken-{number:04}", "wish": {{"wish": "leave", "seat": 2}}}}')
            socket.socket.shutdown(sockets.SHUT_RDWR)  # without a word
    still_there(lite_server, floor, before)
    view_cache, until = lite_server.app.state.view_cache, time.monotonic() + PATIENCE_SECONDS
    while view_cache.spectators and time.monotonic() < until:
        time.sleep(0.05)
    assert not view_cache.spectators
    assert not any(lite_server.app.state.service._watchers.values())


@pytest.mark.parametrize("path", [SOCKET, "/api/lobby/socket"])
def test_who_leaves_before_the_door_opens_is_no_failure(
    lite_server: Live, floor: Floor, ann: Browser, path: str
) -> None:
    asks = {
        "Host": lite_server.url.removeprefix("http://"), "Origin": lite_server.url, "Upgrade": "websocket",
        "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in ann.cookies.jar),
    }  # fmt: skip
    knock = "\r\n".join([f"GET {path} HTTP/1.1", *[f"{name}: {value}" for name, value in asks.items()], "", ""])
    host, _, port = asks["Host"].partition(":")
    with logged("croupier") as log:
        for _ in range(20):
            with sockets.create_connection((host, int(port))) as door:
                door.sendall(knock.encode())
        told = lines(log, 20)  # one of each, once it is over
        if any(line["path"] == "/api/session" for line in told):  # ann's signing in, told a little late
            told = [line for line in lines(log, 21) if line["path"] != "/api/session"]
    assert {line["path"] for line in told} == {path}
    assert not [line for line in told if line["level"] == "error" or "error" in line]


def test_the_lobby_is_asked_nothing(lite_server: Live, floor: Floor, ann: Browser) -> None:
    before = floor.table("tcp")
    for text in ("{}", "x" * 8_000, '{"id": "right-0001", "wish": {"wish": "leave", "seat": 1}}'):
        with ann.socket("/api/lobby/socket") as socket:
            socket.send(text)
            *_, last = told(socket)
            assert last["type"] == "goodbye"
            assert last["reason"].endswith(".")
    still_there(lite_server, floor, before)
