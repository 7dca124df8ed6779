"""`croupier sign`: everything the rules want posted stands on the text and on the one page of the PDF."""

import json
import unicodedata
from pathlib import Path

import pytest
from pypdf import PdfReader

from croupier.rulebook.elect import resolve
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.sign import Posting, posting
from croupier.rulebook.submission import read_submission

from .command import assert_refused, here, really, squeezed

Capture = pytest.CaptureFixture[str]
Files = dict[str, Path]

# What a visitor must be able to read, by rulebook: the notices of the game, and odds of wagers the example offers.
POSTED = {
    "md-tcp": ["Dealer Plays with Queen High or Better", "Three of a kind 30 to 1", "Straight flush 70 for 1"],
    "md-fcp": ["Four Card Poker", "Aces Up A", "Six Card Bonus A", "100 percent of progressive"],
    "ma-fcp-1": ["Four Card Poker", "Aces Up", "Ante Bonus"],
    "ma-fcp-2": ["Four of a kind 30 to 1", "Cover All, 6 dealt", "Four aces 250 to 1", "100 percent of minor"],
    "md-uth": [
        "Ante pushes if the dealer has less than a pair",
        "No hand is paid more than $75,000",
        "Flush 3 to 2",
        "Less than straight push",
        "Straight flush 7,500 to 1",
        "Royal flush $1,000",
    ],
}


def page(path: Path) -> str:
    """The words of the sign's only page."""
    pages = PdfReader(path).pages
    assert len(pages) == 1
    return squeezed(unicodedata.normalize("NFKC", pages[0].extract_text()))


def content(path: Path) -> Posting:
    """What the rules want posted for the submission."""
    filed = read_submission(str(path))
    return posting(resolve(filed), filed)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_pdf_holds_everything_that_is_posted_on_one_page(
    rulebook: str, submissions: Files, tmp_path: Path, capsys: Capture
) -> None:
    pdf = tmp_path / "sign.pdf"
    ran = here(capsys, "sign", str(submissions[rulebook]), "--pdf", str(pdf))
    assert (ran.code, ran.err) == (0, "")
    sign, text = content(submissions[rulebook]), page(pdf)
    for words in POSTED[rulebook]:
        assert words in text
    assert sign.operator.upper() in text
    assert sign.table in text
    assert sign.game in text
    for notice, _ in sign.notices:
        assert notice in text
    for name, amount in (*sign.limits, *sign.meters):
        assert f"{name} {amount}" in text
    for table in sign.tables:
        assert f"{table.title} {table.paytable}".strip() in text
        assert ", ".join(table.clause) in text.replace("- ", "-")
        for line, pays in table.lines:
            assert f"{line} {pays}" in text
    assert sign.footer in text


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_text_holds_the_same(rulebook: str, submissions: Files, capsys: Capture) -> None:
    ran = here(capsys, "sign", str(submissions[rulebook]))
    assert (ran.code, ran.err) == (0, "")
    sign, text = content(submissions[rulebook]), squeezed(ran.out)
    assert sign.game.upper() in text
    for notice, clauses in sign.notices:
        assert f"{notice} {', '.join(clauses)}" in text
    for name, amount in sign.limits:
        assert f"{name} {amount}" in text
    for table in sign.tables:
        assert table.title in text
        for _, pays in table.lines:
            assert pays in text


def test_every_offered_wager_has_its_odds_and_no_other(submissions: Files, capsys: Capture) -> None:
    path = submissions["md-tcp"]
    offered = json.loads(here(capsys, "sign", str(path), "--json").out)
    assert [table["title"] for table in offered["tables"]] == [
        *("Ante and Play", "Ante Bonus", "Pair Plus", "Progressive", "Envy Bonus", "Six Card Bonus"),
    ]
    assert [name for name, _ in offered["limits"]] == ["Ante", "Pair Plus", "Six Card Bonus", "Progressive"]
    text = path.read_text("utf-8").replace(', "progressive", "six_card_bonus"]', "]")
    path.write_text(text, "utf-8")
    fewer = json.loads(here(capsys, "sign", str(path), "--json").out)
    assert [table["title"] for table in fewer["tables"]] == ["Ante and Play", "Ante Bonus", "Pair Plus"]
    assert [name for name, _ in fewer["limits"]] == ["Ante", "Pair Plus"]
    assert fewer["meters"] == []


