"""Submissions that stand on either side of everything that a rule document asks: what a change of it must show in."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from croupier.rulebook.check import menu_name, requirements
from croupier.rulebook.formulas import meter_field
from croupier.rulebook.law.base import Requirement
from croupier.rulebook.law.paytable import PaytableMenu
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load
from croupier.rulebook.submission import Submission

from .filing import example

Changes = dict[str, Any]
TEXT, OTHER = "on file", "something else"
SHOE = {"equipment.shoe.location_approval": TEXT, "equipment.shoe.conformity": TEXT, "equipment.shoe.approval": TEXT}


@cache
def filings(rulebook: str) -> tuple[tuple[str, Submission], ...]:
    """Every filing with its name, the shipped example first."""
    found = {"the example": example(rulebook)}
    for name, changes in (*_asked(rulebook), *_elected(rulebook), *_meters(rulebook), *_other(rulebook)):
        found[name] = changed(example(rulebook), changes)
    return tuple((name, msgspec.convert(data, Submission)) for name, data in found.items())


def changed(data: dict[str, Any], changes: Changes) -> dict[str, Any]:
    """A copy of the filing with each dotted field set, or taken out where the value is None."""
    made = msgspec.json.decode(msgspec.json.encode(data))
    for field, value in changes.items():
        *path, last = field.split(".")
        holder = made
        for name in path:
            holder = holder.setdefault(name, {})
        if value is None:
            holder.pop(last, None)
        else:
            holder[last] = msgspec.json.decode(msgspec.json.encode(value))
    return dict(made)


def _asked(rulebook: str) -> Iterator[tuple[str, Changes]]:
    """Each requirement met to the edge, just missed and left unanswered, with its condition and without."""
    filed = msgspec.convert(example(rulebook), Submission)
    for rule in requirements(load(rulebook)):
        if rule.formula:
            continue
        given = dict(_given(rule, filed))
        for value in (*_around(rule, filed), None):
            yield f"{rule.field} {value!r} {rule.when}", {**given, rule.field: value}
        for name, denied in _denied(rule, filed):
            for value in (*_around(rule, filed), None):
                yield f"{rule.field} {value!r} not {name} {rule.when}", {**given, **denied, rule.field: value}


def _given(rule: Requirement, filed: Submission) -> Iterator[tuple[str, Any]]:
    """What makes the requirement's condition hold."""
    offers = filed.offers
    for name, wanted, value in rule.when.terms:
        if name == "offers":
            offers = (*offers, str(value)) if value not in offers else offers
            yield "offers", list(offers)
            yield f"limits.{value}", {"minimum_cents": 500, "maximum_cents": 5000}
        elif value == "filed":
            yield name, filed.look(name) or 30
        elif wanted:
            yield name, value
        elif filed.look(name) == value:
            yield name, _another(value)


def _denied(rule: Requirement, filed: Submission) -> Iterator[tuple[str, Changes]]:
    for name, wanted, value in rule.when.terms:
        if name == "offers":
            yield f"offers {value}", {"offers": [offer for offer in filed.offers if offer != value]}
        elif value == "filed":
            yield f"{name}", {name: None}
        else:
            yield f"{name}", {name: _another(value) if wanted else value}


def _another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value % 2 + 1
    others = {"manual": "automated", "automated": "manual", "self_reshuffling": "automated"}
    dealt = {"hand": "manual_shoe", "manual_shoe": "hand", "automated_shoe": "hand"}
    return (others | dealt | {"elsewhere": "right"}).get(value, OTHER)


def _around(rule: Requirement, filed: Submission) -> Iterator[Any]:
    """Values that just pass the requirement's test and values that just fail it."""
    test, argument = rule.test
    if test == "present":
        yield from (TEXT, " ")
    elif test == "is_":
        yield argument
        if isinstance(argument, bool):
            yield not argument
        else:
            yield from (argument + 1, argument - 1) if isinstance(argument, int) else (OTHER,)
    elif test == "one_of":
        yield from argument
        if not isinstance(argument[0], bool):
            yield OTHER if isinstance(argument[0], str) else max(argument) + 1
    elif test in ("includes", "excludes"):
        held = list(filed.look(rule.field) or ())
        whole = list(dict.fromkeys([*held, *argument]))
        yield whole
        yield from ([item for item in whole if item != one] for one in argument)
    elif test in ("count", "distinct"):
        yield from (["red"], ["red", "blue"], ["red", "red"], ["red", "blue", "green"])
    elif test == "differs_from":
        yield filed.look(argument)
    elif test == "not_above":
        yield from ((filed.look(argument) or 0) + by for by in (0, 1))
    else:
        yield from (argument + by for by in (-1, 0, 1) if argument + by >= 0)


