"""What a seat is offered: everything that the table would take and nothing else, with what a fold throws away."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.server.tables.offers import SpotsKept, seat_offers
from croupier.server.tables.words import prompt
from croupier.table.decide import decide
from croupier.table.procedure.bounds import bounds_beside
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.wagering import box_problem
from croupier.table.values import commands as c
from croupier.table.values.box import Box, Wager
from croupier.table.values.refusal import Refusal
from tests.house.floor import Floor
from tests.server.felt import RULEBOOKS, electing, filed, open_with

RICH = 10**9


@pytest.fixture
def floor(lite_database: Database) -> Floor:
    return Floor(lite_database)


def taken(rules: GameRules, table: HouseTable, command: c.AnyCommand) -> bool:
    return not isinstance(decide(rules, table.state, command), Refusal)


def moments(floor: Floor, rulebook: str, rounds: int) -> Iterator[tuple[GameRules, HouseTable]]:
    """A table at every moment of some rounds, wagers being put down one by one."""
    floor.open(rulebook, rulebook, players=("ann", "bob"))
    upto = rounds
    while (table := floor.table(rulebook)).state.rounds <= upto:
        rules, round_ = floor.house.rules_of(table), table.state.round
        yield rules, table
        assert round_ is not None
        if round_.phase != "wagering":
            floor.decide(rulebook)
            continue
        for seat, _ in table.state.players:
            for offer in seat_offers(rules, table, seat, RICH).spots:
                table = floor.table(rulebook)
                (now,) = [spot for spot in seat_offers(rules, table, seat, RICH).spots if spot.wager == offer.wager]
                if now.open:
                    place = c.PlaceWager(seat=seat, wager=now.wager, stake_cents=now.minimum_cents)
                    floor.do(rulebook, place)
                    yield rules, floor.table(rulebook)
        for seat, _ in table.state.players:
            floor.do(rulebook, h.Ready(seat=seat))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_offer_is_taken_and_what_is_not_offered_is_refused(floor: Floor, rulebook: str) -> None:
    asked, kept, kept_elsewhere = 0, SpotsKept(), SpotsKept()
    for rules, table in moments(floor, rulebook, 3):
        for seat, _ in table.state.players:
            offers = seat_offers(rules, table, seat, RICH)
            assert kept.of(rules, table, seat, RICH) == offers.spots, "what was kept is as it would be anew"
            lost, chips = replace(table, link_lost=not seat % 2), table.version % 3 * 1000
            assert kept_elsewhere.of(rules, lost, seat, chips) == seat_offers(rules, lost, seat, chips).spots
            for spot in offers.spots:
                lowest = c.PlaceWager(seat=seat, wager=spot.wager, stake_cents=spot.minimum_cents)
                assert taken(rules, table, lowest) is spot.open, spot
                assert bool(spot.why) is not spot.open
                if spot.open:
                    assert taken(rules, table, replace(lowest, stake_cents=spot.maximum_cents))
                    assert not taken(rules, table, replace(lowest, stake_cents=spot.maximum_cents + 1))
                    assert not taken(rules, table, replace(lowest, stake_cents=spot.minimum_cents - 1))
                else:
                    assert not any(taken(rules, table, replace(lowest, stake_cents=n * 500)) for n in range(1, 40))
            asked += bool(offers.actions)
            check_actions(rules, table, seat, {(one.action, one.stake_cents) for one in offers.actions})
            round_ = table.state.round
            box = round_.box(seat) if round_ else None
            ready = bool(round_ and round_.phase == "wagering" and round_.boxes)
            complete = box is None or box_problem(rules, dict(box.wagers)) is None
            assert offers.may_say_ready is (ready and complete and seat not in table.ready)
    assert asked >= 6


def test_spots_are_made_anew_only_where_something_changed_for_the_seat(floor: Floor) -> None:
    floor.open("one", "md-tcp", players=("ann", "bob"))
    kept, rules = SpotsKept(), floor.house.rules_of(floor.table("one"))
    mine = kept.of(rules, floor.table("one"), 1, RICH)
    floor.do("one", c.PlaceWager(seat=2, wager="ante", stake_cents=1500))
    assert kept.of(rules, floor.table("one"), 1, RICH) is mine, "another wagers"
    assert kept.of(rules, floor.table("one"), 1, 0) != mine, "no chips left"
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500))
    assert kept.of(rules, floor.table("one"), 1, RICH) != mine, "one's own wager lies there"


def check_actions(rules: GameRules, table: HouseTable, seat: int, offered: set[tuple[str, int]]) -> None:
    """The offered answers are just those that the table takes, among whole and half multiples of the ante."""
    box = table.state.round.box(seat) if table.state.round else None
    ante = box.stake("ante") if box else 0
    due = due_of(rules, table.state)
    times = [Fraction(halves, 2) for halves in range(1, 13)]
    candidates = {("check", 0), ("fold", 0), *[("play", int(n * ante)) for n in times]} if ante and due else set()
    legal = {
        (action, stake)
        for action, stake in candidates
        if taken(rules, table, c.Decide(seat=seat, action=action, stake_cents=stake))
    }
    assert offered == legal


def test_whole_multiples_only_where_the_submission_says_so(floor: Floor) -> None:
    text = electing("md-fcp", play_whole_multiples_only="true")
    open_with(floor, "one", text)
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1000))

    floor.do("one", h.EndBetting())
    table = floor.table("one")
    actions = seat_offers(floor.house.rules_of(table), table, 1, RICH).actions
    assert [one.label for one in actions] == ["Play 1x $10", "Play 2x $20", "Play 3x $30", "Fold"]


def test_nobody_is_offered_what_they_cannot_pay(floor: Floor) -> None:
    floor.open("one", "md-uth")
    table = floor.table("one")
    rules = floor.house.rules_of(table)
    (ante, *_) = seat_offers(rules, table, 1, 999).spots
    assert not ante.open
    assert ante.why == "Ante takes at least $10, and you have $9.99."
    (ante, *_) = seat_offers(rules, table, 1, 1700).spots
    assert (ante.open, ante.minimum_cents, ante.maximum_cents) == (True, 1000, 1700)
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1000))
    (ante, blind, *_) = seat_offers(rules, floor.table("one"), 1, 700).spots
    assert ante.maximum_cents == 1700, "what lies there already can be taken up again"
    assert (blind.open, blind.equals) == (False, "ante")
    floor.bet("one")

    floor.do("one", h.EndBetting())
    actions = seat_offers(rules, floor.table("one"), 1, 3500).actions
    assert [one.label for one in actions] == ["Play 3x $30", "Check"]


def test_who_takes_the_seat_of_somebody_in_play_is_offered_nothing_of_theirs(floor: Floor) -> None:
    """Neither their answers nor, in the warning beside a fold, what their cards are worth."""
    floor.open("one", "md-tcp", players=("ann",))
    floor.bet("one")
    floor.do("one", h.EndBetting())
    floor.do("one", c.Leave(seat=1))
    floor.do("one", h.BuyIn(player="bob", cents=RICH))
    floor.do("one", c.Sit(seat=1, player="bob"))
    table = floor.table("one")
    assert table.state.round is not None
    assert (table.state.round.to_ask, table.state.round.boxes[0].player) == ((1,), "ann")
    offers = seat_offers(floor.house.rules_of(table), table, 1, RICH)
    assert offers.actions == ()
    assert offers.may_leave
    assert prompt(floor.house.rules_of(table), table, (1,), False, (offers,)) == "Waiting for ann."


def test_versions_bind_the_wagers_to_each_other() -> None:
    rules, _ = filed("md-tcp", version='"F3"')
    version = next(one for one in rules.rulebook.wagers.versions if one.version == "F3")
    assert version.bounds
    bound = version.bounds[0]

    _, high = bounds_beside(rules, bound.wager, Box(1, "ann", (Wager(bound.of, 1500),)))
    assert high == min(bound.at_most_times * 1500, bounds_beside(rules, bound.wager, None)[1])
    low, _ = bounds_beside(rules, bound.of, Box(1, "ann", (Wager(bound.wager, 20_000),)))
    assert low == max(-(-20_000 // bound.at_most_times), bounds_beside(rules, bound.of, None)[0])


# What somebody holds, what lies there, and what a fold would throw away (readings T-04 and U-04).
FOLDS = (
    ("md-tcp", "Qs Qd 4c", "", {"ante": 1500, "pair_plus": 500}, "Pair Plus, which pays $5 with pair"),
    ("md-tcp", "Qs Jd 4c", "", {"ante": 1500, "pair_plus": 500}, ""),
    ("md-tcp", "Qs Qd 4c", "", {"ante": 1500}, ""),
    ("md-fcp", "As Ad 4c 7d 9h", "", {"ante": 1000, "aces_up": 500}, ""),  # a fold leaves Aces Up in play
    ("md-uth", "2s 7d", "2c 2d Kh 9s Jd", {"ante": 1000, "blind": 1000, "progressive": 100}, "Progressive"),
    ("md-uth", "2s 7d", "2c Qd Kh 9s Jd", {"ante": 1000, "blind": 1000, "progressive": 100}, ""),
    ("md-uth", "2s 7d", "2c 2d Kh 9s Jd", {"ante": 1000, "blind": 1000, "trips": 500}, ""),  # Trips stays in play
)


@pytest.mark.parametrize(("rulebook", "cards", "community", "stakes", "warned"), FOLDS)
def test_a_fold_that_throws_a_winner_away_is_warned_of(
    floor: Floor, rulebook: str, cards: str, community: str, stakes: dict[str, int], warned: str
) -> None:
    floor.open("one", rulebook)
    for wager, stake in stakes.items():
        floor.do("one", c.PlaceWager(seat=1, wager=wager, stake_cents=stake))

    floor.do("one", h.EndBetting())
    while True:
        table = floor.table("one")
        rules = floor.house.rules_of(table)
        if any(one.action == "fold" for one in seat_offers(rules, table, 1, RICH).actions):
            break
        floor.do("one", c.Decide(seat=1, action="check"))
    round_ = table.state.round
    assert round_ is not None
    held = replace(round_.boxes[0], cards=tuple(parse_cards(cards)))
    known = replace(round_, boxes=(held,), community=tuple(parse_cards(community)) if community else ())
    table = replace(table, state=replace(table.state, round=known))
    (fold,) = [one for one in seat_offers(rules, table, 1, RICH).actions if one.action == "fold"]
    if warned:
        assert fold.warning.startswith(f"A fold gives up your winning {warned}")
    else:
        assert fold.warning == ""
