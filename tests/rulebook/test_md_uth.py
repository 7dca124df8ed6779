"""Ultimate Texas Hold 'Em, Maryland: table, layout, cards and wagers, each clause broken alone in the example."""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.errors import BadInput

from .filing import ABSENT, assert_accepted, assert_refused, at, breach, case, example, filed, found, with_changes

MAIN = ["ante", "blind", "play", "trips"]
SIDE = ["progressive", "six_card_bonus", "ultimate_pairs", "bad_beat", "play_the_board"]
ONE_DECK = {"cards.decks": 1, "cards.same_design": ABSENT, "cards.back_colours": ABSENT}
MANUAL = {"equipment.shuffler": {"kind": "manual"}}
SELF_RESHUFFLING = {"equipment.shuffler.kind": "self_reshuffling"}
TIP_BOX_ELSEWHERE = {
    "equipment.tip_box": "elsewhere",
    "equipment.tip_box_approval": "Letter 12",
    "equipment.tip_box_obstruction": "card shuffler",
}


def without(*wagers: str) -> dict[str, Any]:
    """The changes that take these wagers off the table, their areas included."""
    kept = [wager for wager in MAIN + SIDE if wager not in wagers]
    return {"offers": kept, "layout.areas": kept}


def areas_without(area: str) -> dict[str, Any]:
    return {"layout.areas": [name for name in MAIN + SIDE if name != area]}


# Only the automated shoe deals the Six Card Bonus box (reading U-09), so the other methods go without that wager.
MANUAL_SHOE = without("six_card_bonus") | {"elections.dealing": "manual_shoe"}
FROM_THE_HAND = without("six_card_bonus") | {"elections.dealing": "hand"}


def test_the_example_has_no_findings() -> None:
    assert found("md-uth", {}) == ()


@pytest.mark.parametrize(
    ("clause", "changes", "field"),
    [
        breach("md-uth:2A", {"table.seats": 7}, "table.seats"),
        breach("md-uth:2B", {"layout.filing": ABSENT}, "layout.filing"),
        breach("md-uth:2B", {"layout.filing": " "}, "layout.filing"),
        breach("md-uth:2B(1)", {"layout.operator_mark": ABSENT}, "layout.operator_mark"),
        breach("md-uth:2B(1)", {"layout.operator_mark": "none"}, "layout.operator_mark"),
        *(breach("md-uth:2B(2)", areas_without(area), "layout.areas", name=f"no {area} area") for area in MAIN),
        breach("md-uth:2B(2)", {"layout.blind_right_of_ante": False}, "layout.blind_right_of_ante"),
        breach("md-uth:2B(2)", {"layout.equals_sign": False}, "layout.equals_sign"),
        breach("md-uth:2B(3)", {"layout.community_area_cards": ABSENT}, "layout.community_area_cards"),
        breach("md-uth:2B(3)", {"layout.community_area_cards": 4}, "layout.community_area_cards"),
        breach("md-uth:2B(3)", {"layout.community_area_cards": 6}, "layout.community_area_cards"),
        breach("md-uth:2B(4)", {"layout.dealer_area_cards": ABSENT}, "layout.dealer_area_cards"),
        breach("md-uth:2B(4)", {"layout.dealer_area_cards": 1}, "layout.dealer_area_cards"),
        breach("md-uth:2B(4)", {"layout.dealer_area_cards": 3}, "layout.dealer_area_cards"),
        breach("md-uth:2B(5)", areas_without("progressive"), "layout.areas", name="no progressive area"),
        breach("md-uth:2B(6)", areas_without("six_card_bonus"), "layout.areas", name="no six card bonus area"),
        breach("md-uth:2B(9)", {"layout.notices.ante_push": ABSENT}, "layout.notices.ante_push"),
        breach("md-uth:2B(9)", {"layout.notices.blind_push": "nowhere"}, "layout.notices.blind_push"),
        breach("md-uth:2B(9)", {"layout.notices.play_multiples": ABSENT}, "layout.notices.play_multiples"),
        breach("md-uth:2B(9)", {"layout.notices.payout_limit": ABSENT}, "layout.notices.payout_limit"),
        breach("md-uth:2C", {"equipment.progressive_system.name": ABSENT}, "equipment.progressive_system.name"),
        breach("md-uth:2D(1)", {"equipment.drop_box": ABSENT}, "equipment.drop_box"),
        breach("md-uth:2D(1)", {"equipment.tip_box": ABSENT}, "equipment.tip_box"),
        breach("md-uth:2D(1)", {"equipment.tip_box": "left"}, "equipment.tip_box"),
        breach("md-uth:2D(1)", {"equipment.tip_box": "above"}, "equipment.tip_box"),
        breach("md-uth:2D(2)", {"equipment.discard_rack_attached": False}, "equipment.discard_rack_attached"),
        breach(
            "md-uth:2E", TIP_BOX_ELSEWHERE | {"equipment.tip_box_approval": ""}, "equipment.tip_box_approval"
        ),
        breach(
            "md-uth:2E", TIP_BOX_ELSEWHERE | {"equipment.tip_box_obstruction": ""}, "equipment.tip_box_obstruction"
        ),
        breach("md-uth:3A(2)", {"cards.uniform_appearance": False}, "cards.uniform_appearance"),
        breach("md-uth:3A(3)", {"cards.cover_cards": 1}, "cards.cover_cards"),
        breach("md-uth:3A(3)", {"cards.cover_cards": 3}, "cards.cover_cards"),
        breach("md-uth:3B", MANUAL, "equipment.shuffler.kind", name="two decks shuffled by hand"),
        breach("md-uth:3B(1)", {"cards.same_design": False}, "cards.same_design"),
        breach("md-uth:3B(2)", {"cards.back_colours": ["red", "red"]}, "cards.back_colours"),
        breach("md-uth:3B(2)", {"cards.back_colours": ["red"]}, "cards.back_colours"),
        breach("md-uth:8A", MANUAL_SHOE, "equipment.shoe.location_approval", name="no approved place"),
        breach(
            "md-uth:9A(1)", FROM_THE_HAND | ONE_DECK | MANUAL, "equipment.shuffler.kind", name="shuffled by hand"
        ),
    ],
)  # fmt: skip
def test_equipment_that_breaks_a_clause_is_refused(clause: str, changes: Mapping[str, Any], field: str) -> None:
    assert_refused("md-uth", changes, field, clause)


