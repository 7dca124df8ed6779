"""docs/settlement.md shows code that stands in its file, beside clauses that are in the register."""

import re
from pathlib import Path

import pytest

from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import all_clauses
from croupier.table import settlement
from tests.project.reference import FOLDER

PAGE = (FOLDER.parent / "settlement.md").read_text("utf-8")
SETTLEMENT = Path(settlement.__file__).parent
DATA = SETTLEMENT.parents[1] / "rulebook" / "data"
ROWS = [row for row in re.findall(r"^\| (.+) \| (.+) \|$", PAGE, re.MULTILINE) if not row[0].startswith("the text")]
CLAUSE = re.compile(rf"\b(?:{'|'.join(rulebook_ids())}):[^\s,;:`]*[^\s,.;:`]")
SHOWN = re.compile(r"`([\w.-]+)`: `([^`]+)`")
GAMES = {"md-tcp": "Three Card Poker", "md-fcp": "Four Card Poker", "md-uth": "Ultimate Texas Hold 'Em"}


@pytest.mark.parametrize(("words", "code"), ROWS, ids=[f"row {number}" for number in range(1, len(ROWS) + 1)])
def test_a_row_shows_code_that_is_there_beside_clauses_that_are(words: str, code: str) -> None:
    cited = CLAUSE.findall(words)
    assert cited
    assert sorted(set(cited) - all_clauses()) == []
    shown = SHOWN.findall(code)
    assert " <br> ".join(f"`{name}`: `{line}`" for name, line in shown) == code, "write `file`: `line of it`"
    for name, line in shown:
        text = ((DATA if name.endswith(".yaml") else SETTLEMENT) / name).read_text("utf-8")
        assert any(line in found for found in text.splitlines()), f"{name} has no line {line!r}"


@pytest.mark.parametrize(("rulebook", "title"), GAMES.items())
def test_each_game_has_its_table(rulebook: str, title: str) -> None:
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    assert section.count(f"\n| {rulebook}:") > 5
