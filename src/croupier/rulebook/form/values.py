"""What stands in a field of the form: filed values as people write them, and what people write as filed values."""

import re
from collections.abc import Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.toml_text import Filed
from croupier.rulebook.law.base import Scalar, money
from croupier.rulebook.submission import LARGEST_CENTS, Cents, Rate, Stakes, Submission, Text

Kind = Literal["text", "number", "money", "rate", "yes_no", "choice", "several", "list", "amounts"]
Shown = tuple[str, ...]  # what stands in a field: nothing, one text, or one for each that is ticked


class Allowed(Struct, frozen=True):
    """Something that may be chosen: as it is sent, and as people read it."""

    value: str
    title: str


def written(value: Any, kind: Kind) -> Shown:
    """A filed value as it stands in the form."""
    if value is None:
        return ()
    if isinstance(value, tuple):
        return tuple(one for item in value for one in written(item, kind))
    if isinstance(value, bool):
        return ("true" if value else "false",)
    if kind in ("money", "several", "amounts") and isinstance(value, int):
        return (in_dollars(value),)
    return (str(value),)


def in_dollars(cents: int) -> str:
    """An amount as people type it: 15, or 12.50."""
    return money(cents).replace("$", "").replace(",", "")


def read(field: str, kind: Kind, shown: Sequence[str], choices: Sequence[Scalar]) -> Filed | None:
    """The value that was typed, None where nothing was; what is no such value is refused in a sentence."""
    texts = [text.strip() for text in shown if text.strip()]
    if not texts:
        return [] if kind == "several" and field in ("offers", "layout.areas") else None
    if kind in ("list", "amounts"):
        parts = [part.strip() for text in texts for part in text.split(",") if part.strip()]
        return parts if kind == "list" else _one_or_all([_cents(field, part) for part in parts])
    if kind == "several":
        found = [_chosen(field, text, choices) for text in texts]
        cents = [one for one in found if isinstance(one, int)]
        return _one_or_all(cents) if cents else [str(one) for one in found]
    text = texts[0]
    if kind in ("choice", "yes_no"):
        return _chosen(field, text, choices or (True, False))
    if kind == "number":
        return _number(field, text)
    return _cents(field, text) if kind == "money" else text


def _one_or_all(amounts: list[int]) -> Filed | None:
    """A single amount is filed by itself."""
    return amounts if len(amounts) != 1 else amounts[0]


def _chosen(field: str, text: str, choices: Sequence[Scalar]) -> Scalar:
    for choice in choices:
        if text in (*written(choice, "several"), *written(choice, "text")):
            return choice
    raise BadInput(f"{field} cannot be {text!r:.60}; choose one of what is offered.")


def _number(field: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadInput(f"{field} is {text!r:.60}; write a whole number, such as 6.")
    return int(text)


def _cents(field: str, text: str) -> int:
    found = re.fullmatch(r"\$? ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{2}))?", text)
    cents = int(found[1].replace(",", "")) * 100 + int(found[2] or 0) if found else -1
    if not 0 <= cents <= LARGEST_CENTS:
        raise BadInput(f"{field} is {text!r:.60}; write dollars, such as 15 or 12.50, at most {money(LARGEST_CENTS)}.")
    return cents


@lru_cache(maxsize=1024)
def kind_of(field: str) -> Kind:
    """What is typed into a field of a submission, where no list says what may stand there."""
    kind: Any = Submission
    for name in field.split("."):
        kind = _without_none(kind)
        if isinstance(kind, type) and issubclass(kind, Struct):
            kind = next((one.type for one in fields(kind) if one.name == name), Text)
        else:
            kind = get_args(kind)[-1] if get_origin(kind) is dict else Text
    kind = _without_none(kind)
    if kind == Stakes:
        return "amounts"
    if get_origin(kind) is tuple:
        return "list"
    if kind == Rate:
        return "rate"
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if bare is bool:
        return "yes_no"
    return ("money" if kind == Cents else "number") if bare is int else "text"


def _without_none(kind: Any) -> Any:
    parts = [part for part in get_args(kind) if part is not NoneType]
    return parts[0] if get_origin(kind) in (Union, UnionType) and len(parts) == 1 else kind
