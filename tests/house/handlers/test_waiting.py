"""What a table waits for: everybody ready, more time, what the asker takes for granted; and the round before."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.handlers.waiting import extensions, waited_for
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.house_table import HouseTable
from croupier.house.replay.sentences import told
from croupier.house.service.house import House
from croupier.house.service.notifications import LONGEST_NOTE, notes
from croupier.house.service.service import TableService, Watcher
from croupier.house.transaction import table_cache
from croupier.house.transaction.table_cache import snapshot_purpose
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.views import Viewer, view_for
from tests.house.floor import KEYS, Floor
from tests.table.people import PEOPLE, finds

pytestmark = pytest.mark.databases("any")

ANTE = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)


def audited(floor: Floor) -> None:
    """Another process reads every table alike, and the audit has nothing to say."""
    other = House(floor.database, KEYS)
    for name in floor.house.tables():
        assert other.table(name) == floor.table(name)
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


def test_the_round_that_ended_last_is_kept_while_the_next_is_open(floor: Floor) -> None:
    table = floor.open("one", players=("ann", "bob"))
    assert table.last is None
    floor.play("one")
    table = floor.table("one")
    assert table.last is not None
    assert (table.last.number, table.last.phase) == (1, "closed")
    assert table.last.lines
    assert table.state.rounds == 2
    floor.bet("one")
    floor.do("one", h.EndBetting())
    assert floor.table("one").last == table.last
    floor.do("one", c.Report(kind="dealer_card_exposed", by="floor"))
    void = floor.table("one").last
    assert void is not None
    assert (void.number, void.phase) == (2, "void")
    audited(floor)


def test_a_folded_hand_stays_hidden_in_the_last_round(floor: Floor) -> None:
    floor.open("one", "md-fcp", players=("ann", "bob"))
    for seat in (1, 2):
        floor.do("one", c.PlaceWager(seat=seat, wager="ante", stake_cents=1000))
    floor.do("one", h.EndBetting())
    floor.do("one", c.Decide(seat=1, action="fold"))
    floor.do("one", c.Decide(seat=2, action="play", stake_cents=1000))
    table = floor.table("one")
    last = replace(table.state, round=table.last)
    for viewer, sees in ((Viewer("player", "ann"), True), (Viewer("player", "bob"), False), (Viewer("public"), False)):
        seen = view_for(last, viewer).round
        assert seen is not None
        assert (None not in seen.boxes[0].cards) is sees
        assert None not in seen.boxes[1].cards
        assert None not in seen.dealer


def test_a_practice_table_says_so(floor: Floor) -> None:
    assert floor.open("one", practice=True).practice
    assert not floor.open("two").practice
    audited(floor)


def test_betting_ends_once_everybody_is_ready(floor: Floor) -> None:
    floor.open("one", players=("ann", "bob"))
    assert floor.refused("one", h.Ready(seat=1)).code == "no_wagers"
    assert floor.refused("one", h.Ready(seat=5)).code == "not_seated"
    floor.do("one", ANTE)
    floor.do("one", h.Ready(seat=1))
    assert floor.table("one").ready == (1,)
    assert floor.refused("one", h.Ready(seat=1)).code == "ready_already"
    floor.do("one", replace(ANTE, stake_cents=2000))
    assert floor.table("one").ready == (), "who changes a wager is not ready any more"
    floor.do("one", h.Ready(seat=1))
    floor.do("one", replace(ANTE, seat=2))
    assert floor.table("one").ready == (1,), "another's wager does not change that"
    answer = floor.do("one", h.Ready(seat=2))
    table = floor.table("one")
    assert table.ready == ()
    assert table.version == answer.record, "bets closed in the record of the last to be ready"
    assert table.state.round is not None
    assert table.state.round.phase == "decisions"
    refusal = floor.refused("one", h.Ready(seat=1))
    assert (refusal.code, refusal.clause) == ("no_betting", "md-tcp:.07C#2")
    audited(floor)


def test_who_sits_out_says_so_and_who_gets_up_holds_nobody_up(floor: Floor) -> None:
    floor.open("one", players=("ann", "bob", "cy"))
    floor.do("one", ANTE)
    floor.do("one", h.Ready(seat=1))
    floor.do("one", h.Ready(seat=2))
    floor.do("one", c.Leave(seat=3))
    round_ = floor.table("one").state.round
    assert round_ is not None
    assert round_.phase == "decisions"
    assert [box.seat for box in round_.boxes] == [1]


def test_wagers_that_are_not_complete_are_not_ready(floor: Floor) -> None:
    floor.open("one", "md-uth")
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1000))
    refusal = floor.refused("one", h.Ready(seat=1))
    assert "Blind" in refusal.sentence
    assert refusal.clause


def do_duty(floor: Floor) -> None:
    """Whoever it is for does what is due at table one, and finds out what is asked."""
    table = floor.table("one")
    rules = floor.house.rules_of(table)
    duty = next_duty(rules, table.state, at=table.at_ms // 1000)
    assert duty is not None
    found = tuple(finds(rules, table.state, duty).items())
    floor.do("one", h.DoDuty(says=duty.says, found=found, by=PEOPLE[duty.by]))


def test_a_table_with_a_human_dealer_waits_for_the_dealer(floor: Floor) -> None:
    floor.open("one", dealer="human")
    while (table := floor.table("one")).state.round is None:
        do_duty(floor)
    floor.do("one", ANTE)
    floor.do("one", h.Ready(seat=1))
    assert floor.refused("one", h.DoDuty(says="The cards are shuffled.", by="dealer:kim")).code == "stale"
    table = floor.table("one")
    assert table.ready == (1,)
    assert table.state.round is not None
    assert table.state.round.phase == "wagering"
    while (table := floor.table("one")).last is None:
        round_ = table.state.round
        if next_duty(floor.house.rules_of(table), table.state):
            do_duty(floor)
        else:
            assert round_ is not None
            assert floor.refused("one", h.DoDuty(by="dealer:kim")).code == "nothing_due"
            floor.decide("one")
    prepared = [one for one in floor.events("one") if isinstance(one, e.DeckPrepared)]
    assert {one.by for one in prepared} == {"dealer:deana", "floor:kim"}
    assert {one.step for one in prepared if one.by == "floor:kim"} == {"verify_inspection"}
    floor.open("two")
    assert floor.refused("two", h.DoDuty()).code == "dealt_by_itself"
    audited(floor)


def test_more_time_is_on_record_and_ten_times_at_most(floor: Floor) -> None:
    floor.open("one", players=("ann", "bob"), decision_seconds=30)
    assert floor.refused("one", h.AskTime(seat=1)).code == "not_waiting"
    for seat in (1, 2):
        floor.do("one", replace(ANTE, seat=seat))
    floor.do("one", h.AskTime(seat=2))
    floor.do("one", h.EndBetting())
    assert floor.refused("one", h.AskTime(seat=2)).code == "not_waiting", "seat 1 is asked first"
    for _ in range(10):
        floor.do("one", h.AskTime(seat=1))
    assert floor.refused("one", h.AskTime(seat=1)).code == "no_more_time"
    table = floor.table("one")
    waited = waited_for(table)
    assert waited is not None
    given = extensions(table, waited)
    assert len(given) == 10
    assert given[-1].at_ms == table.at_ms
    floor.do("one", c.Decide(seat=1, action="fold"))
    floor.do("one", h.AskTime(seat=2))
    sentences = [told(None, one)[0] for one in floor.events("one") if isinstance(one, he.TimeExtended)]
    assert sentences[0] == "More time is given for wagers."
    assert sentences[-1] == "Seat 2 is given more time."
    audited(floor)


def test_what_the_asker_takes_for_granted(floor: Floor) -> None:
    floor.open("one", players=("ann", "bob"))
    before = floor.table("one")

    def asked(**given: object) -> str:
        answer = floor.house.ask(h.Request("one", ANTE, **given))  # type: ignore[arg-type]
        return answer.code if isinstance(answer, Refusal) else "done"

    assert asked(round=2) == "stale"
    assert asked(point="after_deal") == "stale"
    assert asked(player="bob") == "not_your_seat"
    assert asked(version=before.version - 1) == "stale"
    assert floor.table("one") == before
    assert asked(round=1, point="", player="ann", version=before.version) == "done"


def test_a_decision_is_of_who_holds_the_box(floor: Floor) -> None:
    """Somebody else may have sat down there since."""
    floor.open("one", players=("ann", "bob"))
    for seat in (1, 2):
        floor.do("one", replace(ANTE, seat=seat))
    floor.do("one", h.EndBetting())
    floor.do("one", c.Leave(seat=2))
    floor.do("one", c.Sit(seat=2, player="cy"))
    floor.do("one", c.Decide(seat=1, action="fold"))
    request = h.Request("one", c.Decide(seat=2, action="fold"), player="cy")
    answer = floor.house.ask(request)
    assert isinstance(answer, Refusal)
    assert answer.code == "not_your_seat"
    assert isinstance(floor.house.ask(replace(request, player="bob")), Done)


def test_a_snapshot_of_the_first_version_knows_no_last_round(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "SNAPSHOT_EVERY", 16)
    floor.open("one")
    floor.play("one", 4)
    with floor.database.write() as connection:
        kept = store.snapshot(connection, "one")
        assert kept is not None
        opened = KEYS.sealing.open(kept[1], snapshot_purpose("one"))
        table = msgspec.json.decode(opened, type=HouseTable)
        assert table.last is not None
        older = msgspec.json.encode(replace(table, last=None))
        store.keep_snapshot(connection, "one", kept[0], KEYS.sealing.close(older, snapshot_purpose("one")))
    floor.play("one")
    audited(floor)


def running(test: Callable[[Database], Awaitable[None]], database: Database) -> None:
    asyncio.run(asyncio.wait_for(test(database), 30))


async def seen(watcher: Watcher, version: int) -> HouseTable:
    while (table := await watcher.next()).version < version:
        pass
    return table


@pytest.mark.databases("every")
def test_what_another_process_does_is_heard_of(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its notification on PostgreSQL, where nobody looks here, by looking on SQLite."""
    if database.dialect == "postgresql":
        monkeypatch.setattr("croupier.house.service.service.LOOK_SECONDS", 3600.0)

    async def test(database: Database) -> None:
        floor = Floor(database)
        floor.house = House(database, KEYS)  # by the time of day, as the services
        floor.open("one", decision_seconds=600, betting_seconds=600)
        here, there = TableService(House(database, KEYS)), TableService(House(database, KEYS))
        async with here, there, here.watch("one") as watcher:
            answer = await there.send(h.Request("one", ANTE))
            assert isinstance(answer, Done)
            table = await seen(watcher, answer.record)
            assert table.state.round is not None
            assert table.state.round.boxes
            left, there_left = here.clocks.left_ms("one"), there.clocks.left_ms("one")
            assert left is not None
            assert there_left is not None
            assert abs(left[0] - there_left[0]) < 5_000, "both clocks ring at about the same time"

    running(test, database)


