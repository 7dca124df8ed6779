"""What the floor's screen is told: who works at each table, what it waits for, and what it calls the floor for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest

from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.service.house import TableTerms
from croupier.server.pit.schemas import PitSeen, PitTable
from croupier.table.values.duty import Duty
from tests.house.floor import example
from tests.patience import PATIENCE_SECONDS
from tests.server.live import Browser, Live
from tests.table.people import finds

HUMAN = TableTerms(dealer="human", decision_seconds=0, betting_seconds=0)


@contextmanager
def looking(browser: Browser) -> Iterator[Callable[[Callable[[dict[str, PitTable]], bool]], dict[str, PitTable]]]:
    """Somebody in the pit: a function that waits until the tables look like that."""
    with browser.socket("/api/pit/socket") as socket:
        tables: dict[str, PitTable] = {}

        def until(looks: Callable[[dict[str, PitTable]], bool]) -> dict[str, PitTable]:
            while not looks(tables):
                told = msgspec.json.decode(socket.recv(PATIENCE_SECONDS), type=PitSeen)
                tables.update({one.card.table: one for one in told.tables})
            return tables

        yield until


def do(live: Live, table: str, command: h.AnyRequestedCommand) -> None:
    answer = live.house.ask(h.Request(table, command))
    assert isinstance(answer, Done), answer


def until_the_floor_is_due(live: Live, table: str) -> Duty:
    """The dealer does what is due until something is the floor's."""
    while True:
        now = live.house.table(table)
        rules = live.house.rules_of(now)
        duty = duty_at(rules, now, now.at_ms // 1000)
        assert duty is not None, "the opening of a table asks the floor to verify"
        if duty.by == "floor":
            return duty
        found = tuple((finds(rules, now.state, duty) if duty.blanks else {}).items())
        do(live, table, h.DoDuty(says=duty.says, found=found, by="dealer:dana"))


def test_a_table_that_waits_for_the_floor_calls_for_it_until_it_is_done(live_server: Live) -> None:
    live_server.house.open_table("one", example("md-tcp"), HUMAN)
    live_server.house.open_table("two", example("md-uth"), TableTerms(betting_seconds=0))
    with looking(live_server.signed_in("floor")) as until:
        tables = until(lambda seen: {"one", "two"} <= set(seen))
        assert tables["one"].awaited.whose == "dealer"
        assert tables["one"].awaited.clause
        assert not tables["one"].calls
        assert tables["two"].awaited.whose == "players"
        duty = until_the_floor_is_due(live_server, "one")
        called_at_ms = live_server.house.table("one").at_ms
        tables = until(lambda seen: bool(seen["one"].calls))
        (call,) = tables["one"].calls
        assert (call.says, call.clause, call.since_ms) == (duty.says, duty.clause, called_at_ms)
        do(live_server, "one", h.TapIn(by="dealer:dana"))
        tables = until(lambda seen: seen["one"].dealing is not None)
        assert tables["one"].calls == (call,), "what else happens there makes a call no younger"
        do(live_server, "one", h.DoDuty(says=duty.says, by="floor:kim"))
        assert not until(lambda seen: not seen["one"].calls)["one"].calls


def test_who_looks_after_a_table_is_of_the_floor(lite_server: Live) -> None:
    lite_server.house.open_table("one", example("md-tcp"), HUMAN)
    lite_server.add("dana", "dealer")
    lite_server.add("karl", "floor")
    kim = lite_server.signed_in("floor", "kim")
    assert kim.get("/api/pit/floorpersons").json() == ["karl", "kim"], "and nobody who deals"
    address = "/api/pit/one/supervisor"
    for name, status in (("dana", 404), ("nobody-here", 404), ("karl", 204), ("karl", 409), ("", 204)):
        answer = kim.post(address, json={"id": f"id-{name or 'none'}-{status}", "supervisor": name})
        assert answer.status_code == status, (name, answer.text)
        if status == 204:
            (seen,) = msgspec.json.decode(kim.get("/api/pit").content, type=PitSeen).tables
            assert (seen.supervising.name if seen.supervising else "") == name


@pytest.mark.parametrize("role", ["admin", "surveillance", "regulator"])
def test_others_look_on_and_assign_nobody(lite_server: Live, role: str) -> None:
    lite_server.house.open_table("one", example("md-tcp"), HUMAN)
    browser = lite_server.signed_in(role)  # type: ignore[arg-type]
    with looking(browser) as until:
        assert until(lambda seen: "one" in seen)["one"].card.title
    answer = browser.post("/api/pit/one/supervisor", json={"id": "idididid", "supervisor": ""})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_role")
