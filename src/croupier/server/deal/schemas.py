"""What the dealer's screen is told beside the table as it is seen."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.server.wire.messages import BlankName, BlankSeen


class Step(Struct, frozen=True):
    """Something that the procedure asks, in one sentence, and the clause that asks it."""

    says: str
    clause: str


class OptionSeen(Struct, frozen=True):
    """Something that whoever looks may do beside what is due, in plain words; where it is not `open`, `why` says why.

    `question` and `answer` narrow what has several cases: options of one `title` are the answers to one question.
    """

    option: str
    sort: Literal["report", "count", "device", "deck", "conduct"]
    title: str
    question: str
    answer: str
    says: str
    clause: str
    blanks: tuple[BlankSeen, ...]
    open: bool
    why: str
    why_clause: str


class TriedOption(Struct, frozen=True, forbid_unknown_fields=True):
    """An option whose consequences somebody wants to see before it is done."""

    option: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"\A[a-z0-9_:-]+\Z")]
    found: Annotated[dict[BlankName, Annotated[str, Meta(max_length=200)]], Meta(max_length=16)] = {}


class MoneyBack(Struct, frozen=True):
    """A wager that goes back to its player, or a result that is taken back; in cents."""

    seat: int
    title: str
    cents: int


class Consequence(Struct, frozen=True):
    """What an option would bring about, as far as no hidden card tells it: nothing of it is done.

    `returned` are the wagers that go back, `taken_back` the results that are undone, from the player's side, and
    `settled` the wagers that are settled nevertheless, for what their hand turns out to be.
    """

    version: int
    says: str
    clause: str
    void: bool
    steps: tuple[Step, ...]
    returned: tuple[MoneyBack, ...]
    taken_back: tuple[MoneyBack, ...]
    settled: tuple[MoneyBack, ...]


class ChipsSeen(Struct, frozen=True):
    """So many chips of one denomination."""

    cents: int
    count: int


class ChipMove(Struct, frozen=True):
    """What the dealer does with the chips of one wager: the fewest that make up the sum, and what no chip makes up.

    `way` is pay, take, push (leave them), give_back, in_the_tray (taken before the deal) or off_table (paid there).
    """

    seat: int
    title: str
    way: Literal["pay", "take", "push", "give_back", "in_the_tray", "off_table"]
    cents: int
    chips: tuple[ChipsSeen, ...]
    rest_cents: int
    hand: str
    odds: str
    sentence: str
    clause: str


class MoneySeen(Struct, frozen=True):
    """The wagers that were settled last: of one seat, with its hand and what is called out, or as seat 0 of several."""

    seat: int
    hand: str
    aloud: str
    moves: tuple[ChipMove, ...]


class DealSeen(Struct, frozen=True, tag_field="type", tag="deal"):
    """A table as whoever is on duty there needs it; `version` is the table's.

    `now` is what is due or waited for, `aloud` what must be said with it, "" for nothing, and `upcoming` what comes
    after it as far as that is certain. `handling` are the rules that are kept all the while, `options` what may be done
    beside what is due, `money` what is done with chips.
    """

    version: int
    now: Step
    aloud: str
    upcoming: Step | None
    handling: tuple[Step, ...]
    options: tuple[OptionSeen, ...]
    money: MoneySeen | None
