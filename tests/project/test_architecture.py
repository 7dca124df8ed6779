"""The page on how everything hangs together names places that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PLACE = re.compile(r"`((?:[a-z_]+/)+[a-zA-Z_]*(?:\.(?:py|md|yaml|tsv|toml))?)`")
# Questions of somebody who is new, and the place that the page must answer with.
ASKED = {
    "where the money of an event goes": "house/ledger/postings.py",
    "what a wager wins, and by which clause": "table/settlement",
    "the order of a round, what is due now": "table/procedure",
    "what happens when a socket drops": "server/tables/sockets.py",
}


def test_every_place_that_the_page_names_is_there() -> None:
    named = {place.replace("ID.yaml", "md-tcp.yaml") for place in PLACE.findall(PAGE)}
    assert len(named) > 20
    assert [place for place in named if not any((top / place).exists() for top in (ROOT / "src/croupier", ROOT))] == []


def test_whoever_is_new_finds_where_it_is_done() -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE))
    assert {question: place for question, place in ASKED.items() if place not in rows.get(question, "")} == {}
