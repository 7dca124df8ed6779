"""`croupier simulate` as people and machines use it."""

import csv
import json
from pathlib import Path

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from croupier.odds.simulation import simulate as simulating
from croupier.odds.simulation.engine import Engine
from tests.cli.command import assert_refused, here

Capsys = pytest.CaptureFixture[str]


def test_json_has_what_the_run_was_and_every_wager(capsys: Capsys) -> None:
    ran = here(capsys, "simulate", "md-tcp", "--rounds", "5000", "--seed", "9", "--seats", "2", "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert (found["rules"], found["rounds"], found["seed"], found["seats"]) == ("md-tcp", 5_000, 9, 2)
    assert found["strategies"] == ["best", "best"]
    assert len(found["digest"]) == 64
    assert found["version"]
    wagers = [result["wager"] for result in found["results"] if result["seat"] == 2]
    parts = ["base", "ante", "play", "ante_bonus"]
    assert wagers == [*parts, "pair_plus", "progressive", "six_card_bonus", "envy", "all"]
    for result in found["results"]:
        assert set(result["ev"]) == {"num", "den"}
        assert result["rounds"] == 5_000
        assert abs(result["distance"]) < 6
    assert found["sessions"][0]["sessions"] == 10
    assert found["meters"][0]["meter"] == "progressive"


def test_the_same_seed_gives_the_same_output_on_any_number_of_cores(capsys: Capsys) -> None:
    outputs = []
    for cores in ("1", "2"):
        ran = here(capsys, "simulate", "md-tcp", "--rounds", "9000", "--cores", cores, "--json")
        found = json.loads(ran.out)
        del found["seconds"]
        outputs.append(found)
    assert outputs[0] == outputs[1]


def test_people_read_a_table(capsys: Capsys) -> None:
    ran = here(capsys, "simulate", "md-uth", "--rounds", "3000", "--stake", "ante=500", "--stake", "blind=500")
    assert ran.code == 0, ran.err
    for words in ("3,000 rounds", "base", "Exact", "Sessions of 500 rounds", "The house held"):
        assert words in ran.out


def test_files_hold_the_same_rows(capsys: Capsys, tmp_path: Path) -> None:
    plain, columns = tmp_path / "run.csv", tmp_path / "run.parquet"
    ran = here(capsys, "simulate", "md-fcp", "--rounds", "2000", "--csv", str(plain), "--parquet", str(columns))
    assert ran.code == 0, ran.err
    with plain.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    table = parquet.read_table(columns).to_pylist()
    assert len(rows) == len(table)
    assert [row["wager"] for row in rows] == [row["wager"] for row in table]
    assert {row["rules"] for row in rows} == {"md-fcp"}
    assert sum(int(row["hits"]) for row in rows if row["wager"] == "aces_up" and row["line"]) == 2_000


def test_stakes_of_single_seats_and_a_player_of_ones_own(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def brave(own, community, up):\n    return 'play:1'\n", "utf-8")
    ran = here(
        capsys, "simulate", "md-tcp", "--rounds", "500", "--seats", "2", "--stake", "ante=100", "--stake", "2:ante=300",
        "--strategy", "never", "--strategy", f"{file}:brave", "--json",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["stakes_cents"] == [{"ante": 100}, {"ante": 300}]
    base = [result for result in found["results"] if result["wager"] == "base"]
    assert base[0]["hits"] == {"fold": 500}
    assert base[1]["hits"] == {"play:1": 500}
    assert base[1]["ev"] is None


def test_a_submission_sets_limits_and_meters(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(here(capsys, "check", "--example", "md-tcp").out, "utf-8")
    ran = here(capsys, "simulate", "md-tcp", "--rounds", "500", "--submission", str(file), "--json")
    assert ran.code == 0, ran.err
    assert_refused(here(capsys, "simulate", "md-fcp", "--submission", str(file)), "md-tcp")
    assert_refused(
        here(capsys, "simulate", "md-tcp", "--submission", str(file), "--elections", "pair_plus=A"), "--elections"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("md-tpc",), "md-tcp"),
        (("md-tcp", "--rounds", "0"), "A run has"),
        (("md-tcp", "--strategy", "best-play"), "There is no strategy 'best-play'"),
        (("md-tcp", "--strategy", "nowhere.py:player"), "cannot be read"),
        (("md-tcp", "--stake", "ante"), "WAGER=CENTS"),
        (("md-tcp", "--stake", "3:ante=100"), "there is no seat 3"),
        (("md-tcp", "--stake", "ante=99999999999999"), "is no stake"),
        (("md-tcp", "--cores", "-1"), "--cores"),
        (("md-tcp", "--seats", "99"), "at most 7 seats"),
        (("md-tcp", "--rounds", "10", "--csv", "/nowhere/at/all.csv"), "cannot be written"),
        (("md-tcp", "--rounds", "10", "--parquet", "/nowhere/at/all.parquet"), "cannot be written"),
    ],
)
def test_bad_input_is_one_sentence(capsys: Capsys, arguments: tuple[str, ...], words: str) -> None:
    ran = here(capsys, "simulate", *arguments)
    assert_refused(ran._replace(err=ran.err.splitlines(keepends=True)[-1]), words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def player(*cards):\n    return 1 / 0\n", "ZeroDivisionError"),
        ("def player(:\n", "does not run"),
        ("player = 5\n", "no function 'player'"),
        ("def player(*cards):\n    return 'jump'\n", "answered 'jump'"),
    ],
)
def test_a_player_that_fails_is_told_in_one_sentence(capsys: Capsys, tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text, "utf-8")
    assert_refused(here(capsys, "simulate", "md-tcp", "--rounds", "10", "--strategy", f"{file}:player"), words)


def test_an_interrupt_prints_what_is_there_so_far(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK", 1_000)
    real = simulating.play_block

    def play_block(engine: Engine, seed: int, session: int, first: int, count: int) -> object:
        if first >= 3_000:
            raise KeyboardInterrupt
        return real(engine, seed, session, first, count)

    monkeypatch.setattr(simulating, "play_block", play_block)
    ran = here(capsys, "simulate", "md-tcp", "--rounds", "10000", "--cores", "1")
    assert ran.code == 130
    assert "3,000 rounds of 10,000 asked for, interrupted" in ran.out


def test_a_checkpoint_that_cannot_be_written_keeps_what_was_played(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "run.json"
    ran = here(capsys, "simulate", "md-tcp", "--rounds", "1000", "--checkpoint", str(file), "--json")
    assert_refused(ran, "cannot be written")
    assert json.loads(ran.out)["rounds"] == 1_000


def test_a_line_that_is_not_expected_once_is_named_instead_of_standard_errors(capsys: Capsys) -> None:
    asked = ("simulate", "md-uth", "--stake", "ante=100", "--stake", "blind=100", "--stake", "trips=100")
    few = here(capsys, *asked, "--rounds", "3000")
    assert "rare: not expected once in this run" in few.out
    assert "trips royal flush (0.097 times)" in " ".join(few.out.split())  # 3,000 of 30,940
    found = {row["wager"]: row for row in json.loads(here(capsys, *asked, "--rounds", "3000", "--json").out)["results"]}
    assert found["trips"]["rare"]["royal_flush"] == pytest.approx(3_000 * 4_324 / 133_784_560)
    assert "royal_flush" in found["base"]["rare"]
    assert "trips royal_flush" in found["all"]["rare"]
    assert found["ante"]["rare"] == {}
    many = here(capsys, *asked, "--rounds", "100000")
    assert "rare" not in many.out
