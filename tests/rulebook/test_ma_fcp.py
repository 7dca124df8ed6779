"""Massachusetts' Four Card Poker, both editions: definitions, equipment, signs and elections, clause by clause."""

from typing import Any

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands import four_card
from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.load import load
from croupier.rulebook.sign import line_title

from .filing import (
    ABSENT,
    assert_accepted,
    assert_broken,
    assert_refused,
    at,
    broken,
    case,
    example,
    filed,
    found,
    sign,
    with_changes,
)

NO_COVER_ALL = {"offers": ["ante", "play", "aces_up", "progressive"]}
MANUAL_SHOE = NO_COVER_ALL | {
    "elections.dealing": "manual_shoe",
    "equipment.shoe": {"conformity": "205 CMR 146.51, record 3", "location_approval": "Floor plan 9"},
}
ONE_DECK = {"cards.decks": 1}
BY_HAND = NO_COVER_ALL | ONE_DECK | {"elections.dealing": "hand"}
PAYTABLE_B = {"elections.progressive": "B", "elections.envy": "B"}
MANUAL_SHOE_RECORD = {"equipment.shoe.conformity": "205 CMR 146.51, record 3"}


def kept(clause: str, changes: dict[str, Any], name: str) -> Any:
    """A row: the example so changed is in order."""
    return case(f"ma-fcp-1:{clause}", changes, name=name)


@pytest.mark.parametrize(
    ("clause", "given", "field", "value"),
    [
        broken("ma-fcp-1:2(a)#2", "cards.uniform_appearance", False),
        broken("ma-fcp-1:2(a)#2", "cards.uniform_appearance", ABSENT),
        broken("ma-fcp-1:2(a)#3", "cards.cover_cards", 0),
        broken("ma-fcp-1:2(a)#3", "cards.cover_cards", 2),
        broken("ma-fcp-1:2(a)#4", "cards.cover_card.opaque", False),
        broken("ma-fcp-1:2(a)#4", "cards.cover_card.opaque", ABSENT),
        broken("ma-fcp-1:2(a)#4", "cards.cover_card.solid_colour", False),
        broken("ma-fcp-1:2(a)#4", "cards.cover_card.contrasting", False),
        broken("ma-fcp-1:2(a)#4", "cards.cover_card.approval", ABSENT),
        broken("ma-fcp-1:2(a)#5", "cards.conformity", ABSENT),
        broken("ma-fcp-1:2(a)#5", "cards.conformity", " "),
        broken("ma-fcp-1:2(a)#5", "cards.conformity", ABSENT, ONE_DECK),
        broken("ma-fcp-1:2(b)", "equipment.shuffler.kind", "manual", NO_COVER_ALL),
        broken("ma-fcp-1:2(b)(1)", "cards.uniform_appearance", False),
        broken("ma-fcp-1:2(b)(1)", "cards.cover_cards", 2),
        broken("ma-fcp-1:2(b)(1)", "cards.conformity", ABSENT),
        broken("ma-fcp-1:2(b)(2)", "cards.back_colours", ["red", "red"]),
        broken("ma-fcp-1:2(b)(2)", "cards.back_colours", ["red"]),
        broken("ma-fcp-1:5(a)#5", "equipment.shuffler.feeds_shoe", ABSENT),
        broken("ma-fcp-1:6(e)", "table.adjacent_boxes", ABSENT),
        broken("ma-fcp-1:6(e)", "table.adjacent_boxes", 0),
        broken("ma-fcp-1:6(e)", "table.adjacent_boxes", 3),
        broken("ma-fcp-1:7(a)#1", "equipment.shoe.conformity", ABSENT, MANUAL_SHOE),
        broken("ma-fcp-1:7(a)#2", "equipment.shoe.location_approval", ABSENT, MANUAL_SHOE),
        broken("ma-fcp-1:8(a)", "elections.dealing", "by_machine", NO_COVER_ALL),
        broken("ma-fcp-1:8(b)(1)", "equipment.shuffler.kind", "manual", BY_HAND),
        broken("ma-fcp-1:9(a)#1", "equipment.shoe.stack_cards", 4),
        broken("ma-fcp-1:9(a)#1", "equipment.shoe.stack_cards", 6),
        broken("ma-fcp-1:9(a)#1", "equipment.shoe.stack_cards", ABSENT),
        broken("ma-fcp-1:9(a)#2", "equipment.shoe.approval", ABSENT),
        broken("ma-fcp-1:9(a)#2", "equipment.shoe.location_approval", ABSENT),
        broken("ma-fcp-1:9(a)#2", "equipment.shoe.procedures_approval", ABSENT),
        broken("ma-fcp-1:10(e)#1", "elections.settlement_method", ABSENT),
        broken("ma-fcp-1:10(e)#1", "elections.settlement_method", 3),
        broken("ma-fcp-1:12(d)", "equipment.shuffler.kind", "manual", ONE_DECK),
        broken("ma-fcp-1:12(d)", "equipment.shuffler.product", ABSENT),
        broken("ma-fcp-1:12(d)", "equipment.shuffler.product", "i-Deal"),
        broken("ma-fcp-1:12(d)", "equipment.shuffler.mode", ABSENT),
        broken("ma-fcp-1:12(d)", "equipment.shuffler.mode", "Four Card Poker"),
        broken("ma-fcp-1:12(d)", "elections.dealing", "manual_shoe", MANUAL_SHOE_RECORD),
        broken("ma-fcp-1:12(d)", "elections.dealing", "hand"),
        broken("ma-fcp-1:13(a)(1)", "elections.progressive", ABSENT),
        broken("ma-fcp-1:13(a)(3)#1", "progressive.rate", ABSENT),
        broken("ma-fcp-1:13(a)(3)#1", "progressive.rate", "0 %"),
        broken("ma-fcp-1:13(a)(3)#2", "progressive.initial_cents", ABSENT),
        broken("ma-fcp-1:13(a)(3)#2", "progressive.reset_cents", ABSENT),
        broken("ma-fcp-1:13(a)(3)#3", "progressive.initial_cents", 499_999),
        broken("ma-fcp-1:13(a)(3)#3", "progressive.reset_cents", 499_999),
        broken("ma-fcp-1:13(a)(3)#3", "progressive.initial_cents", 99_999, PAYTABLE_B),
        broken("ma-fcp-1:13(a)(3)#3", "progressive.reset_cents", 99_999, PAYTABLE_B),
        broken("ma-fcp-1:13(a)(3)#3", "progressive.reset_cents", 499_999, {"progressive.stake_cents": 500}),
        broken("ma-fcp-1:13(a)(5)(i)", "elections.envy", "B"),
        broken("ma-fcp-1:13(a)(5)(ii)", "elections.envy", "A", PAYTABLE_B),
    ],
)
def test_the_check_refuses_what_the_clause_forbids(
    clause: str, given: dict[str, Any], field: str, value: object
) -> None:
    assert_broken("ma-fcp-1", given, field, value, clause)


