"""The command's front door: every command hangs here, and every refusal leaves by one exit."""

import os
import sys

import typer

from croupier.cli.check import check
from croupier.cli.rules import rules
from croupier.cli.sign import sign
from croupier.rulebook.errors import BadInput

app = typer.Typer(
    name="croupier",
    help="Casino poker tables run by the book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(rules, name="rules")
app.command()(check)
app.command()(sign)


def main() -> None:
    """Runs the command. Exit 0: done; 1: the answer is no; 2: the input could not be used, in one sentence."""
    try:
        app()
    except BadInput as error:
        sys.stderr.write(f"croupier: {error}\n")
        sys.exit(2)
    except BrokenPipeError:
        # The reader, such as `head`, has gone: nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


if __name__ == "__main__":
    main()
