"""All paytables of a wager beside the game that satisfy what is asked."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, lcm, prod
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from croupier.odds.cache import Shelf
from croupier.odds.design.asked import Choices, Range, Wanted
from croupier.odds.design.found import Design, Preferred, front_of
from croupier.odds.hands.counts import note_compiling
from croupier.odds.kernels.paytables import search
from croupier.odds.wagers.catalogue import Asked, Entry, stakes_at
from croupier.odds.wagers.custom_paytable import OwnTable, line_classes, table_with
from croupier.odds.wagers.results import net
from croupier.odds.wagers.showdown import PUSHED
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.payout import Push

MOST_CANDIDATES = 10**10
MOST_FOUND = 500_000
LARGEST_SUM = 1 << 62
SURELY = 1e-9  # the kernel's variance is a float: what lies within this of a bound is looked at exactly


class Shape:
    """One choice of lines that are there: what each may pay, and how often it comes."""

    def __init__(self, book: Rulebook, entry: Entry, lines: Mapping[str, Choices], shelf: Shelf) -> None:
        own = OwnTable(name="design", lines={line: choices[0] for line, choices in lines.items()})
        self.table = table_with(book, entry, own, shelf)
        result = entry.work_out(shelf, Asked(table=self.table))
        stakes, _ = stakes_at(book, entry.menu, self.table, Asked())
        self.total, self.at = result.total, result.at
        self.counts = {line.line: line.count for line in result.lines}
        lines = {PUSHED: (Push(),), **lines}
        self.names = sorted(self.counts, key=lambda name: (self.counts[name], name))
        paid = [sorted((net(odds, stakes), str(odds), odds) for odds in lines[name] if odds) for name in self.names]
        self.odds = [[odds for _, _, odds in choices] for choices in paid]
        self.scale = lcm(*(value.denominator for choices in paid for value, _, _ in choices))
        self.nets = [[int(value * self.scale) for value, _, _ in choices] for choices in paid]
        self.lost = self.total - sum(self.counts.values())
        self.rows: NDArray[np.int32] = np.zeros((0, len(self.names)), np.int32)

    def capped(self, cap: Fraction) -> bool:
        """Takes away what pays more than so much to one; whether every line has a choice left."""
        kept = [[at for at, value in enumerate(nets) if value <= cap * self.scale] for nets in self.nets]
        self.odds = [[odds[at] for at in places] for odds, places in zip(self.odds, kept, strict=True)]
        self.nets = [[nets[at] for at in places] for nets, places in zip(self.nets, kept, strict=True)]
        return all(self.nets)

    def check_ladder(self, moving: set[str]) -> None:
        """Refuses a ladder that two lines break which do not move."""
        fixed = [line for line, name in enumerate(self.names) if name not in moving]
        for rare in fixed:
            for often in fixed:
                scarcer = self.counts[self.names[rare]] < self.counts[self.names[often]]
                if scarcer and self.nets[rare][0] < self.nets[often][0]:
                    raise BadInput(
                        f"{self.names[rare]} is posted below {self.names[often]}, which comes more often; "
                        "let one of the two move, or leave the ladder out."
                    )

    def look(self, wanted: Wanted) -> None:
        """Finds the rows that satisfy what is asked, exactly."""
        counts = [self.counts[name] for name in self.names]
        sizes = np.array([len(nets) for nets in self.nets])
        nets = np.zeros((len(sizes), sizes.max()), np.int64)
        for line, values in enumerate(self.nets):
            nets[line, : len(values)] = values
        largest = sum(max(map(abs, values)) * count for values, count in zip(self.nets, counts, strict=True))
        if largest + self.scale * self.lost >= LARGEST_SUM:
            raise BadInput("The odds need too fine a common measure; write rounder ones.")
        group = np.array([counts.index(count) for count in counts])
        spread = _variances(wanted.deviation, self.scale)
        asked = (
            nets, sizes, np.array(counts), group, wanted.ladder, -self.scale * self.lost,
            float(self.scale * self.scale * self.lost), self._sums(wanted.edge), self._hits(wanted.hits),
            np.array([spread[0] * (1 - SURELY), spread[1] * (1 + SURELY)]),
            self.total,
        )  # fmt: skip
        number = search(*asked, np.zeros((0, len(sizes)), np.int32))
        if number > MOST_FOUND:
            raise BadInput(f"{number:,} paytables satisfy this; ask for less, so that at most {MOST_FOUND:,} do.")
        rows = np.zeros((number, len(sizes)), np.int32)
        search(*asked, rows)
        doubtful = self._doubtful(rows, wanted.deviation)
        for at in np.nonzero(doubtful)[0]:
            doubtful[at] = not wanted.deviation.has_root_of(self.variance(rows[at].tolist()))
        self.rows = rows[~doubtful]

    def _sums(self, edge: Range) -> NDArray[np.int64]:
        unit = self.total * self.scale
        low = -LARGEST_SUM if edge.at_most is None else ceil(-edge.at_most * unit)
        high = LARGEST_SUM if edge.at_least is None else floor(-edge.at_least * unit)
        return np.array([max(low, -LARGEST_SUM), min(high, LARGEST_SUM)])

    def _hits(self, hits: Range) -> NDArray[np.int64]:
        low = 0 if hits.at_least is None else ceil(hits.at_least * self.total)
        high = self.total if hits.at_most is None else floor(hits.at_most * self.total)
        return np.array([low, high])

    def floats(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The exact sum of each row, and its variance as a float."""
        sums = np.full(len(rows), -self.scale * self.lost, np.int64)
        squares = np.full(len(rows), float(self.scale * self.scale * self.lost))
        for line, name in enumerate(self.names):
            chosen = np.array(self.nets[line])[rows[:, line]]
            sums += chosen * self.counts[name]
            squares += chosen.astype(np.float64) ** 2 * self.counts[name]
        spread: NDArray[np.float64] = (squares / self.total - (sums / self.total) ** 2) / self.scale**2
        return sums, spread

    def _doubtful(self, rows: NDArray[np.int32], deviation: Range) -> NDArray[np.bool_]:
        _, spread = self.floats(rows)
        near = np.zeros(len(rows), bool)
        for side in (deviation.at_least, deviation.at_most):
            if side is not None:
                near |= np.abs(spread - float(side * side)) <= 4 * SURELY * float(side * side)
        return near

    def ev(self, row: Sequence[int]) -> Fraction:
        """What a row wins on average."""
        return Fraction(self._moment(row, 1), self.total * self.scale)

    def variance(self, row: Sequence[int]) -> Fraction:
        """The exact variance of a row."""
        return Fraction(self._moment(row, 2), self.total * self.scale**2) - self.ev(row) ** 2

    def _moment(self, row: Sequence[int], power: int) -> int:
        paid = zip(self.nets, row, self.names, strict=True)
        values = [(nets[at], self.counts[name]) for nets, at, name in paid]
        return sum(int(value**power) * count for value, count in [*values, (-self.scale, self.lost)])

    def hits(self, row: Sequence[int]) -> Fraction:
        """The share of rounds in which a row wins."""
        paid = zip(self.nets, row, self.names, strict=True)
        return Fraction(sum(self.counts[name] for nets, at, name in paid if nets[at] > 0), self.total)

    def design(self, row: Sequence[int], on_front: bool) -> Design:
        """A row with its figures."""
        pays = {name: self.odds[line][row[line]] for line, name in enumerate(self.names)}
        return Design(
            lines=tuple((line.line, pays[line.line]) for line in self.table.lines),
            ev=self.ev(row),
            variance=self.variance(row),
            hit_frequency=self.hits(row),
            on_front=on_front,
        )