@pytest.mark.parametrize(
    "changes",
    [
        case("md-uth:2A", {"table.seats": 1, "table.adjacent_boxes": 1}),
        case("md-uth:2A", {"table.seats": 5}),
        case("md-uth:2A", {"table.seats": 6}),
        case("md-uth:2B(1)", {"layout.operator_mark": "logo"}),
        case("md-uth:2B(5)", without("progressive"), name="no progressive, no area"),
        case("md-uth:2B(6)", without("six_card_bonus"), name="no six card bonus, no area"),
        *(case("md-uth:2B(9)", {f"layout.notices.{notice}": place})
          for notice in ("ante_push", "blind_push", "play_multiples", "payout_limit")
          for place in ("layout", "sign")),
        case("md-uth:2C", without("progressive") | {"equipment.progressive_system": {}}, name="not offered"),
        case("md-uth:2D(1)", {"equipment.drop_box": "right", "equipment.tip_box": "left"}),
        case("md-uth:2E", TIP_BOX_ELSEWHERE, name="approved"),
        case("md-uth:3B(1) md-uth:3B(2)", ONE_DECK, name="one deck"),
        case(
            "md-uth:8A", MANUAL_SHOE | {"equipment.shoe.location_approval": "Approval 8"}, name="approved place"
        ),
        case("md-uth:9A(1)", FROM_THE_HAND, name="shuffled by a device"),
        case("md-uth:9A(1)", ONE_DECK | MANUAL, name="shuffled by hand, dealt from an automated shoe"),
    ],
)  # fmt: skip
def test_equipment_within_the_clauses_is_accepted(changes: Mapping[str, Any]) -> None:
    assert_accepted("md-uth", changes)


@pytest.mark.parametrize(
    ("clause", "changes", "field"),
    [
        ("reading F-01", {"operator.name": ABSENT}, "operator.name"),
        ("reading F-01", {"table.name": ABSENT}, "table.name"),
        ("md-uth:5A", ONE_DECK | {"equipment.shuffler.kind": "robot"}, "equipment.shuffler.kind"),
    ],
    ids=["nameless operator", "nameless table", "unknown shuffler"],
)
def test_a_table_record_that_does_not_hold_together_is_refused(
    clause: str, changes: Mapping[str, Any], field: str
) -> None:
    assert_refused("md-uth", changes, field, clause)


