"""Maryland's Four Card Poker: what its definitions, equipment, signs and elections ask, clause by clause."""

from fractions import Fraction
from typing import Any

import pytest

from croupier.cards import parse_cards
from croupier.hands import five_card, four_card
from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load

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

BASE_WAGERS = ["ante", "play", "aces_up"]
AREAS = [*BASE_WAGERS, "progressive", "six_card_bonus"]
NO_BONUS = {"offers": [*BASE_WAGERS, "progressive"]}
NO_PROGRESSIVE = {"offers": [*BASE_WAGERS, "six_card_bonus"]}
MANUAL_SHOE = NO_BONUS | {"elections.dealing": "manual_shoe", "equipment.shoe.location_approval": "Plan 7"}
ONE_DECK = {"cards.decks": 1}
BY_HAND = NO_BONUS | ONE_DECK | {"elections.dealing": "hand"}
TIP_BOX_ELSEWHERE = {
    "equipment.tip_box": "elsewhere",
    "equipment.tip_box_approval": "Letter 12",
    "equipment.tip_box_obstruction": "shuffler",
}
SELF_RESHUFFLING = {"equipment.shuffler.kind": "self_reshuffling", "equipment.shuffler.approval": "Device 3"}


def without(area: str) -> list[str]:
    return [name for name in AREAS if name != area]


def kept(clause: str, changes: dict[str, Any], name: str) -> Any:
    """A row: the example so changed is in order."""
    return case(f"md-fcp:{clause}", changes, name=name)


@pytest.mark.parametrize(
    ("clause", "given", "field", "value"),
    [
        broken("md-fcp:.02A(1)", "table.seats", 8),
        broken("md-fcp:.02A(1)", "table.seats", ABSENT),
        broken("md-fcp:.02A(2)", "layout.dealer_side", False),
        broken("md-fcp:.02A(2)", "layout.dealer_side", ABSENT),
        broken("md-fcp:.02B", "layout.approval", ABSENT),
        broken("md-fcp:.02B", "layout.approval", ""),
        broken("md-fcp:.02B", "layout.approval", " "),
        broken("md-fcp:.02B(1)", "layout.operator_mark", ABSENT),
        broken("md-fcp:.02B(1)", "layout.operator_mark", "neither"),
        broken("md-fcp:.02B(2)", "layout.areas", without("ante")),
        broken("md-fcp:.02B(2)", "layout.areas", without("play")),
        broken("md-fcp:.02B(2)", "layout.areas", without("aces_up")),
        broken("md-fcp:.02B(2)", "layout.areas", ABSENT),
        broken("md-fcp:.02B(3)", "layout.areas", without("progressive")),
        broken("md-fcp:.02B(4)", "layout.areas", without("six_card_bonus")),
        broken("md-fcp:.02B(5)", "layout.odds_shown_on", ABSENT),
        broken("md-fcp:.02B(5)", "layout.odds_shown_on", "nothing"),
        broken("md-fcp:.02C", "equipment.progressive_system.name", ABSENT),
        broken("md-fcp:.02C(1)", "equipment.progressive_system.acceptance_device_per_seat", False),
        broken("md-fcp:.02C(1)", "equipment.progressive_system.acceptance_device_per_seat", ABSENT),
        broken("md-fcp:.02C(2)", "equipment.progressive_system.lock_out", False),
        broken("md-fcp:.02C(2)", "equipment.progressive_system.lock_out", ABSENT),
        broken("md-fcp:.02D", "equipment.drop_box", ABSENT),
        broken("md-fcp:.02D", "equipment.drop_box", "elsewhere"),
        broken("md-fcp:.02D", "equipment.tip_box", ABSENT),
        broken("md-fcp:.02D", "equipment.tip_box", "left"),
        broken("md-fcp:.02D", "equipment.tip_box", "behind"),
        broken("md-fcp:.02E", "equipment.tip_box_approval", ABSENT, TIP_BOX_ELSEWHERE),
        broken("md-fcp:.02E", "equipment.tip_box_obstruction", ABSENT, TIP_BOX_ELSEWHERE),
        broken("md-fcp:.02F", "equipment.discard_rack_attached", False),
        broken("md-fcp:.02F", "equipment.discard_rack_attached", ABSENT),
        broken("md-fcp:.03A(1)", "cards.uniform_appearance", False),
        broken("md-fcp:.03A(1)", "cards.uniform_appearance", ABSENT),
        broken("md-fcp:.03A(2)", "cards.cover_cards", 0),
        broken("md-fcp:.03A(2)", "cards.cover_cards", 2),
        broken("md-fcp:.03B", "equipment.shuffler.kind", "manual"),
        broken("md-fcp:.03B(1)", "cards.same_design", False),
        broken("md-fcp:.03B(1)", "cards.same_design", ABSENT),
        broken("md-fcp:.03B(2)", "cards.back_colours", ["red", "red"]),
        broken("md-fcp:.03B(2)", "cards.back_colours", ["red"]),
        broken("md-fcp:.05B#1", "equipment.shuffler.feeds_shoe", ABSENT),
        broken("md-fcp:.05G", "equipment.shuffler.approval", ABSENT, SELF_RESHUFFLING),
        broken("md-fcp:.07F", "table.adjacent_boxes", ABSENT),
        broken("md-fcp:.07F", "table.adjacent_boxes", 0),
        broken("md-fcp:.08A", "equipment.shoe.location_approval", ABSENT, MANUAL_SHOE),
        broken("md-fcp:.09A(1)", "equipment.shuffler.kind", "manual", BY_HAND),
        broken("md-fcp:.12C", "elections.aces_up", ABSENT),
        broken("md-fcp:.12C", "elections.aces_up", "G"),
        broken("md-fcp:.12C", "elections.aces_up", "III"),
        broken("md-fcp:.12D[1st](1)", "elections.progressive", ABSENT),
        broken("md-fcp:.12D[1st](3)(a)", "progressive.rate", ABSENT),
        broken("md-fcp:.12D[1st](3)(a)", "progressive.rate", "0 %"),
        broken("md-fcp:.12D[1st](3)(a)", "progressive.rate", "100.000001 %"),
        broken("md-fcp:.12D[1st](3)(b)", "progressive.initial_cents", ABSENT),
        broken("md-fcp:.12D[1st](3)(b)", "progressive.reset_cents", ABSENT),
        broken("md-fcp:.12D[2nd](2)", "elections.envy", ABSENT),
        broken("md-fcp:.12D[2nd](2)", "elections.envy", "B"),
        broken("md-fcp:.12G", "elections.six_card_bonus", ABSENT),
        broken("md-fcp:.12G", "elections.six_card_bonus", "E"),
    ],
)
def test_the_check_refuses_what_the_clause_forbids(
    clause: str, given: dict[str, Any], field: str, value: object
) -> None:
    assert_broken("md-fcp", given, field, value, clause)


