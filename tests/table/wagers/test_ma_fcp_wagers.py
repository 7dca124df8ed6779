"""Wagers at a Massachusetts table: what may be put down, by whom, until when."""

from typing import Any

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.ma_fcp import NOTHING, kinds, of_kind, play_round, rules_of, table
from tests.table.pit import Pit


def open_table(*seats: int, **elections: Any) -> Pit:
    """An open round with all wagers offered and players in these seats."""
    return Pit(rules_of("ma-fcp-1", "automated_shoe", "progressive", "cover_all", **elections)).sit(*seats).ready()


# The example posts an ante of $10 to $500, aces up of $5 to $200, cover all of $1 to $50, a progressive of $1.
LIMITS = [
    ("ante", 999, "ma-fcp-1:6(a)(1)#1"),
    ("ante", 1000, ""),
    ("ante", 1001, ""),
    ("ante", 49_999, ""),
    ("ante", 50_000, ""),
    ("ante", 50_001, "ma-fcp-1:6(a)(1)#1"),
    ("aces_up", 499, "ma-fcp-1:6(a)(2)"),
    ("aces_up", 500, ""),
    ("aces_up", 20_000, ""),
    ("aces_up", 20_001, "ma-fcp-1:6(a)(2)"),
    ("aces_up", 0, "ma-fcp-1:6(a)(2)"),
    ("cover_all", 99, "ma-fcp-1:12(a)"),
    ("cover_all", 100, ""),
    ("cover_all", 5000, ""),
    ("cover_all", 5001, "ma-fcp-1:12(a)"),
    ("progressive", 99, "ma-fcp-1:13(a)(5)"),
    ("progressive", 100, ""),
    ("progressive", 101, "ma-fcp-1:13(a)(5)"),
]


@pytest.mark.clause("ma-fcp-1:6(a)(1)#1", "ma-fcp-1:6(a)(2)")
@pytest.mark.parametrize(("wager", "stake", "clause"), LIMITS)
def test_stakes_lie_within_the_posted_limits(wager: str, stake: int, clause: str) -> None:
    pit = open_table(1)
    if wager in ("cover_all", "progressive"):
        pit.wager(1, ante=1000)
    command = c.PlaceWager(seat=1, wager=wager, stake_cents=stake)
    if clause:
        assert pit.refused(command).clause == clause
    else:
        assert kinds(pit.do(command)) == ["WagerPlaced"]


@pytest.mark.clause("ma-fcp-1:6(a)(2)")
def test_aces_up_alone_is_dealt_in_and_never_asked() -> None:
    pit = open_table(1, 2).wager(1, aces_up=500).wager(2, ante=1000).on()
    assert [len(box.cards) for box in pit.round.boxes] == [5, 5]
    assert pit.round.to_ask == (2,)


@pytest.mark.clause("ma-fcp-1:6(a)(3)")
def test_ante_and_aces_up_are_settled_each_for_itself() -> None:
    rules = rules_of()
    hands = {1: "As Ad 9d 7h 2c", "dealer": "Ks Kd Qc Qh 3d 4s"}
    pit = play_round(table(rules, hands, ante=1000, aces_up=500), "play:2")
    assert {line.wager: line.net_cents for line in pit.round.lines} == {"ante": -1000, "play": -2000, "aces_up": 500}


@pytest.mark.parametrize(
    ("wagers", "code"),
    [({"cover_all": 100}, "precondition"), ({"progressive": 100}, "precondition")],
)
def test_a_side_wager_needs_an_ante_or_aces_up(wagers: dict[str, int], code: str) -> None:
    for first in ({"ante": 1000}, {"aces_up": 500}):
        open_table(1).wager(1, **first).wager(1, **wagers)
    for wager, stake in wagers.items():
        assert open_table(1).refused(c.PlaceWager(seat=1, wager=wager, stake_cents=stake)).code == code


