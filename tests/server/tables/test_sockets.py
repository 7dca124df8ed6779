"""A table by socket: whole rounds of every rulebook, several people, and connections that are lost and found."""

import asyncio
import secrets
from contextlib import ExitStack, suppress

import msgspec
import pytest
from msgspec.structs import replace
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import TableTerms
from croupier.house.service.service import TableService
from croupier.server.accounts import session_connections
from croupier.server.accounts.guest_names import called
from croupier.server.accounts.users import User
from croupier.server.settings import Rate
from croupier.server.tables import sockets
from croupier.server.tables.live_views import ViewCache
from croupier.server.tables.table_view import MOST_SNAPSHOTS, Moving
from croupier.server.wire import floor_requests as f
from croupier.server.wire import messages as w
from croupier.table.values import events as e
from tests.house.floor import KEYS, Floor, example
from tests.server.felt import RULEBOOKS, deal
from tests.server.live import Live, serving
from tests.server.seated import Seat, player_at
from tests.table.people import finds


def open_tables(live: Live, *rulebooks: str, **terms: int | str) -> None:
    for rulebook in rulebooks:
        given = {"decision_seconds": 0, "betting_seconds": 0, **terms}
        live.house.open_table(rulebook, example(rulebook), TableTerms(**given))  # type: ignore[arg-type]


def play_round(seat: Seat, action: int = 0) -> w.RoundSeen:
    """A whole round, always answering with this one of the actions; how it ended."""
    seat.bet()
    number = seat.round.number
    seat.ready()
    seat.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
    while seat.round.number == number:
        seat.decide(lambda actions: actions[action])
    last = seat.seen.last
    assert last is not None
    assert last.number == number
    return last


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_from_the_first_chip_to_the_last_line(live_server: Live, rulebook: str) -> None:
    open_tables(live_server, rulebook)
    with player_at(live_server, rulebook, 2) as seat:
        assert seat.seen.may_sit
        assert seat.seen.prompt == "Sit down to play."
        seat.sit()
        before = seat.seen.balance_cents
        for action in (0, -1):
            last = play_round(seat, action)
            assert last.phase == "closed"
            assert all(None not in box.cards and box.hand for box in last.boxes if not box.folded)
            assert last.lines
            assert all(line.sentence.endswith(".") and line.clause for line in last.lines)
            assert before is not None
            after = seat.until(lambda seen: seen.balance_cents is not None).balance_cents
            assert after == before + sum(line.net_cents for line in last.lines)
            before = after
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


@pytest.fixture
def table(lite_server: Live) -> Live:
    """A floor with a table of hold 'em."""
    open_tables(lite_server, "md-uth")
    return lite_server


