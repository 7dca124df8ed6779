"""What a table says to who looks at it: people by their names, and the words that are on the buttons."""

from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.server.accounts.guest_names import GUEST, called, guest_name
from croupier.server.accounts.users import NAME
from croupier.server.tables.words import prompt
from croupier.table.values import commands as c
from tests.house.floor import Floor


def said_to(floor: Floor, seat: int) -> str:
    table = floor.house.table("one")
    return prompt(floor.house.rules_of(table), table, [seat], may_sit=False)


def test_alone_one_deals_and_among_others_one_is_ready(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("one")
    assert said_to(floor, 1) == "Place your Ante or Pair Plus, then deal."
    floor.do("one", c.PlaceWager(seat=1, wager="ante", stake_cents=1500))
    assert said_to(floor, 1) == "Deal when you are ready, or wager more."
    floor.do("one", c.Sit(seat=2, player="bob"))
    assert said_to(floor, 1) == "Press Ready when you are ready, or wager more."
    assert said_to(floor, 2) == "Place your Ante or Pair Plus, then press Ready, or sit this round out."


def test_people_are_named_as_on_the_felt(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("one", players=("ann", "guest-amber-otter", "cat"))
    for seat in (1, 2):
        floor.do("one", c.PlaceWager(seat=seat, wager="ante", stake_cents=1500))
    floor.do("one", h.Ready(seat=1))
    assert said_to(floor, 1) == "Waiting for amber-otter and cat."
    floor.do("one", h.Ready(seat=3))
    assert said_to(floor, 3) == "You sit this round out."
    floor.do("one", h.Ready(seat=2))
    assert said_to(floor, 2) == "Waiting for ann."
    floor.do("one", c.Decide(seat=1, action="fold"))
    assert said_to(floor, 1) == "Waiting for amber-otter."


def test_guests_have_names_that_can_be_told_apart() -> None:
    names = {guest_name(attempt) for attempt in range(1, 9) for _ in range(300)}
    assert all(NAME.fullmatch(name) and name.startswith(GUEST) for name in names)
    assert len(names) > 1500
    assert {called(name).count("-") for name in names} == {1, 2}
    assert called("ann") == "ann"
