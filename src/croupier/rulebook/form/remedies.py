"""What would mend a field: the values that the rules it breaks leave, where they say."""

from collections.abc import Sequence
from typing import Any

from croupier.rulebook.check import passes
from croupier.rulebook.form.values import Shown, kind_of, written
from croupier.rulebook.law.base import Requirement
from croupier.rulebook.submission import Submission

MOST = 4  # remedies that are offered beside a field


def remedies(broken: Sequence[Requirement], filed: Submission) -> tuple[Shown, ...]:
    """Values that satisfy every rule that the field breaks now."""
    if not broken:
        return ()
    field = broken[0].field
    found = list[Shown]()
    for value in (one for rule in broken for one in _mended(rule, filed)):
        shown = written(value, "several" if field == "progressive.stake_cents" else kind_of(field))
        if shown not in found and all(passes(rule, value, filed.look) for rule in broken):
            found.append(shown)
    return tuple(found[:MOST])


def _mended(rule: Requirement, filed: Submission) -> list[Any]:
    test, argument = rule.test
    value = filed.look(rule.field)
    if test == "is_":
        return [argument]
    if test == "one_of":
        return list(argument)
    if test == "includes":
        return [tuple(dict.fromkeys((*(value or ()), *argument)))]
    if test == "excludes":
        return [tuple(one for one in value or () if one not in argument)]
    if test in ("at_least", "at_most"):
        return [argument]
    if test == "more_than":
        return [argument + 1]
    if test == "differs_from" and filed.look(argument) in ("left", "right"):
        return ["right" if filed.look(argument) == "left" else "left"]
    if test == "not_above" and filed.look(argument) is not None:
        return [filed.look(argument)]
    return []
