"""What a table waits for from its players, and how often it was given more time."""

from typing import Literal, NamedTuple

from croupier.house import facts as f
from croupier.house.desk import Desk


class Waited(NamedTuple):
    """What a table waits for: bets of everybody, or an answer of a seat; in which round, at which point."""

    kind: Literal["bets", "answer"]
    round: int
    point: str
    seat: int


def waited_for(desk: Desk) -> Waited | None:
    """What a table waits for from its players, None where nothing is awaited."""
    round_ = desk.state.round
    if round_ is None or desk.closed or desk.dealer != "virtual":
        return None
    if round_.phase == "wagering" and round_.boxes:
        return Waited("bets", round_.number, "", 0)
    if round_.phase == "decisions" and round_.to_ask:
        return Waited("answer", round_.number, round_.point, round_.to_ask[0])
    return None


def extensions(desk: Desk, waited: Waited) -> list[f.TimeExtended]:
    """The times that this wait was given anew, the last one last."""
    this = (waited.round, waited.point, waited.seat)
    return [one for one in desk.extended if (one.round, one.point, one.seat) == this]


def seconds_for(desk: Desk, waited: Waited) -> int:
    """How long such a wait is at this table, 0 for ever."""
    return desk.betting_seconds if waited.kind == "bets" else desk.decision_seconds
