"""Best play in one situation with the wagers that a fold loses: what they bring is part of each action's value."""

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from croupier.odds.advice.advice import pays_of
from croupier.odds.cache import Shelf
from croupier.odds.kernels.five_card_ladder import CATEGORIES, FIRST, flush_strengths, ranks_strengths
from croupier.odds.kernels.four_card_ladder import strength_of as four_card_strength
from croupier.odds.kernels.three_card_ladder import strength_of as three_card_strength
from croupier.odds.situations import hold_em
from croupier.odds.wagers.beside import AT_END, ON_FLOP, ByClass, class_of, play_beside, together
from croupier.odds.wagers.whole import Beside, wagers_beside
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput

Values = Mapping[str, Fraction]
Numbers = tuple[int, ...]


def forfeited(rules: GameRules, stakes_cents: Mapping[str, int], meters_cents: Mapping[str, int]) -> tuple[Beside, ...]:
    """The staked wagers that a fold loses besides the ante; stakes that cannot be are refused."""
    from croupier.odds.simulation.stakes import check_stakes

    check_stakes(rules, stakes_cents, 1)
    if "ante" not in stakes_cents:
        raise BadInput("Without an ante there is nothing to decide; add one, such as ante=1000.")
    return tuple(one for one in wagers_beside(rules, stakes_cents, meters_cents) if one.fold_loses)


def values_beside(
    rules: GameRules,
    own: Numbers,
    board: Numbers,
    values: Values,
    lost: tuple[Beside, ...],
    ante: int,
    shelf: Shelf,
) -> Values:
    """Each action's value in antes, from its value for the game alone, with the wagers that a fold loses."""
    if not lost:
        return values
    staked = Fraction(sum(one.stakes.stake_cents for one in lost), ante)
    brings = together(one.unfolded(ante) for one in lost)
    if rules.rulebook.game == "ultimate-texas-holdem":
        found = _hold_em(rules, own, board, brings, shelf)
    else:
        bring = sum(
            (by_class.get(_CLASS[ranked_on](own), Fraction(0)) for ranked_on, by_class in brings.items()), Fraction(0)
        )
        found = {action: value + (0 if action == "fold" else bring) for action, value in values.items()}
    return {action: value - staked for action, value in found.items()}


def _hold_em(rules: GameRules, own: Numbers, board: Numbers, brings: Mapping[str, ByClass], shelf: Shelf) -> Values:
    blind = pays_of(rules.table("blind"))
    if not board:
        return _before_flop(rules, own, brings, shelf)
    on_flop = brings.get(ON_FLOP, {}).get(_five_card_class(own + board[:3]), Fraction(0))
    ends = brings.get(AT_END, {})
    at_end = [ends.get(class_of("five_card", FIRST[row]), Fraction(0)) for row in range(len(CATEGORIES))]
    return hold_em.best(own, board, blind, on_flop, at_end)


def _before_flop(rules: GameRules, own: Numbers, brings: Mapping[str, ByClass], shelf: Shelf) -> Values:
    from croupier.odds.kernels.suits import families, place
    from croupier.odds.wagers.beside import Unfolded

    told = {ranked_on: sorted((name, str(value)) for name, value in by.items()) for ranked_on, by in brings.items()}
    text = f"{sorted(pays_of(rules.table('blind')).items())} {sorted(told.items())}"
    name = f"hold_em-starting-beside-{hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def solve() -> list[dict[str, str]]:
        unfolded = [Unfolded(ranked_on=ranked_on, brings=by_class) for ranked_on, by_class in brings.items()]
        starting = play_beside(rules, unfolded).starting
        return [{action: str(value) for action, value in values.items()} for values in starting]

    kept = shelf.get(name, "solving Ultimate Texas Hold 'Em with what a fold would lose beside it", solve)
    return {
        action: Fraction(value) for action, value in kept[int(families(2).family[place(tuple(sorted(own)))])].items()
    }


def _three_card_class(cards: Numbers) -> str:
    ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
    if ranks == {10, 11, 12} and len(suits) == 1:
        return f"ace_king_queen_{('clubs', 'diamonds', 'hearts', 'spades')[suits.pop()]}"
    return class_of("three_card", three_card_strength(tuple(sorted(cards))))


def _four_card_class(cards: Numbers) -> str:
    return class_of("four_card", four_card_strength(cards))


def _five_card_class(cards: Numbers) -> str:
    counts = np.bincount([card // 4 for card in cards], minlength=13)
    masks = [sum(1 << card // 4 for card in cards if card % 4 == suit) for suit in range(4)]
    return class_of(
        "five_card", max(int(ranks_strengths(counts[None])[0]), *(int(flush_strengths()[m]) for m in masks))
    )


_CLASS: Mapping[str, Callable[[Numbers], str]] = {
    "own_three_cards": _three_card_class,
    "own_best_four_of_five": _four_card_class,
    "own_five_cards": _five_card_class,
}
