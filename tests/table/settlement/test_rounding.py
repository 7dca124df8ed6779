"""Parts of a cent: each rounding is a value of the rule data, with its reading, and settlement does what it says."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.rulebook.elect import GameRules, digest, elect
from croupier.rulebook.law.base import Fact
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.payout import For, MeterShare, Rounding, To, rounded
from croupier.rulebook.readings import readings
from croupier.table.settlement.described import RoundDescribed, elected_rules, settle_described
from croupier.table.values.showdown import Settlement, SettlementLine


def with_roundings(rules: GameRules, odds: Rounding, share: Rounding) -> GameRules:
    """The rules of a law that rounds otherwise."""
    book = rules.rulebook
    odds_fact, share_fact = book.settlement.odds_rounding, book.progressive.share_rounding
    changed = replace(
        book,
        settlement=replace(book.settlement, odds_rounding=odds_fact and replace(odds_fact, is_=odds)),
        progressive=replace(book.progressive, share_rounding=share_fact and replace(share_fact, is_=share)),
    )
    again = replace(rules, rulebook=changed)
    return replace(again, digest=digest(again))


def lines(described: dict[str, Any], roundings: tuple[Rounding, Rounding] | None = None) -> dict[str, SettlementLine]:
    round_ = msgspec.convert(described, RoundDescribed)
    rules = elected_rules(round_)
    result = settle_described(with_roundings(rules, *roundings) if roundings else rules, round_)
    assert isinstance(result, Settlement), result
    return {line.wager: line for line in result.lines}


FLUSH = {
    "rules": "md-uth",
    "dealer": ["9c", "9d"],
    "community": ["Ks", "8s", "3s", "4d", "6h"],
    "seats": [
        {"seat": 1, "cards": ["As", "2s"], "decisions": ["play:4"], "wagers_cents": {"ante": 1001, "blind": 1001}}
    ],
}
STRAIGHT_FLUSH = {
    "rules": "md-fcp",
    "elections": {"progressive": "C"},
    "meters_cents": {"progressive": 1_000_019},
    "dealer": ["Kd", "Qd", "8c", "6c", "4d", "2c"],
    "seats": [
        {"seat": 1, "cards": ["9s", "8s", "7s", "6s", "5s"], "decisions": ["play:1"],
         "wagers_cents": {"ante": 1000, "progressive": 100}}
    ],
}  # fmt: skip


@pytest.mark.clause("md-uth:12B(1)")
def test_three_to_two_on_an_odd_number_of_cents_is_rounded_as_the_data_says() -> None:
    assert lines(FLUSH)["blind"].paid_cents == 1502
    assert lines(FLUSH, ("up_to_the_cent", "up_to_the_cent"))["blind"].paid_cents == 1502
    assert lines(FLUSH, ("down_to_the_cent", "up_to_the_cent"))["blind"].paid_cents == 1501


@pytest.mark.clause("md-fcp:.12D[1st](1)(c)")
@pytest.mark.parametrize("rules", ["md-fcp", "ma-fcp-2"])
def test_a_share_of_a_meter_is_rounded_as_the_data_says(rules: str) -> None:
    described = STRAIGHT_FLUSH | {"rules": rules}
    described["elections"] = {"progressive": "C" if rules == "md-fcp" else "PTMGL01"}
    assert lines(described)["progressive"].paid_cents == 100_001
    assert lines(described, ("up_to_the_cent", "up_to_the_cent"))["progressive"].paid_cents == 100_002


@pytest.mark.clause("ma-fcp-1:11(a)(3)#2")
def test_raised_odds_with_half_cents_are_rounded_as_the_data_says() -> None:
    described = STRAIGHT_FLUSH | {
        "rules": "ma-fcp-1", "elections": {}, "meters_cents": {}, "odds": {"ante_bonus": {"straight_flush": "41 to 2"}},
        "seats": [{"seat": 1, "cards": ["9s", "8s", "7s", "6s", "2d"], "decisions": ["play:1"],
                   "wagers_cents": {"ante": 1001}}],
    }  # fmt: skip
    assert lines(described)["ante_bonus"].paid_cents == 20_521
    assert lines(described, ("down_to_the_cent", "down_to_the_cent"))["ante_bonus"].paid_cents == 20_520


def test_wherever_a_part_of_a_cent_can_arise_the_data_names_its_rounding_and_its_reading() -> None:
    for name in rulebook_ids():
        book = load(name)
        pays = [line.pays for menu in book.paytables for table in menu.selectable() for line in table.lines]
        raised = any(menu.odds == "minimum" for menu in book.paytables)
        broken = raised or any(isinstance(odds, To | For) and odds.per > 1 for odds in pays)
        shares = any(isinstance(odds, MeterShare) and odds.percent < 100 for odds in pays)
        for needed, fact in ((broken, book.settlement.odds_rounding), (shares, book.progressive.share_rounding)):
            assert bool(fact) == needed, name
            assert fact is None or _read(fact), name


def _read(fact: Fact[Rounding]) -> bool:
    return bool(fact.reading) and all(name in readings() for name in fact.reading)


@pytest.mark.parametrize(("cents", "up", "down"), [(299, 3, 2), (300, 3, 3), (301, 4, 3), (0, 0, 0)])
def test_a_cent_begun_counts_or_does_not(cents: int, up: int, down: int) -> None:
    assert rounded(cents, 100, "up_to_the_cent") == up
    assert rounded(cents, 100, "down_to_the_cent") == down


def test_rules_of_earlier_data_round_as_they_did() -> None:
    rules = elect("md-uth")
    book = load("md-uth", "0.2.0")
    old = replace(rules, rulebook=book)
    assert (old.odds_rounding, old.share_rounding) == ("up_to_the_cent", "down_to_the_cent")
