"""Whose act it is: people in the roles that the texts name, what they find out, and the house's own system."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.table.narration.narrate import narrate
from croupier.table.procedure.dealer import idle_duty, next_duty
from croupier.table.procedure.dealing import due_of, out_of_deck
from croupier.table.procedure.stub import hands_due
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Blank, Duty, filled
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SYSTEM
from tests.table.pit import Pit, rules_dealt_by, rules_with, stacked

RULEBOOKS = ("md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2", "md-uth")
BY_HAND = {"equipment.shuffler.kind": "manual", "cards.decks": 1}
ONE_DECK = {"cards.decks": 1}
PEOPLE = {"dealer": "dealer:deana", "floor": "floor:kim"}
# What people find out at a table with one Progressive wager, where they are asked.
FOUND = {
    "depth": "20",
    "count": "1",
    "hand": "right",
    "hand_wins": "yes",
    "light_on": "yes",
    "source": "table_inventory",
}


def dealt_by_a_person(rules: GameRules) -> Pit:
    """A table that a person deals, nobody being there yet."""
    pit = Pit(rules)
    pit.state = replace(pit.state, dealer="human")
    return pit


def due(pit: Pit) -> Duty:
    """What is due now."""
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    return duty


def done(pit: Pit, **found: str) -> Duty:
    """What is due, done by whoever it is for."""
    duty = due(pit)
    command = filled(duty, FOUND | found)
    assert not isinstance(command, Refusal), command
    if isinstance(command, c.Shuffle):
        command = replace(command, count=52)
    pit.do(replace(command, by=PEOPLE[duty.by]))
    return duty


def opened_until(pit: Pit, kind: type[c.Command], **fields: Any) -> Duty:
    """The duty whose command is of this kind, everything before it being done by people."""
    while not (isinstance((duty := due(pit)).command, kind) and _has(duty.command, fields)):
        done(pit)
    return duty


def _has(command: c.AnyCommand, fields: dict[str, Any]) -> bool:
    return all(getattr(command, name) == value for name, value in fields.items())


LOOKS = {
    "md-tcp": "md-tcp:.04C(1)",
    "md-fcp": "md-fcp:.04C(1)",
    "ma-fcp-1": "ma-fcp-1:4(c)#1",
    "ma-fcp-2": "ma-fcp-1:4(c)#1",  # the later edition changes nothing of it
    "md-uth": "md-uth:4C(1)",
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_first_look_needs_somebody_who_looks(rulebook: str) -> None:
    pit = Pit(rules_with(rulebook, filed={}))
    while duty := next_duty(pit.rules, pit.state):
        pit.do(duty.command)
    assert pit.state.decks
    for deck in pit.state.decks:
        assert deck.prepared == ("inspect", "verify_inspection", "spread_face_up"), "so far the house goes by itself"
        refusal = pit.refused(c.PrepareDeck(deck=deck.deck, step="offer_first_look"))
        assert (refusal.code, refusal.clause) == ("nobody_there", LOOKS[rulebook])
    pit.sit(2)
    command = due(pit).command
    assert isinstance(command, c.PrepareDeck)
    assert command.step == "offer_first_look"


VERIFIES = {
    "md-tcp": "md-tcp:.04A",
    "md-fcp": "md-fcp:.04A#2",
    "ma-fcp-1": "ma-fcp-1:4(b)#1",
    "ma-fcp-2": "ma-fcp-1:4(b)#1",
    "md-uth": "md-uth:4A",
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_inspection_is_verified_by_a_floorperson_where_a_person_deals(rulebook: str) -> None:
    pit = dealt_by_a_person(rules_with(rulebook))
    duty = opened_until(pit, c.PrepareDeck, step="verify_inspection")
    assert (duty.by, duty.clause) == ("floor", VERIFIES[rulebook])
    for nobody in (SYSTEM, "dealer:deana", "dealer:kim", "system", "floor_ish:kim"):
        assert pit.refused(replace(duty.command, by=nobody)).code == "needs_floor"
    (verified,) = pit.do(replace(duty.command, by="floor:kim"))
    assert isinstance(verified, e.DeckPrepared)
    assert verified.by == "floor:kim"
    assert "the floor (Kim) confirms the inspection" in narrate(pit.rules, verified)[0]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_where_the_house_deals_itself_its_system_does_the_floors_part_and_says_so(rulebook: str) -> None:
    pit = Pit(rules_with(rulebook)).sit(1).ready()
    verified = [one for one in pit.events if isinstance(one, e.DeckPrepared) and one.step == "verify_inspection"]
    assert {one.by for one in verified} == {SYSTEM}
    assert "the house's system confirms the inspection" in narrate(pit.rules, verified[0])[0]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_how_deep_a_cut_is_a_person_finds_out(rulebook: str) -> None:
    pit = dealt_by_a_person(rules_dealt_by(rulebook, "manual_shoe", BY_HAND)).sit(1)
    duty = opened_until(pit, c.CutDeck)
    assert [blank.field for blank in duty.blanks] == ["depth"]
    assert isinstance(duty.command, c.CutDeck)
    assert duty.command.depth is None
    assert pit.refused(duty.command).code == "cut_depth"
    left_open = filled(duty, {})
    assert isinstance(left_open, Refusal)
    assert (left_open.code, left_open.clause) == ("not_found", duty.clause)
    assert pit.refused(filled(duty, {"depth": "9"})).code == "cut_depth"  # type: ignore[arg-type]
    done(pit, depth="17")
    assert [one.depth for one in pit.events if isinstance(one, e.DeckCut)] == [17]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_in_which_hand_the_stack_is_a_person_says(rulebook: str) -> None:
    pit = dealt_by_a_person(rules_dealt_by(rulebook, "hand", ONE_DECK)).sit(1)
    opened_until(pit, c.OpenRound)
    done(pit)
    wagered(pit)
    duty = opened_until(pit, c.Perform, step="take_stack")
    assert [blank.choices for blank in duty.blanks] == [("left", "right")]
    assert pit.refused(duty.command).code == "hand"
    done(pit)
    assert pit.round.holding_hand == "right"


def wagered(pit: Pit) -> None:
    """The smallest complete wagers of seat 1, the Progressive among them."""
    pit.wager(1, ante=1500)
    if "blind" in pit.rules.offers:
        pit.wager(1, blind=1500)
    if "progressive" in pit.rules.offers:
        pit.wager(1, progressive=pit.rules.progressive_stake_cents)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_chips_and_stub_are_counted_by_a_person(rulebook: str) -> None:
    filed = {**ONE_DECK, "equipment.shuffler.counts_cards": False}
    pit = dealt_by_a_person(rules_dealt_by(rulebook, "automated_shoe", filed)).sit(1)
    opened_until(pit, c.OpenRound)
    done(pit)
    wagered(pit)
    asked: dict[str, list[Blank]] = {}
    while pit.round.phase not in ("closed", "void"):
        if (duty := next_duty(pit.rules, pit.state)) is None:
            pit.do(c.Decide(seat=1, action="check" if pit.round.point in ("before_flop", "after_flop") else "fold"))
        elif isinstance(duty.command, c.Deal):
            read_card(pit)
        else:
            asked[str(type(duty.command).__name__) + getattr(duty.command, "step", "")] = list(duty.blanks)
            if isinstance(duty.command, c.CountStub):
                assert duty.command.count is None
                assert pit.refused(duty.command).code == "count"
                done(pit, count=str(52 - pit.round.drawn))
            elif duty.blanks == (Blank("count", "How many Progressive chips were counted?", "number"),):
                assert pit.refused(duty.command).code == "chips_differ"
                assert pit.refused(filled(duty, {"count": "2"})).code == "chips_differ"  # type: ignore[arg-type]
                done(pit, count="1")
            else:
                done(pit)
    counts = [fields for fields in asked.values() if any(blank.field == "count" for blank in fields)]
    stub_is_counted = pit.rules.dealing.stub_count.every is not None and pit.round.stub_counted
    assert len(counts) == ("progressive" in pit.rules.offers) + stub_is_counted


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_that_a_wrong_stub_undoes_names_who_counted_the_hands(rulebook: str) -> None:
    rules = rules_dealt_by(rulebook, "manual_shoe", ONE_DECK)
    pit = Pit(rules).sit(1).ready()
    wagered(pit)
    while (due_now := due_of(pit.rules, pit.state)) and due_now.kind != "stub":
        duty = next_duty(pit.rules, pit.state)
        pit.do(duty.command if duty else c.Decide(seat=1, action="check"))
    pit.do(c.CountStub(count=51 - pit.round.drawn, by="dealer:deana"))
    hands, _ = hands_due(pit.rules, pit.round)
    events = pit.do(c.CheckHands(hands=hands, by="dealer:deana"))
    assert [event.by for event in events if isinstance(event, e.IrregularityReported)] == ["dealer:deana"]


def read_card(pit: Pit) -> None:
    """The next card that is not out yet, read by the dealer."""
    card = next(card for card in DECK if card not in set(out_of_deck(pit.round)))
    pit.do(c.DealCard(card=card, by="dealer:deana"))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_idle_table_is_spread_when_the_last_player_has_left_and_reopened_when_one_arrives(rulebook: str) -> None:
    """Also where a round had been opened, which nobody is left to wager in."""
    pit = Pit(rules_with(rulebook)).sit(1).ready()
    assert idle_duty(pit.rules, pit.state) is None, "somebody sits there"
    assert pit.refused(c.SpreadIdle()).code == "not_idle"
    pit.do(c.Leave(seat=1))
    duty = idle_duty(pit.rules, pit.state)
    assert duty is not None
    pit.do(duty.command)
    assert (pit.state.idle, pit.state.round, pit.state.rounds) == (True, None, 0)
    assert next_duty(pit.rules, pit.state) is None, "nothing more is done with the cards until a player arrives"
    deck = pit.state.decks[0].deck
    assert pit.refused(c.PrepareDeck(deck=deck, step=first_step(pit))).code == "nobody_there"
    before = len(pit.events)
    pit.sit(3).ready()
    steps = [one.step for one in pit.events[before:] if isinstance(one, e.DeckPrepared) and one.deck == deck]
    assert steps[-5:] == ["spread_face_up", "offer_first_look", "turn_face_down", "wash", "stack"]
    assert pit.round.number == 1, "the round that was called off left no gap"


@pytest.mark.parametrize("rulebook", ["ma-fcp-1", "ma-fcp-2"])
def test_each_deck_of_an_idle_table_is_turned_up_on_arrival_and_not_sorted_as_a_new_one(rulebook: str) -> None:
    pit = Pit(rules_with(rulebook)).sit(1).ready()
    pit.do(c.Leave(seat=1))
    pit.do(c.SpreadIdle())
    pit.sit(1)
    turned_up = []
    while not pit.state.round:
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        if isinstance(duty.command, c.PrepareDeck) and duty.command.step == "spread_face_up":
            turned_up.append(duty.clause)
        pit.do(duty.command)
    assert turned_up == ["ma-fcp-1:5(e)#2"] * 2, "two decks lay spread"


def first_step(pit: Pit) -> str:
    """The first opening step of an idle table's decks."""
    steps = [step.step for step in pit.rules.rulebook.opening.steps]
    return next(step for step in steps if step not in pit.state.decks[0].prepared)


