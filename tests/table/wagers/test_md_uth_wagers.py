"""Wagers of an Ultimate Texas Hold 'Em table: what may be put down, by whom, beside what, and until when."""

from collections.abc import Mapping

import pytest

from croupier.table.decide import decide
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.views import Viewer, view_for
from tests.table.holdem import by_method, table
from tests.table.pit import Pit, rules_with

clause = pytest.mark.clause
RULES = rules_with("md-uth")
MAIN = {"ante": 1000, "blind": 1000}
ALL = {
    **MAIN, "trips": 500, "progressive": 100, "six_card_bonus": 500, "ultimate_pairs": 500, "bad_beat": 500,
    "play_the_board": 500,
}  # fmt: skip


def open_table(*seats: int) -> Pit:
    return Pit(RULES).sit(*(seats or (1,))).ready()


def place(wager: str, stake: int, seat: int = 1, instrument: str = "value_chip") -> c.PlaceWager:
    return c.PlaceWager(seat=seat, wager=wager, stake_cents=stake, instrument=instrument)


@pytest.mark.parametrize(
    ("instrument", "refused_by"),
    [
        pytest.param("value_chip", "", marks=clause("md-uth:7A")),
        pytest.param("plaque", "", marks=clause("md-uth:7A")),
        pytest.param("cheque", "md-uth:7A", marks=clause("md-uth:7A")),
        pytest.param("match_play_coupon", "md-uth:7A", marks=clause("md-uth:7A")),
        pytest.param("cash", "md-uth:7B", marks=clause("md-uth:7B")),
        pytest.param("spoken", "md-uth:7B", marks=clause("md-uth:7B")),
    ],
)
def test_wagers_are_chips_or_plaques(instrument: str, refused_by: str) -> None:
    pit = open_table()
    if refused_by:
        refusal = pit.refused(place("ante", 1000, instrument=instrument))
        assert (refusal.code, refusal.clause) == ("instrument", refused_by)
    else:
        pit.do(place("ante", 1000, instrument=instrument))


@pytest.mark.clause("md-uth:7A")
@pytest.mark.parametrize("area", ["", "pair_plus", "insurance"])
def test_a_wager_goes_on_an_area_of_this_layout(area: str) -> None:
    assert open_table().refused(place(area, 1000)).code == "not_offered"


@pytest.mark.clause("md-uth:7C")
@pytest.mark.parametrize("seat", [2, 7])
def test_only_seated_players_wager(seat: int) -> None:
    refusal = open_table(1).refused(place("ante", 1000, seat=seat))
    assert (refusal.code, refusal.clause) == ("not_seated", "md-uth:7C")


@pytest.mark.clause("md-uth:7C(1)")
def test_leaving_during_the_round_is_on_record_as_an_exception() -> None:
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd"}).on()
    (event,) = pit.do(c.Leave(seat=1))
    assert isinstance(event, e.PlayerLeft)
    assert event.during_round
    box = pit.round.box(1)
    assert box is not None
    assert box.left
    before = Pit(RULES).sit(1)
    (event,) = before.do(c.Leave(seat=1))
    assert isinstance(event, e.PlayerLeft)
    assert not event.during_round


@pytest.mark.clause("md-uth:7C(2)")
def test_the_floor_may_take_the_wagers_of_a_player_who_left_as_lost() -> None:
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd"}, trips=500).on()
    pit.do(c.Leave(seat=1))
    ruling = c.Abandon(seat=1, lost=True, reason="left the floor", by="floor:kim")
    for bad in (
        c.Abandon(seat=1, lost=True, reason="left", by="dealer"),
        c.Abandon(seat=1, lost=True, reason=" ", by="floor:kim"),
    ):
        assert (pit.refused(bad).code, pit.refused(bad).clause) == ("needs_floor", "md-uth:7C(2)")
    pit.do(ruling)
    assert pit.round.to_ask == (2,)
    pit.answer("play:4")
    assert {line.wager: line.net_cents for line in pit.round.lines if line.seat == 1} == {
        "ante": -1000, "blind": -1000, "trips": -500,
    }  # fmt: skip
    assert {line.clause for line in pit.round.lines if line.seat == 1} == {"md-uth:7C(2)"}
    assert pit.refused(ruling).code == "not_in_round"


@pytest.mark.clause("md-uth:7C(2)")
def test_the_round_goes_on_when_the_last_player_asked_has_left() -> None:
    pit = table(RULES, {1: "As Ad"}).on()
    pit.do(c.Leave(seat=1))
    pit.do(c.Abandon(seat=1, lost=True, reason="left", by="floor:kim"))
    pit.on()
    assert pit.round.phase == "closed"
    assert pit.net(1) == -2000


