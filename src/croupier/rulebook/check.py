"""A submission against its rulebook: every finding, with field, clause, what the law allows and what to write."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any
from unicodedata import normalize

from msgspec import Struct

from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.finding import Finding, violation, warning
from croupier.rulebook.formulas import FORMULAS
from croupier.rulebook.law.base import COMPARISONS, Requirement, Ruled, Scalar, Section, measure, same
from croupier.rulebook.law.dealing import FALL_BACK_ON
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import PaytableMenu
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load, not_in_force, rulebook_ids
from croupier.rulebook.submission import Submission


def check(filed: Submission) -> tuple[Finding, ...]:
    """All findings, in the order of the rulebook: violations first, then warnings."""
    rulebook = load(filed.rules, whenever=True)
    _refuse_unknown_names(rulebook, filed)
    found = [
        *_in_force(rulebook),
        *_offers(rulebook, filed),
        *_requirements(rulebook, filed),
        *_elections(rulebook, filed),
    ]
    found += _without_effect(rulebook, filed)
    return tuple(sorted(found, key=lambda finding: finding.severity != "violation"))


def _in_force(rulebook: Rulebook) -> Iterator[Finding]:
    if rulebook.in_force and (problem := not_in_force(rulebook)):
        yield violation("rules", rulebook.in_force, f"{problem}.")


def requirements(rulebook: Rulebook) -> Iterator[Requirement]:
    """Everything the rulebook asks of a submission, section by section."""
    for field in rulebook.__struct_fields__:
        value = getattr(rulebook, field)
        for section in value if isinstance(value, tuple) else (value,):
            if isinstance(section, Section):
                yield from section.requirements


def requirements_of_method(rulebook: Rulebook, method: str) -> Iterator[Requirement]:
    """What the rulebook asks of a submission for the sake of one dealing method."""
    for rule in requirements(rulebook):
        if ("elections.dealing", True, method) in rule.when.terms:
            yield rule


def _refuse_unknown_names(rulebook: Rulebook, filed: Submission) -> None:
    """Refuses names that no rulebook of ours knows, or that stand twice: nothing can be said of them."""
    every = {wager.wager for name in rulebook_ids() for wager in load(name, whenever=True).wagers.wagers}
    for field, names in (
        ("offers", filed.offers),
        ("layout.areas", filed.layout.areas or ()),
        ("limits", filed.limits),
    ):
        for name in names:
            if name not in every:
                raise BadInput(f"{field}: there is no wager {name!r}; {nearest(name, sorted(every))}.")
        if twice := [name for name, count in Counter(tuple(names)).items() if count > 1]:
            raise BadInput(f"{field}: {twice[0]!r} stands there twice; keep one of the two.")
    menus = set(rulebook.menu_names())
    everywhere = {name for document in rulebook_ids() for name in load(document, whenever=True).menu_names()}
    for name in filed.elections:
        if name not in menus | everywhere:
            raise BadInput(f"elections.{name}: there is no such menu; {nearest(name, sorted(menus))}.")
    notices = {notice.notice for notice in rulebook.signage.notices}
    for name in filed.layout.notices:
        if name not in notices:
            raise BadInput(f"layout.notices.{name}: there is no such notice; {nearest(name, sorted(notices))}.")


def _offers(rulebook: Rulebook, filed: Submission) -> Iterator[Finding]:
    wagers = rulebook.wagers.wagers
    own = ", ".join(wager.wager for wager in wagers)
    said = Ruled(clause=tuple(dict.fromkeys(wager.clause[0] for wager in wagers)))
    for field, names in (("offers", filed.offers), ("layout.areas", filed.layout.areas or ())):
        for name in names:
            if rulebook.wager(name) is None:
                message = f"{rulebook.title} has no wager {name}; {field} may hold {own}."
                yield violation(field, said, message)


def _requirements(rulebook: Rulebook, filed: Submission) -> Iterator[Finding]:
    missing: set[str] = set()
    for rule in requirements(rulebook):
        if not rule.when.holds(filed.look) or rule.field in missing:
            continue
        if rule.formula:
            yield from FORMULAS[rule.formula](rulebook, filed, rule)
            continue
        value = filed.look(rule.field)
        if value in (None, "", ()):
            if rule.severity == "warning":
                continue
            missing.add(rule.field)
            yield violation(rule.field, rule, f"{rule.says} Nothing is filed; write {remedy(rule)}.")
        elif not passes(rule, value, filed.look):
            make = warning if rule.severity == "warning" else violation
            yield make(rule.field, rule, f"{rule.says} {_shown(value)} is filed; write {remedy(rule)}.")


def passes(rule: Requirement, value: Any, look: Callable[[str], Any]) -> bool:
    """Whether a filed value meets the requirement's test."""
    test, argument = rule.test
    if isinstance(value, tuple) and (test in ("is_", "one_of") or test in COMPARISONS):
        return all(passes(rule, each, look) for each in value)
    if test == "present":
        return not isinstance(value, str) or bool(value.strip())
    if test == "is_":
        return same(value, argument)
    if test == "one_of":
        return any(same(value, allowed) for allowed in argument)
    if test == "includes":
        return bool(set(argument) <= set(value))
    if test == "excludes":
        return not set(argument) & set(value)
    if test == "count":
        return bool(len(value) == len(list(filter(None, _as_spoken(value)))) == argument)
    if test == "distinct":
        return len(set(_as_spoken(value))) == len(value)
    if test == "differs_from":
        return not same(value, look(argument))
    if test == "not_above":
        return not look(argument) or bool(value <= look(argument))
    return bool(COMPARISONS[test][1](value, argument))


