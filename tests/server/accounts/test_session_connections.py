"""Sessions that are ended before their time: who goes by one is parted at once, and nothing more is done under it."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from croupier.house.database.database import Database
from croupier.house.database.faults import Unavailable
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House, TableTerms
from croupier.server.accounts import session_connections
from croupier.server.tables import sockets, tables
from croupier.server.wire import messages as w
from tests.house.floor import KEYS, example
from tests.patience import PATIENCE_SECONDS
from tests.server.live import PASSWORD, Live, serving
from tests.server.seated import Seat

AT_ONCE_SECONDS = session_connections.RECHECK_SECONDS / 2  # before anybody would have looked


@pytest.fixture
def table(lite_server: Live) -> Live:
    """A floor with a table of hold 'em."""
    lite_server.house.open_table("one", example("md-uth"), TableTerms(decision_seconds=0, betting_seconds=0))
    return lite_server


def wish(seat: int) -> dict[str, Any]:
    """To take a seat, as the page writes it."""
    asked = w.Asked(secrets.token_hex(8), w.TakeSeat(seat=seat))
    return msgspec.to_builtins(asked)  # type: ignore[no-any-return]


def parted(seat: Seat) -> float:
    """How long it took until a socket was closed, with the reason given."""
    began = time.monotonic()
    seat.closed()
    assert seat.goodbye == sockets.SESSION_OVER
    return time.monotonic() - began


def sign_out(own: Seat, _admin: Any) -> Any:
    return own.browser.delete("/api/session")


def sign_in_again(own: Seat, _admin: Any) -> Any:
    return own.browser.sign_in("ann")


def change_password_elsewhere(own: Seat, _admin: Any) -> Any:
    elsewhere = own.browser.live.browser()
    elsewhere.sign_in("ann")
    return elsewhere.post("/api/password", json={"old": PASSWORD, "new": "another horse, better"})


def keep_out(_own: Seat, admin: Any) -> Any:
    return admin.patch("/api/users/ann", json={"disabled": True})


WAYS: tuple[Callable[[Seat, Any], Any], ...] = (sign_out, sign_in_again, change_password_elsewhere, keep_out)


def test_whoever_s_session_is_ended_is_parted_at_once_and_does_nothing_more(table: Live) -> None:
    admin = table.signed_in("admin")
    table.add("ann")
    for way in WAYS:
        page = table.browser()
        assert page.sign_in("ann", "another horse, better" if way is keep_out else PASSWORD).status_code == 200
        lobby = page.socket("/api/lobby/socket")
        with Seat(page, "one", 1) as ann, lobby:
            assert ann.ask(w.GiveUpSeat(seat=1)).outcome == "refused", "trusted from now on, for a while"
            assert way(ann, admin).is_success
            with suppress(ConnectionClosed):
                ann.send(msgspec.json.encode(wish(1)).decode())
            assert parted(ann) < AT_ONCE_SECONDS, way
            for told in lobby:
                goodbye = told
            assert msgspec.json.decode(goodbye, type=w.Goodbye) == sockets.SESSION_OVER
        assert table.house.table("one").state.players == (), way


def test_who_changes_their_password_stays_where_they_are(table: Live) -> None:
    with Seat(table.signed_in("player", "ann"), "one", 1) as ann:
        new = {"old": PASSWORD, "new": "another horse, better"}
        assert ann.browser.post("/api/password", json=new).status_code == 204
        ann.sit()


def test_a_wish_under_way_is_carried_out_before_the_end_of_the_session_is_answered(
    table: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()
    submit = House.submit

    def slowly(house: House, requests: Sequence[Any]) -> Any:
        begun.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return submit(house, requests)

    with Seat(table.signed_in("player", "ann"), "one", 1) as ann, ThreadPoolExecutor() as others:
        assert ann.seen
        monkeypatch.setattr(House, "submit", slowly)
        ann.send(msgspec.json.encode(wish(1)).decode())
        ann.send(msgspec.json.encode(wish(2)).decode())
        assert begun.wait(PATIENCE_SECONDS)
        leaving = others.submit(ann.browser.delete, "/api/session")
        assert parted(ann) < AT_ONCE_SECONDS
        assert not leaving.done(), "what was asked before is not done yet"
        go_on.set()
        assert leaving.result(PATIENCE_SECONDS).status_code == 204
        assert dict(table.house.table("one").state.players) == {1: "ann"}, "the first wish, and not the second"


def test_a_wish_of_a_connection_that_was_lost_is_waited_for_too() -> None:
    done: list[str] = []

    class Known:
        key = b"a session"

    class Everywhere:
        def on_notification(self, kind: str, subscriber: Any) -> None:
            pass

        def announce(self, kind: str, names: list[str]) -> None:
            done.append(f"{kind} {names}")

        def end(self, _key: bytes) -> None:
            done.append("ended")

    async def asked() -> None:
        await asyncio.sleep(0.05)
        done.append("asked")

    async def test() -> None:
        everybody = session_connections.SessionConnections(Everywhere(), Everywhere(), lambda: 0)  # type: ignore[arg-type]
        with everybody.holding(Known()) as session_connection:  # type: ignore[arg-type]
            lost = asyncio.ensure_future(session_connection.ask(asked()))
            await asyncio.sleep(0)
            lost.cancel()
        await everybody.end(Known())  # type: ignore[arg-type]
        assert done == ["ended", f"sessions {[Known.key.hex()]}", "asked"]
        assert not everybody._connections

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))


def test_a_wish_that_was_let_in_just_before_is_not_carried_out(table: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    let_in, go_on = Event(), Event()

    def slowly(house: House, name: str) -> HouseTable:
        let_in.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return house.table(name)

    monkeypatch.setattr(tables, "found_table", slowly)
    page = table.signed_in("player", "ann")
    with ThreadPoolExecutor() as others:
        asking = others.submit(page.post, "/api/tables/one/commands", json=wish(1))
        assert let_in.wait(PATIENCE_SECONDS)
        assert page.delete("/api/session").status_code == 204
        go_on.set()
        answer = asking.result(PATIENCE_SECONDS)
    assert (answer.status_code, answer.json()["code"]) == (401, "session_over")
    assert table.house.table("one").state.players == ()


def test_another_process_hears_of_it(database: Database) -> None:
    if database.dialect == "sqlite":
        pytest.skip("one process serves a house on SQLite")
    house = House(database, KEYS)
    house.open_table("one", example("md-uth"), TableTerms())
    with serving(database, house=house) as here, serving(database, house=House(database, KEYS)) as there:
        admin = here.signed_in("admin")
        with Seat(there.signed_in("player", "ann"), "one", 1) as ann:
            ann.sit()
            assert admin.patch("/api/users/ann", json={"disabled": True}).status_code == 200
            assert parted(ann) < AT_ONCE_SECONDS


def test_where_nothing_was_heard_it_is_found_out_once_the_database_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_connections, "RECHECK_SECONDS", 0.01)
    monkeypatch.setattr(session_connections, "TRUSTED_SECONDS", 0.0)
    looked = []

    class Away:
        def look(self, _key: bytes, _now_ms: int) -> None:
            looked.append(_key)
            if len(looked) < 3:
                raise Unavailable("away")

    class Known:
        key = b"a session"

    async def test() -> None:
        session_connection = session_connections.SessionConnection(Away(), Known(), lambda: 0)  # type: ignore[arg-type]
        with pytest.raises(session_connections.SessionOver):
            await session_connection.keep_checking()

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))
    assert len(looked) == 3
