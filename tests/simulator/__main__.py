"""`make simulate`: one night told step by step, or many; of one that breaks a promise, the smallest that does."""

import argparse
import gc
import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from tests.simulator.bugs import BUGS, planted
from tests.simulator.figures import Figures
from tests.simulator.night import Night
from tests.simulator.notes import Broken
from tests.simulator.plan import Plan, plan_of
from tests.simulator.shrink import shrunk

NIGHTS = 200
COLLECT_EVERY = 8  # nights


def main() -> int:
    """0 where every promise held, 1 where one did not."""
    given = _arguments()
    if (
        os.environ.get("PYTHONHASHSEED") != "0"
    ):  # sets of words are walked in the same order whenever it is played again
        os.execve(sys.executable, [sys.executable, "-m", "tests.simulator", *sys.argv[1:]], _same_order())
    with planted(given.plant):
        if given.seed is not None:
            return _one(plan_of(given.seed), given.until)
        return _many(range(given.first, given.first + given.nights), given.digests, given.tally)


def _arguments() -> Any:
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("seed", nargs="?", type=int, help="the one night to be told step by step")
    parser.add_argument("--until", type=int, default=0, help="the step up to which it is told")
    parser.add_argument("--first", type=int, default=1, help="the first seed of many nights")
    parser.add_argument("--nights", type=int, default=NIGHTS, help="how many nights")
    parser.add_argument("--digests", action="store_true", help="a hash of every night's trace")
    parser.add_argument("--tally", type=Path, help="a file that says after every night how many there were")
    parser.add_argument("--plant", choices=sorted(BUGS), help="a bug to be planted first")
    return parser.parse_args()


def _same_order() -> dict[str, str]:
    return {**os.environ, "PYTHONHASHSEED": "0"}


def _one(plan: Plan, until: int) -> int:
    night, broken = _played(plan)
    print("\n".join(_told(plan)))
    print("\n".join(night.notes.trace[: until or None]))
    if broken is None:
        print(f"\nEvery promise held. {night.figures}")
        return 0
    print(f"\nBROKEN  {broken}")
    smallest = shrunk(plan, broken.promise)
    if smallest != plan:
        night, broken = _played(smallest)
        print("\nThe smallest night found that breaks the same:")
        print("\n".join((*_told(smallest), *night.notes.trace)))
    return 1


def _many(seeds: range, digests: bool, tally: Path | None) -> int:
    total = Figures()
    for seed in seeds:
        night, broken = _played(plan_of(seed))
        if seed % COLLECT_EVERY == 0:
            gc.collect()  # a night ends with whole processes in circles, which would not be looked for in time
        if digests:
            print(seed, hashlib.sha256("\n".join(night.notes.trace).encode()).hexdigest())
        if broken:
            print(f"Night {seed} is BROKEN  {broken}\nmake simulate SEED={seed} tells it step by step. Its last steps:")
            print("\n".join(night.notes.trace[-40:]))
            return 1
        total.add(night.figures)
        if tally:
            tally.write_text(f"{seed - seeds[0] + 1:,} nights from {seeds[0]}, and every promise held. {total}\n")
    print(f"{len(seeds):,} nights, and every promise held. {total}")
    return 0


def _played(plan: Plan) -> tuple[Night, Broken | None]:
    night = Night(plan)
    try:
        night.run()
    except Broken as broken:
        return night, broken
    return night, None


def _told(plan: Plan) -> list[str]:
    about = {name: getattr(plan, name) for name in plan.__struct_fields__ if name != "strokes"}
    return [msgspec.json.encode(about).decode(), *[f"  {stroke}" for stroke in plan.strokes]]


if __name__ == "__main__":
    sys.exit(main())
