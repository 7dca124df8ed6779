"""`croupier check`: a Rules Submission against its rulebook."""

from importlib.resources import files
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.rulebook.check import check as findings_of
from croupier.rulebook.errors import BadInput
from croupier.rulebook.finding import Finding
from croupier.rulebook.load import load
from croupier.rulebook.submission import read_submission


def check(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A Rules Submission in TOML.")] = None,
    example: Annotated[
        str | None, typer.Option(help="Print the example submission of a rulebook.", metavar="ID")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Check a Rules Submission clause by clause.

    Exit 0 if it complies, 1 if it breaks a rule, 2 if it cannot be read.
    """
    if (file is None) == (example is None):
        raise BadInput("Give a submission's FILE, or --example ID to print one; croupier check --help says more.")
    if example is not None:
        typer.echo(example_text(example), nl=False)
        return
    assert file is not None
    filed = read_submission(file)
    found = findings_of(filed)
    clean = not any(finding.severity == "violation" for finding in found)
    if as_json:
        write_json({"ok": clean, "findings": found})
    else:
        _print(console(), file, filed.rules, found)
    raise typer.Exit(0 if clean else 1)


def example_text(rulebook: str) -> str:
    """The commented example submission of a rulebook."""
    load(rulebook)
    return (files("croupier.rulebook") / f"data/examples/{rulebook}.toml").read_text("utf-8")


def _print(out: Console, file: str, rulebook: str, found: tuple[Finding, ...]) -> None:
    title = load(rulebook).title
    violations = sum(finding.severity == "violation" for finding in found)
    warnings = len(found) - violations
    for finding in found:
        style = "bold red" if finding.severity == "violation" else "bold yellow"
        out.print(Text.assemble((f"{finding.severity:<10}", style), (finding.field, "bold"), f"   {finding.clause}"))
        out.print(Padding(Text(finding.message), (0, 0, 1, 10)))
    counts = f"{_count(violations, 'violation')}, {_count(warnings, 'warning')}"
    verdict = "does not comply" if violations else "complies"
    out.print(Text(f"{file} {verdict} with {title}: {counts}.", style="bold"))


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
