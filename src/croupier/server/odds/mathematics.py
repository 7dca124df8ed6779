"""What is calculated apart from the tables: a table's exact odds, and the value of each answer in one situation.

Rules come as the text of the submission that they were filed by, a draft's as JSON, and cards as text: plain values
cross to a process.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.odds.advice.advice import advise
from croupier.odds.cache import Shelf
from croupier.odds.games.base import game_of
from croupier.odds.publishing.published import publish
from croupier.odds.wagers.catalogue import AS_POSTED, BASE, STAKE_CENTS, Asked, Entry, find
from croupier.odds.wagers.results import Result, Stakes, side_result
from croupier.odds.wagers.whole import is_of_own_cards, lost_by_folding
from croupier.rulebook.elect import GameRules, resolve, unchecked
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.payout import FixedSum
from croupier.rulebook.submission import Submission, parse_submission

SHELF = Shelf()
FILED_STAKES = ("progressive", "envy")  # the stake is part of what is filed for the paytable

# Situations, any will do, that need between them all that a game's answers need: own, community, the dealer's up card.
SITUATIONS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "three-card-poker": (("Qs 6h 4d", "", ""),),
    "four-card-poker": (("Qs Qh 8d 5c 2s", "", "9d"),),
    "ultimate-texas-holdem": (("As Kd", "", ""), ("As Kd", "2c 7d 9h", ""), ("As Kd", "2c 7d 9h Js 4c", "")),
}


@lru_cache(maxsize=64)
def rules_under(submission: str) -> GameRules:
    """The rules that a submission elects; one that is still being written comes as JSON, less what cannot be taken."""
    if submission.startswith("{"):
        return unchecked(msgspec.json.decode(submission, type=Submission))
    return resolve(parse_submission(submission, "the filed submission"))


class Situation(Struct, frozen=True):
    """What a player who is asked sees: cards as text, the multiples of the ante to play, and the rules of the table.

    With stakes, which are those made before the deal, answers are worth what they make of the whole bet.
    """

    submission: str
    cards: str
    community: str = ""
    dealer_up: str = ""
    plays: tuple[str, ...] | None = None
    stakes_cents: tuple[tuple[str, int], ...] = ()
    meters_cents: tuple[tuple[str, int], ...] = ()


def advice_in(situation: Situation) -> list[tuple[str, str, str]]:
    """Each answer that may be given, the best first, with what it is worth in antes: numerator and denominator."""
    own, board, up = (
        tuple(parse_cards(cards)) if cards else ()
        for cards in (situation.cards, situation.community, situation.dealer_up)
    )
    rules, stakes = rules_under(situation.submission), dict(situation.stakes_cents)
    touched = stakes_touched(rules, stakes)
    wagers = {name: cents for name, cents in stakes.items() if name not in touched.left_out}
    values = advise(rules, own, board, up, SHELF, situation.plays, wagers, dict(situation.meters_cents))
    return [(action, str(value.numerator), str(value.denominator)) for action, value in values.items()]


class Touched(Struct, frozen=True):
    """Which of the wagers beside the game a fold loses: those that are counted, and those that cannot be.

    What cannot be counted for one hand depends on everybody's cards.
    """

    counted: tuple[str, ...]
    left_out: tuple[str, ...]


def stakes_touched(rules: GameRules, stakes_cents: Mapping[str, int]) -> Touched:
    """Which of the staked wagers the answer touches besides the game itself."""
    lost = [name for name in stakes_cents if name in lost_by_folding(rules)]
    own = tuple([name for name in lost if is_of_own_cards(rules, name, stakes_cents[name])])
    return Touched(own, tuple([name for name in lost if name not in own]))


def is_quick(situation: Situation) -> bool:
    """Whether the answer is there at once: hold 'em before the flop is solved once for each stake beside an ante."""
    rules, stakes = rules_under(situation.submission), dict(situation.stakes_cents)
    if rules.rulebook.game != "ultimate-texas-holdem" or situation.community or not stakes:
        return True
    from croupier.odds.advice.advice_beside import (  # NumPy is loaded by who calculates, not by the server
        forfeited,
        is_solved,
    )

    return is_solved(rules, forfeited(rules, stakes, dict(situation.meters_cents)), stakes["ante"], SHELF)


