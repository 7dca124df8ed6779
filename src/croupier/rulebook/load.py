"""From a data file to a Rulebook: read strictly, cite fully, amend, and give every value its type."""

import difflib
from typing import Any

import msgspec

from croupier.rulebook.agreement import disagreements
from croupier.rulebook.amend import amended, with_shared
from croupier.rulebook.errors import BadInput, NoRulebook, nearest
from croupier.rulebook.fitting import fitted
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.readings import readings
from croupier.rulebook.releases import NOW, document
from croupier.rulebook.shelf import OWN, SHARED, as_of, folders_of, remembered, shared_ids
from croupier.rulebook.shelf import rulebook_ids as rulebook_ids
from croupier.rulebook.strict import Path, Source, read

# msgspec learns a type when it first meets it, and two threads must not teach it the same one at once.
msgspec.json.Decoder(Rulebook)


@remembered
def load(rulebook: str, release: str = NOW, kept: int = 0, *, whenever: bool = False) -> Rulebook:
    """The rule document of that id, as it is now or as it stood in an earlier release.

    Where several folders have it, `kept` says which of them is read: 0 is the one in use. Where a day is named
    (`shelf.as_of`) and the document is not the law on it, it is refused, unless it is asked for `whenever` it was.
    """
    book = (typed if release or kept else parse)(source_of(rulebook, release, kept))
    if not whenever and (problem := not_in_force(book)):
        raise BadInput(f"{problem}.", book.in_force.clause[0] if book.in_force else "")
    return book


def not_in_force(book: Rulebook) -> str:
    """Why the document is not the law on the day that is named, and which is, as a sentence without its stop; or ""."""
    day = as_of()
    if not day or book.in_force is None or book.in_force.on(day):
        return ""
    instead = [
        other.rulebook
        for other in (load(name, whenever=True) for name in rulebook_ids())
        if (other.game, other.jurisdiction) == (book.game, book.jurisdiction) and other.in_force
        if other.in_force.on(day)
    ]
    named = f"{' or '.join(instead)} is" if instead else "no other of these rules is either; name another day"
    return f"{book.rulebook} is {book.in_force.phrase()}, and not on {day}; {named}"


def rulebooks_in_force() -> tuple[str, ...]:
    """The documents that may be used on the day that is named, all of them where none is."""
    return tuple(name for name in rulebook_ids() if not as_of() or not not_in_force(load(name, whenever=True)))


def source_of(rulebook: str, release: str = NOW, kept: int = 0, amending: tuple[str, ...] = ()) -> Source:
    """The document's data as written, an amendment being applied to what it amends."""
    if rulebook not in rulebook_ids():
        raise no_rulebook(rulebook)
    folders = folders_of(rulebook)
    folder = folders[min(kept, len(folders) - 1)]
    own_and_earlier = release and folder is OWN
    text = document(release, rulebook) if own_and_earlier else folder.text(f"{rulebook}.yaml")
    source = read(text, folder.file(f"{rulebook}.yaml"))
    cite(source, rulebook)
    shared = [_shared(source, name) for name in _included(source)]
    if "amends" in source.data:
        base = _amended_by(source, (*amending, rulebook))
        source = amended(source_of(base, release, kept, (*amending, rulebook)), source, shared)
        cite(source, rulebook)
    else:
        source = with_shared(source, shared)
    return source


def _included(source: Source) -> list[str]:
    """The provisions that the document shares with others."""
    named = source.data.get("includes", [])
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        raise source.refuse(("includes",), "includes lists the names of shared provisions; write it so.")
    if twice := [name for name in named if named.count(name) > 1]:
        raise source.refuse(("includes",), f"{twice[0]} stands there twice; keep one of the two.")
    for name in named:
        if name not in shared_ids():
            hint = nearest(name, shared_ids()) if shared_ids() else "no folder has any"
            raise source.refuse(("includes",), f"there are no shared provisions {name!r}; {hint}.")
    return named


def _shared(document: Source, name: str) -> Source:
    folder = next((one for one in folders_of(name) if document.file.startswith(one.called)), folders_of(name)[0])
    source = read(folder.text(f"{SHARED}/{name}.yaml"), folder.file(f"{SHARED}/{name}.yaml"))
    if source.data.get("shared") != name:
        raise source.refuse(("shared",), f"the provisions are called as their file; write shared: {name}.")
    cite(source, name)
    return source


def no_rulebook(rulebook: str, whose: str = "") -> NoRulebook:
    """That there is no such document, and where one of somebody's own would have to be named."""
    known = nearest(rulebook, rulebook_ids())
    said = f"{whose}: there" if whose else "There"
    return NoRulebook(f"{said} is no rulebook {rulebook!r}; {known}, and --rulebooks FOLDER adds your own.")


def _amended_by(source: Source, amending: tuple[str, ...]) -> str:
    """The document that an amendment is of, which is there and is not the amendment itself."""
    said = source.data["amends"]
    name = said.get("document") if isinstance(said, dict) else None
    if not isinstance(name, str) or name not in rulebook_ids():
        hint = nearest(str(name), rulebook_ids())
        raise source.refuse(("amends",), f"there is no document {name!r} to amend; {hint}.")
    if name in amending:
        raise source.refuse(("amends",), f"{name} would amend itself; name the document that was there before.")
    return name


def cite(source: Source, rulebook: str) -> None:
    """Writes every clause out in full, refusing one that is not registered, and checks every reading."""
    from croupier.rulebook.register import all_clauses

    def walk(value: Any, path: Path) -> None:
        if isinstance(value, list):
            for index, item in enumerate(value):
                walk(item, (*path, index))
        elif isinstance(value, dict):
            for key, item in value.items():
                if key == "clause":
                    value[key] = [full(name, (*path, key)) for name in _listed(item)]
                elif key in ("reading", "status_reading"):
                    value[key] = [known(name, (*path, key)) for name in _listed(item)]
                else:
                    walk(item, (*path, key))

    def full(name: Any, path: Path) -> str:
        clause = name if isinstance(name, str) and ":" in name else f"{rulebook}:{name}"
        if clause not in all_clauses():
            near = difflib.get_close_matches(clause, all_clauses(), n=1)
            hint = f"the nearest is {near[0]}" if near else "see the clause register"
            raise source.refuse(path, f"there is no clause {clause}; {hint}.")
        return clause

    def known(name: Any, path: Path) -> str:
        if name not in readings():
            raise source.refuse(path, f"there is no reading {name!r}; use an id of readings.yaml.")
        return str(name)

    walk(source.data, ())


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def parse(source: Source) -> Rulebook:
    """The document as typed values that agree; whatever does not fit is refused with file, line and key."""
    rulebook = typed(source)
    name = source.file.rpartition("/")[2].removesuffix(".yaml")
    if rulebook.rulebook != name:
        raise source.refuse(("rulebook",), f"the document is called as its file; write {name}.")
    for path, problem in disagreements(rulebook):
        raise source.refuse(path, f"{problem.rstrip('.')}.")
    return rulebook


def typed(source: Source) -> Rulebook:
    """The document as typed values. One of an earlier release is taken as it stood, whether it agrees or not."""
    return fitted(source, Rulebook)
