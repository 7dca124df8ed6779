"""`croupier simulate`: many rounds, fast, the same numbers on one core or many."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from croupier.cli.best import read_elections
from croupier.cli.elsewhere import Cluster, elsewhere
from croupier.cli.output import console, write_json
from croupier.cli.progress import steps
from croupier.cli.rows import write_csv, write_parquet
from croupier.cli.simulate_output import print_result
from croupier.cli.simulate_players import read_player
from croupier.odds.cache import Shelf
from croupier.rulebook.elect import GameRules, elect, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import read_submission

INTERRUPTED = 130


def simulate(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-uth.")],
    rounds: Annotated[int, typer.Option(help="How many rounds to play.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    seats: Annotated[int, typer.Option(help="How many seats play.")] = 1,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="best, a named one, always, always:N, never, or FILE.py:FUNCTION; once, or once per seat."),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(help="WAGER=CENTS, or SEAT:WAGER=CENTS for one seat; without any, the least on every wager."),
    ] = None,
    submission: Annotated[Path | None, typer.Option(help="The Rules Submission that the table is run by.")] = None,
    elections: Annotated[str, typer.Option(help='Elections without a submission, such as "pair_plus=D".')] = "",
    session: Annotated[int, typer.Option(help="Rounds in a session, for the quantiles of session results.")] = 500,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep the run in this file, and go on from it.")] = None,
    cores: Annotated[int, typer.Option(help="How many cores to use; 0 for all.")] = 0,
    cluster: Cluster = None,
    csv: Annotated[Path | None, typer.Option(help="Write the results as CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write the results as Parquet.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Play many rounds and compare every wager with its exact odds.

    \b
    A player of your own is a Python function of own cards, community cards seen and the dealer's face-up card that
    answers "fold", "check" or "play:2". It is asked hand by hand, thousands of times slower than a named strategy.
    """
    rules = read_rules(rulebook, submission, elections)
    players = [read_player(name) for name in strategy or ["best"]]
    staked = read_stakes(rules, stake or [], seats)
    cores = read_cores(cores)
    with steps(1) as told:
        from croupier.odds.simulation.published import publish, rows
        from croupier.odds.simulation.simulate import Stopped, prepare  # NumPy and Numba take a while to load

        shelf = Shelf(tell=told.tell)
        run = prepare(
            rules, rounds, seed, seats=seats, stakes=staked, session=session, shelf=shelf,
            strategies=players if len(players) > 1 else players[0],
        )  # fmt: skip
    shelf.tell = lambda work: None
    why: BaseException | None = None
    with elsewhere(cluster) as there, bar(rounds) as progress:
        try:
            result = run.play(cores=cores, checkpoint=checkpoint, progress=progress, run=there)
        except Stopped as stopped:
            result, why = stopped.result, stopped.why
    if csv:
        write_csv(csv, list(rows(result)))
    if parquet:
        write_parquet(parquet, list(rows(result)))
    if as_json:
        write_json(publish(result))
    else:
        print_result(console(), rules, result)
    if isinstance(why, KeyboardInterrupt):
        raise typer.Exit(INTERRUPTED)
    if why is not None:
        raise why


def read_cores(cores: int) -> int:
    """How many cores to use."""
    if cores < 0:
        raise BadInput(f"--cores is 0 for all of them, or how many; {cores} is neither.")
    return cores or os.cpu_count() or 1


def read_rules(rulebook: str, submission: Path | None, elections: str) -> GameRules:
    """The rules of a submission, or of a rulebook with some elections."""
    if submission is None:
        return elect(rulebook, read_elections(elections))
    if elections:
        raise BadInput("--submission has its own elections; leave --elections out.")
    rules = resolve(read_submission(str(submission)))
    if rules.rulebook.rulebook != rulebook:
        raise BadInput(f"{submission} is filed under {rules.rulebook.rulebook}, not {rulebook}; name that rulebook.")
    return rules


def read_stakes(rules: GameRules, given: list[str], seats: int) -> list[dict[str, int]] | None:
    """The stakes of each seat, written as `ante=100` for all or `2:ante=100` for one; none where none are given."""
    if not given:
        return None
    own: list[dict[str, int]] = [{} for _ in range(max(1, seats))]
    for everyone in (True, False):
        for text in given:
            where, _, rest = text.rpartition(":")
            name, equals, cents = rest.partition("=")
            if not equals or not cents.isdigit() or not (where == "" or where.isdigit()):
                raise BadInput(f"--stake {text!r} is no stake; write WAGER=CENTS such as ante=1000, or 2:ante=1000.")
            if where and not 1 <= int(where) <= seats:
                raise BadInput(f"--stake {text!r}: there is no seat {where}; seats are 1 to {seats}.")
            if bool(where) is everyone:
                continue
            for seat in range(len(own)):
                if everyone or seat + 1 == int(where):
                    own[seat][name] = int(cents)
    return own


class _Rate(ProgressColumn):
    """Rounds a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{(task.finished_speed or task.speed or 0) / 1e6:,.2f} million rounds a second")


@contextmanager
def bar(rounds: int) -> Iterator[Any]:
    """A bar with rate and remaining time, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    columns = (BarColumn(), TaskProgressColumn(), _Rate(), TimeRemainingColumn(), TextColumn("left"))
    shown = Progress(*columns, console=Console(stderr=True, markup=False), transient=True)
    with shown:
        task = shown.add_task("", total=rounds)
        yield lambda done: shown.update(task, completed=done)
