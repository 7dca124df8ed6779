"""What became of a wager, in a sentence: to who made it, and to anybody else."""

import re
from typing import Any

import pytest

from croupier.house.handlers import commands as h
from croupier.table.values import commands as c
from tests.server.felt import deal, floor_of
from tests.server.live import Browser, Live

YOU = re.compile(r"\byou(r)?\b")


@pytest.fixture
def folded(lite_server: Live) -> Live:
    """A round in which ann folds at seat 1 and bob at seat 2."""
    floor = floor_of(lite_server.house)
    floor.open("tcp", players=("ann", "bob"))
    deal(floor, "tcp")
    for seat in (1, 2):
        floor.do("tcp", c.Decide(seat=seat, action="fold"))
    return lite_server


def said(lines: list[dict[str, Any]]) -> set[str]:
    """Why the antes went, whoever made them."""
    return {line["sentence"].partition(": ")[2] for line in lines if line["wager"] == "ante"}


def views(browser: Browser) -> list[list[dict[str, Any]]]:
    """The lines as the table shows them, and as the round is told again."""
    shown = browser.get("/api/tables/tcp/view").json()["last"]["lines"]
    story = browser.get("/api/history/tcp/1")
    told = story.json() if story.status_code == 200 else None
    return [shown, told["lines"], told["frames"][-1]["round"]["lines"]] if told else [shown]


def test_one_s_own_wagers_are_told_to_oneself_and_those_of_others_by_their_seat(folded: Live) -> None:
    for name, reasons in (
        ("ann", {"you folded.", "seat 2 folded."}),
        ("bob", {"seat 1 folded.", "you folded."}),
        ("cy", {"seat 1 folded.", "seat 2 folded."}),
    ):
        for lines in views(folded.signed_in("player", name)):
            assert said(lines) == reasons, name
            own = {line["seat"] for line in lines if YOU.search(line["sentence"])}
            assert own == {"ann": {1}, "bob": {2}, "cy": set()}[name]


@pytest.mark.parametrize("role", ["dealer", "floor", "surveillance", "regulator"])
def test_nobody_else_is_told_that_they_folded(folded: Live, role: Any) -> None:
    for browser in (folded.signed_in(role), folded.browser()):
        for lines in views(browser):
            assert said(lines) == {"seat 1 folded.", "seat 2 folded."}


@pytest.fixture
def timed_out(lite_server: Live) -> Live:
    """A round in which ann's time runs out and bob folds."""
    floor = floor_of(lite_server.house)
    floor.open("tcp", players=("ann", "bob"))
    deal(floor, "tcp")
    round_ = floor.table("tcp").state.round
    assert round_
    floor.do("tcp", h.EndWaiting(seat=1, point=round_.point))
    floor.do("tcp", c.Decide(seat=2, action="fold"))
    return lite_server


def test_whose_time_ran_out_has_not_folded(timed_out: Live) -> None:
    late = "time ran out: folded, as the table's page says."
    for name, reasons in (("ann", {late, "seat 2 folded."}), ("bob", {late, "you folded."})):
        browser = timed_out.signed_in("player", name)
        for lines in views(browser):
            assert said(lines) == reasons, name
        boxes = browser.get("/api/tables/tcp/view").json()["last"]["boxes"]
        assert [(box["seat"], box["timed_out"]) for box in boxes] == [(1, "fold"), (2, "")]
        told = [frame["sentence"] for frame in browser.get("/api/history/tcp/1").json()["frames"]]
        assert "Time ran out for seat 1: folded, as the table's page says." in told
        assert not [one for one in told if one == "Seat 1 folds." or (one.startswith("Seat 1: Ante") and "you" in one)]
        assert "Seat 2 folds." in told
