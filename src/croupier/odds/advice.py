"""Best play in one situation: each action's exact value, in antes."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.cards import Card
from croupier.odds import four_card_poker, hold_em, three_card_poker
from croupier.odds.returns import Pays
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.payout import To

Cards = tuple[Card, ...]
SUIT_NUMBERS = {"c": 0, "d": 1, "h": 2, "s": 3}


def number_of(card: Card) -> int:
    """The card as the kernels count it."""
    return 4 * (card.rank - 2) + SUIT_NUMBERS[card.suit.value]


def pays_of(table: Paytable | None) -> dict[str, tuple[int, int]]:
    """The odds to one of a table's lines; a line that only pushes pays nothing."""
    lines = table.lines if table else ()
    return {line.line: (line.pays.pays, line.pays.per) for line in lines if isinstance(line.pays, To)}


def advise(rules: GameRules, cards: Cards, community: Cards = (), dealer_up: Cards = ()) -> dict[str, Fraction]:
    """The value of each action the player may take now, best first."""
    known = (*cards, *community, *dealer_up)
    for card in known:
        if known.count(card) > 1:
            raise BadInput(f"The {card.words} is there twice; one deck has it once.")
    values = _ADVISE[rules.rulebook.game](rules, cards, community, dealer_up)
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def _need(name: str, cards: Cards, counts: tuple[int, ...]) -> tuple[int, ...]:
    if len(cards) not in counts:
        wanted = " or ".join(str(count) for count in counts) if counts != (0,) else "no"
        raise BadInput(f"Here {name} is {wanted} card{'' if counts == (1,) else 's'}, not {len(cards)}.")
    return tuple(number_of(card) for card in cards)


def _three_card(rules: GameRules, cards: Cards, community: Cards, dealer_up: Cards) -> Mapping[str, Fraction]:
    own = _need("--cards", cards, (3,))
    _need("--community", community, (0,))
    _need("--dealer-up", dealer_up, (0,))
    return three_card_poker.best(own, _bonus(rules, "ante_bonus"))


def _four_card(rules: GameRules, cards: Cards, community: Cards, dealer_up: Cards) -> Mapping[str, Fraction]:
    own = _need("--cards", cards, (5,))
    _need("--community", community, (0,))
    (up,) = _need("--dealer-up", dealer_up, (1,))
    return four_card_poker.best(own, up, _bonus(rules, "ante_bonus"))


def _hold_em(rules: GameRules, cards: Cards, community: Cards, dealer_up: Cards) -> Mapping[str, Fraction]:
    own = _need("--cards", cards, (2,))
    board = _need("--community", community, (0, 3, 5))
    _need("--dealer-up", dealer_up, (0,))
    return hold_em.best(own, board, _bonus(rules, "blind"))


def _bonus(rules: GameRules, wager: str) -> Pays:
    return pays_of(rules.table(wager))


_ADVISE: Mapping[str, Callable[[GameRules, Cards, Cards, Cards], Mapping[str, Fraction]]] = {
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "ultimate-texas-holdem": _hold_em,
}
