"""What stands beside the form of a submission: the felt, exact figures, an hour's win, as far as they can be told."""

import json
from fractions import Fraction
from typing import Any

import pytest

from croupier.rulebook.form.form import answer
from croupier.server.accounts.guards import AT_THE_DESK, SIGNED_IN
from tests.cli.command import really
from tests.house.floor import example
from tests.server.desk.test_desk import send
from tests.server.felt import RULEBOOKS
from tests.server.live import Browser, Live
from tests.server.served import until

FIXED_SUMS = "ev_by_stake"


@pytest.fixture
def tess(lite_server: Live) -> Browser:
    return lite_server.signed_in("department", "tess")


def begin(tess: Browser, text: str) -> int:
    """Begins a submission of that text; its number."""
    made = send(tess, "/filings", start="text", text=text)
    return int(made["card"]["filing"])


def shown(tess: Browser, number: int, **asked: Any) -> Any:
    """What stands beside the form once all of it is worked out."""
    found: dict[str, Any] = {}

    def all_there() -> bool:
        answered = tess.post(f"/api/desk/filings/{number}/preview", json=asked)
        assert answered.status_code == 200, answered.text
        found.update(answered.json())
        return not found["more"]

    until(all_there)
    return found


def typed(**fields: str) -> list[dict[str, Any]]:
    """Answers that are typed and not kept: the field with `__` for its points."""
    return [{"field": name.replace("__", "."), "value": [text] if text else []} for name, text in fields.items()]


def exact(form: dict[str, str]) -> Fraction:
    return Fraction(int(form["num"]), int(form["den"]))


def at_what_is_filed(printed: dict[str, Any], told: dict[str, Any]) -> Fraction:
    """What `croupier odds` prints of a wager, taken to the meters and the stake that are filed."""
    if "per_meter_cent" in printed:
        slopes = {meter: exact(slope) for meter, slope in printed["per_meter_cent"].items()}
        cents = told["at"]["meters_cents"]
        return exact(printed["constant"]) + sum((slope * int(cents[m]) for m, slope in slopes.items()), Fraction(0))
    if FIXED_SUMS in printed:
        by_stake = printed[FIXED_SUMS]
        return exact(by_stake["constant"]) + exact(by_stake["over_stake_cents"]) / int(told["at"]["stake_cents"])
    return exact(printed["ev"])


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_every_figure_is_the_one_that_the_command_prints(tess: Browser, rules: str) -> None:
    text = example(rules)
    if rules.startswith("ma-"):  # the command knows the posted odds, and these examples file higher ones
        text = answer(text, "odds.ante_bonus.four_of_a_kind", [])
    found = shown(tess, begin(tess, text))
    printed = json.loads(really("odds", rules, "--json").out)["results"]
    assert {one["wager"] for one in found["figures"]} >= {"base", "progressive"}
    for told in found["figures"]:
        same = [one for one in printed if (one["wager"], one["paytable"]) == (told["wager"], told["paytable"])]
        average = Fraction(int(told["ev_num"]), int(told["ev_den"]))
        equal = [one for one in same if at_what_is_filed(one, told) == average]
        assert equal, told["title"]
        if not {FIXED_SUMS, "per_meter_cent"} & set(equal[0]):
            assert (told["house_edge"], told["sd"]) == (equal[0]["house_edge"], equal[0]["sd"])
        assert told["hit_frequency"] in [one["hit_frequency"] for one in equal]
    assert found["not_shown"] == []
    assert found["counting"] == []


def test_the_felt_and_the_paytables_are_those_of_what_is_typed(tess: Browser) -> None:
    number = begin(tess, example("md-uth"))
    before, after = shown(tess, number), shown(tess, number, answers=typed(elections__trips="A", table__seats="4"))
    assert [spot["wager"] for spot in before["felt"]["spots"]] == [spot["wager"] for spot in after["felt"]["spots"]]
    assert (before["felt"]["seats"], after["felt"]["seats"]) == (6, 4)
    pays = [
        {line["line"]: line["pays"] for table in one["felt"]["paytables"] if table["wager"] == "trips"
         for line in table["lines"]}
        for one in (before, after)
    ]  # fmt: skip
    assert (pays[0]["full_house"], pays[1]["full_house"]) == ("8 to 1", "9 to 1")
    edges = [{one["wager"]: one["house_edge"] for one in each["figures"]} for each in (before, after)]
    assert edges[1]["trips"] < edges[0]["trips"]
    assert edges[1]["base"] == edges[0]["base"]
    assert tess.get(f"/api/desk/filings/{number}").json()["text"] == example("md-uth"), "nothing is kept of it"


