"""The floor's PIN on the dealer's screen: an act in its own name, both named; guessing is like guessing passwords."""

from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.replay.sentences import told
from croupier.house.service.house import TableTerms
from croupier.table.values import events as e
from tests.house.floor import KEYS, example
from tests.server.live import PASSWORD, Browser, Live

PIN = "493817"
Kind = TypeVar("Kind")
VERIFIED = "verify_inspection"


@pytest.fixture
def floors(lite_server: Live) -> Live:
    """A table to be dealt by a person; its deck has been brought and inspected, and waits for the floor."""
    terms = TableTerms(dealer="human", decision_seconds=0, betting_seconds=0)
    lite_server.house.open_table("one", example("md-tcp"), terms)
    return lite_server


def logged(live: Live, kind: type[Kind]) -> list[Kind]:
    """What of this kind is on the table's record."""
    with live.house.database.read() as connection:
        acts = [act for record in store.records_after(connection, "one", 0) for act in decoded(record.body)]
    return [one for act in acts for one in act.events if isinstance(one, kind)]


def with_pin(live: Live, name: str = "kim", role: Any = "floor") -> Browser:
    """Somebody of the floor who has set a PIN."""
    browser = live.signed_in(role, name)
    assert browser.post("/api/pin", json={"password": PASSWORD, "pin": PIN}).status_code == 204
    return browser


def confirm(dealing: Browser, wish: dict[str, Any], name: str = "kim", pin: str = PIN, **asked: Any) -> Any:
    """Asks something on the dealer's screen by somebody's PIN."""
    given = {"id": uuid4().hex, "wish": wish, **asked}
    return dealing.post("/api/deal/one/confirmation", json={"name": name, "pin": pin, "asked": given})


