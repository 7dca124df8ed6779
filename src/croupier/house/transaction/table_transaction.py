"""A transaction's part at one table: acts gather in records to be, money and meters move in the working copy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from croupier.house.ledger.ledger import Posted
from croupier.house.ledger.postings import MOVES_MONEY, Posting
from croupier.house.links.link import METER_EVENTS, Moment
from croupier.house.log import events as he
from croupier.house.log.chain import encoded
from croupier.house.log.house_table import HouseTable, recorded, with_state
from croupier.house.log.sealing import SHOWS_CARDS, sealed, secret_deck
from croupier.house.shuffles.merkle import deck_root
from croupier.house.shuffles.shuffle import order_from, seed_commitment
from croupier.house.transaction.house_transaction import HouseTransaction
from croupier.rulebook.elect import GameRules
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.procedure.decks import in_round
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import SEEN

CLOCK_TOLERANCE_MS = 2000  # processes of one house may differ by so much
ORDER_GIVEN = Refusal("order_given", "The house knows the order of the cards, or nobody does; send none.", "")
NO_COMMAND = ("", b"")
_ENDS_SHUFFLES = frozenset({e.RoundClosed, e.DeckRemoved, e.TableIdled})
# What a kind of event asks of the house beside being kept: most steps of a dealer's ask for nothing.
_MOVES, _SHOWS, _ENDS = 1, 2, 4
_ASKS: Mapping[type, int] = {
    kind: _MOVES * (kind in MOVES_MONEY | METER_EVENTS | he.HOUSE_EVENTS)
    + _SHOWS * (kind in SHOWS_CARDS)
    + _ENDS * (kind in _ENDS_SHUFFLES)
    for kind in get_args(he.LoggedEvent)
}


def round_of(table: HouseTable) -> int:
    """The round that what happens now belongs to: the one under way, else the one to come."""
    state = table.state
    return state.rounds if in_round(state) else state.rounds + 1


class Mark(NamedTuple):
    """Where a transaction stood: the table, how many acts and how many postings there were."""

    table: HouseTable
    acts: int
    posted: int


class TableTransaction:
    """Acts of one table that are not written yet. Every act is checked before it changes anything here."""

    def __init__(
        self, house_transaction: HouseTransaction, table: HouseTable, command_id: str = "", asked: bytes = b""
    ) -> None:
        self.house_transaction = house_transaction
        self.table = table
        self._answers = (command_id, asked)  # the command that the first record answers
        self.first = table.version + 1
        self._before = table.state  # the record under way
        self.acts: list[he.Act] = []
        self._posted: list[Posted] = []  # by these acts
        self.round = round_of(table)
        self.at_ms = max(house_transaction.clock_ms, table.at_ms)  # no record is older than the one before it
        self.seconds = self.at_ms // 1000
        self._rules: GameRules | None = None

    @property
    def rules(self) -> GameRules:
        """The rules that the table is run by now."""
        if self._rules is None or self._rules.digest != self.table.digest:
            self._rules = self.house_transaction.rules(self.table.digest)
        return self._rules

    def table_command(self, command: c.AnyCommand) -> Refusal | None:
        """Carries a command out as the engine decides it; chance, time and meter readings are the house's to give."""
        if command.at != self.seconds:
            command = replace(command, at=self.seconds)
        kind = type(command)
        if kind in _SPECIAL:
            return _SPECIAL[kind](self, command)
        answer = decide(self.rules, self.table.state, command)
        return self.act(command.by, kind.__name__, answer) if isinstance(answer, tuple) else answer

    def _done(
        self,
        command: c.AnyCommand,
        answer: tuple[e.AnyEvent, ...] | Refusal,
        before: Sequence[he.LoggedEvent] = (),
        after: Sequence[he.LoggedEvent] = (),
    ) -> Refusal | None:
        """Adds what the engine decided, with what the house publishes before and after it."""
        if isinstance(answer, Refusal):
            return answer
        events = (*before, *answer, *after) if before or after else answer
        return self.act(command.by, type(command).__name__, events)

    def _open_round(self, command: c.OpenRound) -> Refusal | None:
        """A round opens with what the meters show."""
        table, rules = self.table, self.rules
        state = (
            replace(table.state, meters=self.house_transaction.meters(table.link, rules)) if table.link else table.state
        )
        return self._done(command, decide(rules, state, command))

    def _settle_next(self, command: c.SettleNext) -> Refusal | None:
        """A seat's turn comes: its awards are of what the meters show now, nobody else moving them."""
        table, rules = self.table, self.rules
        state = table.state
        if not table.link or state.round is None or not state.round.gains:
            return self._done(command, decide(rules, state, command))
        moment = Moment(table.table_id, table.version + 1, self.at_ms)
        link = self.house_transaction.link(table.link)
        return self._done(
            command, link.settle(moment, rules, state, lambda read: decide(rules, state, replace(command, meters=read)))
        )

    def _receive(self, command: c.ReceiveDeck) -> Refusal | None:
        if command.order is not None:
            return ORDER_GIVEN
        shuffled = command.pre_shuffled and self.table.card_source != SEEN  # a shoe's cards are sealed by it too
        published = self._committed(command.deck, self.table.shuffles + 1, "") if shuffled else ((), ())
        return self._done(command, decide(self.rules, self.table.state, command), *published)

    def _shuffle(self, command: c.Shuffle) -> Refusal | None:
        """A deck is shuffled, by the house's own generator where it deals by itself."""
        if command.order is not None:
            return ORDER_GIVEN
        if self.table.card_source == SEEN:
            return self._done(command, decide(self.rules, self.table.state, command))
        if self.table.dealer == "virtual":
            return self.shuffle(command)
        published = self._committed(command.deck, self.table.shuffles + 1, "")
        return self._done(command, decide(self.rules, self.table.state, command), *published)

    def shuffle(self, command: c.Shuffle) -> Refusal | None:
        """A deck is shuffled by the house's own generator."""
        command, before, after = self._shuffled(command)
        return self._done(command, decide(self.rules, self.table.state, command), before, after)

    def _shuffled(self, command: c.Shuffle) -> tuple[c.Shuffle, list[he.LoggedEvent], list[he.LoggedEvent]]:
        """The shuffle with its order, and what is published about it."""
        table, shuffle = self.table, self.table.shuffles + 1
        seed = self.house_transaction.seed(table.table_id, shuffle)
        order = order_from(seed, table.offered)
        return replace(command, order=order, count=len(order)), *self._committed(
            command.deck, shuffle, deck_root(seed, order)
        )

    def _committed(self, deck: str, shuffle: int, root: str) -> tuple[list[he.LoggedEvent], list[he.LoggedEvent]]:
        """What is published before and after a shuffle: the last seed of the deck, its commitment, the next seed's."""
        table = self.table
        before: list[he.LoggedEvent] = [
            *([self._opening(old)] if (old := table.shuffle_of(deck)) else ()),
            he.ShuffleCommitted(shuffle=shuffle, deck=deck, root=root, player_seeds=table.offered),
        ]
        return before, [self.next_seed(shuffle + 1)]

    def next_seed(self, shuffle: int) -> he.SeedCommitted:
        """The commitment to a new seed for a shuffle to come."""
        seed = self.house_transaction.new_seed(self.table.table_id, shuffle)
        return he.SeedCommitted(shuffle=shuffle, commitment=seed_commitment(seed))

    def _opening(self, shuffle: int) -> he.ShuffleOpened:
        return he.ShuffleOpened(shuffle=shuffle, seed=self.house_transaction.seed(self.table.table_id, shuffle).hex())

    def _opened(self, events: Iterable[he.LoggedEvent]) -> list[he.LoggedEvent]:
        """The seeds that are public now: of the round that ended, of decks that left, of cards spread on the table."""
        found: list[he.LoggedEvent] = []
        round_ = self.table.state.round
        for event in events:
            if isinstance(event, e.RoundClosed) and round_:
                found += [self._opening(shuffle) for deck, shuffle in self.table.shuffled if deck == round_.deck]
            elif isinstance(event, e.DeckRemoved):
                found += [self._opening(shuffle) for deck, shuffle in self.table.shuffled if deck == event.deck]
            elif isinstance(event, e.TableIdled):
                found += [self._opening(shuffle) for _, shuffle in self.table.shuffled]
        return list(dict.fromkeys(found))

    def open_all(self) -> list[he.LoggedEvent]:
        """Every seed that is not public yet, for a table that closes."""
        return [self._opening(shuffle) for _, shuffle in self.table.shuffled]

    def act(self, by: str, name: str, events: Sequence[he.LoggedEvent], also: Sequence[Posting] = ()) -> Refusal | None:
        """Adds an act if its money is there; its secrets are sealed as they are written down."""
        if self.acts and self.round != round_of(self.table):
            self.end_record()
        before, asks = self.table, 0
        if not self.acts and before.at_ms - self.house_transaction.clock_ms > CLOCK_TOLERANCE_MS:
            events = (he.ClockStepped(behind_ms=before.at_ms - self.house_transaction.clock_ms), *events)
        for event in events:
            asks |= _ASKS[type(event)]
        if asks & _ENDS and (opened := self._opened(events)):
            events, asks = (*events, *opened), asks | _MOVES
        if also or asks & _MOVES:
            moved = self.house_transaction.move(before, events, self.at_ms, also)
            if isinstance(moved, Refusal):
                return moved
            events, table, posted = moved
            self._posted += [(self.house_transaction.ledger.turn, posting) for posting in posted]
        else:
            table = with_state(before, replay(events, before.state))  # type: ignore[arg-type]
        if asks & _SHOWS:
            events = self._sealed(before, table, events)
        self.acts.append(he.Act(by, name, tuple(events)))
        self.table = table
        return None

    def mark(self) -> Mark:
        """Where the transaction stands, to come back to."""
        return Mark(self.table, len(self.acts), len(self._posted))

    def undo(self, mark: Mark) -> None:
        """Takes back the acts since then, which neither ended a record nor moved a meter."""
        assert self.table.version == mark.table.version, "records stay"
        self.house_transaction.ledger.undo(posting for _, posting in self._posted[mark.posted :])
        self.table = mark.table
        del self.acts[mark.acts :], self._posted[mark.posted :]

    def _sealed(self, before: HouseTable, after: HouseTable, events: Sequence[he.LoggedEvent]) -> list[he.LoggedEvent]:
        """The events with those sealed that show cards not public yet."""
        table_id, round_ = after.table_id, after.state.round
        shuffles = dict((*before.shuffled, *after.shuffled))
        stored = []
        for event in events:
            if type(event) in SHOWS_CARDS and (shuffle := shuffles.get(secret_deck(event, round_))):
                event = sealed(table_id, event, shuffle, self.house_transaction.seal(table_id, shuffle))
            stored.append(event)
        return stored

    def answers_nothing(self) -> None:
        """The command was refused: what is written down is what the house noted meanwhile."""
        assert self.table.version < self.first, "a command that made a record was carried out"
        self._answers = NO_COMMAND

    def end_record(self) -> None:
        """Closes the record under way, so that what follows belongs to another."""
        if self.acts:
            body = encoded(self.acts, *self._answers)
            table = self.house_transaction.write(self.table, self.round, self.at_ms, body, self._posted)
            self.table = recorded(table, self._before, table.version, self.acts)
            self.acts, self._posted, self._answers = [], [], NO_COMMAND
        self._before = self.table.state
        self.round = round_of(self.table)


_SPECIAL: Mapping[type, Callable[[TableTransaction, Any], Refusal | None]] = {
    c.OpenRound: TableTransaction._open_round,
    c.SettleNext: TableTransaction._settle_next,
    c.ReceiveDeck: TableTransaction._receive,
    c.Shuffle: TableTransaction._shuffle,
}
