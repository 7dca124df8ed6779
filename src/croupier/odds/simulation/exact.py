"""What a simulated wager is worth exactly: its average and spread, in cents, where the cards alone decide them."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.advice import strategies
from croupier.odds.cache import Shelf
from croupier.odds.games import four_card_poker, hold_em, three_card_poker
from croupier.odds.games.base import solved
from croupier.odds.hands.classes import line_counts
from croupier.odds.hands.counts import counted
from croupier.odds.kernels import five_card, four_card, three_card
from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card_poker import DEALER_HANDS, SHOWDOWNS, three_card_showdowns
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.games import line_named
from croupier.odds.simulation.plan import BASE, COVER_ALL, Plan, Side
from croupier.odds.simulation.stateful_rounds import envy_cents, schedule_of
from croupier.odds.simulation.strategies import (
    ALWAYS,
    BEST,
    NEVER,
    Strategy,
    base_pays,
    by_two_cards,
    four_card_times,
    hold_em_decisions,
    three_card_plays,
)
from croupier.odds.wagers.returns import Outcome, ReturnTable
from croupier.odds.wagers.showdown import hangs_on_showdown
from croupier.rulebook.law.words import answer_parts

# How the solvers' outcomes compare with the dealer: the case, and whether the dealer qualifies.
COMPARED: Mapping[str, tuple[str, bool]] = {
    "unqualified": ("higher", False),
    "win": ("higher", True),
    "tie": ("tie", True),
    "lose": ("lower", True),
    "win_unqualified": ("higher", False),
    "win_qualified": ("higher", True),
    "lose_unqualified": ("lower", False),
    "lose_qualified": ("lower", True),
    "fold": ("lower", True),
}
BOARDS_PER_FLOP = comb(47, 2)


class Exact(Struct, frozen=True):
    """Average and variance of what a wager wins or loses in a round, in cents."""

    mean: Fraction
    variance: Fraction

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return sqrt(self.variance)


def _of(results: Iterable[tuple[Fraction | int, Fraction]]) -> Exact:
    """From results and their chances."""
    mean, squares = Fraction(0), Fraction(0)
    for net, chance in results:
        mean += net * chance
        squares += net * net * chance
    return Exact(mean, squares - mean * mean)


def _counted(results: Iterable[tuple[int, int]], total: int) -> Exact:
    """From results in whole cents and how often each comes: whole numbers until the end."""
    net, squares = 0, 0
    for cents, count in results:
        net += cents * count
        squares += cents * cents * count
    mean = Fraction(net, total)
    return Exact(mean, Fraction(squares, total) - mean * mean)


class Exactly:
    """The exact figures of one engine's wagers; each is None where decisions are not those of a named strategy."""

    def __init__(self, engine: Engine, shelf: Shelf) -> None:
        self.engine, self.plan, self.shelf = engine, engine.plan, shelf
        self.found: dict[tuple[str, str, int], list[Fraction]] = {}  # by player, wager and stake

    def part(self, seat: int, wager: str) -> Exact | None:
        """One wager of the game against the dealer, or all of them as `base`."""
        player = self.engine.players[seat]
        limited = int(self.plan.setup.base_limited[seat].max()) > self.plan.limit
        if not isinstance(player, Strategy) or limited:
            return None
        returns = returns_of(self.plan, player, self.shelf)
        return _counted(((self._net(seat, wager, o), o.count) for o in returns.outcomes), returns.total)

    def part_chances(self, seat: int) -> dict[str, Fraction]:
        """How likely each line of the ante bonus or blind is to pay; nothing where that is not known."""
        player = self.engine.players[seat]
        if not isinstance(player, Strategy):
            return {}
        returns = returns_of(self.plan, player, self.shelf)
        found: dict[str, int] = {}
        for outcome in returns.outcomes:
            payoff = self.plan.part_payoffs[seat, self.plan.game.decided_by, self._code(outcome)]
            if payoff.paid:
                found[payoff.line] = found.get(payoff.line, 0) + outcome.count
        return {line: Fraction(count, returns.total) for line, count in found.items()}

    def _net(self, seat: int, wager: str, outcome: Outcome) -> int:
        plan, code = self.plan, self._code(outcome)
        parts = plan.parts if wager == BASE else (wager,)
        return sum(plan.part_payoffs[seat, part, code].net for part in parts)

    def _code(self, outcome: Outcome) -> int:
        plan = self.plan
        times = int(answer_parts(outcome.decision)[1] or 0)
        case, qualified = COMPARED[outcome.result]
        line = line_named(plan.base_table, plan.game.hand, outcome.line) if plan.base_table and times else 0
        return plan.codes.code(times, case, qualified, line)

    def side(self, seat: int, number: int, meters: Mapping[str, float]) -> Exact | None:
        """A side wager, at what the meters showed on average."""
        plan, side = self.plan, self.plan.sides[number]
        if plan.limit_order and side.wager in plan.limit_order and self._limited(seat):
            return None
        chances = self.chances(seat, side)
        if chances is None:
            return None
        stake = plan.stakes[seat][side.wager]
        rest = 1 - sum(chances, Fraction(0))
        results: list[tuple[Fraction | int, Fraction]] = [(-stake, rest)]
        for payoff, chance in zip(plan.side_payoffs[seat, number], chances, strict=False):
            paid = Fraction(payoff.paid)
            if payoff.meter:
                paid = Fraction(meters[payoff.meter.meter]) * payoff.meter.percent / 100
            results.append((paid + payoff.returned - stake, chance))
        return _of(results)

    def _limited(self, seat: int) -> bool:
        most = int(self.plan.setup.base_limited[seat].max()) + int(self.plan.setup.side_limited[seat].max(axis=1).sum())
        return most > self.plan.limit

    def chances(self, seat: int, side: Side) -> list[Fraction] | None:
        """How likely each line is to be made and not folded."""
        if side.wager == COVER_ALL:
            return self._best_at_table(side)
        if hangs_on_showdown(self.plan.rules.rulebook, side.wager):
            return _if_won(self.plan, self.engine.players[seat], side, self.shelf)
        if side.lost and "ante" in self.plan.stakes[seat]:
            return self._unfolded(self.engine.players[seat], side)
        return self._all(side)

    def _all(self, side: Side) -> list[Fraction]:
        assert side.table.ranked_on is not None
        cards = counted(self.plan.rules.value(side.table.ranked_on), self.shelf, side.table.hands)
        counts = line_counts(side.table, cards.counts, cards.means)
        return [Fraction(counts[line.line], cards.total) for line in side.table.lines]

    def _best_at_table(self, side: Side) -> list[Fraction] | None:
        """Exact only where no hand is folded that could count."""
        everything = self._all_own(side)
        for seat, player in enumerate(self.engine.players):
            if "ante" not in self.plan.stakes[seat]:
                continue
            folds = side.lost and not (isinstance(player, Strategy) and player.times)
            if folds or (not self.plan.counts_folded[seat] and self._unfolded(player, side) != everything):
                return None
        return self._all(side)

    def _all_own(self, side: Side) -> list[Fraction] | None:
        return self._unfolded(Strategy(ALWAYS, 1), side)

    def _unfolded(self, player: object, side: Side) -> list[Fraction] | None:
        """How likely one hand makes each line and is played by the player."""
        if not isinstance(player, Strategy):
            return None
        if player.times and side.wager != COVER_ALL:
            return self._all(side)
        if player.name == NEVER:
            return [Fraction(0)] * len(side.table.lines)
        name = player.name, side.wager, side.table.stake_cents
        if name not in self.found:
            self.found[name] = _UNFOLDED[self.plan.game.kernel](self.plan, player, side, self.shelf)
        return self.found[name]

    def envy(self, seat: int) -> Exact | None:
        """What other hands bring: the sum over their holders, who are as good as independent."""
        mean, variance = Fraction(0), Fraction(0)
        side = schedule_of(self.plan, seat)
        for chances in self._envied(seat, side):
            if chances is None:
                return None
            results = [(envy_cents(side, place), chance) for place, chance in enumerate(chances)]
            one = _of([*results, (0, 1 - sum(chances, Fraction(0)))])
            mean, variance = mean + one.mean, variance + one.variance
        return Exact(mean, variance)

    def envy_chances(self, seat: int) -> dict[str, Fraction]:
        """How often each line of the envy schedule comes in a round, all holders together; nothing where not known."""
        side = schedule_of(self.plan, seat)
        holders = list(self._envied(seat, side))
        return {
            line.line: sum((chances[place] for chances in holders if chances), Fraction(0))
            for place, line in enumerate(side.table.lines)
            if None not in holders
        }

    def _envied(self, seat: int, side: Side) -> Iterator[list[Fraction] | None]:
        """For each other hand that may bring an award, how likely each line is."""
        for holder in range(self.plan.seats):
            if holder == seat or not self.plan.envied[holder]:
                continue
            if "ante" in self.plan.stakes[holder] and not self.plan.envied_folded[holder]:
                yield self._unfolded(self.engine.players[holder], side)
            else:
                yield self._all(side)


