"""The books in the database: opened, locked, checked, written; and what the database itself will not have."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import Row, select
from sqlalchemy.exc import IntegrityError

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.faults import Contended
from croupier.house.database.schema import CAGE
from croupier.house.ledger.accounts import kind_of, may_owe, of_players, of_table
from croupier.house.ledger.ledger import Ledger, checked_cents, open_accounts, read_ledger
from croupier.house.ledger.postings import LENT, UNCOLLECTED, Posting, evened, postings
from croupier.house.log import events as he
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.values import commands as c
from croupier.table.values.box import Box
from croupier.table.values.state import Round, State
from tests.house.ledger.books import FLOOR, TABLE, with_four_aces, write_down

ANA, TRAY, LAYOUT = "player:Ana", "inventory:t1", "wagers:t1"


def balances(database: Database) -> dict[str, int]:
    with database.read() as connection:
        return {row.account: row.balance_cents for row in connection.execute(select(s.accounts))}


def transfers(database: Database) -> Sequence[Row[Any]]:
    c = s.transfers.c
    with database.read() as connection:
        return connection.execute(select(s.transfers).order_by(c.table_id, c.record, c.place)).all()


# Accounts


@pytest.mark.parametrize(
    ("account", "kind", "owes"),
    [
        ("cage", "cage", True),
        ("cage:t1", "cage", True),
        ("win:house", "win", True),
        ("player:Ana: the first", "player", False),
        ("player:cage", "player", False),
        ("display:strip:mega", "display", False),
        ("reserve:strip:mega", "reserve", False),
    ],
)
def test_an_accounts_kind_is_how_its_name_begins(account: str, kind: str, owes: bool) -> None:
    assert (kind_of(account), may_owe(account)) == (kind, owes)


def test_a_table_has_six_accounts_and_whoever_sits_or_plays_has_one() -> None:
    assert {kind_of(account) for account in of_table("t1")} == {"awards", "cage", "drop", "inventory", "wagers", "win"}
    round_ = Round(1, "", "red-1", boxes=(Box(3, "Ben"),))
    assert set(of_players(State(players=((1, "Ana"),), round=round_))) == {"player:Ana", "player:Ben"}
    assert list(of_players(State())) == []


def test_an_account_is_opened_once_and_keeps_what_is_in_it(database: Database) -> None:
    with database.write() as connection:
        open_accounts(connection, ())
        open_accounts(connection, (ANA, CAGE, ANA))
    write_down(database, [(CAGE, 1, (Posting(CAGE, ANA, 500, "buy_in"),))])
    with database.write() as connection:
        open_accounts(connection, (ANA, "player:Ben"))
    assert balances(database) == {ANA: 500, CAGE: -500, "player:Ben": 0, "win:cage": 0}


# Amounts


@pytest.mark.parametrize("cents", [1, 2500, LARGEST_CENTS])
def test_money_that_can_be(cents: int) -> None:
    assert checked_cents(cents) == cents


@pytest.mark.parametrize(
    ("cents", "says"),
    [
        (0, "at least one cent"),
        (-1, "at least one cent"),
        (-(10**6000), "at least one cent"),
        (LARGEST_CENTS + 1, "at most $1,000,000,000"),
        (10**6000, "at most $1,000,000,000"),
        (True, "whole number of cents, not True"),
        (2.5, "whole number of cents, not 2.5"),
        ("25", "whole number of cents, not '25'"),
        ("9" * 500, "write 2500 for $25"),
        (None, "whole number of cents, not None"),
    ],
    ids=["nothing", "below", "far below", "above", "far above", "bool", "float", "text", "long text", "none"],
)
def test_money_typed_wrong_is_refused_in_one_sentence(cents: object, says: str) -> None:
    with pytest.raises(BadInput, match=says.replace("$", r"\$")) as refused:
        checked_cents(cents)
    assert len(str(refused.value)) < 160


# Who does not have what they give

PROBLEMS: tuple[tuple[str, dict[str, int], tuple[Posting, ...], str], ...] = (
    ("all of it", {ANA: 500}, (Posting(ANA, LAYOUT, 500, "placed"),), ""),
    ("a cent too much", {ANA: 499}, (Posting(ANA, LAYOUT, 500, "placed"),),
     "Not enough chips: you have $4.99, this needs $5; buy in at the cage."),
    ("nobody's account", {}, (Posting(ANA, LAYOUT, 500, "placed"),),
     "Not enough chips: you have $0, this needs $5; buy in at the cage."),
    ("a stake raised", {ANA: 100, LAYOUT: 500},
     (Posting(LAYOUT, ANA, 500, "withdrawn"), Posting(ANA, LAYOUT, 600, "placed")), ""),
    ("a stake raised too high", {ANA: 100, LAYOUT: 500},
     (Posting(LAYOUT, ANA, 500, "withdrawn"), Posting(ANA, LAYOUT, 700, "placed")),
     "Not enough chips: you have $1, this needs $2; buy in at the cage."),
    ("two wagers in one command", {ANA: 900}, (Posting(ANA, LAYOUT, 500, "placed"),) * 2,
     "Not enough chips: you have $9, this needs $10; buy in at the cage."),
    ("a cash-out", {ANA: 499}, (Posting(ANA, CAGE, 500, "cash_out"),),
     "You have $4.99 in chips, not $5; cash out at most that."),
    ("a credit", {TRAY: 499}, (Posting(TRAY, "cage:t1", 500, "credit"),),
     "Not enough chips: inventory:t1 holds $4.99, this needs $5; name at most what is there."),
    ("the cage owes", {}, (Posting(CAGE, ANA, 500, "buy_in"),), ""),
    ("the house owes", {}, (Posting("win:t1", ANA, 500, "uncollected"),), ""),
)  # fmt: skip


@pytest.mark.parametrize(("read", "posted", "says"), [row[1:] for row in PROBLEMS], ids=[row[0] for row in PROBLEMS])
def test_a_command_is_refused_before_anything_is_written(
    read: dict[str, int], posted: tuple[Posting, ...], says: str
) -> None:
    ledger = Ledger(defaultdict(int, read))
    ledger.post(posted)
    problem = ledger.problem(posted)
    assert (problem.sentence if problem else "") == says
    ledger.undo(posted)
    assert {account: ledger.balance_of(account) for account in read} == read


def test_an_account_that_was_not_read_is_not_guessed() -> None:
    with pytest.raises(KeyError):
        Ledger({}).balance_of(ANA)


# In the database


def test_what_is_written_is_what_was_posted(database: Database) -> None:
    bought = (Posting(CAGE, ANA, 5000, "buy_in"),)
    placed = (Posting(ANA, LAYOUT, 1000, "placed", 3, "ante"), Posting(ANA, LAYOUT, 500, "placed", 3, "pair_plus"))
    ledger = write_down(database, [(CAGE, 10, bought), (TABLE, 20, placed)])
    assert balances(database) == {CAGE: -5000, ANA: 3500, LAYOUT: 1500, "win:cage": 0, "win:t1": 0}
    assert [ledger.balance_of(account) for account in (CAGE, ANA, LAYOUT)] == [-5000, 3500, 1500]
    rows = [tuple(row) for row in transfers(database)]
    assert rows == [
        (CAGE, 1, 1, CAGE, ANA, 5000, "buy_in", 1, 0, "", 10),
        (TABLE, 1, 1, ANA, LAYOUT, 1000, "placed", 1, 3, "ante", 20),
        (TABLE, 1, 2, ANA, LAYOUT, 500, "placed", 1, 3, "pair_plus", 20),
    ]
    with database.write() as connection:
        again = read_ledger(connection, (ANA, LAYOUT, "player:nobody"))
        assert [again.balance_of(name) for name in (ANA, LAYOUT, "player:nobody")] == [3500, 1500, 0]


@pytest.mark.parametrize(
    "posted",
    [
        Posting(ANA, LAYOUT, 5001, "placed"),
        Posting("player:nobody", LAYOUT, 1, "placed"),
        Posting(ANA, "player:nobody", 1, "paid"),
        Posting(ANA, LAYOUT, 0, "placed"),
        Posting(ANA, LAYOUT, -1, "placed"),
        Posting(ANA, ANA, 1, "placed"),
    ],
    ids=["more than there is", "from nowhere", "to nowhere", "nothing", "less than nothing", "to oneself"],
)
def test_the_database_is_the_last_to_say_no(database: Database, posted: Posting) -> None:
    bought, placed = Posting(CAGE, ANA, 5000, "buy_in"), Posting(ANA, LAYOUT, 1, "placed")
    write_down(database, [(CAGE, 1, (bought,)), (TABLE, 1, (placed,))])
    before = balances(database)
    with pytest.raises(IntegrityError):
        _write_unasked(database, posted)
    assert balances(database) == before


def _write_unasked(database: Database, posted: Posting) -> None:
    with database.write() as connection:
        ledger = read_ledger(connection, (ANA, LAYOUT))
        database.insert(connection, s.records, [(TABLE, 2, 1, 2, b"", b"")])
        ledger.post((posted,))
        ledger.keep(TABLE, 2, 1, 2, [(1, posted)])
        ledger.write(database, connection)


def test_nobody_else_reads_to_write_what_is_locked(database_url: str) -> None:
    with Database.open(database_url) as database, database.write() as connection:
        open_accounts(connection, (ANA,))
    with (
        Database.open(database_url, lock_seconds=1) as database,
        database.write() as first,
        Database.open(database_url, lock_seconds=1) as other,
    ):
        read_ledger(first, (ANA,))
        with pytest.raises(Contended), other.write() as second:
            read_ledger(second, (ANA,))


# Settlements taken back from a player who has parted with them


def test_a_void_round_is_written_one_transfer_at_a_time_without_anybody_below_zero(database: Database) -> None:
    pit = with_four_aces()
    pit.do(c.ValidateAward(seat=2, light_on=True, validated_by=FLOOR))
    pit.books.happens(pit.state, he.CashedOut(player="player 2", cents=pit.books.of("player:player 2") - 100))
    pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
    write_down(database, [(TABLE, 1, posted) for posted in pit.books.records])
    assert balances(database) == {account: pit.books.of(account) for account in pit.books.accounts}
    rows = transfers(database)
    lent = [(row.giver, row.taker, row.cents) for row in rows if row.reason == LENT]
    assert ("win:t1", "player:player 2") in [entry[:2] for entry in lent]
    assert ("win:t1", "awards:t1") in [entry[:2] for entry in lent], "the meter has it back before the player gives it"
    assert sorted(lent) == sorted((taker, giver, cents) for giver, taker, cents in lent)
    assert [row.taker for row in rows if row.reason == UNCOLLECTED] == ["player:player 2"]


def test_nothing_is_lent_in_an_ordinary_record() -> None:
    posted = (Posting(ANA, LAYOUT, 500, "placed"), Posting(LAYOUT, ANA, 500, "withdrawn"))
    assert evened(TABLE, posted, {ANA: 0, LAYOUT: 0}.__getitem__) == posted


def test_a_buy_in_at_a_table_needs_the_chips_to_be_there() -> None:
    ledger = Ledger({TRAY: 0, ANA: 0, "drop:t1": 0})
    posted = postings(TABLE, State(), he.BoughtIn(player="Ana", cents=500), ledger.balance_of)
    ledger.post(posted)
    assert ledger.problem(posted) is not None
