"""An eventful evening in a small house: something of everything that can happen, at tables of every kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.cards import Card
from croupier.cli.demo import demo_wagers
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import TableTerms
from croupier.table.procedure.dealer import next_duty
from croupier.table.values import commands as c
from tests.house.floor import Floor, example
from tests.house.samples import balances
from tests.house.service.crowd import LINK, linked_example, open_floor, wishes_at
from tests.table.people import done_by_people
from tests.table.pit import stacked

FLOOR = "floor:kim"
BASE_GAME = ("ante", "blind")
Hands = Mapping[int | str, str]
ROYAL_IN_TWO: Hands = {1: "As Ks", 2: "3h 7c", "dealer": "4d 9c", "community": "Qs Js Ts 2c 3d"}
NOTHING: Hands = {1: "2s 4h", 2: "3h 7c", "dealer": "4d 9c", "community": "6d 8c Th Jc Kd"}


def play_many(floor: Floor, tables: Sequence[str], rounds: int, side_wagers: bool = True) -> None:
    """So many rounds more at each of the tables, all of them at once: many commands to a commit."""
    goals = {table: floor.table(table).state.rounds + rounds for table in tables}
    number = 0
    while True:
        requests = []
        for house_table in [floor.house.known(table) or floor.table(table) for table in goals]:
            assert house_table.state.round is not None
            if house_table.state.round.phase == "wagering" and house_table.state.rounds >= goals[house_table.table_id]:
                continue
            for wanted in wishes_at(floor.house.rules_of(house_table), house_table, () if side_wagers else BASE_GAME):
                number += 1
                requests.append(
                    h.Request(house_table.table_id, wanted, f"{house_table.table_id}-{house_table.version}-{number}")
                )
        if not requests:
            return
        for request, answer in zip(requests, floor.house.submit(requests), strict=True):
            assert isinstance(answer, Done), (request, answer)


class Evening(Floor):
    """A floor where somebody deals by hand too."""

    def by_hand(self, table: str, order: Sequence[Card], stop: Callable[[HouseTable], bool]) -> None:
        """A person deals, reading out these cards, and everybody plays, until `stop` says so."""
        while not stop(house_table := self.table(table)):
            rules, state, round_ = self.house.rules_of(house_table), house_table.state, house_table.state.round
            duty = next_duty(rules, state, at=house_table.at_ms // 1000, betting_over=bool(round_ and round_.boxes))
            if duty is None and round_ and round_.to_ask:
                box = round_.box(round_.to_ask[0])
                assert box is not None
                times = 4 if rules.rulebook.rulebook == "md-uth" else 1
                self.do(table, c.Decide(seat=box.seat, action="play", stake_cents=times * box.stake("ante")))
            elif duty is None:
                self.bet(table)
            elif isinstance(duty.command, c.Deal):
                assert round_ is not None
                self.do(table, c.DealCard(card=order[round_.drawn]))
            else:
                self.do(table, done_by_people(rules, state, duty))

    def round_by_hand(self, table: str, hands: Hands) -> None:
        """A whole round in which these hands are dealt."""
        number = self.table(table).state.rounds
        order = stacked(self.house.rules_of(self.table(table)), hands)
        self.by_hand(
            table, order, lambda house_table: house_table.state.rounds > number and in_phase(house_table, "closed")
        )

    def void_after_award(self, table: str, spent: bool) -> None:
        """A meter is hit and paid; then the round turns out void, perhaps when the money is spent already."""
        order = stacked(self.house.rules_of(self.table(table)), ROYAL_IN_TWO)
        self.by_hand(table, order, _paid)
        if spent:
            self.do(CAGE, h.CashOut(player="ann", cents=balances(self.database)["player:ann"]))
        self.do(table, c.Report(kind="wrong_number_of_cards", by=FLOOR))


def in_phase(table: HouseTable, phase: str) -> bool:
    """Whether the table's round is in that phase."""
    return table.state.round is not None and table.state.round.phase == phase


def _paid(table: HouseTable) -> bool:
    round_ = table.state.round
    return round_ is not None and in_phase(table, "settling") and any(line.meter for line in round_.lines)


