"""A table's odds: those of its own paytables, as `croupier odds` has them."""

import asyncio
import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.house.database.database import Database
from croupier.odds.publishing.published import publish
from croupier.odds.wagers.catalogue import results
from croupier.server.odds import calculation_pool, odds
from croupier.server.odds.calculation_pool import Memo, Worker
from croupier.server.odds.mathematics import odds_under
from croupier.server.odds.odds import seen
from tests.cli.command import really
from tests.house.floor import Floor, example
from tests.server.felt import RULEBOOKS, deal, electing, filed, floor_of, open_with
from tests.server.live import CHEAP, Live, serving
from tests.server.served import until


def untitled(form: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in form.items() if name != "title"}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_odds_are_those_of_the_catalogue(rulebook: str) -> None:
    known = [publish(result) for result in results(rulebook)]
    rules, submission = filed(rulebook)
    found = odds_under(example(rulebook))
    raised = "ante_bonus" in submission.odds
    for form in found:
        if form["wager"] == "base" and raised:
            posted = next(one for one in known if (one["wager"], one["paytable"]) == ("base", form["paytable"]))
            assert form["house_edge"] < posted["house_edge"], "higher odds are filed than the table has"
        else:
            assert untitled(form) in known, form["wager"]
    with_odds = {table.wager for table in rules.tables} - {"ante", "play", "blind", "ante_bonus"}
    assert {form["wager"] for form in found} == {"base", *with_odds}


def test_what_is_elected_otherwise_has_other_odds() -> None:
    usual = {form["wager"]: form for form in odds_under(example("md-uth"))}
    text = electing("md-uth", trips='"A"', progressive_hand='"best_of_seven"', fixed_award_returns_stake="false")
    other = {form["wager"]: form for form in odds_under(text)}
    assert (usual["trips"]["paytable"], other["trips"]["paytable"]) == ("C", "A")
    assert other["progressive"]["at"]["progressive_hand"] == "best_of_seven"
    assert other["progressive"]["house_edge"] < usual["progressive"]["house_edge"]
    assert other["six_card_bonus"]["at"]["fixed_award_returns_stake"] is False
    assert other["six_card_bonus"]["house_edge"] > usual["six_card_bonus"]["house_edge"]
    assert other["bad_beat"] == usual["bad_beat"]


def test_the_page_shows_what_the_command_prints(lite_server: Live) -> None:
    open_with(floor_of(lite_server.house), "tcp", example("md-tcp"))
    told = lite_server.browser().get("/api/tables/tcp/odds").json()
    printed = json.loads(really("odds", "md-tcp", "--json").out)["results"]
    figures = {(one["wager"], one["ev"]["num"], one["ev"]["den"], one["total"], one["house_edge"]) for one in printed}
    metered = [one for one in told if one["wager"] == "progressive"]
    for one in [one for one in told if one not in metered]:
        assert (one["wager"], one["ev_num"], one["ev_den"], one["total"], one["house_edge"]) in figures
    assert {one["wager"] for one in told} == {"base", "pair_plus", "progressive", "envy", "six_card_bonus"}
    (meter,) = metered
    assert set(meter["at"]) >= {"meters_cents", "per_meter_cent", "break_even_meter_cents"}
    assert lite_server.browser().get("/api/tables/nowhere/odds").status_code == 404


def fraction(form: dict[str, str]) -> Fraction:
    return Fraction(int(form["num"]), int(form["den"]))


