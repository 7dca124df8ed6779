"""What goes wrong at an Ultimate Texas Hold 'Em table, and exactly which wagers go back or are settled."""

import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.dealing import due_of, out_of_deck
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.views import Viewer, view_for
from tests.table.holdem import BASE, BOARD, FLOOR, HANDS, SIDES, by_method, meters, returned, table
from tests.table.pit import Pit, cards

METHODS = ("manual_shoe", "hand", "automated_shoe")
RULES = {method: by_method(method) for method in METHODS}


def next_card(pit: Pit) -> Card:
    """The card that comes out next."""
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.order is not None
    return deck.order[pit.round.drawn]


def needs_shuffle(pit: Pit) -> bool:
    return pit.refused(c.OpenRound()).code in ("not_shuffled", "other_deck", "device_failed")


@pytest.mark.clause("md-uth:13A")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cards_before", [0, 1, 3])
def test_one_card_found_face_up_is_set_aside_and_the_next_takes_its_place(method: str, cards_before: int) -> None:
    pit = table(RULES[method], HANDS).until("deal")
    for _ in range(cards_before):
        pit.do(c.DealCard(card=next_card(pit)))
    aside = next_card(pit)
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.order is not None
    order = [card for card in deck.order if card is not aside]
    pit.do(c.DealCard(card=aside, face_up=True))
    pit.on().answer("check", "check", "check", "check", "play:1", "play:1")
    assert pit.round.phase == "closed"
    used = [card for event in pit.events if isinstance(event, e.CardsDealt) for _, card in event.places]
    assert used == order[: len(used)]
    assert pit.round.set_aside == (aside,)
    assert any(aside in held for _, held in pit.round.rack)


@pytest.mark.clause("md-uth:13A")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_a_card_face_up_at_the_flop_never_comes_to_the_board(method: str) -> None:
    pit = table(RULES[method], HANDS).on()
    for seat in (1, 2):
        pit.do(c.Decide(seat=seat, action="check"))
    while (due := due_of(pit.rules, pit.state)) and due.step != "deal_flop":
        pit.do(c.DealCard(card=next_card(pit)))
    aside = next_card(pit)
    pit.do(c.DealCard(card=aside, face_up=True))
    pit.on()
    assert len(pit.round.community) == 3
    assert aside not in pit.round.community


@pytest.mark.clause("md-uth:13B")
@pytest.mark.parametrize("method", METHODS)
def test_a_second_face_up_card_before_everybody_has_two_voids_the_round(method: str) -> None:
    sides = SIDES | ({"six_card_bonus": 500} if method == "automated_shoe" else {})
    pit = table(RULES[method], HANDS, **sides)
    before = meters(pit)
    pit.until("deal")
    pit.do(c.DealCard(card=next_card(pit), face_up=True))
    pit.do(c.DealCard(card=next_card(pit)))
    pit.do(c.DealCard(card=next_card(pit), face_up=True))
    assert pit.round.phase == "void"
    for seat in (1, 2):
        assert returned(pit, seat) == {**BASE, **sides}
        assert pit.net(seat) == 0
    assert {line.clause for line in pit.round.lines} == {"md-uth:13B"}
    assert meters(pit) == before
    assert needs_shuffle(pit)


def at_the_flop(pit: Pit) -> Pit:
    """Seat 1 has bet and seat 2 checked: the next card dealt is the flop's or the burn before it."""
    pit.do(c.Decide(seat=1, action="play", stake_cents=4000))
    pit.do(c.Decide(seat=2, action="check"))
    return pit


def from_an_unknown_deck(rules: GameRules) -> Pit:
    """The same hands, read card by card."""
    pit = Pit(rules).sit(1, 2).ready(None)
    for seat in (1, 2):
        pit.wager(seat, **BASE, **SIDES)
    pit.until("deal")
    for card in cards("9c Ks Qh 9d Kd 3d"):
        pit.do(c.DealCard(card=card))
    return pit


@pytest.mark.clause("md-uth:13B", "md-uth:13C")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_several_face_up_cards_after_everybody_has_two_settle_trips_on_a_completed_board(method: str) -> None:
    pit = at_the_flop(table(RULES[method], HANDS, **SIDES).on())
    deck = pit.state.deck(pit.round.deck)
    assert deck is not None
    assert deck.order is not None
    drawn = pit.round.drawn
    exposed = deck.order[drawn], deck.order[drawn + 1]
    for card in exposed:
        pit.do(c.DealCard(card=card, face_up=True))
    assert pit.round.phase == "void"
    # The board comes from the cards nobody has seen.
    unseen = deck.order[drawn + 2 :]
    assert pit.round.community == (unseen[1:4] + unseen[5:7] if method == "hand" else unseen[:5])
    assert not set(pit.round.community) & set(exposed)
    assert pit.round.community_up == 5
    others = {wager: cents for wager, cents in SIDES.items() if wager != "trips"}
    assert returned(pit, 1) == {**BASE, **others, "play": 4000}
    assert returned(pit, 2) == {**BASE, **others}
    assert {pit.line(seat, "trips").outcome for seat in (1, 2)} <= {"win", "lose"}
    assert needs_shuffle(pit)


