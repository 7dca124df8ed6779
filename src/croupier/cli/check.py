"""`croupier check`: Rules Submissions against their rulebooks."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from croupier.cli.check_reports import Checked, junit, sarif, write_report
from croupier.cli.output import console, write_json
from croupier.rulebook import shelf
from croupier.rulebook.check import check as findings_of
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.submission import parse_submission, submission_text


def check(
    named: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="Rules Submissions in TOML, or their folders.", show_default=False),
    ] = None,
    example: Annotated[
        str | None, typer.Option(help="Print the example submission of a rulebook.", metavar="ID")
    ] = None,
    junit_file: Annotated[
        str | None, typer.Option("--junit", help="Also write the findings as JUnit XML.", metavar="FILE")
    ] = None,
    sarif_file: Annotated[
        str | None, typer.Option("--sarif", help="Also write the findings as SARIF 2.1.0.", metavar="FILE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Check Rules Submissions clause by clause.

    Exit 0 if all comply, 1 if one breaks a rule, 2 if one cannot be read; the others are checked all the same.
    """
    if bool(named) == (example is not None):
        raise BadInput("Give a submission's FILE, or --example ID to print one; croupier check --help says more.")
    if example is not None:
        typer.echo(example_text(example), nl=False)
        return
    checked = [_checked(file) for name in named or () for file in _files(name)]
    if junit_file is not None:
        write_report(junit_file, junit(checked))
    if sarif_file is not None:
        write_report(sarif_file, sarif(checked))
    if named == [checked[0].file]:
        _answer_one(checked[0], as_json)
    else:
        _answer_all(checked, as_json)


def _files(name: str) -> list[str]:
    """The file itself, or the submissions in the folder and in the folders inside it; hidden ones are left alone."""
    if not os.path.isdir(name):
        return [name]
    found: list[str] = []
    for folder, inside, held in os.walk(name, onerror=_unreadable):
        inside[:] = [each for each in inside if not each.startswith(".")]
        found += [os.path.join(folder, each) for each in held if Path(each).suffix.lower() == ".toml"]
    if not found:
        raise BadInput(f"There is no submission in {name}; name a folder that holds TOML files.")
    return sorted(found)


def _unreadable(error: OSError) -> None:
    """A folder that nobody can look into may hold a submission that breaks a rule."""
    sentence = f"{error.filename} cannot be read ({error.strerror}); check the path and its permissions."
    raise BadInput(sentence) from None


def _checked(file: str) -> Checked:
    text = ""
    try:
        text = submission_text(file)
        filed = parse_submission(text, file)
        return Checked(file, text, filed.rules, findings_of(filed))
    except BadInput as error:
        return Checked(file, text, problem=str(error))


def _answer_one(item: Checked, as_json: bool) -> None:
    if item.problem:
        raise BadInput(item.problem)
    if as_json:
        write_json({"ok": item.complies, "findings": item.findings})
    else:
        _print(console(), item)
    raise typer.Exit(0 if item.complies else 1)


def _answer_all(checked: Sequence[Checked], as_json: bool) -> None:
    unusable = [item for item in checked if item.problem]
    complying = sum(item.complies for item in checked)
    if as_json:
        write_json({"ok": complying == len(checked), "files": [_as_json(item) for item in checked]})
    else:
        out = console()
        for item in checked:
            if item.problem:
                out.print(Text.assemble(("unusable  ", "bold red"), item.problem, "\n"))
            else:
                _print(out, item)
                out.print()
        out.print(Text(f"{complying} of {_count(len(checked), 'submission')} complied.", style="bold"))
    if unusable:
        raise BadInput(f"{len(unusable)} of {_count(len(checked), 'file')} could not be read. {unusable[0].problem}")
    raise typer.Exit(0 if complying == len(checked) else 1)


def _as_json(item: Checked) -> dict[str, object]:
    if item.problem:
        return {"file": item.file, "ok": False, "problem": item.problem}
    return {"file": item.file, "rules": item.rules, "ok": item.complies, "findings": item.findings}


def example_text(rulebook: str) -> str:
    """The commented example submission of a rulebook."""
    load(rulebook)
    return shelf.example_text(rulebook)


def _print(out: Console, item: Checked) -> None:
    violations = len(item.violations)
    warnings = len(item.findings) - violations
    for finding in item.findings:
        style = "bold red" if finding.severity == "violation" else "bold yellow"
        out.print(Text.assemble((f"{finding.severity:<10}", style), (finding.field, "bold"), f"   {finding.clause}"))
        out.print(Padding(Text(finding.message), (0, 0, 1, 10)))
    counts = f"{_count(violations, 'violation')}, {_count(warnings, 'warning')}"
    verdict = "does not comply" if violations else "complies"
    out.print(Text(f"{item.file} {verdict} with {load(item.rules, whenever=True).title}: {counts}.", style="bold"))


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
