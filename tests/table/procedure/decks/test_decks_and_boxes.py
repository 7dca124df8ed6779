"""Decks that were taken off the table, a second deck before play, and a player's boxes side by side."""

import pytest

from croupier.cards import DECK
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.values import commands as c
from tests.table.pit import Pit, rules_dealt_by, rules_with
from tests.table.procedure.decks.test_devices_out_of_use import MAIN, clause, played, staked

BOOKS = rulebook_ids()
WRONG_DECK = {"md-tcp": ".08H(2)", "md-fcp": ".08H(4)", "md-uth": "8G(2)"}
ADJACENT = {"md-tcp": ".07G", "md-fcp": ".07F", "md-uth": "7G"}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_wrong_deck_does_not_come_back_with_its_age_forgotten(rulebook: str) -> None:
    pit = staked(Pit(rules_dealt_by(rulebook, "manual_shoe", {"cards.decks": 1})).sit(1).ready())
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    played(pit)
    pit.do(c.Shuffle(deck=deck.deck, method="automated", order=DECK, count=51))
    for name in (deck.deck, f" {deck.deck.upper()} "):
        refusal = pit.refused(c.ReceiveDeck(deck=name, back="red", at=3600))
        assert refusal.code == "deck_removed"
        assert refusal.clause == clause(rulebook, WRONG_DECK, "7(e)b#3")
    pit.do(c.ReceiveDeck(deck="another", back="red", at=3600))


@pytest.mark.clause("ma-fcp-1:2(b)(3)", "ma-fcp-1:4(d)")
@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
def test_both_decks_are_shuffled_before_the_first_round(edition: str) -> None:
    pit = Pit(rules_with(edition, filed={"cards.decks": 2})).sit(1)
    while sum(deck.shuffled != "" for deck in pit.state.decks) < 1:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(with_chance(duty, lambda: DECK))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("other_deck", "ma-fcp-1:4(d)")
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert isinstance(duty.command, c.Shuffle)
    pit.do(with_chance(duty, lambda: DECK))
    pit.do(c.OpenRound())
    # From then on the deck of the last round is being shuffled while the other one is dealt.
    played(staked(pit)).ready()
    assert pit.round.number == 2


def three_boxes(rulebook: str) -> Pit:
    """One player with wagers in boxes 1, 2 and 3."""
    pit = Pit(rules_with(rulebook, filed={"table.adjacent_boxes": 3}))
    for seat in (1, 2, 3):
        pit.do(c.Sit(seat=seat, player="ann"))
    pit.ready()
    for seat in (1, 2, 3):
        wagers(pit, seat)
    return pit


def wagers(pit: Pit, seat: int) -> None:
    pit.wager(seat, **dict.fromkeys(MAIN.get(pit.rules.rulebook.rulebook, ("ante",)), 2500))


@pytest.mark.parametrize("rulebook", ADJACENT)
def test_boxes_of_one_player_stay_side_by_side_when_the_middle_one_is_given_up(rulebook: str) -> None:
    pit = three_boxes(rulebook)
    for wager in MAIN.get(rulebook, ("ante",)):
        pit.do(c.WithdrawWager(seat=2, wager=wager))
    pit.until("close_bets")
    wanted = f"{rulebook}:{ADJACENT[rulebook]}"
    refusal = pit.refused(c.Perform(step="no_more_bets"))
    assert (refusal.code, refusal.clause) == ("not_adjacent", wanted)
    assert refusal.sentence.startswith("Seat 3:")
    assert pit.refused(c.PlaceWager(seat=3, wager="ante", stake_cents=3000)).clause == wanted
    before = pit.state
    wagers(pit, 2)
    pit.do(c.Perform(step="no_more_bets"))
    pit.state = before
    for wager in MAIN.get(rulebook, ("ante",)):
        pit.do(c.WithdrawWager(seat=3, wager=wager))
    pit.do(c.Perform(step="no_more_bets"))
    assert [box.seat for box in pit.round.boxes] == [1]
