"""Wagers, decisions and the deal."""

from collections.abc import Iterator, Sequence

from croupier.rulebook.agreement.saying import Agreement, Problem, ask, by_dealer, listed, same
from croupier.rulebook.law.base import Fact
from croupier.rulebook.law.dealing import Deal, Dealing
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.wagering import Wager, Wagers
from croupier.rulebook.law.words import ALONE, RankedOn
from croupier.rulebook.strict import Path


def _wagers(book: Rulebook) -> Iterator[Problem]:
    law, at = book.wagers, ("wagers", "wagers")
    always = next((set(rule.includes or ()) for rule in ask(law.requirements, "offers") if rule.includes), set())
    compared = {comparison.wager for comparison in book.settlement.comparisons}
    names = [wager.wager for wager in law.wagers]
    if len(set(names)) != len(names):
        yield at, "each wager stands once; leave the other out"
    for index, wager in enumerate(law.wagers):
        offered = "always" if wager.wager in always else "if_filed"
        why = f"{wager.wager} is offered always if every submission offers it"
        yield from same((*at, index, "offered"), wager.offered, offered, why)
        against = "dealer" if wager.wager in compared else "paytable"
        if wager.against != "dealer_and_paytable" or wager.wager not in compared:
            why = f"{wager.wager} is against the dealer if a comparison decides it"
            yield from same((*at, index, "against"), wager.against, against, why)
        deciding = "when_deciding" if wager.wager == "play" else "before_the_deal"
        why = "only the play wager waits for a decision"
        yield from same((*at, index, "placed"), wager.placed, deciding, why)
        if wager.procedure and [fact.is_ for fact in wager.procedure] != ["player_checks_acceptance"]:
            yield (*at, index, "procedure"), "a wager's procedure is player_checks_acceptance, once; write that"
        checked = ask(book.progressive.requirements, "equipment.progressive_system.acceptance_device_per_seat")
        if bool(wager.procedure) is not (wager.wager == "progressive" and bool(checked)):
            yield (*at, index), "a wager that a device at the seat accepts, and no other, is checked by its player"
        yield from _needs(law, wager, (*at, index, "needs"))
        if wager.alone is not None and (wager.wager not in ALONE or wager.needs is not None):
            yield (
                (*at, index, "alone"),
                f"what is made alone needs no other and is none of the main ones: {listed(ALONE)}",
            )
        amount = wager.amount
        if amount is not None and bool(amount.of) is not (amount.amount != "filed_stake"):
            yield (*at, index, "amount", "of"), "an amount is that of another wager unless it is a filed stake"
    yield from _adjacent(book)
    if law.electronic and [fact.is_ for fact in law.electronic] != list(ELECTRONIC):
        yield ("wagers", "electronic"), f"an electronic table is run so; write {listed(ELECTRONIC)}"
    if bool(law.electronic) is not bool(ask(law.requirements, "table.electronic")):
        yield ("wagers", "electronic"), "an electronic table is described where a submission may file one"
    posted = [clause for rule in law.requirements if rule.formula == "limits" for clause in rule.clause]
    said = list(law.posted_limits.clause) if law.posted_limits else []
    yield from same(("wagers", "posted_limits"), said, posted, "posted_limits and what limits ask are one clause")
    for name in ("beside_chips", "by_reference"):
        fact = getattr(law, name)
        if fact is not None and not set(fact.is_) <= set(law.instruments.is_):
            yield ("wagers", name, "is"), "these are among the instruments; name them there too"
    if (law.beside_chips is not None) is not ("match_play_coupon" in law.instruments.is_):
        yield ("wagers", "instruments", "is"), "a match_play_coupon lies beside_chips; name it in both or in neither"
    if (law.by_reference is not None) is not ("other_approved" in law.instruments.is_):
        yield ("wagers", "instruments", "is"), "other_approved is taken by_reference; name it in both or in neither"


