"""How much the random tests do: little in every run, much where CROUPIER_SOAK is set."""

import os

SOAKING = bool(os.environ.get("CROUPIER_SOAK"))


def sized(usual: int, soaking: int) -> int:
    """A number of random cases: `usual`, or `soaking` in a soak."""
    return soaking if SOAKING else usual
