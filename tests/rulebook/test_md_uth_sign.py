"""Ultimate Texas Hold 'Em, Maryland: what is posted at the table."""

from collections.abc import Mapping

import pytest

from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.sign import out_of_order

from .filing import ABSENT, assert_accepted, assert_refused, example, sign

# The lines of the tables that the example elects, as the clauses print them, by the sign's titles.
POSTED = {
    "Ante and Play": {"Win": "1 to 1"},
    "Blind": {
        "Royal flush": "500 to 1",
        "Straight flush": "50 to 1",
        "Four of a kind": "10 to 1",
        "Full house": "3 to 1",
        "Flush": "3 to 2",
        "Straight": "1 to 1",
        "Less than straight": "push",
    },
    "Trips": {
        "Royal flush": "50 to 1",
        "Straight flush": "40 to 1",
        "Four of a kind": "30 to 1",
        "Full house": "8 to 1",
        "Flush": "7 to 1",
        "Straight": "4 to 1",
        "Three of a kind": "3 to 1",
    },
    "Progressive": {
        "Royal flush": "100 percent of major",
        "Straight flush": "100 percent of minor",
        "Four of a kind": "300 for 1",
        "Full house": "50 for 1",
        "Flush": "40 for 1",
        "Straight": "30 for 1",
        "Three of a kind": "9 for 1",
    },
    "Envy Bonus": {"Royal flush": "$1,000", "Straight flush": "$300"},
    "Six Card Bonus": {
        "Super royal diamonds": "$1,000,000",
        "Super royal hearts, spades or clubs": "$100,000",
        "Royal flush": "1,000 to 1",
        "Straight flush": "200 to 1",
        "Four of a kind": "50 to 1",
        "Full house": "20 to 1",
        "Flush": "15 to 1",
        "Straight": "10 to 1",
        "Three of a kind": "5 to 1",
    },
    "Ultimate Pairs": {
        "Pair of aces": "30 to 1",
        "Ace king suited": "25 to 1",
        "Ace queen or ace jack suited": "20 to 1",
        "Ace king offsuit": "15 to 1",
        "Pair of jacks, queens or kings": "10 to 1",
        "Ace queen or ace jack offsuit": "5 to 1",
        "Pair of tens or less": "3 to 1",
    },
    "Bad Beat": {
        "Straight flush": "7,500 to 1",
        "Four of a kind": "500 to 1",
        "Full house": "50 to 1",
        "Flush": "30 to 1",
        "Straight": "20 to 1",
        "Three of a kind": "9 to 1",
    },
    "Play the Board": {
        "Royal flush": "1,000 to 1",
        "Straight flush": "200 to 1",
        "Four of a kind": "100 to 1",
        "Full house": "50 to 1",
        "Flush": "40 to 1",
        "Straight": "25 to 1",
        "Three of a kind": "7 to 1",
        "Two pair": "3 to 1",
        "Pair of tens or better": "1 to 1",
    },
}
MAIN = ["ante", "blind", "play", "trips"]


def posted_tables(changes: Mapping[str, object]) -> dict[str, dict[str, str]]:
    return {table.title: dict(table.lines) for table in sign("md-uth", changes).tables}


def notices(changes: Mapping[str, object]) -> dict[str, str]:
    """The notices of the sign by the clause that asks for them."""
    return {clause: text for text, clauses in sign("md-uth", changes).notices for clause in clauses}


@pytest.mark.clause("md-uth:2B(7)")
def test_the_sign_posts_the_lines_of_every_offered_wager() -> None:
    assert posted_tables({}) == POSTED
    main = {title: POSTED[title] for title in ("Ante and Play", "Blind", "Trips")}
    assert posted_tables({"offers": MAIN}) == main
    assert posted_tables({"offers": [*MAIN, "bad_beat"]}) == main | {"Bad Beat": POSTED["Bad Beat"]}


