"""What a dealer entered last: the records that may still be taken back, and where the table stood before each.

Every other record of the table ends that, for somebody has acted since: but for what leaves the game as it is.
Cards that are turned up end it for what players chose before they saw them.
"""

from collections.abc import Sequence

from msgspec import Struct

from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.table.values import events as e
from croupier.table.values.roles import role
from croupier.table.values.state import State

MOST_ENTRIES = 8  # that a table remembers: further back than that is no slip of the fingers
# What a person told or did, and can be told otherwise.
_ENTERED = frozenset(
    {
        e.DeckPrepared, e.StepDone, e.BetsClosed, e.ProgressiveBanked, e.StubCounted, e.StubMiscounted, e.HandsChecked,
        e.WagerPlaced, e.WagerWithdrawn, e.DecisionsAsked, e.Decided, e.FoldsCollected, e.AwardVerified, e.AwardUnlit,
        he.Filled, he.ClockStepped, he.BoughtIn,
    }
)  # fmt: skip
# The same where nobody knows a card until it is told; of the house's own deck they show cards, which stay seen.
_OF_CARDBOARD = frozenset(
    {
        e.DeckCut, e.DealtFaceDown, e.CardsTurnedUp, e.CommunityTurned, e.DealerRevealed, e.BonusRevealed,
        e.SeatRevealed, e.WagerSettled, e.UnitSettled, e.CardsCollected, e.HandLeftExposed, e.ExposedHandReplaced,
    }
)  # fmt: skip
# What happens beside the game: whoever does it has not acted on an entry. Chips that a dealer sells are an entry.
_BESIDE = frozenset(
    {
        he.CallMade, he.CallAnswered, he.BoughtIn, he.Filled, he.Credited, he.TimeExtended, he.ClockStepped,
        he.LinkLost, he.LinkFound, he.SeatRated, he.FloorConfirmed, he.FloorDeclined,
        de.DeviceAdded, de.DeviceRevoked, de.DeviceSaid,
    }
)  # fmt: skip


# What a player chose, entered by the dealer where chips lie on the felt; and what turns cards up, after which nobody
# chooses anew.
_CHOSEN = frozenset({e.WagerPlaced, e.WagerWithdrawn, e.Decided})
_TURNED_UP = frozenset({e.CardsTurnedUp, e.CommunityTurned, e.DealerRevealed, e.BonusRevealed, e.SeatRevealed})


class Entry(Struct, frozen=True, gc=False):
    """A record that a dealer made: its number, by whom and by which command, what it brought about, and onto what."""

    record: int
    by: str
    command: str
    events: tuple[e.AnyEvent | he.BoughtIn, ...]
    before: State


Entries = tuple[Entry, ...]


def entries_after(entries: Entries, before: State, record: int, acts: Sequence[he.Act]) -> Entries:
    """The entries that may be taken back once this record is written; `before` is the game as it stood until then."""
    events = [one for act in acts for one in act.events]
    kinds = {type(one) for one in events}
    if he.EntryTakenBack in kinds:
        return entries[:-1]
    sold = any(act.command == "SellChips" and role(act.by) == "dealer" for act in acts)
    if kinds <= _BESIDE and not sold:
        return entries
    allowed = _ENTERED | _OF_CARDBOARD if before.cards_told else _ENTERED
    made = [act for act in acts if any(type(one) is not he.CallMade for one in act.events)]  # a device may call for it
    if not kinds <= allowed | {he.CallMade} or any(role(act.by) != "dealer" for act in made):
        return ()
    told = tuple([one for one in events if isinstance(one, e.Event | he.BoughtIn)])
    if kinds & _TURNED_UP:
        chosen = [place for place, one in enumerate(entries, 1) if _CHOSEN.intersection(map(type, one.events))]
        entries = entries[chosen[-1] if chosen else 0 :]
    return (*entries, Entry(record, made[-1].by, made[-1].command, told, before))[-MOST_ENTRIES:]
