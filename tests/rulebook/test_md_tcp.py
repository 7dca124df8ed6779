"""Three Card Poker, Maryland: what a submission must file, each clause broken alone in the shipped example."""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.errors import BadInput

from .filing import ABSENT, assert_accepted, assert_refused, at, breach, case, example, filed, found, with_changes

ALL_AREAS = ["ante", "play", "pair_plus", "progressive", "six_card_bonus"]
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
    kept = [wager for wager in ALL_AREAS if wager not in wagers]
    return {"offers": kept, "layout.areas": kept}


def areas_without(area: str) -> dict[str, Any]:
    return {"layout.areas": [name for name in ALL_AREAS if name != area]}


def test_the_example_has_no_findings() -> None:
    assert found("md-tcp", {}) == ()


@pytest.mark.parametrize(
    ("clause", "changes", "field"),
    [
        breach("md-tcp:.02A", {"table.seats": 8}, "table.seats"),
        breach("md-tcp:.02B", {"layout.approval": ABSENT}, "layout.approval"),
        breach("md-tcp:.02B", {"layout.approval": " "}, "layout.approval"),
        breach("md-tcp:.02B(1)", {"layout.operator_mark": ABSENT}, "layout.operator_mark"),
        breach("md-tcp:.02B(1)", {"layout.operator_mark": "none"}, "layout.operator_mark"),
        breach("md-tcp:.02B(2)", areas_without("ante"), "layout.areas"),
        breach("md-tcp:.02B(2)", areas_without("play"), "layout.areas"),
        breach("md-tcp:.02B(2)", areas_without("pair_plus"), "layout.areas"),
        breach("md-tcp:.02B(3)", areas_without("progressive"), "layout.areas"),
        breach("md-tcp:.02B(4)", areas_without("six_card_bonus"), "layout.areas"),
        breach("md-tcp:.02B(5)/2", {"layout.notices.queen_high": ABSENT}, "layout.notices.queen_high"),
        breach(
            "md-tcp:.02C",
            {"equipment.progressive_system.name": ABSENT},
            "equipment.progressive_system.name",
        ),
        breach("md-tcp:.02D(1)", {"equipment.drop_box": ABSENT}, "equipment.drop_box"),
        breach("md-tcp:.02D(1)", {"equipment.tip_box": ABSENT}, "equipment.tip_box"),
        breach("md-tcp:.02D(1)", {"equipment.tip_box": "left"}, "equipment.tip_box"),
        breach("md-tcp:.02D(1)", {"equipment.tip_box": "above"}, "equipment.tip_box"),
        breach("md-tcp:.02D(1)", {"equipment.drop_box": "behind"}, "equipment.drop_box"),
        breach(
            "md-tcp:.02D(2)",
            {"equipment.discard_rack_attached": False},
            "equipment.discard_rack_attached",
        ),
        breach(
            "md-tcp:.02E",
            TIP_BOX_ELSEWHERE | {"equipment.tip_box_approval": ""},
            "equipment.tip_box_approval",
        ),
        breach(
            "md-tcp:.02E",
            TIP_BOX_ELSEWHERE | {"equipment.tip_box_obstruction": ""},
            "equipment.tip_box_obstruction",
        ),
        breach("md-tcp:.03A(2)", {"cards.uniform_appearance": False}, "cards.uniform_appearance"),
        breach("md-tcp:.03A(3)", {"cards.cover_cards": 0}, "cards.cover_cards"),
        breach("md-tcp:.03A(3)", {"cards.cover_cards": 2}, "cards.cover_cards"),
        breach("md-tcp:.03B", MANUAL, "equipment.shuffler.kind", name="two decks shuffled by hand"),
        breach("md-tcp:.03B(1)", {"cards.same_design": False}, "cards.same_design"),
        breach("md-tcp:.03B(2)", {"cards.back_colours": ["red", "red"]}, "cards.back_colours"),
        breach("md-tcp:.03B(2)", {"cards.back_colours": ["red"]}, "cards.back_colours"),
        breach("md-tcp:.05I", SELF_RESHUFFLING, "equipment.shuffler.approval"),
        breach("md-tcp:.08A", {"elections.dealing": "manual_shoe"}, "equipment.shoe.location_approval"),
        breach("md-tcp:.09A(1)", ONE_DECK | MANUAL | {"elections.dealing": "hand"}, "equipment.shuffler.kind"),
    ],
)
def test_equipment_that_breaks_a_clause_is_refused(clause: str, changes: Mapping[str, Any], field: str) -> None:
    assert_refused("md-tcp", changes, field, clause)


