"""Requests of many tables in one transaction: their dealers take turns, and each table's books are its own."""

from collections import Counter

import pytest
from sqlalchemy import event, select

from croupier.cli.demo import demo_decision, demo_wagers
from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.load import rulebook_ids
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Wager
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SYSTEM
from tests.house.floor import CHIPS_CENTS, KEYS, Floor

TABLES = [(f"{rulebook}-{number}", rulebook) for number in (1, 2) for rulebook in rulebook_ids()]
NAMES = [table for table, _ in TABLES]


@pytest.fixture
def floor(floor: Floor) -> Floor:
    """Two tables of every rulebook; Ann sits at all of them, and Bob beside her at the first."""
    for table, rulebook in TABLES:
        floor.open(table, rulebook, ())
    for player in ("ann", "bob"):
        floor.do(CAGE, h.BuyIn(player=player, cents=CHIPS_CENTS))
    for table in NAMES:
        floor.do(table, c.Sit(seat=1, player="ann"))
    floor.do(NAMES[0], c.Sit(seat=2, player="bob"))
    return floor


def bets(floor: Floor, table: str, seat: int = 1) -> h.SetWagers:
    stakes = demo_wagers(floor.house.rules_of(floor.table(table)))
    return h.SetWagers(seat=seat, stakes=stakes, ready=True, by=floor.table(table).state.player(seat))


def asked(floor: Floor) -> list[h.Request]:
    """What the players of every table ask next."""
    requests = list[h.Request]()
    for table in NAMES:
        house_table = floor.table(table)
        round_ = house_table.state.round
        assert round_ is not None
        if round_.phase == "wagering":
            requests += [h.Request(table, bets(floor, table, seat)) for seat, _ in house_table.state.players]
        else:
            requests.append(h.Request(table, demo_decision(floor.house.rules_of(house_table), house_table.state)))
    return requests


def test_rounds_of_all_games_go_on_side_by_side(floor: Floor) -> None:
    """Every commit has all tables in it; every record, transfer and meter is found right afterwards."""
    for _ in range(12):
        answers = floor.house.submit(asked(floor))
        assert all(isinstance(answer, Done) for answer in answers), answers
    assert all(floor.table(table).state.rounds >= 2 for table in NAMES)
    report = audit(floor.database, KEYS)
    assert report.ok, report
    with floor.database.read() as connection:
        moved = Counter(connection.execute(select(s.transfers.c.table_id)).scalars())
    assert set(NAMES) < set(moved)


