"""Two filings or rulebooks side by side over HTTP: what differs, the exact edges, the sign, and who may look."""

import time
from fractions import Fraction
from typing import Any

import pytest

from croupier.odds.cache import Shelf
from croupier.odds.wagers.catalogue import AS_POSTED, find
from croupier.rulebook.load import load
from tests.house.floor import example
from tests.patience import PATIENCE_SECONDS
from tests.server.desk.test_desk import send
from tests.server.live import Browser, Live


@pytest.fixture
def tess(lite_server: Live) -> Browser:
    """Has filed the example of Three Card Poker, and one with another letter of Pair Plus."""
    tess = lite_server.signed_in("department", "tess")
    send(tess, "/filings", start="example", rules="md-tcp")
    send(tess, "/filings", start="text", text=example("md-tcp").replace('pair_plus = "C"', 'pair_plus = "D"'))
    return tess


def compared(browser: Browser, left: str, right: str, status: int = 200) -> Any:
    answer = browser.get("/api/compare", params={"left": left, "right": right})
    assert answer.status_code == status, answer.text
    return answer.json()


def edges(browser: Browser, left: str, right: str) -> Any:
    """The edges once all are worked out."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        answer = browser.get("/api/compare/edges", params={"left": left, "right": right})
        assert answer.status_code == 200, answer.text
        found = answer.json()
        if found["done"] == found["wanted"]:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{found['done']} of {found['wanted']} are worked out")


def exact(form: Any) -> Fraction:
    return Fraction(int(form["num"]), int(form["den"]))


def test_another_letter_with_both_clauses_exact_edges_and_lines_of_the_sign(tess: Browser) -> None:
    found = compared(tess, "1", "2")
    assert (found["count"], found["left"]["name"], found["right"]["name"]) == (1, "filing 1", "filing 2")
    (section,) = found["sections"]
    assert (section["part"], section["title"]) == ("filed", "Elections")
    (one,) = section["differences"]
    assert (one["left"]["value"], one["right"]["value"]) == ("Paytable C", "Paytable D")
    assert one["left"]["clause"] == one["right"]["clause"] == ["md-tcp:.12D"]
    lines = [(line["only_on"], line["text"]) for line in found["sign"]]
    assert ("left", "Three of a kind: 30 to 1") in lines
    assert ("right", "Three of a kind: 25 to 1") in lines
    book, shelf = load("md-tcp"), Shelf()
    posted = {
        entry.table.id: entry.work_out(shelf, AS_POSTED).house_edge
        for entry in find(book, "pair_plus")
        if entry.at["made"] == "alone"
    }
    rows = edges(tess, "1", "2")["wagers"]
    row = next(one for one in rows if one["wager"] == "pair_plus" and one["left"]["note"] == "made alone")
    assert (exact(row["left"]["edge"]), exact(row["right"]["edge"])) == (posted["C"], posted["D"])
    assert exact(row["more"]) == posted["D"] - posted["C"]
    game = next(one for one in rows if one["wager"] == "base")
    solved = find(book, "base", "A")[0].work_out(shelf, AS_POSTED).house_edge
    assert exact(game["left"]["edge"]) == exact(game["right"]["edge"]) == solved
    assert exact(game["more"]) == 0


def test_a_progressive_is_compared_at_what_its_meters_reset_to(tess: Browser) -> None:
    send(tess, "/filings", start="text", text=example("md-tcp").replace("reset_cents = 200000", "reset_cents = 300000"))
    rows = edges(tess, "1", "3")["wagers"]
    (row,) = [one for one in rows if one["wager"] == "progressive"]
    assert "$2,000" in row["left"]["note"]
    assert "$3,000" in row["right"]["note"]
    assert exact(row["more"]) < 0


def test_a_filing_is_the_same_as_itself(tess: Browser) -> None:
    found = compared(tess, "1", "1")
    assert (found["count"], found["sections"], found["sign"]) == (0, [], [])


def test_a_rulebook_beside_a_filing_stands_as_its_example(tess: Browser) -> None:
    assert compared(tess, "1", "md-tcp")["count"] == 0
    assert compared(tess, "md-tcp", "2")["count"] == 1
    (row,) = [one for one in edges(tess, "md-tcp", "2")["wagers"] if one["left"]["note"] == "made alone"]
    assert (row["left"]["paytable"], row["right"]["paytable"]) == ("C", "D")


@pytest.mark.parametrize(("left", "right"), [("ma-fcp-1", "ma-fcp-2"), ("md-fcp", "ma-fcp-1")])
def test_two_rulebooks_are_anybodys_to_compare(lite_server: Live, left: str, right: str) -> None:
    stranger = lite_server.browser()
    found = compared(stranger, left, right)
    assert {section["part"] for section in found["sections"]} == {"law"}
    assert found["count"] == sum(len(section["differences"]) for section in found["sections"]) > 50
    named = {name for section in found["sections"] for one in section["differences"] for side in ("left", "right")
             if one[side] for name in one[side]["reading"]}  # fmt: skip
    assert {reading["id"] for reading in found["readings"]} == named
    assert not found["left"]["problem"]
    rows = edges(stranger, left, right)["wagers"]
    assert any(one["left"] and one["right"] and one["more"]["num"] == "0" for one in rows)
    assert any(not one["left"] or not one["right"] for one in rows)


@pytest.mark.parametrize("role", ["department", "regulator", "floor", "casino_supervisor", "admin"])
def test_who_reads_filings_may_compare_them(tess: Browser, role: Any) -> None:
    assert compared(tess.live.signed_in(role, f"a-{role.replace('_', '-')}"), "1", "2")["count"] == 1


@pytest.mark.parametrize("role", ["player", "dealer", "cashier", "surveillance"])
def test_others_may_not_nor_may_strangers(tess: Browser, role: Any) -> None:
    other = tess.live.signed_in(role, f"a-{role}")
    for path in ("/api/compare", "/api/compare/edges"):
        for sides in (("1", "2"), ("md-tcp", "1"), ("1", "md-tcp"), ("9", "9")):
            asked = {"left": sides[0], "right": sides[1]}
            assert other.get(path, params=asked).json()["code"] == "not_your_role"
            assert tess.live.browser().get(path, params=asked).status_code == 401


@pytest.mark.parametrize(
    ("left", "right", "status", "words"),
    [
        ("", "1", 400, "Nothing is chosen for the left"),
        ("1", "", 400, "Nothing is chosen for the right"),
        ("1", "99", 404, "There is no filing 99"),
        ("1", "mdtcp", 404, "There is no rulebook 'mdtcp'"),
        ("1", "-1", 404, "There is no rulebook '-1'"),
        ("1", "99999999999", 404, "There is no rulebook '99999999999'"),
        ("1", "md-uth", 400, "compare two rulebooks of one game"),
        ("1", "x" * 61, 400, "not as it should be"),
        ("1", "../../etc", 404, "There is no rulebook"),
    ],
)
def test_bad_choices_get_a_sentence(tess: Browser, left: str, right: str, status: int, words: str) -> None:
    assert words in compared(tess, left, right, status)["sentence"]
    asked = {"left": left, "right": right}
    answer = tess.get("/api/compare/edges", params=asked)
    assert (answer.status_code, words in answer.json()["sentence"]) == (status, True)


def test_a_draft_that_breaks_its_rules_is_compared_without_edge_and_sign(tess: Browser) -> None:
    send(tess, "/filings/1/answers", field="table.seats", was=["7"], value=["9"])
    found = compared(tess, "1", "2")
    assert found["count"] == 2
    assert "table.seats" in found["left"]["problem"]
    assert (found["right"]["problem"], found["sign"]) == ("", [])
    assert edges(tess, "1", "2") == {"done": 0, "wanted": 0, "wagers": [], "problem": found["left"]["problem"]}