def _variances(deviation: Range, scale: int) -> tuple[float, float]:
    """The range of the deviation as one of the variance, where one unit is so many."""
    low, high = deviation.at_least or Fraction(0), deviation.at_most
    return float((low * scale) ** 2), np.inf if high is None else float((high * scale) ** 2)


class Rows(Sequence[Design]):
    """What was found, the lowest edge first; a design is made when somebody asks for it."""

    def __init__(self, shapes: Sequence[Shape], preferred: Preferred) -> None:
        self._shapes = shapes
        keys: list[tuple[float, float, int, int]] = []
        for number, shape in enumerate(shapes):
            sums, spread = shape.floats(shape.rows)
            edges = (-sums / (shape.total * shape.scale)).tolist()
            keys += [(edge, dev, number, at) for at, (edge, dev) in enumerate(zip(edges, spread.tolist(), strict=True))]
        keys.sort()
        self._order = [(number, at) for _, _, number, at in keys]
        self._front = _front(shapes, preferred)
        self.front_at = tuple(place for place, row in enumerate(self._order) if row in self._front)

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, at: int) -> Design: ...
    @overload
    def __getitem__(self, at: slice) -> list[Design]: ...
    def __getitem__(self, at: int | slice) -> Design | list[Design]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        number, row = self._order[at]
        shape = self._shapes[number]
        return shape.design(shape.rows[row].tolist(), (number, row) in self._front)


