"""What the door lets in: only the page's own requests, no more of them than is decent, and none that is too large."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.server.accounts import accounts
from croupier.server.accounts.cookies import CSRF_HEADER, session_cookie
from croupier.server.app.headers import security_headers
from croupier.server.limits import Buckets
from croupier.server.settings import Rate, Settings
from tests.patience import PATIENCE_SECONDS
from tests.server.live import PASSWORD, Browser, Live, named, serving
from tests.server.logged import lines

HTTPS = Settings(origins=("https://floor.example",))
SOCKET = "/api/lobby/socket"


@pytest.fixture
def browser(crew_server: Live) -> Browser:
    return crew_server.browser()


def signed(crew_server: Live, role: str = "player") -> Browser:
    browser = crew_server.browser()
    assert browser.sign_in(named(role)).status_code == 200
    return browser


@pytest.mark.parametrize("path", ["/", "/tables/three-card", "/api/session", "/api/nowhere", "/health", "/nothing.js"])
def test_every_answer_tells_the_browser_how_to_be_careful(browser: Browser, path: str) -> None:
    headers = browser.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:",
        "font-src": "'self'", "connect-src": "'self'", "manifest-src": "'self'", "base-uri": "'none'",
        "form-action": "'self'", "frame-ancestors": "'none'",
    }  # fmt: skip
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    assert "strict-transport-security" not in headers, "there is no https here"
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


def test_over_https_browsers_come_back_by_https_only_and_cookies_are_locked_in() -> None:
    assert dict(security_headers(HTTPS, "/"))[b"strict-transport-security"].startswith(b"max-age=31536000")
    cookie = session_cookie(HTTPS, "token").to_header(header="")
    assert cookie.startswith("__Host-croupier=token; ")
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "secure", "path=/", "samesite=strict"} <= flags
    assert not any(flag.startswith("domain") for flag in flags)


def test_on_one_s_own_machine_the_cookie_is_kept_from_scripts_and_other_sites(crew_server: Live) -> None:
    answer = crew_server.browser().sign_in("the-player")
    (cookie,) = [one for one in answer.headers.get_list("set-cookie") if one.startswith("croupier=")]
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "path=/", "samesite=strict"} <= flags
    assert "secure" not in flags


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1", "https://127.0.0.1:1"])
def test_another_site_s_page_changes_nothing(crew_server: Live, origin: str) -> None:
    browser = signed(crew_server)
    refused = browser.delete("/api/session", headers={"origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (403, "origin")
    assert browser.get("/api/session").json()["name"] == "the-player"


@pytest.mark.parametrize("token", ["", "another"])
def test_without_the_page_s_secret_nothing_changes(crew_server: Live, token: str) -> None:
    browser = signed(crew_server)
    refused = browser.delete("/api/session", headers={CSRF_HEADER: token})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    assert browser.get("/api/session").json()["name"] == "the-player"


def test_an_empty_secret_is_none(crew_server: Live) -> None:
    with httpx.Client(
        base_url=crew_server.url, headers={"origin": crew_server.url, CSRF_HEADER: ""}, timeout=PATIENCE_SECONDS
    ) as bare:
        bare.cookies.set("croupier-csrf", "")
        assert bare.post("/api/guest").json()["code"] == "csrf"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "BREW"])
@pytest.mark.parametrize("path", ["/api/session", "/api/nowhere", "/api/tables/none/commands"])
def test_every_method_but_looking_is_checked(crew_server: Live, method: str, path: str) -> None:
    with httpx.Client(base_url=crew_server.url, verify=False, timeout=PATIENCE_SECONDS) as bare:
        assert bare.request(method, path).json()["code"] == "origin"


@pytest.mark.parametrize("origin", [None, "http://evil.example"])
def test_a_socket_opens_from_the_page_only(crew_server: Live, origin: str | None) -> None:
    browser = signed(crew_server)
    with pytest.raises(InvalidStatus) as refused, browser.socket(SOCKET, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    with browser.socket(SOCKET) as opened:
        opened.ping().wait(20)


def test_a_frame_that_is_too_large_ends_the_socket(crew_server: Live) -> None:
    with crew_server.browser().socket(SOCKET) as opened:
        opened.send("x" * (crew_server.settings.frame_bytes + 1))
        with suppress(ConnectionClosed):
            while opened.recv(timeout=PATIENCE_SECONDS):
                pass
        assert opened.close_code == 1009


def pieces() -> Iterator[bytes]:
    for _ in range(9):
        yield b" " * 8192


@pytest.mark.parametrize("body", [lambda: b" " * (64 * 1024 + 1), pieces], ids=["at once", "in pieces"])
def test_a_body_that_is_too_large(crew_server: Live, body: Callable[[], bytes | Iterator[bytes]]) -> None:
    answer = crew_server.browser().post("/api/session", content=body(), headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_that_is_just_not_too_large_is_read(crew_server: Live) -> None:
    body = b'{"name": "nobody", "password": "nothing"}'.ljust(64 * 1024)
    answer = crew_server.browser().post("/api/session", content=body, headers={"content-type": "application/json"})
    assert answer.json()["code"] == "wrong_password"


def test_too_many_requests_of_one_address(lite_server: Live) -> None:
    few = replace(lite_server.settings, requests=Rate(at_once=4, a_minute=1))  # no more than these, however slow it is
    with serving(lite_server.house.database, few) as live:
        browser = live.browser()
        answers = [browser.get("/api/session") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["code"] == "too_often"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        with pytest.raises(InvalidStatus), browser.socket(SOCKET):
            pass
        assert browser.get("/health").status_code == 200, "whoever watches over the floor is not held up"


def test_who_has_asked_too_often_may_ask_again_after_what_they_were_told_to_wait() -> None:
    buckets = Buckets(Rate(at_once=4, a_minute=60))
    assert [buckets.wait_seconds("ann", 100.0) for _ in range(5)] == [0, 0, 0, 0, 1]
    assert buckets.wait_seconds("ann", 100.5) == 0.5
    assert [buckets.wait_seconds("ann", 101.0), buckets.wait_seconds("ann", 101.0)] == [0, 1]
    assert buckets.wait_seconds("ben", 101.0) == 0


def test_too_many_attempts_to_sign_in_from_one_address(lite_server: Live) -> None:
    few = replace(lite_server.settings, sign_ins=Rate(at_once=3, a_minute=1))
    with serving(lite_server.house.database, few) as live:
        browser = live.browser()
        answers = [browser.sign_in(f"somebody-{number}", "nothing").status_code for number in range(4)]
        assert answers == [401, 401, 401, 429]
        assert browser.post("/api/guest").status_code == 429
        assert browser.post("/api/pin").status_code == 429
        assert browser.post("/api/deal/one/confirmation").status_code == 429, "a PIN is tried there"
        assert browser.get("/api/session").status_code == 200


def test_too_many_requests_of_one_session_from_wherever(lite_server: Live) -> None:
    """Each address has a bucket, and each session one of its own: it stays empty when the address changes."""
    few = replace(lite_server.settings, requests=Rate(at_once=8, a_minute=1))
    with serving(lite_server.house.database, few) as live:
        browser = live.signed_in("player")
        seen = [browser.get("/api/session", headers={"x-forwarded-for": f"10.0.0.{n}"}) for n in range(10)]
        assert [answer.status_code for answer in seen] == [200] * 8 + [429] * 2


def test_every_request_is_logged_and_no_secret_with_it(crew_server: Live, log: StringIO) -> None:
    browser = crew_server.browser()
    browser.sign_in("the-player")
    browser.sign_in("the-dealer", "a wrong password")
    browser.get("/api/history?before=secret-in-the-query")
    with browser.socket(SOCKET):
        pass
    found = lines(log, 5)
    assert [(line["method"], line["path"], line["status"]) for line in found] == [
        ("GET", "/api/session", 200), ("POST", "/api/session", 200), ("POST", "/api/session", 401),
        ("GET", "/api/history", found[3]["status"]), ("WEBSOCKET", SOCKET, 101),
    ]  # fmt: skip
    assert [line["user"] for line in found[-2:]] == ["the-player", "the-player"]
    assert all(set(line) == {"time", "level", "request", "method", "path", "status", "ms", "user"} for line in found)
    assert len({line["request"] for line in found}) == 5
    for secret in (
        PASSWORD,
        "a wrong password",
        "secret-in-the-query",
        *[str(one.value) for one in browser.cookies.jar],
    ):
        assert secret not in log.getvalue()


def test_what_nobody_foresaw_tells_nothing(crew_server: Live, log: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = signed(crew_server)

    def broken(*_: object) -> None:
        raise RuntimeError("the dealer holds As Ad")

    monkeypatch.setattr(accounts, "me_of", broken)
    answer = browser.get("/api/session")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "As" not in answer.text
    last = lines(log, 3)[-1]
    assert last["level"] == "error"
    assert str(last["error"]).startswith("RuntimeError at ")
    assert "broken" in str(last["error"])
    assert "As Ad" not in log.getvalue()


def test_an_address_that_is_not_there_and_a_method_that_is_not_taken(crew_server: Live) -> None:
    browser = signed(crew_server)
    assert browser.get("/api/nowhere").json() == {
        "code": "not_found", "sentence": "There is nothing at this address.", "clause": "",
    }  # fmt: skip
    assert browser.put("/api/session").status_code == 405
    assert browser.post("/somewhere").status_code == 405
    assert browser.post("/api/session", content=b"name=ann").status_code in (400, 415)
