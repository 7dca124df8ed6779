"""The text of a submission with one value changed: comments, order and everything else stay as they were written."""

import tomllib
from collections.abc import MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array

from croupier.rulebook.errors import BadInput

Filed = str | int | bool | list[str] | list[int]


def with_value(text: str, field: str, value: Filed | None) -> str:
    """The text in which the dotted field has this value, or none where it is None."""
    try:
        document = tomlkit.parse(text)
        put(document, field, value)
        changed = tomlkit.dumps(document)
    except TOMLKitError:
        raise BadInput(f"{field} cannot be changed where it stands; change the text of the submission.") from None
    wanted = tomllib.loads(text)
    put(wanted, field, value)
    if _filled(tomllib.loads(changed)) != _filled(wanted):
        raise BadInput(f"{field} cannot be changed where it stands; change the text of the submission.")
    return changed


def put(document: MutableMapping[str, Any], field: str, value: Filed | None) -> None:
    """Puts a value into the dotted field, tables on the way made; None takes out what is there."""
    *above, name = field.split(".")
    table: Any = document
    for depth, part in enumerate(above):
        if table.get(part) is None:
            if value is None:
                return
            if isinstance(document, tomlkit.TOMLDocument):
                table[part] = tomlkit.table(is_super_table=depth + 1 < len(above))
            else:
                table[part] = {}
        table = table[part]
    there = table.get(name)
    if value is None:
        if there is not None:
            del table[name]
    elif isinstance(there, Array) and isinstance(value, list):
        _become(there, value)
    else:
        table[name] = value


def _become(array: Array, wanted: list[Any]) -> None:
    """A list as wanted, what stays in it standing where it stood, with its comments."""
    for place in reversed(range(len(array))):
        if array[place] not in wanted or array[place] in list(array)[:place]:
            del array[place]
    if list(array) != [item for item in wanted if item in list(array)]:
        array.clear()
    for place, item in enumerate(wanted):
        if place >= len(array) or array[place] != item:
            array.insert(place, item)


def _filled(table: dict[str, Any]) -> dict[str, Any]:
    """What is filed, without tables in which nothing stands."""
    parts = ((name, _filled(value) if isinstance(value, dict) else value) for name, value in table.items())
    return {name: value for name, value in parts if value != {}}
