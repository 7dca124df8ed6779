"""Rulebooks of one's own: begun from one that there is, found in a folder, refused kindly, kept by a house."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.rulebook import shelf
from croupier.rulebook.load import rulebook_ids
from tests.cli.command import assert_refused, here, really, squeezed

CONTENT = {
    "isle-tcp.yaml": """\
rulebook: isle-tcp
jurisdiction: The Isle
title: Three Card Poker, The Isle
status: Draft
amends: {document: md-tcp, clause: "1", says: The rest is as in md-tcp.}
changes:
  - change: replace
    at: table/seats
    with: {at_most: 6, unit: seats, clause: "2", says: Players sit at no more than six spots.}
  - change: replace
    at: table/requirements/table.seats
    with: {field: table.seats, at_most: 6, unit: seats, clause: "2", says: The table has at most six spots.}
""",
    "clauses/isle-tcp.tsv": "clause\ttopic\tkind\tsummary\tbehaviour\treadings\n"
    "isle-tcp:1\tdefinitions\tdefinition\tAs in md-tcp\tsame rounds\t\n"
    "isle-tcp:2\ttable-layout\tequipment\tSix spots\ta seventh is refused\t\n",
}


@pytest.fixture
def isle(tmp_path: Path) -> Iterator[Path]:
    """A folder with a rulebook that amends ours by hand."""
    folder = tmp_path / "isle"
    for name, text in CONTENT.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    example = (
        shelf.example_text("md-tcp").replace('rules = "md-tcp"', 'rules = "isle-tcp"').replace("seats = 7", "seats = 5")
    )
    (folder / "examples").mkdir()
    (folder / "examples/isle-tcp.toml").write_text(example, "utf-8")
    yield folder
    assert "isle-tcp" not in rulebook_ids()  # nothing of a command's folders is left behind


@pytest.mark.parametrize(("base", "options"), [("md-tcp", ()), ("ma-fcp-2", ("--alone",)), ("md-uth", ("--alone",))])
def test_what_new_writes_loads_checks_clean_and_deals(
    base: str, options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "isle")
    wrote = here(capsys, "rules", "new", folder, "--from", base, "--id", "isle-game", *options)
    assert wrote.code == 0, wrote.err
    assert "isle-game" in here(capsys, "rules", "list", "--rulebooks", folder).out
    assert here(capsys, "check", f"{folder}/examples", "--rulebooks", folder).code == 0
    assert here(capsys, "deal", "isle-game", "--seed", "1", "--rulebooks", folder).code == 0
    compared = here(capsys, "rules", "diff", base, "isle-game", "--rulebooks", folder)
    assert "0 values differ" in compared.out
    assert list(Path(folder, "rounds/isle-game").glob("ordinary_*.txt"))
    linted = here(capsys, "rules", "lint", folder)
    assert linted.code == 1
    assert "ISLE-GAME-01" in linted.out
    assert "stale" not in linted.out
    assert "wrong" not in linted.out
    assert "unreferenced" not in linted.out
    if not options:
        assert "1 to see to" in linted.out


def test_new_writes_over_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "isle"
    (folder / "examples").mkdir(parents=True)
    (folder / "examples/isle-tcp.toml").write_text("mine", "utf-8")
    assert_refused(here(capsys, "rules", "new", str(folder), "--from", "md-tcp"), "is there already", "--id")
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["isle-tcp.toml"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("--from", "md-tpc"), ("no rulebook 'md-tpc'", "md-tcp")),
        (("--from", "md-tcp", "--id", "Isle"), ("is no id", "at-tcp")),
        (("--from", "md-tcp", "--id", "md-fcp"), ("a rulebook md-fcp already",)),
        (("--from", "md-tcp", "--jurisdiction", "two\nlines"), ("jurisdiction",)),
    ],
)
def test_new_refuses_what_it_cannot_begin(
    said: tuple[str, ...], words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert_refused(here(capsys, "rules", "new", str(tmp_path / "isle"), *said), *words)
    assert not (tmp_path / "isle").exists()


def test_a_second_rulebook_goes_into_the_same_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "isle")
    for base in ("md-tcp", "md-fcp"):
        assert here(capsys, "rules", "new", folder, "--from", base).code == 0
    listed = here(capsys, "rules", "list", "--rulebooks", folder).out
    assert "isle-tcp" in listed
    assert "isle-fcp" in listed
    assert "2 to see to" in here(capsys, "rules", "lint", folder).out


def test_what_the_rulebook_changes_holds(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = squeezed(here(capsys, "rules", "show", "isle-tcp", "--rulebooks", str(isle)).out)
    assert "Players sit at no more than six spots." in shown
    assert "isle-tcp" not in here(capsys, "rules", "list").out


def test_folders_may_be_named_by_the_environment_and_by_a_package(isle: Path, tmp_path: Path) -> None:
    named = really("rules", "list", environment={shelf.SETTING: str(isle)})
    assert "isle-tcp" in named.out
    site = tmp_path / "site"
    shutil.copytree(isle, site / "isle_rules")
    (site / "isle_rules/__init__.py").touch()
    info = site / "isle_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: isle-rules\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[croupier.rulebooks]\nisle = isle_rules\n", "utf-8")
    brought = really("rules", "list", environment={"PYTHONPATH": str(site)})
    assert "isle-tcp" in brought.out, brought.err
    (info / "entry_points.txt").write_text("[croupier.rulebooks]\nisle = no_such_package\n", "utf-8")
    assert_refused(really("rules", "list", environment={"PYTHONPATH": str(site)}), "isle", "names no package")


BROKEN = {
    "a key that there is not": ("isle-tcp.yaml", "at_most: 6", "atmost: 6", ("isle-tcp.yaml, line 9", "atmost")),
    "no YAML": ("isle-tcp.yaml", "changes:", "changes: [", ("isle-tcp.yaml, line", "not YAML")),
    "an unknown clause": ("isle-tcp.yaml", 'clause: "2"', 'clause: "22"', ("line 9", "isle-tcp:22", "nearest")),
    "an unknown reading": ("isle-tcp.yaml", "says: Pl", "reading: [X-1], says: Pl", ("no reading 'X-1'",)),
    "a place that there is not": ("isle-tcp.yaml", "table/seats", "table/seat", ("line 8", "'seat'", "mend the path")),
    "another name": ("isle-tcp.yaml", "rulebook: isle-tcp", "rulebook: isle", ("called as its file",)),
    "itself amended": ("isle-tcp.yaml", "md-tcp, clause", "isle-tcp, clause", ("amend itself",)),
    "nothing amended": ("isle-tcp.yaml", "md-tcp, clause", "md-tpc, clause", ("no document 'md-tpc'", "md-tcp")),
    "amends is no mapping": ("isle-tcp.yaml", "amends: {", "amends: x\nx: {", ("amends",)),
    "columns amiss": ("clauses/isle-tcp.tsv", "topic\tkind", "topic kind", ("isle-tcp.tsv, line 1", "columns")),
    "a row too short": (
        "clauses/isle-tcp.tsv",
        "seventh is refused\t\n",
        "seventh\n",
        ("isle-tcp.tsv, line 3", "tabs"),
    ),
    "a clause of another": ("clauses/isle-tcp.tsv", "isle-tcp:2", "md-tcp:2", ("line 3", "write isle-tcp:ID")),
    "a clause twice": ("clauses/isle-tcp.tsv", "isle-tcp:2", "isle-tcp:1", ("line 3", "twice")),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_rulebook_that_is_broken_is_refused_with_file_line_and_remedy(
    how: str, isle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, text, instead, words = BROKEN[how]
    file = isle / name
    assert text in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(text, instead), "utf-8")
    for command in (("rules", "show", "isle-tcp"), ("deal", "isle-tcp"), ("check", f"{isle}/examples/isle-tcp.toml")):
        assert_refused(here(capsys, *command, "--rulebooks", str(isle)), *words)


def test_folders_that_cannot_be_used_are_refused(
    isle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def listing(folder: Path) -> tuple[str, ...]:
        return ("rules", "list", "--rulebooks", str(folder))

    assert_refused(here(capsys, *listing(tmp_path / "none")), "no folder", "--rulebooks")
    assert_refused(here(capsys, *listing(isle / "isle-tcp.yaml")), "is a file")
    (tmp_path / "empty").mkdir()
    assert_refused(here(capsys, *listing(tmp_path / "empty")), "no rulebook in")
    shutil.copy(isle / "isle-tcp.yaml", isle / "md-tcp.yaml")
    assert_refused(here(capsys, *listing(isle)), "md-tcp", "one of Croupier's own")
    (isle / "md-tcp.yaml").unlink()
    (isle / "isle-tcp.yaml").write_bytes(b"\xff\xfe")
    assert_refused(here(capsys, *listing(isle)), "UTF-8")
    (isle / "clauses/isle-tcp.tsv").unlink()
    assert_refused(here(capsys, *listing(isle)), "isle-tcp.tsv is missing")
    assert_refused(here(capsys, "deal", "isle-tcp"), "no rulebook 'isle-tcp'", "--rulebooks FOLDER")


def test_two_readings_do_not_share_an_id(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reading = "readings:\n  - {id: T-15, title: T, sure: firm, asks: A, adopted: B, clauses: []}\n"
    (isle / "readings.yaml").write_text(reading, "utf-8")
    ran = here(capsys, "rules", "list", "--rulebooks", str(isle))
    assert_refused(ran, "readings.yaml, line 2", "another reading 'T-15'")
    (isle / "readings.yaml").write_text(reading.replace("sure", "certain"), "utf-8")
    assert_refused(here(capsys, "rules", "list", "--rulebooks", str(isle)), "readings.yaml, line 2", "certain")


def test_lint_says_what_is_unreferenced_untested_undecided_and_stale(
    isle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert here(capsys, "rules", "witness", str(isle)).code == 0
    with (isle / "clauses/isle-tcp.tsv").open("a", encoding="utf-8") as table:
        table.write("isle-tcp:3\twagers\tengine\tOf no effect\t\t\n")
    reading = "readings:\n  - {id: ISLE-9, title: T, sure: open, asks: A, adopted: B, clauses: []}\n"
    (isle / "readings.yaml").write_text(reading, "utf-8")
    told = isle / "rounds/isle-tcp/ordinary_hand.txt"
    told.write_text(told.read_text("utf-8").replace("$15 on Ante", "$20 on Ante"), "utf-8")
    linted = here(capsys, "rules", "lint", str(isle))
    assert linted.code == 1
    said = squeezed(linted.out)
    for words in (
        *("unreferenced isle-tcp:3", "untested isle-tcp:3", "undecided isle-tcp:3"),
        *("unreferenced ISLE-9", f"stale {os.path.relpath(told) if told.is_relative_to(Path.cwd()) else told}"),
    ):
        assert words in said, said
    assert "5 to see to" in said


def test_a_witness_is_written_for_each_clause_that_can_have_one(
    isle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = isle / "rounds/isle-tcp/by_hand.txt"
    own.parent.mkdir(parents=True)
    own.write_text("A round that somebody wrote.\n", "utf-8")
    assert here(capsys, "rules", "witness", str(isle)).code == 0
    assert own.exists()
    told = {path.name: path.read_text("utf-8") for path in own.parent.glob("*.txt")}
    assert "[md-tcp:.07E(1)]" in told["ordinary_hand.txt"]
    assert here(capsys, "rules", "witness", "isle-tcp", "--rulebooks", str(isle)).code == 0
    assert {path.name: path.read_text("utf-8") for path in own.parent.glob("*.txt")} == told
    assert_refused(here(capsys, "rules", "witness", "md-tcp"), "--to DIR")
    assert_refused(here(capsys, "rules", "witness", "md-tpc"), "md-tcp")
    (tmp_path / "file").touch()
    assert_refused(here(capsys, "rules", "witness", "md-tcp", "--to", str(tmp_path / "file")), "cannot be written")


def test_a_house_finds_the_rules_of_its_tables_in_the_folder_and_nowhere_else(
    isle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = str(tmp_path / "house.db")
    mine = ("--rulebooks", str(isle))
    assert here(capsys, "house", "init", "--house", house).code == 0
    assert here(capsys, "house", "open", "one", "--example", "isle-tcp", "--house", house, *mine).code == 0
    assert here(capsys, "house", "play", "1", "--house", house, *mine).code == 0
    assert here(capsys, "audit", house, *mine).code == 0
    for command in (("audit", house), ("house", "play", "1", "--house", house), ("serve", "--house", house)):
        assert_refused(here(capsys, *command), "isle-tcp", "--rulebooks FOLDER")
    earlier = tmp_path / "earlier"
    shutil.copytree(isle, earlier)
    document = isle / "isle-tcp.yaml"
    document.write_text(document.read_text("utf-8").replace("at_most: 6", "at_most: 5"), "utf-8")
    assert_refused(here(capsys, "house", "play", "1", "--house", house, *mine), "was changed since")
    both = (*mine, "--rulebooks", str(earlier))
    assert here(capsys, "house", "play", "1", "--house", house, *both).code == 0
    assert here(capsys, "audit", house, *both).code == 0
    changed = here(capsys, "audit", house, *mine)
    assert changed.code == 1
    assert "was changed since" in squeezed(changed.out)


@pytest.mark.parametrize("name", ["isle-tcp.yaml", "clauses/isle-tcp.tsv", "rounds/isle-tcp/told.txt"])
@pytest.mark.parametrize("what", ["pipe", "device", "bytes"])
def test_what_is_no_text_of_a_folder_is_refused_and_waited_for_by_nobody(
    isle: Path, name: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = isle / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if what == "pipe":
        os.mkfifo(path)
    elif what == "device":
        path.symlink_to("/dev/zero")
    else:
        path.write_bytes(b"\xff\xfe\x00told")
    assert_refused(here(capsys, "rules", "lint", str(isle)), name)
