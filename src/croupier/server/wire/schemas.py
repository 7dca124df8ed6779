"""What the pages beside the felt show: the lobby, a table's rules and paytables, the coach, history."""

from typing import Any, Literal

from msgspec import Struct

from croupier.house.log.events import ChipSource
from croupier.server.wire.messages import MeterSeen, ResultLine, RoundSeen
from croupier.table.values.state import CardSource

Role = Literal[
    "player", "dealer", "floor", "casino_supervisor", "cashier", "surveillance", "department", "regulator", "admin"
]  # fmt: skip


class Me(Struct, frozen=True):
    """Who is signed in. `must_change` while the password is a one-time one; `guest` for play money.

    `has_pin` is whether somebody of the floor has set a PIN.
    """

    name: str
    role: Role
    guest: bool
    must_change: bool
    balance_cents: int | None
    session_seconds: int
    has_pin: bool = False


class TableNamed(Struct, frozen=True, kw_only=True):
    """What a table is, wherever it is shown: its name in addresses and its title, its game and place, boxes, chips."""

    table: str
    title: str
    game: str
    game_title: str
    jurisdiction: str
    rulebook: str
    seats: int
    link: str
    practice: bool
    dealer: Literal["virtual", "human"]
    card_source: CardSource
    chip_source: ChipSource
    denominations_cents: tuple[int, ...]


class TableCard(TableNamed, frozen=True, kw_only=True):
    """A table in the lobby, with who sits in which seat; where a person deals and none is there, not `dealer_here`."""

    limits: str
    players: dict[int, str]
    meters: tuple[MeterSeen, ...]
    phase: str
    closed: bool
    dealer_here: bool


class OnDutySeen(Struct, frozen=True):
    """Somebody of the staff at a table, and since when."""

    name: str
    since_ms: int


class Spot(Struct, frozen=True):
    """A betting spot of the layout: its wager, its name there, when chips go on it and between which bounds.

    `equals` names the wager whose stake it must match, `times_of` the one of which it is a multiple. A wager on the
    `side` is paid by a table of its own, whatever the dealer holds. `sensor` is a light that says that a device has
    taken the stake. `awards` are paid on this spot too, for they have none of their own.
    """

    wager: str
    title: str
    side: bool
    sensor: bool
    awards: tuple[str, ...]
    placed: Literal["before_the_deal", "when_deciding"]
    required: bool
    minimum_cents: int
    maximum_cents: int
    step_cents: int
    equals: str
    times_of: str
    needs: tuple[str, ...]
    about: str
    clause: str


class DealStep(Struct, frozen=True):
    """Cards that go out at one step: to whom, how many each, and whether card by card round the table."""

    to: str
    cards: int
    pass_by_pass: bool
    face_up: int


class RevealStep(Struct, frozen=True):
    """Cards that are turned up together once they lie there: the next `cards` of the community, or all of a place."""

    where: Literal["community", "dealer", "bonus", "players"]
    cards: int


class Payout(Struct, frozen=True):
    """One line of a paytable as posted."""

    line: str
    title: str
    pays: str


class PaytableSeen(Struct, frozen=True):
    """A posted paytable."""

    wager: str
    title: str
    paytable: str
    lines: tuple[Payout, ...]
    clause: str


class RankedHand(Struct, frozen=True):
    """A hand in the ranking, the highest first, with an example."""

    name: str
    title: str
    example: tuple[str, ...]
    about: str
    clause: str


class PlainRule(Struct, frozen=True):
    """A rule in plain words and where it is written."""

    heading: str
    text: str
    clauses: tuple[str, ...]


class TableInfo(TableNamed, frozen=True, kw_only=True):
    """All about a table that does not change during a round: its layout, paytables, ranking and rules.

    `silence` says what becomes of a player who is there and does not answer, and after how many seconds.
    """

    digest: str
    spots: tuple[Spot, ...]
    cards_each: int
    dealer_cards: int
    dealer_up: int
    community_cards: int
    bonus_cards: int
    deal: tuple[DealStep, ...]
    reveal: tuple[RevealStep, ...]
    qualifies: str
    paytables: tuple[PaytableSeen, ...]
    ranking: tuple[RankedHand, ...]
    rules: tuple[PlainRule, ...]
    notices: tuple[PlainRule, ...]
    mode: Literal["house", "open"]
    decision_seconds: int
    betting_seconds: int
    silence: str


class ReadingSeen(Struct, frozen=True):
    """What was decided where the text contradicts itself or says nothing."""

    id: str
    title: str
    adopted: str


class ClauseSeen(Struct, frozen=True):
    """A clause: what it says, in our words, and the readings adopted where it leaves something open."""

    clause: str
    topic: str
    kind: str
    summary: str
    readings: tuple[ReadingSeen, ...]


class ActionValue(Struct, frozen=True):
    """What an answer is worth on average, exactly and as cents at this ante."""

    action: str
    times: str
    label: str
    ev_num: str
    ev_den: str
    ev: float
    ev_cents: float


class UsualSaid(Struct, frozen=True):
    """What the published strategy says: its rule that applies, how the cards meet it, and its answer, as `play:1`."""

    strategy: str
    rule: str
    meets: str
    action: str


class Coaching(Struct, frozen=True):
    """The exact value of each answer that a seat may give now, the best first, and what the published strategy says.

    `counts` says which wagers are in the values.
    """

    seat: int
    round: int
    point: str
    best: str
    actions: tuple[ActionValue, ...]
    usual: UsualSaid | None = None
    counts: str = ""


class Exercise(Struct, frozen=True):
    """A situation to practise on: the cards seen, and the exact value of each answer, the best first.

    Whoever knows the `seed` is dealt the same again; `close` where the two best answers are within a tenth of an ante.
    """

    table: str
    seed: int
    cards: tuple[str, ...]
    community: tuple[str, ...]
    dealer_up: tuple[str, ...]
    ante_cents: int
    close: bool
    best: str
    actions: tuple[ActionValue, ...]
    usual: UsualSaid


class PlayedRound(Struct, frozen=True):
    """A round in a list of rounds played."""

    table: str
    title: str
    rulebook: str
    round: int
    at_ms: int
    outcome: Literal["closed", "void", "open"]
    seats: tuple[int, ...]
    staked_cents: int
    net_cents: int


class PlayedRounds(Struct, frozen=True):
    """Rounds, the latest first; `before` asks for the ones before these, "" where there are none."""

    rounds: tuple[PlayedRound, ...]
    before: str


class Frame(Struct, frozen=True):
    """One step of a round told again: what happened, who did it, by which clause, and the felt as it then stood.

    `record` numbers the record that it stands in.
    """

    sentence: str
    clause: str
    by: str
    at_ms: int
    record: int
    round: RoundSeen


class RoundTold(Struct, frozen=True):
    """A round from its records, step by step as this viewer might have seen it, with its results and its checks."""

    table: str
    round: int
    rulebook: str
    digest: str
    outcome: Literal["closed", "void", "open"]
    frames: tuple[Frame, ...]
    lines: tuple[ResultLine, ...]
    checks: tuple[tuple[str, bool, str], ...]


class OddsLine(Struct, frozen=True):
    """A line of a wager's exact return: how often it comes, of how many, and what it pays."""

    line: str
    title: str
    count: str
    pays: str


class OddsSeen(Struct, frozen=True):
    """The exact odds of a wager at this table."""

    wager: str
    title: str
    paytable: str
    ev_num: str
    ev_den: str
    house_edge: float
    element_of_risk: float | None
    sd: float | None
    hit_frequency: float | None
    total: str
    lines: tuple[OddsLine, ...]
    at: dict[str, Any]
