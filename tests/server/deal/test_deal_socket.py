"""What the dealer's screen is told over its socket while a person deals a round."""

from itertools import pairwise

import pytest

from croupier.hands.hand import in_a_sentence
from croupier.house.handlers.duties import duty_at
from croupier.house.service.house import TableTerms
from croupier.server.deal.schemas import DealSeen
from croupier.server.wire import messages as w
from croupier.table.values import commands as c
from tests.house.floor import example
from tests.server.live import Live
from tests.server.seated import Seat, player_at
from tests.table.people import finds

RULEBOOKS = ("md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2", "md-uth")


def deal_round(live: Live, people: dict[str, Seat], player: Seat) -> list[DealSeen]:
    """A round dealt by people who do what their screen says, and one who answers; what the dealer's screen said."""
    said: list[DealSeen] = []
    while (table := live.house.table("one")).last is None:
        for one in people.values():
            one.until(lambda seen, version=table.version: seen.version >= version)  # type: ignore[misc]
        deal = people["dealer"].deal
        assert deal is not None
        assert deal.version == table.version, "the screen belongs to the table as it is shown"
        said.append(deal)
        rules = live.house.rules_of(table)
        duty, round_ = duty_at(rules, table, table.at_ms // 1000), table.state.round
        if duty is None:
            assert round_, "it waits for a player's answer alone"
            player.until(lambda seen, version=table.version: seen.version >= version)  # type: ignore[misc]
            player.decide(lambda offered: offered[0])
            continue
        assert deal.now.says == duty.says
        found = finds(rules, table.state, duty) if duty.blanks else {}
        people[duty.by].do(w.DoDuty(says=duty.says, found=found))
        if isinstance(duty.command, c.OpenRound):
            player.until(lambda seen: bool(seen.round and seen.round.phase == "wagering"))
            player.bet()
    return said


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_as_the_dealers_screen_tells_it(lite_server: Live, rulebook: str) -> None:
    terms = TableTerms(dealer="human", decision_seconds=0, betting_seconds=0)
    lite_server.house.open_table("one", example(rulebook), terms)
    with (
        player_at(lite_server, "one", 1) as ann,
        Seat(lite_server.signed_in("floor"), "one", on_duty=True) as kim,
        Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        ann.until(lambda seen: 1 in seen.players)
        said = deal_round(lite_server, {"dealer": dealer, "floor": kim}, ann)
    assert [one for one in said if one.aloud == "No more bets."], "it is said when wagers are closed"
    called = [one.aloud for one in said if one.aloud.startswith("Dealer has ")]
    assert bool(called) is (rulebook == "md-uth"), "11G(3) alone has the dealer's hand called out"
    asked = [one.now.says for one in said if one.now.says.startswith("Ask seat 1: ")]
    assert asked, "somebody is asked"
    # An award interrupts the settlement, and nobody can tell before its hand is turned up.
    foretold = [
        (one.upcoming.says, after.now.says)
        for one, after in pairwise(said)
        if one.upcoming and not after.now.says.startswith("Verify the hand and the light")
    ]
    assert len(foretold) > len(said) / 2
    missed = [(foreseen, came) for foreseen, came in foretold if foreseen.partition(":")[0] != came.partition(":")[0]]
    assert not missed, "what was to come came"


def test_the_chips_of_a_seat_make_up_what_its_wagers_came_to(lite_server: Live) -> None:
    terms = TableTerms(dealer="human", decision_seconds=0, betting_seconds=0)
    lite_server.house.open_table("one", example("md-uth"), terms)
    with (
        player_at(lite_server, "one", 1) as ann,
        Seat(lite_server.signed_in("floor"), "one", on_duty=True) as kim,
        Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        ann.until(lambda seen: 1 in seen.players)
        said = deal_round(lite_server, {"dealer": dealer, "floor": kim}, ann)
    last = lite_server.house.table("one").last
    assert last
    money = [one.money for one in said if one.money][-1]
    assert money.seat == 1
    assert money.aloud == f"Seat 1 has {in_a_sentence(money.hand)}.", "11H(2)(c) has it called out"
    signs = {"pay": 1, "off_table": 1, "take": -1, "in_the_tray": -1}
    assert sum(signs.get(move.way, 0) * move.cents for move in money.moves) == sum(one.net_cents for one in last.lines)
    for move in money.moves:
        made = sum(one.cents * one.count for one in move.chips) + move.rest_cents
        assert made == (move.cents if move.way == "pay" else 0)


def test_a_player_who_comes_by_that_way_is_turned_away(lite_server: Live) -> None:
    lite_server.house.open_table("one", example("md-tcp"), TableTerms(dealer="human"))
    with pytest.raises(Exception, match="403"), Seat(lite_server.signed_in("player"), "one", on_duty=True):
        pass
