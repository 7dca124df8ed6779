"""What wagers that were really made should have brought, exactly: calculated apart from the tables.

Means are exact and add up. A deviation has in it how the game against the dealer and a wager beside it move together,
where that is counted; the wagers of which it is not are named, and taken as if they moved by themselves.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.games.base import game_of, solved
from croupier.odds.wagers.catalogue import BASE, entries
from croupier.odds.wagers.results import Result
from croupier.odds.wagers.returns import ReturnTable
from croupier.odds.wagers.showdown import hangs_on_showdown
from croupier.rulebook.elect import GameRules
from croupier.server.odds.mathematics import SHELF, as_elected, asked_of, is_elected, rules_under, table_of

UNIT_CENTS = 100
NAMELESS = ""
SEVEN_CARDS = "own_two_and_community_best_five"  # what hold 'em's own outcomes are counted by


class Made(Struct, frozen=True):
    """The wagers of one box in one round, and what the meters showed."""

    stakes_cents: Mapping[str, int]
    meters_cents: Mapping[str, int] = {}


class Expected(Struct, frozen=True):
    """What each wager brings on average, in cents, `base` for the game against the dealer, and the variance of all.

    `left_out` are wagers that hang on the hands of others; `by_themselves` those that are taken as if independent.
    """

    means_cents: Mapping[str, Fraction]
    variances: Mapping[str, Fraction]
    variance: Fraction
    left_out: tuple[str, ...] = ()
    by_themselves: tuple[str, ...] = ()


def main_wagers(rules: GameRules) -> frozenset[str]:
    """The wagers whose results are one: those against the dealer, and what is paid on top of them."""
    book = rules.rulebook
    return frozenset({wager.wager for wager in book.wagers.wagers if wager.against == "dealer"}) | {
        game_of(book).decided_by
    }


def expected_under(submission: str, made: Sequence[Made]) -> list[Expected]:
    """What each of these should have brought."""
    return [_expected(submission, one) for one in made]


def _expected(submission: str, made: Made) -> Expected:
    main = main_wagers(rules_under(submission))
    ante = made.stakes_cents.get("ante", 0)
    means: dict[str, Fraction] = {}
    variances: dict[str, Fraction] = {}
    together = Fraction(0)
    left_out: list[str] = []
    by_themselves: list[str] = []
    meters = tuple(sorted(made.meters_cents.items()))
    stakes = {BASE: ante} if ante else {}
    stakes |= {wager: cents for wager, cents in made.stakes_cents.items() if cents and wager not in main}
    for wager, cents in stakes.items():
        result = result_of(submission, wager, cents, meters, bool(ante))
        if result is None:
            left_out.append(wager)
            continue
        means[wager] = result.ev * cents
        variances[wager] = result.variance * cents**2
        if wager != BASE and ante:
            moves = covariance(submission, wager, cents, meters)
            if moves is None:
                by_themselves.append(wager)
            else:
                together += 2 * moves * ante * cents
    beside = [wager for wager in variances if wager != BASE]
    if len(beside) > 1:
        by_themselves = beside
    variance = sum(variances.values(), Fraction(0)) + together
    return Expected(means, variances, variance, tuple(left_out), tuple(by_themselves))


@lru_cache(maxsize=4096)
def result_of(
    submission: str, wager: str, stake_cents: int, meters: tuple[tuple[str, int], ...], with_ante: bool
) -> Result | None:
    """A wager's exact result at this stake and these meters; none where the hands of others are part of it."""
    rules = rules_under(submission)
    for entry in entries(rules.rulebook):
        made = entry.at.get("made")
        if entry.wager != wager or entry.table.hands or "other_players" in entry.at:
            continue
        table = table_of(rules, entry)
        right = made is None or (made != "alone") == with_ante
        if table is None or not is_elected(rules, entry) or not right or table.stake_cents not in (0, stake_cents):
            continue
        asked = asked_of(rules, entry, table, dict(meters))
        if wager != BASE:
            asked = replace(asked, stake_cents=stake_cents)
        return as_elected(rules, entry.work_out(SHELF, asked), table)
    return None


