"""Tables to simulate: every rulebook, with elections that between them reach every wager and reading."""

from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.stakes import usual_stakes
from croupier.rulebook.elect import GameRules, WagerTable, digest, elect
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.paytable import Lines, PaytableLine
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.payout import MeterShare
from tests.simulation.twin import given_player

Elections = dict[str, Scalar]
ELECTIONS: dict[str, tuple[Elections, ...]] = {
    "md-tcp": (
        {},
        {"version": "F1", "ante_bonus": "C", "pair_plus": "D", "progressive": "B", "envy_holder_must_wager": True},
        {"six_card_bonus": "B", "fixed_award_returns_stake": False},
    ),
    "md-fcp": (
        {},
        {"progressive": "B", "envy": "B", "aces_up": "F"},
        {"progressive": "C", "envy": "C", "envy_c_hands": "royal_flush", "six_card_bonus": "B"},
    ),
    "ma-fcp-1": (
        {},
        {"cover_all_fold_rule": "fold_forfeits", "fold_forfeits_progressive": False, "settlement_method": 2},
        {"cover_all_fold_rule": "folded_hands_count", "progressive": "B"},
        {"cover_all_fold_rule": "folded_hands_do_not_count", "aces_up": "VII"},
    ),
    "ma-fcp-2": (
        {"progressive": "PTMGL01"},
        {"progressive": "PTMGL04"},
        {"progressive": "PTMGLML02", "fold_forfeits_progressive": False},
        {},
    ),
    "md-uth": (
        {},
        {"blind": "B", "trips": "E", "progressive": "B", "ultimate_pairs": "B", "bad_beat": "B", "play_the_board": "C"},
        {"progressive": "C", "ultimate_pairs": "D", "bad_beat_rule": "player", "progressive_hand": "best_of_seven"},
        {"progressive": "D", "fold_forfeits_progressive": False, "envy_holder_must_wager": True, "six_card_bonus": "B"},
    ),
}
RULEBOOKS = rulebook_ids()


def given_engine(rules: GameRules, seats: int) -> Engine:
    """A table where everybody makes every wager, each seat at other stakes, and decisions are given."""
    stakes = []
    for seat in range(seats):
        usual = usual_stakes(rules)
        # Odd stakes, so that a payout of 3 to 2 is rounded; the progressive's is as filed.
        factor = seat * 7 + 3
        stakes.append(
            {name: cents if name == "progressive" else cents * factor + seat for name, cents in usual.items()}
        )
        if "blind" in stakes[-1]:
            stakes[-1]["blind"] = stakes[-1]["ante"]
    return Engine(rules, stakes, [given_player] * seats)


def rich_decks(engine: Engine, count: int, chance: np.random.Generator) -> NDArray[np.uint8]:
    """Decks whose first cards are nines and better: royals, fours of a kind and bad beats come often."""
    cards = engine.plan.cards
    high, low = np.arange(28, 52), np.arange(28)
    decks = np.empty((cards, count), np.uint8)
    for number in range(count):
        decks[:, number] = np.concatenate([chance.permutation(high), chance.permutation(low)])[:cards]
        if number % 3 == 0:
            chance.shuffle(decks[:, number])
        if number % 10 == 1 and engine.plan.game.kernel in BONUS_ROWS:
            _lay_super_royal(engine, decks[:, number], int(chance.integers(4)))
    return decks


# Where the six cards of the first seat's Six Card Bonus lie; those of the box are counted from the end.
BONUS_ROWS = {
    "three_card": (0, 1, 2, 3, 4, 5),
    "four_card": (6, 7, 8, 9, 10, -1),
    "hold_em": (7, 8, -4, -3, -2, -1),
}


def _lay_super_royal(engine: Engine, deck: NDArray[np.uint8], suit: int) -> None:
    """Put ace down to nine of a suit where the first seat's bonus looks, what lay there elsewhere."""
    for row, rank in zip(BONUS_ROWS[engine.plan.game.kernel], range(7, 13), strict=True):
        card = 4 * rank + suit
        deck[deck == card] = deck[row]
        deck[row] = card


def with_meter_on(rules: GameRules, line: str) -> GameRules:
    """The rules with a share of the meter on a line that comes often, to see meters move."""
    tables = []
    for entry in rules.tables:
        table = entry.table
        if entry.wager == "progressive":
            share = MeterShare(10, rules.meters[0].meter)
            lines = Lines(
                PaytableLine(found.line, share if found.line == line else found.pays) for found in table.lines
            )
            table = msgspec.structs.replace(table, lines=lines)
        tables.append(WagerTable(entry.wager, table))
    changed = msgspec.structs.replace(rules, tables=tuple(tables))
    return msgspec.structs.replace(changed, digest=digest(changed))


def growing(rules: GameRules, percent: str = "13.37") -> GameRules:
    """The rules with meters that grow."""
    meters = tuple(msgspec.structs.replace(meter, rate_percent=Fraction(percent)) for meter in rules.meters)
    changed = msgspec.structs.replace(rules, meters=meters)
    return msgspec.structs.replace(changed, digest=digest(changed))


def limited(rules: GameRules, cents: int) -> GameRules:
    """The rules with a payout limit so low that it bites often."""
    changed = msgspec.structs.replace(rules, payout_limit_cents=cents)
    return msgspec.structs.replace(changed, digest=digest(changed))


def rules_of(rulebook: str, number: int = 0) -> GameRules:
    """A rulebook under one of the sets of elections."""
    return elect(rulebook, ELECTIONS[rulebook][number])
