"""Rounds against expectation: exact means and deviations of the wagers really made, by round and by wager."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.house.handlers import commands as h
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.strategies import BEST, Strategy
from croupier.odds.studies.law import round_law
from croupier.odds.wagers.catalogue import BASE
from croupier.odds.wagers.returns import ReturnTable
from croupier.server.odds import expecting
from croupier.server.odds.expecting import Made, expected_under, result_of
from croupier.server.odds.mathematics import SHELF, odds_under
from croupier.table.values import commands as c
from tests.house.floor import Floor, example
from tests.server.felt import electing, filed, floor_of, open_with
from tests.server.live import Browser, Live


@pytest.mark.parametrize(
    ("rulebook", "stakes"),
    [
        ("md-tcp", {"ante": 1500, "pair_plus": 500}),
        ("md-fcp", {"ante": 1000, "aces_up": 2500}),
        ("ma-fcp-1", {"ante": 1000}),
    ],
)
def test_mean_and_deviation_are_those_of_the_law_of_a_round(rulebook: str, stakes: dict[str, int]) -> None:
    """The law is counted from the cards; the figures from results and how they move together."""
    (found,) = expected_under(example(rulebook), [Made(stakes)])
    rules, _ = filed(rulebook)
    law = round_law(Engine(rules, (stakes,), (Strategy(BEST),), SHELF), SHELF)
    assert law
    assert sum(found.means_cents.values()) == law.mean
    assert found.variance == law.variance
    assert (found.left_out, found.by_themselves) == ((), ())


def test_hold_em_moves_together_with_trips() -> None:
    """Who wins with trips or better wins both: the spread is wider than if the two were independent."""
    (both,) = expected_under(example("md-uth"), [Made({"ante": 1000, "blind": 1000, "play": 4000, "trips": 500})])
    assert set(both.means_cents) == {BASE, "trips"}
    assert both.by_themselves == ()
    assert both.variance > sum(both.variances.values())
    forms = {form["wager"]: form for form in odds_under(example("md-uth"))}
    for wager, stake in ((BASE, 1000), ("trips", 500)):
        ev = forms[wager]["ev"]
        assert both.means_cents[wager] == Fraction(int(ev["num"]), int(ev["den"])) * stake


def test_folds_that_are_counted_without_their_hands_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As hold 'em's are; three card's, with their hands left out, must come to the same."""
    text, asked = example("md-tcp"), ("pair_plus", 500, ())
    named = expecting.covariance(text, *asked)
    outcomes = [replace(o, line="" if o.decision == "fold" else o.line) for o in expecting.base_returns(text).outcomes]
    monkeypatch.setattr(expecting, "base_returns", lambda _: ReturnTable(tuple(outcomes)))
    monkeypatch.setattr(expecting, "_by_law", lambda *_: None)
    assert expecting.covariance(text, *asked) is None, "unless both are ranked on the same cards, nothing is known"
    monkeypatch.setattr(expecting, "SEVEN_CARDS", "own_three_cards")
    assert expecting.covariance(text, *asked) == named is not None


def test_a_progressive_is_expected_to_bring_what_its_meter_showed() -> None:
    text = example("md-tcp")
    poor, rich = (
        expected_under(text, [Made({"ante": 1500, "progressive": 100}, {"progressive": cents})])[0]
        for cents in (100_000, 1_008_000)
    )
    assert poor.means_cents["progressive"] < 0 <= rich.means_cents["progressive"]
    assert rich.variances["progressive"] > poor.variances["progressive"]
    assert poor.means_cents[BASE] == rich.means_cents[BASE]
    assert rich.by_themselves == ("progressive",), "how an award moves with the game is not counted, and is said"


def test_what_hangs_on_the_hands_of_others_is_left_out_and_named() -> None:
    (found,) = expected_under(example("ma-fcp-1"), [Made({"ante": 1000, "cover_all": 500})])
    assert found.left_out == ("cover_all",)
    assert set(found.means_cents) == {BASE}