def _needs(law: Wagers, wager: Wager, at: Path) -> Iterator[Problem]:
    """What must be down first: for a wager beside the main ones, all of these, or any where any may be played alone."""
    needs, main = wager.needs, law.main
    if needs is None:
        return
    beside = wager.wager not in (*main.of, "play") and wager.against != "dealer_and_paytable"
    if beside and not set(main.of) <= set(needs.of):
        yield (*at, "of"), f"a wager beside the main ones hangs on each of these; write {listed(main.of)}"
    if len(needs.of) == 1 or (beside and main.is_ == "all_of" and needs.of == main.of):
        yield from same((*at, "is"), needs.is_, "all_of", "there is no choice between these wagers")


def _versions(book: Rulebook) -> Iterator[Problem]:
    """The versions are what may be elected, and those that bind a wager have limits of their own."""
    law = book.wagers
    choices = [choice.choice for menu in book.menus if menu.menu == "version" for choice in menu.choices]
    names = [version.version for version in law.versions]
    yield from same(("wagers", "versions"), names, choices, "the versions are the choices of the menu version")
    free = [version.version for version in law.versions if not (version.bounds or version.required)]
    if law.versions and len(free) != 1:
        yield ("wagers", "versions"), "one version leaves the main wagers free; bind the others"
    wanted = [f"elections.version is not {name}" for name in free[:1]]
    bound = [rule.when.text for rule in law.requirements if rule.formula == "version_limits"]
    yield from same(("wagers", "requirements"), bound, wanted, "limits are asked of every version but the free one")


ELECTRONIC = ("offered_if_filed", "dealer_receives_two_cards", "five_community_cards", "no_card_handling_prompts")


def _adjacent(book: Rulebook) -> Iterator[Problem]:
    law = book.wagers
    most = [rule.at_most for rule in ask(law.requirements, "table.adjacent_boxes") if rule.at_most is not None]
    bound = law.most_boxes
    yield from same(
        ("wagers", "most_boxes"), [bound.at_most] if bound else [], most, "most_boxes is what table.adjacent_boxes asks"
    )
    if bound:
        yield from same(("wagers", "most_boxes", "unit"), bound.unit, "boxes", "boxes are counted in boxes")
    meant = "licensees_choice" if bound else "filed"
    why = "adjacent_boxes is the licensee's choice where most_boxes bounds it"
    yield from same(("wagers", "adjacent_boxes", "is"), law.adjacent_boxes.is_, meant, why)


def _folding(book: Rulebook) -> Iterator[Problem]:
    down = [wager.wager for wager in book.wagers.wagers if wager.placed == "before_the_deal"]
    names = [fold.wager for fold in book.folding]
    if sorted(names) != sorted([*down, "envy"]):
        yield ("folding",), f"a fold does something to each of these, once: {listed(sorted([*down, 'envy']))}"
    stay = book.decisions.folded_cards_stay_for
    kept = {fold.wager for fold in book.folding if "kept" in (fold.is_, *(case.is_ for case in fold.cases))}
    for name in (*stay.is_, *(name for case in stay.cases for name in case.is_)) if stay else ():
        if name not in kept:
            yield ("decisions", "folded_cards_stay_for"), f"a fold loses {name}, so no cards stay for it; take it out"


def _ranks_own(fact: Fact[RankedOn] | None) -> bool:
    return fact is not None and fact.is_ not in ("community_cards", "best_hand_at_the_table")


