"""Rule data read strictly: YAML in, plain values and their line numbers out, anything doubtful refused."""

from dataclasses import dataclass, field
from typing import Any

import yaml

from croupier.rulebook.errors import BadInput

type_remedies = {
    "float": 'write a whole number (cents, percent) or the exact form in quotes, such as "14.5 percent"',
    "null": "give the key a value or leave the key out",
    "timestamp": "put the date in quotes",
}

Path = tuple[str | int, ...]
Place = tuple[str, int]

# The compiled reader where the installed PyYAML has it: the same nodes, many times faster.
LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 100  # values within one another
OPENERS, MOST_OPENERS = ("[", "{", "- ", "? "), 5000  # what a value within another begins with


@dataclass(frozen=True)
class Source:
    """A document as plain values, with the file and line on which each value stands."""

    file: str
    data: Any
    places: dict[Path, Place] = field(repr=False)

    def place(self, path: Path) -> Place:
        """The file and line of the value at `path`, or of the nearest value around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (self.file, 1))

    def refuse(self, path: Path, problem: str) -> BadInput:
        """A refusal that names file, line and key."""
        file, line = self.place(path)
        return BadInput(f"{file}, line {line}, {spell(path)}: {problem}")


def spell(path: Path) -> str:
    """The path as people write it: `wagers[2].title`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "top of the file"


def read(text: str, file: str) -> Source:
    """The document in `text`; floats, nulls, duplicate keys, aliases and odd booleans are refused."""
    try:
        if _is_too_deep(text):
            raise _too_deep(file)
        node = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadInput(
            f"{file}, line {line}: this is not YAML ({error.problem}); mend the line's indentation or quotes."
        ) from None
    except yaml.YAMLError:
        raise BadInput(f"{file}: this is not YAML text; save it as UTF-8 YAML.") from None
    if not isinstance(node, yaml.MappingNode):
        raise BadInput(f"{file}, line 1: a document is a mapping of keys to values; write it as one.")
    places: dict[Path, Place] = {}
    try:
        return Source(file, _Reader(Source(file, None, places)).value(node, (), 1), places)
    except RecursionError:
        raise _too_deep(file) from None


def _is_too_deep(text: str) -> bool:
    """Whether so much stands within one another that the compiled reader, which calls itself, would end the process."""
    if sum(map(text.count, OPENERS)) <= MOST_OPENERS:
        return False
    depth = 0
    for event in yaml.parse(text, Loader=LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            return True
    return False


def _too_deep(file: str) -> BadInput:
    return BadInput(f"{file}: a value in it is too deep; no document has more than {DEEPEST} within one another.")


class _Reader:
    """Turns the nodes of one file into plain values, noting the line of each in `source`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.seen: set[int] = set()

    def value(self, node: yaml.Node, path: Path, line: int) -> Any:
        self.source.places[path] = (self.source.file, line)
        if id(node) in self.seen:
            raise self.source.refuse(path, "an alias (*name) hides where a value comes from; write the value out.")
        self.seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            items = enumerate(node.value)
            return [self.value(child, (*path, index), child.start_mark.line + 1) for index, child in items]
        return _scalar(node, path, self.source)

    def mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, child in node.value:
            line = key.start_mark.line + 1
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else "?"
            if name in ("?", "<<") or id(key) in self.seen:
                self.source.places[(*path, name)] = (self.source.file, line)
                raise self.source.refuse((*path, name), "a key must be a plain word; write each key out.")
            if name in found:
                self.source.places[(*path, name)] = (self.source.file, line)
                raise self.source.refuse((*path, name), "this key stands here twice; keep one of the two.")
            found[name] = self.value(child, (*path, name), line)
        return found


def _scalar(node: yaml.Node, path: Path, source: Source) -> str | int | bool:
    kind = node.tag.rpartition(":")[2]
    text = str(node.value)
    if kind == "str":
        return text
    if kind == "int":
        if text.lstrip("-").isdigit() and (text == "0" or text.lstrip("-")[0] != "0"):
            return int(text)
        raise source.refuse(path, f"{text!r} is not a plain whole number; write it in decimal or in quotes.")
    if kind == "bool":
        if text in ("true", "false"):
            return text == "true"
        raise source.refuse(path, f"{text!r} could be a word or a yes; write true, false or put it in quotes.")
    remedy = type_remedies.get(kind, "write a word, a whole number, true or false")
    raise source.refuse(path, f"a {kind} ({text or 'nothing'}) is not allowed here; {remedy}.")
