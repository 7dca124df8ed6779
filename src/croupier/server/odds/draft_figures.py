"""What is calculated, apart from the tables, of a submission that is still being written.

The wagers beside the game are there at once; what hangs on best play is solved again where its paytable is another.
"""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from croupier.odds.games.base import game_of
from croupier.odds.wagers.catalogue import BASE
from croupier.odds.wagers.results import Result
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.law.wagering import Wager
from croupier.server.odds.expecting import base_returns, main_wagers, result_of
from croupier.server.odds.mathematics import Elected, elected_of, rules_under, titled

ENVY = "envy"
UNKNOWN = "Its figures are not known yet."
NO_LEAST_STAKE = "Its least stake is not filed yet."


class Counted(Struct, frozen=True):
    """A wager's published results, or in a sentence why it has none."""

    wager: str
    title: str
    results: tuple[dict[str, Any], ...] = ()
    problem: str = ""


class HeldWager(Struct, frozen=True):
    """What one box stakes on a wager in a round on average, and what the table keeps of it."""

    wager: str
    title: str
    stake_cents: int
    staked_cents: Fraction
    kept_cents: Fraction


class HeldRound(Struct, frozen=True):
    """One box in one round at the least stakes; `left_out` are wagers that are not in it, each with why."""

    wagers: tuple[HeldWager, ...]
    left_out: tuple[tuple[str, str], ...]


def figures_beside(submission: str, without: Collection[str] = ()) -> list[Counted]:
    """The figures of every wager on offer but the game against the dealer, at what the meters begin with.

    Where sums of money are fixed they are at the least stake that is filed.
    """
    return _counted(submission, lambda elected: elected.entry.wager not in (BASE, *without))


def figures_of_game(submission: str) -> list[Counted]:
    """The figures of the game against the dealer, best played."""
    return _counted(submission, lambda elected: elected.entry.wager == BASE)


def _counted(submission: str, wanted: Callable[[Elected], bool]) -> list[Counted]:
    rules = rules_under(submission)
    found: dict[str, Counted] = {}
    try:
        for elected in filter(wanted, elected_of(rules)):
            wager, title = elected.entry.wager, elected.entry.menu.title
            before = found.get(wager, Counted(wager, title))
            try:
                result = elected.result(begins_with(rules), least_stake(rules, wager))
                found[wager] = Counted(wager, title, (*before.results, titled(result)))
            except BadInput as error:
                found[wager] = Counted(wager, title, problem=error.sentence)
    except BadInput as error:  # no solver knows the game
        return [Counted(BASE, rules.rulebook.title, problem=error.sentence)]
    return list(found.values())


def begins_with(rules: GameRules) -> dict[str, int]:
    """What each meter shows first, as filed or else the least that it may."""
    return {meter.meter: meter.initial_cents for meter in rules.meters}


def held_under(submission: str, boxes: int, without: Collection[str] = ()) -> HeldRound:
    """What a table keeps of one box in a round, at the least filed stake of every wager, so many boxes being played."""
    rules = rules_under(submission)
    held: list[HeldWager] = []
    left_out: list[tuple[str, str]] = []
    for wager, title, kept in _kept(rules, submission, boxes, without):
        if isinstance(kept, str):
            left_out.append((title, kept))
        else:
            held.append(HeldWager(wager, title, *kept))
    return HeldRound(tuple(held), tuple(left_out))


Kept = tuple[int, Fraction, Fraction] | str


def _kept(rules: GameRules, submission: str, boxes: int, without: Collection[str]) -> Iterator[tuple[str, str, Kept]]:
    game, main, ante = game_of(rules.rulebook), main_wagers(rules), least_stake(rules, "ante")
    if game.decided_by in without or game_table(rules) is None:
        yield BASE, game.name, UNKNOWN
    elif not ante:
        yield BASE, game.name, NO_LEAST_STAKE
    else:
        returns = base_returns(submission)
        yield BASE, game.name, (ante, returns.staked * ante, -returns.ev * ante)
    for wager in rules.rulebook.wagers.wagers:
        if wager.wager in rules.offers and wager.wager not in main:
            yield wager.wager, wager.title, _beside(rules, submission, wager, boxes, without)
    stake = least_stake(rules, "progressive")
    for elected in elected_of(rules) if "progressive" in rules.offers else ():
        if elected.entry.wager == ENVY and ENVY not in without and elected.table.stake_cents in (0, stake):
            result = elected.result({})
            paid = result.ev * result.at["stake_cents"] * (boxes - 1)
            yield ENVY, elected.entry.menu.title, (0, Fraction(0), -paid)


def _beside(rules: GameRules, submission: str, wager: Wager, boxes: int, without: Collection[str]) -> Kept:
    stake = least_stake(rules, wager.wager)
    if wager.wager in without:
        return UNKNOWN
    if not stake:
        return NO_LEAST_STAKE
    meters = tuple(sorted(begins_with(rules).items()))
    result = result_of(submission, wager.wager, stake, meters, True) or _by_boxes(rules, wager.wager, boxes)
    if result is None:
        return f"It is not counted for {boxes} boxes."
    return stake, Fraction(stake), -result.ev * stake


def _by_boxes(rules: GameRules, wager: str, boxes: int) -> Result | None:
    """The result of a wager on the best hand of all, with so many dealt."""
    found = (one for one in elected_of(rules) if one.entry.wager == wager and one.entry.at.get("players") == boxes)
    elected: Elected | None = next(found, None)
    return elected.result({}) if elected else None


def game_table(rules: GameRules) -> Paytable | None:
    """The paytable that best play of the game against the dealer hangs on; none where that game is not on offer."""
    decided_by = game_of(rules.rulebook).decided_by
    needed = {"ante", decided_by} if rules.rulebook.wager(decided_by) else {"ante"}
    return rules.table(decided_by) if needed <= set(rules.offers) else None


def least_stake(rules: GameRules, wager: str) -> int:
    """The least that may be staked on a wager, as filed; 0 where nothing is."""
    book = rules.rulebook.wager(wager)
    if book and book.amount and book.amount.amount == "filed_stake":
        return rules.progressive_stake_cents
    return next((limit.minimum_cents for limit in rules.limits if limit.wager == wager), 0)
