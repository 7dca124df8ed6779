"""Running `croupier`: within this process where many runs are needed, as the real command where that matters."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cli.main import run
from tests.patience import PATIENCE_SECONDS

COMMAND = Path(sys.executable).with_name("croupier")
COLOUR = "\x1b["


class Ran(NamedTuple):
    """How a run ended and what it wrote."""

    code: int
    out: str
    err: str


def here(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """The command run within this process, through the same door as the real one."""
    code = run(list(arguments))
    return Ran(code, *capsys.readouterr())


def really(*arguments: str | bytes, environment: Mapping[str, str] | None = None) -> Ran:
    """The installed command run as a process of its own."""
    ran = subprocess.run(
        [COMMAND, *arguments],
        capture_output=True,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace"))


def assert_refused(ran: Ran, *words: str) -> None:
    """The input could not be used: exit 2, nothing but one sentence on stderr, with these words in it."""
    assert ran.code == 2, ran
    sentence = re.fullmatch(r"croupier: (\S.*[.])\n", ran.err)
    assert sentence, ran.err
    assert sentence[1].isprintable()
    assert "Traceback" not in ran.err
    assert len(sentence[1]) <= 700
    for word in words:
        assert word in sentence[1], sentence[1]


def squeezed(text: str) -> str:
    """The text with every run of blanks and line ends made one blank, to look for words however they were set."""
    return " ".join(text.split())
