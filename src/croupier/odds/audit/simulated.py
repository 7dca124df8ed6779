"""All runs of the audit, one after the other, and where what was played already is kept."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from croupier.odds.audit.cards import Cards, everything
from croupier.odds.audit.digests import playing_digest
from croupier.odds.audit.played import Counts, Played, play, runs_of
from croupier.odds.cache import Shelf, cache_folder
from croupier.rulebook.law.document import Rulebook

ROUNDS, SEED = 100_000_000, 1


class Run(Struct, frozen=True, kw_only=True):
    """A run with its place among all: the seed of the first is the audit's, and each that follows has the next."""

    number: int
    seed: int
    book: Rulebook
    played: Played


class Simulated(Struct, frozen=True, kw_only=True):
    """What a run came to."""

    run: Run
    counts: Counts

    def has(self, book: Rulebook, base: str, cards: Cards | None) -> bool:
        """Whether the run is one of that rulebook and of those cards, or of the game under that table."""
        if self.run.book.rulebook != book.rulebook:
            return False
        return cards in self.run.played.counts if cards else self.run.played.base == base


def runs(seed: int = SEED) -> list[Run]:
    """Every run of the audit, in its order."""
    found: list[Run] = []
    for book, catalogue in everything():
        for played in runs_of(book, catalogue):
            number = len(found) + 1
            found.append(Run(number=number, seed=seed + number - 1, book=book, played=played))
    return found


def simulate_all(
    wanted: Iterable[Run], rounds: int, shelf: Shelf, tell: Callable[[str], None], progress: Callable[[int], None]
) -> Iterator[Simulated]:
    """Plays every run; a run that was played before, or begun, is gone on with."""
    folder = cache_folder(f"odds-audit-{playing_digest()}")
    for run in wanted:
        tell(f"playing run {run.number}: {run.book.rulebook}, {len(run.played.stakes_cents)} at the table")
        kept = folder / f"run-{run.number}-{run.seed}.json" if folder else None
        yield Simulated(run=run, counts=play(run.played, rounds, run.seed, shelf, kept, progress))
