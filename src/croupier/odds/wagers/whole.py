"""The whole bet: best play and its exact value for all wagers that a player has down together.

A fold may lose wagers beside the game. Who has them down folds less than is best for the ante alone; what it costs to
overlook that is part of the answer. Envy awards need other players and are no part of it, nor are payout limits.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.odds.cache import Shelf
from croupier.odds.games.base import game_of
from croupier.odds.hands.classes import line_counts
from croupier.odds.hands.counts import counted
from croupier.odds.wagers.beside import (
    PlayedBeside,
    Unfolded,
    brings,
    brings_by_showdown,
    folded_by_line,
    lines_of,
    play_beside,
)
from croupier.odds.wagers.results import Stakes, net
from croupier.odds.wagers.returns import ReturnTable
from croupier.odds.wagers.showdown import hangs_on_showdown, lines_won, with_pushes
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable

LARGEST_METER_CENTS = 10**12


class WholeWager(Struct, frozen=True, kw_only=True):
    """One wager of the whole bet: what it brings a round by best play of them all, and by that of the game alone.

    `base` is the game against the dealer: ante, blind and play together.
    """

    wager: str
    paytable: str
    stake_cents: int
    fold_loses: bool
    ev_cents: Fraction
    ev_alone_cents: Fraction


class WholeBet(Struct, frozen=True, kw_only=True):
    """All wagers together. `ignoring_costs_cents` is what playing for the ante alone gives up each round."""

    rules: str
    stakes_cents: Mapping[str, int]
    meters_cents: Mapping[str, int]
    wagers: tuple[WholeWager, ...]
    decisions: Mapping[str, Fraction]
    decisions_alone: Mapping[str, Fraction]

    @property
    def ev_cents(self) -> Fraction:
        """What a round brings on average."""
        return sum((wager.ev_cents for wager in self.wagers), Fraction(0))

    @property
    def ignoring_costs_cents(self) -> Fraction:
        """What it costs a round to play as is best for the ante alone."""
        return self.ev_cents - sum((wager.ev_alone_cents for wager in self.wagers), Fraction(0))


class Beside(Struct, frozen=True, kw_only=True):
    """A wager beside the game as it is staked."""

    wager: str
    table: Paytable
    ranked_on: str
    stakes: Stakes
    fold_loses: bool
    decided_in: Rulebook | None = None  # the law that says what a showdown makes of it, where it hangs on one

    def unfolded(self, ante_cents: int) -> Unfolded:
        """What its cards bring if they are not folded."""
        if self.decided_in is not None:
            won = brings_by_showdown(self.decided_in, self.wager, self.table, self.ranked_on, self.stakes, ante_cents)
            return Unfolded(ranked_on=self.ranked_on, brings={}, by_showdown=won)
        return Unfolded(ranked_on=self.ranked_on, brings=brings(self.table, self.ranked_on, self.stakes, ante_cents))

    def ev_cents(self, play: PlayedBeside, shelf: Shelf) -> Fraction:
        """What it brings a round where the game is so played."""
        if self.decided_in is not None:
            made = lines_won(self.decided_in, self.wager, self.table, lines_of(self.table, self.ranked_on), play.shown)
            lines = with_pushes(self.decided_in, self.wager, self.table).lines
            back = sum((made[line.line] * (net(line.pays, self.stakes) + 1) for line in lines), Fraction(0))
            return (back - 1) * self.stakes.stake_cents
        by_class = play.folded.get(self.ranked_on, {}) if self.fold_loses else {}
        folded = folded_by_line(self.table, self.ranked_on, by_class)
        cards = counted(self.ranked_on, shelf)
        counts = line_counts(self.table, cards.counts, cards.means)
        won = Fraction(0)
        for line in self.table.lines:
            share = Fraction(counts[line.line], cards.total) - folded.get(line.line, Fraction(0))
            won += share * (net(line.pays, self.stakes) + 1)
        return (won - 1) * self.stakes.stake_cents


def whole_bet(
    rules: GameRules, stakes_cents: Mapping[str, int], meters_cents: Mapping[str, int], shelf: Shelf
) -> WholeBet:
    """The whole bet solved; meters that are not named show what they start with."""
    from croupier.odds.simulation.stakes import check_stakes  # NumPy takes a while to load

    check_stakes(rules, stakes_cents, 1)
    beside = wagers_beside(rules, stakes_cents, meters_cents)
    if "ante" not in stakes_cents:
        raise BadInput("Without an ante there is nothing to decide; add one, such as ante=1000.")
    ante = stakes_cents["ante"]
    lost = [one for one in beside if one.fold_loses]
    shelf.tell("solving the whole bet")
    together = play_beside(rules, [one.unfolded(ante) for one in lost])
    alone = play_beside(
        rules,
        [Unfolded(ranked_on=o.ranked_on, brings=dict.fromkeys(o.unfolded(ante).brings, Fraction(0))) for o in lost],
    )
    decided_by = rules.table(game_of(rules.rulebook).decided_by)
    wagers = [
        WholeWager(
            wager="base",
            paytable=decided_by.id if decided_by else "",
            stake_cents=ante,
            fold_loses=True,
            ev_cents=together.returns.ev * ante,
            ev_alone_cents=alone.returns.ev * ante,
        )
    ]
    for one in beside:
        both = [one.ev_cents(play, shelf) for play in (together, alone)]
        wagers.append(
            WholeWager(
                wager=one.wager,
                paytable=one.table.id,
                stake_cents=one.stakes.stake_cents,
                fold_loses=one.fold_loses,
                ev_cents=both[0],
                ev_alone_cents=both[1],
            )
        )
    shown = {name: cents for one in beside for name, cents in one.stakes.meters_cents.items()}
    return WholeBet(
        rules=rules.rulebook.rulebook,
        stakes_cents=dict(stakes_cents),
        meters_cents=shown,
        wagers=tuple(wagers),
        decisions=_shares(together.returns),
        decisions_alone=_shares(alone.returns),
    )


def _shares(returns: ReturnTable) -> dict[str, Fraction]:
    return {decision: share for decision, share in returns.decisions.items() if share}


def lost_by_folding(rules: GameRules) -> frozenset[str]:
    """The wagers beside the game that a fold loses, whatever they would have won."""
    book = rules.rulebook
    against = {wager.wager for wager in book.wagers.wagers if wager.against == "dealer"}
    return frozenset(fold.wager for fold in book.folding if rules.value(fold) == "lost") - against


def is_of_own_cards(rules: GameRules, wager: str, stake_cents: int) -> bool:
    """Whether a wager is decided by the player's own and the community cards, however many hands are dealt."""
    table = rules.table(wager, stake_cents)
    return table is not None and table.ranked_on is not None


