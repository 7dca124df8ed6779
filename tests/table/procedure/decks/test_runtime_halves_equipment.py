"""What only a table in play shows of the clauses on devices, decks, the discard rack and signs."""

import msgspec
import pytest

from croupier.cards import DECK, parse_cards
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import out_of_deck
from croupier.table.procedure.script import script_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit, rules_dealt_by, rules_with, stacked


def case(clause: str, *values: object) -> object:
    """A row that guards a clause; its first value is the clause's rulebook."""
    return pytest.param(clause.partition(":")[0], *values, marks=pytest.mark.clause(clause))


@pytest.mark.parametrize(
    "rulebook", [case("md-tcp:.05C"), case("md-uth:5C"), case("md-fcp:.05B#1"), case("ma-fcp-1:5(a)#5")]
)
@pytest.mark.parametrize("feeds", [True, False])
def test_a_shuffler_that_feeds_the_shoe_leaves_nothing_to_load(rulebook: str, feeds: bool) -> None:
    rules = rules_dealt_by(rulebook, "manual_shoe", {"equipment.shuffler.feeds_shoe": feeds})
    pit = Pit(rules).sit(1).ready()
    main = {"ante": 1500, "blind": 1500} if "blind" in rules.offers else {"ante": 1500}
    pit.wager(1, **main)
    prompted = []
    while pit.round.phase != "decisions":
        duty = next_duty(rules, pit.state)
        assert duty is not None
        prompted.append(getattr(duty.command, "step", ""))
        pit.do(duty.command)
    assert ("load_shoe" in prompted) is not feeds
    assert "no_more_bets" in prompted


@pytest.mark.parametrize("rulebook", [case("md-tcp:.05D(1)"), case("md-uth:5E(1)")])
@pytest.mark.parametrize("method", ["automated_shoe", "manual_shoe", "hand"])
@pytest.mark.parametrize("counts", [True, False])
def test_a_counting_shuffler_switches_the_stub_count_off(rulebook: str, method: str, counts: bool) -> None:
    rules = rules_dealt_by(rulebook, method, {"equipment.shuffler.counts_cards": counts, "cards.decks": 1})
    pit = Pit(rules).sit(1)
    main = {"ante": 1500, "blind": 1500} if "blind" in rules.offers else {"ante": 1500}
    for _ in range(6):
        pit.ready().wager(1, **main).on()
        while pit.round.to_ask:
            pit.answer("check" if pit.round.point in ("before_flop", "after_flop") else "fold")
    rounds_counted = [event for event in pit.events if isinstance(event, e.StubCounted)]
    assert len(rounds_counted) == (0 if counts else 1)


@pytest.mark.clause("md-uth:5I")
def test_a_self_reshuffling_device_needs_approval_and_knows_no_cut() -> None:
    kind = {"equipment.shuffler.kind": "self_reshuffling"}
    with pytest.raises(BadInput, match="md-uth:5I"):
        rules_with("md-uth", filed=kind)
    rules = rules_with("md-uth", filed={**kind, "equipment.shuffler.approval": "Approval on file"})
    pit = Pit(rules).sit(1).ready()
    assert not [event for event in pit.events if isinstance(event, e.DeckCut)]
    other = next(deck.deck for deck in pit.state.decks if deck.deck != pit.round.deck)
    pit.do(c.Shuffle(deck=other, method="automated", order=DECK, count=52))
    assert pit.refused(c.CutDeck(deck=other, depth=26)).code == "no_cut"


def failed(rules: GameRules) -> Pit:
    """A table whose shuffler jammed between two rounds."""
    pit = Pit(rules).sit(1).ready().wager(1, ante=1000).on().answer("fold")
    pit.do(c.Report(kind="shuffler_jam"))
    return pit


@pytest.mark.parametrize(
    ("rulebook", "step"),
    [
        case("md-fcp:.13H(1)", "cover_device"),
        case("md-fcp:.13H(2)", "post_out_of_order_sign"),
        case("md-fcp:.13H", "cover_device"),
        case("ma-fcp-1:14(g)", "remove_device"),
    ],
)
def test_another_method_waits_until_the_failed_device_is_dealt_with(rulebook: str, step: str) -> None:
    rules = rules_with(rulebook, filed={"cards.decks": 1})
    pit = failed(rules)
    deck = pit.state.decks[0].deck
    by_hand = c.Shuffle(deck=deck, method="manual", order=DECK)
    clause = rules.rulebook.irregularities.device_out_of_order[0].clause[0]
    assert pit.refused(c.OpenRound()).clause == clause
    blocked = pit.refused(by_hand)
    assert (blocked.code, blocked.clause) == ("other_method", clause)
    pit.do(c.TreatDevice(device="shuffler", step=step))
    pit.do(by_hand)
    assert pit.refused(c.Shuffle(deck=deck, method="automated", order=DECK)).code == "device_failed"