@pytest.mark.parametrize(
    ("clause", "given", "field", "value"),
    [
        ("2(a)#1", {}, "cards.decks", 3),
        ("5(a)#3", NO_COVER_ALL | ONE_DECK, "equipment.shuffler.kind", "self_reshuffling"),
        ("6(a)(1)#1", {}, "limits.ante.minimum_cents", 0),
        ("6(a)(2)", {}, "limits.aces_up.maximum_cents", 499),
        ("6(a)(2)", {}, "offers", ["ante", "play", "progressive", "cover_all"]),
        ("6(c)#1", {}, "table.seats", 0),
        ("7(f)#1", {}, "equipment.shuffler.counts_cards", ABSENT),
        ("9(c)#8", NO_COVER_ALL | {"table.seats": 8}, "table.seats", 9),
        ("7(c)#2", MANUAL_SHOE | {"table.seats": 9}, "table.seats", 10),
        ("8(c)#2", BY_HAND | {"table.seats": 9}, "table.seats", 10),
        *(("13(a)(5)", {}, "progressive.stake_cents", cents) for cents in (99, 101, 499, 501, ABSENT)),
        ("14(e)", {}, "records.shuffler_fault_procedures", ABSENT),
    ],
)
def test_the_check_asks_what_clauses_of_play_presuppose(
    clause: str, given: dict[str, Any], field: str, value: object
) -> None:
    """The table carries these clauses out; a submission that makes that impossible is refused by them too."""
    assert_broken("ma-fcp-1", given, field, value, f"ma-fcp-1:{clause}")


@pytest.mark.parametrize(
    ("reading", "field", "value"),
    [
        ("A52", "limits.cover_all.minimum_cents", 0),
        ("F-01", "operator.name", ABSENT),
        ("F-01", "table.name", ABSENT),
    ],
)
def test_what_no_clause_asks_is_asked_by_the_reading_that_found_it_needed(
    reading: str, field: str, value: object
) -> None:
    assert_refused("ma-fcp-1", {field: value}, field, f"reading {reading}")


