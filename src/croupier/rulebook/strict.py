"""Rule data read strictly: YAML in, plain values and their line numbers out, anything doubtful refused."""

from collections.abc import Iterator
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

# The compiled reader where the installed PyYAML has it: the same nodes, many times faster.
LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Source:
    """A document as plain values, with the line on which each value stands."""

    file: str
    data: Any
    lines: dict[Path, int] = field(repr=False)

    def line(self, path: Path) -> int:
        """The line of the value at `path`, or of the nearest value around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def refuse(self, path: Path, problem: str) -> BadInput:
        """A refusal that names file, line and key."""
        return BadInput(f"{self.file}, line {self.line(path)}, {spell(path)}: {problem}")


def spell(path: Path) -> str:
    """The path as people write it: `wagers[2].title`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "top of the file"


def read(text: str, file: str) -> Source:
    """The document in `text`; floats, nulls, duplicate keys, anchors and odd booleans are refused."""
    try:
        node = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadInput(
            f"{file}, line {line}: this is not YAML ({error.problem}); mend the line's indentation or quotes."
        ) from None
    except yaml.YAMLError:
        raise BadInput(f"{file}: this is not YAML text; save it as UTF-8 YAML.") from None
    if node is None:
        raise BadInput(f"{file}: the file is empty; it should hold a mapping of keys.")
    lines: dict[Path, int] = {}
    source = Source(file, None, lines)
    return Source(file, _value(node, (), source, set()), lines)


def _value(node: yaml.Node, path: Path, source: Source, seen: set[int]) -> Any:
    source.lines[path] = node.start_mark.line + 1
    if id(node) in seen:
        raise source.refuse(path, "an alias (*name) hides where a value comes from; write the value out.")
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, child in _entries(node, path, source):
            if key in found:
                source.lines[(*path, key)] = child.start_mark.line + 1
                raise source.refuse((*path, key), "this key stands here twice; keep one of the two.")
            found[key] = _value(child, (*path, key), source, seen)
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_value(child, (*path, index), source, seen) for index, child in enumerate(node.value)]
    return _scalar(node, path, source)


def _entries(node: yaml.MappingNode, path: Path, source: Source) -> Iterator[tuple[str, yaml.Node]]:
    for key, child in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.tag == "tag:yaml.org,2002:merge":
            raise source.refuse(path, "a key must be a plain word; write each key out.")
        yield key.value, child


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
