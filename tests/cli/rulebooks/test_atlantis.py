"""Atlantis, the sample state of the docs: floors, wagers made alone, days and shared provisions, all of it as data."""

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook import shelf
from tests.cli.command import assert_refused, here, squeezed

FOLDER = Path(__file__).parents[3] / "docs/atlantis"
IN_FOLDER = ("--rulebooks", str(FOLDER))
GAMES = ("atlantis-tcp", "atlantis-tcp-2027", "atlantis-uth")
PAIR, NOTHING = ["9s", "9h", "4d"], ["2c", "5d", "Th"]


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    ran = here(capsys, *arguments, *IN_FOLDER, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def settled(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wagers: dict[str, int], **described: Any
) -> list[dict[str, Any]]:
    seat = {"seat": 1, "cards": PAIR, "wagers_cents": wagers, **described.pop("seat", {})}
    round_ = {"rules": "atlantis-tcp", "dealer": NOTHING, "meters_cents": {"progressive": 500000}, **described}
    file = tmp_path / "round.json"
    file.write_text(json.dumps({**round_, "seats": [seat]}), "utf-8")
    found: list[dict[str, Any]] = asked(capsys, "settle", str(file))["lines"]
    return found


def test_nothing_is_left_to_see_to_and_every_example_checks_clean(capsys: pytest.CaptureFixture[str]) -> None:
    linted = here(capsys, "rules", "lint", str(FOLDER))
    assert (linted.code, linted.out) == (0, f"{', '.join(GAMES)}: nothing to see to.\n")
    assert here(capsys, "check", str(FOLDER / "examples"), *IN_FOLDER).code == 0
    assert "invented" in squeezed((FOLDER / "atlantis-tcp.yaml").read_text("utf-8")).lower()


def test_each_day_has_its_law_and_all_share_a_provision(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(here(capsys, "deal", "atlantis-tcp", *IN_FOLDER, "--as-of", "2027-03-01"), "atlantis-tcp-2027")
    assert here(capsys, "deal", "atlantis-tcp", "--seed", "1", *IN_FOLDER, "--as-of", "2026-03-01").code == 0
    for game in GAMES:
        file = tmp_path / f"{game}.toml"
        text = (FOLDER / f"examples/{game}.toml").read_text("utf-8")
        file.write_text(text.replace("decision_seconds = 30", "decision_seconds = 19"), "utf-8")
        (found,) = json.loads(here(capsys, "check", str(file), "--json", *IN_FOLDER).out)["findings"]
        assert (found["field"], found["clause"]) == ("table.decision_seconds", "atlantis-all:1"), game


@pytest.mark.parametrize(
    ("game", "filed", "found"),
    [
        ("atlantis-tcp", "29 to 1", "atlantis-tcp:2"),
        ("atlantis-tcp", "30 to 1", ""),
        ("atlantis-tcp-2027", "39 to 1", "atlantis-tcp-2027:2"),
        ("atlantis-tcp-2027", "41 to 1", ""),
    ],
)
def test_a_floor_is_what_a_table_pays_at_least(
    game: str, filed: str, found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (FOLDER / f"examples/{game}.toml").read_text("utf-8")
    file = tmp_path / "filed.toml"
    file.write_text(text.replace('straight_flush = "40 to 1"', f'straight_flush = "{filed}"'), "utf-8")
    findings = json.loads(here(capsys, "check", str(file), "--json", *IN_FOLDER).out)["findings"]
    assert [(one["field"], one["clause"]) for one in findings] == (
        [("odds.pair_plus.straight_flush", found)] if found else []
    )


def test_what_is_above_the_floor_is_paid_and_a_part_of_a_cent_rounded_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    flush = {"cards": ["2s", "9s", "Js"]}
    for odds, paid in (({}, 1503), ({"pair_plus": {"flush": "7 to 2"}}, 1754)):
        (line,) = settled(capsys, tmp_path, {"pair_plus": 501}, seat=flush, odds=odds)
        assert (line["paid_cents"], line["clause"]) == (paid, "atlantis-tcp:2"), odds


def test_a_wager_made_alone_is_dealt_in_never_asked_and_paid(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    straight = {"cards": ["9s", "8h", "7d"]}
    (line,) = settled(capsys, tmp_path, {"progressive": 100}, seat=straight)
    assert (line["wager"], line["line"], line["paid_cents"]) == ("progressive", "straight", 600)
    (line,) = settled(capsys, tmp_path, {"progressive": 100}, elections={"version": "F1"}, seat=straight)
    assert line["paid_cents"] == 600
    told = here(capsys, "deal", "atlantis-uth", "--seats", "2", "--seed", "3", *IN_FOLDER).out
    assert "Seat 2 puts $5 on Trips." in told
    assert "Seat 2 puts $10 on Ante." not in told
    assert "Seat 2: Trips" in told
    assert "Seat 2 plays" not in told
    assert "Seat 2 folds" not in told


@pytest.mark.parametrize(
    ("rules", "wagers", "words"),
    [
        ("atlantis-tcp", {"six_card_bonus": 500}, "Ante or Pair Plus, or Progressive alone"),
        ("atlantis-tcp", {"progressive": 100, "six_card_bonus": 500}, "Six Card Bonus needs"),
        ("md-tcp", {"progressive": 100}, "Ante or Pair Plus;"),
        ("atlantis-uth", {"trips": 500, "blind": 1000}, "Ante and Blind, or Trips alone"),
    ],
)
def test_what_may_not_be_made_alone_is_refused_by_what_may(
    rules: str, wagers: dict[str, int], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hold_em = rules == "atlantis-uth"
    round_ = {
        "rules": rules,
        "dealer": NOTHING[: 2 if hold_em else 3],
        "community": ["Kc", "Qd", "8s", "7h", "3d"] if hold_em else [],
        "seats": [{"seat": 1, "cards": PAIR[: 2 if hold_em else 3], "wagers_cents": wagers}],
    }
    file = tmp_path / "round.json"
    file.write_text(json.dumps(round_), "utf-8")
    ran = here(capsys, "settle", str(file), *IN_FOLDER)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_made_alone_it_is_priced_as_who_makes_nothing_else_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    results = asked(capsys, "odds", "atlantis-tcp", "--wager", "progressive", "--paytable", "A")["results"]
    made = {one["at"]["made"]: one for one in results}
    assert list(made) == ["alone", "with an ante"]
    assert "fold" not in made["alone"]["at"]
    assert "forfeits it" in made["with an ante"]["at"]["fold"]
    stake = ("--stake", "progressive=100")
    played = asked(capsys, "simulate", "atlantis-tcp", *stake, "--rounds", "200000", "--elections", "progressive=A")
    alone, _ = played["results"]
    assert (alone["wager"], alone["hits"]["forfeit"]) == ("progressive", 0)
    assert abs(alone["distance"]) < 5
    lines = {line["line"]: int(line["count"]) / 22_100 for line in made["alone"]["lines"]}
    for line in ("straight", "straight_flush", "three_of_a_kind"):
        assert alone["hits"][line] / 200_000 == pytest.approx(lines[line], rel=0.25), line


def test_what_is_made_alone_needs_nothing_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (FOLDER / "atlantis-uth.yaml").read_text("utf-8").rstrip()
    text += '\n      needs: {is: all_of, of: [ante, blind], clause: "2"}\n'
    for place in ("clauses", "shared"):
        (tmp_path / place).mkdir()
        for file in (FOLDER / place).iterdir():
            (tmp_path / place / file.name).write_bytes(file.read_bytes())
    (tmp_path / "atlantis-uth.yaml").write_text(text, "utf-8")
    ran = here(capsys, "rules", "show", "atlantis-uth", "--rulebooks", str(tmp_path))
    assert_refused(ran, "atlantis-uth.yaml", "what is made alone needs no other and is none of the main ones")


BEATEN, QUEENS = ["Kc", "Kd", "2h"], ["Qs", "Qd", "4c"]


@pytest.mark.parametrize(
    ("cards", "dealer", "outcome", "paid", "back", "clause"),
    [
        (PAIR, ["Qc", "5d", "Th"], "win", 500, 500, "atlantis-tcp:6"),
        (PAIR, NOTHING, "win", 500, 500, "atlantis-tcp:6"),  # who does not qualify is beaten all the same
        (PAIR, BEATEN, "lose", 0, 0, "atlantis-tcp:5"),
        (QUEENS, ["Qc", "Qh", "4d"], "push", 0, 500, "atlantis-tcp:5"),
        (["Ks", "9h", "4d"], ["Qc", "5d", "Th"], "lose", 0, 0, "atlantis-tcp:6"),  # it wins, and is in no line
        (["Ts", "9s", "8s"], ["Jc", "Tc", "9c"], "lose", 0, 0, "atlantis-tcp:5"),  # a high hand that is beaten
    ],
)
def test_a_wager_that_pays_only_if_the_showdown_is_won(
    cards: list[str], dealer: list[str], outcome: str, paid: int, back: int, clause: str,
    capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:  # fmt: skip
    wagers = {"ante": 1500, "showdown_bonus": 500}
    lines = settled(capsys, tmp_path, wagers, dealer=dealer, seat={"cards": cards, "decisions": ["play:1"]})
    (line,) = [one for one in lines if one["wager"] == "showdown_bonus"]
    told = (line["outcome"], line["paid_cents"], line["returned_cents"], line["clause"])
    assert told == (outcome, paid, back, clause)
    folded = settled(capsys, tmp_path, wagers, dealer=dealer, seat={"cards": cards, "decisions": ["fold"]})
    assert [one["outcome"] for one in folded] == ["forfeit", "forfeit"]


def copied(folder: Path) -> Path:
    for place in ("", "clauses", "shared"):
        (folder / place).mkdir(exist_ok=True)
        for file in (FOLDER / place).iterdir():
            if file.is_file():
                (folder / place / file.name).write_bytes(file.read_bytes())
    return folder


@pytest.mark.parametrize(
    ("written", "instead", "words"),
    [
        (
            '{case: lower, outcome: lose, clause: "5"}',
            '{case: lower, outcome: push, clause: "5"}',
            "showdown_bonus pays only if the showdown is won: lower comes to lose",
        ),
        (
            '{case: higher, outcome: paytable, clause: "5"}',
            '{case: higher, outcome: win, clause: "5"}',
            "showdown_bonus pays only if the showdown is won: higher comes to paytable",
        ),
        (
            '{case: tie, outcome: push, clause: "5"}',
            '{case: tie, outcome: win, clause: "5"}',
            "tie comes to lose or push or paytable",
        ),
        (
            '{case: dealer_not_qualified, outcome: compare, clause: "5"}',
            '{case: dealer_not_qualified, outcome: win, clause: "5"}',
            "dealer_not_qualified comes to compare or lose or push or paytable",
        ),
        ("{wager: showdown_bonus, is: lost,", "{wager: showdown_bonus, is: kept,", "a folded hand wins no showdown"),
        ("needs: {is: all_of, of: [ante],", "needs: {is: any_of, of: [ante, pair_plus],", "write ante"),
        ("against: dealer_and_paytable", "against: paytable", "if a comparison decides it; write dealer"),
        ("against: dealer_and_paytable", "against: dealer", "a wager beside the main ones hangs on each of these"),
        (
            'ranked_on: {is: own_three_cards, clause: "6"}',
            'ranked_on: {is: own_three_and_dealers_three, clause: "6"}',
            "what hangs on a showdown too is counted for own_three_cards alone",
        ),
        ("straight_flush: 60 to 1", 'straight_flush: "$600"', "showdown_bonus pays odds, no sums; write odds"),
    ],
)
def test_a_showdown_that_nobody_could_settle_or_price_is_refused(
    written: str, instead: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = copied(tmp_path) / "atlantis-tcp.yaml"
    text = file.read_text("utf-8")
    assert text.count(written) == 1
    file.write_text(text.replace(written, instead), "utf-8")
    ran = here(capsys, "rules", "show", "atlantis-tcp", "--rulebooks", str(tmp_path))
    assert_refused(ran, "atlantis-tcp.yaml, line ", words)


def test_where_no_exact_odds_are_known_no_wager_hangs_on_the_showdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = copied(tmp_path) / "atlantis-uth.yaml"
    text = file.read_text("utf-8").replace("against: paytable", "against: dealer_and_paytable")
    cases = ", ".join(
        f'{{case: {case}, outcome: {to}, clause: "2"}}'
        for case, to in {
            "dealer_not_qualified": "compare",
            "lower": "lose",
            "higher": "paytable",
            "tie": "push",
        }.items()
    )
    text = (
        text[: text.index("      alone:")]
        + f"""      needs: {{is: all_of, of: [ante, blind], clause: "2"}}
  - {{change: replace, at: folding/trips, with: {{wager: trips, is: lost, clause: "2"}}}}
  - change: replace
    at: decisions/folded_cards_stay_for
    with: {{is: [], clause: "2"}}
  - {{change: add, at: settlement/comparisons/trips, with: {{wager: trips, clause: "2", outcomes: [{cases}]}}}}
"""
    )
    file.write_text(text, "utf-8")
    ran = here(capsys, "rules", "show", "atlantis-uth", "--rulebooks", str(tmp_path))
    assert_refused(ran, "atlantis-uth.yaml, line ", "are known in three-card-poker alone; write paytable")


def test_what_hangs_on_the_showdown_is_told_priced_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    results = asked(capsys, "odds", "atlantis-tcp", "--wager", "showdown_bonus")["results"]
    assert [one["paytable"] for one in results] == ["A", "B"]
    assert {one["at"]["showdown"] for one in results} == {"pays only if it is won"}
    lines = {line["line"]: int(line["count"]) for line in results[0]["lines"]}
    assert list(lines)[-1] == "pushed_by_the_showdown"
    whole = ("--stake", "ante=1500", "--stake", "showdown_bonus=500")
    bet = asked(capsys, "odds", "atlantis-tcp", *whole)
    assert [one["wager"] for one in bet["wagers"]] == ["base", "showdown_bonus"]
    card = here(capsys, "rules", "show", "atlantis-tcp", *IN_FOLDER).out
    assert "against the dealer and paytable" in squeezed(card)
    assert "Paid only to a hand that beats the dealer's." in squeezed(card)


def test_nothing_of_atlantis_comes_with_croupier() -> None:
    assert not set(GAMES) & set(shelf.rulebook_ids())
