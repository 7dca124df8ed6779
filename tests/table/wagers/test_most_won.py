"""The most that one hand can win at the minimum wagers: there is a deal that wins it, and none that wins more."""

import random
from itertools import product
from typing import Any

import pytest

from croupier.cards import DECK, Card
from croupier.rulebook.check import check
from croupier.rulebook.elect import resolve
from croupier.rulebook.most_won import most_at_minimum
from croupier.table.settlement.settle import settle
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Showdown
from tests.rulebook.filing import at, example, filed, with_changes
from tests.table.pit import cards

MAIN, SIDES = ("ante", "blind", "trips"), ("ultimate_pairs", "bad_beat", "play_the_board")
COVERED = (*MAIN, "play", *SIDES)
# The player's cards, the dealer's and the board: a royal over the board's straight flush, a royal board, and the
# dealer's royal.
DEALS = [
    ("Ah Ad", "As Ac", "Kh Qh Jh Th 9h"),
    ("Ah Ad", "As Kd", "Ac Kc Qc Jc Tc"),
    ("Ah Ad", "As Ac", "Ks Qs Js Ts 9s"),
]
MINIMUMS = [
    dict.fromkeys((*MAIN, *SIDES), 100),
    {"ante": 1000, "trips": 500, "ultimate_pairs": 100, "bad_beat": 100, "play_the_board": 100},
    {"ante": 100, "trips": 100, "ultimate_pairs": 100, "bad_beat": 1, "play_the_board": 100_000},
    {"ante": 100, "trips": 100, "ultimate_pairs": 100, "bad_beat": 100_000, "play_the_board": 1},
    {"ante": 100, "trips": 100, "ultimate_pairs": 100_000, "bad_beat": 1, "play_the_board": 1},
]


def submission(minimums: dict[str, int], elections: dict[str, Any]) -> dict[str, Any]:
    """The example, its limit taken out, with every wager and these minimums."""
    data = example("md-uth")
    data["offers"] = [*dict.fromkeys([*data["offers"], *SIDES])]
    data["elections"] |= {"payout_limit_covers": "main_and_side_wagers", "bad_beat_rule": "either"} | elections
    for wager in ("ante", "trips", *SIDES):
        data["limits"][wager] = {"minimum_cents": minimums[wager], "maximum_cents": 10_000_000}
    data["layout"]["notices"].pop("payout_limit", None)
    data.pop("payout_limit", None)
    return data


def won(data: dict[str, Any], player: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """What the covered wagers win on this deal with the largest Play."""
    low = {wager: data["limits"][wager]["minimum_cents"] for wager in ("ante", "trips", *SIDES)}
    stakes = {**low, "blind": low["ante"], "play": 4 * low["ante"]}
    showdown = Showdown(dealer, board, (), (Box(1, "ann", wagers_of(stakes), player),))
    lines = settle(resolve(filed(data)), showdown).lines
    return sum(line.paid_cents for line in lines if line.wager in COVERED)


@pytest.mark.clause("md-uth:12F(1)")
@pytest.mark.parametrize("minimums", MINIMUMS)
@pytest.mark.parametrize("rule", ["either", "player"])
def test_the_most_is_what_one_of_three_deals_wins_whatever_is_elected(rule: str, minimums: dict[str, int]) -> None:
    for pairs, beat in product("ABDF", "AC"):
        data = submission(minimums, {"ultimate_pairs": pairs, "bad_beat": beat, "bad_beat_rule": rule})
        rulebook = resolve(filed(data)).rulebook
        most = max(won(data, *map(cards, deal)) for deal in DEALS)
        assert most_at_minimum(rulebook, filed(data)) == most, (pairs, beat)


@pytest.mark.clause("md-uth:12F(1)")
def test_no_deal_that_is_tried_wins_more() -> None:
    chance = random.Random(14)
    high = [card for card in DECK if card.rank >= 9]
    for minimums in MINIMUMS:
        data = submission(minimums, {"ultimate_pairs": "B", "bad_beat": "A"})
        most = most_at_minimum(resolve(filed(data)).rulebook, filed(data))
        for _ in range(300):
            dealt = tuple(chance.sample(high, 9))
            assert won(data, dealt[:2], dealt[2:4], dealt[4:]) <= most


@pytest.mark.clause("md-uth:12F(1)")
def test_maxima_that_exclude_one_another_are_not_added() -> None:
    """At a $100 minimum everywhere: a royal of one's own over the board's straight flush, not a royal board besides."""
    data = submission(dict.fromkeys((*MAIN, *SIDES), 10_000), {"ultimate_pairs": "A", "bad_beat": "A"})
    dollars = (505 + 50 + 30 + 10_000 + 200) * 100
    assert most_at_minimum(resolve(filed(data)).rulebook, filed(data)) == dollars * 100
    field = "payout_limit.amount_cents"
    data["layout"]["notices"]["payout_limit"] = "sign"
    below, enough = (with_changes(data, {field: dollars * 100 + more}) for more in (-1, 0))
    assert [finding.severity for finding in at(field, check(filed(below)))] == ["violation"]
    assert at(field, check(filed(enough))) == ()
