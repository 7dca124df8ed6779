"""A table as the house keeps it: the engine's state, and what surrounds it. Only events change it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.house.log.buy_ins import BuyIns, buy_ins_after
from croupier.house.log.corrections import corrected
from croupier.house.log.entries import Entries, entries_after
from croupier.house.log.filing_events import AnyFilingEvent, ApprovalRequired
from croupier.house.log.filings import Filings, filings_after
from croupier.house.log.slips import Slips, slips_after
from croupier.house.log.trays import Tray, tray_after
from croupier.table.evolve import evolve
from croupier.table.procedure.decks import in_round
from croupier.table.values import events as e
from croupier.table.values.box import Box
from croupier.table.values.roles import DEVICE, role
from croupier.table.values.state import CardSource, Round, State


class OnDuty(Struct, frozen=True, gc=False):
    """Somebody of the staff at a table, and since when."""

    name: str
    since_ms: int


class HouseTable(Struct, frozen=True, gc=False):
    """A table: how it is run, how far its log goes, and where the game stands.

    `shuffled` names the decks whose shuffle is not opened yet; `commitment` is the hash of the next shuffle's seed.
    `last` is the round that ended last; `ready` are the seats that have wagered enough in the one under way, and
    `extended` its waits that were given more time. `answered_for` are the answers that were given for silent players in
    that round and in the last. `calls` are the calls for the floor that nobody has answered, `calls_made` counts
    all that there ever were. `dealing` is the dealer who has tapped in, `supervising` the floorperson who looks after
    the table. `ruled_by` are the digests of the rules that it was run by, each with the first round that it governed.
    `patrons` is how many people without an account were seated so far, and `rated` the number of each one's card, where
    one was given.
    `entries` are the dealer's last ones, as long as they may be taken back.
    `audit` is the audit of the house that has not come to its end; the cage's log has it.
    `slips` are those that are open and the last that are not, `slips_made` counts all.
    `filings` are all submissions of the house, and `approval_required` says whether a table needs an approved one; both
    are of the cage's log. `filing` is the approved one that a table is run by, 0 for none.
    `devices` may speak at the table, and `said` is what each said last of a thing.
    `borne` is what the house bears of a round that was put right, for whom: the round, the player and the cents.
    `buy_ins` are those of patrons whose cash is in the box, the last ones.
    `tray` is the tray piece by piece, none before anybody has counted it.
    """

    table_id: str
    version: int
    hash: bytes
    at_ms: int = 0
    digest: str = ""
    next_digest: str = ""
    link: str = ""
    mode: str = "house"
    dealer: str = "virtual"
    inventory_cents: int = 0
    decision_seconds: int = 0
    betting_seconds: int = 0
    closed: bool = False
    link_lost: bool = False
    shuffles: int = 0
    shuffled: tuple[tuple[str, int], ...] = ()
    commitment: str = ""
    offered: tuple[tuple[str, str], ...] = ()
    state: State = State()
    practice: bool = False
    last: Round | None = None
    ready: tuple[int, ...] = ()
    extended: tuple[he.TimeExtended, ...] = ()
    title: str = ""
    next_title: str = ""
    answered_for: tuple[he.SystemDecided, ...] = ()
    card_source: CardSource = "house"
    calls: tuple[he.CallMade, ...] = ()
    calls_made: int = 0
    dealing: OnDuty | None = None
    supervising: OnDuty | None = None
    ruled_by: tuple[tuple[int, str], ...] = ()
    chip_source: he.ChipSource = "accounts"
    denominations_cents: tuple[int, ...] = he.USUAL_CENTS
    patrons: int = 0
    rated: tuple[tuple[str, str], ...] = ()
    entries: Entries = ()
    audit: he.AuditBegun | None = None
    slips: Slips = ()
    slips_made: int = 0
    filings: Filings = ()
    approval_required: bool = False
    filing: int = 0
    next_filing: int = 0
    devices: tuple[de.DeviceAdded, ...] = ()
    said: tuple[de.DeviceSaid, ...] = ()
    borne: tuple[tuple[int, str, int], ...] = ()
    tray: Tray | None = None
    buy_ins: BuyIns = ()

    @property
    def stopped(self) -> he.CallMade | None:
        """The call of a device that the floor has not answered: until then nothing goes on here."""
        for call in self.calls:
            if role(call.by) == DEVICE:
                return call
        return None

    @property
    def last_number(self) -> int:
        """The number of the round that ended last, 0 before the first."""
        return self.last.number if self.last else 0

    def own_box(self, seat: int) -> Box | None:
        """The box of who sits there; none where the wagers in it are of somebody who has got up since."""
        box = self.state.round.box(seat) if self.state.round else None
        return box if box and box.player == self.state.player(seat) else None

    def timed_out(self, number: int) -> dict[int, str]:
        """The seats whose time ran out in a round, each with the answer that was given for it last."""
        return {one.seat: one.action for one in self.answered_for if one.round == number}

    def digest_of(self, number: int) -> str:
        """The digest of the rules that a round was played by; a table kept before these were noted has one."""
        return next((digest for first, digest in reversed(self.ruled_by) if first <= number), self.digest)

    def shuffle_of(self, deck: str) -> int:
        """The shuffle that a deck's order comes from, 0 where it is nobody's secret."""
        for name, shuffle in self.shuffled:
            if name == deck:
                return shuffle
        return 0


def evolved(table: HouseTable, events: Iterable[he.LoggedEvent]) -> HouseTable:
    """The table after what happened."""
    state = table.state
    for event in events:
        if isinstance(event, e.Event):
            state = evolve(state, event)
        else:
            state = state_after(table, state, event)
            table = with_house_event(table, event)
    return with_state(table, state)


def state_after(table: HouseTable, state: State, event: he.AnyHouseEvent) -> State:
    """The game after an event of the house's own: where an entry is taken back, as it stood before that.

    Of a round that is over and still lies there, what was corrected is seen.
    """
    if type(event) is he.SettlementCorrected and state.round and state.round.number == event.round:
        return replace(state, round=corrected(state.round, event))
    if type(event) is not he.EntryTakenBack:
        return state
    last = table.entries[-1]
    if last.record != event.record:
        raise ValueError(f"record {event.record} is not the last entry")
    return last.before


def recorded(table: HouseTable, before: State, number: int, acts: Sequence[he.Act]) -> HouseTable:
    """The table once a record is written, `before` being the game as it stood until then."""
    if table.dealer == "virtual":  # nobody enters anything
        return table
    entries = entries_after(table.entries, before, number, acts)
    tray = tray_after(table.tray, table.slips, table.denominations_cents, acts)
    buy_ins = buy_ins_after(table.buy_ins, number, acts)
    if entries is table.entries and tray is table.tray and buy_ins is table.buy_ins:
        return table
    return replace(table, entries=entries, tray=tray, buy_ins=buy_ins)


def of_dealer(table: HouseTable) -> HouseTable:
    """A table that was kept before its game's state knew who deals, its state knowing."""
    return replace(table, state=_run_as(table, table.state))


