"""Best play in one situation with the wagers that a fold loses: what they bring is part of each action's value."""

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations

import numpy as np

from croupier.odds.advice.advice import pays_of
from croupier.odds.cache import Shelf
from croupier.odds.kernels.five_card import strengths as five_card_strengths
from croupier.odds.kernels.five_card_ladder import CATEGORIES, FIRST, flush_strengths, ranks_strengths
from croupier.odds.kernels.four_card_ladder import strength_of as four_card_strength
from croupier.odds.kernels.showdown import starting_outcomes
from croupier.odds.kernels.suits import families, place
from croupier.odds.kernels.three_card_ladder import strength_of as three_card_strength
from croupier.odds.kernels.three_card_poker import DEALER_HANDS, SHOWDOWNS, three_card_showdowns
from croupier.odds.situations import hold_em
from croupier.odds.wagers.beside import AT_END, ON_FLOP, ByClass, Unfolded, class_of, play_beside, together
from croupier.odds.wagers.showdown import Came, added_up
from croupier.odds.wagers.whole import Beside, lost_by_folding, wagers_beside
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput

Values = Mapping[str, Fraction]
Numbers = tuple[int, ...]
ENOUGH = Fraction(1)  # antes: what is at stake between the last play and a fold


def forfeited(rules: GameRules, stakes_cents: Mapping[str, int], meters_cents: Mapping[str, int]) -> tuple[Beside, ...]:
    """The staked wagers that a fold loses besides the ante; stakes that cannot be are refused."""
    from croupier.odds.simulation.stakes import check_stakes

    check_stakes(rules, stakes_cents, 1)
    if "ante" not in stakes_cents:
        raise BadInput("Without an ante there is nothing to decide; add one, such as ante=1000.")
    touched = lost_by_folding(rules)
    return wagers_beside(rules, {name: cents for name, cents in stakes_cents.items() if name in touched}, meters_cents)


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
        bring += _brought_by_showdown(own, added_up(one.unfolded(ante).by_showdown for one in lost))
        found = {action: value + (0 if action == "fold" else bring) for action, value in values.items()}
    return {action: value - staked for action, value in found.items()}


def _brought_by_showdown(own: Numbers, brings: Mapping[Came, ByClass]) -> Fraction:
    """What three cards bring on average where it hangs on how they compare with the dealer's."""
    if not brings:
        return Fraction(0)
    row, made = three_card_showdowns()[1][int(families(3).family[place(own)])].tolist(), _three_card_class(own)
    won = (brings[came].get(made, Fraction(0)) * count for came, count in zip(SHOWDOWNS, row, strict=True))
    return sum(won, Fraction(0)) / DEALER_HANDS


def _hold_em(rules: GameRules, own: Numbers, board: Numbers, brings: Mapping[str, ByClass], shelf: Shelf) -> Values:
    blind = pays_of(rules.table("blind"))
    if not board:
        return _before_flop(rules, own, brings, shelf)
    on_flop = brings.get(ON_FLOP, {}).get(_five_card_class(own + board[:3]), Fraction(0))
    ends = brings.get(AT_END, {})
    at_end = [ends.get(class_of("five_card", FIRST[row]), Fraction(0)) for row in range(len(CATEGORIES))]
    return hold_em.best(own, board, blind, on_flop, at_end)


def _before_flop(rules: GameRules, own: Numbers, brings: Mapping[str, ByClass], shelf: Shelf) -> Values:
    """Who stays to the end risks one ante more than who folds, so a hand that brings an ante or more is never folded.

    The game is therefore solved with an ante at most for each hand; what is brought beyond that, which is all that
    hangs on a meter, comes on top whatever is answered.
    """
    solved = _solved(
        rules, own, {own_cards: _at_most_an_ante(by_class) for own_cards, by_class in brings.items()}, shelf
    )
    beyond = {
        ranked_on: {name: value - ENOUGH for name, value in by_class.items() if value > ENOUGH}
        for ranked_on, by_class in brings.items()
    }
    more = _brought_on_flop(own, beyond.get(ON_FLOP, {})) + _brought_at_end(own, beyond.get(AT_END, {}), shelf)
    return {action: value + more for action, value in solved.items()}


def _at_most_an_ante(by_class: ByClass) -> dict[str, Fraction]:
    return {name: min(value, ENOUGH) for name, value in by_class.items()}


def is_solved(rules: GameRules, lost: tuple[Beside, ...], ante: int, shelf: Shelf) -> bool:
    """Whether hold 'em before the flop has been solved with these wagers beside it."""
    brings = together(one.unfolded(ante) for one in lost)
    return not lost or shelf.has(_name(rules, {own: _at_most_an_ante(by_class) for own, by_class in brings.items()}))


def _solved(rules: GameRules, own: Numbers, brings: Mapping[str, ByClass], shelf: Shelf) -> Values:
    def solve() -> list[dict[str, str]]:
        unfolded = [Unfolded(ranked_on=ranked_on, brings=by_class) for ranked_on, by_class in brings.items()]
        starting = play_beside(rules, unfolded).starting
        return [{action: str(value) for action, value in values.items()} for values in starting]

    kept = shelf.get(
        _name(rules, brings), "solving Ultimate Texas Hold 'Em with what a fold would lose beside it", solve
    )
    return {action: Fraction(value) for action, value in kept[_family(own)].items()}


def _name(rules: GameRules, brings: Mapping[str, ByClass]) -> str:
    told = {ranked_on: sorted((name, str(value)) for name, value in by.items()) for ranked_on, by in brings.items()}
    text = f"{sorted(pays_of(rules.table('blind')).items())} {sorted(told.items())}"
    return f"hold_em-starting-beside-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _family(own: Numbers) -> int:
    return int(families(2).family[place(own)])


def _brought_on_flop(own: Numbers, by_class: ByClass) -> Fraction:
    """What two cards bring on average with the flop."""
    if not by_class:
        return Fraction(0)
    flops = np.array(list(combinations([card for card in range(52) if card not in own], 3)), np.uint8)
    hands = np.concatenate([flops, np.tile(np.array(own, np.uint8), (len(flops), 1))], axis=1)
    made = np.bincount(five_card_strengths(hands)).tolist()
    won = sum(
        (
            count * by_class.get(class_of("five_card", strength), Fraction(0))
            for strength, count in enumerate(made)
            if count
        ),
        Fraction(0),
    )
    return won / len(flops)


def _brought_at_end(own: Numbers, by_class: ByClass, shelf: Shelf) -> Fraction:
    """What two cards bring on average with the whole board."""
    if not by_class:
        return Fraction(0)
    work = "counting what two cards make with every board"
    made = shelf.get("hold_em-made-at-end", work, lambda: starting_outcomes().sum(axis=2).tolist())[_family(own)]
    won = (count * by_class.get(class_of("five_card", FIRST[row]), Fraction(0)) for row, count in enumerate(made))
    return sum(won, Fraction(0)) / int(sum(made))


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
