"""How much may lie on a wager's spot: by the posted limits, and beside the other wagers of a box."""

from collections.abc import Iterator
from math import gcd

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import Option
from croupier.rulebook.law.wagering import Wager
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.values.box import Box

STEP_CENTS = 100
Bounds = tuple[int, int]
MOST_KEPT = 32_768  # a draft has other rules with every key that is typed
_KEPT: dict[tuple[str, str], Bounds] = {}  # by the digest of the rules and the wager


def wager_of(rules: GameRules, name: str) -> Wager:
    """The rulebook's words on a wager that is on offer."""
    found = rules.rulebook.wager(name)
    assert found is not None, "only wagers of the rulebook are on offer"
    return found


def equals_of(wager: Wager) -> str:
    """The wager whose stake this one must match, "" where it stands by itself."""
    return wager.amount.of if wager.amount and wager.amount.amount == "equal_to" else ""


def bounds_of(rules: GameRules, name: str) -> Bounds:
    """The least and the most that may lie on a wager's spot, whatever else lies in its box."""
    key = (rules.digest, name)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        found = _KEPT[key] = _bounds(rules, name)
    return found


def _bounds(rules: GameRules, name: str) -> Bounds:
    wager = wager_of(rules, name)
    if wager.amount is None:
        posted = ((limit.minimum_cents, limit.maximum_cents) for limit in rules.limits if limit.wager == name)
        return next(posted, (STEP_CENTS, LARGEST_CENTS))
    if wager.amount.amount == "filed_stake":
        return rules.progressive_stakes_cents[0], rules.progressive_stakes_cents[-1]
    low, high = bounds_of(rules, wager.amount.of)
    if wager.placed == "before_the_deal":
        return low, high
    times = [bound for _, option in plays(rules) for bound in times_of(option)]
    return min(times) * low, max(times) * high


def step_of(rules: GameRules, wager: Wager) -> int:
    """From the least stake up, what each next one is more: filed stakes are the only ones there are."""
    low, high = bounds_of(rules, wager.wager)
    if wager.amount and wager.amount.amount == "filed_stake":
        return gcd(*(stake - low for stake in rules.progressive_stakes_cents)) or low
    return low if low == high else gcd(STEP_CENTS, low, high)


def plays(rules: GameRules) -> Iterator[tuple[str, Option]]:
    """At each decision point, the option to play."""
    for point in rules.rulebook.decisions.points:
        yield from ((point.point, option) for option in point.options if option.action == "play")


def times_of(option: Option) -> tuple[int, ...]:
    """The multiples of the Ante that an option to play names: all there are, or the least and the most."""
    return option.times or (option.at_least_times, option.at_most_times)


def bounds_beside(rules: GameRules, name: str, box: Box | None) -> Bounds:
    """The least and the most that may lie on a spot beside the box's other wagers."""
    low, high = bounds_of(rules, name)
    if box is None:
        return low, high
    equals = equals_of(wager_of(rules, name))
    if equals and (staked := box.stake(equals)):
        return staked, staked
    for version in rules.rulebook.wagers.versions:
        for bound in version.bounds if version.version == rules.elected("version") else ():
            if bound.wager == name and (of := box.stake(bound.of)):
                high = min(high, bound.at_most_times * of)
            if bound.of == name and (staked := box.stake(bound.wager)):
                low = max(low, -(-staked // bound.at_most_times))
    return low, high