def brought(live: Live) -> dict[str, Any]:
    """The dealer goes on until something is the floor's; what that is, as it is asked for."""
    while True:
        table = live.house.table("one")
        duty = duty_at(live.house.rules_of(table), table, table.at_ms // 1000)
        assert duty
        if duty.by != "dealer":
            return {"wish": "duty", "says": duty.says, "found": {}}
        done = live.house.ask(h.Request("one", h.DoDuty(says=duty.says, by="dealer:dana")))
        assert isinstance(done, Done), done


def test_an_act_of_the_floors_is_theirs_and_names_both(floors: Live) -> None:
    kim, dana = with_pin(floors), floors.signed_in("dealer", "dana")
    wish = brought(floors)
    assert confirm(dana, wish).json()["outcome"] == "done"
    verified = [one for one in logged(floors, e.DeckPrepared) if one.step == VERIFIED]
    assert [one.by for one in verified] == ["floor:kim"]
    (signed,) = logged(floors, he.FloorConfirmed)
    assert (signed.by, signed.screen) == ("floor:kim", "dealer:dana")
    sentence = "Confirmed by the floor (Kim) with their PIN, on the screen of the dealer (Dana)."
    assert told(None, signed)[0] == sentence
    assert kim.get("/api/session").json()["has_pin"] is True
    assert confirm(dana, wish).json()["outcome"] == "stale", "what is done is not done again"
    report = audit(floors.house.database, KEYS)
    assert report.ok, report.problems


def test_the_same_request_sent_again_is_done_once(floors: Live) -> None:
    with_pin(floors)
    dana, wish = floors.signed_in("dealer", "dana"), brought(floors)
    for _ in range(2):
        assert confirm(dana, wish, id="the-same-request").json()["outcome"] == "done"
    assert len(logged(floors, he.FloorConfirmed)) == 1


def test_refusing_is_an_answer_too_and_the_table_waits_as_before(floors: Live) -> None:
    with_pin(floors)
    dana, wish = floors.signed_in("dealer", "dana"), brought(floors)
    declined = {"wish": "decline", "what": wish["says"], "reason": "a card is bent"}
    assert confirm(dana, declined).json()["outcome"] == "done"
    (event,) = logged(floors, he.FloorDeclined)
    assert (event.by, event.reason) == ("floor:kim", "a card is bent")
    assert told(None, event)[0].endswith("The reason: a card is bent.")
    assert brought(floors) == wish
    assert not [one for one in logged(floors, e.DeckPrepared) if one.step == VERIFIED]


def test_nobody_but_the_floor_confirms_and_never_the_dealer_themselves(floors: Live) -> None:
    kim, dana = with_pin(floors), floors.signed_in("dealer", "dana")
    wish = brought(floors)
    assert dana.post("/api/pin", json={"password": PASSWORD, "pin": PIN}).json()["code"] == "not_your_role"
    assert confirm(dana, wish, name="dana").json()["code"] == "own_pin"
    floors.add("dora", role="dealer")
    wrong = confirm(dana, wish, name="dora")
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_pin")
    assert confirm(dana, wish, name="nobody-there").json() == wrong.json(), "alike whatever of it is wrong"
    assert confirm(dana, wish, pin="493818").json() == wrong.json()
    assert confirm(kim, wish).json()["code"] == "not_your_role", "the floor does it on its own screen"
    assert confirm(dana, {"wish": "tap_in"}).json()["code"] == "not_the_floors"
    order = {"wish": "answer_call", "call": 7, "note": "seen"}
    assert confirm(dana, order).json()["code"] == "stale", "what the house refuses is refused in its own words"
    assert not logged(floors, he.FloorConfirmed)


def test_five_wrong_pins_lock_the_pin_and_not_the_password(floors: Live) -> None:
    with_pin(floors)
    dana, wish = floors.signed_in("dealer", "dana"), brought(floors)
    assert [confirm(dana, wish, pin="111112").status_code for _ in range(6)] == [403] * 5 + [429]
    locked = confirm(dana, wish)
    assert (locked.status_code, locked.json()["code"]) == (429, "locked")
    assert "5 wrong PINs" in locked.json()["sentence"]
    assert floors.browser().sign_in("kim").status_code == 200
    floors.clock.later_ms += 16 * 60_000
    assert confirm(dana, wish).json()["outcome"] == "done"


@pytest.mark.parametrize("pin", ["12345", "123456", "777777", "987654", "12a456", "1" * 13])
def test_a_pin_is_digits_that_are_not_tried_first(pin: str, floors: Live) -> None:
    kim = floors.signed_in("floor", "kim")
    answer = kim.post("/api/pin", json={"password": PASSWORD, "pin": pin})
    assert (answer.status_code, answer.json()["code"]) == (400, "pin")
    assert kim.get("/api/session").json()["has_pin"] is False


def test_setting_it_asks_for_the_password_and_a_new_password_takes_it_away(floors: Live) -> None:
    kim, dana = with_pin(floors), floors.signed_in("dealer", "dana")
    assert kim.post("/api/pin", json={"password": "not it", "pin": "204816"}).json()["code"] == "wrong_password"
    floors.users.new_password("kim")
    assert confirm(dana, brought(floors)).json()["code"] == "wrong_pin"


def test_a_pin_is_neither_kept_nor_logged_as_it_is(floors: Live, caplog: pytest.LogCaptureFixture) -> None:
    kim, dana, pin, wrong = floors.signed_in("floor", "kim"), floors.signed_in("dealer", "dana"), "835102647719", "62"
    wish = brought(floors)
    with caplog.at_level("DEBUG"):
        assert kim.post("/api/pin", json={"password": PASSWORD, "pin": pin}).status_code == 204
        too_long = confirm(dana, wish, pin=pin * 9)
        assert too_long.status_code == 400
        assert pin not in too_long.text
        assert confirm(dana, wish, pin=pin + wrong).json()["code"] == "wrong_pin"
        assert confirm(dana, wish, pin=pin).json()["outcome"] == "done"
    assert pin not in caplog.text
    file = Path(floors.house.database.engine.url.database or "")
    kept = b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))
    assert b"floor:kim" in kept
    assert pin.encode() not in kept
