"""The packages that the program needs, and those that they need, as they are installed here."""

import ast
import operator
import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

from croupier.house.components.listing import Component

PROGRAM = "croupier"
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?")
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


def dependencies() -> Iterator[Component]:
    """Each package with its version; without the extras that nobody asked for."""
    found = dict[str, str]()
    waiting, seen = [(PROGRAM, frozenset[str]())], set[tuple[str, frozenset[str]]]()
    while waiting:
        wanted = waiting.pop()
        if wanted in seen:
            continue
        seen.add(wanted)
        name, extras = wanted
        try:
            package = distribution(name)
        except PackageNotFoundError:  # left out by whoever installed it: it is not here to run
            continue
        found[name] = package.version
        for line in package.requires or ():
            needed, _, when = line.partition(";")
            named = _REQUIREMENT.match(needed)
            if named and any(applies(when, extra) for extra in extras or {""}):
                asked = frozenset(one.strip() for one in (named[2] or "").split(",") if one.strip())
                waiting.append((_normal(named[1]), asked))
    return (Component(name, version=number) for name, number in found.items() if name != PROGRAM)


def applies(marker: str, extra: str = "") -> bool:
    """Whether a requirement with this marker is one here; one that cannot be understood is."""
    if not marker.strip():
        return True
    here = {
        "extra": extra,
        "implementation_name": sys.implementation.name,
        "os_name": os.name,
        "platform_machine": platform.machine(),
        "platform_python_implementation": platform.python_implementation(),
        "platform_system": platform.system(),
        "python_full_version": platform.python_version(),
        "python_version": ".".join(platform.python_version_tuple()[:2]),
        "sys_platform": sys.platform,
    }
    try:
        return _holds(ast.parse(marker.strip(), mode="eval").body, here)
    except (SyntaxError, KeyError, TypeError, ValueError):
        return True


def _holds(node: ast.expr, here: dict[str, str]) -> bool:
    if isinstance(node, ast.BoolOp):
        every = isinstance(node.op, ast.And)
        return (all if every else any)(_holds(one, here) for one in node.values)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise ValueError(ast.dump(node))
    sides = [node.left, node.comparators[0]]
    first, second = (here[one.id] if isinstance(one, ast.Name) else ast.literal_eval(one) for one in sides)
    if any(isinstance(one, ast.Name) and one.id.startswith("python") for one in sides):
        first, second = ([int(part) for part in re.findall(r"\d+", side)] for side in (first, second))
    return _COMPARED[type(node.ops[0])](first, second)


def _normal(name: str) -> str:
    """A package's name as all spellings of it are one."""
    return re.sub(r"[-_.]+", "-", name).lower()
