"""`croupier odds`: the exact odds of every wager under every paytable."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.odds_tables import print_all, print_results
from croupier.cli.output import console, write_json
from croupier.cli.progress import steps
from croupier.odds.catalogue import AS_POSTED, find
from croupier.odds.kept import Shelf
from croupier.odds.own import own_results, read_own
from croupier.odds.published import published
from croupier.odds.results import Result
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load


def odds(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-uth.")],
    wager: Annotated[str | None, typer.Option(help="One wager only, such as trips; base is the game itself.")] = None,
    paytable: Annotated[str | None, typer.Option(help="One paytable only, such as A.")] = None,
    paytable_file: Annotated[
        Path | None, typer.Option(help="A paytable of your own in TOML or JSON: each line and its odds.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Work everything out anew, whatever was kept.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """The exact house edge of every wager, and what each paytable line pays and how often it comes."""
    book = load(rulebook)
    found = (
        _own(book, wager, paytable, paytable_file, fresh) if paytable_file else _posted(book, wager, paytable, fresh)
    )
    if as_json:
        write_json(published(rulebook, found))
    elif wager is None and paytable is None:
        print_all(console(), book, found)
    else:
        print_results(console(), book, found)


def _posted(book: Rulebook, wager: str | None, paytable: str | None, fresh: bool) -> list[Result]:
    chosen = find(book, wager, paytable)
    found = []
    with steps(len(chosen)) as progress:
        shelf = Shelf(fresh=fresh, tell=progress.tell)
        for entry in chosen:
            found.append(entry.work_out(shelf, AS_POSTED))
            progress.advance(entry.wager)
    return found


def _own(book: Rulebook, wager: str | None, paytable: str | None, file: Path, fresh: bool) -> list[Result]:
    if wager is None:
        raise BadInput("--paytable-file needs --wager: name the wager that the paytable is for.")
    own = read_own(file)
    with steps(1) as progress:
        return list(own_results(book, wager, paytable, own, Shelf(fresh=fresh, tell=progress.tell)))
