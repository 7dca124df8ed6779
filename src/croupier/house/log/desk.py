"""A table as the house keeps it: the engine's state, and what surrounds it. Only happenings change it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log import facts as f
from croupier.table.evolve import evolve
from croupier.table.procedure.opening import in_round
from croupier.table.values import events as e
from croupier.table.values.state import Box, Round, State


class Desk(Struct, frozen=True, gc=False):
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
    extended: tuple[f.TimeExtended, ...] = ()
    title: str = ""
    next_title: str = ""
    answered_for: tuple[f.SystemDecided, ...] = ()

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


def evolved(desk: Desk, happenings: Iterable[f.Happening]) -> Desk:
    """The desk after what happened."""
    state = desk.state
    for happening in happenings:
        if isinstance(happening, e.Event):
            state = evolve(state, happening)
        else:
            desk = with_fact(desk, happening)
    return with_state(desk, state)


def of_dealer(desk: Desk) -> Desk:
    """A desk that was kept before its game's state knew who deals, its state knowing."""
    return desk if desk.state.dealer == desk.dealer else replace(desk, state=replace(desk.state, dealer=desk.dealer))


def with_fact(desk: Desk, fact: f.AnyFact) -> Desk:
    """The desk after a fact of the house's own."""
    change = _CHANGES.get(type(fact))
    return change(desk, fact) if change else desk


def with_state(desk: Desk, state: State) -> Desk:
    """The desk with the game at this state; rules that were waiting for a round to end are in force then."""
    if state.dealer != desk.dealer:
        state = replace(state, dealer=desk.dealer)
    if desk.ready:
        desk = replace(desk, ready=_still_ready(desk, state))
    if in_round(state):
        return replace(desk, state=state)
    if desk.next_digest:
        title = desk.next_title or desk.title
        desk = replace(desk, digest=desk.next_digest, title=title, next_digest="", next_title="")
    return replace(desk, state=state, last=state.round or desk.last)


def _still_ready(desk: Desk, state: State) -> tuple[int, ...]:
    """The seats that nothing has changed for since they were ready: who wagers otherwise says so again."""
    before, now = desk.state.round, state.round
    if now is None or before is None or now.number != before.number or now.phase != "wagering":
        return ()
    seated = dict(state.players)
    return tuple([seat for seat in desk.ready if seat in seated and before.box(seat) == now.box(seat)])


def _opened(desk: Desk, fact: f.TableOpened) -> Desk:
    return replace(
        desk,
        digest=fact.digest,
        link=fact.link,
        mode=fact.mode,
        dealer=fact.dealer,
        inventory_cents=fact.inventory_cents,
        decision_seconds=fact.decision_seconds,
        betting_seconds=fact.betting_seconds,
        practice=fact.practice,
        title=fact.title,
    )


def _shuffled(desk: Desk, fact: f.ShuffleCommitted) -> Desk:
    kept = tuple(entry for entry in desk.shuffled if entry[0] != fact.deck)
    return replace(desk, shuffles=fact.shuffle, shuffled=(*kept, (fact.deck, fact.shuffle)), offered=())


def _offered(desk: Desk, fact: f.SeedOffered) -> Desk:
    kept = tuple(entry for entry in desk.offered if entry[0] != fact.player)
    return replace(desk, offered=(*kept, (fact.player, fact.seed)))


def _extended(desk: Desk, fact: f.TimeExtended) -> Desk:
    return replace(desk, extended=(*[one for one in desk.extended if one.round == fact.round], fact))


def _answered_for(desk: Desk, fact: f.SystemDecided) -> Desk:
    kept = [one for one in desk.answered_for if one.round >= fact.round - 1]
    return replace(desk, answered_for=(*kept, fact))


_CHANGES: Mapping[type, Callable[[Desk, Any], Desk]] = {
    f.TableOpened: _opened,
    f.RulesChanged: lambda desk, fact: replace(desk, next_digest=fact.digest, next_title=fact.title),
    f.TableClosed: lambda desk, fact: replace(desk, closed=True),
    f.SeedCommitted: lambda desk, fact: replace(desk, commitment=fact.commitment),
    f.SeedOffered: _offered,
    f.ShuffleCommitted: _shuffled,
    f.ShuffleOpened: lambda desk, fact: replace(
        desk, shuffled=tuple(entry for entry in desk.shuffled if entry[1] != fact.shuffle)
    ),
    f.PlayerReady: lambda desk, fact: replace(desk, ready=tuple(sorted({*desk.ready, fact.seat}))),
    f.TimeExtended: _extended,
    f.SystemDecided: _answered_for,
    f.LinkLost: lambda desk, fact: replace(desk, link_lost=True),
    f.LinkFound: lambda desk, fact: replace(desk, link_lost=False),
}
