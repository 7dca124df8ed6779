"""An audit of two houses, one of which keeps a link that the other's tables feed and win."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.links.links import RemoteHouse
from croupier.house.service.house import House, serving
from croupier.table.values import commands as c
from tests.house.audit.vandal import columns, other, vandal
from tests.house.floor import KEYS
from tests.house.played import FLOOR, NOTHING, ROYAL_IN_TWO, Evening, terms
from tests.house.samples import balances
from tests.house.service.crowd import METER_CENTS, linked_example


class Wide(Evening):
    """A floor whose tables are on a link of another house, in whose database what `far` is is kept."""

    far: Database


@pytest.fixture
def wide(database: Database, tmp_path: Path) -> Iterator[Wide]:
    """An evening with a hit, a void round, and one whose contribution was taken back, all of it told to the link."""
    path = tmp_path / "coast.db"
    with Database.open(path, create=True) as far:
        meter = LinkedMeter(initial_cents=METER_CENTS, reset_cents=METER_CENTS, reserve="0.3 %")
        House(far, KEYS).open_link(LinkFiling(link="coast", meters={"progressive": meter}))
        remote_house = RemoteHouse("coastal", str(path), "north", serving(KEYS))
        floor = Wide(database, remote_houses={"coastal": remote_house})
        floor.far = far
        floor.house.join_remote_link("coast", "coastal")
        for table, rulebook, dealer in (("one", "md-tcp", "virtual"), ("two", "md-uth", "human")):
            floor.house.open_table(table, linked_example(rulebook), terms(link="coast", dealer=dealer))
            for seat, player in ((1, "ann"), (2, "bob")):
                floor.do(CAGE, h.BuyIn(player=player, cents=20_000_000))
                floor.do(table, c.Sit(seat=seat, player=player))
        floor.play("one", 3)
        floor.house.tend_links()
        floor.round_by_hand("two", ROYAL_IN_TWO)
        floor.void_after_award("two", spent=False)
        floor.house.tend_links()
        floor.round_by_hand("two", NOTHING)
        floor.bet("one")
        floor.do("one", h.EndBetting())
        floor.do("one", c.Report(kind="wrong_number_of_cards", by=FLOOR))
        floor.house.tend_links()
        floor.play("one")
        yield floor
        remote_house.close()


def test_both_houses_are_found_as_they_were_written(wide: Wide) -> None:
    here, there = audit(wide.database, KEYS), audit(wide.far, KEYS)
    assert here.problems == there.problems == ()
    assert here.tally.movements == 0
    assert there.tally.claims > 8
    assert there.tally.movements > 8
    owed = "link:coast:north"
    wide.house.tend_links()
    assert balances(wide.database)[owed] == -balances(wide.far)[owed]
    assert audit(wide.far, KEYS).ok


def test_what_is_changed_of_a_link_that_served_others_is_found(wide: Wide, tmp_path: Path) -> None:
    with vandal(f"sqlite:///{tmp_path / 'coast.db'}") as hand:
        for table in ("claims", "movements"):
            for place, name in enumerate(columns(table)):
                row = hand.rows(table)[-3]
                changed = (*row[:place], other(row[place], 7), *row[place + 1 :])
                hand.put(table, row, changed)
                assert audit(wide.far, KEYS).problems, (table, name)
                hand.put(table, changed, row)
            hand.put(table, row, None)
            assert audit(wide.far, KEYS).problems, table
            hand.put(table, None, row)
        assert audit(wide.far, KEYS).ok


def test_what_is_owed_to_a_link_elsewhere_is_exact(wide: Wide, database_url: str) -> None:
    with vandal(database_url) as hand:
        rows = [row for row in hand.rows("transfers") if "link:coast:north" in row[3:5]]
        assert {row[6] for row in rows} == {"contribution", "hit", "reversal"}
        for row in (rows[0], rows[-1], next(row for row in rows if row[6] == "hit")):
            changed = (*row[:5], row[5] + 1, *row[6:])
            hand.put("transfers", row, changed)
            found = audit(wide.database, KEYS).problems
            assert found, row
            hand.put("transfers", changed, row)
        hand.run("UPDATE links SET owed_carry = owed_carry + 1")
        assert ["parts of a cent" in problem.sentence for problem in audit(wide.database, KEYS).problems] == [True]


def test_what_a_link_is_still_to_be_told_is_what_the_records_say(wide: Wide, database_url: str) -> None:
    with vandal(database_url) as hand:
        rows = hand.rows("outbox")
        assert {"Fed", "Ended"} <= {kind for kind in ("Fed", "Ended") for row in rows if kind in row[2]}
        for row in rows:
            link, number, message = row
            for text in (message.replace('"round":', '"round":1'), "{", message.replace('"one"', '"cage"')):
                hand.put("outbox", row, (link, number, text))
                assert audit(wide.database, KEYS).problems, text
                hand.put("outbox", row, row)
        link, number, message = rows[-1]
        hand.put("outbox", rows[-1], (link, number + 1, message))
        assert audit(wide.database, KEYS).problems
        hand.put("outbox", (link, number + 1), rows[-1])
        hand.put("outbox", rows[-1], None)
        assert audit(wide.database, KEYS).problems
        hand.put("outbox", None, rows[-1])
        assert audit(wide.database, KEYS).ok
