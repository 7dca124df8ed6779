"""What all studies are asked with, and the table and the files that they have in common."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.output import write_json
from croupier.cli.progress import steps
from croupier.cli.rows import write_csv, write_parquet
from croupier.cli.simulate import read_stakes
from croupier.cli.simulate_players import read_player
from croupier.odds.cache import Shelf
from croupier.rulebook.elect import GameRules

if TYPE_CHECKING:
    from croupier.odds.simulation.simulate import Simulation
    from croupier.odds.studies.published import Study

Rulebook = Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-tcp.")]
Rounds = Annotated[int, typer.Option(help="How many rounds to play.")]
Seed = Annotated[int, typer.Option(help="The same seed deals the same cards.")]
Strategy = Annotated[
    str, typer.Option(help="best, a named one, always, always:N, never, or FILE.py:FUNCTION.", metavar="NAME")
]
Stakes = Annotated[
    list[str] | None, typer.Option(help="WAGER=CENTS, once for each; without any, the least on every wager.")
]
Submission = Annotated[Path | None, typer.Option(help="The Rules Submission that the table is run by.")]
Elections = Annotated[str, typer.Option(help='Elections without a submission, such as "pair_plus=D".')]
Cores = Annotated[int, typer.Option(help="How many cores to use; 0 for all.")]
Csv = Annotated[Path | None, typer.Option(help="Write the study as CSV.")]
Parquet = Annotated[Path | None, typer.Option(help="Write the study as Parquet.")]
Plot = Annotated[Path | None, typer.Option(help="Draw it: .svg, .png or .pdf.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]


def prepared(
    rules: GameRules, rounds: int, seed: int, stake: list[str] | dict[str, int] | None, strategy: str
) -> "Simulation":
    """One seat's table, ready to play."""
    stakes: Any = stake if isinstance(stake, dict) else read_stakes(rules, stake or [], 1)
    player = read_player(strategy)
    with steps(1) as told:
        from croupier.odds.simulation.simulate import prepare  # NumPy and Numba take a while to load

        shelf = Shelf(tell=told.tell)
        run = prepare(rules, rounds, seed, stakes=stakes, strategies=player, shelf=shelf)
    shelf.tell = lambda work: None
    return run


def check_plot(file: Path | None) -> None:
    """Refuse a picture that cannot be drawn before hours are spent on it."""
    if file:
        from croupier.odds.publishing.pictures import new_figure, writable

        writable(file)
        new_figure(1, 1)


def write_study(study: "Study", csv: Path | None, parquet: Path | None, plot: Path | None, as_json: bool) -> None:
    """The study in the files asked for, and as JSON where that is asked for."""
    from croupier.odds.studies.published import publish, rows

    if csv:
        write_csv(csv, rows(study))
    if parquet:
        write_parquet(parquet, rows(study))
    if plot:
        from croupier.odds.publishing.pictures import save
        from croupier.odds.studies.pictures import draw

        save(draw(study), plot)
    if as_json:
        write_json(publish(study))