@pytest.mark.parametrize(
    "changes",
    [
        case("md-tcp:.02A", {"table.seats": 1, "table.adjacent_boxes": 1}),
        case("md-tcp:.02A", {"table.seats": 6}),
        case("md-tcp:.02A", {"table.seats": 7}),
        case("md-tcp:.02B(1)", {"layout.operator_mark": "name"}),
        case("md-tcp:.02B(3)", without("progressive"), name="no progressive, no area"),
        case("md-tcp:.02B(4)", without("six_card_bonus"), name="no six card bonus, no area"),
        case("md-tcp:.02C", without("progressive") | {"equipment.progressive_system": {}}, name="not offered"),
        case("md-tcp:.02D(1)", {"equipment.drop_box": "right", "equipment.tip_box": "left"}),
        case("md-tcp:.02E", TIP_BOX_ELSEWHERE, name="approved, the obstruction named"),
        case("md-tcp:.03B(1) md-tcp:.03B(2)", ONE_DECK, name="one deck"),
        case("md-tcp:.05I", SELF_RESHUFFLING | {"equipment.shuffler.approval": "Approval 7"}, name="approved"),
        case(
            "md-tcp:.08A",
            {"elections.dealing": "manual_shoe", "equipment.shoe.location_approval": "Approval 8"},
            name="approved place",
        ),
        case("md-tcp:.09A(1)", {"elections.dealing": "hand"}),
        case("md-tcp:.09A(1)", ONE_DECK | MANUAL, name="a shuffle by hand, dealt from an automated shoe"),
    ],
)
def test_equipment_within_the_clauses_is_accepted(changes: Mapping[str, Any]) -> None:
    assert_accepted("md-tcp", changes)


@pytest.mark.clause("md-tcp:.02B(5)/2")
def test_a_queen_high_legend_on_the_sign_alone_is_a_warning() -> None:
    (finding,) = found("md-tcp", {"layout.notices.queen_high": "sign"})
    assert (finding.severity, finding.field) == ("warning", "layout.notices.queen_high")
    assert finding.clause == "md-tcp:.02B(5)/2"


@pytest.mark.parametrize(
    ("clause", "changes", "field"),
    [
        ("reading F-01", {"operator.name": ABSENT}, "operator.name"),
        ("reading F-01", {"table.name": ABSENT}, "table.name"),
        ("md-tcp:.05A", ONE_DECK | {"equipment.shuffler.kind": "robot"}, "equipment.shuffler.kind"),
    ],
    ids=["nameless operator", "nameless table", "unknown shuffler"],
)
def test_a_table_record_that_does_not_hold_together_is_refused(
    clause: str, changes: Mapping[str, Any], field: str
) -> None:
    assert_refused("md-tcp", changes, field, clause)


# The submission's half of clauses whose other half happens at the table, where their guards will stand.
@pytest.mark.parametrize(
    ("clause", "changes", "field"),
    [
        (
            ".02C(1)",
            {"equipment.progressive_system.acceptance_device_per_seat": False},
            "equipment.progressive_system.acceptance_device_per_seat",
        ),
        (
            ".02C(2)",
            {"equipment.progressive_system.lock_out": False},
            "equipment.progressive_system.lock_out",
        ),
        (".05C", {"equipment.shuffler.feeds_shoe": ABSENT}, "equipment.shuffler.feeds_shoe"),
        (".07F", {"elections.version": ABSENT}, "elections.version"),
        (".07F", {"elections.version": "F4"}, "elections.version"),
        (".07G", {"table.adjacent_boxes": ABSENT}, "table.adjacent_boxes"),
        (".07G", {"table.adjacent_boxes": 0}, "table.adjacent_boxes"),
        (".12B", {"elections.ante_bonus": ABSENT}, "elections.ante_bonus"),
        (".12B", {"elections.ante_bonus": "D"}, "elections.ante_bonus"),
    ],
)
def test_what_the_table_will_run_by_must_be_filed(clause: str, changes: Mapping[str, Any], field: str) -> None:
    assert_refused("md-tcp", changes, field, f"md-tcp:{clause}")


