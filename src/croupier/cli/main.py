"""The command's front door: every command hangs here, and every refusal leaves by one exit."""

import os
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from io import TextIOWrapper

import typer
from typer.main import get_command

from croupier.cli.law_options import with_law
from croupier.cli.output import ask_for_command
from croupier.rulebook.errors import BadInput

# Each is the function, or the group of commands, of that name in the module of that name beside this one.
COMMANDS: Mapping[str, str] = {
    "check": "Check a Rules Submission clause by clause.",
    "sign": "Print the sign that the rules require at a table.",
    "deal": "Deal one round at a demo table, every step with its clause.",
    "settle": "Settle a described round, clause by clause.",
    "rules": "What the rule documents say.",
    "schema": "The JSON Schema of the files that you write.",
    "odds": "Exact odds of every wager and paytable.",
    "design": "All paytables that bring a wanted edge.",
    "best": "The exact value of each action you may take.",
    "simulate": "Play many rounds beside the exact odds of every wager.",
    "study": "Ruin, meters, dealers' errors, comparisons, volatility.",
    "house": "Run a house: tables that last, their money, their meters.",
    "serve": "Open the house to browsers.",
    "device": "Be a device at a table: a shoe that reads its cards.",
    "audit": "Check every record, shuffle, cent and meter of a house.",
    "replay": "Rebuild a round from its records, and verify it.",
    "export": "Export rounds, settlements, significant events or meters.",
    "verify": "Check a round's proof or bundle, or what is running where.",
    "bench": "Measure the speeds claimed; takes a minute.",
}


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
    for name, one in getattr(command, "commands", {}).items():
        with_law(name, one)
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
    """The command that is named first, or a list of them all: to load them all takes longer than most of them run."""
    app = typer.Typer(
        name="croupier",
        help="Casino poker tables run by the book.",
        callback=ask_for_command,
        invoke_without_command=True,
        add_completion=False,
        rich_markup_mode=None,
    )
    for name in [name for name in COMMANDS if name in arguments[:1]] or COMMANDS:
        if name not in arguments:
            app.command(name=name, help=COMMANDS[name])(_unnamed)
            continue
        command = getattr(import_module(f"croupier.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command()(command)
    return app


def _unnamed() -> None:
    raise AssertionError("a command is loaded before it is run")


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the words on the command line, as one sentence."""
    context: typer.Context | None = getattr(error, "ctx", None)
    problem = re.sub(r"\. Did you mean (.+)\?$", r"; the nearest is \1", error.format_message()).rstrip(".")
    return str(BadInput(f"{problem}; {context.command_path if context else 'croupier'} --help says more."))


if __name__ == "__main__":
    main()
