"""The PAR sheet: what a laboratory reads is what was computed."""

from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from croupier.cli.par import write_par
from croupier.odds.catalogue import results
from croupier.odds.par import Par, par
from croupier.odds.rules_of_play import rules_of_play
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput


@pytest.fixture(scope="module")
def sheet() -> Par:
    rules = elect("md-tcp")
    return par(rules, results("md-tcp"), rules_of_play(rules))


def test_every_wager_and_paytable_is_on_the_sheet(sheet: Par) -> None:
    found = {(wager.title.partition(",")[0], wager.paytable) for wager in sheet.wagers}
    wanted = {("Pair Plus", name) for name in "ABCD"} | {("Six Card Bonus", name) for name in ("A", "B", "A-legacy")}
    assert wanted <= found


def test_the_figures_are_the_published_ones(sheet: Par) -> None:
    edges = {(wager.title, wager.paytable): wager.house_edge for wager in sheet.wagers}
    assert edges[("Pair Plus, alone", "C")] == "2.3167 %"
    assert edges[("Three Card Poker, Ante Bonus", "A")] == "3.3730 %"


def test_a_meter_has_its_break_even_and_its_long_run(sheet: Par) -> None:
    progressive = next(wager for wager in sheet.wagers if wager.title == "Progressive" and wager.paytable == "A")
    (plot,) = progressive.plots
    assert plot.break_even_cents is not None
    share = (plot.break_even_cents - plot.from_cents) / (plot.to_cents - plot.from_cents)
    assert plot.from_return + share * (plot.to_return - plot.from_return) == pytest.approx(1, abs=1e-6)
    assert progressive.long_run_return.endswith("%")


@pytest.mark.parametrize("ending", ["pdf", "html", "json"])
def test_each_form_holds_the_same_figures(sheet: Par, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"sheet.{ending}"
    write_par(str(file), sheet)
    text = (
        "\n".join(page.extract_text() for page in PdfReader(file).pages) if ending == "pdf" else file.read_text("utf-8")
    )
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