def test_what_changes_best_play_is_solved_only_when_it_is_asked_for(tess: Browser) -> None:
    number = begin(tess, example("md-tcp"))
    before, other = shown(tess, number), typed(elections__ante_bonus="C")
    asked = {"answers": other, "solve": False}
    seen = tess.post(f"/api/desk/filings/{number}/preview", json=asked).json()
    assert (seen["counting"], seen["hour"], seen["more"]) == (["Three Card Poker"], None, True)
    assert (seen["wagers"], {one["wager"] for one in seen["figures"]} >= {"pair_plus", "six_card_bonus"}) == (4, True)
    after = shown(tess, number, answers=other)
    assert after["figures"][0]["house_edge"] > before["figures"][0]["house_edge"]
    assert tess.post(f"/api/desk/filings/{number}/preview", json=asked).json()["counting"] == []


def test_an_hour_is_what_the_wagers_bring_at_their_least_stakes(tess: Browser) -> None:
    number = begin(tess, example("md-tcp"))
    whole = shown(tess, number, boxes=3, rounds_an_hour=50)
    figures = {(one["wager"], one["at"].get("made")): one for one in whole["figures"]}
    edges = {name: Fraction(-int(one["ev_num"]), int(one["ev_den"])) for name, one in figures.items()}
    least = {"base": 1500, "pair_plus": 500, "progressive": 100, "six_card_bonus": 500, "envy": 0}
    kept = {one["wager"]: exact(one["kept_cents"]) for one in whole["hour"]["wagers"]}
    assert {one["wager"]: one["stake_cents"] for one in whole["hour"]["wagers"]} == least
    for wager, made in (
        ("base", None), ("pair_plus", "with an ante"), ("progressive", None), ("six_card_bonus", None)
    ):  # fmt: skip
        assert kept[wager] == edges[wager, made] * least[wager] * 150, wager
    assert kept["envy"] == edges["envy", None] * 100 * 150 * 2, "each is paid for each of the two others"
    assert exact(whole["hour"]["kept_cents"]) == sum(kept.values())
    risk = figures["base", None]["element_of_risk"]
    staked = exact(next(one for one in whole["hour"]["wagers"] if one["wager"] == "base")["staked_cents"])
    assert float(kept["base"] / staked) == risk
    assert whole["hour"]["hold"] == float(exact(whole["hour"]["kept_cents"]) / exact(whole["hour"]["staked_cents"]))
    twice = shown(tess, number, boxes=3, rounds_an_hour=100)
    assert exact(twice["hour"]["kept_cents"]) == 2 * exact(whole["hour"]["kept_cents"])
    assert (shown(tess, number)["hour"]["boxes"], whole["hour"]["most_boxes"]) == (7, 7)


def test_a_wager_on_the_best_hand_of_all_is_counted_with_the_boxes_that_are_played(tess: Browser) -> None:
    number = begin(tess, example("ma-fcp-1"))
    for boxes in (2, 5):
        found = shown(tess, number, boxes=boxes, rounds_an_hour=1)
        (kept,) = [one for one in found["hour"]["wagers"] if one["wager"] == "cover_all"]
        (told,) = [one for one in found["figures"] if one["at"].get("players") == boxes]
        assert exact(kept["kept_cents"]) == Fraction(-int(told["ev_num"]), int(told["ev_den"])) * 100 * boxes


def test_of_an_empty_draft_all_is_shown_that_can_be(tess: Browser) -> None:
    send(tess, "/filings", start="empty", rules="md-uth")
    nothing = shown(tess, 1)
    assert (nothing["felt"]["seats"], nothing["felt"]["spots"]) == (6, [])
    assert (nothing["figures"], nothing["hour"]["wagers"]) == ([], [])
    assert nothing["not_shown"]
    offers = {"field": "offers", "value": ["ante", "blind", "play", "trips"]}
    begun = shown(tess, 1, answers=[offers, *typed(elections__trips="C")])
    assert [one["wager"] for one in begun["figures"]] == ["trips"]
    assert "trips" in [table["wager"] for table in begun["felt"]["paytables"]]
    assert "blind" not in [table["wager"] for table in begun["felt"]["paytables"]], "none is elected"
    assert any(one["what"] == "Blind" and "elections.blind" in one["why"] for one in begun["not_shown"])
    assert {one["what"] for one in begun["hour"]["left_out"]} == {"Ultimate Texas Hold 'Em", "Trips"}
    with_limits = shown(tess, 1, answers=[offers, *typed(elections__trips="C", limits__trips__minimum_cents="5")])
    assert [one["wager"] for one in with_limits["hour"]["wagers"]] == ["trips"]


