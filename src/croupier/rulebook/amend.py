"""A later edition written as what it changes in an earlier one."""

from typing import Any

from croupier.rulebook.strict import Path, Source

HEAD = ("rulebook", "title", "status", "status_reading", "amends")


def amended(base: Source, edition: Source) -> Source:
    """The earlier edition's data with the later edition's head and changes applied, each named by its place."""
    data = base.data
    for key in HEAD:
        if key in edition.data:
            data[key] = edition.data[key]
    for index, change in enumerate(edition.data.get("changes", [])):
        _apply(data, change, edition, ("changes", index))
    return Source(edition.file, data, base.lines | edition.lines)


def _apply(data: Any, change: dict[str, Any], edition: Source, path: Path) -> None:
    kind, names = change.get("change"), str(change.get("at", "")).split("/")
    holder = data
    for name in names[:-1]:
        key = _find(holder, name)
        if key is None:
            raise edition.refuse((*path, "at"), f"the earlier edition has no {name!r} there; mend the path.")
        holder = holder[key]
    key = _find(holder, names[-1])
    if kind == "add" and key is None and isinstance(holder, list):
        before = _find(holder, change["before"]) if "before" in change else len(holder)
        holder.insert(before, change["with"])
    elif kind == "add" and key is None:
        holder[names[-1]] = change["with"]
    elif kind == "replace" and key is not None:
        holder[key] = change["with"]
    elif kind == "remove" and key is not None:
        del holder[key]
    else:
        raise edition.refuse(path, f"cannot {kind} {names[-1]!r} there; add what is absent, replace or remove what is.")


def _find(holder: Any, name: str) -> Any:
    """The key or index of what `name` calls; an item of a list is called by the value of its first key."""
    if isinstance(holder, dict):
        return name if name in holder else None
    for index, item in enumerate(holder):
        if isinstance(item, dict) and str(next(iter(item.values()))) == name:
            return index
    return None
