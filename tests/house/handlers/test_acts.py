"""Whose act it is in a house: people at the tables that people deal, the house's system at its own; and idle tables."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.log.house_table import HouseTable
from croupier.house.replay.replaying import replayed
from croupier.house.service.house import House, TableTerms
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SYSTEM
from tests.house.floor import KEYS, Floor, example
from tests.patience import PATIENCE_SECONDS
from tests.table.people import PEOPLE, finds

pytestmark = pytest.mark.databases("any")

RULEBOOKS = ("md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2", "md-uth")


def due(floor: Floor) -> Duty | None:
    """What people have to do at table one."""
    table = floor.table("one")
    return duty_at(floor.house.rules_of(table), table, table.at_ms // 1000)


def does(floor: Floor, duty: Duty) -> None:
    """Whoever it is for does it, having found out what is asked."""
    table = floor.table("one")
    found = finds(floor.house.rules_of(table), table.state, duty) if duty.blanks else {}
    floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))


def acts(floor: Floor) -> list[he.Act]:
    """Every act at table one."""
    with floor.database.read() as connection:
        return [act for record in store.records_after(connection, "one", 0) for act in decoded(record.body)]


def whole(floor: Floor) -> None:
    """The audit has nothing to say."""
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_the_floor_has_to_do_waits_for_somebody_of_the_floor(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook, dealer="human")
    refused = 0
    while (duty := due(floor)) and not isinstance(duty.command, c.OpenRound):
        if duty.by == "floor":
            for nobody in ("dealer:deana", "dealer", SYSTEM, "surveillance:sue", "ann"):
                refusal = floor.refused("one", h.DoDuty(says=duty.says, by=nobody))
                assert (refusal.code, refusal.clause) == ("needs_floor", duty.clause)
            refused += 1
        else:
            assert floor.refused("one", h.DoDuty(says=duty.says, by="floor:kim")).code == "not_yours"
        does(floor, duty)
    assert refused == len(floor.table("one").state.decks)
    verified = [act for act in acts(floor) for one in act.events if getattr(one, "step", "") == "verify_inspection"]
    assert {act.by for act in verified} == {"floor:kim"}
    whole(floor)


def test_a_duty_is_not_done_without_what_it_asks(floor: Floor) -> None:
    floor.open("one", "md-uth", dealer="human")
    while (duty := due(floor)) and not isinstance(duty.command, c.OpenRound):
        does(floor, duty)
    assert duty
    does(floor, duty)
    floor.bet("one")
    while (duty := due(floor)) and not duty.blanks:
        does(floor, duty)
    assert duty
    assert [blank.field for blank in duty.blanks] == ["count"]
    for found in ((), (("count", ""),), (("count", "one"),), (("count", "-1"),), (("hand", "left"),)):
        refusal = floor.refused("one", h.DoDuty(says=duty.says, found=found, by="dealer:deana"))
        assert (refusal.code, refusal.clause) == ("not_found", duty.clause)
    wrong = h.DoDuty(says=duty.says, found=(("count", "2"),), by="dealer:deana")
    assert floor.refused("one", wrong).code == "chips_differ"
    does(floor, duty)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("others", [False, True])
def test_when_a_dealer_calls_no_more_bets_what_is_not_complete_goes_back(
    floor: Floor, rulebook: str, others: bool
) -> None:
    """Otherwise somebody who wagers by halves and goes away would hold up the table for good."""
    floor.open("one", rulebook, players=("ann", "bob"), dealer="human")
    while (duty := due(floor)) and not isinstance(duty.command, c.OpenRound):
        does(floor, duty)
    assert duty
    does(floor, duty)
    rules, before = floor.house.rules_of(floor.table("one")), floor.balance("player:bob")
    for seat, player in ((2, "bob"), *(((1, "ann"),) if others else ())):
        for wager in rules.rulebook.wagers.main.of:
            floor.do("one", c.PlaceWager(seat=seat, wager=wager, stake_cents=1500, by=player))
    stake = rules.progressive_stakes_cents[0]
    floor.do("one", c.PlaceWager(seat=2, wager="progressive", stake_cents=stake, by="bob"))
    for wager in rules.rulebook.wagers.main.of:
        floor.do("one", c.WithdrawWager(seat=2, wager=wager, by="bob"))
    while (duty := due(floor)) and getattr(duty.command, "step", "") != "no_more_bets":
        does(floor, duty)
    assert duty
    does(floor, duty)
    round_ = floor.table("one").state.round
    assert round_ is not None
    assert [box.seat for box in round_.boxes] == ([1] if others else [])
    assert (round_.phase == "wagering") is not others, "nobody is left to deal to, or the bets are closed"
    assert floor.balance("player:bob") == before
    back = [act for act in acts(floor) if act.command == "WithdrawWager"]
    assert back[-1].by == "dealer:deana"
    whole(floor)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_act_of_a_table_that_the_house_deals_is_its_systems_or_a_players(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook)
    floor.play("one", 2)
    dealt = [
        act for act in acts(floor) if act.command not in ("OpenTable", "Sit", "PlaceWager", "Decide", "EndBetting")
    ]
    by = {act.by for act in dealt if any(isinstance(one, e.Event) for one in act.events)}
    assert by == {SYSTEM}
    whole(floor)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_cards_of_an_idle_table_are_spread_and_looked_at_and_washed_on_arrival(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook, players=("ann", "bob"))
    floor.play("one")
    last = floor.table("one").last
    floor.do("one", c.Leave(seat=1))
    assert not floor.table("one").state.idle, "bob may still play"
    floor.do("one", c.Leave(seat=2))
    table = floor.table("one")
    assert table.state.idle
    assert (table.state.rounds, table.last) == (1, last), "the round that nobody wagered in was called off"
    assert table.shuffled == (), "cards that lie open are nobody's secret"
    idled = len(floor.events("one"))
    floor.do("one", c.Sit(seat=3, player="ann"))
    since = floor.events("one")[idled:]
    steps = [one.step for one in since if isinstance(one, e.DeckPrepared)]
    assert [step for step in steps if step in ("offer_first_look", "wash")] == ["offer_first_look", "wash"] * len(
        table.state.decks
    )
    floor.play("one")
    assert floor.table("one").state.rounds == 3
    with floor.database.read() as connection:
        for number in (1, 2):
            assert replayed(connection, "one", number).ok
    whole(floor)


def test_a_device_that_reshuffles_by_itself_keeps_its_cards(floor: Floor) -> None:
    """.05J: no idle spread there."""
    text = (
        example("md-tcp")
        .replace('kind = "automated"', 'kind = "self_reshuffling"\napproval = "Approval 9"')
        .replace("decks = 2", "decks = 1")
    )
    floor.house.open_table("one", text, TableTerms())
    floor.do("one", c.Sit(seat=1, player="ann"))
    floor.do("one", c.Leave(seat=1))
    assert not floor.table("one").state.idle


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_where_a_person_deals_the_dealer_is_asked_to_spread_and_nothing_more_until_somebody_arrives(
    floor: Floor, rulebook: str
) -> None:
    floor.open("one", rulebook, players=(), dealer="human")
    while duty := due(floor):
        does(floor, duty)
    assert {deck.prepared[-1] for deck in floor.table("one").state.decks} == {"spread_face_up"}
    assert floor.refused("one", h.DoDuty(by="dealer:deana")).code == "nothing_due"
    floor.do("one", c.Sit(seat=1, player="ann"))
    while (duty := due(floor)) and not isinstance(duty.command, c.OpenRound):
        does(floor, duty)
    floor.do("one", c.Leave(seat=1))
    duty = due(floor)
    assert duty
    assert isinstance(duty.command, c.SpreadIdle)
    assert duty.by == "dealer"
    does(floor, duty)
    assert floor.table("one").state.idle
    assert due(floor) is None
    floor.do("one", c.Sit(seat=1, player="ann"))
    assert due(floor) is not None
    whole(floor)


def asked(floor: Floor, rulebook: str, **terms: Any) -> None:
    """Table one, where ann is asked for her first answer."""
    floor.open("one", rulebook, decision_seconds=1, **terms)
    while (table := floor.table("one")).state.round is None or table.state.round.phase != "decisions":
        round_ = table.state.round
        if round_ and round_.phase == "wagering" and not round_.boxes:
            floor.bet("one")
            if table.dealer == "virtual":
                floor.do("one", h.EndBetting())
        else:
            duty = due(floor)
            assert duty is not None
            does(floor, duty)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_clock_answers_for_anybody_where_a_person_deals(database: Database, rulebook: str) -> None:
    """It calls the floor, and rings again if the floor rules to wait."""
    floor = Floor(database)
    floor.house = House(database, KEYS)  # by the time of day, as the service
    asked(floor, rulebook, dealer="human")

    async def test() -> None:
        async with TableService(House(database, KEYS)) as service, service.watch("one") as watcher:
            while not called(await watcher.next()):
                pass
            table = service.house.table("one")
            assert called(table)
            assert service.clocks.left_ms("one") is None, "nothing more happens until the floor has ruled"
            duty = duty_at(service.house.rules_of(table), table, 0)
            assert duty
            wait = h.DoDuty(says=duty.says, found=(("ruling", "wait"), ("reason", "a call")), by="floor:kim")
            assert isinstance(await service.send(h.Request("one", replace(wait, by="dealer:deana"))), Refusal)
            assert isinstance(await service.send(h.Request("one", wait)), Done)
            while called(await watcher.next()):
                pass
            while not called(await watcher.next()):
                pass
            fold = replace(wait, found=(("ruling", duty.blanks[0].choices[1]), ("reason", "asleep")))
            assert isinstance(await service.send(h.Request("one", fold)), Done)

    asyncio.run(asyncio.wait_for(test(), PATIENCE_SECONDS))
    told = [one for one in floor.events("one") if isinstance(one, e.FloorCalled | e.SilenceRuled | he.SystemDecided)]
    assert [type(one) for one in told] == [e.FloorCalled, e.SilenceRuled] * 2
    ruled = [one for one in told if isinstance(one, e.SilenceRuled)]
    assert [(one.by, one.reason) for one in ruled] == [("floor:kim", "a call"), ("floor:kim", "asleep")]
    whole(floor)


def called(table: HouseTable) -> bool:
    """Whether the floor was called to seat 1."""
    return table.state.round is not None and table.state.round.called_for == 1


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_where_the_house_deals_the_floor_is_called_if_the_submission_elects_so(floor: Floor, rulebook: str) -> None:
    text = example(rulebook).replace("[elections]\n", '[elections]\nsilent_player = "floor_rules"\n')
    floor.house.open_table("one", text, TableTerms(decision_seconds=5))
    floor.do("cage", h.BuyIn(player="ann", cents=10_000_000))
    floor.do("one", c.Sit(seat=1, player="ann"))
    floor.bet("one")
    floor.do("one", h.EndBetting())
    round_ = floor.table("one").state.round
    assert round_
    floor.do("one", h.EndWaiting(seat=1, point=round_.point, round=round_.number))
    assert called(floor.table("one"))
    duty = due(floor)
    assert duty
    assert duty.by == "floor"
    assert floor.refused("one", h.GoOn()).code == "nothing_due", "the house's system does not rule"
    answer = duty.blanks[0].choices[1]
    floor.do("one", h.DoDuty(found=(("ruling", answer), ("reason", "asleep")), by="floor:kim"))
    assert not called(floor.table("one"))
    whole(floor)


def test_a_table_waits_no_shorter_than_its_sign_says(floor: Floor) -> None:
    text = example("md-tcp").replace("[table]\n", "[table]\ndecision_seconds = 40\n")
    floor.house.open_table("as-filed", text, TableTerms())
    assert floor.table("as-filed").decision_seconds == 40
    floor.house.open_table("patient", text, TableTerms(decision_seconds=0))
    assert floor.table("patient").decision_seconds == 0
    with pytest.raises(BadInput, match="40 seconds"):
        floor.house.open_table("hasty", text, TableTerms(decision_seconds=39))
    floor.open("one", players=(), decision_seconds=39)
    assert floor.refused("one", h.ChangeRules(submission=text)).code == "decision_seconds"
    floor.open("unsaid", players=(), decision_seconds=None)
    assert floor.table("unsaid").decision_seconds == 30


@pytest.mark.parametrize(
    "name", ["dealer", "floor", "casino_supervisor", "house", "system", "system:house", "floor:kim"]
)
def test_no_player_is_called_as_a_role_is(floor: Floor, name: str) -> None:
    """What a player did would be told as the floor's."""
    floor.open("one", players=())
    assert floor.refused("one", c.Sit(seat=1, player=name)).code == "name"
    assert floor.refused("cage", h.BuyIn(player=name, cents=100)).code == "name"
