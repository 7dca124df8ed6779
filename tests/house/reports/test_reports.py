"""What tables won, counted in two ways that must agree, and by hand."""

from collections import Counter
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest

from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.ledger.accounts import win
from croupier.house.ledger.postings import Posting, close_out
from croupier.house.log import events as he
from croupier.house.reports.reports import DAY_MS, TableDay, WagerDay, table_days, wager_days
from croupier.table.values import commands as c
from tests.house.ledger.books import FLOOR, Books, with_four_aces, write_down
from tests.playthroughs.play import playthroughs
from tests.table.pit import Pit

DAY = date(2026, 3, 1)
MIDNIGHT = (DAY - date(1970, 1, 1)).days * DAY_MS


def by(table: str, wager: str, *moves: tuple[str, str, int, str]) -> tuple[Posting, ...]:
    """Postings for a wager in seat 1; accounts of the table are named by their kind alone."""

    def named(account: str) -> str:
        return account if ":" in account or account == CAGE else f"{account}:{table}"

    return tuple(Posting(named(giver), named(taker), cents, why, 1, wager) for giver, taker, cents, why in moves)


ANA = "player:Ana"
# One table over three days, record by record: when, in milliseconds from the first midnight, and what moved.
BOOK: tuple[tuple[int, tuple[Posting, ...]], ...] = (
    (0, by("t1", "", ("cage", "inventory", 50_000, "opening"))),
    (1, by("t1", "", (CAGE, "drop", 10_000, "drop"), ("inventory", ANA, 10_000, "buy_in"))),
    (2, by("t1", "ante", (ANA, "wagers", 4_000, "placed"))),
    (3, by("t1", "ante", ("wagers", ANA, 4_000, "withdrawn"), (ANA, "wagers", 3_000, "placed"))),
    (4, by("t1", "progressive", (ANA, "wagers", 100, "placed"), ("win", "display:strip:mega", 20, "contribution"))),
    (5, by("t1", "ante", ("wagers", "inventory", 3_000, "taken"))),
    # The round goes on past midnight: this wager ends on the second day.
    (DAY_MS - 1, by("t1", "", (CAGE, ANA, 1, "buy_in"))),
    (DAY_MS, by("t1", "progressive", ("wagers", "inventory", 100, "taken"), ("inventory", ANA, 2_500, "paid"))),
    (DAY_MS + 1, by("t1", "ante_bonus", ("inventory", ANA, 400, "paid"))),
    (DAY_MS + 2, by("t1", "", ("cage", "inventory", 20_000, "fill"), ("inventory", "cage", 5_000, "credit"))),
    # A round that is settled and then void, its winner short of 50.
    (DAY_MS + 3, by("t1", "trips", (ANA, "wagers", 1_000, "placed"))),
    (DAY_MS + 4, by("t1", "trips", ("wagers", ANA, 1_000, "returned"), ("inventory", ANA, 3_000, "paid"))),
    (DAY_MS + 5, by("t1", "trips", (ANA, "inventory", 3_000, "reversed"), (ANA, "wagers", 1_000, "reversed"),
                    ("wagers", ANA, 1_000, "void"), ("win", ANA, 50, "uncollected"))),
    (DAY_MS + 6, by("t1", "progressive", ("display:strip:mega", "win", 7, "reversal"))),
    # Nothing on the third day. On the fourth the table is closed out.
    (3 * DAY_MS, by("t1", "progressive", ("win", "display:strip:mega", 5_000, "reseed"))),
    (3 * DAY_MS + 5, by("t1", "", ("drop", "win", 10_000, "close_out"), ("inventory", "cage", 55_200, "close_out"),
                        ("win", "cage", 9_800, "close_out"))),
)  # fmt: skip


@pytest.fixture
def booked(database: Database) -> Database:
    """A database with the book above in it, and beside it another table that only opened."""
    write_down(database, [("t1", MIDNIGHT + at, posted) for at, posted in BOOK])
    other = by("t2", "", ("cage", "inventory", 777, "opening"))
    write_down(database, [("t2", MIDNIGHT - 1, other), (CAGE, MIDNIGHT, (Posting(CAGE, ANA, 5, "buy_in"),))])
    return database


def on_day(table: str, number: int, **cents: int) -> TableDay:
    """A table's day, so many after the first; what is not named is nothing."""
    nothing = dict.fromkeys(TableDay.__struct_fields__[2:], 0)
    return TableDay(table, DAY + timedelta(number), **{**nothing, **cents})


ON_THE_DAYS = (
    on_day("t1", 0, rounds=1, drop_cents=10_000, opening_cents=50_000, closing_cents=43_000, handle_cents=3_000,
           contributions_cents=20),
    on_day("t1", 1, rounds=1, opening_cents=43_000, closing_cents=55_200, fills_cents=20_000, credits_cents=5_000,
           handle_cents=100, paid_cents=2_900, meters_back_cents=7, uncollected_cents=50),
    on_day("t1", 3, opening_cents=55_200, closing_cents=55_200, seeds_cents=5_000),
    on_day("t2", -1, opening_cents=777, closing_cents=777),
)  # fmt: skip


