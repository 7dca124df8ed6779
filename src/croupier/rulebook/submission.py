"""A Rules Submission: what an operator files for one table, read from TOML."""

import re
import tomllib
from fractions import Fraction
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from croupier.rulebook.complaint import NotWhole, complaint
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import no_rulebook, rulebook_ids

LARGEST_CENTS = 10**11
LARGEST_FILE_BYTES = 100_000
# Control characters, line breaks and marks that turn text around would let a name garble a sign or a terminal.
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]*\Z"

Cents = Annotated[
    int, Meta(ge=0, le=LARGEST_CENTS, description=f"an amount in whole cents from 0 to {LARGEST_CENTS:,}")
]
Count = Annotated[int, Meta(ge=0, le=1000, description="a whole number from 0 to 1,000")]
Text = Annotated[
    str,
    Meta(max_length=200, pattern=PRINTABLE, description="one line of at most 200 printable characters in quotes"),
]
Rate = Annotated[Text, Meta(description='a percentage in quotes, such as "14.5 %"')]
Stakes = Annotated[
    Cents | tuple[Cents, ...],
    Meta(description="an amount in whole cents, or a list in [ ] of the amounts that are taken"),
]
Elected = Annotated[Text | Count | bool, Meta(description="a choice: text in quotes, a whole number, true or false")]


class Filed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a submission; what is not filed is None."""


class Operator(Filed, frozen=True):
    """Who files."""

    name: Text | None = None


class TableRecord(Filed, frozen=True):
    """The table."""

    name: Text | None = None
    seats: Count | None = None
    adjacent_boxes: Count | None = None
    decision_seconds: Annotated[int, Meta(ge=0, le=3600, description="whole seconds from 0 to 3,600")] | None = None
    electronic: bool | None = None


class Layout(Filed, frozen=True):
    """What is printed on the felt; each notice says whether it stands on the `layout` or on a `sign`."""

    approval: Text | None = None
    filing: Text | None = None
    operator_mark: Text | None = None
    areas: tuple[Text, ...] | None = None
    odds_shown_on: Text | None = None
    dealer_side: bool | None = None
    blind_right_of_ante: bool | None = None
    equals_sign: bool | None = None
    community_area_cards: Count | None = None
    dealer_area_cards: Count | None = None
    notices: dict[Text, Text] = {}


class Shuffler(Filed, frozen=True):
    """How cards are shuffled: `manual`, `automated` or `self_reshuffling`."""

    kind: Text | None = None
    counts_cards: bool | None = None
    feeds_shoe: bool | None = None
    approval: Text | None = None
    product: Text | None = None
    mode: Text | None = None


class Shoe(Filed, frozen=True):
    """The manual or automated shoe."""

    location_approval: Text | None = None
    conformity: Text | None = None
    approval: Text | None = None
    procedures_approval: Text | None = None
    stack_cards: Count | None = None


class ProgressiveSystem(Filed, frozen=True):
    """The progressive table game system."""

    name: Text | None = None
    acceptance_device_per_seat: bool | None = None
    lock_out: bool | None = None


class Equipment(Filed, frozen=True):
    """Boxes, rack and devices; sides are as the dealer sees them."""

    drop_box: Text | None = None
    tip_box: Text | None = None
    boxes_approval: Text | None = None
    tip_box_approval: Text | None = None
    tip_box_obstruction: Text | None = None
    discard_rack_attached: bool | None = None
    shuffler: Shuffler = Shuffler()
    shoe: Shoe = Shoe()
    progressive_system: ProgressiveSystem = ProgressiveSystem()


class CoverCard(Filed, frozen=True):
    """The cover card's looks."""

    opaque: bool | None = None
    solid_colour: bool | None = None
    contrasting: bool | None = None
    approval: Text | None = None


class CardsRecord(Filed, frozen=True):
    """The decks."""

    decks: Count | None = None
    uniform_appearance: bool | None = None
    cover_cards: Count | None = None
    same_design: bool | None = None
    back_colours: tuple[Text, ...] | None = None
    conformity: Text | None = None
    cover_card: CoverCard = CoverCard()


class Limit(Filed, frozen=True):
    """The posted minimum and maximum of one wager."""

    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None


class MeterFiling(Filed, frozen=True):
    """What is filed for one meter; `rate` is text such as "14.5 %", so that it stays exact."""

    rate: Rate | None = None
    initial_cents: Cents | None = None
    reset_cents: Cents | None = None


