"""What `make run` shows: the rulebooks, one game's paytables, a submission checked, broken, and its sign."""

import contextlib
import tempfile
from pathlib import Path

import typer
from rich.text import Text

from croupier.cli.check import check, example_text
from croupier.cli.output import console
from croupier.cli.rules import list_rulebooks, show
from croupier.cli.sign import sign

MISTAKES = {
    "seats = 7 ": "seats = 8 ",
    'pair_plus = "C"': 'pair_plus = "E"',
    "reset_cents = 200000": "reset_cents = 99999",
}


def main() -> None:
    """Walks through what there is."""
    text = example_text("md-tcp")
    broken = text
    for right, wrong in MISTAKES.items():
        assert right in broken
        broken = broken.replace(right, wrong, 1)
    with tempfile.TemporaryDirectory() as folder:
        good, bad = Path(folder, "submission.toml"), Path(folder, "broken.toml")
        good.write_text(text, "utf-8")
        bad.write_text(broken, "utf-8")
        _say("The rule documents", "croupier rules list")
        list_rulebooks()
        _say("Their paytables, clause by clause", "croupier rules show md-tcp --section paytables")
        show("md-tcp", section="paytables")
        _say(
            "An operator's submission",
            "croupier check --example md-tcp > submission.toml; croupier check submission.toml",
        )
        _check(good)
        _say("The same with three mistakes in it", "croupier check broken.toml")
        _check(bad)
        _say("What must hang at that table", "croupier sign submission.toml --pdf sign.pdf")
        sign(str(good))
    _say("More", "croupier rules show ID | clauses ID | diff ID ID; croupier --help")


def _check(path: Path) -> None:
    """Checks for the words; the exit code is for scripts."""
    with contextlib.suppress(typer.Exit):
        check(str(path))


def _say(title: str, command: str) -> None:
    out = console()
    out.print()
    out.rule(Text(title, style="bold"), align="left")
    out.print(Text(f"$ {command}\n", style="dim"))


if __name__ == "__main__":
    main()
