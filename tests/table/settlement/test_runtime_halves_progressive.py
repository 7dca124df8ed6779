"""What only a table in play shows of the Progressive's equipment, filings and definitions."""

from typing import Any

import pytest

from croupier.rulebook.submission import MeterFiling, ProgressiveFiling
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit, rules_with, stacked

STAKES: dict[str, dict[str, int]] = {
    "md-tcp": {"ante": 1500},
    "md-fcp": {"ante": 1000},
    "ma-fcp-2": {"ante": 1000},
    "md-uth": {"ante": 1000, "blind": 1000},
}
# Seat 2 is dealt a hand that brings the others an envy award; what the award is.
ENVIED: dict[str, tuple[dict[int | str, str], int]] = {
    "md-tcp": ({1: "2c 7d 9h", 2: "As Ks Qs", 3: "3c 8d Th", "dealer": "4c 5d Jh"}, 10000),
    "md-fcp": ({1: "2c 7d 9h Jc 4s", 2: "As Ah Ad Ac 9d", 3: "3c 8d Th Kc 5s", "dealer": "6c 6d Qh"}, 10000),
    "md-uth": ({1: "4h 5d", 2: "As Ks", 3: "6h 7d", "dealer": "8c 9d", "community": "Qs Js Ts 2c 3d"}, 100000),
}


def cases(**clauses: str) -> pytest.MarkDecorator:
    """One row a rulebook: the rulebook written with underscores, and the clause the row is for."""
    return pytest.mark.parametrize(
        "rulebook",
        [
            pytest.param(name.replace("_", "-"), marks=pytest.mark.clause(f"{name.replace('_', '-')}:{clause}"))
            for name, clause in clauses.items()
        ],
    )


def envied(rulebook: str, progressive: tuple[int, ...], **elections: Any) -> Pit:
    """A table of three whose seat 2 will hold the hand to envy; these seats wager on the Progressive."""
    rules = rules_with(rulebook, **elections)
    pit = Pit(rules).sit(1, 2, 3).ready(stacked(rules, ENVIED[rulebook][0]))
    for seat in (1, 2, 3):
        pit.wager(seat, **STAKES[rulebook])
        if seat in progressive:
            pit.wager(seat, progressive=100)
    return pit


def finish(pit: Pit) -> Pit:
    """Lets the house deal, everybody play and the round close."""
    pit.on()
    while pit.round.to_ask:
        most = "play:4" if "blind" in pit.rules.offers else "play:1"
        pit.answer(most)
    assert pit.round.phase == "closed"
    return pit


def envy(pit: Pit) -> dict[int, int]:
    """What each seat was paid in envy."""
    return {line.seat: line.paid_cents for line in pit.round.lines if line.wager == "envy"}


@cases(md_tcp=".01B(1)", md_fcp=".01B(2)", md_uth="1B(2)")
def test_envy_goes_to_other_progressive_bettors_only(rulebook: str) -> None:
    award = ENVIED[rulebook][1]
    assert envy(finish(envied(rulebook, (1, 2)))) == {1: award}
    assert envy(finish(envied(rulebook, (1, 2, 3)))) == {1: award, 3: award}
    assert envy(finish(envied(rulebook, (2,)))) == {}
    assert envy(finish(envied(rulebook, ()))) == {}


@pytest.mark.clause("md-uth:11J(2)(e)(ii)")
@pytest.mark.parametrize(
    ("must_wager", "bettors", "paid"),
    [
        (False, (1, 3), {1: 100000, 3: 100000}),
        (False, (1, 2), {1: 100000}),
        (True, (1, 3), {}),
        (True, (1, 2), {1: 100000}),
    ],
)
def test_the_submission_says_whether_the_holder_must_have_wagered(
    must_wager: bool, bettors: tuple[int, ...], paid: dict[int, int]
) -> None:
    assert envy(finish(envied("md-uth", bettors, envy_holder_must_wager=must_wager))) == paid


@cases(md_tcp=".02C(1)", md_fcp=".02C(1)", md_uth="2C(1)")
def test_a_progressive_wager_counts_once_the_device_has_accepted_it(rulebook: str) -> None:
    pit = envied(rulebook, (2,))
    refusal = pit.refused(c.PlaceWager(seat=1, wager="progressive", stake_cents=100, accepted=False))
    clause = {"md-tcp": "md-tcp:.02C(1)", "md-fcp": "md-fcp:.02C(1)", "md-uth": "md-uth:2C(1)"}[rulebook]
    assert (refusal.code, refusal.clause) == ("not_accepted", clause)
    before = pit.state.meters
    pit.until("count")
    assert pit.refused(c.Perform(step="count_progressive", count=2)).code == "chips_differ"
    fed = [now.cents - old.cents for now, old in zip(pit.state.meters, before, strict=True)]
    assert sum(fed) == 20
    assert envy(finish(pit)) == {}
    again = envied(rulebook, (2,))
    again.do(c.PlaceWager(seat=1, wager="progressive", stake_cents=100, accepted=True))
    assert envy(finish(again)) == {1: ENVIED[rulebook][1]}


