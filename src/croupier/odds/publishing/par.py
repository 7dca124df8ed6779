"""A PAR sheet: all that a laboratory starts from, as plain values ready to be set."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib.metadata import version

import msgspec
from msgspec import Struct

from croupier.odds.advice.strategy import RulesOfPlay
from croupier.odds.publishing.told import RESULTS, decision_words, in_the_long_run, meter_terms, setting
from croupier.odds.wagers.results import Line, Result
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.phrases import words
from croupier.typesetting import typeset

ENVY = "envy"
OF_A_FOLD = ("fold", "fold_forfeits_progressive")  # what of `at` says only what a fold would do
METHOD = (
    "Every deal of a 52-card deck is counted and none is sampled: counts are whole numbers, averages and edges exact "
    "fractions, and nothing is rounded before it is printed.",
    "The game itself is solved: at each decision the action is taken that is worth most on average over every deal "
    "that is still possible, and of equal ones the one that stakes less.",
    "House edge: what the house keeps of each unit staked on the wager, for the game itself of each ante. Deviation: "
    "the standard deviation of one round in the same units. Hits: the share of rounds that win. N0: the rounds after "
    "which the edge is as large as one deviation. Risk: the edge as a share of all that is staked.",
)
ASSUMPTIONS = (
    "A player sees the cards that the rules let a player see, and no other player's.",
    "Wagers stand at the stakes and the meters at the sums given beside each result: unless said otherwise one "
    "dollar, and the least that the rules let a meter show.",
    "Where a fold forfeits a wager, the player plays as is best for the ante, and the hands so folded do not pay.",
    "Payout limits, irregularities, and odds raised by a submission are left out of account.",
)


class ParLine(Struct, frozen=True):
    """One line of a return table, as printed."""

    line: str
    pays: str
    count: str
    probability: str
    contribution: str


class ParPlot(Struct, frozen=True):
    """Return against one meter: a straight line through two points, and where it breaks even."""

    meter: str
    from_cents: int
    to_cents: int
    from_return: float
    to_return: float
    break_even_cents: int | None
    from_shown: str
    to_shown: str


class ParWager(Struct, frozen=True, kw_only=True):
    """One wager under one paytable; `setting` tells it from others of that paytable."""

    title: str
    setting: str
    paytable: str
    status: str
    clause: str
    house_edge: str
    sd: str
    hit_frequency: str
    element_of_risk: str
    volatility: str
    total: str
    depends_on: tuple[str, ...]
    decisions: tuple[tuple[str, str], ...]
    lines: tuple[ParLine, ...]
    all_deals: ParLine
    long_run_return: str
    plots: tuple[ParPlot, ...]


class Par(Struct, frozen=True, kw_only=True):
    """The whole sheet. `version` is the software's, `date` the day it was made on."""

    title: str
    rulebook: str
    jurisdiction: str
    status: str
    digest: str
    version: str
    date: str
    method: tuple[str, ...]
    assumptions: tuple[str, ...]
    wagers: tuple[ParWager, ...]
    strategies: tuple[tuple[str, str, str, tuple[str, ...]], ...]


def par(rules: GameRules, results: Iterable[Result], strategies: Iterable[RulesOfPlay], date: str) -> Par:
    """The sheet of a rulebook's results, made on that day."""
    book = rules.rulebook
    return Par(
        title=book.title,
        rulebook=book.rulebook,
        jurisdiction=book.jurisdiction,
        status=book.standing,
        digest=rules.digest,
        version=version("croupier"),
        date=date,
        method=METHOD,
        assumptions=ASSUMPTIONS,
        wagers=tuple(par_wager(book, result) for result in _told_once(results)),
        strategies=tuple((s.name, s.source, percent(s.cost, 4), s.rules) for s in strategies),
    )


def par_pdf(sheet: Par, colour: str = "#2b2b2b") -> bytes:
    """The sheet as a PDF, in the colour of its felt."""
    data = msgspec.to_builtins(sheet) | {"colour": colour}
    return typeset("croupier.odds.publishing", "par", {"par": msgspec.json.encode(data).decode()})


