"""The test table itself deals what it was asked to."""

import pytest

from croupier.rulebook.load import rulebook_ids

from .pit import Pit, cards, rules_with, stacked

HANDS = {
    "three-card-poker": ("As Ks Qs", "2c 3d 5h"),
    "four-card-poker": ("As Ks Qs Js 9d", "2c 3d 5h 7c 8d 4h"),
    "ultimate-texas-holdem": ("As Ks", "2c 3d"),
}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_stacked_deck_deals_the_hands_it_was_stacked_for(rulebook: str) -> None:
    rules = rules_with(rulebook)
    own, dealer = HANDS[rules.rulebook.game]
    pit = Pit(rules).sit(2).ready(stacked(rules, {2: own, "dealer": dealer}))
    stakes = {"ante": 1500, "blind": 1500} if "blind" in rules.offers else {"ante": 1500}
    pit.wager(2, **stakes).on()
    box = pit.round.box(2)
    assert box is not None
    assert box.cards == cards(own)
    assert pit.round.dealer == cards(dealer)
