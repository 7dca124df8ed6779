"""Of which days a rulebook is the law, and what is said on another."""

import json
from pathlib import Path

import pytest

from croupier.rulebook import shelf
from croupier.rulebook.elect import filed_as, resolve
from croupier.rulebook.submission import parse_submission
from tests.cli.command import assert_refused, here, really, squeezed

EDITION = """\
rulebook: {name}
jurisdiction: The Isle
title: Three Card Poker, The Isle
status: Edition {number}
in_force: {{{days}, clause: "1"}}
amends: {{document: md-tcp, clause: "1", says: The rest is as in md-tcp.}}
"""
DAYS = {"isle-tcp-1": 'from: "2026-01-01", until: "2026-12-31"', "isle-tcp-2": 'from: "2027-01-01"'}


@pytest.fixture
def isle(tmp_path: Path) -> str:
    """A folder with two editions, one after the other."""
    folder = tmp_path / "isle"
    for place in ("clauses", "examples"):
        (folder / place).mkdir(parents=True)
    for name, days in DAYS.items():
        (folder / f"{name}.yaml").write_text(EDITION.format(name=name, number=name[-1], days=days), "utf-8")
        rows = f"clause\ttopic\tkind\tsummary\tbehaviour\treadings\n{name}:1\tscope\tdefinition\tAs in md-tcp\tsame\t\n"
        (folder / f"clauses/{name}.tsv").write_text(rows, "utf-8")
        example = shelf.example_text("md-tcp").replace('"md-tcp"', f'"{name}"')
        (folder / f"examples/{name}.toml").write_text(example, "utf-8")
    return str(folder)


def listed(capsys: pytest.CaptureFixture[str], *options: str) -> set[str]:
    return {book["id"] for book in json.loads(here(capsys, "rules", "list", "--json", *options).out)}


def test_the_list_of_a_day_has_what_is_the_law_on_it(isle: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = listed(capsys)
    assert listed(capsys, "--rulebooks", isle) == own | DAYS.keys()
    for day, name in (("2026-01-01", "isle-tcp-1"), ("2026-12-31", "isle-tcp-1"), ("2027-01-01", "isle-tcp-2")):
        assert listed(capsys, "--rulebooks", isle, "--as-of", day) == own | {name}, day
    assert listed(capsys, "--rulebooks", isle, "--as-of", "2025-12-31") == own
    shown = here(capsys, "rules", "show", "isle-tcp-1", "--rulebooks", isle).out
    assert "Edition 1; in force from 2026-01-01 until 2026-12-31" in squeezed(shown)
    assert listed(capsys) == own  # nothing of a command's day is left behind


COMMANDS = (
    ("rules", "show", "isle-tcp-1"),
    ("rules", "diff", "md-tcp", "isle-tcp-1"),
    ("rules", "clauses", "isle-tcp-1"),
    ("deal", "isle-tcp-1"),
    ("odds", "isle-tcp-1"),
    ("best", "isle-tcp-1", "--cards", "As Ks Qs"),
    ("simulate", "isle-tcp-1", "--rounds", "10"),
    ("check", "--example", "isle-tcp-1"),
    ("house", "open", "one", "--example", "isle-tcp-1"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_on_another_day_every_command_refuses_and_names_the_one_that_is(
    command: tuple[str, ...], isle: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if command[0] == "house":
        assert here(capsys, "house", "init").code == 0
    ran = here(capsys, *command, "--rulebooks", isle, "--as-of", "2027-03-01")
    assert_refused(ran, "until 2026-12-31", "not on 2027-03-01", "isle-tcp-2 is")


def test_a_submission_under_law_of_another_day_is_found_wanting(isle: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = f"{isle}/examples/isle-tcp-1.toml"
    assert here(capsys, "check", file, "--rulebooks", isle, "--as-of", "2026-06-30").code == 0
    ran = here(capsys, "check", file, "--rulebooks", isle, "--as-of", "2027-06-30", "--json")
    assert ran.code == 1
    (found,) = json.loads(ran.out)["findings"]
    assert (found["field"], found["clause"]) == ("rules", "isle-tcp-1:1")
    assert "isle-tcp-2 is" in found["message"]


def test_rules_that_were_filed_stay_what_they_were(isle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shelf.SETTING, isle)
    monkeypatch.delenv(shelf.AS_OF, raising=False)
    shelf.forget()
    try:
        filed = parse_submission(shelf.example_text("isle-tcp-1"), "x.toml")
        rules = resolve(filed)
        monkeypatch.setenv(shelf.AS_OF, "2027-06-30")
        shelf.forget()
        assert filed_as(filed, rules.digest) == rules
    finally:
        monkeypatch.undo()
        shelf.forget()


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ('from: "2026-02-30"', ("2026-02-30", "is no day", "in_force")),
        ('from: "2026-02-01", until: "2026-01-31"', ("not before the first",)),
        ("from: 2026-02-01", ("timestamp", "quotes")),
        ('until: "2026-02-01"', ("'from'", "missing")),
    ],
)
def test_days_that_cannot_be_are_refused(
    days: str, words: tuple[str, ...], isle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(isle, "isle-tcp-1.yaml").write_text(EDITION.format(name="isle-tcp-1", number=1, days=days), "utf-8")
    ran = here(capsys, "rules", "show", "isle-tcp-1", "--rulebooks", isle)
    assert_refused(ran, "isle-tcp-1.yaml", *words)


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(here(capsys, "rules", "list", "--as-of", "1 July"), "'1 July' is no day", "2026-07-01")
    assert_refused(really("rules", "list", environment={shelf.AS_OF: "soon"}), "'soon' is no day", shelf.AS_OF)