def _run_as(table: HouseTable, state: State) -> State:
    """The game's state, knowing who deals at this table and whose cards."""
    if state.dealer == table.dealer and state.card_source == table.card_source:
        return state
    return replace(state, dealer=table.dealer, card_source=table.card_source)


def with_house_event(table: HouseTable, event: he.AnyHouseEvent) -> HouseTable:
    """The table after an event of the house's own."""
    change = _CHANGES.get(type(event))
    return change(table, event) if change else table


def with_state(table: HouseTable, state: State) -> HouseTable:
    """The table with the game at this state; rules that were waiting for a round to end are in force then."""
    state = _run_as(table, state)
    if table.rated:
        seated = {player for _, player in state.players}
        table = replace(table, rated=tuple([entry for entry in table.rated if entry[0] in seated]))
    if table.ready:
        table = replace(table, ready=_still_ready(table, state))
    if in_round(state):
        return replace(table, state=state)
    if table.next_digest:
        title = table.next_title or table.title
        ruled_by = (*table.ruled_by, (state.rounds + 1, table.next_digest))
        table = replace(
            table,
            digest=table.next_digest,
            title=title,
            filing=table.next_filing,
            next_digest="",
            next_title="",
            next_filing=0,
            ruled_by=ruled_by,
        )
    return replace(table, state=state, last=state.round or table.last)


def _still_ready(table: HouseTable, state: State) -> tuple[int, ...]:
    """The seats that nothing has changed for since they were ready: who wagers otherwise says so again."""
    before, now = table.state.round, state.round
    if now is None or before is None or now.number != before.number or now.phase != "wagering":
        return ()
    seated = dict(state.players)
    return tuple([seat for seat in table.ready if seat in seated and before.box(seat) == now.box(seat)])


def _opened(table: HouseTable, event: he.TableOpened) -> HouseTable:
    return replace(
        table,
        digest=event.digest,
        link=event.link,
        mode=event.mode,
        dealer=event.dealer,
        inventory_cents=event.inventory_cents,
        decision_seconds=event.decision_seconds,
        betting_seconds=event.betting_seconds,
        practice=event.practice,
        title=event.title,
        card_source=event.card_source,
        ruled_by=((1, event.digest),),
        chip_source=event.chip_source,
        denominations_cents=event.denominations_cents,
        filing=event.filing,
    )


def _rated(table: HouseTable, event: he.SeatRated) -> HouseTable:
    kept = tuple([entry for entry in table.rated if entry[0] != event.player])
    return replace(table, rated=(*kept, (event.player, event.card)) if event.card else kept)


def _shuffled(table: HouseTable, event: he.ShuffleCommitted) -> HouseTable:
    kept = tuple(entry for entry in table.shuffled if entry[0] != event.deck)
    return replace(table, shuffles=event.shuffle, shuffled=(*kept, (event.deck, event.shuffle)), offered=())


