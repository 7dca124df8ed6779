"""The floor is called to a table, by whom, for what, and answered by whom; and what it is wanted for without a call."""

import pytest

from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.handlers.floor_calls import MOST_CALLS, FloorCall, calls_of
from croupier.house.log import events as he
from croupier.house.replay.sentences import told
from croupier.house.service.house import House
from croupier.table.values import commands as c
from tests.house.floor import KEYS, Floor
from tests.house.handlers.test_acts import asked, does, due

pytestmark = pytest.mark.databases("any")


def calls(floor: Floor) -> tuple[FloorCall, ...]:
    """What table one calls the floor for."""
    table = floor.table("one")
    return calls_of(floor.house.rules_of(table), table)


def test_a_call_stands_at_the_table_until_the_floor_has_answered_it(floor: Floor) -> None:
    floor.open("one", dealer="human", players=("ann", "bob"))
    floor.do("one", h.MakeCall(reason="dispute", seat=2, note="bob says he played", by="dealer:deana"))
    at_ms = floor.table("one").at_ms
    floor.do("one", h.MakeCall(reason="fill", by="dealer:deana"))
    made = [one for one in calls(floor) if one.call]
    assert made[0] == FloorCall(1, "dispute", 2, "bob says he played", "", "dealer:deana", at_ms)
    assert [(one.call, one.reason, one.seat) for one in made] == [(1, "dispute", 2), (2, "fill", 0)]
    floor.do("one", h.AnswerCall(call=1, note="the hand stands folded", by="floor:kim"))
    assert [one.call for one in calls(floor) if one.call] == [2]
    again = House(floor.database, KEYS).table("one")
    assert again == floor.table("one"), "who reads the log afresh knows the same"
    answered = he.CallAnswered(call=1, note="the hand stands folded", by="floor:kim")
    assert answered in floor.events("one")
    assert told(None, answered)[0] == "Call 1 is answered by the floor (Kim): the hand stands folded."
    floor.do("one", h.MakeCall(reason="dispute", seat=2, by="floor:kim"))
    assert [one.call for one in calls(floor) if one.call] == [2, 3], "no number is given twice"
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (h.MakeCall(reason="dispute", by="ann"), "needs_dealer"),
        (h.MakeCall(reason="dispute", by="surveillance:sue"), "needs_dealer"),
        (h.MakeCall(reason="other", note=" ", by="dealer:deana"), "no_note"),
        (h.MakeCall(reason="fill", seat=9, by="dealer:deana"), "no_seat"),
        (h.MakeCall(reason="fill", note="a\nb", by="dealer:deana"), "note"),
        (h.MakeCall(reason="ruling", seat=1, note="once more", by="dealer:deana"), "called"),
        (h.AnswerCall(call=1, note="done", by="dealer:deana"), "needs_floor"),
        (h.AnswerCall(call=1, note="", by="floor:kim"), "no_note"),
        (h.AnswerCall(call=2, note="done", by="floor:kim"), "stale"),
    ],
)
def test_who_may_call_and_answer_and_what_must_be_said(floor: Floor, command: h.AnyHouseCommand, code: str) -> None:
    floor.open("one", dealer="human")
    floor.do("one", h.MakeCall(reason="ruling", seat=1, by="dealer:deana"))
    assert floor.refused("one", command).code == code


def test_a_table_does_not_call_without_end(floor: Floor) -> None:
    floor.open("one", "md-tcp", dealer="human")
    seats = floor.house.rules_of(floor.table("one")).seats
    wanted = [(reason, seat) for reason in ("ruling", "dispute", "fill") for seat in range(seats + 1)]
    for reason, seat in wanted[:MOST_CALLS]:
        floor.do("one", h.MakeCall(reason=reason, seat=seat, by="dealer:deana"))  # type: ignore[arg-type]
    reason, seat = wanted[MOST_CALLS]
    assert floor.refused("one", h.MakeCall(reason=reason, seat=seat, by="dealer:deana")).code == "called"  # type: ignore[arg-type]


def test_what_the_procedure_waits_for_the_floor_to_do_is_a_call_until_it_is_done(floor: Floor) -> None:
    floor.open("one", "md-tcp", dealer="human")
    wanted = []
    while (duty := due(floor)) and not isinstance(duty.command, c.OpenRound):
        found = calls(floor)
        assert bool(found) == (duty.by == "floor")
        wanted += [(one.call, one.reason, one.says, one.clause) for one in found]
        does(floor, duty)
    assert {(call, reason) for call, reason, _, _ in wanted} == {(0, "inspection")}
    assert all(clause.startswith("md-tcp:") for _, _, _, clause in wanted)
    assert not calls(floor)


def test_a_silent_player_is_a_call_once_somebody_has_called_the_floor(floor: Floor) -> None:
    asked(floor, "md-uth", dealer="human")
    assert not calls(floor)
    floor.do("one", c.CallFloor(seat=1, by="dealer:deana"))
    assert [(one.reason, one.seat) for one in calls(floor)] == [("ruling", 1)]
    floor.do("one", h.DoDuty(found=(("ruling", "wait"), ("reason", "a call")), by="floor:kim"))
    assert not calls(floor)


def test_a_closed_table_and_the_cage_call_nobody(floor: Floor) -> None:
    floor.open("one", dealer="human", players=())
    floor.do("one", h.MakeCall(reason="fill", by="dealer:deana"))
    floor.do("one", h.CloseTable(by="floor:kim"))
    assert not calls(floor)
    assert floor.refused("one", h.MakeCall(reason="fill", by="dealer:deana")).code == "table_closed"
    assert floor.refused("cage", h.MakeCall(reason="fill", by="dealer:deana")).code == "not_at_the_cage"
