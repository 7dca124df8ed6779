"""The later Massachusetts edition is the earlier one, the Multi Game Link and one sentence less: nothing else."""

from typing import Any

import pytest

from croupier.rulebook.comparison.rulebooks import compare
from croupier.rulebook.elect import GameRules, elect, resolve
from croupier.rulebook.load import load
from croupier.rulebook.phrases import payload
from croupier.rulebook.walk import walk

from .filing import ABSENT, example, filed, findings, with_changes

EARLIER, LATER = load("ma-fcp-1"), load("ma-fcp-2")
METERS = {
    "PTMGL01": ["progressive"],
    "PTMGL02": ["progressive"],
    "PTMGL04": ["progressive"],
    "PTMGLML01": ["major", "minor"],
    "PTMGLML02": ["mega", "major", "minor"],
    "PTMGLML03": ["mega", "major", "minor"],
}
FIVE_CARD = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind"]

STAKES_ASKED = "progressive.requirements.progressive.stake_cents one_of"
# What 13(b) makes of rules that both editions have.
DIFFERS = {
    "progressive.stakes",
    "progressive.seed_scales_with_stake",
    "envy.paid_by",
    # A sentence that the earlier edition has twice, and the later one once.
    "dealing.automated_shoe.steps.deal_other_players",
    "dealing.automated_shoe.steps.deal_dealer",
    # What is asked of every progressive there is asked of the four-card ones here, and of every meter.
    STAKES_ASKED,
    "progressive.requirements.progressive formula when offers progressive",
}
ONLY_EARLIER = set[str]()
ONLY_LATER = {
    "progressive.share_rounding",  # the earlier edition pays no share of a meter
    "amends",
    "rankings.rankings.five_card",
    *(f"rankings.rankings.five_card.categories.{category}" for category in FIVE_CARD),
    *(f"paytables.progressive.tables.{table}{part}" for table in METERS for part in ("", ".ranked_on")),
    *(
        f"paytables.progressive.tables.{table}.meters.{meter}{part}"
        for table, meters in METERS.items()
        for meter in meters
        for part in ("", ".seed", ".rate")
    ),
    *(f"paytables.envy.tables.{table}{part}" for table in METERS for part in ("", ".ranked_on")),
    "progressive.requirements.progressive.stake_cents at_least when offers progressive",
    "progressive.requirements.elections.progressive is"
    " when elections.progressive is PTMGL01 and progressive.stake_cents is 500",
    "progressive.requirements.elections.progressive is"
    " when elections.progressive is PTMGL02 and progressive.stake_cents is 100",
}
# Rules that say the same in both, and in the later edition rest on a clause of its own besides.
CITED_ANEW = {
    "dealing.automated_shoe.steps.deal_other_players",
    "dealing.automated_shoe.steps.deal_dealer",
    "wagers.wagers.progressive.amount",
    "paytables.progressive",
    "paytables.envy",
    "settlement.highest_line_only",
    "progressive.contribution",
    "progressive.award_reads",
    "progressive.full_award",
    "progressive.share_award",
    "progressive.requirements.progressive formula when offers progressive",
    "envy.requirements.elections.envy formula when offers progressive",
    "envy.same_table_only",
}


@pytest.mark.clause("ma-fcp-2:[all-other-clauses]")
def test_the_editions_differ_in_these_keys_and_no_others() -> None:
    different = {"differs": set[str](), "only earlier": set[str](), "only later": set[str]()}
    for difference in compare(EARLIER, LATER):
        if difference.verdict == "differs":
            different["differs"].add(difference.key)
        elif difference.right is None:
            different["only earlier"].add(difference.key)
        elif difference.left is None:
            different["only later"].add(difference.key)
    assert different == {"differs": DIFFERS, "only earlier": ONLY_EARLIER, "only later": ONLY_LATER}


@pytest.mark.clause("ma-fcp-2:[all-other-clauses]")
def test_the_editions_cite_other_clauses_at_these_keys_and_no_others() -> None:
    earlier, later = (dict(walk(document)) for document in (EARLIER, LATER))
    cited_anew = {
        ".".join(key)
        for key in set(earlier) & set(later)
        if (earlier[key].clause, earlier[key].reading) != (later[key].clause, later[key].reading)
    }
    assert cited_anew == (CITED_ANEW | DIFFERS) - {STAKES_ASKED}
    own = {".".join(key) for key, value in later.items() if any(c.startswith("ma-fcp-2:") for c in value.clause)}
    rates = {key for key in ONLY_LATER if key.endswith(".rate")}
    assert own == (CITED_ANEW | DIFFERS | ONLY_LATER) - {STAKES_ASKED} - rates


