"""Looking, playing and folding at a Maryland Four Card Poker table, and what a fold leaves alive."""

import pytest

from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import Viewer, view_for
from tests.table.md_fcp import NOTHING, played, rules_of, steps_done, table
from tests.table.pit import Pit

TRIPS = "8s 8h 8d 5c Qd"
QUADS = "6s 6h 6d 6c Kd"
ALL_SIDES = {"ante": 1000, "aces_up": 500, "six_card_bonus": 500, "progressive": 100}


def asked(*seats: int, **stakes: int) -> Pit:
    """A dealt table whose seats are being asked."""
    return table(rules_of(), {}, {seat: stakes or {"ante": 1000} for seat in seats}).on()


@pytest.mark.clause("md-fcp:.11A")
def test_nobody_decides_before_the_deal_is_over() -> None:
    pit = table(rules_of(), {}, {1: {"ante": 1000}})
    while pit.round.phase != "decisions":
        assert pit.refused(c.Decide(seat=1, action="play", stake_cents=1000)).code == "out_of_order"
        due = due_of(pit.rules, pit.state)
        assert due is not None
        if due.kind == "deal":
            pit.do(c.DealCard(card=pit.state.decks[0].order[pit.round.drawn]))  # type: ignore[index]
        else:
            pit.do(c.Perform(step=due.step))
    box = pit.round.box(1)
    assert box is not None
    assert len(box.cards) == 5
    own = view_for(pit.state, Viewer("player", "player 1")).round
    assert own is not None
    assert own.boxes[0].cards == box.cards
    (look,) = [step for step in standing_steps(pit.rules) if step.step == "look_at_cards"]
    assert look.clause == ("md-fcp:.11A",)


@pytest.mark.parametrize(
    ("step", "clause", "says"),
    [
        pytest.param("own_hand", ".11A(1)", "own hand", marks=pytest.mark.clause("md-fcp:.11A(1)")),
        pytest.param("nobody_else_touches", ".11A(2)", "touch", marks=pytest.mark.clause("md-fcp:.11A(2)")),
        pytest.param("cards_in_view", ".11A(3)", "dealer's sight", marks=pytest.mark.clause("md-fcp:.11A(3)")),
        pytest.param("cards_face_down", ".11B", "face down"),
    ],
)
def test_conduct_is_told_and_a_breach_is_logged_against_the_seat(step: str, clause: str, says: str) -> None:
    pit = asked(1, 2)
    (rule,) = [rule for rule in standing_steps(pit.rules) if rule.step == step]
    assert (rule.by, rule.clause) == ("player", (f"md-fcp:{clause}",))
    assert says in rule.says
    note = "player 2 took the cards of seat 1"
    (noted,) = pit.do(c.NoteConduct(seat=1, step=step, note=note, by="dealer:lee"))
    assert noted == e.ConductNoted(seat=1, step=step, note=note, by="dealer:lee", clause=f"md-fcp:{clause}")
    assert pit.round.notes == ((1, step, note),)
    assert pit.round.to_ask == (1, 2)


@pytest.mark.parametrize(
    ("seat", "step", "note", "code"),
    [(3, "own_hand", "x", "not_in_round"), (1, "dance", "x", "no_such_conduct"), (1, "own_hand", " ", "no_note")],
)
def test_a_note_names_a_seat_a_rule_and_what_happened(seat: int, step: str, note: str, code: str) -> None:
    assert asked(1, 2).refused(c.NoteConduct(seat=seat, step=step, note=note)).code == code


def test_conduct_is_noted_during_a_round() -> None:
    pit = asked(1).answer("fold")
    assert pit.refused(c.NoteConduct(seat=1, step="own_hand", note="x")).code == "no_round"


