"""The kernels with everything they need: blocks of rounds, and rounds on cards that are there already."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.odds.cache import Shelf
from croupier.odds.kernels.five_card import five_card_tables
from croupier.odds.kernels.four_card import four_card_tables
from croupier.odds.kernels.suits import SUIT_ORDERS, renamed_pairs
from croupier.odds.simulation.games import HOLE_CARDS
from croupier.odds.simulation.kernels.chance import deal, unfair
from croupier.odds.simulation.kernels.compiled import is_compiled
from croupier.odds.simulation.kernels.four_card import FourCardPlay
from croupier.odds.simulation.kernels.hands import CLASSES, packed_families, three_card_tables
from croupier.odds.simulation.kernels.hold_em import HoldEmPlay
from croupier.odds.simulation.kernels.setup import Tally
from croupier.odds.simulation.plan import COVER_ALL, Plan, make_plan
from croupier.odds.simulation.players import decisions_of
from croupier.odds.simulation.stakes import Stakes
from croupier.odds.simulation.strategies import (
    Player,
    Strategy,
    by_two_cards,
    four_card_packed,
    four_card_times,
    hold_em_decisions,
    three_card_plays,
)
from croupier.rulebook.elect import GameRules

BLOCK = 1 << 18
CHUNK = 1 << 11
CARDS = tuple(Card(f"{rank}{suit}") for rank in "23456789TJQKA" for suit in "cdhs")


@dataclass(frozen=True)
class Block:
    """What a block of rounds came to: all rounds counted, and the money of all but those settled by themselves."""

    first: int
    count: int
    base: NDArray[np.int64]
    side: NDArray[np.int64]
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    sessions: NDArray[np.int64]
    nets: NDArray[np.int64]
    apart: NDArray[np.int64]
    apart_base: NDArray[np.int16]
    apart_class: NDArray[np.int16]


class Engine:
    """A table with its rules, stakes and players, ready to play any block of rounds of any seed."""

    def __init__(
        self,
        rules: GameRules,
        stakes: Sequence[Stakes],
        players: Sequence[Strategy | Player],
        shelf: Shelf | None = None,
    ) -> None:
        shelf = shelf or Shelf()
        named = list(dict.fromkeys(player for player in players if isinstance(player, Strategy)))
        numbers = [named.index(player) if isinstance(player, Strategy) else -1 for player in players]
        self.players = tuple(players)
        self.plan: Plan = make_plan(rules, tuple(stakes), tuple(numbers))
        if not is_compiled(self.plan.game.kernel):
            shelf.tell("compiling, which takes up to a minute the first time")
        self.tables = _TABLES[self.plan.game.kernel](self.plan, named or [Strategy("never")], shelf)
        self.limits = unfair(self.plan.cards)
        self.sources = len(self.plan.game.sources)

    @property
    def kernel(self) -> Any:
        """The game's compiled code; looked up, so that an engine can be sent to another process."""
        return self.plan.game.module

    def block(self, seed: int, first: int, count: int, session: int, nets: bool = False) -> Block:
        """Play rounds `first` to `first + count` of a seed; the same rounds come to the same, in whatever blocks."""
        seats, setup = self.plan.seats, self.plan.setup
        sessions = (first + count - 1) // session - first // session + 1
        out = Tally(
            base=np.zeros((seats, self.plan.codes.count), np.int64),
            side=np.zeros(setup.side_net.shape, np.int64),
            sums=np.zeros(seats + 1, np.int64),
            squares=np.zeros((seats + 1, 2), np.uint64),
            sessions=np.zeros((seats, sessions), np.int64),
            nets=np.zeros((seats, count if nets else 0), np.int64),
            apart=np.empty(count, np.int64),
            apart_base=np.empty((count, seats), np.int16),
            apart_class=np.empty((count, self.sources, seats), np.int16),
        )
        decks = np.empty((self.plan.cards, CHUNK), np.uint8)
        given = self._given(seed, first, count)
        found = self.kernel.play_block(
            np.uint64(seed), np.uint64(first), count, CHUNK, session, self.limits, decks, given, setup, *self.tables,
            out,
        )  # fmt: skip
        return Block(
            first,
            count,
            out.base,
            out.side,
            tuple(int(value) for value in out.sums),
            tuple(int(low) + (int(high) << 64) for low, high in out.squares),
            out.sessions,
            out.nets,
            out.apart[:found].copy(),
            out.apart_base[:found].copy(),
            out.apart_class[:found].copy(),
        )

    def decks(self, seed: int, first: int, count: int) -> NDArray[np.uint8]:
        """The cards of some rounds of a seed: [card, round]."""
        decks = np.empty((self.plan.cards, count), np.uint8)
        bits, taken = np.empty((2, count), np.uint64), np.empty_like(decks)
        deal(np.uint64(seed), np.uint64(first), self.limits, bits, taken, decks)
        return decks

    def play(
        self, decks: NDArray[np.uint8], given: NDArray[np.uint8] | None = None
    ) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Base codes [seat, round] and classes [source, seat, round] of rounds on these cards.

        `given` are the antes played, [seat, round], by seats that have no named strategy.
        """
        count = decks.shape[1]
        base = np.empty((self.plan.seats, count), np.int16)
        classes = np.zeros((self.sources, self.plan.seats, count), np.int16)
        if given is None:
            given = self._decided(decks)
        self.kernel.play(
            np.ascontiguousarray(decks), np.ascontiguousarray(given), 0, self.plan.setup, *self.tables, base, classes
        )
        return base, classes

    def _given(self, seed: int, first: int, count: int) -> NDArray[np.uint8]:
        """What players of one's own decide, filled up to whole chunks; nothing where there are none."""
        if all(isinstance(player, Strategy) for player in self.players):
            return np.zeros((self.plan.seats, 0), np.uint8)
        decided = self._decided(self.decks(seed, first, count))
        return np.pad(decided, ((0, 0), (0, -count % CHUNK)))

    def _decided(self, decks: NDArray[np.uint8]) -> NDArray[np.uint8]:
        out = np.zeros((self.plan.seats, decks.shape[1]), np.uint8)
        for seat, player in enumerate(self.players):
            if not isinstance(player, Strategy) and "ante" in self.plan.stakes[seat]:
                out[seat] = decisions_of(self.plan, seat, player, decks, CARDS)
        return out


