"""A submission as a form over HTTP: made, typed by several, filed, decided on, printed, and opened as a table."""

import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from croupier.house.database.schema import CAGE
from croupier.house.log.filings import day_of
from croupier.rulebook import shelf
from tests.house.floor import example
from tests.server.live import Browser, Live

NUMBERS = iter(range(100_000, 1_000_000))


def send(browser: Browser, path: str, status: int = 200, **data: Any) -> Any:
    """What the desk answers to something done."""
    answer = browser.post(f"/api/desk{path}", json={"id": f"idid-{next(NUMBERS)}", **data})
    assert answer.status_code == status, answer.text
    return answer.json()


def questions(seen: Any) -> dict[str, Any]:
    """Every question of a form by its field."""
    return {one["field"]: one for section in seen["form"]["sections"] for one in section["questions"]}


@pytest.fixture
def tess(lite_server: Live) -> Browser:
    return lite_server.signed_in("department", "tess")


def test_a_submission_goes_from_its_example_to_an_open_table(live_server: Live) -> None:
    tess, rae = live_server.signed_in("department", "tess"), live_server.signed_in("regulator", "rae")
    kim = live_server.signed_in("floor", "kim")
    seen = send(tess, "/filings", start="example", rules="md-tcp")
    assert (seen["card"]["filing"], seen["card"]["standing"], seen["form"]["left"]) == (1, "draft", 0)
    seen = send(tess, "/filings/1/submission", version=seen["card"]["version"])
    clauses = {one["clause"]: one for one in rae.get("/api/desk/filings/1/clauses").json()}
    (answered,) = [one for one in clauses["md-tcp:.02A"]["answers"] if one["field"] == "table.seats"]
    assert (answered["value"], bool(answered["says"]), answered["findings"]) == ("7", True, [])
    assert clauses["md-tcp:.02A"]["summary"]
    assert rae.get("/api/desk/filings/1/letter").status_code == 409, "nothing is decided"
    remarked = send(rae, "/filings/1/remarks", field="table.seats", note="Seven?")
    returned = send(rae, "/filings/1/return", version=remarked["card"]["version"], note="See the remark")
    letter = PdfReader(BytesIO(kim.get("/api/desk/filings/1/letter").content)).pages[0].extract_text()
    assert all(words in letter for words in ("Returned", "Seven?", "table.seats", "rae"))
    filed = send(tess, "/filings/1/submission", version=returned["card"]["version"])
    send(rae, "/filings/1/approval", 409, version=returned["card"]["version"], from_day="2027-01-01")
    day = day_of(live_server.house.now_ms())
    given = {"version": filed["card"]["version"], "from_day": day, "conditions": ["Seats are numbered"]}
    approved = send(rae, "/filings/1/approval", **given)
    assert (approved["card"]["standing"], approved["conditions"]) == ("in_force", ["Seats are numbered"])
    letter = PdfReader(BytesIO(tess.get("/api/desk/filings/1/letter").content)).pages[0].extract_text()
    assert all(words in letter for words in ("Approved", "Seats are numbered", day, "Chesapeake Card House"))
    assert send(rae, "/approval", required=True)["approval_required"]
    other = {"table": "oak-1", "submission": example("md-fcp"), "dealer": "human"}
    assert kim.post("/api/pit/tables", json=other).status_code == 409
    same = {**other, "submission": kim.get("/api/desk/filings/1/toml").text}
    assert kim.post("/api/pit/tables", json=same).status_code == 204
    assert tess.get("/api/desk/filings/1").json()["tables"] == ["oak-1"]


@pytest.mark.parametrize("rules", ["md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2", "md-uth"])
def test_what_comes_in_by_a_file_goes_out_as_it_came(tess: Browser, rules: str) -> None:
    text = "# ours\r\n" + example(rules)
    made = send(tess, "/filings", start="text", text=text)
    answer = tess.get(f"/api/desk/filings/{made['card']['filing']}/toml")
    assert answer.content == text.encode()
    assert "attachment" in answer.headers["content-disposition"]


def test_one_value_is_changed_and_every_comment_stays(tess: Browser) -> None:
    made = send(tess, "/filings", start="example", rules="md-tcp")
    was = questions(made)["table.seats"]["value"]
    changed = send(tess, "/filings/1/answers", field="table.seats", was=was, value=["9"])
    assert changed["text"] == example("md-tcp").replace("seats = 7 ", "seats = 9 ")
    assert changed["form"]["left"] == 1
    (finding,) = questions(changed)["table.seats"]["findings"]
    assert finding["clause"] == "md-tcp:.02A"
    (remedy,) = questions(changed)["table.seats"]["remedies"]
    mended = send(tess, "/filings/1/answers", field="table.seats", was=["9"], value=remedy["value"].split("\n"))
    assert (mended["form"]["left"], mended["text"]) == (0, example("md-tcp"))


