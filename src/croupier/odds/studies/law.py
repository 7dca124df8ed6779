"""The law of one round: what a seat may win or lose in it and how likely each result is, from exact counts."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, gcd, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.cache import Shelf
from croupier.odds.kernels import five_card, four_card
from croupier.odds.kernels.four_card_poker import DEALER_HANDS, not_beaten
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card_poker import SHOWDOWNS, three_card_showdowns
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.exact import COMPARED, Exactly, returns_of
from croupier.odds.simulation.games import line_named
from croupier.odds.simulation.kernels.hands import SUITED_ACE_KING_QUEEN
from croupier.odds.simulation.payoffs import FOLD
from croupier.odds.simulation.plan import Plan
from croupier.odds.simulation.strategies import Strategy, four_card_times, three_card_plays
from croupier.rulebook.law.words import answer_parts

Counted = Iterator[tuple[int, int]]  # a result in cents, and how many deals give it


class Law(Struct, frozen=True):
    """Results in cents, ascending, and how many of all deals give each."""

    cents: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All deals."""
        return sum(self.counts)

    @property
    def mean(self) -> Fraction:
        """What a round wins on average, in cents."""
        return Fraction(sum(cents * count for cents, count in zip(self.cents, self.counts, strict=True)), self.total)

    @property
    def variance(self) -> Fraction:
        """Variance of what a round wins, in square cents."""
        squares = sum(cents * cents * count for cents, count in zip(self.cents, self.counts, strict=True))
        return Fraction(squares, self.total) - self.mean**2

    @property
    def sd(self) -> float:
        """Standard deviation, in cents."""
        return sqrt(self.variance)

    @property
    def chances(self) -> NDArray[np.float64]:
        """How likely each result is."""
        total = self.total
        return np.array([count / total for count in self.counts])

    @property
    def step(self) -> int:
        """The largest amount of which every result is a multiple, in cents."""
        return gcd(*self.cents)