# The submission's half of clauses whose other half happens at the table, where their guards will stand.
@pytest.mark.parametrize(
    ("clause", "field", "value"),
    [
        ("2C(1)", "equipment.progressive_system.acceptance_device_per_seat", False),
        ("2C(2)", "equipment.progressive_system.lock_out", False),
        ("5C", "equipment.shuffler.feeds_shoe", ABSENT),
        ("7G", "table.adjacent_boxes", ABSENT),
        ("7G", "table.adjacent_boxes", 0),
        ("11J(2)(e)(ii)", "elections.envy_holder_must_wager", ABSENT),
        ("11J(2)(e)(ii)", "elections.envy_holder_must_wager", "perhaps"),
    ],
)
def test_what_the_table_will_run_by_must_be_filed(clause: str, field: str, value: object) -> None:
    assert_refused("md-uth", {field: value}, field, f"md-uth:{clause}")


def test_a_self_reshuffling_device_must_be_approved() -> None:
    assert_refused("md-uth", SELF_RESHUFFLING, "equipment.shuffler.approval", "md-uth:5I")
    assert_accepted("md-uth", SELF_RESHUFFLING | {"equipment.shuffler.approval": "Approval 7"})


@pytest.mark.parametrize("area", ["ultimate_pairs", "bad_beat", "play_the_board"])
def test_a_later_side_wager_needs_its_own_area(area: str) -> None:
    assert_refused("md-uth", areas_without(area), "layout.areas", "md-uth:7A")
    assert_accepted("md-uth", without(area))


@pytest.mark.parametrize("dealing", [MANUAL_SHOE, FROM_THE_HAND], ids=["manual shoe", "hand"])
def test_only_an_automated_shoe_serves_the_six_card_bonus(dealing: dict[str, Any]) -> None:
    offered = dealing | {
        "offers": MAIN + SIDE,
        "layout.areas": MAIN + SIDE,
        "equipment.shoe.location_approval": "Approval 8",
    }
    assert_refused("md-uth", offered, "elections.dealing", "md-uth:10B(1)")


@pytest.mark.clause("md-uth:5E(1)")
@pytest.mark.parametrize("counts", [True, False])
def test_a_counting_shuffler_frees_all_three_dealing_methods_of_the_stub_count(counts: bool) -> None:
    field = "equipment.shuffler.counts_cards"
    assert_refused("md-uth", {field: ABSENT}, field, "md-uth:5E(1)")
    rules = resolve(filed(with_changes(example("md-uth"), {field: counts})))
    assert rules.counting_shuffler is counts
    methods = rules.rulebook.dealing
    duties = {clause: method.stub_count.not_with for method in methods for clause in method.stub_count.clause}
    assert duties == {f"md-uth:{clause}": "counting_shuffler" for clause in ("8E", "9C", "10C")}


@pytest.mark.parametrize(
    ("wager", "menus"),
    [
        case("md-uth:7F(3)", "progressive", {"progressive", "envy"}),
        case("md-uth:7F(4)", "six_card_bonus", {"six_card_bonus"}),
        case("md-uth:7F(5)", "ultimate_pairs", {"ultimate_pairs"}),
        case("md-uth:7F(6)", "bad_beat", {"bad_beat"}),
        case("md-uth:7F(7)", "play_the_board", {"play_the_board"}),
    ],
)
def test_an_additional_wager_is_off_unless_filed(wager: str, menus: set[str]) -> None:
    rules, whole = (resolve(filed(with_changes(example("md-uth"), changes))) for changes in (without(wager), {}))
    assert (wager in rules.offers, wager in whole.offers) == (False, True)
    assert {entry.wager for entry in whole.tables} - {entry.wager for entry in rules.tables} == menus
    assert bool(rules.meters) is (wager != "progressive")


