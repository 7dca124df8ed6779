"""The shuffler and the shoe: which the table has, and how it is run while one of them is out of use."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.rulebook.check import passes, requirements, requirements_of_method
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import Requirement
from croupier.rulebook.law.dealing import FALL_BACK_ON
from croupier.rulebook.law.settling import Remedy
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import OVER, State

SHUFFLER, SHOE = "shuffler", "shoe"
DEVICE_LOST = "device_lost"  # what is reported where a round cannot be dealt without the device
DEVICES = {"shuffler_jam": SHUFFLER, "dealing_shoe_jam": SHOE}

_KEPT: dict[tuple[str, str, tuple[str, ...]], GameRules] = {}
_FILED: dict[str, GameRules] = {}


def has_device(rules: GameRules, device: str) -> bool:
    """Whether the table shuffles, or deals, by this device."""
    if rules.electronic:
        return False
    return rules.shuffler != "manual" if device == SHUFFLER else rules.dealing.method == "automated_shoe"


def shuffler_now(rules: GameRules, state: State) -> str:
    """How cards are shuffled now: by hand while the shuffler is out of use."""
    return "manual" if SHUFFLER in state.out_of_use else rules.shuffler


def in_use(rules: GameRules, state: State) -> GameRules:
    """The rules without what needs a device that is out of use: another dealing method, wagers not taken.

    A round keeps to the method and the wagers that it was opened with. Where no method is left the elected one stays,
    and `method_problem` says why no round may open.
    """
    round_ = state.round
    if round_ is not None and round_.phase not in OVER:
        if not round_.dealing and not round_.out_of_use:
            return rules
        return run_by(rules, round_.dealing, round_.out_of_use)
    return run_by(rules, "", state.out_of_use) if state.out_of_use else rules


def as_filed(rules: GameRules) -> GameRules:
    """The table's own rules, of which these may be what is left while a device is out of use."""
    return _FILED.get(rules.digest, rules)


def run_by(rules: GameRules, method: str, out_of_use: tuple[str, ...]) -> GameRules:
    """The rules with the cards dealt by `method`, or by the first that is left, and without these devices."""
    filed = as_filed(rules)
    key = (filed.digest, method, out_of_use)
    if key not in _KEPT:
        left = _without(filed, method or next(methods_left(filed, out_of_use), filed.dealing.method), out_of_use)
        _FILED[left.digest] = filed
        _KEPT[key] = left
    return _KEPT[key]


def _without(rules: GameRules, method: str, out_of_use: tuple[str, ...]) -> GameRules:
    """The rules dealt by this method without these devices, under a digest of their own."""
    without_shuffler = SHUFFLER in out_of_use
    left = replace(
        rules,
        dealing=next(dealing for dealing in rules.rulebook.dealing if dealing.method == method),
        elections=tuple((name, method if name == "dealing" else choice) for name, choice in rules.elections),
        shuffler="manual" if without_shuffler else rules.shuffler,
        counting_shuffler=rules.counting_shuffler and not without_shuffler,
        shuffler_feeds_shoe=rules.shuffler_feeds_shoe and not without_shuffler,
        digest=" ".join((rules.digest, method, *out_of_use)),
    )
    return replace(left, offers=tuple(wager for wager in rules.offers if suspended(left, wager) is None))


def methods_left(rules: GameRules, out_of_use: tuple[str, ...]) -> Iterator[str]:
    """The dealing methods that need no device of these, the elected one first."""
    filed = as_filed(rules)
    for method in dict.fromkeys((filed.dealing.method, *FALL_BACK_ON)):
        if method in filed.methods and _method_law(filed, method, out_of_use) is None:
            yield method


def _method_law(rules: GameRules, method: str, out_of_use: tuple[str, ...]) -> tuple[str, str] | None:
    """Why a method cannot be dealt by without these devices, with its clause; None if it can."""
    if method == "automated_shoe" and SHOE in out_of_use:
        step = rules.rulebook.irregularities.device_out_of_order[0]
        return "The automated shoe is out of use.", step.clause[0]
    if SHUFFLER not in out_of_use:
        return None
    rule = not_after_shuffle_by_hand(rules, method)
    return (rule.says, rule.clause[0]) if rule else None


def not_after_shuffle_by_hand(rules: GameRules, method: str) -> Requirement | None:
    """What the law asks of the shuffler, where cards shuffled by hand may not be dealt so; None elsewhere."""
    for rule in requirements_of_method(rules.rulebook, method):
        if rule.field == "equipment.shuffler.kind" and not passes(rule, "manual", rules.look):
            return rule
    return None


def lost_before_deal(rules: GameRules, state: State) -> Remedy | None:
    """What becomes of a round that cannot be dealt: before its first card a device that it needs went out of use."""
    round_, lost = state.round, state.out_of_use
    if round_ is None or round_.phase in OVER or round_.drawn or set(lost) <= set(round_.out_of_use):
        return None
    left = run_by(rules, rules.dealing.method, lost)
    stopped = set(rules.offers).difference(left.offers)
    wagered = any(box.stake(wager) for box in round_.boxes for wager in stopped)
    if not _method_law(rules, rules.dealing.method, lost) and not wagered:
        return None
    remedies = (remedy for remedy in rules.rulebook.irregularities.remedies if remedy.kind == DEVICE_LOST)
    return next((remedy for remedy in remedies if remedy.when.holds(rules.look)), None)


def suspended(rules: GameRules, wager: str) -> Requirement | None:
    """What the law asks for a wager that these rules, with a device out of use, do not meet; None if they meet it."""
    for rule in requirements(rules.rulebook):
        if ("offers", True, wager) in rule.when.terms:
            values = {"equipment.shuffler.kind": rules.shuffler, "elections.dealing": rules.dealing.method}
            if rule.field in values and not passes(rule, values[rule.field], rules.look):
                return rule
    return None


def method_problem(rules: GameRules, state: State, method: str) -> Refusal | None:
    """Why the next round may not be dealt, or not by this method ("" for the one that comes first)."""
    filed, lost = as_filed(rules), state.out_of_use
    if not method and not lost:
        return None
    left = tuple(methods_left(filed, lost))
    step = filed.rulebook.irregularities.device_out_of_order[0]
    own = filed.dealing.method
    if not left:
        says, clause = _method_law(filed, own, lost) or ("", step.clause[0])
        sentence = f"{says} No other way of dealing is on file here; put the device back into use or change the rules."
        return Refusal("no_method", sentence, clause)
    if method and own in left and method != own:
        sentence = (
            f"The cards are dealt {_words(filed, own)} here; another way is used only while a device is out of use."
        )
        return Refusal("other_method", sentence, step.clause[0])
    if method and method not in left:
        says, clause = _method_law(filed, method, lost) or ("It is not on file.", step.clause[0])
        names = " or ".join(_words(filed, name) for name in left)
        return Refusal("no_method", f"The cards cannot be dealt {_words(filed, method)}. {says} Deal {names}.", clause)
    return None


def _words(rules: GameRules, method: str) -> str:
    """How cards are dealt by a method: `from the hand`."""
    titles: dict[str, str] = {dealing.method: dealing.title for dealing in rules.rulebook.dealing}
    title = titles.get(method, f"By {method!r}")
    return f"{title[:1].lower()}{title[1:]}"
