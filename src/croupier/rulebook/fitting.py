"""Plain values that were read strictly, given their types; what does not fit is named by file, line and key."""

import re
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Condition
from croupier.rulebook.law.paytable import Lines
from croupier.rulebook.strict import Path, Source

T = TypeVar("T")


def fitted(source: Source, kind: type[T]) -> T:
    """The source's data as that type."""
    try:
        return msgspec.convert(source.data, kind, dec_hook=_decode)
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at `$")
        path = _path(where.rstrip("`"))
        if unknown := re.search(r"unknown field `(.+)`", problem):
            path = (*path, unknown[1])
            problem = "there is no such key here; take it out or mend its spelling"
        elif missing := re.search(r"missing required field `(.+)`", problem):
            problem = f"the key {missing[1]!r} is missing; add it"
        elif kinds := re.fullmatch(r"Expected `(.+)`, got `(.+)`", problem):
            problem = f"{_kinds(kinds[2])} stands where {_kinds(kinds[1])} belongs; write that instead"
        elif word := re.fullmatch(r"Invalid enum value (.+)", problem):
            problem = f"{word[1]} is no word for this; write {_either(_vocabulary(kind, path))}"
        raise source.refuse(path, f"{problem.rstrip('.')}.") from None


def _vocabulary(of: type, path: Path) -> list[Any]:
    """The words that may stand at a place of a document."""
    kind: Any = inspect.type_info(of)
    for part in path:
        kind = _apart_from_nothing(kind)
        if isinstance(part, int):
            kind = kind.item_type
        else:
            kind = next(field.type for field in kind.fields if field.encode_name == part)
    kind = _apart_from_nothing(kind)
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


def _apart_from_nothing(kind: Any) -> Any:
    """The kind of a value that may be left out."""
    if isinstance(kind, inspect.UnionType):
        return next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind


def _either(words: list[Any]) -> str:
    """Words to choose from; what may be left out is not one of them."""
    return " or ".join(str(word) for word in words if word != "") or "a word that is supported"


def _kinds(text: str) -> str:
    """The validator's names of kinds as people say them."""
    names = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list", "object": "a mapping"}
    return " or ".join(names.get(name, name) for name in text.split(" | ") if name != "null")


def _path(text: str) -> Path:
    parts = re.findall(r"\.(\w+)|\[(\d+)\]", text)
    return tuple(int(index) if index else name for name, index in parts)


def _decode(kind: type, value: Any) -> Any:
    try:
        if kind is Condition:
            return Condition(value)
        if kind is Lines:
            return Lines.read(value)
    except BadInput as error:
        raise ValueError(str(error)) from None
    raise NotImplementedError(kind)
