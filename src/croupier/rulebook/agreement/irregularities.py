"""What goes wrong, and what then happens."""

from collections.abc import Iterator, Mapping

from croupier.rulebook.agreement.saying import Agreement, Problem, by_dealer, listed
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.strict import Path

CASES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "face_up_cards": (("one", "several"), ("one", "several_before_initial_deal", "several_after_initial_deal")),
    "card_drawn_in_error": (("unseen",),),
    "unlisted_exposure": (("goes_on", "void"),),
    "wrong_number_of_cards": (("",),),
    "dealer_card_exposed": (("",),),
    "shuffler_jam": (("",), ("device_holds_cards_needed", "other_deck")),
    "dealing_shoe_jam": (("",),),
    "device_lost": (("",), ("", "")),
}
JAMS = ("device_holds_cards_needed", "other_deck")
TREATMENTS = (["treat_failed_device", "cover_device", "post_out_of_order_sign"], ["remove_device"])
RULINGS = {"rule_on_exposure": "floor", "rule_on_jam": "floor"}
ORDER = (*RULINGS, "return_wagers", "empty_device", "reshuffle", "follow_approved_procedures")


def _irregularities(book: Rulebook) -> Iterator[Problem]:
    law, at = book.irregularities, ("irregularities", "remedies")
    for kind, cases in CASES.items():
        found = tuple(remedy.case for remedy in law.remedies if remedy.kind == kind)
        if found not in cases:
            yield at, f"the cases of {kind} are {'; or '.join(listed(case) or 'one' for case in cases)}; write so"
    for index, remedy in enumerate(law.remedies):
        yield from _outcome(remedy, (*at, index))
        yield from _steps(remedy, (*at, index))
    approved = {
        any(step.step == "follow_approved_procedures" for step in remedy.steps)
        for remedy in law.remedies
        if remedy.kind in ("shuffler_jam", "dealing_shoe_jam")
    }
    if len(approved) > 1:
        yield at, "every jam, or none, is dealt with by follow_approved_procedures; write it in each, or nowhere"
    if [step.step for step in law.device_out_of_order] not in TREATMENTS:
        yield ("irregularities", "device_out_of_order"), "a failed device is covered or marked, or it is removed"
    yield from by_dealer(("irregularities", "device_out_of_order"), law.device_out_of_order)


def _outcome(remedy: Remedy, at: Path) -> Iterator[Problem]:
    void = remedy.round_is == "void"
    if void is not bool(remedy.returns):
        yield (*at, "returns"), "a void round, and no other, returns wagers; name them, or all"
    if "all" in remedy.returns and (remedy.returns != ("all",) or remedy.settles):
        yield (*at, "returns"), "all are returned, or some by name; write one or the other"
    if set(remedy.returns) & set(remedy.settles):
        yield (*at, "settles"), "a wager is returned or settled, not both"
    if void and remedy.deck != "reshuffled":
        yield (*at, "deck"), "the deck of a void round is reshuffled; write that"
    if not void and remedy.deck == "reshuffled" and remedy.kind != "shuffler_jam":
        yield (*at, "deck"), "only a round that is void, or a jam of the shuffler, has a deck reshuffled"
    if remedy.until != "dealer_revealed" and remedy.kind != "dealer_card_exposed":
        yield (*at, "until"), "only a dealer's card is exposed until some moment; take it out"


def _steps(remedy: Remedy, at: Path) -> Iterator[Problem]:
    """The steps of a remedy bring about what it says, and nothing else, in order."""
    names, place = [step.step for step in remedy.steps], (*at, "steps")
    wanted = ["complete_community", *(f"settle_{wager}" for wager in remedy.settles)] if remedy.settles else []
    if [name for name in names if name in ("complete_community", "settle_trips")] != wanted:
        yield place, "a wager that is settled all the same needs the community cards; write both steps"
    told = [name for name in names if name in ORDER]
    if told != [name for name in ORDER if name in told]:
        yield place, f"the steps of a remedy come in this order: {listed(ORDER)}"
    if "return_wagers" in names and remedy.round_is != "void":
        yield place, "wagers go back in a void round only; take return_wagers out"
    jammed = ["rule_on_jam"] if remedy.case in JAMS else []
    rulings = ["rule_on_exposure"] if remedy.kind == "unlisted_exposure" else jammed
    if [name for name in names if name in RULINGS] != rulings:
        yield place, "the floor rules where the document leaves it a ruling, and there only"
    if ("reshuffle" in names) is not ("return_wagers" in names or remedy.case == "other_deck"):
        yield place, "cards that come out of a device are reshuffled; write both steps, or neither"
    device = remedy.kind == "dealing_shoe_jam" or remedy.case in JAMS
    if ("empty_device" in names) is not device or (remedy.case == JAMS[0] and "return_wagers" not in names):
        yield place, "a device that holds cards of the round is emptied; write empty_device"
    yield from by_dealer(place, remedy.steps, RULINGS)


AGREEMENTS: tuple[Agreement, ...] = (_irregularities,)
