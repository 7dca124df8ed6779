"""Makes the house, kept for good, whose meters were hit and restored while both were one event, `MeterMoved`.

    python -m tests.house.log.meters_moved

It was written by the last version that wrote that event; making it anew would prove nothing.
"""

import gzip
import hashlib
import tempfile
from itertools import count
from pathlib import Path

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.shuffles.shuffle import SeedPool, order_from
from croupier.table.values import commands as c
from tests.house.floor import Floor
from tests.house.log.first_version import kept_house
from tests.table.people import PEOPLE, finds
from tests.table.pit import cards, rules_with, stacked

TABLE, PLAYERS = "one", ("ann", "ben", "cy", "dee")
PAID, REFUSED, VOID = 1, 2, 3  # what became of the award of each round
WINNER = "As Ks Qs"


class LuckySeeds(SeedPool):
    """Seeds by which somebody at the table holds the hand that wins the meter."""

    def __init__(self) -> None:
        super().__init__()
        hands: dict[int | str, str] = dict.fromkeys(range(1, len(PLAYERS) + 1), "")
        deck = stacked(rules_with("md-tcp"), hands | {1: WINNER})
        self._places = [deck.index(card) for card in cards(WINNER)]
        self._seeds = (hashlib.sha256(f"lucky {number}".encode()).digest() for number in count())

    def draw(self) -> bytes:
        """The next seed that deals the winning hand to the first seat."""
        won = set(cards(WINNER))
        return next(seed for seed in self._seeds if {order_from(seed)[place] for place in self._places} == won)


def main() -> None:
    """Plays a round of each end of an award, and keeps the database, never over one that is kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        with Database.open(path, create=True) as database:
            floor = Floor(database, seeds=LuckySeeds())
            floor.open(TABLE, "md-tcp", PLAYERS, dealer="human")
            while floor.table(TABLE).state.rounds <= VOID:
                _go_on(floor)
            with database.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        with kept_house("0.4.0-meters-moved").open("xb") as file:
            file.write(gzip.compress(path.read_bytes(), mtime=0))


def _go_on(floor: Floor) -> None:
    """The next thing that anybody does at the table."""
    table = floor.table(TABLE)
    rules, state = floor.house.rules_of(table), table.state
    round_ = state.round
    if round_ and round_.phase == "wagering" and not round_.boxes:
        floor.bet(TABLE)
    elif round_ and round_.pending and round_.number == REFUSED and not round_.pending.unlit_by:
        floor.do(TABLE, c.VerifyAward(seat=round_.pending.line.seat, light_on=False, hand_wins=True, by="dealer:dot"))
    elif round_ and round_.pending and round_.number == VOID:
        floor.do(TABLE, c.Report(kind="wrong_number_of_cards", by="floor:kim"))
    elif duty := duty_at(rules, table, table.at_ms // 1000):
        found = finds(rules, state, duty) if duty.blanks else {}
        floor.do(TABLE, h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))
    elif round_ and round_.to_ask:
        floor.decide(TABLE)
    else:
        floor.do(TABLE, h.EndBetting())


if __name__ == "__main__":
    main()
