"""`import croupier as c`: every example in the docs runs and prints what it says, and bad input gets one sentence."""

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier as c
from croupier.cards import Card
from croupier.odds.simulation import simulate as simulating
from croupier.odds.wagers.catalogue import entries
from croupier.rulebook.elect import GameRules

ROOT = Path(__file__).parent.parent
ROUND: dict[str, Any] = {
    "rules": "md-tcp",
    "dealer": ["Kc", "Kd", "2c"],
    "seats": [{"seat": 1, "cards": ["As", "Ad", "Ah"], "wagers_cents": {"ante": 1000}, "decisions": ["play:1"]}],
}
EXAMPLES = ROOT / "src/croupier/rulebook/data/examples"


def blocks(file: Path) -> list[tuple[int, str]]:
    """The fenced Python blocks of a page that show a prompt, each with its first line's number."""
    text = file.read_text("utf-8")
    found = re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text[: block.start(1)].count("\n"), block[1]) for block in found if block[1].startswith(">>>")]


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_every_example_on_the_page_prints_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = blocks(ROOT / page)
    assert shown
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for line, block in shown:
        test = doctest.DocTestParser().get_doctest(block, names, page, page, line)
        runner.run(test, out=said.append, clear_globs=False)
        names = test.globs
    assert not runner.failures, "".join(said)
    assert runner.tries >= len(shown)


def test_importing_it_loads_nothing_and_it_lists_what_it_has() -> None:
    code = (
        "import sys, croupier; print([name for name in sys.modules if name.startswith(('croupier.', 'numpy', 'yaml'))])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"
    assert set(c.__all__) <= set(dir(c))
    for name in c.__all__:
        assert callable(getattr(c, name))
    with pytest.raises(AttributeError, match=r"^module 'croupier' has no attribute 'prize'$"):
        c.prize  # noqa: B018


@pytest.mark.parametrize("rulebook", c.rulebooks())
def test_elected_rules_are_priced_by_their_own_tables_only(rulebook: str) -> None:
    rules = c.resolve(EXAMPLES / f"{rulebook}.toml")
    prices = c.price(rules)
    priced = {entry.menu.wager: entry.wager for entry in entries(rules.rulebook)}
    tables = {(priced[entry.wager], entry.table.id) for entry in rules.tables if entry.wager in priced}
    assert {(found.wager, found.paytable) for found in prices} == tables
    assert sum(found.wager == "base" for found in prices) == 1
    for found in prices:
        if found.wager == "progressive":
            assert found.at["stake_cents"] == rules.progressive_stake_cents
            assert found.at["meters_cents"] == {meter.meter: meter.initial_cents for meter in rules.meters}


def test_lines_of_one_s_own_replace_those_of_the_table_named_elected_or_usual() -> None:
    usual, elected = c.elect("md-tcp"), c.elect("md-tcp", pair_plus="C")
    for found, table in (
        (c.price("md-tcp", "pair_plus", lines={"pair": "2 to 1"}), usual.elected("pair_plus")),
        (c.price("md-tcp", "pair_plus", "D", lines={"pair": "2 to 1"}), "D"),
        (c.price(elected, "pair_plus", lines={"pair": "2 to 1"}), "C"),
        (c.price(elected, "pair_plus", "D", lines={"pair": "2 to 1"}), "D"),
    ):
        posted = c.price("md-tcp", "pair_plus", str(table))[0]
        pair = next(line for line in posted.lines if line.line == "pair")
        assert (pair.pays, found[0].instead_of) == ("1 to 1", table)
        assert found[0].ev - posted.ev == Fraction(pair.count, posted.total)


def test_a_round_may_be_a_mapping_a_text_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), "utf-8")
    settled = [c.settle(ROUND), c.settle(json.dumps(ROUND)), c.settle(file), c.settle(str(file))]
    assert {found.net_cents(1) for found in settled} == {6000}
    assert settled[0] == settled[3]
    void = c.settle({**ROUND, "dealer": [], "irregularity": {"kind": "wrong_number_of_cards"}})
    assert repr(void).startswith("Net: seat 1 +$0.\n")


def test_a_submission_may_be_a_text_or_a_file() -> None:
    file = EXAMPLES / "md-tcp.toml"
    assert c.check(file) == c.check(str(file)) == c.check(file.read_text("utf-8"))
    assert c.check(file).ok
    assert isinstance(c.resolve(file), GameRules)
    broken = file.read_text("utf-8").replace("seats = 7", "seats = 9")
    assert not c.check(broken).ok
    assert "does not comply" in repr(c.check(broken))


def test_cards_may_be_text_or_cards() -> None:
    expected = c.best("md-tcp", "Qs 6d 4c")
    assert c.best("md-tcp", ["Qs", "6d", "4c"]) == expected
    assert c.best("md-tcp", (Card("Qs"), Card("6d"), Card("4c"))) == expected
    assert c.best(c.elect("md-tcp"), "Qs 6d 4c").best == "play:1"


