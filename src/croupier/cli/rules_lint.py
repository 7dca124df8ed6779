"""`croupier rules lint`: what a rulebook of one's own leaves unreferenced, untested or undecided."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from msgspec import Struct
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.rules_witness import OfRulebooks, rulebooks_named
from croupier.cli.told import cited, dealt_in, told_by
from croupier.rulebook.check import check, requirements
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load
from croupier.rulebook.readings import FILE, Reading, readings
from croupier.rulebook.register import Clause, clauses
from croupier.rulebook.shelf import Folder, example_text, folders_of
from croupier.rulebook.submission import Submission, parse_submission
from croupier.rulebook.walk import places, walk
from croupier.rulebook.witnesses import told_rounds

UNTESTED = "No told round follows it, and no field of the example is asked for by it."
NEEDS_NO_TEST = "definition"  # the kind of clause that asks nobody for anything


class Remark(Struct, frozen=True):
    """Something to see to: of which kind, where, and what to do about it."""

    kind: str
    where: str
    says: str


def lint(
    what: OfRulebooks,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Say what is unreferenced, untested, undecided or told wrongly; exit 1 if anything is."""
    names = rulebooks_named(what)
    found = [remark for name in names for remark in remarks(name)]
    found += dict.fromkeys(remark for name in names for remark in _unused_readings(folders_of(name)[0]))
    if as_json:
        write_json(found)
    else:
        out = console()
        for remark in found:
            out.print(Text.assemble((f"{remark.kind:<14}", "bold yellow"), (remark.where, "bold"), f"  {remark.says}"))
        out.print(f"{', '.join(names)}: {'nothing' if not found else len(found)} to see to.")
    if found:
        raise typer.Exit(1)


def remarks(name: str) -> Iterator[Remark]:
    """Everything to see to in one rulebook; what cannot be loaded at all is refused as by every command."""
    book, folder = load(name), folders_of(name)[0]
    referenced = places(book)
    for clause in _clauses(book):
        if clause.clause not in referenced:
            yield Remark("unreferenced", clause.clause, "No value cites it; carry it out, or say that it is repealed.")
        if not clause.behaviour:
            yield Remark("undecided", clause.clause, "Its behaviour is not said; write what somebody would see of it.")
    yield from _undecided(book, folder)
    filed = None
    try:
        filed = parse_submission(example_text(name), folder.file(f"examples/{name}.toml"))
        wrong = [f"{one.field}: {one.message}" for one in check(filed) if one.severity == "violation"]
    except BadInput as error:
        wrong = [str(error)]
    yield from (Remark("wrong", folder.file(f"examples/{name}.toml"), sentence) for sentence in wrong)
    yield from _untested(book, filed)
    for told, text in told_rounds(name).items():
        dealt = dealt_in(text)
        if dealt is not None and told_by(book, dealt) != text:
            where = folder.file(f"rounds/{name}/{told}.txt")
            yield Remark("stale", where, "It is played otherwise now; croupier rules witness writes it anew.")


def _clauses(book: Rulebook) -> list[Clause]:
    """The clauses of a document and of what it shares with others."""
    return [clause for name in (book.rulebook, *book.includes) for clause in clauses(name).values()]


def _undecided(book: Rulebook, folder: Folder) -> Iterator[Remark]:
    own = _own_readings(folder)
    used = dict.fromkeys(name for _, value in walk(book) for name in value.reading)
    for name in dict.fromkeys((*book.status_reading, *used)):
        if name in own and readings()[name].sure == "open":
            yield Remark("undecided", name, f"{readings()[name].title}: ask the regulator, then write sure: firm.")


def _own_readings(folder: Folder) -> frozenset[str]:
    """The readings that stand in this folder."""
    from croupier.rulebook.fitting import fitted
    from croupier.rulebook.readings import Readings
    from croupier.rulebook.strict import read

    if not folder.has(FILE):
        return frozenset()
    found: tuple[Reading, ...] = fitted(read(folder.text(FILE), folder.file(FILE)), Readings).readings
    return frozenset(reading.id for reading in found)


def _unused_readings(folder: Folder) -> Iterator[Remark]:
    used = set[str]()
    for name in folder.ids():
        book = load(name)
        used |= {*book.status_reading, *(one for _, value in walk(book) for one in value.reading)}
        used |= {one for clause in _clauses(book) for one in clause.readings}
    for reading in sorted(_own_readings(folder) - used):
        yield Remark("unreferenced", reading, f"No value of the folder names this reading; take it out of {FILE}.")


def _untested(book: Rulebook, filed: Submission | None) -> Iterator[Remark]:
    name = book.rulebook
    shown = set[str]().union(*(cited(text, name) for text in told_rounds(name).values()))
    shown |= {clause for notice in book.signage.notices for clause in notice.clause}
    shown |= set(_asked(book, filed)) if filed else set()
    for clause in _clauses(book):
        if clause.clause not in shown and clause.kind != NEEDS_NO_TEST:
            yield Remark("untested", clause.clause, UNTESTED)


def _asked(book: Rulebook, filed: Submission) -> Iterator[str]:
    """The clauses by which the example would be found wanting if it left their field out."""
    for rule in requirements(book):
        if rule.when.holds(filed.look) and rule.clause:
            without = _without(filed, rule.field.split("."))
            found = {finding.clause.partition(", ")[0] for finding in check(without)} if without else set()
            if rule.clause[0] in found:
                yield from rule.clause


def _without(filed: Submission, field: list[str]) -> Submission | None:
    """The submission without what is filed in that field; None where it has nothing there."""
    plain = msgspec.to_builtins(filed)
    holder = plain
    for part in field[:-1]:
        holder = holder.get(part) or {}
    if holder.pop(field[-1], None) is None:
        return None
    return msgspec.convert(plain, Submission)
