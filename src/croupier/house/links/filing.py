"""What is filed for a link: its meters with their amounts; and which tables may join it."""

import re
import tomllib
from collections.abc import Iterable
from fractions import Fraction

import msgspec

from croupier.house.links.meters import MeterValue
from croupier.rulebook.complaint import NotWhole, complaint
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import money
from croupier.rulebook.payout import METERS
from croupier.rulebook.submission import Cents, Filed, Rate, Text, parse_rate
from croupier.table.values.refusal import Refusal

LARGEST_METER_CENTS = 10**10
NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


class LinkedMeter(Filed, frozen=True):
    """One meter of a link: `reserve` is the share of each stake that is put aside, such as "0.5 %"."""

    initial_cents: Cents = 0
    reset_cents: Cents = 0
    ceiling_cents: Cents | None = None
    reserve: Rate = "0 %"


class LinkFiling(Filed, frozen=True):
    """A link: its name and its meters, one to three levels."""

    link: Text = ""
    meters: dict[Text, LinkedMeter] = {}


def parse_link(text: str, file: str) -> LinkFiling:
    """The link filed in a TOML text; `file` is what refusals call it."""
    try:
        data = tomllib.loads(text, parse_float=NotWhole)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(f"{file} is not TOML: {error}; mend that place.") from None
    try:
        return msgspec.convert(data, LinkFiling)
    except msgspec.ValidationError:
        raise BadInput(f"{file}: {complaint(data, LinkFiling)}") from None


def filing_for(link: str, rules: GameRules) -> LinkFiling:
    """A link that fits the rules of one table, without ceiling or reserve."""
    meters = {
        meter.meter: LinkedMeter(initial_cents=meter.initial_cents, reset_cents=meter.reset_cents)
        for meter in rules.meters
    }
    return LinkFiling(link=link, meters=meters)


def checked(filing: LinkFiling) -> tuple[MeterValue, ...]:
    """The meters of a filing that can be used, the highest level first and nothing in them yet."""
    link = filing.link
    if not NAME.fullmatch(link):
        raise BadInput(f"{link!r} cannot name a link; use a to z, 0 to 9 and hyphens, at most 40.")
    for name in filing.meters:
        if name not in METERS:
            raise BadInput(f"Link {link} has a meter {name!r}; {nearest(name, METERS)}.")
    if not filing.meters:
        raise BadInput(f"Link {link} has no meter; file at least one of {', '.join(METERS)}.")
    if METERS[0] in filing.meters and len(filing.meters) > 1:
        raise BadInput(f"Link {link} has {METERS[0]} beside other levels; a single meter is called so, and no other.")
    return tuple([_meter(link, name, filing.meters[name]) for name in METERS if name in filing.meters])


def _meter(link: str, name: str, filed: LinkedMeter) -> MeterValue:
    where = f"Link {link}, meter {name}"
    for field in ("initial_cents", "reset_cents"):
        cents = getattr(filed, field)
        if not 0 < cents <= LARGEST_METER_CENTS:
            raise BadInput(f"{where}: {field} is {cents}; write 1 to {LARGEST_METER_CENTS}.")
    ceiling, floor = filed.ceiling_cents, max(filed.initial_cents, filed.reset_cents)
    if ceiling is not None and not floor <= ceiling <= LARGEST_METER_CENTS:
        raise BadInput(
            f"{where}: ceiling_cents is {ceiling}, and the meter starts or resets at {floor};"
            f" write {floor} to {LARGEST_METER_CENTS}, or leave the ceiling out."
        )
    reserve = parse_rate(filed.reserve, f"{where}: reserve")
    if reserve > 100:
        raise BadInput(f"{where}: reserve is {filed.reserve}, more than the whole stake; write at most 100 %.")
    return MeterValue(link, name, filed.initial_cents, filed.reset_cents, ceiling, reserve)


def join_problem(meters: tuple[MeterValue, ...], rules: GameRules) -> Refusal | None:
    """Why a table of these rules cannot be on a link of these meters, or None.

    Its paytable must have the link's levels, and what was filed for each must be what the link does.
    """
    link, progressive = meters[0].link, rules.rulebook.progressive
    filed = {meter.meter: meter for meter in rules.meters}
    if not filed:
        sentence = f"This table offers no progressive wager, so it cannot join link {link}; open it without a link."
        return Refusal("no_meter", sentence, "")
    clause = next(rule for rule in progressive.requirements if rule.formula == "meters").clause[0]
    if list(filed) != [meter.meter for meter in meters]:
        sentence = (
            f"Link {link} has {_listed(meter.meter for meter in meters)}, and this table's paytable pays from"
            f" {_listed(filed)}; elect a paytable of the same levels, or join another link."
        )
        return Refusal("other_meters", sentence, clause)
    for meter in meters:
        terms = filed[meter.meter]
        for field in ("initial_cents", "reset_cents"):
            ours, theirs = getattr(meter, field), getattr(terms, field)
            if ours != theirs:
                amount = field.removesuffix("_cents")
                sentence = (
                    f"Link {link} has {money(ours)} as the {amount} amount of {meter.meter}, and this table's"
                    f" submission files {money(theirs)}; file {money(ours)}, or join another link."
                )
                return Refusal(f"other_{amount}", sentence, clause)
    share = sum((terms.rate_percent for terms in rules.meters), Fraction(0))
    if share + sum(meter.reserve_percent for meter in meters) > 100:
        sentence = f"The rates filed here and the reserve of link {link} take more than the whole stake; lower a rate."
        return Refusal("over_the_stake", sentence, clause)
    return None


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    return f"the meter {listed[0]}" if len(listed) == 1 else f"the meters {', '.join(listed)}"
