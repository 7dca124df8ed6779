"""`croupier deal`, `settle`, `best` and the whole-rulebook forms of `odds`, as a person runs them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.cli.bench_table import base_game, rounds_a_second
from croupier.cli.demo import demo_rules
from croupier.rulebook.load import rulebook_ids

from .command import Ran, here

Croupier = Callable[..., Ran]


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Croupier:
    """The command, run within this process."""
    return lambda *arguments: here(capsys, *arguments)


# The round of the published form, settled by hand: aces beat kings, the blind pushes, trips lose.
ROUND = {
    "rules": "md-uth",
    "elections": {"blind": "A", "trips": "C", "progressive": "A", "envy_holder_must_wager": False},
    "meters_cents": {"progressive": 1000000},
    "dealer": ["Kc", "Kd"],
    "community": ["2c", "7d", "9h", "Js", "Qc"],
    "bonus_cards": ["3c", "4c", "5d", "6h"],
    "seats": [
        {
            "seat": 1,
            "cards": ["As", "Ad"],
            "wagers_cents": {"ante": 1000, "blind": 1000, "trips": 500},
            "decisions": ["check", "play:2"],
        }
    ],
}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_seed_deals_the_same_round_again(croupier: Croupier, rulebook: str) -> None:
    first, second = (croupier("deal", rulebook, "--seed", "5", "--seats", "2", "--json") for _ in range(2))
    assert first.code == 0
    assert first.out == second.out
    assert first.out != croupier("deal", rulebook, "--seed", "6", "--seats", "2", "--json").out
    assert json.loads(first.out)["events"][-1]["event"] == "RoundClosed"


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_dealt_round_is_told_with_its_clauses(croupier: Croupier, rulebook: str) -> None:
    told = croupier("deal", rulebook, "--seed", "5", "--seats", "1")
    assert told.code == 0
    assert "No more bets." in told.out
    assert f"Deal it again: croupier deal {rulebook} --seed 5 --seats 1" in told.out


@pytest.mark.parametrize("seats", ["0", "8"])
def test_a_demo_table_has_the_seats_it_has(croupier: Croupier, seats: str) -> None:
    refused = croupier("deal", "md-tcp", "--seats", seats)
    assert (refused.code, refused.out) == (2, "")
    assert "has 1 to 7 seats" in refused.err


def test_the_published_round_settles_as_published(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), "utf-8")
    settled = croupier("settle", str(file), "--json")
    assert settled.code == 0
    result = json.loads(settled.out)
    assert result["order"] == [1]
    assert result["dealer"] == {"hand": "pair of kings", "qualifies": True}
    assert result["lines"][0] == {
        "seat": 1,
        "wager": "ante",
        "outcome": "win",
        "stake_cents": 1000,
        "paid_cents": 1000,
        "returned_cents": 1000,
        "line": None,
        "clause": "md-uth:12A",
    }
    assert result["meters_cents_after"] == {"progressive": 1000000}
    assert result["net_cents"] == {"1": 2500}


def test_a_settled_round_is_explained_to_people(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), "utf-8")
    told = croupier("settle", str(file))
    assert "Ante pays $10, 1 to 1: your hand beats the dealer's." in told.out
    assert "Seat 1 is up $25." in told.out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dealer": ["Kc", "As"]}, "The ace of spades is there twice"),
        ({"dealer": ["Kc"]}, "The dealer has 1 cards and should have 2"),
        ({"community": []}, "The community area has 0 cards and should have 5"),
        ({"elections": {"blind": "Z"}}, "no choice 'Z'"),
        ({"elections": {"blnd": "A"}}, "the nearest is blind"),
        ({"meters_cents": {"mega": 1}}, "There is no meter 'mega'"),
        ({"seats": []}, "at least one seat"),
        ({"surprise": 1}, "surprise"),
        ({"dealer": ["Kc", "Xx"]}, "Xx"),
        ({"irregularity": {"kind": "earthquake"}}, "no irregularity 'earthquake'"),
    ],
)
def test_an_impossible_round_is_refused_in_a_sentence(
    croupier: Croupier, tmp_path: Path, change: dict[str, object], says: str
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({**ROUND, **change}), "utf-8")
    refused = croupier("settle", str(file))
    assert (refused.code, refused.out) == (2, "")
    assert says in refused.err
    assert refused.err.count("\n") == 1


def test_best_names_the_best_action_exactly(croupier: Croupier) -> None:
    answer = croupier("best", "md-tcp", "--cards", "Qs 6d 4c", "--json")
    assert answer.code == 0
    result = json.loads(answer.out)
    assert result["best"] == "play:1"
    assert result["actions"][0]["ev"] == {"num": "-9151", "den": "9212"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("md-tcp", "--cards", "Qs Qs 4c"), "twice"),
        (("md-tcp", "--cards", "Qs"), "--cards is 3 cards, not 1"),
        (("md-tcp", "--cards", "Qs 1x 2c"), "--cards"),
        (("md-tcp", "--cards", "Qs 6d 4c", "--elections", "ante_bonus"), "NAME=CHOICE"),
        (("md-tcp", "--cards", "Qs 6d 4c", "--elections", "{nonsense"), "not JSON"),
        (("no-book", "--cards", "Qs 6d 4c"), "no-book"),
    ],
)
def test_best_refuses_what_cannot_be(croupier: Croupier, arguments: tuple[str, ...], says: str) -> None:
    refused = croupier("best", *arguments)
    assert (refused.code, refused.out) == (2, "")
    assert says in refused.err


def test_elections_change_what_is_best_worth(croupier: Croupier) -> None:
    plain = json.loads(croupier("best", "md-tcp", "--cards", "Qs Js Ts", "--json").out)
    less = json.loads(croupier("best", "md-tcp", "--cards", "Qs Js Ts", "--elections", "ante_bonus=C", "--json").out)
    assert plain["actions"][0]["value"] - less["actions"][0]["value"] == pytest.approx(1)


def test_strategies_are_told_with_their_cost(croupier: Croupier) -> None:
    told = croupier("odds", "md-tcp", "--strategy")
    assert told.code == 0
    assert "Play queen, six, four or better, fold the rest." in told.out
    assert json.loads(croupier("odds", "md-tcp", "--strategy", "--json").out)["strategies"][0]["cost"]["num"] == "0"


def test_a_par_sheet_is_written_where_it_is_asked_for(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    told = croupier("odds", "md-tcp", "--par", str(file))
    assert told.code == 0
    assert "PAR sheet" in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--par", "sheet.doc"), "written as .pdf, .html or .json"),
        (("--par", "x.pdf", "--wager", "pair_plus"), "whole rulebook"),
    ],
)
def test_a_par_sheet_that_cannot_be_made_is_refused(croupier: Croupier, arguments: tuple[str, ...], says: str) -> None:
    refused = croupier("odds", "md-tcp", *arguments)
    assert (refused.code, refused.out) == (2, "")
    assert says in refused.err


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_the_bench_plays_whole_rounds(rulebook: str) -> None:
    rate, events = rounds_a_second(base_game(demo_rules(rulebook)), 2, 10)
    assert rate > 0
    assert events > 15


def test_reset_amounts_and_a_payout_limit_are_elected_too(croupier: Croupier, tmp_path: Path) -> None:
    royal = {
        **ROUND,
        "elections": {"progressive": "A", "reset_cents": 2000000, "payout_limit_cents": 5000000},
        "dealer": ["Kc", "Kd"],
        "community": ["Qs", "Js", "Ts", "2c", "3d"],
        "bonus_cards": [],
        "seats": [
            {
                "seat": 1,
                "cards": ["As", "Ks"],
                "wagers_cents": {"ante": 10000, "blind": 10000, "progressive": 100},
                "decisions": ["play:4"],
            }
        ],
    }
    file = tmp_path / "royal.json"
    file.write_text(json.dumps(royal), "utf-8")
    result = json.loads(croupier("settle", str(file), "--json").out)
    paid = {line["wager"]: line["paid_cents"] for line in result["lines"]}
    assert paid["progressive"] == 1000000
    assert result["meters_cents_after"] == {"progressive": 2000000}
    assert paid["ante"] + paid["blind"] + paid["play"] == 5000000


@pytest.mark.parametrize(
    ("elections", "says"),
    [
        ({"reset_cents": {"mega": 1}}, "no meter 'mega'"),
        ({"reset_cents": 1}, "resets to at least $10,000"),
        ({"payout_limit_cents": 100}, "at least $50,000"),
        ({"blind": {"A": 1}}, "one choice, not several"),
        ({"reset_cents": "much"}, "whole numbers of cents"),
    ],
)
def test_sums_below_the_floor_are_refused(
    croupier: Croupier, tmp_path: Path, elections: dict[str, object], says: str
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({**ROUND, "elections": elections}), "utf-8")
    refused = croupier("settle", str(file))
    assert (refused.code, refused.out) == (2, "")
    assert says in refused.err


FOUR_CARDS = {
    "rules": "ma-fcp-1",
    "dealer": ["Kc", "Kd", "2c", "3c", "4d", "5h"],
    "seats": [
        {"seat": 7, "cards": ["As", "Ad", "Ah", "9c", "8c"], "wagers_cents": {"ante": 1000}, "decisions": ["play:3"]}
    ],
}


@pytest.mark.parametrize(("wagers", "code"), [({}, 0), ({"cover_all": 100}, 2)])
def test_cover_all_limits_the_seats_only_where_it_is_made(
    croupier: Croupier, tmp_path: Path, wagers: dict[str, int], code: int
) -> None:
    described = json.loads(json.dumps(FOUR_CARDS))
    described["seats"][0]["wagers_cents"] |= wagers
    file = tmp_path / "round.json"
    file.write_text(json.dumps(described), "utf-8")
    assert croupier("settle", str(file)).code == code


@pytest.mark.parametrize("field", ["wagers", "meters"])
@pytest.mark.parametrize(("cents", "code"), [(10**11, 0), (10**11 + 1, 2), (10**30, 2)])
def test_an_absurd_amount_is_refused(croupier: Croupier, tmp_path: Path, field: str, cents: int, code: int) -> None:
    described = json.loads(json.dumps(ROUND))
    if field == "wagers":
        described["seats"][0]["wagers_cents"] = {"ante": cents, "blind": cents}
    else:
        described["meters_cents"] = {"progressive": cents}
    file = tmp_path / "round.json"
    file.write_text(json.dumps(described), "utf-8")
    ran = croupier("settle", str(file))
    assert ran.code == code
    assert ran.err.count("\n") == (1 if code else 0)


def test_help_shows_the_form_that_refusals_promise(croupier: Croupier, tmp_path: Path) -> None:
    text = croupier("settle", "--help").out
    start = text.index('{"rules"')
    form, _ = json.JSONDecoder().raw_decode(text[start:])
    file = tmp_path / "form.json"
    file.write_text(json.dumps(form), "utf-8")
    assert croupier("settle", str(file)).code == 0
