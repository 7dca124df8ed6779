"""The order of a round, taken from the rule data: what is due after what, each with its clause."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep
from croupier.rulebook.law.dealing import Deal, DecisionPoint
from croupier.table.values.words import DueKind, Phase

# What each step of the rule data asks of the table; any other step is simply performed.
KINDS: Mapping[str, DueKind] = {
    "no_more_bets": "close_bets",
    "lock_progressive": "lock",
    "collect_progressive": "collect",
    "count_progressive": "count",
    "bank_progressive": "bank",
    "remove_stub": "stub",
    "discard_stub": "stub",
    "collect_folds": "collect_folds",
    "reveal_dealer": "reveal_dealer",
    "reveal_bonus_box": "reveal_bonus",
    "count_hands": "count_hands",
    "display_payouts": "display_payouts",
}


class Due(Struct, frozen=True):
    """One thing that is due: its kind, its name, its clause and what the dealer is told."""

    kind: DueKind
    step: str
    clause: str
    says: str
    phase: Phase
    deal: Deal | None = None
    point: DecisionPoint | None = None


MOST_KEPT = 4096  # of rules: a draft has others with every key that is typed
_KEPT: dict[str, tuple[Due, ...]] = {}


def script_of(rules: GameRules) -> tuple[Due, ...]:
    """Everything due in a round under these rules, kept by their digest."""
    try:
        return _KEPT[rules.digest]
    except KeyError:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        return _KEPT.setdefault(rules.digest, tuple(_script(rules)))


def _script(rules: GameRules) -> Iterator[Due]:
    book = rules.rulebook
    phase: Phase = "wagering"
    for step in rules.dealing.steps:
        if _is_due(step, rules):
            yield _due(step, phase)
            phase = "dealing" if step.step == "no_more_bets" else phase
    if book.cover_all and "cover_all" in rules.offers:
        yield from (_due(step, phase) for step in book.cover_all.steps if step.by == "shuffler")
    for point in book.decisions.points:
        yield Due("ask", point.point, point.clause[0], "", "decisions", point=point)
        for between in book.decisions.between:
            if between.after == point.point and _is_due(between, rules):
                yield _due(between, "dealing")
    for after in (*book.decisions.afterwards, *book.settlement.before):
        if _is_due(after, rules):
            yield _due(after, "reveal")
    yield Due("settle", "settle", book.settlement.seats.clause[0], "Settle from the dealer's right.", "settling")
    last = book.settlement.last[-1]
    yield Due("close", last.step, last.clause[0], last.says, "settling")


def _is_due(step: AnyStep, rules: GameRules) -> bool:
    fed_by_shuffler = step.step == "load_shoe" and rules.shuffler_feeds_shoe and rules.shuffler != "manual"
    return not step.standing and not fed_by_shuffler and applies(step, rules)


def applies(step: AnyStep, rules: GameRules) -> bool:
    """Whether a step has a place at this table."""
    return step.when.holds(rules.look) and not (rules.electronic and step.handles_cards)


def _due(step: AnyStep, phase: Phase) -> Due:
    kind = KINDS.get(step.step, "perform")
    deal = step if isinstance(step, Deal) and step.to else None
    if deal:
        kind = "deal" if deal.cards else "turn"
    return Due(kind, step.step, step.clause[0], step.says, phase, deal)


def standing_steps(rules: GameRules) -> tuple[AnyStep, ...]:
    """What the dealer, and once they have cards the players, keep to all the while."""
    book = rules.rulebook
    steps = (*rules.dealing.steps, *book.decisions.afterwards, *book.settlement.before)
    standing = (*[step for step in steps if step.standing], *book.decisions.conduct)
    return tuple(step for step in standing if applies(step, rules))
