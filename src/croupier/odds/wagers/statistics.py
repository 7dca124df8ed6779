"""More figures of one result: return by line, skewness, droughts, what a session wins, and what the rules say of it."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, lcm, log, log1p, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.games.base import game_of, to_one
from croupier.odds.wagers.catalogue import BASE, Entry, find
from croupier.odds.wagers.results import Result
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines, Paytable, PaytableMenu
from croupier.rulebook.payout import no_less

SESSION_ROUNDS = 100
MOST_ROUNDS = 1_000
QUANTILES = (5, 25, 50, 75, 95)  # percent of sessions that end no better
USUAL = Fraction(1, 20)  # a drought longer than usual comes to one wait in twenty
MOST_CELLS = 1 << 20
BARS = 40
SELDOM = 0.004  # of sessions at either end are not drawn


class LineReturn(Struct, frozen=True, kw_only=True):
    """What one line gives back of each unit staked, and what one more to one on it would take from the edge.

    In the game against the dealer it is what the line adds to each ante, and what one more would take as it is now best
    played: the line beneath which the edge of best play stays.
    """

    line: str
    pays: str
    count: int
    returned: Fraction
    per_unit: Fraction


class Bar(Struct, frozen=True):
    """The share of sessions that end from one result up to, and not with, another; in units staked."""

    from_units: float
    to_units: float
    chance: float


class Session(Struct, frozen=True, kw_only=True):
    """What so many rounds win together, in units staked.

    Mean and variance are exact. The rest is worked out in floats, to about ten digits. Awards from `large_from` on are
    so large that one of them leaves any session ahead: `large_chance` is how likely there is one, above all quantiles.
    """

    rounds: int
    mean: Fraction
    variance: Fraction
    ahead: float
    quantiles: Mapping[int, float]
    bars: tuple[Bar, ...]
    large_from: Fraction | None = None
    large_chance: float = 0.0


class Statistics(Struct, frozen=True, kw_only=True):
    """Of one result. `third` is the third central moment; skewness is it over the deviation's cube.

    `drought` is the least number of rounds within which a win comes with a chance of 95 in 100 or more: of twenty
    waits for a win at most one, on average, is longer. None where nothing wins.
    """

    third: Fraction
    drought: int | None
    lines: tuple[LineReturn, ...]
    session: Session

    def skewness(self, variance: Fraction) -> float:
        """How lopsided a round is: above nothing where rare wins are large."""
        return float(self.third) / sqrt(variance) ** 3 if variance else 0.0


Law = list[tuple[Fraction, int]]  # what a round adds to one unit staked, and how many deals give it


def law_of_result(result: Result) -> Law:
    """Every result of a round with its count; what no line pays loses the stake, or nothing where there is none."""
    found: dict[Fraction, int] = {}
    for line in result.lines:
        if line.count:
            won = line.contribution * result.total / line.count
            found[won] = found.get(won, 0) + line.count
    rest = result.total - sum(found.values())
    if rest:
        lost = Fraction(0 if result.wager == "envy" else -1)
        found[lost] = found.get(lost, 0) + rest
    return sorted(found.items())


def statistics(book: Rulebook, result: Result, rounds: int = SESSION_ROUNDS) -> Statistics:
    """The figures, with sessions of so many rounds."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"A session of {rounds:,} rounds is not drawn; write from 1 to {MOST_ROUNDS:,}.")
    law = law_of_result(result)
    third = sum(((won - result.ev) ** 3 * count for won, count in law), Fraction(0)) / result.total
    return Statistics(
        third=third,
        drought=drought(result.hit_frequency),
        lines=_lines_of_best_play(book, result) if result.wager == BASE else _lines(result),
        session=_session(law, result, rounds),
    )


def drought(hits: Fraction) -> int | None:
    """The least number of rounds that all fail to win with a chance of one in twenty or less."""
    if not hits:
        return None
    if hits == 1:
        return 1
    about = max(1, ceil(log(USUAL) / log1p(-float(hits))))
    if about > 10_000:  # where a float is sure to the round, and the powers are large
        return about
    loses = 1 - hits
    while about > 1 and loses ** (about - 1) <= USUAL:
        about -= 1
    while loses**about > USUAL:
        about += 1
    return about


def _lines(result: Result) -> tuple[LineReturn, ...]:
    staked = 0 if result.wager == "envy" else 1
    return tuple(
        LineReturn(
            line=line.line,
            pays=line.pays,
            count=line.count,
            returned=line.contribution + Fraction(staked * line.count, result.total),
            per_unit=Fraction(line.count, result.total),
        )
        for line in result.lines
    )


def _lines_of_best_play(book: Rulebook, result: Result) -> tuple[LineReturn, ...]:
    pays_in, paid = game_of(book).pays_in, dict[str, int]()
    for line in result.lines:
        if pays_in(line):
            paid[line.line] = paid.get(line.line, 0) + line.count
    table = _table_of(book, result.wager, result)
    return tuple(
        LineReturn(
            line=name,
            pays=str(table.pays(name)),
            count=paid.get(name, 0),
            returned=odds * paid.get(name, 0) / result.total,
            per_unit=Fraction(paid.get(name, 0), result.total),
        )
        for name, odds in to_one(table).items()
    )


