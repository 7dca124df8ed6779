"""What every value of the law is made of: a payload, its clauses, the readings it needed."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.words import Formula, Role, Severity, Unit

Scalar = str | int | bool
T = TypeVar("T", covariant=True)
Name = TypeVar("Name", bound=str, covariant=True)


def same(left: object, right: object) -> bool:
    """Whether two plain values are equal and of one kind: `true` is not 1."""
    return type(left) is type(right) and left == right


class Ruled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something the law says: `clause` says where, `reading` how we read it, `says` puts it in plain words."""

    clause: tuple[str, ...]
    reading: tuple[str, ...] = ()
    says: str = ""


class Case(Struct, Generic[T], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The value a fact takes when its menu is elected otherwise than by default."""

    elected: Scalar
    is_: T = msgspec.field(name="is")


class Fact(Ruled, Generic[T], frozen=True, kw_only=True):
    """A plain statement. Where a reading left it to a menu, `cases` hold what the other choices make of it."""

    is_: T = msgspec.field(name="is")
    menu: str = ""
    cases: tuple[Case[T], ...] = ()

    def under(self, elections: Mapping[str, Scalar]) -> T:
        """The value under these elections."""
        for case in self.cases:
            if same(elections.get(self.menu), case.elected):
                return case.is_
        return self.is_


class Always(Fact[bool], frozen=True, kw_only=True):
    """Something that no document denies: nothing else is supported, so it can only be so."""

    def __post_init__(self) -> None:
        if self.is_ is not True or self.cases:
            raise ValueError("nothing else is supported than that it is so; write 'is: true'")


class Never(Fact[bool], frozen=True, kw_only=True):
    """Something that no document grants: nothing else is supported, so it can only be not so."""

    def __post_init__(self) -> None:
        if self.is_ is not False or self.cases:
            raise ValueError("nothing else is supported than that it is not so; write 'is: false'")


COMPARISONS: Mapping[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "at_least": ("at least", lambda value, bound: value >= bound),
    "at_most": ("at most", lambda value, bound: value <= bound),
    "more_than": ("more than", lambda value, bound: value > bound),
    "less_than": ("less than", lambda value, bound: value < bound),
    "exactly": ("exactly", lambda value, bound: value == bound),
}


class Threshold(Ruled, frozen=True, kw_only=True):
    """A bound that spells its comparison; two may stand together to make a range."""

    unit: Unit
    at_least: int | None = None
    at_most: int | None = None
    more_than: int | None = None
    less_than: int | None = None
    exactly: int | None = None

    def __post_init__(self) -> None:
        if not self.bounds():
            raise ValueError(f"a threshold needs one of {', '.join(COMPARISONS)}")

    def bounds(self) -> tuple[tuple[str, int], ...]:
        """Each comparison given, with its bound."""
        pairs = ((name, getattr(self, name)) for name in COMPARISONS)
        return tuple((name, bound) for name, bound in pairs if bound is not None)

    def allows(self, value: int | Fraction) -> bool:
        """Whether `value` keeps to every bound."""
        return all(COMPARISONS[name][1](value, bound) for name, bound in self.bounds())

    def phrase(self) -> str:
        """The bounds in words, with their unit: `at most 7 seats`, `at least $1,000`."""
        return " and ".join(f"{COMPARISONS[name][0]} {measure(bound, self.unit)}" for name, bound in self.bounds())


# One of what a threshold counts.
ONE = {"seats": "seat", "boxes": "box", "cards": "card", "hours": "hour", "rounds": "round"}


def measure(number: int, unit: str) -> str:
    """A number with its unit as people write it."""
    if unit == "cents":
        return money(number)
    return f"{number:,} {ONE.get(unit, unit) if number == 1 else unit}"


def money(cents: int) -> str:
    """An amount in dollars, with cents only where there are any."""
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


def is_day(text: str) -> bool:
    """Whether the text is a day of the calendar, such as 2026-07-01."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class Condition:
    """When a rule applies, read from `offers progressive and elections.dealing is not hand`.

    `FIELD is filed` asks only whether the field has a value.
    """

    _clause = re.compile(r"(?:offers (?P<offer>\w+)|(?P<field>[\w.]+) is (?P<negated>not )?(?P<value>[\w-]+))")

    def __init__(self, text: str) -> None:
        self.text = text
        self.terms: list[tuple[str, bool, Scalar]] = []
        for part in text.split(" and ") if text else []:
            found = self._clause.fullmatch(part)
            if not found:
                raise BadInput(f"{part!r} is no condition; write 'offers WAGER' or 'FIELD is (not) VALUE'.")
            if found["offer"]:
                self.terms.append(("offers", True, found["offer"]))
            else:
                self.terms.append((found["field"], not found["negated"], _scalar(found["value"])))

    def holds(self, look: Callable[[str], Any]) -> bool:
        """Whether every term is true of the document that `look` reads fields of."""
        for name, wanted, value in self.terms:
            actual = look(name)
            if name == "offers":
                met = value in (actual or ())
            else:
                met = actual is not None if value == "filed" else same(actual, value)
            if met is not wanted:
                return False
        return True

    @property
    def offered(self) -> set[str]:
        """The wagers that it asks to be on offer."""
        return {str(value) for name, wanted, value in self.terms if name == "offers" and wanted}

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Condition) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def _scalar(text: str) -> Scalar:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


