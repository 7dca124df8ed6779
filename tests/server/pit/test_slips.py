"""Slips over HTTP: each act is for its role, and a slip can be printed with all who signed it."""

from io import BytesIO
from typing import Any

from pypdf import PdfReader

from croupier.house.service.house import TableTerms
from tests.house.floor import example
from tests.server.live import Browser, Live

FILL = {"kind": "fill", "pieces": [[500, 40], [2500, 8]]}
SLIPS = "/api/pit/oak-1/slips"


def act(browser: Browser, path: str, what: str, **body: Any) -> Any:
    """Something done with a slip under an id made of its name."""
    return browser.post(path, json={"id": f"the-id-{what}", **body})


def test_a_fill_from_the_dealer_to_the_cage(live_server: Live) -> None:
    live_server.house.open_table("oak-1", example("md-tcp"), TableTerms(dealer="human"))
    dealer, kim = live_server.signed_in("dealer", "dana"), live_server.signed_in("floor", "kim")
    carol, eve = live_server.signed_in("cashier", "carol"), live_server.signed_in("regulator", "eve")
    for _ in range(2):  # sent again, it is done once
        (asked,) = act(dealer, SLIPS, "ask", **FILL).json()
        assert (asked["state"], asked["cents"], asked["asked_by"]) == ("asked", 40_000, "the dealer (Dana)")
    assert act(dealer, f"{SLIPS}/1/approval", "a").status_code == 403
    assert act(kim, f"{SLIPS}/1/confirmation", "b").status_code == 403
    early = act(carol, f"{SLIPS}/1/confirmation", "c")
    assert (early.status_code, early.json()["code"]) == (409, "not_approved")
    assert act(kim, f"{SLIPS}/1/approval", "d").json()[0]["state"] == "approved"
    assert act(carol, f"{SLIPS}/1/confirmation", "e").json()[0]["state"] == "done"
    assert [one["ended_by"] for one in eve.get(SLIPS).json()] == ["the cashier (Carol)"]
    assert act(dealer, SLIPS, "none", kind="fill", pieces=[]).status_code == 400
    pdf = eve.get(f"{SLIPS}/1/pdf")
    assert pdf.headers["content-type"].startswith("application/pdf")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)
    for words in ("oak-1 / 000001", "$400", "the dealer (Dana)", "the floor (Kim)", "the cashier (Carol)"):
        assert words in text, (words, text)
    assert eve.get(f"{SLIPS}/9/pdf").status_code == 404