def _stay(book: Rulebook) -> Iterator[Problem]:
    """Folded cards stay for each wager that is kept and ranks them, also where an election keeps one more."""
    stay = book.decisions.folded_cards_stay_for
    ranked = {
        menu.wager for menu in book.paytables for table in menu.tables if _ranks_own(table.ranked_on or menu.ranked_on)
    }
    kept = [fold.wager for fold in book.folding if fold.is_ == "kept" and fold.wager in ranked - {"envy"}]
    said = list(stay.is_) if stay else []
    if sorted(said) != sorted(kept):
        yield ("decisions", "folded_cards_stay_for"), f"cards stay for what a fold keeps; write {listed(kept)}"
    for index, case in enumerate(stay.cases if stay else ()):
        assert stay is not None
        elected = {stay.menu: case.elected}
        more = [fold.wager for fold in book.folding if fold.is_ == "lost" and fold.under(elected) == "kept"]
        place = ("decisions", "folded_cards_stay_for", "cases", index, "is")
        yield from same(place, case.is_, (*stay.is_, *more), "cards stay for what a fold keeps under this choice too")


def _decisions(book: Rulebook) -> Iterator[Problem]:
    law, at = book.decisions, ("decisions",)
    yield from by_dealer((*at, "conduct"), law.conduct, {step.step: "player" for step in law.conduct})
    names = [point.point for point in law.points]
    if names not in (["after_deal"], ["before_flop", "after_flop", "after_river"]):
        yield (*at, "points"), "players are asked after_deal, or before_flop, after_flop and after_river; write so"
    for index, point in enumerate(law.points):
        asks = "ante_without_play" if index else "ante"
        yield from same((*at, "points", index, "asks"), point.asks, asks, "who has a Play Wager is not asked again")
        last = "check" if index + 1 < len(law.points) else "fold"
        if [option.action for option in point.options] != ["play", last]:
            yield (*at, "points", index, "options"), f"the answers are play and {last}, in this order; write so"
    yield from _cards_dealt(law.between, (*at, "between"))
    for index, between in enumerate(law.between):
        if between.after not in names[:-1]:
            yield (*at, "between", index, "after"), f"cards come between two decisions; write {listed(names[:-1])}"
    if not law.afterwards or law.afterwards[0].step != "collect_folds":
        yield (*at, "afterwards"), "after the decisions folds are collected first; write collect_folds"
    play = next((wager for wager in book.wagers.wagers if wager.wager == "play"), None)
    amount, needs = (play.amount, play.needs) if play else (None, None)
    main = [wager.wager for wager in book.wagers.wagers if wager.against == "dealer" and wager is not play]
    if needs is None or needs.is_ != "all_of" or list(needs.of) != main or needs.cases:
        yield ("wagers", "wagers"), f"play needs all_of the wagers against the dealer; write {listed(main)}"
    plays = [option for point in law.points for option in point.options if option.action == "play"]
    meant = "as_decided" if plays[1:] else "equal_to" if plays[0].times == (1,) else "one_to_three_times"
    if amount is None or amount.amount != meant:
        yield ("wagers", "wagers"), f"the amount of play is what the decisions allow; write {meant}"
    if (law.whole_multiples_only is not None) is not (meant == "one_to_three_times"):
        yield (
            at,
            "where play is from one to three times, and there only, whole_multiples_only says which",
        )
    if meant == "one_to_three_times" and (plays[0].at_least_times, plays[0].at_most_times) != (1, 3):
        yield (*at, "points", 0, "options", 0), "the amount of play is from one to three times; write 1 and 3"