ALWAYS = Condition("")


def always() -> Condition:
    """The condition that holds whatever is filed."""
    return ALWAYS


class Step(Ruled, Generic[Name], frozen=True, kw_only=True):
    """One thing somebody does, in its place in a procedure; a `standing` one holds all the while.

    A step that `handles_cards` is nobody's to do at a table that deals them electronically. `told` is the sentence
    of it once it is done, where `says` leaves something open; `{hand}` in it is the hand that was used.
    """

    step: Name
    by: Role = "dealer"
    when: Condition = msgspec.field(default_factory=always)
    standing: bool = False
    handles_cards: bool = False
    told: str = ""


AnyStep = Step[str]


# What a field of a submission is measured in.
UNITS: Mapping[str, Unit] = {
    "table.seats": "seats",
    "table.adjacent_boxes": "boxes",
    "table.decision_seconds": "seconds",
    "_cents": "cents",
}


class Requirement(Ruled, frozen=True, kw_only=True):
    """What a submission's field must be. Exactly one test; `write` is the remedy where it cannot be derived.

    What no clause asks, and a reading found to be needed all the same, cites that reading and no clause.
    """

    field: str
    when: Condition = msgspec.field(default_factory=always)
    severity: Severity = "violation"
    write: str = ""
    present: bool | None = None
    is_: Scalar | None = msgspec.field(name="is", default=None)
    one_of: tuple[Scalar, ...] | None = None
    includes: tuple[str, ...] | None = None
    excludes: tuple[str, ...] | None = None
    count: int | None = None
    distinct: bool | None = None
    differs_from: str | None = None
    not_above: str | None = None
    at_least: int | None = None
    at_most: int | None = None
    more_than: int | None = None
    formula: Formula | None = None
    unit: Literal["", "seats", "boxes", "seconds", "cents"] = ""

    TESTS = (
        *("present", "is_", "one_of", "includes", "excludes", "count", "distinct", "differs_from", "not_above"),
        *("at_least", "at_most", "more_than", "formula"),
    )

    def __post_init__(self) -> None:
        given = [name for name in self.TESTS if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"a requirement makes exactly one test, of {', '.join(self.TESTS)}".replace("is_", "is"))
        measured = self.TESTS.index("at_least") <= self.TESTS.index(given[0]) < self.TESTS.index("formula")
        unit = next((unit for field, unit in UNITS.items() if self.field.endswith(field)), "") if measured else ""
        if self.unit != unit:
            raise ValueError(f"unit: {self.field} is measured in {unit}" if unit else "unit: nothing is measured here")
        if not self.clause and not self.reading:
            raise ValueError("a requirement cites a clause, or the reading that it rests on")

    @property
    def test(self) -> tuple[str, Any]:
        """The one test made: its name and its argument."""
        return next((name, getattr(self, name)) for name in self.TESTS if getattr(self, name) is not None)


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the document; besides its own values it may ask things of a submission."""

    requirements: tuple[Requirement, ...] = ()
