"""`croupier serve`: the house in a browser."""

import contextlib
import logging
import os
import socket
import ssl
import tempfile
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.cli.house_place import DEFAULT, HouseOption, KeysOption, opened
from croupier.cli.output import console
from croupier.house.database.addresses import address
from croupier.house.database.database import Database
from croupier.house.keys import Keys
from croupier.house.service.house import House, wall_clock
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.users import FIRST_ADMIN, Users
from croupier.server.app.app import Floor, create_app
from croupier.server.app.demo import REAL_CARDS, STAFF, demo_house, demo_staff
from croupier.server.app.logs import write_logs
from croupier.server.app.openapi import completed
from croupier.server.app.running import bound, origins_for, served_by
from croupier.server.app.workers import Workers
from croupier.server.metrics import SHARED
from croupier.server.odds.calculation_pool import end_calculations
from croupier.server.settings import Settings, Tls

MOST_PROCESSES = 64


def serve(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="With --demo: where the demo house is kept.")] = Path(
        "demo"
    ),
    demo: Annotated[bool, typer.Option("--demo", help="A house to try: a practice table of each rulebook.")] = False,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 8021,
    guests: Annotated[bool | None, typer.Option(help="Whether guests may play, with play money.")] = None,
    processes: Annotated[int, typer.Option(help="How many processes serve the house; PostgreSQL only.")] = 1,
    tls_cert: Annotated[Path | None, typer.Option(help="The certificate, for https.", metavar="FILE")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key.", metavar="FILE")] = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="An address by which browsers reach the house; may be repeated.")
    ] = None,
    metrics_from: Annotated[
        list[str] | None, typer.Option(help="An address that may read /metrics, beside this machine.")
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Write the API's OpenAPI description, and end.")] = False,
) -> None:
    """Open the house to browsers. Ctrl-C closes it."""
    if schema:
        typer.echo(_schema())
        return
    if demo:
        _check_demo(context)
        made, keys = demo_house(folder, _say)
        house = str(made)
    _check_processes(house, processes)
    _check_certificate(tls_cert, tls_key)
    tls = (tls_cert, tls_key) if tls_cert and tls_key else None
    with bound(host, port) as listening:
        settings = Settings(
            origins=origins_for(host, listening.getsockname()[1], tls_cert is not None, origin or []),
            guests=demo if guests is None else guests,
            odds_ahead=demo,
            metrics_from=(*Settings(origins=()).metrics_from, *(metrics_from or ())),
        )
        with opened(house, keys) as found:
            found.database.try_commit()  # nobody is let in where nothing would be kept
            users = Users(found.database, settings)
            password = users.first_admin(wall_clock())
            staff = demo_staff(found.house, users, wall_clock()) if demo else ""
        _announce(settings, password, staff)
        if browser:
            webbrowser.open(settings.origins[0])
        level = logging.WARNING if demo else logging.INFO
        app = partial(floor_at, house, keys, settings, level)
        with contextlib.suppress(KeyboardInterrupt):
            _run(app, settings, listening, processes, tls)


def _run(
    app: Callable[[], Floor], settings: Settings, listening: socket.socket, processes: int, tls: Tls | None
) -> None:
    """Serves until somebody ends it; one of several processes that dies is started again."""
    if processes == 1:
        served_by(app(), settings, tls).run([listening])
        return
    write_logs()
    with tempfile.TemporaryDirectory() as counts:
        os.environ[SHARED] = counts
        Workers(app, settings, tls, listening, processes).run()


def floor_at(house: str, keys: Path | None, settings: Settings, level: int) -> Floor:
    """The app of the house there, in this process, which closes the house when it stops."""
    write_logs(level)
    stack = contextlib.ExitStack()
    found = stack.enter_context(opened(house, keys))
    app = create_app(found.house, settings)
    app.on_shutdown += [stack.close, end_calculations]
    return app


def _check_demo(context: typer.Context) -> None:
    for name in ("house", "keys"):
        source = context.get_parameter_source(name)
        if source and source.name == "COMMANDLINE":
            raise BadInput(f"--demo has a house of its own; leave --{name} out, or leave --demo out.")


def _check_processes(house: str, processes: int) -> None:
    if not 1 <= processes <= MOST_PROCESSES:
        raise BadInput(f"1 to {MOST_PROCESSES} processes serve a house, not {processes}.")
    if processes > 1 and address(house).drivername == "sqlite":
        raise BadInput("Several processes need a house on PostgreSQL; leave --processes out for an SQLite file.")


def _check_certificate(certificate: Path | None, key: Path | None) -> None:
    if (certificate is None) != (key is None):
        raise BadInput("https needs both --tls-cert and --tls-key; give the other too.")
    if certificate is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (OSError, ValueError) as error:  # of which an SSLError is one
        reason = getattr(error, "strerror", None) or "they are not a certificate and its key, in PEM"
        raise BadInput(f"{certificate} and {key} cannot be used ({reason}); name others.") from None


def _announce(settings: Settings, password: str | None, staff: str) -> None:
    out = console()
    how = "play there as a guest" if settings.guests else "sign in there"
    out.print(f"The house is open at {settings.origins[0]} : {how}; Ctrl-C closes it.", soft_wrap=True)
    if staff:
        *others, last = (f"{role} {name}" for name, role in STAFF)
        people = f"{', '.join(others)} or {last}"
        address = f"{settings.origins[0]}/deal/{REAL_CARDS[0]}"
        out.print(f"Deal real cards at {address} : sign in as {people}, each by {staff} .", soft_wrap=True)
    if password:
        who = "To look after it, sign" if staff else "Sign"
        out.print(f"{who} in as {FIRST_ADMIN} with the one-time password {password} (shown only now).", soft_wrap=True)


def _say(sentence: str) -> None:
    console().print(sentence, soft_wrap=True)


def _schema() -> str:
    with tempfile.TemporaryDirectory() as folder, Database.at(Path(folder) / "none.db", create=True) as database:
        house = House(database, Keys(bytes(32), bytes(32)))
        app = create_app(house, Settings(origins=("http://127.0.0.1",)))
        described = completed(app.openapi_schema.to_schema())
    return msgspec.json.format(msgspec.json.encode(described), indent=2).decode()
