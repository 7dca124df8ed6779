"""What a check finds that no one rulebook owns, and that each finding cites what says so, in English."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from croupier.rulebook.check import check, requirements
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.readings import readings
from croupier.rulebook.register import all_clauses
from croupier.rulebook.submission import Submission
from croupier.table.procedure.script import script_of
from croupier.table.procedure.wagering import box_problem
from croupier.table.settlement.described import RoundDescribed, SeatDescribed, settle_described
from croupier.table.values.refusal import Refusal

from .filing import ABSENT, assert_accepted, assert_refused, at, example, filed, found, with_changes

TWO_DECKS = [name for name in rulebook_ids() if example(name)["cards"]["decks"] == 2]
BACKS = {"md-tcp": ".03B(2)", "md-fcp": ".03B(2)", "md-uth": "3B(2)", "ma-fcp-1": "2(b)(2)", "ma-fcp-2": "2(b)(2)"}
BOXES = {"md-tcp": ".02D(1)", "md-fcp": ".02D", "md-uth": "2D(1)"}
SPOTS = {"md-tcp": ".07G", "md-fcp": ".07F", "md-uth": "7G", "ma-fcp-1": "6(e)", "ma-fcp-2": "6(e)"}


def cited(rulebook: str, clause: str) -> str:
    """The clause as findings of the rulebook cite it; the later edition keeps what the earlier says."""
    return f"{'ma-fcp-1' if rulebook == 'ma-fcp-2' else rulebook}:{clause}"


@pytest.mark.parametrize(
    "backs",
    [["red", "Red"], ["red", " red "], ["dark  red", "dark red"], ["red", ""], ["", " "], ["caf\u00e9", "cafe\u0301"]],
)
@pytest.mark.parametrize("rulebook", TWO_DECKS)
def test_backs_that_nobody_could_tell_apart_are_refused(rulebook: str, backs: list[str]) -> None:
    among = at("cards.back_colours", found(rulebook, {"cards.back_colours": backs}))
    assert {finding.severity for finding in among} == {"violation"}
    assert {finding.clause for finding in among} == {cited(rulebook, BACKS[rulebook])}
    assert_accepted(rulebook, {"cards.back_colours": ["red", "blue"]})


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_player_has_no_more_boxes_than_the_table_has_seats(rulebook: str) -> None:
    changes = {"table.seats": 1, "table.adjacent_boxes": 2}
    assert_refused(rulebook, changes, "table.adjacent_boxes", cited(rulebook, SPOTS[rulebook]))
    assert_accepted(rulebook, {"table.seats": 2, "table.adjacent_boxes": 2})


@pytest.mark.parametrize("rulebook", BOXES)
@pytest.mark.parametrize("value", [ABSENT, "", "  "])
def test_where_drop_box_and_tip_box_stand_needs_an_approval(rulebook: str, value: object) -> None:
    field = "equipment.boxes_approval"
    assert_refused(rulebook, {field: value}, field, f"{rulebook}:{BOXES[rulebook]}")


@pytest.mark.parametrize(
    ("rulebook", "changes", "field", "clause"),
    [
        ("md-tcp", {"progressive.mega.rate": "1 %"}, "progressive.mega.rate", "md-tcp:.12E(1)(a)"),
        ("md-tcp", {"progressive.minor.reset_cents": 1}, "progressive.minor.reset_cents", "md-tcp:.12E(1)(a)"),
        ("md-fcp", {"progressive.major.initial_cents": 1}, "progressive.major.initial_cents", "md-fcp:.12D[1st](1)(a)"),
        ("ma-fcp-1", {"progressive.mega.rate": "1 %"}, "progressive.mega.rate", "ma-fcp-1:13(a)(1)/Paytable-A"),
    ],
)
def test_a_meter_that_the_paytable_does_not_have_is_refused(
    rulebook: str, changes: Mapping[str, Any], field: str, clause: str
) -> None:
    assert_accepted(rulebook, {})
    (finding,) = at(field, found(rulebook, changes))
    assert (finding.severity, finding.clause) == ("violation", clause)
    assert f"leave {field} out" in finding.message


def test_mega_is_refused_where_a_link_has_two_meters_and_the_bare_rate_where_there_are_several() -> None:
    two = {"elections.progressive": "PTMGLML01", "elections.envy": ABSENT, "progressive": {
        "stake_cents": 100,
        "major": {"rate": "5 %", "initial_cents": 10**6, "reset_cents": 10**6},
        "minor": {"rate": "5 %", "initial_cents": 10**6, "reset_cents": 10**6},
    }}  # fmt: skip
    if "envy" not in example("ma-fcp-2")["elections"]:
        del two["elections.envy"]
    assert not at("progressive.mega.rate", found("ma-fcp-2", two))
    (finding,) = at("progressive.mega.rate", found("ma-fcp-2", two | {"progressive.mega.rate": "5 %"}))
    assert finding.severity == "violation"
    assert finding.clause.startswith("ma-fcp-2:13(b)/PTMGLML01")
    (finding,) = at("progressive.rate", found("ma-fcp-2", two | {"progressive.rate": "5 %"}))
    assert "write progressive.major.rate and progressive.minor.rate" in finding.message


@pytest.mark.parametrize(
    ("version", "limits", "field"),
    [
        ("F1", {"ante": (500, 1000), "pair_plus": (1001, 5000)}, "pair_plus"),
        ("F2", {"ante": (500, 1000), "pair_plus": (2001, 5000)}, "pair_plus"),
        ("F3", {"ante": (500, 1000), "pair_plus": (5001, 6000)}, "pair_plus"),
        ("F3", {"ante": (5001, 6000), "pair_plus": (500, 1000)}, "ante"),
    ],
)
def test_limits_under_which_a_version_cannot_be_played_are_refused(
    version: str, limits: dict[str, tuple[int, int]], field: str
) -> None:
    changes: dict[str, Any] = {"elections.version": version}
    for wager, (low, high) in limits.items():
        changes |= {f"limits.{wager}.minimum_cents": low, f"limits.{wager}.maximum_cents": high}
    assert_refused("md-tcp", changes, f"limits.{field}.minimum_cents", f"md-tcp:.07F({version[1]})")
    assert_accepted("md-tcp", changes | {f"limits.{field}.minimum_cents": limits[field][0] - 1})
    assert_accepted("md-tcp", changes | {"elections.version": "base"})


@pytest.mark.parametrize(
    ("rulebook", "foreign"), [("md-tcp", "blind"), ("md-fcp", "trips"), ("md-uth", "pair_plus"), ("ma-fcp-1", "blind")]
)
def test_an_area_for_a_wager_of_another_game_is_refused(rulebook: str, foreign: str) -> None:
    areas = [*example(rulebook).get("layout", {}).get("areas", []), foreign]
    (finding, *_) = at("layout.areas", found(rulebook, {"layout.areas": areas}))
    assert finding.severity == "violation"
    assert f"has no wager {foreign}" in finding.message
    own = {clause for wager in load(rulebook).wagers.wagers for clause in wager.clause}
    assert set(finding.clause.split(", ")) <= own


def test_an_electronic_table_is_asked_for_no_cards_rack_or_shuffler() -> None:
    bare = with_changes(example("md-uth"), {"table.electronic": True, "cards": {}, "equipment.shuffler": {}})
    del bare["equipment"]["discard_rack_attached"]
    assert_accepted("md-uth", bare)
    left_out: tuple[dict[str, Any], ...] = ({"cards": {}}, {"equipment.shuffler": {}})
    for changes in (*left_out, {"equipment.discard_rack_attached": ABSENT}):
        assert [finding for finding in found("md-uth", changes) if finding.severity == "violation"]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_has_no_effect_cites_nobody(rulebook: str) -> None:
    (finding,) = at("records.surprise", found(rulebook, {"records.surprise": "x"}))
    assert (finding.severity, finding.clause) == ("warning", "")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_finding_of_an_empty_submission_cites_a_clause_or_a_reading_in_english(rulebook: str) -> None:
    offers = tuple(wager.wager for wager in load(rulebook).wagers.wagers)
    seatless = filed(with_changes(example(rulebook), {"table": {"seats": 0}}))
    for finding in (*check(Submission(rules=rulebook, offers=offers)), *check(seatless)):
        authority = finding.clause.removeprefix("reading ").split(", ")
        assert set(authority) <= all_clauses() | readings().keys(), finding
        assert not re.search(r"\b1 (seats|boxes|cards|rounds|hours)\b", finding.message), finding
        assert finding.message.endswith("."), finding


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_table_has_at_least_one_seat_because_only_the_seated_wager(rulebook: str) -> None:
    (finding,) = at("table.seats", found(rulebook, {"table.seats": 0}))
    assert finding.clause == load(rulebook).wagers.seated_only.clause[0]
    assert "write table.seats as at least 1 seat." in finding.message


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_menu_is_named_in_quotation_marks_since_its_title_may_be_a_sentence(rulebook: str) -> None:
    for menu in load(rulebook).election_menus(filed(example(rulebook))):
        if not isinstance(menu, Menu):
            continue
        field = f"elections.{menu.menu}"
        (finding,) = [one for one in at(field, found(rulebook, {field: "surprise"})) if "surprise" in one.message][-1:]
        assert finding.message.startswith(f'"surprise" is no choice of "{menu.title}"; write {field} = ')
        with pytest.raises(BadInput, match=f'^"{re.escape(menu.title)}" has no choice'):
            elect(rulebook, {menu.menu: "surprise"})


def test_what_is_compulsory_is_called_by_its_name() -> None:
    refused = box_problem(elect("md-tcp", {"version": "F3"}), {"ante": 500})
    assert isinstance(refused, Refusal)
    assert refused.sentence == "Ante and Pair Plus are both compulsory here; make the Pair Plus wager too."


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_seat_that_there_is_not_is_refused_by_what_bounds_the_seats(rulebook: str) -> None:
    rules = elect(rulebook)
    clauses = {clause for rule in requirements(load(rulebook)) if rule.field == "table.seats" for clause in rule.clause}
    refused = settle_described(rules, RoundDescribed(rules=rulebook, seats=(SeatDescribed(seat=10),)))
    assert isinstance(refused, Refusal)
    assert refused.code == "no_seat"
    assert refused.clause in clauses - {load(rulebook).wagers.seated_only.clause[0]}


@pytest.mark.parametrize(("held", "clause"), [("dealt_first", "10B(3)"), ("held_in_device", "10B(4)")])
def test_stacks_are_dealt_by_the_clause_of_the_device_that_holds_the_dealers_cards(held: str, clause: str) -> None:
    script = script_of(elect("md-uth", {"dealer_cards": held}))
    dealt = {due.step: due.clause for due in script if due.step in ("deal_first_player", "deal_other_players")}
    assert dealt == dict.fromkeys(("deal_first_player", "deal_other_players"), f"md-uth:{clause}")
    assert len([due for due in script if due.step == "deal_first_player"]) == 1


@pytest.mark.parametrize("name", readings())
def test_a_readings_setting_is_a_menu_or_a_field_of_a_submission(name: str) -> None:
    setting = readings()[name].setting
    menus = {menu for rulebook in rulebook_ids() for menu in load(rulebook).menu_names()}
    if setting and setting not in menus:
        value: object = Submission(rules="md-tcp")
        for part in setting.split("."):
            assert hasattr(value, part), setting
            value = getattr(value, part)


@pytest.mark.parametrize(
    ("rulebook", "wager", "line", "clause"),
    [
        ("md-tcp", "pair_plus", "flush", "md-tcp:.12D"),
        ("md-tcp", "six_card_bonus", "flush", "md-tcp:.12F"),
        ("md-fcp", "aces_up", "flush", "md-fcp:.12C"),
        ("md-uth", "trips", "flush", "md-uth:12C"),
        ("md-uth", "bad_beat", "flush", "md-uth:12F#2"),
    ],
)
def test_odds_that_a_chosen_paytable_prints_cannot_be_raised(rulebook: str, wager: str, line: str, clause: str) -> None:
    field = f"odds.{wager}.{line}"
    assert_refused(rulebook, {field: "99 to 1"}, field, clause)
