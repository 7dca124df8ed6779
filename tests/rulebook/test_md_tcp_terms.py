"""Three Card Poker, Maryland: what its terms mean, and what the rules tell the table by them."""

import pytest

from croupier.cards import parse_cards
from croupier.hands import three_card
from croupier.rulebook.elect import elect
from croupier.rulebook.load import load

from .filing import case


@pytest.mark.clause("md-tcp:.01A")
def test_terms_carry_this_chapters_own_meaning() -> None:
    own = {entry.term: entry for entry in load("md-tcp").definitions}
    assert {clause for entry in own.values() for clause in entry.clause} == {
        "md-tcp:.01A",
        *(f"md-tcp:.01B({number})" for number in range(1, 7)),
    }
    elsewhere = {entry.term: entry.means for entry in load("md-uth").definitions}
    for term in ("Envy qualifying hand", "Progressive payout hand"):
        assert own[term].means != elsewhere[term]
    assert "ace, king and queen" in own["Envy qualifying hand"].means


def line_of(cards: str) -> str:
    """The progressive line that three cards fall under, whether or not the table has it."""
    hand = three_card.best_hand(parse_cards(cards))
    suit = three_card.mini_royal_suit(hand)
    if suit:
        return "akq_spades" if suit.name == "SPADES" else "akq_hearts_diamonds_clubs"
    return str(hand.category)


@pytest.mark.clause("md-tcp:.01B(2)")
@pytest.mark.parametrize("stake_cents", [100, 500])
def test_only_a_suited_ace_king_queen_brings_an_envy_award(stake_cents: int) -> None:
    table = elect("md-tcp").table("envy", stake_cents)
    assert table
    qualify = ["As Ks Qs", "Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc"]
    do_not = ["Ks Qs Js", "As Ks Qh", "As Ah Ad", "As 2s 3s"]
    assert [cards for cards in qualify + do_not if table.pays(line_of(cards))] == qualify


@pytest.mark.clause("md-tcp:.01B(3)")
@pytest.mark.parametrize("cards", ["As Ks", "As Ks Qs Js", "As As Qs", ""])
def test_a_hand_is_three_different_cards(cards: str) -> None:
    held = [parse_cards(card)[0] for card in cards.split()]
    with pytest.raises(ValueError):
        three_card.best_hand(held)
    assert three_card.best_hand(parse_cards("As Ks Qs"))


@pytest.mark.clause("md-tcp:.01B(4)")
@pytest.mark.parametrize("table", ["A", "B", "C", "D"])
def test_pair_plus_looks_at_the_players_own_cards_alone(table: str) -> None:
    rules = elect("md-tcp", {"pair_plus": table})
    elected, wager = rules.table("pair_plus"), rules.rulebook.wager("pair_plus")
    assert elected
    assert elected.ranked_on
    assert rules.value(elected.ranked_on) == "own_three_cards"
    assert wager
    assert (wager.placed, wager.against) == ("before_the_deal", "paytable")
    assert "pair_plus" not in {comparison.wager for comparison in rules.rulebook.settlement.comparisons}


@pytest.mark.parametrize(
    ("cards", "paid_by"),
    [
        case("md-tcp:.01B(6)", "9s 8h 7d", {"A"}),
        case("md-tcp:.01B(6)", "As 2h 3d", {"A"}),
        case("md-tcp:.01B(6)", "2s 2h 2d", {"A", "B"}),
        case("md-tcp:.01B(6)", "9s 8s 7s", {"A", "B"}),
        case("md-tcp:.01B(6)", "As Ks Qs", {"A", "B"}),
        case("md-tcp:.01B(6)", "As Js 9s", set()),
        case("md-tcp:.01B(6)", "As Ah Kd", set()),
    ],
)
def test_the_progressive_starts_at_a_straight_or_at_three_of_a_kind(cards: str, paid_by: set[str]) -> None:
    tables = {name: elect("md-tcp", {"progressive": name}).table("progressive") for name in "AB"}
    assert {name for name, table in tables.items() if table and table.pays(line_of(cards))} == paid_by


# What the table will run by in clauses whose behaviour is seen only there; their guards will stand with the table.
def test_the_rules_tell_the_table_about_envy_play_versions_and_bonus() -> None:
    rules = elect("md-tcp")
    law = rules.rulebook
    assert (law.envy.paid_by.is_, law.envy.own_hand.is_) == ("receivers_own_stake", False)
    play = law.wager("play")
    assert play
    assert play.placed == "when_deciding"
    assert [point.point for point in law.decisions.points] == ["after_deal"]
    bounds = {
        version.version: {(bound.wager, bound.at_most_times, bound.of) for bound in version.bounds}
        for version in law.wagers.versions
    }
    assert bounds == {
        "base": set(),
        "F1": {("pair_plus", 1, "ante")},
        "F2": {("pair_plus", 2, "ante")},
        "F3": {("pair_plus", 5, "ante"), ("ante", 5, "pair_plus")},
    }
    assert [version.version for version in law.wagers.versions if version.required] == ["F3"]
    (bonus,) = law.settlement.bonuses
    assert (bonus.bonus, bonus.on, bonus.owed) == ("ante_bonus", "ante", "whenever_ante_and_play_are_down")
    switches = {device.device: device.switches_off for device in law.shuffle.devices}
    assert switches["shuffler_feeding_shoe"] == ("load_shoe",)