@pytest.mark.clause("md-uth:2B(7)")
@pytest.mark.parametrize(
    ("changes", "title", "line", "pays"),
    [
        ({"elections.blind": "B"}, "Blind", "Less than flush", "push"),
        ({"elections.trips": "A"}, "Trips", "Full house", "9 to 1"),
        ({"elections.trips": "D"}, "Trips", "Four of a kind", "20 to 1"),
        ({"progressive.stake_cents": 500}, "Envy Bonus", "Straight flush", "$1,500"),
        ({"elections.six_card_bonus": "B"}, "Six Card Bonus", "Super royal any suit", "$100,000"),
        ({"elections.ultimate_pairs": "B"}, "Ultimate Pairs", "Player aces and dealer aces", "1,000 to 1"),
        ({"elections.bad_beat": "C"}, "Bad Beat", "Straight flush", "2,500 to 1"),
        ({"elections.play_the_board": "C"}, "Play the Board", "Straight", "20 to 1"),
    ],
)
def test_the_sign_posts_the_elected_table(changes: dict[str, object], title: str, line: str, pays: str) -> None:
    assert posted_tables(changes)[title][line] == pays


@pytest.mark.clause("md-uth:2B(7)")
@pytest.mark.parametrize("place", [ABSENT, "nowhere"])
def test_odds_that_are_posted_nowhere_are_refused(place: object) -> None:
    field = "layout.odds_shown_on"
    assert_refused("md-uth", {field: place}, field, "md-uth:2B(7)")
    for posted in ("layout", "sign"):
        assert_accepted("md-uth", {field: posted})


@pytest.mark.clause("md-uth:2B(8)(a)")
def test_a_notice_says_when_the_ante_pushes() -> None:
    assert notices({})["md-uth:2B(8)(a)"] == "Ante pushes if the dealer has less than a pair"


@pytest.mark.clause("md-uth:2B(8)(b)")
@pytest.mark.parametrize(("blind", "hand"), [("A", "straight"), ("B", "flush")])
def test_a_notice_says_when_a_winning_blind_pushes(blind: str, hand: str) -> None:
    posted = notices({"elections.blind": blind})
    assert posted["md-uth:2B(8)(b)"] == f"A winning Blind pushes with less than a {hand}"
    assert len(sign("md-uth").notices) == 4


@pytest.mark.clause("md-uth:2B(8)(c)")
def test_a_notice_says_what_the_play_wager_may_be() -> None:
    text = notices({})["md-uth:2B(8)(c)"]
    places = [text.index(times) for times in ("3 or 4 times the Ante", "2 times", "1 time ")]
    assert places == sorted(places)
    options = [option.times for point in load("md-uth").decisions.points for option in point.options if option.times]
    assert [set(times) for times in options] == [{3, 4}, {2}, {1}]


@pytest.mark.clause("md-uth:2B(8)(d)")
def test_a_notice_names_the_payout_limit_where_there_is_one() -> None:
    assert notices({})["md-uth:2B(8)(d)"].startswith(
        "No hand is paid more than $75,000 for Ante, Blind, Play and Trips"
    )
    assert "$50,000.01" in notices({"payout_limit.amount_cents": 5_000_001})["md-uth:2B(8)(d)"]
    unlimited = {"payout_limit.amount_cents": ABSENT, "layout.notices.payout_limit": ABSENT}
    assert "md-uth:2B(8)(d)" not in notices(unlimited)


def test_the_sign_names_operator_table_and_limits() -> None:
    posted = sign("md-uth")
    assert posted.operator == example("md-uth")["operator"]["name"]
    assert posted.table == example("md-uth")["table"]["name"]
    assert dict(posted.limits) == {
        "Ante": "$10 to $300",
        "Trips": "$5 to $100",
        "Six Card Bonus": "$5 to $100",
        "Ultimate Pairs": "$5 to $100",
        "Bad Beat": "$5 to $50",
        "Play the Board": "$5 to $50",
        "Progressive": "$1",
    }


