"""Wagers beside the game that a fold loses: best play with them in mind, and which of their hands best play folds.

What such a wager brings hangs on not folding, so it belongs to the decision. It is told by class of hand, the finest
that any paytable tells apart, for the cards that the paytable ranks.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import comb
from typing import Any

from msgspec import Struct

from croupier.odds.advice.advice import pays_of
from croupier.odds.cache import Shelf
from croupier.odds.games.base import game_of
from croupier.odds.hands.classes import MEANS
from croupier.odds.hands.counts import RANKED_ON
from croupier.odds.wagers.results import Stakes, net
from croupier.odds.wagers.returns import Pays, ReturnTable
from croupier.odds.wagers.showdown import Came, added_up, comes_to, lines_won
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.load import load

ByClass = Mapping[str, Fraction]
ASKING = ("progressive", "envy", "cover_all")  # wagers that a fold may touch


class Unfolded(Struct, frozen=True, kw_only=True):
    """What the cards that a paytable ranks bring if the hand is not folded: antes by class of hand.

    Classes that are not named bring nothing, and nobody asks whether they are folded. `by_showdown` is what they bring
    where it hangs on how the hand compares with the dealer's as well.
    """

    ranked_on: str
    brings: ByClass
    by_showdown: Mapping[Came, ByClass] = {}


class PlayedBeside(Struct, frozen=True, kw_only=True):
    """The game against the dealer as it is then played, and by ranked cards the share of all deals folded by class.

    Where wagers may hang on the showdown, `shown` is the share of all deals that are played, by how they compare and by
    class.
    """

    returns: ReturnTable
    folded: Mapping[str, ByClass]
    starting: tuple[Mapping[str, Fraction], ...] = ()  # hold 'em: each action's value before the flop, by family
    shown: Mapping[Came, ByClass] = {}


def folded_lines(book: Rulebook, table: Paytable, ranked_on: str, shelf: Shelf) -> ByClass:
    """By line of a table: the share of all deals that make it and are folded by who plays best for the ante alone.

    The game is the one of the rulebook's usual ante bonus or blind.
    """
    rules = _usual(book.rulebook)
    posted = _posted_classes(book.rulebook)
    asked = {own: posted[own] | set(lines_of(table, own)) for own in KNOWN[book.game]}
    bonus = sorted(pays_of(rules.table(game_of(book).decided_by)).items())
    text = f"{bonus} {[sorted(names) for names in asked.values()]}"
    name = f"folds-{game_of(book).module}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    kept = shelf.get(name, "counting the paying hands that are folded", lambda: _folded(rules, asked))
    return folded_by_line(table, ranked_on, {name: Fraction(share) for name, share in kept[ranked_on].items()})


def won_lines(book: Rulebook, table: Paytable, wager: str, ranked_on: str, shelf: Shelf) -> ByClass:
    """By line of a wager that hangs on the showdown, the share of all deals that pay it to who plays for the ante."""
    pays = sorted(pays_of(_usual(book.rulebook).table(game_of(book).decided_by)).items())
    name = f"shown-{game_of(book).module}-{hashlib.sha256(str(pays).encode()).hexdigest()[:16]}"
    kept = shelf.get(name, "counting how hands compare with the dealer's", lambda: _shown(_usual(book.rulebook)))
    shown: dict[Came, dict[str, Fraction]] = {}
    for case, qualified, made, share in kept:
        shown.setdefault((case, qualified), {})[made] = Fraction(share)
    return lines_won(book, wager, table, lines_of(table, ranked_on), shown)


def _shown(rules: GameRules) -> list[tuple[str, bool, str, str]]:
    """How often each class is played and compares in each way, by best play for the ante alone."""
    shown = play_beside(rules, ()).shown
    return [(*came, name, str(share)) for came, by_class in shown.items() for name, share in by_class.items()]


def folded_by_line(table: Paytable, ranked_on: str, folded: ByClass) -> ByClass:
    """By line of a table, the share of all deals that make it and are folded, from the shares of their classes."""
    found = dict.fromkeys((line.line for line in table.lines), Fraction(0))
    for name, line in lines_of(table, ranked_on).items():
        found[line] += folded.get(name, Fraction(0))
    return found


@cache
def _usual(rulebook: str) -> GameRules:
    return elect(rulebook)


@cache
def _posted_classes(rulebook: str) -> dict[str, frozenset[str]]:
    """By ranked cards, the classes that a posted wager which a fold may touch asks about: all worked out at once."""
    book = load(rulebook)
    tables = [table for menu in book.paytables if menu.wager in ASKING for table in menu.tables]
    return {own: frozenset(name for table in tables for name in lines_of(table, own)) for own in KNOWN[book.game]}


def _folded(rules: GameRules, asked: Mapping[str, Iterable[str]]) -> dict[str, dict[str, str]]:
    counted = [Unfolded(ranked_on=own, brings=dict.fromkeys(names, Fraction(0))) for own, names in asked.items()]
    folded = play_beside(rules, counted).folded
    return {own: {name: str(share) for name, share in shares.items()} for own, shares in folded.items()}


def lines_of(table: Paytable, ranked_on: str) -> dict[str, str]:
    """The line that each class of hand makes, for those that make one."""
    lines = [line.line for line in table.lines]
    means = MEANS[_kind(ranked_on)]
    made = {
        name: next((line for line in lines if line in means.get(name, (name,))), "")
        for name in class_names_of(ranked_on)
    }
    return {name: line for name, line in made.items() if line}


def brings(table: Paytable, ranked_on: str, stakes: Stakes, ante_cents: int) -> ByClass:
    """What a wager's lines bring a hand that is not folded, in antes: what is paid, and the stake where it returns."""
    pays = {line.line: line.pays for line in table.lines}
    return {
        name: (net(pays[line], stakes) + 1) * Fraction(stakes.stake_cents, ante_cents)
        for name, line in lines_of(table, ranked_on).items()
    }


