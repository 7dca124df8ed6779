"""The settlement names its law: every clause and reading that its source cites is there."""

import re
from pathlib import Path

import pytest

from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.readings import readings
from croupier.rulebook.register import all_clauses
from croupier.table import settlement

FOLDER = Path(settlement.__file__).parent
CLAUSE = re.compile(rf"\b(?:{'|'.join(rulebook_ids())}):[^\s,;:\"]*[^\s,.;:\"]")
READING = re.compile(r"\b(?:[CDFTU]-\d\d|A\d\d)\b")
SOURCES = sorted(path for path in FOLDER.glob("*.py") if CLAUSE.search(path.read_text("utf-8")))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_what_the_source_cites_is_there(path: Path) -> None:
    text = path.read_text("utf-8")
    assert sorted(set(CLAUSE.findall(text)) - all_clauses()) == []
    assert sorted(set(READING.findall(text)) - readings().keys()) == []


def test_every_rulebook_that_is_not_an_amendment_is_cited_where_wagers_end() -> None:
    cited = {clause.split(":")[0] for clause in CLAUSE.findall((FOLDER / "settle.py").read_text("utf-8"))}
    assert cited == {"md-tcp", "md-fcp", "ma-fcp-1", "md-uth"}
