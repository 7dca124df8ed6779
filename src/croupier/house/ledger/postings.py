"""Which money moves when something happens: the one place that says so. What meters gain and lose is said in `meters`.

A stake lies in `wagers` from the moment it is put down until its wager ends. It goes then to the inventory as far as
it is taken and to the player as far as it is returned, and what the wager wins comes from the inventory or, where a
meter was hit, from `awards`. A round that turns out void undoes that before its stakes return: between the two a player
who has parted with the winnings would stand below zero, so the house lends what is missing (`evened`). What is still
missing when the round closes, the house bears.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from croupier.house.database.schema import CAGE
from croupier.house.ledger.accounts import awards, cage_at, drop, inventory, may_owe, player_account, wagers, win
from croupier.house.log import correction_events as ce
from croupier.house.log import events as he
from croupier.house.log.entries import Entry
from croupier.table.evolve import evolve
from croupier.table.values import events as e
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import OFF_TABLE, State

OPENING = "opening"  # the chips that a table opens with
FILL = "fill"
CREDIT = "credit"
CLOSE_OUT = "close_out"
BUY_IN = "buy_in"
DROP = "drop"  # cash for a buy-in at the table, into its box
UNSOLD = "unsold"  # of a buy-in that was entered wrongly: no such cash, and no such chips
DROP_TAKEN = "drop_taken"  # the box went to the cage
CASH_OUT = "cash_out"
PLACED = "placed"
WITHDRAWN = "withdrawn"
TAKEN = "taken"  # of a stake: lost, or not returned beside what the wager wins
RETURNED = "returned"
VOIDED = "void"  # returned because the round is void
PAID = "paid"
AWARD = "award"  # paid by a meter
REVERSED = "reversed"  # a settlement taken back
UNCOLLECTED = "uncollected"  # what a player no longer has of a settlement taken back
LENT = "lent"  # and given back within the same record

LOT_CENTS = 1_000_000  # chips come from the cage in lots of so much

BalanceOf = Callable[[str], int]


class Posting(Struct, frozen=True, gc=False):
    """Cents that go from one account to another, and why; `seat` 0 and `wager` "" where it concerns none."""

    giver: str
    taker: str
    cents: int
    reason: str
    seat: int = 0
    wager: str = ""


Postings = tuple[Posting, ...]


def postings(table_id: str, before: State, event: he.LoggedEvent, balance_of: BalanceOf) -> Postings:
    """The money that an event moves, `before` being the table as it stood until then.

    `balance_of` gives balances as they stand after everything before this event, earlier ones of the same command
    included. It is asked only about the accounts of the table and of those who play at it.
    """
    moves = _MOVES.get(type(event))
    return moves(table_id, before, event, balance_of) if moves else ()


def _placed(table: str, state: State, event: e.WagerPlaced, balance_of: BalanceOf) -> Postings:
    stake = Posting(player_account(event.player), wagers(table), event.stake_cents, PLACED, event.seat, event.wager)
    box = state.round.box(event.seat) if state.round else None
    already = box.stake(event.wager) if box else 0
    if not already:
        return (stake,)
    # A new stake takes the place of the one that is there.
    return (_back(table, event.player, event.seat, event.wager, already), stake)


def _withdrawn(table: str, state: State, event: e.WagerWithdrawn, balance_of: BalanceOf) -> Postings:
    return (_back(table, _player(state, event.seat), event.seat, event.wager, event.stake_cents),)


def _back(table: str, player: str, seat: int, wager: str, cents: int) -> Posting:
    return Posting(wagers(table), player_account(player), cents, WITHDRAWN, seat, wager)


def _decided(table: str, state: State, event: e.Decided, balance_of: BalanceOf) -> Postings:
    if not event.stake_cents:
        return ()
    player = player_account(_player(state, event.seat))
    return (Posting(player, wagers(table), event.stake_cents, PLACED, event.seat, "play"),)


def _settled(table: str, state: State, event: e.WagerSettled, balance_of: BalanceOf) -> Postings:
    return _ended(table, state, event.line)


def _award_paid(table: str, state: State, event: e.AwardPaid, balance_of: BalanceOf) -> Postings:
    return _ended(table, state, event.line, off_table=event.source == OFF_TABLE)


def _reversed(table: str, state: State, event: e.LineReversed, balance_of: BalanceOf) -> Postings:
    """The stake lies on the layout again, as if the wager had not ended."""
    elsewhere = state.round.paid_off_table if state.round and event.line.wager == "progressive" else ()
    ended = _ended(table, state, event.line, off_table=event.line.seat in elsewhere)
    return tuple([Posting(p.taker, p.giver, p.cents, REVERSED, p.seat, p.wager) for p in ended[::-1]])


def _ended(table: str, state: State, line: SettlementLine, off_table: bool = False) -> Postings:
    return _line_ended(table, _player(state, line.seat), line, off_table)


def _line_ended(table: str, name: str, line: SettlementLine, off_table: bool = False) -> Postings:
    """What the end of a player's wager moves; an award paid off the table leaves the inventory as it is."""
    seat, wager, returned, paid = line.seat, line.wager, line.returned_cents, line.paid_cents
    taken = line.stake_cents - returned
    layout, tray = wagers(table), inventory(table)
    if not returned and not paid:
        return (Posting(layout, tray, taken, TAKEN, seat, wager),) if taken else ()
    player = player_account(name)
    moved = []
    if taken:
        moved.append(Posting(layout, tray, taken, TAKEN, seat, wager))
    if returned:
        reason = VOIDED if line.outcome == "void" else RETURNED
        moved.append(Posting(layout, player, returned, reason, seat, wager))
    if paid and line.meter:
        moved.append(Posting(awards(table), player, paid, AWARD, seat, wager))
    elif paid:
        moved.append(Posting(win(table) if off_table else tray, player, paid, PAID, seat, wager))
    return tuple(moved)


