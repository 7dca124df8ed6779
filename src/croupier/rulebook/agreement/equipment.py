"""The table, its cards, the shuffle, and what hands are worth."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.hands import five_card, four_card, three_card
from croupier.rulebook.agreement.saying import Agreement, Problem, ask, by_dealer, in_order, listed, same
from croupier.rulebook.law.document import Rulebook


def _table(book: Rulebook) -> Iterator[Problem]:
    asked = [rule.at_most for rule in ask(book.table.requirements, "table.seats") if rule.at_most is not None]
    seats = book.table.seats
    if seats is not None:
        yield from same(("table", "seats", "unit"), seats.unit, "seats", "a table's size is counted in seats")
        yield from same(("table", "seats"), [seats.at_most], asked, "seats and what table.seats asks are one number")
    elif asked:
        yield ("table",), "a bound on seats is said once more as seats; write it there"
    sides = bool(ask(book.table.requirements, "layout.dealer_side"))
    if (book.table.dealer_faces_players is not None) is not sides:
        yield ("table",), "dealer_faces_players stands where layout.dealer_side is asked; write both, or neither"
    shown = any(ask(book.table.requirements, "layout.odds_shown_on"))
    meant = "layout_or_sign" if shown else "posted"
    why = "where odds are shown is what layout.odds_shown_on asks, or is posted"
    yield from same(("signage", "odds_shown", "is"), book.signage.odds_shown.is_, meant, why)


def _cards(book: Rulebook) -> Iterator[Problem]:
    for rule in ask(book.cards.requirements, "cards.cover_cards"):
        why = "cover_cards and what cards.cover_cards asks are one number"
        yield from same(("cards", "cover_cards", "is"), book.cards.cover_cards.is_, rule.is_, why)
    aged = [age.method for age in book.cards.change_after]
    if aged and sorted(aged) != sorted(dealing.method for dealing in book.dealing):
        yield ("cards", "change_after"), "where decks are changed by the hour, each dealing method has its hours"
    for index, age in enumerate(book.cards.change_after):
        if [name for name, _ in age.bounds()] != ["at_most"]:
            yield ("cards", "change_after", index), "a deck's age is bounded by at_most alone; write that"


OPENING = ("inspect", "verify_inspection", "spread_face_up", "offer_first_look", "turn_face_down", "wash", "stack")
CUTS = {
    "under_the_stack": ("insert_cover_card", "move_packet_under", "load_shoe"),
    "in_the_discard_rack": (
        *("lay_cover_card", "place_packet_on_cover_card", "place_rest_on_packet", "remove_cover_card"),
        "go_on_to_the_deal",
    ),
}
IDLE = {
    "face_down_unless_asked": (
        ("clear_shoe_and_rack", "spread_face_down", "reopen"),
        ("spread_face_down", "reopen"),
    ),
    "either_way_turned_up_on_arrival": (("spread_either_way", "turn_up_on_arrival", "reopen"),),
}
DEVICES = {
    "shuffler_feeding_shoe": ("load_shoe",),
    "counting_shuffler": ("stub_count",),
    "self_reshuffling_device": ("cut", "recut", "idle_spread"),
}


def _shuffle(book: Rulebook) -> Iterator[Problem]:
    law, at = book.shuffle, ("shuffle",)
    yield from in_order(("opening", "steps"), book.opening.steps, (*OPENING, "shuffle"))
    yield from by_dealer(("opening", "steps"), book.opening.steps, {"verify_inspection": "floor"})
    occasions = [trigger.trigger for trigger in law.triggers]
    if occasions not in (["before_play", "after_each_round"], ["before_play", "after_each_round", "on_order"]):
        yield (*at, "triggers"), "cards are shuffled before_play and after_each_round, perhaps on_order; write these"
    for index, trigger in enumerate(law.triggers):
        if bool(trigger.by) is not (trigger.trigger == "on_order"):
            yield (*at, "triggers", index, "by"), "a shuffle on_order, and no other, says by whom; write it so"
    yield from same((*at, "methods", "is"), law.methods.is_, ("manual", "automated"), "cards are shuffled in two ways")
    cut, uncut = law.cut_after.is_, law.no_cut_after.is_
    if sorted((*cut, *uncut)) != ["automated", "manual", "pre_shuffled"]:
        yield (
            (*at, "no_cut_after", "is"),
            "manual, automated and pre_shuffled are cut after, or not; name each once",
        )
    yield from in_order((*at, "cut", "steps"), law.cut.steps, CUTS[law.cut.cover_card_ends.is_])
    yield from same((*at, "cut", "depth", "unit"), law.cut.depth.unit, "cards", "a cut is measured in cards")
    yield from in_order((*at, "idle"), law.idle, *IDLE[law.idle_spread.is_])
    for index, device in enumerate(law.devices):
        off, place = DEVICES[device.device], (*at, "devices", index, "switches_off")
        yield from same(place, device.switches_off, off, f"a {device.device} switches off {listed(off)}, and no more")
    kinds = {str(kind) for rule in ask(law.requirements, "equipment.shuffler.kind") for kind in rule.one_of or ()}
    known = {
        "shuffler_feeding_shoe": bool(ask(law.requirements, "equipment.shuffler.feeds_shoe")),
        "counting_shuffler": bool(ask(law.requirements, "equipment.shuffler.counts_cards")),
        "self_reshuffling_device": "self_reshuffling" in kinds,
    }
    named = [device.device for device in law.devices]
    if sorted(named) != sorted(name for name, is_known in known.items() if is_known):
        yield (*at, "devices"), "the devices are those that a submission may file, each once; name them"


RANKED = {"three_card": three_card, "four_card": four_card, "five_card": five_card}
SIX = ("super_royal", "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
LOW = {3: "A-2-3", 4: "A-2-3-4", 5: "A-2-3-4-5"}


def _rankings(book: Rulebook) -> Iterator[Problem]:
    law, at = book.rankings, ("rankings", "rankings")
    first = law.rankings[0]
    yield from same((*at, 0, "ranking"), first.ranking, RANKINGS[book.game], f"{book.game} compares these hands")
    yield from same(("rankings", "ace_low", "is"), law.ace_low.is_, LOW.get(first.cards), "the ace ends this run")
    if len({ranking.ranking for ranking in law.rankings}) != len(law.rankings):
        yield at, "each ranking stands once; leave the other out"
    for index, ranking in enumerate(law.rankings):
        cards, whole = WORTH[ranking.ranking]
        yield from same((*at, index, "cards"), ranking.cards, cards, f"a {ranking.ranking} hand is of so many cards")
        names = tuple(category.category for category in ranking.categories)
        if names != whole[: len(names)] or len(names) < len(whole) - 2:
            yield (*at, index, "categories"), f"hands rank from the top; write {listed(whole)}"
    for menu in book.paytables:
        for name, needed in NEEDED.items():
            looks_at = {fact.is_ for table in menu.tables if (fact := table.ranked_on or menu.ranked_on)}
            if name in (menu.wager, *looks_at) and needed not in [ranking.ranking for ranking in law.rankings]:
                yield at, f"{name} is paid by a ranking of its own; add {needed}"


RANKINGS = {"three-card-poker": "three_card", "four-card-poker": "four_card", "ultimate-texas-holdem": "five_card"}
# Rankings beside the first, each needed where a wager of that name is, or one that looks at such cards.
NEEDED = {"six_card_bonus": "six_card_bonus", "cover_all": "cover_all", "own_five_cards": "five_card"}


def _from_the_top(module: Any) -> tuple[str, ...]:
    categories = module.RANKING.categories[::-1]
    return tuple(category.value for category in categories if category.value != "high_card")


WORTH: Mapping[str, tuple[int, tuple[str, ...]]] = {
    **{name: (module.RANKING.size, _from_the_top(module)) for name, module in RANKED.items()},
    "six_card_bonus": (6, (*SIX, "three_of_a_kind")),
    "cover_all": (4, ("four_aces", "royal_flush", "four_of_a_kind", "straight_flush", "three_of_a_kind")),
}

AGREEMENTS: tuple[Agreement, ...] = (_table, _cards, _shuffle, _rankings)