@pytest.mark.clause("ma-fcp-1:6(b)#1", "ma-fcp-1:6(b)#2")
@pytest.mark.parametrize(
    ("instrument", "clause"),
    [
        ("value_chip", ""),
        ("plaque", ""),
        ("cash", "ma-fcp-1:6(b)#2"),
        ("spoken", "ma-fcp-1:6(b)#2"),
        ("marker", "ma-fcp-1:6(b)#1"),
    ],
)
def test_wagers_are_chips_or_plaques(instrument: str, clause: str) -> None:
    pit = open_table(1)
    command = c.PlaceWager(seat=1, wager="ante", stake_cents=1000, instrument=instrument)
    if clause:
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("instrument", clause)
    else:
        pit.do(command)


@pytest.mark.clause("ma-fcp-1:6(c)#1")
def test_only_a_seated_player_wagers() -> None:
    refusal = open_table(1).refused(c.PlaceWager(seat=2, wager="ante", stake_cents=1000))
    assert (refusal.code, refusal.clause) == ("not_seated", "ma-fcp-1:6(c)#1")


@pytest.mark.clause("ma-fcp-1:6(c)#2")
def test_a_player_who_leaves_in_mid_round_brings_the_floor_and_forfeits_nothing() -> None:
    hands = {1: "As Ad 9d 7h 2c", 2: NOTHING[0], "dealer": NOTHING[1] + " Qd"}
    pit = table(rules_of(), hands, ante=1000, aces_up=500).on().answer("play:1")
    pit.do(c.Leave(seat=1))
    assert of_kind(pit, e.PlayerLeft)[-1].during_round
    assert pit.refused(c.Abandon(seat=1, lost=True, by="floor:kim", reason="left")).clause == "ma-fcp-1:6(c)#2"
    pit.answer("fold").on()
    assert {line.wager: line.net_cents for line in pit.round.lines if line.seat == 1} == {
        "ante": 1000,
        "play": 1000,
        "aces_up": 500,
    }


@pytest.mark.clause("ma-fcp-1:6(c)#2")
def test_the_floor_is_asked_about_an_undecided_ante_and_it_counts_as_not_played() -> None:
    hands = {1: "As Ad 9d 7h 2c", "dealer": NOTHING[1] + " Qd"}
    pit = table(rules_of(), hands, ante=1000, aces_up=500).on()
    assert next_duty(pit.rules, pit.state) is None
    pit.do(c.Leave(seat=1))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.clause == "ma-fcp-1:6(c)#2"
    assert isinstance(duty.command, c.Abandon)
    assert not duty.command.lost
    assert pit.refused(c.Abandon(seat=1, lost=False, reason="left")).code == "needs_floor"
    pit.do(duty.command)
    pit.on()
    assert pit.line(1, "ante").outcome == "forfeit"
    assert pit.line(1, "aces_up").net_cents == 500
    assert pit.round.phase == "closed"


@pytest.mark.clause("ma-fcp-1:6(c)#2")
def test_a_player_who_leaves_before_being_asked_is_not_waited_for() -> None:
    hands = {1: "As Ad 9d 7h 2c", 2: NOTHING[0], "dealer": NOTHING[1] + " Qd"}
    pit = table(rules_of(), hands, ante=1000, aces_up=500).until("stub")
    pit.do(c.Leave(seat=1))
    play_round(pit, "play:1")
    assert {line.wager: line.net_cents for line in pit.round.lines if line.seat == 1} == {
        "ante": -1000,
        "aces_up": 500,
    }


@pytest.mark.clause("ma-fcp-1:6(d)#1", "ma-fcp-1:6(d)#2", "ma-fcp-1:12(a)")
@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager(seat=2, wager="ante", stake_cents=1000),
        c.PlaceWager(seat=1, wager="aces_up", stake_cents=500),
        c.PlaceWager(seat=1, wager="ante", stake_cents=2000),
        c.PlaceWager(seat=1, wager="cover_all", stake_cents=100),
        c.PlaceWager(seat=1, wager="progressive", stake_cents=100),
        c.PlaceWager(seat=1, wager="play", stake_cents=1000),
        c.WithdrawWager(seat=1, wager="ante"),
    ],
    ids=["new_ante", "aces_up", "raise", "cover_all", "progressive", "play", "withdraw"],
)
def test_nothing_changes_after_no_more_bets(command: c.AnyCommand) -> None:
    pit = open_table(1, 2).wager(1, ante=1000).until("close_bets")
    pit.do(c.Perform(step="no_more_bets"))
    while pit.round.phase == "dealing":
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("bets_closed", "ma-fcp-1:6(d)#2")
        pit.do(next_duty(pit.rules, pit.state).command)  # type: ignore[union-attr]
    assert pit.refused(command).code == "bets_closed"


