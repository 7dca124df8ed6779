"""A shoe that reads its cards in a house: whole rounds from what it says, and what becomes of what cannot be."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from croupier.cards import DECK, Card
from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.log import device_events as de
from croupier.house.log import store
from croupier.house.replay.replaying import proof_of, replayed, story_of
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.options import options
from croupier.table.procedure.reading import card_due
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.house.floor import KEYS, Floor
from tests.table.people import PEOPLE, finds

READER, KEY = "device:reader", sha256(b"the shoe's token").hexdigest()
any_database = pytest.mark.databases("any")


def says(said: de.AnySaying, by: str = READER, key: str = KEY) -> h.DeviceSays:
    """What a device says."""
    return h.DeviceSays(said=said, by=by, key=key)


def card(one: Card) -> h.DeviceSays:
    """The shoe reads a card."""
    return says(de.CardRead(card=one))


def opened(floor: Floor, rulebook: str = "md-tcp", **terms: Any) -> None:
    """Table one, with a shoe that reads."""
    floor.open("one", rulebook, players=("ann", "bob"), dealer="human", card_source="shoe", **terms)
    floor.do("one", h.AddDevice(device="reader", kind="shoe", key=KEY, by="admin:ada"))


def step(floor: Floor) -> bool:
    """Somebody does what is due, or answers; False where the shoe is waited for."""
    table = floor.table("one")
    rules = floor.house.rules_of(table)
    if card_due(rules, table.state):
        return False
    duty = duty_at(rules, table, table.at_ms // 1000)
    if duty:
        found = finds(rules, table.state, duty) if duty.blanks else {}
        floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))
        return True
    assert table.state.round is not None
    if table.state.round.phase == "wagering":
        floor.bet("one")
        return True
    seat = table.state.round.to_ask[0]
    answer = options(rules, table.state, seat).answers[-1]
    floor.do("one", c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents))
    return True


def until_a_card(floor: Floor) -> None:
    """People do what is due until the shoe is waited for."""
    while step(floor):
        pass


def round_played(floor: Floor, number: int, deck: Iterator[Card]) -> None:
    """A round to its end, the shoe reading these cards."""
    while floor.table("one").last_number < number:
        if not step(floor):
            floor.do("one", card(next(deck)))


def everything(floor: Floor) -> bytes:
    """All that the log of table one says, as it is stored."""
    with floor.database.read() as connection:
        return b"".join(record.body for record in store.records_after(connection, "one", 0))


def checked(floor: Floor, rounds: int = 1) -> None:
    """Every round is rebuilt and verified without a proof, and the audit finds all in order."""
    with floor.database.read() as connection:
        for number in range(1, rounds + 1):
            again = replayed(connection, "one", number)
            assert again.ok, again.checks
            assert again.proof is None
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


@any_database
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_rounds_that_a_shoe_reads_are_dealt_settled_replayed_and_audited(floor: Floor, rulebook: str) -> None:
    opened(floor, rulebook)
    for number in (1, 2):
        round_played(floor, number, iter(DECK))
    acts = [one for one in floor.events("one") if isinstance(one, e.CardsTurnedUp | e.DealtFaceDown)]
    assert not acts
    checked(floor, 2)
    with floor.database.read() as connection, pytest.raises(BadInput, match="a shoe that reads its cards"):
        proof_of(story_of(connection, "one", 1))


def test_a_shoes_cards_are_sealed_until_the_round_is_over_and_named_after_it(database: Database) -> None:
    floor = Floor(database)
    opened(floor)
    until_a_card(floor)
    for one in DECK[:9]:
        floor.do("one", card(one))
        assert f'"{one}"'.encode() not in everything(floor)
    round_played(floor, 1, iter(()))
    with database.read() as connection:
        told = replayed(connection, "one", 1)
    by = {act.by for record in told.records for act in record.acts for step in act.steps if step.event == "CardsDealt"}
    assert by == {READER}
    checked(floor)


def stops(floor: Floor, said: h.DeviceSays, code: str, note: str) -> None:
    """A device says something that stops the table and calls the floor."""
    answer = floor.ask("one", said, "once")
    assert floor.ask("one", said, "once") == (answer if code else Done(answer.record, again=True))  # type: ignore[union-attr]
    assert (answer.code if isinstance(answer, Refusal) else "") == code
    (call,) = floor.table("one").calls
    assert (call.reason, call.by, call.note) == ("device", READER, note)
    before = floor.table("one")
    for held in (h.DoDuty(by="dealer:deana"), c.Perform(step="no_more_bets", by="dealer:deana"), h.EndBetting()):
        assert floor.refused("one", held).code == "stopped"
    assert duty_at(floor.house.rules_of(before), before, 0) is None
    assert floor.refused("one", h.AnswerCall(call=call.call, note="Go on.", by="dealer:deana")).code == "needs_floor"


def ruled(floor: Floor) -> None:
    """The floor has come and lets the round go on."""
    (call,) = floor.table("one").calls
    floor.do("one", h.AnswerCall(call=call.call, note="Looked at it; the round goes on.", by="floor:kim"))
    assert floor.table("one").stopped is None


@pytest.mark.parametrize(
    ("already", "wrong", "code", "note"),
    [
        (4, 0, "card_twice", "A card left the shoe that is out already."),
        (9, 9, "no_card_due", "A card left the shoe, and none was due."),
    ],
)
@any_database
def test_a_card_that_cannot_be_stops_the_round_until_the_floor_rules(
    floor: Floor, already: int, wrong: int, code: str, note: str
) -> None:
    opened(floor)
    until_a_card(floor)
    for one in DECK[:already]:
        floor.do("one", card(one))
    before = floor.table("one").state
    stops(floor, card(DECK[wrong]), code, note)
    assert floor.table("one").state == before
    assert f'"{DECK[wrong]}"'.encode() not in everything(floor)
    late = floor.ask("one", card(DECK[20]))
    assert isinstance(late, Refusal)
    assert late.code == "stopped"
    assert floor.table("one").state == before
    ruled(floor)
    round_played(floor, 1, iter(DECK[already:]))
    checked(floor)
    with floor.database.read() as connection:
        steps = [
            (step.sentence, step.cards)
            for record in replayed(connection, "one", 1).records
            for act in record.acts
            for step in act.steps
        ]
    shown = (("device reader", str(DECK[wrong])),)
    assert ("Device reader: a card that could not be the next.", shown) in steps


@pytest.mark.parametrize(
    ("said", "note"),
    [
        (de.Jam(), "The shoe is jammed."),
        (de.Cover(open=True), "The cover of the shoe is open while the round is dealt."),
        (de.CountFound(cards=47), "The shoe counts 47 cards, and 48 should be there."),
    ],
)
@any_database
def test_what_contradicts_the_table_stops_it(floor: Floor, said: de.AnySaying, note: str) -> None:
    opened(floor)
    until_a_card(floor)
    for one in DECK[:4]:
        floor.do("one", card(one))
    stops(floor, says(said), "", note)
    ruled(floor)
    round_played(floor, 1, iter(DECK[4:]))
    checked(floor)


@any_database
def test_what_contradicts_nothing_is_written_down_and_play_goes_on(floor: Floor) -> None:
    opened(floor)
    for said in (de.Cover(open=True), de.Cover(open=False), de.CountFound(cards=52)):
        floor.do("one", says(said))
    until_a_card(floor)
    floor.do("one", says(de.CountFound(cards=52)))
    floor.do("one", card(DECK[0]))
    floor.do("one", says(de.CountFound(cards=51)))
    assert floor.table("one").calls == ()
    assert [one.said for one in floor.table("one").said] == [de.Cover(open=False), de.CountFound(cards=51)]


def until_the_stub(floor: Floor) -> None:
    """A round of hold 'em as far as the count of its stub."""
    deck = iter(DECK)
    while not isinstance(getattr(duty_now(floor), "command", None), c.CountStub):
        if not step(floor):
            floor.do("one", card(next(deck)))