def wagers_beside(
    rules: GameRules, stakes_cents: Mapping[str, int], meters_cents: Mapping[str, int]
) -> tuple[Beside, ...]:
    """The wagers beside the game that are staked, in the order of settlement."""
    book = rules.rulebook
    against = {wager.wager for wager in book.wagers.wagers if wager.against == "dealer"}
    lost = lost_by_folding(rules)
    law = book.six_card_bonus
    elected = dict(rules.elections).get("fixed_award_returns_stake")
    returns = bool(elected) if elected is not None else law is None or law.fixed_award_returns_stake.is_
    shown = {meter.meter: meter.initial_cents for meter in rules.meters}
    for name, cents in meters_cents.items():
        if name not in shown:
            raise BadInput(f"There is no meter {name!r}; {nearest(name, shown) if shown else 'there are none here'}.")
        if not 1 <= cents <= LARGEST_METER_CENTS:
            raise BadInput(
                f"A meter shows {money(1)} to {money(LARGEST_METER_CENTS)}; {name} cannot show {cents} cents."
            )
    found = []
    for name in rules.value(book.settlement.order):
        if name not in stakes_cents or name in against:
            continue
        table = rules.table(name, stakes_cents[name])
        if table is None or table.ranked_on is None:
            raise BadInput(f"{name} depends on how many hands are dealt; leave it out of the whole bet.")
        meters: dict[str, int] = {meter.meter: {**shown, **meters_cents}[meter.meter] for meter in table.meters}
        stakes = Stakes(stake_cents=stakes_cents[name], meters_cents=meters, fixed_sum_returns_stake=returns)
        found.append(
            Beside(
                wager=name,
                table=table,
                ranked_on=rules.value(table.ranked_on),
                stakes=stakes,
                fold_loses=name in lost,
                decided_in=book if hangs_on_showdown(book, name) else None,
            )
        )
    return tuple(found)