@pytest.mark.clause("md-fcp:.11B")
def test_ante_bettors_are_asked_from_the_dealers_left() -> None:
    wagers = {6: {"ante": 1000}, 1: {"ante": 1000}, 3: {"aces_up": 500}, 4: {"ante": 1000, "aces_up": 500}}
    pit = table(rules_of(), {}, wagers).on()
    assert pit.round.to_ask == (1, 4, 6)
    refusal = pit.refused(c.Decide(seat=4, action="fold"))
    assert (refusal.code, refusal.clause) == ("not_your_turn", "md-fcp:.11B")
    assert pit.refused(c.Decide(seat=3, action="fold")).code == "not_asked"
    pit.do(c.Decide(seat=1, action="play", stake_cents=1000))
    assert pit.refused(c.Decide(seat=1, action="fold")).code == "not_asked"
    assert list(pit.round.to_ask) == [4, 6]


@pytest.mark.clause("md-fcp:.11B(1)")
@pytest.mark.parametrize("whole_only", [False, True])
@pytest.mark.parametrize(
    ("stake", "lawful", "whole"),
    [
        (0, False, False), (500, False, False), (999, False, False), (1000, True, True), (1001, True, False),
        (1500, True, False), (2000, True, True), (2500, True, False), (2999, True, False), (3000, True, True),
        (3001, False, False), (3500, False, False),
    ],
)  # fmt: skip
def test_play_in_any_amount_or_in_whole_multiples(stake: int, lawful: bool, whole: bool, whole_only: bool) -> None:
    pit = table(rules_of(play_whole_multiples_only=whole_only), {}, {1: {"ante": 1000}}).on()
    command = c.Decide(seat=1, action="play", stake_cents=stake)
    if whole if whole_only else lawful:
        pit.do(command)
        box = pit.round.box(1)
        assert box is not None
        assert box.stake("play") == stake
    else:
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("play_amount", "md-fcp:.11B(1)")


@pytest.mark.clause("md-fcp:.11B(1)")
def test_there_is_no_check() -> None:
    assert asked(1).refused(c.Decide(seat=1, action="check")).code == "no_such_answer"


@pytest.mark.clause("md-fcp:.11B(2)")
def test_a_fold_gives_up_the_ante_and_the_comparison() -> None:
    pit = played(rules_of(), {1: QUADS, "dealer": NOTHING}, {1: {"ante": 1000}}, "fold")
    (line,) = pit.round.lines
    assert (line.wager, line.outcome, line.net_cents, line.clause) == ("ante", "forfeit", -1000, "md-fcp:.11B(2)")


@pytest.mark.parametrize(
    ("wager", "own", "box_card", "outcome", "net", "line"),
    [
        pytest.param(
            "aces_up", TRIPS, "2h", "win", 4500, "three_of_a_kind", marks=pytest.mark.clause("md-fcp:.11C(1)")
        ),
        pytest.param("aces_up", "2h 5s 8d Tc Ks", "2s", "lose", -500, None, marks=pytest.mark.clause("md-fcp:.11C(1)")),
        pytest.param(
            "six_card_bonus", TRIPS, "5h", "win", 10_000, "full_house", marks=pytest.mark.clause("md-fcp:.11C(2)")
        ),
        pytest.param(
            "six_card_bonus", "2h 5s 8d Tc Ks", "2s", "lose", -500, None, marks=pytest.mark.clause("md-fcp:.11C(2)")
        ),
        pytest.param("progressive", TRIPS, "2h", "forfeit", -100, None, marks=pytest.mark.clause("md-fcp:.11C(3)#1")),
    ],
)
def test_what_a_fold_keeps_and_loses(
    wager: str, own: str, box_card: str, outcome: str, net: int, line: str | None
) -> None:
    pit = played(rules_of(), {1: own, "dealer": NOTHING, "bonus_box": box_card}, {1: ALL_SIDES}, "fold")
    assert pit.line(1, "ante").outcome == "forfeit"
    found = pit.line(1, wager)
    assert (found.outcome, found.net_cents, found.line) == (outcome, net, line)


@pytest.mark.clause("md-fcp:.11C(3)#1")
def test_a_folded_jackpot_moves_no_meter() -> None:
    pit = played(rules_of(), {1: "As Ah Ad Ac 5d", "dealer": NOTHING}, {1: ALL_SIDES}, "fold")
    line = pit.line(1, "progressive")
    assert (line.outcome, line.paid_cents, line.clause) == ("forfeit", 0, "md-fcp:.11C(3)#1")
    assert pit.state.meters[0].cents == 1_000_020
    assert not any(isinstance(event, e.MeterHit) for event in pit.events)


