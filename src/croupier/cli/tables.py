"""Tables of the `rules` commands."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.rulebook.accounts import Account
from croupier.rulebook.comparison.rulebooks import Difference, Side
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.phrases import words
from croupier.rulebook.registered import Place


def plain_table(*headings: str) -> Table:
    """An unboxed table with ruled headings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def print_list(out: Console, books: Sequence[Rulebook]) -> None:
    """The rulebooks."""
    table = plain_table("Id", "Game", "Jurisdiction", "Document", "Status")
    for book in books:
        table.add_row(book.rulebook, words(book.game).replace("-", " "), book.jurisdiction, book.title, book.standing)
    out.print(table)


def print_conformance(out: Console, found: Sequence[tuple[str, Place, bool]]) -> None:
    """Where a game has to be entered; what is missing is named as such."""
    table = plain_table("Room", "What", "Where", "")
    for room, place, there in found:
        table.add_row(room, place.what, place.where, "" if there else "missing")
    out.print(table)


def print_clauses(out: Console, rulebook: str, accounts: Sequence[Account]) -> None:
    """The clauses and where each stands."""
    table = plain_table("Clause", "Kind", "Summary", "Where", "State", "Test", "Round")
    for account in accounts:
        table.add_row(
            account.clause.partition(":")[2],
            account.kind,
            account.summary + (f" [{account.reading}]" if account.reading else ""),
            words(account.where.rpartition(".yaml ")[2]).replace(".", " › "),
            Text(account.state, style="green" if account.state == "done" else "yellow"),
            words(account.test.rpartition("::test_")[2].partition("[")[0]),
            words(account.witness),
        )
    out.print(table)
    counts = Counter(account.state for account in accounts)
    unaccounted = f", {counts['unaccounted']} unaccounted for" if counts["unaccounted"] else ""
    out.print(f"\n{rulebook}: {len(accounts)} clauses, {counts['done']} carried out{unaccounted}.")


def print_differences(
    out: Console, left: str, right: str, shown: Sequence[Difference], found: Sequence[Difference]
) -> None:
    """Where two agree and differ."""
    table = plain_table("Value", "Verdict", left, right)
    section = ""
    for item in shown:
        if item.section != section:
            section = item.section
            table.add_row(Text(section, style="bold"))
        name = Padding(item.title, (0, 0, 0, 2))
        table.add_row(name, _verdict(item, left, right), _side(item.left), _side(item.right))
    out.print(table)
    counts = Counter(item.verdict for item in found)
    out.print(
        f"\n{counts['differs']} values differ, {counts['only here']} stand in one only, {counts['same']} are the same"
        + ("." if len(shown) == len(found) else "; --all shows those too.")
    )


def _verdict(item: Difference, left: str, right: str) -> Text:
    if item.verdict != "only here":
        return Text(item.verdict, style="green" if item.verdict == "same" else "yellow")
    other = right if item.left else left
    return Text("only here" + (f" (as {item.twin} in {other})" if item.twin else ""), style="cyan")


def _side(side: Side | None) -> Text:
    if side is None:
        return Text("—", style="dim")
    read = f"reading {', '.join(side.reading)}" if side.reading else ""
    ids = ", ".join(clause.partition(":")[2] for clause in side.clause) or read
    return Text.assemble(words(side.value), (f"  {ids}" if ids else "", "dim"))
