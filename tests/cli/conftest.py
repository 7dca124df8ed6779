"""Submissions on disk."""

from pathlib import Path

import pytest

from croupier.cli.check import example_text
from croupier.rulebook.load import rulebook_ids


@pytest.fixture
def submissions(tmp_path: Path) -> dict[str, Path]:
    """The example submission of each rulebook as a file."""
    found = {name: tmp_path / f"{name}.toml" for name in rulebook_ids()}
    for name, path in found.items():
        path.write_text(example_text(name), "utf-8")
    return found
