"""`croupier rules list | show | clauses | diff`."""

import json
import re
from pathlib import Path

import pytest

from croupier.rulebook.card import TITLES
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.register import clauses
from croupier.rulebook.sign import line_title

from .command import assert_refused, here, really, squeezed

Capture = pytest.CaptureFixture[str]
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def test_list_names_every_rulebook(capsys: Capture) -> None:
    ran = here(capsys, "rules", "list")
    assert (ran.code, ran.err) == (0, "")
    for name in rulebook_ids():
        assert re.search(rf"^{name} .*{load(name).jurisdiction}", ran.out, re.MULTILINE)


def test_list_as_json_is_as_the_design_has_it(capsys: Capture) -> None:
    rows = json.loads(here(capsys, "rules", "list", "--json").out)
    assert [list(row) for row in rows] == [["id", "game", "jurisdiction", "title", "status"]] * 5
    assert {row["id"]: row["game"] for row in rows} == {
        "ma-fcp-1": "four-card-poker",
        "ma-fcp-2": "four-card-poker",
        "md-fcp": "four-card-poker",
        "md-tcp": "three-card-poker",
        "md-uth": "ultimate-texas-holdem",
    }
    assert {row["jurisdiction"] for row in rows} == {"Maryland", "Massachusetts"}
    assert all(row["title"] and row["status"] for row in rows)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_show_sets_the_whole_card_in_the_regulations_order(rulebook: str, capsys: Capture) -> None:
    ran = here(capsys, "rules", "show", rulebook)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(load(rulebook).title)
    headings = re.findall(r"^(\w[\w ]+) ─+$", ran.out, re.MULTILINE)
    expected = [title for name, title in TITLES.items() if getattr(load(rulebook), name) not in (None, ())]
    assert headings == [*expected, "Readings"]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_show_prints_every_paytable_line_of_every_table(rulebook: str, capsys: Capture) -> None:
    text = squeezed(here(capsys, "rules", "show", rulebook, "--section", "paytables").out)
    for menu in load(rulebook).paytables:
        assert menu.title in text
        for table in menu.tables:
            assert table.clause[0].partition(":")[2] in text
            for line in table.lines:
                assert line_title(line.line) in text
                assert str(line.pays) in text


def test_show_gives_clauses_in_the_margin_and_readings_as_footnotes(capsys: Capture) -> None:
    out = here(capsys, "rules", "show", "md-tcp", "--section", "table").out
    assert re.search(r"^\.02A +Seats: ", out, re.MULTILINE)
    assert "[T-29]" in out
    assert re.search(r"^T-29 +", out.partition("Readings ─")[2], re.MULTILINE)
    assert "T-13" not in out


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_show_cuts_no_paytable_short(rulebook: str, capsys: Capture) -> None:
    assert "…" not in here(capsys, "rules", "show", rulebook, "--section", "paytables").out


def test_show_marks_the_tables_that_are_not_in_force(capsys: Capture) -> None:
    out = here(capsys, "rules", "show", "md-tcp", "--section", "paytables").out
    before, after = out.split("Six Card Bonus, not in force")
    assert "struck\n" not in before.replace("[heading struck]", "")
    assert re.search(r"A-legacy +B-struck +C-struck +D-struck *\n +superseded +struck +struck +struck", after)


def test_show_as_json_has_the_same_sections(capsys: Capture) -> None:
    shown = json.loads(here(capsys, "rules", "show", "md-uth", "--json").out)
    assert list(shown) == ["id", "title", "status", "sections"]
    assert shown["id"] == "md-uth"
    names = [section["name"] for section in shown["sections"]]
    assert names == [name for name in TITLES if getattr(load("md-uth"), name) not in (None, ())]
    (only,) = json.loads(here(capsys, "rules", "show", "md-uth", "--section", "signage", "--json").out)["sections"]
    assert only == next(section for section in shown["sections"] if section["name"] == "signage")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_clauses_as_json_has_a_row_for_every_clause(rulebook: str, capsys: Capture) -> None:
    rows = json.loads(here(capsys, "rules", "clauses", rulebook, "--json").out)
    assert [row["clause"] for row in rows] == list(clauses(rulebook))
    for row in rows:
        assert {"clause", "topic", "kind", "summary", "reading", "where", "test"} <= row.keys()
        assert all(isinstance(value, str) for name, value in row.items() if name != "reached")
        assert row["reached"]
        assert all(one["how"] for one in row["reached"])
        assert row["summary"]


