"""Described rounds a second through `croupier settle`, one process, reading and writing JSON Lines.

Counted in processor time, which other work on the machine disturbs least; 5,000 are asked. The yardstick is Python's
own json reading and writing the same lines, in the same run.
"""

import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from croupier.cards import DECK
from croupier.rulebook.elect import elect
from croupier.rulebook.load import rulebook_ids
from croupier.table.settlement.terms import terms_of

ROUNDS = 20_000
COMMAND = Path(sys.executable).with_name("croupier")
DECISIONS = {"md-uth": ["check", "check", "play:1"]}


def main() -> None:
    """Prints the figures."""
    with TemporaryDirectory() as folder:
        for rulebook in rulebook_ids():
            for seats in (1, 3, 6):
                described = [described_round(rulebook, seats, random.Random(seed)) for seed in range(ROUNDS)]
                file = Path(folder) / f"{rulebook}-{seats}.jsonl"
                file.write_text("".join(json.dumps(round_) + "\n" for round_ in described), "utf-8")
                yardstick = ROUNDS / json_seconds(file)
                rate = ROUNDS / settle_seconds(file)
                print(
                    f"{rulebook:<9} {seats} seat{'s' if seats > 1 else ' '}   {rate:9,.0f} rounds a second, "
                    f"started and ended   {rate / yardstick:6.3f} x json, {yardstick:9,.0f} a second"
                )


def described_round(rulebook: str, seats: int, chance: random.Random) -> dict[str, Any]:
    """A round of that many seats with a random deck, the ante and the first two side wagers staked in each."""
    terms = terms_of(elect(rulebook))
    cards = iter([str(card) for card in chance.sample(DECK, len(DECK))])
    wagers = {"ante": 1000, "blind": 1000, "trips": 500} if rulebook == "md-uth" else {"ante": 1000}
    wagers |= {wager: 500 for wager in ("pair_plus", "aces_up") if wager in terms.tables}
    taken = {place: [next(cards) for _ in range(terms.cards[place])] for place in ("dealer", "community")}
    return {
        "rules": rulebook,
        "elections": {},
        "dealer": taken["dealer"],
        "community": taken["community"],
        "seats": [
            {
                "seat": seat,
                "cards": [next(cards) for _ in range(terms.cards["player"])],
                "wagers_cents": wagers,
                "decisions": DECISIONS.get(rulebook, ["play:1"]),
            }
            for seat in range(1, seats + 1)
        ],
    }


def json_seconds(file: Path) -> float:
    """How long a processor is at work while Python's json reads and writes the lines."""
    start = time.process_time()
    for line in file.read_text("utf-8").splitlines():
        json.dumps(json.loads(line))
    return time.process_time() - start


def settle_seconds(file: Path) -> float:
    """How long a processor is at work for the command, from its start to its end; every round must settle."""
    start = children_seconds()
    ran = subprocess.run([COMMAND, "settle", str(file), "--json"], stdout=subprocess.PIPE, check=True)
    taken = children_seconds() - start
    assert ran.stdout.count(b"\n") == ROUNDS
    return taken


def children_seconds() -> float:
    """The processor time of the processes that this one has started and seen end."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
