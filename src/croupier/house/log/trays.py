"""A table's tray piece by piece: as people counted it, and as it is reckoned since.

Only a slip says what pieces there are: an opener or a closer that was counted, a fill, a credit. In between nobody
counts: what the dealer's screen told to pay, and what wagers lost, is reckoned in the fewest chips.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import correction_events as ce
from croupier.house.log import events as he
from croupier.house.log.chips import Pieces, colour_up, fewest_chips, fewest_of, with_pieces
from croupier.house.log.corrections import gained
from croupier.house.log.slips import COUNTS, Slip, Slips
from croupier.table.values import events as e
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import OFF_TABLE


class Payment(Struct, frozen=True, gc=False):
    """What was paid of the tray: a wager's win in these pieces, none where the tray could not make it up.

    `given` are pieces that went to a patron for those `taken`, smaller ones, so that it could.
    """

    seat: int
    wager: str
    cents: int
    pieces: Pieces
    given: Pieces = ()
    taken: Pieces = ()

    def waits_as(self, paid: "Payment") -> bool:
        """Whether this waited for a fill and is the same that is paid now."""
        return not self.pieces and (self.seat, self.wager, self.cents) == (paid.seat, paid.wager, paid.cents)


class Tray(Struct, frozen=True, gc=False):
    """A tray: the `count` it is known from, `counted` by that and slips since, `pieces` as they are reckoned now.

    `unnamed_cents` came from the cage without a slip, below zero where they went there. `paid` is of the last round,
    and `owing` what waits for a fill.
    """

    count: Slip
    counted: Pieces
    pieces: Pieces
    unnamed_cents: int = 0
    paid: tuple[Payment, ...] = ()
    owing: tuple[Payment, ...] = ()


def payment_of(tray: Tray, line: SettlementLine) -> Payment | None:
    """What was paid for a line of the last round, None where it is not known."""
    key = (line.seat, line.wager, line.paid_cents)
    return next((one for one in tray.paid if (one.seat, one.wager, one.cents) == key), None)


class _Reckoning:
    """A tray on its way through what happened in one record."""

    def __init__(self, tray: Tray | None, slips: Slips, denominations: Sequence[int]) -> None:
        self.tray = tray
        self.slips = slips
        self.denominations = denominations

    def slip_done(self, event: he.SlipDone) -> None:
        slip = {one.slip: one for one in self.slips}[event.slip]
        if slip.kind in COUNTS:
            counted = with_pieces(tuple([(worth, 0) for worth in self.denominations]), slip.pieces)
            self.tray = Tray(slip, counted, counted)
        elif self.tray and slip.kind != "drop":
            sign = 1 if slip.kind == "fill" else -1
            self.unnamed(-sign * slip.cents)  # whatever came or went beside it is named now
            counted = with_pieces(self.tray.counted, slip.pieces, sign)
            pieces = with_pieces(self.tray.pieces, slip.pieces, sign)
            self.tray = replace(self.tray, counted=counted, pieces=pieces)
            self.pay_what_waits()

    def unnamed(self, cents: int) -> None:
        if self.tray:
            self.tray = replace(self.tray, unnamed_cents=self.tray.unnamed_cents + cents)

    def take(self, cents: int) -> None:
        if self.tray and cents > 0:
            found, rest = fewest_chips(cents, self.denominations)
            self.tray = replace(self.tray, pieces=with_pieces(self.tray.pieces, found))
            self.unnamed(rest)
            self.pay_what_waits()

    def pay_what_waits(self) -> None:
        if self.tray and self.tray.owing:
            owing, self.tray = self.tray.owing, replace(self.tray, owing=())
            for one in owing:
                self.pay(one.cents, one.seat, one.wager)

    def pay(self, cents: int, seat: int = 0, wager: str = "") -> None:
        """In the fewest pieces that are there; else in unnamed ones, with a patron's change, or after a fill."""
        if self.tray is None or cents <= 0:
            return
        usual, rest = fewest_chips(cents, self.denominations)
        there, chips = self.tray.pieces, cents - rest
        self.unnamed(-rest)
        paid = Payment(seat, wager, cents, usual)
        if (found := fewest_of(chips, there)) is not None:
            paid = replace(paid, pieces=found)
            there = with_pieces(there, found, -1)
        elif self.tray.unnamed_cents >= chips:
            self.unnamed(-chips)
        elif change := colour_up(chips, there):
            given, taken = change
            there = with_pieces(with_pieces(there, given, -1), taken)
            found = fewest_of(chips, there)
            assert found is not None, "it was looked for so that this can be made up"
            paid = replace(paid, pieces=found, given=given, taken=taken)
            there = with_pieces(there, found, -1)
        else:
            paid = replace(paid, pieces=())
            self.tray = replace(self.tray, owing=(*self.tray.owing, paid))
        others = tuple([one for one in self.tray.paid if not one.waits_as(paid)])
        self.tray = replace(self.tray, pieces=there, paid=(*others, paid) if seat else others)

    def ended(self, line: SettlementLine, off_table: bool = False) -> None:
        self.take(line.stake_cents - line.returned_cents)
        if not off_table:
            self.pay(line.paid_cents, line.seat, line.wager)

    def reversed(self, line: SettlementLine) -> None:
        """What was paid is had back in the pieces that it was paid in, and what was taken is given back."""
        if self.tray is None:
            return
        tray, paid = self.tray, payment_of(self.tray, line)
        if paid is None:
            self.take(line.paid_cents)
        else:
            kept, owing = (tuple([one for one in some if one != paid]) for some in (tray.paid, tray.owing))
            self.tray = replace(tray, pieces=with_pieces(tray.pieces, paid.pieces), paid=kept, owing=owing)
        self.pay(line.stake_cents - line.returned_cents)

    def taken_back(self, event: he.EntryTakenBack) -> None:
        for line in event.lines[::-1]:
            self.reversed(line)
        for one in event.bought:
            self.take(one.cents)

    def buy_in_corrected(self, event: ce.BuyInCorrected) -> None:
        self.pay(event.cents - event.was_cents)
        self.take(event.was_cents - event.cents)

    def corrected(self, event: he.SettlementCorrected) -> None:
        """What the right results come to beside the wrong ones is paid to each player, or taken."""
        borne = dict(event.borne)
        for player, cents in gained(event).items():
            moved = cents + borne.get(player, 0)
            self.pay(moved)
            self.take(-moved)

    def round_opened(self) -> None:
        if self.tray and self.tray.paid:
            self.tray = replace(self.tray, paid=())

    def closed(self) -> None:
        self.tray = None