def covariance(submission: str, wager: str, stake_cents: int, meters: tuple[tuple[str, int], ...]) -> Fraction | None:
    """How a unit of a wager moves with the game at an ante of one; none where it is not counted.

    Where the wager's lines are the hands that the game is counted by, it follows from that count. Hold 'em's folds are
    counted without their hands: of each line so many deals are folded as it is short of all of them, at one loss.
    """
    base, side = base_returns(submission), result_of(submission, wager, stake_cents, meters, True)
    if side is None:
        return None
    shares: dict[str, Fraction] = {}
    for outcome in base.outcomes:
        shares[outcome.line] = shares.get(outcome.line, Fraction(0)) + Fraction(outcome.count, base.total)
    made = {line.line: Fraction(line.count, side.total) for line in side.lines}
    nameless = shares.pop(NAMELESS, Fraction(0))  # folded, and by which hand was not counted
    unnamed = {line: share - shares.get(line, Fraction(0)) for line, share in made.items()}
    if hangs_on_showdown(rules_under(submission).rulebook, wager):
        return _by_law(submission, wager)
    ranked_alike = not nameless or _ranked_on(submission, wager, stake_cents) == SEVEN_CARDS
    if not ranked_alike or not set(made) <= set(shares) or not _fits(unnamed, nameless):
        return _by_law(submission, wager)
    nets = {line.line: line.contribution * side.total / line.count for line in side.lines if line.count}
    lost_nameless = nameless - sum(unnamed.values(), Fraction(0))
    folded = sum((nets.get(line, Fraction(0)) * share for line, share in unnamed.items()), Fraction(0)) - lost_nameless
    both = Fraction(0)
    for outcome in base.outcomes:
        if outcome.line == NAMELESS:
            both += outcome.net * folded * Fraction(outcome.count, base.total) / nameless
        else:
            both += outcome.net * nets.get(outcome.line, Fraction(-1)) * Fraction(outcome.count, base.total)
    return both - base.ev * side.ev


def _fits(unnamed: Mapping[str, Fraction], nameless: Fraction) -> bool:
    """Whether what the named hands leave of each line can have been folded without a name."""
    return min(unnamed.values()) >= 0 and (sum(unnamed.values()) == 0 or sum(unnamed.values()) <= nameless)


def _ranked_on(submission: str, wager: str, stake_cents: int) -> str:
    rules = rules_under(submission)
    table = rules.table(wager, stake_cents)
    return rules.value(table.ranked_on) if table and table.ranked_on else ""


@lru_cache(maxsize=64)
def base_returns(submission: str) -> ReturnTable:
    """All outcomes of the game against the dealer, best played for its own ante bonus or blind."""
    rules = rules_under(submission)
    table = rules.table(game_of(rules.rulebook).decided_by)
    assert table is not None
    return solved(rules.rulebook, table, SHELF)


@lru_cache(maxsize=256)
def _by_law(submission: str, wager: str) -> Fraction | None:
    """The same from the law of a whole round, where that is known."""
    rules = rules_under(submission)
    text: str = SHELF.get(
        f"moves-together-{rules.digest[:16]}-{wager}", "counting rounds", lambda: _law_variance(rules, wager)
    )
    if not text:
        return None
    base, side = base_returns(submission), result_of(submission, wager, UNIT_CENTS, (), True)
    assert side is not None
    return (Fraction(text) / UNIT_CENTS**2 - base.variance - side.variance) / 2


def _law_variance(rules: GameRules, wager: str) -> str:
    from croupier.odds.simulation.engine import Engine
    from croupier.odds.simulation.strategies import BEST, Strategy
    from croupier.odds.studies.law import round_law

    game = game_of(rules.rulebook)
    if game.in_pieces:  # its laws are of the game alone
        return ""
    engine = Engine(rules, ({"ante": UNIT_CENTS, wager: UNIT_CENTS},), (Strategy(BEST),), SHELF)
    law = round_law(engine, SHELF)
    return str(law.variance) if law else ""