def test_each_table_and_day_as_counted_by_hand(booked: Database) -> None:
    with booked.read() as connection:
        days = table_days(connection)
    assert days == ON_THE_DAYS
    assert [day.win_cents for day in days] == [3_000, -2_800, 0, 0]
    assert [day.hold for day in days] == [Fraction(3, 10), None, None, None]
    assert [day.hold_of_handle for day in days] == [Fraction(1), Fraction(-28), None, None]
    assert [day.kept_cents for day in days] == [2_980, -2_843, -5_000, 0]


def test_each_wager_and_day_as_counted_by_hand(booked: Database) -> None:
    second = DAY + timedelta(1)
    with booked.read() as connection:
        days = wager_days(connection)
    assert days == (
        WagerDay("t1", DAY, "ante", 3_000, 0, 0, 0),
        WagerDay("t1", second, "ante_bonus", 0, 0, 400, 0),
        WagerDay("t1", second, "progressive", 100, 0, 2_500, 0),
        WagerDay("t1", second, "trips", 0, 0, 0, 0),
    )
    assert [day.win_cents for day in days] == [3_000, -400, -2_400, 0]
    assert [day.hold for day in days] == [Fraction(1), None, Fraction(-24), None]


@pytest.mark.parametrize(
    ("first", "last", "which"),
    [(None, None, (0, 1, 2)), (0, 0, (0,)), (1, None, (1, 2)), (None, 0, (0,)), (1, 2, (1,)), (2, 2, ()), (4, 9, ())],
)
def test_the_days_asked_for(booked: Database, first: int | None, last: int | None, which: tuple[int, ...]) -> None:
    bounds = [None if day is None else DAY + timedelta(day) for day in (first, last)]
    with booked.read() as connection:
        days = table_days(connection, "t1", *bounds)
        wagers = wager_days(connection, "t1", *bounds)
    assert days == tuple(ON_THE_DAYS[row] for row in which)
    assert {wager.day for wager in wagers} == {day.day for day in days if day.handle_cents}


def test_a_house_in_which_nothing_happened(database: Database) -> None:
    with database.read() as connection:
        assert table_days(connection) == ()
        assert wager_days(connection) == ()


def all_that_is_played(monkeypatch: pytest.MonkeyPatch) -> list[Books]:
    """Books of every third round that is written down, and of some found void; each table closed out."""
    do = Pit.do
    found = []
    for number, play in enumerate(list(playthroughs().values())[::3]):
        books = Books(f"t{number}")

        def booked(pit: Pit, command: c.AnyCommand, books: Books = books) -> tuple[object, ...]:
            before = pit.state
            answer = do(pit, command)
            books.happens(before, *answer)
            return answer

        monkeypatch.setattr(Pit, "do", booked)
        table = play()
        if not table.state.round or table.round.phase in ("closed", "void"):
            books.happens(table.state, close_out(books.table, books.of))
            found.append(books)
    monkeypatch.setattr(Pit, "do", do)
    for table_id, gone in (("v1", 0), ("v2", 100_000)):
        pit = with_four_aces(table_id)
        pit.books.happens(pit.state, he.BoughtIn(player="player 1", cents=12_345))
        pit.do(c.ValidateAward(seat=2, light_on=True, validated_by=FLOOR))
        if gone:
            pit.books.happens(pit.state, he.CashedOut(player="player 2", cents=gone))
        pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
        pit.books.happens(pit.state, close_out(table_id, pit.books.of))
        found.append(pit.books)
    return found


def test_the_tray_and_the_wagers_tell_the_same_win(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(5)
    books = all_that_is_played(monkeypatch)
    records = []
    for kept in books:
        at_ms = MIDNIGHT
        for posted in kept.records:
            at_ms += chance.randrange(DAY_MS // 8)
            records.append((kept.table, at_ms, [_apart(posting, kept.table) for posting in posted]))
    write_down(database, records)
    with database.read() as connection:
        days, wagers = table_days(connection), wager_days(connection)
    assert len(days) > 2 * len(books) > 60, "rounds are played over several days"
    by_wagers: Counter[tuple[str, date]] = Counter()
    for wager in wagers:
        by_wagers[wager.table, wager.day] += wager.win_cents
    assert {(day.table, day.day): day.win_cents for day in days} == {
        (day.table, day.day): by_wagers[day.table, day.day] for day in days
    }
    assert any(day.win_cents > 0 for day in days)
    assert any(day.win_cents < 0 for day in days)
    for kept in books:
        mine = [day for day in days if day.table == kept.table]
        assert sum(day.kept_cents for day in mine) == kept.of(win(kept.table)), "what is left after the close-out"
        assert [day.opening_cents for day in mine[1:]] == [day.closing_cents for day in mine[:-1]]


def _apart(posting: Posting, table: str) -> Posting:
    """The posting with players and meters of this table alone, for each table was played by itself."""

    def named(account: str) -> str:
        shared = account.startswith(("player:", "display:"))
        return f"{account} at {table}" if shared else account

    return Posting(
        named(posting.giver), named(posting.taker), posting.cents, posting.reason, posting.seat, posting.wager
    )
