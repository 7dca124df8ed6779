"""Who may report what went wrong at a table, when, and of which devices."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.load import load, rulebook_ids
from croupier.table.procedure.dealer import next_duty
from croupier.table.settlement.described import Irregularity, RoundDescribed, SeatDescribed, settle_described
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.table.books import guarding
from tests.table.pit import Pit, rules_dealt_by
from tests.table.procedure.decks.test_devices_out_of_use import FLOOR, clause, staked, without

BOOKS = rulebook_ids()
ONE_DECK: dict[str, Any] = {"cards.decks": 1}
BY_HAND = {**ONE_DECK, "equipment.shuffler.kind": "manual", "equipment.shuffler.counts_cards": False}
SHOE_JAM = c.Report(kind="dealing_shoe_jam")
DEALING_ONLY = {
    "dealing_shoe_jam": ({"md-tcp": ".13G", "md-fcp": ".13G#1", "md-uth": "13I"}, "14(f)#1"),
    "face_up_cards": ({"md-tcp": ".13B", "md-fcp": ".13B", "md-uth": "13B"}, "14(a)#2"),
    "card_drawn_in_error": ({"md-tcp": ".13C", "md-fcp": ".13C", "md-uth": "13D"}, "14(b)"),
}


def dealing(rules: GameRules) -> Pit:
    """A round of which one card is dealt."""
    pit = staked(Pit(rules).sit(1).ready()).until("deal")
    pit.do(c.DealCard(card=DECK[0]))
    return pit


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("by", ["player:ann", "ann", "system", ""])
def test_nothing_is_reported_on_a_players_word(rulebook: str, by: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK))
    known = [remedy for remedy in load(rulebook).irregularities.remedies if remedy.when.holds(pit.rules.look)]
    for remedy in known:
        refusal = pit.refused(c.Report(kind=remedy.kind, case=remedy.case, by=by))
        assert (refusal.code, refusal.clause) == ("needs_dealer", remedy.clause[0])


def several(rulebook: str, kind: str, after: bool) -> str:
    """The case that this is a report of."""
    if kind == "card_drawn_in_error":
        return "unseen"
    if kind != "face_up_cards":
        return ""
    if rulebook != "md-uth":
        return "several"
    return "several_after_initial_deal" if after else "several_before_initial_deal"


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("kind", DEALING_ONLY)
@pytest.mark.parametrize("by", ["dealer:lee", FLOOR])
def test_once_the_dealing_is_over_neither_jams_nor_face_up_cards_undo_the_round(
    rulebook: str, kind: str, by: str
) -> None:
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).on()
    wanted = clause(rulebook, *DEALING_ONLY[kind])
    late = c.Report(kind=kind, case=several(rulebook, kind, after=True), by=by)
    while pit.round.phase not in ("closed", "void"):
        refusal = pit.refused(late)
        assert (refusal.code, refusal.clause) == ("all_dealt", wanted), pit.round.phase
        if pit.round.to_ask:
            action = "play" if rulebook != "md-uth" or pit.round.point == "after_river" else "check"
            stake = 2500 if action == "play" else 0
            pit.do(c.Decide(seat=1, action=action, stake_cents=stake))
        else:
            step(pit)
    assert pit.round.phase == "closed"


def step(pit: Pit) -> None:
    """The house's next duty."""
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    pit.do(duty.command)


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("kind", ["dealing_shoe_jam", "face_up_cards"])
def test_while_the_stub_is_in_the_shoe_they_still_do(rulebook: str, kind: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).until("stub")
    pit.do(c.Report(kind=kind, case=several(rulebook, kind, after=True)))
    assert pit.round.phase == "void"


@pytest.mark.clause("md-uth:13C")
def test_trips_is_settled_if_cards_lie_face_up_when_the_stub_is_removed_and_everybody_has_two() -> None:
    rules = rules_dealt_by("md-uth", "automated_shoe", ONE_DECK)
    pit = staked(Pit(rules).sit(1).ready(DECK)).wager(1, trips=500).until("stub")
    early = c.Report(kind="face_up_cards", case="several_before_initial_deal")
    assert pit.refused(early).code == "which_case"
    pit.do(c.Report(kind="face_up_cards", case="several_after_initial_deal"))
    assert pit.line(1, "trips").outcome in ("win", "lose")
    assert pit.line(1, "ante").outcome == "void"


@pytest.mark.clause("md-uth:13B")
def test_before_everybody_has_two_cards_the_later_case_is_refused() -> None:
    pit = dealing(rules_dealt_by("md-uth", "automated_shoe", ONE_DECK))
    assert pit.refused(c.Report(kind="face_up_cards", case="several_after_initial_deal")).code == "which_case"


