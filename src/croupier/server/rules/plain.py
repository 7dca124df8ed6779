"""A table's rules in plain words, each with where it is written: put together from the rules it is run by."""

from collections.abc import Iterable, Iterator, Sequence

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep, Fact, Ruled, money
from croupier.rulebook.law.dealing import DecisionPoint
from croupier.rulebook.phrases import words
from croupier.server.tables.spots import PROGRESSIVE, against_the_dealer, awards_of, ranked_on, titles
from croupier.server.wire.schemas import PlainRule
from croupier.table.narration.narrate import MOMENTS
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.player_decisions import describe
from croupier.table.procedure.script import applies, script_of

Said = tuple[str, Sequence[str]]  # a sentence, and the clauses that say so
PASSIVE = ("close_bets", "deal", "turn", "count_hands", "display_payouts")  # what a player sees of the procedure


def plain_rules(rules: GameRules) -> tuple[PlainRule, ...]:
    """The rules that a player asks for, in the order of a round."""
    headed = (
        ("What you wager", _wagering(rules)),
        ("The deal", _dealing(rules)),
        ("Your decision", _deciding(rules)),
        ("If you fold", _folding(rules)),
        ("The reveal", _reveal(rules)),
        ("When the dealer qualifies", _qualifying(rules)),
        ("Against the dealer", _against(rules)),
        ("Ties", _ties(rules)),
        ("Ranking of hands", _ranking(rules)),
        *((wager_title(rules, one.bonus), _says(one)) for one in rules.rulebook.settlement.bonuses),
        ("Side wagers", _sides(rules)),
        ("Progressive", _progressive(rules)),
        (wager_title(rules, "envy"), _envy(rules)),
        ("Cover All", _cover_all(rules)),
        ("Payout limit", _payout_limit(rules)),
        ("If something goes wrong", _irregularities(rules)),
        ("At the table", _conduct(rules)),
    )
    return tuple(rule for heading, said in headed if (rule := _rule(heading, said)).text)


def qualifying(rules: GameRules) -> str:
    """What the dealer needs to compete, as it is printed on a layout: the first sentence about it."""
    return next((sentence.strip() for sentence, _ in _qualifying(rules)), "")


def _rule(heading: str, said: Iterable[Said]) -> PlainRule:
    kept = [(sentence.strip(), clauses) for sentence, clauses in said if sentence.strip()]
    clauses = dict.fromkeys(clause for _, cited in kept for clause in cited)
    return PlainRule(heading, " ".join(sentence for sentence, _ in kept), tuple(clauses))


def _says(*values: Ruled | None) -> Iterator[Said]:
    """What the rule data says itself, as far as it has words for it."""
    return ((value.says, value.clause) for value in values if value is not None)


def _wagering(rules: GameRules) -> Iterator[Said]:
    wagers = rules.rulebook.wagers
    elected = dict(rules.elections).get("version")
    versions = [version for version in wagers.versions if version.version == elected]
    if any(version.required or version.bounds for version in versions):
        yield from _says(*versions)
    else:
        yield from _says(wagers.main)
    sides = [wager for wager in rules.offers if wager not in (*wagers.main.of, "play")]
    if sides:
        be = "are" if sides[1:] else "is"
        yield f"Besides there {be} {titles(rules, sides)}.", [c for name in sides for c in _cited(rules, name)]
    yield from _says(wagers.closed_by, wagers.after_close)


def _cited(rules: GameRules, wager: str) -> tuple[str, ...]:
    found = rules.rulebook.wager(wager)
    return found.clause if found else ()


def _dealing(rules: GameRules) -> Iterator[Said]:
    for due in script_of(rules):
        if due.kind == "ask":
            return
        if due.kind in PASSIVE:
            yield due.says, (due.clause,)


def _deciding(rules: GameRules) -> Iterator[Said]:
    for due in script_of(rules):
        if due.point:
            yield _question(rules, due.point), [c for option in due.point.options for c in option.clause]
            yield from ((option.says, option.clause) for option in due.point.options)
        elif due.kind in PASSIVE and due.phase == "dealing" and due.step in _between(rules):
            yield due.says, (due.clause,)
    whole = rules.rulebook.decisions.whole_multiples_only
    if whole:
        only = "Only whole multiples of the Ante are accepted." if rules.value(whole) else whole.says
        yield only, whole.clause


def _between(rules: GameRules) -> tuple[str, ...]:
    return tuple(step.step for step in rules.rulebook.decisions.between)


def _question(rules: GameRules, point: DecisionPoint) -> str:
    *first, last = [describe(option) for option in point.options]
    return f"{MOMENTS[point.point]} you {', '.join(first)} or {last}."


def _folding(rules: GameRules) -> Iterator[Said]:
    folds = rules.rulebook.folding
    lost = [fold for fold in folds if fold.wager in rules.offers and rules.value(fold) == "lost"]
    kept = [fold for fold in folds if fold.wager in rules.offers and rules.value(fold) == "kept"]
    if lost:
        yield f"A fold loses {titles(rules, [f.wager for f in lost])}.", [c for f in lost for c in f.clause]
        yield from _says(*lost)
    if kept:
        yield f"It leaves {titles(rules, [f.wager for f in kept])} in play.", [c for f in kept for c in f.clause]
    yield from _says(*(fold for fold in folds if fold.wager in _awards(rules)))


def _awards(rules: GameRules) -> tuple[str, ...]:
    return awards_of(rules, PROGRESSIVE) if PROGRESSIVE in rules.offers else ()


