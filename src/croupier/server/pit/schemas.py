"""What the floor's screen is told of tables."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.house.log.device_events import DeviceKind
from croupier.house.log.events import SlipKind
from croupier.house.log.slips import SlipState
from croupier.server.deal.schemas import CallSeen
from croupier.server.wire.messages import CommandId
from croupier.server.wire.pictures import RoundExpected
from croupier.server.wire.schemas import OnDutySeen, TableCard

Whose = Literal["dealer", "floor", "casino_supervisor", "players", "house"]


class AwaitedSeen(Struct, frozen=True):
    """What a table waits for, by which clause, and who does it."""

    says: str
    clause: str
    whose: Whose


class SlipSeen(Struct, frozen=True):
    """A slip: pairs of a piece's worth in cents and how many; `books_cents` is what the books said of a count."""

    slip: int
    kind: SlipKind
    pieces: tuple[tuple[int, int], ...]
    cents: int
    state: SlipState
    asked_by: str
    asked_ms: int
    approved_by: str
    ended_by: str
    books_cents: int | None
    note: str


class AwardSeen(Struct, frozen=True):
    """A Progressive award that was paid: its number at the table, round and seat, how much and when."""

    award: int
    round: int
    seat: int
    cents: int
    at_ms: int


class SlipAtCage(Struct, frozen=True):
    """A slip that waits for somebody, and the table that it belongs to."""

    table: str
    title: str
    slip: SlipSeen


class CageSeen(Struct, frozen=True):
    """What is done at the cage's counter: what patrons without an account hold, and every table's open slips."""

    circulation_cents: int
    slips: tuple[SlipAtCage, ...]


class PitTable(Struct, frozen=True):
    """A table as the floor sees it from afar: what stands in the lobby, who works there, and what it waits for.

    `round` numbers the round under way, 0 between rounds; `slips_open` counts the slips that wait for somebody.
    """

    card: TableCard
    round: int
    dealing: OnDutySeen | None
    supervising: OnDutySeen | None
    awaited: AwaitedSeen
    calls: tuple[CallSeen, ...]
    slips_open: int


class PitSeen(Struct, frozen=True, tag_field="type", tag="pit"):
    """Tables that have changed, or all of them to begin with, and what the house's clock says."""

    now_ms: int
    tables: tuple[PitTable, ...]


class SupervisorChosen(Struct, frozen=True, forbid_unknown_fields=True):
    """Who looks after a table from now on, nobody where the name is empty; sent again under its id it is done once."""

    id: CommandId
    supervisor: Annotated[str, Meta(max_length=64)] = ""


class PitDevice(Struct, frozen=True):
    """A device that may speak at a table, by whom and since when; whether it is connected, and what it said last."""

    device: str
    kind: DeviceKind
    connected: bool
    says: str
    added_by: str
    added_ms: int


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device to be added to a table."""

    device: Annotated[str, Meta(min_length=1, max_length=40)]
    kind: DeviceKind = "shoe"


class TokenMade(Struct, frozen=True):
    """The token of a device, told only once."""

    device: str
    token: str


class Revoking(Struct, frozen=True, forbid_unknown_fields=True):
    """A device's token is to end, under an id of the browser's making."""

    id: CommandId


class WagerResult(Struct, frozen=True):
    """All wagers of one kind at a table: what was staked and won by the house, and what it should win on average."""

    wager: str
    title: str
    times: int
    staked_cents: int
    won_cents: int
    expected_cents: float
    sd_cents: float


class ShiftResult(Struct, frozen=True):
    """A shift of a table: its money, and what the hands lost that began in it beside what they should lose."""

    from_ms: int
    until_ms: int
    rounds: int
    staked_cents: int
    drop_cents: int
    handle_cents: int
    win_cents: int
    hold_of_drop: float | None
    won_cents: int
    expected_cents: float
    sd_cents: float
    deviations: float | None


class TableResult(Struct, frozen=True):
    """What a table won in a while, from the house's side, beside what the wagers really made there should give.

    `win_cents` is the win by box and tray, apart from what meters were given (`meters_cents`) and paid (`awards_cents`)
    and from what players could not give back of settlements taken back (`uncollected_cents`). `won_cents` is what all
    hands lost that are compared, awards of meters counted as won by them, `expected_cents` its exact mean, `deviations`
    how many standard deviations apart they are. `points` are the rounds for a plot, several together where there are
    many. All hands are counted as they stand once the floor has put them right: `corrections` is how often it has, and
    `errors_cents` what the house had won too much by those errors, below zero what it had paid too much.

    `shifts` are the same by shift, where that was asked, the latest first. `left_out` are wagers that hang on the hands
    of others, compared nowhere here; `by_themselves` are those whose spread is counted as if nothing else were staked.
    `more` where there are older rounds than those compared.
    """

    table: str
    rounds: int
    hands: int
    drop_cents: int
    handle_cents: int
    win_cents: int
    meters_cents: int
    awards_cents: int
    uncollected_cents: int
    corrections: int
    errors_cents: int
    hold_of_drop: float | None
    hold_of_handle: float | None
    won_cents: int
    expected_cents: float
    sd_cents: float
    deviations: float | None
    sentence: str
    wagers: tuple[WagerResult, ...]
    points: tuple[RoundExpected, ...]
    shifts: tuple[ShiftResult, ...]
    left_out: tuple[str, ...]
    by_themselves: tuple[str, ...]
    more: bool


class Rating(Struct, frozen=True):
    """Who played at a table: hands, the time between them, breaks left out, the average put down on a hand in all.

    `player` is the name of an account, or `card` and the number that a patron's seat is rated under.

    `expected_loss_cents` is what those wagers cost on average under best play, `lost_cents` what they did cost.
    """

    player: str
    hands: int
    played_ms: int
    staked_cents: int
    average_cents: int
    expected_loss_cents: float
    lost_cents: int
