"""The coach helps at one's own box, at a practice table, while one is asked, and knows no more than the player."""

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import parse_cards
from croupier.house.database.database import Database
from croupier.odds.advice.advice import advise, number_of
from croupier.odds.advice.strategy import ON_PAIRS
from croupier.odds.kernels import four_card
from croupier.rulebook.errors import BadInput
from croupier.server.odds.coach import asked_box, coaching, situation_of
from croupier.server.odds.mathematics import Situation, advice_in
from croupier.server.tables.live_views import cents_shown
from croupier.server.tables.offers import actions_of
from croupier.server.wire.errors import Problem
from croupier.table.procedure.player_decisions import describe
from croupier.table.procedure.script import script_of
from croupier.table.settlement.settle import settle_seat
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Showdown
from tests.cli.command import really
from tests.house.floor import Floor, example
from tests.server.felt import RULEBOOKS, deal, electing, filed, floor_of
from tests.server.live import Live

RICH_CENTS = 10_000_000


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_answer_has_its_exact_value_at_every_point(rulebook: str, lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("practice", rulebook, ("ann",), practice=True)
    rules, _ = filed(rulebook)
    deal(floor, "practice")
    asked = 0
    while (round_ := floor.table("practice").state.round) and round_.phase == "decisions":
        view, box = asked_box(floor.table("practice"), "ann", 1)
        offers = tuple(actions_of(rules, floor.table("practice"), 1, RICH_CENTS))
        shown = cents_shown(floor.house, floor.table("practice"))
        told = coaching(view, box, offers, advice_in(situation_of(example(rulebook), view, box, offers, shown)))
        assert sorted((one.action, one.times, one.label) for one in told.actions) == sorted(
            (offer.action, offer.times, offer.label) for offer in offers
        )
        own, plays = round_.boxes[0].cards, [offer.times for offer in offers if offer.action == "play"]
        exact = advise(
            rules,
            own,
            round_.community[: round_.community_up],
            round_.dealer_up,
            plays=plays,
            stakes_cents={wager: cents for wager, cents in round_.boxes[0].wagers if wager != "play"},
            meters_cents=shown,
        )
        assert [(one.action, one.times) for one in told.actions] == [
            (name.partition(":")[0], name.partition(":")[2]) for name in exact
        ]
        assert [f"{one.ev_num}/{one.ev_den}" for one in told.actions] == [
            f"{value.numerator}/{value.denominator}" for value in exact.values()
        ]
        assert told.best == next(iter(exact))
        assert [one.ev for one in told.actions] == sorted([one.ev for one in told.actions], reverse=True)
        point = next(due.point for due in script_of(rules) if due.point and due.point.point == round_.point)
        assert {one.action for one in told.actions} == {describe(option).split()[0] for option in point.options}
        asked += 1
        floor.decide("practice")
    assert asked


def test_the_coach_says_what_the_command_says(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("practice", "md-fcp", ("ann", "bob"), practice=True)
    ann = lite_server.signed_in("player", "ann")
    deal(floor, "practice")
    told = ann.get("/api/tables/practice/coach", params={"seat": 1}).json()
    round_ = floor.table("practice").state.round
    assert round_
    own, up = (" ".join(map(str, cards)) for cards in (round_.boxes[0].cards, round_.dealer_up))
    bet = _as_options("--stake", dict(round_.boxes[0].wagers))
    shown = _as_options("--meter", cents_shown(lite_server.house, floor.table("practice")))
    printed = json.loads(really("best", "md-fcp", "--cards", own, "--dealer-up", up, *bet, *shown, "--json").out)
    assert "ante_bonus" not in filed("md-fcp")[1].odds, "the command knows no odds but those of the rulebook"
    assert told["best"] == printed["best"]
    assert told["usual"]["rule"] in ON_PAIRS
    assert told["usual"]["meets"].startswith("You have ")
    values = {
        f"{one['action']}:{one['times']}".strip(":"): {"num": one["ev_num"], "den": one["ev_den"]}
        for one in told["actions"]
    }
    assert set(values) == {"play:1", "play:1.5", "play:2", "play:2.5", "play:3", "fold"}
    assert {one["action"]: one["ev"] for one in printed["actions"]}.items() <= values.items()
    play = next(one for one in told["actions"] if one["action"] == "play")
    assert play["label"] == f"Play {play['times']}x ${10 * float(play['times']):g}"
    assert play["ev_cents"] == pytest.approx(play["ev"] * 1000)
    assert (told["seat"], told["round"], told["point"]) == (1, round_.number, "after_deal")


def _as_options(option: str, cents: Mapping[str, int]) -> list[str]:
    return [part for name, sum_ in cents.items() for part in (option, f"{name}={sum_}")]


def test_a_play_between_whole_antes_is_worth_what_every_hand_of_the_dealer_makes_of_it() -> None:
    rules, _ = filed("md-fcp")
    own, up = parse_cards("Qs Qd 4c 5h 9s"), parse_cards("Kd")
    left = sorted({*range(52)} - {number_of(card) for card in (*own, *up)})
    fives = np.fromiter(combinations(left, 5), np.dtype((np.uint8, 5)), 1_370_754)
    theirs = four_card.strengths(np.insert(fives, 5, number_of(up[0]), axis=1))
    mine = int(four_card.strengths(np.array([[number_of(card) for card in own]], np.uint8))[0])
    beaten = Fraction(int((theirs > mine).sum()), len(theirs))

    def net(dealer: str, times: Fraction) -> int:
        """What the table itself settles an ante of 100 cents and its play for."""
        seat = Box(1, "ann", wagers_of({"ante": 100, "play": int(100 * times)}), tuple(own))
        lines = settle_seat(rules, Showdown((*up, *parse_cards(dealer)), (), (), (seat,)), 1)
        return sum(line.net_cents for line in lines)

    plays = ("1", "1.5", "2", "2.5", "3")
    values = advice_in(Situation(example("md-fcp"), "Qs Qd 4c 5h 9s", "", "Kd", plays))
    assert {action: Fraction(int(num), int(den)) for action, num, den in values} == {
        "fold": Fraction(-1),
        **{
            f"play:{times}": (1 - beaten) * Fraction(net("2c 3c 7h 8d Jc", Fraction(times)), 100)
            + beaten * Fraction(net("Kc 3c 7h 8d Jc", Fraction(times)), 100)
            for times in plays
        },
    }


@pytest.mark.parametrize(("whole", "plays"), [("true", ("1.5",)), ("false", ("3.5",)), ("false", ("0.5",))])
def test_an_answer_that_the_rules_do_not_allow_has_no_value(whole: str, plays: tuple[str, ...]) -> None:
    text = electing("md-fcp", play_whole_multiples_only=whole)
    with pytest.raises(BadInput, match=r"Play \d.5x is no answer here; there are fold"):
        advice_in(Situation(text, "Qs Qd 4c 5h 9s", "", "Kd", plays))


def test_who_cannot_pay_for_an_answer_is_not_advised_to_give_it(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("practice", "md-fcp", ("ann",), practice=True)
    deal(floor, "practice")
    view, box = asked_box(floor.table("practice"), "ann", 1)
    offers = tuple(actions_of(filed("md-fcp")[0], floor.table("practice"), 1, 2 * dict(box.wagers)["ante"]))
    told = coaching(view, box, offers, advice_in(situation_of(example("md-fcp"), view, box, offers)))
    assert {one.times for one in told.actions} == {"1", "1.5", "2", ""}


def test_who_is_not_coached(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("practice", "md-tcp", ("ann", "bob"), practice=True)
    floor.open("strict", "md-tcp", ("ann",))
    ann = lite_server.signed_in("player", "ann")

    def asked(table: str, seat: int) -> tuple[int, str]:
        answer = ann.get(f"/api/tables/{table}/coach", params={"seat": seat})
        return answer.status_code, answer.json()["code"]

    assert asked("practice", 1) == (409, "not_asked")
    deal(floor, "practice")
    deal(floor, "strict")
    assert asked("practice", 2) == (403, "not_your_seat")
    assert asked("practice", 5) == (403, "not_your_seat")
    assert asked("strict", 1) == (403, "no_coach")
    assert asked("nowhere", 1) == (404, "no_table")
    assert asked("practice", 99) == (400, "malformed")
    assert ann.get("/api/tables/practice/coach", params={"seat": 1}).status_code == 200
    floor.decide("practice")
    assert asked("practice", 1) == (409, "not_asked")
    assert lite_server.browser().get("/api/tables/practice/coach", params={"seat": 1}).status_code == 401


def test_the_coach_is_told_no_hidden_card(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("practice", "md-uth", ("ann", "bob"), practice=True)
    deal(floor, "practice")
    round_ = floor.table("practice").state.round
    assert round_
    situation = situation_of("", *asked_box(floor.table("practice"), "ann", 1), ())
    assert situation.cards == " ".join(map(str, round_.boxes[0].cards))
    assert (situation.community, situation.dealer_up) == ("", "")
    with pytest.raises(Problem):
        asked_box(floor.table("practice"), "bob", 1)