@pytest.mark.clause("ma-fcp-2:[all-other-clauses]")
def test_every_value_walked_is_compared_even_where_it_only_holds_others() -> None:
    """A value without content of its own is left out of a comparison; none such differs either."""
    earlier, later = (dict(walk(document)) for document in (EARLIER, LATER))
    for key in set(earlier) & set(later):
        if ".".join(key) not in DIFFERS:
            assert payload(earlier[key]) == payload(later[key]), key


FOUR_CARD = [{"progressive": letter, "envy": letter} for letter in "AB"]
ELECTIONS: list[dict[str, Any]] = [
    {},
    *FOUR_CARD,
    *({"aces_up": table} for table in ("I", "II", "III", "IV", "V", "VI", "VII")),
    *({"dealing": method} for method in ("automated_shoe", "manual_shoe", "hand")),
    *({"settlement_method": method} for method in (1, 2)),
    *({"play_whole_multiples_only": choice} for choice in (False, True)),
    *({"fold_forfeits_progressive": choice} for choice in (False, True)),
    *({"cover_all_fold_rule": rule} for rule in ("exposed_hands_count", "fold_forfeits", "folded_hands_count")),
]


def content(rules: GameRules) -> dict[str, Any]:
    """Everything a table is run by that is not the document itself; of the steps, what is done."""
    fields = {name: getattr(rules, name) for name in rules.__struct_fields__ if name not in ("rulebook", "digest")}
    return fields | {"dealing": [payload(step) for step in rules.dealing.steps]}


@pytest.mark.clause("ma-fcp-2:[all-other-clauses]")
@pytest.mark.parametrize("elections", ELECTIONS, ids=str)
def test_without_the_link_both_editions_give_the_same_rules(elections: dict[str, Any]) -> None:
    earlier, later = elect("ma-fcp-1", elections), elect("ma-fcp-2", elections)
    assert content(earlier) == content(later)
    assert earlier.digest != later.digest
    for name in ("seed_scales_with_stake", "stakes"):
        fact = getattr(EARLIER.progressive, name), getattr(LATER.progressive, name)
        assert earlier.value(fact[0]) == later.value(fact[1])
    assert earlier.value(EARLIER.envy.paid_by) == later.value(LATER.envy.paid_by)


IN_ORDER: list[dict[str, Any]] = [{}, {"offers": ["ante", "play", "aces_up"]}, {"progressive.stake_cents": 500}]
BROKEN: list[dict[str, Any]] = [
    {"offers": ["ante", "play", "aces_up", "six_card_bonus"]},
    {"table.seats": 7},
    {"table.adjacent_boxes": 3},
    {"cards.cover_card.opaque": False},
    {"cards.conformity": ABSENT},
    {"cards.back_colours": ["red", "red"]},
    {"equipment.shuffler.kind": "manual"},
    {"equipment.shoe.stack_cards": 6},
    {"elections.dealing": "hand"},
    {"elections.settlement_method": ABSENT},
    {"elections.aces_up": "VIII"},
    {"elections.envy": "B"},
    {"elections.envy": ABSENT},
    {"progressive.stake_cents": 200},
    {"progressive.stake_cents": ABSENT},
    {"progressive.rate": ABSENT},
    {"progressive.reset_cents": 499_999},
    {"odds.ante_bonus.four_of_a_kind": "24 to 1"},
    {"odds.aces_up": {"flush": "6 for 1"}},
    {"limits.cover_all.minimum_cents": 0},
    {"records": {}},
]


@pytest.mark.clause("ma-fcp-2:[all-other-clauses]")
@pytest.mark.parametrize("changes", [*IN_ORDER, *BROKEN], ids=str)
def test_without_the_link_both_editions_find_the_same(changes: dict[str, Any]) -> None:
    earlier = with_changes(example("ma-fcp-1"), changes)
    later = with_changes(earlier, {"rules": "ma-fcp-2"})
    first, second = ([(each.severity, each.field) for each in findings(data)] for data in (earlier, later))
    assert first == second
    assert ("violation" in [severity for severity, _ in first]) is (changes in BROKEN)


def test_a_filing_of_the_earlier_edition_gives_the_same_rules_under_the_later() -> None:
    earlier = example("ma-fcp-1")
    later = with_changes(earlier, {"rules": "ma-fcp-2"})
    assert content(resolve(filed(earlier))) == content(resolve(filed(later)))


def test_the_automated_deal_has_the_same_order_and_the_dealer_follows_the_players() -> None:
    """Reading A39: the sentence that the later edition drops never gave a seat a second stack."""
    order = [("first_player", 5), ("other_players", 5), ("dealer", 5), ("extra_stack", 5)]
    for rulebook in ("ma-fcp-1", "ma-fcp-2"):
        steps = elect(rulebook).dealing.steps
        assert [(step.to, step.cards) for step in steps if step.to in dict(order)] == order
