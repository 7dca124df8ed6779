"""What every command that reads law may be told besides: in which folders rulebooks are, and of which day."""

import os
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer
from typer.main import get_command

from croupier.rulebook import shelf
from croupier.rulebook.errors import BadInput

# Commands that read no law: what they are given says all that they look at.
WITHOUT_LAW = frozenset({"bench", "schema"})


def _use(context: typer.Context, folders: list[str] | None) -> None:
    """Takes these folders for this command; whoever runs several in one process finds the next as it was."""
    _for_now(context, shelf.SETTING, (lambda: shelf.use(folders)) if folders else None)


def _ask_of(context: typer.Context, day: str | None) -> None:
    """Asks for the law of that day in this command."""
    _for_now(context, shelf.AS_OF, (lambda: shelf.use_as_of(day)) if day is not None else None)


def _for_now(context: typer.Context, setting: str, use: Callable[[], None] | None) -> None:
    before = os.environ.get(setting)

    def put_back() -> None:
        if os.environ.get(setting) != before:
            os.environ.pop(setting, None)
            if before is not None:
                os.environ[setting] = before
            shelf.forget()

    context.call_on_close(put_back)
    try:
        if use:
            use()
    except BadInput:
        put_back()
        raise


def _of_law(
    rulebooks: Annotated[
        list[str] | None,
        typer.Option(
            "--rulebooks", metavar="FOLDER", callback=_use, is_eager=True, expose_value=False,
            help=f"A folder of rulebooks of your own; may be repeated. Else the environment's {shelf.SETTING}.",
        ),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of", metavar="DATE", callback=_ask_of, is_eager=True, expose_value=False,
            help=f"The day whose law is asked for, such as 2026-07-01. Else the environment's {shelf.AS_OF}.",
        ),
    ] = None,
) -> None:  # fmt: skip
    raise AssertionError("this only says what the options are")


def with_law(name: str, command: Any) -> Any:
    """The command, or each of a group, taking these options too."""
    if name not in WITHOUT_LAW:
        app = typer.Typer(add_completion=False)
        app.command()(_of_law)
        options = [one for one in get_command(app).params if one.name != "help"]
        for each in _alone(command):
            each.params.extend(options)
    return command


def _alone(command: Any) -> Iterator[Any]:
    inside = getattr(command, "commands", None)
    if inside is None:
        yield command
    else:
        for one in inside.values():
            yield from _alone(one)
