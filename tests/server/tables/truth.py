"""What truly lay on a table at each version, from its log: every card, and who may know which of them."""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.house.keys import Seal
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.log.sealing import seal_from, unsealed_act
from croupier.house.service.house import House
from croupier.table.evolve import evolve
from croupier.table.procedure.decks import in_round
from croupier.table.values import events as e
from croupier.table.values.state import Round, State

Written = frozenset[str]  # cards, such as "As"


class Known(NamedTuple):
    """The cards of a round by who may know them: everybody, and each player beside that; and all that were dealt."""

    public: Written
    own: dict[str, Written]
    dealt: Written

    def by(self, player: str) -> Written:
        """What a player may know, "" for anybody else."""
        return self.public | self.own.get(player, frozenset())


class Moment(NamedTuple):
    """A table after one record: the round under way and the one that ended last, each with what is known of it."""

    round: Round | None
    known: Known
    last: Round | None
    known_of_last: Known


class Listener:
    """Hears the events of one round, and notes who learns what: nothing here looks at what the table shows."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}
        self._owners: dict[str, str] = {}
        self._public: set[str] = set()

    def hear(self, event: e.Event) -> None:
        """One thing that happened."""
        places = self._places
        if isinstance(event, e.WagerPlaced):
            self._owners[str(event.seat)] = event.player
        elif isinstance(event, e.CardsDealt):
            for place, card in event.places:
                places.setdefault(place, []).append(str(card))
            self._public |= set(places.get("dealer_up", ()))
        elif isinstance(event, e.CardSetAside):
            self._public.add(str(event.card))
        elif isinstance(event, e.CommunityTurned):
            self._public |= set(places["community"][: event.up])
        elif isinstance(event, e.DealerRevealed):
            self._public |= set(places["dealer"])
        elif isinstance(event, e.BonusRevealed):
            self._public |= set(places["bonus_box"])
        elif isinstance(event, e.SeatRevealed):
            self._public |= set(places[str(event.seat)])

    @property
    def known(self) -> Known:
        """Who knows what by now."""
        own: dict[str, set[str]] = {}
        for seat, player in self._owners.items():
            own.setdefault(player, set()).update(self._places.get(seat, ()))
        return Known(
            frozenset(self._public),
            {player: frozenset(cards) for player, cards in own.items()},
            frozenset(card for cards in self._places.values() for card in cards),
        )


KEPT = 500  # records of which a message may still be on its way
NOTHING = Known(frozenset(), {}, frozenset())


class Truth:
    """A table's log as its keeper reads it, sealed cards and all."""

    def __init__(self, house: House, table: str) -> None:
        self.moments: dict[int, Moment] = {}
        self._house = house
        self._table = table
        self._state = State()
        self._listener = Listener()
        self._last: tuple[Round | None, Known] = (None, NOTHING)
        self._upto = 0
        self._seeds: list[str] = []

    def read_on(self) -> None:
        """Reads what was written since, and forgets what was long before."""
        self.moments = {number: kept for number, kept in self.moments.items() if number > self._upto - KEPT}
        for number, events in self._records():
            for event in events:
                self._hear(event)
            round_, known = self._state.round, self._listener.known
            if round_ and not in_round(self._state):
                self._last = round_, known
            self.moments[number] = Moment(round_, known, *self._last)
            self._upto = number

    def _hear(self, event: e.Event) -> None:
        if isinstance(event, e.RoundOpened):
            if self._state.round:
                self._last = self._state.round, self._listener.known
            self._listener = Listener()
        self._state = evolve(self._state, event)  # type: ignore[arg-type]
        self._listener.hear(event)

    def _records(self) -> Iterator[tuple[int, list[e.Event]]]:
        with self._house.database.read() as connection:

            def seal_of(shuffle: int) -> Seal:
                return seal_from(self._house.cache.seed(connection, self._table, shuffle))

            for record in store.records_after(connection, self._table, self._upto):
                acts = [unsealed_act(self._table, act, seal_of) for act in decoded(record.body)]
                yield record.number, [one for act in acts for one in act.events if isinstance(one, e.Event)]

    def seeds(self) -> Written:
        """Every seed that the table was or will be shuffled from, as it would be written."""
        shuffles = self._house.table(self._table).shuffles + 1
        with self._house.database.read() as connection:
            for number in range(len(self._seeds) + 1, shuffles + 1):
                self._seeds.append(self._house.cache.seed(connection, self._table, number).hex())
        return frozenset(self._seeds)
