"""What a table refuses under every rulebook: a code, a sentence that helps, and a clause that exists."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.register import all_clauses
from croupier.table.irregularities.remedies import unruled
from croupier.table.procedure.dealing import due_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal

from .pit import Pit, rules_dealt_by, stacked

BOOKS = rulebook_ids()
MAIN = {"md-uth": {"ante": 2500, "blind": 2500}}
ONE_DECK = {"cards.decks": 1, "equipment.shuffler.counts_cards": False}
FLOOR = "floor:kim"

Situation = Callable[[str], Pit]


def refused(pit: Pit, command: c.AnyCommand) -> Refusal:
    """The refusal, in its form."""
    refusal = pit.refused(command)
    assert refusal.sentence[:1].strip()
    assert not refusal.sentence[0].islower()
    assert refusal.clause in all_clauses()
    return refusal


def bare(rulebook: str) -> Pit:
    """A table with nobody and nothing at it."""
    return Pit(rules_dealt_by(rulebook, "manual_shoe", ONE_DECK))


def decked(rulebook: str) -> Pit:
    """A table that has received a deck."""
    pit = bare(rulebook)
    pit.do(c.ReceiveDeck(deck="red-1", back="red"))
    return pit


def open_(rulebook: str) -> Pit:
    """Two players, and a round open for wagers."""
    return bare(rulebook).sit(1, 2).ready()


def staked(rulebook: str) -> Pit:
    """Both have made the wagers that a box plays with."""
    pit = open_(rulebook)
    for seat in (1, 2):
        pit.wager(seat, **MAIN.get(rulebook, {"ante": 2500}))
    return pit


def asked(rulebook: str) -> Pit:
    """Cards are dealt and seat 1 is asked."""
    return staked(rulebook).on()


def at_stub(rulebook: str) -> Pit:
    """The stub is due to leave the shoe."""
    pit = staked(rulebook)
    if rulebook == "md-uth":  # where the community cards come first
        pit.on().answer("check", "check")
        for seat in (1, 2):
            pit.do(c.Decide(seat=seat, action="check"))
    return pit.until("stub")


def settling(rulebook: str) -> Pit:
    """Both play, and the settlement has come to seat 2."""
    pit = asked(rulebook)
    for seat in (1, 2):
        pit.do(c.Decide(seat=seat, action="play", stake_cents=10_000 if rulebook == "md-uth" else 2500))
    pit.until("settle")
    while not any(line.seat == 2 for line in pit.round.lines):
        pit.do(c.SettleNext())
    return pit


REFUSED: list[tuple[str, Situation, c.AnyCommand, str, str]] = [
    ("a seat before the first", bare, c.Sit(seat=0, player="Ann"), "no_seat", "seats 1 to"),
    ("a seat after the last", bare, c.Sit(seat=8, player="Ann"), "no_seat", "seats 1 to"),
    ("a taken seat", open_, c.Sit(seat=1, player="Ann"), "seat_taken", "choose another"),
    ("nobody sits down", bare, c.Sit(seat=1, player=" "), "no_name", "needs a name"),
    ("nobody leaves", bare, c.Leave(seat=1), "not_seated", "Nobody sits in seat 1"),
    ("a step of no round", bare, c.Perform(step="no_more_bets"), "no_round", "no more bets is not possible; open one"),
    ("a deal of no round", bare, c.Deal(), "no_round", "dealing is not possible"),
    ("a card of no round", bare, c.DealCard(card=DECK[0]), "no_round", "a card is not possible"),
    ("a face-up card of no round", bare, c.DealCard(card=DECK[0], face_up=True), "no_round", "a card is not possible"),
    ("a face-up card undue", open_, c.DealCard(card=DECK[0], face_up=True), "out_of_order", "Before a card comes"),
    ("a stub of no round", bare, c.CountStub(count=44), "no_round", "counting the stub is not possible"),
    ("a stub undue", open_, c.CountStub(count=44), "out_of_order", "Before counting the stub comes"),
    ("hands of no round", bare, c.CheckHands(hands=()), "no_round", "counting the hands is not possible"),
    ("an answer of no round", bare, c.Decide(seat=1, action="fold"), "no_round", "a decision is not possible"),
    ("a settlement of no round", bare, c.SettleNext(), "no_round", "settling is not possible"),
    ("a settlement too early", asked, c.SettleNext(), "out_of_order", "Before settling, seat 1 decides"),
    (
        "a fault of no round", bare, c.Report(kind="wrong_number_of_cards"), "no_round",
        "No round is under way, so no card of one can have gone wrong",
    ),
    ("a ruling on no round", bare, c.Abandon(seat=1, lost=False, reason="left", by=FLOOR), "not_in_round", "under way"),
    (
        "a ruling on a settled seat", settling, c.Abandon(seat=2, lost=False, reason="left", by=FLOOR), "too_late",
        "settled already",
    ),
    (
        "a wager on no round", bare, c.PlaceWager(seat=1, wager="ante", stake_cents=1000), "no_round",
        "wait until the dealer opens one",
    ),
    ("no wager to take back", open_, c.WithdrawWager(seat=1, wager="ante"), "no_wager", "no ante in box 1"),
    ("no round to take back from", bare, c.WithdrawWager(seat=1, wager="ante"), "no_round", "No round is open"),
    ("fewer than no cards", at_stub, c.CountStub(count=-1), "count", "count the stub again"),
    ("more than two decks", at_stub, c.CountStub(count=105), "count", "105 cards cannot be"),
    ("meters of elsewhere", settling, c.SettleNext(meters=(("gas", 5),)), "meters", "of this table, in this order: "),
    ("a meter below nothing", settling, c.SettleNext(meters=(("progressive", -1),)), "meters", "Read every meter"),
    ("a deck without a name", bare, c.ReceiveDeck(deck=" ", back="red"), "no_name", "say which it is"),
    ("a deck twice", decked, c.ReceiveDeck(deck="red-1", back="blue"), "deck_present", "at the table already"),
    ("preparing no deck", bare, c.PrepareDeck(deck="green", step="inspect"), "no_deck", "receive it first"),
    ("shuffling no deck", bare, c.Shuffle(deck="green", method="manual"), "no_deck", "receive it first"),
    ("cutting no deck", bare, c.CutDeck(deck="green", depth=26), "no_deck", "receive it first"),
    ("cutting a dealt deck", asked, c.CutDeck(deck="red-1", depth=26), "deck_in_play", "until the round is over"),
    ("recutting no deck", bare, c.OrderRecut(deck="green", reason="odd", by=FLOOR), "no_deck", "receive it first"),
    ("ordering no deck", bare, c.OrderShuffle(deck="green", reason="odd", by=FLOOR), "no_deck", "receive it first"),
    ("removing no deck", bare, c.RemoveDeck(deck="green", reason="worn"), "no_deck", "receive it first"),
]  # fmt: skip


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("at", "command", "code", "says"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_refused(rulebook: str, at: Situation, command: c.AnyCommand, code: str, says: str) -> None:
    refusal = refused(at(rulebook), command)
    assert refusal.code == code
    assert says in refusal.sentence


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_round_is_finished_by_the_rules_it_was_opened_with(rulebook: str) -> None:
    pit = staked(rulebook)
    own, pit.rules = pit.rules, rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    refusal = refused(pit, c.Perform(step="no_more_bets"))
    assert refusal.code == "other_rules"
    assert "finish it first" in refusal.sentence
    pit.rules = own
    pit.on()


@pytest.mark.clause("md-tcp:.07C(2)", "md-fcp:.07B(2)", "md-uth:7C(2)")
@pytest.mark.parametrize("rulebook", BOOKS)
def test_the_floor_rules_on_nobody_who_still_sits_there(rulebook: str) -> None:
    pit, leaving = asked(rulebook), load(rulebook).wagers.leaving
    ruling = c.Abandon(seat=2, lost=leaving.is_ == "floor_may_declare_abandoned", reason="looks away", by=FLOOR)
    refusal = refused(pit, ruling)
    assert (refusal.code, refusal.clause) == ("still_seated", leaving.clause[0])
    pit.do(c.Leave(seat=2))
    pit.do(c.Sit(seat=2, player="player 2"))
    assert refused(pit, ruling).code == "still_seated"
    assert unruled(pit.round) is None
    pit.do(c.Leave(seat=2))
    pit.do(ruling)


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
@pytest.mark.parametrize("lost", [True, False])
def test_wagers_that_are_ruled_lost_stay_lost(rulebook: str, lost: bool) -> None:
    pit = asked(rulebook)
    pit.do(c.Leave(seat=2))
    pit.do(c.Abandon(seat=2, lost=True, reason="left", by=FLOOR))
    refusal = refused(pit, c.Abandon(seat=2, lost=lost, reason="came back", by=FLOOR))
    assert refusal.code == "ruled"
    assert "ruled already" in refusal.sentence


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_hand_is_on_record_only_where_a_stack_is_taken(rulebook: str) -> None:
    """At a shoe nothing is held: a hand named there means nothing, and another one later is no breach."""
    pit = staked(rulebook)
    for hand in ("left", "right"):
        due = due_of(pit.rules, pit.state)
        assert due is not None
        pit.do(c.Perform(step=due.step, hand=hand))
        assert pit.round.holding_hand == ""
    assert not [event for event in pit.events if isinstance(event, e.ConductNoted)]


def test_trips_is_settled_at_once_where_the_whole_board_is_up() -> None:
    """Face-up cards found in the stub after the last community card: nothing is left to deal or to turn."""
    rules = rules_dealt_by("md-uth", "manual_shoe", ONE_DECK)
    hands: dict[int | str, str] = {1: "9c 9d", "dealer": "Qh 3d", "community": "9h 7d 2c Js Qc"}
    pit = Pit(rules).sit(1).ready(stacked(rules, hands)).wager(1, ante=2500, blind=2500, trips=500).on()
    pit.answer("check")
    pit.do(c.Decide(seat=1, action="check"))
    pit.until("stub")
    assert pit.round.community_up == 5
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.order is not None
    following = deck.order[pit.round.drawn :][:2]
    report = c.Report(kind="face_up_cards", case="several_after_initial_deal", exposed=following[::-1])
    assert pit.refused(report).code == "wrong_card", "a deck whose order is known cannot show other cards"
    events = pit.do(replace(report, exposed=following))
    assert not [event for event in events if isinstance(event, e.CardsDealt | e.CommunityTurned)]
    assert (pit.line(1, "trips").outcome, pit.line(1, "trips").paid_cents) == ("win", 1500)
    assert (pit.line(1, "ante").outcome, pit.line(1, "blind").outcome) == ("void", "void")
