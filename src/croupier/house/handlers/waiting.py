"""What a table waits for from its players, and how often it was given more time."""

from typing import Literal, NamedTuple

from croupier.house.log import events as he
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable

LEFT_SECONDS = 30  # for who got up at a table without a limit, should they come back


class Waited(NamedTuple):
    """What a table waits for: bets of everybody, or an answer of a seat; in which round, at which point."""

    kind: Literal["bets", "answer"]
    round: int
    point: str
    seat: int


def waited_for(table: HouseTable) -> Waited | None:
    """What a table waits for from its players, None where nothing is awaited.

    A dealer in person closes the bets; while the floor rules on somebody who is silent, or on what a device said, no
    clock runs, and nor does one for patrons whom the dealer asks and answers for.
    """
    round_ = table.state.round
    if round_ is None or table.closed or table.chip_source == FELT or table.stopped:
        return None
    if round_.phase == "wagering" and round_.boxes and table.dealer == "virtual":
        return Waited("bets", round_.number, "", 0)
    if round_.phase == "decisions" and round_.to_ask and round_.called_for != round_.to_ask[0]:
        return Waited("answer", round_.number, round_.point, round_.to_ask[0])
    return None


def extensions(table: HouseTable, waited: Waited) -> list[he.TimeExtended]:
    """The times that this wait was given anew, the last one last."""
    this = (waited.round, waited.point, waited.seat)
    return [one for one in table.extended if (one.round, one.point, one.seat) == this]


def seconds_for(table: HouseTable, waited: Waited) -> int:
    """How long such a wait is at this table, 0 for ever: whoever practises alone keeps nobody waiting.

    Who got up while they were asked is never waited for without end: nobody else can answer for that box.
    """
    if _has_left(table, waited):
        return table.decision_seconds or LEFT_SECONDS
    if table.practice and len({player for _, player in table.state.players}) < 2:
        return 0
    return table.betting_seconds if waited.kind == "bets" else table.decision_seconds


def awaited_of(table: HouseTable, waited: Waited) -> tuple[str, ...]:
    """The players who keep the table waiting: who is asked, or who sits there and has not said that the bets stand."""
    if waited.kind == "answer":
        box = table.state.round.box(waited.seat) if table.state.round else None
        return (box.player,) if box else ()
    return tuple(dict.fromkeys([player for seat, player in table.state.players if seat not in table.ready]))


def _has_left(table: HouseTable, waited: Waited) -> bool:
    """Whether an answer is awaited of a box whose player sits there no more."""
    box = table.state.round.box(waited.seat) if table.state.round and waited.seat else None
    return box is not None and box.player != table.state.player(waited.seat)