def returns_of(plan: Plan, strategy: Strategy, shelf: Shelf) -> ReturnTable:
    """Every outcome of the game against the dealer by a strategy."""
    rules, table = plan.rules, plan.base_table
    assert table is not None
    if strategy.name == BEST:
        return solved(rules.rulebook, table, shelf)
    if strategy.name == NEVER:
        return ReturnTable((Outcome("fold", "fold", "", Fraction(0), Fraction(0), 1),))
    text = f"{plan.game.kernel} {sorted(base_pays(rules).items())} {strategy.name}"
    name = f"returns-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    rows = shelf.get(name, f"working out what {strategy.name} comes to", lambda: _rows(plan, strategy, shelf))
    return ReturnTable(
        tuple(Outcome(decided, result, line, Fraction(0), Fraction(0), count) for decided, result, line, count in rows)
    )


def _rows(plan: Plan, strategy: Strategy, shelf: Shelf) -> list[list[str | int]]:
    returns = _SOLVED[plan.game.kernel](plan, strategy, shelf)
    return [[o.decision, o.result, o.line, o.count] for o in returns.outcomes]


def _solve_three(plan: Plan, strategy: Strategy, shelf: Shelf) -> ReturnTable:
    plays = three_card_plays(plan.rules, strategy, shelf)
    return three_card_poker.solve(base_pays(plan.rules), strategy=lambda strength: bool(plays[strength]))