@pytest.mark.clause("md-tcp:.05D(1)")
@pytest.mark.parametrize("counts", [True, False])
def test_a_counting_shuffler_frees_all_three_dealing_methods_of_the_stub_count(counts: bool) -> None:
    field = "equipment.shuffler.counts_cards"
    assert_refused("md-tcp", {field: ABSENT}, field, "md-tcp:.05D(1)")
    rules = resolve(filed(with_changes(example("md-tcp"), {field: counts})))
    assert rules.counting_shuffler is counts
    duties = {
        clause: method.stub_count.not_with for method in rules.rulebook.dealing for clause in method.stub_count.clause
    }
    assert duties == {f"md-tcp:{clause}": "counting_shuffler" for clause in (".08F", ".09D", ".10C")}


@pytest.mark.parametrize(
    ("wager", "others"),
    [
        case("md-tcp:.07E(4)", "progressive", {"ante", "play", "ante_bonus", "pair_plus", "six_card_bonus"}),
        case("md-tcp:.07E(5)", "six_card_bonus", {"ante", "play", "ante_bonus", "pair_plus", "progressive", "envy"}),
    ],
)
def test_an_additional_wager_is_off_unless_filed(wager: str, others: set[str]) -> None:
    rules = resolve(filed(with_changes(example("md-tcp"), without(wager))))
    assert wager not in rules.offers
    assert {entry.wager for entry in rules.tables} == others
    assert bool(rules.meters) is (wager != "progressive")
    assert wager in resolve(filed(example("md-tcp"))).offers


@pytest.mark.clause("md-tcp:.07E(5)")
def test_the_six_card_bonus_is_made_of_the_players_three_and_the_dealers_three() -> None:
    table = elect("md-tcp").table("six_card_bonus")
    assert table
    assert table.ranked_on
    assert table.ranked_on.is_ == "own_three_and_dealers_three"
    assert [line.line for line in table.lines][-1] == "three_of_a_kind"


@pytest.mark.parametrize(
    ("menu", "table", "cites"),
    [
        case("md-tcp:.12D", "pair_plus", "E", ".12D"),
        case("md-tcp:.12D", "pair_plus", ABSENT, ".12D"),
        case("md-tcp:.12E(1)", "progressive", "C", ".12E(1)"),
        case("md-tcp:.12E(1)", "progressive", ABSENT, ".12E(1)"),
        case("md-tcp:.12F", "six_card_bonus", ABSENT, ".12F"),
        case("md-tcp:.12F", "six_card_bonus", "E", ".12F"),
        case("md-tcp:.12F", "six_card_bonus", "A-legacy", ".12F(1)"),
        case("md-tcp:.12F", "six_card_bonus", "B-struck", ".12F(2)[struck]"),
        case("md-tcp:.12F", "six_card_bonus", "C", ".12F(3)[struck]"),
        case("md-tcp:.12F", "six_card_bonus", "C-struck", ".12F(3)[struck]"),
        case("md-tcp:.12F", "six_card_bonus", "D", ".12F(4)[struck]"),
        case("md-tcp:.12F", "six_card_bonus", "D-struck", ".12F(4)[struck]"),
    ],
)
def test_no_other_paytable_can_be_elected(menu: str, table: object, cites: str) -> None:
    assert_refused("md-tcp", {f"elections.{menu}": table}, f"elections.{menu}", f"md-tcp:{cites}")
    if isinstance(table, str):
        with pytest.raises(BadInput, match=f"no choice '{table}'"):
            elect("md-tcp", {menu: table})


@pytest.mark.parametrize(
    ("menu", "table"),
    [
        *(case("md-tcp:.12D", "pair_plus", name) for name in "ABCD"),
        case("md-tcp:.12E(1)", "progressive", "A"),
        case("md-tcp:.12E(1)", "progressive", "B"),
        case("md-tcp:.12F", "six_card_bonus", "A"),
        case("md-tcp:.12F", "six_card_bonus", "B"),
    ],
)
def test_a_printed_paytable_can_be_elected(menu: str, table: str) -> None:
    assert_accepted("md-tcp", {f"elections.{menu}": table})
    elected = elect("md-tcp", {menu: table}).table(menu)
    assert elected
    assert elected.id == table


