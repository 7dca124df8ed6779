"""Settlement, awards and the wagers beside the main ones."""

from collections.abc import Iterator, Sequence
from typing import Any

from croupier.rulebook.agreement.saying import Agreement, Problem, ask, by_dealer, in_order, listed, same
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import PaytableMenu

MAIN = ("ante", "blind", "play", "ante_bonus")
SETTLES = {
    "settle_pair_plus": "pair_plus",
    "settle_aces_up": "aces_up",
    "settle_trips": "trips",
    "settle_six_card_bonus": "six_card_bonus",
    "settle_ultimate_pairs": "ultimate_pairs",
    "settle_bad_beat": "bad_beat",
    "settle_play_the_board": "play_the_board",
    "settle_showdown_bonus": "showdown_bonus",
    "settle_progressive": "progressive",
    "settle_envy": "envy",
}
WITH = {"settle_trips": ("pay_trips",), "settle_six_card_bonus": ("form_six_card_hand", "pay_six_card_bonus")}


def _settlement(book: Rulebook) -> Iterator[Problem]:
    law, at = book.settlement, ("settlement",)
    reveal = [step.step for step in law.before]
    if reveal[:1] != ["reveal_dealer"] or len(set(reveal)) != len(reveal):
        yield (*at, "before"), "the dealer's cards are turned up first, and each step stands once"
    yield from by_dealer((*at, "before"), law.before)
    yield from by_dealer((*at, "each_seat"), law.each_seat)
    yield from by_dealer((*at, "last"), law.last)
    steps = [step.step for step in law.each_seat]
    beside = [wager for wager in law.order.is_ if wager not in (*MAIN, "cover_all")]
    settling = {wager: step for step, wager in SETTLES.items()}
    wanted = ["settle_against_dealer", *(settling[wager] for wager in beside)]
    told = [step for step in steps if step == "settle_against_dealer" or step in SETTLES]
    if told != wanted:
        yield (*at, "each_seat"), f"a seat's wagers are settled in their order; write {listed(wanted)}"
    if steps[:2] != ["reveal_player", "form_hand"]:
        yield (*at, "each_seat"), "a seat begins with reveal_player and form_hand; write them first"
    whole = [*steps[:2], *SEAT_BEFORE, *(step for name in wanted for step in (name, *WITH.get(name, ())))]
    if steps != [step for step in (*whole, "collect_player_cards") if step in steps]:
        yield (*at, "each_seat"), f"the steps of a seat come in this order: {listed(whole)}, collect_player_cards"
    yield from _comparisons(book)
    yield from in_order((*at, "last"), law.last, ("collect_cards",), (*COVER_ALL_LAST, "collect_cards"))
    if ("cover_all" in law.order.is_[-1:]) is not (book.cover_all is not None):
        yield (*at, "order", "is"), "cover_all is settled where there is one, and last"
    names = {wager.wager for wager in book.wagers.wagers} | {menu.wager for menu in book.paytables}
    if sorted(law.order.is_) != sorted(names):
        yield (*at, "order", "is"), f"everything is settled once in its turn; write {listed(sorted(names))}"
    pays = ["ante_bonus"] if any(menu.wager == "ante_bonus" for menu in book.paytables) else []
    yield from same((*at, "bonuses"), [bonus.bonus for bonus in law.bonuses], pays, "each bonus has its paytable")


def _comparisons(book: Rulebook) -> Iterator[Problem]:
    at = ("settlement", "comparisons")
    cases = ["higher", "lower", "tie", *(["dealer_not_qualified"] if book.settlement.dealer_qualifies else [])]
    ranked = {menu.wager for menu in book.paytables if menu.ranked_on}
    for index, comparison in enumerate(book.settlement.comparisons):
        if sorted(outcome.case for outcome in comparison.outcomes) != sorted(cases):
            yield (*at, index, "outcomes"), f"a comparison ends in one of these, each once: {listed(cases)}"
        for place, outcome in enumerate(comparison.outcomes):
            if outcome.outcome == "paytable" and comparison.wager not in ranked:
                yield (*at, index, "outcomes", place), f"no paytable ranks the hand for {comparison.wager}; write win"
            if (outcome.outcome == "compare") and outcome.case != "dealer_not_qualified":
                yield (*at, index, "outcomes", place), "hands are compared already; write win, lose or push"


SEAT_BEFORE = ("announce_hand", "collect_losing_wagers", "pay_winning_wagers")
COVER_ALL_LAST = ("settle_cover_all", "collect_dealer_cards")


