"""No value of the law is without effect: each is changed, and loading refuses it or a witness says something else.

Numbers by one, truths turned round, words for each other word of their vocabulary, items left out or swapped with their
neighbour, of all five rulebooks. The witnesses are fixed: the playthroughs and some rounds beside them, described
rounds, submissions on either side of every requirement, and signs. A sample is changed in every run, all of it in a
soak.
"""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from croupier.rulebook.load import rulebook_ids

from .altered import Change, changes, document
from .witnesses import Bench

SAMPLE = 24  # of each rulebook, always the same ones

# What people read and nothing else hangs on. Each is told on the rule card, a prompt or a heading.
WORDING = {
    "says": "the sentence of a value, told in prompts and on the rule card; in a finding it is seen to change",
    "told": "the sentence of a step once it is done; the playthroughs hold it to the letter",
    "made_of": "a hand in words; the category beside it is closed",
    "best": "the best hand of a category as the document prints it; tests/hands deals and ranks it",
    "worst": "the worst hand of a category as the document prints it; tests/hands deals and ranks it",
    "term": "a defined term",
    "means": "what a defined term means",
    "definitions": "defined terms are read, and decide nothing",
    "jurisdiction": "whose rules they are, in words",
    "status": "which edition it is, in words",
    "title": "what something is called on screens, in the words of people",
    "rankings.rankings.categories": "how far down a document lists hands; those listed are in the ranking's own order",
    "settlement.each_seat": "how much of a seat's settlement a document spells out; its order agrees with the wagers'",
    "dealing.notes": "what a document says besides of its own steps: true of them, or refused",
    "amends": "which document is amended: followed before any value is read; tests/rulebook/test_editions.py",
    "amends.document": "the same",
    "envy.schedule_follows_paytable.is": "whether the text or reading A20 ties them; one letter is asked anyway",
    "signage.notices.notice": "which notice a sentence on the sign is; the sentence itself is seen to change",
}
# What a document may leave unsaid: it means the same then.
UNSAID = {"progressive.seed_scales_with_stake": "seeds follow the stake where that is said, and nowhere else"}
# Lists whose order says nothing: they are sets, or tables that are found by name.
UNORDERED = (
    *("definitions", "requirements", "cards.change_after", "opening.skipped_for.is", "shuffle.cut_after.is"),
    *("shuffle.devices", "wagers.instruments.is", "main.of", "needs.of", "required"),
    *("dealing", "decisions.conduct", "times", "folding", "one_of"),
    *("folded_cards_stay_for.is", "folded_cards_stay_for.cases.is", "settlement.before", "comparisons", "outcomes"),
    *("paytables", "paytables.tables", "meters", "covers.is", "covers.cases.is", "remedies", "returns", "includes"),
    *("signage.notices", "menus", "choices", "progressive.stakes.is", "wagers.versions", "bounds", "cases"),
    *("dealing.notes", "rankings.rankings", "wagers.wagers"),
)


def not_in_force(rulebook: str, change: Change) -> bool:
    """Whether the change is within a paytable that was struck or superseded, which is shown and pays nothing."""
    if change.path[:1] != ("paytables",) or change.path[2:3] != ("tables",) or len(change.path) < 5:
        return False
    table = document(rulebook)["paytables"][change.path[1]]["tables"][change.path[3]]
    return "status" in table and change.path[4] != "status"


def only_wording(change: Change) -> bool:
    """Whether the change is of what people read, or of an order that says nothing."""
    if change.how == "left out" and change.key in UNSAID:
        return True
    key = change.key.partition("<order>")[0]
    if change.key != key:
        return any(key == name or key.endswith(f".{name}") for name in UNORDERED)
    return key in WORDING or key.rpartition(".")[2] in WORDING


@cache
def bench(rulebook: str) -> Bench:
    return Bench(rulebook)


@cache
def counted(rulebook: str) -> tuple[Change, ...]:
    """The changes that must be noticed."""
    return tuple(
        change for change in changes(rulebook) if not only_wording(change) and not not_in_force(rulebook, change)
    )


