"""What the house has promised about who may do what, written down by hand: a wrong row in `guards` breaks one of these.

Each is put to a running floor, in the middle of a round.
"""

from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple, get_args

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from croupier.cli.demo import demo_wagers
from croupier.house.database.schema import CAGE
from croupier.server.accounts.guards import SIGNED_IN
from croupier.server.settings import Rate
from croupier.server.wire.messages import Answered, Goodbye, ServerMessage
from croupier.server.wire.schemas import Role
from tests.house.floor import Floor
from tests.patience import PATIENCE_SECONDS
from tests.server.felt import deal, filed, floor_of
from tests.server.live import PASSWORD, Browser, Live, serving

SOCKET = "/api/tables/tcp/socket"
STAFF: tuple[Role, ...] = tuple(role for role in get_args(Role) if role != "player")
ANYBODY = ("nobody", "ann", *STAFF)


class Promise(NamedTuple):
    """Who does what, and how it is answered; where a code is given, with which."""

    who: str
    method: str
    path: str
    body: dict[str, Any] | None
    status: int
    code: str = ""


NUMBERS = count(1)


def wish(**said: Any) -> dict[str, Any]:
    """A command for a table, under an id of its own."""
    return {"id": f"wish-{next(NUMBERS):04}", "wish": said}


def chips(number: int, **more: Any) -> dict[str, Any]:
    """A dollar at the cage."""
    return {"id": f"promise-{number:04}", "cents": 100, **more}


SIT, DUTY = wish(wish="sit", seat=5), wish(wish="duty")
ANTE_CENTS = dict(demo_wagers(filed("md-tcp")[0]))["ante"]
COMMANDS, BUY_IN, CASH_OUT = "/api/tables/tcp/commands", "/api/cage/buy-in", "/api/cage/cash-out"
PROMISES = (
    # Nobody who is not signed in commands, moves money, reads rounds or sees users.
    Promise("nobody", "POST", COMMANDS, SIT, 401, "signed_out"),
    Promise("nobody", "POST", BUY_IN, chips(1), 401, "signed_out"),
    Promise("nobody", "POST", CASH_OUT, chips(1), 401, "signed_out"),
    Promise("nobody", "GET", "/api/history", None, 401, "signed_out"),
    Promise("nobody", "GET", "/api/history/tcp/1", None, 401, "signed_out"),
    Promise("nobody", "GET", "/api/tables/tcp/coach?seat=1", None, 401, "signed_out"),
    Promise("nobody", "GET", "/api/users", None, 401, "signed_out"),
    Promise("nobody", "POST", "/api/password", {"old": PASSWORD, "new": "x" * 20}, 401, "signed_out"),
    # Anybody may look at the lobby, at a table as the public, at its rules, and at the proof of a round that is over.
    *[
        Promise(who, "GET", path, None, 200)
        for who in ANYBODY
        for path in ("/api/tables", "/api/tables/tcp/view", "/api/tables/tcp", "/api/rulebooks/md-tcp")
    ],
    *[Promise(who, "GET", "/api/history/tcp/1/proof", None, 200) for who in ANYBODY],
    *[Promise(who, "GET", "/api/history/tcp/2/proof", None, 409, "not_over") for who in ANYBODY],
    # A player plays for themselves.
    *[
        Promise("ann", "POST", COMMANDS, wish(**said, seat=2), 409, "not_your_seat")
        for said in (
            {"wish": "decide", "round": 2, "point": "after_deal", "action": "fold"},
            {"wish": "leave"},
            {"wish": "ready", "round": 2},
            {"wish": "more_time", "round": 2},
            {"wish": "wagers", "round": 2, "stakes_cents": {"ante": 1500}},
            {"wish": "wagers", "round": 2, "stakes_cents": {"ante": 0}},
            {"wish": "wagers", "round": 2, "stakes_cents": {"ante": ANTE_CENTS}},  # what bob has there already
            {"wish": "wagers", "round": 2, "stakes_cents": {"play": 0}},
        )
    ],
    Promise(
        "ann", "POST", COMMANDS, wish(wish="wagers", seat=1, round=1, stakes_cents={"ante": ANTE_CENTS}), 409, "stale"
    ),
    Promise("ann", "POST", COMMANDS, DUTY, 409, "not_a_dealer"),
    Promise("ann", "GET", "/api/tables/tcp/coach?seat=2", None, 403, "not_your_seat"),
    Promise("ann", "GET", "/api/history?player=bob", None, 403, "not_yours"),
    Promise("ann", "GET", "/api/history?player=ann", None, 200),
    Promise("ann", "GET", "/api/history", None, 200),
    # Chips of players are the floor's business.
    Promise("ann", "POST", BUY_IN, chips(2), 403),
    Promise("ann", "POST", BUY_IN, chips(3, player="bob"), 403),
    Promise("ann", "POST", CASH_OUT, chips(4, player="bob"), 403),
    Promise("ann", "POST", CASH_OUT, chips(5, player="ann"), 403),
    Promise("floor", "POST", CASH_OUT, chips(6, player="ann"), 200),
    Promise("floor", "POST", BUY_IN, chips(7, player="ann"), 200),
    *[
        Promise(who, "POST", path, chips(8, player="ann"), 403, "not_your_role")
        for who in ("dealer", "surveillance", "regulator", "admin")
        for path in (BUY_IN, CASH_OUT)
    ],
    # Only players play; dealer and floor do what is theirs to do and nothing else.
    *[
        Promise(who, "POST", COMMANDS, body, 403, "not_your_role")
        for who in ("surveillance", "regulator", "admin")
        for body in (SIT, DUTY)
    ],
    *[Promise(who, "POST", COMMANDS, SIT, 409, "not_a_player") for who in ("dealer", "floor")],
    # Rounds of others are read by surveillance and regulators, and nobody but a player is coached.
    *[Promise(who, "GET", "/api/history?player=bob", None, 200) for who in ("surveillance", "regulator")],
    *[Promise(who, "GET", "/api/history", None, 200) for who in ("surveillance", "regulator")],
    *[Promise(who, "GET", "/api/history", None, 403, "not_your_role") for who in ("dealer", "floor", "admin")],
    Promise("admin", "GET", "/api/history/tcp/1", None, 403, "not_your_role"),
    *[Promise(who, "GET", "/api/tables/tcp/coach?seat=1", None, 403, "not_your_role") for who in STAFF],
    # Users are the admin's business, and no admin leaves the house without one.
    *[
        Promise(who, method, path, body, 403, "not_your_role")
        for who in ("ann", *STAFF)
        if who != "admin"
        for method, path, body in (
            ("GET", "/api/users", None),
            ("POST", "/api/users", {"name": "crony", "role": "admin"}),
            ("PATCH", "/api/users/bob", {"new_password": True}),
        )
    ],
    Promise("admin", "GET", "/api/users", None, 200),
    Promise("admin", "PATCH", "/api/users/admin", {"role": "player"}, 409, "yourself"),
    Promise("admin", "POST", "/api/users", {"name": "guest-crony", "role": "player"}, 400, "name"),
)


