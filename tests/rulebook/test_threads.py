"""Threads that load a rulebook for the first time together each get it whole."""

import subprocess
import sys

PROGRAM = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from croupier.rulebook.elect import resolve
from croupier.rulebook.load import load, rulebook_ids
from importlib.resources import files
from croupier.rulebook.submission import parse_submission

start = Barrier(4)

def work(_):
    start.wait()
    text = (files("croupier.rulebook") / "data/examples/md-uth.toml").read_text("utf-8")
    return resolve(parse_submission(text, "md-uth.toml")).digest

with ThreadPoolExecutor(4) as threads:
    assert len(set(threads.map(work, range(4)))) == 1
print("whole")
"""


def test_four_threads_resolve_the_same_rules_at_once() -> None:
    """In a process of its own: what is learnt once stays, and a fault here would end the test run itself."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, "whole"), done.stderr
