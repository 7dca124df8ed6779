"""Every value of a rule document with the place it stands at."""

from collections.abc import Iterator

from msgspec import Struct

from croupier.rulebook.law.base import Case, Condition, Requirement, Ruled, Step, money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable, PaytableLine, PaytableMenu
from croupier.rulebook.law.settling import Notice, Remedy

Key = tuple[str, ...]

# The field that names an item of a list, the first that the item has.
NAMED_BY = (
    *("remedy", "stub_case", "step", "term", "method", "category", "ranking", "version", "choice", "wager"),
    *("trigger", "device", "point", "action", "case", "meter", "bonus", "notice", "is_", "menu"),
)


def name_of(item: Struct) -> str:
    """What an item of a list is called: the value of its first own field, made apart where a name is not enough."""
    if isinstance(item, PaytableMenu):
        return item.wager + ("" if item.when.offered else _suffix(item.when))
    if isinstance(item, Requirement):
        return f"{item.field} {item.test[0].rstrip('_')}" + _suffix(item.when)
    if isinstance(item, Paytable):
        return item.id + (f" at {money(item.stake_cents)}" if item.stake_cents else "") + _suffix(item.when)
    name = next(name for name in NAMED_BY if hasattr(item, name))
    return _plain(getattr(item, name)) + (_suffix(item.when) if isinstance(item, Notice | Remedy) else "")


def _plain(name: object) -> str:
    return str(name).lower() if isinstance(name, bool) else str(name)


def _suffix(when: Condition) -> str:
    return f" when {when}" if when.text else ""


def walk(document: Rulebook) -> Iterator[tuple[Key, Ruled]]:
    """Each value that cites a clause, with its key, in the document's order."""
    yield from walk_value(document, ())


def walk_value(value: object, key: Key) -> Iterator[tuple[Key, Ruled]]:
    """Each cited value within `value`, which stands at `key`."""
    if isinstance(value, Ruled):
        yield key, value
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from walk_value(getattr(value, field), (*key, field))
    elif isinstance(value, tuple):
        names = set[str]()
        for item in value:
            if isinstance(item, Struct) and not isinstance(item, PaytableLine | Case):
                name = name_of(item)
                if name in names and isinstance(item, Step):
                    name += _suffix(item.when)
                names.add(name)
                yield from walk_value(item, (*key, name))


def places(document: Rulebook) -> dict[str, list[str]]:
    """For each clause the document cites, the dotted keys it is cited at."""
    found: dict[str, list[str]] = {}
    for key, value in walk(document):
        for clause in value.clause:
            found.setdefault(clause, []).append(".".join(key))
    return found
