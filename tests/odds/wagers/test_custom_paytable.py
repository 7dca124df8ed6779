"""Paytables that people write."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.odds.cache import Shelf
from croupier.odds.publishing.published import publish
from croupier.odds.wagers.catalogue import results
from croupier.odds.wagers.custom_paytable import own_results, read_own
from croupier.odds.wagers.results import Result
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load

TRIPS = {
    "royal_flush": "50 to 1",
    "straight_flush": "40 to 1",
    "four_of_a_kind": "30 to 1",
    "full_house": "9 to 1",
    "flush": "7 to 1",
    "straight": "4 to 1",
    "three_of_a_kind": "3 to 1",
}
ANTE_BONUS = {"straight_flush": "5 to 1", "three_of_a_kind": "4 to 1", "straight": "1 to 1"}
FOUR_CARD_BONUS = {"four_of_a_kind": "25 to 1", "straight_flush": "20 to 1", "three_of_a_kind": "2 to 1"}
BLIND = {**TRIPS, "royal_flush": "500 to 1", "straight_flush": "50 to 1", "four_of_a_kind": "10 to 1"}
BLIND |= {"full_house": "3 to 1", "flush": "3 to 2", "straight": "1 to 1"}
del BLIND["three_of_a_kind"]


def _file(folder: Path, content: object, name: str = "mine.json") -> Path:
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


def _own(folder: Path, rulebook: str, wager: str, lines: object, paytable: str | None = None) -> list[Result]:
    toml = isinstance(lines, str) and lines.startswith("flush")
    own = read_own(_file(folder, lines, "mine.toml" if toml else "mine.json"))
    return list(own_results(load(rulebook), wager, paytable, own, Shelf()))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("flat.json", json.dumps(TRIPS)),
        ("lines.json", json.dumps({"lines": TRIPS})),
        ("list.json", json.dumps({"lines": [{"line": line, "pays": pays} for line, pays in TRIPS.items()]})),
        ("flat.toml", "".join(f'{line} = "{pays}"\n' for line, pays in TRIPS.items())),
        ("lines.toml", "[lines]\n" + "".join(f'{line} = "{pays}"\n' for line, pays in reversed(TRIPS.items()))),
        ("tables.toml", "".join(f'[[lines]]\nline = "{line}"\npays = "{pays}"\n' for line, pays in TRIPS.items())),
    ],
)
def test_the_posted_table_written_out_gives_the_posted_result(tmp_path: Path, name: str, content: str) -> None:
    own = read_own(_file(tmp_path, content, name))
    (result,) = own_results(load("md-uth"), "trips", None, own, Shelf())
    posted = next(results("md-uth", "trips", "A"))
    assert (result.ev, result.variance, result.lines, result.total) == (
        posted.ev,
        posted.variance,
        posted.lines,
        posted.total,
    )
    assert (result.paytable, result.status, result.instead_of) == (Path(name).stem, "own", "A")


def test_a_published_result_can_be_edited_and_read_again(tmp_path: Path) -> None:
    form = publish(next(results("md-uth", "trips", "C")))
    (result,) = _own(tmp_path, "md-uth", "trips", {"lines": form["lines"]}, "C")
    assert result.ev == next(results("md-uth", "trips", "C")).ev


def test_an_edited_line_moves_the_edge_by_its_share(tmp_path: Path) -> None:
    (result,) = _own(tmp_path, "md-uth", "trips", {**TRIPS, "flush": "8 to 1"})
    assert result.ev - next(results("md-uth", "trips", "A")).ev == Fraction(4_047_644, 133_784_560)
    assert result.own_play is None


def test_a_line_more_takes_its_hands_from_the_line_around_it(tmp_path: Path) -> None:
    (result,) = _own(tmp_path, "md-uth", "trips", {**TRIPS, "four_aces": "100 to 1"})
    counts = {line.line: line.count for line in result.lines}
    assert list(counts).index("four_aces") < list(counts).index("four_of_a_kind")
    assert counts["four_aces"] + counts["four_of_a_kind"] == 224_848
    assert result.ev - next(results("md-uth", "trips", "A")).ev == Fraction(70 * counts["four_aces"], result.total)


def test_pair_plus_is_answered_alone_and_with_an_ante(tmp_path: Path) -> None:
    lines = {"straight_flush": "40 to 1", "three_of_a_kind": "30 to 1", "straight": "6 to 1"}
    lines |= {"flush": "4 to 1", "pair": "1 to 1"}
    assert len(_own(tmp_path, "md-tcp", "pair_plus", lines)) == 2
    # Suited ace-king-queen is told apart in the wager alone; best play is solved over whole categories.
    (alone,) = _own(tmp_path, "md-tcp", "pair_plus", {**lines, "akq_spades": "200 to 1"})
    assert alone.at == {"made": "alone"}
    assert alone.ev - next(results("md-tcp", "pair_plus", "C")).ev == Fraction(160, 22_100)


# Tables that best play depends on


@pytest.mark.parametrize(
    ("rulebook", "wager", "lines", "changed"),
    [
        ("md-tcp", "ante_bonus", {**ANTE_BONUS, "straight": "2 to 1"}, False),
        ("md-tcp", "base", {**ANTE_BONUS, "high_card": "1 to 5"}, True),
        ("md-fcp", "ante_bonus", {**FOUR_CARD_BONUS, "four_of_a_kind": "30 to 1"}, False),
        ("md-fcp", "ante_bonus", {**FOUR_CARD_BONUS, "pair": "1 to 2"}, True),
        ("md-uth", "blind", {**BLIND, "pair": "1 to 1"}, True),
    ],
)
def test_the_game_is_solved_again_and_says_whether_play_changed(
    tmp_path: Path, rulebook: str, wager: str, lines: dict[str, str], changed: bool
) -> None:
    (result,) = _own(tmp_path, rulebook, wager, lines)
    posted = next(results(rulebook, "base"))
    assert result.total == posted.total
    assert result.own_play is not None
    assert result.own_play.changed is changed
    assert (result.own_play.keeping_costs > 0) is changed
    assert (dict(result.decisions) != dict(posted.decisions)) is changed
    form = publish(result)
    assert form["play_changed"] is changed
    assert form["instead_of"] == "A"


def test_another_posted_table_may_be_the_one_replaced(tmp_path: Path) -> None:
    (result,) = _own(tmp_path, "md-uth", "blind", {**BLIND}, "B")
    assert result.ev == next(results("md-uth", "base", "A")).ev
    assert result.instead_of == "B"
    # A straight is never folded, so what it pays changes nothing in how to play.
    assert result.own_play is not None
    assert not result.own_play.changed


# Money


def test_a_stake_and_meters_may_stand_beside_the_lines(tmp_path: Path) -> None:
    lines = {"royal_flush": "100 percent of major", "straight_flush": "100 percent of minor"}
    lines |= {"four_of_a_kind": "300 for 1", "full_house": "50 for 1", "flush": "40 for 1"}
    lines |= {"straight": "30 for 1", "three_of_a_kind": "9 for 1"}
    posted = next(results("md-uth", "progressive", "B"))
    assert posted.meters is not None
    asked = {"lines": lines, "stake_cents": 500, "meters_cents": {"major": 7_000_000}}
    result = _own(tmp_path, "md-uth", "progressive", asked, "B")[0]
    assert result.at["stake_cents"] == 500
    assert result.at["meters_cents"] == {"major": 7_000_000, "minor": 25_000}
    slope = posted.meters.per_cent
    assert result.ev == posted.meters.constant + (slope["major"] * 7_000_000 + slope["minor"] * 25_000) / 5
    asked = {"lines": {**TRIPS, "royal_flush": "$1,000"}, "stake_cents": 2_000}
    (fixed,) = _own(tmp_path, "md-uth", "trips", asked)
    assert fixed.ev == next(results("md-uth", "trips", "A")).ev


# What cannot be used


def _without(line: str) -> dict[str, str]:
    return {name: pays for name, pays in TRIPS.items() if name != line}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (_without("flush"), "the line flush is missing; write all of royal_flush"),
        ({**TRIPS, "flsh": "1 to 1"}, "no line 'flsh'; the nearest is flush"),
        ({**TRIPS, "nine_of_a_kind": "1 to 1"}, "no line 'nine_of_a_kind'"),
        ('{"flush": "1 to 1", "flush": "2 to 1"}', "line flush stands there twice"),
        ({"lines": [{"line": "flush", "pays": "1 to 1"}] * 2}, "line flush stands there twice"),
        ('flush = "1 to 1"\nflush = "2 to 1"\n', "a line stands there twice"),
        ({**TRIPS, "flush": "-7 to 1"}, "line flush: '-7 to 1' is not odds; write '50 to 1'"),
        ({**TRIPS, "flush": "0 to 1"}, "line flush: '0 to 1' is not odds"),
        ({**TRIPS, "flush": "7 to 0"}, "line flush: '7 to 0' is not odds"),
        ({**TRIPS, "flush": "10,000,001 to 1"}, "line flush: 10,000,001 to 1 is beyond any posted odds"),
        ({**TRIPS, "flush": "1 to 1001"}, "beyond any posted odds"),
        ({**TRIPS, "flush": "99999999999 to 1"}, "beyond any posted payout"),
        ({**TRIPS, "flush": 7}, "line flush: 7 is not odds; write it as text"),
        ({**TRIPS, "flush": None}, "line flush: None is not odds"),
        ({**TRIPS, "flush": "10 percent of mega"}, "no meter 'mega'; the posted table has none"),
        ({}, "has no lines"),
        ({"lines": {}}, "has no lines"),
        ({"lines": 5}, "5 is no line"),
        ({"lines": [{"pays": "1 to 1"}]}, "is no line; write it with a line and what it pays"),
        ({"lines": TRIPS, "stake": 5}, "there is no key 'stake'; the nearest is stake_cents"),
        ({"lines": TRIPS, "stake_cents": 0}, "stake_cents is 0; write a whole number of cents from 1"),
        ({"lines": TRIPS, "stake_cents": True}, "stake_cents is True"),
        ({"lines": TRIPS, "meters_cents": {"mega": -1}}, "meters_cents maps each meter"),
        ({"lines": TRIPS, "meters_cents": {"mega": 100}}, "no meter 'mega'"),
        ("[1, 2]", "a paytable maps each line to its odds"),
        ("{", "neither TOML nor JSON"),
        ("[" * 20_000, "neither TOML nor JSON"),
        ("x" * 1_000_001, "larger than any paytable"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path, content: Any, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        _own(tmp_path, "md-uth", "trips", content)
    assert words in str(refused.value)
    assert "mine" in str(refused.value)
    assert len(str(refused.value)) < 620


def test_an_award_that_nothing_is_staked_on_is_a_sum(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"an envy award is a sum such as \$1,000, not 100 to 1"):
        _own(tmp_path, "md-tcp", "envy", {"akq_spades": "100 to 1", "akq_hearts_diamonds_clubs": "$25"})


def test_a_table_that_best_play_depends_on_is_paid_to_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line straight: \$5 is no odds here; write it as '3 to 2' or 'push'"):
        _own(tmp_path, "md-tcp", "ante_bonus", {**ANTE_BONUS, "straight": "$5"})
    with pytest.raises(BadInput, match="no line 'royal_flush'"):
        _own(tmp_path, "md-tcp", "ante_bonus", {**ANTE_BONUS, "royal_flush": "50 to 1"})
    with pytest.raises(BadInput, match="write simpler odds"):
        _own(tmp_path, "md-uth", "blind", {**BLIND, "royal_flush": "10,000,000 to 1"})


def test_no_file_and_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_own(tmp_path / "nothing.toml")
    with pytest.raises(BadInput, match="cannot be read"):
        read_own(tmp_path)
    with pytest.raises(BadInput, match="cannot be read"):
        read_own(Path("a\0b"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x80")
    with pytest.raises(BadInput, match="neither TOML nor JSON"):
        read_own(tmp_path / "bytes.toml")
