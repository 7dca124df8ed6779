"""Books kept beside a table in play, as the house keeps them; what must be true of them is checked at every command."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.ledger.accounts import awards, display, may_owe, player_account, wagers, win
from croupier.house.ledger.ledger import Ledger, open_accounts, read_ledger
from croupier.house.ledger.postings import UNCOLLECTED, Posting, evened, fill_for, postings
from croupier.house.log import events as he
from croupier.rulebook.elect import GameRules
from croupier.table.evolve import evolve
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.state import Round, State
from tests.table.md_fcp import NOTHING, rules_of
from tests.table.pit import Pit, stacked

TABLE = "t1"
LINK = "strip"
FLOOR = "floor:kim"
OPENING_CENTS = 50_000
STAKES = {"ante": 1000, "progressive": 100}
STAKED_CENTS = 1000 + 100 + 3000


def on_layout(round_: Round | None) -> int:
    """The stakes that lie on the layout: of every box's wagers, those that have not ended."""
    if round_ is None:
        return 0
    staked = Counter({(box.seat, wager): cents for box in round_.boxes for wager, cents in box.wagers})
    staked.subtract({(line.seat, line.wager): line.stake_cents for line in round_.lines if line.stake_cents})
    assert min(staked.values(), default=0) >= 0, "nothing ends that was not staked"
    return staked.total()


class Books:
    """The accounts of one table; players buy in when they must, and the cage fills the inventory when it is short."""

    def __init__(self, table: str = TABLE) -> None:
        self.table = table
        self.ledger = Ledger(defaultdict(int))
        self.records: list[list[Posting]] = []
        self.accounts: set[str] = set()
        self.won: Counter[str] = Counter()  # by each player in this round, on wagers
        self.filled = 0
        self.happens(State(), opened())

    @property
    def posted(self) -> list[Posting]:
        """All that was ever posted."""
        return [posting for record in self.records for posting in record]

    def of(self, account: str) -> int:
        """What is in an account."""
        return self.ledger.balance_of(account)

    def happens(self, before: State, *events: he.LoggedEvent) -> list[Posting]:
        """Posts what one command brought about, and checks the books."""
        table, state, posted = self.table, before, list[Posting]()
        for event in events:
            moved = (*postings(table, state, event, self.of), *_hit(table, event))
            self._count(state, event, moved)
            self.ledger.post(moved)
            posted += moved
            if isinstance(event, e.Event):
                state = evolve(state, event)
        fill = fill_for(table, posted, self.of)
        if fill:
            self.filled += fill.cents
            chips = postings(table, before, fill, self.of)
            self.ledger.post(chips)
            posted = [*chips, *posted]
        self._keep(posted)
        self._buy_in(state, posted)
        assert self.ledger.problem(posted) is None
        self._check_moments(evened(table, posted, self.of))
        self._check(state)
        self.records.append(posted)
        return posted

    def _keep(self, posted: Sequence[Posting]) -> None:
        self.accounts.update(account for posting in posted for account in (posting.giver, posting.taker))
        for posting in posted:
            assert posting.cents > 0, posting
            assert posting.giver != posting.taker, posting

    def _buy_in(self, state: State, posted: list[Posting]) -> None:
        """Whoever has put down more than they have bought in at the cage before."""
        for account in [name for name in self.accounts if name.startswith("player:") and self.of(name) < 0]:
            chips = postings(CAGE, state, he.BoughtIn(player=account[7:], cents=-self.of(account)), self.of)
            self.ledger.post(chips)
            self._keep(chips)
            posted[:0] = chips

    def _count(self, state: State, event: he.LoggedEvent, moved: Sequence[Posting]) -> None:
        if isinstance(event, e.RoundOpened):
            self.won.clear()
        for posting in moved:
            if posting.wager:
                self.won[posting.giver] -= posting.cents
                self.won[posting.taker] += posting.cents
        if isinstance(event, e.RoundClosed):
            assert state.round is not None
            self._check_round(state.round, moved)

    def _check_round(self, round_: Round, moved: Sequence[Posting]) -> None:
        """Each player's net is that of the lines, whatever was settled, taken back and settled anew."""
        net: Counter[str] = Counter()
        for box in round_.boxes:
            net[player_account(box.player)] += sum(line.net_cents for line in round_.lines if line.seat == box.seat)
        assert {name: self.won[name] for name in net} == dict(net)
        assert self.of(wagers(self.table)) == self.of(awards(self.table)) == 0, (
            "a round that is over leaves nothing lying"
        )
        assert {posting.reason for posting in moved} <= {UNCOLLECTED}

    def _check_moments(self, posted: Sequence[Posting]) -> None:
        """At no moment does an account stand below zero that may not, as a database sees it that posts one by one."""
        moments = Counter({account: self.of(account) for account in self.accounts})
        for posting in reversed(posted):
            moments[posting.giver] += posting.cents
            moments[posting.taker] -= posting.cents
            assert moments[posting.giver] >= 0 or may_owe(posting.giver), posting
            assert moments[posting.taker] >= 0 or may_owe(posting.taker), posting

    def _check(self, state: State) -> None:
        assert sum(self.of(account) for account in self.accounts) == 0, "the books balance"
        assert self.of(wagers(self.table)) == on_layout(state.round)
        pending = state.round.pending if state.round else None
        assert self.of(awards(self.table)) == (pending.line.paid_cents if pending and pending.line.meter else 0)
        below = [account for account in self.accounts if self.of(account) < 0 and not may_owe(account)]
        assert below == []


