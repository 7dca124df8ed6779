"""A later edition written as what it changes in an earlier one, and provisions that several documents share."""

from collections.abc import Iterator, Sequence
from typing import Any

from croupier.rulebook.strict import Path, Place, Source

HEAD = ("rulebook", "jurisdiction", "title", "status", "status_reading", "amends", "in_force", "includes")
SHARED = ("shared", "title", "changes")


def amended(base: Source, edition: Source, shared: Sequence[Source] = ()) -> Source:
    """The earlier edition's data with the later edition's head and changes applied, each named by its place.

    What it shares with other documents comes before changes of its own.
    """
    base.data.pop("in_force", None)  # a later edition has days of its own
    base = with_shared(base, shared)
    data, holders = base.data, _holders(base) | _holders(edition)
    for key in edition.data:
        if key == "includes":
            data[key] = [*data.get(key, []), *edition.data[key]]
        elif key in HEAD:
            data[key] = edition.data[key]
        elif key != "changes":
            raise edition.refuse((key,), "an amendment has no such key; write what changes as an item of changes.")
    for index, change in enumerate(edition.data.get("changes", [])):
        _apply(data, change, edition, ("changes", index))
    return Source(edition.file, data, dict(_places(data, holders)))


def with_shared(base: Source, shared: Sequence[Source]) -> Source:
    """The document's data with provisions that it shares with others: each is written as what it changes there."""
    data, holders = base.data, _holders(base)
    for source in shared:
        holders |= _holders(source)
        if unknown := [key for key in source.data if key not in SHARED]:
            raise source.refuse((unknown[0],), f"shared provisions have no such key; they have {', '.join(SHARED)}.")
        for index, change in enumerate(source.data.get("changes", [])):
            _apply(data, change, source, ("changes", index))
    return Source(base.file, data, {**base.places, **dict(_places(data, holders))}) if shared else base


def _holders(source: Source) -> dict[int, Place]:
    """For each mapping and list of the source, by identity, where it stands: it keeps that place wherever it goes."""
    return {id(value): source.place(path) for path, value in _walk(source.data, ())}


def _places(data: Any, holders: dict[int, Place]) -> Iterator[tuple[Path, Place]]:
    return ((path, holders[id(value)]) for path, value in _walk(data, ()) if id(value) in holders)


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Each mapping and list within `value`, itself included, with its path."""
    if isinstance(value, dict | list):
        yield path, value
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _walk(item, (*path, key))


def _apply(data: Any, change: Any, edition: Source, path: Path) -> None:
    if not isinstance(change, dict):
        raise edition.refuse(path, "a change is a mapping; it has change, at, with and before.")
    if unknown := [key for key in change if key not in ("change", "at", "with", "before")]:
        raise edition.refuse((*path, unknown[0]), "a change has no such key; it has change, at, with and before.")
    kind, names = change.get("change"), str(change.get("at", "")).split("/")
    if kind not in ("add", "replace", "remove") or ("with" in change) is (kind == "remove"):
        raise edition.refuse(path, "a change is to add or replace something with a value, or to remove it; write so.")
    holder = data
    for name in names[:-1]:
        holder = holder[_found(holder, name, edition, (*path, "at"))]
    if kind == "replace":
        holder[_found(holder, names[-1], edition, (*path, "at"))] = change["with"]
    elif kind == "remove":
        del holder[_found(holder, names[-1], edition, (*path, "at"))]
    elif _find(holder, names[-1]) is not None:
        raise edition.refuse((*path, "at"), f"the earlier edition has {names[-1]!r} there already; replace it.")
    elif isinstance(holder, list):
        before = _found(holder, change["before"], edition, (*path, "before")) if "before" in change else len(holder)
        holder.insert(before, change["with"])
    else:
        holder[names[-1]] = change["with"]


def _found(holder: Any, name: str, edition: Source, path: Path) -> Any:
    key = _find(holder, name)
    if key is None:
        raise edition.refuse(path, f"the earlier edition has no {name!r} there; mend the path.")
    return key


def _find(holder: Any, name: str) -> Any:
    """The key or index of what `name` calls; an item of a list is called by the value of its first key."""
    if isinstance(holder, dict):
        return name if name in holder else None
    for index, item in enumerate(holder if isinstance(holder, list) else ()):
        if isinstance(item, dict) and str(next(iter(item.values()))) == name:
            return index
    return None
