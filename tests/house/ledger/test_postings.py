"""Which money moves: case by case, and what is true of the end of any wager and of any tray."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.database.schema import CAGE
from croupier.house.ledger.accounts import awards, drop, inventory, player_account, wagers, win
from croupier.house.ledger.postings import CREDIT, Posting, close_out, fill_for, postings, shortfall
from croupier.house.log import correction_events as ce
from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.house.log import filing_events as fe
from croupier.table.values import events as e
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import Round, State
from tests.house.ledger.books import FLOOR, TABLE

# A round of two players, Ana in two boxes; somebody else has sat down in Ben's since he left.
BOXES = (
    Box(1, "Ana", wagers_of({"ante": 1000, "pair_plus": 500, "progressive": 100})),
    Box(2, "Ana", wagers_of({"ante": 2000})),
    Box(3, "Ben", wagers_of({"ante": 1000, "play": 1000}), left=True),
)
DECISIONS = State(players=((1, "Ana"), (2, "Ana"), (3, "Cleo")), round=Round(1, "", "red-1", "decisions", boxes=BOXES))
VOID = State(round=Round(1, "", "red-1", "void", boxes=BOXES))
BALANCES = {"player:Ana": 5000, "player:Ben": 0, "inventory:t1": 70_000, "cage:t1": -90_000, "drop:t1": 25_000}


def line(
    wager: str, stake: int, paid: int, returned: int, outcome: str = "win", seat: int = 1, meter: str = ""
) -> SettlementLine:
    return SettlementLine(seat, wager, outcome, stake, paid, returned, None, "", meter=meter)  # type: ignore[arg-type]


def settled(*args: object, **fields: object) -> e.WagerSettled:
    return e.WagerSettled(line=line(*args, **fields))  # type: ignore[arg-type]


def taken_back(*args: object, **fields: object) -> e.LineReversed:
    return e.LineReversed(line=line(*args, **fields))  # type: ignore[arg-type]


def decided(seat: int, action: str, stake: int) -> e.Decided:
    return e.Decided(clause="", script=9, phase="decisions", seat=seat, point="", action=action, stake_cents=stake)


def award(line: SettlementLine, source: str = "table_inventory") -> e.AwardPaid:
    return e.AwardPaid(line=line, source=source, validated_by=FLOOR)


METER_LINE = line("progressive", 100, 50_000, 0, meter="progressive")
FIXED_LINE = line("progressive", 100, 3_000, 0)
CLOSED = e.RoundClosed(number=1, clause="")
CASES: tuple[tuple[str, he.LoggedEvent, str], ...] = (
    ("a wager put down", e.WagerPlaced(seat=2, player="Ana", wager="trips", stake_cents=500),
     "player:Ana > wagers:t1 500 placed 2 trips"),
    ("the first wager of a box", e.WagerPlaced(seat=5, player="Eve", wager="ante", stake_cents=1),
     "player:Eve > wagers:t1 1 placed 5 ante"),
    ("a stake in place of another", e.WagerPlaced(seat=1, player="Ana", wager="ante", stake_cents=1500),
     "wagers:t1 > player:Ana 1000 withdrawn 1 ante; player:Ana > wagers:t1 1500 placed 1 ante"),
    ("a wager taken back", e.WagerWithdrawn(seat=1, wager="pair_plus", stake_cents=500),
     "wagers:t1 > player:Ana 500 withdrawn 1 pair_plus"),
    ("play", decided(2, "play", 2000), "player:Ana > wagers:t1 2000 placed 2 play"),
    ("check", decided(1, "check", 0), ""),
    ("fold", decided(1, "fold", 0), ""),
    ("a loss", settled("ante", 1000, 0, 0, "lose"), "wagers:t1 > inventory:t1 1000 taken 1 ante"),
    ("a forfeit", settled("ante", 2000, 0, 0, "forfeit", 2), "wagers:t1 > inventory:t1 2000 taken 2 ante"),
    ("a push", settled("ante", 1000, 0, 1000, "push"), "wagers:t1 > player:Ana 1000 returned 1 ante"),
    ("a win to one", settled("ante", 1000, 2500, 1000),
     "wagers:t1 > player:Ana 1000 returned 1 ante; inventory:t1 > player:Ana 2500 paid 1 ante"),
    ("a win for one", settled("pair_plus", 500, 2000, 0),
     "wagers:t1 > inventory:t1 500 taken 1 pair_plus; inventory:t1 > player:Ana 2000 paid 1 pair_plus"),
    ("a win of which part is returned", settled("ante", 1000, 300, 400),
     "wagers:t1 > inventory:t1 600 taken 1 ante; wagers:t1 > player:Ana 400 returned 1 ante;"
     " inventory:t1 > player:Ana 300 paid 1 ante"),
    ("a win cut down to nothing by the limit", settled("ante", 1000, 0, 1000),
     "wagers:t1 > player:Ana 1000 returned 1 ante"),
    ("a bonus without a stake", settled("ante_bonus", 0, 4000, 0), "inventory:t1 > player:Ana 4000 paid 1 ante_bonus"),
    ("envy without a stake", settled("envy", 0, 1000, 0, seat=3), "inventory:t1 > player:Ben 1000 paid 3 envy"),
    ("nothing at all", settled("ante_bonus", 0, 0, 0), ""),
    ("a player who left is paid", settled("play", 1000, 1000, 1000, seat=3),
     "wagers:t1 > player:Ben 1000 returned 3 play; inventory:t1 > player:Ben 1000 paid 3 play"),
    ("a void wager", settled("ante", 1000, 0, 1000, "void"), "wagers:t1 > player:Ana 1000 void 1 ante"),
    ("an award that waits", e.AwardPending(unit="seat", line=METER_LINE, source="off_table", rest=()), ""),
    ("an award from a meter", award(METER_LINE, "off_table"),
     "wagers:t1 > inventory:t1 100 taken 1 progressive; awards:t1 > player:Ana 50000 award 1 progressive"),
    ("an award of a fixed sum", award(FIXED_LINE),
     "wagers:t1 > inventory:t1 100 taken 1 progressive; inventory:t1 > player:Ana 3000 paid 1 progressive"),
    ("a loss taken back", taken_back("ante", 1000, 0, 0, "lose"), "inventory:t1 > wagers:t1 1000 reversed 1 ante"),
    ("a win taken back", taken_back("ante", 1000, 2500, 1000),
     "player:Ana > inventory:t1 2500 reversed 1 ante; player:Ana > wagers:t1 1000 reversed 1 ante"),
    ("an award from a meter taken back", e.LineReversed(line=METER_LINE),
     "player:Ana > awards:t1 50000 reversed 1 progressive; inventory:t1 > wagers:t1 100 reversed 1 progressive"),
    ("an award of a fixed sum taken back", e.LineReversed(line=FIXED_LINE),
     "player:Ana > inventory:t1 3000 reversed 1 progressive; inventory:t1 > wagers:t1 100 reversed 1 progressive"),
    ("the floor's ruling", e.WagersAbandoned(seat=3, lost=True, by=FLOOR, reason="gone"), ""),
    ("a player who leaves", e.PlayerLeft(seat=1, during_round=True), ""),
    ("progressive chips banked", e.ProgressiveBanked(clause="", script=3, phase="dealing", cents=100), ""),
    ("a round that closes", CLOSED, ""),
    ("a table opened", he.TableOpened(digest="", link="", mode="house", dealer="virtual", inventory_cents=90_000,
                                     decision_seconds=30, betting_seconds=20),
     "cage:t1 > inventory:t1 90000 opening"),
    ("a fill", he.Filled(cents=40_000, by=FLOOR), "cage:t1 > inventory:t1 40000 fill"),
    ("a box out", he.DropTaken(cents=20_000, by=FLOOR), "drop:t1 > win:t1 20000 drop_taken"),
    ("a credit", he.Credited(cents=30_000, by=FLOOR), "inventory:t1 > cage:t1 30000 credit"),
    ("a buy-in at the table", he.BoughtIn(player="Eve", cents=10_000),
     "cage > drop:t1 10000 drop; inventory:t1 > player:Eve 10000 buy_in"),
    ("a buy-in that was more",
     ce.BuyInCorrected(record=1, player="patron:1", was_cents=100, cents=900, reason="so", by=FLOOR),
     "cage > drop:t1 800 drop; inventory:t1 > circulation 800 buy_in"),
    ("a buy-in that was less",
     ce.BuyInCorrected(record=1, player="patron:1", was_cents=900, cents=100, reason="so", by=FLOOR),
     "drop:t1 > cage 800 unsold; circulation > inventory:t1 800 unsold"),
    ("a table closed out with a loss of chips", he.TableClosed(inventory_cents=70_000, drop_cents=25_000),
     "drop:t1 > win:t1 25000 close_out; inventory:t1 > cage:t1 70000 close_out; win:t1 > cage:t1 20000 close_out"),
)  # fmt: skip


def told(moved: tuple[Posting, ...]) -> str:
    def one(p: Posting) -> str:
        where = f" {p.seat} {p.wager}" if p.seat or p.wager else ""
        return f"{p.giver} > {p.taker} {p.cents} {p.reason}{where}"

    return "; ".join(map(one, moved))


@pytest.mark.parametrize(("event", "expected"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_each_case(event: he.LoggedEvent, expected: str) -> None:
    assert told(postings(TABLE, DECISIONS, event, BALANCES.__getitem__)) == expected


AT_THE_CAGE: tuple[tuple[str, he.LoggedEvent, str], ...] = (
    ("a buy-in", he.BoughtIn(player="Eve", cents=10_000), "cage > player:Eve 10000 buy_in"),
    ("a cash-out", he.CashedOut(player="Eve", cents=10_000), "player:Eve > cage 10000 cash_out"),
    ("a link that served a house elsewhere",
     he.LinkServed(link="coast", house="north", messages=(),
                  moved=(("win:house", "display:coast:mega", 7, "owed", 0, ""),)),
     "win:house > display:coast:mega 7 owed"),
)  # fmt: skip


@pytest.mark.parametrize(("event", "expected"), [row[1:] for row in AT_THE_CAGE], ids=[row[0] for row in AT_THE_CAGE])
def test_each_case_at_the_cage(event: he.LoggedEvent, expected: str) -> None:
    assert told(postings(CAGE, State(), event, BALANCES.__getitem__)) == expected


@pytest.mark.parametrize(
    ("ana", "ben", "expected"),
    [
        (0, 0, ""),
        (100, -1, "win:t1 > player:Ben 1 uncollected"),
        (-700, 5, "win:t1 > player:Ana 700 uncollected"),
        (-700, -50, "win:t1 > player:Ana 700 uncollected; win:t1 > player:Ben 50 uncollected"),
    ],
)
def test_after_a_void_round_the_house_bears_what_players_no_longer_have(ana: int, ben: int, expected: str) -> None:
    balances = {"player:Ana": ana, "player:Ben": ben}
    assert told(postings(TABLE, VOID, CLOSED, balances.__getitem__)) == expected


@pytest.mark.parametrize(
    ("held", "issued", "cash", "expected"),
    [
        (0, 0, 0, ""),
        (500, 500, 0, "inventory:t1 > cage:t1 500 close_out"),
        (900, 500, 0, "inventory:t1 > cage:t1 500 close_out; inventory:t1 > win:t1 400 close_out"),
        (0, 500, 0, "win:t1 > cage:t1 500 close_out"),
        (300, 0, 40, "drop:t1 > win:t1 40 close_out; inventory:t1 > win:t1 300 close_out"),
        (300, -200, 0, "inventory:t1 > win:t1 300 close_out; cage:t1 > win:t1 200 close_out"),
    ],
)
def test_a_close_out_empties_the_table(held: int, issued: int, cash: int, expected: str) -> None:
    balances = {inventory(TABLE): held, "cage:t1": -issued, drop(TABLE): cash}
    event = close_out(TABLE, balances.__getitem__)
    assert event == he.TableClosed(inventory_cents=held, drop_cents=cash)
    moved = postings(TABLE, State(), event, balances.__getitem__)
    assert told(moved) == expected
    after = Counter(balances)
    for posting in moved:
        after[posting.giver] -= posting.cents
        after[posting.taker] += posting.cents
    assert after.pop(win(TABLE), 0) == held - issued + cash
    assert set(after.values()) <= {0}


# Every kind of event and fact is one of these; a new one must be put where it belongs.
MOVES_MONEY = {type(event) for _, event, expected in (*CASES, *AT_THE_CAGE) if expected} | {
    e.RoundClosed,
    he.EntryTakenBack,
    he.SettlementCorrected,
}
MOVES_METERS = {e.ProgressiveLocked, e.MeterHit, e.MeterRestored, e.RoundVoided, he.LinkOpened}
MOVES_NOTHING = {
    e.DeckReceived, e.DeckPrepared, e.DeckShuffled, e.DeckCut, e.CutAgainOrdered, e.ShuffleOrdered, e.DeckRemoved,
    e.TableIdled, e.DeviceFailed, e.DeviceEmptied, e.DeviceRestored, e.DeviceTreated, e.PlayerSat, e.PlayerLeft,
    e.RoundOpened, e.StepDone, e.BetsClosed, e.ProgressiveBanked, e.CardsDealt, e.CardSetAside, e.CommunityTurned,
    e.StubCounted, e.StubMiscounted, e.HandsChecked, e.HandsFixed, e.PayoutsDisplayed, e.DecisionsAsked,
    e.FoldsCollected, e.DealerRevealed, e.BonusRevealed, e.SeatRevealed, e.AwardPending, e.AwardDocumented,
    e.DealtFaceDown, e.CardsTurnedUp, e.AwardVerified, e.AwardUnlit, e.AwardRefused, e.FloorCalled, e.SilenceRuled,
    e.UnitSettled, e.CardsCollected, e.HandLeftExposed, e.ExposedHandReplaced, e.IrregularityReported,
    e.WagersAbandoned, e.ConductNoted, he.RulesChanged, he.SeedCommitted, he.SeedOffered, he.ShuffleCommitted,
    he.ShuffleOpened, he.Sealed, he.LinkLost, he.LinkFound, he.SystemDecided, he.ClockStepped,
    he.PlayerReady, he.TimeExtended, he.CallMade, he.CallAnswered, he.DealerTappedIn, he.DealerTappedOut,
    he.SupervisorAssigned, he.PatronSeated, he.SeatRated, he.Noted, he.AuditBegun, he.AuditEnded, he.SlipAsked,
    he.SlipApproved, he.SlipRefused, he.SlipDone, *get_args(fe.AnyFilingEvent), fe.ApprovalRequired,
    he.FloorConfirmed, he.FloorDeclined, de.DeviceAdded, de.DeviceRevoked, de.DeviceSaid,
}  # fmt: skip


def test_no_kind_of_event_or_fact_is_forgotten() -> None:
    kinds = {*get_args(e.AnyEvent), *get_args(he.AnyHouseEvent)}
    money = {
        name
        for kind in kinds
        for name in kind.__struct_fields__
        if name.endswith("_cents") or name in ("cents", "line")
    }
    assert kinds == MOVES_MONEY | MOVES_METERS | MOVES_NOTHING
    assert not MOVES_MONEY & MOVES_NOTHING
    assert not MOVES_METERS & (MOVES_MONEY | MOVES_NOTHING)
    assert money == {"cents", "line", "stake_cents", "paid_cents", "restored_cents", "inventory_cents", "drop_cents",
                     "denominations_cents", "was_cents"}  # fmt: skip


def told_of_nothing(account: str) -> int:
    raise AssertionError(f"nobody needs to know what is in {account}")


def test_balances_are_asked_only_where_they_decide() -> None:
    for _, event, _ in CASES:
        if not isinstance(event, he.TableClosed):
            postings(TABLE, DECISIONS, event, told_of_nothing)


# What is true of the end of any wager

LINES = st.builds(
    lambda wager, taken, returned, paid, meter: line(wager, taken + returned, paid, returned, meter=meter),
    st.sampled_from(["ante", "progressive"]),
    *[st.sampled_from([0, 0, 1, 99, 100, 12_345, 10**11])] * 3,
    st.sampled_from(["", "progressive"]),
)


def change(moved: tuple[Posting, ...]) -> Counter[str]:
    """How each account's balance changes."""
    found: Counter[str] = Counter()
    for posting in moved:
        found[posting.giver] -= posting.cents
        found[posting.taker] += posting.cents
    return found


