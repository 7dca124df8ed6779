"""docs/simulation.md shows what the commands print."""

import re
import shlex
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

from tests.cli.command import here

TEXT = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text("utf-8")
SHOWN = re.findall(r"^```console\n\$ croupier (.*)\n((?:.*\n)*?)```$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("command", "expected"), SHOWN, ids=[command.split(" --")[0] for command, _ in SHOWN])
def test_it_shows_what_is_printed(capsys: pytest.CaptureFixture[str], command: str, expected: str) -> None:
    ran = here(capsys, *shlex.split(command))
    assert ran.code == 0, ran.err
    assert OutputChecker().check_output(expected, ran.out, ELLIPSIS | NORMALIZE_WHITESPACE), ran.out


def test_it_shows_every_study() -> None:
    assert {command.split()[1] for command, _ in SHOWN if command.startswith("study")} == {
        "ruin", "compare", "volatility", "meter", "errors",
    }  # fmt: skip
