"""The house's part where a person went another way than the virtual dealer would have."""

import pytest

from croupier.cards import DECK
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.values import commands as c
from tests.table.ma_fcp import EDITIONS, play_round, rules_of
from tests.table.pit import Pit, rules_with


def two_decks(edition: str) -> Pit:
    """The second round opened while the first one's deck still lies in the discard rack; seat 1 has wagered."""
    pit = Pit(rules_of(edition)).sit(1).ready()
    pit.do(c.Shuffle(deck="blue-1", method="automated", order=DECK))
    play_round(pit.wager(1, ante=1000), "fold").do(c.OpenRound())
    assert pit.state.rack_deck
    assert pit.state.rack_deck != pit.round.deck
    return pit.wager(1, ante=1000)


def first_duty_before_discarding(pit: Pit) -> c.AnyCommand:
    """What the house does instead of putting cards of another deck into the rack."""
    while (duty := next_duty(pit.rules, pit.state)) and isinstance(duty.command, c.Perform | c.Deal):
        pit.do(duty.command)
    assert duty is not None
    pit.do(duty.command)
    return duty.command


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rack_is_emptied_into_the_shuffler_before_other_cards_go_there(edition: str) -> None:
    pit = two_decks(edition)
    last = pit.state.rack_deck
    assert first_duty_before_discarding(pit) == c.Shuffle(deck=last, method="automated")
    assert play_round(pit, "fold").round.phase == "closed"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_shuffler_that_failed_is_dealt_with_first_and_the_spare_deck_leaves(edition: str) -> None:
    pit = two_decks(edition)
    last = pit.state.rack_deck
    pit.until("deal").do(c.Deal())
    pit.do(c.Report(kind="shuffler_jam"))
    assert isinstance(first_duty_before_discarding(pit), c.TreatDevice)
    pit.on()
    assert pit.state.out_of_use == ("shuffler",)
    deck = pit.state.deck(last)
    assert deck is not None
    assert deck.removed
    assert pit.answer("fold").round.phase == "closed"


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
@pytest.mark.parametrize("count", [51, 52, 53])
def test_a_deck_that_the_shuffler_miscounts_takes_its_round_along(rulebook: str, count: int) -> None:
    """A shuffle ordered while wagers are made: the round goes on with a whole deck only."""
    pit = Pit(rules_with(rulebook, filed={"cards.decks": 1})).sit(1).ready().wager(1, ante=2500)
    deck = pit.round.deck
    pit.do(c.OrderShuffle(deck=deck, reason="a player asked", by="floor:kim"))
    pit.do(c.Shuffle(deck=deck, method="automated", order=DECK, count=count))
    held = pit.state.deck(deck)
    assert held is not None
    assert (held.removed, pit.round.phase) == ((False, "wagering") if count == 52 else (True, "void"))
    assert [(line.wager, line.outcome, line.returned_cents) for line in pit.round.lines] == (
        [] if count == 52 else [("ante", "void", 2500)]
    )


def test_chance_makes_the_order_of_a_shuffle_and_of_nothing_else() -> None:
    pit = Pit(rules_of()).sit(5)
    given: list[c.AnyCommand] = []
    while not any(isinstance(command, c.Shuffle) for command in given):
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        given.append(with_chance(duty, lambda: DECK[::-1]))
        assert given[-1] == duty.command or isinstance(duty.command, c.Shuffle)
        pit.do(given[-1])
    shuffle = given[-1]
    assert isinstance(shuffle, c.Shuffle)
    assert (shuffle.order, shuffle.count) == (DECK[::-1], 52)