@pytest.mark.parametrize(
    ("clause", "given", "field", "value"),
    [
        (".03A", {}, "cards.decks", 3),
        (".05A", ONE_DECK, "equipment.shuffler.kind", "by_foot"),
        (".05B(1)-(2)", {}, "equipment.shuffler.counts_cards", ABSENT),
        (".07E(2)", {}, "offers", ["ante", "play", "progressive"]),
        (".10B(1)", {"equipment.shoe.location_approval": "Plan 7"}, "elections.dealing", "manual_shoe"),
        *((".12D[2nd](1)", {}, "progressive.stake_cents", cents) for cents in (99, 101, 499, 501, ABSENT)),
    ],
)
def test_the_check_asks_what_clauses_of_play_presuppose(
    clause: str, given: dict[str, Any], field: str, value: object
) -> None:
    """The table carries these clauses out; a submission that makes that impossible is refused by them too."""
    assert_broken("md-fcp", given, field, value, f"md-fcp:{clause}")


@pytest.mark.parametrize(
    ("reading", "field", "value"),
    [
        ("C-01", "limits.ante.minimum_cents", 0),
        ("C-01", "limits.ante.maximum_cents", 999),
        ("F-01", "operator.name", ABSENT),
        ("F-01", "table.name", ABSENT),
    ],
)
def test_what_no_clause_asks_is_asked_by_the_reading_that_found_it_needed(
    reading: str, field: str, value: object
) -> None:
    assert_refused("md-fcp", {field: value}, field, f"reading {reading}")