@pytest.mark.clause("md-uth:13C")
def test_a_completed_board_pays_and_takes_trips_by_its_paytable() -> None:
    pit = at_the_flop(from_an_unknown_deck(RULES["manual_shoe"]))
    pit.do(c.DealCard(card=cards("4h")[0], face_up=True))
    second = c.DealCard(card=cards("5h")[0], face_up=True)
    refusal = pit.refused(second)
    assert (refusal.code, refusal.clause) == ("board_incomplete", "md-uth:13B")
    report = c.Report(kind="face_up_cards", case="several_after_initial_deal", exposed=cards("4h 5h"))
    for bad in ("9h 7d 2c Js", "9h 7d 2c Js 9c", "9h 7d 2c Js 5h"):  # too few, one out already, one exposed
        assert pit.refused(replace(report, cards=cards(bad))).code == "board_incomplete"
    pit.do(replace(report, cards=cards(BOARD)))
    assert (pit.line(1, "trips").outcome, pit.line(1, "trips").paid_cents) == ("win", 3 * 500)
    assert pit.line(2, "trips").outcome == "lose"
    assert pit.net(1) == 1500
    assert pit.net(2) == -500
    assert pit.round.set_aside == cards("4h 5h")


@pytest.mark.clause("md-uth:13C")
def test_from_the_automated_shoe_the_board_is_turned_up_for_trips() -> None:
    pit = table(RULES["automated_shoe"], HANDS, trips=500, six_card_bonus=500).until("stub")
    before = c.Report(kind="face_up_cards", case="several_before_initial_deal")
    assert pit.refused(before).code == "which_case"
    pit.do(c.Report(kind="face_up_cards", case="several_after_initial_deal"))
    assert returned(pit, 1) == {**BASE, "six_card_bonus": 500}
    assert pit.line(1, "trips").paid_cents == 1500
    shown = view_for(pit.state, Viewer("public")).round
    assert shown is not None
    assert shown.community == cards(BOARD)


@pytest.mark.clause("md-uth:13D")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cards_before", [0, 2])
def test_a_card_drawn_by_mistake_and_not_seen_is_the_next_card(method: str, cards_before: int) -> None:
    plain, mistaken = (table(RULES[method], HANDS).until("deal") for _ in range(2))
    for _ in range(cards_before):
        mistaken.do(c.DealCard(card=next_card(mistaken)))
    mistaken.do(c.Report(kind="card_drawn_in_error", case="unseen"))
    for pit in (plain, mistaken):
        pit.on().answer("check", "check", "check", "check", "play:1", "play:1")
    assert list(out_of_deck(mistaken.round)) == list(out_of_deck(plain.round))
    assert mistaken.round.lines == plain.round.lines


@pytest.mark.clause("md-uth:13E")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("answers", [(), ("check", "check"), ("check", "check", "check", "check")])
def test_a_wrong_number_of_cards_returns_everything(method: str, answers: tuple[str, ...]) -> None:
    pit = table(RULES[method], HANDS, **SIDES)
    before = meters(pit)
    pit.on().answer(*answers)
    pit.do(c.Report(kind="wrong_number_of_cards"))
    assert pit.round.phase == "void"
    for seat in (1, 2):
        assert returned(pit, seat) == {**BASE, **SIDES}
    assert {line.clause for line in pit.round.lines} == {"md-uth:13E"}
    assert meters(pit) == before
    assert needs_shuffle(pit)


@pytest.mark.clause("md-uth:13E")
def test_settlements_already_made_are_taken_back_by_a_supervisor() -> None:
    pit = table(RULES["automated_shoe"], HANDS, trips=500).on()
    for seat in (1, 2):
        pit.do(c.Decide(seat=seat, action="play", stake_cents=4000))
    pit.until("settle")
    pit.do(c.SettleNext())
    assert pit.refused(c.Report(kind="wrong_number_of_cards")).code == "needs_floor"
    pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
    assert pit.net(1) == pit.net(2) == 0


EXPOSED = c.Report(kind="dealer_card_exposed")