@pytest.fixture
def people(lite_server: Live) -> dict[str, Browser]:
    """A practice table in its second round, ann and bob playing, and everybody else in the house."""
    floor = floor_of(lite_server.house)
    floor.open("tcp", players=("ann", "bob"), practice=True)
    floor.play("tcp")
    deal(floor, "tcp")
    lite_server.add("bob")
    return {
        "nobody": lite_server.browser(),
        "ann": lite_server.signed_in("player", "ann"),
        **{role: lite_server.signed_in(role, role.replace("_", "-")) for role in STAFF},
    }


def table_and_money(floor: Floor) -> tuple[Any, int]:
    """How the table stands, and what bob has."""
    with floor.database.read() as connection:
        found = connection.exec_driver_sql("SELECT balance_cents FROM accounts WHERE account = 'player:bob'")
        return floor.table("tcp"), int(found.scalar_one())


def answer_on(socket: ClientConnection) -> Answered | Goodbye:
    """The next answer, whatever else is told before."""
    while True:
        told = msgspec.json.decode(socket.recv(10), type=ServerMessage)
        if isinstance(told, Answered | Goodbye):
            return told


def test_every_promise_is_kept(lite_server: Live, people: dict[str, Browser]) -> None:
    floor = floor_of(lite_server.house)
    before, broken = table_and_money(floor), []
    for promise in PROMISES:
        answer = people[promise.who].request(promise.method, promise.path, json=promise.body)
        code = "" if answer.is_success else answer.json()["code"]
        if answer.status_code != promise.status or (promise.code and code != promise.code):
            broken.append(f"{promise}: {answer.status_code} {code}")
    assert not broken, "\n".join(broken)
    assert table_and_money(floor) == before