def eventful(floor: Evening) -> list[str]:
    """Everything that can happen, some of it twice; the tables' names."""
    open_floor(floor.house, ["tcp", "fcp", "ma-one", "ma-two", "uth"])
    floor.house.open_table("own-link", example("md-uth"), terms())
    floor.house.open_table("hand", linked_example("md-uth"), terms(link=LINK, dealer="human"))
    floor.house.open_table("open", example("md-tcp"), terms(mode="open"))
    for player in ("ann", "bob"):
        floor.do(CAGE, h.BuyIn(player=player, cents=30_000_000))
        for table in ("own-link", "hand", "open"):
            floor.do(table, c.Sit(seat=1 if player == "ann" else 2, player=player))
    linked, machine = ["tcp", "fcp", "ma-one", "ma-two", "uth"], ["own-link", "open"]
    play_many(floor, [*linked, *machine], 2)
    floor.do("open", h.OfferSeed(player="bob", seed="½ 🂡"))
    floor.do("open", h.OfferSeed(player="ann", seed="late and long"))
    play_many(floor, ["open"], 2)
    _wagers_moved(floor, "tcp")
    _voided(floor, "uth")
    _jammed(floor, "fcp")
    _silent(floor, "ma-two")
    _money(floor, "ma-one")
    floor.round_by_hand("hand", ROYAL_IN_TWO)
    floor.void_after_award("hand", spent=False)
    floor.round_by_hand("hand", NOTHING)
    _run_otherwise(floor, "own-link")
    floor.void_after_award("hand", spent=True)
    play_many(floor, linked, 1)
    floor.bet("uth")
    return [*linked, *machine, "hand"]


def modest(floor: Evening) -> None:
    """A short evening: a table that deals by itself, one dealt by hand, a meter hit and given back, a wager down."""
    open_floor(floor.house, ["tcp"])
    floor.house.open_table("hand", linked_example("md-uth"), terms(link=LINK, dealer="human"))
    for seat, player in ((1, "ann"), (2, "bob")):
        floor.do(CAGE, h.BuyIn(player=player, cents=500_000))
        floor.do("hand", c.Sit(seat=seat, player=player))
    play_many(floor, ["tcp"], 4)
    floor.void_after_award("hand", spent=True)
    floor.bet("tcp")


def terms(**given: Any) -> TableTerms:
    """How a table is run where nobody minds the time."""
    return TableTerms(**{"decision_seconds": 0, "betting_seconds": 0, **given})


def _wagers_moved(floor: Floor, table: str) -> None:
    """Stakes raised, lowered and taken back; somebody comes, and leaves without a wager."""
    ante = dict(demo_wagers(floor.house.rules_of(floor.table(table))))["ante"]
    for cents in (ante, 3 * ante, 2 * ante):
        floor.do(table, c.PlaceWager(seat=1, wager="ante", stake_cents=cents))
    floor.do(table, c.PlaceWager(seat=2, wager="ante", stake_cents=ante))
    floor.do(table, c.WithdrawWager(seat=2, wager="ante"))
    floor.do(table, c.Sit(seat=4, player="cy"))
    floor.do(table, c.Leave(seat=4))
    floor.do(table, h.EndBetting())
    floor.do(table, c.NoteConduct(seat=1, step="cards_in_view", note="held the cards under the table", by=FLOOR))
    floor.play(table)


def _voided(floor: Floor, table: str) -> None:
    """A round void in the midst of its decisions."""
    floor.bet(table)
    floor.do(table, h.EndBetting())
    assert in_phase(floor.table(table), "decisions")
    floor.do(table, c.Report(kind="wrong_number_of_cards", by=FLOOR))
    floor.play(table)


def _jammed(floor: Floor, table: str) -> None:
    """The shuffler fails."""
    floor.bet(table)
    floor.do(table, h.EndBetting())
    floor.do(table, c.Report(kind="shuffler_jam", by=FLOOR))
    floor.play(table)


def _silent(floor: Floor, table: str) -> None:
    """Nobody answers."""
    floor.bet(table)
    floor.do(table, h.EndBetting(time_is_up=True))
    while round_ := floor.table(table).state.round:
        if round_.phase != "decisions":
            return
        floor.do(table, h.EndWaiting(seat=round_.to_ask[0], point=round_.point))


def _money(floor: Floor, table: str) -> None:
    """Money comes and goes while the clock steps back."""
    floor.do(table, h.BuyIn(player="dee", cents=40_000))
    floor.do(table, h.Fill(cents=123_400, by=FLOOR))
    floor.clock.at_ms -= 60_000
    floor.do(table, h.Credit(cents=23_400, by=FLOOR))
    floor.clock.at_ms += 60_000
    floor.do(CAGE, h.CashOut(player="dee", cents=15_000))


def _run_otherwise(floor: Floor, table: str) -> None:
    """Other rules from the next round on, and the end of the table."""
    changed = example("md-uth").replace("maximum_cents = 5000", "maximum_cents = 4000", 1)
    assert changed != example("md-uth")
    floor.do(table, h.ChangeRules(submission=changed, by=FLOOR))
    floor.play(table, 2)
    floor.do(table, h.CloseTable(by=FLOOR))
