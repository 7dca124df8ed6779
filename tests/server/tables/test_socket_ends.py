"""A connection that ends for a fault of ours: who is there is told and comes back, and the log says where it was."""

from collections.abc import Callable
from io import StringIO

import pytest

from croupier.house.database.faults import Unavailable
from croupier.house.service.house import TableTerms
from croupier.server.tables import sockets
from croupier.server.tables.live_views import ViewCache
from croupier.server.wire import messages as w
from tests.house.floor import example
from tests.server.live import Live
from tests.server.logged import lines
from tests.server.seated import Seat, player_at


@pytest.fixture
def table(lite_server: Live) -> Live:
    lite_server.house.open_table("one", example("md-tcp"), TableTerms())
    return lite_server


def broken(error: Exception) -> Callable[..., object]:
    def breaks(*_: object, **__: object) -> object:
        raise error

    return breaks


def test_what_nobody_foresaw_is_logged_with_its_place(
    table: Live, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    with player_at(table, "one", 1) as seat:
        seat.until(lambda seen: True)
        monkeypatch.setattr(sockets, "answer_to", broken(RuntimeError("the dealer holds As Ad")))
        seat.send('{"id": "12345678", "wish": {"wish": "sit", "seat": 1}}')
        assert seat.closed() == 4500
        assert seat.goodbye is not None
        assert seat.goodbye.again
        assert "As" not in seat.goodbye.reason
    line = lines(log, 3)[-1]  # behind those of who came in
    assert (line["level"], line["method"], line["status"]) == ("error", "WEBSOCKET", 4500)
    assert str(line["error"]).startswith("RuntimeError at ")
    assert "sockets:_answer" in str(line["error"])
    assert "As Ad" not in log.getvalue()


def test_a_database_that_is_away_is_said_and_is_no_error_of_the_program(
    table: Live, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = table.guest()
    monkeypatch.setattr(
        ViewCache, "viewer_snapshot", broken(Unavailable("The database /secret/house.db is not there."))
    )
    with Seat(browser, "one") as seat:
        assert seat.closed() == 4503
        assert seat.goodbye == w.Goodbye("The house cannot answer just now; try again in a moment.", again=True)
    line = lines(log, 3)[-1]  # behind those of who came in
    assert (line["method"], line["level"], line["status"]) == ("WEBSOCKET", "info", 4503)


def test_a_table_that_is_not_there_is_not_tried_again(table: Live) -> None:
    with Seat(table.guest(), "two") as seat:
        assert seat.closed() == 1000
        assert seat.goodbye is not None
        assert not seat.goodbye.again


NESTED = "[" * 3900


@pytest.mark.parametrize(
    "text",
    [
        f'{{"id": {NESTED}',
        f'{{"id": "12345678", "wish": {{"seat": {NESTED}',
        f'{{"wish": {{"x": {NESTED}{"]" * 3900}, "wish": "sit"}}, "id": "12345678"}}',
    ],
)
def test_what_is_nested_without_end_is_refused(table: Live, text: str) -> None:
    with player_at(table, "one", 1) as seat:
        seat.send(text)
        while not seat.answers:
            seat.receive()
        assert (seat.answers[0].outcome, seat.answers[0].code) == ("refused", "malformed")
        seat.sit()
