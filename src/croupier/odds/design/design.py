"""From what is asked of a wager's paytable to all paytables that satisfy it."""

from collections.abc import Callable, Mapping, Sequence

from croupier.odds.cache import Shelf
from croupier.odds.design.asked import Choices, Wanted, read_choices
from croupier.odds.design.found import Design, Designed, Preferred
from croupier.odds.wagers.catalogue import BASE, Entry, find
from croupier.odds.wagers.custom_paytable import line_classes
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.payout import For, Odds, To

MOST_SOLVED = 200
FREE = "envy"  # an award that nothing is staked on


def design(
    book: Rulebook,
    wager: str,
    paytable: str | None,
    moves: Mapping[str, str | int | Sequence[object]],
    wanted: Wanted,
    *,
    preferred: Preferred | None = None,
    shelf: Shelf | None = None,
    most_solved: int = MOST_SOLVED,
    advance: Callable[[str], None] = lambda _: None,
) -> Designed:
    """All paytables of the wager that satisfy what is wanted; lines that do not move pay as posted.

    `paytable` is the posted one to start from, the usual one if none is named. `advance` hears of each solution.
    """
    shelf, preferred = shelf or Shelf(), preferred or Preferred()
    entry = entry_of(book, wager, paytable)
    if not moves:
        raise BadInput("No line may move; name at least one with its choices, such as flush=4..8.")
    known = line_classes(book, entry, shelf)
    for line in moves:
        if line not in known:
            raise BadInput(f"{entry.menu.title} has no line {line!r}; {nearest(line, known)}.")
    _within_cap(entry, moves, wanted)
    read: dict[str, Choices] = {line: read_choices(line, given, form_of(entry, line)) for line, given in moves.items()}
    designs: Sequence[Design]
    solved = 0
    if entry.wager == BASE:
        from croupier.odds.design.against_dealer import find_tables  # with a compiler, as below

        designs, candidates, solved = find_tables(book, entry, read, wanted, preferred, shelf, most_solved, advance)
        at, total = entry.at, 0
        front_at = tuple(place for place, one in enumerate(designs) if one.on_front)
    else:
        from croupier.odds.design.search import find_designs

        rows, candidates, at, total = find_designs(book, entry, read, wanted, preferred, shelf)
        designs, front_at = rows, rows.front_at
    return Designed(
        rulebook=book.rulebook,
        wager=entry.wager,
        title=entry.menu.title,
        instead_of=entry.table.id,
        total=total,
        at=at,
        wanted=wanted,
        preferred=preferred,
        moves=read,
        candidates=candidates,
        solved=solved,
        found=designs,
        front_at=front_at,
    )


def _within_cap(entry: Entry, moves: Mapping[str, object], wanted: Wanted) -> None:
    for line in entry.table.lines:
        high = isinstance(line.pays, To) and wanted.cap is not None and line.pays.pays > wanted.cap * line.pays.per
        if line.line not in moves and high:
            raise BadInput(f"{line.line} is posted at {line.pays}, above the cap; let it move too, or raise the cap.")


def entry_of(book: Rulebook, wager: str, paytable: str | None) -> Entry:
    """The entry that a paytable of one's own stands in place of: the named one's, or the usual one's."""
    chosen = find(book, wager, paytable)
    entry = next(one for one in chosen if one.table.id == (paytable or one.menu.default))
    if entry.wager == FREE:
        raise BadInput(f"Nothing is staked on {entry.menu.title}, so it has no edge; name another wager.")
    return entry


def form_of(entry: Entry, line: str) -> Odds | None:
    """The odds whose form a number takes: the line's own, or those of the first line that pays to or for one."""
    usual = next((one.pays for one in entry.table.lines if isinstance(one.pays, For)), None)
    return entry.table.pays(line) or usual
