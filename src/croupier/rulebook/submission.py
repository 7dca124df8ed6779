"""A Rules Submission: what an operator files for one table, read from TOML."""

import difflib
import re
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NoReturn, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar, money
from croupier.rulebook.load import rulebook_ids

LARGEST_CENTS = 10**11
LARGEST_FILE_BYTES = 1_000_000
Cents = Annotated[int, Meta(ge=0, le=LARGEST_CENTS)]
Count = Annotated[int, Meta(ge=0, le=1000)]


class Filed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a submission; what is not filed is None."""


class Operator(Filed, frozen=True):
    """Who files."""

    name: str | None = None


class TableRecord(Filed, frozen=True):
    """The table."""

    name: str | None = None
    seats: Count | None = None
    adjacent_boxes: Count | None = None
    electronic: bool | None = None


class Layout(Filed, frozen=True):
    """What is printed on the felt; each notice says whether it stands on the `layout` or on a `sign`."""

    approval: str | None = None
    filing: str | None = None
    operator_mark: str | None = None
    areas: tuple[str, ...] | None = None
    odds_shown_on: str | None = None
    dealer_side: bool | None = None
    blind_right_of_ante: bool | None = None
    equals_sign: bool | None = None
    community_area_cards: Count | None = None
    dealer_area_cards: Count | None = None
    notices: dict[str, str] = {}


class Shuffler(Filed, frozen=True):
    """How cards are shuffled: `manual`, `automated` or `self_reshuffling`."""

    kind: str | None = None
    counts_cards: bool | None = None
    feeds_shoe: bool | None = None
    approval: str | None = None
    product: str | None = None
    mode: str | None = None


class Shoe(Filed, frozen=True):
    """The manual or automated shoe."""

    location_approval: str | None = None
    conformity: str | None = None
    approval: str | None = None
    procedures_approval: str | None = None
    stack_cards: Count | None = None


class ProgressiveSystem(Filed, frozen=True):
    """The progressive table game system."""

    name: str | None = None
    acceptance_device_per_seat: bool | None = None
    lock_out: bool | None = None


class Equipment(Filed, frozen=True):
    """Boxes, rack and devices; sides are as the dealer sees them."""

    drop_box: str | None = None
    tip_box: str | None = None
    tip_box_approval: str | None = None
    tip_box_obstruction: str | None = None
    discard_rack_attached: bool | None = None
    shuffler: Shuffler = Shuffler()
    shoe: Shoe = Shoe()
    progressive_system: ProgressiveSystem = ProgressiveSystem()


class CoverCard(Filed, frozen=True):
    """The cover card's looks."""

    opaque: bool | None = None
    solid_colour: bool | None = None
    contrasting: bool | None = None
    approval: str | None = None


class CardsRecord(Filed, frozen=True):
    """The decks."""

    decks: Count | None = None
    uniform_appearance: bool | None = None
    cover_cards: Count | None = None
    same_design: bool | None = None
    back_colours: tuple[str, ...] | None = None
    conformity: str | None = None
    cover_card: CoverCard = CoverCard()


class Limit(Filed, frozen=True):
    """The posted minimum and maximum of one wager."""

    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None


class MeterFiling(Filed, frozen=True):
    """What is filed for one meter; `rate` is text such as "14.5 %", so that it stays exact."""

    rate: str | None = None
    initial_cents: Cents | None = None
    reset_cents: Cents | None = None


class ProgressiveFiling(MeterFiling, frozen=True):
    """The progressive wager; a paytable of several meters files each under its name."""

    stake_cents: Cents | None = None
    mega: MeterFiling | None = None
    major: MeterFiling | None = None
    minor: MeterFiling | None = None


class PayoutLimitFiling(Filed, frozen=True):
    """The most one hand may be paid."""

    amount_cents: Cents | None = None


class Submission(Filed, frozen=True):
    """All that is filed for one table."""

    rules: str
    operator: Operator = Operator()
    table: TableRecord = TableRecord()
    offers: tuple[str, ...] = ()
    layout: Layout = Layout()
    equipment: Equipment = Equipment()
    cards: CardsRecord = CardsRecord()
    limits: dict[str, Limit] = {}
    elections: dict[str, Scalar] = {}
    odds: dict[str, dict[str, str]] = {}
    progressive: ProgressiveFiling = ProgressiveFiling()
    payout_limit: PayoutLimitFiling = PayoutLimitFiling()
    records: dict[str, str] = {}

    def look(self, field: str) -> Any:
        """The value filed at a dotted field, or None."""
        value: Any = self
        for name in field.split("."):
            value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
            if value is None:
                return None
        return value