@cache
def class_names_of(ranked_on: str) -> tuple[str, ...]:
    """The classes of hands of the cards that a paytable ranks."""
    from croupier.odds.simulation.games import class_names  # NumPy takes a while to load

    return tuple(dict.fromkeys(class_names(_kind(ranked_on))))


def class_of(kind: str, strength: int) -> str:
    """The class of a hand of that strength."""
    from croupier.odds.simulation.games import class_names

    return class_names(kind)[strength]


def _kind(ranked_on: str) -> str:
    return RANKED_ON[ranked_on.replace("other_players_", "own_")][0]


def brings_by_showdown(
    book: Rulebook, wager: str, table: Paytable, ranked_on: str, stakes: Stakes, ante_cents: int
) -> dict[Came, ByClass]:
    """The same by how the hand compares: what its lines bring, the stake of every hand, or nothing."""
    back = dict.fromkeys(class_names_of(ranked_on), Fraction(stakes.stake_cents, ante_cents))
    by_result = {"paytable": brings(table, ranked_on, stakes, ante_cents), "push": back}
    return {
        came: by_result.get(comes_to(book, wager, came), {}) for came in _module("kernels.three_card_poker").SHOWDOWNS
    }


def together(unfolded: Iterable[Unfolded]) -> dict[str, dict[str, Fraction]]:
    """What the cards that are ranked bring, wagers that rank the same added up."""
    found: dict[str, dict[str, Fraction]] = {}
    for one in unfolded:
        by_class = found.setdefault(one.ranked_on, {})
        for name, value in one.brings.items():
            by_class[name] = by_class.get(name, Fraction(0)) + value
    return found


