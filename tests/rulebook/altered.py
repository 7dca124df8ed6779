"""Every way in which one value of a rule document may be changed.

A number by one, a truth turned round, a word for each other word of its vocabulary, an item left out or swapped with
its neighbour, an optional key left out. A citation (`clause`, `reading`) says where a value is written and is not
changed here: the clause register holds those.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct, inspect

from croupier.rulebook.law.base import Condition
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines
from croupier.rulebook.load import rulebook_ids, source_of
from croupier.rulebook.strict import Path, spell

CITATIONS = ("clause", "reading", "status_reading")
# What people read, whole sentences and headings: no vocabulary, so each is changed once, into other words.
SENTENCES = (
    "says",
    "told",
    "title",
    "means",
    "term",
    "made_of",
    "write",
    "warn",
    "record",
    "footnote",
    "text",
    "status",
)
NAMES = (
    "id",
    "rulebook",
    "document",
    "jurisdiction",
    "field",
    "remedy",
    "stub_case",
    "choice",
    "elected",
    "default",
    "menu",
)
GONE = object()
UNKNOWN = "no_such_word"


class Change(Struct, frozen=True):
    """One value changed: where, how, and what stands there then; `key` is the place without its numbers."""

    path: Path
    how: str
    value: Any
    key: str

    def __str__(self) -> str:
        return f"{spell(self.path)}: {self.how}"

    def applied(self, data: Any) -> Any:
        """The document with the change made; nothing of the original is touched."""
        return _put(data, self.path, self.value)


def _put(data: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    copied = data.copy()
    if value is GONE and len(path) == 1:
        del copied[path[0]]
    else:
        copied[path[0]] = _put(data[path[0]], path[1:], value)
    return copied


@cache
def document(rulebook: str) -> Any:
    """The document as plain data, amended and fully cited."""
    return source_of(rulebook).data


def changes(rulebook: str) -> Iterator[Change]:
    """Every change of every value of the document."""
    return _walk(inspect.type_info(Rulebook), document(rulebook), (), "")


def _walk(kind: Any, value: Any, path: Path, key: str) -> Iterator[Change]:
    kind = _chosen(kind, value)
    if isinstance(kind, inspect.StructType):
        yield from _struct(kind, value, path, key)
    elif isinstance(kind, inspect.VarTupleType):
        yield from _items(kind, value, path, key)
    elif isinstance(kind, inspect.CustomType) and kind.cls is Condition:
        yield from (Change(path, f"{text!r}", text, key) for text in _conditions(value))
    elif isinstance(kind, inspect.CustomType) and kind.cls is Lines:
        yield from _lines(value, path, key)
    elif isinstance(value, bool):
        yield Change(path, f"{not value}".lower(), not value, key)
    elif isinstance(value, int):
        yield from (Change(path, f"{value + by}", value + by, key) for by in (1, -1))
    else:
        free = path[-1] in (*SENTENCES, *NAMES)
        words = kind.values if isinstance(kind, inspect.LiteralType) else () if free else _seen().get(key, ())
        others = [] if free else [word for word in words if word != value]
        yield from (Change(path, repr(word), word, key) for word in (*others, UNKNOWN))


def _chosen(kind: Any, value: Any) -> Any:
    """Of several kinds that a value may be of, its own."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    plain: dict[type, tuple[type, ...]] = {
        bool: (inspect.BoolType,),
        int: (inspect.IntType, inspect.LiteralType),
        str: (inspect.StrType, inspect.LiteralType, inspect.CustomType),
    }
    wanted = plain.get(type(value), (inspect.StructType, inspect.VarTupleType, inspect.CustomType))
    return next(one for one in kind.types if isinstance(one, wanted))


def _struct(kind: inspect.StructType, value: Mapping[str, Any], path: Path, key: str) -> Iterator[Change]:
    for field in kind.fields:
        name = field.encode_name
        if name not in value or name in CITATIONS:
            continue
        place, inner = (*path, name), f"{key}.{name}".lstrip(".")
        if not field.required:
            yield Change(place, "left out", GONE, inner)
        yield from _walk(field.type, value[name], place, inner)