@pytest.mark.clause("md-uth:7C(2)")
def test_nothing_is_abandoned_outside_a_round_or_by_itself() -> None:
    ruling = c.Abandon(seat=1, lost=True, reason="left", by="floor:kim")
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd"})
    assert pit.refused(ruling).code == "not_in_round"
    pit.on().do(c.Leave(seat=1))
    assert pit.round.lines == ()


CLOSED = [
    pytest.param(place("trips", 500, seat=2), id="another wager", marks=clause("md-uth:7D", "md-uth:7E")),
    pytest.param(place("ante", 2000), id="a higher Ante", marks=clause("md-uth:7E")),
    pytest.param(place("trips", 1000), id="higher Trips", marks=clause("md-uth:7E")),
    pytest.param(
        place("six_card_bonus", 500, seat=2), id="Six Card Bonus", marks=clause("md-uth:7D", "md-uth:7F(4)(b)")
    ),
    pytest.param(place("progressive", 100, seat=2), id="Progressive", marks=clause("md-uth:7D")),
    pytest.param(c.WithdrawWager(seat=1, wager="trips"), id="taken back", marks=clause("md-uth:7E")),
]


@pytest.mark.parametrize("command", CLOSED)
def test_nothing_changes_after_no_more_bets(command: c.AnyCommand) -> None:
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd"})
    pit.wager(1, trips=500)
    pit.do(c.Perform(step="load_device"))
    pit.do(c.Perform(step="no_more_bets"))
    for _ in range(2):
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("bets_closed", "md-uth:7E")
        pit.on()


@pytest.mark.clause("md-uth:7D")
def test_play_is_not_made_before_the_deal() -> None:
    assert open_table().refused(place("play", 4000)).code == "too_early"


@pytest.mark.clause("md-uth:7E")
def test_until_the_call_a_wager_may_be_changed_or_taken_back() -> None:
    pit = open_table()
    pit.wager(1, ante=1000, blind=1000, trips=500)
    pit.wager(1, trips=700)
    pit.do(c.WithdrawWager(seat=1, wager="blind"))
    pit.wager(1, blind=1000)
    box = pit.round.box(1)
    assert box is not None
    assert dict(box.wagers) == {"ante": 1000, "blind": 1000, "trips": 700}


@pytest.mark.clause("md-uth:7E")
def test_a_play_wager_once_made_cannot_grow() -> None:
    pit = table(RULES, {1: "As Ad", 2: "Ks Kd"}).on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=3000))
    assert pit.refused(c.Decide(seat=1, action="play", stake_cents=4000)).code == "not_asked"
    assert pit.refused(place("play", 4000)).code == "bets_closed"


BOXES = [
    pytest.param({"ante": 1000}, "main_wager", id="no Blind", marks=clause("md-uth:7F(1)")),
    pytest.param({"ante": 1000, "blind": 999}, "unequal", id="Blind below the Ante", marks=clause("md-uth:7F(1)")),
    pytest.param({"ante": 1000, "blind": 1001}, "unequal", id="Blind above the Ante", marks=clause("md-uth:7F(1)")),
    pytest.param({"blind": 1000}, "precondition", id="no Ante", marks=clause("md-uth:7F(1)")),
    pytest.param(MAIN, "", id="Ante and Blind", marks=clause("md-uth:7F(1)")),
    pytest.param({"ante": 999, "blind": 999}, "outside_limits", id="below the minimum"),
    pytest.param({"ante": 30_000, "blind": 30_000}, "", id="at the maximum"),
    pytest.param({"ante": 30_001, "blind": 30_001}, "outside_limits", id="above the maximum"),
    pytest.param({"trips": 500}, "precondition", id="Trips alone", marks=clause("md-uth:7F(2)")),
    pytest.param(
        {"ante": 1000, "trips": 500}, "precondition", id="Trips without Blind", marks=clause("md-uth:7F(2)")
    ),
    pytest.param({**MAIN, "trips": 499}, "outside_limits", id="Trips below", marks=clause("md-uth:7F(2)")),
    pytest.param({**MAIN, "trips": 500}, "", id="Trips at the minimum", marks=clause("md-uth:7F(2)")),
    pytest.param({**MAIN, "trips": 10_000}, "", id="Trips at the maximum", marks=clause("md-uth:7F(2)")),
    pytest.param({**MAIN, "trips": 10_001}, "outside_limits", id="Trips above", marks=clause("md-uth:7F(2)")),
    pytest.param({"progressive": 100}, "precondition", id="Progressive alone", marks=clause("md-uth:7F(3)(a)")),
    pytest.param(
        {"ante": 1000, "progressive": 100}, "precondition", id="Progressive, no Blind", marks=clause("md-uth:7F(3)(a)")
    ),
    pytest.param({**MAIN, "progressive": 100}, "", id="Progressive, no Trips", marks=clause("md-uth:7F(3)(a)")),
    pytest.param({**MAIN, "progressive": 500}, "wrong_stake", id="another stake", marks=clause("md-uth:7F(3)(a)")),
    pytest.param(
        {**MAIN, "six_card_bonus": 500}, "precondition", id="Six Card without Trips", marks=clause("md-uth:7F(4)(b)")
    ),
    pytest.param(
        {**MAIN, "trips": 500, "six_card_bonus": 500}, "", id="Six Card with Trips", marks=clause("md-uth:7F(4)(b)")
    ),
    pytest.param({"ante": 1000, "ultimate_pairs": 500}, "precondition", id="Ultimate Pairs without Blind"),
    pytest.param({"ante": 1000, "bad_beat": 500}, "precondition", id="Bad Beat without Blind"),
    pytest.param({"ante": 1000, "play_the_board": 500}, "precondition", id="Play the Board without Blind"),
    pytest.param(ALL, "", id="everything"),
]  # fmt: skip


