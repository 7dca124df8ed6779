"""All blind or ante bonus tables that satisfy what is asked: best play is solved again for each that remains.

What best play wins is the highest of what all ways to play win, each of which is linear in the odds. So it is convex
in them: never less than what the play of another table wins, and never more than the same mixture of what the
corners of a box around the candidates win. What these two bounds rule out need not be solved.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from msgspec.structs import replace

from croupier.odds.cache import Shelf
from croupier.odds.design.asked import Choices, Range, Wanted
from croupier.odds.design.found import Design, Preferred, front_of
from croupier.odds.games.base import game_of, hand_lines, solved, to_one
from croupier.odds.hands.classes import line_counts
from croupier.odds.hands.counts import counted
from croupier.odds.wagers.catalogue import Asked, Entry
from croupier.odds.wagers.custom_paytable import OwnTable, table_with
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines, Paytable, PaytableLine
from croupier.rulebook.payout import Odds, Push, To

MOST_CANDIDATES = 200_000
MOST_CORNERS = 16

Candidate = tuple[Odds | None, ...]  # the odds of each moving line
Point = tuple[Fraction, ...]  # the same as numbers, to one


class Play:
    """Best play against one table: what it wins against any other, which only changes what hands pay."""

    def __init__(self, ev: Fraction, point: Point, shares: Point) -> None:
        self._ev, self._point, self._shares = ev, point, shares

    def ev_at(self, point: Point) -> Fraction:
        """What this play wins where the moving lines pay so much."""
        moved = zip(self._shares, point, self._point, strict=True)
        return self._ev + sum((share * (there - here) for share, there, here in moved), Fraction(0))


class BaseDesigner:
    """The search for one menu's tables."""

    def __init__(self, book: Rulebook, entry: Entry, moves: Mapping[str, Choices], shelf: Shelf) -> None:
        self.book, self.entry, self.shelf = book, entry, shelf
        self.names = tuple(moves)
        self.choices = tuple(moves.values())
        self.solved: dict[Point, Play] = {}
        for line, choices in moves.items():
            for odds in choices:
                if odds is not None and not isinstance(odds, To | Push):
                    raise BadInput(f"{line}: {odds} is no odds here; write it as 3 to 2, push or none.")

    def table(self, candidate: Candidate) -> Paytable:
        """The posted table with a candidate's odds."""
        own = OwnTable(name="design", lines=dict(zip(self.names, candidate, strict=True)), rest_as_posted=True)
        return table_with(self.book, self.entry, own, self.shelf)

    def play(self, candidate: Candidate) -> Play:
        """Best play against a candidate, solved once."""
        point = point_of(candidate)
        if point not in self.solved:
            returns, game = solved(self.book, self.table(candidate), self.shelf), game_of(self.book)
            paid = dict.fromkeys(self.names, 0)
            for outcome in returns.outcomes:
                if outcome.line in paid and game.pays_in(outcome):
                    paid[outcome.line] += outcome.count
            shares = tuple(Fraction(count, returns.total) for count in paid.values())
            self.solved[point] = Play(returns.ev, point, shares)
        return self.solved[point]

    def candidates(self, wanted: Wanted) -> Iterator[Candidate]:
        """Those within the cap and, if that is asked for, on a ladder."""
        fixed = {name: odds for name, odds in to_one(self.entry.table).items() if name not in self.names}
        cap, counts = wanted.cap, self._counts()
        if cap is not None and any(odds > cap for odds in fixed.values()):
            return
        for candidate in product(*self.choices):
            pays = fixed | dict(zip(self.names, point_of(candidate), strict=True))
            if cap is not None and any(odds > cap for odds in pays.values()):
                continue
            order = sorted(pays, key=counts.__getitem__)
            steps = ((rare, often) for rare in order for often in order if counts[rare] < counts[often])
            if not wanted.ladder or all(pays[rare] >= pays[often] for rare, often in steps):
                yield candidate

    def _counts(self) -> dict[str, int]:
        """How often each hand comes."""
        cards = counted(game_of(self.book).ranked_on, self.shelf)
        every = Lines(PaytableLine(name, To(1)) for name in hand_lines(self.book))
        counts = line_counts(replace(self.entry.table, lines=every), cards.counts, cards.means)
        return counts | {name: cards.total for name in self.names if name not in counts}

    def corners(self) -> tuple[Candidate, ...]:
        """The lowest and the highest of each line, in every combination."""
        ends = [sorted(choices, key=lambda odds: point_of((odds,))) for choices in self.choices]
        return tuple(product(*({side[0]: None, side[-1]: None} for side in ends)))

    def remaining(self, wanted: Wanted, advance: Callable[[str], None]) -> list[Candidate]:
        """The candidates that the bounds do not rule out."""
        low, high = ev_range(wanted.edge)
        posted = tuple(self.entry.table.pays(name) for name in self.names)
        self.play(posted)
        left = self._not_above(self.candidates(wanted), high)
        corners = self.corners()
        if len(corners) <= MOST_CORNERS and len(left) > 2 * len(corners) and (low, high) != (None, None):
            for corner in corners:
                self.play(corner)
                advance("solving the corners of the search")
            left = self._not_above(left, high)
            if low is not None:
                left = [candidate for candidate in left if self._most(point_of(candidate)) >= low]
        return left

    def _not_above(self, candidates: Iterator[Candidate] | list[Candidate], high: Fraction | None) -> list[Candidate]:
        plays = list(self.solved.values())
        if high is None:
            return list(candidates)
        return [one for one in candidates if all(play.ev_at(point_of(one)) <= high for play in plays)]

    def _most(self, point: Point) -> Fraction:
        """No play wins more there: corners mixed as the point is made of them, the line furthest along first."""
        ends = [(min(points), max(points)) for points in (tuple(map(_to_one, choices)) for choices in self.choices)]
        along = [
            (at - low) / (high - low) if high > low else Fraction(0)
            for at, (low, high) in zip(point, ends, strict=True)
        ]
        order = sorted(range(len(point)), key=lambda line: -along[line])
        corner = [low for low, _ in ends]
        weights = [Fraction(1), *(along[line] for line in order), Fraction(0)]
        most = Fraction(0)
        for step, line in enumerate((*order, None)):
            weight = weights[step] - weights[step + 1]
            if weight:
                known = self.solved[tuple(corner)]
                most += weight * known.ev_at(tuple(corner))
            if line is not None:
                corner[line] = ends[line][1]
        return most


