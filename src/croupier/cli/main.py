"""The command's front door: every command hangs here, and every refusal leaves by one exit."""

import os
import re
import sys
from io import TextIOWrapper

import typer
from typer.main import get_command

from croupier.cli.bench import bench
from croupier.cli.best import best
from croupier.cli.check import check
from croupier.cli.deal import deal
from croupier.cli.odds import odds
from croupier.cli.output import ask_for_command
from croupier.cli.rules import rules
from croupier.cli.settle import settle
from croupier.cli.sign import sign
from croupier.rulebook.errors import BadInput

app = typer.Typer(
    name="croupier",
    help="Casino poker tables run by the book.",
    callback=ask_for_command,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.add_typer(rules, name="rules")
app.command()(check)
app.command()(sign)
app.command()(deal)
app.command()(settle)
app.command()(odds)
app.command()(best)
app.command()(bench)


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
    command = get_command(app)
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


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the words on the command line, as one sentence."""
    context: typer.Context | None = getattr(error, "ctx", None)
    problem = re.sub(r"\. Did you mean (.+)\?$", r"; the nearest is \1", error.format_message()).rstrip(".")
    return str(BadInput(f"{problem}; {context.command_path if context else 'croupier'} --help says more."))


if __name__ == "__main__":
    main()