@pytest.mark.parametrize(("stakes", "code"), BOXES)
def test_what_may_stand_in_a_box(stakes: Mapping[str, int], code: str) -> None:
    pit = open_table()
    commands: list[c.AnyCommand] = [place(wager, stake) for wager, stake in stakes.items()]
    assert first_refusal(pit, [*commands, c.Perform(step="load_device"), c.Perform(step="no_more_bets")]) == code


def first_refusal(pit: Pit, commands: list[c.AnyCommand]) -> str:
    """The code of the first command refused, "" if none is."""
    for command in commands:
        answer = decide(pit.rules, pit.state, command)
        if isinstance(answer, Refusal):
            return answer.code
        pit.do(command)
    return ""


@pytest.mark.clause("md-uth:7F(1)", "md-uth:7F(4)(b)")
@pytest.mark.parametrize(
    ("taken_back", "code"), [("blind", "main_wager"), ("ante", "main_wager"), ("trips", "precondition")]
)
def test_a_box_that_lost_a_needed_wager_is_not_dealt_in(taken_back: str, code: str) -> None:
    pit = open_table()
    pit.wager(1, ante=1000, blind=1000, trips=500, six_card_bonus=500)
    pit.do(c.WithdrawWager(seat=1, wager=taken_back))
    pit.do(c.Perform(step="load_device"))
    assert pit.refused(c.Perform(step="no_more_bets")).code == code


@pytest.mark.clause("md-uth:7F(4)(b)")
def test_trips_may_be_waived_for_the_six_card_bonus_by_election() -> None:
    rules = rules_with(
        "md-uth", None, {"records": {"bad_beat_rule": "Exhibit C", "six_card_needs_trips": "No Trips area"}},
        six_card_needs_trips=False,
    )  # fmt: skip
    pit = Pit(rules).sit(1).ready()
    pit.wager(1, ante=1000, blind=1000, six_card_bonus=500).on()
    assert pit.round.phase == "decisions"


@pytest.mark.clause("md-uth:7F(3)(b)")
def test_a_progressive_wager_counts_once_its_device_has_accepted_it() -> None:
    pit = open_table()
    pit.wager(1, ante=1000, blind=1000)
    refused = pit.refused(c.PlaceWager(seat=1, wager="progressive", stake_cents=100, accepted=False))
    assert refused.code == "not_accepted"
    box = pit.round.box(1)
    assert box is not None
    assert box.stake("progressive") == 0
    pit.wager(1, progressive=100)
    placed = [event for event in pit.events if isinstance(event, e.WagerPlaced) and event.wager == "progressive"]
    assert [(event.seat, event.stake_cents) for event in placed] == [(1, 100)]
    shown = view_for(pit.state, Viewer("player", "player 1")).round
    assert shown is not None
    assert ("progressive", 100) in shown.boxes[0].wagers


@pytest.mark.parametrize(("boxes", "own"), [(1, (3,)), (2, (3, 4)), (3, (2, 3, 4))])
def test_one_player_wagers_at_as_many_adjacent_boxes_as_filed(boxes: int, own: tuple[int, ...]) -> None:
    pit = Pit(rules_with("md-uth", None, {"table.adjacent_boxes": boxes}))
    for seat in range(1, 7):
        pit.do(c.Sit(seat=seat, player="ann"))
    pit.ready()
    for seat in own:
        pit.wager(seat, ante=1000, blind=1000)
    assert pit.refused(place("ante", 1000, seat=own[-1] + 1)).code == "too_many_boxes"


def test_the_six_card_bonus_is_offered_by_the_automated_shoe_only() -> None:
    assert "six_card_bonus" not in by_method("hand").offers
    pit = table(by_method("hand"), {1: "As Ad"}, trips=500)
    assert pit.refused(place("six_card_bonus", 500)).code == "not_offered"
