"""Chips that patrons bought at a table for cash: those that may still be put right, for their cash is in its box."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import correction_events as ce
from croupier.house.log import events as he
from croupier.table.values.roles import is_patron

MOST_BUY_INS = 24  # that a table has at hand; all stand in its log


class BuyIn(Struct, frozen=True, gc=False):
    """A buy-in as it stands: the record that entered it, by whom chips were bought, and for how much."""

    record: int
    player: str
    cents: int


BuyIns = tuple[BuyIn, ...]


def buy_ins_after(buy_ins: BuyIns, record: int, acts: Sequence[he.Act]) -> BuyIns:
    """The buy-ins once this record is written. Once the box has gone to the cage, what was wrong shows in its count."""
    for act in acts:
        for event in act.events:
            if isinstance(event, he.BoughtIn) and is_patron(event.player):
                buy_ins = (*buy_ins, BuyIn(record, event.player, event.cents))[-MOST_BUY_INS:]
            elif isinstance(event, he.EntryTakenBack) and event.bought:
                buy_ins = tuple([one for one in buy_ins if one.record != event.record])
            elif isinstance(event, ce.BuyInCorrected):
                buy_ins = tuple(
                    [replace(one, cents=event.cents) if one.record == event.record else one for one in buy_ins]
                )
            elif isinstance(event, he.DropTaken | he.TableClosed):
                buy_ins = ()
    return buy_ins
