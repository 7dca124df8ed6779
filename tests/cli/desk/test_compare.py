"""`croupier rules diff` of submissions, and what the differences do to the edge and to the sign."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import assert_refused, here, squeezed
from tests.house.floor import example

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    """Two submissions with another letter of Pair Plus."""
    text = example("md-tcp")
    changed = text.replace('pair_plus = "C"', 'pair_plus = "D"')
    assert changed != text
    files = tmp_path / "left.toml", tmp_path / "right.toml"
    for file, content in zip(files, (text, changed), strict=True):
        file.write_text(content, "utf-8")
    return str(files[0]), str(files[1])


def edge(form: Any) -> Fraction:
    return Fraction(int(form["num"]), int(form["den"]))


def test_the_edges_of_both_are_those_of_the_odds_command(two: tuple[str, str], capsys: Capture) -> None:
    found = json.loads(here(capsys, "rules", "diff", *two, "--effects", "--json").out)
    assert [one["key"] for one in found["differences"] if one["verdict"] != "same"] == ["elections.pair_plus"]
    odds = json.loads(here(capsys, "odds", "md-tcp", "--wager", "pair_plus", "--json").out)["results"]
    exact = {one["paytable"]: -edge(one["ev"]) for one in odds if one["at"]["made"] == "alone"}
    row = next(one for one in found["edges"] if one["left"]["at"] == "made alone")
    assert (row["left"]["paytable"], row["right"]["paytable"]) == ("C", "D")
    assert (edge(row["left"]["house_edge"]), edge(row["right"]["house_edge"])) == (exact["C"], exact["D"])
    assert edge(row["more"]) == exact["D"] - exact["C"] != 0
    game = next(one for one in found["edges"] if one["title"] == "Three Card Poker, Ante Bonus")
    assert edge(game["more"]) == 0
    assert {"part": "Pair Plus", "only_on": "right", "text": "Paytable D", "clause": ["md-tcp:.12D(4)"]} in found[
        "sign"
    ]


def test_people_read_what_it_does_to_the_edge_and_to_the_sign(two: tuple[str, str], capsys: Capture) -> None:
    ran = here(capsys, "rules", "diff", *two, "--effects")
    assert ran.code == 0
    assert re.search(r"^Elections +\n  Pair Plus +differs ", ran.out, re.MULTILINE)
    assert re.search(r"2\.3167%.*3\.4932%.*\+1\.1765%", ran.out)
    told = squeezed(ran.out)
    assert f"- only on the sign of {two[0]}, Pair Plus: Three of a kind: 30 to 1 " in told
    assert f"+ only on the sign of {two[1]}, Pair Plus: Three of a kind: 25 to 1 " in told


def test_of_two_rulebooks_every_paytable_is_compared(capsys: Capture) -> None:
    found = json.loads(here(capsys, "rules", "diff", "md-fcp", "ma-fcp-1", "--effects", "--json").out)
    aces_up = [one for one in found["edges"] if one["title"] == "Aces Up"]
    letters = [tuple(side and side["paytable"] for side in (one["left"], one["right"])) for one in aces_up]
    assert ("A", "III") in letters, "the same lines under another name"
    assert (None, "I") in letters
    assert ("E", None) in letters


def test_a_file_beside_its_rulebook_is_compared_with_the_example(two: tuple[str, str], capsys: Capture) -> None:
    found = json.loads(here(capsys, "rules", "diff", two[1], "md-tcp", "--json").out)
    assert [one["key"] for one in found if one["verdict"] != "same"] == ["elections.pair_plus"]


def test_what_cannot_be_compared_gets_a_sentence(two: tuple[str, str], tmp_path: Path, capsys: Capture) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(example("md-tcp").replace("seats = 7 ", "seats = 9 "), "utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text("rules = [", "utf-8")
    diff = ("rules", "diff", two[0])
    assert_refused(here(capsys, *diff, str(tmp_path / "none.toml")), "There is no file")
    assert_refused(here(capsys, *diff, str(tmp_path)), "is a folder")
    assert_refused(here(capsys, *diff, str(bad)), "is not TOML")
    assert_refused(here(capsys, *diff, "md-uth"), "compare two rulebooks of one game")
    assert_refused(here(capsys, *diff, "mdtcp"), "nearest is md-tcp")
    assert_refused(here(capsys, *diff, str(broken), "--effects"), "no sign nor edge", "table.seats", "md-tcp:.02A")
    assert here(capsys, *diff, str(broken)).code == 0, "what differs can be said all the same"
