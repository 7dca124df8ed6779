"""`croupier design`: all paytables that bring a wanted edge, deviation and hit rate."""

from pathlib import Path
from typing import Annotated, get_args

import typer

from croupier.cli.design_tables import print_designed
from croupier.cli.odds import write_own_par
from croupier.cli.output import console, write_json
from croupier.cli.par import par_kind
from croupier.cli.progress import steps
from croupier.cli.study_options import check_plot
from croupier.odds.cache import Shelf
from croupier.odds.design.asked import read_move, read_wanted
from croupier.odds.design.design import MOST_SOLVED
from croupier.odds.design.design import design as designed_for
from croupier.odds.design.found import Better, Designed, Preferred
from croupier.odds.design.published import draw_front, paytable_file, publish_designed, write_paytable
from croupier.odds.wagers.custom_paytable import own_table
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load


def design(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-uth.")],
    wager: Annotated[str, typer.Option(help="The wager, such as trips; base is the game itself.")],
    move: Annotated[
        list[str] | None,
        typer.Option(help="LINE=CHOICES, once for each line that may move: flush=4..8, straight=1..3 by 1/2|none."),
    ] = None,
    paytable: Annotated[str | None, typer.Option(help="The posted paytable to start from, if not the usual.")] = None,
    edge: Annotated[str | None, typer.Option(help="The house edge, such as 3%..4%.")] = None,
    hits: Annotated[str | None, typer.Option(help="The share of rounds that win, such as 15%..20%.")] = None,
    deviation: Annotated[str | None, typer.Option(help="The deviation in units staked, such as ..3.")] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="A rarer line never pays less.")] = False,
    cap: Annotated[str | None, typer.Option(help="No line pays more than this to one.")] = None,
    prefer: Annotated[
        list[str] | None,
        typer.Option(help="FIGURE=high or low, of edge, deviation and hits: what is better, for the front."),
    ] = None,
    most_solved: Annotated[
        int, typer.Option(help="For how many at most best play is solved, where it matters.", min=1)
    ] = MOST_SOLVED,
    list_all: Annotated[bool, typer.Option("--all", help="List all that satisfy, not the front alone.")] = False,
    pick: Annotated[int, typer.Option(help="Which of the list --save and --par take.", min=1)] = 1,
    save: Annotated[Path | None, typer.Option(help="Write the picked paytable as TOML.")] = None,
    par: Annotated[str | None, typer.Option(help="Write its PAR sheet: .pdf, .html or .json.", metavar="FILE")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw edge against deviation: .svg, .png or .pdf.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """All paytables that bring a wanted edge, deviation and hit rate: complete, each exact.

    Lines that do not move pay as posted. Of all that satisfy, the front are those that no other betters in edge,
    deviation and hits at once. Exit 1 where nothing satisfies.
    """
    check_plot(plot)
    if par:
        par_kind(par)
    book, wanted = load(rulebook), read_wanted(edge, hits, deviation, ladder, cap)
    moves = dict(read_move(text) for text in move or [])
    if len(moves) < len(move or []):
        raise BadInput("A line is moved twice; write all its choices in one --move, set apart by |.")
    with steps(most_solved) as bar:
        shelf = Shelf(tell=bar.tell)

        def advance(work: str) -> None:
            bar.tell(work)
            bar.advance(work)

        found = designed_for(
            book, wager, paytable, moves, wanted, preferred=_preferred(prefer or []), shelf=shelf,
            most_solved=most_solved, advance=advance,
        )  # fmt: skip
    if as_json:
        write_json(publish_designed(found))
    else:
        print_designed(console(), book, found, list_all)
    if found.found:
        _files(found, pick, save, par, plot)
    raise typer.Exit(0 if found.found else 1)


def _files(found: Designed, pick: int, save: Path | None, par: str | None, plot: Path | None) -> None:
    if pick > len(found.found):
        raise BadInput(f"--pick {pick}: the list has {len(found.found):,}; pick one of them.")
    chosen = found.found[pick - 1]
    if save:
        write_paytable(save, paytable_file(found, chosen))
    if par:
        gone = {line: "none" for line in found.moves if line not in dict(chosen.lines)}
        lines = {line: str(odds) for line, odds in chosen.lines} | gone
        own = own_table({"lines": lines}, "the design", "design")
        write_own_par(load(found.rulebook), found.wager, found.instead_of, own, par)
    if plot:
        from croupier.odds.publishing.pictures import save as save_picture

        save_picture(draw_front(found), plot)


def _preferred(texts: list[str]) -> Preferred:
    given: dict[str, Better] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in Preferred.__struct_fields__ or value not in get_args(Better):
            raise BadInput(f"--prefer {text!r} says nothing; write edge, deviation or hits, then =high or =low.")
        given[name] = "high" if value == "high" else "low"
    return Preferred(**given)
