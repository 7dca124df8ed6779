"""A shoe's cards go to the engine alone: no role learns of one before it is turned up, on whatever screen."""

import re
from typing import Any, get_args

from croupier.cards import DECK
from croupier.server.accounts.guards import ROLES
from croupier.server.app.openapi import completed
from croupier.server.wire.schemas import Role
from tests.patience import PATIENCE_SECONDS
from tests.server.devices.crew import Crew, crew
from tests.server.devices.device import Device, token_for
from tests.server.live import Browser, Live
from tests.server.seated import Seat
from tests.server.tables.spies import cards_in
from tests.server.tables.test_spy import logged

HELD = frozenset(map(str, DECK[:3]))  # by the player
PLACES = {"table": "one", "number": "1", "round": "1", "rulebook": "md-tcp"}


def paths(live: Live) -> list[str]:
    """Everything that can be looked at of table one and its round, not what comes of its rules alone."""
    described = completed(live.app.openapi_schema.to_schema())["paths"]
    return [
        re.sub(r"{(\w+)}", lambda found: PLACES.get(found[1], "none"), path)
        for path, methods in described.items()
        if "get" in methods and not re.search("odds|edges|strategy|practice|schema|pdf", path)
    ]


def pit_says(browser: Browser) -> str:
    """The first thing that the pit's socket tells."""
    with browser.socket("/api/pit/socket") as socket:
        return str(socket.recv(PATIENCE_SECONDS))


def looked(people: Crew, browsers: dict[str, Browser]) -> dict[str, frozenset[str]]:
    """The cards that everybody finds wherever they look now."""
    found = {}
    for role, browser in browsers.items():
        for path in paths(people.live):
            found[f"{role}: {path}"] = cards_in(browser.get(path).text)
        if role in ROLES["pit_socket"]:
            found[f"{role}: the pit"] = cards_in(pit_says(browser))
    return found


def test_no_card_reaches_anybody_before_it_is_turned_up_but_who_holds_it(lite_server: Live) -> None:
    others: dict[str, Any] = {
        role: Seat(lite_server.signed_in(role), "one")
        for role in get_args(Role)
        if role not in ("player", "dealer", "floor")
    }
    with (
        logged() as lines,
        crew(lite_server) as people,
        Device(lite_server, "one", token_for(lite_server, "one")) as shoe,
    ):
        for seat in others.values():
            seat.__enter__()
        everybody = {**others, **people.people, "player": people.player}
        browsers = {role: seat.browser for role, seat in everybody.items()}
        people.until_a_card()
        before = looked(people, browsers)  # hands that rules are explained by
        for one in DECK[:6]:
            shoe.until_card()
            assert shoe.read(one).outcome == "done"
        assert shoe.read(DECK[0]).code == "no_card_due", "what could not be is as hidden"
        version = people.table.version
        for seat in everybody.values():
            seat.until(lambda seen: seen.version >= version)
        for role, seat in everybody.items():
            assert cards_in("".join(seat.raw)) == (HELD if role == "player" else frozenset()), role
        for place, cards in looked(people, browsers).items():
            assert cards - before[place] <= (HELD if place.startswith("player:") else frozenset()), place
        assert not cards_in("".join(shoe.raw)), "not even to the shoe"
        for seat in others.values():
            seat.leave()
    assert len(lines) > 20
    assert not cards_in("".join(lines))
