"""Provisions that several rulebooks share: written once, included by each, cited as their own document's."""

import json
import re
from pathlib import Path

import pytest

from croupier.rulebook import shelf
from tests.cli.command import assert_refused, here, squeezed

HEAD = "clause\ttopic\tkind\tsummary\tbehaviour\treadings\n"
DOCUMENT = """\
rulebook: isle-{game}
jurisdiction: The Isle
title: The Isle, {game}
status: Draft
includes: [isle-all]
amends: {{document: md-{game}, clause: "1", says: The rest is as in Maryland.}}
"""
SHARED = """\
shared: isle-all
title: Table games of The Isle
changes:
  - change: replace
    at: table/seats
    with: {at_most: 5, unit: seats, clause: "1", says: Nobody plays at a sixth spot.}
  - change: replace
    at: table/requirements/table.seats
    with: {field: table.seats, at_most: 5, unit: seats, clause: "1", says: The table has at most five spots.}
"""


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    """A folder with two games that share how many may sit down."""
    folder = tmp_path / "isle"
    for place in ("clauses", "examples", "shared"):
        (folder / place).mkdir(parents=True)
    (folder / "shared/isle-all.yaml").write_text(SHARED, "utf-8")
    row = "isle-all:1\ttable-layout\tequipment\tFive spots\ta sixth is refused\t\n"
    (folder / "clauses/isle-all.tsv").write_text(HEAD + row, "utf-8")
    for game in ("tcp", "fcp"):
        (folder / f"isle-{game}.yaml").write_text(DOCUMENT.format(game=game), "utf-8")
        row = f"isle-{game}:1\tscope\tdefinition\tAs in Maryland\tsame\t\n"
        (folder / f"clauses/isle-{game}.tsv").write_text(HEAD + row, "utf-8")
        example = shelf.example_text(f"md-{game}").replace(f'"md-{game}"', f'"isle-{game}"')
        (folder / f"examples/isle-{game}.toml").write_text(example, "utf-8")
    return folder


@pytest.mark.parametrize("game", ["tcp", "fcp"])
def test_each_that_includes_them_has_them(game: str, isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = ("--rulebooks", str(isle))
    example = isle / f"examples/isle-{game}.toml"
    ran = here(capsys, "check", str(example), "--json", *named)
    assert ran.code == 1
    (found,) = json.loads(ran.out)["findings"]
    assert (found["field"], found["clause"]) == ("table.seats", "isle-all:1")
    example.write_text(re.sub(r"(?m)^seats = \d", "seats = 5", example.read_text("utf-8")), "utf-8")
    assert here(capsys, "check", str(example), *named).code == 0
    shown = squeezed(here(capsys, "rules", "show", f"isle-{game}", *named).out)
    assert "Nobody plays at a sixth spot." in shown
    listed = json.loads(here(capsys, "rules", "clauses", f"isle-{game}", "--json", *named).out)
    assert [clause["clause"] for clause in listed] == [f"isle-{game}:1", "isle-all:1"]
    compared = here(capsys, "rules", "diff", f"md-{game}", f"isle-{game}", "--json", *named).out
    assert "isle-all:1" in compared


def test_what_they_leave_open_is_linted(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (isle / "clauses/isle-all.tsv").open("a", encoding="utf-8") as file:
        file.write("isle-all:2\tscope\tconduct\tNo hats\t\t\n")
    said = squeezed(here(capsys, "rules", "lint", str(isle)).out)
    assert "unreferenced isle-all:2" in said
    assert "undecided isle-all:2" in said
    assert "unreferenced isle-all:1" not in said


BROKEN = {
    "not there": ("isle-tcp.yaml", "[isle-all]", "[isle-al]", ("no shared provisions 'isle-al'", "isle-all")),
    "no list": ("isle-tcp.yaml", "[isle-all]", "isle-all", ("includes", "lists the names")),
    "twice": ("isle-tcp.yaml", "[isle-all]", "[isle-all, isle-all]", ("isle-all stands there twice",)),
    "another name": ("shared/isle-all.yaml", "shared: isle-all", "shared: isle", ("called as their file",)),
    "another key": ("shared/isle-all.yaml", "title:", "wagers:", ("shared/isle-all.yaml, line 2", "no such key")),
    "another place": ("shared/isle-all.yaml", "table/seats", "table/seat", ("isle-all.yaml, line 5", "'seat'")),
    "an unknown clause": ("shared/isle-all.yaml", 'clause: "1"', 'clause: "9"', ("line 6", "no clause isle-all:9")),
    "what does not fit": ("shared/isle-all.yaml", "at_most: 5", "atmost: 5", ("isle-all.yaml, line 6", "atmost")),
    "no change": ("shared/isle-all.yaml", "changes:\n", "changes:\n  - five seats\n", ("a change is a mapping",)),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_amiss_is_named_by_its_own_line(what: str, isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, old, new, words = BROKEN[what]
    file = isle / name
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert_refused(here(capsys, "rules", "show", "isle-tcp", "--rulebooks", str(isle)), *words)


def test_they_are_no_rulebook(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = ("--rulebooks", str(isle))
    assert "isle-all" not in here(capsys, "rules", "list", *named).out
    assert_refused(here(capsys, "rules", "show", "isle-all", *named), "no rulebook 'isle-all'")
    (isle / "shared/isle-fcp.yaml").write_text("shared: isle-fcp\n", "utf-8")
    assert_refused(here(capsys, "rules", "list", *named), "isle-fcp.yaml has the name of a rulebook")


def test_a_document_that_stands_alone_may_leave_a_section_to_them(
    isle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "alone"
    assert here(capsys, "rules", "new", str(folder), "--from", "md-tcp", "--alone", "--id", "alone-tcp").code == 0
    text = (folder / "alone-tcp.yaml").read_text("utf-8")
    before, _, rest = text.partition("\nsignage:\n")
    signage, gap, after = rest.partition("\nmenus:\n")
    assert gap
    cited = (
        signage.replace("clause: ", "clause: alone-tcp:").replace("[.", "[alone-tcp:.").replace(", .", ", alone-tcp:.")
    )
    (folder / "alone-tcp.yaml").write_text(f"{before}\nmenus:\n{after}\nincludes: [alone-all]\n", "utf-8")
    (folder / "shared").mkdir()
    inner = "\n".join(f"    {line}" for line in cited.splitlines())
    shared = f"shared: alone-all\nchanges:\n  - change: add\n    at: signage\n    with:\n{inner}\n"
    (folder / "shared/alone-all.yaml").write_text(shared, "utf-8")
    (folder / "clauses/alone-all.tsv").write_text(HEAD, "utf-8")
    ran = here(capsys, "rules", "diff", "md-tcp", "alone-tcp", "--rulebooks", str(folder))
    assert "0 values differ" in ran.out, ran
