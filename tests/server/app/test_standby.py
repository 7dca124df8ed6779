"""A real PostgreSQL that has become a hot standby under a running floor: it is read, not written, and that is said."""

import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import psycopg
import pytest

from croupier.house.database.database import Database
from croupier.house.database.faults import ReadOnly
from croupier.house.keys import load_keys
from croupier.house.service.house import TableTerms
from croupier.server.accounts import session_connections
from croupier.server.app import health
from croupier.server.wire import messages as w
from tests.cli.command import assert_refused, here
from tests.house.database.postgres import Postgres, memory, throw_away
from tests.house.floor import example
from tests.server.live import Browser, serving
from tests.server.logged import logged
from tests.server.seated import Seat
from tests.server.served import until

STANDBY = "is read-only; name the primary server, not a standby"


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A server to make a standby of."""
    with throw_away(memory()) as server:
        yield server


@pytest.fixture
def url(server: Postgres) -> Iterator[str]:
    """A new house there; the server takes writes again afterwards."""
    name = f"house_{time.monotonic_ns()}"
    with psycopg.connect(server.url(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    with Database.open(server.url(name), create=True):
        pass
    yield server.url(name)
    promote(server)


def promote(server: Postgres) -> None:
    """The standby takes over."""
    with psycopg.connect(server.url(), autocommit=True) as admin:
        if admin.execute("SELECT pg_is_in_recovery()").fetchone() == (True,):
            admin.execute("SELECT pg_promote()")


@pytest.fixture
def log() -> Iterator[StringIO]:
    with logged("croupier") as written:
        yield written


def well(browser: Browser) -> tuple[int, bool, bool]:
    """What /health answers, and whether the database can be read and written."""
    answer = browser.get("/health")
    found = answer.json()
    return answer.status_code, found["database"], found["commits"]


def test_a_standby_under_a_running_floor(
    server: Postgres, url: str, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(session_connections, "TRUSTED_SECONDS", 0.0)
    with Database.open(url) as database, serving(database) as live:
        live.house.open_table("one", example("md-tcp"), TableTerms())
        browser = live.signed_in("player", "ann")
        assert well(browser) == (200, True, True)
        server.become_standby()
        until(lambda: well(browser)[1])
        assert well(browser) == (503, True, False)
        with Seat(browser, "one", 1) as seat:
            assert seat.seen.version, "the table is shown"
            for _ in range(3):
                answer = seat.ask(w.TakeSeat(seat=1))
                assert (answer.outcome, answer.code) == ("failed", "unavailable")
            live.clock.later_ms += 120_000  # that somebody was here cannot be noted, and sends nobody away
            assert seat.ask(w.TakeSeat(seat=1)).outcome == "failed"
            assert browser.get("/api/tables/one/view").status_code == 200
            guest = live.browser().post("/api/guest")
            assert (guest.status_code, guest.json()["code"]) == (503, "unavailable")
            promote(server)
            until(lambda: seat.ask(w.TakeSeat(seat=1)).outcome == "done")
        until(lambda: well(browser) == (200, True, True))
    told = [line for line in log.getvalue().splitlines() if "utage" in line]
    begun, over = [[line for line in told if words in line] for words in ("An outage begins", "The outage is over")]
    assert STANDBY in begun[-1]
    assert len(begun) == len(over) <= 2, "the server that was away, and the standby that came back"
    assert not [
        line for line in log.getvalue().splitlines() if "Traceback" in line or '"level":"error","request"' in line
    ]


def test_nothing_is_served_or_played_on_a_standby_and_it_is_read_all_the_same(
    server: Postgres, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys"
    load_keys(keys, create=True)
    given = ("--house", url, "--keys", str(keys))
    assert here(capsys, "house", "open", "one", "--example", "md-tcp", *given).code == 0
    server.become_standby()
    assert_refused(here(capsys, "serve", "--port", "0", *given), STANDBY)
    assert_refused(here(capsys, "house", "play", "1", *given), STANDBY)
    audited = here(capsys, "audit", url, "--keys", str(keys))
    assert audited.code == 0, audited
    with Database.open(url) as database, pytest.raises(ReadOnly, match=STANDBY):
        database.try_commit()


def test_a_pool_that_has_read_notices_the_standby_too(server: Postgres, url: str) -> None:
    """A connection that has read in a transaction of its own kind is told otherwise than a fresh one."""
    with Database.open(url) as database:
        server.become_standby()
        database.revision()
        for _ in range(3):
            with pytest.raises(ReadOnly, match=STANDBY):
                database.transact(lambda connection: connection.exec_driver_sql("DELETE FROM sessions"))
