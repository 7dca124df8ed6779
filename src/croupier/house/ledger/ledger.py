"""The books within one transaction: balances read and locked, postings checked, then written all together."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Select, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.ledger.accounts import CIRCULATION, kind_of, may_owe
from croupier.house.ledger.postings import CASH_OUT, Posting, evened
from croupier.house.log.store import among, listed
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.values.refusal import Refusal

Posted = tuple[int, Posting]  # a posting with the turn at which it was posted
_GIVER_TAKER = slice(3, 5)  # of a transfer


def checked_cents(cents: object) -> int:
    """An amount of money that somebody named, for a buy-in, a fill and the like, if it can be one."""
    if not isinstance(cents, int) or isinstance(cents, bool):
        raise BadInput(f"An amount of money is a whole number of cents, not {cents!r:.40}; write 2500 for $25.")
    if cents <= 0:
        raise BadInput("An amount of money to move is more than nothing; name at least one cent.")
    if cents > LARGEST_CENTS:
        raise BadInput(f"No amount of money is that large; name at most {money(LARGEST_CENTS)}.")
    return cents


def open_accounts(connection: Connection, accounts: Iterable[str]) -> None:
    """Opens those of the accounts that are not open yet, with nothing in them."""
    rows = [{"account": name, "kind": kind_of(name), "balance_cents": 0} for name in sorted(set(accounts))]
    if rows:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        connection.execute(dialect.insert(s.accounts).values(rows).on_conflict_do_nothing())


def read_ledger(connection: Connection, accounts: Iterable[str]) -> "Ledger":
    """The ledger of a transaction: these accounts' balances, locked in the order of their names until it ends.

    An account that is not open counts as empty.
    """
    names = sorted(set(accounts))
    found = dict[str, int]()
    if names:
        rows = connection.execute(_balances_query(connection.dialect.name), listed(connection, names)).all()
        found.update([(account, cents) for account, cents in rows])
    return Ledger(dict.fromkeys(names, 0) | found, frozenset(names) - found.keys())


@cache
def _balances_query(dialect: str) -> Select[Any]:
    c = s.accounts.c
    return select(c.account, c.balance_cents).where(among(dialect, c.account)).order_by(c.account).with_for_update()


class Ledger:
    """Balances as they were read, what has been posted since, and the transfers to be written.

    Accounts that may owe need not be read: they are only ever changed by an amount.
    """

    def __init__(self, balances: dict[str, int], not_open: Collection[str] = ()) -> None:
        self._read = balances
        self._not_open = not_open
        self._changes: dict[str, int] = {}
        self._transfers: list[tuple[int, tuple[Any, ...]]] = []
        self.turn = 0  # of the acts that move money, at whichever table

    def balance_of(self, account: str) -> int:
        """What an account that was read holds now."""
        return self._read[account] + self._changes.get(account, 0)

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """What these accounts, which were read, hold now."""
        read, changes = self._read, self._changes
        return {account: read[account] + changes.get(account, 0) for account in accounts}

    def learn(self, balances: dict[str, int]) -> None:
        """Takes in balances that were read elsewhere: those of meters, which their link keeps locked."""
        self._read.update(balances)

    def post(self, postings: Iterable[Posting]) -> None:
        """Moves the money; whether it was there is asked of a whole command, by `problem`."""
        changes = self._changes
        for posting in postings:
            changes[posting.giver] = changes.get(posting.giver, 0) - posting.cents
            changes[posting.taker] = changes.get(posting.taker, 0) + posting.cents

    def undo(self, postings: Iterable[Posting]) -> None:
        """Moves it back: the command that these postings belong to was refused."""
        for posting in postings:
            self._changes[posting.giver] += posting.cents
            self._changes[posting.taker] -= posting.cents

    def problem(self, posted: Sequence[Posting]) -> Refusal | None:
        """Why a command's postings, all of them posted, cannot stand: somebody does not have what they take."""
        for account in dict.fromkeys([posting.giver for posting in posted]):
            if not may_owe(account) and (after := self.balance_of(account)) < 0:
                return _refused(account, after, posted)
        return None

    def keep(self, table_id: str, record: int, round_: int, at_ms: int, posted: Sequence[Posted]) -> None:
        """Keeps a record's postings, each with its turn, to be written; once for each record."""
        postings = evened(table_id, [posting for _, posting in posted], self.balance_of)
        lent = (len(postings) - len(posted)) // 2  # at first, and had back at last
        turns = [turn for turn, _ in posted]
        turns = turns[:1] * lent + turns + turns[-1:] * lent
        self._transfers += [
            (turn, (table_id, record, place, p.giver, p.taker, p.cents, p.reason, round_, p.seat, p.wager, at_ms))
            for place, (turn, p) in enumerate(zip(turns, postings, strict=True), 1)
        ]

    def open(self, connection: Connection) -> None:
        """Opens the accounts that the transfers need and that were not open when they were read."""
        if self._not_open:
            used = {account for _, transfer in self._transfers for account in transfer[_GIVER_TAKER]}
            open_accounts(connection, used.intersection(self._not_open))

    def write(self, database: Database, connection: Connection) -> None:
        """Writes the transfers, which the database itself posts to the balances; their records are written already.

        In the order of their turns: whoever had the chips when an act took them has them when it is written.
        """
        self._transfers.sort(key=itemgetter(0))
        database.insert(connection, s.transfers, [transfer for _, transfer in self._transfers])


def _refused(account: str, after: int, posted: Sequence[Posting]) -> Refusal:
    taken = sum(p.cents for p in posted if p.giver == account) - sum(p.cents for p in posted if p.taker == account)
    has, needs = money(after + taken), money(taken)
    if account == CIRCULATION:
        return _not_in_circulation(has, needs, posted)
    if kind_of(account) != "player":
        sentence = f"Not enough chips: {account} holds {has}, this needs {needs}; name at most what is there."
        return Refusal("not_enough_there", sentence, "")
    if any(posting.reason == CASH_OUT for posting in posted):
        return Refusal("not_enough_chips", f"You have {has} in chips, not {needs}; cash out at most that.", "")
    sentence = f"Not enough chips: you have {has}, this needs {needs}; buy in at the cage."
    return Refusal("not_enough_chips", sentence, "")


def _not_in_circulation(has: str, needs: str, posted: Sequence[Posting]) -> Refusal:
    sentence = f"Patrons hold {has} of chips by the house's books, and this needs {needs}"
    what = "redeem at most that" if any(posting.reason == CASH_OUT for posting in posted) else "enter the buy-in first"
    return Refusal("not_enough_chips", f"{sentence}; {what}.", "")
