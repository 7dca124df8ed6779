"""The houses of a night: tables on a link, people with chips; made once and copied for each night."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.handlers.idempotency import Done
from croupier.house.keys import Keys
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.links.remote_house import RemoteHouse
from croupier.house.service.house import House, TableTerms, serving
from croupier.house.shuffles.shuffle import SeedPool
from croupier.server.accounts.sessions import Sessions
from croupier.server.accounts.users import Users
from croupier.server.settings import Settings
from croupier.server.wire.schemas import Role
from tests.house.database.postgres import memory
from tests.house.database.test_every_write import SALTS
from tests.house.service.crowd import METER_CENTS, linked_example
from tests.server.live import CHEAP, PASSWORD
from tests.simulator.clock import simulated_edges
from tests.simulator.disk import Disk
from tests.simulator.vfs import FILES

LINK = "floor"
SHORE, INLAND = "shore", "inland"
FILE = "house.db"
KEYS = {SHORE: Keys(b"s" * 32, b"S" * 32), INLAND: Keys(b"i" * 32, b"I" * 32)}
PLAYERS = ("ann", "bob", "cat", "dan")
FLOOR, DEALER = "kim", "dee"
STAFF: dict[str, Role] = {FLOOR: "floor", DEALER: "dealer"}
CHIPS_CENTS = 5_000_000
EPOCH_MS = 1_800_000_000_000
SETTINGS: Settings = CHEAP
DECISION_SECONDS, BETTING_SECONDS = 2, 2
MOST_DUTIES = 50  # before players come


class LuckySeeds(SeedPool):
    """Seeds drawn from a night's chance: now and then one that is known to win a meter for who sits alone in seat 1."""

    def __init__(self, chance: Random, rulebooks: tuple[str, ...]) -> None:
        super().__init__(chance.randbytes)
        self._chance = chance
        self._lucky = [hashlib.sha256(f"{SALTS[rulebook]} 1".encode()).digest() for rulebook in rulebooks]

    def draw(self) -> bytes:
        """A seed."""
        return self._chance.choice(self._lucky) if self._chance.random() < 0.4 else super().draw()


class Template(Struct, frozen=True):
    """Disks to begin a night with, the tables of each house, and the sessions that are open there."""

    disks: dict[str, dict[str, bytes]]
    tables: dict[str, tuple[str, ...]]
    tokens: dict[str, dict[str, str]]  # of each house, by name
    by_hand: tuple[str, str] | None  # the house and the table at which people deal


def elsewhere_from(house: str, folders: Mapping[str, str], clock: object) -> dict[str, RemoteHouse]:
    """The first house as the second sees it."""
    if house == SHORE:
        return {}
    keys = KEYS[SHORE]
    keep = serving(keys, clock)  # type: ignore[arg-type]
    return {keys.name: RemoteHouse(keys.name, str(Path(folders[SHORE], FILE)), KEYS[house].name, keep)}


@cache
def template(rulebooks: tuple[str, str], linked: bool, by_hand: bool) -> Template:
    """The houses as they are before anybody comes in: the same whenever they are made."""
    now = [EPOCH_MS]

    def clock() -> int:
        now[0] += 1
        return now[0]

    chance = Random(f"{rulebooks} {linked}")
    dealt: tuple[str, str] | None = None
    FILES.entropy = chance.randbytes
    edges = simulated_edges(lambda: 0.0, lambda seconds: None, chance)
    with FILES.in_place(), edges, TemporaryDirectory(prefix="croupier-", dir=memory()) as top:
        folders = {name: str(Path(top, name)) for name in ((SHORE, INLAND) if linked else (SHORE,))}
        disks = {name: mounted(folder, name) for name, folder in folders.items()}
        tables: dict[str, tuple[str, ...]] = {}
        tokens: dict[str, dict[str, str]] = {}
        for name, folder in folders.items():
            tables[name] = ("one", "two") if not linked else ("one",)
            if by_hand and name == list(folders)[-1]:
                dealt = name, tables[name][-1]
            with Database.open(Path(folder, FILE), create=True) as database:
                remote_houses = elsewhere_from(name, folders, clock)
                house = House(database, KEYS[name], clock, remote_houses, seeds=LuckySeeds(Random(name), rulebooks))
                people_deal_at = dealt[1] if dealt and dealt[0] == name else ""
                _open(house, tables[name], rulebooks if name == SHORE else rulebooks[::-1], people_deal_at)
                if people_deal_at:
                    _prepare(house, people_deal_at)
                tokens[name] = _people(database, house)
                for far in remote_houses.values():
                    far.close()
        for folder in folders.values():
            del FILES.disks[folder]
        return Template({name: disk.image() for name, disk in disks.items()}, tables, tokens, dealt)


def mounted(folder: str, name: str, image: dict[str, bytes] | None = None) -> Disk:
    """A disk in a folder, where an empty file stands for the database that is on the disk."""
    Path(folder).mkdir()
    Path(folder, FILE).touch()
    disk = FILES.disks[folder] = Disk(name, image or {FILE: b""})
    return disk


def _open(house: House, tables: tuple[str, ...], rulebooks: tuple[str, ...], people_deal_at: str) -> None:
    house.open_cage()
    if house.remote_houses:
        house.join_remote_link(LINK, next(iter(house.remote_houses)))
    else:
        meter = LinkedMeter(initial_cents=METER_CENTS, reset_cents=METER_CENTS, reserve="1 %")
        house.open_link(LinkFiling(link=LINK, meters={"progressive": meter}))
    terms = TableTerms(link=LINK, decision_seconds=DECISION_SECONDS, betting_seconds=BETTING_SECONDS)
    by_hand = replace(terms, dealer="human")
    for table, rulebook in zip(tables, rulebooks, strict=False):
        house.open_table(table, linked_example(rulebook), by_hand if table == people_deal_at else terms)


def _prepare(house: House, table: str) -> None:
    """Decks are brought, inspected and spread there: what is left to do needs players."""
    for _ in range(MOST_DUTIES):
        house_table = house.table(table)
        duty = duty_at(house.rules_of(house_table), house_table, house_table.at_ms // 1000)
        if duty is None:
            return
        person = next(f"{role}:{name}" for name, role in STAFF.items() if role == duty.by)
        answer = house.ask(h.Request(table, h.DoDuty(says=duty.says, by=person)))
        assert isinstance(answer, Done), answer
    raise AssertionError(f"{table} is never prepared")


def _people(database: Database, house: House) -> dict[str, str]:
    users, sessions = Users(database, SETTINGS), Sessions(database, SETTINGS)
    tokens = {}
    for name in (*PLAYERS, *STAFF):
        user, one_time = users.add(name, STAFF.get(name, "player"), EPOCH_MS)
        users.change_password(user, one_time, PASSWORD, EPOCH_MS)
        tokens[name] = sessions.begin(name, EPOCH_MS)
        if name in PLAYERS:
            house.ask(h.Request(CAGE, h.BuyIn(player=name, cents=CHIPS_CENTS), f"first {name}"))
    return tokens