def law_of(counted: Counted) -> Law:
    """The law of results with their counts, in whatever order."""
    found: dict[int, int] = {}
    for cents, count in counted:
        found[cents] = found.get(cents, 0) + count
    ordered = sorted((cents, count) for cents, count in found.items() if count)
    common = gcd(*(count for _, count in ordered))
    return Law(tuple(cents for cents, _ in ordered), tuple(count // common for _, count in ordered))


def round_law(engine: Engine, shelf: Shelf, seat: int = 0) -> Law | None:
    """The law of a seat's rounds; none where it is not known exactly.

    Known are the three- and four-card games with wagers on the player's own cards, the game against the dealer by
    itself, and any one other wager by itself; not what a meter, other hands or a payout limit decides.
    """
    plan, player = engine.plan, engine.players[seat]
    stakes = plan.stakes[seat]
    numbers = [number for number, side in enumerate(plan.sides) if side.wager in stakes]
    if not isinstance(player, Strategy) or _depends(plan, seat, numbers):
        return None
    if "ante" not in stakes:
        return _side_alone(engine, shelf, seat, numbers[0]) if len(numbers) == 1 else None
    own = all(plan.game.sources[plan.sides[number].source] in OWN_CARDS for number in numbers)
    if plan.game.kernel == "three_card" and own:
        return law_of(_three_card(plan, player, shelf, seat, numbers))
    if plan.game.kernel == "four_card" and own:
        return law_of(_four_card(plan, player, shelf, seat, numbers))
    return law_of(_against_dealer(plan, player, shelf, seat)) if not numbers else None


OWN_CARDS = ("own_three_cards", "own_best_four_of_five", "own_five_cards")


def _depends(plan: Plan, seat: int, numbers: list[int]) -> bool:
    """Whether more than the cards of this seat and the dealer matters."""
    setup = plan.setup
    most = int(setup.base_limited[seat].max()) + int(setup.side_limited[seat].max(axis=1).sum())
    meters = any(payoff.meter for number in numbers for payoff in plan.side_payoffs[seat, number])
    envy = bool(plan.envy) and plan.seats > 1
    best_at_table = any(plan.sides[number].table.hands for number in numbers)
    return meters or envy or best_at_table or most > plan.limit


def _side_alone(engine: Engine, shelf: Shelf, seat: int, number: int) -> Law | None:
    chances = Exactly(engine, shelf).chances(seat, engine.plan.sides[number])
    if chances is None:
        return None
    paid = engine.plan.side_payoffs[seat, number]
    results = [*zip(paid, chances, strict=False), (paid[-2], 1 - sum(chances, Fraction(0)))]
    common = 1
    for _, chance in results:
        common = common * chance.denominator // gcd(common, chance.denominator)
    return law_of((payoff.net, int(chance * common)) for payoff, chance in results)


def _base(plan: Plan, seat: int, code: int) -> int:
    return int(plan.setup.base_net[seat, code])


def _sides(plan: Plan, seat: int, numbers: list[int], made: list[int], code: int) -> int:
    """What side wagers with these lines win or lose where the game against the dealer comes to `code`."""
    total = 0
    for number, line in zip(numbers, made, strict=True):
        paid, side = plan.side_payoffs[seat, number], plan.sides[number]
        if code == FOLD and side.lost:
            total += paid[-1].net
        else:
            total += paid[line if code == FOLD or side.ended[code] < 0 else side.ended[code]].net
    return total


def _against_dealer(plan: Plan, player: Strategy, shelf: Shelf, seat: int) -> Counted:
    for outcome in returns_of(plan, player, shelf).outcomes:
        times = int(answer_parts(outcome.decision)[1] or 0)
        case, qualified = COMPARED[outcome.result]
        line = line_named(plan.base_table, plan.game.hand, outcome.line) if plan.base_table and times else 0
        yield _base(plan, seat, plan.codes.code(times, case, qualified, line)), outcome.count


def _three_card(plan: Plan, player: Strategy, shelf: Shelf, seat: int, numbers: list[int]) -> Counted:
    strengths, compared = three_card_showdowns()
    plays = three_card_plays(plan.rules, player, shelf)
    for strength, row, weight in zip(strengths.tolist(), compared.tolist(), _weights(3), strict=True):
        # An ace-king-queen in a suit is a class for each suit, and the family has one hand of each.
        suits = range(4) if strength == SUITED_ACE_KING_QUEEN else range(1)
        for suit in suits:
            made = [int(plan.sides[number].lines[strength + suit]) for number in numbers]
            times = int(plays[strength + suit])
            line = int(plan.setup.line[strength + suit])
            for (case, qualified), count in zip(SHOWDOWNS, row, strict=True):
                code = plan.codes.code(times, case, qualified, line) if times else FOLD
                yield _base(plan, seat, code) + _sides(plan, seat, numbers, made, code), count * weight // len(suits)


def _four_card(plan: Plan, player: Strategy, shelf: Shelf, seat: int, numbers: list[int]) -> Counted:
    strength, good = not_beaten()
    times = four_card_times(plan.rules, player, shelf)
    hands = families(5)
    kinds = {"own_best_four_of_five": four_card, "own_five_cards": five_card}
    made = [plan.setup.line[strength.astype(np.int64)]]
    for number in numbers:
        side = plan.sides[number]
        made.append(side.lines[kinds[plan.game.sources[side.source]].strengths(hands.sets).astype(np.int64)])
    # Hands that make the same lines are counted together.
    alike, which = np.unique(np.stack(made, axis=1), axis=0, return_inverse=True)
    for played in np.unique(times).tolist():
        chosen = times == played
        rounds = chosen.sum(axis=1) * hands.weights
        wins = np.where(chosen, good, 0).sum(axis=1, dtype=np.int64) * hands.weights
        for number, lines in enumerate(alike.tolist()):
            here = which == number
            count, won = int(rounds[here].sum()) * DEALER_HANDS, int(wins[here].sum())
            for case, ended in (("higher", won), ("lower", count - won)):
                code = plan.codes.code(played, case, True, lines[0]) if played else FOLD
                yield _base(plan, seat, code) + _sides(plan, seat, numbers, lines[1:], code), ended


def _weights(size: int) -> list[int]:
    weights: list[int] = families(size).weights.tolist()
    assert sum(weights) == comb(52, size)
    return weights