def _reveal(rules: GameRules) -> Iterator[Said]:
    settlement = rules.rulebook.settlement
    before = [step for step in settlement.before if step.step != "remove_stub" and applies(step, rules)]
    yield from _says(*before)
    yield from _says(*(step for step in settlement.each_seat if applies(step, rules) and not _money(step)))
    yield "Seats are settled from the dealer's right round to the left.", settlement.seats.clause


def _money(step: AnyStep) -> bool:
    return step.step.startswith(("settle_", "pay_", "collect_", "form_six_card"))


def _qualifying(rules: GameRules) -> Iterator[Said]:
    settlement = rules.rulebook.settlement
    if settlement.dealer_qualifies:
        yield from _says(settlement.dealer_qualifies)
    else:
        clauses = [clause for comparison in settlement.comparisons for clause in comparison.clause]
        yield "The dealer needs no hand in particular: every hand of the dealer's is compared.", clauses


def _against(rules: GameRules) -> Iterator[Said]:
    for comparison in rules.rulebook.settlement.comparisons:
        cited = [clause for outcome in comparison.outcomes for clause in outcome.clause]
        told = " ".join(against_the_dealer(rules, comparison.wager)).partition(": it ")[2]
        yield f"{wager_title(rules, comparison.wager)} {told}", [*comparison.clause, *cited]
    yield from _says(rules.rulebook.settlement.highest_line_only)


def _ties(rules: GameRules) -> Iterator[Said]:
    wagers_by_outcome: dict[str, list[str]] = {}
    cited: list[str] = []
    for comparison in rules.rulebook.settlement.comparisons:
        for outcome in comparison.outcomes:
            if outcome.case == "tie":
                wagers_by_outcome.setdefault(outcome.outcome, []).append(comparison.wager)
                cited += outcome.clause
    for what, wagers in wagers_by_outcome.items():
        yield f"If your hand and the dealer's are equal, {titles(rules, wagers)} {what}.", cited


def _ranking(rules: GameRules) -> Iterator[Said]:
    law = rules.rulebook.rankings
    yield from _says(law.ace_low, law.tie_break)
    yield "No suit is worth more than another.", law.suits_rank.clause


def _sides(rules: GameRules) -> Iterator[Said]:
    for name in rules.offers:
        wager = rules.rulebook.wager(name)
        if wager and wager.against != "dealer" and name not in ("progressive", "cover_all"):
            yield f"{wager.title} goes by {ranked_on(rules, name)}.", wager.clause


def _progressive(rules: GameRules) -> Iterator[Said]:
    if "progressive" not in rules.offers:
        return
    law = rules.rulebook.progressive
    stakes = " or ".join(map(money, rules.progressive_stakes_cents))
    yield f"The stake is {stakes}; it goes by {ranked_on(rules, 'progressive')}.", _cited(rules, "progressive")
    yield from _says(law.contribution)
    if rules.value(law.pays_whatever_the_dealer_holds):
        yield "It pays whatever the dealer holds.", law.pays_whatever_the_dealer_holds.clause
    yield "An award is read off the meter when the seat's turn comes.", law.award_reads.clause
    yield "A meter that is won whole goes to its reset amount.", law.full_award.clause
    yield from _says(*law.validation)


def _envy(rules: GameRules) -> Iterator[Said]:
    if not _awards(rules):
        return
    law = rules.rulebook.envy
    award = "If you wagered on the Progressive and another player at this table holds a hand of the envy table, you are"
    yield f"{award} paid its sum.", (*law.paid_by.clause, *law.same_table_only.clause)
    yield _counts(rules, law.own_hand, "Your own hand"), law.own_hand.clause
    yield _counts(rules, law.dealer_hand, "The dealer's hand"), law.dealer_hand.clause
    yield from _says(law.each_hand)
    if rules.value(law.folded_holder) == "does_not_trigger":
        yield "A folded hand does not count.", law.folded_holder.clause
    else:
        yield from _says(law.folded_holder)
    needs = "must" if rules.value(law.holder_must_wager) else "need not"
    yield f"Who holds the hand {needs} have wagered on the Progressive.", law.holder_must_wager.clause


def _counts(rules: GameRules, fact: Fact[bool], hand: str) -> str:
    return f"{hand} {'counts' if rules.value(fact) else 'does not count'}."


def _cover_all(rules: GameRules) -> Iterator[Said]:
    law = rules.rulebook.cover_all
    if law is None or "cover_all" not in rules.offers:
        return
    yield from _says(law.wins_with, law.column, law.royal_flush)
    folded = {"count": "Folded hands count.", "do_not_count": "Folded hands do not count."}
    yield folded.get(rules.value(law.folded_hands), law.folded_hands.says), law.folded_hands.clause


def _payout_limit(rules: GameRules) -> Iterator[Said]:
    law = rules.rulebook.payout_limit
    if law is None or rules.payout_limit_cents is None:
        return
    limit, covered = money(rules.payout_limit_cents), rules.value(law.covers)
    yield f"One hand wins at most {limit} on {titles(rules, covered)}.", law.covers.clause
    yield from _says(law.covers, law.counts)


def _irregularities(rules: GameRules) -> Iterator[Said]:
    return _says(*(remedy for remedy in rules.rulebook.irregularities.remedies if remedy.when.holds(rules.look)))


def _conduct(rules: GameRules) -> Iterator[Said]:
    wagers = rules.rulebook.wagers
    boxes = rules.adjacent_boxes
    spots = "one spot" if boxes == 1 else f"up to {boxes} spots side by side"
    yield f"One player wagers at {spots}.", wagers.adjacent_boxes.clause
    yield from _says(*(step for step in rules.rulebook.decisions.conduct if applies(step, rules)))
    yield from _says(wagers.stay_seated, wagers.leaving)
    yield f"Accepted here: {words(wagers.instruments.is_)}.", wagers.instruments.clause
