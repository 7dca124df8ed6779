"""`croupier check` of several submissions at once, and the reports that a build reads."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree

import pytest

from croupier.cli.toml_lines import line_of
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import clauses

from .command import Ran, assert_refused, here, really
from .test_check import broken

Files = dict[str, Path]
Croupier = Callable[..., Ran]


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Croupier:
    """The command, run within this process."""
    return lambda *arguments: here(capsys, *arguments)


@pytest.fixture
def mixed(submissions: Files, tmp_path: Path) -> Files:
    """Three submissions: one complies, one breaks two rules and earns a warning, one cannot be read."""
    changes = (("seats = 7 ", "seats = 8 "), ("cover_cards = 1", "cover_cards = 2"))
    broken(submissions["md-tcp"], *changes, ('queen_high = "layout"', 'queen_high = "sign"'))
    broken(submissions["md-fcp"], ("seats = ", "seats = -"))
    return {name: submissions[name] for name in ("md-uth", "md-tcp", "md-fcp")}


def test_files_that_comply_end_with_0(croupier: Croupier, submissions: Files) -> None:
    ran = croupier("check", *(str(submissions[name]) for name in rulebook_ids()))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("no violations, no warnings.") == 5
    assert "5 of 5 submissions complied." in ran.out


def test_one_that_breaks_a_rule_ends_with_1(croupier: Croupier, mixed: Files) -> None:
    ran = croupier("check", str(mixed["md-uth"]), str(mixed["md-tcp"]))
    assert (ran.code, ran.err) == (1, "")
    assert "1 of 2 submissions complied." in ran.out


def test_one_that_cannot_be_read_ends_with_2_and_the_others_are_checked(croupier: Croupier, mixed: Files) -> None:
    ran = croupier("check", *map(str, mixed.values()), "--json")
    assert_refused(ran, "1 of 3 files could not be read", "table.seats is -")
    answer = json.loads(ran.out)
    assert answer["ok"] is False
    assert [(Path(entry["file"]).stem, entry["ok"]) for entry in answer["files"]] == [
        ("md-uth", True),
        ("md-tcp", False),
        ("md-fcp", False),
    ]
    assert [finding["severity"] for finding in answer["files"][1]["findings"]] == ["violation", "violation", "warning"]
    assert "table.seats is -" in answer["files"][2]["problem"]


def test_a_folder_stands_for_the_submissions_in_it(croupier: Croupier, mixed: Files, tmp_path: Path) -> None:
    folder = tmp_path / "east wing"
    folder.mkdir()
    for name in ("md-uth", "md-tcp"):
        (folder / f"{name}.toml").write_bytes(mixed[name].read_bytes())
    (folder / "notes.txt").write_text("not a submission", "utf-8")
    (folder / "empty.toml").mkdir()
    answer = json.loads(croupier("check", str(folder), "--json").out)
    assert [Path(entry["file"]).stem for entry in answer["files"]] == ["md-tcp", "md-uth"]
    assert really("check", str(folder)).code == 1
    assert_refused(croupier("check", str(folder / "empty.toml")), "no submission in", "TOML")


def test_no_submission_in_a_folder_inside_is_passed_over(croupier: Croupier, mixed: Files, tmp_path: Path) -> None:
    """A build that holds a department to the book sees every table's folder; hidden ones are other programs'."""
    folder = tmp_path / "pit"
    for place, name in (("", "md-uth"), ("east/one", "md-tcp"), (".cache", "md-fcp")):
        (folder / place).mkdir(parents=True, exist_ok=True)
        (folder / place / f"{name}.TOML").write_bytes(mixed[name].read_bytes())
    answer = croupier("check", str(folder), "--json")
    assert [file["file"] for file in json.loads(answer.out)["files"]] == [
        str(folder / "east" / "one" / "md-tcp.TOML"),
        str(folder / "md-uth.TOML"),
    ]
    assert answer.code == 1


def test_the_junit_report_has_a_suite_for_each_file_and_a_failure_for_each_violation(
    croupier: Croupier, mixed: Files, tmp_path: Path
) -> None:
    report = tmp_path / "report.xml"
    assert croupier("check", *map(str, mixed.values()), "--junit", str(report)).code == 2
    top = ElementTree.parse(report).getroot()
    assert top is not None
    assert (top.tag, top.get("tests"), top.get("failures"), top.get("errors")) == ("testsuites", "4", "2", "1")
    good, bad, unusable = top.findall("testsuite")
    assert (good.get("failures"), good.get("errors"), len(good.findall("testcase"))) == ("0", "0", 1)
    assert [case.get("name") for case in bad.findall("testcase")] == ["table.seats", "cards.cover_cards"]
    failure = bad.find("testcase/failure")
    assert failure is not None
    assert failure.get("type") == "md-tcp:.02A"
    assert "at most seven" in (failure.get("message") or "")
    lines = mixed["md-tcp"].read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("seats ="))
    assert f"{mixed['md-tcp']}:{line}: " in (failure.text or "")
    assert "layout.notices.queen_high" in (bad.findtext("system-out") or "")
    assert unusable.find("testcase/error") is not None
    for suite in top.findall("testsuite"):
        assert int(suite.get("tests") or "") == len(suite.findall("testcase"))
        assert int(suite.get("failures") or "") == len(suite.findall("testcase/failure"))


def test_the_sarif_report_has_what_its_schema_requires(croupier: Croupier, mixed: Files, tmp_path: Path) -> None:
    report = tmp_path / "report.sarif"
    assert croupier("check", *map(str, mixed.values()), "--sarif", str(report)).code == 2
    log = json.loads(report.read_text("utf-8"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "Croupier"
    rules = driver["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["shortDescription"]["text"] == clauses("md-tcp")[rule["id"]].summary
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        file = Path(unquote(urlparse(place["artifactLocation"]["uri"]).path))
        assert file == mixed["md-tcp"]
        (logical,) = location["logicalLocations"]
        line = file.read_text("utf-8").splitlines()[place["region"]["startLine"] - 1]
        assert line.startswith(f"{logical['fullyQualifiedName'].rpartition('.')[2]} =")
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert "table.seats is -" in notification["message"]["text"]


def test_a_report_of_one_file_changes_neither_its_answer_nor_its_exit(
    croupier: Croupier, mixed: Files, tmp_path: Path
) -> None:
    plain = croupier("check", str(mixed["md-tcp"]), "--json")
    sarif = tmp_path / "report.sarif"
    assert croupier("check", str(mixed["md-tcp"]), "--json", "--sarif", str(sarif)) == plain
    assert list(json.loads(plain.out)) == ["ok", "findings"]
    unusable = croupier("check", str(mixed["md-fcp"]), "--sarif", str(sarif))
    assert_refused(unusable, "table.seats is -")
    assert json.loads(sarif.read_text("utf-8"))["runs"][0]["results"] == []


@pytest.mark.parametrize("option", ["--junit", "--sarif"])
def test_a_report_that_cannot_be_written_is_refused(
    croupier: Croupier, submissions: Files, tmp_path: Path, option: str
) -> None:
    assert_refused(croupier("check", str(submissions["md-tcp"]), option, str(tmp_path)), "cannot be written")


def test_letters_that_xml_cannot_hold_do_not_break_the_report(
    croupier: Croupier, submissions: Files, tmp_path: Path
) -> None:
    file = tmp_path / "a & b <c>\x01.toml"
    file.write_bytes(submissions["md-tcp"].read_bytes().replace(b'"layout"', '"\uffff & <b>"'.encode()))
    report = tmp_path / "report.xml"
    assert croupier("check", str(file), "--junit", str(report)).code == 1
    names = [suite.get("name") or "" for suite in ElementTree.parse(report).iter("testsuite")]
    assert [name.rpartition("/")[2] for name in names] == ["a & b <c>\ufffd.toml"]


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("rules", 1),
        ("table.seats", 3),
        ("table.adjacent_boxes", 2),
        ("limits.ante.minimum_cents", 5),
        ("limits.ante", 5),
        ("limits.blind.minimum_cents", 6),
        ("layout.notices.ante_push", 8),
        ("progressive.rate", 1),
    ],
)
def test_the_line_of_a_field_is_found(field: str, line: int) -> None:
    text = """rules = "md-uth"
[table]
seats = 6  # [not a table]
[limits]
ante.minimum_cents = 500
blind = { minimum_cents = 500 }
[layout.notices]  # seats = 3
"ante_push" = "layout"
"""
    assert line_of(text, field) == line
