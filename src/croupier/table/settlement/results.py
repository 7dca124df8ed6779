"""How a wager can end, one function for each: the line that says so, every part of it by name."""

from functools import lru_cache
from typing import NamedTuple

from croupier.rulebook.payout import MeterShare, Odds
from croupier.table.values.box import Wager
from croupier.table.values.showdown import SettlementLine

in_words = lru_cache(256)(str)  # a table has few odds, and pays them again and again


class Payment(NamedTuple):
    """What the house adds to a wager, and what comes back of its stake."""

    paid_cents: int
    returned_cents: int


def win(
    seat: int, wager: Wager, *, payment: Payment, odds: Odds, line: str | None, clause: str, case: str = ""
) -> SettlementLine:
    """The wager is paid: at these odds, by this line of its paytable or, for None, by the only one."""
    return SettlementLine(
        seat=seat,
        wager=wager.name,
        outcome="win",
        stake_cents=wager.stake_cents,
        paid_cents=payment.paid_cents,
        returned_cents=payment.returned_cents,
        line=line,
        clause=clause,
        case=case,
        odds=in_words(odds),
        meter=odds.meter if type(odds) is MeterShare else "",
    )


def lose(seat: int, wager: Wager, *, clause: str, case: str = "") -> SettlementLine:
    """The stake is taken."""
    return SettlementLine(
        seat=seat,
        wager=wager.name,
        outcome="lose",
        stake_cents=wager.stake_cents,
        paid_cents=0,
        returned_cents=0,
        line=None,
        clause=clause,
        case=case,
    )


def push(
    seat: int, wager: Wager, *, clause: str, case: str = "", line: str | None = None, odds: str = ""
) -> SettlementLine:
    """The stake goes back and nothing is added, by the comparison or by a line of the paytable."""
    return SettlementLine(
        seat=seat,
        wager=wager.name,
        outcome="push",
        stake_cents=wager.stake_cents,
        paid_cents=0,
        returned_cents=wager.stake_cents,
        line=line,
        clause=clause,
        case=case,
        odds=odds,
    )


def forfeit(seat: int, wager: Wager, *, clause: str) -> SettlementLine:
    """The stake of a player who folded is taken."""
    return SettlementLine(
        seat=seat,
        wager=wager.name,
        outcome="forfeit",
        stake_cents=wager.stake_cents,
        paid_cents=0,
        returned_cents=0,
        line=None,
        clause=clause,
        case="folded",
    )


def void(seat: int, wager: Wager, *, clause: str, case: str) -> SettlementLine:
    """The wager counts as not made: its stake goes back."""
    return SettlementLine(
        seat=seat,
        wager=wager.name,
        outcome="void",
        stake_cents=wager.stake_cents,
        paid_cents=0,
        returned_cents=wager.stake_cents,
        line=None,
        clause=clause,
        case=case,
    )
