"""Decisions at a Massachusetts table: who is asked when, what a fold costs, and where the cards of folders go."""

from typing import Any

import pytest

from croupier.cards import DECK
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import Viewer, view_for
from tests.table.ma_fcp import NOTHING, kinds, of_kind, play_round, rules_of, table
from tests.table.pit import Pit

ACES = "As Ad 9d 7h 2c"
HANDS: dict[int | str, str] = {1: NOTHING[0], 3: ACES, 5: NOTHING[1], "dealer": NOTHING[2] + " Qd"}


@pytest.mark.clause("ma-fcp-1:10(a)#1")
def test_decisions_open_only_when_every_card_is_out() -> None:
    pit = Pit(rules_of("ma-fcp-1", "manual_shoe")).sit(1).ready(DECK).wager(1, ante=1000).until("deal")
    fold = c.Decide(seat=1, action="fold")
    for card in DECK[:11]:
        assert pit.refused(fold).code == "out_of_order"
        pit.do(c.DealCard(card=card))
    assert pit.refused(fold).code == "out_of_order"  # the stub is still in the shoe
    pit.on().do(fold)


@pytest.mark.clause("ma-fcp-1:10(a)#2", "ma-fcp-1:10(a)#3")
def test_players_are_told_to_answer_for_their_own_hand_and_to_touch_no_other() -> None:
    says = {clause: step.says for step in standing_steps(rules_of()) for clause in step.clause}
    assert "own hand" in says["ma-fcp-1:10(a)#2"]
    assert "Only the dealer and that player touch" in says["ma-fcp-1:10(a)#3"]


@pytest.mark.clause("ma-fcp-1:10(a)#3")
def test_a_hand_touched_by_somebody_else_goes_on_record() -> None:
    pit = table(rules_of(), HANDS).on()
    before = pit.round.to_ask
    (event,) = pit.do(c.NoteConduct(seat=3, step="nobody_else_touches", note="seat 1 turned a card over"))
    assert isinstance(event, e.ConductNoted)
    assert (event.seat, event.clause) == (3, "ma-fcp-1:10(a)#3")
    assert pit.round.to_ask == before


@pytest.mark.clause("ma-fcp-1:10(b)#1")
def test_ante_bettors_are_asked_from_the_dealers_left_and_the_dealer_waits_for_all() -> None:
    pit = Pit(rules_of()).sit(1, 2, 4, 6).ready().wager(1, ante=1000).wager(2, aces_up=500)
    pit.wager(4, ante=1000, aces_up=500).wager(6, ante=1000).on()
    assert pit.round.to_ask == (1, 4, 6)
    for seat in (4, 6):
        refusal = pit.refused(c.Decide(seat=seat, action="fold"))
        assert (refusal.code, refusal.clause) == ("not_your_turn", "ma-fcp-1:10(b)#1")
    assert pit.refused(c.Decide(seat=2, action="fold")).code == "not_asked"
    for answer in (c.Decide(seat=1, action="fold"), c.Decide(seat=4, action="play", stake_cents=1000)):
        refusal = pit.refused(c.Perform(step="reveal_dealer"))
        assert (refusal.code, refusal.clause) == ("out_of_order", "ma-fcp-1:10(b)#1")
        pit.do(answer)
    assert pit.refused(c.Decide(seat=6, action="check")).clause == "ma-fcp-1:10(b)#1"
    pit.do(c.Decide(seat=6, action="play", stake_cents=3000))
    assert not pit.round.to_ask


@pytest.mark.clause("ma-fcp-1:10(b)#3")
def test_a_fold_loses_the_ante_and_leaves_aces_up_to_win() -> None:
    pit = play_round(table(rules_of(), {1: ACES, "dealer": NOTHING[2] + " Qd"}, ante=1000, aces_up=500), "fold")
    assert (pit.line(1, "ante").outcome, pit.line(1, "ante").net_cents) == ("forfeit", -1000)
    aces_up = pit.line(1, "aces_up")
    assert (aces_up.outcome, aces_up.paid_cents, aces_up.returned_cents) == ("win", 500, 500)


@pytest.mark.clause("ma-fcp-1:10(c)#1")
def test_forfeited_antes_are_taken_after_the_last_answer_and_before_the_reveal() -> None:
    pit = table(rules_of(), HANDS).on().answer("fold", "play:1")
    assert [line for line in pit.round.lines if line.outcome == "forfeit"] == []
    start = len(pit.events)
    pit.do(c.Decide(seat=5, action="fold"))
    pit.until("settle")
    assert kinds(pit.events[start:]) == [
        "Decided", "WagerSettled", "WagerSettled", "FoldsCollected", "DealerRevealed",
    ]  # fmt: skip
    assert [(line.seat, line.wager) for line in pit.round.lines] == [(1, "ante"), (5, "ante")]


# Who folds with which wagers, under which election: do the cards go to the rack unseen?
FOLDS = [
    ({"ante": 1000}, {}, True),
    ({"ante": 1000, "aces_up": 500}, {}, False),
    ({"ante": 1000, "progressive": 100}, {}, True),
    ({"ante": 1000, "progressive": 100}, {"fold_forfeits_progressive": False}, False),
    ({"ante": 1000, "cover_all": 100}, {}, True),
    ({"ante": 1000, "aces_up": 500, "cover_all": 100}, {}, False),
]


@pytest.mark.clause("ma-fcp-1:10(c)#2")
@pytest.mark.parametrize(("wagers", "elections", "racked"), FOLDS)
def test_a_folders_cards_stay_only_while_a_live_wager_needs_them(
    wagers: dict[str, int], elections: dict[str, Any], racked: bool
) -> None:
    rules = rules_of("ma-fcp-1", "automated_shoe", "progressive", "cover_all", **elections)
    pit = Pit(rules).sit(1, 2).ready().wager(1, **wagers).wager(2, ante=1000).on().answer("fold")
    assert not pit.round.boxes[0].racked
    pit.do(c.Decide(seat=2, action="play", stake_cents=1000))
    pit.until("reveal_dealer")
    assert pit.round.boxes[0].racked is racked
    assert pit.round.rack == (((1, pit.round.boxes[0].cards),) if racked else ())
    pit.on()
    view = view_for(pit.state, Viewer("public")).round
    assert view is not None
    assert (None in view.boxes[0].cards) is racked


@pytest.mark.clause("ma-fcp-1:10(d)#1")
def test_the_dealers_cards_are_public_only_after_the_folds_are_collected() -> None:
    pit = table(rules_of(), HANDS).on().answer("fold", "play:1")
    pit.do(c.Decide(seat=5, action="fold"))
    refusal = pit.refused(c.Perform(step="reveal_dealer"))
    assert (refusal.code, refusal.clause) == ("out_of_order", "ma-fcp-1:10(c)#1")
    pit.do(c.Perform(step="collect_folds"))
    hidden = view_for(pit.state, Viewer("public")).round
    assert hidden is not None
    assert hidden.dealer.count(None) == 5
    pit.do(c.Perform(step="reveal_dealer"))
    shown = view_for(pit.state, Viewer("public")).round
    assert shown is not None
    assert shown.dealer == pit.round.dealer
    assert of_kind(pit, e.DealerRevealed)[0].clause == "ma-fcp-1:10(d)#1"