def play(floor: Floor, table: str, player: str, **stakes: int) -> None:
    for wager, cents in stakes.items():
        floor.do(table, c.PlaceWager(seat=1, wager=wager, stake_cents=cents, by=player))
    floor.do(table, h.EndBetting())
    while (round_ := floor.table(table).state.round) and round_.phase == "decisions":
        floor.decide(table)


def told(browser: Browser, **asked: str | int) -> dict[str, Any]:
    answer = browser.get("/api/history/figures", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_ones_own_rounds_against_expectation(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("tcp", "md-tcp", ("ann",))
    ann = live_server.signed_in("player", "ann")
    assert told(ann) == {"rounds": [], "wagers": [], "left_out": [], "by_themselves": [], "more": False}
    play(floor, "tcp", "ann", ante=1500, pair_plus=500)
    play(floor, "tcp", "ann", ante=3000)
    found = told(ann)
    listed = {one["round"]: one for one in ann.get("/api/history").json()["rounds"]}
    assert [one["round"] for one in found["rounds"]] == [1, 2]
    for one in found["rounds"]:
        assert (one["net_cents"], one["staked_cents"]) == (
            listed[one["round"]]["net_cents"],
            listed[one["round"]]["staked_cents"],
        )
    exact = expected_under(example("md-tcp"), [Made({"ante": 1500, "pair_plus": 500}), Made({"ante": 3000})])
    for one, expected in zip(found["rounds"], exact, strict=True):
        assert one["mean_cents"] == pytest.approx(float(sum(expected.means_cents.values())))
        assert one["variance"] == pytest.approx(float(expected.variance))
    wagers = {one["wager"]: one for one in found["wagers"]}
    assert {name: (one["title"], one["times"]) for name, one in wagers.items()} == {
        "base": ("Main game", 2),
        "pair_plus": ("Pair Plus", 1),
    }
    assert sum(one["net_cents"] for one in wagers.values()) == sum(one["net_cents"] for one in listed.values())
    base = result_of(example("md-tcp"), BASE, 100, (), True)
    assert base
    assert wagers["base"]["mean_cents"] == pytest.approx(float(base.ev * 4500))
    assert wagers["base"]["sd_cents"] == pytest.approx(float(base.variance * (1500**2 + 3000**2)) ** 0.5)
    later = found["rounds"][1]["at_ms"]
    assert [one["round"] for one in told(ann, since_ms=later)["rounds"]] == (
        [1, 2] if found["rounds"][0]["at_ms"] == later else [2]
    )


def test_others_see_ones_figures_only_where_they_read_all_rounds(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("tcp", "md-tcp", ("ann", "bob"))
    play(floor, "tcp", "ann", ante=1500)
    bob = lite_server.signed_in("player", "bob")
    assert told(bob)["rounds"] == []
    assert bob.get("/api/history/figures", params={"player": "ann"}).status_code == 403
    watcher = lite_server.signed_in("surveillance", "the-eye")
    assert len(told(watcher, player="ann")["rounds"]) == 1


def test_meters_over_time_with_their_break_even(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    open_with(floor, "tcp", electing("md-tcp", initial_cents="1_000_000"))
    for _ in range(3):
        play(floor, "tcp", "ann", ante=1500, progressive=100)
    browser = lite_server.browser()
    (path,) = browser.get("/api/tables/tcp/meters").json()
    assert path["break_even_cents"] == 1_008_000
    shown = [one["cents"] for one in path["moments"]]
    assert (shown[0], path["moments"][0]["kind"]) == (1_000_000, "start")
    assert shown == sorted(shown)
    (meter,) = browser.get("/api/tables").json()[0]["meters"]
    assert shown[-1] == meter["cents"] > 1_000_000
    assert browser.get("/api/tables/nowhere/meters").status_code == 404