def _three_card(plan: Plan, named: list[Strategy], shelf: Shelf) -> tuple[Any, ...]:
    plays = np.stack([three_card_plays(plan.rules, strategy, shelf) for strategy in named])
    return three_card_tables(), five_card_tables(), plays


def _four_card(plan: Plan, named: list[Strategy], shelf: Shelf) -> tuple[Any, ...]:
    times = np.stack([four_card_packed(four_card_times(plan.rules, strategy, shelf)) for strategy in named])
    cover = next((side.lines for side in plan.sides if side.wager == COVER_ALL), np.zeros(CLASSES, np.int64))
    play = FourCardPlay(packed_families(5), SUIT_ORDERS, times, cover, np.array(plan.counts_folded))
    return four_card_tables(), five_card_tables(), play


def _hold_em(plan: Plan, named: list[Strategy], shelf: Shelf) -> tuple[Any, ...]:
    decisions = [hold_em_decisions(plan.rules, strategy, shelf) for strategy in named]
    beaten = next((side.table for side in plan.sides if side.wager == "bad_beat"), None)
    ranked_on = plan.rules.value(beaten.ranked_on) if beaten and beaten.ranked_on else ""
    play = HoldEmPlay(
        before=np.stack([by_two_cards(found.before) for found in decisions]),
        flops=packed_families(3),
        moved=renamed_pairs(),
        on_flop=np.stack([found.on_flop for found in decisions]),
        boards=packed_families(5),
        at_end=np.stack([found.at_end for found in decisions]),
        hole=_hole_classes(),
        either_beaten=ranked_on == "losing_hand_of_either",
    )
    return five_card_tables(), play


def _hole_classes() -> NDArray[np.int16]:
    """The class of two cards, aces as where the dealer has not the other two: [52 * 52]."""
    found = np.full((52, 52), HOLE_CARDS.index("other"), np.int16)
    ranks = {9: "jack", 10: "queen", 11: "king"}
    for one in range(52):
        for two in range(52):
            low, high = sorted((one // 4, two // 4))
            if one == two:
                continue
            if low == high == 12:
                name = "red_aces" if {one % 4, two % 4} == {1, 2} else "other_aces"
            elif low == high:
                name = f"pair_of_{ranks[high]}s" if high in ranks else "pair_of_tens_or_less"
            elif high == 12 and low in ranks:
                name = f"ace_{ranks[low]}_{'suited' if one % 4 == two % 4 else 'offsuit'}"
            else:
                continue
            found[one, two] = HOLE_CARDS.index(name)
    return found.ravel()


_TABLES = {"three_card": _three_card, "four_card": _four_card, "hold_em": _hold_em}
