"""The reference in docs/reference says what the code says, of everything that there is."""

import re
from pathlib import Path

import pytest

from tests.project.reference import FOLDER, pages
from tests.project.refusals import refusals

DOCS = FOLDER.parent
EMPTY = re.compile(r"^\| `[^|]*\|(?: `[^|]*\|)? *\|", re.MULTILINE)


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    return pages()


def test_every_page_is_what_the_code_says(written: dict[str, str]) -> None:
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    assert kept.keys() == written.keys()
    stale = [name for name, text in written.items() if kept[name] != text]
    assert stale == [], "docs/reference is out of date; run: make reference"


def test_nothing_is_listed_without_a_meaning(written: dict[str, str]) -> None:
    assert {name: EMPTY.findall(text) for name, text in written.items() if EMPTY.search(text)} == {}


def test_refusals_are_found_wherever_they_are_written() -> None:
    found = refusals()
    assert "No wager is that large; put at most {…} on {…}." in found["absurd_stake"]  # a name given before
    assert found["signed_out"] == ["Nobody is signed in; sign in first."]  # by its status
    assert "other_{…}" in found  # a code of several endings


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_every_page_is_in_the_index_and_its_links_lead_somewhere(page: Path) -> None:
    index, name = (DOCS / "README.md").read_text("utf-8"), page.relative_to(DOCS).as_posix()
    assert name.startswith(("README.md", "decisions/")) or f"({name})" in index, f"docs/README.md does not name {name}"
    words = re.sub(r"`[^`\n]*`", "", page.read_text("utf-8"))  # brackets in code lead nowhere
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", words)
    assert [link for link in links if not (page.parent / link).exists()] == []
