"""Cards that a shoe reads as they leave it: known to the engine one by one, and to people as the house's own are."""

from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, parse_cards
from croupier.rulebook.elect import GameRules
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.reading import card_due
from croupier.table.procedure.turning_up import source_problem
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.state import FROM_SHOE
from croupier.table.views import Viewer, view_for
from tests.table.people import done_by_people
from tests.table.pit import Pit, rules_with, variants
from tests.table.procedure.test_turning_up import WAGERED, opened, placed, played

READER = "device:oak-shoe"


def shoe_pit(rules: GameRules) -> Pit:
    """A table where a person deals from a shoe that reads."""
    pit = Pit(rules)
    pit.state = replace(pit.state, dealer="human", card_source=FROM_SHOE)
    return pit


def dealt_from_shoe(pit: Pit, order: list, given: dict[tuple[str, int], tuple[str, int]]) -> None:  # type: ignore[type-arg]
    """The round at the shoe: people do what is due, and the shoe reads each card when one is."""
    while pit.round.phase not in ("closed", "void"):
        duty = next_duty(pit.rules, pit.state)
        if card_due(pit.rules, pit.state):
            assert duty is None
            pit.do(c.DealCard(card=order.pop(0), by=READER))
        elif duty is None:
            seat = pit.round.to_ask[0]
            action, stake = given[pit.round.point, seat]
            pit.do(c.Decide(seat=seat, action=action, stake_cents=stake))
        else:
            pit.do(done_by_people(pit.rules, pit.state, duty))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_round_that_a_shoe_read_comes_out_as_if_the_house_had_known_its_deck(rulebook: str) -> None:
    tried = 0
    for number, rules in enumerate(variants(rulebook) * 6):
        if source_problem(rules, FROM_SHOE):
            continue
        chance = Random(number)
        order = tuple(chance.sample(DECK, len(DECK)))
        known = Pit(rules).sit(2, 5).ready(order)
        placed(known, chance)
        staked = [(box.seat, box.wagers) for box in known.round.boxes]
        given = played(known, chance)
        read = opened(shoe_pit(rules))
        for seat, wagers in staked:
            read.wager(seat, **dict(wagers))
        dealt_from_shoe(read, list(order), given)
        assert read.round.lines == known.round.lines
        assert read.state.meters == known.state.meters
        assert (read.round.boxes, read.round.dealer, read.round.community) == (
            known.round.boxes,
            known.round.dealer,
            known.round.community,
        )
        tried += 1
    assert tried


def at_the_deal(rulebook: str = "md-tcp", *seats: int) -> Pit:
    """A table whose first card is due from the shoe."""
    pit = opened(shoe_pit(rules_with(rulebook)))
    for seat in seats or (2, 5):
        pit.wager(seat, ante=WAGERED)
    while card_due(pit.rules, pit.state) is None:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(done_by_people(pit.rules, pit.state, duty))
    return pit


def test_a_lone_player_is_dealt_to_and_the_shoe_is_waited_for_card_by_card() -> None:
    pit = at_the_deal("md-tcp", 5)
    order = list(DECK)
    places = []
    while due := card_due(pit.rules, pit.state):
        places.append(due.place)
        pit.do(c.DealCard(card=order.pop(0), by=READER))
    assert places == ["5"] * 3 + ["dealer"] * 3


def test_nobody_enters_what_the_shoe_reads() -> None:
    pit = at_the_deal()
    for entered in (c.Deal(by="dealer:deana"), c.DealCard(card=DECK[0], by="dealer:deana")):
        refusal = pit.refused(entered)
        assert (refusal.code, refusal.clause) == ("shoe_reads", "md-tcp:.10B(1)")
        assert "Draw a card from the shoe for seat 2." in refusal.sentence
    told = pit.refused(c.TurnUp(place="dealer", cards=DECK[:3], by="dealer:deana"))
    assert (told.code, told.sentence[:24]) == ("cards_known", "The shoe reads the cards")


def test_a_card_that_is_out_already_or_that_none_is_due_is_refused() -> None:
    pit = at_the_deal()
    pit.do(c.DealCard(card=DECK[0], by=READER))
    assert pit.refused(c.DealCard(card=DECK[0], by=READER)).code == "card_twice"
    for card in DECK[1:9]:
        pit.do(c.DealCard(card=card, by=READER))
    assert pit.refused(c.DealCard(card=DECK[9], by=READER)).code == "out_of_order"


def test_a_card_is_shown_to_who_holds_it_and_to_nobody_else_before_it_is_turned_up() -> None:
    pit = at_the_deal()
    for card in DECK[:9]:
        pit.do(c.DealCard(card=card, by=READER))
    for viewer, seen in ((Viewer("player", "player 2"), DECK[:3]), (Viewer("dealer"), None), (Viewer("floor"), None)):
        shown = view_for(pit.state, viewer).round
        assert shown is not None
        assert shown.boxes[0].cards == (seen or (None,) * 3)
        assert (shown.boxes[1].cards, shown.dealer) == ((None,) * 3, (None,) * 3)


def test_while_the_shoe_is_out_of_use_cards_are_told_and_the_void_rounds_stay_hidden() -> None:
    pit = at_the_deal()
    for card in DECK[:4]:
        pit.do(c.DealCard(card=card, by=READER))
    pit.do(c.Report(kind="dealing_shoe_jam", by="floor:kim"))
    assert pit.round.phase == "void"
    for step in ("empty_device", "cover_device"):
        pit.do(c.TreatDevice(device="shoe", step=step, by="dealer:deana"))
    shown = view_for(pit.state, Viewer("dealer")).round
    assert shown is not None
    assert [box.cards for box in shown.boxes] == [(None,) * 3, (None,)]
    opened_again = pit.state.rounds + 1
    while pit.state.rounds < opened_again:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(done_by_people(pit.rules, pit.state, duty))
    pit.wager(2, ante=WAGERED)
    while not pit.round.to_ask:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(done_by_people(pit.rules, pit.state, duty))
    assert (pit.round.dealing, pit.round.unseen("2"), pit.round.unseen("dealer")) == ("hand", 3, 3)
    pit.do(c.Decide(seat=2, action="play", stake_cents=WAGERED))
    while not isinstance((duty := next_duty(pit.rules, pit.state)).command, c.TurnUp):  # type: ignore[union-attr]
        pit.do(done_by_people(pit.rules, pit.state, duty))  # type: ignore[arg-type]
    told = pit.do(c.TurnUp(place="dealer", cards=parse_cards("As Kd 2c"), by="dealer:deana"))
    assert isinstance(told[0], e.CardsTurnedUp)


def test_what_reads_is_the_automated_shoe_of_the_rules() -> None:
    refusal = source_problem(rules_with("md-tcp", dealing="hand"), FROM_SHOE)
    assert refusal is not None
    assert (refusal.code, "automated_shoe" in refusal.sentence) == ("no_shoe", True)
