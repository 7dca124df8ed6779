"""Three Card Poker, Maryland: what goes wrong, what the rules then require, and devices out of order."""

import pytest

from croupier.cards import DECK
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit
from tests.table.three_card import BY_HAND, METHODS, dealt_by

FULL = {"ante": 1500, "pair_plus": 500, "progressive": 100, "six_card_bonus": 500}
INITIAL = 500_000
FLOOR = "floor:kim"


def dealing(method: str = "automated_shoe") -> Pit:
    """A table about to deal, two seats with every wager but Play, the deck in its printed order."""
    return Pit(dealt_by(method)).sit(1, 4).ready(DECK).wager(1, **FULL).wager(4, pair_plus=500).until("deal")


def everything_went_back(pit: Pit, clause: str, play: int = 0) -> bool:
    """Whether the round is void by that clause, every wager returned, the meter as before, a shuffle due."""
    lines = {(line.seat, line.wager): line for line in pit.round.lines}
    stakes = {**{(1, wager): stake for wager, stake in FULL.items()}, (4, "pair_plus"): 500}
    if play:
        stakes[1, "play"] = play
    assert pit.round.phase == "void"
    assert {key: line.returned_cents for key, line in lines.items()} == stakes
    assert {(line.outcome, line.paid_cents, line.clause) for line in lines.values()} == {
        ("void", 0, f"md-tcp:{clause}")
    }
    assert len(pit.round.lines) == len(lines)
    assert (pit.net(1), pit.net(4), pit.state.meters[0].cents) == (0, 0, INITIAL)
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert not deck.removed
    return deck.shuffled == ""


@pytest.mark.clause("md-tcp:.13A")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("place", range(9))
def test_one_face_up_card_is_set_aside_and_the_next_takes_its_place(method: str, place: int) -> None:
    pit = dealing(method)
    for card in DECK[:place]:
        pit.do(c.DealCard(card=card))
    (aside,) = pit.do(c.DealCard(card=DECK[place], face_up=True))
    assert aside == e.CardSetAside(card=DECK[place], clause="md-tcp:.13A")
    pit.do(c.Deal())
    left = [card for card in DECK if card is not DECK[place]]
    straight = dealing(method)
    straight.do(c.Deal())
    moved = {card: left[DECK.index(card)] for card in DECK[:51]}
    assert [box.cards for box in pit.round.boxes] == [
        tuple(moved[card] for card in box.cards) for box in straight.round.boxes
    ]
    assert pit.round.dealer == tuple(moved[card] for card in straight.round.dealer)
    assert pit.round.set_aside == (DECK[place],)
    pit.until("ask")
    assert pit.round.phase == "decisions"


@pytest.mark.clause("md-tcp:.13B")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 8), (3, 9)])
def test_a_second_face_up_card_voids_the_round(method: str, first: int, second: int) -> None:
    pit = dealing(method)
    for place in range(second):
        pit.do(c.DealCard(card=DECK[place], face_up=place == first))
    pit.do(c.DealCard(card=DECK[second], face_up=True))
    assert everything_went_back(pit, ".13B")
    assert pit.refused(c.OpenRound()).code == "not_shuffled"


@pytest.mark.clause("md-tcp:.13C")
@pytest.mark.parametrize("method", METHODS)
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card(method: str) -> None:
    pit = dealing(method)
    pit.do(c.DealCard(card=DECK[0]))
    (told,) = pit.do(c.Report(kind="card_drawn_in_error", case="unseen"))
    assert isinstance(told, e.IrregularityReported)
    assert told.clause == "md-tcp:.13C"
    assert pit.refused(c.DealCard(card=DECK[2])).code == "wrong_card"
    pit.do(c.DealCard(card=DECK[1]))
    pit.do(c.Deal())
    straight = dealing(method)
    straight.do(c.Deal())
    assert [box.cards for box in pit.round.boxes] == [box.cards for box in straight.round.boxes]
    assert pit.round.dealer == straight.round.dealer


@pytest.mark.clause("md-tcp:.13D")
@pytest.mark.parametrize("moment", ["stub", "ask", "settle"])
def test_a_wrong_number_of_cards_anywhere_voids_the_whole_round(moment: str) -> None:
    pit = dealing()
    pit.until("stub")
    if moment != "stub":
        pit.until("ask")
    if moment == "settle":
        pit.do(c.Decide(seat=1, action="play", stake_cents=1500))
        pit.until("settle")
    pit.do(c.Report(kind="wrong_number_of_cards"))
    assert everything_went_back(pit, ".13D", play=1500 if moment == "settle" else 0)


def test_results_already_paid_are_taken_back_on_the_floors_word_when_a_hand_is_found_wrong() -> None:
    pit = dealing().until("ask")
    pit.do(c.Decide(seat=1, action="play", stake_cents=1500))
    pit.until("settle").do(c.SettleNext())
    paid = [line for line in pit.round.lines if line.seat == 4]
    assert paid
    assert pit.refused(c.Report(kind="wrong_number_of_cards")).code == "needs_floor"
    events = pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
    assert [event.line for event in events if isinstance(event, e.LineReversed)] == paid[::-1]
    assert everything_went_back(pit, ".13D", play=1500)