@pytest.mark.parametrize(
    "changes",
    [
        kept("2(b)", NO_COVER_ALL | ONE_DECK | {"equipment.shuffler.kind": "manual"}, "one deck"),
        kept("2(b)(2)", ONE_DECK | {"cards.back_colours": ["red"]}, "one deck"),
        kept("6(e)", {"table.adjacent_boxes": 1}, "one spot"),
        kept("6(e)", {"table.adjacent_boxes": 2}, "two spots"),
        kept("8(a)", BY_HAND, "dealt from the hand"),
        kept("9(a)#1", {"equipment.shoe.stack_cards": 5}, "stacks of five"),
        kept("10(e)#1", {"elections.settlement_method": 1}, "method 1"),
        kept("10(e)#1", {"elections.settlement_method": 2}, "method 2"),
        kept("12(d)", NO_COVER_ALL | {"equipment.shuffler.product": "another"}, "another shuffler without Cover All"),
        kept("13(a)(1)", PAYTABLE_B, "Paytable B"),
        kept("13(a)(3)#1", {"progressive.rate": "0.000001 %"}, "the smallest rate"),
        kept("13(a)(3)#3", {"progressive.initial_cents": 500_000, "progressive.reset_cents": 500_000}, "A, at it"),
        kept("13(a)(3)#3", {"progressive.initial_cents": 500_001, "progressive.reset_cents": 500_001}, "A, above it"),
        kept("13(a)(3)#3", PAYTABLE_B | {"progressive.initial_cents": 100_000}, "B, initial at it"),
        kept("13(a)(3)#3", PAYTABLE_B | {"progressive.reset_cents": 100_000}, "B, reset at it"),
        kept("13(a)(3)#3", PAYTABLE_B | {"progressive.reset_cents": 100_001}, "B, above it"),
        kept("13(a)(3)#3", {"progressive.stake_cents": 500, "progressive.reset_cents": 500_000}, "A at a $5 stake"),
    ],
)
def test_the_check_lets_pass_what_the_clause_allows(changes: dict[str, Any]) -> None:
    assert_accepted("ma-fcp-1", changes)


@pytest.mark.parametrize("paytable", ["C", "PTMGL01"])
@pytest.mark.clause("ma-fcp-1:13(a)(1)")
def test_there_are_two_four_card_progressives_and_no_other(paytable: str) -> None:
    among = found("ma-fcp-1", {"elections.progressive": paytable, "elections.envy": paytable})
    (finding,) = at("elections.progressive", among)
    assert (finding.severity, finding.clause) == ("violation", "ma-fcp-1:13(a)(1)")


@pytest.mark.parametrize("paytable", ["A", "B"])
@pytest.mark.clause("ma-fcp-1:13(a)(1)", "ma-fcp-1:13(a)(5)(i)", "ma-fcp-1:13(a)(5)(ii)")
def test_a_progressive_paytable_brings_its_own_envy_schedule(paytable: str) -> None:
    rules = elect("ma-fcp-1", {"progressive": paytable})
    assert [entry.table.id for entry in rules.tables if entry.wager == "progressive"] == [paytable]
    assert {entry.table.id for entry in rules.tables if entry.wager == "envy"} == {paytable}


@pytest.mark.clause("ma-fcp-1:6(e)")
@pytest.mark.parametrize("boxes", [1, 2])
def test_the_number_of_adjacent_boxes_is_the_one_filed(boxes: int) -> None:
    rules = resolve(filed(with_changes(example("ma-fcp-1"), {"table.adjacent_boxes": boxes})))
    assert rules.adjacent_boxes == boxes


@pytest.mark.clause("ma-fcp-1:8(a)")
def test_the_dealer_may_deal_from_the_hand() -> None:
    assert resolve(filed(with_changes(example("ma-fcp-1"), BY_HAND))).dealing.method == "hand"


@pytest.mark.clause("ma-fcp-1:10(e)#1")
@pytest.mark.parametrize(("method", "seat_by_seat"), [(1, False), (2, True)])
def test_the_settlement_method_is_the_one_filed(method: int, seat_by_seat: bool) -> None:
    rules = resolve(filed(with_changes(example("ma-fcp-1"), {"elections.settlement_method": method})))
    assert rules.value(rules.rulebook.settlement.one_seat_at_a_time) is seat_by_seat


@pytest.mark.clause("ma-fcp-1:5(a)#5")
@pytest.mark.parametrize("feeds", [True, False])
def test_a_shuffler_may_feed_the_shoe_and_then_nobody_loads_it(feeds: bool) -> None:
    changes = MANUAL_SHOE | {"equipment.shuffler.feeds_shoe": feeds}
    rules = resolve(filed(with_changes(example("ma-fcp-1"), changes)))
    assert rules.shuffler_feeds_shoe is feeds
    (device,) = [each for each in rules.rulebook.shuffle.devices if each.device == "shuffler_feeding_shoe"]
    assert device.switches_off == ("load_shoe",)
    assert "load_shoe" in [step.step for step in rules.dealing.steps]


