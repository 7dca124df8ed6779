"""A table as the house keeps it: the engine's state, and what surrounds it. Only events change it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import events as he
from croupier.table.evolve import evolve
from croupier.table.procedure.decks import in_round
from croupier.table.values import events as e
from croupier.table.values.box import Box
from croupier.table.values.state import CardSource, Round, State


class HouseTable(Struct, frozen=True, gc=False):
    """A table: how it is run, how far its log goes, and where the game stands.

    `shuffled` names the decks whose shuffle is not opened yet; `commitment` is the hash of the next shuffle's seed.
    `last` is the round that ended last; `ready` are the seats that have wagered enough in the one under way, and
    `extended` its waits that were given more time. `answered_for` are the answers that were given for silent players in
    that round and in the last.
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
            table = with_house_event(table, event)
    return with_state(table, state)


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
    if table.ready:
        table = replace(table, ready=_still_ready(table, state))
    if in_round(state):
        return replace(table, state=state)
    if table.next_digest:
        title = table.next_title or table.title
        table = replace(table, digest=table.next_digest, title=title, next_digest="", next_title="")
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
    )


def _shuffled(table: HouseTable, event: he.ShuffleCommitted) -> HouseTable:
    kept = tuple(entry for entry in table.shuffled if entry[0] != event.deck)
    return replace(table, shuffles=event.shuffle, shuffled=(*kept, (event.deck, event.shuffle)), offered=())


def _offered(table: HouseTable, event: he.SeedOffered) -> HouseTable:
    kept = tuple(entry for entry in table.offered if entry[0] != event.player)
    return replace(table, offered=(*kept, (event.player, event.seed)))


def _extended(table: HouseTable, event: he.TimeExtended) -> HouseTable:
    return replace(table, extended=(*[one for one in table.extended if one.round == event.round], event))


def _answered_for(table: HouseTable, event: he.SystemDecided) -> HouseTable:
    kept = [one for one in table.answered_for if one.round >= event.round - 1]
    return replace(table, answered_for=(*kept, event))


_CHANGES: Mapping[type, Callable[[HouseTable, Any], HouseTable]] = {
    he.TableOpened: _opened,
    he.RulesChanged: lambda table, house_event: replace(
        table, next_digest=house_event.digest, next_title=house_event.title
    ),
    he.TableClosed: lambda table, house_event: replace(table, closed=True),
    he.SeedCommitted: lambda table, house_event: replace(table, commitment=house_event.commitment),
    he.SeedOffered: _offered,
    he.ShuffleCommitted: _shuffled,
    he.ShuffleOpened: lambda table, house_event: replace(
        table, shuffled=tuple(entry for entry in table.shuffled if entry[1] != house_event.shuffle)
    ),
    he.PlayerReady: lambda table, house_event: replace(table, ready=tuple(sorted({*table.ready, house_event.seat}))),
    he.TimeExtended: _extended,
    he.SystemDecided: _answered_for,
    he.LinkLost: lambda table, house_event: replace(table, link_lost=True),
    he.LinkFound: lambda table, house_event: replace(table, link_lost=False),
}