@pytest.mark.clause("ma-fcp-1:6(d)#1")
def test_a_wager_may_change_or_go_back_until_no_more_bets() -> None:
    pit = open_table(1).wager(1, ante=1000, aces_up=500)
    pit.do(c.PlaceWager(seat=1, wager="ante", stake_cents=2000))
    pit.do(c.WithdrawWager(seat=1, wager="aces_up"))
    assert pit.round.boxes[0].wagers == (("ante", 2000),)


@pytest.mark.clause("ma-fcp-1:6(d)#3")
def test_play_is_made_only_when_the_player_is_asked() -> None:
    pit = open_table(1).wager(1, ante=1000)
    refusal = pit.refused(c.PlaceWager(seat=1, wager="play", stake_cents=1000))
    assert (refusal.code, refusal.clause) == ("too_early", "ma-fcp-1:6(a)(1)#2")
    play = c.Decide(seat=1, action="play", stake_cents=1000)
    assert pit.refused(play).code == "out_of_order"
    pit.on()
    pit.do(play)
    assert pit.refused(play).code == "out_of_order"


# The ante is $10: play is $10 to $30, above the posted maximum of an ante if need be.
PLAYS = [(1, 0), (999, 0), (1000, 1), (1001, 1), (1500, 1), (2999, 1), (3000, 1), (3001, 0), (4000, 0), (0, 0)]


@pytest.mark.clause("ma-fcp-1:6(a)(1)#2", "ma-fcp-1:10(b)#2")
@pytest.mark.parametrize(("stake", "allowed"), PLAYS)
def test_play_is_one_to_three_times_the_ante(stake: int, allowed: int) -> None:
    pit = table(rules_of(), {1: ""}).on()
    command = c.Decide(seat=1, action="play", stake_cents=stake)
    if allowed:
        pit.do(command)
        assert pit.round.boxes[0].stake("play") == stake
    else:
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("play_amount", "ma-fcp-1:10(b)#2")


@pytest.mark.clause("ma-fcp-1:10(b)#2")
@pytest.mark.parametrize(("stake", "allowed"), [(1000, 1), (1500, 0), (2000, 1), (2001, 0), (3000, 1), (4000, 0)])
def test_a_house_may_ask_for_whole_multiples(stake: int, allowed: int) -> None:
    pit = table(rules_of(play_whole_multiples_only=True), {1: ""}).on()
    command = c.Decide(seat=1, action="play", stake_cents=stake)
    if allowed:
        pit.do(command)
    else:
        assert pit.refused(command).code == "play_amount"


@pytest.mark.clause("ma-fcp-1:6(a)(1)#2")
def test_the_posted_ante_maximum_does_not_cap_play() -> None:
    pit = table(rules_of(), {1: ""}, ante=50_000).on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=150_000))


def two_boxes(boxes: int) -> Pit:
    """A table where one player has several seats and may wager at so many adjacent ones."""
    pit = Pit(rules_of(filed={"table.adjacent_boxes": boxes}))
    for seat in (1, 2, 3, 4):
        pit.do(c.Sit(seat=seat, player="ann"))
    return pit.ready().wager(2, ante=1000)


@pytest.mark.clause("ma-fcp-1:6(e)")
@pytest.mark.parametrize(
    ("boxes", "seat", "code"),
    [(2, 1, ""), (2, 3, ""), (2, 4, "not_adjacent"), (1, 3, "too_many_boxes"), (1, 1, "too_many_boxes")],
)
def test_one_player_wagers_at_two_adjacent_boxes_where_the_house_lets_them(boxes: int, seat: int, code: str) -> None:
    pit = two_boxes(boxes)
    command = c.PlaceWager(seat=seat, wager="ante", stake_cents=1000)
    if code:
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == (code, "ma-fcp-1:6(e)")
    else:
        pit.do(command)
        third = next(other for other in (1, 3) if other != seat)
        assert pit.refused(c.PlaceWager(seat=third, wager="ante", stake_cents=1000)).code == "too_many_boxes"