def _session(law: Law, result: Result, rounds: int) -> Session:
    import numpy as np  # with the rest of the kernels, by who asks for a session

    common, large = list(law), list[tuple[Fraction, int]]()
    step = Fraction(1, lcm(*(won.denominator for won, _ in law)))
    while len(common) > 2 and rounds * (common[-1][0] - common[0][0]) / step + 1 > MOST_CELLS:
        large.insert(0, common.pop())
        step = Fraction(1, lcm(*(won.denominator for won, _ in common)))
    lowest = common[0][0]
    cells = int(rounds * (common[-1][0] - lowest) / step) + 1
    if cells > MOST_CELLS or (large and large[0][0] < -rounds * lowest):
        raise BadInput(
            "The odds need too fine a common measure for such a session; write rounder ones, or fewer rounds."
        )
    one = np.zeros(cells)
    for won, count in common:
        one[int((won - lowest) / step)] += count / result.total
    size = 1 << (cells - 1).bit_length() if cells > 1 else 1
    chances = np.clip(np.fft.irfft(np.fft.rfft(one, size) ** rounds, size)[:cells], 0, None) if size > 1 else one
    first, width = float(rounds * lowest), float(step)
    reached = np.cumsum(chances)

    def at_quantile(percent: int) -> float:
        place = int(np.searchsorted(reached, percent / 100 - 1e-12))
        return first + width * min(place, cells - 1)

    behind = int(-rounds * lowest / step)  # the cell of a session that comes out even
    seldom = 1 - sum(count for _, count in large) / result.total
    last = min(cells - 1, int(np.searchsorted(reached, min(1 - SELDOM, reached[-1]))))
    begin = int(np.searchsorted(reached, SELDOM))
    each = max(1, ceil((last + 1 - begin) / BARS))
    bars = tuple(
        Bar(first + width * at, first + width * (at + each), float(chances[at : at + each].sum()))
        for at in range(begin, last + 1, each)
    )
    return Session(
        rounds=rounds,
        mean=rounds * result.ev,
        variance=rounds * result.variance,
        ahead=float(chances[behind + 1 :].sum()) + (1 - seldom**rounds),
        quantiles={percent: at_quantile(percent) for percent in QUANTILES if percent / 100 <= reached[-1]},
        bars=bars,
        large_from=large[0][0] if large else None,
        large_chance=1 - seldom**rounds,
    )


Permitted = Literal["posted", "above_minimum", "not_in_force", "below_floor", "not_in_the_rules"]


class Permission(Struct, frozen=True, kw_only=True):
    """What the rules say of a paytable: which it is, or that it needs approval, or which lines are below a floor."""

    kind: Permitted
    sentence: str
    paytable: str = ""
    clause: str = ""
    below: tuple[str, ...] = ()


def permission(entry: Entry, lines: Lines) -> Permission:
    """What the rules say of these lines for the wager of the entry."""
    menu, asked = entry.menu, {line.line: line.pays for line in lines}
    same = [table for table in menu.tables if {line.line: line.pays for line in table.lines} == asked]
    for table in sorted(same, key=lambda table: table.status != "selectable"):
        clause = table.clause[0]
        if table.status == "selectable":
            sentence = f"This is paytable {table.id} of the rules."
            return Permission(kind="posted", sentence=sentence, paytable=table.id, clause=clause)
        sentence = f"This is paytable {table.id}, which is {table.status}: not in force, it would need approval."
        return Permission(kind="not_in_force", sentence=sentence, paytable=table.id, clause=clause)
    if menu.odds == "minimum":
        return _by_floor(menu, lines)
    return Permission(kind="not_in_the_rules", sentence="Not in the rules: it would need approval.")


def permission_of(book: Rulebook, wager: str, result: Result) -> Permission:
    """The same for a result: of a posted table, or of one's own in place of one."""
    entry = find(book, wager, result.instead_of or result.paytable)[0]
    return permission(entry, _table_of(book, wager, result).lines)


def _table_of(book: Rulebook, wager: str, result: Result) -> Paytable:
    """The paytable of a result: a posted one, or one's own in place of one."""
    table = find(book, wager, result.instead_of or result.paytable)[0].table
    return replace(table, lines=result.own_lines) if result.instead_of else table


def _by_floor(menu: PaytableMenu, lines: Lines) -> Permission:
    """Where the law prints minimums: the posted table that these lines fall least below."""
    asked = {line.line: line.pays for line in lines}
    nearest: tuple[tuple[str, ...], str, str] | None = None
    for table in menu.selectable():
        if set(asked) != {line.line for line in table.lines}:
            continue
        below = []
        for line in table.lines:
            if not no_less(asked[line.line], line.pays):
                below.append(line.line)
        if nearest is None or len(below) < len(nearest[0]):
            nearest = (tuple(below), table.id, table.clause[0])
    if nearest is None:
        return Permission(kind="not_in_the_rules", sentence="Not in the rules: it would need approval.")
    below_, table_id, clause = nearest
    if not below_:
        sentence = f"Every line pays what paytable {table_id} prints as the least, or more: the rules permit it."
        return Permission(kind="above_minimum", sentence=sentence, paytable=table_id, clause=clause)
    named = ", ".join(name.replace("_", " ") for name in below_)
    sentence = f"Below the least that paytable {table_id} prints: {named}."
    return Permission(kind="below_floor", sentence=sentence, paytable=table_id, clause=clause, below=below_)
