"""The first filed value that does not fit, as a sentence that names the field and says what to write."""

import datetime
import re
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from croupier.rulebook.errors import nearest

Path = tuple[str | int, ...]


class NotWhole(Struct, frozen=True):
    """A number with a fraction or an exponent, kept as it was written; it fits nowhere."""

    text: str


def complaint(value: Any, kind: Any, path: Path = ()) -> str:
    """What is wrong with `value`, which should be of that kind; empty where it fits."""
    kind = _filed(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        known = {field.encode_name: field.type for field in fields(kind)}
        return _in_table(value, path, known) if isinstance(value, dict) else _misfit(value, "a table of keys", path)
    if get_origin(kind) is dict:
        name, each = get_args(kind)
        if not isinstance(value, dict):
            return _misfit(value, "a table of keys", path)
        parts = (
            (complaint(key, name, (*path, key)) or complaint(item, each, (*path, key))) for key, item in value.items()
        )
        return next(filter(None, parts), "")
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            return _misfit(value, "a list in [ ]", path)
        items = (complaint(item, get_args(kind)[0], (*path, index)) for index, item in enumerate(value))
        return next(filter(None, items), "")
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return _misfit(value, _described(kind), path)
    return ""


def _in_table(table: dict[str, Any], path: Path, known: dict[str, Any]) -> str:
    for key, item in table.items():
        place = (*path, key)
        if key not in known:
            return f"there is no key {_spelled(place)}; {nearest(key, known)}."
        if found := complaint(item, known[key], place):
            return found
    return ""


def _misfit(value: Any, wanted: str, path: Path) -> str:
    return f"{_spelled(path)} is {_shown(value)}; write {wanted}."


def _filed(kind: Any) -> Any:
    """The kind that a value has when it is filed: without the None that stands for nothing filed."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [part for part in get_args(kind) if part is not NoneType]
        return kinds[0] if len(kinds) == 1 else kind
    return kind


def _described(kind: Any) -> str:
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    # The last description is the most particular one.
    described = (note.description for note in reversed(notes) if isinstance(note, msgspec.Meta) and note.description)
    return next(described, "true or false" if kind is bool else "something else")


def _spelled(path: Path) -> str:
    """The field as it is written in the file; an item of a list by its place in it."""
    names = [str(part) if re.fullmatch(r"[\w-]+", str(part)) else f'"{part}"' for part in path]
    if path and isinstance(path[-1], int):
        return f"item {path[-1] + 1} of {'.'.join(names[:-1])}"
    return ".".join(names)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "an enormous number"
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= 80 else f"text of {len(value):,} characters"
    if isinstance(value, NotWhole):
        return value.text if len(value.text) <= 80 else "a number with a fraction"
    if isinstance(value, datetime.date | datetime.time):
        return f"the date or time {value}"
    return "a table of keys" if isinstance(value, dict) else "a list"