def made_ready(submission: str) -> None:
    """Loads and works out what the first answer under these rules needs, for the ante alone and at the least stakes."""
    from croupier.odds.simulation.stakes import usual_stakes

    rules = rules_under(submission)
    least = usual_stakes(rules)
    for cards in SITUATIONS[rules.rulebook.game]:
        advice_in(Situation(submission, *cards))
        if "ante" in least:
            advice_in(Situation(submission, *cards, stakes_cents=tuple(least.items())))


def odds_under(submission: str, meters_cents: Mapping[str, int] = {}) -> list[dict[str, Any]]:
    """The published form of every result of the wagers that the submission offers, by its own tables.

    A progressive wager's is at what the meters show, else at the least that they may.
    """
    rules = rules_under(submission)
    return [titled(elected.result(meters_cents)) for elected in elected_of(rules)]


class Elected(Struct, frozen=True):
    """An entry of the catalogue as a table has it: by the rules and the paytable that it is run by."""

    rules: GameRules
    entry: Entry
    table: Paytable

    def result(self, meters_cents: Mapping[str, int], stake_cents: int = 0) -> Result:
        """Its exact result at what the meters show; at that stake, where it pays fixed sums."""
        asked = asked_of(self.rules, self.entry, self.table, meters_cents)
        if stake_cents and self.entry.wager not in FILED_STAKES and _has_fixed_sums(self.table):
            asked = replace(asked, stake_cents=stake_cents)
        return as_elected(self.rules, self.entry.work_out(SHELF, asked), self.table)


def _has_fixed_sums(table: Paytable) -> bool:
    return any(isinstance(line.pays, FixedSum) for line in table.lines)


def titled(result: Result) -> dict[str, Any]:
    """The published form of a result, with its title."""
    return publish(result) | {"title": result.title}


def elected_of(rules: GameRules) -> Iterator[Elected]:
    """All that is worked out for a table: of the wagers that it offers, by its own paytables."""
    for entry in find(rules.rulebook):
        table = table_of(rules, entry)
        if table is not None and is_elected(rules, entry):
            yield Elected(rules, entry, table)


def table_of(rules: GameRules, entry: Entry) -> Paytable | None:
    """The table's own paytable for an entry of the catalogue, higher odds included; none where it has another."""
    wager = game_of(rules.rulebook).decided_by if entry.wager == BASE else entry.wager
    known = {wager.wager for wager in rules.rulebook.wagers.wagers}
    if wager in known and wager not in rules.offers:
        return None
    stakes = (0, *rules.progressive_stakes_cents)
    for used in rules.tables:
        table = used.table
        same = (table.id, table.stake_cents, table.hands) == (
            entry.table.id,
            entry.table.stake_cents,
            entry.table.hands,
        )
        if used.wager == wager and same and entry.table.status == "selectable" and table.stake_cents in stakes:
            return table
    return None


def is_elected(rules: GameRules, entry: Entry) -> bool:
    """Whether an entry goes by what was elected, where it goes by an election."""
    elections = dict(rules.elections)
    return all(elections.get(name, value) == value for name, value in entry.at.items())


def asked_of(rules: GameRules, entry: Entry, table: Paytable, meters_cents: Mapping[str, int]) -> Asked:
    """What to ask of an entry: the table's own paytable and stake, at what the meters show."""
    asked = AS_POSTED if table.lines == entry.table.lines else Asked(table=table)
    if entry.wager == "progressive" and rules.progressive_stake_cents != STAKE_CENTS:
        asked = replace(asked, stake_cents=rules.progressive_stake_cents)
    shown = {meter.meter: meters_cents[meter.meter] for meter in table.meters if meter.meter in meters_cents}
    return replace(asked, meters_cents=shown) if shown else asked


def as_elected(rules: GameRules, result: Result, table: Paytable) -> Result:
    """The result where a fixed sum is elected to be all that is paid: the catalogue counts the stake as returned."""
    name = "fixed_award_returns_stake"
    elected = dict(rules.elections).get(name)
    if name not in result.at or elected is None or elected == result.at[name]:
        return result
    assert _has_fixed_sums(table)
    stakes = Stakes(stake_cents=result.at["stake_cents"], fixed_sum_returns_stake=bool(elected))
    counts = {line.line: line.count for line in result.lines}
    again = side_result(result.wager, result.title, table, counts, result.total, stakes)
    return replace(again, at={**result.at, name: elected})