def _offered(table: HouseTable, event: he.SeedOffered) -> HouseTable:
    kept = tuple(entry for entry in table.offered if entry[0] != event.player)
    return replace(table, offered=(*kept, (event.player, event.seed)))


def _extended(table: HouseTable, event: he.TimeExtended) -> HouseTable:
    return replace(table, extended=(*[one for one in table.extended if one.round == event.round], event))


def _corrected(table: HouseTable, event: he.SettlementCorrected) -> HouseTable:
    assert table.last is not None, "only a round that is over is put right"
    borne = [one for one in table.borne if one[0] == event.round]
    borne += [(event.round, player, cents) for player, cents in event.borne]
    return replace(table, last=corrected(table.last, event), borne=tuple(borne))


def _answered_for(table: HouseTable, event: he.SystemDecided) -> HouseTable:
    kept = [one for one in table.answered_for if one.round >= event.round - 1]
    return replace(table, answered_for=(*kept, event))


def _tapped_in(table: HouseTable, event: he.DealerTappedIn) -> HouseTable:
    return replace(table, dealing=OnDuty(event.dealer, event.at_ms))


def _slip_changed(
    table: HouseTable, event: he.SlipAsked | he.SlipApproved | he.SlipRefused | he.SlipDone
) -> HouseTable:
    made = event.slip if isinstance(event, he.SlipAsked) else table.slips_made
    return replace(table, slips=slips_after(table.slips, event), slips_made=made)


def _assigned(table: HouseTable, event: he.SupervisorAssigned) -> HouseTable:
    return replace(table, supervising=OnDuty(event.supervisor, event.at_ms) if event.supervisor else None)


def _device_said(table: HouseTable, event: de.DeviceSaid) -> HouseTable:
    """What was said last of each thing; a card that could not be is nobody's to see here."""
    if isinstance(event.said, de.CardRead):
        return table
    this = _about(event)
    return replace(table, said=(*[one for one in table.said if _about(one) != this], event))


def _about(event: de.DeviceSaid) -> tuple[str, type, int]:
    return event.device, type(event.said), event.said.seat if isinstance(event.said, de.Light) else 0


def _revoked(table: HouseTable, event: de.DeviceRevoked) -> HouseTable:
    devices, said = (tuple([one for one in some if one.device != event.device]) for some in (table.devices, table.said))
    return replace(table, devices=devices, said=said)


_CHANGES: Mapping[type, Callable[[HouseTable, Any], HouseTable]] = {
    he.TableOpened: _opened,
    he.RulesChanged: lambda table, house_event: replace(
        table, next_digest=house_event.digest, next_title=house_event.title, next_filing=house_event.filing
    ),
    he.TableClosed: lambda table, house_event: replace(table, closed=True),
    he.PatronSeated: lambda table, house_event: replace(table, patrons=max(table.patrons, house_event.patron)),
    he.SeatRated: _rated,
    he.SeedCommitted: lambda table, house_event: replace(table, commitment=house_event.commitment),
    he.SeedOffered: _offered,
    he.ShuffleCommitted: _shuffled,
    he.ShuffleOpened: lambda table, house_event: replace(
        table, shuffled=tuple(entry for entry in table.shuffled if entry[1] != house_event.shuffle)
    ),
    he.PlayerReady: lambda table, house_event: replace(table, ready=tuple(sorted({*table.ready, house_event.seat}))),
    he.TimeExtended: _extended,
    he.SystemDecided: _answered_for,
    he.SettlementCorrected: _corrected,
    he.CallMade: lambda table, house_event: replace(
        table, calls=(*table.calls, house_event), calls_made=house_event.call
    ),
    he.CallAnswered: lambda table, house_event: replace(
        table, calls=tuple(one for one in table.calls if one.call != house_event.call)
    ),
    he.DealerTappedIn: _tapped_in,
    he.DealerTappedOut: lambda table, house_event: replace(table, dealing=None),
    he.SupervisorAssigned: _assigned,
    he.AuditBegun: lambda table, house_event: replace(table, audit=house_event),
    he.AuditEnded: lambda table, house_event: replace(table, audit=None),
    **dict.fromkeys((he.SlipAsked, he.SlipApproved, he.SlipRefused, he.SlipDone), _slip_changed),
    **dict.fromkeys(
        get_args(AnyFilingEvent),
        lambda table, house_event: replace(table, filings=filings_after(table.filings, house_event)),
    ),
    ApprovalRequired: lambda table, house_event: replace(table, approval_required=house_event.required),
    de.DeviceAdded: lambda table, house_event: replace(table, devices=(*table.devices, house_event)),
    de.DeviceRevoked: _revoked,
    de.DeviceSaid: _device_said,
    he.LinkLost: lambda table, house_event: replace(table, link_lost=True),
    he.LinkFound: lambda table, house_event: replace(table, link_lost=False),
}