_STEPS: Mapping[type, Callable[[_Reckoning, Any], None]] = {
    he.SlipDone: _Reckoning.slip_done,
    he.Filled: lambda reckoning, event: reckoning.unnamed(event.cents),
    he.Credited: lambda reckoning, event: reckoning.unnamed(-event.cents),
    he.BoughtIn: lambda reckoning, event: reckoning.pay(event.cents),
    he.EntryTakenBack: _Reckoning.taken_back,
    ce.BuyInCorrected: _Reckoning.buy_in_corrected,
    he.SettlementCorrected: _Reckoning.corrected,
    he.TableClosed: lambda reckoning, event: reckoning.closed(),
    e.RoundOpened: lambda reckoning, event: reckoning.round_opened(),
    e.WagerSettled: lambda reckoning, event: reckoning.ended(event.line),
    e.AwardPaid: lambda reckoning, event: reckoning.ended(event.line, event.source == OFF_TABLE),
    e.LineReversed: lambda reckoning, event: reckoning.reversed(event.line),
}


def tray_after(tray: Tray | None, slips: Slips, denominations: Sequence[int], acts: Sequence[he.Act]) -> Tray | None:
    """The tray after a record, `slips` being those of the table by then; none before anybody has counted it."""
    reckoning = _Reckoning(tray, slips, denominations)
    for act in acts:
        for event in act.events:
            if step := _STEPS.get(type(event)):
                step(reckoning, event)
    return reckoning.tray
