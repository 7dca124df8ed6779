"""Three Card Poker, Maryland: decisions, folds, the reveal, and settlement as the dealer does it."""

import pytest

from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import Viewer, view_for
from tests.table.pit import Pit, cards
from tests.table.three_card import dealt_by, table

RULES = dealt_by("automated_shoe")
FULL = {"ante": 1500, "pair_plus": 500, "progressive": 100, "six_card_bonus": 500}


def settled_order(pit: Pit) -> list[tuple[int, str]]:
    """The lines in the order in which they were settled."""
    return [(line.seat, line.wager) for line in pit.round.lines]


def asked(pit: Pit) -> list[int]:
    """The seats that have yet to answer, in turn."""
    return list(pit.round.to_ask)


@pytest.mark.clause("md-tcp:.11B")
def test_ante_bettors_are_asked_from_the_dealers_left_and_play_the_ante_or_fold() -> None:
    pit = Pit(RULES).sit(1, 2, 4, 7).ready()
    pit.wager(7, ante=1500).wager(4, pair_plus=500).wager(1, ante=2500).wager(2, ante=1500).until("ask")
    assert asked(pit) == [1, 2, 7]
    refusal = pit.refused(c.Decide(seat=7, action="fold"))
    assert (refusal.code, refusal.clause) == ("not_your_turn", "md-tcp:.11B")
    for action, stake in (("check", 0), ("play", 0), ("play", 1500), ("play", 2499), ("play", 5000)):
        assert pit.refused(c.Decide(seat=1, action=action, stake_cents=stake)).clause == "md-tcp:.11B"
    pit.do(c.Decide(seat=1, action="play", stake_cents=2500))
    assert asked(pit) == [2, 7]
    pit.do(c.Decide(seat=2, action="fold"))
    assert asked(pit) == [7]
    pit.do(c.Decide(seat=7, action="play", stake_cents=1500))
    assert pit.round.phase == "reveal"
    assert pit.refused(c.Decide(seat=2, action="play", stake_cents=1500)).code == "out_of_order"


def test_nobody_decides_for_a_silent_player() -> None:
    pit = Pit(RULES).sit(1).ready().wager(1, ante=1500).until("ask")
    assert next_duty(pit.rules, pit.state, at=10**9) is None
    assert pit.refused(c.Perform(step="collect_folds")).clause == "md-tcp:.11B"


@pytest.mark.clause("md-tcp:.11D(1)")
def test_forfeited_wagers_and_cards_are_collected_but_for_cards_that_a_six_card_bonus_needs() -> None:
    pit = table(RULES, {1: "6h 7h 8h", 2: "2c 5d 8c", 3: "Ah Kd Jh", "dealer": "9d 9c 9s"})
    pit.wager(1, **FULL).wager(2, ante=1500, pair_plus=500, progressive=100).wager(3, ante=1500).until("ask")
    pit.do(c.Decide(seat=1, action="fold"))
    pit.do(c.Decide(seat=2, action="fold"))
    pit.do(c.Decide(seat=3, action="play", stake_cents=1500))
    pit.do(c.Perform(step="collect_folds"))
    assert {(line.seat, line.wager) for line in pit.round.lines} == {
        (1, "ante"), (1, "pair_plus"), (1, "progressive"), (2, "ante"), (2, "pair_plus"), (2, "progressive"),
    }  # fmt: skip
    assert {line.outcome for line in pit.round.lines} == {"forfeit"}
    assert [box.racked for box in pit.round.boxes] == [False, True, False]
    assert pit.round.rack == ((2, cards("2c 5d 8c")),)
    seen = view_for(pit.state, Viewer("floor")).round
    assert seen is not None
    assert seen.boxes[0].cards == (None, None, None)
    pit.on()
    assert pit.line(1, "six_card_bonus").outcome == "win"