@pytest.mark.parametrize(
    ("field", "text", "gone", "told"),
    [
        ("table.seats", "9", set(), "at most 7"),
        ("elections.pair_plus", "", {"pair_plus"}, "elections.pair_plus"),
        ("progressive.rate", "14", set(), "14.5 %"),
        ("limits.ante.minimum_cents", "", set(), ""),
        ("equipment.tip_box", "left", set(), ""),
    ],
)
def test_a_draft_with_findings_shows_the_rest(tess: Browser, field: str, text: str, gone: set[str], told: str) -> None:
    number = begin(tess, example("md-tcp"))
    whole = {one["wager"] for one in shown(tess, number)["figures"]}
    found = shown(tess, number, answers=[{"field": field, "value": [text] if text else []}])
    assert {one["wager"] for one in found["figures"]} == whole - gone
    assert found["felt"]["seats"] == 7
    assert any(told in one["why"] for one in found["not_shown"]) if told else found["not_shown"] == []


def test_odds_that_are_half_typed_take_only_their_own_paytable_away(tess: Browser) -> None:
    number = begin(tess, example("ma-fcp-2"))
    found = shown(tess, number, answers=typed(odds__ante_bonus__four_of_a_kind="30 to"))
    assert "base" not in {one["wager"] for one in found["figures"]}
    assert "aces_up" in {one["wager"] for one in found["figures"]}
    assert [one["what"] for one in found["not_shown"]] == ["Ante Bonus"]
    assert "Four Card Poker" in {one["what"] for one in found["hour"]["left_out"]}


def test_what_nobody_can_read_gets_one_sentence(tess: Browser) -> None:
    number = begin(tess, example("md-tcp"))
    answers = [*typed(table__seats="many", no__such="1"), {"field": "rules", "value": ["md-uth"]}]
    found = shown(tess, number, answers=answers)
    assert len(found["not_shown"]) == 3
    assert all(one["why"].endswith(".") for one in found["not_shown"])
    assert found["felt"]["game"] == "three-card-poker"
    other = begin(tess, example("md-tcp").replace('"pair_plus", ', '"pair_minus", ', 1))
    nothing = shown(tess, other)
    assert (nothing["felt"], nothing["figures"], len(nothing["not_shown"])) == (None, [], 1)
    assert "pair_minus" in nothing["not_shown"][0]["why"]


@pytest.mark.parametrize(
    "asked",
    [
        {"boxes": -1}, {"boxes": 21}, {"boxes": "six"}, {"boxes": 2.5}, {"rounds_an_hour": 0},
        {"rounds_an_hour": 301}, {"rounds_an_hour": None}, {"solve": "yes"}, {"answers": "all"}, {"more": 1},
        {"answers": [{"field": "table.seats"}]},
        {"answers": [{"field": "table.seats", "value": []}] * 201}, {"answers": [{"field": "x" * 121, "value": []}]},
    ],
)  # fmt: skip
def test_numbers_that_cannot_be_are_refused_in_a_sentence(tess: Browser, asked: dict[str, Any]) -> None:
    number = begin(tess, example("md-tcp"))
    answered = tess.post(f"/api/desk/filings/{number}/preview", json=asked)
    assert answered.status_code == 400
    assert answered.json()["sentence"].endswith(".")
    assert tess.post("/api/desk/filings/99/preview", json={}).status_code == 404


def test_more_boxes_than_seats_have_no_hour_and_lose_nothing_else(tess: Browser) -> None:
    found = shown(tess, begin(tess, example("md-tcp")), boxes=8)
    assert (found["hour"], found["more"]) == (None, False)
    assert [one["why"] for one in found["not_shown"]] == ["The table has 7 seats; write 1 to 7 boxes for its hour."]
    assert found["figures"]


def test_only_who_may_read_a_filing_is_told_its_figures(lite_server: Live, tess: Browser) -> None:
    number = begin(tess, example("md-tcp"))
    address = f"/api/desk/filings/{number}/preview"
    assert lite_server.browser().post(address, json={}).status_code == 401
    for role in sorted(SIGNED_IN - {"department"}):
        answered = lite_server.signed_in(role).post(address, json={})
        assert answered.status_code == (200 if role in AT_THE_DESK else 403), role
