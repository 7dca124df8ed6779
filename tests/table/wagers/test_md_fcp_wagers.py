"""Which wagers a Maryland Four Card Poker table takes, from whom and until when; and the player who leaves."""

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import Viewer, view_for
from tests.table.md_fcp import NOTHING, played, rules_of, table
from tests.table.pit import Pit, stacked

QUADS = "8s 8h 8d 8c 5d"
ACES = "As Ah 4d 7d 9c"


def open_table(*seats: int) -> Pit:
    """An open round with these seats taken."""
    return Pit(rules_of()).sit(*(seats or (1,))).ready()


def code(pit: Pit, wager: str, stake: int = 1000, seat: int = 1, instrument: str = "value_chip") -> str:
    """The code of the refusal of a wager, "" where it is taken."""
    command = c.PlaceWager(seat=seat, wager=wager, stake_cents=stake, instrument=instrument)
    try:
        pit.do(command)
    except AssertionError:
        return pit.refused(command).code
    return ""


@pytest.mark.clause("md-fcp:.07A")
@pytest.mark.parametrize(
    ("instrument", "refusal"),
    [
        ("value_chip", ""),
        ("plaque", ""),
        ("other_approved", "no_reference"),
        ("cash", "instrument"),
        ("verbal", "instrument"),
    ],
)
def test_wagers_are_chips_plaques_or_another_approved_instrument(instrument: str, refusal: str) -> None:
    assert code(open_table(), "ante", instrument=instrument) == refusal


@pytest.mark.clause("md-fcp:.07B")
def test_only_seated_players_wager() -> None:
    pit = open_table(1)
    refusal = pit.refused(c.PlaceWager(seat=2, wager="ante", stake_cents=1000))
    assert (refusal.code, refusal.clause) == ("not_seated", "md-fcp:.07B")
    pit.sit(2).wager(2, ante=1000)


@pytest.mark.clause("md-fcp:.07B(1)")
def test_a_player_who_stands_up_during_a_round_brings_the_floor() -> None:
    pit = table(rules_of(), {}, {1: {"ante": 1000}, 2: {"ante": 1000}})
    refusal = pit.refused(c.Leave(seat=1))
    assert (refusal.code, refusal.clause) == ("wagers_down", "md-fcp:.07B(1)")
    pit.on()
    pit.do(c.Leave(seat=1))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.clause == "md-fcp:.07B(1)"
    assert "floor" in duty.says
    assert isinstance(duty.command, c.Abandon)
    assert (duty.command.seat, duty.command.lost) == (1, False)  # never lost of itself
    pit.do(duty.command)
    assert next_duty(pit.rules, pit.state) is None


@pytest.mark.clause("md-fcp:.07B(2)")
@pytest.mark.parametrize("lost", [True, False])
def test_abandoned_wagers_are_lost_only_if_the_floor_says_so(lost: bool) -> None:
    hands: dict[int | str, str] = {1: ACES, 2: "", "dealer": NOTHING}
    stakes = {"ante": 1000, "aces_up": 500, "six_card_bonus": 500, "progressive": 100}
    pit = table(rules_of(), hands, {1: stakes, 2: {"ante": 1000}}).on().answer("play:1")
    pit.do(c.Leave(seat=1))
    ruling = c.Abandon(seat=1, lost=lost, reason="walked away", by="floor:kim")
    for by, reason in (("dealer:lee", "walked away"), ("floor:kim", "")):
        refusal = pit.refused(c.Abandon(seat=1, lost=lost, reason=reason, by=by))
        assert (refusal.code, refusal.clause) == ("needs_floor", "md-fcp:.07B(2)")
    pit.do(ruling)
    pit.answer("fold")
    outcomes = {line.wager: line.outcome for line in pit.round.lines if line.seat == 1}
    if lost:
        assert outcomes == dict.fromkeys([*stakes, "play"], "lose")
        assert {line.clause for line in pit.round.lines if line.seat == 1} == {"md-fcp:.07B(2)"}
    else:
        assert (outcomes["ante"], outcomes["play"], outcomes["aces_up"]) == ("win", "win", "win")


@pytest.mark.clause("md-fcp:.07B(2)")
def test_when_the_last_to_be_asked_has_abandoned_nobody_is_asked_twice() -> None:
    pit = table(rules_of(), {}, {1: {"ante": 1000}, 2: {"ante": 1000}}).on().answer("play:1")
    pit.do(c.Leave(seat=2))
    pit.do(c.Abandon(seat=2, lost=True, reason="walked away", by="floor:kim"))
    assert (pit.round.to_ask, pit.round.phase) == ((), "reveal")
    pit.on()
    assert pit.round.phase == "closed"
    assert [line.outcome for line in pit.round.lines if line.seat == 2] == ["lose"]


