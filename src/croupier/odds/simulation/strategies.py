"""How simulated players decide: tables of what to do with every hand, worked out once and kept."""

import base64
import hashlib
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.odds.advice import strategies
from croupier.odds.advice.advice import pays_of
from croupier.odds.advice.strategy import USUAL_OUTS, usual_starting_raise
from croupier.odds.cache import Shelf
from croupier.odds.games import four_card_poker, hold_em, three_card_poker
from croupier.odds.hands.counts import note_compiling
from croupier.odds.kernels.five_card import CATEGORIES as FIVE_CARD_CATEGORIES
from croupier.odds.kernels.four_card import strengths
from croupier.odds.kernels.suits import families, place
from croupier.odds.kernels.three_card import CATEGORIES as THREE_CARD_CATEGORIES
from croupier.odds.kernels.three_card import category_of
from croupier.odds.kernels.three_card_poker import DEALER_HANDS as THREE_CARD_DEALER_HANDS
from croupier.odds.kernels.three_card_poker import OUTCOMES, three_card_outcomes
from croupier.odds.simulation.games import class_names, game_of
from croupier.odds.simulation.kernels.decisions import KIND_WORDS, PAIR_WORDS, packed_bits, plays_at_end
from croupier.odds.simulation.kernels.hands import SUITED_ACE_KING_QUEEN
from croupier.odds.wagers.returns import Pays, common_scale, odds_to_one
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput, nearest

BEST, ALWAYS, NEVER = "best", "always", "never"
NAMED: Mapping[str, tuple[str, ...]] = {
    "three-card-poker": tuple(strategies.THREE_CARD),
    "four-card-poker": ("pairs",),
    "ultimate-texas-holdem": ("usual",),
}
ALWAYS_TIMES: Mapping[str, tuple[int, ...]] = {
    "three-card-poker": (1,),
    "four-card-poker": (3, 2, 1),
    "ultimate-texas-holdem": (4, 3, 2, 1),
}
# A player of one's own: from own cards, community cards seen and the dealer's face-up card to fold, check or play:N.
Player = Callable[[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]], str]


class Strategy(Struct, frozen=True):
    """A named way to play; `times` is how many antes one that always plays puts down."""

    name: str
    times: int = 0


def strategy_names(rules: GameRules) -> tuple[str, ...]:
    """The ways to play this game that have names."""
    game = rules.rulebook.game
    return (BEST, *NAMED[game], ALWAYS, *(f"{ALWAYS}:{times}" for times in ALWAYS_TIMES[game]), NEVER)


def read_strategy(rules: GameRules, name: str) -> Strategy:
    """The strategy of that name, its words apart or joined by hyphens; refused with the names there are."""
    names = strategy_names(rules)
    found = next((known for known in names if _joined(known) == _joined(name)), None)
    if found is None:
        raise BadInput(f"There is no strategy {name!r} for {rules.rulebook.rulebook}; {nearest(name, names)}.")
    base, _, times = found.partition(":")
    if base == ALWAYS:
        return Strategy(found, int(times) if times else ALWAYS_TIMES[rules.rulebook.game][0])
    return Strategy(found)


def _joined(name: str) -> str:
    return name.lower().replace(" ", "-")


def base_pays(rules: GameRules) -> Pays:
    """The odds that best play depends on."""
    return pays_of(rules.table(game_of(rules.rulebook).decided_by))


def _name(rules: GameRules, strategy: Strategy, part: str) -> str:
    text = f"{sorted(base_pays(rules).items())} {strategy.name}"
    game = game_of(rules.rulebook).kernel
    return f"decisions-{game}-{part}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _kept(shelf: Shelf, name: str, work: str, make: Callable[[], NDArray[Any]], shape: tuple[int, ...]) -> NDArray[Any]:
    """An array kept on the shelf as text."""

    def made() -> list[str]:
        array = np.ascontiguousarray(make())
        return [array.dtype.str, base64.b64encode(zlib.compress(array.tobytes(), 1)).decode()]

    dtype, text = shelf.get(name, work, made)
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype).reshape(shape).copy()


def three_card_plays(rules: GameRules, strategy: Strategy, shelf: Shelf) -> NDArray[np.uint8]:
    """By class of hand, how many antes to play: 0 folds."""
    classes = len(class_names("three_card"))
    strength = np.minimum(np.arange(classes), SUITED_ACE_KING_QUEEN)
    if strategy.name == BEST:
        plays = _three_card_best(base_pays(rules))
        return plays[strength]
    if strategy.name in strategies.THREE_CARD:
        plays_it, _ = strategies.THREE_CARD[strategy.name]
        return np.array([plays_it(int(value)) for value in strength], np.uint8)
    return np.full(classes, strategy.times, np.uint8)