@pytest.mark.parametrize(
    "changes",
    [
        kept(".02A(1)", {"table.seats": 7}, "seven spots"),
        kept(".02A(1)", {"table.seats": 1, "table.adjacent_boxes": 1}, "one spot"),
        kept(".02B(1)", {"layout.operator_mark": "name"}, "the name"),
        kept(".02B(3)", NO_PROGRESSIVE | {"layout.areas": without("progressive")}, "not offered, no area"),
        kept(".02B(4)", NO_BONUS | {"layout.areas": without("six_card_bonus")}, "not offered, no area"),
        kept(".02B(5)", {"layout.odds_shown_on": "layout"}, "on the layout"),
        kept(".02C", NO_PROGRESSIVE | {"equipment.progressive_system": {}}, "not offered, no system"),
        kept(".02D", {"equipment.drop_box": "right", "equipment.tip_box": "left"}, "sides exchanged"),
        kept(".03B", ONE_DECK | {"equipment.shuffler.kind": "manual"}, "one deck"),
        kept(".03B(1)", ONE_DECK | {"cards.same_design": False}, "one deck"),
        kept(".03B(2)", ONE_DECK | {"cards.back_colours": ["red", "red"]}, "one deck"),
        kept(".12D[1st](3)(a)", {"progressive.rate": "0.000001 %"}, "the smallest rate"),
        kept(".12D[1st](3)(a)", {"progressive.rate": "100 %"}, "the whole stake"),
        kept(".12G", {"elections.six_card_bonus": "B"}, "Paytable B"),
    ],
)
def test_the_check_lets_pass_what_the_clause_allows(changes: dict[str, Any]) -> None:
    assert_accepted("md-fcp", changes)


def floor(clause: str, paytable: str, cents: int) -> Any:
    return case(f"md-fcp:.12D[1st](3)(b){clause}", clause, paytable, cents, name=f"{paytable} from {cents} cents")


@pytest.mark.parametrize("field", ["progressive.initial_cents", "progressive.reset_cents"])
@pytest.mark.parametrize("stake_cents", [100, 500])
@pytest.mark.parametrize(
    ("clause", "paytable", "cents"),
    [floor("(i)", "A", 500_000), floor("(ii)", "B", 100_000), floor("(iii)", "C", 1_000_000)],
)
def test_a_meter_starts_and_restarts_at_its_floor_or_above(
    clause: str, paytable: str, cents: int, stake_cents: int, field: str
) -> None:
    """The floors are the same for every stake (reading A15)."""
    given = {"elections.progressive": paytable, "elections.envy": paytable, "progressive.stake_cents": stake_cents}
    given |= {"progressive.initial_cents": cents, "progressive.reset_cents": cents}
    assert_refused("md-fcp", given | {field: cents - 1}, field, f"md-fcp:.12D[1st](3)(b){clause}")
    assert_accepted("md-fcp", given)
    assert_accepted("md-fcp", given | {field: cents + 1})


@pytest.mark.clause("md-fcp:.12D[1st](3)(a)", "md-fcp:.12D[1st](3)(b)")
def test_the_meter_is_run_as_filed() -> None:
    changes = {"progressive.rate": "12.25 %", "progressive.initial_cents": 777_700, "progressive.reset_cents": 600_001}
    (meter,) = resolve(filed(with_changes(example("md-fcp"), changes))).meters
    assert (meter.rate_percent, meter.initial_cents, meter.reset_cents) == (Fraction(49, 4), 777_700, 600_001)


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
@pytest.mark.clause("md-fcp:.12D[1st](1)", "md-fcp:.12D[2nd](2)")
def test_one_progressive_paytable_and_its_envy_schedule_are_in_force(paytable: str) -> None:
    changes = {"elections.progressive": paytable, "elections.envy": paytable, "progressive.reset_cents": 1_000_000}
    rules = resolve(filed(with_changes(example("md-fcp"), changes)))
    assert [entry.table.id for entry in rules.tables if entry.wager == "progressive"] == [paytable]
    assert {entry.table.id for entry in rules.tables if entry.wager == "envy"} == {paytable}


@pytest.mark.clause("md-fcp:.12D[1st](1)")
def test_there_is_no_fourth_progressive_paytable() -> None:
    among = found("md-fcp", {"elections.progressive": "D", "elections.envy": "D"})
    (finding,) = at("elections.progressive", among)
    assert (finding.severity, finding.clause) == ("violation", "md-fcp:.12D[1st](1)")


@pytest.mark.parametrize("paytable", ["A", "B", "C", "D", "E", "F"])
@pytest.mark.clause("md-fcp:.12C")
def test_one_aces_up_paytable_is_in_force(paytable: str) -> None:
    rules = resolve(filed(with_changes(example("md-fcp"), {"elections.aces_up": paytable})))
    assert [entry.table.id for entry in rules.tables if entry.wager == "aces_up"] == [paytable]


@pytest.mark.clause("md-fcp:.12C")
def test_a_seventh_aces_up_paytable_cannot_be_elected() -> None:
    with pytest.raises(BadInput, match=r"there are A, B, C, D, E, F \(md-fcp:\.12C\)"):
        elect("md-fcp", {"aces_up": "G"})


