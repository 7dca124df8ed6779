"""The coach helps at one's own box, at a practice table, while one is asked, and knows no more than the player."""

import json

import pytest

from croupier.house.database import Database
from croupier.odds.advice import advise
from croupier.server.coach import asked_box, coaching, situation_of
from croupier.server.errors import Problem
from croupier.server.mathematics import advice_in
from croupier.table.deciding import describe
from croupier.table.script import script_of
from tests.cli.command import really
from tests.house.floor import Floor, example
from tests.server.felt import RULEBOOKS, deal, filed, floor_of
from tests.server.live import Live


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_answer_has_its_exact_value_at_every_point(rulebook: str, lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("practice", rulebook, ("ann",), practice=True)
    rules, _ = filed(rulebook)
    deal(floor, "practice")
    asked = 0
    while (round_ := floor.desk("practice").state.round) and round_.phase == "decisions":
        view, box = asked_box(floor.desk("practice"), "ann", 1)
        values = advice_in(situation_of(example(rulebook), view, box))
        told = coaching(view, box, values)
        own = round_.boxes[0].cards
        exact = advise(rules, own, round_.community[: round_.community_up], round_.dealer_up)
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
    round_ = floor.desk("practice").state.round
    assert round_
    own, up = (" ".join(map(str, cards)) for cards in (round_.boxes[0].cards, round_.dealer_up))
    printed = json.loads(really("best", "md-fcp", "--cards", own, "--dealer-up", up, "--json").out)
    if "ante_bonus" not in filed("md-fcp")[1].odds:
        assert told["best"] == printed["best"]
        assert [{"num": one["ev_num"], "den": one["ev_den"]} for one in told["actions"]] == [
            one["ev"] for one in printed["actions"]
        ]
    play = next(one for one in told["actions"] if one["action"] == "play")
    assert play["label"] == f"Play {play['times']}x ${10 * int(play['times'])}"
    assert play["ev_cents"] == pytest.approx(play["ev"] * 1000)
    assert (told["seat"], told["round"], told["point"]) == (1, round_.number, "after_deal")


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
    round_ = floor.desk("practice").state.round
    assert round_
    situation = situation_of("", *asked_box(floor.desk("practice"), "ann", 1))
    assert situation.cards == " ".join(map(str, round_.boxes[0].cards))
    assert (situation.community, situation.dealer_up) == ("", "")
    with pytest.raises(Problem):
        asked_box(floor.desk("practice"), "bob", 1)
