"""GameRules: a rulebook and its elections resolved once, frozen, with a digest. All that a table ever sees."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from croupier.rulebook.check import check, menu_name, passes, requirements, requirements_of_method
from croupier.rulebook.digests import digest_of
from croupier.rulebook.errors import BadInput, NoRulebook, nearest
from croupier.rulebook.formulas import FORMULAS, meter_field, seed_bounds, smallest_stake
from croupier.rulebook.law.base import Fact, Requirement, Scalar, same
from croupier.rulebook.law.dealing import FALL_BACK_ON, Dealing
from croupier.rulebook.law.document import Fields, Rulebook
from croupier.rulebook.law.paytable import Paytable, PaytableLine, PaytableMenu
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load
from croupier.rulebook.payout import Rounding, parse_odds
from croupier.rulebook.releases import NOW, as_encoded_then, document, releases
from croupier.rulebook.shelf import OWN, folders_of
from croupier.rulebook.submission import Equipment, Submission, parse_rate

T = TypeVar("T")


class MeterTerms(Struct, frozen=True):
    """A meter as filed: the exact share of each stake that feeds it, and its first and reset amounts."""

    meter: str
    rate_percent: Fraction
    initial_cents: int
    reset_cents: int


class StakeLimits(Struct, frozen=True):
    """The posted bounds of one wager's stake."""

    wager: str
    minimum_cents: int
    maximum_cents: int


class WagerTable(Struct, frozen=True):
    """The table that one wager is paid by."""

    wager: str
    table: Paytable


class GameRules(Struct, frozen=True, kw_only=True):
    """The rules one table is run by. `rulebook` is the law; everything else is what the operator chose in it.

    `progressive_stakes_cents` are the amounts that the Progressive takes, `progressive_stake_cents` is the smallest.
    `methods` are the ways of dealing that the table is equipped for, `dealing` the elected one of them.
    """

    rulebook: Rulebook
    elections: tuple[tuple[str, Scalar], ...]
    offers: tuple[str, ...]
    seats: int
    adjacent_boxes: int
    decks: int
    shuffler: str
    counting_shuffler: bool
    shuffler_feeds_shoe: bool
    methods: tuple[str, ...]
    electronic: bool
    limits: tuple[StakeLimits, ...]
    tables: tuple[WagerTable, ...]
    dealing: Dealing
    progressive_stake_cents: int
    progressive_stakes_cents: tuple[int, ...] = ()
    meters: tuple[MeterTerms, ...]
    payout_limit_cents: int | None
    decision_seconds: int = 0  # after which a player counts as silent; 0 where the submission leaves it to the table
    digest: str = ""

    def __repr__(self) -> str:
        elected = ", ".join(f"{name}={choice}" for name, choice in self.elections)
        return f"<GameRules {self.rulebook.rulebook} {self.digest[:12]}: {elected}>"

    def look(self, field: str) -> Any:
        """What conditions in the law may ask of: the offers, the elections and the decks."""
        if field == "offers":
            return self.offers
        if field == "cards.decks":
            return self.decks
        if field == "equipment.shuffler.kind":
            return self.shuffler
        section, _, name = field.partition(".")
        return dict(self.elections).get(name) if section == "elections" else None

    def elected(self, menu: str) -> Scalar:
        """What was chosen of a menu."""
        for name, choice in self.elections:
            if name == menu:
                return choice
        raise KeyError(menu)

    def value(self, fact: Fact[T]) -> T:
        """What a fact is under these elections."""
        return fact.under(dict(self.elections)) if fact.cases else fact.is_

    @property
    def odds_rounding(self) -> Rounding:
        """What becomes of the part of a cent that odds leave; up, where the data of an earlier release did not say."""
        fact = self.rulebook.settlement.odds_rounding
        return self.value(fact) if fact else "up_to_the_cent"

    @property
    def share_rounding(self) -> Rounding:
        """What becomes of the part of a cent that a share of a meter leaves; down, where earlier data did not say."""
        fact = self.rulebook.progressive.share_rounding
        return self.value(fact) if fact else "down_to_the_cent"

    def table(self, wager: str, stake_cents: int = 0, hands: int = 0) -> Paytable | None:
        """The table that pays the wager, at that stake or number of hands where the law distinguishes them."""
        for entry in self.tables:
            table = entry.table
            fits_stake = not table.stake_cents or table.stake_cents == stake_cents
            if entry.wager == wager and fits_stake and (not table.hands or table.hands == hands):
                return table
        return None


