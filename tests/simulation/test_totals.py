"""Blocks added up by the kernels come to what rounds settled one by one come to."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from croupier.odds.cache import Shelf
from croupier.odds.simulation import simulate as simulating
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.plan import BASE
from croupier.odds.simulation.report import Report
from croupier.odds.simulation.simulate import Simulation
from croupier.odds.simulation.stakes import usual_stakes
from croupier.odds.simulation.stateful_rounds import Line, first_meters, gains, settle_round
from croupier.odds.simulation.strategies import read_strategy
from croupier.odds.simulation.totals import Totals
from croupier.rulebook.elect import GameRules
from tests.simulation.tables import growing, limited, rules_of, with_meter_on

ROUNDS, SESSION, SEED = 3_000, 70, 11

CASES: dict[str, Callable[[], GameRules]] = {
    "md-tcp": lambda: growing(with_meter_on(rules_of("md-tcp"), "straight")),
    "md-fcp": lambda: growing(with_meter_on(rules_of("md-fcp"), "three_of_a_kind")),
    "ma-fcp-1": lambda: growing(with_meter_on(rules_of("ma-fcp-1"), "three_of_a_kind")),
    "ma-fcp-2": lambda: growing(with_meter_on(rules_of("ma-fcp-2", 2), "three_of_a_kind"), "0.123456"),
    "md-uth": lambda: growing(with_meter_on(rules_of("md-uth"), "straight")),
    "md-uth with a payout limit": lambda: limited(rules_of("md-uth", 1), 700),
}


def engine_of(rules: GameRules, seats: int) -> Engine:
    strategies = [read_strategy(rules, name) for name in ("best", "always", "never")][:seats]
    return Engine(rules, [usual_stakes(rules)] * seats, strategies)


def settled_one_by_one(engine: Engine) -> tuple[list[list[Line]], list[tuple[int, int]]]:
    """Every round's lines, the meters growing round by round, and what the meters are in the end."""
    base, classes = engine.play(engine.decks(SEED, 0, ROUNDS))
    meters, grown = first_meters(engine.plan), gains(engine.plan)
    rounds = []
    for number in range(ROUNDS):
        for meter, gain in zip(meters, grown, strict=True):
            meter.grow(gain)
        rounds.append(settle_round(engine.plan, base[:, number].tolist(), classes[:, :, number].tolist(), meters))
    return rounds, [(meter.cents, meter.carry) for meter in meters]


@pytest.mark.parametrize("case", CASES)
def test_blocks_come_to_what_single_rounds_come_to(case: str) -> None:
    engine = engine_of(CASES[case](), 3)
    totals = Totals(engine.plan, SESSION)
    for first, count in ((0, 1), (1, 1_999), (2_000, 1_000)):
        totals.add(engine.block(SEED, first, count, SESSION))
    rounds, meters = settled_one_by_one(engine)
    assert [(path.shown.cents, path.shown.carry) for path in totals.meters] == meters
    results = {(found.seat - 1, found.wager): found for found in Report(engine, totals, Shelf()).wagers()}
    for (seat, wager), found in results.items():
        parts = {BASE: engine.plan.parts, "all": None}.get(wager, (wager,))
        nets = [
            sum(ln.net for ln in lines if ln.seat == seat and (parts is None or ln.wager in parts)) for lines in rounds
        ]
        assert found.net_cents == sum(nets), (seat, wager)
        assert found.sd * found.unit_cents == pytest.approx(float(np.std(nets, ddof=1)), rel=1e-12, abs=1e-9)
        staked = sum(
            ln.stake for lines in rounds for ln in lines
            if ln.seat == seat and (parts is None or ln.wager in parts) and ln.wager not in ("ante_bonus", "envy")
        )  # fmt: skip
        assert found.staked_cents == staked, (seat, wager)
        if wager not in (BASE, "all"):
            lines = Counter(
                ln.line for lines in rounds for ln in lines if (ln.seat, ln.wager) == (seat, wager) and ln.line
            )
            assert {
                name: hits for name, hits in found.hits.items() if hits and name not in ("none", "forfeit")
            } == lines


@pytest.mark.parametrize("case", CASES)
def test_sessions_are_sums_of_rounds(case: str) -> None:
    engine = engine_of(CASES[case](), 2)
    totals = Totals(engine.plan, SESSION)
    for first, count in ((0, 1_234), (1_234, 66), (1_300, 1_700)):
        totals.add(engine.block(SEED, first, count, SESSION))
    rounds, _ = settled_one_by_one(engine)
    for seat in range(2):
        nets = [sum(line.net for line in lines if line.seat == seat) for lines in rounds]
        whole = ROUNDS // SESSION * SESSION
        expected = Counter(sum(nets[start : start + SESSION]) for start in range(0, whole, SESSION))
        assert totals.sessions[seat] == expected
        assert totals.open[seat] == sum(nets[whole:])


def test_what_each_round_won_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK", 700)
    engine = engine_of(CASES["md-tcp"](), 2)
    rounds, _ = settled_one_by_one(engine)
    nets = np.concatenate(list(Simulation(engine, ROUNDS, SEED, SESSION, Shelf()).nets()), axis=1)
    assert nets.tolist() == [
        [sum(line.net for line in lines if line.seat == seat) for lines in rounds] for seat in range(2)
    ]


def test_blocks_are_added_in_their_order() -> None:
    engine = engine_of(rules_of("md-tcp"), 1)
    with pytest.raises(ValueError, match="round 0 comes next"):
        Totals(engine.plan, SESSION).add(engine.block(SEED, 10, 10, SESSION))
