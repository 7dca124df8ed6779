"""The command's front door: every command hangs here, and every refusal leaves by one exit."""

import os
import re
import sys
from importlib import import_module
from io import TextIOWrapper

import typer
from typer.main import get_command

from croupier.cli.output import ask_for_command
from croupier.rulebook.errors import BadInput

# Each is the function, or the group of commands, of that name in the module of that name beside this one.
COMMANDS = (
    "check", "sign", "deal", "settle", "verify", "odds", "best", "simulate", "study",
    "house", "serve", "audit", "replay", "export", "bench", "rules",
)  # fmt: skip


def main() -> None:
    """Runs the command. Exit 0: done; 1: the answer is no; 2: the input could not be used, in one sentence."""
    try:
        sys.exit(run(sys.argv[1:]))
    except BrokenPipeError:
        # The reader, such as `head`, has gone: nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)


def run(arguments: list[str]) -> int:
    """Runs the command with these arguments and says how it ended."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A letter that the terminal's encoding lacks is no reason to stop.
        sys.stdout.reconfigure(errors="replace")
    command = get_command(_app(arguments))
    try:
        with command.make_context("croupier", arguments) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except (BadInput, typer.TyperException) as error:
        sentence = str(error) if isinstance(error, BadInput) else _usage(error)
        sys.stderr.write(f"croupier: {sentence}\n")
        return 2
    finally:
        sys.stdout.flush()
    return 0


def _app(arguments: list[str]) -> typer.Typer:
    """The command that is named first, or all of them: to load them all takes longer than most of them run."""
    app = typer.Typer(
        name="croupier",
        help="Casino poker tables run by the book.",
        callback=ask_for_command,
        invoke_without_command=True,
        add_completion=False,
        rich_markup_mode=None,
    )
    for name in [name for name in COMMANDS if name in arguments[:1]] or COMMANDS:
        command = getattr(import_module(f"croupier.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command()(command)
    return app


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the words on the command line, as one sentence."""
    context: typer.Context | None = getattr(error, "ctx", None)
    problem = re.sub(r"\. Did you mean (.+)\?$", r"; the nearest is \1", error.format_message()).rstrip(".")
    return str(BadInput(f"{problem}; {context.command_path if context else 'croupier'} --help says more."))


if __name__ == "__main__":
    main()
