"""A house to test with: tables from the shipped examples, players with chips, whole rounds by cautious players."""

from importlib.resources import files
from typing import Any

from sqlalchemy import select

from croupier.cli.demo import demo_decision, demo_wagers
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.keys import Keys
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House, TableTerms
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal

CHIPS_CENTS = 50_000_000
KEYS = Keys(bytes(range(32)), bytes(range(32, 64)))


def example(rulebook: str) -> str:
    """The text of the shipped example submission."""
    return (files("croupier.rulebook") / f"data/examples/{rulebook}.toml").read_text("utf-8")


def by_hand(rulebook: str) -> str:
    """The example of a Four Card Poker rulebook with one deck, shuffled by hand and dealt from a manual shoe."""
    filed = {
        "offers": '["ante", "play", "aces_up"]',
        "kind": '"manual"',
        "counts_cards": "false",
        "feeds_shoe": "false",
        "decks": "1",
        "dealing": '"manual_shoe"',
    }
    sections = [part for part in example(rulebook).split("\n\n") if not part.startswith("[equipment.shoe]")]
    sections.append('[equipment.shoe]\nconformity = "Shoe record 7"\nlocation_approval = "Floor plan 9"')
    lines = [line for line in "\n\n".join(sections).split("\n") if not line.startswith(("product =", "mode ="))]
    return "\n".join(f"{key} = {filed[key]}" if (key := line.partition(" = ")[0]) in filed else line for line in lines)


class Clock:
    """A clock that a test sets."""

    def __init__(self, at_ms: int = 1_800_000_000_000) -> None:
        self.at_ms = at_ms

    def __call__(self) -> int:
        self.at_ms += 1
        return self.at_ms


class Floor:
    """A house, and shorthand for what people do in it."""

    def __init__(self, database: Database, clock: Clock | None = None, **given: Any) -> None:
        self.clock = clock or Clock()
        self.house = House(database, KEYS, self.clock, **given)
        self.database = database

    def open(
        self, table: str, rulebook: str = "md-tcp", players: tuple[str, ...] = ("ann",), **terms: Any
    ) -> HouseTable:
        """A table with these players seated from seat 1 on, each with chips."""
        given = {"decision_seconds": 0, "betting_seconds": 0, **terms}
        self.house.open_table(table, example(rulebook), TableTerms(**given))
        for seat, player in enumerate(players, 1):
            self.do(CAGE, h.BuyIn(player=player, cents=CHIPS_CENTS))
            self.do(table, c.Sit(seat=seat, player=player))
        return self.table(table)

    def ask(
        self, table: str, command: h.AnyRequestedCommand, command_id: str = "", version: int | None = None
    ) -> Done | Refusal:
        """The answer to a command."""
        return self.house.ask(h.Request(table, command, command_id, version))

    def do(self, table: str, command: h.AnyRequestedCommand, command_id: str = "") -> Done:
        """A command that is carried out."""
        answer = self.ask(table, command, command_id)
        assert isinstance(answer, Done), answer
        return answer

    def refused(self, table: str, command: h.AnyRequestedCommand, command_id: str = "") -> Refusal:
        """A command that is refused, and changes nothing."""
        before = self.table(table)
        answer = self.ask(table, command, command_id)
        assert isinstance(answer, Refusal), answer
        assert self.table(table) == before
        return answer

    def table(self, table: str) -> HouseTable:
        """A table as it stands."""
        return self.house.table(table)

    def balance(self, account: str) -> int:
        """What the database says that an account holds."""
        with self.database.read() as connection:
            query = select(s.accounts.c.balance_cents).where(s.accounts.c.account == account)
            return int(connection.execute(query).scalar_one())

    def events(self, table: str) -> list[he.LoggedEvent]:
        """All that the table's log tells, sealed where it is."""
        with self.database.read() as connection:
            records = list(store.records_after(connection, table, 0))
        return [one for record in records for act in decoded(record.body) for one in act.events]

    def bet(self, table: str) -> None:
        """Everybody at the table wagers a little on everything."""
        house_table = self.table(table)
        for seat, _ in house_table.state.players:
            for wager, stake in demo_wagers(self.house.rules_of(house_table)):
                self.do(table, c.PlaceWager(seat=seat, wager=wager, stake_cents=stake))

    def decide(self, table: str) -> None:
        """Whoever is asked answers as a cautious player would."""
        house_table = self.table(table)
        self.do(table, demo_decision(self.house.rules_of(house_table), house_table.state))

    def play(self, table: str, rounds: int = 1) -> HouseTable:
        """Whole rounds, from the first wager to the opening of the next."""
        upto = self.table(table).state.rounds + rounds
        while (house_table := self.table(table)).state.rounds < upto:
            round_ = house_table.state.round
            assert round_ is not None
            if round_.phase == "wagering":
                self.bet(table)
                self.do(table, h.EndBetting())
            else:
                self.decide(table)
        return house_table
