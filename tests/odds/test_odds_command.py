"""`croupier odds` as people and machines use it."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.progress import steps
from croupier.rulebook.load import rulebook_ids
from tests.cli.command import assert_refused, here, squeezed
from tests.patience import PATIENCE_SECONDS

Capsys = pytest.CaptureFixture[str]


def _json(capsys: Capsys, *arguments: str) -> dict[str, Any]:
    ran = here(capsys, "odds", *arguments, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def _value(exact: dict[str, str]) -> Fraction:
    assert set(exact) == {"num", "den"}
    assert re.fullmatch(r"-?[0-9]+", exact["num"])
    assert re.fullmatch(r"[1-9][0-9]*", exact["den"])
    return Fraction(int(exact["num"]), int(exact["den"]))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_json_of_a_whole_rulebook_is_in_the_published_form(capsys: Capsys, rulebook: str) -> None:
    found = _json(capsys, rulebook)
    assert list(found) == ["rules", "results"]
    assert found["rules"] == rulebook
    for result in found["results"]:
        assert {"wager", "paytable", "ev", "house_edge", "sd", "hit_frequency", "lines", "total"} <= set(result)
        ev, total = _value(result["ev"]), int(result["total"])
        assert int(result["ev"]["den"]) % total == 0
        assert result["house_edge"] == pytest.approx(-float(ev), rel=1e-12)
        assert isinstance(result["sd"], float)
        assert 0 < result["hit_frequency"] < 1
        for line in result["lines"]:
            assert {"line", "count", "pays"} <= set(line)
            assert re.fullmatch(r"[1-9][0-9]*", line["count"])
            assert isinstance(line["pays"], str)
        if result["wager"] == "base":
            assert sum(int(line["count"]) for line in result["lines"]) == total
            assert sum(result["decisions"].values()) == pytest.approx(1)
            assert result["element_of_risk"] > 0
        if "per_meter_cent" in result:
            shown = result["at"]["meters_cents"]
            moved = sum((_value(slope) * shown[name] for name, slope in result["per_meter_cent"].items()), Fraction(0))
            assert _value(result["constant"]) + moved == ev
            assert set(result["break_even_meter_cents"]) == set(shown)
        if "ev_by_stake" in result:
            form = result["ev_by_stake"]
            stake = result["at"]["stake_cents"]
            assert _value(form["constant"]) + _value(form["over_stake_cents"]) / stake == ev


def test_json_of_one_paytable(capsys: Capsys) -> None:
    found = _json(capsys, "md-uth", "--wager", "trips", "--paytable", "A")
    (result,) = found["results"]
    assert result["ev"] == {"num": "-1206516", "den": "133784560"}
    assert "at" not in result


def test_the_number_comes_first_and_the_return_table_adds_up_to_it(capsys: Capsys) -> None:
    ran = here(capsys, "odds", "md-uth", "--wager", "trips", "--paytable", "A")
    assert ran.out.startswith("House edge 0.902%  Trips, paytable A")
    text = squeezed(ran.out)
    assert "royal flush 50 to 1 30,940.0 4,324 +0.1616%" in text
    assert "all deals 133,784,560 -0.9018%" in text


def test_a_stranger_sees_every_wager_and_what_the_words_mean(capsys: Capsys) -> None:
    ran = here(capsys, "odds", "md-uth")
    text = squeezed(ran.out)
    assert "The house edge is what the house keeps of each unit staked" in text
    for words in (
        "2.185% The game itself, by Blind A",
        "0.902% Trips A",
        "14.787% B",
        "Ultimate Pairs",
        "Play the Board",
    ):
        assert words in text
    assert "Play 4x the ante, 37.71%" in text
    assert "croupier odds md-uth --wager" in text


def test_superseded_tables_and_what_a_result_depends_on_are_shown(capsys: Capsys) -> None:
    assert "A-legacy (superseded)" in here(capsys, "odds", "md-tcp").out
    text = squeezed(here(capsys, "odds", "md-fcp", "--wager", "six_card_bonus", "--paytable", "A").out)
    assert "At any stake the house edge is 19.375% less 6.386% / stake in dollars" in text
    text = squeezed(here(capsys, "odds", "md-tcp", "--wager", "progressive", "--paytable", "A").out)
    assert "At: $1 stake, progressive at $1,000, fed 14% of stakes" in text
    assert "Breaks even when progressive shows $10,080" in text
    assert "Over many hits it returns 72.91% of the stakes" in text
    assert "a fold forfeits it" in here(capsys, "odds", "md-tcp", "--wager", "pair_plus", "--paytable", "A").out
    assert "Adds 0.792% of the stake" in here(capsys, "odds", "md-tcp", "--wager", "envy").out


def test_a_paytable_of_ones_own(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "generous.toml"
    file.write_text('straight_flush = "5 to 1"\nthree_of_a_kind = "4 to 1"\nstraight = "2 to 1"\n', "utf-8")
    text = squeezed(here(capsys, "odds", "md-tcp", "--wager", "ante_bonus", "--paytable-file", str(file)).out)
    assert text.startswith("House edge 0.115% The game itself, by Ante Bonus, paytable generous, in place of A")
    assert "Best play is the same as with paytable A." in text
    file.write_text(file.read_text("utf-8") + 'high_card = "1 to 5"\n', "utf-8")
    text = squeezed(here(capsys, "odds", "md-tcp", "--wager", "ante_bonus", "--paytable-file", str(file)).out)
    assert "Best play changes: playing as with paytable A would cost" in text
    (result,) = _json(capsys, "md-tcp", "--wager", "base", "--paytable-file", str(file))["results"]
    assert result["play_changed"] is True
    assert _value(result["keeping_play_costs"]) > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("md-uht",), "the nearest is md-uth"),
        (("md-uth", "--wager", "pair_plus"), "there are base, trips, progressive"),
        (("md-uth", "--wager", "trips", "--paytable", "Z"), "there are A, B, C, D, E"),
        (("md-uth", "--paytable", "Z"), "md-uth has no paytable 'Z'"),
        (("md-uth", "--paytable-file", "x.toml"), "--paytable-file needs --wager"),
        (("md-uth", "--wager", "trips", "--paytable-file", "no such file"), "cannot be read"),
        (("md-uth", "--wager", "tr\x00ips"), "no wager"),
    ],
)
def test_bad_input_is_one_sentence(capsys: Capsys, arguments: tuple[str, ...], words: str) -> None:
    assert_refused(here(capsys, "odds", *arguments), words)


def test_fresh_works_it_out_anew_and_says_the_same(capsys: Capsys) -> None:
    kept = _json(capsys, "md-tcp", "--wager", "base")
    ran = here(capsys, "odds", "md-tcp", "--wager", "base", "--json", "--fresh")
    assert "croupier: solving best play of Three Card Poker ..." in ran.err
    assert json.loads(ran.out) == kept
    again = here(capsys, "odds", "md-tcp", "--wager", "base", "--json")
    assert again.err == ""


def test_looking_up_what_is_kept_loads_no_kernels() -> None:
    code = (
        "import sys; from croupier.cli.main import run; "
        "run(['odds', 'md-uth', '--wager', 'trips', '--json']); "
        "sys.exit('numpy' in sys.modules)"
    )
    for expected in (None, 0):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE_SECONDS, check=False)
        assert expected is None or ran.returncode == expected, ran.stderr.decode()


def test_a_terminal_shows_a_bar_and_takes_it_away_again(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with steps(2) as progress:
        assert capsys.readouterr().err == ""  # nothing before there is work to tell of
        progress.tell("solving the game")
        progress.advance("base")
    shown = capsys.readouterr().err
    assert "solving the game" in shown
    assert "0/2" in shown
    assert shown.endswith("\x1b[2K")  # the line is cleared


def test_a_first_run_says_that_it_is_compiling(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "croupier.cli.main", "odds", "md-tcp", "--wager", "pair_plus", "--json"],
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        check=False,
        env={"XDG_CACHE_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert "compiling, which takes up to a minute the first time" in ran.stderr.decode()
    assert len(json.loads(ran.stdout)["results"]) == 8


def test_a_wager_that_is_even_with_nothing_on_the_meter_has_no_break_even(capsys: Capsys) -> None:
    told = here(capsys, "odds", "md-uth", "--wager", "progressive", "--paytable", "A").out
    assert "Breaks even when progressive shows $152,203.11" in told
    assert "The player has the edge whatever progressive shows" in told
    assert "$0" not in told
    assert "as if no paying hand is folded" not in told
