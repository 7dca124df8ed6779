"""The demo pit: a house made in one go, with a practice table of each rulebook and a link that two of them share.

A sixth table is dealt from a deck in somebody's hand, to patrons with chips of their own, by the demo's own dealer and
floorperson.
"""

import re
from collections.abc import Callable
from pathlib import Path

from croupier.house.database.database import Database
from croupier.house.database.whole_files import alone_in
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.keys import load_keys
from croupier.house.links.filing import LinkedMeter, LinkFiling
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.errors import BadInput
from croupier.rulebook.shelf import example_text
from croupier.server.accounts.users import Users, one_time_password
from croupier.server.wire.schemas import Role
from croupier.table.values.refusal import Refusal

HOUSE = "house.db"
KEYS = "house.db.keys"
LINK = LinkFiling(link="boardwalk", meters={"progressive": LinkedMeter(initial_cents=1_000_000, reset_cents=500_000)})
BETTING_SECONDS, DECISION_SECONDS = 40, 60

# Each table of the pit: its name, the rulebook whose example it is run by, its title, and whether it is on the link.
PIT = (
    ("three-card", "md-tcp", "Three Card Poker", True),
    ("four-card", "md-fcp", "Four Card Poker", True),
    ("four-card-cover-all", "ma-fcp-1", "Four Card Poker with Cover All", False),
    ("four-card-three-meters", "ma-fcp-2", "Four Card Poker with three meters", False),
    ("hold-em", "md-uth", "Ultimate Texas Hold 'Em", False),
)

# The table that is dealt from a deck of cardboard, and who works at it, or watches.
REAL_CARDS = ("real-cards", "md-tcp", "Real cards")
STAFF: tuple[tuple[str, Role], ...] = (
    ("dana", "dealer"), ("kim", "floor"), ("cass", "cashier"), ("sol", "surveillance"), ("tess", "department"),
    ("rae", "regulator"),
)  # fmt: skip


def demo_staff(house: House, users: Users, now_ms: int) -> str:
    """The password by which the demo's staff sign in while this run lasts; nobody keeps it.

    A demo that was made before there was a table for them gets one.
    """
    if REAL_CARDS[0] not in house.tables():
        open_real_cards(house)
    password = one_time_password()
    for name, role in STAFF:
        known = users.find(name)
        user, given = (known, users.new_password(name)) if known else users.add(name, role, now_ms)
        users.change_password(user, given, password, now_ms)
    return password


def demo_house(folder: Path, say: Callable[[str], None] = lambda _: None) -> tuple[Path, Path]:
    """Where the demo's database and its key file are; the first time, they are made, which `say` hears of.

    The database is named so only once everything is in it: a demo that was interrupted is made again.
    """
    database, keys = folder / HOUSE, folder / KEYS
    if database.exists():
        return database, keys
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot hold the demo ({error.strerror}); name another folder.") from None
    with alone_in(folder):  # two may be started at once
        if not database.exists():
            say(f"Making a demo house in {folder}: its keys, a link and a table of each rulebook. This is done once.")
            _make(folder, database, keys)
    return database, keys


def _make(folder: Path, database: Path, keys: Path) -> None:
    made = folder / "making.db"
    for left in folder.glob("making.db*"):
        left.unlink()
    found = load_keys(keys, create=not keys.exists())
    with Database.open(made, create=True) as opened:
        open_pit(House(opened, found))
    made.rename(database)


def open_pit(house: House) -> None:
    """Opens the demo's tables and their link in a house that has none."""
    house.open_cage()
    house.open_link(LINK)
    for name, rulebook, title, linked in PIT:
        terms = TableTerms(
            link=LINK.link if linked else "",
            betting_seconds=BETTING_SECONDS,
            decision_seconds=DECISION_SECONDS,
            practice=True,
        )
        house.open_table(name, _submission(rulebook, title, linked), terms)
    open_real_cards(house)


def open_real_cards(house: House) -> None:
    """Opens the table that is dealt from a deck in the hand, with chips on its felt: one person can do all of it."""
    name, rulebook, title = REAL_CARDS
    by_hand = TableTerms(dealer="human", card_source="seen", chip_source="felt", betting_seconds=0, decision_seconds=0)
    house.open_table(name, _submission(rulebook, title, linked=False), by_hand)
    _bring_cards(house, name)


def _bring_cards(house: House, table: str) -> None:
    """The demo's own staff bring the decks and inspect them, two people as the rules ask: whoever comes deals alone."""
    on_duty: dict[str, str] = {role: f"{role}:{name}" for name, role in STAFF}
    while duty := duty_at(house.rules_of(house.table(table)), house.table(table), house.now_ms() // 1000):
        answer = house.ask(h.Request(table, h.DoDuty(says=duty.says, by=on_duty[duty.by])))
        assert not isinstance(answer, Refusal), answer


def _submission(rulebook: str, title: str, linked: bool) -> str:
    """The rulebook's example with a title of its own, and on the link with the link's amounts."""
    text = _filed(example_text(rulebook), "table", "name", f'"{title}"')
    if linked:
        meter = LINK.meters["progressive"]
        text = _filed(text, "progressive", "initial_cents", str(meter.initial_cents))
        text = _filed(text, "progressive", "reset_cents", str(meter.reset_cents))
    return text


def _filed(text: str, section: str, field: str, value: str) -> str:
    """The submission with another value for a field that it has."""
    found = re.compile(rf"(^\[{section}\]\n(?:(?!\[).*\n)*?{field} = )[^#\n]*", re.MULTILINE)
    changed, times = found.subn(lambda match: match[1] + value + " ", text)
    assert times == 1, f"{section}.{field}"
    return changed