def ended(line: SettlementLine) -> tuple[Posting, ...]:
    return postings(TABLE, DECISIONS, e.WagerSettled(line=line), told_of_nothing)


@given(LINES)
def test_the_whole_stake_leaves_the_layout(line: SettlementLine) -> None:
    assert change(ended(line))[wagers(TABLE)] == -line.stake_cents


@given(LINES)
def test_the_player_gets_what_is_paid_and_what_is_returned(line: SettlementLine) -> None:
    assert change(ended(line))[player_account("Ana")] == line.paid_cents + line.returned_cents


@given(LINES)
def test_the_house_pays_from_the_tray_and_a_meter_from_the_awards(line: SettlementLine) -> None:
    moved = change(ended(line))
    by_meter = line.paid_cents if line.meter else 0
    assert moved[awards(TABLE)] == -by_meter
    assert moved[inventory(TABLE)] == -line.net_cents + by_meter


@given(LINES)
def test_nothing_is_made_or_lost_and_nothing_moves_nowhere(line: SettlementLine) -> None:
    moved = ended(line)
    assert change(moved).total() == 0
    assert all(posting.cents > 0 and posting.giver != posting.taker for posting in moved)


@given(LINES)
def test_a_line_taken_back_leaves_no_trace(line: SettlementLine) -> None:
    back = postings(TABLE, DECISIONS, e.LineReversed(line=line), told_of_nothing)
    assert set(change((*ended(line), *back)).values()) <= {0}


