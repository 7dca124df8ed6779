"""The house: what was acknowledged lasts, is done once, and moves its money in the same transaction."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select, text

from croupier.cards import DECK
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.keys import Keys
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import chained, decoded, genesis
from croupier.house.service.house import House, TableTerms
from croupier.house.transaction.table_cache import SNAPSHOT_EVERY
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from tests.house.floor import CHIPS_CENTS, KEYS, Clock, Floor, example

pytestmark = pytest.mark.databases("any")


def sums(database: Database) -> tuple[int, int]:
    """All balances together, and the number of transfers."""
    with database.read() as connection:
        total = connection.execute(select(func.sum(s.accounts.c.balance_cents))).scalar_one()
        return int(total), connection.execute(select(func.count()).select_from(s.transfers)).scalar_one()


@pytest.mark.databases("every")
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_whole_rounds_by_every_rulebook_are_read_back_as_they_were(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook, ("ann", "ben"))
    table = floor.play("one", 4)
    assert table.state.rounds == 5, "the virtual dealer opens the next round by itself"
    assert House(floor.database, KEYS).table("one") == table
    assert sums(floor.database)[0] == 0
    assert floor.balance("wagers:one") == 0
    assert floor.balance("awards:one") == 0


def test_the_records_are_chained_from_the_table_s_name_on(floor: Floor) -> None:
    floor.open("one")
    floor.play("one", 2)
    with floor.database.read() as connection:
        records = list(store.records_after(connection, "one", 0))
        (row,) = store.table_rows(connection, ["one"])
    before = genesis("one")
    for number, record in enumerate(records, 1):
        assert record.number == number
        assert record.hash == chained(before, record.number, record.round, record.at_ms, record.body)
        before = record.hash
    assert (row.version, row.hash) == (records[-1].number, before)
    assert [record.round for record in records] == sorted(record.round for record in records)


@pytest.mark.databases("every")
def test_nobody_wagers_what_they_do_not_have(floor: Floor) -> None:
    floor.open("one", players=())
    floor.do(CAGE, h.BuyIn(player="eve", cents=1500))
    floor.do("one", c.Sit(seat=1, player="eve"))
    wager = c.PlaceWager(seat=1, wager="ante", stake_cents=2000)
    assert floor.refused("one", wager).code == "not_enough_chips"
    floor.do("one", replace(wager, stake_cents=1500))
    assert floor.balance("player:eve") == 0
    floor.do("one", h.EndBetting())
    assert floor.refused("one", c.Decide(seat=1, action="play", stake_cents=1500)).code == "not_enough_chips"
    assert isinstance(floor.ask("one", c.Decide(seat=1, action="fold")), Done)


@pytest.mark.databases("every")
def test_two_tables_share_a_player_s_chips(floor: Floor) -> None:
    floor.open("one", players=())
    floor.open("two", players=())
    floor.do(CAGE, h.BuyIn(player="eve", cents=2000))
    for table in ("one", "two"):
        floor.do(table, c.Sit(seat=1, player="eve"))
    wager = c.PlaceWager(seat=1, wager="ante", stake_cents=1500)
    answers = floor.house.submit([h.Request("one", wager), h.Request("two", wager)])
    assert isinstance(answers[0], Done)
    assert isinstance(answers[1], Refusal)


@pytest.mark.parametrize("cents", [0, -5, 10**12])
def test_money_typed_wrong_is_refused(floor: Floor, cents: int) -> None:
    floor.open("one")
    for at_cage in (h.BuyIn(player="ann", cents=cents), h.CashOut(player="ann", cents=cents)):
        assert floor.refused(CAGE, at_cage).code == "amount"
    for at_table in (h.Fill(cents=cents), h.Credit(cents=cents)):
        assert floor.refused("one", at_table).code == "amount"


def test_chips_are_bought_cashed_filled_and_credited(floor: Floor) -> None:
    floor.open("one")
    floor.do(CAGE, h.CashOut(player="ann", cents=100))
    floor.do("one", h.BuyIn(player="ann", cents=700))
    floor.do("one", h.Fill(cents=5000, by="floor:kim"))
    floor.do("one", h.Credit(cents=200, by="floor:kim"))
    assert floor.balance("player:ann") == CHIPS_CENTS - 100 + 700
    assert floor.balance("drop:one") == 700
    assert floor.balance("inventory:one") == 10_000_000 - 700 + 5000 - 200
    assert floor.refused(CAGE, h.CashOut(player="ann", cents=CHIPS_CENTS * 2)).code == "not_enough_chips"
    assert floor.refused("one", h.CashOut(player="ann", cents=5)).code == "at_the_cage"
    assert floor.refused("one", h.Credit(cents=10**9)).code == "inventory"
    assert floor.refused(CAGE, c.OpenRound()).code == "not_at_the_cage"
    assert floor.refused(CAGE, h.BuyIn(player="a:b", cents=5)).code == "name"


def test_a_table_short_of_chips_is_filled_before_it_pays(floor: Floor) -> None:
    floor.open("one", inventory_cents=0)
    floor.do("one", h.BuyIn(player="ann", cents=2_500_000))
    filled = [one for one in floor.events("one") if isinstance(one, he.Filled)]
    assert [one.cents for one in filled] == [3_000_000], "in whole lots"
    assert floor.balance("inventory:one") == 500_000
    floor.play("one", 3)
    assert sums(floor.database)[0] == 0


@pytest.mark.databases("every")
def test_cards_not_public_yet_are_nowhere_to_be_read(floor: Floor) -> None:
    """Not in the records, the seeds or the snapshots: only under seal, until the round ends."""
    floor.open("one")
    floor.bet("one")
    floor.do("one", h.EndBetting())
    table = floor.table("one")
    assert table.state.round is not None
    hidden = [*table.state.round.dealer, *table.state.round.boxes[0].cards]
    assert hidden
    with floor.database.read() as connection:
        bodies = b"".join(record.body for record in store.records_after(connection, "one", 0))
        seeds = store.sealed_seeds(connection, "one", range(10))
    for card in hidden:
        assert f'"{card}"'.encode() not in bodies
    assert b"ShuffleOpened" not in bodies
    assert all(len(kept) > 32 for kept in seeds.values())
    floor.do("one", c.Decide(seat=1, action="fold"))
    with floor.database.read() as connection:
        after = b"".join(record.body for record in store.records_after(connection, "one", 0))
    assert b"ShuffleOpened" in after


def test_another_house_s_keys_do_not_open_it(floor: Floor) -> None:
    floor.open("one")
    floor.bet("one")
    floor.do("one", h.EndBetting())
    with pytest.raises(BadInput, match="another house's"):
        House(floor.database, Keys.new()).table("one")


def test_a_house_sends_no_order_and_takes_none(floor: Floor) -> None:
    floor.open("one", dealer="human")
    table = floor.table("one")
    assert floor.refused("one", c.Shuffle(deck="red-1", method="manual", order=DECK)).code == "order_given"
    assert floor.refused("one", c.ReceiveDeck(deck="red-1", back="red", order=DECK)).code == "order_given"
    assert table.state.round is None, "a human dealer is waited for"


def test_open_mode_mixes_in_the_players_seeds(floor: Floor) -> None:
    floor.open("one", mode="open")
    before = floor.table("one")
    floor.do("one", h.OfferSeed(player="ann", seed="first"))
    floor.do("one", h.OfferSeed(player="ann", seed="lucky 7"))
    assert floor.refused("one", h.OfferSeed(player="bob", seed="x")).code == "not_seated"
    assert floor.refused("one", h.OfferSeed(player="ann", seed="")).code == "seed"
    floor.play("one", 2)
    facts = floor.events("one")
    shuffles = {one.shuffle: one.player_seeds for one in facts if isinstance(one, he.ShuffleCommitted)}
    assert shuffles[before.shuffles + 1] == (("ann", "lucky 7"),)
    assert shuffles[before.shuffles + 2] == ()
    floor.open("two", players=())
    floor.do("two", c.Sit(seat=1, player="ann"))
    assert floor.refused("two", h.OfferSeed(player="ann", seed="x")).code == "house_seeds"


def test_every_shuffle_was_committed_before_and_is_opened_after_its_round(floor: Floor) -> None:
    floor.open("one", "ma-fcp-1")
    floor.play("one", 5)
    facts = floor.events("one")
    committed = [one.shuffle for one in facts if isinstance(one, he.SeedCommitted)]
    used = [one.shuffle for one in facts if isinstance(one, he.ShuffleCommitted)]
    opened = [one.shuffle for one in facts if isinstance(one, he.ShuffleOpened)]
    assert committed == list(range(1, len(committed) + 1))
    assert used == committed[:-1], "the next seed is always committed, one ahead"
    assert opened == sorted(opened)
    assert len(opened) == len(set(opened)) == 5


def test_a_void_round_is_opened_too(floor: Floor) -> None:
    floor.open("one")
    floor.bet("one")
    floor.do("one", h.EndBetting())
    before = floor.balance("player:ann")
    floor.do("one", c.Report(kind="wrong_number_of_cards", by="floor:kim"))
    table = floor.table("one")
    assert table.state.rounds == 2
    assert floor.balance("player:ann") > before, "every wager went back"
    assert floor.balance("wagers:one") == 0
    facts = floor.events("one")
    assert 1 in [one.shuffle for one in facts if isinstance(one, he.ShuffleOpened)]


def test_time_is_up_for_bets_hands_back_what_is_not_complete(floor: Floor) -> None:
    floor.open("one", "md-uth", ("ann", "ben"))
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000))
    assert floor.refused("one", h.EndBetting()).code
    floor.do("one", c.PlaceWager(seat=2, wager="ante", stake_cents=2000))
    floor.do("one", c.PlaceWager(seat=2, wager="blind", stake_cents=2000))
    floor.do("one", h.EndBetting(time_is_up=True))
    table = floor.table("one")
    assert table.state.round is not None
    assert [box.seat for box in table.state.round.boxes] == [2]
    assert table.state.round.phase == "decisions"
    assert floor.balance("player:ann") == CHIPS_CENTS


def test_time_is_up_hands_back_a_box_that_is_not_next_to_the_players_other_one_any_more(floor: Floor) -> None:
    three = example("md-tcp").replace("adjacent_boxes = 2", "adjacent_boxes = 3")
    floor.house.open_table("one", three, TableTerms(decision_seconds=0, betting_seconds=0))
    floor.do(CAGE, h.BuyIn(player="ann", cents=CHIPS_CENTS))
    for seat in (1, 2, 3):
        floor.do("one", c.Sit(seat=seat, player="ann"))
    for seat in (1, 2, 3):
        floor.do("one", c.PlaceWager(seat=seat, wager="ante", stake_cents=1500))
    floor.do("one", c.WithdrawWager(seat=2, wager="ante"))
    assert floor.refused("one", h.EndBetting()).code == "not_adjacent"
    floor.do("one", h.EndBetting(time_is_up=True))
    round_ = floor.table("one").state.round
    assert round_ is not None
    assert [(box.seat, len(box.cards)) for box in round_.boxes] == [(1, 3)]
    assert floor.balance("player:ann") == CHIPS_CENTS - 1500


def test_time_is_up_with_nothing_complete_goes_on_waiting(floor: Floor) -> None:
    floor.open("one", "md-uth")
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=2000))
    floor.do("one", h.EndBetting(time_is_up=True))
    table = floor.table("one")
    assert table.state.round is not None
    assert table.state.round.phase == "wagering"
    assert not table.state.round.boxes
    assert floor.refused("one", h.EndBetting(time_is_up=True)).code == "no_wagers"


@pytest.mark.parametrize(("rulebook", "action"), [("md-tcp", "fold"), ("ma-fcp-2", "fold"), ("md-uth", "check")])
def test_a_silent_player_takes_the_disclosed_default_marked_as_the_system_s(
    floor: Floor, rulebook: str, action: str
) -> None:
    floor.open("one", rulebook)
    floor.bet("one")
    floor.do("one", h.EndBetting())
    round_ = floor.table("one").state.round
    assert round_ is not None
    assert floor.refused("one", h.EndWaiting(seat=2, point=round_.point)).code == "not_waiting"
    assert floor.refused("one", h.EndWaiting(seat=1, point="elsewhere")).code == "not_waiting"
    record = floor.do("one", h.EndWaiting(seat=1, point=round_.point)).record
    with floor.database.read() as connection:
        acts = [act for r in store.records_after(connection, "one", record - 1) for act in decoded(r.body)]
    assert acts[0].by == "system:house"
    assert he.SystemDecided(seat=1, action=action, round=1) in [one for act in acts for one in act.events]


def test_rules_change_with_the_next_round_and_the_old_govern_the_one_under_way(floor: Floor) -> None:
    floor.open("one")
    old = floor.table("one").digest
    changed = example("md-tcp").replace("minimum_cents = 1500", "minimum_cents = 2500")
    assert changed != example("md-tcp")
    floor.bet("one")
    floor.do("one", h.ChangeRules(submission=changed, by="floor:kim"))
    assert floor.table("one").digest == old
    floor.play("one")
    table = floor.table("one")
    assert table.digest != old
    assert table.state.round is not None
    assert table.state.round.digest == table.digest
    assert floor.refused("one", h.ChangeRules(submission="rules = 5")).code == "submission"
    assert floor.refused("one", h.ChangeRules(submission=example("md-uth"))).code == "other_game"
    assert House(floor.database, KEYS).table("one") == table


def test_tables_with_equal_rules_keep_names_of_their_own(floor: Floor) -> None:
    one = floor.open("one")
    floor.house.open_table("two", _called("The quiet corner"), TableTerms(decision_seconds=0, betting_seconds=0))
    two = floor.table("two")
    assert one.digest == two.digest
    assert [floor.house.title_of(table) for table in (one, two)] == ["Three Card Poker 1", "The quiet corner"]
    floor.bet("one")
    floor.do("one", h.ChangeRules(submission=_called("High limit")))
    assert floor.house.title_of(floor.table("one")) == "Three Card Poker 1"
    floor.play("one")
    later = House(floor.database, KEYS)
    assert later.title_of(later.table("one")) == "High limit"
    assert later.title_of(later.table("two")) == "The quiet corner"
    assert later.title_of(replace(two, title="")) == "Three Card Poker 1"  # as in houses whose records name no table


def _called(name: str) -> str:
    return example("md-tcp").replace("Three Card Poker 1", name)


def test_rules_with_fewer_seats_wait_until_those_seats_are_free(floor: Floor) -> None:
    floor.open("one", players=("ann", "ben"))
    one_seat = example("md-tcp").replace("seats = 7", "seats = 1").replace("adjacent_boxes = 2", "adjacent_boxes = 1")
    fewer = h.ChangeRules(submission=one_seat)
    assert floor.refused("one", fewer).code == "seat_taken"
    floor.do("one", c.Leave(seat=2))
    floor.do("one", fewer)


def test_a_closed_table_is_counted_and_deals_no_more(floor: Floor) -> None:
    floor.open("one")
    floor.play("one", 3)
    floor.bet("one")
    assert floor.refused("one", h.CloseTable()).code == "round_open"
    floor.play("one")
    floor.do("one", h.CloseTable(by="floor:kim"))
    assert floor.refused("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500)).code == "table_closed"
    assert floor.balance("inventory:one") == 0
    assert floor.balance("drop:one") == 0
    assert not floor.table("one").shuffled, "no shuffle stays secret"
    assert sums(floor.database)[0] == 0


def test_a_clock_that_steps_back_is_noted_and_no_record_is_older_than_the_last(floor: Floor) -> None:
    floor.open("one")
    before = floor.table("one").at_ms
    floor.clock.at_ms -= 3_600_000
    record = floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500)).record
    assert floor.table("one").at_ms == before
    with floor.database.read() as connection:
        (kept,) = store.records_after(connection, "one", record - 1, record)
    assert any(isinstance(one, he.ClockStepped) for act in decoded(kept.body) for one in act.events)


@pytest.mark.databases("every")
def test_a_table_is_read_from_its_last_snapshot(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.transaction.table_cache.SNAPSHOT_EVERY", 16)
    floor.open("one")
    floor.play("one", 6)
    with floor.database.read() as connection:
        kept = store.snapshot(connection, "one")
        assert kept is not None
        assert kept[0] >= 16
        assert b"state" not in kept[1]
    assert House(floor.database, KEYS).table("one") == floor.table("one")
    assert SNAPSHOT_EVERY > 16


@pytest.mark.databases("every")
def test_two_houses_on_one_database_follow_each_other(database: Database) -> None:
    clock = Clock()
    here, there = Floor(database, clock), Floor(database, clock)
    here.open("one")
    for _ in range(3):
        here.bet("one")
        there.do("one", h.EndBetting())
        here.decide("one")
    assert here.table("one") == there.table("one")
    assert sums(database)[0] == 0


@pytest.mark.databases("every")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda floor: floor.open("Bad Name"), "cannot name a table"),
        (lambda floor: floor.open("cage"), "cannot name a table"),
        (lambda floor: floor.open("one", mode="wild"), "mode"),
        (lambda floor: floor.open("one", dealer="robot"), "dealer"),
        (lambda floor: floor.open("one", inventory_cents=-1), "inventory"),
        (lambda floor: floor.open("one", decision_seconds=9999), "decision_seconds"),
        (lambda floor: floor.open("one", link="nowhere"), "no link"),
        (lambda floor: floor.house.table("nowhere"), "no table"),
        (lambda floor: floor.house.open_table("one", "rules = ", TableTerms()), "TOML"),
    ],
)
def test_a_table_that_cannot_be_opened_says_why_and_leaves_nothing(
    floor: Floor, change: Callable[[Floor], object], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        change(floor)
    assert floor.house.tables() == []


def test_a_table_is_opened_once(floor: Floor) -> None:
    floor.open("one")
    with pytest.raises(BadInput, match="already"):
        floor.open("one")


@pytest.mark.databases("every")
def test_tables_of_one_link_feed_and_see_the_same_meter(floor: Floor) -> None:
    floor.open("one", "md-tcp")
    floor.open("two", "md-tcp", ("ben",), link="one")
    floor.play("one", 2)
    floor.play("two", 2)
    with floor.database.read() as connection:
        shown = connection.execute(text("SELECT shown_cents FROM meters WHERE link_id = 'one'")).scalar_one()
        moves = connection.execute(text("SELECT COUNT(*) FROM movements WHERE kind = 'contribution'")).scalar_one()
    assert moves == 4
    assert floor.balance("display:one:progressive") == shown
    state = floor.table("two").state
    assert state.meters[0].cents <= shown
