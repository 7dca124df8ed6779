"""Odds as people read them: the house edge first, then what pays and how often."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.tables import plain_table
from croupier.odds.advice.strategy import RulesOfPlay
from croupier.odds.publishing.told import RESULTS, decision_words, in_the_long_run, setting
from croupier.odds.wagers.results import Line, Result
from croupier.odds.wagers.statistics import Permission, Statistics
from croupier.odds.wagers.whole import WholeBet
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.phrases import words


def print_all(out: Console, book: Rulebook, found: Sequence[Result]) -> None:
    """One row per wager and paytable under the usual elections, then the game's return table."""
    out.print(Text(f"{book.title}: exact odds", style="bold"))
    out.print(
        "The house edge is what the house keeps of each unit staked, on average over every deal there can be; for\n"
        "the game itself, of each ante with best play. Deviation is how far a round strays from it, in units staked.\n"
    )
    table = plain_table("House edge", "Wager", "Paytable", "Wins", "Deviation", "Depends on")
    for column in (0, 3, 4):
        table.columns[column].justify = "right"
    last = ""
    for same in _rows(book, found):
        result = same[0]
        if last and result.title != last:
            table.add_section()
        table.add_row(
            _edge(result),
            "" if result.title == last else _title(result),
            ", ".join(_paytable(one) for one in same),
            _percent(result.hit_frequency),
            f"{result.sd:,.2f}",
            Text(_at(book, result), style="dim"),
        )
        last = result.title
    out.print(table)
    out.print()
    _print_one(out, book, found[0])
    example = f"croupier odds {book.rulebook} --wager {found[-1].wager}"
    out.print(
        Text(
            f"\nOne wager, its lines, other stakes and elections: {example}\n"
            f"A paytable of your own: {example} --paytable-file FILE\n"
            "Exact fractions and counts: add --json",
            style="dim",
        )
    )


def _rows(book: Rulebook, found: Sequence[Result]) -> list[list[Result]]:
    """The first result of each paytable, with those that come to the same."""
    rows: dict[tuple[str, str], list[Result]] = {}
    seen: set[tuple[str, str]] = set()
    for result in found:
        if (result.wager, result.paytable) not in seen:
            seen.add((result.wager, result.paytable))
            rows.setdefault((result.wager, f"{result.ev} {result.variance} {_at(book, result)}"), []).append(result)
    return list(rows.values())


def print_results(out: Console, book: Rulebook, found: Sequence[Result]) -> None:
    """Each result with its number and its return table."""
    for number, result in enumerate(found):
        if number:
            out.print()
        _print_one(out, book, result)


def _print_one(out: Console, book: Rulebook, result: Result) -> None:
    name = f"{_title(result)}, paytable {_paytable(result)}"
    out.print(Text.assemble((_edge_words(result), "bold"), "  ", name, (f"  {result.clause}", "dim")))
    out.print(_facts(book, result))
    if result.own_play:
        out.print(_own_play(result))
    out.print()
    out.print(_played(result) if result.decisions else _lines(result))


def _own_play(result: Result) -> str:
    assert result.own_play is not None
    if not result.own_play.changed:
        return f"Best play is the same as with paytable {result.instead_of}."
    cost = float(result.own_play.keeping_costs)
    return f"Best play changes: playing as with paytable {result.instead_of} would cost {cost:.3g} of the ante."


def _facts(book: Rulebook, result: Result) -> str:
    """What a person wants to know besides the edge, a line each."""
    figures = [f"wins {_percent(result.hit_frequency)} of the time", f"deviation {result.sd:,.3f}"]
    if result.element_of_risk is not None:
        figures.insert(0, f"{_percent(result.element_of_risk, 3)} of all money staked")
    facts = ["; ".join(figures)]
    if result.at:
        facts.append(f"At: {_at(book, result)}")
    if "fold" in result.at and "made" not in result.at:
        facts.append(f"Fold: {result.at['fold']}")
    if result.by_stake:
        constant, over = -result.by_stake.constant, result.by_stake.over_stake / 100
        facts.append(
            f"At any stake the house edge is {_percent(constant, 3)} less {_percent(over, 3)} / stake in dollars"
        )
    if result.meters:
        facts += _meters(result)
    return "\n".join(facts)


