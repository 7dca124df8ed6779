"""A dealer-controlled electronic table: the same round, without anybody handling cards."""

import re

import pytest

from croupier.cards import DECK
from croupier.table.narration.narrate import narrate
from croupier.table.procedure.dealer import idle_duty, next_duty, with_chance
from croupier.table.procedure.electronic import ELECTRONIC
from croupier.table.procedure.script import script_of, standing_steps
from croupier.table.settlement.described import RoundDescribed, SeatDescribed, settle_described
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement
from tests.table.holdem import by_method
from tests.table.pit import Pit, cards

clause = pytest.mark.clause
METHODS = ("manual_shoe", "hand", "automated_shoe")


@pytest.mark.clause("md-uth:11L(1)", "md-uth:11L(2)")
@pytest.mark.parametrize("method", METHODS)
def test_the_dealer_gets_two_cards_and_five_community_cards_are_used(method: str) -> None:
    rules = by_method(method, {"table.electronic": True})
    pit = Pit(rules).sit(*range(1, 7)).ready(DECK)
    for seat in range(1, 7):
        pit.wager(seat, ante=1000, blind=1000)
    pit.on()
    while pit.round.point != "after_river":
        pit.answer("check")
    assert (len(pit.round.dealer), len(pit.round.community)) == (2, 5)
    assert pit.refused(c.Deal()).code == pit.refused(c.DealCard(card=DECK[51])).code == "out_of_order"


@pytest.mark.parametrize(
    ("dealer", "community", "wanted"),
    [
        pytest.param("Kc", "2c 7d 9h Js Qc", "md-uth:11L(1)", id="one dealer's card", marks=clause("md-uth:11L(1)")),
        pytest.param("Kc Kd Kh", "2c 7d 9h Js Qc", "md-uth:11L(1)", id="three", marks=clause("md-uth:11L(1)")),
        pytest.param("Kc Kd", "2c 7d 9h Js", "md-uth:11L(2)", id="four on the board", marks=clause("md-uth:11L(2)")),
        pytest.param("Kc Kd", "2c 7d 9h Js Qc 3c", "md-uth:11L(2)", id="six", marks=clause("md-uth:11L(2)")),
        pytest.param("Kc Kd", "2c 7d 9h Js Qc", "", id="two and five", marks=clause("md-uth:11L(1)", "md-uth:11L(2)")),
    ],
)
def test_other_numbers_of_cards_are_refused(dealer: str, community: str, wanted: str) -> None:
    seat = SeatDescribed(
        seat=1, cards=cards("As Ad"), wagers_cents={"ante": 1000, "blind": 1000}, decisions=("play:4",)
    )
    described = RoundDescribed(rules="md-uth", dealer=cards(dealer), community=cards(community), seats=(seat,))
    answer = settle_described(by_method("automated_shoe", {"table.electronic": True}), described)
    if wanted:
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("card_count", wanted)
    else:
        assert isinstance(answer, Settlement)


@pytest.mark.parametrize("method", METHODS)
def test_nobody_is_prompted_to_handle_cards(method: str) -> None:
    live, electronic = (by_method(method, {"table.electronic": flag}) for flag in (False, True))
    handling = {"load_shoe", "load_device", "take_stack", "remove_stub", "discard_stub"}
    assert handling & {due.step for due in script_of(live)}
    assert not handling & {due.step for due in script_of(electronic)}
    assert "cards_in_view" in {step.step for step in standing_steps(live)}
    assert "cards_in_view" not in {step.step for step in standing_steps(electronic)}
    kept = [due.step for due in script_of(live) if due.step not in handling]
    assert [due.step for due in script_of(electronic)] == kept


@pytest.mark.clause("md-uth:13H", "md-uth:13I")
@pytest.mark.parametrize(("kind", "case"), [("shuffler_jam", "device_holds_cards_needed"), ("dealing_shoe_jam", "")])
def test_a_table_without_cards_has_no_device_that_jams(kind: str, case: str) -> None:
    pit = (
        Pit(by_method("automated_shoe", {"table.electronic": True})).sit(1).ready(DECK).wager(1, ante=1000, blind=1000)
    )
    refusal = pit.refused(c.Report(kind=kind, case=case, by="floor:kim"))
    assert refusal.code == "no_device"
    assert "(an electronic table)" in refusal.sentence, "it is neither shuffled by hand nor dealt from a shoe"


@pytest.mark.clause("md-uth:11L")
@pytest.mark.parametrize("shuffler", ["manual", "automated"])
def test_nobody_looks_at_washes_cuts_changes_or_spreads_cards_that_are_none(shuffler: str) -> None:
    filed = {"table.electronic": True, "cards.decks": 1, "equipment.shuffler.kind": shuffler}
    rules = by_method("automated_shoe" if shuffler == "automated" else "manual_shoe", filed)
    pit = Pit(rules).sit(1)
    for at in (0, 30 * 3600):
        while not pit.state.round or pit.state.round.phase != "wagering":
            duty = next_duty(rules, pit.state, at=at)
            assert duty is not None
            assert isinstance(duty.command, c.Shuffle | c.OpenRound), duty
            assert not re.search(r"\bdeck\b", duty.says, re.IGNORECASE), duty.says
            pit.do(with_chance(duty, lambda: DECK))
        pit.wager(1, ante=1000, blind=1000).on().answer("check", "check", "fold")
    assert [one for one in pit.events if isinstance(one, e.DeckReceived | e.DeckRemoved)] == []
    assert "deck" not in " ".join(narrate(rules, one)[0] for one in pit.events).lower()
    for command in (c.ReceiveDeck(deck="red-1", back="red"), c.RemoveDeck(deck=ELECTRONIC, reason="worn")):
        refusal = pit.refused(command)
        assert (refusal.code, refusal.clause) == ("electronic", "md-uth:11L")
    pit.do(c.Leave(seat=1))
    assert idle_duty(rules, pit.state) is None
    assert pit.refused(c.SpreadIdle()).code == "not_idle"
