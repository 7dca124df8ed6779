"""The tray piece by piece: known from a count, reckoned since by what was paid and taken, and never guessed."""

import pytest

from croupier.cards import DECK
from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import inventory
from croupier.house.log.chips import Pieces, worth_of
from croupier.house.log.events import SlipKind
from croupier.house.log.trays import Tray
from croupier.house.service.house import House
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.dealing import out_of_deck
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.floor import KEYS, Floor
from tests.house.handlers.test_chips_on_felt import DEALER, dealt, due, entered, opened
from tests.table.people import PEOPLE, finds

CHIPS = (100, 500, 2500, 10_000)
KIM, KARL, CAROL = "floor:kim", "floor:karl", "cashier:carol"
AMPLE: Pieces = ((10_000, 400), (2500, 400), (500, 400), (100, 400))


def slip(floor: Floor, kind: SlipKind, pieces: Pieces) -> None:
    """A slip through its people."""
    floor.do("one", h.AskSlip(kind=kind, pieces=pieces, by=KIM))
    number = floor.table("one").slips_made
    floor.do("one", h.ApproveSlip(slip=number, by=KARL))
    if kind not in ("opener", "closer"):
        floor.do("one", h.ConfirmSlip(slip=number, by=CAROL))


def tray(floor: Floor) -> Tray:
    found = floor.table("one").tray
    assert found is not None
    return found


def reckoned(floor: Floor) -> dict[int, int]:
    """How many of each worth are reckoned to be there."""
    return dict(tray(floor).pieces)


def whole(floor: Floor) -> None:
    """The audit has nothing to say, and who reads the log afresh knows the same."""
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems
    assert House(floor.database, KEYS).table("one") == floor.table("one")


@pytest.mark.databases("any")
@pytest.mark.parametrize("rulebook", rulebook_ids())
@pytest.mark.parametrize("pieces", [AMPLE, ((10_000, 40), (500, 1))], ids=["ample", "short"])
def test_what_is_reckoned_comes_to_what_the_books_say_moved(floor: Floor, rulebook: str, pieces: Pieces) -> None:
    opened(floor, rulebook, denominations_cents=CHIPS)
    assert floor.table("one").tray is None, "nobody has counted it"
    before = floor.balance(inventory("one"))
    slip(floor, "opener", pieces)
    for _ in range(2):
        dealt(floor)
        now = tray(floor)
        come_to = worth_of(now.pieces) + now.unnamed_cents - sum(one.cents for one in now.owing)
        assert come_to - worth_of(pieces) == floor.balance(inventory("one")) - before
        assert all(count >= 0 for _, count in now.pieces)
    assert tray(floor).counted == tuple(sorted([(worth, dict(pieces).get(worth, 0)) for worth in CHIPS], reverse=True))
    whole(floor)


def test_slips_are_counted_and_a_count_begins_anew(floor: Floor) -> None:
    opened(floor, seats=(2,), denominations_cents=CHIPS)
    slip(floor, "opener", ((10_000, 5), (500, 20)))
    slip(floor, "fill", ((500, 40),))
    slip(floor, "credit", ((10_000, 2),))
    slip(floor, "drop", ((10_000, 20),))
    now = {10_000: 3, 2500: 0, 500: 60, 100: 0}
    assert (reckoned(floor), dict(tray(floor).counted), tray(floor).unnamed_cents) == (now, now, 0)
    floor.do("one", h.SellChips(seat=2, cents=11_000, by=DEALER))
    assert reckoned(floor) == now | {10_000: 2, 500: 58}
    assert dict(tray(floor).counted) == now, "nobody has counted that"
    floor.do("one", h.Fill(cents=50_000, by="admin:ada"))
    assert tray(floor).unnamed_cents == 50_000
    slip(floor, "closer", ((2500, 7),))
    assert tray(floor).pieces == tray(floor).counted == ((10_000, 0), (2500, 7), (500, 0), (100, 0))
    assert (tray(floor).count.kind, tray(floor).unnamed_cents) == ("closer", 0)
    whole(floor)
    floor.do("one", h.CloseTable(by=KIM))
    assert floor.table("one").tray is None


def test_other_pieces_are_paid_then_change_is_made_then_a_fill_is_waited_for(floor: Floor) -> None:
    opened(floor, seats=(2,), denominations_cents=CHIPS)
    slip(floor, "opener", ((10_000, 1), (2500, 5), (500, 10)))
    floor.do("one", h.SellChips(seat=2, cents=20_000, by=DEALER))
    assert reckoned(floor) == {10_000: 0, 2500: 1, 500: 10, 100: 0}, "in 25s where 100s are short"
    floor.do("one", h.SellChips(seat=2, cents=300, by=DEALER))
    assert reckoned(floor) == {10_000: 0, 2500: 1, 500: 9, 100: 2}, "a 5 went for five of a patron's 1s"
    floor.do("one", h.SellChips(seat=2, cents=90_000, by=DEALER))
    assert [one.cents for one in tray(floor).owing] == [90_000]
    assert reckoned(floor) == {10_000: 0, 2500: 1, 500: 9, 100: 2}, "nobody knows what that was paid in"
    slip(floor, "fill", ((10_000, 20),))
    assert not tray(floor).owing
    assert reckoned(floor) == {10_000: 11, 2500: 1, 500: 9, 100: 2}
    whole(floor)


def test_what_is_taken_back_comes_back_in_the_pieces_that_it_was_paid_in(floor: Floor) -> None:
    opened(floor, seats=(2,), denominations_cents=CHIPS)
    dealt(floor, until="decisions")
    slip(floor, "opener", ((2500, 400), (500, 40)))
    taken_back = 0
    while floor.table("one").last is None:
        before = tray(floor)
        step(floor)
        entry = next(iter(floor.table("one").entries[-1:]), None)
        if entry and any(isinstance(one, e.WagerSettled) and one.line.net_cents for one in entry.events):
            assert tray(floor) != before
            floor.do("one", h.TakeBack(record=entry.record, by=DEALER))
            now = tray(floor)
            assert (now.pieces, now.paid, now.owing) == (before.pieces, before.paid, before.owing)
            taken_back += 1
            step(floor)
    assert taken_back
    whole(floor)


def step(floor: Floor) -> None:
    """The next act of a round, its cards told from the top of a new deck that nobody has seen."""
    duty, table = due(floor), floor.table("one")
    if duty is None:
        entered(floor)
        return
    if isinstance(duty.command, c.TurnUp):
        assert table.state.round
        gone = set(out_of_deck(table.state.round))
        found = {"cards": " ".join(map(str, [card for card in DECK if card not in gone][: duty.blanks[0].most]))}
    else:
        found = dict(finds(floor.house.rules_of(table), table.state, duty)) if duty.blanks else {}
    floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))
