"""Who reads decides how it is written: colour for a terminal only, and no noise when the reader leaves."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.main import COMMANDS as LISTED
from croupier.rulebook.load import rulebook_ids
from tests.patience import PATIENCE_SECONDS

from .command import COLOUR, COMMAND, here, really

Capture = pytest.CaptureFixture[str]
COMMANDS = [("rules", "list"), ("rules", "show", "md-tcp"), ("rules", "diff", "md-fcp", "ma-fcp-1", "--all")]


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal of 100 columns."""
    master, terminal = pty.openpty()
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    settings = plain | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment
    process = subprocess.Popen([COMMAND, *arguments], stdout=terminal, stderr=terminal, env=settings)
    os.close(terminal)
    chunks = []
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:  # a terminal whose last writer has gone
            break
        if not chunk:
            break
        chunks.append(chunk)
    os.close(master)
    assert process.wait(timeout=PATIENCE_SECONDS) == 0
    return b"".join(chunks).decode("utf-8")


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_pipe_gets_no_colour_and_a_width_of_its_own(arguments: tuple[str, ...], capsys: Capture) -> None:
    ran = here(capsys, *arguments)
    assert ran.code == 0
    assert COLOUR not in ran.out
    assert 100 < max(map(len, ran.out.splitlines())) <= 120


def test_a_terminal_gets_colour_unless_it_asks_for_none() -> None:
    assert COLOUR in on_a_terminal("rules", "show", "md-tcp", "--section", "table")
    plain = on_a_terminal("rules", "show", "md-tcp", "--section", "table", NO_COLOR="1")
    assert not any(f"{COLOUR}3{digit}m" in plain for digit in range(8))
    assert "Table and layout" in plain


def test_json_is_plain_even_on_a_terminal() -> None:
    written = on_a_terminal("rules", "list", "--json")
    assert COLOUR not in written
    assert [row["id"] for row in json.loads(written)] == list(rulebook_ids())


@pytest.mark.parametrize(
    "arguments",
    [
        *[pytest.param(arguments, id=" ".join(arguments)) for arguments in COMMANDS],
        pytest.param(("rules", "clauses", "md-uth", "--json"), id="clauses as json"),
        pytest.param(("check", "--example", "md-tcp"), id="example"),
        pytest.param(("--help",), id="help"),
    ],
)
def test_a_reader_that_leaves_early_is_no_failure(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE_SECONDS, check=False
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_without_the_letters_is_no_failure(encoding: str) -> None:
    ran = really("rules", "show", "md-tcp", environment={"PYTHONIOENCODING": encoding})
    assert (ran.code, ran.err) == (0, "")
    assert "Three Card Poker" in ran.out


@pytest.mark.parametrize(
    "arguments", [("--help",), ("rules", "--help"), ("rules", "diff", "--help"), ("check", "--help")]
)
def test_help_is_on_stdout_and_fits_a_terminal(arguments: tuple[str, ...]) -> None:
    ran = really(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: croupier ")
    assert max(map(len, ran.out.splitlines())) <= 80


def test_without_a_command_the_help_is_shown_and_one_is_asked_for() -> None:
    ran = really()
    assert ran.code == 2
    assert ran.out.startswith("Usage: croupier ")
    assert ran.err == "croupier: Name one of the commands of croupier.\n"


def test_the_tour_runs() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "croupier.cli.tour"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    assert all(line.endswith(" ...") for line in ran.stderr.splitlines()), "only progress is told on standard error"
    assert "does not comply with Three Card Poker" in ran.stdout
    assert str(Path.cwd()) not in ran.stdout


def test_the_list_of_commands_loads_none_of_them() -> None:
    listing = "import sys; from croupier.cli.main import run; run(['--help']); print('sqlalchemy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("False\n")
    assert "..." not in ran.stdout.partition("Commands:")[2], "each fits on its line"


@pytest.mark.parametrize("name", LISTED)
def test_every_command_in_the_list_is_there(name: str, capsys: Capture) -> None:
    assert here(capsys, name, "--help").out.startswith(f"Usage: croupier {name} ")
    assert here(capsys, "--", name, "--help").out.startswith(f"Usage: croupier {name} ")