@pytest.mark.clause("md-tcp:.11D(2)")
def test_the_dealer_is_turned_up_before_anything_is_settled() -> None:
    pit = table(RULES, {1: "6h 7h 8h", "dealer": "2d 9c 9s"}).wager(1, ante=1500).until("ask")
    pit.do(c.Decide(seat=1, action="play", stake_cents=1500))
    pit.do(c.Perform(step="collect_folds"))
    assert pit.refused(c.SettleNext()).clause == "md-tcp:.11D(2)"
    (revealed, *_) = pit.do(c.Perform(step="reveal_dealer"))
    assert isinstance(revealed, e.DealerRevealed)
    assert revealed.hand == "pair of nines"
    seen = view_for(pit.state, Viewer("public")).round
    assert seen is not None
    assert set(seen.dealer) == set(cards("2d 9c 9s"))
    first = next(i for i, event in enumerate(pit.events) if isinstance(event, e.DealerRevealed))
    assert not any(isinstance(event, e.WagerSettled) for event in pit.events[:first])


@pytest.mark.clause("md-tcp:.11D(3)", "md-tcp:.11D(3)(a)", "md-tcp:.11D(3)(b)")
def test_seats_are_turned_up_and_settled_one_by_one_against_the_order_of_decisions() -> None:
    hands: dict[int | str, str] = {1: "6h 7h 8h", 3: "2c 5d 8c", 6: "Ah Ad Jh", "dealer": "9d 9c 3s"}
    pit = table(RULES, hands)
    for seat in (1, 3, 6):
        pit.wager(seat, ante=1500, pair_plus=500)
    pit.until("ask")
    in_turn = asked(pit)
    pit.answer("play:1", "play:1", "play:1")
    told: list[tuple[int, str]] = []
    for event in pit.events:
        if isinstance(event, e.SeatRevealed):
            told.append((event.seat, event.hand))
            assert event.clause == "md-tcp:.11D(3)(a)"
        elif isinstance(event, e.WagerSettled):
            told.append((event.line.seat, event.line.wager))
    assert told == [
        (6, "pair of aces"), (6, "ante"), (6, "play"), (6, "pair_plus"),
        (3, "eight high"), (3, "ante"), (3, "play"), (3, "pair_plus"),
        (1, "straight flush, eight high"), (1, "ante"), (1, "play"), (1, "ante_bonus"), (1, "pair_plus"),
    ]  # fmt: skip
    assert list(dict.fromkeys(seat for seat, _ in told))[::-1] == in_turn


@pytest.mark.clause("md-tcp:.11D(4)", "md-tcp:.11D(5)", "md-tcp:.11D(8)")
def test_a_seat_with_every_wager_is_settled_in_the_order_of_the_book() -> None:
    pit = table(RULES, {1: "Ah Kh Qh", 2: "2c 5d 8c", "dealer": "Jh Th 3s"})
    pit.wager(1, **FULL).wager(2, **FULL).until("ask").answer("play:1", "fold")
    assert [entry for entry in settled_order(pit) if entry[0] == 1 or entry[1] == "envy"] == [
        (1, "ante"), (1, "play"), (1, "ante_bonus"), (1, "pair_plus"), (1, "progressive"), (2, "envy"),
        (1, "six_card_bonus"),
    ]  # fmt: skip
    assert pit.line(1, "six_card_bonus").line == "royal_flush"


@pytest.mark.clause("md-tcp:.11E")
def test_every_hand_can_be_rebuilt_from_the_discard_rack() -> None:
    hands: dict[int | str, str] = {1: "6h 7h 8h", 3: "2c 5d 8c", 6: "Ah Ad Jh", "dealer": "9d 9c 3s"}
    pit = table(RULES, hands).wager(1, ante=1500).wager(3, ante=1500).wager(6, ante=1500, six_card_bonus=500)
    pit.until("ask").answer("play:1", "fold", "fold")
    assert pit.round.phase == "closed"
    assert pit.round.rack == (
        (3, cards("2c 5d 8c")), (6, cards("Ah Ad Jh")), (1, cards("6h 7h 8h")), (0, cards("9d 9c 3s")),
    )  # fmt: skip
    collected = [event for event in pit.events if isinstance(event, e.CardsCollected)]
    assert {event.clause for event in collected} == {"md-tcp:.11E"}