# The tray that cannot pay

TRAY = inventory(TABLE)
MOVED = {
    "out": Posting(TRAY, "player:Ana", 700, "paid"),
    "in": Posting("wagers:t1", TRAY, 300, "taken"),
    "by": Posting("wagers:t1", "player:Ana", 999, "returned"),
}
SHORT: tuple[tuple[int, str, int], ...] = (  # what the tray held, what moved, by how much it was short
    (0, "", 0),
    (700, "out", 0),
    (699, "out", 1),
    (0, "by", 0),
    (400, "in out", 0),
    (399, "in out", 1),
    (400, "out in", 300),
    (1100, "out in out", 0),
    (1099, "out in out", 1),
    (0, "out out by", 1400),
)


@pytest.mark.parametrize(("held", "moves", "short"), SHORT)
def test_a_shortfall_is_the_worst_moment(held: int, moves: str, short: int) -> None:
    posted = tuple(MOVED[move] for move in moves.split())
    after = held + change(posted)[TRAY]
    assert shortfall(TRAY, posted, {TRAY: after}.__getitem__) == short
    lots = {0: None, 1: he.Filled(cents=500, by="house"), 300: he.Filled(cents=500, by="house")}
    expected = he.Filled(cents=1500, by="house") if short == 1400 else lots[short]
    assert fill_for(TABLE, posted, {TRAY: after}.__getitem__, lot_cents=500) == expected


@given(st.integers(0, 2_000), st.lists(st.sampled_from(sorted(MOVED)), max_size=12), st.integers(1, 900))
def test_after_the_fill_the_tray_is_never_short_and_with_a_lot_less_it_would_be(
    held: int, moves: list[str], lot: int
) -> None:
    posted = tuple(MOVED[move] for move in moves)
    fill = fill_for(TABLE, posted, lambda account: held + change(posted)[TRAY], lot)
    filled = fill.cents if fill else 0
    balances = [held + filled + change(posted[:place])[TRAY] for place in range(len(posted) + 1)]
    assert min(balances) >= 0
    assert filled % lot == 0
    assert not fill or min(balances) - lot < 0


def test_no_chips_are_filled_to_be_sent_back() -> None:
    posted = (Posting(TRAY, "cage:t1", 500, CREDIT),)
    assert fill_for(TABLE, posted, {TRAY: -100}.__getitem__) is None
