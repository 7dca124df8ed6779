"""What became of a wager, in a sentence: to who made it, and to anybody else."""

import re
from typing import Any

import pytest

from croupier.table import commands as c
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
