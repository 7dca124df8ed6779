"""Every way in which the engine may be broken in one place, and how a broken place is put into what is loaded."""

import ast
import gc
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

from msgspec import Struct

import croupier

ROOT = Path(croupier.__path__[0])
ROOMS = ("table", "hands", "rulebook")
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip
# What is no branch of the engine: an invariant, a complaint, a sentence, what a type says.
APART = (ast.Assert, ast.Raise, ast.JoinedStr, ast.arguments)


class Mutant(Struct, frozen=True):
    """One broken place: where it is, in which function, and what stands there in place of what."""

    file: str
    line: int
    place: int
    name: str

    def __str__(self) -> str:
        return f"line {self.line} of {self.name}"


class Broken(Struct, frozen=True):
    """A node of a program and what is put in its place."""

    function: str
    node: ast.expr | ast.stmt
    instead: ast.AST
    how: str


def engine_mutants() -> list[Mutant]:
    """Every mutant of the pure rooms."""
    return [mutant for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) for mutant in of_file(path)]


@cache
def written(path: Path) -> str:
    """What stands in a file, read once: it may be worked on meanwhile."""
    return path.read_text("utf-8")


def of_file(path: Path) -> Iterator[Mutant]:
    """The mutants of one file. Their names hold while lines move; in one function, those alike are numbered."""
    file, alike = str(path.relative_to(ROOT)), Counter[str]()
    for place, broken in enumerate(_broken(ast.parse(written(path)), "")):
        name = f"{file}, {broken.function}: {broken.how}"
        alike[name] += 1
        numbered = f"{name} ({alike[name]})" if alike[name] > 1 else name
        yield Mutant(file, broken.node.lineno, place, numbered)


def _broken(tree: ast.AST, holder: str) -> Iterator[Broken]:
    """The places within the outermost functions and lambdas."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.FunctionDef):
            yield from _within(child, f"{holder}{child.name}")
        elif isinstance(child, ast.Lambda):
            yield from _within(child, f"{holder}lambda")
        else:
            yield from _broken(child, f"{child.name}." if isinstance(child, ast.ClassDef) else holder)


def _within(node: ast.AST, function: str) -> Iterator[Broken]:
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "returns", "annotation"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, APART):
                if isinstance(child, ast.expr | ast.stmt):
                    for instead, how in (*_expressions(child), *_statements(child)):
                        yield Broken(function, child, ast.copy_location(instead, child), how)
                yield from _within(child, function)


def _expressions(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """What may stand in the place of an expression."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            turned = [*node.ops[:place], TURNED[type(operator)](), *node.ops[place + 1 :]]
            yield _as(node, ast.Compare(node.left, turned, node.comparators))
    elif isinstance(node, ast.BoolOp):
        yield _as(node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _as(node, node.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not _of_text(node):
        yield _as(node, ast.BinOp(node.left, RECKONED[type(node.op)](), node.right))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _as(node, ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1))
    elif isinstance(node, ast.IfExp):
        yield _as(node, ast.IfExp(node.test, node.orelse, node.body))


def _of_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", 0), str)
        for side in (node.left, node.right)
    )


def _as(node: ast.expr, instead: ast.expr) -> tuple[ast.expr, str]:
    return instead, f"`{_short(node)}` as `{_short(instead)}`"


def _statements(node: ast.AST) -> Iterator[tuple[ast.stmt, str]]:
    """What may stand in the place of a statement."""
    if isinstance(node, ast.Return) and node.value is not None and not _is_nothing(node.value):
        yield ast.Return(ast.Constant(None)), f"`{_short(node)}` as nothing"
    elif isinstance(node, ast.If):
        yield (
            ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse),
            f"`if {_short(node.test)}` the other way",
        )
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break):
        yield ast.Pass(), f"`{_short(node)}` left out"
    elif isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
        # A generator that yields nothing any more must stay one.
        gone = ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load()))) if _yields(node) else ast.Pass()
        yield gone, f"`{_short(node)}` left out"


def _yields(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Yield | ast.YieldFrom)


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return text if len(text) <= 90 else f"{text[:87]}…"


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, broken: Broken) -> None:
        self.broken = broken

    def visit(self, node: ast.AST) -> ast.AST:
        return self.broken.instead if node is self.broken.node else self.generic_visit(node)


Key = tuple[str, str, int]


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def loaded_functions() -> dict[Key, list[FunctionType]]:
    """Every function of Croupier that is loaded, by where it is written: found once, before anything is forked."""
    found: dict[Key, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(ROOT)):
            found.setdefault(_key(one.__code__), []).append(one)
    return found


def put_in(mutant: Mutant, functions: dict[Key, list[FunctionType]]) -> bool:
    """Breaks the functions that are loaded; whether any was changed."""
    path = ROOT / mutant.file
    tree = ast.parse(written(path))
    whole = compile(tree, str(path), "exec")
    broken = list(_broken(tree, ""))[mutant.place]
    _Put(broken).visit(tree)
    mutated = compile(ast.fix_missing_locations(tree), str(path), "exec")
    changed, now = False, _by_key(mutated)
    for key, before in _by_key(whole).items():
        # What is left out may have held functions of its own: they are gone, and nobody calls them any more.
        if len(before) == len(now.get(key, ())):
            for function in functions.get(key, ()):
                after = next((new for old, new in zip(before, now[key], strict=True) if function.__code__ == old), None)
                if after is not None and after != function.__code__:
                    function.__code__ = after
                    changed = True
    return changed


def _by_key(code: CodeType) -> dict[Key, list[CodeType]]:
    """The functions written within, those together that stand at the same place under the same name."""
    found: dict[Key, list[CodeType]] = {}
    for inner in _codes(code):
        found.setdefault(_key(inner), []).append(inner)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The functions written within, the outer before the inner."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)
