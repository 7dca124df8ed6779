"""What must be posted at a table: the content of its sign, taken from the rules it is run by."""

from collections.abc import Iterator

from msgspec import Struct

from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.phrases import words
from croupier.rulebook.submission import Submission

# What a line's name leaves out between its words.
POSTED_AS = {
    "akq ": "A-K-Q suited, ",
    "hearts diamonds clubs": "hearts, diamonds or clubs",
    "hearts spades clubs": "hearts, spades or clubs",
    "jacks queens kings": "jacks, queens or kings",
    "pair jacks": "pair of jacks",
    "pair tens": "pair of tens",
    "ace queen or jack": "ace queen or ace jack",
}


class PostedTable(Struct, frozen=True):
    """One wager's odds as posted."""

    title: str
    paytable: str
    lines: tuple[tuple[str, str], ...]
    clause: tuple[str, ...]


class Posting(Struct, frozen=True):
    """The whole sign."""

    operator: str
    table: str
    game: str
    notices: tuple[tuple[str, tuple[str, ...]], ...]
    limits: tuple[tuple[str, str], ...]
    tables: tuple[PostedTable, ...]
    meters: tuple[tuple[str, str], ...]
    footer: str


def posting(rules: GameRules, filed: Submission) -> Posting:
    """The sign for a submission's table."""
    return Posting(
        operator=filed.operator.name or "",
        table=filed.table.name or "",
        game=game_title(rules),
        notices=tuple(_notices(rules)),
        limits=tuple(_limits(rules)),
        tables=tuple(_tables(rules)),
        meters=tuple((words(meter.meter).title(), money(meter.reset_cents)) for meter in rules.meters),
        footer=f"{rules.rulebook.title}. {rules.rulebook.status}. Rules {rules.digest[:12]}.",
    )


def game_title(rules: GameRules) -> str:
    """What the game is called, without where it is played."""
    return rules.rulebook.title.partition(",")[0]


def _notices(rules: GameRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    values = {"payout_limit": money(rules.payout_limit_cents) if rules.payout_limit_cents else None}
    for notice in rules.rulebook.signage.notices:
        needed = [name for name in values if f"{{{name}}}" in notice.text]
        if notice.when.holds(rules.look) and all(values[name] for name in needed):
            yield notice.text.format(**values), notice.clause


def _limits(rules: GameRules) -> Iterator[tuple[str, str]]:
    for limit in rules.limits:
        wager = rules.rulebook.wager(limit.wager)
        title = wager.title if wager else words(limit.wager)
        yield title, f"{money(limit.minimum_cents)} to {money(limit.maximum_cents)}"
    if "progressive" in rules.offers:
        yield "Progressive", money(rules.progressive_stake_cents)


def _tables(rules: GameRules) -> Iterator[PostedTable]:
    titles = {menu.wager: menu.title for menu in reversed(rules.rulebook.paytables)}
    offered = {wager.wager: wager.wager in rules.offers for wager in rules.rulebook.wagers.wagers}
    even = [entry for entry in rules.tables if entry.table.id == "even"]
    if even:
        names = " and ".join(titles[entry.wager] for entry in even)
        yield PostedTable(names, "", _lines(even[0].table), even[0].table.clause)
    for entry in rules.tables:
        table = entry.table
        right_stake = table.stake_cents in (0, rules.progressive_stake_cents)
        if entry not in even and offered.get(entry.wager, True) and right_stake:
            dealt = f", {table.hands - 1} dealt" if table.hands else ""
            yield PostedTable(titles[entry.wager] + dealt, "" if table.hands else table.id, _lines(table), table.clause)


def _lines(table: Paytable) -> tuple[tuple[str, str], ...]:
    return tuple((line_title(line.line), str(line.pays)) for line in table.lines)


def line_title(line: str) -> str:
    """A paytable line as it is posted."""
    text = words(line)
    for written, posted in POSTED_AS.items():
        text = text.replace(written, posted)
    return text[:1].upper() + text[1:]


def out_of_order(device: str) -> str:
    """The text of the sign that takes a failed device out of use."""
    name = device.strip()
    if not name or len(name) > 60 or not name.isprintable():
        raise BadInput("Name the device that is out of order in at most 60 printable characters.")
    return f"{name[:1].upper()}{name[1:]}: out of order"
