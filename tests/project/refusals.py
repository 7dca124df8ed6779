"""Every refusal that the code can make, found where it is written: its code and its sentences."""

import ast
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.server.wire.errors import INTERNAL, STANDARD

SOURCES = Path(croupier.__path__[0])
# What makes a refusal, and the places of its code and of its sentence among what it is given.
MAKERS = {"Refusal": (0, 1), "Trouble": (0, 1), "Problem": (1, 2)}
FILLED_IN = "{…}"


def refusals() -> dict[str, list[str]]:
    """For each code the sentences that are said with it."""
    found: dict[str, list[str]] = {code: [sentence] for code, sentence in (*STANDARD.values(), INTERNAL)}
    for path in sorted(SOURCES.rglob("*.py")):
        for code, sentences in _written(ast.parse(path.read_text("utf-8"))):
            known = found.setdefault(code, [])
            known += [sentence for sentence in sentences if sentence not in known]
    return found


def _written(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    named = _assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            place, second = MAKERS[node.func.id]
            codes = _texts(_given(node, place, "code"), named)
            for code in codes:
                if code != FILLED_IN:  # passed on from a refusal that is made elsewhere
                    yield code, _texts(_given(node, second, "sentence"), named)


def _assigned(tree: ast.Module) -> dict[str, list[ast.Assign]]:
    """What is given a name anywhere in the file, in order."""
    found: dict[str, list[ast.Assign]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node)
    return {name: sorted(nodes, key=lambda node: node.lineno) for name, nodes in found.items()}


def _given(call: ast.Call, place: int, name: str) -> ast.expr | None:
    if place < len(call.args):
        return call.args[place]
    return next((word.value for word in call.keywords if word.arg == name), None)


def _texts(node: ast.expr | None, named: dict[str, list[ast.Assign]]) -> list[str]:
    """The texts that an expression may be, with `{…}` for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return [text] if text else []
        case ast.JoinedStr(values=values):
            return ["".join(str(part.value) if isinstance(part, ast.Constant) else FILLED_IN for part in values)]
        case ast.IfExp(body=one, orelse=other):
            return _texts(one, named) + _texts(other, named)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [one + other for one in _texts(left, named) for other in _texts(right, named)]
        case ast.Call(args=[first, *_]):  # such as str(BadInput(f"…"))
            return _texts(first, named)
        case ast.Name(id=name):
            before = [one for one in named.get(name, []) if one.lineno < node.lineno] or named.get(name, [])
            return _texts(before[-1].value, named) if before else [FILLED_IN]
        case None:
            return []
        case _:
            return [FILLED_IN]
