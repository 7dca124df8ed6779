"""Writes docs/reference from the code itself: commands, requests, events, refusals, settings and metrics.

    python -m tests.project.reference

`make reference` does the same; tests/project/test_reference.py fails while the pages say something else than the code.
"""

import inspect
import tempfile
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer
from typer.main import get_command

from croupier.cli.law_options import with_law
from croupier.cli.main import COMMANDS
from croupier.cli.schema import FILES, schema_text
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.keys import Keys
from croupier.house.log import events as he
from croupier.house.service.house import House, TableTerms
from croupier.server.metrics import Metrics
from croupier.server.settings import Settings
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.project.refusals import refusals

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
BUILT_IN = ("help", "install_completion", "show_completion")  # what every command of this kind has
SCHEMAS = FOLDER.parent / "schemas"
GENERATED = "<!-- Written by `make reference` from the code; change it there. -->"


def pages() -> dict[str, str]:
    """Every page of the reference by the name of its file."""
    return {
        "command-line.md": _page("The command line", "Every command and what may be said to it.", _command_line()),
        "requests.md": _page(
            "Requests",
            "What may be asked of a table (`decide`) and of a house. A field in brackets may be left out.",
            [*_structs("Of a table", c.AnyCommand), *_structs("Of a house", h.AnyHouseCommand)],
        ),
        "events.md": _page(
            "Events",
            "What a table's records tell, each as the JSON tag `event`. A field in brackets may be left out.",
            [*_structs("Of a table", e.AnyEvent), *_structs("Of a house", he.AnyHouseEvent)],
        ),
        "refusals.md": _page(
            "Refusals",
            "Every code with the sentences that may come with it; `{…}` is filled in when it is said. Where law is the"
            " reason its clause comes beside it.",
            _refusals(),
        ),
        "settings.md": _page(
            "Settings", "How a floor and a table are run, and what is taken if nothing is said.", _settings()
        ),
        "metrics.md": _page("Metrics", "What `/metrics` tells Prometheus.", _metrics()),
    }


def _page(title: str, about: str, lines: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", GENERATED, "", about, "", *lines]).rstrip() + "\n"


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (columns, ("---",) * len(columns), *cells)] + [""]


def _command_line() -> list[str]:
    lines: list[str] = []
    for name in COMMANDS:
        found = getattr(import_module(f"croupier.cli.{name}"), name)
        app = found if isinstance(found, typer.Typer) else _alone(found)
        lines += _command(f"croupier {name}", with_law(name, get_command(app)))
    return lines


def _alone(function: Any) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(function)
    return app


def _command(called: str, command: Any) -> list[str]:
    """A command, or each command of a group."""
    if hasattr(command, "commands"):
        return [line for name, one in command.commands.items() for line in _command(f"{called} {name}", one)]
    lines = [f"## `{called}`", "", inspect.cleandoc(command.help or "").replace("\n\n", "\n"), ""]
    rows = []
    for parameter in command.params:
        spelt = ", ".join((*parameter.opts, *parameter.secondary_opts)) if parameter.param_type_name == "option" else ""
        told = getattr(parameter, "help", None) or ""
        if variable := parameter.envvar:
            told += f" Else the environment's `{variable}`."
        if parameter.name not in BUILT_IN:
            rows.append((f"`{spelt or (parameter.metavar or str(parameter.name).upper())}`", told))
    return lines + (_table(("said", "meaning"), rows) if rows else [])


def _structs(title: str, union: Any) -> list[str]:
    rows = [(f"`{one.__name__}`", _first(one), _fields(one)) for one in get_args(union)]
    return [f"## {title}", "", *_table(("name", "meaning", "fields"), rows)]


def _first(struct: type) -> str:
    return inspect.cleandoc(struct.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _fields(struct: Any) -> str:
    found = msgspec.structs.fields(struct)
    return ", ".join(f"`{one.encode_name}`" if one.required else f"[`{one.encode_name}`]" for one in found)


def _refusals() -> list[str]:
    rows = [
        (f"`{code}`", "<br>".join(one for one in said if any(map(str.isalpha, one))) or "Says what is wrong.")
        for code, said in sorted(refusals().items())
    ]
    return _table(("code", "sentences"), rows)


def _settings() -> list[str]:
    lines: list[str] = []
    for title, struct in (("Of a floor", Settings), ("Of a table", TableTerms)):
        comments = _comments(struct)
        rows = [
            (f"`{one.name}`", "must be said" if one.required else f"`{one.default!r}`", comments.get(one.name, ""))
            for one in msgspec.structs.fields(struct)
        ]
        lines += [f"## {title}", "", _first(struct), "", *_table(("setting", "unless said", "meaning"), rows)]
    return lines


def _comments(struct: type) -> dict[str, str]:
    """What the code says of each field: behind it, or above it and those that follow."""
    found: dict[str, str] = {}
    above = ""
    for line in map(str.strip, inspect.getsource(struct).splitlines()):
        code, _, comment = line.partition("#")
        name = code.partition(":")[0].strip()
        if not code:
            above = comment.strip()
        elif name.isidentifier():
            found[name] = comment.strip() or above
    return found


def _metrics() -> list[str]:
    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "none.db", create=True) as database:
        told = Metrics().exposed(House(database, Keys(bytes(32), bytes(32)))).decode()
    lines = [line.split(" ", 3) for line in told.splitlines() if line.startswith("# ")]
    about = {words[2]: words[3] for words in lines if words[1] == "HELP"}
    kinds = {words[2]: words[3] for words in lines if words[1] == "TYPE"}
    rows = [(f"`{name}`", kinds[name], about[name]) for name in sorted(about) if not name.endswith("_created")]
    return _table(("metric", "kind", "meaning"), rows)


def main() -> None:
    """Writes the pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    SCHEMAS.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
    for name in FILES:
        (SCHEMAS / f"{name}.schema.json").write_text(schema_text(name), "utf-8")


if __name__ == "__main__":
    main()
