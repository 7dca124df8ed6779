"""What a document says in two places agrees, or loading refuses it: a row changes one value and states the sentence."""

import csv
from functools import cache
from pathlib import Path

import pytest

from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import parse, source_of
from croupier.rulebook.strict import Source

from .altered import Change, changes

TABLE = Path(__file__).with_name("refused_changes.tsv").read_text("utf-8")
ROWS = list(csv.DictReader(TABLE.splitlines(), delimiter="\t"))


@cache
def changed(rulebook: str) -> dict[str, Change]:
    return {str(change): change for change in changes(rulebook)}


@cache
def written(rulebook: str) -> Source:
    return source_of(rulebook)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rulebook']} {row['change']}")
def test_a_document_that_contradicts_itself_is_refused(row: dict[str, str]) -> None:
    source = written(row["rulebook"])
    altered = changed(row["rulebook"])[row["change"]].applied(source.data)
    with pytest.raises(BadInput) as refused:
        parse(Source(source.file, altered, source.places))
    assert str(refused.value).endswith(f": {row['says']}")
    assert f"{row['rulebook']}.yaml, line " in str(refused.value) or "ma-fcp-1.yaml, line " in str(refused.value)
