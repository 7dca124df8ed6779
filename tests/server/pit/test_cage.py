"""The cage's counter: chips for patrons without an account, never more back than came out; slips of all tables."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from croupier.house.audit.audit import audit
from croupier.house.database.schema import CAGE
from croupier.house.handlers.felt import PATRON_AT_CAGE
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import TableTerms
from croupier.server.accounts.chips import balance_of
from tests.house.floor import KEYS, example
from tests.server.live import Browser, Live


def asked(cents: int, number: int = 1) -> dict[str, Any]:
    return {"id": f"request-{number}", "cents": cents}


def held(live: Live) -> int:
    """What patrons hold by the books."""
    return balance_of(live.house, PATRON_AT_CAGE)


def test_a_cashier_sells_and_redeems_and_the_record_says_who(live_server: Live) -> None:
    carol = live_server.signed_in("cashier", "carol")
    assert carol.get("/api/cage").json() == {"circulation_cents": 0, "slips": []}
    for _ in range(2):  # sent again, it is done once
        assert carol.post("/api/cage/issue", json=asked(50_000)).json()["circulation_cents"] == 50_000
    assert carol.post("/api/cage/redeem", json=asked(20_000, 2)).json()["circulation_cents"] == 30_000
    short = carol.post("/api/cage/redeem", json=asked(30_001, 3))
    assert (short.status_code, short.json()["code"]) == (409, "not_enough_chips")
    said = "Patrons hold $300 of chips by the house's books, and this needs $300.01; redeem at most that."
    assert short.json()["sentence"] == said
    assert held(live_server) == 30_000, "nothing is lost"
    with live_server.house.database.read() as connection:
        records = list(store.records_after(connection, CAGE, 0))
    acts = [act for record in records for act in decoded(record.body)]
    sold = [(act.by, one) for act in acts for one in act.events if isinstance(one, he.BoughtIn | he.CashedOut)]
    assert sold == [
        ("cashier:carol", he.BoughtIn(player=PATRON_AT_CAGE, cents=50_000)),
        ("cashier:carol", he.CashedOut(player=PATRON_AT_CAGE, cents=20_000)),
    ]
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


def test_many_at_the_counter_at_once_redeem_no_more_than_there_is(live_server: Live) -> None:
    carol = live_server.signed_in("cashier", "carol")
    carol.post("/api/cage/issue", json=asked(25_000, 0))
    with ThreadPoolExecutor(8) as threads:
        answers = threads.map(lambda n: carol.post("/api/cage/redeem", json=asked(10_000, n)).status_code, range(1, 9))
        assert sorted(answers) == [200, 200, *[409] * 6]
    assert held(live_server) == 5_000
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


def test_what_is_no_amount_is_refused(lite_server: Live) -> None:
    carol = lite_server.signed_in("cashier", "carol")
    for way in ("issue", "redeem"):
        for body in (asked(0), asked(-5), asked(10**15), {"id": "x", "cents": 5}, {**asked(5), "player": "ann"}):
            assert carol.post(f"/api/cage/{way}", json=body).status_code == 400, (way, body)
    assert held(lite_server) == 0


def slip_act(browser: Browser, table: str, path: str, **body: Any) -> None:
    """Something done with a slip under an id made of its name."""
    answer = browser.post(f"/api/pit/{table}/slips{path}", json={"id": f"{table}.{path.replace('/', '.')}.id", **body})
    assert answer.status_code == 200, answer.text


def test_the_open_slips_of_all_tables_wait_at_the_cage(lite_server: Live) -> None:
    for table in ("oak-1", "oak-2"):
        lite_server.house.open_table(table, example("md-tcp"), TableTerms(dealer="human"))
    dana, kim = lite_server.signed_in("dealer", "dana"), lite_server.signed_in("floor", "kim")
    carol = lite_server.signed_in("cashier", "carol")
    for table in ("oak-2", "oak-1"):
        slip_act(dana, table, "", kind="fill", pieces=[[500, 40]])
    waiting = carol.get("/api/cage").json()["slips"]
    assert {(one["table"], one["slip"]["state"], one["slip"]["cents"]) for one in waiting} == {
        ("oak-1", "asked", 20_000),
        ("oak-2", "asked", 20_000),
    }
    assert all(one["title"] for one in waiting)
    slip_act(kim, "oak-1", "/1/approval")
    slip_act(carol, "oak-1", "/1/confirmation")
    assert [one["table"] for one in carol.get("/api/cage").json()["slips"]] == ["oak-2"]
    slip_act(kim, "oak-2", "/1/refusal", note="enough there")
    assert carol.get("/api/cage").json()["slips"] == []