def _player(state: State, seat: int) -> str:
    """Whose the box is, whoever sits there now."""
    box = state.round.box(seat) if state.round else None
    assert box is not None, "only a box with wagers moves money"
    return box.player


def _closed(table: str, state: State, event: e.RoundClosed, balance_of: BalanceOf) -> Postings:
    """After a void round the house bears what players no longer have of settlements taken back."""
    if state.round is None or state.round.phase != "void":
        return ()
    players = dict.fromkeys(player_account(box.player) for box in state.round.boxes)
    owed = [(player, -balance_of(player)) for player in players]
    return tuple([Posting(win(table), player, cents, UNCOLLECTED) for player, cents in owed if cents > 0])


def _corrected(table: str, state: State, event: he.SettlementCorrected, balance_of: BalanceOf) -> Postings:
    """The wrong results are reversed, the last first, then the right ones paid and taken.

    What the house bears comes first, what it has back of that last. They belong to no seat of the round that is under
    way meanwhile.
    """
    players = dict(event.players)
    wrong = [p for line in event.undone for p in _line_ended(table, players[line.seat], line)]
    right = [p for line in event.lines for p in _line_ended(table, players[line.seat], line)]
    borne = [(_moved(win(table), player_account(player), cents, UNCOLLECTED), cents) for player, cents in event.borne]
    return (
        *[p for moved, cents in borne if cents > 0 for p in moved],
        *[Posting(p.taker, p.giver, p.cents, REVERSED, 0, p.wager) for p in wrong[::-1]],
        *[Posting(p.giver, p.taker, p.cents, p.reason, 0, p.wager) for p in right],
        *[p for moved, cents in borne if cents < 0 for p in moved],
    )


def _bought_in(table: str, state: State, event: he.BoughtIn, balance_of: BalanceOf) -> Postings:
    player = player_account(event.player)
    if table == CAGE:
        return _moved(CAGE, player, event.cents, BUY_IN)
    return (*_moved(CAGE, drop(table), event.cents, DROP), *_moved(inventory(table), player, event.cents, BUY_IN))


def _unsold(table: str, player: str, cents: int) -> Postings:
    return (
        *_moved(drop(table), CAGE, cents, UNSOLD),
        *_moved(player_account(player), inventory(table), cents, UNSOLD),
    )


def _buy_in_corrected(table: str, state: State, event: ce.BuyInCorrected, balance_of: BalanceOf) -> Postings:
    more = event.cents - event.was_cents
    if more < 0:
        return _unsold(table, event.player, -more)
    return _bought_in(table, state, he.BoughtIn(player=event.player, cents=more), balance_of)


def _cashed_out(table: str, state: State, event: he.CashedOut, balance_of: BalanceOf) -> Postings:
    return _moved(player_account(event.player), CAGE, event.cents, CASH_OUT)


def _opened(table: str, state: State, event: he.TableOpened, balance_of: BalanceOf) -> Postings:
    return _moved(cage_at(table), inventory(table), event.inventory_cents, OPENING)


def _filled(table: str, state: State, event: he.Filled, balance_of: BalanceOf) -> Postings:
    return _moved(cage_at(table), inventory(table), event.cents, FILL)


def _credited(table: str, state: State, event: he.Credited, balance_of: BalanceOf) -> Postings:
    return _moved(inventory(table), cage_at(table), event.cents, CREDIT)


def _drop_taken(table: str, state: State, event: he.DropTaken, balance_of: BalanceOf) -> Postings:
    return _moved(drop(table), win(table), event.cents, DROP_TAKEN)


