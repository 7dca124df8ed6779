"""No field of a submission goes unread: each of the shipped examples with one field left out, or wrong."""

import tomllib
from typing import Any

import pytest

from croupier.cli.check import example_text
from croupier.rulebook.check import leaves
from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.submission import parse_submission

from .filing import ABSENT, at, example, filed, found, with_changes

# What an operator may leave out, each because the law or a reading then says what holds.
DEFAULTS = "a reading gives the choice that holds when none is filed"
NO_LIMIT = "a payout limit is the operator's to set or not"
NOT_RAISED = "odds stay at the printed minimum unless they are raised"
OPTIONAL = {
    ("md-tcp", "elections.six_card_precondition"): DEFAULTS,
    ("md-tcp", "elections.fixed_award_returns_stake"): DEFAULTS,
    ("md-tcp", "elections.envy_holder_must_wager"): DEFAULTS,
    ("md-uth", "elections.dealer_cards"): DEFAULTS,
    ("md-uth", "elections.progressive_hand"): DEFAULTS,
    ("md-uth", "elections.fold_forfeits_progressive"): DEFAULTS,
    ("md-uth", "elections.six_card_needs_trips"): DEFAULTS,
    ("md-uth", "elections.fixed_award_returns_stake"): DEFAULTS,
    ("md-uth", "elections.bad_beat_rule"): DEFAULTS,
    ("md-uth", "elections.payout_limit_covers"): DEFAULTS,
    ("md-uth", "payout_limit.amount_cents"): NO_LIMIT,
    ("md-fcp", "elections.play_whole_multiples_only"): DEFAULTS,
    ("ma-fcp-1", "elections.play_whole_multiples_only"): DEFAULTS,
    ("ma-fcp-1", "elections.fold_forfeits_progressive"): DEFAULTS,
    ("ma-fcp-1", "elections.cover_all_fold_rule"): DEFAULTS,
    ("ma-fcp-1", "odds.ante_bonus.four_of_a_kind"): NOT_RAISED,
    ("ma-fcp-2", "elections.play_whole_multiples_only"): DEFAULTS,
    ("ma-fcp-2", "elections.fold_forfeits_progressive"): DEFAULTS,
    ("ma-fcp-2", "elections.cover_all_fold_rule"): DEFAULTS,
    ("ma-fcp-2", "odds.ante_bonus.four_of_a_kind"): NOT_RAISED,
}
# Questions of fact that either answer is lawful to; only silence is refused.
EITHER_ANSWER = {"table.electronic", "equipment.shuffler.counts_cards", "equipment.shuffler.feeds_shoe"}
FREE_TEXT = ("name", "approval", "filing", "conformity", "product")

FIELDS = [
    (rulebook, field)
    for rulebook in rulebook_ids()
    for field in leaves(filed(example(rulebook)))
    if field != "rules"  # it names the rulebook: see test_a_submission_names_its_rulebook
]


def wrong_value(field: str, value: object) -> object:
    """A value of the right kind that the law cannot mean."""
    if field.startswith("elections."):
        return "nonsense"
    if field.startswith("odds."):
        return "1 to 100"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return 0
    if isinstance(value, tuple):
        return []
    if field.endswith(".rate"):
        return "0 %"
    return " " if field.endswith(FREE_TEXT) or field.startswith("records.") else "nonsense"


def severities(rulebook: str, field: str, value: object) -> list[str]:
    return [finding.severity for finding in at(field, found(rulebook, {field: value}))]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_an_example_complies_without_a_finding(rulebook: str) -> None:
    assert found(rulebook, {}) == ()


@pytest.mark.parametrize(("rulebook", "field"), FIELDS)
def test_a_field_left_out_is_found(rulebook: str, field: str) -> None:
    if (rulebook, field) in OPTIONAL:
        left_out = found(rulebook, {field: ABSENT})
        assert [finding for finding in left_out if finding.severity == "violation"] == []
    else:
        assert set(severities(rulebook, field, ABSENT)) == {"violation"}


@pytest.mark.parametrize(("rulebook", "field"), FIELDS)
def test_a_wrong_value_is_found(rulebook: str, field: str) -> None:
    wrong = wrong_value(field, filed(example(rulebook)).look(field))
    if field in EITHER_ANSWER:
        assert severities(rulebook, field, wrong) == []
    else:
        assert "violation" in severities(rulebook, field, wrong)


