"""From a data file to a Rulebook: read strictly, cite fully, amend, and give every value its type."""

import difflib
import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import inspect

from croupier.rulebook.agreement import disagreements
from croupier.rulebook.amend import amended
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import Condition
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Lines
from croupier.rulebook.readings import readings
from croupier.rulebook.releases import NOW, document
from croupier.rulebook.strict import Path, Source, read

DATA = files("croupier.rulebook") / "data"
# msgspec learns a type when it first meets it, and two threads must not teach it the same one at once.
msgspec.json.Decoder(Rulebook)


@cache
def rulebook_ids() -> tuple[str, ...]:
    """The ids of the rule documents that ship with Croupier."""
    names = (entry.name for entry in DATA.iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if re.fullmatch(r"\w\w-[\w-]+\.yaml", name)))


@cache
def load(rulebook: str, release: str = NOW) -> Rulebook:
    """The rule document of that id, as it is now or as it stood in an earlier release."""
    return (typed if release else parse)(source_of(rulebook, release))


def source_of(rulebook: str, release: str = NOW) -> Source:
    """The document's data as written, an amendment being applied to what it amends."""
    if rulebook not in rulebook_ids():
        raise BadInput(f"There is no rulebook {rulebook!r}; {nearest(rulebook, rulebook_ids())}.")
    text = document(release, rulebook) if release else (DATA / f"{rulebook}.yaml").read_text("utf-8")
    source = read(text, f"{rulebook}.yaml")
    cite(source, rulebook)
    if "amends" in source.data:
        source = amended(source_of(source.data["amends"]["document"], release), source)
        cite(source, rulebook)
    return source


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
    if f"{rulebook.rulebook}.yaml" != source.file:
        raise source.refuse(("rulebook",), f"the document is called as its file; write {source.file[:-5]}.")
    for path, problem in disagreements(rulebook):
        raise source.refuse(path, f"{problem.rstrip('.')}.")
    return rulebook


def typed(source: Source) -> Rulebook:
    """The document as typed values. One of an earlier release is taken as it stood, whether it agrees or not."""
    try:
        return msgspec.convert(source.data, Rulebook, dec_hook=_decode)
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at `$")
        path = _path(where.rstrip("`"))
        if unknown := re.search(r"unknown field `(.+)`", problem):
            path = (*path, unknown[1])
            problem = "there is no such key here; take it out or mend its spelling"
        elif missing := re.search(r"missing required field `(.+)`", problem):
            problem = f"the key {missing[1]!r} is missing; add it"
        elif kinds := re.fullmatch(r"Expected `(.+)`, got `(.+)`", problem):
            problem = f"{_kinds(kinds[2])} stands where {_kinds(kinds[1])} belongs; write that instead"
        elif word := re.fullmatch(r"Invalid enum value (.+)", problem):
            problem = f"{word[1]} is no word for this; write {_either(_vocabulary(path))}"
        raise source.refuse(path, f"{problem.rstrip('.')}.") from None


def _vocabulary(path: Path) -> list[Any]:
    """The words that may stand at a place of a document."""
    kind: Any = inspect.type_info(Rulebook)
    for part in path:
        kind = _apart_from_nothing(kind)
        if isinstance(part, int):
            kind = kind.item_type
        else:
            kind = next(field.type for field in kind.fields if field.encode_name == part)
    kind = _apart_from_nothing(kind)
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


def _apart_from_nothing(kind: Any) -> Any:
    """The kind of a value that may be left out."""
    if isinstance(kind, inspect.UnionType):
        return next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind


def _either(words: list[Any]) -> str:
    """Words to choose from; what may be left out is not one of them."""
    return " or ".join(str(word) for word in words if word != "") or "a word that is supported"


def _kinds(text: str) -> str:
    """The validator's names of kinds as people say them."""
    names = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list", "object": "a mapping"}
    return " or ".join(names.get(name, name) for name in text.split(" | ") if name != "null")


def _path(text: str) -> Path:
    parts = re.findall(r"\.(\w+)|\[(\d+)\]", text)
    return tuple(int(index) if index else name for name, index in parts)


def _decode(kind: type, value: Any) -> Any:
    try:
        if kind is Condition:
            return Condition(value)
        if kind is Lines:
            return Lines.read(value)
    except BadInput as error:
        raise ValueError(str(error)) from None
    raise NotImplementedError(kind)