def _meters(result: Result) -> Iterator[str]:
    assert result.meters is not None
    even = {meter: cents for meter, cents in result.meters.break_even_cents.items() if cents}
    if even:
        alone = ", the others as they are" if len(even) > 1 else ""
        yield (
            "Breaks even when " + " or ".join(f"{meter} shows {money(cents)}" for meter, cents in even.items()) + alone
        )
    for meter, cents in result.meters.break_even_cents.items():
        if cents == 0:
            yield f"The player has the edge whatever {meter} shows"
    yield in_the_long_run(result.at, _percent(result.meters.long_run_return))


def _lines(result: Result) -> Table:
    table = plain_table("Hand", "Pays", "Once in", "Deals", "Adds to the return")
    for column in range(1, 5):
        table.columns[column].justify = "right"
    free = result.wager == "envy"
    for line in result.lines:
        table.add_row(
            words(line.line),
            line.pays,
            _once_in(line.count, result.total),
            f"{line.count:,}",
            _signed(line.contribution),
        )
    rest = result.total - sum(line.count for line in result.lines)
    lost = Fraction(0 if free else -rest, result.total)
    table.add_row("nothing above", "-" if free else "loses", _once_in(rest, result.total), f"{rest:,}", _signed(lost))
    table.add_section()
    table.add_row("all deals", "", "", f"{result.total:,}", _signed(result.ev))
    return table


def _played(result: Result) -> Table:
    """The game's outcomes by decision and result, hands added up."""
    table = plain_table("Best play", "Outcome", "Share", "Adds to the return")
    table.columns[2].justify = table.columns[3].justify = "right"
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in result.lines:
        groups.setdefault((line.decision, line.result), []).append(line)
    last = ""
    order = list(RESULTS)
    by_stake = sorted(groups.items(), key=lambda item: order.index(item[0][1]))
    for (decision, ended), lines in sorted(by_stake, key=lambda item: item[0][0], reverse=True):
        if last and decision != last:
            table.add_section()
        share = Fraction(sum(line.count for line in lines), result.total)
        adds = sum((line.contribution for line in lines), Fraction(0))
        shown = "" if decision == last else f"{decision_words(decision)}, {_percent(result.decisions[decision])}"
        table.add_row(shown, RESULTS[ended], _percent(share), _signed(adds))
        last = decision
    table.add_section()
    table.add_row("all deals", f"{result.total:,} of them", "", _signed(result.ev))
    return table


def _title(result: Result) -> str:
    """The wager's title; the game against the dealer by the table that its best play depends on."""
    return f"The game itself, by {result.title.rpartition(', ')[2]}" if result.decisions else result.title


def _paytable(result: Result) -> str:
    mark = "" if result.status in ("selectable", "own") else f" ({result.status})"
    return f"{result.paytable}{mark}" + (f", in place of {result.instead_of}" if result.instead_of else "")


def _edge(result: Result) -> Text:
    if result.wager == "envy":
        return Text(f"adds {_percent(result.ev, 3)}", style="green")
    return Text(_percent(result.house_edge, 3), style="bold" if result.ev <= 0 else "bold green")


def _edge_words(result: Result) -> str:
    if result.wager == "envy":
        return f"Adds {_percent(result.ev, 3)} of the stake"
    whose = "House edge" if result.ev <= 0 else "Player's edge"
    return f"{whose} {_percent(abs(result.ev), 3)}"


def _at(book: Rulebook, result: Result) -> str:
    told = setting(book, {name: value for name, value in result.at.items() if name != "fixed_award_returns_stake"})
    parts = [told] if told else []
    if "made" in result.at and "fold" in result.at:
        parts.append(f"a fold {result.at['fold']}")
    if result.at.get("resets_cents") != result.at.get("meters_cents"):
        parts.append(", ".join(f"reset to {money(cents)}" for cents in result.at["resets_cents"].values()))
    fed = [f"fed {rate:g}% of stakes" for rate in result.at.get("rates_percent", {}).values() if rate]
    return ", ".join((*parts, *fed))


def _percent(value: Fraction, places: int = 2) -> str:
    return f"{100 * float(value):.{places}f}%"


def _signed(value: Fraction) -> str:
    return f"{100 * float(value):+.4f}%"


def _once_in(count: int, total: int) -> str:
    return f"{total / count:,.1f}" if count else "never"


