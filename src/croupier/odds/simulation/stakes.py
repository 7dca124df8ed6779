"""Which wagers a simulated seat makes, and whether the rules let it."""

from collections.abc import Iterator, Mapping

from croupier.rulebook.check import passes, requirements
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import money
from croupier.rulebook.submission import LARGEST_CENTS

STAKE_CENTS = 100
Stakes = Mapping[str, int]


def usual_stakes(rules: GameRules) -> dict[str, int]:
    """The smallest stake on every wager that can be made before the deal: the posted minimum, or a dollar."""
    limits = {limit.wager: limit.minimum_cents for limit in rules.limits}
    stakes = {}
    for name in rules.offers:
        wager = rules.rulebook.wager(name)
        if wager and wager.placed == "before_the_deal":
            filed = wager.amount is not None and wager.amount.amount == "filed_stake"
            of = wager.amount.of if wager.amount and not filed else name
            stakes[name] = rules.progressive_stake_cents if filed else limits.get(of, STAKE_CENTS)
    return {name: cents for name, cents in stakes.items() if not any(_dealing(rules, {name: cents}))}


def check_stakes(rules: GameRules, stakes: Stakes, seat: int) -> None:
    """Refuse stakes that the rules do not let one seat make together, with what to write instead."""
    problem = next(_problems(rules, stakes), None)
    if problem:
        raise BadInput(f"Seat {seat}: {problem}")


def _problems(rules: GameRules, stakes: Stakes) -> Iterator[str]:
    book = rules.rulebook
    before = [w.wager for w in book.wagers.wagers if w.wager in rules.offers and w.placed == "before_the_deal"]
    for name, cents in stakes.items():
        if name not in before:
            yield f"there is no wager {name!r} to put a stake on; {nearest(name, before)}."
        elif not 1 <= cents <= LARGEST_CENTS:
            yield f"{cents} cents on {name} is no stake; write 1 to {LARGEST_CENTS}."
    main = book.wagers.main
    met = any if rules.value(main) == "any_of" else all
    alone = any(name in stakes for name in book.wagers.alone) and not any(name in stakes for name in main.of)
    if not alone and not met(name in stakes for name in main.of):
        yield f"a seat plays with {_joined(main.of, met is any)}; add a stake on that ({main.clause[0]})."
    limits = {limit.wager: limit for limit in rules.limits}
    for name, cents in stakes.items():
        wager = book.wager(name)
        assert wager is not None
        if name in limits and not limits[name].minimum_cents <= cents <= limits[name].maximum_cents:
            bounds = f"{limits[name].minimum_cents} to {limits[name].maximum_cents} cents"
            yield f"{name} is from {bounds} at this table; {cents} is outside ({wager.clause[0]})."
        yield from _amount(rules, name, stakes)
        if wager.needs:
            met = any if rules.value(wager.needs) == "any_of" else all
            if not met(other in stakes for other in wager.needs.of):
                yield f"{name} needs {_joined(wager.needs.of, met is any)}; stake that too ({wager.needs.clause[0]})."
    yield from _version(rules, stakes, alone)
    yield from _dealing(rules, stakes)


def _amount(rules: GameRules, name: str, stakes: Stakes) -> Iterator[str]:
    wager = rules.rulebook.wager(name)
    if wager is None or wager.amount is None:
        return
    if wager.amount.amount == "equal_to" and stakes[name] != stakes.get(wager.amount.of, stakes[name]):
        wanted = stakes[wager.amount.of]
        yield f"{name} equals the {wager.amount.of}; write {name}={wanted} ({wager.amount.clause[0]})."
    if wager.amount.amount == "filed_stake":
        allowed = rules.progressive_stakes_cents
        if stakes[name] not in allowed:
            listed = " or ".join(money(cents) for cents in allowed)
            yield f"the {name} stake is {listed}; write {name}={allowed[0]} ({wager.amount.clause[0]})."


def _version(rules: GameRules, stakes: Stakes, alone: bool) -> Iterator[str]:
    for version in rules.rulebook.wagers.versions:
        if version.version != rules.elected("version"):
            continue
        for name in version.required:
            if name not in stakes and not alone:
                yield f"{name} is compulsory under version {version.version}; stake it ({version.clause[0]})."
        for bound in version.bounds:
            most = bound.at_most_times * stakes.get(bound.of, 0)
            if stakes.get(bound.wager, 0) > most:
                yield f"{bound.wager} is at most {most} cents beside this {bound.of}; lower it ({bound.clause[0]})."


def _dealing(rules: GameRules, stakes: Stakes) -> Iterator[str]:
    """Some wagers can only be dealt one way."""
    for rule in requirements(rules.rulebook):
        needs = [value for name, wanted, value in rule.when.terms if name == "offers" and wanted]
        staked = [name for name in needs if name in stakes]
        if rule.field == "elections.dealing" and staked and not passes(rule, rules.elected("dealing"), rules.look):
            says = f"{rule.says[:1].lower()}{rule.says[1:]}".rstrip(".")
            yield f"{staked[0]} cannot be made under this dealing: {says} ({rule.clause[0]})."


def _joined(names: tuple[str, ...], any_: bool) -> str:
    return (" or " if any_ else " and ").join(names)
