"""The house's keys: kept in a file of the owner's only, made once, never half written."""

import os
import stat
from pathlib import Path

import pytest

from croupier.house.keys import Keys, Seal, load_keys
from croupier.rulebook.errors import BadInput


def test_a_key_file_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "house.keys"
    first = load_keys(path, create=True)
    sealed = first.sealing.close(b"seed", b"for this")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_keys(path, create=True).sealing.open(sealed, b"for this") == b"seed"
    assert os.listdir(tmp_path) == ["house.keys"]


def test_who_was_second_takes_the_first_one_s_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.keys"
    first = load_keys(path, create=True)
    monkeypatch.setattr(Path, "exists", lambda self: False)  # as if it had come into being just now
    second = load_keys(path, create=True)
    assert second.sealing.open(first.sealing.close(b"x", b""), b"") == b"x"


def test_what_was_sealed_opens_with_the_same_key_for_the_same_purpose_only() -> None:
    seal = Seal(bytes(32))
    closed = seal.close(b"As Kd", b"cards 1 one")
    assert seal.open(closed, b"cards 1 one") == b"As Kd"
    for other, purpose in ((Seal(bytes(31) + b"\1"), b"cards 1 one"), (seal, b"cards 2 one")):
        with pytest.raises(BadInput, match="does not open"):
            other.open(closed, purpose)
    for place in range(len(closed)):
        changed = bytes(byte ^ (index == place) for index, byte in enumerate(closed))
        with pytest.raises(BadInput):
            seal.open(changed, b"cards 1 one")
    with pytest.raises(BadInput):
        seal.open(b"", b"cards 1 one")
    assert Keys.new().sealing.close(b"x", b"") != Keys.new().sealing.close(b"x", b"")


@pytest.mark.parametrize(
    "text", ["", "{}", '{"sealing": "x", "signing": "y"}', '{"sealing": "AAAA", "signing": "AAAA"}']
)
def test_a_damaged_key_file_is_said_to_be_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "house.keys"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(BadInput, match="not a key file"):
        load_keys(path)


def test_a_missing_or_shown_key_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load_keys(tmp_path / "none")
    with pytest.raises(BadInput, match="cannot be written"):
        load_keys(tmp_path / "no folder" / "house.keys", create=True)
    path = tmp_path / "house.keys"
    load_keys(path, create=True)
    path.chmod(0o644)
    with pytest.raises(BadInput, match="Others may read"):
        load_keys(path)