def test_two_people_change_two_fields_and_not_one_over_the_other(lite_server: Live, tess: Browser) -> None:
    uma = lite_server.signed_in("department", "uma")
    send(tess, "/filings", start="example", rules="md-tcp")
    send(uma, "/filings/1/answers", field="limits.ante.minimum_cents", was=["15"], value=["$25"])
    both = send(tess, "/filings/1/answers", field="table.seats", was=["7"], value=["6"])
    filed = tomllib.loads(both["text"])
    assert (filed["limits"]["ante"]["minimum_cents"], filed["table"]["seats"]) == (2500, 6)
    again = {"field": "limits.ante.minimum_cents", "was": ["15"], "value": ["10"]}
    refused = send(tess, "/filings/1/answers", 409, **again)
    assert (refused["code"], "uma" in refused["sentence"]) == ("changed_meanwhile", True)
    assert send(tess, "/filings/1/text", 409, version=1, text=example("md-tcp"))["code"] == "stale"
    assert lite_server.house.table(CAGE).filings[0].text == both["text"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table.seats", "many"),
        ("table.seats", "1e3"),
        ("limits.ante.minimum_cents", "12.5"),
        ("limits.ante.minimum_cents", "-1"),
        ("elections.dealing", "by_foot"),
        ("operator.name", "a\u202eb"),
        ("no.such.field", "1"),
        ("rules", "md-fcp"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_loses_nothing(tess: Browser, field: str, value: str) -> None:
    made = send(tess, "/filings", start="example", rules="md-tcp")
    was = questions(made)[field]["value"] if field in questions(made) else []
    answer = tess.post(
        "/api/desk/filings/1/answers", json={"id": "idididid", "field": field, "was": was, "value": [value]}
    )
    assert answer.status_code in (400, 409)
    assert answer.json()["sentence"].endswith(".")
    assert tess.get("/api/desk/filings/1").json()["text"] == made["text"]


def test_an_empty_form_is_filled_in_field_by_field_until_nothing_is_left(tess: Browser) -> None:
    whole = questions(send(tess, "/filings", start="example", rules="md-uth"))
    seen = send(tess, "/filings", start="empty", rules="md-uth")
    first = seen["form"]["left"]
    assert first > 20
    while missing := [
        one for name, one in questions(seen).items() if name in whole and one["value"] != whole[name]["value"]
    ]:
        one = missing[0]
        given = {"field": one["field"], "was": one["value"], "value": whole[one["field"]]["value"]}
        seen = send(tess, "/filings/2/answers", **given)
    assert seen["form"]["left"] == 0
    assert tomllib.loads(seen["text"]) == tomllib.loads(example("md-uth"))
    assert tess.get("/api/desk/filings/2/sign").content.startswith(b"%PDF")


def test_only_what_applies_is_asked(tess: Browser) -> None:
    seen = send(tess, "/filings", start="example", rules="md-tcp")
    assert "progressive.rate" in questions(seen)
    assert "equipment.tip_box_approval" not in questions(seen)
    seen = send(tess, "/filings/1/answers", field="equipment.tip_box", was=["right"], value=["elsewhere"])
    assert questions(seen)["equipment.tip_box_approval"]["findings"]
    offered = questions(seen)["offers"]["value"]
    fewer = [one for one in offered if one != "progressive"]
    seen = send(tess, "/filings/1/answers", field="offers", was=offered, value=fewer)
    left_over = questions(seen)["progressive.rate"]
    assert (left_over["removable"], left_over["findings"][0]["severity"]) == (True, "warning")
    seen = send(tess, "/filings/1/answers", field="progressive.rate", was=left_over["value"], value=[])
    assert "progressive.rate" not in questions(seen)


def test_the_sign_is_printed_once_the_submission_complies(tess: Browser) -> None:
    send(tess, "/filings", start="example", rules="md-tcp")
    sign = PdfReader(BytesIO(tess.get("/api/desk/filings/1/sign").content)).pages[0].extract_text()
    assert "Pair Plus" in sign
    send(tess, "/filings/1/answers", field="table.seats", was=["7"], value=["9"])
    assert tess.get("/api/desk/filings/1/sign").status_code == 409


def test_a_filing_under_a_rulebook_that_is_gone_is_nobody_elses_trouble(lite_server: Live, tess: Browser) -> None:
    atlantis = str(Path(__file__).parents[3] / "docs/atlantis")
    kim, rae = lite_server.signed_in("floor", "kim"), lite_server.signed_in("regulator", "rae")
    try:
        shelf.use([atlantis])
        send(tess, "/filings", start="example", rules="atlantis-tcp")
        send(tess, "/filings/1/submission", version=1)
        send(rae, "/filings/1/approval", version=2, from_day=day_of(lite_server.house.now_ms()))
    finally:
        shelf.use([])
    made = send(tess, "/filings", start="example", rules="md-tcp")
    assert made["card"]["filing"] == 2
    cards = tess.get("/api/desk").json()["filings"]
    assert [(one["filing"], one["rules"]) for one in cards] == [(2, "md-tcp"), (1, "")]
    assert "no rulebook 'atlantis-tcp'" in cards[1]["game"]
    assert tess.get("/api/desk/filings/1").status_code == 400
    opened = {"table": "oak-1", "submission": example("md-tcp"), "dealer": "human"}
    assert kim.post("/api/pit/tables", json=opened).status_code == 204
