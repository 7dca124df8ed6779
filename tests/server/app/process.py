"""A floor in a process of its own, to be killed: `python -m tests.server.app.process DATABASE PORT ORIGIN...`."""

import sys

from msgspec.structs import replace

from croupier.house.database.database import Database
from croupier.house.service.house import House
from croupier.server.app.app import create_app
from croupier.server.app.running import bound, served_by
from tests.house.floor import KEYS
from tests.server.live import CHEAP


def main(url: str, port: str, *origins: str) -> None:
    """Serves the house until it is killed."""
    with Database.open(url) as database, bound("127.0.0.1", int(port)) as listening:
        settings = replace(CHEAP, origins=origins)
        server = served_by(create_app(House(database, KEYS), settings), settings)
        print("listening", flush=True)
        server.run([listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