def duty_now(floor: Floor) -> Any:
    """What is due at table one."""
    table = floor.table("one")
    return duty_at(floor.house.rules_of(table), table, table.at_ms // 1000)


@any_database
def test_a_dealer_who_counts_the_stub_otherwise_than_the_shoe_waits_for_the_floor(floor: Floor) -> None:
    opened(floor)
    until_the_stub(floor)
    left = 52 - floor.table("one").state.round.drawn  # type: ignore[union-attr]
    floor.do("one", says(de.CountFound(cards=left)))
    floor.do("one", h.DoDuty(found=(("count", str(left - 1)),), by="dealer:deana"))
    (call,) = floor.table("one").calls
    assert call.note == f"The dealer counts {left - 1} cards in the stub, and the shoe {left}."
    assert floor.table("one").stopped == call
    ruled(floor)
    entry = floor.table("one").entries[-1]
    floor.do("one", h.TakeBack(record=entry.record, by="dealer:deana"))
    floor.do("one", h.DoDuty(found=(("count", str(left)),), by="dealer:deana"))
    round_played(floor, 1, iter(()))
    checked(floor)


@any_database
def test_a_shoe_that_counts_the_stub_otherwise_than_the_dealer_calls_the_floor(floor: Floor) -> None:
    opened(floor)
    until_the_stub(floor)
    left = 52 - floor.table("one").state.round.drawn  # type: ignore[union-attr]
    floor.do("one", h.DoDuty(found=(("count", str(left - 1)),), by="dealer:deana"))
    stops(
        floor,
        says(de.CountFound(cards=left)),
        "",
        f"The shoe counts {left} cards in the stub, and the dealer {left - 1}.",
    )


@any_database
def test_the_floor_ends_a_jammed_round_by_the_rules_and_the_next_is_told_by_the_dealer(floor: Floor) -> None:
    opened(floor)
    until_a_card(floor)
    for one in DECK[:4]:
        floor.do("one", card(one))
    floor.do("one", says(de.Jam()))
    assert floor.refused("one", h.TakeOption(option="report:dealing_shoe_jam", by="dealer:deana")).code == "stopped"
    floor.do("one", h.TakeOption(option="report:dealing_shoe_jam", by="floor:kim"))
    assert floor.table("one").last_number == 1
    late = floor.refused("one", card(DECK[4]))
    assert late.code == "shoe_out_of_use"
    ruled(floor)
    told = iter(DECK)
    while floor.table("one").last_number < 2:
        duty = duty_now(floor)
        if duty and isinstance(duty.command, c.TurnUp):
            cards = " ".join(str(next(told)) for _ in range(duty.blanks[0].most))
            floor.do("one", h.DoDuty(says=duty.says, found=(("cards", cards),), by="dealer:deana"))
        else:
            assert step(floor)
    checked(floor, 2)


@any_database
def test_only_the_devices_own_token_speaks_for_it_and_only_what_is_its_to_say(floor: Floor) -> None:
    opened(floor)
    other = sha256(b"another").hexdigest()
    for by, key in ((READER, other), (READER, ""), ("device:nobody", KEY), ("dealer:reader", KEY), ("reader", KEY)):
        assert floor.refused("one", says(de.Jam(), by, key)).code == "revoked"
    floor.do("one", h.AddDevice(device="lights", kind="progressive", key=other, by="admin:ada"))
    for said in (de.CardRead(card=DECK[0]), de.Jam(), de.CountFound(cards=52), de.Cover(open=True)):
        assert floor.refused("one", says(said, "device:lights", other)).code == "not_this_device"
    floor.do("one", says(de.Light(seat=2, on=True), "device:lights", other))
    assert floor.refused("one", says(de.Light(seat=99, on=True), "device:lights", other)).code == "no_seat"
    floor.do("one", h.RevokeDevice(device="reader", by="admin:ada"))
    assert floor.refused("one", says(de.Jam())).code == "revoked"
    assert floor.refused("one", h.RevokeDevice(device="reader", by="admin:ada")).code == "no_device"


@any_database
def test_no_two_devices_have_one_name_nor_a_table_two_shoes(floor: Floor) -> None:
    opened(floor)
    for device, kind, code in (
        ("reader", "shuffler", "device_present"),
        ("second", "shoe", "device_present"),
        ("", "shuffler", "device_name"),
        ("A b", "shuffler", "device_name"),
    ):
        assert floor.refused("one", h.AddDevice(device=device, kind=kind, key=KEY)).code == code  # type: ignore[arg-type]
    assert floor.refused("one", h.AddDevice(device="x", kind="shuffler", key="short")).code == "device_key"
    for number in range(7):
        floor.do("one", h.AddDevice(device=f"n{number}", kind="shuffler", key=KEY))
    assert floor.refused("one", h.AddDevice(device="x", kind="shuffler", key=KEY)).code == "too_many_devices"
    floor.open("two", "md-uth", players=())
    assert floor.refused("two", h.AddDevice(device="reader", kind="shoe", key=KEY)).code == "no_shoe"


@any_database
def test_players_wait_too_while_the_floor_rules(floor: Floor) -> None:
    opened(floor)
    until_a_card(floor)
    for one in DECK[:9]:
        floor.do("one", card(one))
    while not floor.table("one").state.round.to_ask:  # type: ignore[union-attr]
        step(floor)
    floor.do("one", says(de.Jam()))
    fold = c.Decide(seat=1, action="fold", by="ann")
    assert floor.refused("one", fold).code == "stopped"
    ruled(floor)
    floor.do("one", fold)


def test_a_log_of_a_shoe_reads_the_same_on_both_databases(database: Database) -> None:
    floor = Floor(database)
    opened(floor)
    round_played(floor, 1, iter(DECK))
    again = Floor(database)
    assert again.table("one") == floor.table("one")
    checked(again)