def test_no_exception_is_out_of_date() -> None:
    assert OPTIONAL.keys() <= set(FIELDS)
    assert {field for _, field in FIELDS} >= EITHER_ANSWER


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_submission_names_its_rulebook(rulebook: str) -> None:
    text = example_text(rulebook)
    line = f'rules = "{rulebook}"\n'
    assert parse_submission(text, "a.toml").rules == tomllib.loads(text)["rules"] == rulebook
    with pytest.raises(BadInput, match="does not say which rulebook"):
        parse_submission(text.replace(line, ""), "a.toml")
    with pytest.raises(BadInput, match=f"no rulebook '{rulebook}x'; the nearest is {rulebook}, and --rulebooks"):
        parse_submission(text.replace(line, f'rules = "{rulebook}x"\n'), "a.toml")


@pytest.mark.parametrize(
    ("rulebook", "menu"), [(name, menu) for name in rulebook_ids() for menu in load(name).menu_names()]
)
def test_a_menu_takes_only_its_own_choices(rulebook: str, menu: str) -> None:
    for stranger in ("no such choice", 7):
        with pytest.raises(BadInput, match="has no choice"):
            elect(rulebook, {menu: stranger})


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_an_election_of_nothing_known_is_refused(rulebook: str) -> None:
    with pytest.raises(BadInput, match=r"elections\.pair_pluss: there is no such menu"):
        found(rulebook, {"elections.pair_pluss": "A"})
    with pytest.raises(BadInput, match=f"{rulebook} has no menu 'pair_pluss'"):
        elect(rulebook, {"pair_pluss": "A"})


STRUCK = [
    (rulebook, menu.wager, table.id)
    for rulebook in rulebook_ids()
    for menu in load(rulebook).paytables
    for table in menu.tables
    if table.status != "selectable"
]


@pytest.mark.parametrize(("rulebook", "wager", "table"), STRUCK)
def test_a_table_no_longer_in_force_cannot_be_elected(rulebook: str, wager: str, table: str) -> None:
    (finding,) = at(f"elections.{wager}", found(rulebook, {f"elections.{wager}": table}))
    assert finding.severity == "violation"
    assert "cannot be elected" in finding.message
    with pytest.raises(BadInput, match="has no choice"):
        elect(rulebook, {wager: table})


@pytest.mark.parametrize(
    ("rulebook", "changes"),
    [
        ("md-tcp", {"elections.blind": "A"}),
        ("md-uth", {"elections.version": "F1"}),
        ("md-fcp", {"elections.trips": "A"}),
        ("ma-fcp-1", {"elections.pair_plus": "A"}),
        ("ma-fcp-2", {"elections.blind": "B"}),
    ],
)
def test_an_election_of_another_game_is_said_to_have_no_effect(rulebook: str, changes: dict[str, Any]) -> None:
    (field,) = changes
    (finding,) = at(field, found(rulebook, changes))
    assert finding.severity == "warning"
    assert "has no effect" in finding.message


FEEDS = {"md-tcp": ".05C", "md-fcp": ".05B#1", "md-uth": "5C", "ma-fcp-1": "5(a)#5", "ma-fcp-2": "5(a)#5"}
COUNTS = {"md-tcp": ".05D(1)", "md-fcp": ".05B(1)-(2)", "md-uth": "5E(1)", "ma-fcp-1": "7(f)#1", "ma-fcp-2": "7(f)#1"}


@pytest.mark.parametrize("rulebook", FEEDS)
@pytest.mark.parametrize(("name", "clauses"), [("counts_cards", COUNTS), ("feeds_shoe", FEEDS)])
def test_hands_that_shuffle_neither_count_the_cards_nor_feed_a_shoe(
    rulebook: str, name: str, clauses: dict[str, str]
) -> None:
    field = f"equipment.shuffler.{name}"
    by_hand = {"equipment.shuffler.kind": "manual", "cards.decks": 1, "elections.dealing": "manual_shoe"}
    (finding,) = at(field, found(rulebook, {**by_hand, field: True}))
    document = "ma-fcp-1" if rulebook == "ma-fcp-2" else rulebook
    assert (finding.severity, finding.clause) == ("warning", f"{document}:{clauses[rulebook]}")
    assert "no effect" not in finding.message
    assert f"{field} = false" in finding.message
    assert not at(field, found(rulebook, {**by_hand, field: False}))
    assert not at(field, found(rulebook, {**by_hand, field: ABSENT}))


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_the_place_of_a_manual_shoe_is_filed_for_the_day_when_the_automated_one_fails(rulebook: str) -> None:
    field = "equipment.shoe.location_approval"
    changes = {field: "Approval 7", "elections.dealing": "automated_shoe"}
    assert not at(field, found(rulebook, changes))
    rules = resolve(filed(with_changes(example(rulebook), changes)))
    assert set(rules.methods) == {"automated_shoe", "hand", "manual_shoe"}
    assert set(resolve(filed(example(rulebook))).methods) == {"automated_shoe", "hand"}
