"""One request being carried out: acts gather in records to be, money and meters move in the working copy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec.structs import replace

from croupier.house.ledger.ledger import Posted
from croupier.house.ledger.postings import MOVES_MONEY, Posting
from croupier.house.links.link import METER_EVENTS, Moment
from croupier.house.log import facts as f
from croupier.house.log.chain import encoded
from croupier.house.log.desk import Desk, with_state
from croupier.house.log.sealing import SHOWS_CARDS, sealed, secret_deck
from croupier.house.shuffles.merkle import deck_root
from croupier.house.shuffles.shuffle import order_from, seed_commitment
from croupier.rulebook.elect import GameRules
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.procedure.opening import in_round
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal

if TYPE_CHECKING:
    from croupier.house.transaction.work import Work

CLOCK_TOLERANCE_MS = 2000  # processes of one house may differ by so much
ORDER_GIVEN = Refusal("order_given", "The house knows the order of the cards, or nobody does; send none.", "")
NO_COMMAND = ("", b"")
_ENDS_SHUFFLES = frozenset({e.RoundClosed, e.DeckRemoved, e.TableIdled})
# What a kind of happening asks of the house beside being kept: most steps of a dealer's ask for nothing.
_MOVES, _SHOWS, _ENDS = 1, 2, 4
_ASKS: Mapping[type, int] = {
    kind: _MOVES * (kind in MOVES_MONEY | METER_EVENTS | f.FACTS)
    + _SHOWS * (kind in SHOWS_CARDS)
    + _ENDS * (kind in _ENDS_SHUFFLES)
    for kind in get_args(f.Happening)
}


def round_of(desk: Desk) -> int:
    """The round that what happens now belongs to: the one under way, else the one to come."""
    state = desk.state
    return state.rounds if in_round(state) else state.rounds + 1


class Mark(NamedTuple):
    """Where a draft stood: the desk, how many acts and how many postings there were."""

    desk: Desk
    acts: int
    posted: int


class Draft:
    """Acts of one table that are not written yet. Every act is checked before it changes anything here."""

    def __init__(self, work: "Work", desk: Desk, command_id: str = "", asked: bytes = b"") -> None:
        self.work = work
        self.desk = desk
        self._answers = (command_id, asked)  # the command that the first record answers
        self.first = desk.version + 1
        self.acts: list[f.Act] = []
        self._posted: list[Posted] = []  # by these acts
        self.round = round_of(desk)
        self.at_ms = max(work.clock_ms, desk.at_ms)  # no record is older than the one before it
        self.seconds = self.at_ms // 1000
        self._rules: GameRules | None = None

    @property
    def rules(self) -> GameRules:
        """The rules that the table is run by now."""
        if self._rules is None or self._rules.digest != self.desk.digest:
            self._rules = self.work.rules(self.desk.digest)
        return self._rules

    def table_command(self, command: c.AnyCommand) -> Refusal | None:
        """Carries a command out as the engine decides it; chance, time and meter readings are the house's to give."""
        if command.at != self.seconds:
            command = replace(command, at=self.seconds)
        kind = type(command)
        if kind in _SPECIAL:
            return _SPECIAL[kind](self, command)
        answer = decide(self.rules, self.desk.state, command)
        return self.act(command.by, kind.__name__, answer) if isinstance(answer, tuple) else answer

    def _done(
        self,
        command: c.AnyCommand,
        answer: tuple[e.AnyEvent, ...] | Refusal,
        before: Sequence[f.Happening] = (),
        after: Sequence[f.Happening] = (),
    ) -> Refusal | None:
        """Adds what the engine decided, with what the house publishes before and after it."""
        if isinstance(answer, Refusal):
            return answer
        happenings = (*before, *answer, *after) if before or after else answer
        return self.act(command.by, type(command).__name__, happenings)

    def _open_round(self, command: c.OpenRound) -> Refusal | None:
        """A round opens with what the meters show."""
        desk, rules = self.desk, self.rules
        state = replace(desk.state, meters=self.work.meters(desk.link, rules)) if desk.link else desk.state
        return self._done(command, decide(rules, state, command))

    def _settle_next(self, command: c.SettleNext) -> Refusal | None:
        """A seat's turn comes: its awards are of what the meters show now, nobody else moving them."""
        desk, rules = self.desk, self.rules
        state = desk.state
        if not desk.link or state.round is None or not state.round.gains:
            return self._done(command, decide(rules, state, command))
        moment = Moment(desk.table_id, desk.version + 1, self.at_ms)
        link = self.work.link(desk.link)
        return self._done(
            command, link.settle(moment, rules, state, lambda read: decide(rules, state, replace(command, meters=read)))
        )

    def _receive(self, command: c.ReceiveDeck) -> Refusal | None:
        if command.order is not None:
            return ORDER_GIVEN
        published = self._committed(command.deck, self.desk.shuffles + 1, "") if command.pre_shuffled else ((), ())
        return self._done(command, decide(self.rules, self.desk.state, command), *published)

    def _shuffle(self, command: c.Shuffle) -> Refusal | None:
        """A deck is shuffled, by the house's own generator where it deals by itself."""
        if command.order is not None:
            return ORDER_GIVEN
        if self.desk.dealer == "virtual":
            return self.shuffle(command)
        published = self._committed(command.deck, self.desk.shuffles + 1, "")
        return self._done(command, decide(self.rules, self.desk.state, command), *published)

    def shuffle(self, command: c.Shuffle) -> Refusal | None:
        """A deck is shuffled by the house's own generator."""
        command, before, after = self._shuffled(command)
        return self._done(command, decide(self.rules, self.desk.state, command), before, after)

    def _shuffled(self, command: c.Shuffle) -> tuple[c.Shuffle, list[f.Happening], list[f.Happening]]:
        """The shuffle with its order, and what is published about it."""
        desk, shuffle = self.desk, self.desk.shuffles + 1
        seed = self.work.seed(desk.table_id, shuffle)
        order = order_from(seed, desk.offered)
        return replace(command, order=order, count=len(order)), *self._committed(
            command.deck, shuffle, deck_root(seed, order)
        )

    def _committed(self, deck: str, shuffle: int, root: str) -> tuple[list[f.Happening], list[f.Happening]]:
        """What is published before and after a shuffle: the last seed of the deck, its commitment, the next seed's."""
        desk = self.desk
        before: list[f.Happening] = [
            *([self._opening(old)] if (old := desk.shuffle_of(deck)) else ()),
            f.ShuffleCommitted(shuffle=shuffle, deck=deck, root=root, player_seeds=desk.offered),
        ]
        return before, [self.next_seed(shuffle + 1)]

    def next_seed(self, shuffle: int) -> f.SeedCommitted:
        """The commitment to a new seed for a shuffle to come."""
        seed = self.work.new_seed(self.desk.table_id, shuffle)
        return f.SeedCommitted(shuffle=shuffle, commitment=seed_commitment(seed))

    def _opening(self, shuffle: int) -> f.ShuffleOpened:
        return f.ShuffleOpened(shuffle=shuffle, seed=self.work.seed(self.desk.table_id, shuffle).hex())

    def _opened(self, events: Iterable[f.Happening]) -> list[f.Happening]:
        """The seeds that are public now: of the round that ended, of decks that left, of cards spread on the table."""
        found: list[f.Happening] = []
        round_ = self.desk.state.round
        for event in events:
            if isinstance(event, e.RoundClosed) and round_:
                found += [self._opening(shuffle) for deck, shuffle in self.desk.shuffled if deck == round_.deck]
            elif isinstance(event, e.DeckRemoved):
                found += [self._opening(shuffle) for deck, shuffle in self.desk.shuffled if deck == event.deck]
            elif isinstance(event, e.TableIdled):
                found += [self._opening(shuffle) for _, shuffle in self.desk.shuffled]
        return list(dict.fromkeys(found))

    def open_all(self) -> list[f.Happening]:
        """Every seed that is not public yet, for a table that closes."""
        return [self._opening(shuffle) for _, shuffle in self.desk.shuffled]

    def act(
        self, by: str, name: str, happenings: Sequence[f.Happening], also: Sequence[Posting] = ()
    ) -> Refusal | None:
        """Adds an act if its money is there; its secrets are sealed as they are written down."""
        if self.acts and self.round != round_of(self.desk):
            self.end_record()
        before, asks = self.desk, 0
        if not self.acts and before.at_ms - self.work.clock_ms > CLOCK_TOLERANCE_MS:
            happenings = (f.ClockStepped(behind_ms=before.at_ms - self.work.clock_ms), *happenings)
        for happening in happenings:
            asks |= _ASKS[type(happening)]
        if asks & _ENDS and (opened := self._opened(happenings)):
            happenings, asks = (*happenings, *opened), asks | _MOVES
        if also or asks & _MOVES:
            moved = self.work.move(before, happenings, self.at_ms, also)
            if isinstance(moved, Refusal):
                return moved
            happenings, desk, posted = moved
            self._posted += [(self.work.ledger.turn, posting) for posting in posted]
        else:
            desk = with_state(before, replay(happenings, before.state))  # type: ignore[arg-type]
        if asks & _SHOWS:
            happenings = self._sealed(before, desk, happenings)
        self.acts.append(f.Act(by, name, tuple(happenings)))
        self.desk = desk
        return None

    def mark(self) -> Mark:
        """Where the draft stands, to come back to."""
        return Mark(self.desk, len(self.acts), len(self._posted))

    def undo(self, mark: Mark) -> None:
        """Takes back the acts since then, which neither ended a record nor moved a meter."""
        assert self.desk.version == mark.desk.version, "records stay"
        self.work.ledger.undo(posting for _, posting in self._posted[mark.posted :])
        self.desk = mark.desk
        del self.acts[mark.acts :], self._posted[mark.posted :]

    def _sealed(self, before: Desk, after: Desk, happenings: Sequence[f.Happening]) -> list[f.Happening]:
        """The happenings with those sealed that show cards not public yet."""
        table_id, round_ = after.table_id, after.state.round
        shuffles = dict((*before.shuffled, *after.shuffled))
        stored = []
        for happening in happenings:
            if type(happening) in SHOWS_CARDS and (shuffle := shuffles.get(secret_deck(happening, round_))):
                happening = sealed(table_id, happening, shuffle, self.work.seal(table_id, shuffle))
            stored.append(happening)
        return stored

    def answers_nothing(self) -> None:
        """The command was refused: what is written down is what the house noted meanwhile."""
        assert self.desk.version < self.first, "a command that made a record was carried out"
        self._answers = NO_COMMAND

    def end_record(self) -> None:
        """Closes the record under way, so that what follows belongs to another."""
        if self.acts:
            body = encoded(self.acts, *self._answers)
            self.desk = self.work.write(self.desk, self.round, self.at_ms, body, self._posted)
            self.acts, self._posted, self._answers = [], [], NO_COMMAND
        self.round = round_of(self.desk)


_SPECIAL: Mapping[type, Callable[[Draft, Any], Refusal | None]] = {
    c.OpenRound: Draft._open_round,
    c.SettleNext: Draft._settle_next,
    c.ReceiveDeck: Draft._receive,
    c.Shuffle: Draft._shuffle,
}