def read_submission(path: str) -> Submission:
    """The submission in the file; a file that cannot be used is refused in one sentence."""
    try:
        raw = Path(path).read_bytes()
    except FileNotFoundError:
        raise BadInput(f"There is no file {path}; give the path of a submission in TOML.") from None
    except IsADirectoryError:
        raise BadInput(f"{path} is a folder; give the path of a submission in TOML.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path} cannot be read ({reason}); check the path and its permissions.") from None
    if len(raw) > LARGEST_FILE_BYTES:
        raise BadInput(f"{path} is larger than any submission ({len(raw):,} bytes); give a submission in TOML.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not text in UTF-8; save the submission as UTF-8 TOML.") from None
    return parse_submission(text, path)


def parse_submission(text: str, file: str) -> Submission:
    """The submission in `text`; `file` is what refusals call it."""

    def refuse_float(number: str) -> NoReturn:
        raise BadInput(
            f'{file}: {number} is a fraction; write money in whole cents and a rate as text, such as "14.5 %".'
        )

    try:
        data = tomllib.loads(text, parse_float=refuse_float)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file} is not TOML: {error}; mend that place.") from None
    except (RecursionError, ValueError):
        raise BadInput(f"{file} is not TOML that can be read: a value in it is too long or too deep.") from None
    if not isinstance(data.get("rules"), str):
        raise BadInput(f'{file} does not say which rulebook it is filed under; write rules = "{rulebook_ids()[0]}".')
    if data["rules"] not in rulebook_ids():
        raise BadInput(f"{file}: there is no rulebook {data['rules']!r}; {nearest(data['rules'], rulebook_ids())}.")
    try:
        return msgspec.convert(data, Submission)
    except msgspec.ValidationError as error:
        raise BadInput(f"{file}: {_sentence(str(error), data)}") from None


def nearest(word: str, words: Iterable[str]) -> str:
    """A hint at what was meant: the nearest word, or all of them."""
    known = list(words)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?"[:-1] if near else f"there are {', '.join(known)}"


def _sentence(problem: str, data: dict[str, Any]) -> str:
    """The validator's complaint as a sentence that names the field and says what to write."""
    problem, _, where = problem.partition(" - at `$")
    where = _with_keys(where.rstrip("`"), data)
    if unknown := re.search(r"unknown field `(.+)`", problem):
        field = f"{where}.{unknown[1]}".lstrip(".")
        return f"there is no key {field}; {nearest(unknown[1], _known_fields(where))}."
    value = _value(where, data)
    if isinstance(value, int) and not isinstance(value, bool) and "int" in problem:
        if value < 0:
            return f"{where} is {value}, below zero; write a whole number from 0 up."
        largest = money(LARGEST_CENTS) if where.endswith("_cents") else "1,000"
        return f"{where} is larger than anything taken here; write at most {largest}."
    wanted = re.search(r"Expected `([^`]+)`", problem)
    kinds = {"int": "a whole number", "bool": "true or false", "str": "text in quotes", "array": "a list in [ ]"}
    names = [
        kinds.get(kind, "a table of keys") for kind in (wanted[1].split(" | ") if wanted else []) if kind != "null"
    ]
    return f"{where or 'the file'} should be {' or '.join(names) or 'something else'}."


def _with_keys(where: str, data: Any) -> str:
    """The dotted field of a complaint; where the validator hides a key of a mapping, the first that fits."""
    parts = re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", where)
    found: list[str] = []
    for name, index in parts:
        if name:
            found.append(name)
        elif index == "...":
            found.append(_first_odd_key(".".join(found), data))
    return ".".join(found)


def _first_odd_key(field: str, data: Any) -> str:
    """The first key of the mapping at `field` whose value is not of the shape asked for there."""
    mapping = _value(field, data)
    shapes: dict[str, Any] = {"limits": Limit, "elections": Scalar, "odds": dict[str, str]}
    shape = shapes.get(field, str)
    for key, value in mapping.items():
        try:
            msgspec.convert(value, shape)
        except msgspec.ValidationError:
            return str(key)
    return "*"


def _value(field: str, data: Any) -> Any:
    for name in field.split(".") if field else []:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def _known_fields(where: str) -> list[str]:
    kind: Any = Submission
    for name in where.split(".") if where else []:
        if isinstance(kind, type) and issubclass(kind, Struct):
            kind = next((field.type for field in fields(kind) if field.encode_name == name), Submission)
            kind = next((arg for arg in get_args(kind) if isinstance(arg, type) and issubclass(arg, Filed)), kind)
        else:
            kind = get_args(kind)[1]
    return [field.encode_name for field in fields(kind)]


def parse_rate(text: str, field: str) -> Fraction:
    """The share of a stake that `text` names, in percent."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?(?:%|percent)", text)
    if not found:
        raise BadInput(f'{field} is {text!r}; write a percentage as text, such as "14.5 %".')
    return Fraction(found[1])
