"""GameRules: resolved once, frozen, and named by a digest that nothing can change without."""

import copy
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields, force_setattr

from croupier.rulebook.elect import GameRules, digest, elect, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.payout import To

from .filing import ABSENT, example, filed, with_changes


def resolved(rulebook: str, changes: Mapping[str, Any] | None = None) -> GameRules:
    """The rules of the rulebook's example once changed."""
    return resolve(filed(with_changes(example(rulebook), changes or {})))


def parts(value: object) -> Iterator[tuple[Struct, str]]:
    """Every field within `value` that holds plain values, with the struct it belongs to."""
    if isinstance(value, Struct):
        for field in fields(value):
            item = getattr(value, field.name)
            nested = list(item) if isinstance(item, tuple) else [item]
            if any(isinstance(part, Struct) for part in nested):
                yield from (found for part in nested for found in parts(part))
            else:
                yield value, field.name


@pytest.mark.parametrize("rulebook", ["md-tcp", "ma-fcp-2"])
def test_any_changed_value_changes_the_digest(rulebook: str) -> None:
    rules = copy.deepcopy(elect(rulebook))
    before, tried = digest(rules), 0
    assert before == rules.digest
    for struct, name in list(parts(rules)):
        if struct is rules and name == "digest":
            continue
        value = getattr(struct, name)
        force_setattr(struct, name, (*value, "else") if isinstance(value, tuple) else f"{value} else")
        assert digest(rules) != before, f"{type(struct).__name__}.{name}"
        force_setattr(struct, name, value)
        tried += 1
    assert tried > 2000
    assert digest(rules) == before


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_each_paytable_line_counts(rulebook: str) -> None:
    rules = elect(rulebook)
    seen = {rules.digest}
    for index, entry in enumerate(rules.tables):
        for place, line in enumerate(entry.table.lines):
            lines = list(entry.table.lines)
            lines[place] = msgspec.structs.replace(line, pays=To(987_654_321))
            table = msgspec.structs.replace(entry.table, lines=type(entry.table.lines)(lines))
            tables = list(rules.tables)
            tables[index] = msgspec.structs.replace(entry, table=table)
            seen.add(digest(msgspec.structs.replace(rules, tables=tuple(tables))))
    assert len(seen) == 1 + sum(len(entry.table.lines) for entry in rules.tables)


def choices(rulebook: str) -> Iterator[tuple[str, Scalar]]:
    """Every choice of every menu that applies under the defaults."""
    for menu in load(rulebook).election_menus(elect(rulebook)):
        if isinstance(menu, Menu):
            yield from ((menu.menu, choice.choice) for choice in menu.choices)
        else:
            yield from ((menu.wager, name) for name in dict.fromkeys(table.id for table in menu.selectable()))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_each_election_counts(rulebook: str) -> None:
    default = elect(rulebook)
    tried = list(choices(rulebook))
    assert len(tried) > 15
    for menu, choice in tried:
        rules = elect(rulebook, {menu: choice})
        assert rules.elected(menu) == choice
        assert (rules.digest == default.digest) is (default.elected(menu) == choice), (menu, choice)


