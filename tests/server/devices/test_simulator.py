"""`croupier device shoe` at a running floor: a shoe of a file, a reader that types, and one that is killed."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from croupier.cards import DECK
from croupier.cli.main import run
from tests.server.devices.crew import Crew, crew
from tests.server.devices.device import token_for
from tests.server.live import Live


def played_out(people: Crew) -> None:
    """The people's part of a round whose cards come by themselves."""
    dealer = people.people["dealer"]
    while people.table.last is None:
        if not people.step() and people.table.last is None:
            dealer.receive()  # something changes: a card has come


def test_a_file_of_cards_is_a_shoe(
    lite_server: Live, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tmp_path / "cards.txt"
    cards.write_text("# a new deck\nAS Ks\nQs 9S 8s\n10h\n")
    with crew(lite_server) as people:
        monkeypatch.setenv("CROUPIER_DEVICE_TOKEN", token_for(lite_server, "one"))
        ended: list[int] = []
        command = ["device", "shoe", "--table", "one", "--from", str(cards), "--at", lite_server.url]
        shoe = threading.Thread(target=lambda: ended.append(run(command)))
        shoe.start()
        played_out(people)
        shoe.join()
        last = people.table.last
    assert ended == [0]
    assert last is not None
    assert " ".join(map(str, (*last.boxes[0].cards, *last.dealer))) == "As Ks Qs 9s 8s Th"
    told = capfd.readouterr().out
    assert told.count("a card read") == 6
    assert "As" not in told, "who deals may see it"


def test_a_reader_types_and_after_a_kill_another_goes_on(lite_server: Live) -> None:
    with crew(lite_server) as people:
        given = {**os.environ, "CROUPIER_DEVICE_TOKEN": token_for(lite_server, "one")}
        command = [sys.executable, "-m", "croupier.cli.main", "device", "shoe", "--table", "one", "--from", "-"]
        command += ["--at", lite_server.url]
        people.until_a_card()
        first = subprocess.Popen(command, env=given, stdin=subprocess.PIPE, text=True)
        assert first.stdin
        first.stdin.write(f"{DECK[0]}\n{DECK[1]}\n")
        first.stdin.flush()
        while people.drawn < 2:
            people.people["dealer"].receive()
        first.send_signal(signal.SIGKILL)
        first.wait()
        first.stdin.close()
        rest = "".join(f"{card}\n" for card in DECK[2:6])
        done = subprocess.run(
            command, env=given, input=f"nothing\n{rest}{DECK[0]}\n", text=True, capture_output=True, check=False
        )
        assert people.drawn == 6
        (call,) = people.table.calls
    assert done.returncode == 1
    assert "line 1: 'nothing' cannot be read. Write cards (As, 10h)" in done.stderr
    assert "A card left the shoe, and none was due. The floor rules on it." in done.stderr
    assert call.by == "device:reader"


def test_a_token_that_is_not_taken_and_a_house_that_is_not_there_are_said(
    lite_server: Live, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "cards.txt"
    cards.write_text("As\n")
    shoe = ["device", "shoe", "--table", "one", "--from", str(cards)]
    for given, says in (
        (["--at", lite_server.url, "--token", "one.reader.wrong"], "The house does not take this token"),
        (["--at", "http://127.0.0.1:9", "--token", "x.y.z"], "No house is served at 127.0.0.1:9"),
        (["--at", "nowhere", "--token", "x.y.z"], "The house is at an address such as http://127.0.0.1:8021"),
        (["--at", lite_server.url, "--token", ""], "A shoe needs its token: set CROUPIER_DEVICE_TOKEN"),
        (["--from", "none.txt", "--token", "x.y.z"], "none.txt cannot be read"),
    ):
        assert run([*shoe, *given]) == 2, says
        assert says in capfd.readouterr().err
    cards.write_text("As\n2x\n")
    assert run([*shoe, "--token", "x.y.z"]) == 2
    assert f"{cards}, line 2: '2x' cannot be read." in capfd.readouterr().err