def test_without_a_payout_limit_none_is_posted(submissions: Files, capsys: Capture) -> None:
    path = submissions["md-uth"]
    text = path.read_text("utf-8")
    assert "No hand is paid more" in here(capsys, "sign", str(path)).out
    path.write_text(text.replace('payout_limit = "sign"\n', "").partition("[payout_limit]")[0], "utf-8")
    records = '[records]\nbad_beat_rule = "Exhibit C"\n'
    path.write_text(path.read_text("utf-8") + records, "utf-8")
    ran = here(capsys, "sign", str(path))
    assert ran.code == 0
    assert "No hand is paid more" not in ran.out


def test_the_same_submission_gives_the_same_pdf(submissions: Files, tmp_path: Path, capsys: Capture) -> None:
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    for pdf in (first, second):
        assert here(capsys, "sign", str(submissions["md-tcp"]), "--pdf", str(pdf)).code == 0
    assert first.read_bytes() == second.read_bytes()


def test_a_device_out_of_order_has_a_sign_of_its_own(submissions: Files, tmp_path: Path, capsys: Capture) -> None:
    pdf = tmp_path / "device.pdf"
    arguments = ("sign", str(submissions["md-tcp"]), "--out-of-order", "automated shuffler")
    ran = here(capsys, *arguments, "--pdf", str(pdf))
    assert (ran.code, ran.out) == (0, "Automated shuffler: out of order\n")
    text = page(pdf)
    for words in ("OUT OF ORDER", "Automated shuffler", "md-tcp:.13H(2)"):
        assert words in text
    assert "Pair Plus" not in text
    answer = json.loads(here(capsys, *arguments, "--json").out)
    assert answer == {"text": "Automated shuffler: out of order", "clause": ["md-tcp:.13H(2)"]}


def test_a_device_is_named_as_it_is_written(submissions: Files, capsys: Capture) -> None:
    ran = here(capsys, "sign", str(submissions["md-tcp"]), "--out-of-order", "[red]shuffler :smile:")
    assert (ran.code, ran.out) == (0, "[red]shuffler :smile:: out of order\n")


@pytest.mark.parametrize("device", ["", "   ", "x" * 61, "two\nlines", "\x1b[31mred"])
def test_a_device_without_a_printable_name_is_refused(device: str, submissions: Files, capsys: Capture) -> None:
    ran = here(capsys, "sign", str(submissions["md-tcp"]), "--out-of-order", device)
    assert_refused(ran, "60 printable characters")


def test_a_submission_that_breaks_a_rule_has_no_sign(submissions: Files, tmp_path: Path, capsys: Capture) -> None:
    path, pdf = submissions["md-tcp"], tmp_path / "sign.pdf"
    path.write_text(path.read_text("utf-8").replace("seats = 7 ", "seats = 8 "), "utf-8")
    ran = here(capsys, "sign", str(path), "--pdf", str(pdf))
    assert ran.out == ""
    assert_refused(ran, "breaks its rules at table.seats", "at most 7 seats (md-tcp:.02A)")
    assert not pdf.exists()


def test_names_are_set_as_they_are_written(submissions: Files, tmp_path: Path, capsys: Capture) -> None:
    path, pdf = submissions["md-tcp"], tmp_path / "sign.pdf"
    text = path.read_text("utf-8").replace("Chesapeake Card House", "[bold]Ace & #Söhne*_$1")
    path.write_text(text, "utf-8")
    ran = here(capsys, "sign", str(path), "--pdf", str(pdf))
    assert ran.code == 0
    assert "[bold]Ace & #Söhne*_$1" in ran.out
    assert "[BOLD]ACE & #SÖHNE*_$1" in page(pdf)


def test_a_pdf_that_cannot_be_written_is_refused(submissions: Files, tmp_path: Path) -> None:
    file = str(submissions["md-tcp"])
    for place in (tmp_path / "no" / "such" / "folder.pdf", tmp_path, submissions["md-tcp"] / "under-a-file.pdf"):
        assert_refused(really("sign", file, "--pdf", str(place)), str(place), "--pdf")
    assert_refused(really("sign", file, "--pdf", ""), "cannot be written", "--pdf")


@pytest.mark.clause("ma-fcp-1:14(g)")
@pytest.mark.parametrize("rulebook", ["ma-fcp-1", "ma-fcp-2"])
def test_where_a_failed_device_must_leave_no_sign_is_printed(
    rulebook: str, submissions: Files, tmp_path: Path, capsys: Capture
) -> None:
    pdf = tmp_path / "device.pdf"
    ran = here(capsys, "sign", str(submissions[rulebook]), "--out-of-order", "automated shuffler", "--pdf", str(pdf))
    assert ran.out == ""
    assert_refused(ran, "ma-fcp-1:14(g)", "taken off the table")
    assert not pdf.exists()
