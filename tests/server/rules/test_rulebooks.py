"""The rulebooks as pages."""

import re
from urllib.parse import quote

import pytest

from croupier.rulebook.card import card
from croupier.rulebook.load import load
from croupier.rulebook.readings import readings
from croupier.rulebook.register import clauses
from croupier.server.rules.rulebooks import clause_seen
from tests.server.felt import RULEBOOKS
from tests.server.live import Live


def test_every_rulebook_is_listed_and_shown_whole(lite_server: Live) -> None:
    browser = lite_server.browser()
    listed = browser.get("/api/rulebooks").json()
    assert tuple(book["id"] for book in listed) == RULEBOOKS
    for book in listed:
        shown = browser.get(f"/api/rulebooks/{book['id']}").json()
        assert shown["rulebook"] == book
        whole = card(load(book["id"]))
        assert [section["title"] for section in shown["sections"]] == [section.title for section in whole]
        for section, of_law in zip(shown["sections"], whole, strict=True):
            assert [entry["text"] for entry in section["entries"]] == [entry.text for entry in of_law.entries]
            for grid in section["grids"]:
                assert {len(row) for row in grid["rows"]} == {len(grid["columns"]) + 1}
        named = {name for section in shown["sections"] for entry in section["entries"] for name in entry["readings"]}
        assert named <= {note["id"] for note in shown["readings"]}


def test_every_clause_is_shown_with_its_readings() -> None:
    for rulebook in RULEBOOKS:
        for clause in clauses(rulebook).values():
            told = clause_seen(rulebook, clause.clause.partition(":")[2])
            assert told.clause == clause.clause
            assert clause.summary.lower().endswith(told.summary.lower())
            assert not re.match(r"\[|[a-z]", told.summary), told.summary  # such as `[added text]`
            for name in clause.readings:
                assert readings()[name].adopted in [reading.adopted for reading in told.readings]


def test_every_kind_of_clause_has_an_address(lite_server: Live) -> None:
    """One clause for each set of characters that an address would take for its own."""
    kinds = {
        frozenset(re.findall(r"[^A-Za-z0-9]", clause)): (rulebook, clause.partition(":")[2])
        for rulebook in RULEBOOKS
        for clause in clauses(rulebook)
    }
    assert {"/", "#", "[", " "} <= {letter for kind in kinds for letter in kind}
    browser = lite_server.browser()
    for rulebook, clause in kinds.values():
        answer = browser.get(f"/api/clauses/{rulebook}/{quote(clause, safe='')}")
        assert answer.status_code == 200, (clause, answer.text)
        assert answer.json()["clause"] == f"{rulebook}:{clause}"


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("rulebooks/md-ut", "There is no rulebook 'md-ut'; the nearest is md-uth."),
        ("clauses/md-ut/7F(1)", "There is no rulebook 'md-ut'; the nearest is md-uth."),
        ("clauses/md-uth/7F(1", "There is no clause md-uth:7F(1; the nearest is md-uth:7F(1)."),
    ],
)
def test_what_does_not_exist_is_said_so_with_the_nearest(address: str, sentence: str, lite_server: Live) -> None:
    answer = lite_server.browser().get(f"/api/{address}")
    assert answer.status_code == 404
    assert answer.json()["sentence"] == sentence
