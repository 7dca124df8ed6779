"""Best play in one situation: each action's exact value, in antes."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from croupier.cards import Card
from croupier.odds.cache import Shelf
from croupier.odds.situations import four_card_poker, three_card_poker
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.law.words import answer_parts
from croupier.rulebook.payout import To

Cards = tuple[Card, ...]
Plays = tuple[str, ...] | None  # multiples of the ante, None for those of the rules
SUIT_NUMBERS = {"c": 0, "d": 1, "h": 2, "s": 3}


def number_of(card: Card) -> int:
    """The card as the kernels count it."""
    return 4 * (card.rank - 2) + SUIT_NUMBERS[card.suit.value]


def pays_of(table: Paytable | None) -> dict[str, tuple[int, int]]:
    """The odds to one of a table's lines; a line that only pushes pays nothing."""
    lines = table.lines if table else ()
    return {line.line: (line.pays.pays, line.pays.per) for line in lines if isinstance(line.pays, To)}


def advise(
    rules: GameRules,
    cards: Cards,
    community: Cards = (),
    dealer_up: Cards = (),
    shelf: Shelf | None = None,
    plays: Iterable[str] | None = None,
    stakes_cents: Mapping[str, int] | None = None,
    meters_cents: Mapping[str, int] | None = None,
) -> dict[str, Fraction]:
    """The value of each action the player may take now, best first; what takes a solved game is kept on the shelf.

    `plays` are the multiples of the ante that may be played, such as "1.5"; without it they are those of the rules, of
    a range its whole ones. With stakes every value has in it what becomes of the wagers that a fold loses, at what the
    meters show; wagers that no action touches are left out.
    """
    known = (*cards, *community, *dealer_up)
    for card in known:
        if known.count(card) > 1:
            raise BadInput(f"The {card.words} is there twice; one deck has it once.")
    wanted = None if plays is None else tuple(plays)
    shelf = shelf or Shelf()
    if not stakes_cents:
        values = ADVISE[rules.rulebook.game](rules, cards, community, dealer_up, shelf, wanted)
    else:
        from croupier.odds.advice.advice_beside import (  # NumPy takes longer to load than most answers
            forfeited,
            values_beside,
        )

        lost = forfeited(rules, stakes_cents, meters_cents or {})
        values = ADVISE[rules.rulebook.game](rules, cards, community, dealer_up, shelf, wanted)
        own, board = (tuple(number_of(card) for card in given) for given in (cards, community))
        values = values_beside(rules, own, board, values, lost, stakes_cents["ante"], shelf)
    if wanted is not None:
        values = {**{f"play:{times}": _value_of(values, times) for times in wanted}, **_without_play(values)}
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def _value_of(values: Mapping[str, Fraction], times: str) -> Fraction:
    if f"play:{times}" not in values:
        raise BadInput(f"Play {times}x is no answer here; there are {', '.join(values)}.")
    return values[f"play:{times}"]


def _without_play(values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {action: value for action, value in values.items() if answer_parts(action)[0] != "play"}


def _range_of(rules: GameRules, wanted: Plays) -> tuple[str, ...]:
    """The multiples of the ante, of those that are wanted, that the rules leave open between a least and a most one."""
    decisions = rules.rulebook.decisions
    (option,) = (option for point in decisions.points for option in point.options if option.action == "play")
    least, most = option.at_least_times, option.at_most_times
    if wanted is None:
        return tuple(str(times) for times in range(most, least - 1, -1))
    whole = decisions.whole_multiples_only
    return tuple(
        times
        for times in wanted
        if least <= Fraction(times) <= most
        and (Fraction(times).denominator == 1 or (whole is not None and not rules.value(whole)))
    )


def _need(name: str, cards: Cards, counts: tuple[int, ...]) -> tuple[int, ...]:
    if len(cards) not in counts:
        wanted = " or ".join(str(count) for count in counts) if counts != (0,) else "no"
        raise BadInput(f"Here {name} is {wanted} card{'' if counts == (1,) else 's'}, not {len(cards)}.")
    return tuple(number_of(card) for card in cards)


def _three_card(
    rules: GameRules, cards: Cards, community: Cards, up: Cards, shelf: Shelf, plays: Plays
) -> Mapping[str, Fraction]:
    own = _need("--cards", cards, (3,))
    _need("--community", community, (0,))
    _need("--dealer-up", up, (0,))
    return three_card_poker.best(own, pays_of(rules.table("ante_bonus")))


def _four_card(
    rules: GameRules, cards: Cards, community: Cards, up: Cards, shelf: Shelf, plays: Plays
) -> Mapping[str, Fraction]:
    own = _need("--cards", cards, (5,))
    _need("--community", community, (0,))
    (shown,) = _need("--dealer-up", up, (1,))
    return four_card_poker.best(own, shown, pays_of(rules.table("ante_bonus")), _range_of(rules, plays))


def _hold_em(
    rules: GameRules, cards: Cards, community: Cards, up: Cards, shelf: Shelf, plays: Plays
) -> Mapping[str, Fraction]:
    own = _need("--cards", cards, (2,))
    board = _need("--community", community, (0, 3, 5))
    _need("--dealer-up", up, (0,))
    blind = pays_of(rules.table("blind"))
    if board:
        # Loaded only here: NumPy takes longer to load than the answers that do without.
        from croupier.odds.situations import hold_em

        return hold_em.best(own, board, blind)
    name = hashlib.sha256(repr(sorted(blind.items())).encode()).hexdigest()[:16]
    work = "solving Ultimate Texas Hold 'Em, once for each blind paytable"
    kept = shelf.get(f"hold_em-starting-{name}", work, lambda: _starting_values(blind))
    return {action: Fraction(value) for action, value in kept[_start(own)].items()}


def _start(own: tuple[int, ...]) -> str:
    """What matters of two starting cards: their ranks, and whether they are of one suit."""
    low, high = sorted(own)
    return f"{high // 4}-{low // 4}-{'suited' if high % 4 == low % 4 else 'offsuit'}"


def _starting_values(blind: Mapping[str, tuple[int, int]]) -> dict[str, dict[str, str]]:
    """Each action's value before the flop, for all 169 kinds of starting cards."""
    from croupier.odds.games import hold_em
    from croupier.odds.kernels.suits import families

    starting = hold_em.solve(blind).starting
    return {
        _start(tuple(pair)): {action: str(value) for action, value in values.items()}
        for pair, values in zip(families(2).sets.tolist(), starting, strict=True)
    }


ADVISE: Mapping[str, Callable[[GameRules, Cards, Cards, Cards, Shelf, Plays], Mapping[str, Fraction]]] = {
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "ultimate-texas-holdem": _hold_em,
}
