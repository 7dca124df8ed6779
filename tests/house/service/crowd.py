"""A full house: tables of every rulebook on one link, guests at all of them, and what the guests want next."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle

from croupier.cli.demo import demo_decision, demo_wagers
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.elect import GameRules
from croupier.table.values import commands as c
from tests.house.floor import example

LINK = "floor"
METER_CENTS = 1_000_000
# The paytable of each rulebook that pays from a single meter, and its filing, the same everywhere.
PAYTABLES = {"md-tcp": "A", "md-fcp": "C", "ma-fcp-1": "A", "ma-fcp-2": "PTMGL01", "md-uth": "A"}
TERMS = f"""[progressive]
stake_cents = 100
rate = "20 %"
initial_cents = {METER_CENTS}
reset_cents = {METER_CENTS}

"""
CHIPS_CENTS = 10**10


def linked_example(rulebook: str) -> str:
    """The shipped example on the paytable of a single meter, so that every rulebook can be on the link."""
    named = re.sub(r'(?m)^(progressive|envy) = ".*?"', rf'\1 = "{PAYTABLES[rulebook]}"', example(rulebook))
    return re.sub(r"(?ms)^\[progressive\].*?(?=^\[(?!progressive)|\Z)", TERMS, named)


def open_floor(house: House, tables: Sequence[str], regular: str = "guest") -> None:
    """Tables on one link, their rulebooks in turn, a guest at each, and the regular, if any, at all of them.

    The regular's chips are what the tables have in common beside the link.
    """
    house.open_cage()
    meter = LinkedMeter(initial_cents=METER_CENTS, reset_cents=METER_CENTS, reserve="1 %")
    house.open_link(LinkFiling(link=LINK, meters={"progressive": meter}))
    terms = TableTerms(link=LINK, decision_seconds=0, betting_seconds=0)
    for table, rulebook in zip(tables, cycle(PAYTABLES), strict=False):
        house.open_table(table, linked_example(rulebook), terms)
    players = {table: [player for player in (f"guest of {table}", regular) if player] for table in tables}
    everybody = dict.fromkeys(player for seated in players.values() for player in seated)
    requests = [h.Request(CAGE, h.BuyIn(player=player, cents=CHIPS_CENTS)) for player in everybody]
    for table, seated in players.items():
        requests += [h.Request(table, c.Sit(seat=seat, player=player)) for seat, player in enumerate(seated, 1)]
    answers = house.submit(requests)
    assert all(isinstance(answer, Done) for answer in answers), answers


def wishes_at(rules: GameRules, table: HouseTable, only: Sequence[str] = ()) -> Iterator[h.AnyRequestedCommand]:
    """What the guests of a table do next: wager on everything, or only on these, if they have not yet; then answer."""
    round_ = table.state.round
    if round_ is not None and round_.phase == "wagering":
        for seat, _ in table.state.players:
            box = round_.box(seat)
            for wager, stake in demo_wagers(rules):
                if (not only or wager in only) and not (box and box.stake(wager)):
                    yield c.PlaceWager(seat=seat, wager=wager, stake_cents=stake)
        yield h.EndBetting()
    elif round_ is not None and round_.phase == "decisions":
        yield demo_decision(rules, table.state)


def play_on(house: House, tables: Iterable[str]) -> None:
    """Plays the round under way at each table to its end: none is stuck."""
    upto = {table: house.table(table).state.rounds + 1 for table in tables}
    while waiting := [
        house_table for table, rounds in upto.items() if (house_table := house.table(table)).state.rounds < rounds
    ]:
        requests = [
            h.Request(house_table.table_id, wanted)
            for house_table in waiting
            for wanted in wishes_at(house.rules_of(house_table), house_table)
        ]
        assert {request.table for request in requests} == {house_table.table_id for house_table in waiting}, (
            "a round is stuck"
        )
        for request, answer in zip(requests, house.submit(requests), strict=True):
            assert isinstance(answer, Done), (request, answer)
