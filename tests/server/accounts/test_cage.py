"""The cage: play money for guests, chips for players by the floor's hand."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.server.accounts.chips import balance_of
from croupier.server.wire.schemas import Role
from tests.house.floor import KEYS
from tests.server.live import Live


def asked(cents: int, number: int = 1, **given: Any) -> dict[str, Any]:
    return {"id": f"request-{number}", "cents": cents, **given}


def spend(live: Live, name: str, cents: int) -> None:
    answer = live.house.ask(h.Request(CAGE, h.CashOut(player=name, cents=cents)))
    assert isinstance(answer, Done)


def test_a_guest_takes_more_play_money_while_there_is_little(live_server: Live) -> None:
    guest = live_server.guest()
    name = guest.get("/api/session").json()["name"]
    enough = guest.post("/api/cage/buy-in", json=asked(100))
    assert (enough.status_code, enough.json()["code"]) == (409, "enough")
    spend(live_server, name, 60_000)
    served = guest.post("/api/cage/buy-in", json=asked(100_000, 2))
    assert served.json()["balance_cents"] == 140_000
    again = guest.post("/api/cage/buy-in", json=asked(100_000, 2))
    assert (again.status_code, again.json()["balance_cents"]) == (200, 140_000), "asked again, it is done once"
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


def test_a_guest_who_asks_many_times_at_once_is_served_once(live_server: Live) -> None:
    guest = live_server.guest()
    name = guest.get("/api/session").json()["name"]
    spend(live_server, name, 1)
    with ThreadPoolExecutor(8) as threads:
        answers = threads.map(lambda n: guest.post("/api/cage/buy-in", json=asked(100_000, n)).status_code, range(8))
        assert sorted(answers) == [200] + [409] * 7
    assert balance_of(live_server.house, name) == 199_999


def test_a_guest_takes_no_more_than_is_given_and_nothing_for_others(lite_server: Live) -> None:
    guest, other = lite_server.guest(), lite_server.guest()
    name = other.get("/api/session").json()["name"]
    for body in (asked(100_001), asked(100, player=name)):
        refused = guest.post("/api/cage/buy-in", json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "play_money")
    for body in (asked(0), asked(-5), asked(10**15), {"id": "x", "cents": 5}, asked(5, to="me")):
        assert guest.post("/api/cage/buy-in", json=body).status_code == 400


@pytest.mark.parametrize("role", ["floor", "cashier"])
def test_the_floor_and_the_cage_serve_players(live_server: Live, role: Role) -> None:
    floor, ann = live_server.signed_in(role, "kim"), live_server.signed_in("player", "ann")
    refused = ann.post("/api/cage/buy-in", json=asked(5000))
    assert (refused.status_code, refused.json()["code"]) == (403, "floor_serves")
    for _ in range(2):  # the same request sent again
        served = floor.post("/api/cage/buy-in", json=asked(5000, player="ann"))
        assert (served.json()["name"], served.json()["balance_cents"]) == ("ann", 5000)
    assert ann.get("/api/session").json()["balance_cents"] == 5000
    short = floor.post("/api/cage/cash-out", json=asked(5001, 2, player="ann"))
    assert (short.status_code, short.json()["code"]) == (409, "not_enough_chips")
    paid = floor.post("/api/cage/cash-out", json=asked(2000, 3, player="ann"))
    assert paid.json()["balance_cents"] == 3000
    used = floor.post("/api/cage/buy-in", json=asked(7000, player="ann"))
    assert (used.status_code, used.json()["code"]) == (409, "id_used")
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


def test_whom_the_floor_does_not_serve(lite_server: Live) -> None:
    floor, guest = lite_server.signed_in("floor", "kim"), lite_server.guest()
    name = guest.get("/api/session").json()["name"]
    lite_server.add("lou", "dealer")
    for player, status in (("nobody", 404), ("", 404), ("lou", 404), (name, 403)):
        for operation in ("buy-in", "cash-out"):
            answer = floor.post(f"/api/cage/{operation}", json=asked(100, player=player))
            assert answer.status_code == status, (player, operation)
