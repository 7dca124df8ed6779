"""Guessing passwords: how often, and what a guesser learns."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher

from tests.server.live import PASSWORD, Live

MINUTE_MS = 60_000
WRONG = "not the password"


def told(live: Live, name: str, attempts: int) -> list[tuple[int, str, str]]:
    """What somebody is told who tries a name with wrong passwords, times of day left out."""
    browser = live.browser()
    answers = [browser.sign_in(name, f"{WRONG} {number}") for number in range(attempts)]
    return [
        (answer.status_code, answer.json()["code"], re.sub(r"\d\d:\d\d:\d\d", "T", answer.json()["sentence"]))
        for answer in answers
    ]


def test_five_failures_lock_a_name_for_a_quarter_of_an_hour(live_server: Live) -> None:
    live_server.add("ann")
    assert [status for status, _, _ in told(live_server, "ann", 6)] == [401] * 5 + [429]
    browser = live_server.browser()
    locked = browser.sign_in("ann")
    assert (locked.status_code, locked.json()["code"]) == (429, "locked")
    assert re.search(r"try again after \d\d:\d\d:\d\d UTC", locked.json()["sentence"])
    live_server.clock.later_ms += 14 * MINUTE_MS
    assert browser.sign_in("ann").status_code == 429, "nor does trying again make it shorter"
    live_server.clock.later_ms += 2 * MINUTE_MS
    assert browser.sign_in("ann").status_code == 200


def test_who_is_not_there_is_told_the_same(live_server: Live) -> None:
    live_server.add("ann")
    live_server.guest()
    assert told(live_server, "ann", 7) == told(live_server, "nobody-at-all", 7)


def test_who_is_not_there_takes_as_much_work(lite_server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    lite_server.add("ann")
    verify, verified = PasswordHasher.verify, list[str]()

    def counted(hasher: PasswordHasher, kept: str, given: str) -> bool:
        verified.append(kept.rsplit("$", 2)[0])
        return verify(hasher, kept, given)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    told(lite_server, "ann", 1)
    told(lite_server, "nobody", 1)
    assert len(verified) == 2
    assert verified[0] == verified[1], "the same parameters"


def test_signing_in_forgets_the_failures_before(lite_server: Live) -> None:
    lite_server.add("ann")
    for _ in range(3):
        assert [status for status, _, _ in told(lite_server, "ann", 4)] == [401] * 4
        assert lite_server.browser().sign_in("ann").status_code == 200


def test_failures_long_past_do_not_count(live_server: Live) -> None:
    live_server.add("ann")
    for _ in range(3):
        assert [status for status, _, _ in told(live_server, "ann", 4)] == [401] * 4
        live_server.clock.later_ms += 16 * MINUTE_MS


def test_many_guesses_at_once_are_counted_each(live_server: Live) -> None:
    live_server.add("ann")
    browsers = [live_server.browser() for _ in range(12)]
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda browser: browser.sign_in("ann", WRONG).status_code, browsers))
    assert sorted(answers) == [401] * 5 + [429] * 7


def test_a_name_that_is_locked_stays_signed_in_where_it_is(lite_server: Live) -> None:
    browser = lite_server.signed_in("player", "ann")
    told(lite_server, "ann", 6)
    assert browser.get("/api/session").json()["name"] == "ann"


def test_an_admin_unlocks_a_name(lite_server: Live) -> None:
    lite_server.add("ann")
    told(lite_server, "ann", 6)
    admin = lite_server.signed_in("admin", "kim")
    assert admin.patch("/api/users/ann", json={"unlock": True}).status_code == 200
    assert lite_server.browser().sign_in("ann", PASSWORD).status_code == 200


def test_guessing_the_old_password_of_a_session_one_has_found_open(lite_server: Live) -> None:
    browser = lite_server.signed_in("player", "ann")
    answers = [
        browser.post("/api/password", json={"old": WRONG, "new": "another good one"}).status_code for _ in range(6)
    ]
    assert answers == [401] * 5 + [429]
