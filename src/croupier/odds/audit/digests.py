"""By which code the numbers of the audit were made: a name for each part of it, by its content."""

from functools import cache
from pathlib import Path

from croupier.odds.cache import digest_of

ODDS = Path(__file__).parent.parent
PLAYING = ("games", "hands", "kernels", "simulation")  # the folders whose code decides what comes of a seed
COUNTING = ("games", "hands", "kernels", "wagers")  # and those whose code makes the exact fractions


@cache
def counting_digest() -> str:
    """The kernels and all that makes the exact fractions of them."""
    return _digest(COUNTING)


@cache
def playing_digest() -> str:
    """The kernels that deal, decide and compare: with the seed and the rules they make the numbers."""
    return _digest(PLAYING)


@cache
def second_digest() -> str:
    """The second methods."""
    return digest_of(Path(__file__).parent / "second", "*.py")


def _digest(folders: tuple[str, ...]) -> str:
    return "-".join(digest_of(ODDS / folder, "**/*.py")[:8] for folder in folders)
