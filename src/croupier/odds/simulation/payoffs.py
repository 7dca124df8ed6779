"""Money: what each outcome of each wager pays at a seat's stakes, in whole cents."""

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.odds.simulation.kernels.setup import CASES, MOST_TIMES
from croupier.odds.wagers.showdown import comes_to
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, Push, To, rounded

FOLD = 0


@dataclass(frozen=True)
class Codes:
    """How the outcomes of the game against the dealer are numbered; `lines` counts one more for no line."""

    lines: int

    @property
    def count(self) -> int:
        """How many codes there are."""
        return (MOST_TIMES + 1) * 6 * self.lines

    def code(self, times: int, case: str, qualified: bool, line: int) -> int:
        """The number of an outcome."""
        return ((times * 2 + qualified) * 3 + CASES.index(case)) * self.lines + line if times else FOLD

    def told(self, code: int) -> tuple[int, str, bool, int]:
        """Times the ante played, comparison, qualification and line of an outcome."""
        rest, line = divmod(code, self.lines)
        rest, case = divmod(rest, 3)
        return rest // 2, CASES[case], bool(rest % 2), line


@dataclass(frozen=True)
class Payoff:
    """What one line of one seat's wager pays and gives back, in cents; a meter's share is not known yet."""

    line: str
    stake: int
    paid: int
    returned: int
    meter: MeterShare | None = None

    @property
    def net(self) -> int:
        """What the seat is up or down by."""
        return self.paid + self.returned - self.stake


def pay(rules: GameRules, odds: Odds, stake: int) -> tuple[int, int]:
    """What the house adds and what comes back of the stake; nothing by a meter."""
    if isinstance(odds, To):
        return rounded(stake * odds.pays, odds.per, rules.odds_rounding), stake
    if isinstance(odds, For):
        return rounded(stake * odds.pays, odds.per, rules.odds_rounding), 0
    if isinstance(odds, Push):
        return 0, stake
    if isinstance(odds, FixedSum):
        return odds.cents, stake if sums_return_stake(rules) else 0
    return 0, 0


def sums_return_stake(rules: GameRules) -> bool:
    """Whether a fixed sum comes with the stake."""
    bonus = rules.rulebook.six_card_bonus
    return bool(bonus and rules.value(bonus.fixed_award_returns_stake))


def part_payoff(
    rules: GameRules, table: Paytable | None, stakes: Mapping[str, int], part: str, outcome: tuple[int, str, bool, int]
) -> Payoff:
    """What one wager of the game pays: by the comparison with the dealer, the dealer's qualification coming first."""
    times, case, qualified, line = outcome
    ante = stakes["ante"]
    odds = table.lines[line].pays if table and line < len(table.lines) else None
    named = table.lines[line].line if table and odds else ""
    stake = times * ante if part == "play" else stakes.get(part, 0)
    if not times:
        return Payoff("", stake, 0, 0)
    if part == "ante_bonus":
        return Payoff(named, 0, pay(rules, odds, ante)[0] if odds else 0, 0)
    result = comes_to(rules.rulebook, part, (case, qualified))
    if result == "paytable":
        return Payoff(named, stake, *(pay(rules, odds, stake) if odds else (0, 0)))
    if result == "win":
        even = rules.table(part)
        assert even is not None
        return Payoff("", stake, *pay(rules, even.lines[0].pays, stake))
    return Payoff("", stake, 0, stake if result == "push" else 0)


def side_payoffs(rules: GameRules, table: Paytable, stake: int) -> tuple[Payoff, ...]:
    """A side wager's lines, then what no line and a forfeit give: nothing."""
    found = []
    for line in table.lines:
        meter = line.pays if isinstance(line.pays, MeterShare) else None
        found.append(Payoff(line.line, stake, *pay(rules, line.pays, stake), meter))
    return (*found, Payoff("", stake, 0, 0), Payoff("", stake, 0, 0))
