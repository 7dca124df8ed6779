"""A house on PostgreSQL by the command alone, its key file named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run


def test_a_house_on_postgresql_from_its_setting_up_to_a_dispute(
    new_postgres_url: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, keys = new_postgres_url("template0"), str(tmp_path / "keys")

    def answered(*words: str, needs_keys: bool = True) -> Any:
        code = run([*words, *(["--keys", keys] if needs_keys else []), "--json"])
        found = capsys.readouterr()
        assert code == 0, found
        return json.loads(found.out)

    answered("house", "init", "--house", url)
    answered("house", "open", "tcp-1", "--example", "md-tcp", "--house", url)
    assert answered("house", "play", "2", "--house", url)["rounds"] == 2
    assert answered("house", "report", "--house", url, needs_keys=False)["tables"][0]["rounds"] == 2
    found = answered("audit", url)
    assert found["ok"]
    assert ["amcheck" in sentence for sentence in found["unchecked"]] == [True]
    assert answered("replay", "tcp-1", "2", "--house", url, "--bundle", str(tmp_path / "dispute.json"))["ok"]
    assert json.loads((tmp_path / "dispute.json").read_text())["signed"]
    out = str(tmp_path / "rounds.parquet")
    assert answered("export", url, "--parquet", out, needs_keys=False)["rows"] == 2
    assert len(answered("audit", url, needs_keys=False)["unchecked"]) == 4
