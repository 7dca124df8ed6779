"""The PAR sheet: what a laboratory reads is what was computed."""

import re
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from croupier.cli.par import write_par
from croupier.odds.advice.rules_of_play import rules_of_play
from croupier.odds.publishing.par import Par, par, par_wager
from croupier.odds.wagers.catalogue import results
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from tests.cli.command import assert_refused, here


@pytest.fixture(scope="module")
def sheet() -> Par:
    rules = elect("md-tcp")
    return par(rules, results("md-tcp"), rules_of_play(rules), "2026-11-30")


def test_every_wager_and_paytable_is_on_the_sheet(sheet: Par) -> None:
    found = {(wager.title.partition(",")[0], wager.paytable) for wager in sheet.wagers}
    wanted = {("Pair Plus", name) for name in "ABCD"} | {("Six Card Bonus", name) for name in ("A", "B", "A-legacy")}
    assert wanted <= found


def test_the_figures_are_the_published_ones(sheet: Par) -> None:
    edges = {(wager.title, wager.setting, wager.paytable): wager.house_edge for wager in sheet.wagers}
    assert edges[("Pair Plus", "made alone", "C")] == "2.3167 %"
    assert edges[("Three Card Poker, Ante Bonus", "", "A")] == "3.3730 %"


def test_a_meter_has_its_break_even_and_its_long_run(sheet: Par) -> None:
    progressive = next(wager for wager in sheet.wagers if wager.title == "Progressive" and wager.paytable == "A")
    (plot,) = progressive.plots
    assert plot.break_even_cents is not None
    share = (plot.break_even_cents - plot.from_cents) / (plot.to_cents - plot.from_cents)
    assert plot.from_return + share * (plot.to_return - plot.from_return) == pytest.approx(1, abs=1e-6)
    assert progressive.long_run_return.endswith("%")


@pytest.fixture(scope="module", params=["md-tcp", "ma-fcp-2", "md-uth"])
def any_sheet(request: pytest.FixtureRequest) -> Par:
    rules = elect(request.param)
    return par(rules, results(request.param), (), "2026-11-30")


def test_no_two_wagers_are_called_the_same(any_sheet: Par) -> None:
    labels = [(wager.title, wager.setting, wager.paytable, wager.status) for wager in any_sheet.wagers]
    assert len(set(labels)) == len(labels)


def test_nothing_has_an_internal_name(any_sheet: Par) -> None:
    for wager in any_sheet.wagers:
        told = [wager.title, wager.setting, *wager.depends_on, *(name for name, _ in wager.decisions)]
        for text in (*told, *(line.line for line in wager.lines)):
            assert not re.search(r"_|play:|cents|hole and flop|\$0\b", text), text


def test_every_line_is_there_and_they_add_up(any_sheet: Par) -> None:
    for wager in any_sheet.wagers:
        counts = [int(line.count.replace(",", "")) for line in wager.lines]
        assert sum(counts) == int(wager.all_deals.count.replace(",", "")), wager.title
        assert sum(float(line.probability) for line in wager.lines) == pytest.approx(1, abs=1e-7)
        brought = sum(float(line.contribution) for line in wager.lines)
        assert brought == pytest.approx(float(wager.all_deals.contribution), abs=1e-4)


def test_a_wager_that_a_fold_forfeits_says_so() -> None:
    rules = elect("md-uth")
    found = [par_wager(rules.rulebook, result) for result in results("md-uth", "progressive", "A")]
    first = found[0]
    assert first.setting == "$1 stake, progressive at $10,000, the player's two cards and the flop, a fold forfeits it"
    assert first.house_edge == "41.5837 %"
    assert any("folds 12,214,848 of 28,094,757,600 deals" in text for text in first.depends_on)
    assert "Breaks even where the progressive meter shows $152,203.11" in first.depends_on
    assert first.lines[-1].line == "None of these or folded"
    # Ranked on seven cards the wager gives the player the edge with an empty meter: nothing to break even at.
    assert found[2].plots[0].break_even_cents is None
    assert "The player has the edge whatever the progressive meter shows" in found[2].depends_on


