"""Situations to practise on: dealt by a seed, valued exactly, close where that is asked for, and of no table."""

from fractions import Fraction

import pytest

from croupier.cards import parse_cards
from croupier.odds.advice.advice import advise
from croupier.server.odds.exercises import CLOSE, exercise_under
from tests.house.floor import example
from tests.server.felt import RULEBOOKS, filed, floor_of, open_with
from tests.server.live import Live

SEEDS = range(4)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_answer_has_its_exact_value(rulebook: str) -> None:
    rules, _ = filed(rulebook)
    for seed in SEEDS:
        dealt = exercise_under(example(rulebook), seed, close=False)
        parts = (dealt.situation.cards, dealt.situation.community, dealt.situation.dealer_up)
        own, board, up = (tuple(parse_cards(text)) if text else () for text in parts)
        exact = advise(rules, own, board, up)
        assert [(name, Fraction(int(num), int(den))) for name, num, den in dealt.values] == list(exact.items())
        assert dealt.usual.action in exact
        assert exercise_under(example(rulebook), seed, close=False) == dealt, "the same seed deals the same"


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_only_close_decisions_are_close(rulebook: str) -> None:
    close = [exercise_under(example(rulebook), seed, close=True) for seed in SEEDS]
    assert all(0 <= dealt.gap <= CLOSE for dealt in close)
    as_they_come = [exercise_under(example(rulebook), seed, close=False) for seed in SEEDS]
    assert max(dealt.gap for dealt in as_they_come) > CLOSE


def test_anybody_may_practise_under_the_rules_of_any_table(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    open_with(floor, "real", example("md-tcp"))
    before = floor.table("real").version
    browser = lite_server.browser()
    told = browser.get("/api/tables/real/practice", params={"seed": 7, "close": "true"}).json()
    assert (told["table"], told["seed"], told["close"], told["ante_cents"]) == ("real", 7, True, 1500)
    assert [len(told[part]) for part in ("cards", "community", "dealer_up")] == [3, 0, 0]
    assert told["usual"]["rule"] == "Play queen, six, four or better, fold the rest."
    best = max(told["actions"], key=lambda one: one["ev"])
    assert told["best"] == f"{best['action']}:{best['times']}".strip(":")
    for one in told["actions"]:
        assert one["ev_cents"] == pytest.approx(1500 * int(one["ev_num"]) / int(one["ev_den"]))
    assert floor.table("real").version == before, "no table deals them"
    dealt = {browser.get("/api/tables/real/practice").json()["seed"] for _ in range(2)}
    assert len(dealt) == 2
    assert browser.get("/api/tables/nowhere/practice").status_code == 404
    assert browser.get("/api/tables/real/practice", params={"seed": -1}).status_code == 400