@pytest.mark.clause("md-fcp:.07C")
@pytest.mark.parametrize("wager", ["ante", "aces_up", "progressive", "six_card_bonus"])
def test_everything_but_play_is_down_before_no_more_bets(wager: str) -> None:
    pit = table(rules_of(), {}, {1: {"ante": 1000, "aces_up": 500}}).sit(2).until("lock")
    for seat in (1, 2):
        refusal = pit.refused(c.PlaceWager(seat=seat, wager=wager, stake_cents=1000))
        assert (refusal.code, refusal.clause) == ("bets_closed", "md-fcp:.07D")


@pytest.mark.clause("md-fcp:.07C")
def test_play_is_not_made_before_the_deal() -> None:
    pit = open_table().wager(1, ante=1000)
    assert code(pit, "play") == "too_early"


@pytest.mark.clause("md-fcp:.07D")
def test_after_no_more_bets_nothing_changes_but_play() -> None:
    pit = table(rules_of(), {}, {1: {"ante": 1000, "aces_up": 500}})
    pit.do(c.PlaceWager(seat=1, wager="ante", stake_cents=2000))
    pit.on()
    for command in (
        c.PlaceWager(seat=1, wager="ante", stake_cents=3000),
        c.PlaceWager(seat=1, wager="ante", stake_cents=1000),
        c.WithdrawWager(seat=1, wager="ante"),
        c.WithdrawWager(seat=1, wager="aces_up"),
    ):
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("bets_closed", "md-fcp:.07D")
    pit.do(c.Decide(seat=1, action="play", stake_cents=2000))
    box = pit.round.box(1)
    assert box is not None
    assert box.wagers == (("aces_up", 500), ("ante", 2000), ("play", 2000))


@pytest.mark.clause("md-fcp:.07E(1)")
@pytest.mark.parametrize(
    ("stake", "lawful"),
    [(0, False), (999, False), (1000, True), (1500, True), (3000, True), (3001, False), (4000, False)],
)
def test_play_is_one_to_three_times_the_ante(stake: int, lawful: bool) -> None:
    pit = table(rules_of(), {}, {1: {"ante": 1000}}).on()
    command = c.Decide(seat=1, action="play", stake_cents=stake)
    if lawful:
        pit.do(command)
    else:
        assert pit.refused(command).code == "play_amount"


@pytest.mark.clause("md-fcp:.07E(1)")
def test_the_posted_maximum_bounds_the_ante_and_not_play() -> None:
    pit = open_table()
    assert [code(pit, "ante", stake) for stake in (999, 1000, 50000, 50001)] == [
        "outside_limits", "", "", "outside_limits",
    ]  # fmt: skip
    pit.on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=150_000))


@pytest.mark.clause("md-fcp:.07E(2)")
def test_aces_up_alone_gets_five_cards_and_no_decision() -> None:
    pit = played(rules_of(), {1: ACES, "dealer": NOTHING}, {1: {"aces_up": 500}})
    box = pit.round.box(1)
    assert box is not None
    assert len(box.cards) == 5
    assert not any(isinstance(event, e.Decided) for event in pit.events)
    assert [(line.wager, line.outcome, line.net_cents) for line in pit.round.lines] == [("aces_up", "win", 500)]


@pytest.mark.clause("md-fcp:.07E(3)")
@pytest.mark.parametrize(
    ("own", "dealer", "ante", "aces_up"),
    [
        (ACES, NOTHING, "win", "win"),
        (ACES, "Ks Kh Kd 3d 6c 8h", "lose", "win"),
        ("Ks Kh 4d 7d 9c", NOTHING, "win", "lose"),
        ("Ts Th 4d 7d 9c", "Ks Kh Kd 3d 6c 8h", "lose", "lose"),
    ],
)
def test_ante_and_aces_up_are_settled_each_on_its_own(own: str, dealer: str, ante: str, aces_up: str) -> None:
    pit = played(rules_of(), {1: own, "dealer": dealer}, {1: {"ante": 1000, "aces_up": 500}}, "play:1")
    assert (pit.line(1, "ante").outcome, pit.line(1, "aces_up").outcome) == (ante, aces_up)