@pytest.mark.parametrize("letter", ["C", "D", "A-unmarked", "B-unmarked", "C-unmarked", "D-unmarked"])
def test_the_unmarked_six_card_bonus_paytables_are_superseded(letter: str) -> None:
    """Reading A09: the four tables without marks are kept as data and refused with that reading's name."""
    (finding,) = at("elections.six_card_bonus", found("md-fcp", {"elections.six_card_bonus": letter}))
    assert finding.severity == "violation"
    assert finding.clause.startswith("md-fcp:.12G[unmarked](")
    assert "superseded" in finding.message
    assert "A09" in finding.message


@pytest.mark.parametrize(
    ("line", "odds"),
    [
        ("aces_up.flush", "5 to 1"),
        ("aces_up.flush", "7 to 1"),
        ("ante_bonus.four_of_a_kind", "30 to 1"),
        ("ante.win", "2 to 1"),
    ],
)
def test_odds_are_exact_and_neither_raised_nor_lowered(line: str, odds: str) -> None:
    """Reading A29: only the other state's document prints minimums."""
    clause = {"aces_up": ".12C", "ante_bonus": ".12B(1)-(3)", "ante": ".12A"}[line.split(".")[0]]
    assert_refused("md-fcp", {f"odds.{line}": odds}, f"odds.{line}", f"md-fcp:{clause}")


def test_progressive_paytable_c_draws_a_warning_about_its_envy_schedule() -> None:
    """Reading A11: payable as printed, but almost surely a slip."""
    changes = {"elections.progressive": "C", "elections.envy": "C", "progressive.reset_cents": 1_000_000}
    (finding,) = at("elections.progressive", found("md-fcp", changes))
    assert finding.severity == "warning"
    assert "md-fcp:.12E(3)" in finding.clause.split(", ")


@pytest.mark.clause("md-fcp:.07E(4)")
def test_a_progressive_that_is_not_filed_is_not_offered() -> None:
    rules = resolve(filed(with_changes(example("md-fcp"), NO_PROGRESSIVE)))
    assert rules.table("progressive", 100) is None
    assert rules.table("envy", 100) is None
    assert rules.meters == ()
    assert "Progressive" not in [title for title, _ in sign("md-fcp", NO_PROGRESSIVE).limits]
    warned = {finding.field for finding in found("md-fcp", NO_PROGRESSIVE) if finding.severity == "warning"}
    assert {"elections.progressive", "progressive.stake_cents", "progressive.rate"} <= warned


@pytest.mark.clause("md-fcp:.07E(5)")
def test_a_six_card_bonus_that_is_not_filed_is_not_offered() -> None:
    rules = resolve(filed(with_changes(example("md-fcp"), NO_BONUS)))
    assert rules.table("six_card_bonus") is None
    assert [step for step in rules.dealing.steps if step.to == "bonus_box" and step.when.holds(rules.look)] == []


@pytest.mark.clause("md-fcp:.07E(5)")
def test_the_six_card_bonus_is_made_of_the_players_five_cards_and_one_more() -> None:
    rules = elect("md-fcp")
    table = rules.table("six_card_bonus")
    assert table is not None
    assert table.ranked_on is not None
    assert table.ranked_on.is_ == "own_five_and_box_card"
    assert [step.cards for step in rules.dealing.steps if step.to == "bonus_box"] == [1]
    assert table.lines[-1].line == "three_of_a_kind"


@pytest.mark.clause("md-fcp:.07F")
def test_the_number_of_adjacent_boxes_is_the_one_filed() -> None:
    assert resolve(filed(with_changes(example("md-fcp"), {"table.adjacent_boxes": 3}))).adjacent_boxes == 3


@pytest.mark.clause("md-fcp:.05B#1")
@pytest.mark.parametrize("feeds", [True, False])
def test_a_shuffler_may_feed_the_shoe_and_then_nobody_loads_it(feeds: bool) -> None:
    changes = MANUAL_SHOE | {"equipment.shuffler.feeds_shoe": feeds}
    rules = resolve(filed(with_changes(example("md-fcp"), changes)))
    assert rules.shuffler_feeds_shoe is feeds
    (device,) = [each for each in rules.rulebook.shuffle.devices if each.device == "shuffler_feeding_shoe"]
    assert device.switches_off == ("load_shoe",)
    assert "load_shoe" in [step.step for step in rules.dealing.steps]


