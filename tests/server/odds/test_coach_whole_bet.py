"""The coach counts the whole bet: what a fold would lose beside the ante is in every value, and the panel says so."""

import json
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, parse_cards
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.server.odds.mathematics import Situation, advice_in, is_quick
from croupier.server.tables.live_views import cents_shown
from croupier.table.settlement.settle import settle_seat
from croupier.table.values import commands as c
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Showdown
from tests.browser.pit import KnownHouse, seed_of
from tests.cli.command import really
from tests.house.floor import KEYS, example
from tests.server.felt import deal, electing, filed, floor_of, open_with
from tests.server.live import Live, serving

THREE_TENS = seed_of("md-uth", 1708)  # a shuffle that deals 2h 6d to who sits alone, and three tens on the flop
STAKES = {"ante": 1000, "blind": 1000, "progressive": 100}


def test_three_of_a_kind_on_the_flop_is_not_folded_where_that_loses_the_progressive(lite_database: Database) -> None:
    house = KnownHouse(lite_database, KEYS)
    house.cache.chosen = {"practice": THREE_TENS}
    with serving(lite_database, house=house) as live:
        floor = floor_of(live.house)
        floor.open("practice", "md-uth", practice=True)
        for wager, cents in STAKES.items():
            floor.do("practice", c.PlaceWager(seat=1, wager=wager, stake_cents=cents))
        floor.do("practice", h.EndBetting())
        floor.do("practice", c.Decide(seat=1, action="check"))
        floor.do("practice", c.Decide(seat=1, action="check"))
        round_ = floor.table("practice").state.round
        assert round_
        own, community = round_.boxes[0].cards, round_.community
        assert (own, community) == (tuple(parse_cards("2h 6d")), tuple(parse_cards("Ts Th Tc Kh 4c")))
        told = live.signed_in("player", "ann").get("/api/tables/practice/coach", params={"seat": 1}).json()
        shown = cents_shown(live.house, floor.table("practice"))
    values = {one["action"]: Fraction(int(one["ev_num"]), int(one["ev_den"])) for one in told["actions"]}

    # Every hand of the dealer's, settled by the table itself.
    rules, _ = filed("md-uth")
    left = [card for card in DECK if card not in (*own, *community)]
    seat = Box(1, "ann", wagers_of({**STAKES, "play": 1000}), own)
    nets = [
        sum(
            line.net_cents
            for line in settle_seat(rules, Showdown(two, community, (), (seat,), tuple(shown.items())), 1)
        )
        for two in combinations(left, 2)
    ]
    assert values == {"play": Fraction(sum(nets), len(nets) * 1000), "fold": Fraction(-2100, 1000)}
    assert told["best"] == "play:1"

    options = [part for name, cents in STAKES.items() for part in ("--stake", f"{name}={cents}")]
    meters = [part for name, cents in shown.items() for part in ("--meter", f"{name}={cents}")]
    cards = ["--cards", " ".join(map(str, own)), "--community", " ".join(map(str, community))]
    elected = ["--elections", "progressive=B"]
    printed = json.loads(really("best", "md-uth", *cards, *elected, *options, *meters, "--json").out)
    assert printed["best"] == told["best"]
    assert {one["action"].partition(":")[0]: one["ev"] for one in printed["actions"]} == {
        action: {"num": str(value.numerator), "den": str(value.denominator)} for action, value in values.items()
    }

    price = float((values["play"] - values["fold"]) * 10)
    assert told["counts"] == (
        "Values are exact and count the main game with your Progressive, which a fold loses. "
        f"For the main game alone Fold would be best; here it costs ${price:.2f} on average."
    )


@pytest.mark.parametrize("meter", [1_000_000, 31_415_926])
def test_before_the_flop_no_meter_makes_anybody_wait(meter: int) -> None:
    """The game is solved once for a stake beside an ante; what a meter shows is added to that."""
    asked = Situation(example("md-uth"), "Kd 5c", stakes_cents=tuple(STAKES.items()))
    advice_in(asked)
    assert is_quick(replace(asked, cards="7s 7h", meters_cents=(("major", meter),)))
    assert not is_quick(replace(asked, stakes_cents=(("ante", 23_456), ("blind", 23_456), ("progressive", 100))))


OF_THE_MAIN_GAME = "Values are exact and count the main game; wagers that no answer changes are not in them."
OF_A_PROGRESSIVE = "Values are exact and count the main game with your Progressive, which a fold loses."
WITHOUT_COVER_ALL = " Your Cover All is left out: a fold loses it, but it depends on everybody’s cards."


@pytest.mark.parametrize(
    ("rulebook", "elections", "says"),
    [
        (
            "md-tcp",
            {},
            "Values are exact and count the main game with your Pair Plus and Progressive, which a fold loses.",
        ),
        ("md-fcp", {}, OF_A_PROGRESSIVE),
        ("md-uth", {"fold_forfeits_progressive": "false"}, OF_THE_MAIN_GAME),
        ("ma-fcp-1", {}, OF_A_PROGRESSIVE),  # its Cover All survives a fold
        ("ma-fcp-1", {"cover_all_fold_rule": '"fold_forfeits"'}, OF_A_PROGRESSIVE + WITHOUT_COVER_ALL),
    ],
)
def test_the_coach_says_which_wagers_are_counted(
    lite_server: Live, rulebook: str, elections: dict[str, str], says: str
) -> None:
    floor = floor_of(lite_server.house)
    open_with(floor, "practice", electing(rulebook, **elections), practice=True)
    deal(floor, "practice")
    ann = lite_server.signed_in("player", "ann")
    told = ann.get("/api/tables/practice/coach", params={"seat": 1}).json()
    assert told["counts"] == says
    if rulebook != "md-uth":  # before the flop there is nothing to fold
        round_ = floor.table("practice").state.round
        assert round_
        stakes = dict(round_.boxes[0].wagers)
        counted = {"md-tcp": ("ante", "pair_plus", "progressive")}.get(rulebook, ("ante", "progressive"))
        fold = next(one for one in told["actions"] if one["action"] == "fold")
        assert fold["ev_cents"] == pytest.approx(-sum(stakes[wager] for wager in counted))