def test_every_result_is_a_table_in_a_notebook() -> None:
    results: tuple[Any, ...] = (
        c.price("md-tcp", "pair_plus"),
        c.best("md-tcp", "Qs 6d 4c"),
        c.check(EXAMPLES / "md-tcp.toml"),
        c.settle(ROUND),
        c.simulate("md-tcp", 1_000),
    )
    for result in results:
        html = result._repr_html_()
        assert html.startswith("<table><caption>")
        assert html.count("<tr>") == 1 + len(list(result._rows()))
        assert repr(result).splitlines()[0] in html


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_picture_is_written_as_its_name_ends(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{ending}"
    c.plot(c.best("md-tcp", "Qs 6d 4c"), file)
    assert file.read_bytes()[:4] in (b"<?xm", b"\x89PNG", b"%PDF")


def test_a_simulation_is_drawn_with_its_exact_values_and_meters() -> None:
    picture = c.plot(c.simulate("md-tcp", 5_000))
    wagers, meter = picture.figure.axes
    assert meter.get_title() == "progressive meter"
    assert len(wagers.get_yticklabels()) == len(c.simulate("md-tcp", 10).results)
    assert picture._repr_svg_().startswith("<?xml")
    alone = c.plot(c.simulate("md-tcp", 100, stakes={"ante": 100}, strategies=lambda own, board, up: "play:1"))
    assert len(alone.figure.axes) == 1


def test_an_interrupted_simulation_gives_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    run = simulating.prepare(c.elect("md-tcp"), 1_000)
    run.play()
    run.rounds = 5_000

    def interrupted(*_: Any, **__: Any) -> None:
        raise simulating.Stopped(run.result(), KeyboardInterrupt())

    monkeypatch.setattr(simulating, "simulate", interrupted)
    result = c.simulate("md-tcp", 5_000)
    assert repr(result).startswith("md-tcp: 1,000 rounds of 5,000 asked for, seed 1\n")


BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "rulebook": (
        lambda: c.load("md-tpc"),
        "There is no rulebook 'md-tpc'; the nearest is md-tcp, and --rulebooks FOLDER adds your own.",
    ),
    "not an id": (lambda: c.load(3), "3 names no rulebook; write its id, such as 'ma-fcp-1'."),  # type: ignore[arg-type]
    "rules": (lambda: c.price(None), "None names no rulebook; write its id, such as 'ma-fcp-1'."),  # type: ignore[arg-type]
    "menu": (lambda: c.elect("md-tcp", blind="A"), "md-tcp has no menu 'blind'; "),
    "choice": (lambda: c.elect("md-tcp", {"pair_plus": "Z"}), "Pair Plus has no choice 'Z'; there are A, B, C, D ("),
    "submission": (lambda: c.check("nothing.toml"), "There is no file nothing.toml; "),
    "its text": (lambda: c.check("rules = \n"), "The submission is not TOML: "),
    "broken": (lambda: c.resolve('rules = "md-tcp"\n'), "The submission breaks its rules at operator.name:"),
    "wager": (lambda: c.price("md-tcp", "trips"), "md-tcp has no wager 'trips'; there are base, "),
    "paytable": (lambda: c.price("md-tcp", "pair_plus", "Z"), "Pair Plus has no paytable 'Z'; there are A, B, C, D."),
    "whose lines": (lambda: c.price("md-tcp", lines={"pair": "1 to 1"}), "Lines of your own need a wager; "),
    "line": (
        lambda: c.price("md-tcp", "pair_plus", lines={"pairs": "1 to 1"}),
        "own: Pair Plus has no line 'pairs'; the nearest is pair.",
    ),
    "odds": (lambda: c.price("md-tcp", "pair_plus", lines={"pair": "much"}), "lines: line pair: "),
    "card": (lambda: c.best("md-tcp", "Qs 6d 4x"), "cards: '4x' is not a card: "),
    "no cards": (lambda: c.best("md-tcp", 7), 'cards is 7; write cards as "As Td 2c".'),  # type: ignore[arg-type]
    "how many": (lambda: c.best("md-tcp", "As"), "Here cards is 3 cards, not 1."),
    "face up": (lambda: c.best("md-fcp", "Qs Qd 4c 5h 9s"), "Here dealer_up is 1 card, not 0."),
    "round": (lambda: c.settle("nothing.json"), "nothing.json cannot be read (No such file or directory); "),
    "form": (lambda: c.settle({"rules": "md-tcp"}), "The round: Object missing required field `seats`; "),
    "JSON": (lambda: c.settle("{"), "The round is no JSON: "),
    "impossible": (lambda: c.settle({**ROUND, "dealer": ["As", "Kd", "2c"]}), "The ace of spades is there twice; "),
    "rounds": (lambda: c.simulate("md-tcp", 0), "A run has 1 to "),
    "whole": (lambda: c.simulate("md-tcp", 1.5), "rounds is 1.5; write a whole number."),  # type: ignore[arg-type]
    "strategy": (
        lambda: c.simulate("md-tcp", 10, strategies="bestt"),
        "There is no strategy 'bestt' for md-tcp; the nearest is best.",
    ),
    "picture": (lambda: c.plot(3), "int has no picture; give what c.price, c.best, c.simulate or c.design returns."),  # type: ignore[arg-type]
    "ending": (lambda: c.plot(c.best("md-tcp", "As Ks Qs"), "a.txt"), "a.txt does not end in .svg, .png, .pdf; "),
    "folder": (
        lambda: c.plot(c.best("md-tcp", "As Ks Qs"), "nowhere/a.svg"),
        "nowhere/a.svg cannot be written (No such file or directory); name another file.",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wish, sentence = BAD[case]
    with pytest.raises(c.BadInput) as refused:
        wish()
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_without_matplotlib_a_picture_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(c.BadInput, match=r"^Pictures need Matplotlib; install croupier\[plot\]\.$"):
        c.plot(c.best("md-tcp", "As Ks Qs"))