@pytest.mark.parametrize(
    ("wager", "down", "refusal"),
    [
        pytest.param("progressive", (), "precondition", marks=pytest.mark.clause("md-fcp:.07E(4)(a)")),
        pytest.param("progressive", ("ante",), "", marks=pytest.mark.clause("md-fcp:.07E(4)(a)")),
        pytest.param("progressive", ("aces_up",), "", marks=pytest.mark.clause("md-fcp:.07E(4)(a)")),
        pytest.param("progressive", ("ante", "aces_up"), "", marks=pytest.mark.clause("md-fcp:.07E(4)(a)")),
        pytest.param("six_card_bonus", (), "precondition", marks=pytest.mark.clause("md-fcp:.07E(5)(a)")),
        pytest.param("six_card_bonus", ("ante",), "precondition", marks=pytest.mark.clause("md-fcp:.07E(5)(a)")),
        pytest.param("six_card_bonus", ("aces_up",), "precondition", marks=pytest.mark.clause("md-fcp:.07E(5)(a)")),
        pytest.param("six_card_bonus", ("ante", "aces_up"), "", marks=pytest.mark.clause("md-fcp:.07E(5)(a)")),
    ],
)
def test_side_wagers_need_others_first(wager: str, down: tuple[str, ...], refusal: str) -> None:
    pit = open_table().wager(1, **dict.fromkeys(down, 1000))
    assert code(pit, wager, 100 if wager == "progressive" else 500) == refusal


@pytest.mark.clause("md-fcp:.07E(4)(a)", "md-fcp:.07E(5)(a)")
@pytest.mark.parametrize(
    ("taken_back", "clause"),
    [(("ante",), "md-fcp:.07E(5)(a)"), (("six_card_bonus", "ante", "aces_up"), "md-fcp:.07E(1)")],
)
def test_what_a_side_wager_needs_is_still_down_when_bets_close(taken_back: tuple[str, ...], clause: str) -> None:
    stakes = {"ante": 1000, "aces_up": 500, "six_card_bonus": 500, "progressive": 100}
    pit = table(rules_of(), {}, {1: stakes}).until("close_bets")
    for wager in taken_back:
        pit.do(c.WithdrawWager(seat=1, wager=wager))
    assert pit.refused(c.Perform(step="no_more_bets")).clause == clause


@pytest.mark.clause("md-fcp:.07E(4)(b)")
def test_a_progressive_wager_that_the_device_did_not_accept_earns_nothing() -> None:
    rules = rules_of()
    pit = Pit(rules).sit(1, 2, 3).ready(stacked(rules, {1: QUADS, 2: ACES, 3: "", "dealer": NOTHING}))
    for seat in (1, 2, 3):
        pit.wager(seat, ante=1000)
    pit.do(c.PlaceWager(seat=2, wager="progressive", stake_cents=100))
    unaccepted = c.PlaceWager(seat=3, wager="progressive", stake_cents=100, accepted=False)
    assert pit.refused(unaccepted).code == "not_accepted"
    shown = view_for(pit.state, Viewer("public")).round
    assert shown is not None
    assert ["progressive" in dict(box.wagers) for box in shown.boxes] == [False, True, False]
    pit.on().answer("play:1", "play:1", "play:1")
    assert [(line.seat, line.paid_cents) for line in pit.round.lines if line.wager == "envy"] == [(2, 1000)]
    assert not [line for line in pit.round.lines if line.wager == "progressive" and line.seat != 2]


SUPER_ROYAL = "As Ks Qs Js Ts"


@pytest.mark.clause("md-fcp:.07E(5)(b)")
@pytest.mark.parametrize(
    ("own", "box_card", "line"),
    [
        (SUPER_ROYAL, "9s", "super_royal_hearts_spades_clubs"),
        ("9s Ks Qs Js Ts", "As", "super_royal_hearts_spades_clubs"),
        (SUPER_ROYAL, "9h", "royal_flush"),
        ("As Ks Qs Js 2d", "Ts", "royal_flush"),
        ("9s Ks Qs Js Ts", "8s", "straight_flush"),
    ],
)
def test_a_super_royal_takes_all_six_cards(own: str, box_card: str, line: str) -> None:
    stakes = {"ante": 1000, "aces_up": 500, "six_card_bonus": 500}
    hands: dict[int | str, str] = {1: own, "dealer": "2c 4c 7h 9d Jd 3c", "bonus_box": box_card}
    pit = played(rules_of(), hands, {1: stakes}, "play:1")
    assert pit.line(1, "six_card_bonus").line == line
