"""The simulator kept ready: loaded once, each run in a fork of its own, which begins as a new process would.

In its process even sets of words are walked in the same order every time.
"""

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Ran(NamedTuple):
    """How a run ended and what it wrote."""

    code: int
    out: str


class Resident:
    """The process that waits for arguments."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def run(self, *arguments: str) -> Ran:
        """`python -m tests.simulator` with these arguments."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(arguments) + "\n")
        self.process.stdin.flush()
        return Ran(*json.loads(self.process.stdout.readline()))


@contextmanager
def resident() -> Iterator[Resident]:
    """The simulator, ready until it is no longer needed."""
    words = [sys.executable, "-m", "tests.simulator.resident"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    with subprocess.Popen(
        words, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Resident(process)


def _forked(arguments: list[str]) -> Ran:
    from tests.simulator.__main__ import main

    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writes, 1)
        os.dup2(writes, 2)
        sys.argv = ["tests.simulator", *arguments]
        code = 3
        try:
            code = main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 3
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    os.close(writes)
    with os.fdopen(reads, "r", encoding="utf-8") as told:
        out = told.read()
    return Ran(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), out)


def _serve() -> None:
    import tests.simulator.__main__  # noqa: F401  loaded before anything is forked

    for line in sys.stdin:
        print(json.dumps(_forked(json.loads(line))), flush=True)


if __name__ == "__main__":
    _serve()
