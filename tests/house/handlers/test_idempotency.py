"""What a command was answered is what it is answered again; who saw the table as it was before is told so."""

import hashlib

import msgspec
from msgspec.structs import replace
from sqlalchemy import select

from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import LONGEST_ID, Done
from croupier.house.log import store
from croupier.house.log.chain import read_body
from croupier.house.service.house import House
from croupier.house.transaction.house_transaction import UNRECORDED_MS
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from croupier.table.values.refusal import Refusal
from tests.house.floor import KEYS, Floor


def test_the_same_command_sent_again_is_answered_the_same_and_done_once(floor: Floor) -> None:
    floor.open("one")
    wager = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)
    first = floor.do("one", wager, "w-1")
    assert floor.ask("one", wager, "w-1") == replace(first, again=True)
    assert House(floor.database, KEYS).ask(h.Request("one", wager, "w-1")) == replace(first, again=True)
    assert floor.balance("wagers:one") == 1500
    assert floor.ask("one", wager, "w-2") != first


def test_a_refusal_is_remembered_too_though_the_command_would_be_lawful_now(floor: Floor) -> None:
    floor.open("one")
    early = c.Decide(seat=1, action="fold")
    refusal = floor.refused("one", early, "d-1")
    floor.bet("one")
    floor.do("one", h.EndBetting())
    assert floor.refused("one", early, "d-1") == refusal
    assert isinstance(floor.ask("one", early, "d-2"), Done)


def test_an_id_is_good_for_one_command_only(floor: Floor) -> None:
    floor.open("one")
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500), "w-1")
    assert floor.refused("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000), "w-1").code == "id_used"
    too_long = "x" * (LONGEST_ID + 1)
    assert floor.refused("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000), too_long).code == "command_id"


def test_twins_in_one_batch_are_done_once(floor: Floor) -> None:
    floor.open("one")
    wager = h.Request("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500), "w-1")
    first, second = floor.house.submit([wager, wager])
    assert isinstance(first, Done)
    assert second == replace(first, again=True)


def test_the_stale_are_refused(floor: Floor) -> None:
    version = floor.open("one").version
    assert isinstance(floor.ask("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500), "", version), Done)
    answer = floor.ask("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000), "", version)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"


# Commands that leave no record


def test_a_command_that_changes_nothing_has_a_mark_of_its_own_and_the_audit_is_clean(floor: Floor) -> None:
    floor.open("one")
    nothing = h.SetWagers(seat=1, stakes=(Wager("ante", 0),))
    first = floor.do("one", nothing, "n-1")
    assert first.record == floor.table("one").version
    assert floor.ask("one", nothing, "n-1") == replace(first, again=True)
    assert floor.do("one", nothing, "n-2") == first
    assert audit(floor.database, KEYS).problems == ()
    with floor.database.read() as connection:
        assert connection.execute(select(s.answers.c.command_id).where(s.answers.c.command_id.like("n-%"))).all() == []
        kept = connection.execute(select(s.unrecorded.c.command_id, s.unrecorded.c.refusal)).all()
    assert [tuple(row) for row in kept] == [("n-1", None), ("n-2", None)]


def test_answers_without_a_record_are_kept_for_a_while(floor: Floor) -> None:
    floor.open("one")
    floor.open("two", players=("bea",))
    early = c.Decide(seat=1, action="fold")
    floor.refused("one", early, "d-1")
    floor.refused("two", early, "d-1")
    floor.clock.at_ms += UNRECORDED_MS // 2
    floor.refused("one", early, "d-2")
    assert ids(floor) == {("one", "d-1"), ("one", "d-2"), ("two", "d-1")}
    floor.clock.at_ms += UNRECORDED_MS // 2
    floor.refused("one", early, "d-3")
    assert ids(floor) == {("one", "d-2"), ("one", "d-3"), ("two", "d-1")}
    assert audit(floor.database, KEYS).ok


def ids(floor: Floor) -> set[tuple[str, str]]:
    with floor.database.read() as connection:
        found = connection.execute(select(s.unrecorded.c.table_id, s.unrecorded.c.command_id)).all()
    return {(table, command_id) for table, command_id in found}


def test_a_record_names_the_command_that_it_answers(floor: Floor) -> None:
    floor.open("one")
    wager = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)
    done = floor.do("one", wager, "w-1")
    with floor.database.read() as connection:
        (record,) = store.records_after(connection, "one", done.record - 1)
    body = read_body(record.body)
    assert (body.command_id, body.asked) == ("w-1", hashlib.sha256(msgspec.json.encode(wager)).digest())


def test_a_refusal_opens_no_account(floor: Floor) -> None:
    floor.open("one")
    floor.refused("one", c.Sit(seat=1, player="zoe"), "s-1")
    floor.refused(CAGE, h.BuyIn(player="yan", cents=0), "b-1")
    floor.do("one", c.Sit(seat=2, player="xim"))
    with floor.database.read() as connection:
        players = set(connection.execute(select(s.accounts.c.account).where(s.accounts.c.kind == "player")).scalars())
    assert players == {"player:ann"}
    assert audit(floor.database, KEYS).ok


# Ids come first


def test_the_same_sit_sent_again_is_answered_the_same(floor: Floor) -> None:
    floor.open("one", players=())
    sit = c.Sit(seat=2, player="ann")
    first = floor.do("one", sit, "s-1")
    assert floor.ask("one", sit, "s-1") == replace(first, again=True)
    assert floor.ask("one", sit, "s-1", version=1) == replace(first, again=True)
    assert floor.refused("one", c.Sit(seat=6, player="ann"), "s-2").code in ("not_adjacent", "too_many_boxes")


def test_every_command_that_was_done_is_answered_so_again_whatever_became_of_the_table(floor: Floor) -> None:
    floor.open("one", mode="open")
    commands: tuple[h.AnyRequestedCommand, ...] = (
        h.OfferSeed(player="ann", seed="seven"),
        h.SetWagers(seat=1, stakes=(Wager("ante", 1500),)),
        h.EndBetting(),
        c.Decide(seat=1, action="fold"),
        h.Fill(cents=500),
        h.Credit(cents=500),
        c.Leave(seat=1),
        h.CloseTable(),
    )
    answers = [floor.do("one", command, f"c-{number}") for number, command in enumerate(commands)]
    for number, (command, answer) in enumerate(zip(commands, answers, strict=True)):
        assert floor.ask("one", command, f"c-{number}") == replace(answer, again=True), command
