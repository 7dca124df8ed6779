"""One meter hit at several tables at the same time, and rounds void and awards refused in between: all is conserved."""

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import select

from croupier.house.audit.audit import audit
from croupier.house.audit.link_movements import link_problem
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.log.house_table import HouseTable
from croupier.table.values import commands as c
from tests.house.floor import KEYS
from tests.house.played import FLOOR, ROYAL_IN_TWO, Evening, in_phase, terms
from tests.house.service.crowd import LINK, METER_CENTS, linked_example
from tests.soak import sized
from tests.table.pit import stacked

TABLES = ("north", "east", "south", "west")
ROUNDS = sized(4, 100)  # at each table
DEALER = "dealer:deana"
CHIPS_CENTS = 10**10
ENDS = ("paid", "paid and void", "refused", "void")


def opened(database: Database) -> None:
    """Tables that people deal, on one link, with two players at each."""
    floor = Evening(database)
    meter = LinkedMeter(initial_cents=METER_CENTS, reset_cents=METER_CENTS, reserve="1 %")
    floor.house.open_link(LinkFiling(link=LINK, meters={"progressive": meter}))
    for table in TABLES:
        floor.house.open_table(table, linked_example("md-uth"), terms(link=LINK, dealer="human"))
        for seat in (1, 2):
            player = f"{table} {seat}"
            floor.do(CAGE, h.BuyIn(player=player, cents=CHIPS_CENTS))
            floor.do(table, c.Sit(seat=seat, player=player))


def award_pending(table: HouseTable) -> bool:
    """Whether an award waits for people to look at it."""
    return bool(table.state.round and table.state.round.pending)


def over(table: HouseTable) -> bool:
    """Whether the round is over."""
    return in_phase(table, "closed") or in_phase(table, "void")


def finish(floor: Evening, table: str, how: str) -> None:
    """What people make of an award that waits: it is paid, refused, or its round is void, before or after."""
    void = c.Report(kind="wrong_number_of_cards", by=FLOOR)
    if how == "void":
        floor.do(table, void)
        return
    lit = "no" if how == "refused" else "yes"
    floor.do(table, h.DoDuty(found=(("hand_wins", "yes"), ("light_on", lit)), by=DEALER))
    if how == "refused":
        floor.do(table, h.DoDuty(found=(("reason", "the device shows no wager"),), by=FLOOR))
    if how == "paid and void":
        floor.by_hand(table, (), lambda house_table: not award_pending(house_table))
        floor.do(table, void)
        return
    floor.by_hand(table, (), over)


def test_simultaneous_hits_with_voids_and_refused_awards_between_them(database: Database) -> None:
    opened(database)
    together = threading.Barrier(len(TABLES))

    def play(table: str) -> list[str]:
        """A process of its own, as far as the database can tell: it shares nothing with the others."""
        floor, chance, ends = Evening(database), random.Random(table), list[str]()
        for _ in range(ROUNDS):
            order = stacked(floor.house.rules_of(floor.table(table)), ROYAL_IN_TWO)
            together.wait()
            floor.by_hand(table, order, award_pending)
            together.wait()  # an award waits at every table: now they are looked at, all at once
            ends.append(chance.choice(ENDS))
            finish(floor, table, ends[-1])
        return ends

    with ThreadPoolExecutor(len(TABLES)) as threads:
        ends = Counter(end for found in threads.map(play, TABLES) for end in found)
    with database.read() as connection:
        assert link_problem(connection, LINK) is None
        kinds = Counter(connection.execute(select(s.movements.c.kind)).scalars())
        (balance,) = connection.execute(select(s.meters.c.shown_cents)).scalars()
    report = audit(database, KEYS)
    assert report.ok, report.problems
    print(f"{len(TABLES)} tables x {ROUNDS} rounds: {dict(ends)}; movements {dict(kinds)}; the meter shows {balance}")
    assert sum(ends.values()) == len(TABLES) * ROUNDS
    assert kinds["hit"] >= ends["paid"], kinds


def test_the_audit_knows_what_came_back_after_another_win(database: Database) -> None:
    """A win takes a contribution along, another wins the seed, the first turns out void: the contribution is back.

    Then its own round is void, and it is taken off again: what was won in between was won while it was away.
    """
    opened(database)
    floor = Evening(database)
    order = stacked(floor.house.rules_of(floor.table("north")), ROYAL_IN_TWO)
    floor.by_hand("north", order, lambda table: in_phase(table, "decisions"))
    floor.by_hand("east", order, award_pending)
    floor.by_hand("south", order, award_pending)
    finish(floor, "south", "paid")
    finish(floor, "east", "void")
    finish(floor, "north", "void")
    report = audit(database, KEYS)
    assert report.ok, report.problems