def _dealing(book: Rulebook) -> Iterator[Problem]:
    methods = [dealing.method for dealing in book.dealing]
    if sorted(methods) != ["automated_shoe", "hand", "manual_shoe"]:
        yield ("dealing",), "there are three dealing methods, each once: automated_shoe, manual_shoe, hand"
    for index, dealing in enumerate(book.dealing):
        yield from _method(dealing, ("dealing", index))
    for index, dealing in enumerate(book.dealing):
        cases = dealing.stub_count.cases
        at = ("dealing", index, "stub_count")
        if [(case.stub_case, case.total, case.misdeal, case.round_is) for case in cases] != list(STUB):
            yield (*at, "cases"), f"a stub count comes to {listed([case[0] for case in STUB])}; write each as it is"
        yield from same((*at, "cases", 0, "deck"), cases[0].deck, "stays", "a deck that is all there stays")
        yield from same((*at, "cases", 1, "deck"), cases[1].deck, "stays", "a deck that is all there stays")
        yield from same((*at, "cases", 2, "deck"), cases[2].deck, "removed", "a deck that is not whole is removed")
        checks = [step.step for step in dealing.stub_count.checks]
        if checks not in (["decide_misdeal"], ["count_face_down", "decide_misdeal"]):
            yield (*at, "checks"), "a wrong count is looked into by decide_misdeal; write it last"
        yield from by_dealer((*at, "checks"), dealing.stub_count.checks)
        every = dealing.stub_count.every
        if every is not None:
            yield from same((*at, "every", "unit"), every.unit, "rounds", "counts come every so many rounds")
            if [name for name, _ in every.bounds()] != ["at_most"]:
                yield (*at, "every"), "counts come at_most so many rounds apart; write that"
        if bool(dealing.stub_count.not_with) is not bool(every):
            yield at, "where the stub is counted, a counting_shuffler frees the table from it; write not_with"


STUB = (
    ("all_there", "right", "no", "goes_on"),
    ("misdealt", "right", "yes", "void"),
    ("wrong_deck", "wrong", "any", "void"),
)


DEALT_TO = {
    "deal_bonus_box": "bonus_box",
    "deal_community": "community",
    "deal_hands": "players_and_dealer",
    "deal_first_player": "first_player",
    "deal_other_players": "other_players",
    "deal_dealer": "dealer",
    "deal_dealer_up_card": "dealer",
    "hold_dealer_cards": "dealer",
    "deal_extra_stack": "extra_stack",
    "burn_before_flop": "burn",
    "burn_before_final_two": "burn",
    "deal_flop": "community",
    "deal_final_two": "community",
    "turn_up_flop": "community",
    "turn_up_final_two": "community",
}
TURNED_UP = {"deal_dealer_up_card": 1, "deal_flop": 3, "turn_up_flop": 3, "deal_final_two": 2, "turn_up_final_two": 2}


def _cards_dealt(steps: Sequence[Deal], at: Path) -> Iterator[Problem]:
    for index, step in enumerate(steps):
        yield from same((*at, index, "to"), step.to, DEALT_TO.get(step.step, ""), f"{step.step} puts cards there")
        if step.step in TURNED_UP:
            yield from same(
                (*at, index, "face_up"), step.face_up, TURNED_UP[step.step], f"{step.step} turns up so many"
            )
        if (step.cards == 0) is not (step.step in ("turn_up_flop", "turn_up_final_two") or not step.to):
            yield (*at, index, "cards"), f"{step.step} deals cards, or turns up those that lie there; write how many"


def _method(dealing: Dealing, at: Path) -> Iterator[Problem]:
    yield from _cards_dealt(dealing.steps, (*at, "steps"))
    yield from by_dealer((*at, "steps"), dealing.steps)
    places = [step.to for step in dealing.steps if step.to]
    if "players_and_dealer" in places and any(step.step == "deal_dealer" for step in dealing.steps):
        yield (
            (*at, "steps"),
            "deal_hands deals to the dealer too; what follows it is deal_dealer_up_card",
        )
    before = {"dealer", "first_player"} <= set(places) and places.index("dealer") < places.index("first_player")
    left_over = bool({"burn", "extra_stack"} & set(places)) or "players_and_dealer" in places
    holds = {"dealer_before_players": before, "no_leftover_cards": not left_over}
    for index, note in enumerate(dealing.notes):
        if not holds[note.is_]:
            yield (*at, "notes", index, "is"), f"the steps do not say {note.is_}; take the note out or mend the steps"
    if len({note.is_ for note in dealing.notes}) != len(dealing.notes):
        yield (*at, "notes"), "each note stands once; leave the other out"


AGREEMENTS: tuple[Agreement, ...] = (_wagers, _versions, _folding, _stay, _decisions, _dealing)