def resolve(filed: Submission) -> GameRules:
    """The rules of a submission that checks clean; a violation is refused with the first finding."""
    for finding in check(filed):
        if finding.severity == "violation":
            raise BadInput(f"The submission breaks its rules at {finding.field}: {finding.message}", finding.clause)
    return unchecked(filed)


def unchecked(filed: Submission) -> GameRules:
    """The rules of a submission of which nobody asks whether they are lawful; what is left out takes the default."""
    return _rules(load(filed.rules), filed, _completed(load(filed.rules), filed))


def filed_as(filed: Submission, named: str) -> GameRules:
    """The rules that a digest names, by the rule data of now or of the earlier release that they were filed under."""
    for release, kept in product((NOW, *releases()), range(len(folders_of(filed.rules)))):
        if release and folders_of(filed.rules)[kept] is OWN and not document(release, filed.rules):
            continue
        rulebook = load(filed.rules, release, kept, whenever=True)
        rules = _rules(rulebook, filed, _completed(rulebook, filed))
        if digest(rules, release) == named:
            return msgspec.structs.replace(rules, digest=named)
    if folders_of(filed.rules)[0] is not OWN:
        raise NoRulebook(
            f"{filed.rules} no longer makes the rules {named[:12]}: it was changed since they were filed; name the"
            " folder that has it as it was with --rulebooks, after the newer one."
        )
    raise BadInput(
        f"The submission does not make the rules {named[:12]}: it was changed, or filed under a release of Croupier"
        " that this one does not know; open the house with the release that filed it."
    )


def elect(
    rulebook_id: str,
    elections: Mapping[str, Scalar] | None = None,
    odds: Mapping[str, Mapping[str, str]] | None = None,
) -> GameRules:
    """The rulebook under these elections; what is left out takes the default, every wager is offered.

    `odds` are raised ones, by wager and line, where the law prints minimums.
    """
    rulebook = load(rulebook_id)
    chosen = dict(elections or {})
    for name in chosen:
        if name not in rulebook.menu_names():
            raise BadInput(f"{rulebook_id} has no menu {name!r}; {nearest(name, rulebook.menu_names())}.")
    for menu in rulebook.menus:  # also those that do not apply: nothing unread enters the rules
        if menu.menu in chosen:
            _require_choice(menu, chosen[menu.menu])
    offers = tuple(wager.wager for wager in rulebook.wagers.wagers)
    raised = {wager: dict(lines) for wager, lines in (odds or {}).items()}
    filed = Submission(rules=rulebook_id, offers=offers, elections=chosen, odds=raised)
    filed = msgspec.structs.replace(filed, elections=_completed(rulebook, filed))
    for applying in rulebook.election_menus(filed):
        _require_choice(applying, filed.elections[menu_name(applying)])
    _require_lawful(rulebook, filed)
    return _rules(rulebook, filed, filed.elections)


def _require_lawful(rulebook: Rulebook, filed: Submission) -> None:
    """Refuses what a submission could not elect either: another envy schedule, odds below the posted ones."""
    asked = [rule for rule in requirements(rulebook) if rule.formula in ("envy_schedule", "raised_odds")]
    for rule in asked:
        for finding in FORMULAS[rule.formula or ""](rulebook, filed, rule):
            raise BadInput(finding.message, finding.clause)


def _require_choice(menu: Menu | PaytableMenu, elected: Scalar) -> None:
    names: list[Scalar] = (
        [choice.choice for choice in menu.choices]
        if isinstance(menu, Menu)
        else list(dict.fromkeys(table.id for table in menu.selectable()))
    )
    if not any(same(name, elected) for name in names):
        listed = ", ".join(str(name).lower() if isinstance(name, bool) else str(name) for name in names)
        title = f'"{menu.title}"' if isinstance(menu, Menu) else menu.title  # a menu's title may be a sentence
        raise BadInput(f"{title} has no choice {elected!r}; there are {listed}.", menu.clause[0])


