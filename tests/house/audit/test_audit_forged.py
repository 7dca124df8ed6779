"""A history that the house's own keys wrote anew still contradicts itself, and the audit says where."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.house.audit.audit import audit
from croupier.house.audit.report import Problem
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.shuffles.shuffle import seed_commitment
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.audit.forger import Forgery, forge
from tests.house.audit.vandal import Vandal, vandal
from tests.house.floor import KEYS, Floor
from tests.house.played import FLOOR

TABLE = "tcp"
NOTHING = seed_commitment(bytes(32))


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that shuffles by machine, then by hand with a cut, in open mode: copy it."""
    path = tmp_path_factory.mktemp("forged") / "house.db"
    with Database.open(path, create=True) as database:
        floor = Floor(database)
        floor.open(TABLE, mode="open")
        floor.play(TABLE, 2)
        floor.do(TABLE, h.OfferSeed(player="ann", seed="seven"))
        floor.bet(TABLE)
        floor.do(TABLE, h.EndBetting())
        floor.do(TABLE, c.Report(kind="shuffler_jam", by=FLOOR))
        floor.play(TABLE, 3)
        assert any(isinstance(one, e.WagerSettled) for one in floor.events(TABLE))
    return path


@pytest.fixture
def database(history: Path, tmp_path: Path) -> Iterator[Database]:
    shutil.copyfile(history, tmp_path / "house.db")
    with Database.open(tmp_path / "house.db") as opened:
        yield opened


@pytest.fixture
def hand(database: Database, tmp_path: Path) -> Iterator[Vandal]:
    with vandal(f"sqlite:///{tmp_path / 'house.db'}") as found:
        yield found


def swapped(order: tuple[Card, ...] | None) -> tuple[Card, ...]:
    """The cards with the two on top exchanged."""
    assert order is not None
    return (order[1], order[0], *order[2:])


def instead(kind: type, change: Callable[..., object], nth: int = 1) -> Forgery:
    """A forgery of the nth event of a kind; None takes it away."""
    seen = 0

    def forgery(one: he.LoggedEvent) -> list[he.LoggedEvent] | None:
        nonlocal seen
        if not isinstance(one, kind):
            return None
        seen += 1
        if seen != nth:
            return None
        new = change(one)
        return [] if new is None else [new]  # type: ignore[list-item]

    return forgery


def found_after(database: Database, hand: Vandal, forgery: Forgery) -> tuple[int, Problem]:
    """The record that was forged, and the first problem that is found."""
    number = forge(hand, TABLE, forgery)
    problem = audit(database, KEYS).first
    assert problem is not None
    assert problem.table == TABLE
    return number, problem


@pytest.mark.parametrize(
    ("forgery", "words"),
    [
        (instead(he.SeedCommitted, lambda one: replace(one, shuffle=7), 2), "where 2 is due"),
        (instead(he.SeedCommitted, lambda one: replace(one, commitment=NOTHING), 2), "is not the one"),
        (instead(he.ShuffleCommitted, lambda one: replace(one, root="0" * 64)), "is not its cards'"),
        (instead(he.ShuffleCommitted, lambda one: replace(one, player_seeds=(("bob", "x"),))), "than were offered"),
        (instead(he.ShuffleCommitted, lambda one: replace(one, shuffle=9), 3), "which is not the next"),
        (instead(e.DeckShuffled, lambda one: replace(one, order=swapped(one.order))), "lie otherwise"),
        (instead(e.DeckCut, lambda one: replace(one, order=swapped(one.order))), "other cards on top"),
        (instead(e.CardsDealt, lambda one: replace(one, places=one.places[::-1])), "deals other cards"),
        (instead(he.ShuffleOpened, lambda one: replace(one, shuffle=40)), "not one to be opened"),
        (instead(he.ShuffleOpened, lambda one: None), "does not open its shuffle"),
        (instead(he.ShuffleOpened, lambda one: replace(one, seed="zz")), "not a seed"),
        (instead(e.RoundOpened, lambda one: replace(one, number=one.number + 1), 2), "after round 1"),
        (instead(e.RoundOpened, lambda one: replace(one, digest="0" * 64), 2), "not in force"),
        (instead(e.RoundClosed, lambda one: replace(one, number=99)), "which is not open"),
        (instead(e.WagerSettled, lambda one: None), "are staked"),
        (instead(e.WagerPlaced, lambda one: replace(one, stake_cents=one.stake_cents + 100)), "transfer"),
        (instead(e.ProgressiveLocked, lambda one: replace(one, gains=(("progressive", 1),))), "ovement"),
        (instead(he.TableOpened, lambda one: replace(one, digest="0" * 64)), "which are not kept"),
        (instead(he.TableOpened, lambda one: None), "moves no money"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_found_where_it_does(
    database: Database, hand: Vandal, forgery: Forgery, words: str
) -> None:
    number, problem = found_after(database, hand, forgery)
    assert words.lower() in problem.sentence.lower(), problem
    assert abs(problem.record - number) <= 30, problem


def test_a_seed_that_is_another_is_found_where_its_shuffle_was_made(database: Database, hand: Vandal) -> None:
    forgery = instead(he.ShuffleOpened, lambda one: replace(one, seed=bytes(32).hex()))
    number, problem = found_after(database, hand, forgery)
    assert "is not its cards'" in problem.sentence
    assert problem.record < number


def test_what_is_sealed_with_another_key_is_named(database: Database, hand: Vandal) -> None:
    rows = [row for row in hand.rows("records") if row[0] == TABLE and b'"Sealed"' in row[4]]
    row = rows[-1]  # of a round that the keys alone can open
    place = row[4].index(b'"data":"') + 12
    other = b"A" if row[4][place : place + 1] != b"A" else b"B"
    hand.put("records", row, (*row[:4], row[4][:place] + other + row[4][place + 1 :], row[5]))
    forge(hand, TABLE, SAME)
    problem = audit(database, KEYS).first
    assert problem is not None
    assert problem.record == row[1]
    assert "does not open with the seed" in problem.sentence


def test_a_record_of_a_later_version_is_named(database: Database, hand: Vandal) -> None:
    row = [row for row in hand.rows("records") if row[0] == TABLE][4]
    hand.put("records", row, (*row[:4], b'{"encoding":2,"acts":[]}', row[5]))
    forge(hand, TABLE, SAME)
    problem = audit(database, KEYS).first
    assert problem is not None
    assert problem.record == 5
    assert "later version" in problem.sentence


SAME: Forgery = lambda one: [one] if isinstance(one, he.TableOpened) else None  # noqa: E731 - chains and signs anew