@pytest.mark.parametrize("dealt", [1, 2, 3, 4, 5, 6])
@pytest.mark.clause("ma-fcp-1:12(e)#2")
def test_the_cover_all_payouts_shown_are_those_of_the_column_in_force(dealt: int) -> None:
    """The column counts the dealer's hand too (reading A01)."""
    column = elect("ma-fcp-1").table("cover_all", hands=dealt + 1)
    assert column is not None
    assert column.id == str(dealt + 1)
    shown = {table.title: table.lines for table in sign("ma-fcp-1").tables}
    assert shown[f"Cover All, {dealt} dealt"] == tuple((line_title(line.line), str(line.pays)) for line in column.lines)


@pytest.mark.parametrize(("dealt", "three_of_a_kind"), [(1, "8 to 1"), (2, "6 to 1"), (5, "4 to 1"), (6, "3 to 1")])
def test_cover_all_is_paid_by_the_positions_dealt_and_one_more(dealt: int, three_of_a_kind: str) -> None:
    column = elect("ma-fcp-1").table("cover_all", hands=dealt + 1)
    assert column is not None
    assert str(column.pays("three_of_a_kind")) == three_of_a_kind


@pytest.mark.parametrize("rulebook", ["ma-fcp-1", "ma-fcp-2"])
def test_a_cover_all_table_has_at_most_six_spots(rulebook: str) -> None:
    """Reading A02: no column exists for a seventh position."""
    assert_broken(rulebook, {"table.seats": 6}, "table.seats", 7, "ma-fcp-1:12(k)/col-7")
    assert_accepted(rulebook, NO_COVER_ALL | {"table.seats": 7})
    assert elect(rulebook).table("cover_all", hands=8) is None


@pytest.mark.clause("ma-fcp-1:1/preamble")
def test_a_term_has_the_meaning_of_these_rules() -> None:
    here = {definition.term: definition for definition in load("ma-fcp-1").definitions}
    there = {definition.term: definition for definition in load("md-fcp").definitions}
    shared = {"Aces Up Wager", "Hand", "Play Wager"}
    assert shared == set(here) & set(there)
    assert all(here[term].means != there[term].means for term in shared)
    names = ["preamble", "aces-up-wager", "ante-wager", "hand", "play-wager", "round-of-play", "stub", "suit"]
    cited = [clause for definition in here.values() for clause in definition.clause]
    assert cited == [f"ma-fcp-1:1/{name}" for name in names]


@pytest.mark.clause("ma-fcp-1:1/aces-up-wager")
@pytest.mark.parametrize("paytable", ["I", "II", "III", "IV", "V", "VI", "VII"])
def test_aces_up_pays_from_a_pair_of_aces(paytable: str) -> None:
    table = elect("ma-fcp-1", {"aces_up": paytable}).table("aces_up")
    assert table is not None
    aces, kings = (four_card.best_hand(parse_cards(text)) for text in ("As Ah Qd 9c 2s", "Ks Kh Qd 9c 2s"))
    assert (aces.is_pair_of_aces, kings.is_pair_of_aces) == (True, False)
    assert str(table.pays("pair_of_aces")) == "1 to 1"
    assert table.pays(str(kings.category)) is None


@pytest.mark.clause("ma-fcp-1:1/hand")
@pytest.mark.parametrize(
    ("dealt", "hand"),
    [("2s As Kh Qd Jc", "As Kh Qd Jc"), ("8h 8s 7s 6s 5s 8d", "8s 7s 6s 5s")],
    ids=["player", "dealer"],
)
def test_a_hand_is_the_best_four_of_the_cards_dealt(dealt: str, hand: str) -> None:
    assert four_card.best_hand(parse_cards(dealt)).cards == parse_cards(hand)


@pytest.mark.clause("ma-fcp-1:1/suit")
def test_there_are_thirteen_cards_in_each_of_four_suits() -> None:
    suits = [card.suit.name for card in DECK]
    assert {suit: suits.count(suit) for suit in suits} == {"SPADES": 13, "HEARTS": 13, "DIAMONDS": 13, "CLUBS": 13}
    assert len(set(DECK)) == load("ma-fcp-1").cards.cards_in_deck.is_ == 52


@pytest.mark.clause("ma-fcp-1:11(a)")
def test_three_payouts_belong_to_the_game_and_the_others_are_added() -> None:
    rulebook = load("ma-fcp-1")
    own = [menu.wager for menu in rulebook.paytables if "ma-fcp-1:11(a)" in menu.clause]
    assert own == ["ante", "play", "ante_bonus", "aces_up"]
    bare = resolve(filed(with_changes(example("ma-fcp-1"), {"offers": ["ante", "play", "aces_up"]})))
    assert [entry.wager for entry in bare.tables] == own
    added = {wager.wager for wager in rulebook.wagers.wagers if wager.offered == "if_filed"}
    assert added == {"cover_all", "progressive"}
