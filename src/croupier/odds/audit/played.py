"""The simulation of the audit: how often every class of hand comes in many rounds, for all paytables at once.

Rounds are dealt, decided and compared by the simulator's kernels. What is counted is the class of the cards that each
wager looks at, the finest that any paytable tells apart, so that one run does for every paytable of a rulebook.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.odds.audit.cards import Cards, cards_of
from croupier.odds.cache import Shelf
from croupier.odds.games.base import game_of
from croupier.odds.simulation.checkpoint import read_checkpoint, write_checkpoint
from croupier.odds.simulation.engine import BLOCK, Engine
from croupier.odds.simulation.games import class_names, kind_of, source_name
from croupier.odds.simulation.kernels.hands import CLASSES
from croupier.odds.simulation.payoffs import Payoff
from croupier.odds.simulation.plan import COVER_ALL, Plan, Side
from croupier.odds.simulation.simulate import Progress
from croupier.odds.simulation.strategies import BEST, Strategy
from croupier.odds.wagers.catalogue import BASE, STAKE_CENTS, Entry
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines, Paytable, PaytableLine
from croupier.rulebook.payout import Push

BLOCKS_BETWEEN_CHECKPOINTS = 20


class Played(Struct, frozen=True, kw_only=True):
    """A run to play: the rules, who stakes what, and which cards are counted; `base` is the id of the game's table."""

    rules: GameRules
    stakes_cents: tuple[Mapping[str, int], ...]
    counts: tuple[Cards, ...]
    base: str = ""


class Counts(Struct, frozen=True, kw_only=True):
    """What came of a run: rounds, how often each result of the game came in cents, and each class of each cards."""

    rounds: int
    nets: Mapping[int, int]
    classes: Mapping[str, Mapping[str, int]]


def runs_of(book: Rulebook, catalogue: Sequence[Entry]) -> Iterator[Played]:
    """The runs of a rulebook: one for each way to play the game, and one for each number of players that matters."""
    looked_at = list(dict.fromkeys(cards for entry in catalogue if (cards := cards_of(book, entry))))
    games = [entry.table.id for entry in catalogue if entry.wager == BASE]
    beaten = {entry.at[name]: name for entry in catalogue for name in entry.at if name == "bad_beat_rule"}
    waiting = [cards for cards in looked_at if not cards.players]
    for number in range(max(len(games), len(beaten))):
        elections: dict[str, Scalar] = {game_of(book).decided_by: games[min(number, len(games) - 1)]}
        if beaten:
            rule = list(beaten)[min(number, len(beaten) - 1)]
            elections[beaten[rule]] = rule
        if not _elected(book, game_of(book).decided_by):
            elections.pop(game_of(book).decided_by)
        rules = elect(book.rulebook, elections)
        now = [cards for cards in waiting if _seen(rules, cards)]
        waiting = [cards for cards in waiting if cards not in now]
        base = games[number] if number < len(games) else ""
        yield Played(rules=rules, stakes_cents=(_stakes(rules, now),), counts=tuple(now), base=base)
    assert not waiting, waiting
    rules = elect(book.rulebook)
    for cards in (cards for cards in looked_at if cards.players):
        # Nobody is asked to fold: who makes a main wager beside the ante alone has no decision.
        beside = next(name for name in book.wagers.main.of if name != "ante")
        first: dict[str, int] = {beside: STAKE_CENTS, COVER_ALL: STAKE_CENTS}
        others: list[Mapping[str, int]] = [{beside: STAKE_CENTS}] * (cards.players - 1)
        yield Played(rules=rules, stakes_cents=(first, *others), counts=(cards,))


def _elected(book: Rulebook, wager: str) -> bool:
    return next(menu for menu in book.paytables if menu.wager == wager).elected


def _seen(rules: GameRules, cards: Cards) -> bool:
    """Whether the kernels look at these cards under these elections: a beaten hand is one thing or the other."""
    menu = next((menu for menu in rules.rulebook.paytables if menu.wager == "bad_beat"), None)
    if source_name(cards.ranked_on) != "losing_hand":
        return True
    return menu is not None and menu.ranked_on is not None and rules.value(menu.ranked_on) == cards.ranked_on