@pytest.mark.clause("ma-fcp-1:14(g)")
@pytest.mark.parametrize("step", ["cover_device", "post_out_of_order_sign"])
def test_in_massachusetts_a_cover_or_a_sign_is_not_enough(step: str) -> None:
    pit = failed(rules_with("ma-fcp-1"))
    refusal = pit.refused(c.TreatDevice(device="shuffler", step=step))
    assert (refusal.code, refusal.clause) == ("treatment", "ma-fcp-1:14(g)")
    assert pit.refused(c.Shuffle(deck=pit.state.decks[0].deck, method="manual", order=DECK)).code == "other_method"


@pytest.mark.clause("md-fcp:.02F")
def test_every_card_of_a_round_ends_in_the_discard_rack() -> None:
    rules = rules_with("md-fcp")
    pit = Pit(rules).sit(1, 2, 3).ready()
    for seat in (1, 2, 3):
        pit.wager(seat, ante=1000, aces_up=500, six_card_bonus=500)
    pit.on().answer("fold", "play:1", "play:3")
    racked = [card for _, held in pit.round.rack for card in held]
    assert sorted(map(str, racked)) == sorted(map(str, out_of_deck(pit.round)))
    assert len(racked) == 5 * 3 + 6 + 1
    with pytest.raises(BadInput, match=r"md-fcp:\.02F"):
        rules_with("md-fcp", filed={"equipment.discard_rack_attached": False})


@pytest.mark.parametrize("rulebook", [case("md-fcp:.03A(2)"), case("ma-fcp-1:2(a)#3")])
def test_the_one_cover_card_is_never_dealt(rulebook: str) -> None:
    rules = rules_with(rulebook)
    assert rules.rulebook.cards.cover_cards.is_ == 1
    with pytest.raises(BadInput):
        rules_with(rulebook, filed={"cards.cover_cards": 2})
    pit = Pit(rules)
    twice = pit.refused(c.ReceiveDeck(deck="red-1", back="red", pre_inspected=True, order=(*DECK, DECK[0])))
    assert twice.code == "not_a_deck"
    for text in ("cover", "Xx", "--"):
        with pytest.raises((BadInput, ValueError)):
            parse_cards(text)
        with pytest.raises((BadInput, msgspec.ValidationError)):
            msgspec.convert({"command": "DealCard", "card": text}, c.DealCard)


@pytest.mark.clause("ma-fcp-1:1/stub")
@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize(("method", "dealers"), [("automated_shoe", 10), ("manual_shoe", 6), ("hand", 6)])
def test_the_stub_is_what_the_round_left_of_the_deck(seats: int, method: str, dealers: int) -> None:
    rules = rules_dealt_by("ma-fcp-1", method)
    pit = Pit(rules).sit(*range(1, seats + 1)).ready()
    for seat in range(1, seats + 1):
        pit.wager(seat, ante=1000)
    pit.until("stub")
    stub = 52 - (5 * seats + dealers)
    assert len(DECK) - pit.round.drawn == stub
    assert len(set(DECK) - set(out_of_deck(pit.round))) == stub
    pit.do(c.CountStub(count=stub))
    assert pit.round.phase != "void"


@pytest.mark.clause("ma-fcp-1:12(e)#1")
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_number_of_hands_is_fixed_once_the_dealers_hand_is_out(seats: int) -> None:
    rules = rules_with("ma-fcp-1")
    pit = Pit(rules).sit(*range(1, seats + 1)).ready()
    for seat in range(1, seats + 1):
        pit.wager(seat, ante=1000, cover_all=100)
    pit.until("count_hands")
    assert len(pit.round.dealer) == 6
    (fixed,) = pit.do(c.Perform(step="count_hands"))
    assert isinstance(fixed, e.HandsFixed)
    assert fixed.hands == seats + 1
    pit.on().answer(*["fold"] * seats)
    assert pit.round.hands == seats + 1
    assert pit.round.phase == "closed"
    without = rules_with("ma-fcp-1", [wager for wager in rules.offers if wager != "cover_all"])
    assert "count_hands" not in [due.step for due in script_of(without)]


@pytest.mark.clause("ma-fcp-1:12(e)#2")
@pytest.mark.parametrize(("seats", "three_of_a_kind"), [(1, 8), (2, 6), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_the_payouts_on_the_screen_are_those_that_are_paid(seats: int, three_of_a_kind: int) -> None:
    rules = rules_with("ma-fcp-1")
    hands: dict[int | str, str] = dict.fromkeys(range(2, seats + 1), "")
    order = stacked(rules, {1: "9s 9h 9d 2c 4s", **hands, "dealer": "Ks Qh 7d 5c 3s Jh"})
    pit = Pit(rules).sit(*range(1, seats + 1)).ready(order)
    for seat in range(1, seats + 1):
        pit.wager(seat, ante=1000, cover_all=100)
    pit.on()
    (shown,) = [event for event in pit.events if isinstance(event, e.PayoutsDisplayed)]
    assert dict(shown.payouts)["three_of_a_kind"] == f"{three_of_a_kind} to 1"
    pit.answer(*["play:1"] * seats)
    for seat in range(1, seats + 1):
        line = pit.line(seat, "cover_all")
        assert line.line is not None
        assert line.odds == dict(shown.payouts)[line.line]
