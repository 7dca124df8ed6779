"""`croupier rules new`: a folder with a rulebook of one's own, begun from one that there is."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from croupier.cli.output import console
from croupier.cli.rules_witness import rounds_of
from croupier.cli.schema import FILES, header, schema_text
from croupier.rulebook import shelf
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, source_of
from croupier.rulebook.phrases import words
from croupier.rulebook.readings import FILE
from croupier.rulebook.register import COLUMNS, Clause, clauses
from croupier.rulebook.walk import places

SCHEMAS = "schemas/"  # beside the documents, so that an editor finds them without a network
READINGS = """\
# Where the text contradicts itself or is silent: the question, the reading adopted, and the clauses it reads.
# sure: firm = the text, read together, decides; likely = strong outside evidence; open = ask the regulator.
readings:
  - id: {reading}
    title: Which text this rulebook follows
    sure: open
    asks: {asks}
    adopted: {adopted}
    clauses: ["{clause}"]
"""

AMENDMENT = """\
# {title}: what it changes in {base}.
# Local ids mean {name}:ID and stand in clauses/{name}.tsv; those of other documents are written in full.
# A change is to add, replace or remove something; `at` is its place, as croupier rules diff and show name it.
rulebook: {name}
jurisdiction: {jurisdiction}
title: {title}
status: Draft of {jurisdiction}'s own; nobody's law
status_reading: [{reading}]
amends:
  document: {base}
  clause: "1"
  reading: [{reading}]
  says: Everything that is not changed below is as in {base}.

changes: []
# Instead of [], for example; a value that cites a clause of its own needs that clause's row in clauses/{name}.tsv:
#   - change: replace
#     at: status
#     with: In force since it was adopted
"""


def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where it is written; made if it is not there.")],
    base: Annotated[str, typer.Option("--from", metavar="ID", help="The rulebook to begin from, such as md-tcp.")],
    name: Annotated[str, typer.Option("--id", help="What it is called, such as at-tcp; else as folder and game.")] = "",
    jurisdiction: Annotated[str, typer.Option(help="Whose rules they are; else the folder's name.")] = "",
    alone: Annotated[bool, typer.Option("--alone", help="All of the text, instead of what it changes.")] = False,
) -> None:
    """Write a folder with a rulebook of your own, its clauses, readings, example and rounds."""
    load(base)
    stem = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-") or "own"
    called = name or f"{stem}-{base.partition('-')[2]}"
    if not shelf.NAME.fullmatch(f"{called}.yaml"):
        raise BadInput(f"{called!r} is no id; write small letters, digits and hyphens, such as --id at-tcp.")
    if called in shelf.rulebook_ids():
        raise BadInput(f"There is a rulebook {called} already; give this one another id with --id.")
    files = _files(base, called, (jurisdiction or words(folder.resolve().name).title()).strip(), alone)
    for file in files:
        if (folder / file).exists() and file != FILE:
            raise BadInput(f"{folder / file} is there already; give the rulebook another id with --id.")
    if (folder / FILE).exists():
        files[FILE] = _added(folder / FILE, files[FILE])
    _write(folder, files)
    _write(folder, {f"{SCHEMAS}{kind}.schema.json": schema_text(kind) for kind in FILES})
    named = [str(path.root) for path in shelf.folders_in_use()[1:]]
    shelf.use([str(folder), *named])
    told = rounds_of(load(called))
    _write(folder, {f"rounds/{called}/{title}.txt": text for title, text in told.items()})
    out = console()
    out.print(f"{folder / called}.yaml {'stands alone' if alone else f'amends {base}'}; {len(told)} rounds are told.")
    out.print(f"Deal from it:   croupier deal {called} --rulebooks {folder}", soft_wrap=True)
    out.print(f"What is left:   croupier rules lint {folder}", soft_wrap=True)


def _files(base: str, name: str, jurisdiction: str, alone: bool) -> dict[str, str]:
    """The texts of the folder by their names, but for the rounds."""
    if not re.fullmatch(r"[\w .,'()-]{1,80}", jurisdiction):
        raise BadInput("A jurisdiction is named in one line of letters, such as --jurisdiction Atlantis.")
    book = load(base)
    said = {
        "name": name,
        "base": base,
        "jurisdiction": _quoted(jurisdiction),
        "title": _quoted(f"{book.title.partition(',')[0]}, {jurisdiction}"),
        "reading": f"{name.upper()}-01",
        "clause": _own_clauses(base, name)[0].clause if alone else f"{name}:1",
        "asks": f"No text of {_plain(jurisdiction)} is cited yet.",
        "adopted": f"{'It is taken from' if alone else 'Whatever it does not change is as in'} {base}.",
    }
    first = Clause(
        said["clause"],
        "definitions",
        "definition",
        said["adopted"],
        f"a round is played as {base} says",
        (said["reading"],),
    )
    rows = _own_clauses(base, name) if alone else [first]
    table = ["\t".join(COLUMNS)]
    table += ["\t".join([r.clause, r.topic, r.kind, r.summary, r.behaviour, " ".join(r.readings)]) for r in rows]
    document = _alone(base, name, said) if alone else AMENDMENT.format(**said)
    return {
        f"{name}.yaml": header("rulebook", SCHEMAS) + document,
        f"clauses/{name}.tsv": "\n".join(table) + "\n",
        FILE: header("readings", SCHEMAS) + READINGS.format(**said),
        f"examples/{name}.toml": header("submission", f"../{SCHEMAS}") + _example(base, name, jurisdiction),
    }


def _own_clauses(base: str, name: str) -> list[Clause]:
    """The clauses that the document follows, its own and those of what it amends, as the new document's own."""
    found: dict[str, Clause] = {}
    book = load(base)
    followed = {clause for clause, keys in places(book).items() if keys != ["amends"]}
    for document in (*((book.amends.document,) if book.amends else ()), base):
        for clause in [one for one in clauses(document).values() if one.clause in followed]:
            own = f"{name}:{clause.clause.partition(':')[2]}"
            found[own] = Clause(own, clause.topic, clause.kind, clause.summary, clause.behaviour, clause.readings)
    return list(found.values())