def test_a_progressive_is_counted_at_what_its_meter_shows_now(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    open_with(floor, "tcp", electing("md-tcp", initial_cents="1_234_590"))
    (printed,) = json.loads(really("odds", "md-tcp", "--wager", "progressive", "--paytable", "A", "--json").out)[
        "results"
    ]
    edges: list[float] = []
    for dollars in (12_345, 12_346):
        told = lite_server.browser().get("/api/tables/tcp/odds").json()
        (meter,) = [one for one in told if one["wager"] == "progressive"]
        assert meter["at"]["meters_cents"] == {"progressive": 100 * dollars}
        line = fraction(printed["constant"]) + 100 * dollars * fraction(printed["per_meter_cent"]["progressive"])
        assert Fraction(int(meter["ev_num"]), int(meter["ev_den"])) == line
        assert meter["at"]["break_even_meter_cents"] == printed["break_even_meter_cents"]
        if not edges:
            deal(floor, "tcp")  # and the stakes feed the meter
        edges.append(meter["house_edge"])
    assert edges[0] > edges[1]


def test_of_calculations_under_many_names_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculation_pool, "MOST_KEPT", 2)

    class Here(Worker):
        def begin(self, function: Callable[..., Any], *given: Any, **named: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result(function(*given, **named))
            return future

    kept = Memo[int](Here())
    found = [asyncio.run(kept.get(name, int, text)) for name, text in zip("abcab", "12345", strict=True)]
    assert found == [1, 2, 3, 4, 5]
    assert asyncio.run(kept.get("b", int, "6")) == 5


def test_lines_are_titled_as_people_say_them() -> None:
    for rulebook, expected in (("md-tcp", "High card, fold"), ("md-uth", "High card, play 4x, tie")):
        (base,) = [seen(form) for form in odds_under(example(rulebook)) if form["wager"] == "base"]
        assert expected in {line.title for line in base.lines}
    covered = {seen(form).title for form in odds_under(example("ma-fcp-1")) if form["wager"] == "cover_all"}
    assert covered == {f"Cover All, {players} dealt" for players in range(1, 7)}


def test_calculations_have_a_process_of_their_own_which_is_begun_again_when_it_dies() -> None:
    apart = Worker()
    first = asyncio.run(apart.ask(os.getpid))
    assert asyncio.run(apart.ask(os.getpid)) == first != os.getpid()
    os.kill(first, signal.SIGKILL)
    assert asyncio.run(apart.ask(os.getpid)) not in (first, os.getpid())
    kept = Memo[int](apart)
    assert [asyncio.run(kept.get("same", int, text)) for text in ("1", "2")] == [1, 1]
    with pytest.raises(ValueError, match="one"):
        asyncio.run(kept.get("other", int, "one"))
    assert asyncio.run(kept.get("other", int, "1")) == 1, "what failed is tried again"


def test_odds_worked_out_ahead_are_those_that_are_asked_for(lite_database: Database) -> None:
    """Begun when the floor opens; whoever asks afterwards finds them under the same name."""
    begun = set(odds._KEPT._futures)
    floor = Floor(lite_database)
    floor.open("one", "md-tcp")
    name = odds._asked(floor.house, floor.table("one"))[0]
    with serving(lite_database, replace(CHEAP, odds_ahead=True), floor.house) as live:
        until(lambda: name in odds._KEPT._futures)
        future = odds._KEPT._futures[name]
        assert live.browser().get("/api/tables/one/odds").status_code == 200
        assert odds._KEPT._futures[name] is future
    assert set(odds._KEPT._futures) - begun <= {name}


def edges(live: Live) -> dict[str, dict[str, Any]]:
    """The edges of every table, once all are counted."""
    found: dict[str, dict[str, Any]] = {}

    def all_counted() -> bool:
        found.update({one["table"]: one for one in live.browser().get("/api/odds").json()})
        return not any(one["counting"] for one in found.values())

    until(all_counted)
    return found


def test_the_lobby_has_every_wagers_edge_and_how_it_moves_with_the_meters(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    open_with(floor, "tcp", electing("md-tcp", initial_cents="1_234_590"))
    told = {one["wager"]: one for one in edges(lite_server)["tcp"]["wagers"]}
    assert set(told) == {"base", "pair_plus", "progressive", "six_card_bonus"}, "nobody stakes on the envy award"
    shown = {one["wager"]: one for one in lite_server.browser().get("/api/tables/tcp/odds").json()}
    assert told["base"]["element_of_risk"] == shown["base"]["element_of_risk"]
    assert 0 < told["base"]["element_of_risk"] < shown["base"]["house_edge"]
    assert told["pair_plus"]["element_of_risk"] is None
    for name in ("base", "pair_plus", "six_card_bonus"):
        assert fraction(told[name]["constant"]) == Fraction(int(shown[name]["ev_num"]), int(shown[name]["ev_den"]))
        assert told[name]["per_meter_cent"] == {}
    meter = told["progressive"]
    (slope,) = meter["per_meter_cent"].values()
    at_now = fraction(meter["constant"]) + 1_234_500 * fraction(slope)
    now = shown["progressive"]
    assert at_now == Fraction(int(now["ev_num"]), int(now["ev_den"]))
    even = now["at"]["break_even_meter_cents"]["progressive"]
    below, above = (fraction(meter["constant"]) + cents * fraction(slope) for cents in (even - 1, even))
    assert below < 0 <= above


def test_who_looks_into_the_lobby_does_not_wait_for_what_is_counted(
    lite_server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Never(Worker):
        def begin(self, function: Callable[..., Any], *given: Any, **named: Any) -> Future[Any]:
            return Future()

    monkeypatch.setattr(odds, "_EDGES", Memo[list[dict[str, Any]]](Never()))
    open_with(floor_of(lite_server.house), "tcp", example("md-tcp"))
    assert lite_server.browser().get("/api/odds").json() == [{"table": "tcp", "counting": True, "wagers": []}]