class BookedPit(Pit):
    """A table in play with books beside it."""

    def __init__(self, rules: GameRules, table: str = TABLE) -> None:
        super().__init__(rules)
        self.books = Books(table)

    def do(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        """Does a command that must be lawful, and books it."""
        before = self.state
        answer = super().do(command)
        self.books.happens(before, *answer)
        return answer


def with_four_aces(table: str = TABLE) -> BookedPit:
    """A round in which seat 2 has won the whole meter and everything else, and waits for the award."""
    rules = rules_of()
    hands: Mapping[int | str, str] = {1: "2h 5s Tc Qs Kh", 2: "As Ah Ad Ac 5d", "dealer": NOTHING}
    pit = BookedPit(rules, table).sit(1, 2).ready(stacked(rules, hands)).wager(1, **STAKES).wager(2, **STAKES).on()
    for seat in (1, 2):
        pit.do(c.Decide(seat=seat, action="play", stake_cents=3000))
    pit.until("settle").do(c.SettleNext())
    return pit


def opened(cents: int = OPENING_CENTS) -> he.TableOpened:
    """A table that opens with so many chips."""
    return he.TableOpened(
        digest="", link=LINK, mode="house", dealer="virtual", inventory_cents=cents, decision_seconds=0,
        betting_seconds=0,
    )  # fmt: skip


def _hit(table: str, event: he.LoggedEvent) -> tuple[Posting, ...]:
    """What a meter that is hit, or whose hit is taken back, moves to and from the awards; the meter owns plenty."""
    if not isinstance(event, e.MeterHit | e.MeterRestored):
        return ()
    shown, locked = display(LINK, event.meter), awards(table)
    if isinstance(event, e.MeterHit):
        moved = Posting(shown, locked, event.paid_cents, "hit")
    else:
        moved = Posting(locked, shown, event.restored_cents, "hit")
    return (Posting(win(table), shown, moved.cents, "reseed"), moved) if moved.cents else ()


def write_down(database: Database, records: Iterable[tuple[str, int, Sequence[Posting]]]) -> Ledger:
    """Writes records' postings, each of a table and a time, into a database, and gives the ledger that wrote them."""
    kept = list(records)
    tables = {table for table, _, _ in kept}
    accounts = {account for _, _, posted in kept for p in posted for account in (p.giver, p.taker)}
    numbers: Counter[str] = Counter()
    with database.write() as connection:
        database.insert(connection, s.tables, [(table, None, None, 0, b"") for table in sorted(tables)])
        open_accounts(connection, (*accounts, *(win(table) for table in tables)))
        ledger = read_ledger(connection, accounts)
        for turn, (table, at_ms, posted) in enumerate(kept):
            numbers[table] += 1
            database.insert(connection, s.records, [(table, numbers[table], 1, at_ms, b"", b"")])
            ledger.post(posted)
            ledger.keep(table, numbers[table], 1, at_ms, [(turn, posting) for posting in posted])
        ledger.write(database, connection)
    return ledger
