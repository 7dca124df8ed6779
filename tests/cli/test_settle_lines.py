"""`croupier settle` of many described rounds, one a line."""

import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.settle import as_design
from croupier.cli.settle_input import answered
from croupier.table.values.refusal import Refusal

from .command import Ran, here, really
from .test_play import ROUND

Croupier = Callable[..., Ran]
TWICE = {**ROUND, "dealer": ["Kc", "As"]}
LOST = {**ROUND, "dealer": ["Qd", "Qs"]}


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Croupier:
    """The command, run within this process."""
    return lambda *arguments: here(capsys, *arguments)


def written(tmp_path: Path, *rounds: Any) -> str:
    file = tmp_path / "rounds.txt"
    lines = (round_ if isinstance(round_, str) else json.dumps(round_) for round_ in rounds)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return str(file)


def test_rounds_are_answered_in_their_order_and_a_refused_one_in_its_place(croupier: Croupier, tmp_path: Path) -> None:
    ran = croupier("settle", written(tmp_path, ROUND, TWICE, LOST), "--json")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert [answer.get("net_cents") for answer in answers] == [{"1": 2500}, None, {"1": -4500}]
    assert answers[1] == {
        "refused": True,
        "code": "card_twice",
        "sentence": "The ace of spades is there twice; one deck has it once.",
        "clause": "md-uth:3A(1)",
    }


def test_each_line_is_answered_as_it_would_be_alone(croupier: Croupier, tmp_path: Path) -> None:
    other: dict[str, Any] = {"rules": "md-tcp", "dealer": ["Kc", "Kd", "2c"], "elections": {"pair_plus": "C"}}
    other |= {"seats": [{"seat": 1, "cards": ["As", "Ad", "Ah"], "wagers_cents": {"ante": 1000, "pair_plus": 500}}]}
    other["seats"][0]["decisions"] = ["play:1"]
    rounds = [ROUND, other, {**ROUND, "elections": {"blind": "B", "reset_cents": {"progressive": 2000000}}}, ROUND]
    ran = croupier("settle", written(tmp_path, *rounds), "--json")
    assert ran.code == 0
    alone = [json.loads(croupier("settle", written(tmp_path, round_), "--json").out) for round_ in rounds]
    assert [json.loads(line) for line in ran.out.splitlines()] == alone


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "Round 2 is not JSON"),
        ('{"rules": "md-uth",', "Round 2 is not JSON"),
        ({**ROUND, "surprise": 1}, "surprise"),
        ({**ROUND, "rules": "md-utz"}, "md-uth"),
        ({**ROUND, "elections": {"jackpot": "A"}}, "no menu 'jackpot'"),
    ],
)
def test_a_line_that_cannot_be_read_does_not_stop_the_others(
    croupier: Croupier, tmp_path: Path, line: Any, says: str
) -> None:
    ran = croupier("settle", written(tmp_path, ROUND, line, ROUND), "--json")
    first, refused, last = (json.loads(line) for line in ran.out.splitlines())
    assert ran.code == 1
    assert first == last
    assert (refused["refused"], refused["code"], refused["clause"]) == (True, "bad_input", None)
    assert says in refused["sentence"]


MASSACHUSETTS = {"rules": "ma-fcp-1", "seats": []}


