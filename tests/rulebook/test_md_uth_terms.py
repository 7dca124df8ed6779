"""Ultimate Texas Hold 'Em, Maryland: what its terms mean, and what the rules tell the table by them."""

import pytest

from croupier.cards import parse_cards
from croupier.hands import five_card
from croupier.rulebook.elect import elect
from croupier.rulebook.load import load

from .filing import case


@pytest.mark.clause("md-uth:1A")
def test_the_terms_of_the_texas_holdem_chapters_are_imported() -> None:
    means = {entry.term: entry.means for entry in load("md-uth").definitions if "md-uth:1A" in entry.clause}
    assert {"Community cards", "Flop", "Burn"} <= set(means)
    assert "first three community cards" in means["Flop"]
    assert all("imported" in means[term] for term in ("Community cards", "Flop", "Burn"))


@pytest.mark.parametrize("table", ["A", "B", "C", "D"])
@pytest.mark.parametrize(
    ("wager", "wins", "wins_not"),
    [
        case(
            "md-uth:1B(3)",
            "envy",
            ["As Ks Qs Js Ts", "9s 8s 7s 6s 5s"],
            ["As Ah Ad Ac 5s", "9s 9h 9d 5c 5s"],
            name="envy from a straight flush",
        ),
        case(
            "md-uth:1B(6)",
            "progressive",
            ["As Ks Qs Js Ts", "9s 9h 9d 9c 5s", "2s 2h 2d 4c 5s"],
            ["As Ah Kd Kc Qs", "As Ah Kd Qc Js"],
            name="progressive from three of a kind",
        ),
    ],
)
def test_where_an_award_starts(wager: str, wins: list[str], wins_not: list[str], table: str) -> None:
    posted = elect("md-uth", {"progressive": table}).table(wager, 100)
    assert posted
    paid = {cards: posted.pays(five_card.best_hand(parse_cards(cards)).category) for cards in wins + wins_not}
    assert [cards for cards, pays in paid.items() if pays] == wins


@pytest.mark.parametrize(
    ("wager", "hand", "cards"),
    [
        case("md-uth:1B(3)", "envy", "hole_and_flop", "other_players_two_and_flop"),
        case("md-uth:1B(3)", "envy", "best_of_seven", "other_players_two_and_community_best_five"),
        case("md-uth:1B(6)", "progressive", "hole_and_flop", "own_two_and_flop"),
        case("md-uth:1B(6)", "progressive", "best_of_seven", "own_two_and_community_best_five"),
    ],
)
def test_the_five_cards_that_envy_and_progressive_rank(wager: str, hand: str, cards: str) -> None:
    rules = elect("md-uth", {"progressive_hand": hand})
    table = rules.table(wager, 100)
    assert table
    assert table.ranked_on
    assert rules.value(table.ranked_on) == cards
    assert elect("md-uth").elected("progressive_hand") == "hole_and_flop"


@pytest.mark.clause("md-uth:1B(7)")
@pytest.mark.parametrize("table", ["A", "B", "C", "D", "E"])
def test_trips_looks_at_the_players_own_hand_alone(table: str) -> None:
    rules = elect("md-uth", {"trips": table})
    elected, wager = rules.table("trips"), rules.rulebook.wager("trips")
    assert elected
    assert elected.ranked_on
    assert rules.value(elected.ranked_on) == "own_two_and_community_best_five"
    assert wager
    assert (wager.placed, wager.against) == ("before_the_deal", "paytable")
    assert "trips" not in {comparison.wager for comparison in rules.rulebook.settlement.comparisons}


# What the table will run by in clauses whose behaviour is seen only there; their guards will stand with the table.
def test_the_rules_tell_the_table_about_envy_decisions_and_devices() -> None:
    law = elect("md-uth").rulebook
    assert (law.envy.paid_by.is_, law.envy.own_hand.is_) == ("receivers_own_stake", False)
    for answer in (False, True):
        rules = elect("md-uth", {"envy_holder_must_wager": answer})
        assert rules.value(law.envy.holder_must_wager) is answer
    play = law.wager("play")
    assert play
    assert play.placed == "when_deciding"
    answers = {point.point: {option.action for option in point.options} for point in law.decisions.points}
    assert answers == {
        "before_flop": {"play", "check"},
        "after_flop": {"play", "check"},
        "after_river": {"play", "fold"},
    }
    switches = {device.device: set(device.switches_off) for device in law.shuffle.devices}
    assert switches["shuffler_feeding_shoe"] == {"load_shoe"}
    assert switches["self_reshuffling_device"] == {"cut", "recut", "idle_spread"}
    assert law.payout_limit
    covered = [
        elect("md-uth", {"payout_limit_covers": choice}).value(law.payout_limit.covers)
        for choice in ("main_wagers", "main_and_side_wagers")
    ]
    assert [set(wagers) for wagers in covered] == [
        {"ante", "play", "blind", "trips"},
        {"ante", "play", "blind", "trips", "ultimate_pairs", "bad_beat", "play_the_board"},
    ]
