"""Fills, credits, counts and boxes out: three people, one record with its money, and nothing half done after a kill."""

import multiprocessing
import random
import time
from itertools import cycle
from multiprocessing.connection import Connection
from typing import Any

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import cage_at, drop, inventory, win
from croupier.house.log import events as he
from croupier.house.log.slips import KEPT
from croupier.house.service.house import House
from tests.house.floor import KEYS, Clock, Floor
from tests.patience import PATIENCE_SECONDS

PIECES = ((500, 40), (2500, 8))
CENTS = 40_000
DEALER, KIM, KARL, CAROL = "dealer:dana", "floor:kim", "floor:karl", "cashier:carol"
KILLS = 30


def filled(floor: Floor, kind: str = "fill") -> None:
    """A slip from the asking to the cage."""
    floor.do("oak-1", h.AskSlip(kind=kind, pieces=PIECES, by=DEALER))  # type: ignore[arg-type]
    number = floor.table("oak-1").slips_made
    floor.do("oak-1", h.ApproveSlip(slip=number, by=KIM))
    floor.do("oak-1", h.ConfirmSlip(slip=number, by=CAROL))


def opened(database: Database, **terms: Any) -> Floor:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp", dealer="human", **terms)
    return floor


def test_a_fill_moves_chips_when_the_cage_confirms_and_names_three_people(database: Database) -> None:
    floor = opened(database)
    before = floor.balance(inventory("oak-1"))
    floor.do("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by=DEALER))
    assert floor.refused("oak-1", h.ConfirmSlip(slip=1, by=CAROL)).code == "not_approved"
    assert floor.refused("oak-1", h.ApproveSlip(slip=1, by=DEALER)).code == "needs_floor"
    floor.do("oak-1", h.ApproveSlip(slip=1, by=KIM))
    assert floor.refused("oak-1", h.ApproveSlip(slip=1, by=KARL)).code == "approved"
    assert floor.refused("oak-1", h.ConfirmSlip(slip=1, by=KARL)).code == "needs_cashier"
    assert floor.balance(inventory("oak-1")) == before, "nothing moves before the cage confirms"
    floor.do("oak-1", h.ConfirmSlip(slip=1, by=CAROL))
    assert floor.balance(inventory("oak-1")) == before + CENTS
    assert floor.refused("oak-1", h.ConfirmSlip(slip=1, by=CAROL)).code == "stale"
    (slip,) = floor.table("oak-1").slips
    assert (slip.state, slip.cents) == ("done", CENTS)
    assert (slip.asked_by, slip.approved_by, slip.ended_by) == (DEALER, KIM, CAROL)
    assert House(database, KEYS).table("oak-1").slips == (slip,), "who reads the log anew finds the same"
    filled(floor, "credit")
    assert floor.balance(inventory("oak-1")) == before
    assert audit(database, KEYS).ok


def test_nobody_approves_what_they_asked_for_and_whoever_asked_takes_it_back(database: Database) -> None:
    floor = opened(database)
    floor.do("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by=KIM))
    assert floor.refused("oak-1", h.ApproveSlip(slip=1, by=KIM)).code == "same_person"
    assert floor.refused("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by=KARL)).code == "slips"
    assert floor.refused("oak-1", h.RefuseSlip(slip=1, note="no", by=DEALER)).code == "needs_floor"
    assert floor.refused("oak-1", h.RefuseSlip(slip=1, note=" ", by=KIM)).code == "no_note"
    floor.do("oak-1", h.RefuseSlip(slip=1, note="the wrong table", by=KIM))
    assert floor.table("oak-1").slips[0].note == "the wrong table"
    assert floor.refused("oak-1", h.ApproveSlip(slip=1, by=KARL)).code == "stale"
    assert floor.refused("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by=CAROL)).code == "needs_dealer"


def test_one_person_signs_a_slip_once_whatever_roles_they_are_given_meanwhile(database: Database) -> None:
    floor = opened(database)
    before = floor.balance(inventory("oak-1"))
    floor.do("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by="dealer:kim"))
    assert floor.refused("oak-1", h.ApproveSlip(slip=1, by="floor:kim")).code == "same_person"
    assert floor.refused("oak-1", h.ApproveSlip(slip=1, by="casino_supervisor:kim")).code == "same_person"
    floor.do("oak-1", h.ApproveSlip(slip=1, by=KARL))
    for cashier in ("cashier:kim", "cashier:karl"):
        assert floor.refused("oak-1", h.ConfirmSlip(slip=1, by=cashier)).code == "same_person"
    assert floor.balance(inventory("oak-1")) == before
    floor.do("oak-1", h.ConfirmSlip(slip=1, by=CAROL))


@pytest.mark.parametrize("approved", [False, True])
def test_a_table_is_not_closed_while_a_slip_waits_for_somebody(database: Database, approved: bool) -> None:
    floor = opened(database)
    floor.do("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by=DEALER))
    if approved:
        floor.do("oak-1", h.ApproveSlip(slip=1, by=KIM))
    refused = floor.refused("oak-1", h.CloseTable(by=KIM))
    assert (refused.code, "Slip 1" in refused.sentence) == ("slips", True), "its chips may be on their way"
    floor.do("oak-1", h.RefuseSlip(slip=1, note="we close", by=KIM))
    floor.do("oak-1", h.CloseTable(by=KIM))
    assert audit(database, KEYS).ok


@pytest.mark.parametrize("pieces", [(), ((0, 5),), ((500, 0),), ((500, -1),), ((500, 1), (500, 2)), ((500, 100_001),)])
def test_pieces_that_are_none_are_refused(database: Database, pieces: tuple[tuple[int, int], ...]) -> None:
    assert opened(database).refused("oak-1", h.AskSlip(kind="fill", pieces=pieces, by=KIM)).code == "amount"


def test_a_slip_is_in_the_chips_of_its_table_and_a_box_in_cash(database: Database) -> None:
    floor = opened(database, denominations_cents=(50, 500, 2000))
    for kind in ("fill", "credit", "opener", "closer"):
        refused = floor.refused("oak-1", h.AskSlip(kind=kind, pieces=((500, 1), (2500, 1)), by=KIM))
        assert refused.code == "denomination"
        assert "$0.50, $5 and $20" in refused.sentence
    floor.do("oak-1", h.AskSlip(kind="fill", pieces=((50, 20), (2000, 8)), by=KIM))
    floor.do("oak-1", h.AskSlip(kind="drop", pieces=((1000, 3),), by=KIM))
    assert [slip.cents for slip in floor.table("oak-1").slips] == [17_000, 3000]


def test_a_credit_beyond_the_tray_is_refused_and_moves_nothing(database: Database) -> None:
    floor = opened(database)
    floor.do("oak-1", h.AskSlip(kind="credit", pieces=((50_000, 100_000),), by=KIM))
    floor.do("oak-1", h.ApproveSlip(slip=1, by=KARL))
    assert floor.refused("oak-1", h.ConfirmSlip(slip=1, by=CAROL)).code == "inventory"


def test_a_count_of_the_tray_is_two_peoples_and_moves_nothing(database: Database) -> None:
    floor = opened(database)
    books = floor.balance(inventory("oak-1"))
    floor.do("oak-1", h.AskSlip(kind="opener", pieces=PIECES, by=DEALER))
    floor.do("oak-1", h.ApproveSlip(slip=1, by=KIM))
    (slip,) = floor.table("oak-1").slips
    assert (slip.state, slip.books, slip.cents) == ("done", books, CENTS), "what was counted stands beside the books"
    assert floor.balance(inventory("oak-1")) == books


def test_a_box_goes_out_and_what_was_in_it_is_won(database: Database) -> None:
    floor = opened(database)
    floor.do("oak-1", h.BuyIn(player="ann", cents=30_000, by=KIM))
    won = floor.balance(win("oak-1"))
    floor.do("oak-1", h.AskSlip(kind="drop", pieces=((10_000, 3),), by=KIM))
    floor.do("oak-1", h.ApproveSlip(slip=1, by=KARL))
    assert floor.balance(drop("oak-1")) == 30_000
    floor.do("oak-1", h.ConfirmSlip(slip=1, by=CAROL))
    assert (floor.balance(drop("oak-1")), floor.balance(win("oak-1"))) == (0, won + 30_000)
    floor.do("oak-1", h.CloseTable(by=KIM))
    assert floor.balance(cage_at("oak-1")) == 0, "the cage has everything back that it issued"
    assert audit(database, KEYS).ok


def test_the_last_slips_are_at_hand_and_open_ones_always(database: Database) -> None:
    floor = opened(database)
    floor.do("oak-1", h.AskSlip(kind="credit", pieces=PIECES, by=DEALER))
    for _ in range(KEPT + 3):
        floor.do("oak-1", h.AskSlip(kind="fill", pieces=PIECES, by=DEALER))
        floor.do("oak-1", h.RefuseSlip(slip=floor.table("oak-1").slips_made, note="no", by=KIM))
    slips = floor.table("oak-1").slips
    assert slips[0].kind == "credit"
    assert slips[0].open
    assert len(slips) <= KEPT + 2
    assert slips[-1].slip == KEPT + 4


def work(address: str, told: Connection) -> None:
    """Slips one after another until this process is killed."""
    with Database.open(address) as database:
        floor = Floor(database, Clock())
        for kind in cycle(("fill", "credit")):
            for one in [one for one in floor.table("oak-1").slips if one.open]:
                floor.do("oak-1", h.RefuseSlip(slip=one.slip, note="left by who was killed", by=KIM))
            filled(floor, kind)
            told.send(kind)


def test_killed_in_the_middle_of_slips_nothing_is_half_done(database_url: str) -> None:
    with Database.open(database_url) as database:
        opened(database)
    starting, chance, done = multiprocessing.get_context("forkserver"), random.Random(18), 0
    starting.set_forkserver_preload([__name__])
    for _ in range(KILLS):
        hears, told = starting.Pipe(duplex=False)
        process = starting.Process(target=work, args=(database_url, told))
        process.start()
        assert hears.poll(PATIENCE_SECONDS), "it carries out a slip"
        time.sleep(chance.uniform(0, 0.05))
        process.kill()
        process.join()
        with Database.open(database_url) as database:
            floor = Floor(database, Clock())
            events = floor.events("oak-1")
            moved = sum(isinstance(event, he.Filled | he.Credited) for event in events)
            ended = [event.slip for event in events if isinstance(event, he.SlipDone)]
            assert moved == len(ended) == len(set(ended)), "money and slip are one record"
            assert len(ended) > done, "what was answered is there"
            done = len(ended)
            issued = sum(one.cents for one in events if isinstance(one, he.Filled))
            issued -= sum(one.cents for one in events if isinstance(one, he.Credited))
            opening = next(event.inventory_cents for event in events if isinstance(event, he.TableOpened))
            assert floor.balance(inventory("oak-1")) == opening + issued == -floor.balance(cage_at("oak-1"))
    with Database.open(database_url) as database:
        assert audit(database, KEYS).ok