def test_two_players_see_one_round_and_only_their_own_cards(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann, player_at(table, "md-uth", 4) as bob:
        ann.sit()
        bob.sit()
        ann.bet()
        assert ann.offers.may_say_ready
        ann.ready()
        assert ann.until(lambda seen: ann.box_in(seen).ready).prompt == f"Waiting for {called(ann.seen.players[4])}."
        bob.bet()
        bob.ready()
        for seat in (ann, bob):
            seat.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
        assert ann.seen.prompt == "Play 3x, 4x or check."
        assert bob.seen.prompt == f"Waiting for {called(bob.seen.players[1])}."
        assert None not in ann.box_in(ann.seen).cards
        assert ann.box_in(bob.seen).cards == (None, None)
        assert bob.box_in(bob.seen).mine
        assert not ann.box_in(bob.seen).mine
        assert not bob.offers.actions
        ann.decide(lambda actions: actions[0])
        bob.until(lambda seen: seen.round is not None and seen.round.to_ask == (4,))


def test_a_table_is_looked_at_once_for_all_who_see_the_same(lite_database: Database) -> None:
    """One object and one text for the public, and for each player another, however often they look."""
    floor = Floor(lite_database)
    floor.open("one", "md-uth", players=("ann", "bob"))
    deal(floor, "one")

    async def test() -> None:
        async with TableService(floor.house) as service, ViewCache(service) as view_cache:
            table = floor.table("one")
            users = [User(name, "player", False, False, False, 0) for name in ("ann", "bob")]
            public, ann, bob = [await view_cache.viewer_snapshot(table, user) for user in (None, *users)]
            assert [await view_cache.viewer_snapshot(table, user) for user in (None, *users)] == [public, ann, bob]
            moves = view_cache.moves(table)
            assert ann.text(moves) is ann.text(moves)
            assert len({still.text(moves) for still in (public, ann, bob)}) == 3
            assert msgspec.json.decode(ann.text(moves), type=w.TableSeen) == ann.moving(moves)
            later = Moving((w.MeterSeen("mega", "Mega", 1),), None, True)
            assert msgspec.json.decode(ann.text(later), type=w.TableSeen) == ann.moving(later)
            for number in range(2 * MOST_SNAPSHOTS):
                await view_cache.viewer_snapshot(table, User(f"guest-{number}", "player", True, False, False, 0))
            assert await view_cache.viewer_snapshot(table, users[0]) is not ann, "not everybody who ever looked is kept"
            assert (await view_cache.viewer_snapshot(table, users[0])).seen == ann.seen

    asyncio.run(asyncio.wait_for(test(), 20))


def test_a_page_loaded_again_in_the_middle_of_a_hand_shows_the_same(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann:
        ann.sit()
        ann.bet()
        ann.ready()
        before = ann.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
        ann.leave()
        with Seat(ann.browser, "md-uth", 1) as again:
            assert replace(again.seen, meters=()) == replace(before, meters=())
            again.decide(lambda actions: actions[-1])
            assert again.round.community[:3].count(None) == 0


def test_the_same_id_is_done_once_and_answered_alike_from_wherever_it_comes(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann, Seat(ann.browser, "md-uth", 1) as tab:
        ann.sit()
        number = ann.round.number
        request = w.SetWagers(seat=1, round=number, stakes_cents={"ante": 1000, "blind": 1000})
        assert ann.ask(request, "one-and-the-same").outcome == "done"
        ann.until(lambda seen: "blind" in ann.box_in(seen).wagers_cents)
        version = ann.seen.version
        assert tab.ask(request, "one-and-the-same").outcome == "done"
        assert table.house.table("md-uth").version == version
        refused = w.SetWagers(seat=1, round=number, stakes_cents={"trips": 1})
        first = ann.ask(refused, "refused-twice")
        assert first.outcome == "refused"
        assert first.clause
        assert tab.ask(refused, "refused-twice") == first
        other = w.SetWagers(seat=1, round=number, stakes_cents={"trips": 500})
        assert tab.ask(other, "refused-twice").code == "id_used"


def test_two_tabs_of_one_seat_show_the_same_and_either_may_answer(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann, Seat(ann.browser, "md-uth", 1) as tab:
        ann.sit()
        ann.bet()
        tab.until(lambda seen: "play_the_board" in tab.box_in(seen).wagers_cents)
        tab.ready()
        for seat in (ann, tab):
            seat.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
        assert ann.seen == tab.seen
        stale, version = ann.round, ann.seen.version
        tab.decide(lambda actions: actions[-1])
        late = w.TakeDecision(seat=1, round=stale.number, point=stale.point, action="check")
        assert ann.ask(late, version=version).outcome == "stale"
        assert ann.ask(late).outcome == "stale", "the point is named too"
        ann.until(lambda seen: seen.version == tab.seen.version)


def test_a_round_that_is_over_is_stale(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann:
        ann.sit()
        play_round(ann)
        gone = ann.round.number - 1
        for request in (
            w.SetWagers(seat=1, round=gone, stakes_cents={"ante": 1000}),
            w.SayReady(seat=1, round=gone),
            w.AskTime(seat=1, round=gone),
        ):
            assert ann.ask(request).outcome == "stale"


def test_nobody_does_anything_for_anothers_seat(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann, player_at(table, "md-uth", 2) as eve:
        ann.sit()
        ann.bet()
        eve.sit()
        before = table.house.table("md-uth")
        number = ann.round.number
        for request in (
            w.SetWagers(seat=1, round=number, stakes_cents={"ante": 30000}),
            w.SetWagers(seat=1, round=number, stakes_cents={"trips": 0}),
            w.SayReady(seat=1, round=number),
            w.GiveUpSeat(seat=1),
            w.AskTime(seat=1, round=number),
            w.SetWagers(seat=5, round=number, stakes_cents={"ante": 1000}),
        ):
            assert eve.ask(request).code == "not_your_seat", request
        assert eve.ask(w.TakeSeat(seat=1)).code == "too_many_boxes"
        assert table.house.table("md-uth") == before
        ann.ready()
        eve.ready()
        eve.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
        fold = w.TakeDecision(seat=1, round=number, point=eve.round.point, action="check")
        assert eve.ask(fold).code == "not_your_seat"


def test_who_is_not_a_player_watches_and_is_told_why_they_may_not_more(table: Live) -> None:
    sit = w.TakeSeat(seat=1)
    with Seat(table.browser(), "md-uth") as watcher:
        assert not watcher.seen.may_sit
        assert watcher.seen.balance_cents is None
        assert watcher.ask(sit).code == "signed_out"
    for role in ("surveillance", "regulator", "admin"):
        with Seat(table.signed_in(role), "md-uth") as watcher:
            assert watcher.ask(sit).code == "not_your_role"
    for working in ("dealer", "floor"):
        with Seat(table.signed_in(working), "md-uth") as on_duty:
            assert on_duty.ask(sit).code == "not_a_player"
            assert on_duty.ask(w.DoDuty()).code == "dealt_by_itself"
    with player_at(table, "md-uth", 1) as ann:
        assert ann.ask(w.DoDuty()).code == "not_a_dealer"


def test_messages_that_cannot_be_read_are_refused_and_then_the_connection_is(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann:
        assert ann.seen
        for text in ("", "{", "[1]", '{"id": "abcdefgh", "wish": {"wish": "sit", "seat": 99}}', '{"id": "../../../"}'):
            ann.send(text)
            while not ann.answers:
                ann.receive()
            answer = ann.answers.pop()
            assert (answer.outcome, answer.code) == ("refused", "malformed"), answer
            assert answer.sentence
        ann.send("{}")
        ann.closed()
        assert ann.goodbye is not None
        assert not ann.goodbye.again


def test_too_many_messages_end_the_connection(table: Live) -> None:
    few = replace(table.settings, table_requests=Rate(at_once=5, a_minute=6))
    with serving(table.house.database, few) as strict, player_at(strict, "md-uth", 1) as ann:
        request = msgspec.json.encode(w.Asked("12345678", w.GiveUpSeat(seat=1))).decode()
        for _ in range(6):
            ann.send(request)
        ann.closed()
        assert ann.goodbye == sockets.TOO_MANY


def test_who_signs_out_is_parted_from_the_table(table: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_connections, "RECHECK_SECONDS", 0.2)
    with player_at(table, "md-uth", 1, "ann") as ann, player_at(table, "md-uth", 2, "bob") as bob:
        assert ann.seen
        assert ann.browser.delete("/api/session").status_code == 204
        ann.closed()
        assert ann.goodbye == sockets.SESSION_OVER
        assert bob.seen
        table.clock.later_ms += 31 * 60_000
        bob.closed()
        assert bob.goodbye == sockets.SESSION_OVER, "nobody is signed in for ever"


def test_a_command_of_a_session_that_is_over_is_not_carried_out(table: Live) -> None:
    with player_at(table, "md-uth", 1, "ann") as ann:
        ann.browser.delete("/api/session")
        with suppress(ConnectionClosed):  # it may have been closed already
            ann.send(msgspec.json.encode(w.Asked("12345678", w.TakeSeat(seat=1))).decode())
        ann.closed()
        assert ann.goodbye == sockets.SESSION_OVER
    assert table.house.table("md-uth").state.players == ()


def test_who_does_not_read_is_parted_from_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be sent in time is not queued: the connection ends, and the page makes another."""

    class Stuck:
        async def send_data(self, _text: str) -> None:
            await asyncio.sleep(60)

    async def test() -> None:
        with pytest.raises(sockets.Leaving) as left:
            await sockets.send(Stuck(), sockets.NOT_READ)  # type: ignore[arg-type]
        assert left.value.goodbye == sockets.TOO_SLOW

    monkeypatch.setattr(sockets, "PATIENCE_SECONDS", 0.05)
    asyncio.run(asyncio.wait_for(test(), 60))


def test_a_server_that_leaves_says_so_by_the_code_for_that(lite_database: Database) -> None:
    """1012, service restart: the page connects anew."""
    with ExitStack() as stack:
        with serving(lite_database) as live:
            open_tables(live, "md-uth")
            ann = stack.enter_context(player_at(live, "md-uth", 1))
            assert ann.seen
        assert ann.closed() == 1012


def test_a_table_that_is_not_there(table: Live) -> None:
    with Seat(table.browser(), "nowhere") as watcher:
        watcher.closed()
        assert watcher.goodbye is not None
        assert "md-uth" in watcher.goodbye.reason


def test_meters_are_pushed_to_every_table_of_a_link(lite_server: Live) -> None:
    open_tables(lite_server, "md-tcp")
    lite_server.house.open_table("beside", example("md-tcp"), TableTerms(link="md-tcp"))
    with player_at(lite_server, "md-tcp", 1) as ann, Seat(lite_server.browser(), "beside") as watcher:
        ann.sit()
        assert watcher.seen
        before = ann.seen.meters[0].cents
        ann.bet()
        ann.ready()
        while not watcher.meters or watcher.meters[-1].links["md-tcp"][0].cents == before:
            watcher.receive()


def test_time_runs_is_shown_and_is_given_anew(lite_server: Live) -> None:
    open_tables(lite_server, "md-tcp", betting_seconds=600, decision_seconds=600)
    with player_at(lite_server, "md-tcp", 1) as ann:
        ann.sit()
        assert ann.seen.waiting is None, "nobody is waited for before the first chip"
        number = ann.round.number
        ann.do(w.SetWagers(seat=1, round=number, stakes_cents={"ante": 1500}))
        waiting = ann.until(lambda seen: seen.waiting is not None).waiting
        assert waiting is not None
        assert (waiting.kind, waiting.whole_ms) == ("bets", 600_000)
        assert 0 < waiting.left_ms <= 600_000
        ann.ready()
        ann.until(lambda seen: seen.round is not None and seen.round.phase == "decisions")
        clocks = lite_server.app.state.service.clocks
        before = clocks.running["md-tcp"]
        ann.do(w.AskTime(seat=1, round=number))
        after = clocks.running["md-tcp"]
        assert after.waited == before.waited, "for the same answer"
        assert after.began_ms > before.began_ms
        assert after.ends_ms == after.began_ms + 600_000, "the silent player was given the whole time again"


def test_who_is_silent_until_the_time_is_up_has_folded(lite_server: Live) -> None:
    open_tables(lite_server, "md-tcp", betting_seconds=600, decision_seconds=1)
    with player_at(lite_server, "md-tcp", 1) as ann:
        ann.sit()
        number = ann.round.number
        ann.bet()
        ann.ready()
        ann.until(lambda seen: seen.last is not None and seen.last.number == number)
        assert ann.seen.last is not None
        assert ann.seen.last.boxes[0].folded


def test_chips_bought_at_the_cage_are_seen_at_the_table(table: Live) -> None:
    with player_at(table, "md-uth", 1) as ann:
        assert ann.seen.balance_cents == 100_000
        name = ann.browser.get("/api/session").json()["name"]
        table.house.ask(h.Request("cage", h.BuyIn(player=name, cents=5_000)))
        ann.until(lambda seen: seen.balance_cents == 105_000)


def found_at(server: Live) -> dict[str, str]:
    """What somebody who looks finds at the table, whatever is asked."""
    table = server.house.table("md-uth")
    rules = server.house.rules_of(table)
    duty = duty_at(rules, table, table.at_ms // 1000)
    assert duty is not None
    return finds(rules, table.state, duty) if duty.blanks else {}


def test_a_human_dealer_does_one_duty_after_the_other(lite_server: Live) -> None:
    open_tables(lite_server, "md-uth", dealer="human")
    with (
        player_at(lite_server, "md-uth", 1) as ann,
        Seat(lite_server.signed_in("dealer"), "md-uth") as dealer,
        Seat(lite_server.signed_in("floor"), "md-uth") as kim,
    ):
        people, rounds = {"dealer": dealer, "floor": kim}, 0
        ann.do(w.TakeSeat(seat=1))
        while rounds < 2:
            version = lite_server.house.table("md-uth").version
            for one in people.values():
                one.until(lambda shown, version=version: shown.version >= version)  # type: ignore[misc]
            seen = dealer.seen
            assert ann.until(lambda shown, seen=seen: shown.version >= seen.version).duty is None  # type: ignore[misc]
            if ann.seen.round and ann.round.phase == "wagering" and not ann.round.boxes:
                ann.bet()
                ann.ready()
                rounds += 1
                assert ann.seen.round.phase == "wagering", "the dealer closes the bets"
            elif ann.offers.actions:
                ann.decide(lambda actions: actions[-1])
            else:
                duty = seen.duty
                assert duty is not None
                assert {role: one.seen.duty.yours for role, one in people.items() if one.seen.duty} == {
                    role: role == duty.by for role in people
                }
                other = next(one for role, one in people.items() if role != duty.by)
                assert other.ask(w.DoDuty(says=duty.says)).code in ("needs_floor", "not_yours")
                if duty.blanks:
                    assert people[duty.by].ask(w.DoDuty(says=duty.says)).code == "not_found"
                people[duty.by].do(w.DoDuty(says=duty.says, found=found_at(lite_server)))
        assert ann.seen.last is not None
        assert ann.seen.last.lines
        assert dealer.seen.decks
        assert not ann.seen.decks
    report = audit(lite_server.house.database, KEYS)
    assert report.ok, report.problems


def test_the_whole_table_at_once(lite_server: Live) -> None:
    """Every seat taken, everybody wagering at the same time: nothing is lost and nothing done twice."""
    open_tables(lite_server, "md-tcp")
    with ExitStack() as stack:
        seats = [stack.enter_context(player_at(lite_server, "md-tcp", number)) for number in range(1, 8)]
        for seat in seats:
            seat.sit()
        number = seats[0].round.number
        for seat in seats:
            asked = w.Asked(
                secrets.token_hex(8), w.SetWagers(seat=seat.seat, round=number, stakes_cents={"ante": 1500})
            )
            seat.send(msgspec.json.encode(asked).decode())
        for seat in seats:
            seat.until(lambda seen: seen.round is not None and len(seen.round.boxes) == 7)
            seat.ready()
        for seat in seats:
            seat.until(lambda seen: seen.round is not None and seen.round.to_ask[:1] == (seat.seat,))  # noqa: B023
            seat.decide(lambda actions: actions[0])
        for seat in seats:
            last = seat.until(lambda seen: seen.last is not None).last
            assert last is not None
            assert {line.seat for line in last.lines} == set(range(1, 8))


@pytest.mark.parametrize("gone", [ClientDisconnected(), RuntimeError("after sending 'websocket.close'")])
def test_who_has_gone_is_sent_nothing_and_said_no_goodbye(gone: Exception) -> None:
    """A server says that nobody is left at the other end, or that it has closed already, by an error of its own."""

    class Gone:
        async def send_data(self, data: str) -> None:
            raise gone

    with pytest.raises(sockets.Leaving) as left:
        asyncio.run(sockets.send(Gone(), w.Goodbye("", again=False)))  # type: ignore[arg-type]
    assert left.value.goodbye is None


def test_a_floorperson_orders_a_shuffle_and_nobody_else(lite_server: Live) -> None:
    open_tables(lite_server, "md-uth")
    with (
        player_at(lite_server, "md-uth", 1) as ann,
        Seat(lite_server.signed_in("floor"), "md-uth") as kim,
        Seat(lite_server.signed_in("dealer"), "md-uth") as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        ann.bet()
        kim.until(lambda seen: bool(seen.round and seen.round.boxes))
        assert not ann.seen.orders
        assert not dealer.seen.orders
        orders = [one for one in kim.seen.orders if one.order == "shuffle"]
        assert orders
        request = f.OrderCards(order="shuffle", deck=orders[0].deck, reason="a card fell on the floor")
        assert dealer.ask(request).code == "needs_supervisor"
        assert ann.ask(request).code == "not_a_dealer"
        kim.do(request)
        ann.ready()
        ann.until(lambda seen: bool(seen.round and seen.round.phase == "decisions"))
    with lite_server.house.database.read() as connection:
        records = list(store.records_after(connection, "md-uth", 0))
    happened = [(act.by, one) for record in records for act in decoded(record.body) for one in act.events]
    (ordered,) = [(by, one) for by, one in happened if isinstance(one, e.ShuffleOrdered)]
    assert ordered[0] == ordered[1].by
    assert ordered[0].startswith("floor:")
    assert ordered[1].reason == "a card fell on the floor"
    report = audit(lite_server.house.database, KEYS)
    assert report.ok, report.problems