@pytest.mark.clause("md-tcp:.13E")
def test_a_dealers_card_seen_early_voids_the_round() -> None:
    pit = dealing().until("ask")
    pit.do(c.Report(kind="dealer_card_exposed"))
    assert everything_went_back(pit, ".13E")
    late = dealing().until("ask")
    late.do(c.Decide(seat=1, action="play", stake_cents=1500))
    late.do(c.Perform(step="collect_folds"))
    before = late.state
    late.do(c.Report(kind="dealer_card_exposed"))
    assert everything_went_back(late, ".13E", play=1500)
    late.state = before
    late.do(c.Perform(step="reveal_dealer"))
    assert late.refused(c.Report(kind="dealer_card_exposed")).clause == "md-tcp:.13E"


@pytest.mark.clause("md-tcp:.13F")
def test_a_jammed_shuffle_is_done_again_while_the_wagers_stay() -> None:
    pit = dealing()
    pit.do(c.Report(kind="shuffler_jam"))
    assert pit.round.phase == "dealing"
    assert pit.round.boxes[0].wagers == tuple(FULL.items())
    for wish in (c.Deal(), c.DealCard(card=DECK[0])):
        assert pit.refused(wish).code == "not_shuffled"
    duties = []
    while not isinstance((duty := next_duty(pit.rules, pit.state)).command, c.Deal):  # type: ignore[union-attr]
        command = duty.command  # type: ignore[union-attr]
        if isinstance(command, c.Shuffle):
            command = c.Shuffle(deck=command.deck, method=command.method, order=DECK)
        duties.append(type(command))
        pit.do(command)
    assert duties == [c.TreatDevice, c.Shuffle, c.CutDeck]
    pit.on()
    pit.answer("fold")
    assert pit.is_in("closed")


def test_a_jam_during_the_deal_leaves_the_round_alone_and_the_other_deck_unshuffled() -> None:
    rules = dealt_by("automated_shoe", {"cards.decks": 2, "cards.back_colours": ("red", "blue")})
    pit = Pit(rules).sit(1).ready().wager(1, ante=1500).until("ask")
    pit.do(c.Report(kind="shuffler_jam"))
    assert [(deck.deck == pit.round.deck, deck.shuffled != "") for deck in pit.state.decks] == [
        (deck.deck == pit.round.deck, deck.deck == pit.round.deck) for deck in pit.state.decks
    ]
    pit.answer("fold")
    assert pit.is_in("closed")


@pytest.mark.clause("md-tcp:.13G")
@pytest.mark.parametrize("cards_out", [0, 1, 5, 9])
def test_a_failing_automated_shoe_voids_the_round(cards_out: int) -> None:
    pit = dealing()
    for card in DECK[:cards_out]:
        pit.do(c.DealCard(card=card))
    pit.do(c.Report(kind="dealing_shoe_jam"))
    assert everything_went_back(pit, ".13G")


@pytest.mark.clause("md-tcp:.13H")
@pytest.mark.parametrize(
    ("kind", "device"), [("shuffler_jam", "shuffler"), ("dealing_shoe_jam", "shoe")], ids=["shuffler", "shoe"]
)
@pytest.mark.parametrize(
    "step",
    [
        pytest.param("cover_device", marks=pytest.mark.clause("md-tcp:.13H(1)")),
        pytest.param("post_out_of_order_sign", marks=pytest.mark.clause("md-tcp:.13H(2)")),
    ],
)
def test_a_failed_device_is_covered_or_marked_before_another_method_is_used(kind: str, device: str, step: str) -> None:
    pit = dealing().on()
    pit.answer("fold")
    deck = pit.round.deck
    pit.do(c.Report(kind=kind))
    assert pit.state.failed == (device,)
    assert pit.refused(c.Shuffle(deck=deck, method="manual")).clause == "md-tcp:.13H"
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.13H"
    pit.rules = dealt_by("manual_shoe", BY_HAND)
    assert pit.refused(c.OpenRound()).clause == "md-tcp:.13H"
    for way in ("remove_device", "ignore_device", "treat_failed_device"):
        assert pit.refused(c.TreatDevice(device=device, step=way)).clause == "md-tcp:.13H"
    (treated,) = pit.do(c.TreatDevice(device=device, step=step))
    assert treated == e.DeviceTreated(device=device, step=step)
    assert pit.refused(c.TreatDevice(device=device, step=step)).clause == "md-tcp:.13H"
    pit.ready()
    assert pit.round.number == 2


def test_a_device_that_was_not_reported_is_not_treated() -> None:
    assert dealing().refused(c.TreatDevice(device="shuffler", step="cover_device")).clause == "md-tcp:.13H"


@pytest.mark.parametrize(
    ("kind", "case", "clause"),
    [
        ("wrong_number_of_cards", "", ".13D"),
        ("dealer_card_exposed", "", ".13E"),
        ("face_up_cards", "one", ".13A"),
        ("face_up_cards", "several", ".13B"),
    ],
)
def test_what_cannot_have_happened_yet_is_refused(kind: str, case: str, clause: str) -> None:
    pit = Pit(dealt_by("automated_shoe")).sit(1).ready().wager(1, ante=1500)
    refusal = pit.refused(c.Report(kind=kind, case=case))
    assert (refusal.code, refusal.clause) == ("out_of_order", f"md-tcp:{clause}")


def test_a_report_says_what_happened_in_words_of_this_rulebook() -> None:
    pit = dealing()
    assert pit.refused(c.Report(kind="lightning")).code == "no_such_irregularity"
    assert pit.refused(c.Report(kind="face_up_cards")).code == "which_case"