@pytest.mark.clause("md-uth:13F", "md-uth:13G")
@pytest.mark.parametrize("method", METHODS)
def test_a_dealers_card_seen_early_returns_all_but_trips_which_is_settled(method: str) -> None:
    sides = SIDES | ({"six_card_bonus": 500} if method == "automated_shoe" else {})
    pit = table(RULES[method], HANDS, **sides)
    before = meters(pit)
    pit.on()
    pit.do(c.Decide(seat=1, action="play", stake_cents=3000))
    pit.do(EXPOSED)
    others = {wager: cents for wager, cents in sides.items() if wager != "trips"}
    assert returned(pit, 1) == {**BASE, **others, "play": 3000}
    assert returned(pit, 2) == {**BASE, **others}
    assert {line.clause for line in pit.round.lines if line.case == "void"} == {"md-uth:13F"}
    assert len(pit.round.community) == pit.round.community_up == 5
    assert pit.round.community == cards(BOARD)
    assert (pit.line(1, "trips").outcome, pit.line(1, "trips").paid_cents) == ("win", 1500)
    assert pit.line(2, "trips").outcome == "lose"
    assert meters(pit) == before
    assert needs_shuffle(pit)


@pytest.mark.clause("md-uth:10B(4)", "md-uth:13F")
def test_no_dealers_card_is_seen_while_they_wait_in_the_device() -> None:
    pit = table(by_method("automated_shoe", dealer_cards="held_in_device"), HANDS).on()
    for _ in range(2):
        refusal = pit.refused(EXPOSED)
        assert (refusal.code, refusal.clause) == ("held_in_device", "md-uth:10B(4)")
        pit.answer("check")


@pytest.mark.clause("md-uth:13F")
def test_a_seat_that_folded_before_the_exposure_gets_ante_and_blind_back_too() -> None:
    pit = table(RULES["automated_shoe"], HANDS, progressive=100).on().answer(*["check"] * 4)
    pit.do(c.Decide(seat=1, action="fold"))
    assert pit.net(1) == -2100
    pit.do(EXPOSED)
    assert returned(pit, 1) == {**BASE, "progressive": 100}
    assert pit.net(1) == 0


@pytest.mark.clause("md-uth:13G")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.parametrize(("trips", "board"), [({}, 0), ({"trips": 500}, 5)])
def test_without_trips_no_further_card_is_dealt(method: str, trips: dict[str, int], board: int) -> None:
    pit = table(RULES[method], HANDS)
    pit.wager(2, **trips).on()
    drawn = pit.round.drawn
    pit.do(EXPOSED)
    assert len(pit.round.community) == board
    assert pit.round.drawn == drawn + board + len(pit.round.burned)
    assert len(pit.round.burned) == (2 if method == "hand" and trips else 0)


@pytest.mark.clause("md-uth:13G")
def test_exposed_in_the_first_pass_the_hands_are_dealt_out_for_trips() -> None:
    pit = table(RULES["manual_shoe"], HANDS, trips=500).until("deal")
    for _ in range(3):
        pit.do(c.DealCard(card=next_card(pit)))
    pit.do(EXPOSED)
    assert [len(box.cards) for box in pit.round.boxes] == [2, 2]
    assert pit.line(1, "trips").paid_cents == 1500


@pytest.mark.clause("md-uth:13G")
def test_trips_is_settled_although_the_flop_would_win_a_meter() -> None:
    hands: dict[int | str, str] = {1: "4s 5s", "dealer": "3c 4d", "community": "6s 7s 8s 2d Kh"}
    pit = table(RULES["automated_shoe"], hands, trips=500, progressive=100).on()
    pit.do(EXPOSED)
    assert pit.line(1, "trips").paid_cents == 40 * 500
    assert returned(pit, 1) == {**BASE, "progressive": 100}


@pytest.mark.clause("md-uth:13F")
def test_once_everybody_has_bet_or_folded_nothing_is_exposed_early() -> None:
    pit = table(RULES["automated_shoe"], HANDS).on().answer(*["check"] * 4)
    for seat, action in ((1, "play"), (2, "fold")):
        pit.do(c.Decide(seat=seat, action=action, stake_cents=1000 if action == "play" else 0))
    assert not pit.round.dealer_revealed
    assert pit.refused(EXPOSED).code == "already_revealed"
    pit.do(c.Perform(step="reveal_dealer"))
    assert pit.refused(EXPOSED).code == "already_revealed"


@pytest.mark.clause("md-uth:13F")
def test_before_the_deal_there_is_nothing_to_expose() -> None:
    assert table(RULES["automated_shoe"], HANDS).refused(EXPOSED).code == "out_of_order"