@cases(md_tcp=".02C(2)", md_fcp=".02C(2)", md_uth="2C(2)")
def test_a_late_progressive_wager_is_not_recognised_and_moves_no_meter(rulebook: str) -> None:
    pit = envied(rulebook, (3,)).until("close_bets")
    late = c.PlaceWager(seat=1, wager="progressive", stake_cents=100)
    before = sum(meter.cents for meter in pit.state.meters)
    pit.do(c.Perform(step="no_more_bets"))
    assert pit.refused(late).code == "bets_closed"
    pit.until("count")
    assert pit.refused(late).code == "bets_closed"
    assert pit.refused(c.Perform(step="count_progressive", count=2)).code == "chips_differ"
    pit.do(c.Perform(step="count_progressive", count=1))
    assert sum(meter.cents for meter in pit.state.meters) == before + 20
    assert envy(finish(pit)) == {3: ENVIED[rulebook][1]}


@pytest.mark.clause("md-fcp:.12D[1st](3)(a)")
@pytest.mark.parametrize(
    ("rate", "stakes", "gained", "carry"),
    [
        ("20 %", 1, 20, 0),
        ("20 %", 3, 60, 0),
        ("3.75 %", 1, 3, 75_000_000),
        ("3.75 %", 3, 11, 25_000_000),
    ],
)
def test_each_stake_moves_the_meter_by_exactly_the_filed_rate(rate: str, stakes: int, gained: int, carry: int) -> None:
    rules = rules_with("md-fcp", filed={"progressive.rate": rate})
    pit = Pit(rules).sit(1, 2, 3).ready()
    for seat in range(1, 4):
        pit.wager(seat, ante=1000)
    for seat in range(1, stakes + 1):
        pit.wager(seat, progressive=100)
    (before,) = pit.state.meters
    pit.until("count")
    (after,) = pit.state.meters
    assert (after.cents - before.cents, after.carry) == (gained, carry)


@pytest.mark.clause("md-fcp:.12D[1st](3)(b)")
def test_after_a_full_award_the_meter_shows_the_filed_reset_amount() -> None:
    rules = rules_with("md-fcp", filed={"progressive.initial_cents": 1_234_500, "progressive.reset_cents": 567_800})
    pit = Pit(rules).sit(1, 2, 3).ready(stacked(rules, ENVIED["md-fcp"][0]))
    for seat in (1, 2, 3):
        pit.wager(seat, ante=1000)
    pit.wager(2, progressive=100)
    assert pit.state.meters[0].cents == 1_234_500
    finish(pit)
    assert pit.line(2, "progressive").paid_cents == 1_234_520
    assert pit.state.meters[0].cents == 567_800


SEEDS = [
    ("PTMGL01", "As Ks Qs Js Ts", {"progressive": 1_000_000}, "progressive"),
    ("PTMGL02", "As Ks Qs Js Ts", {"progressive": 1_000_000}, "progressive"),
    ("PTMGL04", "9s 8s 7s 6s 5s", {"progressive": 100_000}, "progressive"),
    ("PTMGLML01", "As Ks Qs Js Ts", {"major": 1_000_000, "minor": 100_000}, "major"),
    ("PTMGLML01", "9s 8s 7s 6s 5s", {"major": 1_000_000, "minor": 100_000}, "minor"),
    ("PTMGLML02", "As Ks Qs Js Ts", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}, "mega"),
    ("PTMGLML02", "9s 8s 7s 6s 5s", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}, "major"),
    ("PTMGLML02", "9s 9h 9d 9c 5s", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}, "minor"),
    ("PTMGLML03", "As Ks Qs Js Ts", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}, "mega"),
    ("PTMGLML03", "9s 9h 9d 9c 5s", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}, "minor"),
]


@pytest.mark.parametrize(
    ("paytable", "hand", "seeds", "won"),
    [
        pytest.param(*row, marks=pytest.mark.clause(f"ma-fcp-2:13(b)/{row[0]}/seed", "ma-fcp-2:13(b)/seed-scaling"))
        for row in SEEDS
    ],
)
@pytest.mark.parametrize("dollars", [1, 5])
def test_the_meter_that_is_won_starts_again_from_its_seed(
    paytable: str, hand: str, seeds: dict[str, int], won: str, dollars: int
) -> None:
    filed: dict[str, Any] = {"progressive": ProgressiveFiling(stake_cents=100 * dollars)}
    for meter, seed in seeds.items():
        if len(seeds) > 1:
            filed[f"progressive.{meter}"] = MeterFiling()
        field = f"progressive.{meter}." if len(seeds) > 1 else "progressive."
        filed |= {f"{field}rate": "5 %", f"{field}initial_cents": seed * dollars, f"{field}reset_cents": seed * dollars}
    rules = rules_with("ma-fcp-2", filed=filed, progressive=paytable, envy=paytable)
    pit = Pit(rules).sit(1).ready(stacked(rules, {1: hand, "dealer": "2c 4d 8h Jc Qd 3d"}))
    pit.wager(1, ante=1000, progressive=100 * dollars)
    finish(pit)
    fed = 5 * dollars
    assert pit.line(1, "progressive").paid_cents == seeds[won] * dollars + fed
    shown = {meter.meter: meter.cents for meter in pit.state.meters}
    assert shown == {name: seed * dollars + (0 if name == won else fed) for name, seed in seeds.items()}
    moved = [event.meter for event in pit.events if isinstance(event, e.MeterHit)]
    assert moved == [won]
