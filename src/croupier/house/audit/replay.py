"""What happened at one table, again: cards, money and meters derived from the events of its records."""

from collections.abc import Sequence
from contextlib import ExitStack

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from croupier.house.audit.ledger import LedgerAudit, staked
from croupier.house.audit.links import FarAudit, NearAudit, ServedAudit
from croupier.house.audit.report import Fault, Tally
from croupier.house.audit.shuffles import LOOKED_AT, ShuffleAudit
from croupier.house.database import schema as s
from croupier.house.handlers.corrections import as_asked, correction, may_bear
from croupier.house.keys import Keys
from croupier.house.ledger.accounts import HOUSE_WIN
from croupier.house.ledger.postings import MOVES_MONEY, Posting, Postings, postings, taken_back
from croupier.house.links.link import METER_EVENTS, moves_meters
from croupier.house.links.local import Cause, meters_of
from croupier.house.log import correction_events as ce
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.buy_ins import BuyIn
from croupier.house.log.chain import Record, genesis
from croupier.house.log.house_table import HouseTable, of_dealer, recorded, state_after, with_house_event, with_state
from croupier.house.log.sealing import unsealed
from croupier.rulebook.elect import GameRules, filed_as
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import parse_submission
from croupier.table.evolve import evolve
from croupier.table.values import events as e
from croupier.table.values.state import State

# Events that do more than lead from one state of the game to the next.
NOTABLE = LOOKED_AT | MOVES_MONEY | METER_EVENTS | {e.RoundOpened, e.RoundClosed}