def _front(shapes: Sequence[Shape], preferred: Preferred) -> set[tuple[int, int]]:
    """The front, exactly: first what floats leave in doubt or no doubt of, then by fractions."""
    places: list[tuple[int, int]] = []
    for number, shape in enumerate(shapes):
        sums, spread = shape.floats(shape.rows)
        first = -sums if preferred.edge == "high" else sums
        second = spread if preferred.deviation == "high" else -spread
        hits = np.zeros(len(shape.rows), np.int64)
        for line, name in enumerate(shape.names):
            hits += (np.array(shape.nets[line])[shape.rows[:, line]] > 0) * shape.counts[name]
        for same in np.unique(hits).tolist():
            here = np.nonzero(hits == same)[0]
            places += [(number, int(at)) for at in here[_likely(first[here], second[here])]]
    exact = []
    for number, at in places:
        row = shapes[number].rows[at].tolist()
        exact.append(preferred.good(-shapes[number].ev(row), shapes[number].variance(row), shapes[number].hits(row)))
    return {places[at] for at in front_of(exact)}


def _likely(first: NDArray[np.int64], second: NDArray[np.float64]) -> NDArray[np.int64]:
    """Where the second figure is not clearly below that of one with as much of the first."""
    order = np.lexsort((-second, -first))
    best = np.maximum.accumulate(second[order])
    return order[second[order] >= best - SURELY * np.abs(best)]


def find_designs(
    book: Rulebook, entry: Entry, moves: Mapping[str, Choices], wanted: Wanted, preferred: Preferred, shelf: Shelf
) -> tuple[Rows, int, Mapping[str, Any], int]:
    """What satisfies, how many candidates there are, on what the figures depend, and of how many deals."""
    lines: dict[str, Choices] = {line.line: (line.pays,) for line in entry.table.lines} | dict(moves)
    candidates = prod(len(choices) for choices in lines.values())
    if candidates > MOST_CANDIDATES:
        raise BadInput(f"{candidates:,} candidates are too many; move fewer lines, or by larger steps.")
    note_compiling(shelf, "paytables")
    shapes: list[Shape] = []
    at: Mapping[str, Any] = {}
    total = 0
    for shape in _shapes(book, entry, lines, shelf):
        at, total = at or shape.at, total or shape.total
        if wanted.cap is not None and not shape.capped(wanted.cap):
            continue
        if wanted.ladder and PUSHED in shape.counts:
            raise BadInput("Where a showdown may give the stake back no ladder holds; leave the ladder out.")
        if wanted.ladder and _gap(book, entry, lines, shape, shelf):
            continue
        if wanted.ladder:
            shape.check_ladder(set(moves))
        shape.look(wanted)
        shapes.append(shape)
    if sum(len(shape.rows) for shape in shapes) > MOST_FOUND:
        raise BadInput(f"More than {MOST_FOUND:,} paytables satisfy this; ask for less.")
    return Rows(shapes, preferred), candidates, at, total


def _shapes(book: Rulebook, entry: Entry, lines: Mapping[str, Choices], shelf: Shelf) -> Iterator[Shape]:
    """Each choice of lines that are there, all of them first."""
    may_go = [line for line, choices in lines.items() if None in choices]
    must_go = {line for line in may_go if lines[line] == (None,)}
    posted = {line.line for line in entry.table.lines}
    for stays in product((True, False), repeat=len(may_go)):
        gone = {line for line, stay in zip(may_go, stays, strict=True) if not stay}
        if not must_go <= gone or gone >= lines.keys():
            continue
        there: dict[str, Choices] = {
            line: tuple(odds for odds in choices if odds) for line, choices in lines.items() if line not in gone
        }
        yield Shape(book, entry, there | dict.fromkeys(gone & posted, (None,)), shelf)


def _gap(book: Rulebook, entry: Entry, lines: Mapping[str, Choices], shape: Shape, shelf: Shelf) -> bool:
    """Whether hands of a line that is gone lose, though some that come more often are paid."""
    classes = line_classes(book, entry, shelf)
    gone = [line for line in lines if line not in shape.counts]
    covered = {name for line in shape.counts for name in classes[line]}
    lost = [line for line in gone if not set(classes[line]) <= covered]
    if not lost:
        return False
    posted = entry.table.lines[0].pays  # any odds will do to count by
    everything = Shape(book, entry, dict.fromkeys(lines, (posted,)), shelf)
    return any(everything.counts[line] < count for line in lost for count in shape.counts.values())