@pytest.mark.parametrize(
    ("elections", "wager", "cards"),
    [
        case("md-uth:7F(4)", {"six_card_bonus": "A"}, "six_card_bonus", "own_two_and_four_box_cards"),
        case("md-uth:7F(4)", {"six_card_bonus": "B"}, "six_card_bonus", "own_two_and_four_box_cards"),
        *(
            case("md-uth:7F(5)", {"ultimate_pairs": table}, "ultimate_pairs", "own_two_cards")
            for table in ("A", "C", "D", "E", "F")
        ),
        case("md-uth:7F(5)", {"ultimate_pairs": "B"}, "ultimate_pairs", "own_two_and_dealers_two"),
        case("md-uth:7F(6)", {}, "bad_beat", "losing_hand_of_either"),
        case("md-uth:7F(6)", {"bad_beat_rule": "player"}, "bad_beat", "losing_hand_of_player"),
        case("md-uth:7F(7)", {"play_the_board": "C"}, "play_the_board", "community_cards"),
    ],
)
def test_an_additional_wager_looks_at_these_cards_only(elections: dict[str, str], wager: str, cards: str) -> None:
    rules = elect("md-uth", elections)
    table = rules.table(wager)
    assert table
    assert table.ranked_on
    assert rules.value(table.ranked_on) == cards


@pytest.mark.clause("md-uth:7F(6)")
def test_bad_beat_is_offered_only_with_its_rule_attached() -> None:
    field = "records.bad_beat_rule"
    assert_refused("md-uth", {field: ABSENT}, field, "md-uth:7F(6)")
    assert_accepted("md-uth", without("bad_beat") | {field: ABSENT})


@pytest.mark.clause("md-uth:11L")
def test_an_electronic_table_is_off_unless_filed() -> None:
    assert elect("md-uth").electronic is False
    assert_refused("md-uth", {"table.electronic": ABSENT}, "table.electronic", "md-uth:11L")
    for answer in (False, True):
        rules = resolve(filed(with_changes(example("md-uth"), {"table.electronic": answer})))
        assert rules.electronic is answer


@pytest.mark.parametrize(
    ("menu", "clause", "stranger"),
    [
        case("md-uth:12B", "blind", "12B", "C"),
        case("md-uth:12C", "trips", "12C", "F"),
        case("md-uth:12D(1)", "progressive", "12D(1)", "E"),
        case("md-uth:12E", "six_card_bonus", "12E", "C"),
        case("md-uth:12E#2", "ultimate_pairs", "12E#2", "G"),
        case("md-uth:12F#2", "bad_beat", "12F#2", "D"),
        case("md-uth:12G", "play_the_board", "12G", "D"),
    ],
)
def test_the_submission_elects_one_printed_paytable(menu: str, clause: str, stranger: str) -> None:
    field = f"elections.{menu}"
    for refused in (ABSENT, stranger, 1, "a"):
        violations = at(field, found("md-uth", {field: refused}))
        assert [finding.clause for finding in violations] == [f"md-uth:{clause}"]
        assert violations[0].severity == "violation"
    with pytest.raises(BadInput, match=f"no choice '{stranger}'"):
        elect("md-uth", {menu: stranger})
    for letter in range(ord("A"), ord(stranger)):
        assert at(field, found("md-uth", {field: chr(letter)})) == ()
        elected = elect("md-uth", {menu: chr(letter)}).table(menu)
        assert elected
        assert elected.id == chr(letter)


@pytest.mark.parametrize("wager", MAIN)
def test_the_main_wagers_are_always_offered(wager: str) -> None:
    offers = [name for name in MAIN + SIDE if name != wager]
    (finding,) = at("offers", found("md-uth", {"offers": offers}))
    assert finding.severity == "violation"


@pytest.mark.parametrize("wager", ["ante", "trips", "six_card_bonus"])
def test_a_wagers_maximum_is_no_lower_than_its_minimum(wager: str) -> None:
    low, high = (f"limits.{wager}.{name}_cents" for name in ("minimum", "maximum"))
    for maximum in (1, 999):
        assert_refused("md-uth", {low: 1_000, high: maximum}, high, "reading C-01")
    for maximum in (1_000, 1_001):
        assert_accepted("md-uth", {low: 1_000, high: maximum})
    assert_refused("md-uth", {low: 0}, low, "reading C-01")
    assert_accepted("md-uth", {low: 1})
