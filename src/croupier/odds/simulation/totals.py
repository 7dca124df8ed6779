"""What all rounds so far came to: whole numbers, the same whatever the blocks, and little more for many rounds."""

from collections import Counter
from typing import Any

import numpy as np

from croupier.odds.simulation.engine import BLOCK, Block
from croupier.odds.simulation.plan import BASE, ENVY, Plan
from croupier.odds.simulation.stateful_rounds import CARRY_PER_CENT, Line, Shown, first_meters, gains, settle_round

MOST_SAMPLES = 512


class MeterPath:
    """A meter's life: what it showed in all, its awards, and samples of its value."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.sum = 0  # of the value at each round's lock-out, in hundred-millionths of a cent
        self.awards = 0
        self.full_awards = 0
        self.paid_cents = 0
        self.highest_cents = shown.cents
        self.samples: list[tuple[int, int]] = []

    def advance(self, rounds: int, gain: int) -> None:
        """Take the stakes of so many rounds."""
        value = self.shown.cents * CARRY_PER_CENT + self.shown.carry
        self.sum += rounds * value + gain * rounds * (rounds + 1) // 2
        self.shown.grow(rounds * gain)
        self.highest_cents = max(self.highest_cents, self.shown.cents)

    def take(self, line: Line, percent: int) -> None:
        """Note an award."""
        self.awards += 1
        self.full_awards += percent == 100
        self.paid_cents += line.paid


class Totals:
    """Everything added up, block after block in their order."""

    def __init__(self, plan: Plan, session: int, every: int = BLOCK) -> None:
        self.plan, self.session, self.every = plan, session, every
        seats = plan.seats
        self.rounds = 0
        self.base = np.zeros((seats, plan.codes.count), np.int64)
        self.side = np.zeros(plan.setup.side_net.shape, np.int64)
        self.sums = [0] * (seats + 1)
        self.squares = [0] * (seats + 1)
        self.moved: dict[tuple[int, str], list[int]] = {}  # beyond what the counts say: sum, and sum of squares
        self.envy: Counter[tuple[int, str]] = Counter()
        self.meters = [MeterPath(shown) for shown in first_meters(plan)] if self._fed() else []
        self.turns = [[0] * len(self.meters) for _ in range(seats)]  # of the meters' sums, at a seat's own turn
        self.sessions: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.open = [0] * seats
        self.stride = 1

    def _fed(self) -> bool:
        return any("progressive" in stakes for stakes in self.plan.stakes)

    def add(self, block: Block) -> None:
        """Add the next block."""
        if block.first != self.rounds:
            raise ValueError(f"round {self.rounds} comes next, not {block.first}")
        self.base += block.base
        self.side += block.side
        for row in range(self.plan.seats + 1):
            self.sums[row] += block.sums[row]
            self.squares[row] += block.squares[row]
        self._apart(block)
        self._sessions(block)
        self.rounds += block.count
        self._sample()

    def _apart(self, block: Block) -> None:
        """Settle by themselves the rounds that need it; the meters grow meanwhile."""
        plan, grown = self.plan, gains(self.plan)
        done = 0
        start = block.first // self.session
        apart = zip(block.apart.tolist(), block.apart_base.tolist(), block.apart_class.tolist(), strict=True)
        for place, base, classes in apart:
            for path, gain in zip(self.meters, grown, strict=True) if self.meters else ():
                path.advance(place + 1 - done, gain)
            done = place + 1
            before = [path.shown.cents for path in self.meters]
            lines = settle_round(plan, base, classes, [path.shown for path in self.meters])
            self._awards(lines, before)
            self._beyond(lines)
            nets = [0] * plan.seats
            for line in lines:
                nets[line.seat] += line.net
            for row, net in enumerate((*nets, sum(nets))):
                self.sums[row] += net
                self.squares[row] += net * net
            for seat, net in enumerate(nets):
                block.sessions[seat, (block.first + place) // self.session - start] += net
                if block.nets.size:
                    block.nets[seat, place] = net
        for path, gain in zip(self.meters, grown, strict=True) if self.meters else ():
            path.advance(block.count - done, gain)

    def _awards(self, lines: list[Line], before: list[int]) -> None:
        """Note the awards, and what the seats that came later found the meter at."""
        for line in lines:
            if not line.meter:
                continue
            number = next(n for n, path in enumerate(self.meters) if path.shown.meter == line.meter)
            path = self.meters[number]
            after = before[number] - line.paid
            percent = 100 if line.paid == before[number] else 0
            if percent == 100:
                after = path.shown.reset
            path.take(line, percent)
            for seat in range(line.seat):
                self.turns[seat][number] += (after - before[number]) * CARRY_PER_CENT
            before[number] = after

    def _beyond(self, lines: list[Line]) -> None:
        """Note the results that are not those of their lines: of a wager, and of the game that it is part of."""
        found: dict[tuple[int, str], list[int]] = {}  # what was posted, and what came
        for line in lines:
            if line.beyond:
                pair = found.setdefault((line.seat, line.wager), [0, 0])
                pair[0] += line.net - line.beyond
                pair[1] += line.net
        for seat in {seat for seat, wager in found if wager in self.plan.parts}:
            parts = [line for line in lines if line.seat == seat and line.wager in self.plan.parts]
            net = sum(line.net for line in parts)
            found[seat, BASE] = [net - sum(line.beyond for line in parts), net]
        for (seat, wager), (posted, net) in found.items():
            pair = self.moved.setdefault((seat, wager), [0, 0])
            pair[0] += net - posted
            pair[1] += net * net - posted * posted
        for line in lines:
            if line.wager == ENVY:
                self.envy[line.seat, line.line] += 1

    def _sessions(self, block: Block) -> None:
        whole = (block.first + block.count) % self.session == 0
        for seat, results in enumerate(block.sessions):
            results[0] += self.open[seat]
            ended = results if whole else results[:-1]
            self.open[seat] = 0 if whole else int(results[-1])
            values, counts = np.unique(ended, return_counts=True)
            for value, count in zip(values.tolist(), counts.tolist(), strict=True):
                self.sessions[seat][value] += count

    def _sample(self) -> None:
        """Keep the meters' values now and then, evenly over the run, and at the same rounds wherever it was stopped."""
        if self.rounds % self.every:
            return
        for path in self.meters:
            if not path.samples or self.rounds - path.samples[-1][0] >= self.stride:
                path.samples.append((self.rounds, path.shown.cents))
        if self.meters and len(self.meters[0].samples) > MOST_SAMPLES:
            self.stride = max(self.stride, self.meters[0].samples[1][0] - self.meters[0].samples[0][0]) * 2
            for path in self.meters:
                path.samples = path.samples[::2]

    def path(self, number: int) -> tuple[tuple[int, int], ...]:
        """What a meter showed over the run, as pairs of round and cents; the last is what it shows now."""
        kept, now = self.meters[number].samples, (self.rounds, self.meters[number].shown.cents)
        return (*(sample for sample in kept if sample[0] < self.rounds), now)

    def meter_at_turn(self, seat: int, number: int) -> float:
        """What a meter showed on average, in cents, when a seat's turn came."""
        return (self.meters[number].sum + self.turns[seat][number]) / CARRY_PER_CENT / self.rounds

    def written(self) -> dict[str, Any]:
        """Everything as plain values, to go on from later."""
        return {
            "rounds": self.rounds,
            "base": self.base.tolist(),
            "side": self.side.tolist(),
            "sums": self.sums,
            "squares": self.squares,
            "moved": [[seat, wager, *pair] for (seat, wager), pair in self.moved.items()],
            "envy": [[seat, line, count] for (seat, line), count in self.envy.items()],
            "turns": self.turns,
            "sessions": [sorted(found.items()) for found in self.sessions],
            "open": self.open,
            "stride": self.stride,
            "meters": [
                [path.shown.cents, path.shown.carry, path.sum, path.awards, path.full_awards, path.paid_cents,
                 path.highest_cents, path.samples]
                for path in self.meters
            ],
        }  # fmt: skip

    def read(self, written: dict[str, Any]) -> None:
        """Go on from what was written."""
        self.rounds = written["rounds"]
        self.base[:] = written["base"]
        self.side[:] = written["side"]
        self.sums, self.squares = list(written["sums"]), list(written["squares"])
        self.moved = {(seat, wager): [one, two] for seat, wager, one, two in written["moved"]}
        self.envy = Counter({(seat, line): count for seat, line, count in written["envy"]})
        self.turns = [list(row) for row in written["turns"]]
        self.sessions = [Counter(dict(found)) for found in written["sessions"]]
        self.open, self.stride = list(written["open"]), written["stride"]
        for path, row in zip(self.meters, written["meters"], strict=True):
            path.shown.cents, path.shown.carry, path.sum, path.awards, path.full_awards = row[:5]
            path.paid_cents, path.highest_cents = row[5:7]
            path.samples = [(rounds, cents) for rounds, cents in row[7] if rounds % self.every == 0]
