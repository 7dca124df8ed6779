"""Best play as one picture: a grid of what to do with every kind of hand, from the solved game."""

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import rank_plural, rank_word
from croupier.odds.advice.advice import pays_of
from croupier.odds.cache import Shelf
from croupier.odds.games import four_card_poker, hold_em, three_card_poker
from croupier.odds.games.base import game_of
from croupier.odds.kernels.four_card import FIRST as FOUR_FIRST
from croupier.odds.kernels.four_card_poker import not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card import CATEGORIES, category_of
from croupier.odds.kernels.three_card_poker import DEALER_HANDS, OUTCOMES, three_card_outcomes
from croupier.odds.wagers.returns import Pays, odds_to_one
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.words import answer_parts

LOWEST_RANK = 2
PAIR_STEP = 66  # strengths of four-card hands with a pair of one rank
LETTERS = "23456789TJQKA"
DOWN = range(12, -1, -1)  # ranks, the highest first


class Cell(Struct, frozen=True):
    """One kind of hand: what best play does with it, in a word or two, and what that is worth.

    `action` is the answer that most of its hands call for, "" where there is no such hand; `share` of them.
    """

    action: str = ""
    share: float = 0.0
    label: str = ""
    detail: str = ""


class Grid(Struct, frozen=True):
    """Best play by two things that a player sees, each named along its side."""

    title: str
    rows_are: str
    columns_are: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]


def grid_of(rules: GameRules, shelf: Shelf) -> Grid:
    """The grid of these rules' game, kept on the shelf."""
    game = game_of(rules.rulebook)
    pays = pays_of(rules.table(game.decided_by))
    name = hashlib.sha256(repr(sorted(pays.items())).encode()).hexdigest()[:16]
    made = shelf.get(
        f"grid-{game.module}-{name}",
        f"drawing best play of {game.name}",
        lambda: msgspec.to_builtins(MADE[rules.rulebook.game](pays)),
    )
    return msgspec.convert(made, Grid)


def _antes(value: Fraction) -> str:
    return f"{float(value):+.3f}".replace("-", "−")


