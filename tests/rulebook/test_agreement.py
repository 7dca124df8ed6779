"""What a document says in two places agrees, or loading refuses it: a row changes one value and states the sentence."""

import csv
from functools import cache, reduce
from pathlib import Path as FilePath

import pytest

from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import parse, source_of
from croupier.rulebook.strict import Path, Source

from .altered import Change, changes

TABLE = FilePath(__file__).with_name("refused_changes.tsv").read_text("utf-8")
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


# A step that the table has somebody do, whose document says that somebody else does it.
BY_ANOTHER = [
    ("md-tcp", ("opening", "steps", 0), "dealer"),
    ("md-tcp", ("dealing", 0, "steps", 0), "dealer"),
    ("md-fcp", ("dealing", 0, "stub_count", "checks", 0), "dealer"),
    ("md-tcp", ("decisions", "conduct", 0), "player"),
    ("md-tcp", ("irregularities", "device_out_of_order", 0), "dealer"),
    ("md-tcp", ("irregularities", "remedies", 3, "steps", 0), "floor"),
    ("md-tcp", ("settlement", "before", 0), "dealer"),
    ("md-tcp", ("settlement", "each_seat", 0), "dealer"),
    ("md-tcp", ("settlement", "last", 0), "dealer"),
    ("md-uth", ("progressive", "validation", 0), "dealer"),
    ("md-uth", ("progressive", "validation", 3), "floor"),
    ("ma-fcp-1", ("cover_all", "steps", 0), "shuffler"),
    ("ma-fcp-1", ("cover_all", "steps", 2), "dealer"),
]


@pytest.mark.parametrize(("rulebook", "path", "whose"), BY_ANOTHER, ids=lambda value: str(value))
def test_a_step_that_somebody_else_does_is_refused(rulebook: str, path: Path, whose: str) -> None:
    source = written(rulebook)
    step = reduce(lambda value, part: value[part], path, source.data)
    step = {**step, "by": "dealer" if whose != "dealer" else "floor"}
    altered = Change(path, "by another", step, "").applied(source.data)
    with pytest.raises(BadInput, match=rf" is done by the {whose}; write '?{whose}'?"):
        parse(Source(source.file, altered, source.places))