def _told_once(results: Iterable[Result]) -> Iterator[Result]:
    """The results but those that differ from another in nothing but what a fold would do to it."""
    seen = set()
    for result in results:
        at = {name: str(value) for name, value in result.at.items() if name not in OF_A_FOLD}
        same = (result.wager, result.paytable, result.status, result.ev, result.variance, result.lines, str(at))
        if same not in seen:
            seen.add(same)
            yield result


def percent(value: Fraction | float, places: int = 3) -> str:
    """A share in percent."""
    return f"{float(value) * 100:.{places}f} %"


def par_wager(book: Rulebook, result: Result) -> ParWager:
    """One result as the sheet prints it."""
    edge = result.house_edge
    # N0: the rounds after which the expected loss equals one standard deviation.
    rounds = f"{float(result.variance / edge**2):,.0f} rounds" if edge else "none"
    return ParWager(
        title=result.title,
        setting=setting(book, result.at),
        paytable=result.paytable,
        status=result.status,
        clause=result.clause,
        house_edge=percent(edge, 4) if result.wager != ENVY else f"adds {percent(result.ev, 4)}",
        sd=f"{result.sd:.4f}",
        hit_frequency=percent(result.hit_frequency),
        element_of_risk=percent(result.element_of_risk, 4) if result.element_of_risk is not None else "",
        volatility=rounds,
        total=f"{result.total:,}",
        depends_on=tuple(_circumstances(result)),
        decisions=tuple((decision_words(name), percent(share)) for name, share in result.decisions.items()),
        lines=tuple(_line(result, line) for line in (*result.lines, *_lost(result))),
        all_deals=ParLine("All deals", "", f"{result.total:,}", f"{1:.9f}", f"{float(result.ev):+.6f}"),
        long_run_return=percent(result.meters.long_run_return) if result.meters else "",
        plots=tuple(_plots(result)),
    )


def _line(result: Result, line: Line) -> ParLine:
    hand = words(line.line)
    told = f"{decision_words(line.decision)}, {RESULTS[line.result]}" if line.decision else ""
    return ParLine(
        ": ".join(part for part in (told, hand) if part) if line.decision else f"{hand[:1].upper()}{hand[1:]}",
        line.pays,
        f"{line.count:,}",
        f"{line.count / result.total:.9f}",
        f"{float(line.contribution):+.6f}",
    )


def _lost(result: Result) -> Iterator[Line]:
    """What no line of a wager beside the game pays: the stake is lost, or where there is none nothing comes."""
    rest = result.total - sum(line.count for line in result.lines)
    if not result.decisions and rest:
        free = result.wager == ENVY
        lost = Fraction(0 if free else -rest, result.total)
        folded = " or folded" if result.folding and result.folding.loses and result.folding.paying_deals else ""
        yield Line("no_award" if free else f"none_of_these{folded}", rest, "nothing" if free else "loses", lost)


def _circumstances(result: Result) -> Iterator[str]:
    if result.folding:
        words = str(result.at["fold"])
        yield f"A fold {words}" if result.folding.loses else _capital(words)
    yield from meter_terms(result.at)
    if result.meters:
        for meter, cents in result.meters.break_even_cents.items():
            if cents == 0:
                yield f"The player has the edge whatever the {meter} meter shows"
            elif cents is not None:
                yield f"Breaks even where the {meter} meter shows {money(cents)}"
        yield in_the_long_run(result.at, percent(result.meters.long_run_return))
    if result.by_stake:
        constant, over = percent(-result.by_stake.constant), percent(result.by_stake.over_stake / 100)
        yield f"At any stake the house edge is {constant} less {over} / stake in dollars"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _plots(result: Result) -> Iterable[ParPlot]:
    if result.meters is None:
        return
    shown = result.at.get("meters_cents", {})
    for meter, slope in result.meters.per_cent.items():
        even = result.meters.break_even_cents[meter] or None  # at nothing the player has the edge already
        low, high = shown[meter], 2 * max(even or 0, shown[meter])
        others = result.ev - slope * low
        first, last = (float(1 + others + slope * cents) for cents in (low, high))
        yield ParPlot(meter, low, high, first, last, even, money(low), money(high))