class _Plain(yaml.SafeDumper):
    """Writes every value out where it stands."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _alone(base: str, name: str, said: dict[str, str]) -> str:
    """The whole document under its new name, each clause one of its own."""
    data = source_of(base).data
    data.pop("amends", None)
    data |= {"rulebook": name, "jurisdiction": _plain(said["jurisdiction"]), "title": _plain(said["title"])}
    data |= {"status": f"Draft, begun from {base}; nobody's law", "status_reading": [said["reading"]]}

    def own(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {each: own(item, each) for each, item in value.items()}
        if key == "clause" and isinstance(value, list):
            local = [clause.partition(":")[2] for clause in value]
            return local[0] if len(local) == 1 else local
        return [own(item) for item in value] if isinstance(value, list) else value

    text = yaml.dump(own(data), Dumper=_Plain, sort_keys=False, width=120, allow_unicode=True)
    return f"# {_plain(said['title'])}. Every value stands beside its clause; local ids mean {name}:ID.\n{text}"


def _example(base: str, name: str, jurisdiction: str) -> str:
    text = re.sub(r"\A#:schema .*\n", "", shelf.example_text(base))
    text = re.sub(
        r"\A(#.*\n)?", f"# A Rules Submission for one table in {jurisdiction} (rulebook {name}).\n", text, count=1
    )
    return re.sub(rf'^rules = "{re.escape(base)}"', f'rules = "{name}"', text, count=1, flags=re.MULTILINE)


def _quoted(text: str) -> str:
    """The text as it may stand in a line of YAML."""
    return '"' + text + '"' if re.search(r"[^\w ,.-]|^[\W\d]|: ", text) else text


def _plain(text: str) -> str:
    return text.strip('"')


def _added(path: Path, text: str) -> str:
    """The readings that are there, and the new one after them."""
    try:
        return path.read_text("utf-8").rstrip("\n") + "\n" + text.partition("readings:\n")[2]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read ({error}); mend it first.") from None


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        except OSError as error:
            raise BadInput(f"{path} cannot be written ({error.strerror}); choose another folder.") from None
