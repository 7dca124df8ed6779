"""A simulation ready to run: the rules, the wagers and the players, and what every outcome pays."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulation.games import Game, class_names, game_of, kind_of, line_named, source_name
from croupier.odds.simulation.kernels.hands import CLASSES
from croupier.odds.simulation.kernels.setup import Setup
from croupier.odds.simulation.payoffs import Codes, Payoff, part_payoff, side_payoffs
from croupier.odds.simulation.stakes import Stakes
from croupier.odds.wagers.showdown import comes_to, hangs_on_showdown, with_pushes
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.rulebook.law.paytable import Paytable

MOST_CENTS = (1 << 31) - 1  # that one round may move, so that squares add up exactly
NO_LIMIT = 1 << 62
ENVY, COVER_ALL, BASE = "envy", "cover_all", "base"


@dataclass(frozen=True)
class Side:
    """A wager beside the game, or an envy schedule: which cards it looks at and which line each class makes."""

    wager: str
    table: Paytable
    source: int  # by the kernel's numbers
    lines: NDArray[np.int64]  # [class]
    lost: bool  # whether a fold loses it
    ended: NDArray[np.int64]  # [code]: the line that the showdown makes it, whatever the cards, or -1


@dataclass(frozen=True)
class Plan:
    """Everything that decides a round but the cards and the decisions."""

    rules: GameRules
    game: Game
    stakes: tuple[Stakes, ...]
    strategy: tuple[int, ...]  # by seat: number of its decision table, or -1 where decisions are given
    codes: Codes
    parts: tuple[str, ...]  # the wagers of the game against the dealer
    base_table: Paytable | None
    sides: tuple[Side, ...]
    envy: Mapping[int, Side]  # by the receiver's stake; 0 for any
    box: int
    limit: int
    limit_order: tuple[str, ...]
    counts_folded: tuple[bool, ...]  # whether a seat's folded hand counts for the best at the table
    envied: tuple[bool, ...]  # whether a seat's hand may bring envy awards
    envied_folded: tuple[bool, ...]  # and whether it does so when folded
    part_payoffs: Mapping[tuple[int, str, int], Payoff]  # by seat, wager and base code
    side_payoffs: Mapping[tuple[int, int], tuple[Payoff, ...]]  # by seat and side: its lines, none, forfeit

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.stakes)

    @property
    def cards(self) -> int:
        """How many cards a round takes."""
        return self.game.cards(self.seats, self.box)

    @cached_property
    def setup(self) -> Setup:
        """The same as the kernels take it."""
        from croupier.odds.simulation.setting_up import setup_of  # it needs this module

        return setup_of(self)


def make_plan(rules: GameRules, stakes: tuple[Stakes, ...], strategy: tuple[int, ...]) -> Plan:
    """The plan of a table where seat `i` makes `stakes[i]` and plays by decision table `strategy[i]`."""
    book, game = rules.rulebook, game_of(rules.rulebook)
    seats, staked = len(stakes), {wager for seat in stakes for wager in seat}
    base_table = rules.table(game.decided_by)
    codes = Codes(len(base_table.lines) + 1 if base_table else 1)
    order = rules.value(book.settlement.order)
    compared = tuple(one.wager for one in book.settlement.comparisons if not hangs_on_showdown(book, one.wager))
    against_dealer = (game.decided_by, *compared)
    parts = tuple(name for name in order if name in against_dealer)
    folds = {fold.wager: rules.value(fold) == "lost" for fold in book.folding}
    beside = [name for name in order if name in staked and name not in parts]
    sides = tuple(_side(rules, name, _table(rules, name, seats), folds[name], codes) for name in beside)
    envy = {e.table.stake_cents: _side(rules, ENVY, e.table, False, codes) for e in rules.tables if e.wager == ENVY}
    stay = rules.value(book.decisions.folded_cards_stay_for) if book.decisions.folded_cards_stay_for else ()
    exposed = [any(wager in stay for wager in seat) for seat in stakes]
    counted = rules.value(book.cover_all.folded_hands) if book.cover_all else ""
    envied = tuple(bool(envy) and _envied(rules, stakes, seat) for seat in range(seats))
    folded_brings = rules.value(book.envy.folded_holder) != "does_not_trigger"
    bonus, limit = book.six_card_bonus, book.payout_limit
    plan = Plan(
        rules=rules,
        game=game,
        stakes=stakes,
        strategy=strategy,
        codes=codes,
        parts=parts,
        base_table=base_table,
        sides=sides,
        envy=envy if "progressive" in staked else {},
        box=rules.value(bonus.box_cards) if bonus and "six_card_bonus" in staked else 0,
        limit=rules.payout_limit_cents or NO_LIMIT if limit else NO_LIMIT,
        limit_order=rules.value(limit.cut_order) if limit else (),
        counts_folded=tuple(
            counted == "count" or (counted == "count_if_exposed_in_settlement" and shown) for shown in exposed
        ),
        envied=envied,
        envied_folded=tuple(one and folded_brings and shown for one, shown in zip(envied, exposed, strict=True)),
        part_payoffs={
            (seat, part, code): part_payoff(rules, base_table, staking, part, codes.told(code))
            for seat, staking in enumerate(stakes)
            if "ante" in staking
            for part in parts
            for code in range(codes.count)
        },
        side_payoffs={
            (seat, number): side_payoffs(rules, side.table, staking.get(side.wager, 0))
            for seat, staking in enumerate(stakes)
            for number, side in enumerate(sides)
        },
    )
    _refuse_too_large(plan)
    return plan


def _table(rules: GameRules, wager: str, seats: int) -> Paytable:
    table = rules.table(wager, hands=seats + 1)
    if table is None:
        raise BadInput(f"No {wager} table is for {seats} seats; change the number of seats or leave {wager} out.")
    return table


def _side(rules: GameRules, wager: str, table: Paytable, lost: bool, codes: Codes) -> Side:
    if hangs_on_showdown(rules.rulebook, wager):
        table = with_pushes(rules.rulebook, wager, table)
    assert table.ranked_on is not None
    source = source_name(rules.value(table.ranked_on))
    kind = "four_card" if wager == COVER_ALL else kind_of(source)
    number = game_of(rules.rulebook).sources.index(source)
    places: dict[str, int] = {}
    lines = np.full(CLASSES, len(table.lines), np.int64)
    for place, name in enumerate(class_names(kind)):
        if name not in places:
            places[name] = line_named(table, kind, name)
        lines[place] = places[name]
    return Side(wager, table, number, lines, lost, _ended(rules, wager, table, codes))


def _ended(rules: GameRules, wager: str, table: Paytable, codes: Codes) -> NDArray[np.int64]:
    """By base code, the line that the showdown makes of a wager that hangs on it: the push, or none."""
    ended = np.full(codes.count, -1, np.int64)
    if hangs_on_showdown(rules.rulebook, wager):
        for code in range(codes.count):
            _, case, qualified, _ = codes.told(code)
            result = comes_to(rules.rulebook, wager, (case, qualified))
            if result != "paytable":
                ended[code] = len(table.lines) - (result == "push")
    return ended


def _envied(rules: GameRules, stakes: tuple[Stakes, ...], seat: int) -> bool:
    """Whether the seat's hand may bring envy awards: somebody else must have the Progressive."""
    others = (staking for other, staking in enumerate(stakes) if other != seat)
    must = rules.value(rules.rulebook.envy.holder_must_wager)
    return any("progressive" in staking for staking in others) and (not must or "progressive" in stakes[seat])


def _refuse_too_large(plan: Plan) -> None:
    """Refuse stakes at which one round could move more than the kernels count exactly; meters are counted apart."""
    most = 0
    for seat, stakes in enumerate(plan.stakes):
        if "ante" in stakes:
            for part in plan.parts:
                most += max(abs(plan.part_payoffs[seat, part, code].net) for code in range(plan.codes.count))
        for number in range(len(plan.sides)):
            most += max(abs(payoff.net) for payoff in plan.side_payoffs[seat, number])
    if most > MOST_CENTS:
        raise BadInput(
            f"At these stakes one round can move {money(most)}; the simulator counts up to {money(MOST_CENTS)}, "
            "so lower the stakes."
        )
