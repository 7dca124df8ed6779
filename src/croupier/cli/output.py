"""How commands speak: tables for people, JSON for machines."""

import json
import sys
from typing import Any

import msgspec
import typer
from rich.console import Console

from croupier.rulebook.errors import BadInput


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """A reader that has gone is for the command's front door to deal with, not an answer of no."""
        raise BrokenPipeError


def console() -> Console:
    """Where people read; colour only on a terminal, NO_COLOR honoured, wide enough for a table when piped."""
    terminal = sys.stdout.isatty()
    # Clause ids such as `.12F(2)[added]` and names that people file are words, never markup.
    return _Console(width=None if terminal else 120, highlight=False, markup=False, emoji=False)


def write_json(value: Any) -> None:
    """Writes `value` as indented JSON."""
    sys.stdout.write(json.dumps(msgspec.to_builtins(value, enc_hook=str), indent=2, ensure_ascii=False) + "\n")


def ask_for_command(context: typer.Context) -> None:
    """Shows the help where no command was named, and asks for one."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise BadInput(f"Name one of the commands of {context.command_path}.")
