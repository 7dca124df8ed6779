"""`croupier schema`: the JSON Schema of the files that people write, for the completion and hover of their editors."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import typer
from msgspec import Meta, Struct

from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import Condition
from croupier.rulebook.law.document import Amends, InForce, Rulebook
from croupier.rulebook.law.paytable import Lines
from croupier.rulebook.law.words import HAND_LINES, HOLE_CARD_LINES
from croupier.rulebook.payout import METERS
from croupier.rulebook.readings import Readings
from croupier.rulebook.submission import Submission
from croupier.table.settlement.described import RoundDescribed

ODDS = "What the line pays: 50 to 1, 300 for 1, 10 percent of major, $1,000 or push."
Pays = Annotated[str, Meta(description=ODDS)]
TEXT_OR_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
CITED = ("clause", "reading", "status_reading")  # in a file, one may stand for a list of one


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a later edition adds, replaces or removes; `at` is its place, such as paytables/trips/tables/A."""

    change: Annotated[str, Meta(pattern="^(add|replace|remove)$")]
    at: str
    with_: Any = msgspec.field(name="with", default=None)
    before: str = ""


class Amendment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A later edition, written as what it changes in an earlier document."""

    rulebook: str
    jurisdiction: str = ""
    title: str = ""
    status: str = ""
    status_reading: tuple[str, ...] = ()
    amends: Amends
    in_force: InForce | None = None
    includes: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


class SharedProvisions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What several documents say alike, each including it: written as what it changes in them."""

    shared: str
    title: str = ""
    changes: tuple[Change, ...] = ()


class PaytableFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A paytable of one's own, for `croupier odds --paytable-file`; a posted line that is taken away pays `none`."""

    lines: dict[str, Pays]
    stake_cents: int | None = None
    meters_cents: dict[str, int] = {}


# Each file that people write, by the name of its schema.
FILES: Mapping[str, tuple[Any, str]] = {
    "submission": (Submission, "A Rules Submission, in TOML"),
    "rulebook": (Rulebook | Amendment, "A rule document or an amendment of one, in YAML"),
    "shared": (SharedProvisions, "Provisions that several rule documents include, in YAML"),
    "readings": (Readings, "The readings of a folder of rule documents, in YAML"),
    "round": (RoundDescribed, "A described round, for croupier settle, in JSON"),
    "paytable": (PaytableFile, "A paytable of one's own, in TOML or JSON"),
}


def header(name: str, folder: str = "") -> str:
    """The line by which an editor finds the schema, in TOML and in YAML; it lies in that folder, seen from the file."""
    mark = "#:schema " if "TOML" in FILES[name][1] else "# yaml-language-server: $schema="
    return f"{mark}{folder}{name}.schema.json\n"


def schema(name: Annotated[str, typer.Argument(metavar="NAME", help=f"Of what: {', '.join(FILES)}.")]) -> None:
    """Write the JSON Schema of a kind of file, for your editor."""
    if name not in FILES:
        raise BadInput(f"There is no schema {name!r}; {nearest(name, FILES)}.")
    sys.stdout.write(schema_text(name))


def schema_text(name: str) -> str:
    """The schema of that name, from the types that read such a file."""
    kind, title = FILES[name]
    found: dict[str, Any]
    if name == "rulebook":  # the two are told apart by `amends`, which a whole document has not
        parts, kinds = _components(Rulebook), _components(Amendment)
        found = {"anyOf": [{"$ref": "#/$defs/Rulebook"}, {"$ref": "#/$defs/Amendment"}]}
        defined = {**parts, **kinds}
        defined["Rulebook"]["properties"].pop("amends", None)
    else:
        found, defined = {"$ref": f"#/$defs/{kind.__name__}"}, _components(kind)
    if name == "paytable":
        found, defined = _paytable(defined)
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **found, "$defs": defined}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=2).decode() + "\n"


def _components(kind: Any) -> dict[str, Any]:
    _, found = msgspec.json.schema_components((kind,), schema_hook=_custom)
    as_filed: dict[str, Any] = _as_written(found)
    return as_filed


def _custom(kind: type) -> dict[str, Any]:
    if kind is Condition:
        return {"type": "string", "description": "When it holds: offers WAGER, FIELD is (not) VALUE, joined by and."}
    if issubclass(kind, Lines):
        named = {"enum": sorted({"win", *HAND_LINES, *HOLE_CARD_LINES})}
        pays = {"type": "string", "description": ODDS}
        return {"type": "object", "propertyNames": named, "additionalProperties": pays, "minProperties": 1}
    raise NotImplementedError(kind)


def _as_written(value: Any) -> Any:
    """The schema as files are written: a clause or a reading may stand alone where a list of them may.

    Where Python's patterns end with \\Z, those of a schema end with $.
    """
    if isinstance(value, list):
        return [_as_written(item) for item in value]
    if not isinstance(value, dict):
        return value
    said = {key: _as_written(item) for key, item in value.items()}
    if isinstance(said.get("pattern"), str):
        said["pattern"] = said["pattern"].replace(r"\Z", "$")
    if isinstance(said.get("properties"), dict):
        for key in CITED:
            if said["properties"].get(key, {}).get("type") == "array":
                said["properties"][key] = {**said["properties"][key], **TEXT_OR_TEXTS}
                for word in ("type", "items"):
                    said["properties"][key].pop(word, None)
    return said


def _paytable(defined: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A file maps lines to odds, on their own or under `lines`."""
    lines = {
        "type": "object",
        "propertyNames": {"enum": sorted(HAND_LINES | HOLE_CARD_LINES)},
        "additionalProperties": {"type": "string", "description": ODDS},
    }
    whole = defined["PaytableFile"]
    whole["properties"]["lines"] = lines
    whole["properties"]["meters_cents"]["propertyNames"] = {"enum": list(METERS)}
    return {"anyOf": [{"$ref": "#/$defs/PaytableFile"}, lines]}, defined
