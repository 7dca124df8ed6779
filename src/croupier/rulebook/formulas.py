"""The checks that are sums rather than comparisons: limits, meters, raised odds, the payout limit's floor."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.finding import Finding, violation
from croupier.rulebook.law.base import Requirement, Threshold, measure, money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import MeterRule, Paytable, PaytableMenu
from croupier.rulebook.most_won import most_at_minimum
from croupier.rulebook.payout import no_less, parse_odds
from croupier.rulebook.submission import MeterFiling, Submission, parse_rate

METER_FIELDS = ("progressive", "progressive.mega", "progressive.major", "progressive.minor")
Formula = Callable[[Rulebook, Submission, Requirement], Iterator[Finding]]


def limits(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """Each offered wager, or the one that the rule names, has a minimum from a cent and a maximum not below it."""
    only = rule.field.partition(".")[2]
    for wager in filed.offers:
        if not rulebook.has_limits(wager) or only not in ("", wager):
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
    if len(filed.progressive.stakes_cents) > 1 and any(meter.scales_with_stake for meter in table.meters):
        message = (
            f"The seeds of {table.id} follow the stake, so its table takes one stake;"
            f" write progressive.stake_cents = {filed.progressive.stakes_cents[0]}."
        )
        yield violation("progressive.stake_cents", table.meters[0].seed, message)
    for meter in table.meters:
        field = meter_field(meter, table)
        rate = filed.look(f"{field}.rate")
        total += parse_rate(rate, f"{field}.rate") if rate else 0
        yield from _rate(meter, field, rate)
        for kind in ("initial", "reset"):
            bounds = seed_bounds(meter, smallest_stake(filed))
            yield from _seed(meter, kind, f"{field}.{kind}_cents", bounds, filed.look(f"{field}.{kind}_cents"))
    yield from _other_meters(filed, table)
    if total > 100:
        where = f"{meter_field(table.meters[-1], table)}.rate"
        yield violation(where, rule, "The rates of the meters add up to more than the whole stake; lower one.")


def _other_meters(filed: Submission, table: Paytable) -> Iterator[Finding]:
    """What is filed for meters that the table does not have."""
    own = {meter_field(meter, table) for meter in table.meters}
    for name in METER_FIELDS:
        section = filed.look(name)
        for value in MeterFiling.__struct_fields__ if name not in own and section else ():
            if getattr(section, value) is not None:
                places = " and ".join(f"{place}.{value}" for place in sorted(own))
                message = f"Paytable {table.id} has no such meter; leave {name}.{value} out and write {places}."
                yield violation(f"{name}.{value}", table, message)


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


def smallest_stake(filed: Submission) -> int:
    """The stake that a progressive table's seeds go by: the smallest filed, else the listed dollar."""
    return min(filed.progressive.stakes_cents, default=100)


def seed_bounds(meter: MeterRule, stake_cents: int) -> Threshold:
    """The bounds on a meter's initial and reset amounts, scaled to the stake where the law says so."""
    if not meter.scales_with_stake:
        return meter.seed
    scaled = {name: bound * stake_cents // 100 for name, bound in meter.seed.bounds()}
    return replace(meter.seed, **scaled)


def _seed(meter: MeterRule, kind: str, field: str, bounds: Threshold, amount: int | None) -> Iterator[Finding]:
    if amount is None:
        message = f"The submission states the {kind} amount of the {meter.meter} meter; write {bounds.phrase()}."
        yield violation(field, meter, message)
    elif not bounds.allows(amount):
        message = f"The {kind} amount of the {meter.meter} meter is {bounds.phrase()}; {money(amount)} is filed."
        bound = measure(bounds.bounds()[0][1], "cents")
        yield violation(field, bounds, f"{message} Write {bounds.bounds()[0][1]} ({bound}).")


def envy_schedule(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """The envy schedule carries the progressive paytable's letter."""
    envy, progressive = filed.elections.get("envy"), filed.elections.get("progressive")
    if envy is not None and progressive is not None and envy != progressive:
        message = f'{rule.says} Progressive {progressive} is elected with envy {envy}; write envy = "{progressive}".'
        menu = rulebook.paytable_menu("envy", filed)
        belongs = menu.table(progressive) if menu else None
        yield violation("elections.envy", _of_it(rule, belongs.clause) if belongs else rule, message)


def _of_it(rule: Requirement, clauses: tuple[str, ...]) -> Requirement:
    """The rule by those of its clauses that a menu or table stands under, where it has several."""
    under = {clause.partition("/")[0] for clause in clauses}
    return replace(rule, clause=tuple(clause for clause in rule.clause if clause in under) or rule.clause)


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
                hint = nearest(line, [posted_line.line for posted_line in table.lines])
                raise BadInput(f"{field}: the table has no such line; {hint}.", ", ".join(table.clause))
            if menu.odds == "exact":
                yield violation(field, menu, f"{menu.title} odds are exact; leave odds.{wager} out of the submission.")
            elif posted is not None and not no_less(odds, posted):
                message = f"{rule.says} {text} is filed; write {posted} or more."
                yield violation(field, _of_it(rule, menu.clause), message)


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


def version_limits(rulebook: Rulebook, filed: Submission, rule: Requirement) -> Iterator[Finding]:
    """The posted limits leave stakes with which the elected version's wagers can be made together."""
    for version in rulebook.wagers.versions:
        for bound in version.bounds if version.version == filed.elections.get("version") else ():
            field = f"limits.{bound.wager}.minimum_cents"
            least, most = filed.look(field), filed.look(f"limits.{bound.of}.maximum_cents")
            if least and most and least > bound.at_most_times * most:
                wager, of = (found.title for name in (bound.wager, bound.of) if (found := rulebook.wager(name)))
                times = "" if bound.at_most_times == 1 else f"{bound.at_most_times} times "
                message = (
                    f"{rule.says} Under version {version.version} {wager} is at most {times}the {of}, whose maximum is"
                    f" {money(most)}, so {wager} from {money(least)} cannot be made; write {field} ="
                    f" {bound.at_most_times * most} or less, or raise limits.{bound.of}.maximum_cents."
                )
                yield violation(field, bound, message)


FORMULAS: Mapping[str, Formula] = {
    "limits": limits,
    "meters": meters,
    "envy_schedule": envy_schedule,
    "raised_odds": raised_odds,
    "payout_floor": payout_floor,
    "version_limits": version_limits,
}
