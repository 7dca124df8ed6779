"""Cards of cardboard: nobody knows what lies face down, and the round comes out as if the house had known it."""

from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, parse_cards
from croupier.rulebook.elect import GameRules
from croupier.rulebook.load import rulebook_ids
from croupier.table.options import options
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.script import script_of
from croupier.table.procedure.turning_up import source_problem
from croupier.table.staff_options import staff_option, staff_options
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import filled
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import SEEN, Round
from croupier.table.views import Viewer, view_for
from tests.table.people import PEOPLE, done_by_people
from tests.table.pit import Pit, rules_with, variants

WAGERED = 1500


def seen_pit(rules: GameRules) -> Pit:
    """A table where a person deals a deck of cardboard."""
    pit = Pit(rules)
    pit.state = replace(pit.state, dealer="human", card_source=SEEN)
    return pit


def placed(pit: Pit, chance: Random) -> None:
    """Seats two players, who wager as chance will have it."""
    for seat in (2, 5):
        for wager in pit.rules.offers:
            (spot,) = [spot for spot in options(pit.rules, pit.state, seat).spots if spot.wager == wager]
            wanted = wager in ("ante", "blind", "pair_plus") or chance.random() < 0.3
            cents = WAGERED if spot.minimum_cents <= WAGERED <= spot.maximum_cents else spot.minimum_cents
            if wanted and spot.closed is None:
                pit.wager(seat, **{wager: cents})


def played(pit: Pit, chance: Random) -> dict[tuple[str, int], tuple[str, int]]:
    """Plays the round out, answers being chance's; the answers by question and seat."""
    given = {}
    pit.on()
    while pit.round.to_ask:
        seat = pit.round.to_ask[0]
        answer = chance.choice(options(pit.rules, pit.state, seat).answers)
        given[pit.round.point, seat] = (answer.action, answer.stake_cents)
        pit.do(c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents))
        pit.on()
    return given


def lying(known: Round, place: str, already: int) -> tuple[Card, ...]:
    """What lies at a place, of a round whose cards the house knew."""
    if place == "community":
        return known.community[already:]
    if place == "dealer":
        return tuple([card for card in known.dealer if card not in known.dealer_up])
    if place in ("dealer_up", "bonus_box"):
        return known.dealer_up if place == "dealer_up" else known.bonus_cards
    box = known.box(int(place))
    assert box is not None
    return box.cards


def dealt_again(pit: Pit, known: Round, given: dict[tuple[str, int], tuple[str, int]]) -> None:
    """The same round at the table of cardboard: people do what is due, and tell cards when they are turned up."""
    while pit.round.phase not in ("closed", "void"):
        duty = next_duty(pit.rules, pit.state)
        if duty is None:
            seat = pit.round.to_ask[0]
            action, stake = given[pit.round.point, seat]
            pit.do(c.Decide(seat=seat, action=action, stake_cents=stake))
        elif isinstance(duty.command, c.TurnUp):
            place = duty.command.place
            cards = lying(known, place, len(pit.round.community))[: duty.blanks[0].most]
            pit.do(replace(duty.command, cards=cards, by="dealer:deana"))
        else:
            pit.do(done_by_people(pit.rules, pit.state, duty))


def opened(pit: Pit) -> Pit:
    """The table of cardboard at an open round: nobody tells an order."""
    pit.sit(2, 5)
    while not (pit.state.round and pit.state.round.phase == "wagering"):
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        command = replace(duty.command, by=PEOPLE[duty.by])
        pit.do(replace(command, depth=26) if isinstance(command, c.CutDeck) else command)
    return pit


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_round_nobody_knew_comes_out_as_if_the_house_had_known_it(rulebook: str) -> None:
    folded = 0
    for number, rules in enumerate(variants(rulebook) * 10):
        if source_problem(rules, SEEN):
            continue
        chance = Random(number)
        order = tuple(chance.sample(DECK, len(DECK)))
        known = Pit(rules).sit(2, 5).ready(order)
        placed(known, chance)
        staked = [(box.seat, box.wagers) for box in known.round.boxes]
        given = played(known, chance)
        seen = opened(seen_pit(rules))
        for seat, wagers in staked:
            seen.wager(seat, **dict(wagers))
        dealt_again(seen, known.round, given)
        assert seen.round.lines == known.round.lines
        assert seen.state.meters == known.state.meters
        assert seen.round.drawn == known.round.drawn
        folded += any(box.folded and not box.cards for box in seen.round.boxes)
    assert folded  # hands that nobody ever saw


def at_the_reveal() -> Pit:
    """A three card table of cardboard whose dealer is about to turn the cards up."""
    pit = opened(seen_pit(rules_with("md-tcp"))).wager(2, ante=WAGERED).wager(5, ante=WAGERED)
    while (duty := next_duty(pit.rules, pit.state)) is None or not isinstance(duty.command, c.TurnUp):
        if duty is None:
            pit.do(c.Decide(seat=pit.round.to_ask[0], action="play", stake_cents=WAGERED))
        else:
            pit.do(done_by_people(pit.rules, pit.state, duty))
    return pit


