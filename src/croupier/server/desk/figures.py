"""The exact figures of a submission that is being written, told as far as they are there."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.odds.games.base import game_of
from croupier.odds.wagers.catalogue import BASE
from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.drafts import Draft
from croupier.server.desk.preview_schemas import HeldSeen, HourSeen, NotShown, PreviewAsked
from croupier.server.odds.calculation_pool import Memo
from croupier.server.odds.draft_figures import (
    Counted,
    HeldRound,
    figures_beside,
    figures_of_game,
    game_table,
    held_under,
)
from croupier.server.odds.expecting import main_wagers
from croupier.server.odds.odds import seen
from croupier.server.odds.studio import MOST_WAITING, QUICK, SOLVING
from croupier.server.wire.pictures import ExactFraction
from croupier.server.wire.schemas import OddsSeen

AT_ONCE_SECONDS = 0.06  # how long an answer waits for figures that are nearly there
SHOWN_BESIDE = ("elections", "odds", "offers", "progressive")  # what the felt and the figures go by, and the seats
Found = TypeVar("Found")

_BESIDE = Memo[list[Counted]](QUICK)  # each within a tenth of a second
_GAMES = Memo[list[Counted]](SOLVING)  # each within seconds
_HELD = Memo[HeldRound](SOLVING)  # each at once, where the game is solved


class Figures:
    """What is worked out for a draft: begun when it is asked for, and told once it is there.

    Of more calculations than may wait, the next is begun when somebody asks again.
    """

    def __init__(self, draft: Draft, asked: PreviewAsked) -> None:
        self._draft, self._asked = draft, asked
        self._beside: Future[list[Counted]] | None = None
        self._game: Future[list[Counted]] | None = None
        self._held: Future[HeldRound] | None = None
        self.titles: dict[str, str] = {}
        self._problem = ""
        self.boxes = asked.boxes or draft.rules.seats
        try:
            self._begin(msgspec.json.encode(draft.filed).decode())
        except BadInput as error:  # no solver knows the game
            self._problem = error.sentence

    def _begin(self, text: str) -> None:
        rules = self._draft.rules
        game, main = game_of(rules.rulebook), main_wagers(rules)
        paid = {used.wager for used in rules.tables}
        without = tuple(sorted(wager for wager in paid if self._draft.why_not(wager)))
        offered = [one for one in rules.rulebook.wagers.wagers if one.wager in rules.offers]
        self.titles = {one.wager: one.title for one in offered if one.wager not in (*main, *without)}
        name = f"{rules.digest} {without}"
        if _BESIDE.known(name) or _BESIDE.under_way < 10 * MOST_WAITING:
            self._beside = _BESIDE.begin(name, figures_beside, text, without)
        table = game_table(rules)
        solved = table is None or game.decided_by in without
        if table is not None and game.decided_by not in without:
            self.titles[BASE] = game.name
            of_game = f"{rules.rulebook.rulebook} {table.id} {[(line.line, str(line.pays)) for line in table.lines]}"
            self._game = _GAMES.known(of_game)
            if self._asked.solve and (self._game or _GAMES.under_way < MOST_WAITING):
                self._game = _GAMES.begin(of_game, figures_of_game, text)
            solved = _found(self._game) is not None
        if solved and self.boxes <= rules.seats and _HELD.under_way < 10 * MOST_WAITING:
            self._held = _HELD.begin(f"{name} {self.boxes}", held_under, text, self.boxes, without)

    async def wait(self) -> None:
        """Waits a moment for what is nearly there."""
        for future in (self._beside, self._held):
            if future is not None and not future.done():
                await asyncio.wait([asyncio.wrap_future(future)], timeout=AT_ONCE_SECONDS)

    def told(self) -> tuple[OddsSeen, ...]:
        """The figures that are there, the game against the dealer first; their lines stand in the paytables."""
        counted = [*(_found(self._game) or ()), *(_found(self._beside) or ())]
        return tuple([replace(seen(form), lines=()) for one in counted for form in one.results])

    def counting(self) -> tuple[str, ...]:
        """The titles of what is still worked out."""
        beside, game = _found(self._beside), _found(self._game)
        return tuple([title for wager, title in self.titles.items() if (game if wager == BASE else beside) is None])

    @property
    def more(self) -> bool:
        """Whether there is more to be told to who asks again."""
        of_an_hour = not self._problem and self.boxes <= self._draft.rules.seats
        return bool(self.counting()) or (of_an_hour and _found(self._held) is None)

    def hour(self) -> HourSeen | None:
        """What the table takes in and keeps in an hour of so many rounds."""
        held = _found(self._held)
        if held is None:
            return None
        rounds, rules = self.boxes * self._asked.rounds_an_hour, self._draft.rules
        staked = sum((one.staked_cents for one in held.wagers), Fraction(0)) * rounds
        kept = sum((one.kept_cents for one in held.wagers), Fraction(0)) * rounds
        return HourSeen(
            boxes=self.boxes,
            most_boxes=rules.seats,
            rounds_an_hour=self._asked.rounds_an_hour,
            staked_cents=_exactly(staked),
            kept_cents=_exactly(kept),
            hold=float(kept / staked) if staked else 0.0,
            wagers=tuple([
                HeldSeen(
                    wager=one.wager,
                    title=one.title,
                    stake_cents=one.stake_cents,
                    staked_cents=_exactly(one.staked_cents * rounds),
                    kept_cents=_exactly(one.kept_cents * rounds),
                )
                for one in held.wagers
            ]),
            left_out=tuple([NotShown(title, why) for title, why in held.left_out]),
        )  # fmt: skip

    def not_shown(self) -> tuple[NotShown, ...]:
        """What cannot be told, each in a sentence."""
        return tuple(self._why_not())

    def _why_not(self) -> Iterator[NotShown]:
        rules = self._draft.rules
        titles: dict[str, str] = {menu.wager: menu.title for menu in rules.rulebook.paytables}
        for finding in self._draft.aside:
            section, _, name = finding.field.partition(".")
            if section in SHOWN_BESIDE or finding.field == "table.seats":
                yield NotShown(titles.get(name.partition(".")[0], ""), finding.message)
        for one in (*(_found(self._game) or ()), *(_found(self._beside) or ())):
            if one.problem:
                yield NotShown(one.title, one.problem)
        if self._problem:
            yield NotShown("", self._problem)
        if self.boxes > rules.seats:
            yield NotShown("", f"The table has {rules.seats} seats; write 1 to {rules.seats} boxes for its hour.")


def _found(future: Future[Found] | None) -> Found | None:
    """What a calculation found, none while it is under way; one whose process died is begun again when asked for."""
    if future is None or not future.done() or future.cancelled():
        return None
    if isinstance(future.exception(), BrokenProcessPool):
        return None
    return future.result()


def _exactly(value: Fraction) -> ExactFraction:
    return ExactFraction(str(value.numerator), str(value.denominator))
