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
    rest = [step for step in steps[2:] if step not in told]
    allowed = [*SEAT_BEFORE, *(step for name in wanted for step in WITH.get(name, ())), "collect_player_cards"]
    if rest != [step for step in allowed if step in rest]:
        yield (*at, "each_seat"), f"the other steps of a seat come in this order: {listed(allowed)}"
    yield from _offered(book)
    yield from in_order((*at, "last"), law.last, ("collect_cards",), (*COVER_ALL_LAST, "collect_cards"))
    if ("cover_all" in law.order.is_[-1:]) is not (book.cover_all is not None):
        yield (*at, "order", "is"), "cover_all is settled where there is one, and last"
    names = {wager.wager for wager in book.wagers.wagers} | {menu.wager for menu in book.paytables}
    if sorted(law.order.is_) != sorted(names):
        yield (*at, "order", "is"), f"everything is settled once in its turn; write {listed(sorted(names))}"
    pays = ["ante_bonus"] if any(menu.wager == "ante_bonus" for menu in book.paytables) else []
    yield from same((*at, "bonuses"), [bonus.bonus for bonus in law.bonuses], pays, "each bonus has its paytable")


SEAT_BEFORE = ("announce_hand", "collect_losing_wagers", "pay_winning_wagers")
COVER_ALL_LAST = ("settle_cover_all", "collect_dealer_cards")


def _offered(book: Rulebook) -> Iterator[Problem]:
    """A seat's step for a wager that is not always offered belongs to the tables that offer it."""
    filed = {wager.wager for wager in book.wagers.wagers if wager.offered == "if_filed"}
    for index, step in enumerate(book.settlement.each_seat):
        wager = (SETTLES | BELONGS_TO).get(step.step, "")
        needs = "progressive" if wager == "envy" else wager
        wanted = f"offers {needs}" if needs in filed else PASSES.get(step.step, "")
        place = ("settlement", "each_seat", index, "when")
        yield from same(place, step.when.text, wanted, f"{step.step} belongs where its wager is")


BELONGS_TO = {
    "pay_trips": "trips",
    "form_six_card_hand": "six_card_bonus",
    "pay_six_card_bonus": "six_card_bonus",
}
PASSES = dict.fromkeys(("collect_losing_wagers", "pay_winning_wagers"), "elections.settlement_method is 1")


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
    for table in (table for menu in menus for table in menu.selectable()):
        if law.seed_scales_with_stake is not None:
            said = law.seed_scales_with_stake.under({"progressive": table.id})
            grows = [meter.scales_with_stake for meter in table.meters]
            if grows != [said] * len(grows):
                yield (
                    (*at, "seed_scales_with_stake"),
                    f"the seeds of {table.id} follow the stake, or not; say it alike",
                )
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
