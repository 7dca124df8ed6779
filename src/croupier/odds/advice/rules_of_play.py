"""Strategy as people use it: short lists of rules made from the solved game, each with its exact cost."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import rank_plural, rank_word
from croupier.odds.advice import strategies
from croupier.odds.advice.advice import pays_of
from croupier.odds.advice.strategy import BEFORE_FLOP, LAST, ON_FLOP, ON_PAIRS, USUAL_OUTS, RulesOfPlay
from croupier.odds.games import four_card_poker, hold_em, three_card_poker
from croupier.odds.kernels.four_card import FIRST as FOUR_FIRST
from croupier.odds.kernels.four_card_poker import DEALER_HANDS as FOUR_CARD_DEALER_HANDS
from croupier.odds.kernels.four_card_poker import not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card import three_card_strengths
from croupier.odds.kernels.three_card_poker import DEALER_HANDS, OUTCOMES, three_card_outcomes
from croupier.odds.wagers.returns import Pays
from croupier.rulebook.elect import GameRules

PAIR_STEP = 66  # strengths of four-card hands with a pair of one rank
LOWEST_RANK = 2


def rules_of_play(rules: GameRules) -> tuple[RulesOfPlay, ...]:
    """The strategies for these rules: made from the solution first, then the published one."""
    return MADE[rules.rulebook.game](rules)


def _three_card(rules: GameRules) -> tuple[RulesOfPlay, ...]:
    bonus = pays_of(rules.table("ante_bonus"))
    best = three_card_poker.solve(bonus).ev
    lowest = _lowest_played(bonus)
    made = three_card_poker.solve(bonus, strategy=lambda strength: strength >= lowest).ev
    hand = _three_card_words(lowest)
    return (
        RulesOfPlay(
            "threshold", "made from the solution", (f"Play {hand} or better, fold the rest.",), made, best - made
        ),
        *_published_three_card(bonus, best),
    )


def _published_three_card(bonus: Pays, best: Fraction) -> Iterator[RulesOfPlay]:
    for name, (strategy, words) in strategies.THREE_CARD.items():
        value = three_card_poker.solve(bonus, strategy=strategy).ev
        yield RulesOfPlay(name, "published", (words,), value, best - value)


def _lowest_played(bonus: Pays) -> int:
    """The weakest strength from which up playing costs least over all hands of that strength."""
    strengths, counted = three_card_outcomes()
    weights = families(3).weights
    net = np.array([three_card_poker.NET[result] for result in OUTCOMES])
    gain = (counted @ net + DEALER_HANDS) * weights
    totals: NDArray[np.int64] = np.zeros(int(strengths.max()) + 1, np.int64)
    np.add.at(totals, strengths.astype(np.int64), gain)
    from_above = totals[::-1].cumsum()[::-1]
    return int(from_above.argmax())


def _three_card_words(strength: int) -> str:
    place = int(np.flatnonzero(three_card_strengths() == strength)[0])
    sets = families(3)
    cards = sets.sets[int(sets.family[place])].tolist()
    ranks = sorted((card // 4 + LOWEST_RANK for card in cards), reverse=True)
    return ", ".join(rank_word(rank) for rank in ranks)


def _four_card(rules: GameRules) -> tuple[RulesOfPlay, ...]:
    bonus = pays_of(rules.table("ante_bonus"))
    best = four_card_poker.solve(bonus).ev
    limits = _pair_limits()
    made = four_card_poker.solve(bonus, lambda strength, up: _by_limits(limits, strength, up)).ev
    usual = four_card_poker.solve(bonus, strategies.pairs_only).ev
    return (
        RulesOfPlay("by the dealer's card", "made from the solution", _four_card_words(limits), made, best - made),
        RulesOfPlay(
            "pairs",
            "published",
            ON_PAIRS,
            usual,
            best - usual,
        ),
    )


def _pair_strength(rank: int) -> int:
    """The weakest four-card hand with a pair of the rank; 13 stands for two pair."""
    return FOUR_FIRST[1] + PAIR_STEP * rank


def _pair_limits() -> list[tuple[int, int]]:
    """For each rank of the dealer's card: the pairs from which to play one ante, and three."""
    strength, good = not_beaten()
    lead = 2 * good.astype(np.int64) - FOUR_CARD_DEALER_HANDS
    ups, weights = four_card_poker.up_ranks(), families(5).weights[:, None]
    found = []
    for rank in range(13):
        shown = np.where(ups == rank, lead, 0).sum(axis=1)
        hands = (ups == rank).sum(axis=1)
        one = (2 * shown + hands * FOUR_CARD_DEALER_HANDS) * weights[:, 0]
        two_more = 2 * shown * weights[:, 0]
        found.append((_best_pair(strength, one), _best_pair(strength, two_more)))
    return found


