"""Rounds that are settled by themselves, in order: those in which a meter, an envy award or the payout limit matters.

The kernels settle all other rounds at once. What is said here holds for any round, and tests settle every round so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.odds.simulation.payoffs import FOLD, Payoff
from croupier.odds.simulation.plan import ENVY, Plan, Side
from croupier.rulebook.payout import FixedSum, Rounding, rounded

CARRY_PER_CENT = 100_000_000


@dataclass
class Line:
    """What became of one wager in one round; `cut` is what the payout limit took off."""

    seat: int
    wager: str
    line: str
    stake: int
    paid: int
    returned: int
    meter: str = ""
    cut: int = 0

    @property
    def beyond(self) -> int:
        """What was paid beyond, or short of, what the line posts: a meter's share, an envy award, less a cut."""
        return (self.paid if self.meter or self.wager == ENVY else 0) - self.cut

    @property
    def net(self) -> int:
        """What the seat is up or down by."""
        return self.paid + self.returned - self.stake


@dataclass
class Shown:
    """A meter: what it shows, and the hundred-millionths of a cent that it does not show yet."""

    meter: str
    cents: int
    carry: int
    reset: int
    rounding: Rounding

    def grow(self, gain: int) -> None:
        """Add so many hundred-millionths of a cent."""
        self.cents, self.carry = divmod(self.cents * CARRY_PER_CENT + self.carry + gain, CARRY_PER_CENT)

    def award(self, percent: int) -> int:
        """Pay a share of what is shown; the whole of it leaves the reset amount."""
        paid = rounded(self.cents * percent, 100, self.rounding)
        self.cents = self.reset if percent == 100 else self.cents - paid
        return paid


def first_meters(plan: Plan) -> list[Shown]:
    """The meters as they start."""
    return [Shown(m.meter, m.initial_cents, 0, m.reset_cents, plan.rules.share_rounding) for m in plan.rules.meters]


def gains(plan: Plan) -> list[int]:
    """What each round's stakes add to each meter, in hundred-millionths of a cent."""
    stakes = sum(seat.get("progressive", 0) for seat in plan.stakes)
    return [int(stakes * meter.rate_percent * CARRY_PER_CENT / 100) for meter in plan.rules.meters]


def settle_round(plan: Plan, base: Sequence[int], classes: Sequence[Sequence[int]], meters: list[Shown]) -> list[Line]:
    """Every wager's outcome, seats from the last to the first; the meters move. `classes` are by source and seat."""
    found: list[Line] = []
    for seat in range(plan.seats - 1, -1, -1):
        found += _limited(plan, list(_seat_lines(plan, seat, base[seat], classes, meters)))
        found += _envy(plan, seat, base[seat] == FOLD, classes)
    return found


def _seat_lines(
    plan: Plan, seat: int, code: int, classes: Sequence[Sequence[int]], meters: list[Shown]
) -> Iterator[Line]:
    if code >= 0:
        for part in plan.parts:
            payoff = plan.part_payoffs[seat, part, code]
            yield Line(seat, part, payoff.line, payoff.stake, payoff.paid, payoff.returned)
    for number, side in enumerate(plan.sides):
        stake = plan.stakes[seat].get(side.wager, 0)
        if stake:
            payoff = side_payoff(plan, seat, number, code, classes)
            paid, meter = payoff.paid, ""
            if payoff.meter:
                meter = payoff.meter.meter
                paid = next(shown for shown in meters if shown.meter == meter).award(payoff.meter.percent)
            yield Line(seat, side.wager, payoff.line, stake, paid, payoff.returned, meter)


def side_place(plan: Plan, seat: int, number: int, code: int, classes: Sequence[Sequence[int]]) -> int:
    """The place of the line that a side wager makes, of none, or of a forfeit."""
    side = plan.sides[number]
    lines = len(side.table.lines)
    if code == FOLD and side.lost:
        return lines + 1
    if code > FOLD and side.ended[code] >= 0:
        return int(side.ended[code])
    made = classes[side.source][seat]
    return made if side.wager == "cover_all" else int(side.lines[made])


def side_payoff(plan: Plan, seat: int, number: int, code: int, classes: Sequence[Sequence[int]]) -> Payoff:
    """What a side wager pays, a meter's share apart."""
    return plan.side_payoffs[seat, number][side_place(plan, seat, number, code, classes)]


def _limited(plan: Plan, lines: list[Line]) -> list[Line]:
    """The lines with what exceeds the payout limit taken off, wager by wager in the order of the cut."""
    excess = sum(line.paid for line in lines if line.wager in plan.limit_order) - plan.limit
    for wager in plan.limit_order:
        for line in lines:
            if excess > 0 and line.wager == wager:
                line.cut = min(excess, line.paid)
                line.paid -= line.cut
                excess -= line.cut
    return lines


def schedule_of(plan: Plan, seat: int) -> Side:
    """The envy schedule that pays a seat: by its own stake, or the one for any stake."""
    return plan.envy.get(plan.stakes[seat]["progressive"]) or plan.envy[0]


def _envy(plan: Plan, holder: int, folded: bool, classes: Sequence[Sequence[int]]) -> Iterator[Line]:
    if not (plan.envied_folded if folded else plan.envied)[holder]:
        return
    if not plan.setup.envy_class[classes[plan.setup.envy_source][holder]]:
        return
    for seat in range(plan.seats - 1, -1, -1):
        if seat == holder or "progressive" not in plan.stakes[seat]:
            continue
        side = schedule_of(plan, seat)
        place = int(side.lines[classes[side.source][holder]])
        if place < len(side.table.lines):
            line = side.table.lines[place]
            yield Line(seat, ENVY, line.line, 0, envy_cents(side, place), 0)


def envy_cents(side: Side, place: int) -> int:
    """What a line of an envy schedule pays."""
    odds = side.table.lines[place].pays
    return odds.cents if isinstance(odds, FixedSum) else 0
