"""An award off a link in another database: claimed once, given back where it does not stand."""

import pytest

from croupier.house.database.database import Database
from croupier.house.ledger.accounts import awards, win
from croupier.house.links.links import Moment, RemoteHouse, read_link
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.house.links.coastal import ACCOUNT, HOUSE, LINK, Coast, claim, even, hits, moves, waiting
from tests.house.links.linked import (
    FLOOR,
    ROYAL,
    STRAIGHT_FLUSH,
    Crash,
    LinkedTable,
    balance,
    keep_served,
    linked_rules,
)


def test_a_hit_takes_what_the_link_itself_shows_at_the_seats_turn(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house).begin(ROYAL).to_settle()
    other = LinkedTable(coast.far, "f1", LINK, linked_rules("md-uth", "A"))  # in the link's own database
    other.begin().finish()
    claim(table)
    assert table.round.pending
    assert table.round.pending.line.paid_cents == 1_000_000 + 40 + 10  # this round's own stakes are in the reading
    assert waiting(near) == []
    assert coast.shows() == 1_000_000
    assert balance(near, awards("t1")) == 1_000_050
    table.finish()
    assert remote_house.tend(near, LINK, 2_000)
    even(coast, (near, HOUSE))
    assert [entry.kind for entry in moves(coast, "hit", "reseed", "reversal")] == ["hit", "reseed"]


@pytest.mark.parametrize("wanted", [ROYAL, STRAIGHT_FLUSH])
def test_a_crash_between_the_claim_and_the_commit_gives_the_same_award_again(
    coast: Coast, near: Database, remote_house: RemoteHouse, wanted: str
) -> None:
    table = coast.table(near, remote_house, rulebook="md-uth").begin(wanted).to_settle()
    _crash_with_a_claim(table)
    (hit,) = moves(coast, "hit")
    other = LinkedTable(coast.far, "f1", LINK, linked_rules("md-uth", "A"))
    other.begin().finish()  # what it feeds meanwhile does not count
    again = RemoteHouse("coastal", coast.address, HOUSE, keep_served)  # the process that comes after
    table.remote_houses = {"coastal": again}
    claim(table)
    assert table.round.pending
    assert table.round.pending.line.paid_cents == -hit.gain // 10**8
    assert moves(coast, "hit") == [hit]
    table.finish()
    assert again.tend(near, LINK, 2_000)
    even(coast, (near, HOUSE))
    again.close()


def _crash_with_a_claim(table: LinkedTable) -> None:
    """Settles until an award is claimed of the link, and dies before the table's own transaction commits."""
    while not table.round.pending:
        before = table.state
        table.crash = hits(table)
        if table.crash:
            with pytest.raises(Crash):
                table.attempt(c.SettleNext())
            table.crash = False
            assert table.state == before
            return
        table.do(c.SettleNext())


def test_a_claim_that_was_never_paid_is_given_back_when_the_round_turns_out_void(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house).begin(ROYAL).to_settle()
    _crash_with_a_claim(table)
    assert len(moves(coast, "hit")) == 1
    table.void()
    assert remote_house.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_000
    assert balance(near, ACCOUNT) == 0
    even(coast, (near, HOUSE))


def test_a_claim_that_was_never_paid_is_given_back_when_the_seat_is_ruled_to_have_lost(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house).begin(ROYAL).to_settle()
    _crash_with_a_claim(table)
    table.do(c.Leave(seat=1))
    table.do(c.Abandon(seat=1, lost=True, by=FLOOR, reason="left before the settlement"))
    table.finish()
    assert table.line(1, "progressive").outcome == "lose"
    assert remote_house.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_040
    even(coast, (near, HOUSE))


@pytest.mark.parametrize("validated", [False, True])
def test_an_award_of_a_void_round_goes_back_to_the_link(
    coast: Coast, near: Database, remote_house: RemoteHouse, validated: bool
) -> None:
    table = coast.table(near, remote_house).begin(ROYAL)
    claim(table)
    if validated:
        table.do(c.ValidateAward(seat=1, light_on=True, validated_by=FLOOR))
    table.void()
    assert balance(near, awards("t1")) == balance(near, win("t1")) == 0
    assert remote_house.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_000
    even(coast, (near, HOUSE))


def test_an_award_waits_until_the_rounds_own_wagers_are_kept(
    coast: Coast, near: Database, remote_house: RemoteHouse
) -> None:
    table = coast.table(near, remote_house).begin(ROYAL).to_settle()
    while not hits(table):
        table.do(c.SettleNext())
    with near.write() as connection:
        link = read_link(connection, LINK, table.remote_houses)
        # As if the wagers had been locked in this very transaction.
        locked = next(event for event in table.events if isinstance(event, e.ProgressiveLocked))
        link.move(Moment("t1", 9, 9), table.rules, table.state, locked)
        refusal = table.in_transaction(connection, link, c.SettleNext())
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_waits"
        assert "settle seat 1 again" in refusal.sentence
        link.undo((0, 0))
    assert moves(coast, "hit") == []