def unnoticed(rulebook: str, some: tuple[Change, ...]) -> Iterator[str]:
    for change in some:
        if not bench(rulebook).noticed(change):
            yield str(change)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_sample_of_the_values_counts(rulebook: str) -> None:
    sample = random.Random(f"{rulebook} 1").sample(counted(rulebook), SAMPLE)
    assert list(unnoticed(rulebook, tuple(sample))) == []


# What once passed unnoticed, or ended in a traceback.
ONCE_UNNOTICED = {
    "ma-fcp-1": (
        "dealing[1].steps[8].step: 'deal_dealer'",
        "settlement.comparisons[1].outcomes[2].outcome: 'lose'",
        "decisions.whole_multiples_only: left out",
        "wagers.posted_limits: left out",
        "dealing[0].stub_count.checks: without count_face_down",
        "decisions.folded_cards_stay_for.cases[0].is[0]: 'cover_all'",
        "settlement.odds_rounding: left out",
        "settlement.odds_rounding.is: 'down_to_the_cent'",
        "paytables[6].tables[3].lines: four_of_a_kind $124",
        "paytables[6].tables[0].stake_cents: 101",
        "irregularities.remedies[7].steps: left out",
        "irregularities.remedies[8].steps: empty_device behind follow_approved_procedures",
    ),
    "ma-fcp-2": (
        "rankings.rankings: without five_card",
        "paytables[5].ranked_on.is: 'best_hand_at_the_table'",
        "paytables[5].tables[5].lines: royal_flush 100 percent of minor",
        "paytables[5].tables[0].lines: four_aces 100 percent of major",
    ),
    "md-fcp": (
        "table.dealer_faces_players: left out",
        "six_card_bonus.fixed_award_returns_stake.is: false",
        "menus[1].default: true",
    ),
    "md-tcp": (
        "dealing[0].steps[2].when: left out",
        "wagers.requirements[3].when: left out",
        "wagers.versions: without base",
        "wagers.versions[0].version: 'F1'",
        "wagers.versions[3].bounds[0].at_most_times: 6",
        "paytables: without ante_bonus",
        "paytables[4].tables[2].id: 'no_such_word'",
        "envy.folded_holder.is: 'triggers_if_turned_up_in_settlement'",
    ),
    "md-uth": (
        "settlement.before[1].when: left out",
        "wagers.wagers[1].needs.is: 'any_of'",
        "wagers.wagers[3].needs.of: without ante",
        "wagers.wagers[4].needs.of[0]: 'progressive'",
        "dealing[1].steps[6].handles_cards: left out",
        "settlement.before[1].handles_cards: false",
        "decisions.folded_cards_stay_for.cases[0].is[0]: 'play_the_board'",
        "settlement.odds_rounding: left out",
        "paytables[7].chosen_by: 'election_and_stake'",
        "progressive.share_rounding: left out",
        "progressive.share_rounding.is: 'up_to_the_cent'",
        "six_card_bonus.fixed_award_returns_stake.cases[0].elected: true",
        "payout_limit.cut_order.is: trips behind play",
        "payout_limit.cut_order.cases[0].is: ultimate_pairs behind bad_beat",
        "menus[7].assumed: true",
    ),
}


@pytest.mark.parametrize("rulebook", ONCE_UNNOTICED)
def test_what_once_passed_unnoticed_counts(rulebook: str) -> None:
    named = {str(change): change for change in counted(rulebook)}
    assert list(unnoticed(rulebook, tuple(named[name] for name in ONCE_UNNOTICED[rulebook]))) == []


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_value_counts(rulebook: str) -> None:
    assert list(unnoticed(rulebook, counted(rulebook))) == []


def test_every_exception_is_of_a_value_that_there_is() -> None:
    keys = {change.key for rulebook in rulebook_ids() for change in changes(rulebook)}
    ends = keys | {key.rpartition(".")[2] for key in keys}
    assert WORDING.keys() | UNSAID.keys() <= ends
    orders = {key.partition("<order>")[0] for key in keys if key.endswith("<order>")}
    assert [name for name in UNORDERED if not any(f".{key}".endswith(f".{name}") for key in orders)] == []
