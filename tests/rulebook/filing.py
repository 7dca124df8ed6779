"""The shipped example submissions, changed field by field, and what the check finds in them."""

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from importlib.resources import files
from typing import Any, Final

import msgspec
import pytest

from croupier.rulebook.check import check
from croupier.rulebook.elect import resolve
from croupier.rulebook.finding import Finding
from croupier.rulebook.sign import Posting, posting
from croupier.rulebook.submission import Submission


class _Absent:
    """Stands for a field that is left out of the submission."""

    def __repr__(self) -> str:
        return "absent"


ABSENT: Final = _Absent()


def example(rulebook: str) -> dict[str, Any]:
    """The submission that ships as the rulebook's example."""
    return tomllib.loads((files("croupier.rulebook") / f"data/examples/{rulebook}.toml").read_text("utf-8"))


def with_changes(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of the submission with each dotted field set, or taken out where the value is ABSENT."""
    changed = deepcopy(dict(data))
    for field, value in changes.items():
        *path, last = field.split(".")
        holder = changed
        for name in path:
            holder = holder.setdefault(name, {})
        if value is ABSENT:
            del holder[last]
        else:
            holder[last] = value
    return changed


def filed(data: Mapping[str, Any]) -> Submission:
    """The submission as the check reads it."""
    return msgspec.convert(dict(data), Submission)


def findings(data: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What the check finds."""
    return check(filed(data))


def found(rulebook: str, changes: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What the check finds in the rulebook's example once changed."""
    return findings(with_changes(example(rulebook), changes))


def at(field: str, among: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings on one field."""
    return tuple(finding for finding in among if finding.field == field)


def assert_refused(rulebook: str, changes: Mapping[str, Any], field: str, clause: str) -> None:
    """The changed example has one violation, on this field by this clause; so the change alone brought it."""
    violations = [finding for finding in found(rulebook, changes) if finding.severity == "violation"]
    assert [finding.field for finding in violations] == [field], violations
    assert clause in violations[0].clause.split(", "), violations


def assert_accepted(rulebook: str, changes: Mapping[str, Any]) -> None:
    """The changed example has no violation."""
    assert [finding for finding in found(rulebook, changes) if finding.severity == "violation"] == []


def sign(rulebook: str, changes: Mapping[str, Any] | None = None) -> Posting:
    """The printed sign of the rulebook's example once changed."""
    submission = filed(with_changes(example(rulebook), changes or {}))
    return posting(resolve(submission), submission)


def case(clauses: str, *values: object, name: str = "") -> Any:
    """A row of a table of cases; `clauses` are full ids separated by spaces."""
    label = name or " ".join(str(value) for value in values)
    return pytest.param(*values, marks=pytest.mark.clause(*clauses.split()), id=f"{clauses}: {label}")