def test_a_clause_names_the_round_that_shows_it_and_the_round_is_written(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    words = ("rules", "clauses", "md-tcp", "--clause", ".10A(3)(c)", "--witness", str(file), "--json")
    (row,) = json.loads(here(capsys, *words).out)
    assert row["clause"] == "md-tcp:.10A(3)(c)"
    assert row["witness"]
    written = file.read_text("utf-8")
    assert "[.10A(3)(c)]" in written
    assert written == (PLAYTHROUGHS / "md-tcp" / f"{row['witness']}.txt").read_text("utf-8")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_round_that_a_clause_names_cites_it(rulebook: str, capsys: Capture) -> None:
    rows = [row for row in json.loads(here(capsys, "rules", "clauses", rulebook, "--json").out) if row["witness"]]
    assert rows
    for row in rows:
        told = (PLAYTHROUGHS / rulebook / f"{row['witness']}.txt").read_text("utf-8")
        assert f"[{row['clause'].partition(':')[2]}]" in told


def test_a_round_cannot_be_written_where_none_is_asked_for_or_shown(capsys: Capture, tmp_path: Path) -> None:
    file, of = str(tmp_path / "round.txt"), ("rules", "clauses", "md-tcp")
    assert_refused(here(capsys, *of, "--witness", file), "name it with --clause")
    assert_refused(here(capsys, *of, "--clause", ".99"), "no clause '.99'")
    assert_refused(here(capsys, *of, "--clause", ".01A", "--witness", file), "No told round", "Leave --witness out")
    assert_refused(here(capsys, *of, "--clause", ".10A(3)(c)", "--witness", str(tmp_path)), "cannot be written")


def test_clauses_for_people_end_with_the_count(capsys: Capture) -> None:
    ran = here(capsys, "rules", "clauses", "md-tcp")
    assert ran.code == 0
    assert f"md-tcp: {len(clauses('md-tcp'))} clauses" in squeezed(ran.out)
    assert re.search(r"^\.02A ", ran.out, re.MULTILINE)


def test_clause_ids_in_brackets_are_printed_whole(capsys: Capture) -> None:
    out = here(capsys, "rules", "clauses", "md-tcp").out
    for clause in (".12F(2)[added]", ".12F(2)[struck]", ".12F(3)[struck]"):
        assert f"\n{clause} " in out


def test_diff_shows_what_differs_and_counts_the_rest(capsys: Capture) -> None:
    ran = here(capsys, "rules", "diff", "md-fcp", "ma-fcp-1")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(here(capsys, "rules", "diff", "md-fcp", "ma-fcp-1", "--json").out)
    counts = {
        verdict: sum(item["verdict"] == verdict for item in found) for verdict in ("differs", "only here", "same")
    }
    assert all(counts.values())
    summary = "{differs} values differ, {only here} stand in one only, {same} are the same; --all shows those too."
    assert squeezed(ran.out).endswith(summary.format_map(counts))
    assert re.search(r"^Cards and decks +$(\n  .*)*?\n  Other deck is +differs ", ran.out, re.MULTILINE)
    assert "  Cards in deck " not in ran.out
    everything = here(capsys, "rules", "diff", "md-fcp", "ma-fcp-1", "--all").out
    assert re.search(r"^  Cards in deck +same ", everything, re.MULTILINE)


def test_diff_as_json_gives_both_sides_with_their_clauses(capsys: Capture) -> None:
    found = json.loads(here(capsys, "rules", "diff", "md-fcp", "ma-fcp-1", "--json").out)
    by_key = {item["key"]: item for item in found}
    assert by_key["cards.other_deck_is"] == {
        "key": "cards.other_deck_is",
        "verdict": "differs",
        "left": {"value": "shuffled and held in shuffler", "clause": ["md-fcp:.03B(3)"], "reading": []},
        "right": {"value": "being shuffled in the shuffler", "clause": ["ma-fcp-1:2(b)(3)"], "reading": []},
        "twin": "",
        "section": "Cards and decks",
        "title": "Other deck is",
    }
    only = by_key["cards.change_after.hand"]
    assert (only["verdict"], only["right"]) == ("only here", None)


def test_a_rulebook_differs_from_itself_in_nothing(capsys: Capture) -> None:
    out = squeezed(here(capsys, "rules", "diff", "md-uth", "md-uth").out)
    assert "0 values differ, 0 stand in one only" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "md-tpc"), ("no rulebook 'md-tpc'", "nearest is md-tcp")),
        (("show", "nevada"), ("no rulebook 'nevada'", "ma-fcp-1, ma-fcp-2, md-fcp, md-tcp, md-uth")),
        (("show", ""), ("no rulebook ''",)),
        (("show", "../md-tcp"), ("no rulebook '../md-tcp'",)),
        (("show", "MD-TCP"), ("no rulebook 'MD-TCP'", "nearest is md-tcp")),
        (("show", "md-tcp", "--section", "paytabels"), ("no section 'paytabels'", "paytables")),
        (("clauses", "md-utt"), ("nearest is md-uth",)),
        (("clauses", "md-uth", "--state", "finished"), ("no state 'finished'", "write done")),
        (("diff", "md-tcp", "md-uth"), ("three-card-poker", "two rulebooks of one game")),
        (("diff", "md-fcp", "ma-fcp-3"), ("no rulebook 'ma-fcp-3'",)),
        (("diff", "md-fcp"), ("Missing argument 'ID|FILE'", "croupier rules diff --help")),
        (("diff", "md-fcp", "ma-fcp-1", "ma-fcp-2"), ("unexpected extra argument", "ma-fcp-2")),
        (("show",), ("Missing argument 'ID'", "croupier rules show --help")),
        (("list", "--jsn"), ("No such option: --jsn", "--json")),
        (("lst",), ("No such command 'lst'", "nearest is 'list'")),
        (("show", "md-tcp", "--section"), ("--section", "requires an argument")),
        ((), ("Name one of the commands of croupier rules",)),
    ],
    ids=str,
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    arguments: tuple[str, ...], words: tuple[str, ...], capsys: Capture
) -> None:
    assert_refused(here(capsys, "rules", *arguments), *words)


def test_the_real_command_lists_and_refuses() -> None:
    assert really("rules", "list").code == 0
    assert_refused(really("rules", "show", "md-tpc"), "nearest is md-tcp")
