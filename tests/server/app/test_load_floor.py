"""A busy floor, small: every command that its clients sent is answered, and stands in the log once."""

import argparse
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.floor import compared, figures

from tests.soak import sized

GIVEN = argparse.Namespace(
    tables=sized(5, 50),
    clients=sized(20, 300),
    players=3,
    processes=1,
    seconds=sized(3, 60),
    yardstick_seconds=0.2,
)


def test_no_command_is_lost_or_done_twice(database_url: str, tmp_path: Path) -> None:
    found = figures("", database_url, tmp_path / "log", GIVEN, own_rate=0.0)
    assert found.players == GIVEN.players * GIVEN.tables
    assert (found.lost, found.doubled) == (0, 0)
    assert found.answers == found.commands + found.sent_twice
    assert not found.dropped
    assert not found.refused
    assert not found.troubles, "\n".join(found.troubles[:5])
    # There was something to lose.
    assert found.rounds_a_second > 0
    assert found.sent_twice > 0
    assert found.views > found.commands


@pytest.mark.parametrize(
    ("log", "lost", "doubled"),
    [({"t ann Sit": 1, "t ann Decide": 2}, 0, 0), ({"t ann Sit": 1, "t ann Decide": 1}, 1, 0),
     ({"t ann Sit": 2, "t ann Decide": 2}, 0, 1), ({"t ann Sit": 1, "t ann Decide": 2, "t bob Sit": 1}, 0, 1)],
)  # fmt: skip
def test_what_is_lost_or_doubled_is_found(log: dict[str, int], lost: int, doubled: int) -> None:
    assert compared({"t ann Sit": 1, "t ann Decide": 2}, Counter(log)) == (lost, doubled)