def _solve_four(plan: Plan, strategy: Strategy, shelf: Shelf) -> ReturnTable:
    times = four_card_times(plan.rules, strategy, shelf)
    return four_card_poker.solve(base_pays(plan.rules), lambda strength, up: times)


def _solve_hold_em(plan: Plan, strategy: Strategy, shelf: Shelf) -> ReturnTable:
    blind = base_pays(plan.rules)
    if not strategy.times:
        return strategies.usual_hold_em(blind)
    flops = np.full((len(families(3).sets), 1326), strategy.times == 2)
    found = hold_em.follow(blind, np.full(169, strategy.times > 2), flops, outs=52)
    return ReturnTable(
        tuple(
            Outcome(f"play:{strategy.times}", o.result, o.line, o.net, o.staked, o.count)
            for o in found.outcomes
            if o.count
        )
    )


def _three_unfolded(plan: Plan, player: Strategy, side: Side, shelf: Shelf) -> list[Fraction]:
    kinds = three_card.three_card_strengths().astype(np.int64)
    suits = np.array([cards[0] % 4 for cards in sorted(combinations(range(52), 3), key=lambda c: c[::-1])])
    kinds += np.where(kinds == three_card.SUITED_ACE_KING_QUEEN, suits, 0)
    played = three_card_plays(plan.rules, player, shelf)[kinds] > 0
    made = side.lines[kinds[played]]
    return [Fraction(int((made == line).sum()), len(kinds)) for line in range(len(side.table.lines))]


def _if_won(plan: Plan, player: object, side: Side, shelf: Shelf) -> list[Fraction] | None:
    """How likely each line of a wager that hangs on the showdown is to be paid, its push with the others."""
    if not isinstance(player, Strategy):
        return None
    plays, paid = three_card_plays(plan.rules, player, shelf), [0] * (len(side.table.lines) + 1)
    strengths, compared = three_card_showdowns()
    for strength, ways, weight in zip(strengths.tolist(), compared.tolist(), families(3).weights.tolist(), strict=True):
        of = range(4 if strength == three_card.SUITED_ACE_KING_QUEEN else 1)  # in each suit as often
        for suit in of:
            times = int(plays[strength + suit])
            for (case, qualified), count in zip(SHOWDOWNS, ways, strict=True):
                code = plan.codes.code(times, case, qualified, 0)
                ended = int(side.ended[code])
                if times:
                    paid[int(side.lines[strength + suit]) if ended < 0 else ended] += count * weight // len(of)
    return [Fraction(count, comb(52, 3) * DEALER_HANDS) for count in paid[:-1]]