def _elected(rulebook: str) -> Iterator[tuple[str, Changes]]:
    """Each choice of each menu, no choice, and one that there is not."""
    book = load(rulebook)
    filed = msgspec.convert(example(rulebook), Submission)
    menus: tuple[Menu | PaytableMenu, ...] = (*book.menus, *book.paytables)
    for menu in menus:
        name = menu_name(menu)
        names = [c.choice for c in menu.choices] if isinstance(menu, Menu) else [table.id for table in menu.tables]
        given: Changes = {}
        for wager in menu.when.offered:
            given["offers"] = [*filed.offers, *([wager] if wager not in filed.offers else [])]
        for field, wanted, value in menu.when.terms:
            if field != "offers" and wanted:
                given[field] = value
        for choice in (*names, OTHER, None):
            more: Changes = {"elections.envy": choice} if name == "progressive" else {}
            more |= {} if choice is None else {f"records.{name}": None}
            yield f"elects {choice} of {name} {menu.when}", {**given, f"elections.{name}": choice, **more}
        for field, wanted, value in menu.when.terms:
            offers = [offer for offer in filed.offers if offer != value]
            denied = {"offers": offers} if field == "offers" else {field: _another(value) if wanted else value}
            yield (
                f"elects {names[0]} of {name} in vain: {field} {value}",
                {**given, **denied, f"elections.{name}": names[0]},
            )
        yield f"records {name}", {**given, f"elections.{name}": names[-1], f"records.{name}": TEXT}


def _meters(rulebook: str) -> Iterator[tuple[str, Changes]]:
    """Each meter of each table at its bounds, a cent and a percent to either side, and not filed."""
    menu = load(rulebook).paytable_menu("progressive", msgspec.convert(example(rulebook), Submission))
    for table in menu.selectable() if menu else ():
        base: Changes = {"elections.progressive": table.id, "elections.envy": table.id, "progressive": {}}
        for stake in (100, 500):
            for by in (-1, 0, 1):
                filed: Changes = {**base, "progressive.stake_cents": stake}
                for meter in table.meters:
                    field = meter_field(meter, table)
                    scale = stake // 100 if meter.scales_with_stake else 1
                    seed = meter.seed.bounds()[0][1] * scale + by
                    rate = meter.rate.bounds()[0][1] + by
                    filed |= {f"{field}.rate": f"{max(rate, 0)} %", f"{field}.initial_cents": seed}
                    filed |= {f"{field}.reset_cents": seed}
                yield f"meters of {table.id} at {stake} by {by}", filed
        yield f"meters of {table.id} unfiled", base
        for name, elected in _told_apart(rulebook, table.id):
            yield f"every stake of {table.id} {name}", {**base, **elected, "progressive.stake_cents": [100, 500]}


def _told_apart(rulebook: str, paytable: str) -> Iterator[tuple[str, Changes]]:
    """The elections that tell the envy schedules of one paytable apart, and none."""
    yield "", {}
    for menu in load(rulebook).paytables:
        for table in menu.selectable() if menu.wager == "envy" else ():
            if table.id == paytable and table.when.text:
                yield table.when.text, {field: value for field, wanted, value in table.when.terms if wanted}


def _other(rulebook: str) -> Iterator[tuple[str, Changes]]:
    """Limits, raised odds, payout limits at their floor, wagers that are not offered, an electronic table."""
    book = load(rulebook)
    filed = msgspec.convert(example(rulebook), Submission)
    wagers = [wager.wager for wager in book.wagers.wagers]
    yield "offers everything", {"offers": wagers, "layout.areas": wagers}
    for wager in wagers:
        yield f"offers no {wager}", {"offers": [offer for offer in filed.offers if offer != wager]}
        yield f"no limits of {wager}", {f"limits.{wager}": None}
        yield f"limits of {wager}", {f"limits.{wager}": {"minimum_cents": 600, "maximum_cents": 500}}
    for version in book.wagers.versions:
        for bound in version.bounds:
            for by in (0, 1):
                least = bound.at_most_times * (filed.look(f"limits.{bound.of}.maximum_cents") or 0) + by
                limits = {"minimum_cents": least, "maximum_cents": least}
                made = {"elections.version": version.version, f"limits.{bound.wager}": limits}
                yield f"limits of {version.version} by {by}: {bound.wager}", made
    for menu in book.paytables:
        table = menu.table(filed.elections.get(menu.wager, menu.default)) or next(menu.selectable())
        for line in table.lines:
            for odds in ("1 to 100", "90000 to 1", "90000 for 1"):
                yield f"raises {menu.wager} {line.line} {odds}", {"odds": {menu.wager: {line.line: odds}}}
    for covers in ("main_wagers", "main_and_side_wagers") if book.payout_limit else ():
        for ante in (100, 20000):
            for amount in (4999999, 5000000, 5000001, 9999999, 10**8):
                yield (
                    f"payout limit {amount} {covers} ante {ante}",
                    {
                        "payout_limit.amount_cents": amount,
                        "elections.payout_limit_covers": covers,
                        "limits.ante.minimum_cents": ante,
                    },
                )
    yield "electronic", {"table.electronic": True}
    yield "manual shoe", {"elections.dealing": "manual_shoe", **SHOE}
    yield "from the hand", {"elections.dealing": "hand"}
    yield "shuffled by hand", {"equipment.shuffler.kind": "manual", "cards.decks": 1}
    yield "two stakes", {"progressive.stake_cents": [100, 500]}