@pytest.mark.clause("md-fcp:.02B(5)")
@pytest.mark.parametrize("paytable", ["A", "F"])
def test_the_sign_posts_the_elected_odds_of_every_offered_wager(paytable: str) -> None:
    posted = {table.title: dict(table.lines) for table in sign("md-fcp", {"elections.aces_up": paytable}).tables}
    assert list(posted) == ["Ante and Play", "Ante Bonus", "Aces Up", "Progressive", "Envy Bonus", "Six Card Bonus"]
    assert posted["Ante and Play"] == {"Win": "1 to 1"}
    assert posted["Ante Bonus"] == {
        "Four of a kind": "25 to 1",
        "Straight flush": "20 to 1",
        "Three of a kind": "2 to 1",
    }
    assert posted["Aces Up"]["Two pair"] == {"A": "2 to 1", "F": "3 to 1"}[paytable]
    assert posted["Progressive"]["Four of a kind"] == "300 for 1"
    assert posted["Envy Bonus"]["Four aces"] == "$100"
    assert posted["Six Card Bonus"]["Super royal diamonds"] == "$1,000,000"


@pytest.mark.clause("md-fcp:.02B(5)")
def test_the_sign_posts_no_odds_of_a_wager_that_is_not_offered() -> None:
    titles = [table.title for table in sign("md-fcp", {"offers": BASE_WAGERS}).tables]
    assert titles == ["Ante and Play", "Ante Bonus", "Aces Up"]


@pytest.mark.clause("md-fcp:.01A")
def test_a_term_has_this_chapters_meaning() -> None:
    here = {definition.term: definition for definition in load("md-fcp").definitions}
    there = {definition.term: definition for definition in load("ma-fcp-1").definitions}
    shared = {"Aces Up Wager", "Hand", "Play Wager"}
    assert shared == set(here) & set(there)
    assert all(here[term].means != there[term].means for term in shared)
    cited = [clause for definition in here.values() for clause in definition.clause]
    assert cited == ["md-fcp:.01A", *(f"md-fcp:.01B({number})" for number in range(1, 7))]


@pytest.mark.clause("md-fcp:.01B(3)")
@pytest.mark.parametrize("stake_cents", [100, 500])
def test_the_elected_schedule_decides_from_which_hand_on_envy_is_owed(stake_cents: int) -> None:
    straight_flush = str(four_card.best_hand(parse_cards("5s 6s 7s 8s Kd")).category)
    four_of_a_kind = str(four_card.best_hand(parse_cards("5s 5h 5d 5c Kd")).category)
    schedules = {letter: elect("md-fcp", {"progressive": letter}).table("envy", stake_cents) for letter in "AB"}
    pays = {letter: table for letter, table in schedules.items() if table is not None}
    assert pays["A"].pays(straight_flush) is not None
    assert pays["A"].pays(four_of_a_kind) is not None
    assert pays["B"].pays(straight_flush) is None
    assert pays["B"].pays(four_of_a_kind) is not None


@pytest.mark.clause("md-fcp:.01B(4)")
@pytest.mark.parametrize(
    ("dealt", "hand"),
    [("As Ah Kd Kc 2s", "As Ah Kd Kc"), ("2s 9h 9d 4c 9s As", "9s 9h 9d As")],
    ids=["player", "dealer"],
)
def test_a_hand_is_four_of_the_cards_dealt(dealt: str, hand: str) -> None:
    assert four_card.best_hand(parse_cards(dealt)).cards == parse_cards(hand)


@pytest.mark.clause("md-fcp:.01B(6)")
@pytest.mark.parametrize("paytable", ["A", "B"])
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("7s 7h 7d Kc 2s", True),
        ("2s 5s 9s Ks 3d", False),
        ("5s 6h 7d 8c Ks", False),
        ("As Ah Kd Kc 2s", False),
        ("As Ah Kd Qc 2s", False),
    ],
    ids=["three of a kind", "flush", "straight", "two pair", "pair"],
)
def test_a_progressive_on_four_cards_pays_from_three_of_a_kind(paytable: str, cards: str, pays: bool) -> None:
    table = elect("md-fcp", {"progressive": paytable}).table("progressive")
    assert table is not None
    assert table.ranked_on is not None
    assert table.ranked_on.is_ == "own_best_four_of_five"
    assert (table.pays(str(four_card.best_hand(parse_cards(cards)).category)) is not None) is pays


@pytest.mark.clause("md-fcp:.01B(6)")
def test_a_progressive_on_five_cards_pays_from_three_of_a_kind() -> None:
    """Reading A10: Paytable C lists hands that only five cards make, so it ranks all five."""
    table = elect("md-fcp", {"progressive": "C"}).table("progressive")
    assert table is not None
    assert table.ranked_on is not None
    assert table.ranked_on.is_ == "own_five_cards"
    below, at_least = parse_cards("As Ah Kd Kc 2s"), parse_cards("7s 7h 7d Kc 2s")
    assert table.pays(str(five_card.best_hand(below).category)) is None
    assert table.pays(str(five_card.best_hand(at_least).category)) is not None