def _four_unfolded(plan: Plan, player: Strategy, side: Side, shelf: Shelf) -> list[Fraction]:
    of = five_card if plan.game.sources[side.source] == "own_five_cards" else four_card
    made = side.lines[of.strengths(families(5).sets).astype(np.int64)]
    played = (four_card_times(plan.rules, player, shelf) > 0).sum(axis=1) * families(5).weights
    return [Fraction(int(played[made == line].sum()), comb(52, 5) * 47) for line in range(len(side.table.lines))]


def _hold_em_unfolded(plan: Plan, player: Strategy, side: Side, shelf: Shelf) -> list[Fraction]:
    lines = range(len(side.table.lines))
    if plan.game.sources[side.source] != "own_two_and_flop":
        returns = returns_of(plan, player, shelf)
        played = [outcome for outcome in returns.outcomes if outcome.decision != "fold"]
        made = [(line_named(side.table, "five_card", outcome.line), outcome.count) for outcome in played]
        return [Fraction(sum(count for place, count in made if place == line), returns.total) for line in lines]
    text = f"{sorted(base_pays(plan.rules).items())} {player.name} {side.table.lines}"
    name = f"flop-folds-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    work = "counting the paying flops that are folded"
    folded = shelf.get(name, work, lambda: _folded_flops(plan, player, side, shelf))
    total = comb(52, 3) * comb(49, 2) * BOARDS_PER_FLOP
    cards = counted("own_two_and_flop", shelf)
    counts = line_counts(side.table, cards.counts, cards.means)
    made_so = [Fraction(counts[line.line], cards.total) for line in side.table.lines]
    return [chance - Fraction(folds, total) for chance, folds in zip(made_so, folded, strict=True)]


def _folded_flops(plan: Plan, player: Strategy, side: Side, shelf: Shelf) -> list[int]:
    """Of the deals of flop, two cards and the last two: how many make each line on the flop and are folded."""
    engine = Engine(plan.rules, ({"ante": 100, "blind": 100},), (player,), shelf)
    found = hold_em_decisions(plan.rules, player, shelf)
    checks = by_two_cards(found.before).reshape(52, 52) == 0
    high, low = np.tril_indices(52, -1)
    totals = [0] * len(side.table.lines)
    for number, flop in enumerate(families(3).sets.tolist()):
        free = ~np.isin(high, flop) & ~np.isin(low, flop) & checks[high, low] & ~_bits(found.on_flop[number])
        pairs = np.stack([high[free], low[free]], axis=1).astype(np.uint8)
        if not len(pairs):
            continue
        hands = np.concatenate([pairs, np.tile(np.array(flop, np.uint8), (len(pairs), 1))], axis=1)
        made = side.lines[five_card.strengths(hands).astype(np.int64)]
        for pair, line in zip(pairs[made < len(totals)].tolist(), made[made < len(totals)].tolist(), strict=True):
            totals[line] += int(families(3).weights[number]) * _folds(engine, flop, pair)
    return totals


def _bits(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    return np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")[:1326].astype(np.bool_)


def _folds(engine: Engine, flop: list[int], pair: list[int]) -> int:
    """On how many of the boards that the flop may become a hand is folded."""
    rest = [card for card in range(52) if card not in flop and card not in pair]
    ends = np.array(list(combinations(rest, 2)), np.uint8).T
    decks = np.zeros((9, ends.shape[1]), np.uint8)  # the dealer's two do not matter here
    decks[2:5], decks[5:7], decks[7:9] = np.array(flop)[:, None], ends, np.array(pair)[:, None]
    base, _ = engine.play(decks)
    return int((base[0] == 0).sum())


_SOLVED: Mapping[str, Callable[[Plan, Strategy, Shelf], ReturnTable]] = {
    "three_card": _solve_three,
    "four_card": _solve_four,
    "hold_em": _solve_hold_em,
}
_UNFOLDED: Mapping[str, Callable[[Plan, Strategy, Side, Shelf], list[Fraction]]] = {
    "three_card": _three_unfolded,
    "four_card": _four_unfolded,
    "hold_em": _hold_em_unfolded,
}