def _items(kind: inspect.VarTupleType, value: list[Any], path: Path, key: str) -> Iterator[Change]:
    for index, item in enumerate(value):
        yield Change(path, f"without {_name(item)}", [*value[:index], *value[index + 1 :]], key)
        if index + 1 < len(value) and not _apart(item, value[index + 1]):
            swapped = [*value[:index], value[index + 1], item, *value[index + 2 :]]
            yield Change(path, f"{_name(item)} behind {_name(value[index + 1])}", swapped, f"{key}<order>")
        yield from _walk(kind.item_type, item, (*path, index), key)


def _apart(one: Any, other: Any) -> bool:
    """Whether neither of two neighbours comes after the other: one holds all the while, or each excludes the other."""
    if not isinstance(one, dict) or "step" not in one:
        return False
    if one.get("standing") or other.get("standing"):
        return True
    terms = [set(item.get("when", "").split(" and ")) for item in (one, other)]
    fields = [{term.partition(" is ")[0]: term for term in each} for each in terms]
    return any(fields[0][name] != fields[1][name] for name in fields[0].keys() & fields[1].keys())


def _name(item: Any) -> str:
    return str(next(iter(item.values()))) if isinstance(item, dict) else str(item)


def _conditions(text: str) -> Iterator[str]:
    """The condition with each of its terms denied, and with each left out."""
    terms = text.split(" and ")
    for index, term in enumerate(terms):
        rest = (terms[:index], terms[index + 1 :])
        if len(terms) > 1:
            yield " and ".join([*rest[0], *rest[1]])
        if " is " in term:
            denied = term.replace(" is not ", " is ") if " is not " in term else term.replace(" is ", " is not ")
            yield " and ".join([*rest[0], denied, *rest[1]])
        yield " and ".join([*rest[0], f"{term}_{UNKNOWN}", *rest[1]])


def _lines(lines: Mapping[str, str], path: Path, key: str) -> Iterator[Change]:
    names = list(lines)
    for index, name in enumerate(names):
        yield Change(path, f"without {name}", {other: lines[other] for other in names if other != name}, key)
        if index + 1 < len(names):
            order = [*names[:index], names[index + 1], name, *names[index + 2 :]]
            swapped = {other: lines[other] for other in order}
            yield Change(path, f"{name} behind {names[index + 1]}", swapped, f"{key}<order>")
        renamed = {UNKNOWN if other == name else other: odds for other, odds in lines.items()}
        yield Change(path, f"{name} called {UNKNOWN}", renamed, key)
        for odds in _odds(lines[name]):
            yield Change(path, f"{name} {odds}", {**lines, name: odds}, key)


def _odds(text: str) -> Iterator[str]:
    """Other odds: each number one more and one less, `to` for `for`, the share of another meter."""
    for found in re.finditer(r"[0-9][0-9,]*", text):
        number = int(found[0].replace(",", ""))
        yield from (f"{text[: found.start()]}{number + by:,}{text[found.end() :]}" for by in (1, -1))
    for one, other in ((" to ", " for "), (" for ", " to ")):
        if one in text:
            yield text.replace(one, other)
    meter = re.search(r"percent of (\w+)", text)
    yield from (text.replace(meter[1], name) for name in ("minor", "major") if meter and name != meter[1])
    if text == "push":
        yield "1 to 1"


@cache
def _seen() -> dict[str, tuple[Any, ...]]:
    """The words that stand at each key in any of the documents."""
    found: dict[str, dict[Any, None]] = {}

    def walk(kind: Any, value: Any, key: str) -> None:
        kind = _chosen(kind, value)
        if isinstance(kind, inspect.StructType):
            for field in kind.fields:
                if field.encode_name in value and field.encode_name not in CITATIONS:
                    walk(field.type, value[field.encode_name], f"{key}.{field.encode_name}".lstrip("."))
        elif isinstance(kind, inspect.VarTupleType):
            for item in value:
                walk(kind.item_type, item, key)
        elif isinstance(value, str):
            found.setdefault(key, {})[value] = None

    for rulebook in rulebook_ids():
        walk(inspect.type_info(Rulebook), document(rulebook), "")
    return {key: tuple(words) for key, words in found.items()}


def tally(rulebook: str) -> int:
    """How many values the document has: what the changes are changes of."""
    return len({change.path for change in changes(rulebook)})
