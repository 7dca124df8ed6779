"""What a wager is made in: recorded with it, a coupon only beside chips, anything else with its approval."""

from typing import Any

import msgspec
import pytest

from croupier.rulebook.load import load, rulebook_ids
from croupier.table.narration.narrate import narrate
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.pit import Pit, rules_with


def opened(rulebook: str) -> Pit:
    return Pit(rules_with(rulebook)).sit(1).ready()


def ante(**more: Any) -> c.PlaceWager:
    return c.PlaceWager(seat=1, wager="ante", stake_cents=1500, **more)


@pytest.mark.parametrize("rulebook", rulebook_ids())
@pytest.mark.parametrize("instrument", ["value_chip", "plaque"])
def test_the_instrument_of_a_wager_is_recorded(rulebook: str, instrument: str) -> None:
    (placed,) = opened(rulebook).do(ante(instrument=instrument))
    assert isinstance(placed, e.WagerPlaced)
    assert placed.instrument == instrument


@pytest.mark.parametrize("rulebook", ["ma-fcp-1", "ma-fcp-2"])
@pytest.mark.clause("ma-fcp-1:6(b)#1")
def test_a_match_play_coupon_alone_is_no_wager_and_beside_chips_it_is_recorded(rulebook: str) -> None:
    pit = opened(rulebook)
    refusal = pit.refused(ante(instrument="match_play_coupon"))
    assert (refusal.code, refusal.clause) == ("beside_chips", "ma-fcp-1:6(b)#1")
    assert pit.refused(ante(instrument="match_play_coupon", coupon="MP 12")).code == "beside_chips"
    (placed,) = pit.do(ante(coupon="MP 12"))
    assert isinstance(placed, e.WagerPlaced)
    assert (placed.instrument, placed.coupon, placed.stake_cents) == ("value_chip", "MP 12", 1500)
    assert "with match play coupon MP 12" in narrate(pit.rules, placed)[0]


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_a_coupon_is_not_taken_where_the_rules_know_none(rulebook: str) -> None:
    for command in (ante(coupon="MP 12"), ante(instrument="match_play_coupon")):
        refusal = opened(rulebook).refused(command)
        assert refusal.code == "instrument"
        assert "match play coupon is not taken" in refusal.sentence


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-tcp", marks=pytest.mark.clause("md-tcp:.07A")),
        pytest.param("md-fcp", marks=pytest.mark.clause("md-fcp:.07A")),
    ],
)
def test_another_approved_instrument_names_its_approval(rulebook: str) -> None:
    pit = opened(rulebook)
    for reference in ("", "  "):
        refusal = pit.refused(ante(instrument="other_approved", reference=reference))
        assert (refusal.code, refusal.clause) == ("no_reference", f"{rulebook}:.07A")
    (placed,) = pit.do(ante(instrument="other_approved", reference="letter 2014-7"))
    assert isinstance(placed, e.WagerPlaced)
    assert (placed.instrument, placed.reference) == ("other_approved", "letter 2014-7")


@pytest.mark.clause("md-uth:7A")
@pytest.mark.parametrize("rulebook", ["md-uth", "ma-fcp-1"])
def test_nothing_else_is_taken_where_the_rules_name_no_other(rulebook: str) -> None:
    assert opened(rulebook).refused(ante(instrument="other_approved", reference="letter 2014-7")).code == "instrument"


def test_an_old_record_of_a_wager_was_of_chips_and_chips_are_recorded_as_they_were() -> None:
    old = b'{"event":"WagerPlaced","seat":1,"player":"ann","wager":"ante","stake_cents":1500}'
    placed = msgspec.json.decode(old, type=e.WagerPlaced)
    assert placed.instrument == "value_chip"
    assert msgspec.json.encode(placed) == old


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1"])
def test_the_instruments_that_need_more_are_among_those_that_are_taken(rulebook: str) -> None:
    wagers = load(rulebook).wagers
    for fact in filter(None, (wagers.beside_chips, wagers.by_reference)):
        assert set(fact.is_) <= set(wagers.instruments.is_)