FILED = {
    "md-tcp": [
        {"table.seats": 6},
        {"table.adjacent_boxes": 3},
        {"cards.decks": 1, "cards.same_design": ABSENT, "cards.back_colours": ABSENT},
        {"equipment.shuffler.counts_cards": False},
        {"equipment.shuffler.feeds_shoe": True},
        {"equipment.shuffler.kind": "self_reshuffling", "equipment.shuffler.approval": "Approval 7"},
        {"limits.ante.minimum_cents": 1501},
        {"limits.pair_plus.maximum_cents": 20001},
        {"progressive.stake_cents": 500},
        {"progressive.rate": "20.000001 %"},
        {"progressive.initial_cents": 500001},
        {"progressive.reset_cents": 200001},
        {"elections.version": "F1"},
        {"elections.six_card_precondition": "both"},
        {"offers": ["ante", "play", "pair_plus", "progressive"]},
    ],
    "ma-fcp-2": [
        {"odds.ante_bonus.four_of_a_kind": "31 to 1"},
        {"odds.aces_up": {"pair_of_aces": "2 to 1"}},
        {"elections.settlement_method": 1},
        {"progressive.minor.rate": "4.6 %"},
        {"limits.cover_all.minimum_cents": 200},
    ],
    "md-uth": [
        {"table.electronic": True},
        {"payout_limit.amount_cents": 7500001},
        {"payout_limit": ABSENT, "layout.notices.payout_limit": ABSENT},
        {"progressive.major.reset_cents": 500001},
        {"elections.envy_holder_must_wager": True},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rulebook", "changes"),
    [pytest.param(name, changes, id=f"{name} {changes}") for name, rows in FILED.items() for changes in rows],
)
def test_each_filed_value_that_the_table_is_run_by_counts(rulebook: str, changes: dict[str, Any]) -> None:
    assert resolved(rulebook, changes).digest != resolved(rulebook).digest


@pytest.mark.parametrize(
    "changes",
    [
        {"operator.name": "Another House"},
        {"layout.approval": "Another reference"},
        {"offers": ["six_card_bonus", "progressive", "pair_plus", "play", "ante"]},
        {"limits.play": {"minimum_cents": 100, "maximum_cents": 200}},
        {"progressive.rate": "20.0 percent"},
        {"elections.six_card_precondition": ABSENT},
    ],
    ids=str,
)
def test_the_same_rules_filed_otherwise_have_the_same_digest(changes: dict[str, Any]) -> None:
    assert resolved("md-tcp", changes) == resolved("md-tcp")


def test_an_election_that_does_not_apply_is_no_part_of_the_rules() -> None:
    without = {"offers": ["ante", "play", "pair_plus", "progressive"]}
    odd = without | {"elections.six_card_precondition": "nonsense"}
    assert resolved("md-tcp", odd) == resolved("md-tcp", without)


def test_the_order_of_keys_in_the_file_does_not_matter() -> None:
    def turned(value: Any) -> Any:
        return {key: turned(value[key]) for key in reversed(value)} if isinstance(value, dict) else value

    for rulebook in rulebook_ids():
        assert resolve(filed(turned(example(rulebook)))).digest == resolved(rulebook).digest


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_gives_the_same_digests(seed: str) -> None:
    script = (
        "from croupier.rulebook.elect import elect\n"
        "from croupier.rulebook.load import rulebook_ids\n"
        "print(*(elect(name).digest for name in rulebook_ids()))"
    )
    environment = os.environ | {"PYTHONHASHSEED": seed}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout.split() == [elect(name).digest for name in rulebook_ids()]


def test_five_rulebooks_have_five_digests() -> None:
    assert len({elect(name).digest for name in rulebook_ids()}) == 5


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_rules_are_frozen_all_the_way_down(rulebook: str) -> None:
    rules = elect(rulebook)
    assert isinstance(hash(rules), int)  # a list, mapping or set anywhere within would make this fail
    for struct, name in parts(rules):
        with pytest.raises(AttributeError):
            setattr(struct, name, None)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_is_left_out_takes_the_default(rulebook: str) -> None:
    rules, book = elect(rulebook), load(rulebook)
    assert rules.offers == tuple(wager.wager for wager in book.wagers.wagers)
    for menu in book.menus:
        assert rules.elected(menu.menu) == menu.default
    for table in book.paytables:
        if table.chosen_by == "election" and table.wager != "envy":
            assert rules.elected(table.wager) == table.default
    assert (rules.decks, rules.progressive_stake_cents, rules.payout_limit_cents) == (1, 100, None)
    assert rules == elect(rulebook, {}) == elect(rulebook, dict(rules.elections))


@pytest.mark.parametrize(
    ("rulebook", "elections", "sentence"),
    [
        ("md-tcp", {"pair_pluss": "A"}, "md-tcp has no menu 'pair_pluss'; the nearest is pair_plus."),
        ("md-tcp", {"blind": "A"}, "md-tcp has no menu 'blind'; "),
        ("md-tcp", {"pair_plus": "E"}, "Pair Plus has no choice 'E'; there are A, B, C, D (md-tcp:.12D)."),
        ("md-tcp", {"pair_plus": "a"}, "Pair Plus has no choice 'a'; "),
        ("md-tcp", {"six_card_bonus": "A-legacy"}, "Six Card Bonus has no choice 'A-legacy'; there are A, B "),
        ("md-tcp", {"six_card_bonus": "C-struck"}, "Six Card Bonus has no choice 'C-struck'; there are A, B "),
        ("md-tcp", {"fixed_award_returns_stake": 1}, " has no choice 1; there are true, false "),
        ("md-tcp", {"fixed_award_returns_stake": "true"}, " has no choice 'true'; there are true, false "),
        ("ma-fcp-1", {"settlement_method": "1"}, " has no choice '1'; there are 1, 2 "),
        ("ma-fcp-1", {"settlement_method": True}, " has no choice True; there are 1, 2 "),
        ("ma-fcp-1", {"progressive": "PTMGL01"}, "Progressive has no choice 'PTMGL01'; there are A, B "),
        ("ma-fcp-2", {"progressive": "PTMGL03"}, "Progressive has no choice 'PTMGL03'; "),
        ("md-uht", {}, "There is no rulebook 'md-uht'; the nearest is md-uth, and --rulebooks FOLDER adds your own."),
    ],
)
def test_an_unknown_election_or_choice_is_refused(rulebook: str, elections: dict[str, Scalar], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        elect(rulebook, elections)
    assert sentence in str(refused.value)


def test_a_submission_with_a_violation_is_refused_with_its_field_and_clause() -> None:
    with pytest.raises(BadInput, match=r"breaks its rules at table\.seats: .*at most 7 seats \(md-tcp:\.02A\)\.$"):
        resolved("md-tcp", {"table.seats": 8})


def test_raised_odds_stand_in_the_resolved_table_only() -> None:
    changes = {"odds": {"ante_bonus": {"four_of_a_kind": "30 to 1"}, "aces_up": {"two_pair": "5 to 2"}}}
    rules = resolved("ma-fcp-2", changes)
    bonus, aces_up = rules.table("ante_bonus"), rules.table("aces_up")
    assert bonus is not None
    assert aces_up is not None
    assert [str(line.pays) for line in bonus.lines] == ["30 to 1", "20 to 1", "2 to 1"]
    assert str(aces_up.pays("two_pair")) == "5 to 2"
    assert str(aces_up.pays("pair_of_aces")) == "1 to 1"
    plain = elect("ma-fcp-2").table("ante_bonus")
    assert plain is not None
    assert str(plain.pays("four_of_a_kind")) == "25 to 1"


@pytest.mark.parametrize(
    ("rulebook", "paytable", "amounts"),
    [
        ("ma-fcp-2", "PTMGL01", {"progressive": 1_000_000}),
        ("ma-fcp-2", "PTMGLML02", {"mega": 1_000_000, "major": 100_000, "minor": 25_000}),
        ("md-tcp", "B", {"progressive": 100_000}),
        ("md-uth", "B", {"major": 100_000, "minor": 25_000}),
    ],
)
def test_meters_start_at_the_seeds_of_the_law(rulebook: str, paytable: str, amounts: dict[str, int]) -> None:
    meters = elect(rulebook, {"progressive": paytable}).meters
    assert {meter.meter: meter.initial_cents for meter in meters} == amounts
    assert {meter.meter: meter.reset_cents for meter in meters} == amounts


def test_multi_game_link_seeds_grow_with_the_stake() -> None:
    seeds = {"mega": 5_000_000, "major": 500_000, "minor": 125_000}
    amounts = ("initial_cents", "reset_cents")
    grown = {f"progressive.{meter}.{name}": cents for meter, cents in seeds.items() for name in amounts}
    rules = resolved("ma-fcp-2", {"progressive.stake_cents": 500} | grown)
    assert {meter.meter: meter.reset_cents for meter in rules.meters} == seeds
    for field, cents in grown.items():
        with pytest.raises(BadInput, match=field):
            resolved("ma-fcp-2", {"progressive.stake_cents": 500} | grown | {field: cents // 5})


def test_other_seeds_do_not_grow_with_the_stake() -> None:
    rules = resolved("md-tcp", {"progressive.stake_cents": 500, "progressive.reset_cents": 100_000})
    assert [meter.reset_cents for meter in rules.meters] == [100_000]