def _stakes(rules: GameRules, counted: Sequence[Cards]) -> dict[str, int]:
    """The game itself, and the wagers without which the cards that are counted would not be dealt or looked at."""
    book = rules.rulebook
    wagers = {wager.wager for wager in book.wagers.wagers if wager.against == "dealer"} | {game_of(book).decided_by}
    kinds = {source_name(cards.ranked_on) for cards in counted}
    wagers |= {"bad_beat"} if "losing_hand" in kinds else set()
    wagers |= {"six_card_bonus"} if any(_six(cards.ranked_on) for cards in counted) else set()
    before = [wager.wager for wager in book.wagers.wagers if wager.placed == "before_the_deal"]
    return {name: STAKE_CENTS for name in before if name in wagers}


def _six(ranked_on: str) -> bool:
    return ranked_on in ("own_three_and_dealers_three", "own_five_and_box_card", "own_two_and_four_box_cards")


def play(
    run: Played, rounds: int, seed: int, shelf: Shelf, kept: Path | None = None,
    progress: Progress = lambda rounds: None,
) -> Counts:  # fmt: skip
    """The counts of so many rounds; with a file to keep them in, it goes on from what is there."""
    engine = Engine(run.rules, run.stakes_cents, (Strategy(BEST),) * len(run.stakes_cents), shelf)
    engine.plan = _finest(engine.plan, run.counts)
    base = np.zeros(engine.plan.codes.count, np.int64)
    side = np.zeros(engine.plan.setup.side_net.shape[1:], np.int64)
    asked = {"rules": run.rules.digest, "seed": seed, "stakes": [dict(seat) for seat in run.stakes_cents],
             "cards": [cards.name for cards in run.counts]}  # fmt: skip
    done = 0
    if kept and (state := read_checkpoint(kept, asked)):
        done, base[:], side[:] = state["rounds"], state["base"], state["side"]
        if done > rounds:  # what is kept is of more rounds: these are played apart from it
            kept, done, base[:], side[:] = None, 0, 0, 0
    saved = done
    try:
        while done < rounds:
            count = min(BLOCK - done % BLOCK, rounds - done)
            block = engine.block(seed, done, count, BLOCK)
            base += block.base[0]
            side += block.side[0]
            done += count
            progress(count)
            if kept and done - saved >= BLOCKS_BETWEEN_CHECKPOINTS * BLOCK:
                _keep(kept, asked, done, base, side)
                saved = done
    finally:
        if kept and done > saved:
            _keep(kept, asked, done, base, side)
    return _told(engine.plan, run, done, base, side)


def _keep(kept: Path, asked: Mapping[str, Any], done: int, base: NDArray[np.int64], side: NDArray[np.int64]) -> None:
    write_checkpoint(kept, asked, {"rounds": done, "base": base.tolist(), "side": side.tolist()})


def _finest(plan: Plan, counted: Sequence[Cards]) -> Plan:
    """The plan with a table of every class in the place of its paytables; a hand at the table has its lines already."""
    sides, never = [], np.full(plan.codes.count, -1, np.int64)  # counted are the cards, however the showdown ends
    for cards in counted:
        if cards.players:
            sides += [side for side in plan.sides if side.wager == COVER_ALL]
            continue
        source = source_name(cards.ranked_on)
        names = _names(source)
        lines = np.array([names.index(name) for name in class_names(kind_of(source))], np.int64)
        lines = np.append(lines, np.full(CLASSES - len(lines), len(names)))
        table = Paytable(
            id="all", clause=plan.rules.rulebook.paytables[0].clause,
            lines=Lines(PaytableLine(name, Push()) for name in names),
        )  # fmt: skip
        sides.append(Side("ante", table, plan.game.sources.index(source), lines, cards.lost, never))
    nothing = Payoff("", 0, 0, 0)
    payoffs = {
        (seat, number): (nothing,) * (len(side.table.lines) + 2)
        for seat in range(plan.seats)
        for number, side in enumerate(sides)
    }
    return replace(plan, sides=tuple(sides), envy={}, side_payoffs=payoffs)


def _names(source: str) -> list[str]:
    return list(dict.fromkeys(class_names(kind_of(source))))


def _told(plan: Plan, run: Played, rounds: int, base: NDArray[np.int64], side: NDArray[np.int64]) -> Counts:
    nets: dict[int, int] = {}
    for code, count in enumerate(base.tolist()):
        if count:
            net = sum(plan.part_payoffs[0, part, code].net for part in plan.parts)
            nets[net] = nets.get(net, 0) + count
    classes = {}
    for number, cards in enumerate(run.counts):
        lines = [line.line for line in plan.sides[number].table.lines]
        classes[cards.name] = {line: int(count) for line, count in zip(lines, side[number], strict=False) if count}
    return Counts(rounds=rounds, nets=nets, classes=classes)
