"""Devices of a house by commands: added with a token shown once, listed, ended; and a house with a shoe audited."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.command import assert_refused, here


@pytest.fixture
def shoe_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A house whose table oak-6 a shoe reads for, in the folder where commands are run."""
    monkeypatch.chdir(tmp_path)
    for name in ("CROUPIER_HOUSE", "CROUPIER_KEYS"):
        monkeypatch.delenv(name, raising=False)
    for words in ("init", "open oak-6 --example md-tcp --dealer human --cards shoe", "open oak-7 --example md-uth"):
        assert here(capsys, "house", *words.split()).code == 0
    return tmp_path


def test_a_token_is_shown_once_and_only_its_hash_is_kept(shoe_house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No table has a device" in here(capsys, "house", "device", "list").out
    added = here(capsys, "house", "device", "add", "oak-6", "reader")
    token = added.out.splitlines()[-1]
    assert token.startswith("oak-6.reader.")
    assert "Device reader, a shoe, may speak at table oak-6." in added.out
    assert here(capsys, "house", "device", "list").out == "oak-6  reader  shoe\n"
    kept = b"".join(path.read_bytes() for path in shoe_house.glob("house.db*"))
    assert token.rpartition(".")[2].encode() not in kept
    assert sha256(token.encode()).hexdigest().encode() in kept
    assert here(capsys, "house", "device", "revoke", "oak-6", "reader").code == 0
    assert json.loads(here(capsys, "house", "device", "list", "--json").out) == []
    assert here(capsys, "audit").code == 0


def test_as_json_too(shoe_house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(here(capsys, "house", "device", "add", "oak-7", "lights", "--kind", "progressive", "--json").out)
    assert (told["table"], told["device"], told["kind"]) == ("oak-7", "lights", "progressive")
    (listed,) = json.loads(here(capsys, "house", "device", "list", "--json").out)
    assert (listed["device"], "token" in listed) == ("lights", False)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("add oak-7 reader", "No shoe reads the cards of table oak-7"),
        ("add oak-6 Reader", "A device's name is 1 to 40 of a to z"),
        ("add oak-6 reader --kind camera", "A device is a shoe or a shuffler or a progressive, not 'camera'."),
        ("add oak-9 reader", "oak-9"),
        ("revoke oak-6 nobody", "There is no device 'nobody' at table oak-6."),
    ],
)
def test_what_cannot_be_is_said(shoe_house: Path, capsys: pytest.CaptureFixture[str], words: str, says: str) -> None:
    assert_refused(here(capsys, "house", "device", *words.split()), says)


def test_a_shoe_needs_an_automated_shoe_and_a_person_who_deals(
    shoe_house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    virtual = here(capsys, "house", "open", "oak-8", "--example", "md-tcp", "--cards", "shoe")
    assert_refused(virtual, "open the table with a human dealer")
