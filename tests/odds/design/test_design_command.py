"""`croupier design` and `c.design`, as people and machines use them."""

import json
from pathlib import Path

import pytest

import croupier as c
from croupier.rulebook.errors import BadInput
from tests.cli.command import assert_refused, here, squeezed

Capsys = pytest.CaptureFixture[str]
TRIPS = ("design", "md-uth", "--wager", "trips", "--move", "flush=6..8", "--move", "straight=4..5|none")


def test_all_that_satisfy_are_listed_and_the_picked_one_is_saved_drawn_and_priced(
    capsys: Capsys, tmp_path: Path
) -> None:
    plot, saved, sheet = tmp_path / "front.svg", tmp_path / "mine.toml", tmp_path / "par.html"
    files = ("--plot", str(plot), "--save", str(saved), "--par", str(sheet), "--pick", "5")
    ran = here(capsys, *TRIPS, "--edge", "..2%", *files)
    assert ran.code == 0
    assert "9 candidates. 5 satisfy what is asked; none was left out." in squeezed(ran.out)
    assert "0.9018%" in ran.out
    assert plot.read_text("utf-8").lstrip().startswith("<?xml")
    assert 'flush = "7 to 1"' in saved.read_text("utf-8")
    assert "0.9018 %" in sheet.read_text("utf-8")
    again = here(capsys, "odds", "md-uth", "--wager", "trips", "--paytable-file", str(saved), "--statistics", "--json")
    (priced,) = json.loads(again.out)["results"]
    assert priced["house_edge"] == pytest.approx(0.009018, abs=1e-6)
    assert priced["statistics"]["permission"]["kind"] == "posted"
    assert priced["statistics"]["drought_rounds"] == 19


def test_a_line_that_is_taken_away_is_saved_as_such(capsys: Capsys, tmp_path: Path) -> None:
    saved = tmp_path / "mine.toml"
    ran = here(capsys, *TRIPS, "--edge", "10%..", "--save", str(saved), "--json")
    found = json.loads(ran.out)
    first = found["paytables"][0]
    assert "straight" not in first["lines"]
    assert 'straight = "none"' in saved.read_text("utf-8")
    (priced,) = c.price("md-uth", "trips", "A", lines={**first["lines"], "straight": "none"})
    assert (str(priced.ev.numerator * (priced.total // priced.ev.denominator))) == first["ev"]["num"]
    assert found["candidates"] == "9"
    assert found["asked"]["moves"]["straight"] == ["4 to 1", "5 to 1", "none"]


def test_where_nothing_satisfies_the_answer_is_no(capsys: Capsys) -> None:
    ran = here(capsys, *TRIPS, "--edge", "90%..")
    assert ran.code == 1
    assert "None satisfies" in ran.out


def test_of_posted_tables_the_statistics_say_which_letter_they_are(capsys: Capsys) -> None:
    ran = here(capsys, "odds", "md-uth", "--wager", "trips", "--paytable", "C", "--statistics")
    assert "This is paytable C of the rules. (md-uth:12C(3))" in squeezed(ran.out)
    assert "A win comes within 19 rounds in 95 of 100 waits or more." in squeezed(ran.out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("design", "md-uth", "--wager", "trips"), "No line may move"),
        ((*TRIPS, "--move", "flush=9"), "moved twice"),
        ((*TRIPS, "--move", "straight"), "moves no line"),
        ((*TRIPS, "--edge", "high"), "is no range"),
        ((*TRIPS, "--prefer", "edge=middle"), "--prefer 'edge=middle'"),
        ((*TRIPS, "--plot", "front.txt"), ".svg"),
        ((*TRIPS, "--par", "par.txt"), ".pdf"),
        ((*TRIPS, "--pick", "99"), "the list has 9"),
        ((*TRIPS, "--save", "/nowhere/at/all.toml"), "cannot be written"),
        (("design", "md-uth", "--wager", "tripps", "--move", "flush=1"), "no wager 'tripps'"),
        (("odds", "md-uth", "--statistics"), "--statistics is of one wager"),
        (("odds", "md-uth", "--wager", "trips", "--statistics", "--session", "5000"), "from 1 to 1,000"),
    ],
)
def test_what_cannot_be_used_gets_one_sentence(capsys: Capsys, arguments: tuple[str, ...], words: str) -> None:
    assert_refused(here(capsys, *arguments), words)


def test_python_has_the_same(tmp_path: Path) -> None:
    rules = c.elect("md-uth", trips="C")
    found = c.design(rules, "trips", {"flush": [6, 7, "none"]}, prefer={"edge": "low"})
    assert (found.instead_of, len(found.found), found.candidates) == ("C", 3, 3)
    assert "3 of 3 candidates satisfy" in repr(found)
    assert c.plot(found, tmp_path / "front.png").figure.axes[0].get_xlabel() == "house edge, percent"
    for bad in ({"prefer": {"edge": "middle"}}, {"edge": "lots"}):
        with pytest.raises(BadInput):
            c.design(rules, "trips", {"flush": "6"}, **bad)
    with pytest.raises(BadInput):
        c.design(rules, "trips", ["flush"])  # type: ignore[arg-type]