class ProgressiveFiling(MeterFiling, frozen=True):
    """The progressive wager; a paytable of several meters files each under its name.

    `stake_cents` is one amount, or several where a player may choose: 100, or [100, 500].
    """

    stake_cents: Stakes | None = None
    mega: MeterFiling | None = None
    major: MeterFiling | None = None
    minor: MeterFiling | None = None

    def __post_init__(self) -> None:
        if isinstance(self.stake_cents, tuple) and len(set(self.stake_cents)) == 1:
            msgspec.structs.force_setattr(self, "stake_cents", self.stake_cents[0])

    @property
    def stakes_cents(self) -> tuple[int, ...]:
        """Every amount that is taken, the smallest first; none where nothing is filed."""
        filed = self.stake_cents
        return tuple(sorted(set(filed))) if isinstance(filed, tuple) else (filed,) if filed else ()


class PayoutLimitFiling(Filed, frozen=True):
    """The most one hand may be paid."""

    amount_cents: Cents | None = None


class Submission(Filed, frozen=True):
    """All that is filed for one table."""

    rules: str
    operator: Operator = Operator()
    table: TableRecord = TableRecord()
    offers: tuple[Text, ...] = ()
    layout: Layout = Layout()
    equipment: Equipment = Equipment()
    cards: CardsRecord = CardsRecord()
    limits: dict[Text, Limit] = {}
    elections: dict[Text, Elected] = {}
    odds: dict[Text, dict[Text, Text]] = {}
    progressive: ProgressiveFiling = ProgressiveFiling()
    payout_limit: PayoutLimitFiling = PayoutLimitFiling()
    records: dict[Text, Text] = {}

    def look(self, field: str) -> Any:
        """The value filed at a dotted field, or None."""
        value: Any = self
        for name in field.split("."):
            value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
            if value is None:
                return None
        return value


# msgspec learns a type when it first meets it, and two threads must not teach it the same one at once.
msgspec.json.Decoder(Submission)


def read_submission(path: str) -> Submission:
    """The submission in the file; a file that cannot be used is refused in one sentence."""
    return parse_submission(submission_text(path), path or '""')


def submission_text(path: str) -> str:
    """What is written in the file."""
    name = path or '""'
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BadInput(f"There is no file {name}; give the path of a submission in TOML.") from None
    except IsADirectoryError:
        raise BadInput(f"{name} is a folder; give the path of a submission in TOML.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{name} cannot be read ({reason}); check the path and its permissions.") from None
    if len(raw) > LARGEST_FILE_BYTES:
        raise BadInput(f"{name} is over {LARGEST_FILE_BYTES:,} bytes, too long for a submission; give a shorter file.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not text in UTF-8; save the submission as UTF-8 TOML.") from None


def parse_submission(text: str, file: str) -> Submission:
    """The submission in `text`; `file` is what refusals call it."""
    return submission_of(plainly(text, file), file)


def plainly(text: str, file: str) -> dict[str, Any]:
    """The values that are written in `text`."""
    try:
        return tomllib.loads(text, parse_float=NotWhole)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file} is not TOML: {_reason(error)}; mend that place.") from None
    except (RecursionError, ValueError):
        raise BadInput(f"{file} is not TOML that can be read: a value in it is too long or too deep.") from None


def submission_of(data: dict[str, Any], file: str) -> Submission:
    """The submission that these values make."""
    if not isinstance(data.get("rules"), str):
        raise BadInput(f'{file} does not say which rulebook it is filed under; write rules = "{rulebook_ids()[0]}".')
    if data["rules"] not in rulebook_ids():
        raise no_rulebook(data["rules"], file)
    try:
        return msgspec.convert(data, Submission)
    except msgspec.ValidationError:
        raise BadInput(f"{file}: {complaint(data, Submission)}") from None


def _reason(error: tomllib.TOMLDecodeError) -> str:
    """The parser's reason without its Python: `cannot declare table twice (at line 9, column 7)`."""
    reason = re.sub(r"\((('[^']*'(, )?)+),?\)", lambda names: names[1].replace("'", "").replace(", ", "."), str(error))
    return reason[:1].lower() + reason[1:]


def parse_rate(text: str, field: str) -> Fraction:
    """The share of a stake that `text` names, in percent."""
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?(?:%|percent)", text)
    if not found:
        raise BadInput(f'{field} is {text!r}; write a percentage as text, such as "14.5 %".')
    return Fraction(found[1])
