"""The example learns: a little of the course in every run, the whole course in a soak."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from croupier.odds.wagers.catalogue import results

FILE = Path(__file__).parent.parent.parent / "examples" / "learn_three_card_poker.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_three_card_poker", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_agent_improves_and_never_beats_the_optimum(example: ModuleType) -> None:
    best = example.best_ev()
    assert best == next(iter(results("md-tcp", "base"))).ev
    curve = list(example.learn(episodes=8_000, lessons=2, workers=1, seed=5))
    assert [point.episodes for point in curve] == [0, 4_000, 8_000]
    assert curve[0].ev == -1  # it knows nothing and folds everything
    assert all(point.ev <= best for point in curve)
    assert best - curve[1].ev < 0.3
    assert best - curve[2].ev < best - curve[1].ev


def test_the_course_is_the_same_for_the_same_seed(example: ModuleType) -> None:
    courses = [list(example.learn(episodes=600, lessons=2, workers=1, seed=seed)) for seed in (1, 1, 2)]
    assert courses[0] == courses[1] != courses[2]


def test_a_short_course_is_told_drawn_and_found_wanting(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "curve.svg"
    told = example.main(["--episodes", "400", "--lessons", "2", "--workers", "1", "--plot", str(file)])
    assert told == 1
    assert len(re.findall(r"^ +[\d,]+  [+-]\d\.\d{6}  +\d\.\d{6}  #+$", capsys.readouterr().out, re.MULTILINE)) == 3
    assert "<svg" in file.read_text("utf-8")


def test_what_cannot_be_done_is_said_before_the_course() -> None:
    for arguments, sentence in (
        (["--plot", "curve.txt"], "curve.txt does not end in .svg, .png, .pdf; name it so, such as plot.svg."),
        (["--episodes", "1"], "each worker plays at least one episode in each lesson, and a seed is not negative"),
    ):
        found = subprocess.run([sys.executable, FILE, *arguments], capture_output=True, text=True, check=False)
        assert found.returncode == 2
        assert found.stderr.strip().endswith(sentence)


@pytest.mark.soak
def test_the_whole_course_ends_within_the_stated_distance(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    found = subprocess.run([sys.executable, FILE, "--plot", str(file)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
    assert "<svg" in file.read_text("utf-8")
