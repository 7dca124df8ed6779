"""Designed paytables as people read them."""

from rich.console import Console
from rich.text import Text

from croupier.cli.tables import plain_table
from croupier.odds.design.found import Designed
from croupier.odds.publishing.told import setting
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.phrases import words

MOST_LISTED = 30


def print_designed(out: Console, book: Rulebook, designed: Designed, list_all: bool) -> None:
    """How many candidates there are and how many satisfy; then those, or the front of them."""
    out.print(Text(f"{designed.title}, in place of {designed.instead_of}: paytables by what they bring", style="bold"))
    if at := setting(book, designed.at):
        out.print(Text(at, style="dim"))
    number = len(designed.found)
    solved = f" Best play was solved for {designed.solved:,} of them." if designed.solved else ""
    satisfy = {0: "None satisfies", 1: "One satisfies"}.get(number, f"{number:,} satisfy")
    out.print(f"{designed.candidates:,} candidates. {satisfy} what is asked; none was left out.{solved}")
    if not number:
        return
    out.print()
    moving = list(designed.moves)
    table = plain_table("No.", "House edge", "Deviation", "Hits", "Front", *(words(line) for line in moving))
    for column in (0, 1, 2, 3):
        table.columns[column].justify = "right"
    shown = 0
    for place, design in enumerate(designed.found, 1):
        if not (list_all or number <= MOST_LISTED or design.on_front):
            continue
        if shown == MOST_LISTED and not list_all:
            break
        shown += 1
        pays = dict(design.lines)
        table.add_row(
            f"{place:,}",
            f"{float(design.house_edge):.4%}",
            f"{design.sd:.4f}",
            f"{float(design.hit_frequency):.3%}",
            "front" if design.on_front else "",
            *(str(pays[line]) if line in pays else "none" for line in moving),
        )
    out.print(table)
    if shown < number:
        front = len(designed.front)
        out.print(
            Text(f"\nShown: {shown:,} of the {front:,} on the front. --all lists all {number:,}; --json too.", "dim")
        )