def _completed(rulebook: Rulebook, filed: Submission) -> dict[str, Scalar]:
    """The elections with the default of every menu that was left out or does not apply."""
    chosen = {menu.menu: filed.elections.get(menu.menu, menu.default) for menu in rulebook.menus}
    applying = msgspec.structs.replace(filed, elections=chosen | filed.elections)
    for menu in rulebook.paytables:
        if menu.elected and menu.when.holds(applying.look):
            default: Scalar = menu.default
            if menu.wager == "envy":
                default = chosen.get("progressive", menu.default)
            elif menu.wager == "progressive" and menu.table(filed.elections.get("envy", "")):
                default = filed.elections["envy"]  # the two carry one letter
            chosen[menu.wager] = filed.elections.get(menu.wager, default)
    complete = msgspec.structs.replace(filed, elections=chosen)
    return chosen | {menu.menu: menu.default for menu in rulebook.menus if not menu.when.holds(complete.look)}


def _rules(rulebook: Rulebook, filed: Submission, elections: Mapping[str, Scalar]) -> GameRules:
    complete = msgspec.structs.replace(filed, elections=dict(elections))
    offers = tuple(wager.wager for wager in rulebook.wagers.wagers if wager.wager in filed.offers)
    stakes = _progressive_stakes(rulebook, complete)
    rules = GameRules(
        rulebook=rulebook,
        elections=tuple(sorted(elections.items())),
        offers=offers,
        seats=filed.table.seats or most_seats(rulebook, complete),
        adjacent_boxes=filed.table.adjacent_boxes or 1,
        decks=filed.cards.decks or 1,
        shuffler=filed.equipment.shuffler.kind or "automated",
        counting_shuffler=bool(filed.equipment.shuffler.counts_cards),
        shuffler_feeds_shoe=bool(filed.equipment.shuffler.feeds_shoe),
        methods=tuple(_methods(rulebook, complete)),
        electronic=bool(filed.table.electronic),
        limits=tuple(
            StakeLimits(wager, filed.limits[wager].minimum_cents or 0, filed.limits[wager].maximum_cents or 0)
            for wager in offers
            if wager in filed.limits and rulebook.has_limits(wager)
        ),
        tables=tuple(_tables(rulebook, complete)),
        dealing=next(method for method in rulebook.dealing if method.method == elections["dealing"]),
        progressive_stake_cents=stakes[0],
        progressive_stakes_cents=stakes,
        meters=tuple(_meters(rulebook, complete)),
        payout_limit_cents=filed.payout_limit.amount_cents,
        decision_seconds=filed.table.decision_seconds or 0,
    )
    return msgspec.structs.replace(rules, digest=digest(rules))


def _methods(rulebook: Rulebook, filed: Submission) -> Iterator[str]:
    """The elected dealing method, and those to fall back on that what is filed is enough for.

    An automated shoe is only there where it is elected. Where no equipment is filed at all, there is what is needed.
    """
    whatever_is_needed = filed.equipment == Equipment()
    for method in (dealing.method for dealing in rulebook.dealing):
        falls_back = method in FALL_BACK_ON and (whatever_is_needed or _equipped(rulebook, filed, method))
        if method == filed.elections["dealing"] or falls_back:
            yield method


def _equipped(rulebook: Rulebook, filed: Submission, method: str) -> bool:
    """Whether all that the law asks for this way of dealing is on file."""
    dealt = msgspec.structs.replace(filed, elections={**filed.elections, "dealing": method})
    for rule in requirements_of_method(rulebook, method):
        if rule.when.holds(dealt.look):
            value = dealt.look(rule.field)
            if value in (None, "", ()) or not passes(rule, value, dealt.look):
                return False
    return True


def most_seats(rulebook: Rulebook, filed: Fields) -> int:
    """The most seats that the rulebook allows a table of this kind."""
    return seat_limit(rulebook, filed).at_most or 0


def seat_limit(rulebook: Rulebook, filed: Fields) -> Requirement:
    """What bounds the seats of a table of this kind."""
    asked = (rule for rule in requirements(rulebook) if rule.field == "table.seats" and rule.when.holds(filed.look))
    return min((rule for rule in asked if rule.at_most), key=lambda rule: rule.at_most or 0)


def _tables(rulebook: Rulebook, filed: Submission) -> list[WagerTable]:
    found = []
    for menu in rulebook.paytables:
        if not menu.when.holds(filed.look):
            continue
        elected = filed.elections.get(menu.wager)
        for table in menu.selectable():
            by_election = not menu.elected or table.id == elected
            if by_election and table.when.holds(filed.look):
                ranked_on = table.ranked_on or menu.ranked_on
                found.append(
                    WagerTable(menu.wager, _raised(msgspec.structs.replace(table, ranked_on=ranked_on), menu, filed))
                )
    return found


