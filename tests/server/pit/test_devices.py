"""Devices from the pit: the floor adds one and is told its token once, everybody there sees it, the floor ends it."""

from croupier.house.log import device_events as de
from croupier.house.service.house import TableTerms
from tests.house.floor import example
from tests.server.devices.device import Device
from tests.server.live import Live
from tests.server.pit.test_running import act_of

DEVICES = "/api/pit/one/devices"


def opened(live: Live, card_source: str = "shoe") -> None:
    """Table one, dealt by a person."""
    live.house.open_table("one", example("md-tcp"), TableTerms(dealer="human", card_source=card_source))


def test_a_token_is_told_once_good_at_once_and_ended_by_name(live_server: Live) -> None:
    opened(live_server)
    kim = live_server.signed_in("floor", "kim")
    assert kim.get(DEVICES).json() == []
    told = kim.post(DEVICES, json={"device": "reader", "kind": "shoe"})
    assert told.status_code == 200
    token = told.json()["token"]
    assert act_of(live_server, "one", de.DeviceAdded).by == "floor:kim"
    again = kim.post(DEVICES, json={"device": "reader", "kind": "shoe"})
    assert (again.status_code, again.json()["code"]) == (409, "device_present")
    listed = kim.get(DEVICES)
    (seen,) = listed.json()
    assert (seen["device"], seen["kind"], seen["connected"]) == ("reader", "shoe", False)
    assert seen["added_by"] == "the floor (Kim)"
    assert token.rpartition(".")[2] not in listed.text
    with Device(live_server, "one", token) as shoe:
        shoe.next()
        assert live_server.signed_in("surveillance").get(DEVICES).json()[0]["connected"]
        for _ in range(2):  # what is sent twice is done once
            done = kim.post(f"{DEVICES}/reader/revocation", json={"id": "idididid"})
            assert done.status_code == 204
        assert shoe.until_goodbye().reason == "This token is good no more; the floor adds the device anew."
    assert act_of(live_server, "one", de.DeviceRevoked).by == "floor:kim"
    assert kim.get(DEVICES).json() == []


def test_what_cannot_be_added_says_why_and_adds_nothing(lite_server: Live) -> None:
    opened(lite_server, "house")
    admin = lite_server.signed_in("admin")
    for device, kind, code in (("reader", "shoe", "no_shoe"), ("My shuffler", "shuffler", "device_name")):
        refused = admin.post(DEVICES, json={"device": device, "kind": kind})
        assert (refused.status_code, refused.json()["code"]) == (409, code)
        assert refused.json()["sentence"]
    assert admin.post(DEVICES, json={"device": "x", "kind": "camera"}).status_code == 400
    missing = admin.post("/api/pit/nowhere/devices", json={"device": "x", "kind": "shuffler"})
    assert (missing.status_code, missing.json()["code"]) == (404, "no_table")
    gone = admin.post(f"{DEVICES}/reader/revocation", json={"id": "idididid"})
    assert (gone.status_code, gone.json()["code"]) == (409, "no_device")
    assert lite_server.house.table("one").devices == ()
