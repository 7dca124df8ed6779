"""Breaks the law and the engine in places chosen by a seed, and says which of them no guard noticed."""

import argparse
import random
import time
import tomllib
from pathlib import Path

from .engine import Mutant, engine_mutants, put_in
from .guards import UNBROKEN, Guards, with_guards
from .register import known, prove, proved, written
from .rules import RuleMutant, altered, enact, rule_mutants, witnessed

# What compares the rule data with itself notices every change, and proves nothing.
OF_THE_DATA = ("test_releases.py", "test_the_documents_as_they_ship_are_read")
SET_ASIDE = Path(__file__).with_name("set_aside.toml")


class Campaign:
    """A number of mutants, tried one after the other."""

    def __init__(self, guards: Guards, budget_seconds: float) -> None:
        self.guards = guards
        self.budget_seconds = budget_seconds
        self.by_clause: dict[str, list[str]] = {}
        for item in guards.items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    self.by_clause.setdefault(clause, []).append(item.nodeid)

    def noticed(self, mutant: Mutant | RuleMutant) -> str:
        """What noticed the mutant first, "" where nothing did."""
        return self._engine(mutant) if isinstance(mutant, Mutant) else self._rule(mutant)

    def _engine(self, mutant: Mutant) -> str:
        def broken() -> None:
            if not put_in(mutant, self.guards.functions):
                raise RuntimeError(f"{mutant} is in no function that is loaded.")
            self.guards.forget(rules=mutant.file.startswith("rulebook"))

        found = self.guards.noticed(broken, self.guards.of_line((mutant.file, mutant.line)), self.budget_seconds)
        return "" if found == UNBROKEN else found

    def _rule(self, mutant: RuleMutant) -> str:
        book = altered(mutant)
        if book is None:
            return "loading refuses it"

        def broken() -> None:
            self.guards.forget(rules=True)
            enact(mutant, book)

        first = [node for clause in mutant.clauses for node in self.by_clause.get(clause, [])]
        other = mutant.rulebook.replace("-", "_")
        near = [node for node in self.guards.places if f"test_{other}" in node or f"[{mutant.rulebook}" in node]
        own = [node for node in (*first, *near) if not any(name in node for name in OF_THE_DATA)]
        guards = self.guards.ordered(set(own) & set(first)) + self.guards.ordered(set(own) - set(first))
        found = self.guards.noticed(broken, guards, self.budget_seconds)
        return found or witnessed(mutant)


def chosen(seed: int, count: int, only: str) -> list[Mutant | RuleMutant]:
    """So many mutants, half of the law and half of the engine, always the same for a seed."""
    rng = random.Random(seed)
    law = rng.sample(list(rule_mutants()), count if only == "law" else count // 2) if only != "engine" else []
    engine = rng.sample(engine_mutants(), count - len(law)) if only != "law" else []
    mixed: list[Mutant | RuleMutant] = [*law, *engine]
    rng.shuffle(mixed)
    return mixed


def register(campaign: Campaign, clauses: list[str], until: float) -> None:
    """Finds out which test fails when each of the clauses is broken, and keeps it."""
    found = proved()
    for clause, node in prove(campaign.guards, campaign.by_clause, known(clauses)):
        if time.monotonic() > until:
            return
        print(f"{clause}: {node or 'no marked test fails for a value of it'}", flush=True)
        if node:
            found[clause] = node
            written(found)


def main() -> None:
    """Reads the command line, tries the mutants and reports."""
    reads = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    reads.add_argument("--seed", type=int, default=1)
    reads.add_argument("--count", type=int, default=1000)
    reads.add_argument("--first", type=int, default=0, help="how many of the chosen ones are passed over")
    reads.add_argument("--only", choices=("law", "engine"), default="")
    reads.add_argument("--budget", type=float, default=40.0, help="seconds of tests for one mutant")
    reads.add_argument("--rows", type=int, default=0, help="at most so many rows of each test; 0 for all")
    reads.add_argument("--as-last-measured", action="store_true", help="although code or tests have changed since")
    reads.add_argument("--register", nargs="*", metavar="CLAUSE", help="which test fails when each clause is broken")
    reads.add_argument("--minutes", type=float, default=float("inf"), help="nothing is begun any more after so many")
    asked = reads.parse_args()
    until = time.monotonic() + 60 * asked.minutes
    aside = tomllib.loads(SET_ASIDE.read_text("utf-8"))["equivalent"]

    def work(guards: Guards) -> None:
        print(f"{len(guards.items)} tests. Which lines does each of them run?", flush=True)
        if asked.register is not None:
            register(Campaign(guards, asked.budget), asked.register, until)
            return
        guards.measure(asked.as_last_measured)
        campaign, started = Campaign(guards, asked.budget), time.monotonic()
        tried, caught, survivors, skipped = 0, 0, 0, 0
        for mutant in chosen(asked.seed, asked.count, asked.only)[asked.first :]:
            if time.monotonic() > until:
                break
            if mutant.name in aside:
                skipped += 1
                continue
            tried += 1
            found = campaign.noticed(mutant)
            caught += bool(found)
            survivors += not found
            print(f"{'caught  ' if found else 'SURVIVES'} {mutant}" + (f" <- {found}" if found else ""), flush=True)
        share = 100 * caught / max(tried, 1)
        print(
            f"seed {asked.seed}: {tried} tried, {caught} caught ({share:.1f} %), {survivors} survive,"
            f" {skipped} set aside as equivalent; {time.monotonic() - started:.0f} s"
        )

    with_guards(work, asked.rows)


if __name__ == "__main__":
    main()