def test_the_sheet_says_when_how_and_by_what_it_was_made(sheet: Par, tmp_path: Path) -> None:
    assert sheet.date == "2026-11-30"
    assert sheet.version == version("croupier")
    for ending in ("pdf", "html"):
        file = tmp_path / f"sheet.{ending}"
        write_par(str(file), sheet)
        text = _text(file)
        for piece in ("2026-11-30", sheet.version, "Method", "Assumptions", "none is sampled", "None of these"):
            assert piece in text, (ending, piece)


def test_the_same_day_makes_the_same_pdf_and_nothing_in_it_is_suspect(sheet: Par, tmp_path: Path) -> None:
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    for file in (first, second):
        write_par(str(file), sheet)
    assert first.read_bytes() == second.read_bytes()
    reader = PdfReader(first, strict=True)  # refuses a table of contents whose places are not right
    assert dict(reader.trailer["/Root"]["/MarkInfo"]) == {"/Marked": True}  # type: ignore[index]
    assert reader.metadata is not None
    assert reader.metadata.creation_date == datetime(2026, 11, 30, tzinfo=UTC)


def test_a_row_of_the_summary_stands_on_one_page(any_sheet: Par, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    write_par(str(file), any_sheet)
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(file).pages]
    for wager in any_sheet.wagers:
        if wager.status == "selectable":
            row = " ".join(f"{wager.title} {wager.setting} {wager.paytable} {wager.house_edge} {wager.sd}".split())
            assert any(row in page for page in pages), row


def test_no_sheet_counts_a_rate_that_it_does_not_state(any_sheet: Par, tmp_path: Path) -> None:
    for wager in any_sheet.wagers:
        told = [text for text in wager.depends_on if text.startswith("Over many hits it returns")]
        assert len(told) == bool(wager.long_run_return)
        fed = any(text.startswith("Of each stake the meters get") for text in wager.depends_on)
        for sentence in told:
            assert f"returns {wager.long_run_return} of the stakes" in sentence
            assert sentence.endswith("of the stakes" if fed else "whatever share of the stakes feeds the meters")
    for ending in ("pdf", "html"):
        file = tmp_path / f"sheet.{ending}"
        write_par(str(file), any_sheet)
        text = " ".join(_text(file).split())
        assert "stated rate" not in text
        assert "Over many hits it returns" in text


def test_the_command_takes_the_day(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    assert here(capsys, "odds", "md-tcp", "--par", str(file), "--date", "2026-02-28").code == 0
    assert msgspec.json.decode(file.read_bytes(), type=Par).date == "2026-02-28"
    assert here(capsys, "odds", "md-tcp", "--par", str(file)).code == 0
    assert msgspec.json.decode(file.read_bytes(), type=Par).date == datetime.now(UTC).date().isoformat()
    assert_refused(
        here(capsys, "odds", "md-tcp", "--par", str(file), "--date", "30 November"), "write it as 2026-11-30"
    )


def _text(file: Path) -> str:
    if file.suffix == ".pdf":
        return "\n".join(page.extract_text() for page in PdfReader(file).pages)
    return file.read_text("utf-8")


@pytest.mark.parametrize("ending", ["pdf", "html", "json"])
def test_each_form_holds_the_same_figures(sheet: Par, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"sheet.{ending}"
    write_par(str(file), sheet)
    text = _text(file)
    for piece in ("2.3167 %", sheet.digest[:16], "407,170,400", "Play queen, six, four or better"):
        assert piece in text


def test_the_json_form_is_the_sheet(sheet: Par, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    write_par(str(file), sheet)
    assert msgspec.json.decode(file.read_bytes(), type=Par) == sheet


@pytest.mark.parametrize("name", ["sheet.docx", "sheet", "no/such/folder/sheet.pdf"])
def test_a_sheet_that_cannot_be_written_is_refused_in_a_sentence(sheet: Par, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"PAR sheet is written as|cannot be written"):
        write_par(str(tmp_path / name), sheet)
