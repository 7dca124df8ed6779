"""The state of the audit, and a full audit on request: one at a time, in a process of its own, its finding kept."""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.reports.watch_log import AuditRun, WatchLog
from croupier.server.watch.auditor import Auditor
from croupier.server.watch.audits import state_of
from croupier.table.values.refusal import Refusal
from tests.house.audit.vandal import vandal
from tests.house.floor import KEYS, Floor
from tests.patience import PATIENCE_SECONDS
from tests.server.felt import floor_of
from tests.server.live import Browser, Live, serving


def ended(browser: Browser) -> dict[str, Any]:
    """The state once no audit is under way any more."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        state: dict[str, Any] = browser.get("/api/watch/audit").json()
        if state["under_way"] is None:
            return state
        time.sleep(0.05)
    raise AssertionError("the audit does not end")


def test_somebody_has_the_house_audited_and_everybody_who_watches_sees_what_it_found(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.play("oak", 2)
    watcher = live_server.signed_in("surveillance", "sam")
    state = watcher.get("/api/watch/audit").json()
    assert state["last"] is None
    assert {log["table"] for log in state["logs"]} == {"oak", CAGE}
    (oak,) = [log for log in state["logs"] if log["table"] == "oak"]
    assert oak["records"] == floor.table("oak").version
    begun = watcher.post("/api/watch/audit")
    assert begun.status_code == 200, begun.text
    assert begun.json()["under_way"]["by"] == "the surveillance (Sam)"
    floor.play("oak", 1)  # nobody waits for it
    found = ended(live_server.signed_in("regulator"))["last"]
    assert (found["ok"], found["by"], found["problems"], found["first"]) == (True, "the surveillance (Sam)", 0, "")
    assert found["records"] > 0
    kinds = [one["event"] for one in watcher.get("/api/watch/timeline", params={"group": "audit"}).json()["entries"]]
    assert kinds == ["AuditEnded", "AuditBegun"]
    assert audit(live_server.house.database, KEYS).ok


class EndsMeanwhile(WatchLog):
    """What those who watch left behind; an audit ends just when the last one has been read from it."""

    def __init__(self, end: Callable[[], object]) -> None:
        super().__init__()
        self._end = end

    def last_audit(self, connection: Connection) -> AuditRun | None:
        found = super().last_audit(connection)
        self._end()
        return found


def test_an_audit_that_ends_while_its_state_is_read_is_not_told_as_none(database: Database) -> None:
    floor = Floor(database)
    floor.house.open_cage()
    floor.do(CAGE, h.BeginAudit(by="regulator:rita"))
    end = h.EndAudit(ok=True, problems=0, first="", records=1, took_ms=1, by="regulator:rita")
    state = state_of(floor.house, EndsMeanwhile(lambda: floor.do(CAGE, end)), Auditor(floor.house))
    assert floor.table(CAGE).audit is None
    assert state.under_way or state.last


def test_one_audit_at_a_time_and_one_whose_end_nobody_told_is_not_waited_for_for_ever(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.do(CAGE, h.BeginAudit(by="regulator:rita"))  # in another process
    watcher = live_server.signed_in("surveillance")
    refused = watcher.post("/api/watch/audit")
    assert (refused.status_code, refused.json()["code"]) == (409, "audit_running")
    state = watcher.get("/api/watch/audit").json()
    assert (state["under_way"]["by"], state["under_way"]["of"]) == ("the regulator (Rita)", 0)
    floor.do(CAGE, h.EndAudit(ok=True, problems=0, first="", records=1, took_ms=1, by="regulator:rita"))
    assert isinstance(
        floor.ask(CAGE, h.EndAudit(ok=True, problems=0, first="", records=1, took_ms=1, by="regulator:rita")), Refusal
    )
    assert watcher.post("/api/watch/audit").status_code == 200
    assert ended(watcher)["last"]["ok"]


def test_what_is_wrong_is_found_and_said(live_server: Live, database_url: str) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.play("oak", 1)
    with vandal(database_url) as administrator:
        administrator.run("UPDATE accounts SET balance_cents = balance_cents + 1 WHERE account = 'player:ann'")
    watcher = live_server.signed_in("regulator")
    assert watcher.post("/api/watch/audit").status_code == 200
    found = ended(watcher)["last"]
    assert not found["ok"]
    assert found["problems"] >= 1
    assert "ann" in found["first"]


def test_a_note_or_an_audit_is_never_kept_at_a_table(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    commands: list[h.AnyHouseCommand] = [
        h.Note(table="oak", round=1, by="surveillance:sam"),
        h.BeginAudit(by="surveillance:sam"),
        h.EndAudit(ok=True, problems=0, first="", records=0, took_ms=0, by="surveillance:sam"),
    ]
    for command in commands:
        assert floor.refused("oak", command).code == "at_the_cage"
    kept = [type(one) for one in floor.events("oak")]
    assert not {he.Noted, he.AuditBegun, he.AuditEnded}.intersection(kept)


def test_an_audit_that_the_end_of_a_server_cuts_off_is_kept_as_not_done(database: Database) -> None:
    with serving(database) as live:
        floor = floor_of(live.house)
        floor.open("oak", "md-tcp", ("ann",))
        assert live.signed_in("surveillance").post("/api/watch/audit").status_code == 200
        assert floor.table(CAGE).audit is not None
    assert floor.table(CAGE).audit is None
    (told,) = [one for one in floor.events(CAGE) if isinstance(one, he.AuditEnded)]
    assert told.ok or "before it had come to its end" in told.first
