"""Which of the things that happen are significant: what a regulator asks about beside rounds and money."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from croupier.house.log import correction_events as ce
from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.house.log import filing_events as fe
from croupier.table.values import events as e

Group = Literal[
    "irregularity", "void", "correction", "award", "floor", "conduct", "device", "count", "deck", "table", "chips",
    "wager", "payment", "note", "audit", "filing",
]  # fmt: skip
GROUPS: tuple[Group, ...] = get_args(Group)

# Every significant kind of event by what it is about. The wagers and payments among them are the large ones alone.
GROUP_OF: Mapping[type, Group] = {
    e.IrregularityReported: "irregularity",
    e.CardSetAside: "irregularity",
    e.RoundVoided: "void",
    e.LineReversed: "correction",
    e.MeterRestored: "correction",
    he.EntryTakenBack: "correction",
    he.SettlementCorrected: "correction",
    ce.BuyInCorrected: "correction",
    e.MeterHit: "award",
    e.AwardPending: "award",
    e.AwardVerified: "award",
    e.AwardUnlit: "award",
    e.AwardRefused: "award",
    e.AwardPaid: "award",
    e.AwardDocumented: "award",
    e.FloorCalled: "floor",
    e.SilenceRuled: "floor",
    e.WagersAbandoned: "floor",
    e.CutAgainOrdered: "floor",
    e.ShuffleOrdered: "floor",
    he.SystemDecided: "floor",
    he.CallMade: "floor",
    he.CallAnswered: "floor",
    he.FloorConfirmed: "floor",
    he.FloorDeclined: "floor",
    e.ConductNoted: "conduct",
    e.DeviceFailed: "device",
    e.DeviceEmptied: "device",
    e.DeviceRestored: "device",
    e.DeviceTreated: "device",
    de.DeviceAdded: "device",
    de.DeviceRevoked: "device",
    de.DeviceSaid: "device",
    e.StubMiscounted: "count",
    e.HandsChecked: "count",
    e.DeckReceived: "deck",
    e.DeckRemoved: "deck",
    he.TableOpened: "table",
    he.TableClosed: "table",
    he.RulesChanged: "table",
    he.LinkOpened: "table",
    he.LinkLost: "table",
    he.LinkFound: "table",
    he.ClockStepped: "table",
    he.DealerTappedIn: "table",
    he.DealerTappedOut: "table",
    he.SupervisorAssigned: "table",
    he.Filled: "chips",
    he.Credited: "chips",
    he.SlipAsked: "chips",
    he.SlipApproved: "chips",
    he.SlipRefused: "chips",
    he.SlipDone: "chips",
    he.DropTaken: "chips",
    e.WagerPlaced: "wager",
    e.Decided: "wager",
    e.WagerSettled: "payment",
    he.Noted: "note",
    he.AuditBegun: "audit",
    he.AuditEnded: "audit",
    **dict.fromkeys((*get_args(fe.AnyFilingEvent), fe.ApprovalRequired), "filing"),
}
# What is significant by its amount alone.
BY_AMOUNT = frozenset({e.WagerPlaced, e.Decided, e.WagerSettled})

_AMOUNTS: Mapping[type, Callable[[Any], int]] = {
    e.AwardPending: lambda one: one.line.paid_cents,
    e.AwardPaid: lambda one: one.line.paid_cents,
    e.LineReversed: lambda one: one.line.paid_cents,
    e.WagerSettled: lambda one: one.line.paid_cents,
    e.MeterHit: lambda one: one.paid_cents,
    e.MeterRestored: lambda one: one.restored_cents,
    e.WagerPlaced: lambda one: one.stake_cents,
    e.Decided: lambda one: one.stake_cents,
    he.TableOpened: lambda one: one.inventory_cents,
    he.TableClosed: lambda one: one.inventory_cents,
    ce.BuyInCorrected: lambda one: abs(one.cents - one.was_cents),
    he.Filled: lambda one: one.cents,
    he.Credited: lambda one: one.cents,
    he.DropTaken: lambda one: one.cents,
    he.SlipAsked: lambda one: sum(worth * count for worth, count in one.pieces),
}


def amount_cents(event: he.LoggedEvent) -> int | None:
    """The money that an event is about, None where it is about none."""
    tells = _AMOUNTS.get(type(event))
    return tells(event) if tells else None


def seat_of(event: he.LoggedEvent) -> int:
    """The seat that an event concerns, 0 for none or the dealer's."""
    line = getattr(event, "line", None)
    seat: int = line.seat if line else getattr(event, "seat", 0)
    return seat


def wager_of(event: he.LoggedEvent) -> str:
    """The wager that an event concerns, "" for none."""
    if isinstance(event, e.Decided):
        return "play"
    line = getattr(event, "line", None)
    wager: str = line.wager if line else getattr(event, "wager", "")
    return wager


def done_by(act: he.Act, event: he.LoggedEvent) -> str:
    """Who brought an event about: whom it names, else whose command it was."""
    by: str = getattr(event, "validated_by", "") or getattr(event, "by", "") or act.by
    return by
