"""How long the rulebooks take to load, resolve, check and compare, as ratios to a yardstick of the same run.

The yardstick is PyYAML's own safe loading of the same files: reading strictly, citing, typing and resolving should
cost a small multiple of merely reading.
"""

import time
from collections.abc import Callable
from importlib.resources import files

import yaml

from croupier.rulebook.check import check
from croupier.rulebook.comparison.rulebooks import compare
from croupier.rulebook.elect import resolve
from croupier.rulebook.load import load, parse, rulebook_ids, source_of
from croupier.rulebook.submission import Submission, parse_submission


def seconds(work: Callable[[], object], times: int) -> float:
    """The best of three runs, per call."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - start) / times)
    return best


def main() -> None:
    """Prints each figure in milliseconds and as a ratio to the yardstick."""
    data = files("croupier.rulebook") / "data"
    texts = [(data / f"{name}.yaml").read_text("utf-8") for name in rulebook_ids()]
    examples = [_example(name) for name in rulebook_ids()]
    yardstick = seconds(lambda: [yaml.safe_load(text) for text in texts], 1)
    rows = {
        "PyYAML safe_load of the five files (yardstick)": yardstick,
        "load the five rulebooks, strictly and typed": seconds(
            lambda: [parse(source_of(name)) for name in rulebook_ids()], 1
        ),
        "check the five example submissions": seconds(lambda: [check(filed) for filed in examples], 5),
        "resolve them into GameRules with digests": seconds(lambda: [resolve(filed) for filed in examples], 5),
        "compare md-fcp with ma-fcp-1": seconds(lambda: compare(load("md-fcp"), load("ma-fcp-1")), 5),
    }
    for name, taken in rows.items():
        print(f"{name:<52} {taken * 1000:9.1f} ms   {taken / yardstick:6.3f} x")


def _example(name: str) -> Submission:
    text = (files("croupier.rulebook") / f"data/examples/{name}.toml").read_text("utf-8")
    return parse_submission(text, f"{name}.toml")


if __name__ == "__main__":
    main()