def test_nobody_is_shown_a_card_before_it_is_turned_up_and_everybody_after() -> None:
    pit = at_the_reveal()
    for viewer in (Viewer("player", "player 2"), Viewer("dealer"), Viewer("floor"), Viewer("public")):
        hidden = view_for(pit.state, viewer).round
        assert hidden is not None
        assert hidden.dealer == (None,) * 3
        assert [box.cards for box in hidden.boxes] == [(None,) * 3] * 2
    told = parse_cards("As Kd 2c")
    assert [type(event) for event in pit.do(c.TurnUp(place="dealer", cards=told))] == [
        e.CardsTurnedUp,
        e.DealerRevealed,
    ]
    shown = view_for(pit.state, Viewer("public")).round
    assert shown is not None
    assert shown.dealer == told
    pit.do(c.TurnUp(place="5", cards=parse_cards("Ah Kh Qh")))
    shown = view_for(pit.state, Viewer("public")).round
    assert shown is not None
    assert shown.boxes[1].cards == parse_cards("Ah Kh Qh")
    assert shown.boxes[0].cards == (None,) * 3


def test_what_depends_on_cards_waits_until_they_are_told() -> None:
    pit = at_the_reveal()
    refusal = pit.refused(c.Perform(step="reveal_dealer"))
    assert (refusal.code, refusal.clause) == ("cards_unseen", "md-tcp:.11D(2)")
    assert "Turn up the dealer's cards (3 cards)" in refusal.sentence
    pit.do(c.TurnUp(place="dealer", cards=parse_cards("As Kd 2c")))
    assert pit.refused(c.SettleNext()).code == "cards_unseen"
    assert "seat 5's cards" in pit.refused(c.SettleNext()).sentence


@pytest.mark.parametrize(
    ("told", "code", "says"),
    [
        (c.TurnUp(place="dealer", cards=parse_cards("As Kd")), "card_count", "There are 3 cards and 2 were told."),
        (c.TurnUp(place="dealer", cards=parse_cards("As Kd 2c 3c")), "card_count", "4 were told"),
        (c.TurnUp(place="dealer"), "card_count", "no card was told"),
        (c.TurnUp(place="2", cards=parse_cards("As Kd 2c")), "out_of_order", "Not seat 2's cards now."),
        (c.TurnUp(place="community", cards=parse_cards("As Kd 2c")), "out_of_order", "Not the community cards now."),
    ],
)
def test_what_cannot_be_is_refused_at_once(told: c.TurnUp, code: str, says: str) -> None:
    refusal = at_the_reveal().refused(told)
    assert refusal.code == code
    assert says in refusal.sentence


def test_a_card_that_is_out_already_is_refused() -> None:
    pit = at_the_reveal()
    pit.do(c.TurnUp(place="dealer", cards=parse_cards("As Kd 2c")))
    refusal = pit.refused(c.TurnUp(place="5", cards=parse_cards("Ah As Qh")))
    assert refusal.code == "card_twice"
    assert refusal.sentence.startswith("The ace of spades is out already")


def test_no_card_is_read_as_it_leaves_a_deck_of_cardboard_nor_told_of_the_houses_own() -> None:
    pit = opened(seen_pit(rules_with("md-tcp"))).wager(2, ante=WAGERED)
    while not isinstance((duty := next_duty(pit.rules, pit.state)).command, c.Deal):  # type: ignore[union-attr]
        pit.do(done_by_people(pit.rules, pit.state, duty))  # type: ignore[arg-type]
    assert pit.refused(c.DealCard(card=DECK[0])).code == "cards_unseen"
    houses = Pit(rules_with("md-tcp")).sit(2).ready().wager(2, ante=WAGERED).on()
    assert houses.refused(c.TurnUp(place="dealer", cards=DECK[:3])).code == "cards_known"


def test_the_dealers_card_that_lies_face_up_is_told_before_anybody_is_asked() -> None:
    pit = opened(seen_pit(rules_with("md-fcp"))).wager(2, ante=WAGERED)
    while not pit.round.drawn:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(done_by_people(pit.rules, pit.state, duty))
    while not pit.round.to_ask:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        if isinstance(duty.command, c.TurnUp):
            break
        pit.do(done_by_people(pit.rules, pit.state, duty))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.TurnUp(place="dealer_up")
    pit.do(c.TurnUp(place="dealer_up", cards=parse_cards("Qd")))
    shown = view_for(pit.state, Viewer("public")).round
    assert shown is not None
    assert shown.dealer == (*(None,) * 5, *parse_cards("Qd"))


