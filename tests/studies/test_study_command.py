"""`croupier study` as people and machines use it."""

import csv
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from tests.cli.command import assert_refused, here

Capsys = pytest.CaptureFixture[str]
STAKES = ("--stake", "ante=100", "--stake", "pair_plus=100")
STUDIES: dict[str, tuple[str, ...]] = {
    "ruin": ("md-tcp", *STAKES, "--rounds", "20000", "--hands", "100", "--win-goal", "3000"),
    "meter": ("ma-fcp-2", "--elections", "progressive=PTMGLML02", "--rate", "5", "--table", "6", "--awards", "2000"),
    "errors": ("md-uth", "--rounds", "5000", "--rate", "0.02"),
    "compare": ("md-tcp", *STAKES, "--paytable", "pair_plus=A", "--against", "pair_plus=D", "--rounds", "20000"),
    "volatility": ("md-tcp", "--rounds", "5000"),
}
SHOWN = {
    "ruin": ("ruined", "win goal", "all hands played", "exact", "-50.00"),
    "meter": ("Break-even", "Puts in", "long run", "5%"),
    "errors": ("losing hand read as a win", "blind", "the house wins"),
    "compare": ("pair_plus", "The second gives the player", "standard error"),
    "volatility": ("N0", "10,000", "Index"),
}


@pytest.mark.parametrize("name", STUDIES)
def test_people_read_a_table(capsys: Capsys, name: str) -> None:
    ran = here(capsys, "study", name, *STUDIES[name])
    assert ran.code == 0, ran.err
    for words in SHOWN[name]:
        assert words in ran.out, ran.out


@pytest.mark.parametrize("name", STUDIES)
def test_files_and_json_say_what_the_study_was_made_from(capsys: Capsys, tmp_path: Path, name: str) -> None:
    files = {kind: tmp_path / f"study.{kind}" for kind in ("csv", "parquet", "svg")}
    options = ("--csv", str(files["csv"]), "--parquet", str(files["parquet"]), "--plot", str(files["svg"]))
    ran = here(capsys, "study", name, *STUDIES[name], *options, "--seed", str(2**64 - 1), "--json")
    assert ran.code == 0, ran.err
    made = json.loads(ran.out)["made"]
    assert (made["rules"], made["seed"], made["strategies"]) == (STUDIES[name][0], 2**64 - 1, ["best"])
    assert made["version"]
    assert len(made["digest"]) == 64
    with files["csv"].open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = parquet.read_table(files["parquet"]).to_pylist()
    assert len(rows) == len(columns) > 1
    assert {row["digest"] for row in rows} == {row["digest"] for row in columns} == {made["digest"]}
    assert {row["seed"] for row in columns} == {str(2**64 - 1)}
    drawn = ElementTree.parse(files["svg"]).getroot()
    assert drawn.tag.endswith("svg")
    assert len(list(drawn.iter())) > 100


def test_a_picture_is_a_png_too(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "ruin.png"
    assert here(capsys, "study", "ruin", *STUDIES["ruin"], "--plot", str(file)).code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_the_same_on_any_number_of_cores(capsys: Capsys) -> None:
    for name in ("ruin", "compare", "errors", "volatility"):
        one, two = (here(capsys, "study", name, *STUDIES[name], "--cores", cores, "--json").out for cores in "12")
        assert one == two


def test_two_rulebooks_are_compared_on_the_wagers_of_both(capsys: Capsys) -> None:
    ran = here(capsys, "study", "compare", "md-fcp", "ma-fcp-1", "--rounds", "2000", "--json")
    found = json.loads(ran.out)
    assert found["made"]["stakes_cents"] == found["other"]["stakes_cents"]
    assert [wager["wager"] for wager in found["wagers"]] == ["base", "aces_up", "progressive"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ruin", "md-tcp", "--bankroll", "10"), "does not cover one hand"),
        (("ruin", "md-tcp", "--hands", "0"), "at least one hand"),
        (("ruin", "md-tcp", "--plot", "ruin.txt"), "does not end in .svg, .png, .pdf"),
        (("ruin", "md-tcp", "--strategy", "bold"), "There is no strategy 'bold'"),
        (("ruin", "md-tcp", "--cores", "-1"), "--cores"),
        (("meter", "md-tcp", "--rate", "much"), "--rate much"),
        (("meter", "md-tcp", "--reset", "-5"), "--reset -5"),
        (("meter", "md-tcp", "--rate", "5", "--stake", "ante=100"), "no progressive wager"),
        (("meter", "md-uth"), "give --rate, such as --rate 15 for 15 percent, or the --submission that says it"),
        (("errors", "md-tcp", "--rate", "2"), "error rate"),
        (("compare", "md-tcp"), "Compare with what?"),
        (("compare", "md-tcp", "md-uth"), "different games"),
        (("compare", "md-tcp", "--against", "pair_plus=Z"), "'Z'"),
        (("volatility", "md-xyz"), "md-xyz"),
    ],
)
def test_bad_input_is_told_in_one_sentence(capsys: Capsys, arguments: tuple[str, ...], words: str) -> None:
    assert_refused(here(capsys, "study", *arguments), words)


def test_without_matplotlib_a_picture_is_refused_first(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ran = here(capsys, "study", "errors", "md-tcp", "--rounds", "100000000000", "--plot", "errors.svg")
    assert_refused(ran, "install croupier[plot]")