def print_whole(out: Console, rules: GameRules, bet: WholeBet) -> None:
    """All wagers together: what a round brings by best play of them all, and what it costs to overlook some."""
    stakes = ", ".join(f"{words(name)} {money(cents)}" for name, cents in bet.stakes_cents.items())
    out.print(Text(f"{rules.rulebook.title}: {stakes}", style="bold"))
    meters = ", ".join(f"{words(name)} shows {money(cents)}" for name, cents in bet.meters_cents.items())
    brought, cost = float(bet.ev_cents) / 100, float(bet.ignoring_costs_cents)
    what = f"{'brings' if brought > 0 else 'costs'} ${abs(brought):,.6f} on average by best play of all wagers together"
    out.print(f"A round {what}{f', where {meters}' if meters else ''}.")
    out.print(
        f"To play as is best for the ante alone costs {cost:.6f} cents a round more.\n"
        if cost
        else "Best play for the ante alone is best for all of them.\n"
    )
    table = plain_table("Wager", "Paytable", "Stake", "A fold loses it", "Cents a round", "Played for the ante alone")
    for column in (2, 4, 5):
        table.columns[column].justify = "right"
    for wager in bet.wagers:
        name = "ante, blind and play" if "blind" in bet.stakes_cents else "ante and play"
        table.add_row(
            name if wager.wager == "base" else words(wager.wager), wager.paytable, money(wager.stake_cents),
            "yes" if wager.fold_loses else "no", f"{float(wager.ev_cents):+.6f}", f"{float(wager.ev_alone_cents):+.6f}",
        )  # fmt: skip
    out.print(table)
    out.print()
    played = plain_table("Last decision", "Share", "Played for the ante alone")
    played.columns[1].justify = played.columns[2].justify = "right"
    for decision in sorted({*bet.decisions, *bet.decisions_alone}, reverse=True):
        shares = (chosen.get(decision, Fraction(0)) for chosen in (bet.decisions, bet.decisions_alone))
        played.add_row(decision_words(decision), *(_percent(share, 4) for share in shares))
    out.print(played)


def print_strategies(out: Console, book: Rulebook, strategies: Sequence[RulesOfPlay]) -> None:
    """Ways to play, each with what it gives up."""
    out.print(Text(f"How to play {book.title}\n", style="bold"))
    for strategy in strategies:
        edge, cost = float(-strategy.ev), float(strategy.cost)
        costs = f"costs {cost:.4%} of the ante against best play" if cost else "is best play itself"
        out.print(Text.assemble((strategy.name, "bold"), f" ({strategy.source}): house edge {edge:.4%}, {costs}."))
        for rule in strategy.rules:
            out.print(Padding(Text(f"- {rule}"), (0, 0, 0, 2)))
        out.print()


def print_statistics(out: Console, result: Result, found: Statistics, allowed: Permission | None) -> None:
    """Further figures of a result, each said in words."""
    session = found.session
    out.print(f"\nSkewness {found.skewness(result.variance):,.2f}.")
    if found.drought is not None:
        rounds = "round" if found.drought == 1 else "rounds"
        out.print(f"A win comes within {found.drought:,} {rounds} in 95 of 100 waits or more.")
    middle = session.quantiles.get(50)
    ends = [session.quantiles.get(5), session.quantiles.get(95)]
    told = f"{session.ahead:.1%} of sessions of {session.rounds:,} rounds end ahead"
    if middle is not None and None not in ends:
        told += f"; the middle one ends {middle:+,g}, and nine in ten between {ends[0]:+,g} and {ends[1]:+,g} units"
    out.print(f"{told}.")
    if session.large_from is not None:
        out.print(f"{session.large_chance:.4%} of them have an award of {float(session.large_from):,g} or more.")
    if found.lines:
        table = plain_table("Hand", "Pays", "Returns", "One more to one takes from the edge")
        for column in (1, 2, 3):
            table.columns[column].justify = "right"
        for line in found.lines:
            one_more = f"{float(line.per_unit):.4%}"
            table.add_row(words(line.line), line.pays, f"{float(line.returned):.4%}", one_more)
        out.print(table)
    if allowed:
        out.print(f"{allowed.sentence}{f' ({allowed.clause})' if allowed.clause else ''}\n")
