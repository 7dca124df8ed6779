"""What is due at a table: who does it, by which clause, and what a person has to find out or decide for it."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import CardError, parse_cards
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal

LARGEST_NUMBER = 1000
LONGEST_TEXT = 200
YES_OR_NO = ("yes", "no")


class Blank(Struct, frozen=True):
    """Something that a person finds out or decides: the command's field, the question, how it is answered.

    A number is typed; one of the `choices` is chosen; a text, such as a ruling's reason, is written; cards are told as
    `As Td`, as many as `most` says, 0 for as many as there are. Of several hands each is asked for by the `seat` that
    holds it, the dealer as 0, or by the `place` where it lies. Nothing is filled in beforehand.
    """

    field: str
    asks: str
    kind: Literal["number", "choice", "text", "cards"]
    choices: tuple[str, ...] = ()
    most: int = 0
    seat: int | None = None
    place: str = ""


class Duty(Struct, frozen=True):
    """What is due: the command that does it, the clause, a sentence for whoever does it, and in which role that is.

    Where a person deals, the `blanks` are what they have to find out: the command is without them.
    """

    command: c.AnyCommand
    clause: str
    says: str
    by: str = "dealer"
    blanks: tuple[Blank, ...] = ()


def filled(duty: Duty, found: Mapping[str, str]) -> c.AnyCommand | Refusal:
    """The duty's command with what a person found out; a refusal where a blank is left open or cannot be that."""
    values: dict[str, Any] = {}
    hands: list[tuple[int | str, Any]] = []
    for blank in duty.blanks:
        try:
            value = _value(blank, found.get(blank.field, "").strip())
        except CardError as error:
            return Refusal("not_found", str(error), duty.clause)
        if value is None:
            return Refusal("not_found", f"{blank.asks} {_how(blank)}", duty.clause)
        if blank.place or blank.seat is not None:
            hands.append((blank.place or blank.seat or 0, value))
        else:
            values[blank.field] = value
    if hands:
        values["hands"] = tuple(hands)
    return replace(duty.command, **values)


def _value(blank: Blank, text: str) -> Any:
    if blank.kind == "number":
        return int(text) if text.isdecimal() and text.isascii() and int(text) <= LARGEST_NUMBER else None
    if blank.kind == "cards":
        return parse_cards(text) or None
    if blank.kind == "text":
        return text if 0 < len(text) <= LONGEST_TEXT and text.isprintable() else None
    if text not in blank.choices:
        return None
    return text == YES_OR_NO[0] if blank.choices == YES_OR_NO else text


def _how(blank: Blank) -> str:
    if blank.kind == "cards":
        return f"Tell {blank.most or 'them'} as rank and suit, such as As or Td."
    if blank.kind == "number":
        return "Give it as a whole number."
    return "Write it in a sentence." if blank.kind == "text" else f"Say {' or '.join(blank.choices)}."