@pytest.mark.clause("md-uth:13J(2)")
def test_an_out_of_order_sign_names_the_device() -> None:
    assert out_of_order("automated shoe") == "Automated shoe: out of order"
    steps = {step.step: step.clause for step in load("md-uth").irregularities.device_out_of_order}
    assert steps["post_out_of_order_sign"] == ("md-uth:13J(2)",)
    with pytest.raises(BadInput, match="Name the device"):
        out_of_order("")


@pytest.mark.parametrize(
    ("covers", "limited", "in_full"),
    [
        (
            "main_wagers",
            "Ante, Blind, Play and Trips",
            "Progressive, Envy Bonus, Six Card Bonus, Ultimate Pairs, Bad Beat and Play the Board are",
        ),
        (
            "main_and_side_wagers",
            "Ante, Blind, Play, Trips, Ultimate Pairs, Bad Beat and Play the Board",
            "Progressive, Envy Bonus and Six Card Bonus are",
        ),
    ],
)
def test_the_payout_limits_notice_names_what_it_never_reaches(covers: str, limited: str, in_full: str) -> None:
    changes = {"elections.payout_limit_covers": covers, "payout_limit.amount_cents": 20_000_000}
    text = notices(changes)["md-uth:2B(8)(d)"]
    assert text == f"No hand is paid more than $200,000 for {limited}; {in_full} paid in full"
    assert "md-uth:12F(2)" in dict(sign("md-uth", changes).notices)[text]


def test_a_limit_that_reaches_every_wager_offered_has_no_exception() -> None:
    offers = ["ante", "blind", "play", "trips"]
    text = notices({"offers": offers})["md-uth:2B(8)(d)"]
    assert text == "No hand is paid more than $75,000 for Ante, Blind, Play and Trips"


@pytest.mark.parametrize(
    ("changes", "title", "words"),
    [
        ({}, "Trips", "Ranked on the best five of your two cards and the community cards"),
        ({}, "Progressive", "Ranked on your two cards and the flop"),
        (
            {"elections.progressive_hand": "best_of_seven"},
            "Progressive",
            "Ranked on the best five of your two cards and the community cards",
        ),
        ({}, "Envy Bonus", "Ranked on another player's two cards and the flop"),
        (
            {},
            "Six Card Bonus",
            "Ranked on the best five of your two cards and the four of the bonus box, super royal on all six",
        ),
        ({}, "Play the Board", "Ranked on the five community cards"),
        ({}, "Bad Beat", "Pays on the losing hand, yours or the dealer's; hands that tie pay nothing"),
        (
            {"elections.bad_beat_rule": "player"},
            "Bad Beat",
            "Pays on your hand, where it loses to the dealer's; hands that tie pay nothing",
        ),
    ],
)
def test_each_table_says_on_which_cards_it_is_ranked(changes: dict[str, object], title: str, words: str) -> None:
    posted = {table.title: table for table in sign("md-uth", changes).tables}
    assert posted[title].ranked_on == words


@pytest.mark.parametrize("paytable", ["PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03"])
def test_a_multi_game_link_table_prints_that_the_stake_stays(paytable: str) -> None:
    menu = next(menu for menu in load("ma-fcp-2").paytables if menu.wager == "progressive")
    table = menu.table(paytable)
    assert table
    assert table.footnote == "Original Wager is NOT Returned"
    assert "ma-fcp-2:13(b)/original-wager" in table.clause


def test_the_link_of_the_example_is_posted_with_its_footnote_and_its_cards() -> None:
    posted = {table.title: table for table in sign("ma-fcp-2").tables}
    assert posted["Progressive"].footnote == "Original Wager is NOT Returned"
    assert posted["Progressive"].ranked_on == "Ranked on your five cards"
    assert posted["Aces Up"].footnote == ""