def _hold_em(blind: Pays) -> Grid:
    starting = hold_em.solve(blind).starting
    cells: dict[tuple[int, int], Cell] = {}
    for cards, values in zip(families(2).sets.tolist(), starting, strict=True):
        low, high = sorted(card // 4 for card in cards)
        suited = cards[0] % 4 == cards[1] % 4
        place = (high, low) if suited else (low, high)  # rows are the higher card where suited, the lower where not
        best = max(values, key=lambda action: values[action])
        told = ", ".join(f"{_verb(action)} {_antes(value)}" for action, value in values.items())
        kind = "" if low == high else " suited" if suited else " offsuit"
        label = LETTERS[high] + LETTERS[low] + ("" if low == high else "s" if suited else "o")
        hand = f"{rank_word(high + LOWEST_RANK)} and {rank_word(low + LOWEST_RANK)}{kind}"
        cells[place] = Cell(best, 1.0, label, f"{hand}: {told} antes")
    return Grid(
        title="Before the flop: which starting cards play four antes",
        rows_are="first card; suited above the diagonal",
        columns_are="second card; offsuit below the diagonal",
        rows=tuple(LETTERS[rank] for rank in DOWN),
        columns=tuple(LETTERS[rank] for rank in DOWN),
        cells=tuple(tuple(cells[row, column] for column in DOWN) for row in DOWN),
    )


def _verb(action: str) -> str:
    verb, times = answer_parts(action)
    return f"play {times}x" if times else verb


def _three_card(bonus: Pays) -> Grid:
    """Hands without a pair, a straight or a flush: all others are played."""
    odds = odds_to_one(bonus, CATEGORIES)
    strengths, counted = three_card_outcomes()
    net = np.array([three_card_poker.NET[result] for result in OUTCOMES])
    values, weights = (counted @ net).tolist(), families(3).weights.tolist()
    plain = (category_of(strengths) == CATEGORIES.index("high_card")).tolist()
    found: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}  # by the two highest: of each third, value and hands
    for number, cards in enumerate(families(3).sets.tolist()):
        if plain[number]:
            low, middle, high = sorted(card // 4 for card in cards)
            thirds = found.setdefault((high, middle), {})
            value, hands = thirds.get(low, (0, 0))
            thirds[low] = value + values[number] * weights[number], hands + weights[number]
    highs, middles = [rank for rank in DOWN if rank >= 3], [rank for rank in DOWN if 1 <= rank <= 11]
    cells = tuple(
        tuple(_thirds(high, middle, found.get((high, middle), {}), odds["high_card"]) for middle in middles)
        for high in highs
    )
    return Grid(
        title="Hands without a pair, straight or flush: from which third card to play",
        rows_are="highest card",
        columns_are="second card",
        rows=tuple(LETTERS[rank] for rank in highs),
        columns=tuple(LETTERS[rank] for rank in middles),
        cells=cells,
    )


def _thirds(high: int, middle: int, thirds: Mapping[int, tuple[int, int]], bonus: Fraction) -> Cell:
    if not thirds:
        return Cell()
    worth = {low: Fraction(value, DEALER_HANDS * hands) + bonus for low, (value, hands) in thirds.items()}
    played = sorted(low for low, value in worth.items() if value > -1)
    share = Fraction(sum(thirds[low][1] for low in played), sum(hands for _, hands in thirds.values()))
    if not played:
        label, action = "fold", "fold"
    elif len(played) == len(worth):
        label, action = "play", "play:1"
    else:
        label, action = f"{LETTERS[played[0]]}+", "play:1" if share >= Fraction(1, 2) else "fold"
    least, most = min(worth.values()), max(worth.values())
    names = f"{rank_word(high + LOWEST_RANK)}, {rank_word(middle + LOWEST_RANK)}"
    return Cell(
        action,
        float(share if action != "fold" else 1 - share),
        label,
        f"{names} and a third card: play {_antes(least)} to {_antes(most)}, fold −1.000 antes",
    )


def _four_card(bonus: Pays) -> Grid:
    strength, _ = not_beaten()
    times = four_card_poker.best_multiples(bonus)
    ups, weights = four_card_poker.up_ranks(), families(5).weights
    first, after = FOUR_FIRST[1], FOUR_FIRST[2]
    rows: list[tuple[str, NDArray[np.bool_]]] = [("two pair or better", strength >= after)]
    for rank in DOWN:
        lowest = first + PAIR_STEP * rank
        rows.append((rank_plural(rank + LOWEST_RANK), (strength >= lowest) & (strength < lowest + PAIR_STEP)))
    rows.append(("no pair", strength < first))
    cells = tuple(
        tuple(
            _multiples(times[here], ups[here] == up, weights[here], f"{name}, dealer shows {_shown(up)}") for up in DOWN
        )
        for name, here in rows
    )
    return Grid(
        title="How many antes to play on your best four cards",
        rows_are="your pair",
        columns_are="dealer’s card",
        rows=tuple(name for name, _ in rows),
        columns=tuple(LETTERS[rank] for rank in DOWN),
        cells=cells,
    )


def _shown(rank: int) -> str:
    word = rank_word(rank + LOWEST_RANK)
    return f"{'an' if word[0] in 'ae' else 'a'} {word}"


def _multiples(times: NDArray[Any], shown: NDArray[np.bool_], weights: NDArray[Any], what: str) -> Cell:
    """How often each answer is best, over the hands of one kind and the dealer's cards of one rank."""
    shares: dict[int, int] = {}
    for multiple in np.unique(times).tolist():
        shares[multiple] = int((((times == multiple) & shown).sum(axis=1) * weights).sum())
    whole = sum(shares.values())
    if not whole:
        return Cell()
    most = max(shares, key=lambda multiple: shares[multiple])
    told = ", ".join(
        f"{'fold' if not multiple else f'play {multiple}x'} with {Fraction(count * 100, whole).__round__()} in 100"
        for multiple, count in sorted(shares.items(), reverse=True)
        if count
    )
    return Cell(
        f"play:{most}" if most else "fold", shares[most] / whole, f"{most}x" if most else "fold", f"{what}: {told}"
    )


MADE: Mapping[str, Callable[[Pays], Grid]] = {
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "ultimate-texas-holdem": _hold_em,
}
