"""What a value refers to is there: the fields of a submission, the wagers, the menus and their choices."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

from croupier.rulebook.agreement.saying import Agreement, Problem, listed
from croupier.rulebook.law.base import Condition, Fact, Requirement, Scalar, same
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.words import MAIN_WAGERS
from croupier.rulebook.strict import Path

Choices = Mapping[str, tuple[Scalar, ...]]


def _references(book: Rulebook) -> Iterator[Problem]:
    wagers: set[str] = {wager.wager for wager in book.wagers.wagers}
    menus: dict[str, tuple[Scalar, ...]] = {}
    for menu in book.paytables:
        menus[menu.wager] = (*menus.get(menu.wager, ()), *(table.id for table in menu.tables))
    menus |= {menu.menu: tuple(choice.choice for choice in menu.choices) for menu in book.menus}
    defaults: dict[str, Scalar] = {menu.menu: menu.default for menu in book.menus}
    known = {*wagers, "all", "ante_bonus", "envy", ""}
    for path, value in _every(book, ()):
        if isinstance(value, Condition):
            yield from _condition(value, path, wagers, menus)
        elif isinstance(value, Requirement):
            yield from _fields(value, path, menus)
        elif isinstance(value, Fact) and (value.menu or value.cases):
            yield from _menu(value, path, menus, defaults)
        elif isinstance(value, tuple) and len(set(map(str, value))) != len(value) and path[-1] != "clause":
            yield path, "something stands here twice; leave one out"
        elif path[-1:] in WAGERS and (strange := set(value if isinstance(value, tuple) else (value,)) - known):
            yield path, f"the document has no wager {listed(sorted(strange))}; write {listed(sorted(wagers))}"


def _main_wagers(book: Rulebook) -> Iterator[Problem]:
    """Nobody takes part in a round without one of the wagers by which a house finds a player's rounds."""
    main = book.wagers.main
    without = set(main.of).isdisjoint(MAIN_WAGERS) if main.is_ == "all_of" else not set(main.of) <= set(MAIN_WAGERS)
    if without:
        found_by = f"a house finds a player's rounds by {listed(MAIN_WAGERS)}"
        yield ("wagers", "main", "of"), f"{found_by}; name one of them, or add one as CONTRIBUTING says"


def _every(value: object, path: Path) -> list[tuple[Path, object]]:
    """Every value within `value`, itself included, with its path in the document."""
    found: list[tuple[Path, object]] = []
    _gather(value, path, found)
    return found


def _gather(value: object, path: Path, found: list[tuple[Path, object]]) -> None:
    found.append((path, value))
    if isinstance(value, Struct):
        for name, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            _gather(getattr(value, name), (*path, key), found)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            _gather(item, (*path, index), found)


def _condition(when: Condition, path: Path, wagers: set[str], menus: Choices) -> Iterator[Problem]:
    for field, _, value in when.terms:
        if field == "offers":
            if value not in wagers:
                yield path, f"there is no wager {value!r}; write {listed(sorted(wagers))}"
        elif value != "filed" and (choices := choices_of(field, menus)) and not _among(value, choices):
            yield path, f"{field} is never {value!r}; write {_shown(choices)}"
        elif not choices_of(field, menus):
            yield path, f"a submission has no field {field!r}; mend its spelling"


def _fields(rule: Requirement, path: Path, menus: Choices) -> Iterator[Problem]:
    for name in ("field", "differs_from", "not_above"):
        field = getattr(rule, name)
        if field is not None and not choices_of(field, menus):
            yield (*path, name), f"a submission has no field {field!r}; mend its spelling"
    asked = rule.one_of if rule.one_of is not None else () if rule.is_ is None else (rule.is_,)
    for value in asked:
        if (choices := choices_of(rule.field, menus)) and not _among(value, choices):
            yield (*path, "is" if rule.one_of is None else "one_of"), f"{rule.field} is one of {_shown(choices)}"
    fixed = [value for name, wanted, value in rule.when.terms if wanted and name == rule.field]
    others = tuple(choice for choice in choices_of(rule.field, menus) if fixed and not same(choice, fixed[0]))
    if fixed and rule.one_of is not None and rule.one_of != others:
        yield (*path, "one_of"), f"what is asked for in place of {fixed[0]} is every other choice: {_shown(others)}"
    for name in ("present", "distinct"):
        if getattr(rule, name) is False:
            yield (*path, name), f"a requirement that tests {name} asks that it is so; write true"


def _menu(fact: Fact[Any], path: Path, menus: Choices, defaults: Mapping[str, Scalar]) -> Iterator[Problem]:
    if fact.menu not in menus:
        yield (*path, "menu"), f"there is no menu {fact.menu!r}; write {listed(sorted(menus))}"
        return
    if not fact.cases:
        yield (*path, "menu"), "a menu is named where it has cases; add them, or take it out"
    for index, case in enumerate(fact.cases):
        if not _among(case.elected, menus[fact.menu]):
            yield (
                (*path, "cases", index, "elected"),
                f"{fact.menu} has no such choice: {_shown(menus[fact.menu])}",
            )
        if same(case.elected, defaults.get(fact.menu)):
            yield (*path, "cases", index, "elected"), "the default's value stands before the cases; name another choice"
        if case.is_ == fact.is_:
            yield (*path, "cases", index, "is"), "this is so without the case too; take the case out"
    if len({str(case.elected) for case in fact.cases}) != len(fact.cases):
        yield (*path, "cases"), "each choice has one case; leave the other out"


# The keys at which wagers are named, beside those at which they are facts.
WAGERS = {(name,) for name in ("wager", "of", "returns", "settles")}
ANYTHING: tuple[Scalar, ...] = ("anything",)
# What the law tells apart of what is filed, beside the menus.
TOLD_APART: Choices = {
    "cards.decks": (1, 2),
    "equipment.shuffler.kind": ("manual", "automated", "self_reshuffling"),
    "equipment.tip_box": ("left", "right", "elsewhere"),
    "table.electronic": (True, False),
}


def choices_of(field: str, menus: Choices) -> tuple[Scalar, ...]:
    """What may be filed in a field, `ANYTHING` where the law tells nothing apart, nothing where there is none."""
    section, _, name = field.partition(".")
    if section == "elections":
        return menus.get(name, ())
    return TOLD_APART.get(field, ANYTHING if _is_filed(field) else ())


@cache
def _is_filed(field: str) -> bool:
    """Whether a submission has the field."""
    from croupier.rulebook.submission import Submission

    kind: Any = inspect.type_info(Submission)
    for name in field.split("."):
        kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        kind = next((one for one in kinds if not isinstance(one, inspect.NoneType)), None)
        if isinstance(kind, inspect.DictType):
            kind = kind.value_type
        elif isinstance(kind, inspect.StructType):
            kind = next((each.type for each in kind.fields if each.name == name), None)
        else:
            return False
    return kind is not None


def _among(value: Scalar, choices: tuple[Scalar, ...]) -> bool:
    return choices == ANYTHING or any(same(value, choice) for choice in choices)


def _shown(choices: tuple[Scalar, ...]) -> str:
    return " or ".join(msgspec.json.encode(choice).decode().strip('"') for choice in choices)


AGREEMENTS: tuple[Agreement, ...] = (_references, _main_wagers)
