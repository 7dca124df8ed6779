"""The last round put right by the floor: who may, what it would change before it is done, and its money after."""

import httpx
import pytest

from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import player_account
from croupier.house.ledger.balances import all_balances
from croupier.house.log import events as he
from croupier.house.replay.replaying import replayed
from croupier.server.deal.schemas import LastRound
from croupier.server.wire import floor_requests as f
from tests.house.floor import KEYS, Floor
from tests.house.handlers.test_corrections import played
from tests.server.felt import floor_of
from tests.server.live import Live
from tests.server.seated import Seat
from tests.server.tables.test_floor_at_the_table import happened

CARDS = {"wish": "correct", "of_round": 1, "told": {"dealer": "As Ac 5h"}, "reason": "an ace was read as a two"}
RULING = {"wish": "correct", "of_round": 1, "at_seat": 1, "wager": "ante", "cents": 0, "reason": "a hand was fouled"}
DEALER = f.CorrectRound(of_round=1, told={"dealer": "As Ac 5h"}, reason="an ace was read as a two")


@pytest.fixture
def floor(lite_server: Live) -> Floor:
    """The house in which ann has won a round of real cards at table one."""
    one = floor_of(lite_server.house)
    played(one)
    return one


def balances(live: Live) -> dict[str, int]:
    with live.house.database.read() as connection:
        return all_balances(connection)


def tried(browser: httpx.Client, asked: dict[str, object]) -> httpx.Response:
    return browser.post("/api/deal/one/correction", json=asked)


def last_seen(live: Live, role: str) -> LastRound:
    """The last round as the screen of somebody on duty has it."""
    with Seat(live.signed_in(role), "one", on_duty=True) as seat:  # type: ignore[arg-type]
        assert seat.seen
        assert seat.deal
        assert seat.deal.last
        return seat.deal.last


@pytest.mark.parametrize("role", ["floor", "casino_supervisor"])
def test_the_floor_has_what_was_told_and_how_each_wager_ended(lite_server: Live, floor: Floor, role: str) -> None:
    last = last_seen(lite_server, role)
    assert (last.round, last.why) == (1, "")
    assert [(one.place, one.cards) for one in last.told] == [("dealer", "2c 3d 5h"), ("1", "Ah Kd 9s")]
    lines = floor.table("one").last.lines  # type: ignore[union-attr]
    ended = {(one.seat, one.wager): one.back_cents for one in last.wagers}
    assert ended == {
        (line.seat, line.wager): line.paid_cents + line.returned_cents for line in lines if line.wager != "progressive"
    }


@pytest.mark.usefixtures("floor")
def test_a_dealer_is_told_that_it_is_the_floors(lite_server: Live) -> None:
    last = last_seen(lite_server, "dealer")
    assert "floorperson" in last.why
    assert last.why_clause
    assert last.floors, "somebody of the floor may put it right on this screen"
    assert last.wagers
    with Seat(lite_server.signed_in("dealer", "dora"), "one", on_duty=True) as dora:
        assert dora.ask(DEALER).code == "needs_floor"
        assert tried(dora.browser, CARDS).status_code == 200, "who will sign looks at it first"
        assert dora.ask(DEALER).code == "needs_floor"
    with Seat(lite_server.guest(), "one") as guest:
        assert guest.ask(DEALER).code == "not_a_dealer"
    assert not happened(lite_server, he.SettlementCorrected)  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", [CARDS, RULING], ids=["cards", "ruling"])
def test_what_it_would_change_is_shown_and_nothing_written_and_then_it_is_done_as_shown(
    lite_server: Live, floor: Floor, asked: dict[str, object]
) -> None:
    kim = lite_server.signed_in("floor", "kim")
    version, before = floor.table("one").version, balances(lite_server)
    told = tried(kim, asked)
    assert told.status_code == 200, told.text
    shown = told.json()
    assert (floor.table("one").version, balances(lite_server)) == (version, before)
    assert not happened(lite_server, he.SettlementCorrected)  # type: ignore[arg-type]
    request = f.CorrectRound(**{name: value for name, value in asked.items() if name != "wish"})  # type: ignore[arg-type]
    with Seat(kim, "one", on_duty=True) as seat:
        seat.do(request)
        version = floor.table("one").version
        seat.until(lambda seen: seen.version >= version)
    (event,) = happened(lite_server, he.SettlementCorrected)  # type: ignore[arg-type]
    assert isinstance(event, he.SettlementCorrected)
    assert (event.by, event.reason, event.clause) == ("floor:kim", asked["reason"], shown["clause"])
    after = balances(lite_server)
    moved = sum(one["so_cents"] - one["was_cents"] for one in shown["changes"])
    assert moved < 0
    assert after[player_account("ann")] - before[player_account("ann")] == moved
    assert sum(after.values()) == sum(before.values())
    assert shown["borne_cents"] == 0
    assert audit(lite_server.house.database, KEYS).ok
    with lite_server.house.database.read() as connection:
        assert replayed(connection, "one", 1).ok


def test_what_a_player_no_longer_has_is_shown_as_borne_by_the_house(lite_server: Live, floor: Floor) -> None:
    account = player_account("ann")
    floor.do("cage", h.CashOut(player="ann", cents=floor.balance(account) - 100))
    shown = tried(lite_server.signed_in("floor"), CARDS).json()
    taken = sum(one["was_cents"] - one["so_cents"] for one in shown["changes"])
    assert shown["borne_cents"] == taken - 100


@pytest.mark.usefixtures("floor")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"told": {"dealer": "Az"}}, "not_found"),
        ({"told": {"dealer": "As As 5h"}}, "not_found"),
        ({"told": {"dealer": "As Ac"}}, "card_count"),
        ({"told": {"dealer": "As Ah 5h"}}, "card_twice"),
        ({"told": {"nowhere": "As Ac 5h"}}, "cards_unseen"),
        ({"reason": " "}, "no_reason"),
        ({"of_round": 7}, "not_the_last"),
    ],
)
def test_bad_input_gets_one_sentence_before_anything_is_done(
    lite_server: Live, given: dict[str, object], code: str
) -> None:
    refused = tried(lite_server.signed_in("floor"), CARDS | given)
    assert (refused.status_code, refused.json()["code"]) == (409, code)
    assert refused.json()["sentence"]
    with Seat(lite_server.signed_in("floor", "kim"), "one", on_duty=True) as kim:
        known = {"of_round": 1, "told": {"dealer": "As Ac 5h"}, "reason": "an ace was read as a two"} | given
        assert kim.ask(f.CorrectRound(**known)).code == code  # type: ignore[arg-type]
    assert not happened(lite_server, he.SettlementCorrected)  # type: ignore[arg-type]