@pytest.mark.parametrize(
    ("described", "clause", "says"),
    [
        ({**ROUND, "elections": {"blind": "Z"}}, "md-uth:12B", "no choice 'Z'; there are A, B."),
        ({**ROUND, "elections": {"envy_holder_must_wager": 0}}, "md-uth:11J(2)(e)(ii)", "no choice 0"),
        ({**ROUND, "elections": {"reset_cents": 1}}, "md-uth:12D(3)(b)(i)", "resets to at least $10,000."),
        ({**ROUND, "elections": {"reset_cents": {"mega": 1}}}, "md-uth:12D(4)", "no meter 'mega'"),
        ({**ROUND, "elections": {"payout_limit_cents": 1}}, "md-uth:12F(1)", "at least $50,000."),
        (
            {**MASSACHUSETTS, "elections": {"progressive": "A", "envy": "B"}}, "ma-fcp-1:13(a)(5)(i)",
            'Progressive A is elected with envy B; write envy = "A".',
        ),
        (
            {**MASSACHUSETTS, "elections": {"progressive": "B", "envy": "A"}}, "ma-fcp-1:13(a)(5)(ii)",
            'Progressive B is elected with envy A; write envy = "B".',
        ),
        ({**MASSACHUSETTS, "odds": {"ante_bonus": {"straight_flush": "3 to 1"}}}, "ma-fcp-1:11(a)(2)#2", "20 to 1 or"),
        ({**MASSACHUSETTS, "odds": {"aces_up": {"straight": "3 to 1"}}}, "ma-fcp-1:11(a)(3)#2", "4 to 1 or more."),
        ({**MASSACHUSETTS, "odds": {"aces_up": {"pair": "3 to 1"}}}, "ma-fcp-1:11(a)(3)/Table-I", "no such line"),
        ({**ROUND, "odds": {"trips": {"flush": "90 to 1"}}}, "md-uth:12C", "Trips odds are exact"),
    ],
)  # fmt: skip
def test_elections_and_odds_that_cannot_be_are_refused_by_their_clause(
    croupier: Croupier, tmp_path: Path, described: Any, clause: str, says: str
) -> None:
    ran = croupier("settle", written(tmp_path, described, described), "--json")
    for line in ran.out.splitlines():
        refused = json.loads(line)
        assert (refused["refused"], refused["code"], refused["clause"]) == (True, "bad_input", clause)
        assert says in refused["sentence"]
    alone = croupier("settle", written(tmp_path, described))
    assert (alone.code, alone.out) == (2, "")
    assert f" ({clause})." in alone.err
    assert alone.err.count(clause) == 1, "told once"


def test_a_first_line_that_cannot_be_read_is_refused_in_its_place_too(croupier: Croupier, tmp_path: Path) -> None:
    ran = croupier("settle", written(tmp_path, "nonsense", ROUND), "--json")
    assert ran.code == 1
    assert [json.loads(line).get("refused") for line in ran.out.splitlines()] == [True, None]


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_one_round_over_several_lines_is_one_round(croupier: Croupier, tmp_path: Path, indent: int | None) -> None:
    text = json.dumps(ROUND, indent=indent).replace('"seats": [{', '"seats": [\n{')
    ran = croupier("settle", written(tmp_path, text), "--json")
    assert (ran.code, json.loads(ran.out)["net_cents"]) == (0, {"1": 2500})


@pytest.mark.parametrize("name", ["rounds.jsonl", "rounds.json"])
def test_a_single_line_is_a_line_where_the_name_or_the_option_says_so(
    croupier: Croupier, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.write_text(json.dumps(TWICE), "utf-8")
    ran = croupier("settle", str(file), "--json", *([] if name.endswith("l") else ["--lines"]))
    assert (ran.code, json.loads(ran.out)["code"]) == (1, "card_twice")


def test_rounds_come_through_a_pipe_and_are_told_to_people(croupier: Croupier, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n\n".join(json.dumps(round_) for round_ in (ROUND, TWICE))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    ran = croupier("settle", "-")
    assert ran.code == 1
    assert "Seat 1 is up $25." in ran.out
    assert "Refused: The ace of spades is there twice; one deck has it once. (md-uth:3A(1))" in ran.out
    assert "1 of 2 rounds settled, 1 refused." in ran.out


def test_the_real_command_settles_a_long_file(tmp_path: Path) -> None:
    ran = really("settle", written(tmp_path, *([ROUND, LOST] * 500)), "--json")
    assert ran.code == 0
    assert [json.loads(line)["net_cents"]["1"] for line in ran.out.splitlines()] == [2500, -4500] * 500


def test_a_round_a_line_costs_little_more_than_reading_it() -> None:
    # Both in this process's own time, so that what else the machine does hardly matters.
    described = [json.dumps(round_).encode() for round_ in (ROUND, LOST) for _ in range(1000)]
    list(answered(described[:1]))
    start = time.process_time()
    for line in described:
        json.dumps(json.loads(line))
    yardstick = time.process_time() - start
    start = time.process_time()
    for answer in answered(described):
        assert not isinstance(answer, Refusal)
        json.dumps(as_design(answer[1]))
    # 0.15 here; when the rules were elected for each round anew, 0.015.
    assert yardstick / (time.process_time() - start) > 0.05
