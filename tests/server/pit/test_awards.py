"""Slips of Progressive awards: hand, meter and amount, everybody who signed, and the number of the document."""

from collections.abc import Callable
from io import BytesIO

from pypdf import PdfReader

from croupier.house.reports.award_slips import AwardSlip, award_slip
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.floor import Floor
from tests.house.handlers.test_cards_seen import done, due
from tests.server.felt import floor_of
from tests.server.live import Browser, Live


def until(floor: Floor, there: Callable[[], bool]) -> None:
    """Seat 1 has a royal flush and plays, and people do what is due until something is so."""
    while not there():
        duty, round_ = due(floor), floor.table("one").state.round
        if duty is None and round_ and round_.phase == "decisions":
            floor.do("one", c.Decide(seat=1, action="play", stake_cents=1500))
        elif duty is None:
            floor.bet("one")
        else:
            hand = "As Ks Qs" if "seat 1" in duty.says else "2c 5d 9h"
            done(floor, duty, hand if isinstance(duty.command, c.TurnUp) else "")


def paid(floor: Floor) -> e.AwardPaid | None:
    """The award that was paid."""
    return next((one for one in floor.events("one") if isinstance(one, e.AwardPaid)), None)


def slip_of(floor: Floor) -> AwardSlip:
    with floor.database.read() as connection:
        slip = award_slip(connection, "one", 1)
    assert slip
    return slip


def text_of(browser: Browser) -> str:
    pdf = browser.get("/api/pit/one/awards/1/pdf")
    assert pdf.headers["content-type"].startswith("application/pdf"), pdf.text
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)


def test_an_award_has_a_numbered_slip_with_all_that_the_texts_want_on_it(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("one", "md-tcp", players=("ann",), dealer="human", card_source="seen")
    eve = live_server.signed_in("regulator", "eve")
    assert eve.get("/api/pit/one/awards").json() == []
    assert eve.get("/api/pit/one/awards/1/pdf").status_code == 404
    until(floor, lambda: paid(floor) is not None)
    early = text_of(eve)
    assert "A-K-Q suited, spades" in early
    assert "to be done" in early, "the document has no number yet"
    assert "As Ks Qs" not in early, "cards stand on it once the round is over"
    until(floor, lambda: floor.table("one").last_number == 1)
    award = paid(floor)
    assert award, "a royal flush is paid by the meter"
    (listed,) = eve.get("/api/pit/one/awards").json()
    assert (listed["award"], listed["round"], listed["seat"], listed["cents"]) == (1, 1, 1, award.line.paid_cents)
    slip = slip_of(floor)
    assert slip.line == award.line
    assert [str(card) for card in slip.cards] == ["As", "Ks", "Qs"]
    hit = next(one for one in floor.events("one") if isinstance(one, e.MeterHit))
    assert (slip.meter_cents, hit.paid_cents) == (hit.cents, award.line.paid_cents)
    assert (slip.verified.by, slip.validated.by) == ("dealer:deana", award.validated_by)
    assert slip.verified.clause.startswith("md-tcp:.11D(7)")
    assert slip.validated.clause == "md-tcp:.11D(7)(c)"
    assert slip.document
    assert slip.documented.by == "dealer:deana"
    text = text_of(eve)
    for words in ("one / A000001", "As Ks Qs", "A-K-Q suited", "ann", "(Deana)", slip.document, "md-tcp:.11D(7)(c)"):
        assert words in text, (words, text)
