"""The shuffles of one table's log checked: seeds against commitments, orders against roots, cards against orders."""

from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, closing
from typing import Any

from sqlalchemy import Connection, select

from croupier.cards import Card
from croupier.house.audit.report import Fault, Tally
from croupier.house.database import schema as s
from croupier.house.keys import Keys, Seal
from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.log.sealing import seal_from
from croupier.house.shuffles.merkle import deck_root
from croupier.house.shuffles.shuffle import order_from, seed_commitment
from croupier.house.transaction.table_cache import seed_purpose
from croupier.rulebook.errors import BadInput
from croupier.table.values import events as e
from croupier.table.values.state import State

CHUNK = 2000
Cards = tuple[Card, ...]


class ShuffleAudit:
    """One table's shuffles, as its events tell of them one by one. A seed may be learnt before it is told of."""

    def __init__(
        self, connection: Connection, streams: ExitStack, table_id: str, keys: Keys | None, tally: Tally
    ) -> None:
        self.seeds: dict[int, bytes] = {}  # not yet told of
        self._table_id = table_id
        self._connection = connection
        self._keys = keys
        self._tally = tally
        self._commitments: dict[int, str] = {}
        self._orders: dict[int, Cards] = {}
        self._committed = 0
        self._kept = streams.enter_context(closing(self._kept_seeds()))

    def learn(self, number: int, opened: he.ShuffleOpened) -> None:
        """Takes in a seed that a record further on opens."""
        try:
            seed = bytes.fromhex(opened.seed)
            seed_commitment(seed)
        except ValueError:
            raise Fault(number, f"Record {number} opens shuffle {opened.shuffle} with what is not a seed.") from None
        self.seeds[opened.shuffle] = seed

    def learn_from_keys(self, shuffle: int) -> bool:
        """Takes in a seed that no record opens yet, if the keys are there."""
        if self._keys is None:
            return False
        c = s.seeds.c
        query = select(c.sealed).where(c.table_id == self._table_id, c.shuffle == shuffle)
        kept = self._connection.execute(query).scalar()
        try:
            self.seeds[shuffle] = self._keys.sealing.open(kept or b"", seed_purpose(self._table_id, shuffle))
        except BadInput:
            return False
        return True

    def seal(self, shuffle: int) -> Seal:
        """The seal of a shuffle whose seed was learnt."""
        return seal_from(self.seeds[shuffle])

    def check(self, number: int, table: HouseTable, state: State, event: he.LoggedEvent) -> None:
        """Looks at an event of record `number` that is one to be `LOOKED_AT`; table and game stand as before it."""
        _LOOKS[type(event)](self, number, table, state, event)

    def closed(self, number: int, table: HouseTable, deck: str) -> None:
        """A round is over: its deck has nothing left to hide."""
        if shuffle := table.shuffle_of(deck):
            raise Fault(number, f"Record {number} ends a round and does not open its shuffle {shuffle}.")

    def end(self, number: int) -> None:
        """The log is over: no seed is kept of a shuffle that it does not know."""
        if kept := next(self._kept, None):
            raise Fault(number, f"A seed is kept of shuffle {kept[0]}, to which no record is committed.")

    def _kept_seeds(self) -> Generator[tuple[int, bytes]]:
        c = s.seeds.c
        query = select(c.shuffle, c.sealed).where(c.table_id == self._table_id).order_by(c.shuffle)
        with self._connection.execute(query.execution_options(yield_per=CHUNK)) as rows:
            yield from map(tuple, rows)

    def _seed_committed(self, number: int, table: HouseTable, state: State, event: he.SeedCommitted) -> None:
        self._committed += 1
        if event.shuffle != self._committed:
            raise Fault(number, f"Record {number} commits to seed {event.shuffle} where {self._committed} is due.")
        shuffle, sealed = next(self._kept, (0, b""))
        if shuffle != event.shuffle:
            raise Fault(number, f"Record {number} commits to seed {event.shuffle}, which is not kept.")
        self._commitments[shuffle] = event.commitment
        if self._keys is None:
            return
        try:
            seed = self._keys.sealing.open(sealed, seed_purpose(self._table_id, shuffle))
        except BadInput:
            raise Fault(number, f"Seed {shuffle}, to which record {number} commits, does not open.") from None
        if seed_commitment(seed) != event.commitment:
            raise Fault(number, f"Seed {shuffle} is not the one to which record {number} commits.")

    def _shuffled(self, number: int, table: HouseTable, state: State, event: he.ShuffleCommitted) -> None:
        shuffle = event.shuffle
        self._tally.shuffles += 1
        if shuffle != table.shuffles + 1 or shuffle not in self._commitments:
            raise Fault(number, f"Record {number} makes shuffle {shuffle}, which is not the next.")
        if event.player_seeds != table.offered:
            raise Fault(number, f"Shuffle {shuffle} in record {number} has other players' seeds than were offered.")
        seed = self.seeds.get(shuffle)
        if not event.root or seed is None:
            return
        order = order_from(seed, event.player_seeds)
        if deck_root(seed, order) != event.root:
            raise Fault(number, f"The root of shuffle {shuffle} in record {number} is not its cards'.")
        self._orders[shuffle] = order

    def _deck_shuffled(self, number: int, table: HouseTable, state: State, event: e.DeckShuffled) -> None:
        shuffle = table.shuffle_of(event.deck)
        if event.order != self._orders.get(shuffle):
            raise Fault(number, f"The cards in record {number} lie otherwise than shuffle {shuffle} put them.")

    def _cut(self, number: int, table: HouseTable, state: State, event: e.DeckCut) -> None:
        deck, depth = state.deck(event.deck), event.depth
        order = deck.order if deck else None
        if event.order != (order[depth:] + order[:depth] if order else None):
            raise Fault(number, f"The cut in record {number} puts other cards on top than were there.")

    def _dealt(self, number: int, table: HouseTable, state: State, event: e.CardsDealt) -> None:
        self._drawn(number, state, tuple([card for _, card in event.places]))

    def _set_aside(self, number: int, table: HouseTable, state: State, event: e.CardSetAside) -> None:
        self._drawn(number, state, (event.card,))

    def _drawn(self, number: int, state: State, cards: Cards) -> None:
        round_ = state.round
        deck = state.deck(round_.deck) if round_ else None
        if round_ and deck and deck.order and deck.order[round_.drawn : round_.drawn + len(cards)] != cards:
            raise Fault(number, f"Record {number} deals other cards than lay on top of deck {deck.deck}.")

    def _opened(self, number: int, table: HouseTable, state: State, event: he.ShuffleOpened) -> None:
        commitment = self._commitments.pop(event.shuffle, None)
        self._orders.pop(event.shuffle, None)
        seed = self.seeds.pop(event.shuffle, None)
        if commitment is None or seed is None or event.shuffle > table.shuffles:
            raise Fault(number, f"Record {number} opens shuffle {event.shuffle}, which is not one to be opened.")
        if seed.hex() != event.seed or seed_commitment(seed) != commitment:
            raise Fault(number, f"The seed of shuffle {event.shuffle} in record {number} is not the one committed to.")


_LOOKS: Mapping[type, Callable[[ShuffleAudit, int, HouseTable, State, Any], None]] = {
    he.SeedCommitted: ShuffleAudit._seed_committed,
    he.ShuffleCommitted: ShuffleAudit._shuffled,
    he.ShuffleOpened: ShuffleAudit._opened,
    e.DeckShuffled: ShuffleAudit._deck_shuffled,
    e.DeckCut: ShuffleAudit._cut,
    e.CardsDealt: ShuffleAudit._dealt,
    e.CardSetAside: ShuffleAudit._set_aside,
}
LOOKED_AT = frozenset(_LOOKS)
