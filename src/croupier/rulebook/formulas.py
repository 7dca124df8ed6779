"""The checks that are sums rather than comparisons: limits, meters, raised odds, the payout limit's floor."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.finding import Finding, violation
from croupier.rulebook.law.base import Requirement, Threshold, measure, money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import MeterRule, Paytable, PaytableMenu
from croupier.rulebook.payout import For, To, parse_odds, winnings_per_unit
from croupier.rulebook.submission import Submission, parse_rate

Formula = Callable[[Rulebook, Submission, Requirement], Iterator[Finding]]


def has_limits(rulebook: Rulebook, wager: str) -> bool:
    """Whether the wager has a posted minimum and maximum of its own."""
    found = rulebook.wager(wager)
    return found is not None and found.placed == "before_the_deal" and found.amount is None


def limits(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """Each offered wager has a minimum of at least a cent and a maximum not below it."""
    for wager in filed.offers:
        if not has_limits(rulebook, wager):
            continue
        field = f"limits.{wager}"
        low, high = filed.look(f"{field}.minimum_cents"), filed.look(f"{field}.maximum_cents")
        for name, value in (("minimum_cents", low), ("maximum_cents", high)):
            if not value:
                yield violation(f"{field}.{name}", rule, f"{rule.says} Write {field}.{name} as an amount from 1 cent.")
        if low and high and high < low:
            message = f"The maximum {money(high)} is below the minimum {money(low)}; write at least {low}."
            yield violation(f"{field}.maximum_cents", rule, message)


def elected_table(menu: PaytableMenu, filed: Submission) -> Paytable | None:
    """The table of the menu that the submission elects, if it elects one there is."""
    return menu.table(filed.elections.get(menu.wager, ""))


def meters(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """Every meter of the elected paytable has its rate, initial and reset amount, each within its bounds."""
    menu = rulebook.paytable_menu("progressive", filed)
    table = elected_table(menu, filed) if menu else None
    if not table:
        return
    total = Fraction(0)
    for meter in table.meters:
        field = meter_field(meter, table)
        rate = filed.look(f"{field}.rate")
        total += parse_rate(rate, f"{field}.rate") if rate else 0
        yield from _rate(meter, field, rate)
        for name in ("initial_cents", "reset_cents"):
            yield from _seed(meter, f"{field}.{name}", filed, filed.look(f"{field}.{name}"))
    if total > 100:
        where = f"{meter_field(table.meters[-1], table)}.rate"
        yield violation(where, rule, "The rates of the meters add up to more than the whole stake; lower one.")


def meter_field(meter: MeterRule, table: Paytable) -> str:
    """Where a meter is filed: under `progressive` itself when it is the only one."""
    return "progressive" if len(table.meters) == 1 else f"progressive.{meter.meter}"


def _rate(meter: MeterRule, field: str, rate: str | None) -> Iterator[Finding]:
    phrase = meter.rate.phrase()
    if rate is None:
        message = f"The submission states what share of each stake feeds the {meter.meter} meter; write {phrase}."
        yield violation(f"{field}.rate", meter.rate, message)
    elif not meter.rate.allows(parse_rate(rate, f"{field}.rate")):
        message = f"The {meter.meter} meter grows by {phrase} of each stake; {rate} is filed. Write {phrase}."
        yield violation(f"{field}.rate", meter.rate, message)


def seed_bounds(meter: MeterRule, stake_cents: int) -> Threshold:
    """The bounds on a meter's initial and reset amounts, scaled to the stake where the law says so."""
    if not meter.scales_with_stake:
        return meter.seed
    scaled = {name: bound * stake_cents // 100 for name, bound in meter.seed.bounds()}
    return replace(meter.seed, **scaled)


def _seed(meter: MeterRule, field: str, filed: Submission, amount: int | None) -> Iterator[Finding]:
    bounds = seed_bounds(meter, filed.progressive.stake_cents or 100)
    kind = "initial" if field.endswith("initial_cents") else "reset"
    if amount is None:
        message = f"The submission states the {kind} amount of the {meter.meter} meter; write {bounds.phrase()}."
        yield violation(field, meter, message)
    elif not bounds.allows(amount):
        message = f"The {kind} amount of the {meter.meter} meter is {bounds.phrase()}; {money(amount)} is filed."
        bound = measure(bounds.bounds()[0][1], "cents")
        yield violation(field, bounds, f"{message} Write {bounds.bounds()[0][1]} ({bound}).")


def envy_schedule(_: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """The envy schedule carries the progressive paytable's letter."""
    envy, progressive = filed.elections.get("envy"), filed.elections.get("progressive")
    if envy is not None and progressive is not None and envy != progressive:
        message = f'{rule.says} Progressive {progressive} is elected with envy {envy}; write envy = "{progressive}".'
        yield violation("elections.envy", rule, message)


def raised_odds(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """Odds that are filed line by line are never below the elected table's."""
    for wager, lines in filed.odds.items():
        menu = rulebook.paytable_menu(wager, filed)
        if menu is None:
            raise BadInput(f"odds.{wager}: there is no such paytable; {nearest(wager, rulebook.paytable_wagers())}.")
        table = menu.table(filed.elections.get(wager, menu.default))
        for line, text in lines.items():
            field = f"odds.{wager}.{line}"
            try:
                odds = parse_odds(text)
            except BadInput as error:
                raise BadInput(f"{field}: {error}") from None
            posted = table.pays(line) if table else None
            if table and posted is None:
                raise BadInput(f"{field}: the table has no such line; {nearest(line, [x.line for x in table.lines])}.")
            if menu.odds == "exact":
                yield violation(field, menu, f"{menu.title} odds are exact; leave odds.{wager} out of the submission.")
            elif isinstance(posted, To | For) and not (
                type(odds) is type(posted) and winnings_per_unit(odds) >= winnings_per_unit(posted)
            ):
                yield violation(field, rule, f"{rule.says} {text} is filed; write {posted} or more.")


def payout_floor(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """A payout limit, if one is filed, is at least the greater of the floor and the most a minimum hand can win."""
    amount = filed.payout_limit.amount_cents
    if amount is None or rulebook.payout_limit is None:
        return
    printed = rulebook.payout_limit.floor.at_least or 0
    floor = max(printed, most_at_minimum(rulebook, filed))
    if amount < floor:
        message = f"{rule.says} {money(amount)} is filed; write at least {floor} ({money(floor)})."
        yield violation("payout_limit.amount_cents", rule, message)


def most_at_minimum(rulebook: Rulebook, filed: Submission) -> int:
    """The most that one hand can win at minimum stakes: the top line of each wager, play at its largest."""
    if rulebook.payout_limit is None:
        return 0
    covered = rulebook.payout_limit.covers.under(filed.elections)
    total = Fraction(0)
    largest_play = max(
        times for point in rulebook.decisions.points for option in point.options for times in option.times
    )
    for menu in rulebook.paytables:
        wager = rulebook.wager(menu.wager)
        if wager is None or menu.wager not in covered:
            continue
        if menu.chosen_by == "election" and menu.wager not in filed.offers:
            continue
        table = menu.table(filed.elections.get(menu.wager, menu.default)) or menu.table(menu.default)
        tops = (
            [Fraction(line.pays.pays, line.pays.per) for line in table.lines if isinstance(line.pays, To)]
            if table
            else []
        )
        own = menu.wager if has_limits(rulebook, menu.wager) else "ante"
        stake = filed.look(f"limits.{own}.minimum_cents") or 0
        total += max(tops, default=Fraction(0)) * stake * (largest_play if menu.wager == "play" else 1)
    return int(total)


FORMULAS: Mapping[str, Formula] = {
    "limits": limits,
    "meters": meters,
    "envy_schedule": envy_schedule,
    "raised_odds": raised_odds,
    "payout_floor": payout_floor,
}
