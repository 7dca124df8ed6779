"""The tree is tidy: small files and folders, no knots of imports, no words that were given up; see `tidy.toml`."""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.soak import SOAKING

ROOT = Path(__file__).parents[2]
OURS = "tests/project/tidy.toml"
RULES = tomllib.loads((ROOT / OURS).read_text("utf-8"))
BINARY = {".png", ".zip", ".db", ".woff2", ".ico", ".gz", ".pdf"}


def files() -> list[str]:
    """Every file of the project, by its path: what is kept, and what is new and not ignored."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a checkout")
    return sorted(name for name in set(listed.stdout.split("\0")) if name and (ROOT / name).is_file())


FILES = files()


def written_by_hand(name: str) -> bool:
    return not any(name.startswith(place) for place in RULES["generated"])


def texts() -> Iterator[tuple[str, str]]:
    """The text of every file that people write."""
    for name in FILES:
        if written_by_hand(name) and Path(name).suffix not in BINARY and name != OURS:
            yield name, (ROOT / name).read_text("utf-8")


def excepted(found: Mapping[str, object], exceptions: Mapping[str, str]) -> None:
    """Nothing is found but what is excepted; in a soak, nothing is excepted that is not found."""
    assert {name: found[name] for name in found.keys() - exceptions.keys()} == {}
    if SOAKING:
        assert exceptions.keys() - found.keys() == set(), f"not needed in {OURS} any more"


def places_of(pattern: str) -> list[str]:
    """The files in which a text stands, each with the first of it."""
    looked_for = re.compile(pattern)
    return [f"{name}: {found[0]}" for name, text in texts() if (found := looked_for.search(text))]


def test_files_are_short() -> None:
    lines = {name: text.count("\n") for name, text in texts()}
    excepted({name: count for name, count in lines.items() if count > RULES["longest_file"]}, RULES["long_files"])


def test_folders_are_small() -> None:
    folders = Counter(str(Path(name).parent) for name in FILES if written_by_hand(name))
    large = {name: count for name, count in folders.items() if count > RULES["largest_folder"] and name != "."}
    excepted(large, RULES["large_folders"])


def imports(module: str, path: Path) -> tuple[set[str], set[str]]:
    """The modules of Croupier that a module imports: when it runs, and for its types only."""
    running: set[str] = set()
    typing: set[str] = set()

    def walk(node: ast.AST, into: set[str]) -> None:
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            into = typing
        if isinstance(node, ast.ImportFrom) and node.module:
            into |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            into |= {name.name for name in node.names}
        for child in ast.iter_child_nodes(node):
            walk(child, into)

    walk(ast.parse(path.read_text("utf-8")), running)
    return running - {module}, typing - {module}


def reached(start: str, graph: dict[str, set[str]]) -> set[str]:
    """Every module that one leads to."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in graph[waiting.pop()] & graph.keys() - found:
            found.add(name)
            waiting.append(name)
    return found


def test_no_module_needs_the_types_of_one_that_needs_it() -> None:
    paths = {_module(name): ROOT / name for name in FILES if name.startswith("src/") and name.endswith(".py")}
    both = {module: imports(module, path) for module, path in paths.items()}
    running = {module: found[0] for module, found in both.items()}
    knots = {
        " ".join(sorted((module, other)))
        for module, (_, typing) in both.items()
        for other in typing & paths.keys()
        if module in reached(other, running)
    }
    excepted(dict.fromkeys(knots), RULES["type_cycles"])


def _module(name: str) -> str:
    return ".".join(Path(name).relative_to("src").with_suffix("").parts).removesuffix(".__init__")


LOOKED_AT_AS_TEXT = re.compile(r"\.(?:startswith|endswith|r?partition|r?split|removeprefix|removesuffix)\(")
CLOSED_ROOMS = ("table", "hands", "rulebook", "odds")


def test_no_name_and_no_sentence_is_taken_apart_to_decide_something() -> None:
    rooms = tuple(f"src/croupier/{room}/" for room in CLOSED_ROOMS)
    found = {
        name: [line.strip() for line in text.splitlines() if LOOKED_AT_AS_TEXT.search(line)]
        for name, text in texts()
        if name.startswith(rooms) and name.endswith(".py") and LOOKED_AT_AS_TEXT.search(text)
    }
    excepted(found, RULES["taken_apart"])


def test_words_that_were_given_up_do_not_come_back() -> None:
    given_up = {word: places_of(rf"\b{word}\b") for word in RULES["words"]}
    assert {f"{word} is called {RULES['words'][word]} now": places for word, places in given_up.items() if places} == {}


@pytest.mark.parametrize("text", RULES["texts"])
def test_nothing_of_one_machine_or_registry_is_written_down(text: str) -> None:
    assert places_of(text) == [], RULES["texts"][text]


def test_what_must_not_stand_anywhere_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "Kept in /home/" + "ann/house, from pypi" + ".org; the Desk knew."
    monkeypatch.setattr(f"{__name__}.texts", lambda: iter([("a.py", sentence), ("b.py", "The Desks knew.")]))
    assert [places_of(text) for text in RULES["texts"]] == [["a.py: /home/" + "ann/"], ["a.py: pypi" + ".org"]]
    assert places_of(r"\bDesk\b") == ["a.py: Desk"]
