"""Three Card Poker, Maryland: what is posted at the table."""

import pytest

from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.sign import out_of_order

from .filing import ABSENT, assert_accepted, assert_refused, example, sign

AKQ = {"spades": "A-K-Q suited, spades", "others": "A-K-Q suited, hearts, diamonds or clubs"}
# The lines as the clauses print them, by the sign's titles.
ANTE_AND_PLAY = {"Win": "1 to 1"}
ANTE_BONUS_A = {"Straight flush": "5 to 1", "Three of a kind": "4 to 1", "Straight": "1 to 1"}
ANTE_BONUS_C = {"Straight flush": "4 to 1", "Three of a kind": "3 to 1", "Straight": "1 to 1"}
PAIR_PLUS_C = {
    "Straight flush": "40 to 1",
    "Three of a kind": "30 to 1",
    "Straight": "6 to 1",
    "Flush": "4 to 1",
    "Pair": "1 to 1",
}
PAIR_PLUS_D = PAIR_PLUS_C | {"Three of a kind": "25 to 1"}
PROGRESSIVE_A = {
    AKQ["spades"]: "100 percent of progressive",
    AKQ["others"]: "500 for 1",
    "Straight flush": "70 for 1",
    "Three of a kind": "60 for 1",
    "Straight": "6 for 1",
}
PROGRESSIVE_B = {
    AKQ["spades"]: "100 percent of progressive",
    AKQ["others"]: "500 for 1",
    "Straight flush": "100 for 1",
    "Three of a kind": "90 for 1",
}
SIX_CARDS = {
    "Royal flush": "1,000 to 1",
    "Straight flush": "200 to 1",
    "Four of a kind": "50 to 1",
    "Full house": "20 to 1",
    "Flush": "15 to 1",
    "Straight": "10 to 1",
    "Three of a kind": "5 to 1",
}
SIX_CARD_A = {
    "Super royal diamonds": "$1,000,000",
    "Super royal hearts, spades or clubs": "$100,000",
} | SIX_CARDS
SIX_CARD_B = {"Super royal any suit": "$100,000"} | SIX_CARDS

OTHER_CHOICES = {
    "elections.version": "F2",
    "elections.ante_bonus": "C",
    "elections.pair_plus": "D",
    "elections.progressive": "B",
    "elections.six_card_bonus": "B",
    "progressive.stake_cents": 500,
}
MAIN_ONLY = {"offers": ["ante", "play", "pair_plus"]}


@pytest.mark.clause("md-tcp:.02B(5)/1")
@pytest.mark.parametrize(
    ("changes", "posted"),
    [
        (
            {},
            {
                "Ante and Play": ANTE_AND_PLAY,
                "Ante Bonus": ANTE_BONUS_A,
                "Pair Plus": PAIR_PLUS_C,
                "Progressive": PROGRESSIVE_A,
                "Envy Bonus": {AKQ["spades"]: "$100", AKQ["others"]: "$25"},
                "Six Card Bonus": SIX_CARD_A,
            },
        ),
        (
            OTHER_CHOICES,
            {
                "Ante and Play": ANTE_AND_PLAY,
                "Ante Bonus": ANTE_BONUS_C,
                "Pair Plus": PAIR_PLUS_D,
                "Progressive": PROGRESSIVE_B,
                "Envy Bonus": {AKQ["spades"]: "$500", AKQ["others"]: "$125"},
                "Six Card Bonus": SIX_CARD_B,
            },
        ),
        (MAIN_ONLY, {"Ante and Play": ANTE_AND_PLAY, "Ante Bonus": ANTE_BONUS_A, "Pair Plus": PAIR_PLUS_C}),
    ],
    ids=["the example", "other choices", "main wagers only"],
)
def test_the_sign_posts_the_lines_of_every_offered_wager(
    changes: dict[str, object], posted: dict[str, dict[str, str]]
) -> None:
    tables = {table.title: dict(table.lines) for table in sign("md-tcp", changes).tables}
    assert tables == posted


@pytest.mark.clause("md-tcp:.02B(5)/1")
@pytest.mark.parametrize("place", [ABSENT, "nowhere"])
def test_odds_that_are_posted_nowhere_are_refused(place: object) -> None:
    field = "layout.odds_shown_on"
    assert_refused("md-tcp", {field: place}, field, "md-tcp:.02B(5)/1")
    for posted in ("layout", "sign"):
        assert_accepted("md-tcp", {field: posted})


def test_the_sign_names_operator_table_limits_and_the_queen_high_rule() -> None:
    posted = sign("md-tcp")
    assert posted.operator == example("md-tcp")["operator"]["name"]
    assert posted.table == example("md-tcp")["table"]["name"]
    assert posted.notices == (("Dealer Plays with Queen High or Better", ("md-tcp:.02B(5)/2",)),)
    assert dict(posted.limits) == {
        "Ante": "$15 to $500",
        "Pair Plus": "$5 to $200",
        "Six Card Bonus": "$5 to $100",
        "Progressive": "$1",
    }


@pytest.mark.clause("md-tcp:.13H(2)")
def test_an_out_of_order_sign_names_the_device() -> None:
    assert out_of_order("automated shuffler") == "Automated shuffler: out of order"
    steps = {step.step: step.clause for step in load("md-tcp").irregularities.device_out_of_order}
    assert steps["post_out_of_order_sign"] == ("md-tcp:.13H(2)",)
    with pytest.raises(BadInput, match="Name the device"):
        out_of_order(" ")
