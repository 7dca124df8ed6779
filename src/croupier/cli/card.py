"""A rule card on the terminal."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.rulebook.card import Entry, Grid, SectionCard, column_title, rows
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.readings import Reading
from croupier.rulebook.sign import line_title

MARGIN = 20


def print_card(out: Console, book: Rulebook, sections: Sequence[SectionCard], notes: Sequence[Reading]) -> None:
    """The sections, clause ids in the margin, readings as footnotes."""
    out.print(Text(book.title, style="bold"))
    out.print(Text(f"{book.jurisdiction} · {book.rulebook} · {book.standing}\n", style="dim"))
    for section in sections:
        out.rule(Text(section.title, style="bold"), align="left", style="dim")
        for grid in section.grids:
            _print_grid(out, grid)
        _print_entries(out, section.entries)
        if section.asks:
            out.print(Padding(Text("Of a submission the rules ask", style="italic"), (1, 0, 0, MARGIN)))
            _print_entries(out, section.asks)
        out.print()
    used = {name for section in sections for entry in (*section.entries, *section.asks) for name in entry.readings}
    used |= {name for section in sections for grid in section.grids for name in _grid_readings(grid)}
    shown = [note for note in notes if note.id in used]
    if shown:
        out.rule(Text("Readings", style="bold"), align="left", style="dim")
        table = _two_columns()
        for note in shown:
            table.add_row(Text(note.id, style="dim"), Text.assemble((f"{note.title}. ", "bold"), note.adopted))
        out.print(table)


def _two_columns() -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(width=MARGIN - 2, overflow="fold")
    table.add_column(overflow="fold")
    return table


def _print_entries(out: Console, entries: Sequence[Entry]) -> None:
    table = _two_columns()
    for entry in entries:
        if not entry.text and not entry.clauses:
            table.add_row("", Text(f"\n{entry.heading}", style="italic"))
            continue
        ids = ", ".join(clause.partition(":")[2] for clause in entry.clauses)
        notes = f" [{', '.join(entry.readings)}]" if entry.readings else ""
        heading = f"{entry.heading}: " if entry.text else entry.heading
        text = Text.assemble((heading, "bold"), entry.text, (notes, "cyan"))
        table.add_row(Text(ids, style="dim"), Padding(text, (0, 0, 0, 2 * max(0, entry.depth - 1))))
    out.print(table)


def _grid_readings(grid: Grid) -> set[str]:
    return {*grid.readings, *(name for table in grid.columns for name in table.reading)}


def _print_grid(out: Console, grid: Grid) -> None:
    readings = sorted(_grid_readings(grid))
    notes = f" [{', '.join(readings)}]" if readings else ""
    ids = ", ".join(clause.partition(":")[2] for clause in grid.clauses)
    heading = _two_columns()
    heading.add_row(Text(ids, style="dim"), Text.assemble((grid.title, "bold"), (notes, "cyan")))
    out.print(heading)
    for columns in _side_by_side(grid.columns, out.width - MARGIN):
        out.print(Padding(_paytables(columns), (0, 0, 1, MARGIN)))


def _paytables(columns: Sequence[Paytable]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    for column in columns:
        *heading, clause = _heading(column)
        head = Text.assemble("\n".join(heading), (f"\n{clause}", "dim"))
        table.add_column(head, justify="right", style="" if column.status == "selectable" else "dim strike")
    for line, *cells in rows(columns):
        table.add_row(line_title(line), *cells)
    return table


def _heading(table: Paytable) -> list[str]:
    """What stands above a table: its name, its state where it is not in force, its clause."""
    name, _, elected = column_title(table).partition(" if ")
    state = [] if table.status == "selectable" else [table.status]
    condition = wrap(f"if {elected}", 16) if elected else []
    return [name, *condition, *state, table.clause[0].partition(":")[2]]


def _side_by_side(tables: Sequence[Paytable], room: int) -> Iterator[Sequence[Paytable]]:
    """The tables in runs that fit the room and list their lines in one order."""
    run: list[Paytable] = []
    for table in tables:
        if run and (_width([*run, table]) > room or not _one_order([*run, table])):
            yield run
            run = []
        run.append(table)
    yield run


def _width(tables: Sequence[Paytable]) -> int:
    widths = [max(map(len, (*_heading(table), *(str(line.pays) for line in table.lines)))) for table in tables]
    return max(len(line_title(line)) for line, *_ in rows(tables)) + sum(3 + width for width in widths)


def _one_order(tables: Sequence[Paytable]) -> bool:
    order = [line for line, *_ in rows(tables)]
    places = ([order.index(entry.line) for entry in table.lines] for table in tables)
    return all(place == sorted(place) for place in places)
