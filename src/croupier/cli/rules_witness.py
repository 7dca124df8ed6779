"""`croupier rules witness`: a round for each clause that can have one, told beside the rulebook."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.output import console, write_json
from croupier.cli.told import cited, dealt_in, told_by, ways
from croupier.rulebook import shelf
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load
from croupier.rulebook.register import clauses

OfRulebooks = Annotated[
    str, typer.Argument(metavar="FOLDER|ID", help="A folder of rulebooks, or one rulebook in a folder that is named.")
]


def witness(
    what: OfRulebooks,
    to: Annotated[Path | None, typer.Option(help="Write the rounds below this folder instead.", metavar="DIR")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Write a round for each clause that can have one, told beside the rulebook."""
    found = []
    for name in rulebooks_named(what):
        folder = shelf.folders_of(name)[0]
        if to is None and folder is shelf.OWN:
            raise BadInput(f"{name} comes with Croupier; say with --to DIR where its rounds are written.")
        root = to or Path(str(folder.root))
        book = load(name)
        told, own = rounds_of(book), [clause for one in (name, *book.includes) for clause in clauses(one)]
        write_rounds(root / "rounds" / name, told)
        shown = set[str]().union(*(cited(text, name) for text in told.values())) & set(own)
        without = [clause for clause in own if clause not in shown]
        found.append({"rules": name, "rounds": len(told), "shown": len(shown), "without": without})
        if not as_json:
            console().print(
                f"{name}: {len(told)} rounds in {root / 'rounds' / name} show {len(shown)} of its {len(own)} clauses.",
                soft_wrap=True,
            )
    if as_json:
        write_json(found)
    shelf.forget()


def rulebooks_named(what: str) -> tuple[str, ...]:
    """The rulebooks of a folder, which is used from then on, or the one of that id."""
    if not os.path.isdir(what):
        load(what)
        return (what,)
    named = [folder for folder in os.environ.get(shelf.SETTING, "").split(os.pathsep) if folder]
    shelf.use([what, *named])
    root = os.path.abspath(what)
    return next(folder.ids() for folder in shelf.folders_in_use() if str(folder.root) == root)


def rounds_of(book: Rulebook) -> dict[str, str]:
    """Told rounds by name: each follows a clause that none before it does."""
    return dict(_rounds(book))


def _rounds(book: Rulebook) -> Iterator[tuple[str, str]]:
    seen = set[str]()
    for name, dealt in ways(book):
        text = told_by(book, dealt)
        if text and not cited(text, book.rulebook) <= seen:
            seen |= cited(text, book.rulebook)
            yield name, text


def write_rounds(folder: Path, told: Mapping[str, str]) -> None:
    """Writes the rounds, and takes away what was so written before; what somebody wrote by hand stays."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.txt"):
            if old.stem not in told and dealt_in(old.read_text("utf-8")):
                old.unlink()
        for name, text in told.items():
            (folder / f"{name}.txt").write_text(text, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{folder} cannot be written ({error}); name another folder.") from None
