"""`croupier best` as a person meets it: each situation a new process, from the first to the last line of Python."""

import subprocess
import sys
import time
from collections.abc import Iterator

from croupier.odds.figure import Figure

RUNS = 5
COMMAND = (sys.executable, "-m", "croupier.cli.main")
SITUATIONS = {
    "md-tcp: best play": ("md-tcp", "--cards", "Qs 6d 4c"),
    "md-fcp: best play": ("md-fcp", "--cards", "Qs Qd 4c 5h 9s", "--dealer-up", "Kd"),
    "md-uth: best play before the flop": ("md-uth", "--cards", "Kd 5c"),
    "md-uth: best play on the flop": ("md-uth", "--cards", "Kd 5c", "--community", "2c 7d 9h"),
    "md-uth: best play at the end": ("md-uth", "--cards", "Kd 5c", "--community", "2c 7d 9h Js Kh"),
}


def process_seconds(*words: str) -> float:
    """The quickest of several runs of the command, after one that may have had to keep something first."""
    taken = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run([*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        taken.append(time.perf_counter() - start)
    return min(taken[1:])


def best_figures() -> Iterator[Figure]:
    """Each kind of situation, beside the same command listing the rulebooks."""
    start = process_seconds("rules", "list")
    for work, words in SITUATIONS.items():
        taken = process_seconds("best", *words)
        yield Figure(f"{work}, a new process", taken, "seconds", "croupier rules list", taken / start)
