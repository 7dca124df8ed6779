"""The tray as the dealer's screen tells it: what was counted, what is reckoned, and what is done where it is short."""

from croupier.house.log.chips import Pieces, fewest_chips
from croupier.house.log.house_table import HouseTable
from croupier.house.log.trays import Payment, Tray, payment_of
from croupier.rulebook.law.base import money
from croupier.server.deal.schemas import TrayRow, TraySeen
from croupier.server.tables.words import listed
from croupier.table.narration.names import people
from croupier.table.values.showdown import SettlementLine

STACK = 20  # chips are brought in stacks of so many


def tray_seen(table: HouseTable) -> TraySeen | None:
    """The tray of a table, none before anybody has counted it."""
    tray = table.tray
    if tray is None:
        return None
    counted = dict(tray.counted)
    return TraySeen(
        kind=tray.count.kind,  # type: ignore[arg-type]
        slip=tray.count.slip,
        by=people(tray.count.asked_by),
        at_ms=tray.count.ended_ms,
        rows=tuple([TrayRow(worth, counted.get(worth, 0), count) for worth, count in tray.pieces]),
        unnamed_cents=tray.unnamed_cents,
        owing_cents=sum(one.cents for one in tray.owing),
    )


def paid_of_tray(table: HouseTable, line: SettlementLine) -> tuple[Pieces, str] | None:
    """The pieces that a line is paid in and what is done where the tray is short; None where nobody knows the tray."""
    paid = payment_of(table.tray, line) if table.tray else None
    if table.tray is None or paid is None:
        return None
    usual, _ = fewest_chips(paid.cents, table.denominations_cents)
    return paid.pieces, _note(table.tray, paid, usual)


def _note(tray: Tray, paid: Payment, usual: Pieces) -> str:
    """What the dealer does about a tray that has not the usual pieces; "" where it has them."""
    if paid.given:
        return (
            f"The tray is reckoned to be short of {money(paid.taken[0][0])}. Colour up: take {_told(paid.taken)} of a"
            f" patron's for {_told(paid.given)}, then pay; or ask for a fill of {_told(_in_stacks(paid.taken))}."
        )
    if paid.pieces == usual:
        return ""
    there = dict(paid.pieces or tray.pieces)
    short = tuple([(worth, count - there.get(worth, 0)) for worth, count in usual if count > there.get(worth, 0)])
    what = listed([money(worth) for worth, _ in short], "and")
    if paid.pieces:
        return f"The tray is reckoned to be short of {what}: pay in these."
    return f"The tray is reckoned to be short of {what}: ask for a fill of {_told(_in_stacks(short))}, then pay."


def _in_stacks(pieces: Pieces) -> Pieces:
    return tuple([(worth, -(-count // STACK) * STACK) for worth, count in pieces])


def _told(pieces: Pieces) -> str:
    return listed([f"{count} x {money(worth)}" for worth, count in pieces], "and")