def _best_pair(strength: NDArray[np.uint16], gain: NDArray[np.int64]) -> int:
    """The pair from which up the gains add up to most."""
    sums = [int(gain[strength >= _pair_strength(rank)].sum()) for rank in range(14)]
    return sums.index(max(sums))


def _by_limits(limits: list[tuple[int, int]], strength: NDArray[np.int64], up: NDArray[np.int64]) -> NDArray[np.int64]:
    one = np.array([_pair_strength(first) for first, _ in limits])[up]
    three = np.array([_pair_strength(second) for _, second in limits])[up]
    own = strength[:, None]
    multiple: NDArray[np.int64] = (own >= one).astype(np.int64) + 2 * (own >= np.maximum(three, one))
    return multiple


def _pair_words(rank: int) -> str:
    return f"a pair of {rank_plural(rank + LOWEST_RANK)}" if rank < 13 else "two pair"


def _four_card_words(limits: list[tuple[int, int]]) -> tuple[str, ...]:
    """The limits as rules, dealer's cards with the same limits together."""
    groups: dict[tuple[int, int], list[int]] = {}
    for rank in range(12, -1, -1):
        groups.setdefault(limits[rank], []).append(rank)
    return tuple(
        f"Dealer shows {_ranks_words(ranks)}: play one ante from {_pair_words(one)}, three from {_pair_words(three)}, "
        "fold the rest."
        for (one, three), ranks in groups.items()
    )


def _ranks_words(ranks: list[int]) -> str:
    words = [rank_word(rank + LOWEST_RANK) for rank in ranks]
    if len(ranks) > 2 and ranks[0] - ranks[-1] == len(ranks) - 1:
        return f"{words[0]} to {words[-1]}"
    return ", ".join(words)


def _hold_em(rules: GameRules) -> tuple[RulesOfPlay, ...]:
    blind = pays_of(rules.table("blind"))
    solved = hold_em.solve(blind)
    best = solved.returns.ev
    raises = np.array([max(row, key=lambda name: row[name]) == "play:4" for row in solved.starting])
    made = hold_em.follow(blind, raises, strategies.usual_flop_raises(), USUAL_OUTS).ev
    usual = strategies.usual_hold_em(blind).ev
    later = (ON_FLOP, LAST, "Otherwise check, and at the end fold.")
    published = RulesOfPlay(
        "usual",
        "published",
        (BEFORE_FLOP, *later),
        usual,
        best - usual,
    )
    if made == usual:  # the published starting hands are those of best play against most blinds
        return (published,)
    own = RulesOfPlay(
        "exact start, usual end", "made from the solution", (_starts_words(raises), *later), made, best - made
    )
    return own, published


def _starts_words(raises: NDArray[np.bool_]) -> str:
    """The starting hands that raise four antes, the lowest kicker of each high card."""
    lowest: dict[tuple[int, bool], int] = {}
    pair = 12
    for cards, raised in zip(families(2).sets.tolist(), raises.tolist(), strict=True):
        low, high = sorted(card // 4 for card in cards)
        if not raised:
            continue
        if low == high:
            pair = min(pair, low)
        else:
            key = (high, cards[0] % 4 == cards[1] % 4)
            lowest[key] = min(lowest.get(key, 12), low)
    parts = [f"a pair of {rank_plural(pair + LOWEST_RANK)} or better"]
    for (high, suited), low in sorted(lowest.items(), key=lambda item: (-item[0][0], not item[0][1])):
        kind = "suited" if suited else "offsuit"
        parts.append(f"{rank_word(high + LOWEST_RANK)}-{rank_word(low + LOWEST_RANK)} {kind} or better")
    return f"Before the flop play four antes with {', '.join(parts)}."


MADE: Mapping[str, Callable[[GameRules], tuple[RulesOfPlay, ...]]] = {
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "ultimate-texas-holdem": _hold_em,
}