def test_whoever_may_not_ask_of_a_table_is_refused_on_its_socket_too(
    lite_server: Live, people: dict[str, Browser]
) -> None:
    before = lite_server.house.table("tcp")
    assert people.keys() - {"nobody", "ann"} == SIGNED_IN - {"player"}
    for who, browser in people.items():
        with browser.socket(SOCKET) as socket:
            socket.send('{"id": "sit-down-1", "wish": {"wish": "leave", "seat": 2}}')
            answer = answer_on(socket)
        assert isinstance(answer, Answered), (who, answer)
        at_the_table = dict.fromkeys(("dealer", "floor", "casino_supervisor"), "not_a_player")
        expected = {"nobody": "signed_out", "ann": "not_your_seat", **at_the_table}
        assert (answer.outcome, answer.code) == ("refused", expected.get(who, "not_your_role")), (who, answer)
    assert lite_server.house.table("tcp") == before


def test_who_is_kept_out_is_out_at_once(lite_server: Live, people: dict[str, Browser]) -> None:
    with people["ann"].socket(SOCKET) as socket:
        assert people["admin"].patch("/api/users/ann", json={"disabled": True}).status_code == 200
        assert people["ann"].get("/api/history").status_code == 401
        with suppress(ConnectionClosed):
            socket.send('{"id": "still-here", "wish": {"wish": "leave", "seat": 1}}')
        told = answer_on(socket)
        assert isinstance(told, Goodbye)
        assert not told.again
    assert lite_server.house.table("tcp").state.player(1) == "ann"
    assert people["ann"].sign_in("ann").status_code == 401


def test_a_role_that_was_taken_away_is_gone_at_once(people: dict[str, Browser]) -> None:
    assert people["admin"].patch("/api/users/floor", json={"role": "player"}).status_code == 200
    assert people["floor"].post(BUY_IN, json=chips(9, player="ann")).status_code == 401


SPELT = [
    "//api/{}", "///api/{}", "//api//{}/", "/api/{}/", "/api//{}", "/api/{}//", "/%61pi/{}", "/%2Fapi/{}",
]  # fmt: skip


@pytest.mark.parametrize("spelt", SPELT)
@pytest.mark.parametrize("operation", ["guest", "session", "cage/buy-in", "users"])
def test_an_address_written_otherwise_leads_nobody_past_the_door(crew_server: Live, spelt: str, operation: str) -> None:
    """Without the page's origin and secret nothing is done, however the address is spelt."""
    before = crew_server.users.everybody(), crew_server.house.table(CAGE).version
    answer = spoken(crew_server, spelt.format(operation))
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert (crew_server.users.everybody(), crew_server.house.table(CAGE).version) == before


@pytest.mark.parametrize("path", ["/", "/tables/tcp", "//", "/nowhere", "/health", "/api", "//evil.example/api/guest"])
def test_wherever_it_goes_whatever_changes_something_must_be_the_pages_own(crew_server: Live, path: str) -> None:
    answer = spoken(crew_server, path)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


@pytest.mark.parametrize("path", ["/api/session/", "//api/session", "/api//session"])
def test_who_guesses_passwords_is_counted_however_the_address_is_spelt(lite_server: Live, path: str) -> None:
    few = replace(lite_server.settings, sign_ins=Rate(at_once=2, a_minute=1))
    with serving(lite_server.house.database, few) as live:
        browser = live.browser()
        address = httpx.URL(live.url).copy_with(raw_path=path.encode())
        guesses = [{"name": f"somebody-{number}", "password": "nothing"} for number in range(3)]
        assert [browser.post(address, json=guess).status_code for guess in guesses] == [401, 401, 429]


def test_too_many_requests_are_too_many_however_the_address_is_spelt(lite_server: Live) -> None:
    few = replace(lite_server.settings, requests=Rate(at_once=3, a_minute=1))
    with serving(lite_server.house.database, few) as live:
        browser = live.browser()
        paths = ("//api/session", "/api//session/", "///api/session")
        answers = [browser.get(httpx.URL(live.url).copy_with(raw_path=path.encode())) for path in paths]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[0].headers["cache-control"] == "no-store"


def spoken(live: Live, path: str) -> httpx.Response:
    """How somebody is answered who posts to a path, word for word as it is written, from nowhere."""
    with httpx.Client(timeout=PATIENCE_SECONDS) as stranger:
        return stranger.post(httpx.URL(live.url).copy_with(raw_path=path.encode()))