def play_beside(rules: GameRules, unfolded: Iterable[Unfolded]) -> PlayedBeside:
    """Best play of the game with what its wagers beside bring in mind; cards that bring nothing are only counted."""
    unfolded = tuple(unfolded)
    game, brings = rules.rulebook.game, together(unfolded)
    shown = added_up(one.by_showdown for one in unfolded)
    for ranked_on in brings:
        if ranked_on not in KNOWN[game]:
            raise BadInput(
                f"What a fold does to a wager that ranks {ranked_on.replace('_', ' ')} is not worked out; "
                f"leave that wager out."
            )
    try:
        return _three_card(rules, brings, shown) if shown else PLAY[game](rules, brings)
    except ValueError as error:
        raise BadInput(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _three_card(
    rules: GameRules, brings: Mapping[str, ByClass], by_showdown: Mapping[Came, ByClass] = {}
) -> PlayedBeside:
    three_card_poker, games = _module("games.three_card_poker"), _module("simulation.games")
    ways, dealer_hands = (getattr(_module("kernels.three_card_poker"), one) for one in ("SHOWDOWNS", "DEALER_HANDS"))
    names, plain = games.class_names("three_card"), games.SUITED_ACE_KING_QUEEN
    own = brings.get("own_three_cards", {})

    def classes(strength: int) -> tuple[str, ...]:
        return names[plain:] if strength == plain else (names[strength],)

    def one(name: str, compared: Sequence[int]) -> Fraction:
        more = zip(ways, compared, strict=True) if by_showdown else ()
        won = sum((by_showdown[came].get(name, Fraction(0)) * count for came, count in more), Fraction(0))
        return own.get(name, Fraction(0)) + won / int(dealer_hands)

    def value(strength: int, compared: Sequence[int]) -> Fraction:
        # Suited ace-king-queen, which pays by its suit, is played for the ante alone: the least of its four will do.
        return min(one(name, compared) for name in classes(strength))

    returns, folded, shown = three_card_poker.solve_beside(pays_of(rules.table("ante_bonus")), value)
    if plain in folded:
        raise ValueError("a suited ace-king-queen is never folded; write an ante bonus that does not punish it")
    shares: dict[str, Fraction] = {}
    for strength, hands in folded.items():
        if names[strength] in own:
            shares[names[strength]] = shares.get(names[strength], Fraction(0)) + Fraction(hands, comb(52, 3))
    compares: dict[Came, dict[str, Fraction]] = {came: {} for came in ways}
    for strength, counts in shown.items():
        of = classes(strength)  # suited ace-king-queens are of each suit as often
        for came, count in zip(ways, counts, strict=True):
            for name in of:
                share = Fraction(count, len(of) * returns.total)
                compares[came][name] = compares[came].get(name, Fraction(0)) + share
    return PlayedBeside(returns=returns, folded=dict.fromkeys(brings, shares), shown=compares)


def _four_card(rules: GameRules, brings: Mapping[str, ByClass]) -> PlayedBeside:
    four_card_poker, games = _module("games.four_card_poker"), _module("simulation.games")
    dealt = _module("kernels.suits").families(5)
    bonus: Pays = pays_of(rules.table("ante_bonus"))
    made = {}
    for ranked_on in brings:
        kernel = _module("kernels.five_card" if ranked_on == "own_five_cards" else "kernels.four_card")
        made[ranked_on] = kernel.strengths(dealt.sets).tolist()
    values: list[Fraction] = []
    for ranked_on, own in brings.items():
        if any(own.values()):
            worth = [own.get(name, Fraction(0)) for name in games.class_names(_kind(ranked_on))]
            hands = [worth[strength] for strength in made[ranked_on]]
            values = [one + other for one, other in zip(values, hands, strict=True)] if values else hands
    multiple = four_card_poker.best_multiples(bonus, values)
    folds = ((multiple == 0).sum(axis=1) * dealt.weights).tolist()
    folded: dict[str, dict[str, Fraction]] = {}
    for ranked_on, own in brings.items():
        names = games.class_names(_kind(ranked_on))
        counts: dict[str, int] = {}
        for strength, count in zip(made[ranked_on], folds, strict=True):
            if count and names[strength] in own:
                counts[names[strength]] = counts.get(names[strength], 0) + count
        folded[ranked_on] = {name: Fraction(count, comb(52, 5) * 47) for name, count in counts.items()}
    return PlayedBeside(returns=four_card_poker.solve(bonus, lambda strength, up: multiple), folded=folded)


ON_FLOP, AT_END = "own_two_and_flop", "own_two_and_community_best_five"
# How many ways what is ranked is dealt until the player may fold: which cards are the player's, which the flop, and
# which the board still gets.
DEALT_FURTHER = {ON_FLOP: comb(5, 2) * comb(47, 2), AT_END: comb(7, 2) * comb(5, 3)}


def _hold_em(rules: GameRules, brings: Mapping[str, ByClass]) -> PlayedBeside:
    hold_em, games = _module("games.hold_em"), _module("simulation.games")
    names = games.class_names("five_card")[: _module("kernels.five_card_ladder").STRENGTHS]
    by_strength = {
        ranked_on: tuple(brings.get(ranked_on, {}).get(name) for name in names) for ranked_on in (ON_FLOP, AT_END)
    }
    solved = hold_em.solve_beside(pays_of(rules.table("blind")), by_strength[ON_FLOP], by_strength[AT_END])
    played = solved.counts.played
    folded: dict[str, dict[str, Fraction]] = {}
    for ranked_on, counts in ((ON_FLOP, played.folded_on_flop), (AT_END, played.folded_made)):
        if ranked_on in brings:
            shares: dict[str, Fraction] = {}
            for name, count in zip(names, counts.tolist(), strict=True):
                if count and name in brings[ranked_on]:
                    shares[name] = shares.get(name, Fraction(0)) + Fraction(count, solved.returns.total)
            folded[ranked_on] = shares
    return PlayedBeside(returns=solved.returns, folded=folded, starting=solved.starting)


def _module(name: str) -> Any:
    """A module that takes a while to load."""
    return import_module(f"croupier.odds.{name}")


KNOWN: Mapping[str, tuple[str, ...]] = {
    "three-card-poker": ("own_three_cards",),
    "four-card-poker": ("own_best_four_of_five", "own_five_cards"),
    "ultimate-texas-holdem": (ON_FLOP, AT_END),
}
PLAY: Mapping[str, Callable[[GameRules, Mapping[str, ByClass]], PlayedBeside]] = {
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "ultimate-texas-holdem": _hold_em,
}
