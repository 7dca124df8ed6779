"""A shoe that fails in a house: the rounds after it are dealt otherwise, and are rebuilt, verified and audited so."""

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.replay.replaying import replayed
from croupier.table.values import commands as c
from tests.house.floor import KEYS, Floor

MAIN = {"md-uth": {"ante": 2500, "blind": 2500}}
NOT_TAKEN = {"md-fcp": "six_card_bonus", "md-uth": "six_card_bonus", "ma-fcp-1": "cover_all"}


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth", "ma-fcp-1"])
def test_after_a_failed_shoe_rounds_are_dealt_from_the_hand_and_come_out_the_same_when_rebuilt(
    database: Database, rulebook: str
) -> None:
    floor = Floor(database)
    floor.open("one", rulebook)
    floor.play("one")
    floor.bet("one")
    floor.do("one", c.Report(kind="dealing_shoe_jam", by="dealer:lee"))
    state = floor.table("one").state
    assert state.round is not None
    assert (state.rounds, state.round.phase, state.round.dealing, state.out_of_use) == (
        3,
        "wagering",
        "hand",
        ("shoe",),
    )
    if rulebook in NOT_TAKEN:
        request = c.PlaceWager(seat=1, wager=NOT_TAKEN[rulebook], stake_cents=500)
        assert floor.refused("one", request).code == "device_out_of_use"
    for wager, cents in MAIN.get(rulebook, {"ante": 2500}).items():
        floor.do("one", c.PlaceWager(seat=1, wager=wager, stake_cents=cents))
    floor.do("one", h.EndBetting())
    while floor.table("one").state.rounds == 3:
        floor.decide("one")
    with database.read() as connection:
        void, by_hand = (replayed(connection, "one", number) for number in (2, 3))
    assert (void.outcome, void.ok, by_hand.ok) == ("void", True, True)
    told = [step.sentence for record in by_hand.records for act in record.acts for step in act.steps]
    assert any("from the hand. The shoe is out of use." in sentence for sentence in told)
    assert audit(database, KEYS).ok
