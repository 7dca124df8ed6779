"""How fast paytables are designed, beside a yardstick of the same run: the exact price of one of them in plain Python.

python -m benchmarks.design
"""

import time
from collections.abc import Callable

from croupier.odds.cache import Shelf
from croupier.odds.design.asked import read_wanted
from croupier.odds.design.design import design
from croupier.odds.wagers.custom_paytable import OwnTable, own_results
from croupier.rulebook.load import load
from croupier.rulebook.payout import To

MOVES = {
    "four_of_a_kind": "20..49",
    "full_house": "1..20",
    "flush": "1..20",
    "straight": "1..20",
    "three_of_a_kind": "1..5",
}
TIMES = 5


def main() -> None:
    """Prints candidates a second with and without what leaves branches out, and the yardstick."""
    book, shelf = load("md-uth"), Shelf()
    asked = {
        "edge of 3 to 3.1 percent, a ladder": read_wanted(edge="3%..3.1%", ladder=True),
        "edge of 3 to 3.1 percent": read_wanted(edge="3%..3.1%"),
        "a deviation, so that no branch is left out": read_wanted(deviation="9.0001..9.0002"),
    }
    one = min(_seconds(lambda: _priced(shelf)) for _ in range(TIMES))
    print(f"{'one paytable priced, plain Python (yardstick)':<60} {1 / one:>16,.0f} a second")
    for name, wanted in asked.items():
        design(book, "trips", "A", MOVES, wanted, shelf=shelf)  # compiled and counted once
        taken = min(_seconds(lambda: design(book, "trips", "A", MOVES, wanted, shelf=shelf)) for _ in range(TIMES))  # noqa: B023
        found = design(book, "trips", "A", MOVES, wanted, shelf=shelf)
        rate = found.candidates / taken
        print(f"{f'{found.candidates:,} candidates, {name}':<60} {rate:>16,.0f} a second {rate * one:12,.0f} x")


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _priced(shelf: Shelf) -> None:
    own = OwnTable(name="own", lines={"flush": To(6)}, rest_as_posted=True)
    (_,) = own_results(load("md-uth"), "trips", "A", own, shelf)


if __name__ == "__main__":
    main()
