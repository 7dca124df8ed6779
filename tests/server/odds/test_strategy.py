"""A table's strategy: the grid says what best play does, and each way to play has its exact cost."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from croupier.cards import DECK, parse_cards
from croupier.odds.advice.advice import advise
from croupier.odds.cache import Shelf
from croupier.server.odds.strategies import strategy_under
from tests.house.floor import example
from tests.server.felt import filed, floor_of, open_with
from tests.server.live import Live

LETTERS = "AKQJT98765432"


@pytest.fixture(scope="module", params=["md-tcp", "md-fcp", "md-uth"])
def strategy(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    rulebook = str(request.param)
    return rulebook, strategy_under(example(rulebook))


def cell(grid: dict[str, Any], row: str, column: str) -> dict[str, Any]:
    found: dict[str, Any] = grid["cells"][grid["rows"].index(row)][grid["columns"].index(column)]
    return found


def test_the_grid_is_whole_and_says_what_best_play_does(strategy: tuple[str, dict[str, Any]]) -> None:
    rulebook, found = strategy
    grid = found["grid"]
    assert [len(row) for row in grid["cells"]] == [len(grid["columns"])] * len(grid["rows"])
    rules, _ = filed(rulebook)
    shelf = Shelf()
    if rulebook == "md-uth":
        assert (len(grid["rows"]), len(grid["columns"])) == (13, 13)
        for cards, row, column in (("Ks 2s", "K", "2"), ("Kd 4s", "4", "K"), ("2s 2d", "2", "2"), ("Jd Ts", "T", "J")):
            best = next(iter(advise(rules, tuple(parse_cards(cards)), shelf=shelf)))
            assert cell(grid, row, column)["action"] == best, cards
        assert cell(grid, "K", "2")["label"] == "K2s"
        raised = sum(one["action"] == "play:4" for row in grid["cells"] for one in row)
        assert 0 < raised < 169
    elif rulebook == "md-tcp":
        assert {cell(grid, "Q", column)["label"] for column in "JT987"} == {"play"}
        assert cell(grid, "Q", "6")["label"] == "4+"
        assert {cell(grid, "Q", column)["label"] for column in "543"} == {"fold"}
        assert {one["label"] for one in grid["cells"][grid["rows"].index("K")] if one["action"]} == {"play"}
        assert cell(grid, "5", "K")["action"] == "", "the second card is no higher than the first"
    else:
        assert {one["label"] for one in grid["cells"][grid["rows"].index("two pair or better")]} == {"3x"}
        assert {one["label"] for one in grid["cells"][grid["rows"].index("twos")]} >= {"fold"}
        for up in "A2":
            hands = [tuple(parse_cards("9s 9h")) + rest for rest in combinations(parse_cards("Jd 6c 4d 3h"), 3)]
            shown = next(card for card in DECK if str(card)[0] == up and card not in hands[0])
            answers = {next(iter(advise(rules, hand, (), (shown,), shelf))) for hand in hands}
            assert cell(grid, "nines", up)["action"] in answers


def test_each_strategy_has_its_exact_cost(strategy: tuple[str, dict[str, Any]]) -> None:
    rulebook, found = strategy
    costs = {one["name"]: Fraction(int(one["cost"]["num"]), int(one["cost"]["den"])) for one in found["strategies"]}
    published = {"md-tcp": "Q-6-4", "md-fcp": "pairs", "md-uth": "usual"}[rulebook]
    expected = {"md-tcp": 0.0, "md-fcp": 0.0061, "md-uth": 0.00248}[rulebook]
    assert float(costs[published]) == pytest.approx(expected, abs=0.0001)
    assert min(costs.values()) >= 0


def test_anybody_reads_it_for_any_table(lite_server: Live) -> None:
    open_with(floor_of(lite_server.house), "tcp", example("md-tcp"))
    told = lite_server.browser().get("/api/tables/tcp/strategy").json()
    assert told["grid"]["rows_are"] == "highest card"
    assert told["strategies"][0]["rules"]
    assert lite_server.browser().get("/api/tables/nowhere/strategy").status_code == 404