@pytest.mark.clause("md-tcp:.12C")
@pytest.mark.parametrize(
    ("version", "clause"), [("F1", ".12C"), ("F2", ".12C"), ("F3", ".12C"), ("base", ".12B")]
)  # fmt: skip
def test_a_restricted_version_takes_its_ante_bonus_from_its_own_list(version: str, clause: str) -> None:
    for number, table in enumerate("ABC", 1):
        changes = {"elections.version": version, "elections.ante_bonus": table}
        assert_accepted("md-tcp", changes)
        rules = resolve(filed(with_changes(example("md-tcp"), changes)))
        taken = [entry.table.clause for entry in rules.tables if entry.wager == "ante_bonus"]
        assert taken == [(f"md-tcp:{clause}({number})",)]
    assert_refused(
        "md-tcp",
        {"elections.version": version, "elections.ante_bonus": "D"},
        "elections.ante_bonus",
        f"md-tcp:{clause}",
    )


@pytest.mark.parametrize(
    ("table", "rate", "clause", "accepted"),
    [
        case("md-tcp:.12E(3)(a)/1", "A", "13.99 %", ".12E(3)(a)/1", False),
        case("md-tcp:.12E(3)(a)/1", "A", "14 %", ".12E(3)(a)/1", True),
        case("md-tcp:.12E(3)(a)/1", "A", "14.01 %", ".12E(3)(a)/1", True),
        case("md-tcp:.12E(3)(a)/1", "A", ABSENT, ".12E(3)(a)/1", False),
        case("md-tcp:.12E(3)(a)/2", "B", "19.99 %", ".12E(3)(a)/2", False),
        case("md-tcp:.12E(3)(a)/2", "B", "20 %", ".12E(3)(a)/2", True),
        case("md-tcp:.12E(3)(a)/2", "B", "20.01 %", ".12E(3)(a)/2", True),
        case("md-tcp:.12E(3)(a)/2", "B", ABSENT, ".12E(3)(a)/2", False),
    ],
)
def test_the_meters_rate_has_a_floor_by_paytable(table: str, rate: object, clause: str, accepted: bool) -> None:
    changes = {"elections.progressive": table, "progressive.rate": rate}
    if accepted:
        assert_accepted("md-tcp", changes)
    else:
        assert_refused("md-tcp", changes, "progressive.rate", f"md-tcp:{clause}")


@pytest.mark.clause("md-tcp:.12E(3)(b)")
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize("field", ["progressive.initial_cents", "progressive.reset_cents"])
def test_the_meter_starts_and_resets_at_no_less_than_a_thousand_dollars(table: str, field: str) -> None:
    elected = {"elections.progressive": table}
    assert_refused("md-tcp", elected | {field: ABSENT}, field, "md-tcp:.12E(3)(b)")
    assert_refused("md-tcp", elected | {field: 99_999}, field, "md-tcp:.12E(3)(b)")
    assert_accepted("md-tcp", elected | {field: 100_000})
    assert_accepted("md-tcp", elected | {field: 100_001})


@pytest.mark.parametrize("stake", [0, 99, 101, 250, 499, 501])
def test_a_stake_without_an_envy_award_is_refused(stake: int) -> None:
    assert_refused("md-tcp", {"progressive.stake_cents": stake}, "progressive.stake_cents", "md-tcp:.12E(5)")


@pytest.mark.parametrize("stake", [100, 500])
def test_a_stake_with_an_envy_award_is_accepted(stake: int) -> None:
    assert_accepted("md-tcp", {"progressive.stake_cents": stake})


@pytest.mark.parametrize("wagers", [["play", "pair_plus"], ["ante", "pair_plus"], ["ante", "play"]])
def test_the_main_wagers_are_always_offered(wagers: list[str]) -> None:
    assert [finding.severity for finding in at("offers", found("md-tcp", {"offers": wagers}))] == ["violation"]


@pytest.mark.parametrize("wager", ["ante", "pair_plus", "six_card_bonus"])
def test_a_wagers_maximum_is_no_lower_than_its_minimum(wager: str) -> None:
    low, high = (f"limits.{wager}.{name}_cents" for name in ("minimum", "maximum"))
    for maximum in (1, 999):
        assert_refused("md-tcp", {low: 1_000, high: maximum}, high, "reading C-01")
    for maximum in (1_000, 1_001):
        assert_accepted("md-tcp", {low: 1_000, high: maximum})
    assert_refused("md-tcp", {low: 0}, low, "reading C-01")
    assert_accepted("md-tcp", {low: 1})
