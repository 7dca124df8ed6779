"""Wagers that their paytable pays only as the showdown comes out: what the law has to say of one, and where it may."""

from collections.abc import Iterator, Mapping

from croupier.rulebook.agreement.saying import Agreement, Problem, listed, same
from croupier.rulebook.law.base import Fact
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.wagering import Wager
from croupier.rulebook.law.words import ComparisonCase, ComparisonOutcome, RankedOn
from croupier.rulebook.payout import FixedSum, MeterShare
from croupier.rulebook.strict import Path

# What each case may come to. A hand that is beaten is never paid, and one that wins goes by the paytable.
MAY_COME_TO: Mapping[ComparisonCase, tuple[ComparisonOutcome, ...]] = {
    "higher": ("paytable",),
    "lower": ("lose",),
    "tie": ("lose", "push", "paytable"),
    "dealer_not_qualified": ("compare", "lose", "push", "paytable"),
}
# The cards that such a wager may look at: those of which the exact odds are counted together with the dealer's hand.
COUNTED_TOGETHER: Mapping[str, tuple[RankedOn, ...]] = {"three-card-poker": ("own_three_cards",)}
# These are paid whatever the dealer holds, or hang on the hands of others.
NEVER = ("progressive", "six_card_bonus", "cover_all")


def _showdown(book: Rulebook) -> Iterator[Problem]:
    for index, wager in enumerate(book.wagers.wagers):
        if wager.against == "dealer_and_paytable":
            yield from _made(book, wager, ("wagers", "wagers", index))
            yield from _compared(book, wager)
            yield from _counted(book, wager, ("wagers", "wagers", index))


def _made(book: Rulebook, wager: Wager, at: Path) -> Iterator[Problem]:
    """Whoever makes it plays against the dealer, and nobody wins a showdown with a hand that was folded."""
    if wager.wager in NEVER or wager.placed != "before_the_deal":
        yield (*at, "against"), f"{wager.wager} is not decided by a showdown; write paytable"
    dealer = [other.wager for other in book.wagers.wagers if other.against == "dealer" and other.wager != "play"]
    needs = wager.needs
    if needs is None or needs.is_ != "all_of" or list(needs.of) != dealer or needs.cases:
        yield at, f"{wager.wager} needs all_of the wagers against the dealer; write {listed(dealer)}"
    for place, fold in enumerate(book.folding):
        if fold.wager == wager.wager:
            kept = fold.is_ != "lost" or bool(fold.cases)
            yield from same(("folding", place), "kept" if kept else "lost", "lost", "a folded hand wins no showdown")


def _compared(book: Rulebook, wager: Wager) -> Iterator[Problem]:
    for index, comparison in enumerate(book.settlement.comparisons):
        if comparison.wager != wager.wager:
            continue
        for place, outcome in enumerate(comparison.outcomes):
            may = MAY_COME_TO[outcome.case]
            if outcome.outcome not in may:
                at = ("settlement", "comparisons", index, "outcomes", place, "outcome")
                yield at, f"{wager.wager} pays only if the showdown is won: {outcome.case} comes to {' or '.join(may)}"


def _counted(book: Rulebook, wager: Wager, at: Path) -> Iterator[Problem]:
    """Where no exact odds could be worked out there is no such wager."""
    may = COUNTED_TOGETHER.get(book.game, ())
    if not may:
        games = listed(list(COUNTED_TOGETHER))
        yield (*at, "against"), f"exact odds that hang on a showdown too are known in {games} alone; write paytable"
        return
    for index, menu in enumerate(book.paytables):
        for place, table in enumerate(menu.tables if menu.wager == wager.wager else ()):
            fact: Fact[RankedOn] | None = table.ranked_on or menu.ranked_on
            looked_at = () if fact is None else (fact.is_, *(case.is_ for case in fact.cases))
            if not set(looked_at) <= set(may):
                cards = listed(list(may))
                yield ("paytables", index), f"what hangs on a showdown too is counted for {cards} alone; write that"
            if any(isinstance(line.pays, MeterShare | FixedSum) for line in table.lines):
                yield ("paytables", index, "tables", place, "lines"), f"{wager.wager} pays odds, no sums; write odds"


AGREEMENTS: tuple[Agreement, ...] = (_showdown,)
