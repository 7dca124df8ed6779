"""Compiles the kernels and counts the hands once, before many workers would each do so at the same time.

    python -m tests.warm

What it leaves is kept where Croupier keeps it, by the content of the code: a second run has nothing to do.
"""

import contextlib
import io

from croupier.cli.main import run
from croupier.odds.simulation.strategies import strategy_names
from croupier.rulebook.elect import elect
from croupier.rulebook.load import rulebook_ids

ROUNDS = "10000"


def commands() -> list[list[str]]:
    """What between them calls every kernel: all odds of all rulebooks, a few rounds of each way to play, a design."""
    odds = [["odds", rulebook, "--json"] for rulebook in rulebook_ids()]
    rounds = [
        ["simulate", rulebook, "--rounds", ROUNDS, "--strategy", strategy, "--json"]
        for rulebook in rulebook_ids()
        for strategy in strategy_names(elect(rulebook))
        if ":" not in strategy
    ]
    designs = [["design", "md-tcp", "--wager", "pair_plus", "--move", "flush=3..4", "--json"]]
    return odds + rounds + designs


def main() -> None:
    """Runs them all, and says nothing but what failed."""
    for words in commands():
        with contextlib.redirect_stdout(io.StringIO()):
            code = run(words)
        if code:
            raise SystemExit(f"croupier {' '.join(words)} ended with {code}.")


if __name__ == "__main__":
    main()