@pytest.mark.clause("md-uth:13I", "md-uth:13H")
def test_cards_held_in_the_device_for_the_dealer_are_needed_until_they_are_up() -> None:
    rules = rules_dealt_by("md-uth", "automated_shoe", ONE_DECK, dealer_cards="held_in_device")
    needed = c.Report(kind="shuffler_jam", case="device_holds_cards_needed", by=FLOOR)
    for jam in (SHOE_JAM, needed):
        pit = dealing(rules).on().answer("check", "check")
        pit.do(c.Decide(seat=1, action="play", stake_cents=2500))
        before = pit.state
        pit.do(jam)
        assert pit.round.phase == "void"
        pit.state = before
        pit.do(c.Perform(step="reveal_dealer"))
        assert pit.refused(jam).code == "all_dealt"


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_a_shoe_that_is_not_there_does_not_jam(rulebook: str, method: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, method, ONE_DECK))
    refusal = pit.refused(SHOE_JAM)
    assert (refusal.code, refusal.clause) == ("no_device", clause(rulebook, *DEALING_ONLY["dealing_shoe_jam"]))


SHUFFLER = {"md-tcp": ".13F", "md-fcp": ".13F", "md-uth": "13H"}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_shuffler_that_is_not_there_does_not_jam(rulebook: str) -> None:
    pit = staked(Pit(rules_dealt_by(rulebook, "manual_shoe", BY_HAND)).sit(1).ready())
    for case in ("", "device_holds_cards_needed") if rulebook == "md-uth" else ("",):  # nobody is asked which case
        for by in (FLOOR, "dealer:deana"):
            refusal = pit.refused(c.Report(kind="shuffler_jam", case=case, by=by))
            assert (refusal.code, refusal.clause) == ("no_device", clause(rulebook, SHUFFLER, "14(e)"))


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_device_that_is_out_of_use_does_not_fail_again(rulebook: str) -> None:
    pit = without(dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)), "shoe")
    refusal = pit.refused(SHOE_JAM)
    assert (refusal.code, refusal.clause) == ("no_device", clause(rulebook, *DEALING_ONLY["dealing_shoe_jam"]))


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_shuffler_whose_only_deck_is_in_play_does_not_jam(rulebook: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK))
    case = "other_deck" if rulebook == "md-uth" else ""
    refusal = pit.refused(c.Report(kind="shuffler_jam", case=case, by=FLOOR))
    assert (refusal.code, refusal.clause) == ("nothing_to_shuffle", clause(rulebook, SHUFFLER, "14(e)"))


@pytest.mark.parametrize("rulebook", guarding("md-tcp:.13C", "md-fcp:.13C", "md-uth:13D", "ma-fcp-1:14(b)"))
@pytest.mark.parametrize("case", ["goes_on", "void"])
def test_the_floor_decides_on_an_exposure_that_is_not_listed(rulebook: str, case: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).on()
    seen = c.Report(kind="unlisted_exposure", case=case)
    assert pit.refused(seen).code == "needs_floor"
    assert pit.refused(c.Report(kind="unlisted_exposure", by=FLOOR)).code == "which_case"
    pit.do(c.Report(kind="unlisted_exposure", case=case, by=FLOOR))
    assert (pit.round.phase == "void") is (case == "void")


def described(rulebook: str, wrong: Irregularity, **elections: str) -> Refusal:
    """The refusal of a described round with this irregularity."""
    seats = (SeatDescribed(seat=1, wagers_cents={"ante": 1000}),)
    told = RoundDescribed(rules=rulebook, elections=dict(elections), seats=seats, irregularity=wrong)
    answer = settle_described(elect(rulebook, elections), told)
    assert isinstance(answer, Refusal)
    return answer


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_a_described_round_has_no_jam_of_a_shoe_that_is_not_there(rulebook: str, method: str) -> None:
    refusal = described(rulebook, Irregularity(kind="dealing_shoe_jam"), dealing=method)
    assert (refusal.code, refusal.clause) == ("no_device", clause(rulebook, *DEALING_ONLY["dealing_shoe_jam"]))


@pytest.mark.parametrize(
    ("rulebook", "kind"),
    [("md-uth", "shuffler_jam"), *((rulebook, "unlisted_exposure") for rulebook in BOOKS)],
)
def test_whoever_describes_a_round_says_which_case_it_is_where_they_end_differently(rulebook: str, kind: str) -> None:
    refusal = described(rulebook, Irregularity(kind=kind))
    assert refusal.code == "which_case"
    for remedy in load(rulebook).irregularities.remedies:
        assert remedy.kind != kind or remedy.case in refusal.sentence