class ReplayAudit:
    """A table led from record to record by what happened alone."""

    def __init__(
        self,
        connection: Connection,
        streams: ExitStack,
        row: store.TableRow,
        keys: Keys | None,
        tally: Tally,
        owed: dict[str, int],
    ) -> None:
        table_id, link = row.table_id, row.link_id if row.table_id == s.CAGE else row.link_id or ""
        self._connection = connection
        self.shuffles = ShuffleAudit(connection, streams, table_id, keys, tally)
        self._ledger = LedgerAudit(connection, streams, table_id, tally)
        self._near = NearAudit(connection, streams, table_id, link, tally)
        self._far = FarAudit(connection, table_id, link, owed) if link and _is_far(connection, link) else None
        self._served = ServedAudit(connection, streams, tally)
        self._tally = tally
        self._table = HouseTable(table_id, 0, genesis(table_id))
        self._state = State()
        self._round = 1  # what happens now belongs to it

    @property
    def table(self) -> HouseTable:
        """The table as it stands."""
        return of_dealer(replace(self._table, state=self._state))

    def replay(self, record: Record, acts: Sequence[he.Act]) -> None:
        """Goes on by a record; raises a fault where it cannot be what the house wrote."""
        number, posted, before = record.number, list[Posting](), self._table.state
        self._ledger.begin(number)
        self._near.movements.number = number
        try:
            for act in acts:
                if record.round != self._round:
                    raise Fault(number, f"Record {number} is kept under round {record.round}, not {self._round}.")
                self._act(record, act.events, posted)
            self._table = recorded(self._table, before, number, acts)
        except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            # The house writes only what its own engine made of the state before.
            raise Fault(number, f"Record {number} cannot follow what is before it ({error!r}).") from None
        self._near.movements.over()
        self._ledger.compare(record, posted)

    def _act(self, record: Record, events: Sequence[he.LoggedEvent], posted: list[Posting]) -> None:
        """Goes on by an act; adds the money that it moves to `posted`."""
        state, seeds, ended = self._state, self.shuffles.seeds, ""
        for place, event in enumerate(events):
            if type(event) is he.Sealed:
                if event.shuffle not in seeds:
                    continue  # nobody has its key; cards move no money
                event = self._unsealed(record.number, event)
            if isinstance(event, e.Event):
                if type(event) in NOTABLE:
                    following = events[place + 1] if place + 1 < len(events) else None
                    ended = self._event(record, state, event, following, posted) or ended
                state = evolve(state, event)
            else:
                if type(event) is he.EntryTakenBack:
                    self._entry_taken_back(record.number, event)
                self._house_event(record, state, event, posted)
                state = state_after(self._table, state, event)
        self._state = state
        if ended:
            self.shuffles.closed(record.number, self._table, ended)
        self._table = with_state(self._table, state)

    def _unsealed(self, number: int, event: he.Sealed) -> he.LoggedEvent:
        try:
            return unsealed(self._table.table_id, event, self.shuffles.seal)
        except (BadInput, msgspec.MsgspecError):
            sentence = f"What record {number} seals does not open with the seed of shuffle {event.shuffle}."
            raise Fault(number, sentence) from None

    def _house_event(self, record: Record, state: State, event: he.AnyHouseEvent, posted: list[Posting]) -> None:
        table, kind = self._table, type(event)
        if kind in LOOKED_AT:
            self.shuffles.check(record.number, table, state, event)
        if kind in MOVES_MONEY:
            self._post(postings(table.table_id, state, event, self._ledger.balance_of), posted)
        if isinstance(event, he.LinkOpened):
            self._post(self._link_opened(record, event), posted)
        elif isinstance(event, he.LinkServed):
            self._served.served(record, event)
        if isinstance(event, he.TableOpened | he.RulesChanged):
            self._filed(record.number, event)
        elif isinstance(event, he.SettlementCorrected):
            self._put_right(record.number, event)
        elif isinstance(event, ce.BuyInCorrected):
            self._bought_otherwise(record.number, event)
        self._table = with_house_event(table, event)

    def _put_right(self, number: int, event: he.SettlementCorrected) -> None:
        """A correction is what its cards or its ruling come to under the rules that the round was played by."""
        last = self._table.last
        rules = self._rules(last.digest) if last else None
        right = correction(rules, self._table, as_asked(event)) if rules else None
        if right != replace(event, borne=()) or not may_bear(self._table, event):
            raise Fault(number, f"Record {number} does not put right what was wrong, or not as the rules say.")

    def _bought_otherwise(self, number: int, event: ce.BuyInCorrected) -> None:
        """A buy-in that is put right was entered as it says, and its cash is in the box."""
        if BuyIn(event.record, event.player, event.was_cents) not in self._table.buy_ins or event.cents < 0:
            raise Fault(number, f"Record {number} puts a buy-in right that was not entered so.")

    def _entry_taken_back(self, number: int, event: he.EntryTakenBack) -> None:
        """What is taken back must be the last entry, told and undone as it was."""
        entries = self._table.entries
        if not entries or taken_back(self._table.table_id, entries[-1], event.by) != event:
            raise Fault(number, f"Record {number} takes back what is not the last entry, or more or less than that.")

    def _event(
        self, record: Record, state: State, event: e.AnyEvent, following: he.LoggedEvent | None, posted: list[Posting]
    ) -> str:
        """Looks at an event; the deck of a round that ends with it."""
        table, kind, ended = self._table, type(event), ""
        if kind in LOOKED_AT:
            self.shuffles.check(record.number, table, state, event)
        if kind in MOVES_MONEY:
            self._post(postings(table.table_id, state, event, self._ledger.balance_of), posted)
        if table.link and kind in METER_EVENTS and moves_meters(state, event):
            self._post(self._metered(record, state, event, following, len(posted)), posted)
        if isinstance(event, e.RoundOpened):
            self._opened(record.number, state, event)
        elif isinstance(event, e.RoundClosed):
            ended = self._closed(record.number, state, event)
        return ended

    def _metered(
        self, record: Record, state: State, event: e.AnyEvent, following: he.LoggedEvent | None, place: int
    ) -> Postings:
        """The money that an event moves to and from meters, once they are found to have moved as it says."""
        if self._far:
            return self._far.told(record, state, event, following, self._ledger, place)
        return self._near.told(record, self._table.link, state, event, following)

    def _link_opened(self, record: Record, event: he.LinkOpened) -> Postings:
        """A link was opened on the terms that were filed, and seeded where it is kept here."""
        kept, far = meters_of(self._connection, event.link).values(), _is_far(self._connection, event.link)
        terms = [(v.meter, v.initial_cents, v.reset_cents, v.ceiling_cents or 0, str(v.reserve_percent)) for v in kept]
        if terms != list(event.meters):
            raise Fault(record.number, f"The meters of link {event.link} are not on the terms that were filed.")
        cause = Cause(self._table.table_id, 0, record.number, record.at_ms, HOUSE_WIN, "")
        return () if far else self._near.movements.start(cause, event.link)

    def _rules(self, digest: str) -> GameRules:
        """The rules of a digest, whose submission is kept."""
        return filed_as(parse_submission(store.submission(self._connection, digest), "the filed submission"), digest)

    def _filed(self, number: int, event: he.TableOpened | he.RulesChanged) -> None:
        """The rules that a record names are kept, in the submission that was filed."""
        if not store.is_filed(self._connection, event.digest):
            raise Fault(number, f"Record {number} names rules {event.digest[:12]}, which are not kept.")
        if event.filed and event.filed != store.filed_hash(store.submission(self._connection, event.digest)):
            raise Fault(
                number, f"The submission of rules {event.digest[:12]} is not the one that record {number} names."
            )

    def _post(self, moved: Sequence[Posting], posted: list[Posting]) -> None:
        posted += moved
        self._ledger.post(moved)

    def _opened(self, number: int, state: State, event: e.RoundOpened) -> None:
        """Rounds are numbered without gaps, each under the rules in force."""
        if event.number != state.rounds + 1:
            raise Fault(number, f"Record {number} opens round {event.number} after round {state.rounds}.")
        if event.digest != self._table.digest:
            raise Fault(number, f"Record {number} opens round {event.number} under rules that are not in force.")
        self._round = event.number

    def _closed(self, number: int, state: State, event: e.RoundClosed) -> str:
        """A round ends once, with nothing on the layout; the deck it was dealt from."""
        if state.round is None or event.number != self._round:
            raise Fault(number, f"Record {number} closes round {event.number}, which is not open.")
        self._ledger.closed(number)
        self._tally.rounds += 1
        self._round += 1
        return state.round.deck

    def end(self, number: int) -> None:
        """The log is over, and nothing else is kept of the table."""
        self._ledger.end()
        if self._far:
            self._far.end(number)
        self._near.movements.end()
        self._served.end()
        self.shuffles.end(number)
        self._ledger.on_layout(number, staked(self._state.round))


def _is_far(connection: Connection, link: str) -> bool:
    """Whether another database keeps the link."""
    c = s.links.c
    return bool(connection.execute(select(c.kept_at).where(c.link_id == link)).scalar())
