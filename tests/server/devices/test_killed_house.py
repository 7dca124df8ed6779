"""A house that is killed while a shoe deals: it comes back where it was, and the shoe goes on by itself."""

import os
import signal
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from croupier.cards import DECK
from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.keys import load_keys
from croupier.house.service.house import House
from croupier.server.devices.tokens import key_of, new_token
from tests.cli.command import COMMAND
from tests.house.handlers.test_shoe import until_a_card
from tests.server.felt import floor_of
from tests.server.served import first_with, served

TOKEN = new_token("one", "reader")


def waiting_for_a_card(path: Path, keys: Path) -> None:
    """A house whose table one waits for the shoe's first card, for each of two hands and the dealer's."""
    load_keys(keys, create=True)
    with Database.open(path) as database:
        floor = floor_of(House(database, load_keys(keys)))
        floor.house.open_cage()
        floor.open("one", players=("ann", "bob"), dealer="human", card_source="shoe")
        floor.do("one", h.AddDevice(device="reader", kind="shoe", key=key_of(TOKEN), by="admin:ada"))
        until_a_card(floor)


def test_a_house_that_is_killed_in_the_middle_of_a_round_goes_on_where_it_was(house_file: Path, tmp_path: Path) -> None:
    path, keys, logs = tmp_path / "house.db", tmp_path / "keys", [tmp_path / "first.log", tmp_path / "second.log"]
    path.write_bytes(house_file.read_bytes())
    waiting_for_a_card(path, keys)
    given = ("--house", str(path), "--keys", str(keys))
    command = [str(COMMAND), "device", "shoe", "--table", "one", "--from", "-", "--at"]
    environment = {**os.environ, "CROUPIER_DEVICE_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1"}
    with served(*given, log=logs[0]) as (house, address, _):
        shoe = subprocess.Popen(
            [*command, address], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert shoe.stdin
        shoe.stdin.write("".join(f"{card}\n" for card in DECK[:4]))
        shoe.stdin.flush()
        first_with(shoe, "4: a card read.")
        house.send_signal(signal.SIGKILL)
        house.wait()
    shoe.stdin.write("".join(f"{card}\n" for card in DECK[4:9]))  # nobody is there to hear them
    shoe.stdin.close()
    with served(*given, "--port", str(urlsplit(address).port), log=logs[1]):
        first_with(shoe, "9: a card read.")
        assert shoe.wait() == 0
    assert shoe.stdout
    shoe.stdout.close()
    with Database.open(path) as database:
        house_keys = load_keys(keys)
        table = House(database, house_keys).table("one")
        assert table.state.round
        dealt = [card for box in table.state.round.boxes for card in box.cards]
        assert sorted(map(str, (*dealt, *table.state.round.dealer))) == sorted(map(str, DECK[:9]))
        assert (table.state.round.drawn, table.calls) == (9, ())
        report = audit(database, house_keys)
        assert report.ok, report.problems
    for log in logs:
        written = log.read_text("utf-8")
        assert "/api/devices/one/socket" in written, "it was there"
        assert TOKEN.rpartition(".")[2] not in written