AWARDED: dict[str, dict[int | str, str]] = {
    "md-tcp": {1: "As Ks Qs"},
    "md-fcp": {1: "As Ah Ad Ac 9d"},
    "ma-fcp-1": {1: "As Ah Ad Ac 9d"},
    "ma-fcp-2": {1: "As Ah Ad Ac 9d"},
    "md-uth": {1: "As Ks", "community": "Qs Js Ts 2d 3c"},
}


def award_pending(rulebook: str, dealer: str) -> Pit:
    """A round in which seat 1 holds a hand that wins the Progressive, its award waiting."""
    rules = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    pit = Pit(rules).sit(1).ready(stacked(rules, AWARDED[rulebook]))
    wagered(pit)
    while pit.round.pending is None:
        duty = next_duty(pit.rules, pit.state)
        times = 4 if rulebook == "md-uth" else 1
        pit.do(duty.command if duty else c.Decide(seat=1, action="play", stake_cents=1500 * times))
    pit.state = replace(pit.state, dealer=dealer)
    return pit


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_award_is_verified_by_the_dealer_and_validated_by_a_floorperson(rulebook: str) -> None:
    pit = award_pending(rulebook, "human")
    duty = due(pit)
    assert (type(duty.command), duty.by) == (c.VerifyAward, "dealer")
    assert [blank.field for blank in duty.blanks] == ["hand_wins", "light_on"]
    assert pit.refused(duty.command).code == "hand_not_verified"
    assert pit.refused(c.VerifyAward(seat=1, hand_wins=True)).code == "light_off"
    assert pit.refused(c.ValidateAward(seat=1, by="floor:kim")).code == "light_off", "the dealer has not looked yet"
    done(pit)
    duty = due(pit)
    assert (type(duty.command), duty.by) == (c.ValidateAward, "floor")
    # A full meter is nowhere paid from the inventory; where the text does not say so, the floor says what paid it.
    in_one_way = pit.rules.rulebook.progressive.full_award_source is not None
    assert [blank.field for blank in duty.blanks] == ([] if in_one_way else ["source"])
    for nobody in (SYSTEM, "dealer:deana", "dealer:dora"):
        assert pit.refused(replace(duty.command, by=nobody)).code == "needs_floor"
    done(pit)
    verified = next(one for one in pit.events if isinstance(one, e.AwardVerified))
    paid = next(one for one in pit.events if isinstance(one, e.AwardPaid))
    assert (verified.by, paid.validated_by) == ("dealer:deana", "floor:kim")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_who_verified_an_award_does_not_validate_it(rulebook: str) -> None:
    pit = award_pending(rulebook, "human")
    pit.do(c.VerifyAward(seat=1, hand_wins=True, light_on=True, by="floor:kim"))
    assert pit.refused(c.ValidateAward(seat=1, by="floor:kim")).code == "needs_floor"
    pit.do(c.ValidateAward(seat=1, by="casino_supervisor:lee"))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_houses_system_verifies_and_validates_where_it_deals(rulebook: str) -> None:
    pit = award_pending(rulebook, "virtual").on()
    paid = next(one for one in pit.events if isinstance(one, e.AwardPaid))
    assert paid.validated_by == SYSTEM
    assert narrate(pit.rules, paid)[0].startswith("The house's system validates the award.")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_on_who_left_a_floorperson_rules_with_a_reason(rulebook: str) -> None:
    pit = Pit(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).sit(1, 2).ready()
    wagered(pit)
    pit.on()
    pit.do(c.Leave(seat=1))
    pit.state = replace(pit.state, dealer="human")
    duty = due(pit)
    may_be_lost = rulebook.startswith("md-")
    assert (type(duty.command), duty.by) == (c.Abandon, "floor")
    assert [blank.field for blank in duty.blanks] == (["lost", "reason"] if may_be_lost else ["reason"])
    assert isinstance(filled(duty, {"lost": "yes"}), Refusal), "a ruling has its reason"
    for nobody in (SYSTEM, "dealer:deana"):
        command = filled(duty, {"lost": "no", "reason": "gone for good"})
        assert not isinstance(command, Refusal)
        assert pit.refused(replace(command, by=nobody)).code == "needs_floor"
    done(pit, lost="no", reason="gone for good")
    ruled = next(one for one in pit.events if isinstance(one, e.WagersAbandoned))
    assert (ruled.by, ruled.lost, ruled.reason) == ("floor:kim", False, "gone for good")
