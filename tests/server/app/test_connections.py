"""Nobody keeps others out by holding connections open, be it by http or https; and the log stays readable."""

import errno
import socket
from asyncio import new_event_loop
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.house.database.database import Database
from croupier.server.accounts.cookies import CSRF_HEADER, csrf_name
from croupier.server.app import connections
from croupier.server.app.connections import FEWEST, RESERVED, Connections, Place
from croupier.server.app.logs import Complaints
from croupier.server.limits import MOST, Buckets
from croupier.server.settings import Rate, Settings
from tests.patience import PATIENCE_SECONDS
from tests.server.live import CHEAP, Live, serving
from tests.server.logged import logged
from tests.server.served import self_signed, served, until, well

HALF = b"GET / HTTP/1.1\r\nHost: floor\r\nX-Half: "
HELLO = bytes.fromhex("16030100f8010000f40303")  # as https begins, and no further
ELSEWHERE = "127.0.0.2"


@contextmanager
def held(address: str, count: int, sent: bytes, source: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """So many connections that send this, and then nothing."""
    url = httpx.URL(address)
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            one = stack.enter_context(socket.create_connection((url.host, url.port), 10, source_address=(source, 0)))
            one.sendall(sent)
            found.append(one)
        yield found


def ended(one: socket.socket, seconds: float) -> bool:
    """Whether the other end has closed it, within so long; what it says before that is not looked at."""
    one.settimeout(seconds)
    try:
        while one.recv(4096):
            pass
        return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize("https", [False, True])
def test_half_sent_requests_keep_nobody_out(
    https: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(["house", "init"]) == 0
    certificate, key = self_signed(tmp_path)
    secured = ["--tls-cert", certificate, "--tls-key", key] if https else []
    log = tmp_path / "log"
    with served(*secured, descriptors=128, log=log) as (_, address, _):
        until(lambda: well(address))
        with held(address, 160, HELLO if https else HALF), held(address, 40, b""):
            for _ in range(20):
                assert well(address)
    assert log.stat().st_size < 50_000
    assert "out of system resource" not in log.read_text("utf-8")


def test_sockets_that_say_nothing_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than a process may have descriptors, of people who have not signed in."""
    monkeypatch.chdir(tmp_path)
    assert run(["house", "init"]) == 0
    with served(descriptors=128, log=tmp_path / "log") as (_, address, _):
        until(lambda: well(address))
        url = httpx.URL(address)
        upgrade = (
            f"GET /api/lobby/socket HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nOrigin: {address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        with ExitStack() as stack:
            for _ in range(160):
                (one,) = stack.enter_context(held(address, 1, upgrade.encode()))
                one.settimeout(PATIENCE_SECONDS)
                assert one.recv(12) == b"HTTP/1.1 101", "whoever comes is let in"
            for _ in range(20):
                assert well(address)


@pytest.mark.parametrize("sent", [b"", HALF, b"GET /health HTTP/1.1\r\nHost: floor\r\n\r\n"])
def test_a_head_that_does_not_come_is_not_waited_for(
    lite_server: Live, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    with held(lite_server.url, 1, sent) as (one,):
        if b"\r\n\r\n" in sent:
            assert one.recv(4096).startswith(b"HTTP/1.1 200")
        assert ended(one, PATIENCE_SECONDS)


def test_a_body_that_does_not_come_is_not_waited_for(lite_server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the page's own request, so that nothing but its body is missing: another would be answered at once."""
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    secret = lite_server.browser().cookies[csrf_name(lite_server.settings)]
    head = (
        f"POST /api/session HTTP/1.1\r\nHost: floor\r\nOrigin: {lite_server.url}\r\n"
        f"Cookie: {csrf_name(lite_server.settings)}={secret}\r\n{CSRF_HEADER}: {secret}\r\n"
        "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    )
    with held(lite_server.url, 1, head.encode()) as (one,):
        one.settimeout(PATIENCE_SECONDS)
        assert one.recv(4096) == b"", "closed, and nothing answered"


def test_an_address_has_so_many_connections_and_whoever_is_waited_for_makes_room(lite_database: Database) -> None:
    with serving(lite_database, replace(CHEAP, connections_of_one=4)) as live:
        with held(live.url, 6, HALF, ELSEWHERE) as halves:
            assert [ended(one, 1) for one in halves[:2]] == [True, True], "the longest waited for"
            assert not any(ended(one, 0.1) for one in halves[2:])
            transport = httpx.HTTPTransport(local_address=ELSEWHERE)
            with httpx.Client(transport=transport, base_url=live.url, timeout=PATIENCE_SECONDS) as page:
                assert page.get("/health").status_code == 200
            assert ended(halves[2], 1)
        with ExitStack() as stack:
            browser = live.browser()
            for _ in range(4):
                stack.enter_context(browser.socket("/api/lobby/socket", source_address=(ELSEWHERE, 0)))
            with held(live.url, 1, HALF, ELSEWHERE) as (refused,):
                assert refused.recv(4096).startswith(b"HTTP/1.1 503 ")
            assert live.browser().get("/health").status_code == 200, "others are not kept out"
        with held(live.url, 20, HALF) as halves:  # from where a proxy would bring everybody
            assert not any(ended(one, 0.01) for one in halves)


def test_a_process_has_as_many_connections_as_it_may_have_descriptors() -> None:
    settings = Settings(origins=(), connections=100)
    for descriptors, most in ((10, FEWEST), (RESERVED + 50, 50), (10_000, 100)):
        connections = Connections(settings, descriptors)
        dropped: list[int] = []

        def enter(number: int, connections: Connections = connections, dropped: list[int] = dropped) -> Place | None:
            return connections.enter(f"10.0.{number % 250}.1", lambda: dropped.append(number))

        places = [enter(number) for number in range(most + 3)]
        assert (len(connections), dropped) == (most, [0, 1, 2])
        for place in places:
            assert place is not None
            place.asks()
        assert enter(999) is None, "nobody is waited for, and so nobody makes room"
        for place in places:
            assert place is not None
            place.leave()
            place.leave()
        assert len(connections) == 0


def test_sockets_leave_places_for_requests_and_who_has_signed_in_keeps_theirs() -> None:
    connections, dropped = Connections(Settings(origins=(), connections=32), 10_000), list[int]()

    def enter(number: int) -> Place:
        place = connections.enter(f"10.0.{number}.1", lambda: dropped.append(number))
        assert place is not None
        return place

    def opened(number: int, signed_in: bool) -> bool:
        place = enter(number)
        place.signed_in = lambda: signed_in
        if not place.becomes_socket():
            place.leave()
            return False
        return True

    assert all(opened(number, signed_in=number != 5) for number in range(28))
    assert opened(28, signed_in=True)
    assert dropped == [5], "the one for which nobody has signed in"
    assert not opened(29, signed_in=True), "all sockets are somebody's"
    assert (len(connections), dropped) == (28, [5])
    for number in range(30, 40):
        enter(number)
    assert len(connections) == 32
    assert dropped == [5, 30, 31, 32, 33, 34, 35], "of who is waited for, the longest; never a socket"


def test_many_addresses_at_once_do_not_cost_a_look_through_all_of_them_each(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, usual = list[float](), Buckets._forget_the_full

    def looked(self: Buckets, now: float) -> None:
        looks.append(now)
        usual(self, now)

    monkeypatch.setattr(Buckets, "_forget_the_full", looked)
    buckets = Buckets(Rate(at_once=10, a_minute=10))
    for number in range(MOST + 1_000):
        assert buckets.wait_seconds(f"address {number}", now=100.0) == 0
    assert looks == [100.0]
    assert buckets.wait_seconds("one more", now=170.0) == 0
    assert looks == [100.0, 170.0]
    assert len(buckets._buckets) == 1, "all that are full again are forgotten"


def test_the_same_complaint_is_told_once_in_a_while_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints, loop, now = Complaints(every_seconds=10), new_event_loop(), [100.0]
    monkeypatch.setattr("croupier.server.app.logs.time.monotonic", lambda: now[0])
    context = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(errno.EMFILE, "Too many files"),
    }
    with logged("croupier.server") as log:
        for _ in range(1000):
            complaints(loop, context)
        now[0] += 11
        complaints(loop, context)
    loop.close()
    first, second = [msgspec.json.decode(line) for line in log.getvalue().splitlines()]
    assert first["message"] == "socket.accept() out of system resource: Too many files"
    assert second["message"].endswith("(and 999 times since it was last told)")