def test_hands_are_turned_up_for_a_wager_that_a_void_round_still_settles() -> None:
    pit = opened(seen_pit(rules_with("md-uth"))).wager(2, ante=WAGERED, blind=WAGERED, trips=WAGERED)
    while not pit.round.to_ask:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(done_by_people(pit.rules, pit.state, duty))
    report = c.Report(kind="dealer_card_exposed", exposed=parse_cards("2c"), by="floor:kim")
    refusal = pit.refused(report)
    assert refusal.code == "cards_unseen"
    assert "Turn up seat 2's cards, the community cards" in refusal.sentence
    hands = (("2", parse_cards("As Ad")), ("community", parse_cards("Ah 7c 8d Js 3h")))
    assert pit.refused(replace(report, hands=(hands[0], ("community", parse_cards("Ah 7c"))))).code == "card_count"
    more = ("2", parse_cards("Ks Kd"))  # the same place told twice is one too many
    assert pit.refused(replace(report, hands=(*hands, more))).code == "card_count"
    pit.do(replace(report, hands=hands))
    assert pit.round.phase == "void"
    assert pit.line(2, "trips").line == "three_of_a_kind"
    assert pit.line(2, "ante").outcome == "void"


def dealt_by_hand(*, before_the_deal: bool = False) -> Pit:
    """A table dealt from the hand, with a Trips Wager, where the first seat is asked or the deal is due."""
    burns = [
        rules for rules in variants("md-uth") if any(due.deal and due.deal.to == "burn" for due in script_of(rules))
    ]
    pit = opened(seen_pit(burns[0])).wager(2, ante=WAGERED, blind=WAGERED, trips=WAGERED)
    while not pit.round.to_ask:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        if before_the_deal and isinstance(duty.command, c.Deal):
            break
        pit.do(done_by_people(pit.rules, pit.state, duty))
    return pit


def told(pit: Pit, option: str, **found: str) -> c.AnyCommand:
    """The command of an option that is open, with what the dealer tells."""
    one = staff_option(pit.rules, pit.state, "dealer:deana", option)
    assert one is not None
    assert one.closed is None
    assert {blank.field for blank in one.duty.blanks} == {name.replace("__", ":") for name in found}
    command = filled(one.duty, {name.replace("__", ":"): text for name, text in found.items()})
    assert not isinstance(command, Refusal), command
    return command


def test_the_dealer_is_asked_for_the_cards_that_a_remedy_turns_up_and_for_no_burned_one() -> None:
    pit = dealt_by_hand()
    remedy = "report:dealer_card_exposed"
    twice = told(pit, remedy, hands__2="As Ad", cards="Ah 7c 8d Js As")
    assert pit.refused(twice).code == "board_incomplete"
    pit.do(told(pit, remedy, hands__2="As Ad", cards="Ah 7c 8d Js 3h"))
    assert pit.round.unseen("burn") == 2
    assert pit.line(2, "trips").line == "three_of_a_kind"
    assert pit.line(2, "ante").outcome == "void"


def test_the_dealer_is_asked_which_cards_of_cardboard_lay_face_up() -> None:
    pit = dealt_by_hand(before_the_deal=True)
    several = "report:several_face_up_cards"
    assert pit.refused(told(pit, several, exposed="2c")).code == "which_case"
    pit.do(told(pit, "report:one_face_up_card", exposed="2c"))
    assert pit.round.set_aside == parse_cards("2c")
    one = staff_option(pit.rules, pit.state, "dealer:deana", "report:one_face_up_card")
    assert one is not None
    assert one.closed is not None
    assert pit.refused(told(pit, several, exposed="2c")).code == "which_case"
    pit.do(told(pit, several, exposed="3c"))
    assert pit.round.phase == "void"
    assert pit.round.set_aside == parse_cards("2c 3c")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_at_every_moment_of_a_round_of_cardboard_it_can_be_told_what_may_be_wrong(rulebook: str) -> None:
    for rules in variants(rulebook):
        if source_problem(rules, SEEN):
            continue
        pit = opened(seen_pit(rules))
        assert staff_options(rules, pit.state, PEOPLE["dealer"])
        placed(pit, Random(rulebook))
        while not pit.round.to_ask:
            assert staff_options(rules, pit.state, PEOPLE["dealer"])
            duty = next_duty(rules, pit.state)
            assert duty is not None
            if isinstance(duty.command, c.TurnUp):
                break
            pit.do(done_by_people(rules, pit.state, duty))
        assert staff_options(rules, pit.state, PEOPLE["dealer"])


def test_nothing_is_asked_of_cards_that_the_remedy_does_not_need() -> None:
    pit = dealt_by_hand()
    for option in ("report:wrong_number_of_cards", "report:card_drawn_in_error"):
        told(pit, option)


def test_cover_all_that_counts_folded_hands_needs_cards_that_somebody_knows() -> None:
    counted = rules_with("ma-fcp-1", cover_all_fold_rule="folded_hands_count")
    if "cover_all" not in counted.offers:
        counted = rules_with("ma-fcp-1", (*counted.offers, "cover_all"), cover_all_fold_rule="folded_hands_count")
    problem = source_problem(counted, SEEN)
    assert problem is not None
    assert problem.clause == "ma-fcp-1:12(b)"
    assert source_problem(counted, "house") is None
