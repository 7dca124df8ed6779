"""`croupier bench`: the speeds that are claimed, each beside a yardstick of the same run."""

import time
from collections.abc import Iterator
from typing import Annotated

import typer

from croupier.cli.bench_best import best_figures
from croupier.cli.bench_table import base_game, rounds_a_second
from croupier.cli.demo import demo_rules
from croupier.cli.output import console, write_json
from croupier.cli.progress import steps
from croupier.cli.tables import plain_table
from croupier.odds.cache import Shelf
from croupier.odds.figure import Figure
from croupier.odds.wagers.catalogue import AS_POSTED, Asked, find
from croupier.rulebook.load import load, rulebook_ids

ROUNDS = 2_000
GAMES = ("md-tcp", "md-fcp", "md-uth")


def bench(as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False) -> None:
    """Measure the speeds claimed; takes a minute."""
    from croupier.odds.bench import figures  # NumPy and Numba take a while to load
    from croupier.odds.simulation.bench import simulation_figures

    with steps(1) as progress:
        progress.tell("measuring the kernels, the catalogue, the table, best play and simulation")
        found = [*figures(), *_catalogue(), *_table(), *best_figures(), *simulation_figures()]
    if as_json:
        write_json(found)
        return
    table = plain_table("Work", "Figure", "Beside", "Ratio")
    for figure in found:
        table.add_row(figure.work, f"{figure.value:,.4g} {figure.unit}", figure.yardstick, f"{figure.ratio:,.4g}")
    console().print(table)


def _catalogue() -> Iterator[Figure]:
    """All side wagers of a rulebook from nothing kept, and one edited paytable from what is kept."""
    for rulebook in rulebook_ids():
        entries = [entry for entry in find(load(rulebook)) if entry.wager != "base"]
        start = time.perf_counter()
        shelf = Shelf(fresh=True)
        for entry in entries:
            entry.work_out(shelf, AS_POSTED)
        taken = time.perf_counter() - start
        entry = entries[0]
        start = time.perf_counter()
        entry.work_out(shelf, Asked(table=entry.table))
        again = time.perf_counter() - start
        yield Figure(
            f"{rulebook}: its {len(entries)} side wagers and paytables",
            taken,
            "seconds",
            "one of them, edited",
            taken / again,
        )
        yield Figure(
            f"{rulebook}: an edited {entry.wager} paytable", again * 1000, "milliseconds", "100 ms", again / 0.1
        )


def _table() -> Iterator[Figure]:
    from croupier.odds.bench import native_calls_a_second

    calls = native_calls_a_second()
    for rulebook in GAMES:
        rate, _ = rounds_a_second(base_game(demo_rules(rulebook)), 1, ROUNDS)
        yield Figure(f"{rulebook}: whole rounds, one seat", rate, "a second", "phevaluator's native call", rate / calls)