def _to_one(odds: Odds | None) -> Fraction:
    return Fraction(odds.pays, odds.per) if isinstance(odds, To) else Fraction(0)


def point_of(candidate: Sequence[Odds | None]) -> Point:
    """What the moving lines pay to one; a line that pushes or is not there adds nothing."""
    return tuple(map(_to_one, candidate))


def ev_range(edge: Range) -> tuple[Fraction | None, Fraction | None]:
    """What may be won on average, by the range of the edge."""
    return (
        None if edge.at_most is None else -edge.at_most,
        None if edge.at_least is None else -edge.at_least,
    )


def find_tables(
    book: Rulebook,
    entry: Entry,
    moves: Mapping[str, Choices],
    wanted: Wanted,
    preferred: Preferred,
    shelf: Shelf,
    most_solved: int,
    advance: Callable[[str], None],
) -> tuple[list[Design], int, int]:
    """What satisfies with best play, how many candidates there are, and for how many best play was solved."""
    number = prod(len(choices) for choices in moves.values())
    if number > MOST_CANDIDATES:
        raise BadInput(f"{number:,} candidates are too many; move fewer lines, or by larger steps.")
    designer = BaseDesigner(book, entry, moves, shelf)
    left = designer.remaining(wanted, advance)
    if len(left) > most_solved:
        raise BadInput(
            f"{len(left):,} of {number:,} candidates remain, and best play would be solved for each; "
            f"ask for a narrower edge or fewer choices, or use `croupier design --most-solved {len(left)}`."
        )
    found = []
    for candidate in left:
        table = designer.table(candidate)
        result = entry.work_out(shelf, Asked(table=table))
        advance(f"solving best play for {len(left):,} of {number:,} candidates")
        wins, spreads = wanted.hits.has(result.hit_frequency), wanted.deviation.has_root_of(result.variance)
        if wanted.edge.has(result.house_edge) and wins and spreads:
            lines = tuple((line.line, line.pays) for line in table.lines)
            found.append(
                Design(lines=lines, ev=result.ev, variance=result.variance, hit_frequency=result.hit_frequency)
            )
    found.sort(key=lambda design: (design.house_edge, design.variance))
    good = [preferred.good(design.house_edge, design.variance, design.hit_frequency) for design in found]
    front = front_of(good)
    designs = [replace(design, on_front=at in front) for at, design in enumerate(found)]
    return designs, number, len({*designer.solved, *map(point_of, left)})
