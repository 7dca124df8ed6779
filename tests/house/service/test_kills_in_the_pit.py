"""The process is killed in the middle of corrections, slips, entries and acts of two people: nothing is half done."""

import random
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from sqlalchemy import Select, select

from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import CIRCULATION
from croupier.house.ledger.postings import CREDIT, DROP_TAKEN, FILL
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import House
from tests.house.floor import KEYS
from tests.house.service.aftermath import Aftermath, told
from tests.house.service.crew import Crew, Worker, crew
from tests.house.service.pit_acts import deal_on, open_felt

TABLES = ("md-tcp", "md-uth")
INTERRUPTED: tuple[type, ...] = (
    h.CorrectSettlement, h.ConfirmSlip, h.SetWagers, h.ApproveSlip, h.CorrectBuyIn, h.TakeBack, h.DoDuty, h.AnswerCall,
    h.AskSlip, h.SellChips, h.MakeCall,
)  # fmt: skip
MILLISECONDS = (0, 12)  # between the request and the kill
MOVED_BY = {he.Filled: FILL, he.Credited: CREDIT, he.DropTaken: DROP_TAKEN}


class PitAftermath(Aftermath):
    """What must be true of a pit, whenever its process was killed."""

    def invariants(self, house: House) -> None:
        """Records and money belong together, chips are never below zero, and every slip is where its record says."""
        with house.database.read() as connection:
            for row in store.table_rows(connection):
                self._chained(connection, row)
                events = [
                    event
                    for record in store.records_after(connection, row.table_id, 0)
                    for act in decoded(record.body)
                    for event in act.events
                ]
                _moved_as_told(connection.execute(_transfers_of(row.table_id)).all(), events)
                _slips_are_whole(events)
            held = select(s.accounts.c.balance_cents).where(s.accounts.c.account == CIRCULATION)
            assert connection.execute(held).scalar_one() >= 0
        report = audit(house.database, KEYS)
        assert report.ok, report.problems


def _transfers_of(table: str) -> Select[str, int]:
    c = s.transfers.c
    return select(c.reason, c.cents).where(c.table_id == table, c.reason.in_(MOVED_BY.values()))


def _moved_as_told(rows: Sequence[tuple[str, int]], events: Sequence[he.LoggedEvent]) -> None:
    """The chips and the cash that went between table and cage are those that the log tells of, each once."""
    logged = sorted(
        (MOVED_BY[type(one)], one.cents)
        for one in events
        if isinstance(one, he.Filled | he.Credited | he.DropTaken) and one.cents
    )
    assert sorted(rows) == logged


def _slips_are_whole(events: Sequence[he.LoggedEvent]) -> None:
    """Asked by one, approved by another, done after that, each once."""
    asked = {one.slip: one for one in events if isinstance(one, he.SlipAsked)}
    approved = {one.slip: one for one in events if isinstance(one, he.SlipApproved)}
    done = [one.slip for one in events if isinstance(one, he.SlipDone)]
    assert set(done) <= set(approved) <= set(asked)
    assert len(done) == len(set(done))
    assert all(asked[slip].by != one.by for slip, one in approved.items())
    moved = [
        sum(worth * count for worth, count in asked[slip].pieces)
        for slip in done
        if asked[slip].kind in ("fill", "credit")
    ]
    by_people = [one.cents for one in events if isinstance(one, he.Filled | he.Credited) and one.by != "house"]
    assert sorted(moved) == sorted(by_people)


@pytest.fixture(scope="module")
def hired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with crew(tmp_path_factory.mktemp("journals")) as hired:
        yield hired


def kill_at(hired: Crew, address: str, kinds: Sequence[type], seed: int = 0) -> PitAftermath:
    """Starts a process for each kind of act, and kills it when it has asked for one; then looks at what is left."""
    chance, aftermath = random.Random(seed), PitAftermath()
    with Database.open(address) as database:
        open_felt(House(database, KEYS), TABLES)
    for kind in kinds:
        worker = hired.start(address, TABLES)
        worker.wait_until(_asked_for(worker, kind))
        time.sleep(chance.randint(*MILLISECONDS) / 1000)
        worker.kill()
        with Database.open(address) as database:
            house = House(database, KEYS)
            aftermath.hear(house, worker.lines())
            aftermath.check(house)
            deal_on(house, TABLES)
    with Database.open(address) as database:
        aftermath.check_all(database)
    return aftermath


def _asked_for(worker: Worker, kind: type) -> Callable[[], bool]:
    """Whether the worker waits for the answer to an act of this kind, or was answered one already."""

    def asked() -> bool:
        answered, unheard = told(worker.lines())
        return any(type(request.command) is kind for request in [*unheard, *[one for one, _ in answered]])

    return asked


def test_killed_in_the_middle_of_what_the_pit_does(hired: Crew, database_url: str) -> None:
    aftermath = kill_at(hired, database_url, INTERRUPTED[:5])
    assert aftermath.in_flight, "every kill found the process at rest"


@pytest.mark.soak
def test_killed_thirty_times_in_the_middle_of_what_the_pit_does(hired: Crew, database_url: str) -> None:
    aftermath = kill_at(hired, database_url, INTERRUPTED * 3, seed=1)
    assert aftermath.in_flight, "every kill found the process at rest"
    assert aftermath.kept_unheard < aftermath.in_flight, "no kill came before its commit"