def _three_card_best(bonus: Pays) -> NDArray[np.uint8]:
    """By strength; hands of one strength that should be played differently would need a finer table."""
    odds = odds_to_one(bonus, THREE_CARD_CATEGORIES)
    strengths, counted = three_card_outcomes()
    net = np.array([three_card_poker.NET[result] for result in OUTCOMES])
    paid = np.array([float(odds[line]) for line in THREE_CARD_CATEGORIES])
    value = counted @ net + paid[category_of(strengths)] * THREE_CARD_DEALER_HANDS
    best = value > -THREE_CARD_DEALER_HANDS
    plays = np.zeros(SUITED_ACE_KING_QUEEN + 1, np.uint8)
    plays[strengths] = best
    if (plays[strengths] != best).any():
        raise ArithmeticError("hands of one strength differ in best play; the table must be by cards")
    return plays


def four_card_times(rules: GameRules, strategy: Strategy, shelf: Shelf) -> NDArray[np.int64]:
    """By family of the player's five cards and face-up card, ascending: how many antes to play."""
    shape = (len(families(5).sets), 47)
    if strategy.name in (ALWAYS, NEVER) or strategy.times:
        return np.full(shape, strategy.times, np.int64)
    if strategy.name == BEST:
        name, work = _name(rules, strategy, "times"), "solving Four Card Poker"
        best = _kept(shelf, name, work, lambda: _four_card_best(base_pays(rules), shelf), shape)
        return best.astype(np.int64)
    strength = four_card_strengths()
    return np.ascontiguousarray(strategies.pairs_only(strength, four_card_poker.up_ranks()))


def four_card_strengths() -> NDArray[np.int64]:
    """Strength of each family of five cards."""
    return strengths(families(5).sets).astype(np.int64)


def _four_card_best(bonus: Pays, shelf: Shelf) -> NDArray[np.uint8]:
    note_compiling(shelf, "four_card_poker")
    return four_card_poker.best_multiples(bonus).astype(np.uint8)


def four_card_packed(times: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The same with two bits for each card of the deck, 26 cards to a word."""
    sets = families(5).sets.astype(np.int64)
    by_card = np.zeros((len(sets), 52), np.uint64)
    held = np.zeros((len(sets), 52), np.bool_)
    np.put_along_axis(held, sets, True, axis=1)
    by_card[~held] = times.ravel()
    shifts = (2 * np.arange(26)).astype(np.uint64)
    return np.stack([(by_card[:, half : half + 26] << shifts).sum(axis=1) for half in (0, 26)], axis=1)


class HoldEmDecisions(Struct, frozen=True):
    """What a hold 'em strategy does at each of the three points."""

    before: NDArray[np.uint8]  # [169]: antes by family of two cards
    on_flop: NDArray[np.uint64]  # [1755, words]
    at_end: NDArray[np.uint64]  # [134459, words]


def hold_em_decisions(rules: GameRules, strategy: Strategy, shelf: Shelf) -> HoldEmDecisions:
    """The tables of a strategy."""
    flops, boards = len(families(3).sets), len(families(5).sets)
    none = np.zeros(169, np.uint8), np.zeros((flops, PAIR_WORDS), np.uint64), np.zeros((boards, KIND_WORDS), np.uint64)
    if strategy.name == NEVER:
        return HoldEmDecisions(*none)
    if strategy.times:
        everything = ~np.uint64(0)
        return HoldEmDecisions(
            none[0] + np.uint8(strategy.times if strategy.times > 2 else 0),
            none[1] | (everything if strategy.times == 2 else np.uint64(0)),
            none[2] | everything,
        )
    blind = base_pays(rules)
    odds = tuple(odds_to_one(blind, FIVE_CARD_CATEGORIES).values())
    scale = common_scale(odds)
    pays = np.array([int(value * scale) for value in odds])
    work = "solving Ultimate Texas Hold 'Em, once for each blind paytable"
    best = strategy.name == BEST
    before = _kept(
        shelf, _name(rules, strategy, "before"), work, lambda: _starts(blind, best, shelf), (169,)
    )  # fmt: skip
    on_flop = _kept(
        shelf, _name(rules, strategy, "flop"), work,
        lambda: packed_bits(
            hold_em.solve(blind).counts.flop_raise if best else strategies.usual_flop_raises(), PAIR_WORDS
        ),
        (flops, PAIR_WORDS),
    )  # fmt: skip
    outs = 0 if best else USUAL_OUTS
    at_end = _kept(
        shelf, _name(rules, strategy, "end"), work, lambda: plays_at_end(scale, pays, outs), (boards, KIND_WORDS)
    )
    return HoldEmDecisions(before, on_flop, at_end)


def _starts(blind: Pays, best: bool, shelf: Shelf) -> NDArray[np.uint8]:
    note_compiling(shelf, "hold_em")
    if best:
        raises = hold_em.solve(blind).counts.raise_four
    else:
        raises = np.array(
            [
                usual_starting_raise(cards[1] // 4, cards[0] // 4, cards[0] % 4 == cards[1] % 4)
                for cards in families(2).sets.tolist()
            ]
        )
    return np.where(raises, 4, 0).astype(np.uint8)


def by_two_cards(values: NDArray[Any]) -> NDArray[Any]:
    """Values per family of two cards, by the two cards in either order: [52 * 52]."""
    out = np.zeros((52, 52), values.dtype)
    for low in range(52):
        for high in range(low + 1, 52):
            out[low, high] = out[high, low] = values[families(2).family[place((low, high))]]
    return out.ravel()
