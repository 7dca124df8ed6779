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
            holder[last] = deepcopy(value)
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
    _assert_one_violation(found(rulebook, changes), field, clause)


def assert_broken(rulebook: str, given: Mapping[str, Any], field: str, value: object, clause: str) -> None:
    """The example as `given` has no violation, and with `value` in the field just one: there, by this clause."""
    assert_accepted(rulebook, given)
    changed = with_changes(with_changes(example(rulebook), given), {field: value})
    _assert_one_violation(findings(changed), field, clause)


def _assert_one_violation(among: tuple[Finding, ...], field: str, clause: str) -> None:
    violations = [finding for finding in among if finding.severity == "violation"]
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
    label = name or "-".join(map(_shown, values))
    return pytest.param(*values, marks=pytest.mark.clause(*clauses.split()), id=f"{clauses}-{label}")


def breach(clause: str, changes: Mapping[str, Any], field: str, name: str = "") -> Any:
    """A row whose changes break the clause, which the finding on the field then cites."""
    return case(clause, clause, changes, field, name=name or _shown(changes))


def broken(clause: str, field: str, value: object, given: Mapping[str, Any] | None = None) -> Any:
    """A row for `assert_broken`: what is given beside the example, and the field's value that breaks the clause."""
    return case(clause, clause, given or {}, field, value, name=f"{field}={_shown(value)}")


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{field.rpartition('.')[2]}={_shown(item)}" for field, item in value.items())
    if isinstance(value, list | set | tuple):
        return "+".join(sorted(map(str, value))) or "nothing"
    return str(value).strip() or "blank"