@pytest.mark.clause("md-fcp:.11C(3)#2")
def test_a_folded_progressive_bettor_still_collects_envy() -> None:
    stakes = {"ante": 1000, "progressive": 100}
    pit = played(rules_of(), {1: "", 2: QUADS, "dealer": NOTHING}, {1: stakes, 2: {"ante": 1000}}, "fold", "play:1")
    assert pit.line(1, "progressive").outcome == "forfeit"
    assert pit.line(1, "envy").paid_cents == 1000


@pytest.mark.clause("md-fcp:.11D(1)")
def test_forfeited_wagers_are_collected_after_the_last_decision_and_before_the_reveal() -> None:
    pit = asked(1, 2, 3).answer("fold", "play:1")
    assert pit.round.lines == ()
    pit.do(c.Decide(seat=3, action="fold"))
    assert pit.round.lines == ()
    refusal = pit.refused(c.Perform(step="reveal_dealer"))
    assert (refusal.code, refusal.clause) == ("out_of_order", "md-fcp:.11D(1)")
    done = pit.do(c.Perform(step="collect_folds"))
    assert [event.line.seat for event in done if isinstance(event, e.WagerSettled)] == [1, 3]
    assert [seat for seat, _ in pit.round.rack] == [1, 3]
    pit.do(c.Perform(step="reveal_dealer"))


@pytest.mark.clause("md-fcp:.11D(1)")
@pytest.mark.parametrize(
    ("stakes", "stays"),
    [
        ({"ante": 1000}, False),
        ({"ante": 1000, "progressive": 100}, False),
        ({"ante": 1000, "aces_up": 500}, True),
        ({"ante": 1000, "aces_up": 500, "six_card_bonus": 500}, True),
    ],
)
def test_a_folders_cards_stay_while_a_live_wager_needs_them(stakes: dict[str, int], stays: bool) -> None:
    pit = asked(1, 2, **stakes)
    for seat in (1, 2):
        pit.do(c.Decide(seat=seat, action="fold"))
    pit.do(c.Perform(step="collect_folds"))
    assert [seat for seat, _ in pit.round.rack] == ([] if stays else [1, 2])
    pit.on()
    revealed = [event.seat for event in pit.events if isinstance(event, e.SeatRevealed)]
    assert revealed == ([2, 1] if stays else [])


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("play:1", marks=pytest.mark.clause("md-fcp:.11D(1)(a)")),
        pytest.param("fold", marks=pytest.mark.clause("md-fcp:.11D(1)(b)")),
    ],
)
def test_a_bettor_has_acted_by_playing_or_by_folding(answer: str) -> None:
    pit = asked(1, 2).answer(answer)
    assert pit.round.to_ask == (2,)
    for step in ("collect_folds", "reveal_dealer"):
        assert pit.refused(c.Perform(step=step)).code == "out_of_order"
    pit.answer(answer)
    names = steps_done(pit.events)
    assert names.index("FoldsCollected") < names.index("DealerRevealed")


@pytest.mark.clause("md-fcp:.11D(2)")
def test_the_dealers_six_cards_and_the_box_card_are_seen_only_after_the_decisions() -> None:
    pit = asked(1)

    def seen() -> tuple[int, int]:
        shown = view_for(pit.state, Viewer("public")).round
        assert shown is not None
        return sum(card is not None for card in shown.dealer), sum(card is not None for card in shown.bonus_cards)

    pit.do(c.Decide(seat=1, action="play", stake_cents=1000))
    pit.do(c.Perform(step="collect_folds"))
    assert seen() == (1, 0)
    pit.do(c.Perform(step="reveal_dealer"))
    assert seen() == (6, 0)
    pit.do(c.Perform(step="reveal_bonus_box"))
    assert seen() == (6, 1)