@pytest.mark.parametrize("rulebook", BOOKS)
def test_before_the_bets_are_closed_nothing_of_the_deal_can_have_gone_wrong(rulebook: str) -> None:
    pit = staked(Pit(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).sit(1).ready())
    for remedy in load(rulebook).irregularities.remedies:
        if remedy.kind not in ("shuffler_jam", "dealing_shoe_jam", "device_lost"):
            refusal = pit.refused(c.Report(kind=remedy.kind, case=remedy.case, exposed=DECK[:1], by=FLOOR))
            assert (refusal.code, refusal.clause) == ("out_of_order", remedy.clause[0]), remedy.remedy
            assert refusal.sentence.startswith("No card of this round is out yet")


@pytest.mark.parametrize("rulebook", BOOKS)
def test_who_reports_what_cannot_be_here_is_told_what_can(rulebook: str) -> None:
    """No device is missed where the cards are loaded and dealt without one."""
    pit = dealing(rules_dealt_by(rulebook, "manual_shoe", ONE_DECK))
    refusal = pit.refused(c.Report(kind="device_lost"))
    assert refusal.code == "no_such_irregularity"
    assert "wrong_number_of_cards" in refusal.sentence
    assert refusal.sentence.count("device_lost") == 1, "it is not among those that there are"


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("case", ["goes_on", "void"])
def test_when_the_dealers_hand_is_up_no_card_is_seen_too_early(rulebook: str, case: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).on()
    while pit.round.to_ask:
        action = "play" if rulebook != "md-uth" or pit.round.point == "after_river" else "check"
        pit.do(c.Decide(seat=1, action=action, stake_cents=2500 if action == "play" else 0))
        while not pit.round.to_ask and not pit.round.dealer_revealed:
            step(pit)
    refusal = pit.refused(c.Report(kind="unlisted_exposure", case=case, by=FLOOR))
    assert refusal.code == "already_revealed"


@pytest.mark.parametrize("rulebook", guarding("md-tcp:.13A", "md-fcp:.13A(1)", "md-uth:13A", "ma-fcp-1:14(a)#1"))
def test_a_single_face_up_card_that_is_reported_is_named_and_set_aside(rulebook: str) -> None:
    pit = dealing(rules_dealt_by(rulebook, "manual_shoe", ONE_DECK))
    one = c.Report(kind="face_up_cards", case="one")
    assert pit.refused(one).code == "which_card"
    assert pit.refused(replace(one, exposed=DECK[1:3])).code == "which_case"
    pit.do(replace(one, exposed=DECK[1:2]))
    assert pit.round.set_aside == DECK[1:2]
    assert pit.refused(replace(one, exposed=DECK[2:3])).code == "which_case"
    pit.do(c.DealCard(card=DECK[2]))


@pytest.mark.parametrize(("rulebook", "rule"), [("md-tcp", ".13E"), ("ma-fcp-1", "14(d)"), ("ma-fcp-2", "14(d)")])
def test_a_dealer_without_cards_has_none_exposed(rulebook: str, rule: str) -> None:
    """Where the dealer's hand comes last; elsewhere it comes before the players' or with them."""
    pit = dealing(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK))
    refusal = pit.refused(c.Report(kind="dealer_card_exposed"))
    assert (refusal.code, refusal.clause) == ("no_card", clause(rulebook, {rulebook: rule}, rule))


@pytest.mark.parametrize("rulebook", BOOKS)
def test_cards_that_a_failed_shuffler_held_are_shuffled_again_on_the_word_of_who_reported_it(rulebook: str) -> None:
    pit = staked(Pit(rules_dealt_by(rulebook, "automated_shoe", {"cards.decks": 2})).sit(1).ready())
    case = "other_deck" if rulebook == "md-uth" else ""
    events = pit.do(c.Report(kind="shuffler_jam", case=case, by=FLOOR))
    ordered = [event.by for event in events if isinstance(event, e.ShuffleOrdered)]
    assert ordered
    assert set(ordered) == {FLOOR}


@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
def test_a_shuffle_on_order_is_refused_where_the_rules_know_none(edition: str) -> None:
    pit = staked(Pit(rules_dealt_by(edition, "automated_shoe", ONE_DECK)).sit(1).ready())
    refusal = pit.refused(c.OrderShuffle(deck=pit.round.deck, reason="seen", by=FLOOR))
    assert (refusal.code, refusal.clause) == ("no_such_order", "ma-fcp-1:5(a)#1")
    assert "no shuffle on order" in refusal.sentence, "whoever orders it"
