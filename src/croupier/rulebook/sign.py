"""What must be posted at a table: the content of its sign, taken from the rules it is run by."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.law.words import BEATEN_HANDS, SUPER_ROYALS
from croupier.rulebook.phrases import cards_ranked, words
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

PAYS_ON_A_HAND = BEATEN_HANDS | {"best_hand_at_the_table"}


class PostedTable(Struct, frozen=True):
    """One wager's odds as posted: on which cards the hands are ranked, and what the document prints beneath."""

    title: str
    paytable: str
    lines: tuple[tuple[str, str], ...]
    clause: tuple[str, ...]
    ranked_on: str = ""
    footnote: str = ""


DISCONNECTED_SECONDS = 15  # how long a table that the house deals itself waits for who is not connected to it
Notice = tuple[str, tuple[str, ...]]  # a sentence without its stop, and where it is written


class Posting(Struct, frozen=True):
    """The whole sign; `silence` is what becomes of a player who does not answer."""

    operator: str
    table: str
    game: str
    notices: tuple[Notice, ...]
    silence: Notice
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
        silence=silence(rules, rules.decision_seconds or None),
        limits=tuple(_limits(rules)),
        tables=tuple(_tables(rules)),
        meters=tuple((words(meter.meter).title(), money(meter.reset_cents)) for meter in rules.meters),
        footer=f"{rules.rulebook.title}. {rules.rulebook.standing}. Rules {rules.digest[:12]}.",
    )


def game_title(rules: GameRules) -> str:
    """What the game is called, without where it is played."""
    return rules.rulebook.title.partition(",")[0]


def silence(rules: GameRules, seconds: int | None, dealer: str = "", connected: bool = False) -> Notice:
    """What becomes of a player who does not answer, and where that is written; "" where the rules say nothing.

    `seconds` are how long a table waits, 0 for ever, None where it is the table's to say; `dealer` is who deals there,
    "" on a sign that is printed for either. To who is `connected` nothing needs to be said of those who are not.
    """
    law = rules.rulebook.decisions.silent_player
    if law is None:
        return "", ()
    floor_rules = dealer == "human" or rules.value(law) == "floor_rules"
    if seconds == 0:
        until = "; if you give none, the floor may be called and rules" if floor_rules else ""
        return f"No time is set for your answer{until}", law.clause
    within = "in the time that the table shows" if seconds is None else f"within {seconds} seconds"
    may_check = any(option.action == "check" for point in rules.rulebook.decisions.points for option in point.options)
    answers = "checks for you where you may, and folds otherwise" if may_check else "folds for you"
    short = not connected and seconds is not None and seconds > DISCONNECTED_SECONDS
    gone = f", after {DISCONNECTED_SECONDS} seconds while your connection to the table is gone" if short else ""
    if floor_rules:
        sooner = gone if dealer == "virtual" else ""
        return f"If you do not answer {within}, the floor is called and rules{sooner}", law.clause
    if dealer == "virtual":
        return f"If you do not answer {within}, the house's system {answers}{gone}", law.clause
    told = f"If you do not answer {within}: where a person deals, the floor is called and rules"
    return f"{told}; where the house deals itself, its system {answers}{gone}", law.clause


def _notices(rules: GameRules) -> Iterator[Notice]:
    values = {
        "payout_limit": money(rules.payout_limit_cents) if rules.payout_limit_cents else None,
        **dict(zip(("limited", "unlimited"), _limited(rules), strict=True)),
    }
    for notice in rules.rulebook.signage.notices:
        needed = [name for name in values if f"{{{name}}}" in notice.text]
        if notice.when.holds(rules.look) and all(values[name] is not None for name in needed):
            yield notice.text.format(**values), notice.clause


def _limited(rules: GameRules) -> tuple[str, str]:
    """The wagers that a payout limit covers, and a clause on those that it does not, "" where there are none."""
    law = rules.rulebook.payout_limit
    covered = rules.value(law.covers) if law else ()
    titles = {wager.wager: wager.title for wager in rules.rulebook.wagers.wagers if wager.wager in rules.offers}
    others = [title for wager, title in titles.items() if wager not in covered]
    if "progressive" in rules.offers:
        others.insert(others.index(titles["progressive"]) + 1, "Envy Bonus")
    beside = f"; {joined(others)} {'are' if others[1:] else 'is'} paid in full" if others else ""
    return joined([title for wager, title in titles.items() if wager in covered]), beside


def joined(names: Sequence[str]) -> str:
    """Names as people list them: Ante, Play and Blind."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _limits(rules: GameRules) -> Iterator[tuple[str, str]]:
    for limit in rules.limits:
        wager = rules.rulebook.wager(limit.wager)
        title = wager.title if wager else words(limit.wager)
        yield title, f"{money(limit.minimum_cents)} to {money(limit.maximum_cents)}"
    if "progressive" in rules.offers:
        yield "Progressive", " or ".join(map(money, rules.progressive_stakes_cents))


def _tables(rules: GameRules) -> Iterator[PostedTable]:
    titles: dict[str, str] = {menu.wager: menu.title for menu in reversed(rules.rulebook.paytables)}
    offered: dict[str, bool] = {wager.wager: wager.wager in rules.offers for wager in rules.rulebook.wagers.wagers}
    even = [entry for entry in rules.tables if entry.table.id == "even"]
    if even:
        names = " and ".join(titles[entry.wager] for entry in even)
        yield PostedTable(names, "", _lines(even[0].table), even[0].table.clause)
    for entry in rules.tables:
        table = entry.table
        right_stake = table.stake_cents in (0, *rules.progressive_stakes_cents)
        if entry not in even and offered.get(entry.wager, True) and right_stake:
            title = titles[entry.wager] + told_apart(rules, table)
            name = "" if table.hands else table.id
            yield PostedTable(title, name, _lines(table), table.clause, ranked_on(rules, table), table.footnote)


def ranked_on(rules: GameRules, table: Paytable) -> str:
    """On which cards the lines are ranked, and whose, "" where the table does not rank cards."""
    if table.ranked_on is None:
        return ""
    whose = rules.value(table.ranked_on)
    all_six = ", super royal on all six" if any(line.line in SUPER_ROYALS for line in table.lines) else ""
    tie = "; hands that tie pay nothing" if whose in BEATEN_HANDS else ""
    return f"{'Pays' if whose in PAYS_ON_A_HAND else 'Ranked'} on {cards_ranked(whose)}{all_six}{tie}"


def told_apart(rules: GameRules, table: Paytable) -> str:
    """What tells a table from others of its wager that are in force too: the number of hands, or the stake."""
    if table.hands:
        return f", {table.hands - 1} dealt"
    stake = money(table.stake_cents) if table.stake_cents and len(rules.progressive_stakes_cents) > 1 else ""
    return f", Progressive of {stake}" if stake and stake != table.id else ""


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
