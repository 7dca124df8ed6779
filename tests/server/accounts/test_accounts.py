"""Signing in and out, guests, one-time passwords, and the users of the house."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.server.accounts import users
from croupier.server.accounts.common_passwords import is_common
from croupier.server.accounts.users import one_time_password
from croupier.server.wire.schemas import Role
from tests.house.floor import KEYS
from tests.server.live import CHEAP, PASSWORD, Browser, Live, named, serving

NEW = "a battery staple horse"


def whose(browser: Browser) -> str | None:
    """The name of who is signed in."""
    me = browser.get("/api/session").json()
    return me["name"] if me else None


def test_nobody_is_signed_in_at_first(lite_server: Live) -> None:
    assert lite_server.browser().get("/api/session").json() is None


def test_signing_in_and_out(live_server: Live) -> None:
    live_server.add("ann")
    browser = live_server.browser()
    me = browser.sign_in("ann").json()
    assert me == {
        "name": "ann", "role": "player", "guest": False, "must_change": False, "balance_cents": 0, "session_seconds": 0,
        "has_pin": False,
    }  # fmt: skip
    live_server.clock.later_ms += 90_000
    assert browser.get("/api/session").json()["session_seconds"] in (90, 91)
    assert browser.delete("/api/session").status_code == 204
    assert whose(browser) is None


def test_a_session_that_was_signed_out_is_over_whoever_kept_its_cookie(live_server: Live) -> None:
    browser = live_server.signed_in("player", "ann")
    thief = live_server.browser()
    thief.cookies.update(browser.cookies)
    assert whose(thief) == "ann"
    browser.delete("/api/session")
    assert whose(thief) is None


def test_every_sign_in_makes_a_new_session_and_ends_the_one_before(live_server: Live) -> None:
    """Whoever planted a cookie in a browser, or knew the one before, learns nothing from it."""
    live_server.add("ann")
    live_server.add("ben")
    browser, thief = live_server.browser(), live_server.browser()
    browser.cookies.set("croupier", "planted", domain="127.0.0.1", path="/")
    seen = set[str | None]()
    for name in ("ann", "ben", "ben"):
        assert browser.sign_in(name).status_code == 200
        (token,) = {cookie.value for cookie in browser.cookies.jar if cookie.name == "croupier"} - seen - {"planted"}
        seen.add(token)
    for token in ("planted", *seen):
        thief.cookies.set("croupier", str(token), domain="127.0.0.1", path="/")
        assert whose(thief) == ("ben" if token == browser.cookies.get("croupier") else None)


def test_the_database_does_not_know_a_session_s_token(lite_server: Live) -> None:
    browser = lite_server.signed_in("player", "ann")
    token = browser.cookies["croupier"]
    with lite_server.house.database.read() as connection:
        rows = [row for table in ("sessions", "users") for row in connection.exec_driver_sql(f"SELECT * FROM {table}")]
    assert len(rows) == 2
    assert token not in str(rows)
    assert PASSWORD not in str(rows)
    assert "$argon2id$" in str(rows)


@pytest.mark.parametrize(("minutes", "there"), [(29, True), (31, False)])
def test_a_session_ends_when_idle(live_server: Live, minutes: int, there: bool) -> None:
    browser = live_server.signed_in("player", "ann")
    live_server.clock.later_ms += minutes * 60_000
    assert whose(browser) == ("ann" if there else None)


def test_a_session_that_is_used_goes_on_until_its_twelve_hours_are_over(lite_server: Live) -> None:
    browser = lite_server.signed_in("player", "ann")
    for _ in range(28):
        lite_server.clock.later_ms += 25 * 60_000
        assert whose(browser) == "ann"
    lite_server.clock.later_ms += 25 * 60_000  # 12 hours 5 minutes
    assert whose(browser) is None


def test_a_one_time_password_must_be_changed_before_anything_else(live_server: Live) -> None:
    user, one_time = live_server.users.add("kim", "admin", live_server.clock())
    assert user.one_time
    browser = live_server.browser()
    assert browser.sign_in("kim", one_time).json()["must_change"] is True
    refused = browser.get("/api/users")
    assert (refused.status_code, refused.json()["code"]) == (403, "one_time_password")
    assert browser.get("/api/tables").status_code == 403
    assert browser.post("/api/password", json={"old": one_time, "new": NEW}).status_code == 204
    assert browser.get("/api/users").status_code == 200
    assert browser.sign_in("kim", one_time).status_code == 401
    assert browser.sign_in("kim", NEW).json()["must_change"] is False


def test_a_new_password_ends_every_other_session(live_server: Live) -> None:
    here = live_server.signed_in("player", "ann")
    there = live_server.browser()
    there.sign_in("ann")
    assert here.post("/api/password", json={"old": PASSWORD, "new": NEW}).status_code == 204
    assert (whose(here), whose(there)) == ("ann", None)


@pytest.mark.parametrize("new", ["short", PASSWORD, "ann is my own name", "aaaaaaaaaaaa", "x" * 201])
def test_a_poor_password_is_refused(lite_server: Live, new: str) -> None:
    browser = lite_server.signed_in("player", "ann")
    refused = browser.post("/api/password", json={"old": PASSWORD, "new": new})
    assert refused.status_code == 400
    assert browser.sign_in("ann").status_code == 200


@pytest.mark.parametrize(
    "new",
    [
        "password1234", "Password1234!", "P@ssw0rd123", "1234567890", "0987654321", "qwertyuiop", "1q2w3e4r5t",
        "1qaz2wsx3edc", "zaq12wsxcde3", "iloveyou2024", "Welcome2023!", "LetMeIn!!!!", "letmein12345", "football1985",
        "administrator", "changeme123", "sunshine99!", "abcabcabcabc", "xyxyxyxyxyxy", "aaaabbbbcccc", "croupier2025",
        "Poker!!!!!!", "12345678901234567890", "qwertyqwerty", "asdfghjkl123", "trustno1trustno1", "casinocasino1",
    ],
)  # fmt: skip
def test_a_password_that_is_tried_first_is_refused(lite_server: Live, new: str) -> None:
    browser = lite_server.signed_in("player", "ann")
    refused = browser.post("/api/password", json={"old": PASSWORD, "new": new})
    assert (refused.status_code, refused.json()["code"]) == (400, "password"), new


@pytest.mark.parametrize(
    "new",
    ["correct horse battery", "Tr0ub4dor&3", "blue-fish-swims-7", "q7#Lm2!vXz", "eleven old kettles"],
)
def test_a_password_of_one_s_own_making_is_taken(new: str) -> None:
    assert not is_common(new)


def test_the_house_s_own_one_time_passwords_are_not_common() -> None:
    assert not [password for password in (one_time_password() for _ in range(500)) if is_common(password)]


def test_a_new_password_needs_the_old_one(lite_server: Live) -> None:
    browser = lite_server.signed_in("player", "ann")
    refused = browser.post("/api/password", json={"old": "something else", "new": NEW})
    assert (refused.status_code, refused.json()["code"]) == (401, "wrong_password")


def test_a_guest_has_play_money_at_once(live_server: Live) -> None:
    guest = live_server.guest()
    me = guest.get("/api/session").json()
    assert me["name"].startswith("guest-")
    assert (me["role"], me["guest"], me["must_change"], me["balance_cents"]) == ("player", True, False, 100_000)
    refused = guest.post("/api/password", json={"old": "anything", "new": NEW})
    assert (refused.status_code, refused.json()["code"]) == (403, "guest")
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


def test_nobody_signs_in_as_a_guest_who_has_been(lite_server: Live) -> None:
    name = whose(lite_server.guest())
    assert name is not None
    for password in ("", " ", "None", "guest"):
        assert lite_server.browser().sign_in(name, password).status_code in (400, 401)


def test_a_house_without_guests_says_so(lite_server: Live) -> None:
    with serving(lite_server.house.database, replace(lite_server.settings, guests=False)) as live:
        refused = live.browser().post("/api/guest")
        assert (refused.status_code, refused.json()["code"]) == (403, "no_guests")


def test_an_admin_adds_changes_and_keeps_out_users(live_server: Live) -> None:
    admin = live_server.signed_in("admin", "kim")
    made = admin.post("/api/users", json={"name": "lou", "role": "dealer"})
    assert made.status_code == 201
    lou = live_server.browser()
    assert lou.sign_in("lou", made.json()["one_time_password"]).json()["must_change"] is True
    lou.post("/api/password", json={"old": made.json()["one_time_password"], "new": NEW})

    changed = admin.patch("/api/users/lou", json={"role": "floor"}).json()
    assert (changed["role"], changed["one_time_password"]) == ("floor", "")
    assert whose(lou) is None, "who has another role signs in again"
    assert lou.sign_in("lou", NEW).json()["role"] == "floor"

    admin.patch("/api/users/lou", json={"disabled": True})
    assert whose(lou) is None
    assert lou.sign_in("lou", NEW).json()["code"] == "wrong_password"
    admin.patch("/api/users/lou", json={"disabled": False})
    assert lou.sign_in("lou", NEW).status_code == 200

    fresh = admin.patch("/api/users/lou", json={"new_password": True}).json()["one_time_password"]
    assert whose(lou) is None
    assert lou.sign_in("lou", NEW).status_code == 401
    assert lou.sign_in("lou", fresh).json()["must_change"] is True
    listed = admin.get("/api/users").json()
    assert [(one["name"], one["role"], one["must_change"]) for one in listed] == [
        ("kim", "admin", False), ("lou", "floor", True),
    ]  # fmt: skip
    assert all(one["one_time_password"] == "" for one in listed)


def test_an_admin_cannot_change_themselves_out_of_the_house(lite_server: Live) -> None:
    admin = lite_server.signed_in("admin", "kim")
    for change in ({"disabled": True}, {"role": "player"}):
        assert admin.patch("/api/users/kim", json=change).status_code == 409
    assert admin.get("/api/users").status_code == 200


@pytest.mark.parametrize(
    "name",
    ["", "a", "Ann", "a b", "guest-ann", "x" * 33, "player:ann", "a\n", "é" * 4, "-ann", "floor", "dealer", "house"],
)
def test_a_name_that_nobody_can_have(crew_server: Live, name: str) -> None:
    admin = crew_server.browser()
    admin.sign_in("the-admin")
    assert admin.post("/api/users", json={"name": name, "role": "player"}).status_code == 400


def test_what_is_not_there_or_there_already(lite_server: Live) -> None:
    admin = lite_server.signed_in("admin", "kim")
    assert admin.post("/api/users", json={"name": "kim", "role": "player"}).status_code == 409
    assert admin.patch("/api/users/nobody", json={"disabled": True}).status_code == 404
    guest = whose(lite_server.guest())
    assert admin.patch(f"/api/users/{guest}", json={"role": "admin"}).status_code == 404


BAD_BODIES = (b"", b"{", b"[]", b"null", b'{"name": 1}', b'{"name": "ann", "password": "x", "role": "admin"}', b"\xff")
PATHS = ("/api/session", "/api/users", "/api/cage/buy-in")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", BAD_BODIES)
def test_a_malformed_body_is_told_in_one_sentence(crew_server: Live, path: str, body: bytes) -> None:
    role: Role = "admin" if path == "/api/users" else "floor"
    browser = crew_server.browser()
    browser.sign_in(named(role))
    answer = browser.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400, answer.text
    told = answer.json()
    assert set(told) == {"code", "sentence", "clause"}
    assert told["code"] == "malformed"
    assert "Traceback" not in told["sentence"]


# Guests of before, and first starts


def names(live: Live) -> set[str]:
    with live.house.database.read() as connection:
        return set(connection.execute(select(s.users.c.name)).scalars())


def test_guests_are_forgotten_once_their_sessions_are_over(live_server: Live) -> None:
    live_server.add("ann")
    past = [whose(live_server.guest()) for _ in range(3)]
    here = live_server.guest()
    assert names(live_server) >= {*past, whose(here)}
    live_server.clock.later_ms += CHEAP.idle_seconds * 1000 - 30_000
    still = whose(here)  # is there, and so stays
    live_server.clock.later_ms += 60_000
    live_server.browser().sign_in("ann")
    assert names(live_server) & {*past, still} == {still}
    assert whose(here) == still
    assert audit(live_server.house.database, live_server.house.keys).ok


def test_a_new_guest_never_gets_the_chips_of_an_earlier_one(live_server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter(["guest-amber-otter", "guest-amber-otter", "guest-plum-owl"])
    monkeypatch.setattr(users, "guest_name", lambda attempt: next(given))
    first = live_server.guest()
    assert whose(first) == "guest-amber-otter"
    first.delete("/api/session")
    live_server.clock.later_ms += 120_000
    live_server.add("ann")
    live_server.browser().sign_in("ann")
    assert "guest-amber-otter" not in names(live_server)
    assert whose(live_server.guest()) == "guest-plum-owl"


def test_of_two_first_starts_at_once_one_makes_the_admin(database: Database) -> None:
    ready = Barrier(2)

    class Late(users.Users):
        def add(self, name: str, role: Role, now_ms: int) -> tuple[users.User, str]:
            ready.wait(10)  # both have seen that there is no admin
            return super().add(name, role, now_ms)

    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda _: Late(database, CHEAP).first_admin(0), range(2)))
    (password,) = [password for password in found if password]
    assert users.Users(database, CHEAP).check("admin", password, 0).role == "admin"