def _as_spoken(names: Sequence[str]) -> list[str]:
    """Names without what nobody hears: capitals, blanks, and how a letter is encoded."""
    return [" ".join(normalize("NFKC", name).split()).casefold() for name in names]


def remedy(rule: Requirement) -> str:
    """What to write in the field."""
    test, argument = rule.test
    if rule.write:
        return f"{rule.field} = {rule.write}"
    if test in ("is_",):
        return f"{rule.field} = {_shown(argument)}"
    if test == "one_of":
        return f"{rule.field} = {' or '.join(_shown(choice) for choice in argument)}"
    if test == "includes":
        return f"{', '.join(map(_shown, argument))} into {rule.field}"
    if test == "excludes":
        return f"{rule.field} without {', '.join(map(_shown, argument))}"
    if test == "count":
        return f"{argument} values in {rule.field}"
    if test == "distinct":
        return f"different values in {rule.field}"
    if test == "differs_from":
        return f"{rule.field} other than {argument}"
    if test == "not_above":
        return f"{rule.field} no larger than {argument}"
    if test in COMPARISONS:
        return f"{rule.field} as {COMPARISONS[test][0]} {measure(argument, rule.unit)}".rstrip()
    return f"{rule.field}"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:,}"


def _elections(rulebook: Rulebook, filed: Submission) -> Iterator[Finding]:
    for menu in rulebook.election_menus(filed):
        choice = filed.elections.get(menu_name(menu))
        field = f"elections.{menu_name(menu)}"
        required = menu.required if isinstance(menu, Menu) else True
        if choice is None:
            if required:
                message = f'The submission states its choice of "{menu.title}"; write {field} = {_choices(menu)}.'
                yield violation(field, menu, message)
        elif isinstance(menu, Menu):
            yield from _chosen(menu, choice, field, filed)
        elif menu.table(choice) is None:
            yield _no_such_table(menu, choice, field)


def menu_name(menu: Menu | PaytableMenu) -> str:
    """The name a menu is elected by."""
    return menu.menu if isinstance(menu, Menu) else menu.wager


def _choices(menu: Menu | PaytableMenu) -> str:
    names: list[Scalar] = []
    for item in menu.choices if isinstance(menu, Menu) else menu.selectable():
        name = item.id if not hasattr(item, "choice") else item.choice
        if name not in names:
            names.append(name)
    return " or ".join(_shown(name) for name in names)


def _chosen(menu: Menu, elected: Scalar, field: str, filed: Submission) -> Iterator[Finding]:
    choice = next((choice for choice in menu.choices if same(choice.choice, elected)), None)
    if choice is None:
        message = f'{_shown(elected)} is no choice of "{menu.title}"; write {field} = {_choices(menu)}.'
        yield violation(field, menu, message)
        return
    if choice.warn:
        yield warning(field, choice, choice.warn)
    if choice.record and not filed.records.get(menu.menu, "").strip():
        message = (
            f"The choice {_shown(elected)} of {menu.title} needs a record; write records.{menu.menu} = {choice.record}."
        )
        yield violation(f"records.{menu.menu}", choice, message)


def _no_such_table(menu: PaytableMenu, choice: Scalar, field: str) -> Finding:
    old = [
        table
        for table in menu.tables
        if table.status != "selectable" and table.id.split("-")[0] == str(choice).split("-")[0]
    ]
    if old:
        reading = f" (reading {', '.join(old[0].reading)})" if old[0].reading else ""
        message = f"Paytable {choice} of {menu.title} is {old[0].status} and cannot be elected{reading}"
        return violation(field, old[0], f"{message}; write {field} = {_choices(menu)}.")
    return violation(field, menu, f"{menu.title} has no paytable {_shown(choice)}; write {field} = {_choices(menu)}.")


def _without_effect(rulebook: Rulebook, filed: Submission) -> Iterator[Finding]:
    """A warning for every filed value that nothing in this rulebook asks about as the submission stands."""
    asked = {rule.field for rule in requirements(rulebook) if rule.when.holds(filed.look)}
    asked |= {f"elections.{menu_name(menu)}" for menu in rulebook.election_menus(filed)}
    asked |= {f"records.{menu.menu}" for menu in rulebook.menus}
    asked |= {rule.field for method in FALL_BACK_ON for rule in requirements_of_method(rulebook, method)}
    asked |= {"rules", "offers"}
    asked -= {rule.field for rule in requirements(rulebook) if rule.formula in ("limits", "version_limits")}
    asked |= {f"limits.{wager}" for wager in filed.offers if rulebook.has_limits(wager)}
    for field in leaves(filed):
        if asked.isdisjoint(accumulate(field.split("."), "{}.{}".format)):
            message = f"{rulebook.rulebook} asks nothing of {field} here, so it has no effect."
            yield Finding("warning", field, "", message)


def leaves(filed: Submission) -> Iterator[str]:
    """The dotted field of every value filed."""

    def walk(value: Any, field: str) -> Iterator[str]:
        if isinstance(value, Struct):
            for name in value.__struct_fields__:
                yield from walk(getattr(value, name), f"{field}.{name}" if field else name)
        elif isinstance(value, Mapping):
            for key, item in value.items():
                yield from walk(item, f"{field}.{key}")
        elif value is not None and value != ():
            yield field

    return walk(filed, "")