@pytest.mark.databases("every")
def test_a_commit_that_nobody_told_of_is_found(database: Database) -> None:
    async def test(database: Database) -> None:
        floor = Floor(database)
        floor.open("one")
        async with TableService(House(database, KEYS)) as service, service.watch("one") as watcher:
            answer = floor.do("one", ANTE)
            await seen(watcher, answer.record)

    running(test, database)


@pytest.mark.databases("every")
def test_a_listener_that_lost_its_connection_makes_another(database: Database) -> None:
    if database.dialect == "sqlite":
        pytest.skip("SQLite has no connection to lose")

    async def test(database: Database) -> None:
        Floor(database).open("one")
        heard: list[str] = []
        here, there = TableService(House(database, KEYS)), TableService(House(database, KEYS))
        here.on_notification("players", heard.extend)
        async with here, there:
            while "ann" not in heard:
                there.announce("players", ["ann"])
                await asyncio.sleep(0.1)
            with database.write() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND datname = current_database()"
                    " AND (query LIKE 'LISTEN%%' OR query LIKE '%%pg_notify%%')"
                )
            while "bob" not in heard:
                there.announce("players", ["bob"])
                await asyncio.sleep(0.1)

    running(test, database)


def test_notes_are_no_longer_than_the_server_takes() -> None:
    names = [f"table-{number:034}" for number in range(500)]
    found = notes([("tables", name) for name in names] + [("players", "ann")])
    assert all(len(note) <= LONGEST_NOTE for note in found)
    assert found[-1] == "players:ann"
    assert [name for note in found[:-1] for name in note.removeprefix("tables:").split(",")] == names


@pytest.mark.databases("every")
def test_a_look_that_was_begun_before_a_commit_forgets_nothing(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads a table while another thread writes it may find the older of the two."""
    floor.open("t")
    look, house = store.table_rows, floor.house
    wagers = iter([ANTE])

    def looked(connection: Connection, names: Iterable[str] | None = None, lock: bool = False) -> list[store.TableRow]:
        found = look(connection, names, lock)
        if not lock and (wager := next(wagers, None)):
            floor.do("t", wager)
        return found

    monkeypatch.setattr(store, "table_rows", looked)
    before = house.known("t")
    assert before is not None
    house.table("t")
    after = house.known("t")
    assert after is not None, "the table was forgotten"
    assert after.version > before.version
