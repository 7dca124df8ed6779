"""The simulator and the table settle the same rounds to the same cent, wager by wager."""

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.stateful_rounds import Shown, settle_round
from croupier.rulebook.elect import GameRules
from tests.simulation.tables import ELECTIONS, RULEBOOKS, given_engine, limited, rich_decks, rules_of
from tests.simulation.twin import random_decisions, settled_by_table, simulated_money, table_money

DECKS = 2_000
SOAK_DECKS = 100_000


def disagreements(engine: Engine, decks: NDArray[np.uint8], chance: np.random.Generator) -> list[object]:
    """Every round that the two settle differently."""
    rules, count = engine.plan.rules, decks.shape[1]
    given = random_decisions(engine, count, chance)
    base, classes = engine.play(decks, given)
    found: list[object] = []
    for number in range(count):
        shown = {meter.meter: meter.reset_cents + int(chance.integers(1_000_000)) for meter in rules.meters}
        meters = [Shown(m.meter, shown[m.meter], 0, m.reset_cents, rules.share_rounding) for m in rules.meters]
        lines = settle_round(engine.plan, base[:, number].tolist(), classes[:, :, number].tolist(), meters)
        result = settled_by_table(rules, engine, decks[:, number].tolist(), given[:, number].tolist(), shown)
        ours, theirs = simulated_money(lines), table_money(result)
        after = {meter.meter: meter.cents for meter in meters}
        if ours != theirs or after != dict(result.meters):
            apart = [key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)]
            found.append(
                (decks[:, number].tolist(), given[:, number].tolist(), [(k, ours.get(k), theirs.get(k)) for k in apart])
            )
    return found


def agree(rulebook: str, decks: int, seed: int) -> None:
    """Compare so many decks, spread over elections and numbers of seats, half of them rich in rare hands."""
    chance = np.random.default_rng(seed)
    elections = range(len(ELECTIONS[rulebook]))
    for number in elections:
        rules = rules_of(rulebook, number)
        most = rules.seats
        for seats in {1, most, int(chance.integers(2, most))}:
            engine = given_engine(rules, seats)
            share = -(-decks // (6 * len(elections)))
            assert disagreements(engine, engine.decks(seed, 0, share), chance) == []
            assert disagreements(engine, rich_decks(engine, share, chance), chance) == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_simulator_and_table_agree_round_by_round(rulebook: str) -> None:
    agree(rulebook, DECKS, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_simulator_and_table_agree_on_many_decks(rulebook: str) -> None:
    agree(rulebook, SOAK_DECKS, seed=2)


@pytest.mark.parametrize("number", range(len(ELECTIONS["md-uth"])))
def test_payout_limit_is_cut_in_the_same_order(number: int) -> None:
    chance = np.random.default_rng(3)
    rules: GameRules = limited(rules_of("md-uth", number), 20_000)
    engine = given_engine(rules, 2)
    assert disagreements(engine, rich_decks(engine, 100, chance), chance) == []


def test_a_seat_without_an_ante_faces_no_fold() -> None:
    chance = np.random.default_rng(4)
    for rulebook, wager in (("md-tcp", "pair_plus"), ("md-fcp", "aces_up"), ("ma-fcp-1", "aces_up")):
        rules = rules_of(rulebook)
        everything = given_engine(rules, 2)
        stakes = [dict(everything.plan.stakes[0]), {wager: 500, "progressive": 100}]
        engine = Engine(rules, stakes, everything.players)
        assert disagreements(engine, rich_decks(engine, 150, chance), chance) == []