def _progressive(book: Rulebook) -> Iterator[Problem]:
    law, at = book.progressive, ("progressive",)
    award = ("verify_hand", "verify_light", "refuse_unlit", "validate", "pay")
    before = tuple(step for step in award if step != "refuse_unlit")  # as documents had it until 0.2.0
    kept = "keep_cards_until_documented"
    yield from in_order((*at, "validation"), law.validation, award, (*award, kept), before, (*before, kept))
    yield from by_dealer((*at, "validation"), law.validation, {"refuse_unlit": "floor", "validate": "floor"})
    if (law.full_award_source is None) is (kept in law.steps):
        yield (*at, "validation"), f"{kept} belongs where a full award is not paid from the inventory"
    menus = [menu for menu in book.paytables if menu.wager == "progressive"]
    stakes = next((rule.one_of for rule in ask(law.requirements, "progressive.stake_cents") if rule.one_of), None)
    if stakes is not None:
        yield from same((*at, "stakes", "is"), law.stakes.is_, stakes, "stakes are what progressive.stake_cents asks")
    for table in (table for menu in menus for table in menu.selectable()):
        fact = law.seed_scales_with_stake  # where a document does not say it, seeds do not follow the stake
        said = fact is not None and fact.under({"progressive": table.id})
        if any(meter.scales_with_stake is not said for meter in table.meters):
            yield (*at, "seed_scales_with_stake"), f"the seeds of {table.id} follow the stake, or not; say it alike"
        for meter in table.meters:
            if (meter.seed.unit, meter.rate.unit) != ("cents", "percent"):
                yield ("paytables",), f"a seed of {table.id} is in cents, its rate in percent; write these units"
    yield from _envy(book, menus)


def _envy(book: Rulebook, menus: Sequence[PaytableMenu]) -> Iterator[Problem]:
    law, at = book.envy, ("envy",)
    schedules = [menu for menu in book.paytables if menu.wager == "envy"]
    for table in (table for menu in menus for table in menu.selectable()):
        mine = [entry for menu in schedules for entry in menu.selectable() if not menu.elected or entry.id == table.id]
        by_stake = {bool(entry.stake_cents) for entry in mine if _may_apply(entry.when.terms, table.id)}
        said = law.paid_by.under({"progressive": table.id}) == "receivers_own_stake"
        if by_stake and by_stake != {said}:
            yield (
                (*at, "paid_by"),
                f"envy under {table.id} goes by the receiver's stake, or not; say it alike",
            )


def _may_apply(terms: Sequence[tuple[str, bool, Any]], paytable: str) -> bool:
    return all((value == paytable) is wanted for name, wanted, value in terms if name == "elections.progressive")


def _side_wagers(book: Rulebook) -> Iterator[Problem]:
    law, at = book.six_card_bonus, ("six_card_bonus",)
    if law is not None:
        dealt = {step.cards for method in book.dealing for step in method.steps if step.to == "bonus_box"} or {0}
        yield from same((*at, "box_cards", "is"), {law.box_cards.is_}, dealt, "the box holds what the deal puts there")
        methods = [rule.is_ for rule in ask(law.requirements, "elections.dealing")]
        yield from same((*at, "dealt", "is"), law.dealt.is_, (*methods, "any_method")[0], "it is dealt as is asked")
        reveal = [step.step for step in book.settlement.before]
        boxed = "reveal_bonus_box" in reveal
        after = boxed and reveal.index("reveal_bonus_box") > 1
        meant = "after_the_dealers_hand" if after else "with_the_dealers_hand"
        yield from same((*at, "revealed", "is"), law.revealed.is_, meant, "the box is turned up in its place")
        if boxed is not bool(law.box_cards.is_):
            yield ("settlement", "before"), "a box that holds cards is turned up by reveal_bonus_box"
    if book.cover_all is not None:
        yield from in_order(("cover_all", "steps"), book.cover_all.steps, COVER_ALL)
        yield from by_dealer(("cover_all", "steps"), book.cover_all.steps, dict.fromkeys(COVER_ALL[:2], "shuffler"))
    limit = book.payout_limit
    if limit is not None:
        yield from same(("payout_limit", "floor", "unit"), limit.floor.unit, "cents", "a payout is in cents")
        for elected in ("", *(case.elected for case in limit.covers.cases)):
            names = {limit.covers.menu: elected}
            if sorted(limit.covers.under(names)) != sorted(limit.cut_order.under(names)):
                yield ("payout_limit", "cut_order"), "what a limit covers is cut, each wager once; name the same wagers"


COVER_ALL = (
    *("count_hands", "display_payouts", "leave_hand_exposed", "replace_exposed_hand", "settle_cover_all"),
    "pay_highest_hand",
)


AGREEMENTS: tuple[Agreement, ...] = (_settlement, _progressive, _side_wagers)
