"""The betting spots of a table's layout, each explained in plain words from the rules it is run by."""

from collections.abc import Iterable, Iterator

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.law.wagering import Wager
from croupier.rulebook.phrases import RANKED_ON
from croupier.rulebook.submission import Submission
from croupier.server.tables.words import listed
from croupier.server.wire.schemas import Spot
from croupier.table.narration.narrate import MOMENTS
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.bounds import bounds_of, equals_of, plays, step_of, wager_of
from croupier.table.procedure.player_decisions import describe

PROGRESSIVE = "progressive"
CASES = {"higher": "if your hand is higher", "tie": "if the hands are equal", "lower": "if yours is lower"}


def spots_of(rules: GameRules, filed: Submission) -> tuple[Spot, ...]:
    """The spots of the wagers on offer, in the order of the filed layout, else of the rules."""
    areas = filed.layout.areas or ()
    laid_out = sorted(rules.offers, key=lambda wager: areas.index(wager) if wager in areas else len(areas))
    return tuple(_spot(rules, name) for name in laid_out)


def _spot(rules: GameRules, name: str) -> Spot:
    wager = wager_of(rules, name)
    low, high = bounds_of(rules, name)
    return Spot(
        wager=name,
        title=wager.title,
        side=wager.against != "dealer",
        sensor=name == PROGRESSIVE,
        awards=awards_of(rules, name),
        placed="when_deciding" if wager.placed == "when_deciding" else "before_the_deal",
        required=name in _required(rules) and not set(rules.rulebook.wagers.alone) & set(rules.offers),
        minimum_cents=low,
        maximum_cents=high,
        step_cents=step_of(rules, wager),
        equals=equals_of(wager),
        times_of=wager.amount.of if wager.amount and wager.placed == "when_deciding" else "",
        needs=_needs(rules, wager)[0],
        about=" ".join(_about(rules, wager)),
        clause=wager.clause[0],
    )


def awards_of(rules: GameRules, name: str) -> tuple[str, ...]:
    """What is paid beside a wager's own result to who made it: the bonus owed on it, and with the progressive envy."""
    paid = {entry.wager for entry in rules.tables}
    bonuses = [bonus.bonus for bonus in rules.rulebook.settlement.bonuses if bonus.on == name and bonus.bonus in paid]
    return (*bonuses, "envy") if name == PROGRESSIVE and "envy" in paid else tuple(bonuses)


def _required(rules: GameRules) -> tuple[str, ...]:
    """The wagers without which a box takes no part: all main ones, or those that the version played asks for."""
    wagers = rules.rulebook.wagers
    version = next((one for one in wagers.versions if one.version == dict(rules.elections).get("version")), None)
    if version and version.required:
        return version.required
    return wagers.main.of if rules.value(wagers.main) == "all_of" else ()


def _needs(rules: GameRules, wager: Wager) -> tuple[tuple[str, ...], str]:
    """The wagers that must be down first, and whether all of them: `and`, or one of them: `or`."""
    if wager.needs is None:
        return (), "and"
    if rules.value(wager.needs) == "all_of":
        return wager.needs.of, "and"
    required = _required(rules)
    return (required, "and") if required and set(required) <= set(wager.needs.of) else (wager.needs.of, "or")


def titles(rules: GameRules, wagers: Iterable[str], joined: str = "and") -> str:
    """Wagers by their names, in a sentence."""
    return listed([wager_title(rules, wager) for wager in wagers], joined)


def _about(rules: GameRules, wager: Wager) -> Iterator[str]:
    if wager.placed == "when_deciding":
        yield play_sizes(rules)
    if wager.against != "paytable":
        yield from against_the_dealer(rules, wager.wager)
    if wager.against == "dealer_and_paytable":
        yield f"Its table goes by {ranked_on(rules, wager.wager)}; a hand that is not in it loses."
    elif wager.against == "paytable":
        yield f"Goes by {ranked_on(rules, wager.wager)}, paid by its own table; a hand that is not in it loses."
    if wager.amount and wager.amount.amount == "filed_stake":
        yield f"The stake is {' or '.join(map(money, rules.progressive_stakes_cents))}, no more and no less."
    if equals_of(wager) and wager.placed == "before_the_deal":
        yield f"It is as much as the {wager_title(rules, equals_of(wager))}."
    elif wager.needs and wager.placed == "before_the_deal":
        needed, joined = _needs(rules, wager)
        yield f"It goes with {titles(rules, needed, joined)}."
    if wager.alone:
        yield "It may be made alone."
    yield from after_a_fold(rules, wager.wager)


def play_sizes(rules: GameRules) -> str:
    """When the Play wager is made, and how large it may be."""
    sizes = [f"{describe(option).removeprefix('play ')} the Ante {_moment(point)}" for point, option in plays(rules)]
    return f"Made when you play on: {', '.join(sizes)}."


def _moment(point: str) -> str:
    text = MOMENTS[point]
    return text[:1].lower() + text[1:]


def ranked_on(rules: GameRules, wager: str) -> str:
    """The cards that decide a wager, in words."""
    table = next(entry.table for entry in rules.tables if entry.wager == wager)
    assert table.ranked_on is not None
    return RANKED_ON[rules.value(table.ranked_on)]


def against_the_dealer(rules: GameRules, wager: str) -> Iterator[str]:
    """What becomes of a wager that is decided against the dealer, case by case."""
    comparison = next(one for one in rules.rulebook.settlement.comparisons if one.wager == wager)
    outcomes = {outcome.case: outcome.outcome for outcome in comparison.outcomes}
    parts = [f"{_becomes(rules, wager, outcomes[case])} {when}" for case, when in CASES.items() if case in outcomes]
    yield f"Your hand against the dealer's: it {', '.join(parts[:-1])}, and {parts[-1]}."
    unqualified = outcomes.get("dealer_not_qualified", "compare")
    if unqualified == "compare":
        if "dealer_not_qualified" in outcomes:
            yield "The hands decide even if the dealer does not qualify."
    else:
        yield f"If the dealer does not qualify it {_becomes(rules, wager, unqualified)}, whoever is higher."


def _becomes(rules: GameRules, wager: str, outcome: str) -> str:
    table = rules.table(wager)
    if outcome == "win" and table:
        return f"pays {table.lines[0].pays}"
    return {"push": "comes back", "lose": "is lost", "paytable": "is paid by its own table"}[outcome]


def after_a_fold(rules: GameRules, wager: str) -> Iterator[str]:
    """What a fold does to the wager, where there is anything to say."""
    fold = next((one for one in rules.rulebook.folding if one.wager == wager), None)
    if fold:
        yield "A fold loses it." if rules.value(fold) == "lost" else "A fold leaves it in play."
