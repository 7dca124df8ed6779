"""Who may do what: every operation that there is, as every role and as nobody, against the table in `guards`."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from croupier.house.handlers.commands import AddDevice, Request, RevokeDevice
from croupier.house.service.house import TableTerms
from croupier.server.accounts.guards import BEFORE_THE_PASSWORD, ROLES, SIGNED_IN, Who
from croupier.server.app.openapi import completed
from croupier.server.devices.tokens import key_of, new_token
from croupier.server.wire.schemas import Role
from tests.house.floor import example
from tests.server.live import Browser, Live, named

EVERYBODY: tuple[Who, ...] = (*sorted(SIGNED_IN), "nobody")
SOCKETS = {
    "pit_socket": "/api/pit/socket",
    "table_socket": "/api/tables/none/socket",
    "deal_socket": "/api/deal/none/socket",
    "lobby_socket": "/api/lobby/socket",
    "device_socket": "/api/devices/read/socket",
}
ENDS_THE_SESSION = ("sign_out", "play_as_guest")
NOT_ALLOWED = ("signed_out", "not_your_role")
# Placeholders of paths, such that no operation finds anything to do.
PLACES = {"number": "1", "round": "1", "clause": "1"}


def operations(live: Live) -> list[tuple[str, str, str]]:
    """Every operation of the API: its id, its method and a path that it has."""
    described = completed(live.app.openapi_schema.to_schema())
    return [
        (operation["operationId"], method.upper(), re.sub(r"{(\w+)}", lambda m: PLACES.get(m[1], "none"), path))
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api")
    ]


def signed_in(live: Live, who: Who) -> Browser:
    browser = live.browser()
    if who != "nobody":
        assert browser.sign_in(named(who)).status_code == 200
    return browser


def test_every_operation_has_its_row_and_every_row_its_operation(crew_server: Live) -> None:
    names = [name for name, _, _ in operations(crew_server)]
    assert len(names) == len(set(names))
    assert {*names, *SOCKETS} == set(ROLES)


def test_every_operation_says_what_it_is_for_and_how_it_says_no(crew_server: Live) -> None:
    described: dict[str, Any] = crew_server.browser().get("/api/schema/openapi.json").json()
    trouble = described["components"]["schemas"]["Trouble"]
    assert set(trouble["properties"]) == {"code", "sentence", "clause"}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            assert operation["tags"], where
            assert set(operation["responses"]) >= {"default"}, where
            assert not [status for status in operation["responses"] if status[0] in "45"], where
            refers = operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"]
            assert refers == "#/components/schemas/Trouble", where


def test_the_description_says_what_json_schema_can_say(crew_server: Live) -> None:
    """No body where there is none, patterns that every reader knows, and nothing that may be anything at all."""
    described: dict[str, Any] = crew_server.browser().get("/api/schema/openapi.json").json()
    answers = [one["responses"] for methods in described["paths"].values() for one in methods.values()]
    empty = [responses["204"] for responses in answers if "204" in responses]
    assert len(empty) == 8
    assert not any("content" in one for one in empty)
    parts = list(_parts(described))
    patterns = [part["pattern"] for part in parts if isinstance(part.get("pattern"), str)]
    assert patterns
    assert not [pattern for pattern in patterns if re.search(r"\\[AZ]", pattern)]
    assert not [part for part in parts if {} in (part.get("oneOf") or part.get("anyOf") or ())]


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(part)


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_table_is_what_is_held_to(crew_server: Live, who: Who) -> None:
    browser = signed_in(crew_server, who)
    for name, method, path in operations(crew_server):
        asking = signed_in(crew_server, who) if name in ENDS_THE_SESSION else browser
        answer = asking.request(method, path)
        refused = answer.status_code in (401, 403) and answer.json()["code"] in NOT_ALLOWED
        assert refused != (who in ROLES[name]), (name, who, answer.status_code, answer.text)
        assert answer.status_code != 500, (name, who)
    for name, path in SOCKETS.items():
        try:
            with browser.socket(path):
                opened = True
        except InvalidStatus:
            opened = False
        assert opened or name == "table_socket" or who not in ROLES[name], (name, who)
        assert not opened or who in ROLES[name], (name, who)


@pytest.mark.parametrize("role", sorted(SIGNED_IN))
def test_before_a_one_time_password_is_changed_nothing_else_is_done(crew_server: Live, role: Role) -> None:
    user, password = crew_server.users.add(named(role, "new"), role, crew_server.clock())
    browser = crew_server.browser()
    assert browser.sign_in(user.name, password).status_code == 200
    for name, method, path in operations(crew_server):
        if name in BEFORE_THE_PASSWORD:
            continue
        answer = browser.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "one_time_password"), name
    with pytest.raises(InvalidStatus), browser.socket(SOCKETS["lobby_socket"]):
        pass


def test_a_devices_token_is_good_for_its_own_socket_and_for_nothing_else(crew_server: Live) -> None:
    house = crew_server.house
    house.open_table("read", example("md-tcp"), TableTerms(dealer="human", card_source="shoe"))
    token = new_token("read", "spy")
    house.ask(Request("read", AddDevice(device="spy", kind="shuffler", key=key_of(token), by="admin")))
    given = {"Authorization": f"Bearer {token}"}
    browser = crew_server.browser()
    browser.headers.update(given)
    for name, method, path in operations(crew_server):
        answer = browser.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_your_role"), name
    signed = crew_server.browser()  # the token counts, whoever's cookie comes with it
    assert signed.sign_in(named("admin")).status_code == 200
    signed.headers.update(given)
    assert signed.get("/api/users").json()["code"] == "not_your_role"
    for name, path in SOCKETS.items():
        try:
            with browser.socket(path, additional_headers=given, origin=None):
                opened = True
        except InvalidStatus:
            opened = False
        assert opened == (name == "device_socket"), name
    house.ask(Request("read", RevokeDevice(device="spy", by="admin")))
    assert browser.get("/api/tables").json()["code"] == "token"
    with (
        pytest.raises(InvalidStatus),
        browser.socket(SOCKETS["device_socket"], additional_headers=given, origin=None),
    ):
        pass


def test_what_only_a_few_may_do() -> None:
    """The rows that it would hurt to get wrong, once more by hand."""
    assert ROLES["add_user"] == ROLES["change_user"] == ROLES["list_users"] == {"admin"}
    floor = {"floor", "casino_supervisor"}
    assert ROLES["cash_out"] == {"cashier", *floor}
    assert ROLES["buy_in"] == {"player", "cashier", *floor}
    assert ROLES["issue_chips"] == ROLES["redeem_chips"] == ROLES["confirm_slip"] == {"cashier"}
    assert ROLES["ask_table"] == {"player", "dealer", *floor}
    assert ROLES["coach"] == {"player"}
    assert ROLES["device_socket"] == {"device"}
    assert ROLES["list_rounds"] == {"player", "surveillance", "regulator"}
    assert ROLES["tell_round"] == {"player", "dealer", *floor, "surveillance", "regulator"}, "a player their own"
