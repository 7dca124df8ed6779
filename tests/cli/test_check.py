"""`croupier check`: exit 0 where a submission complies, 1 where it breaks a rule, 2 where it cannot be used."""

import json
from pathlib import Path

import pytest

from croupier.rulebook.load import load, rulebook_ids

from .command import assert_refused, here, really, squeezed

Capture = pytest.CaptureFixture[str]
Files = dict[str, Path]


def broken(path: Path, *changes: tuple[str, str]) -> str:
    """The submission with each first text made the second, back in its file."""
    text = path.read_text("utf-8")
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_example_is_printed_and_complies(rulebook: str, tmp_path: Path, capsys: Capture) -> None:
    ran = here(capsys, "check", "--example", rulebook)
    assert (ran.code, ran.err) == (0, "")
    assert f'rules = "{rulebook}"' in ran.out
    assert ran.out.startswith("#:schema submission.schema.json\n# ")
    file = tmp_path / "submission.toml"
    file.write_text(ran.out, "utf-8")
    checked = here(capsys, "check", str(file))
    assert (checked.code, checked.err) == (0, "")
    assert f"complies with {load(rulebook).title}: no violations, no warnings." in squeezed(checked.out)
    answer = here(capsys, "check", str(file), "--json")
    assert (answer.code, json.loads(answer.out)) == (0, {"ok": True, "findings": []})


def test_violations_are_all_reported_and_exit_1(submissions: Files, capsys: Capture) -> None:
    changes = (
        ("seats = 7 ", "seats = 8 "),
        ('pair_plus = "C"', 'pair_plus = "E"'),
        ("cover_cards = 1", "cover_cards = 2"),
    )
    file = broken(submissions["md-tcp"], *changes)
    ran = here(capsys, "check", file)
    assert (ran.code, ran.err) == (1, "")
    text = squeezed(ran.out)
    assert "violation table.seats md-tcp:.02A The table has at most seven spots. 8 is filed; write table.seats" in text
    assert "violation cards.cover_cards md-tcp:.03A(3)" in text
    assert 'Pair Plus has no paytable "E"; write elections.pair_plus = "A" or "B" or "C" or "D".' in text
    assert "does not comply with Three Card Poker, COMAR 36.05.14: 3 violations, no warnings." in text


def test_findings_as_json_are_as_the_design_has_them(submissions: Files, capsys: Capture) -> None:
    file = broken(submissions["md-uth"], ("initial_cents = 50000 ", "initial_cents = 24999 "))
    ran = here(capsys, "check", file, "--json")
    answer = json.loads(ran.out)
    assert ran.code == 1
    assert list(answer) == ["ok", "findings"]
    assert answer["ok"] is False
    (finding,) = answer["findings"]
    assert list(finding) == ["severity", "field", "clause", "message"]
    assert (finding["severity"], finding["field"]) == ("violation", "progressive.minor.initial_cents")
    assert finding["clause"].startswith("md-uth:12D(3)(b)")
    assert "$250" in finding["message"]


def test_a_warning_alone_does_not_fail(submissions: Files, capsys: Capture) -> None:
    file = broken(submissions["md-tcp"], ('queen_high = "layout"', 'queen_high = "sign"'))
    ran = here(capsys, "check", file)
    assert ran.code == 0
    assert "warning layout.notices.queen_high md-tcp:.02B(5)/2" in squeezed(ran.out)
    assert "no violations, 1 warning." in squeezed(ran.out)
    answer = json.loads(here(capsys, "check", file, "--json").out)
    assert answer["ok"] is True
    assert [finding["severity"] for finding in answer["findings"]] == ["warning"]


def test_the_real_command_ends_with_0_1_and_2(submissions: Files) -> None:
    file = submissions["md-tcp"]
    assert really("check", str(file)).code == 0
    broken(file, ("seats = 7 ", "seats = 8 "))
    ran = really("check", str(file))
    assert (ran.code, ran.err) == (1, "")
    broken(file, ("seats = 8 ", "seats = -8 "))
    assert_refused(really("check", str(file)), "table.seats is -8", "whole number from 0")


def test_file_or_example_but_not_both_nor_neither(submissions: Files, capsys: Capture) -> None:
    assert_refused(here(capsys, "check"), "FILE", "--example ID")
    assert_refused(here(capsys, "check", str(submissions["md-tcp"]), "--example", "md-tcp"), "--example ID")
    assert_refused(here(capsys, "check", "--example", "md-tpc"), "nearest is md-tcp")