def _closed_out(table: str, state: State, event: he.TableClosed, balance_of: BalanceOf) -> Postings:
    """The cage gets back what it has issued; the rest of the inventory and the drop are won, and what lacks is lost."""
    issued, held = -balance_of(cage_at(table)), balance_of(inventory(table))
    back = min(max(issued, 0), held)
    return (
        *_moved(drop(table), win(table), balance_of(drop(table)), CLOSE_OUT),
        *_moved(inventory(table), cage_at(table), back, CLOSE_OUT),
        *_moved(inventory(table), win(table), held - back, CLOSE_OUT),
        *_moved(win(table), cage_at(table), issued - back, CLOSE_OUT),
    )


def _served(table: str, state: State, event: he.LinkServed | he.EntryTakenBack, balance_of: BalanceOf) -> Postings:
    return tuple([Posting(*moved) for moved in event.moved])


def _moved(giver: str, taker: str, cents: int, reason: str) -> Postings:
    """What goes from one account to another, or where it is less than nothing the other way."""
    if cents < 0:
        return (Posting(taker, giver, -cents, reason),)
    return (Posting(giver, taker, cents, reason),) if cents else ()


_MOVES: Mapping[type, Callable[[str, State, Any, BalanceOf], Postings]] = {
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.Decided: _decided,
    e.WagerSettled: _settled,
    e.AwardPaid: _award_paid,
    e.LineReversed: _reversed,
    e.RoundClosed: _closed,
    he.BoughtIn: _bought_in,
    he.CashedOut: _cashed_out,
    he.TableOpened: _opened,
    he.Filled: _filled,
    he.Credited: _credited,
    he.DropTaken: _drop_taken,
    he.TableClosed: _closed_out,
    he.LinkServed: _served,
    he.EntryTakenBack: _served,
    he.SettlementCorrected: _corrected,
    ce.BuyInCorrected: _buy_in_corrected,
}
MOVES_MONEY = frozenset(_MOVES)


def close_out(table_id: str, balance_of: BalanceOf) -> he.TableClosed:
    """The event that closes a table out: the chips and the cash that its books say are there."""
    return he.TableClosed(inventory_cents=balance_of(inventory(table_id)), drop_cents=balance_of(drop(table_id)))


def taken_back(table_id: str, entry: Entry, by: str) -> he.EntryTakenBack:
    """The event that takes an entry back: its money goes the other way, the last first."""
    state, posted = entry.before, list[Posting]()
    bought = tuple([event for event in entry.events if isinstance(event, he.BoughtIn)])
    for event in entry.events:
        if isinstance(event, e.Event):
            posted += postings(table_id, state, event, _not_asked)
            state = evolve(state, event)
    undone = [Posting(p.taker, p.giver, p.cents, REVERSED, p.seat, p.wager) for p in posted[::-1]]
    undone += [p for one in bought for p in _unsold(table_id, one.player, one.cents)]
    return he.EntryTakenBack(
        record=entry.record,
        command=entry.command,
        entered_by=entry.by,
        by=by,
        lines=tuple([event.line for event in entry.events if isinstance(event, e.WagerSettled)]),
        moved=tuple([(p.giver, p.taker, p.cents, p.reason, p.seat, p.wager) for p in undone]),
        bought=bought,
    )


def _not_asked(account: str) -> int:
    raise AssertionError(f"no entry depends on what is in {account}")


def shortfall(account: str, posted: Sequence[Posting], balance_of: BalanceOf) -> int:
    """How far below zero an account went at the worst moment of these postings, `balance_of` being after them all."""
    lowest = balance = balance_of(account)
    for posting in posted[::-1]:
        if posting.giver == account:
            balance += posting.cents
        elif posting.taker == account:
            balance -= posting.cents
        lowest = min(lowest, balance)
    return max(0, -lowest)


def fill_for(
    table_id: str, posted: Sequence[Posting], balance_of: BalanceOf, lot_cents: int = LOT_CENTS
) -> he.Filled | None:
    """The fill that must come before a command whose postings the inventory cannot meet, in whole lots; None if it can.

    No chips are filled to be sent back: a credit beyond the inventory is refused instead.
    """
    tray = inventory(table_id)
    if tray not in [posting.giver for posting in posted]:
        return None
    short = shortfall(tray, posted, balance_of)
    if not short or any(posting.reason == CREDIT for posting in posted):
        return None
    return he.Filled(cents=-(-short // lot_cents) * lot_cents, by="house")


def evened(table_id: str, posted: Sequence[Posting], balance_of: BalanceOf) -> Sequence[Posting]:
    """A record's postings such that nobody who may not owe stands below zero at any moment of them.

    Where settlements are taken back the house lends what is missing in between and has it back at the end.
    `balance_of` is after them all.
    """
    if REVERSED not in [posting.reason for posting in posted]:
        return posted
    givers = [account for account in dict.fromkeys(p.giver for p in posted) if not may_owe(account)]
    missing = [(account, shortfall(account, posted, balance_of)) for account in givers]
    lent = [Posting(win(table_id), account, cents, LENT) for account, cents in missing if cents]
    return [*lent, *posted, *[Posting(p.taker, p.giver, p.cents, LENT) for p in lent]]
