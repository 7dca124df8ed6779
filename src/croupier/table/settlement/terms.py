"""What settlement needs of the rules, looked up once."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from croupier.cards import QUEEN
from croupier.hands.hand import Category, Hand
from croupier.rulebook.check import passes, requirements
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import Requirement
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.law.settling import Outcome
from croupier.rulebook.law.words import OWN, Qualifier
from croupier.rulebook.payout import Rounding
from croupier.table.settlement.lines import HANDS, Cards

QUALIFIERS: Mapping[Qualifier, Callable[[Hand], bool]] = {
    "queen_high": lambda hand: hand.category is not Category.HIGH_CARD or hand.top_rank >= QUEEN,
    "pair": lambda hand: hand.category is not Category.HIGH_CARD,
}


class Fold(Struct, frozen=True):
    """What a fold does to a wager, and by which clause."""

    lost: bool
    clause: str


class Terms(Struct, frozen=True, kw_only=True):
    """The rules as settlement asks for them; every choice of the submission is already made.

    `outcomes` says by wager what each case of the comparison comes to; a case that leaves the wager to the others, as a
    dealer who does not qualify leaves Blind and Play, is not in it.
    `bonuses` names the wager that each bonus is owed on. `ranked_on` is what a wager looks at, another player's cards
    being called as if they were one's own. `cards` is how many cards each place holds when the deal is over,
    `dealt_otherwise` the wagers that may not be made where cards are dealt as they are here.
    """

    hand: Callable[[Cards], Hand]
    qualifies: Callable[[Hand], bool]
    order: tuple[str, ...]
    outcomes: Mapping[str, Mapping[str, Outcome]]
    bonuses: Mapping[str, str]
    tables: Mapping[str, Paytable]
    columns: Mapping[int, Paytable]
    envy: Mapping[int, Paytable]
    ranked_on: Mapping[str, str]
    folds: Mapping[str, Fold]
    clauses: Mapping[str, str]
    resets: Mapping[str, int]
    odds_rounding: Rounding
    share_rounding: Rounding
    fixed_sum_returns_stake: bool
    envy_on_own_hand: bool
    envy_holder_must_wager: bool
    envy_needs_unfolded: bool
    envy_lost_by_fold: bool
    cards_stay_for: tuple[str, ...]
    folded_hands: str
    round_by_round: bool
    limit_cents: int | None
    limit_cut_order: tuple[str, ...]
    limit_clause: str
    abandon_clause: str
    unlit_clause: str
    cards: Mapping[str, int]
    dealt_otherwise: Mapping[str, Requirement]


_KEPT: dict[str, Terms] = {}


def terms_of(rules: GameRules) -> Terms:
    """The terms of these rules, kept by their digest."""
    try:
        return _KEPT[rules.digest]
    except KeyError:
        return _KEPT.setdefault(rules.digest, _terms(rules))


def _terms(rules: GameRules) -> Terms:
    book, settlement = rules.rulebook, rules.rulebook.settlement
    single = {e.wager: e.table for e in rules.tables if not e.table.hands and e.wager != "envy"}
    ranked = {e.wager: e.table.ranked_on for e in rules.tables}
    qualifier = settlement.dealer_qualifies
    limit, stay = book.payout_limit, book.decisions.folded_cards_stay_for
    return Terms(
        hand=HANDS[book.rankings.rankings[0].ranking],
        qualifies=QUALIFIERS[rules.value(qualifier)] if qualifier else lambda hand: True,
        order=rules.value(settlement.order),
        outcomes={c.wager: {o.case: o for o in c.outcomes if o.outcome != "compare"} for c in settlement.comparisons},
        bonuses={bonus.bonus: bonus.on for bonus in settlement.bonuses},
        tables=single,
        columns={e.table.hands: e.table for e in rules.tables if e.table.hands},
        envy={e.table.stake_cents: e.table for e in rules.tables if e.wager == "envy"},
        ranked_on={wager: OWN.get(on := rules.value(fact), on) for wager, fact in ranked.items() if fact},
        folds={fold.wager: Fold(rules.value(fold) == "lost", fold.clause[0]) for fold in book.folding},
        clauses={menu.wager: menu.clause[0] for menu in book.paytables if menu.when.holds(rules.look)},
        resets={meter.meter: meter.reset_cents for meter in rules.meters},
        odds_rounding=rules.odds_rounding,
        share_rounding=rules.share_rounding,
        fixed_sum_returns_stake=bool(
            book.six_card_bonus and rules.value(book.six_card_bonus.fixed_award_returns_stake)
        ),
        envy_on_own_hand=rules.value(book.envy.own_hand),
        envy_lost_by_fold=any(fold.wager == "envy" and rules.value(fold) == "lost" for fold in book.folding),
        envy_holder_must_wager=rules.value(book.envy.holder_must_wager),
        envy_needs_unfolded=rules.value(book.envy.folded_holder) == "does_not_trigger",
        cards_stay_for=rules.value(stay) if stay else (),
        folded_hands=rules.value(book.cover_all.folded_hands) if book.cover_all else "",
        round_by_round=not rules.value(settlement.one_seat_at_a_time),
        limit_cents=rules.payout_limit_cents if limit else None,
        limit_cut_order=rules.value(limit.cut_order) if limit else (),
        limit_clause=limit.covers.clause[0] if limit else "",
        abandon_clause=book.wagers.leaving.clause[0],
        unlit_clause=book.progressive.refusal.clause[0],
        cards=_cards(rules),
        dealt_otherwise=dict(_dealt_otherwise(rules)),
    )


def _cards(rules: GameRules) -> dict[str, int]:
    counts = {"player": 0, "dealer": 0, "community": 0, "bonus_box": 0}
    for step in (*rules.dealing.steps, *rules.rulebook.decisions.between):
        if not step.to or not step.when.holds(rules.look):
            continue
        if step.to in ("players_and_dealer", "first_player"):
            counts["player"] += step.cards
        if step.to in ("players_and_dealer", "dealer"):
            counts["dealer"] += step.cards
        if step.to == "extra_stack":
            counts["dealer"] += step.face_up
        if step.to in ("community", "bonus_box"):
            counts[step.to] += step.cards
    return counts


def _dealt_otherwise(rules: GameRules) -> Iterator[tuple[str, Requirement]]:
    for rule in requirements(rules.rulebook):
        if rule.field == "elections.dealing" and not passes(rule, rules.elected("dealing"), rules.look):
            for name, wanted, wager in rule.when.terms:
                if name == "offers" and wanted:
                    yield str(wager), rule
