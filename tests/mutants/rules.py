"""Every way in which the law may be broken in one value, and how a broken document is put in the place of the law."""

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

import croupier.rulebook.load as loading
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import parse, rulebook_ids, source_of
from croupier.rulebook.strict import Source
from tests.rulebook.altered import Change
from tests.rulebook.test_every_value_counts import counted
from tests.rulebook.witnesses import Bench, rules_of
from tests.table.pit import FILED


class RuleMutant(Struct, frozen=True):
    """One value of a document changed."""

    rulebook: str
    change: Change

    @property
    def name(self) -> str:
        """What it is called in reports and in the list of those set aside."""
        return f"{self.rulebook}, {self.change}"

    def __str__(self) -> str:
        return self.name

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the value cites, or what holds it."""
        found: tuple[str, ...] = ()
        value: Any = source(self.rulebook).data
        for part in (*self.change.path, None):
            if isinstance(value, dict) and value.get("clause"):
                found = tuple(value["clause"])
            if part is None or part not in (value if isinstance(value, dict) else range(len(value))):
                break
            value = value[part]
        return found


@cache
def source(rulebook: str) -> Source:
    """The document as written, amended and cited."""
    return source_of(rulebook)


@cache
def books() -> dict[str, Rulebook]:
    """The law as it is."""
    return {name: parse(source(name)) for name in rulebook_ids()}


def rule_mutants() -> Iterator[RuleMutant]:
    """Every change of every value that must be noticed."""
    for rulebook in rulebook_ids():
        yield from (RuleMutant(rulebook, change) for change in counted(rulebook))


def altered(mutant: RuleMutant) -> Rulebook | None:
    """The document with the value changed, None where loading refuses it."""
    written = source(mutant.rulebook)
    try:
        return parse(Source(written.file, mutant.change.applied(written.data), written.places))
    except BadInput:
        return None


def enact(mutant: RuleMutant, book: Rulebook) -> None:
    """The broken document is the law from now on, also where tests keep rules that they made when they were loaded."""
    law = {**books(), mutant.rulebook: book}
    setattr(loading, "source_of", lambda rulebook, *_: rulebook)  # noqa: B010
    setattr(loading, "parse", lambda rulebook: law[rulebook])  # noqa: B010
    loading.load.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("tests."):
            for variable, value in list(vars(module).items()):
                if isinstance(value, GameRules) and value.digest in FILED:
                    setattr(module, variable, rules_of(FILED[value.digest]))


def witnessed(mutant: RuleMutant) -> str:
    """What a witness says of the change: the last word, where no other test says anything."""
    return Bench(mutant.rulebook).noticed(mutant.change)