def test_the_dealers_take_turns(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody does a second act while another table, which has something to do, has not done its first."""
    acts, carry_out = list[str](), TableTransaction.table_command

    def noted(transaction: TableTransaction, command: c.AnyCommand) -> Refusal | None:
        if command.by == SYSTEM:
            acts.append(transaction.table.table_id)
        return carry_out(transaction, command)

    monkeypatch.setattr(TableTransaction, "table_command", noted)
    pair = ["md-tcp-1", "md-tcp-2"]
    floor.house.submit([h.Request(table, bets(floor, table)) for table in pair])
    assert len(acts) >= 6
    assert acts == pair * (len(acts) // 2)


def test_two_requests_of_one_table_are_carried_out_in_their_order(floor: Floor) -> None:
    first, other = NAMES[0], NAMES[1]
    answers = floor.house.submit(
        [
            h.Request(first, bets(floor, first, seat=1), "ann's"),
            h.Request(other, bets(floor, other), "another table's"),
            h.Request(first, bets(floor, first, seat=2), "bob's"),  # everybody is ready now, and is dealt to
            h.Request(first, bets(floor, first, seat=2), "bob's"),  # sent twice
            h.Request(first, c.PlaceWager(seat=1, wager="ante", stake_cents=1000), "too late"),
        ]
    )
    ann, remote_house, bob, again, late = answers
    assert isinstance(ann, Done)
    assert isinstance(remote_house, Done)
    assert isinstance(bob, Done)
    assert again == Done(bob.record, again=True)
    assert ann.record < bob.record
    assert isinstance(late, Refusal)
    assert late.code == "bets_closed"
    assert audit(floor.database, KEYS).ok


def test_a_refusal_at_one_table_leaves_the_others_theirs(floor: Floor) -> None:
    requests = asked(floor)
    wrong = NAMES[3]
    for place, request in enumerate(requests):
        if request.table == wrong:
            stakes = (Wager(demo_wagers(floor.house.rules_of(floor.table(wrong)))[0].name, 1),)
            requests[place] = h.Request(wrong, h.SetWagers(seat=1, stakes=stakes, by="ann"))
    before = floor.table(wrong)
    answers = floor.house.submit(requests)
    refused = [r.table for r, answer in zip(requests, answers, strict=True) if isinstance(answer, Refusal)]
    assert refused == [wrong]
    assert floor.table(wrong) == before
    assert audit(floor.database, KEYS).ok


def test_chips_are_wagered_once_however_many_tables_ask_for_them(floor: Floor) -> None:
    """All that Ann has, less a little, lies at the first tables that ask; the others are refused, and owe nobody."""
    floor.do(CAGE, h.CashOut(player="ann", cents=CHIPS_CENTS - 10_000))
    answers = floor.house.submit([h.Request(table, bets(floor, table)) for table in NAMES])
    refused = [isinstance(answer, Refusal) for answer in answers]
    assert any(refused)
    assert not refused[0]
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"not_enough_chips"}
    assert floor.balance("player:ann") >= 0
    assert audit(floor.database, KEYS).ok


def test_what_the_database_refuses_fails_alone(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the working copy's check ever let an overdraft through, the database does not."""
    floor = Floor(database)
    floor.open("one", players=())
    floor.open("two")
    floor.do(CAGE, h.BuyIn(player="eve", cents=1500))
    floor.do("one", c.Sit(seat=1, player="eve"))
    monkeypatch.setattr("croupier.house.ledger.ledger.Ledger.problem", lambda ledger, posted: None)
    wager = c.PlaceWager(seat=1, wager="ante", stake_cents=2000)
    bad, good = floor.house.submit([h.Request("one", wager), h.Request("two", wager)])
    assert isinstance(bad, Exception)
    assert isinstance(good, Done)
    assert floor.balance("player:eve") == 1500
    assert floor.balance("wagers:two") == 2000


def test_chips_bought_are_wagered_in_the_same_commit(database: Database) -> None:
    """The round ends, and its record with it, before the cage's record does; chips stay where they were in between."""
    floor = Floor(database)
    floor.open("t", "md-tcp", ("ann",))
    floor.do("t", h.SetWagers(seat=1, stakes=(Wager("ante", 1500),), ready=True, by="ann"))
    floor.do(CAGE, h.CashOut(player="ann", cents=CHIPS_CENTS - 1500))
    begun = list[object]()
    event.listen(database.engine, "begin", begun.append)
    asked = [
        h.Request(CAGE, h.BuyIn(player="ann", cents=1500)),
        h.Request("t", c.Decide(seat=1, action="play", stake_cents=1500, by="ann")),
    ]
    assert all(isinstance(answer, Done) for answer in floor.house.submit(asked))
    assert len(begun) == 1, "one that the database refuses is begun again, each request by itself"
    assert floor.table("t").state.rounds == 2
    assert audit(floor.database, KEYS).ok


def test_nothing_hidden_is_written_while_dealers_take_turns(floor: Floor) -> None:
    """Cards that are dealt, and not turned up, stand in no record of the commit."""
    floor.house.submit([h.Request(table, bets(floor, table)) for table in NAMES[1:]])
    for table in NAMES[1:]:
        assert not [one for one in floor.events(table) if isinstance(one, e.CardsDealt)]