def _raised(table: Paytable, menu: PaytableMenu, filed: Submission) -> Paytable:
    """The table with the higher odds that the submission files, line by line, where the law sets minimums."""
    higher = filed.odds.get(menu.wager, {}) if menu.odds == "minimum" else {}
    lines = type(table.lines)(
        PaytableLine(line.line, parse_odds(higher[line.line])) if line.line in higher else line for line in table.lines
    )
    return msgspec.structs.replace(table, lines=lines)


def _progressive_stakes(rulebook: Rulebook, filed: Submission) -> tuple[int, ...]:
    """What the Progressive takes: what is filed, else whatever the law prices, else a dollar."""
    priced = rulebook.progressive.stakes.under(filed.elections)
    return filed.progressive.stakes_cents or priced or (smallest_stake(filed),)


def _meters(rulebook: Rulebook, filed: Submission) -> list[MeterTerms]:
    menu = rulebook.paytable_menu("progressive", filed)
    table = menu.table(filed.elections.get("progressive", "")) if menu else None
    found = []
    for meter in table.meters if table else ():
        assert table is not None
        field = meter_field(meter, table)
        least = seed_bounds(meter, smallest_stake(filed)).bounds()[0][1]
        rate = filed.look(f"{field}.rate")
        found.append(
            MeterTerms(
                meter.meter,
                parse_rate(rate, field) if rate else Fraction(meter.rate.at_least or 0),
                filed.look(f"{field}.initial_cents") or least,
                filed.look(f"{field}.reset_cents") or least,
            )
        )
    return found


def with_progressive_stake(rules: GameRules, stake_cents: int) -> GameRules:
    """The rules with another stake on the Progressive, its meters starting and resetting at that stake's seeds."""
    table = rules.table("progressive")
    seeds: dict[str, int] = (
        {meter.meter: seed_bounds(meter, stake_cents).bounds()[0][1] for meter in table.meters} if table else {}
    )
    changed = msgspec.structs.replace(
        rules,
        progressive_stake_cents=stake_cents,
        progressive_stakes_cents=(stake_cents,),
        meters=tuple(
            msgspec.structs.replace(meter, initial_cents=seeds[meter.meter], reset_cents=seeds[meter.meter])
            for meter in rules.meters
        ),
    )
    return msgspec.structs.replace(changed, digest=digest(changed))


def with_terms(rules: GameRules, reset_cents: Mapping[str, int], payout_limit_cents: int | None) -> GameRules:
    """The rules with other reset amounts and another payout limit, checked against their floors."""
    book, names = rules.rulebook, [meter.meter for meter in rules.meters]
    for name, cents in reset_cents.items():
        if name not in names:
            clause = book.progressive.award_reads.clause[0]
            raise BadInput(f"There is no meter {name!r}; {nearest(name, names)}.", clause)
        table = rules.table("progressive")
        rule = next(meter for meter in table.meters if meter.meter == name) if table else None
        seed = seed_bounds(rule, rules.progressive_stake_cents) if rule else None
        if seed and not seed.allows(cents):
            raise BadInput(f"The {name} meter resets to {seed.phrase()}.", seed.clause[0])
    if payout_limit_cents is not None:
        if book.payout_limit is None:
            raise BadInput(f"{book.rulebook} knows no payout limit; leave payout_limit_cents out.")
        if not book.payout_limit.floor.allows(payout_limit_cents):
            raise BadInput(f"A payout limit is {book.payout_limit.floor.phrase()}.", book.payout_limit.floor.clause[0])
    meters = tuple(
        msgspec.structs.replace(meter, reset_cents=reset_cents.get(meter.meter, meter.reset_cents))
        for meter in rules.meters
    )
    changed = msgspec.structs.replace(rules, meters=meters, payout_limit_cents=payout_limit_cents)
    return msgspec.structs.replace(changed, digest=digest(changed))


def digest(rules: GameRules, release: str = NOW) -> str:
    """A name for exactly these rules: any change gives another. An earlier release took it over what it knew."""
    plain = msgspec.structs.replace(rules, digest="")
    known = as_encoded_then(release, plain) if release else plain
    return digest_of(known, as_it_stands=bool(release))
