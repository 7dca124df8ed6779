"""`croupier house device`: devices that may speak at a table, each by a token of its own."""

from typing import Annotated, Any, get_args

import typer

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, opened
from croupier.cli.output import ask_for_command, console, write_json
from croupier.house.handlers import commands as h
from croupier.house.log.device_events import DeviceKind
from croupier.rulebook.errors import BadInput
from croupier.server.devices.tokens import key_of, new_token
from croupier.table.values.refusal import Refusal

KINDS: tuple[DeviceKind, ...] = get_args(DeviceKind)
BY = "admin"  # whoever may read the house's key file

device = typer.Typer(
    help="Devices at tables: add one, revoke its token, list them.",
    callback=ask_for_command,
    invoke_without_command=True,
    rich_markup_mode=None,
)
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The table that it stands at.")]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The device's name: a to z, 0 to 9 and hyphens.")]


@device.command()
def add(
    table: TableArgument,
    name: NameArgument,
    kind: Annotated[str, typer.Option(help=f"What it is: {', '.join(KINDS)}.")] = "shoe",
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add a device to a table; its token is shown only now."""
    if kind not in KINDS:
        raise BadInput(f"A device is a {' or a '.join(KINDS)}, not {kind!r:.40}.")
    token = new_token(table, name)
    _ask(table, h.AddDevice(device=name, kind=kind, key=key_of(token), by=BY), house, keys)
    if as_json:
        write_json({"table": table, "device": name, "kind": kind, "token": token})
        return
    console().print(f"Device {name}, a {kind}, may speak at table {table}. Its token, shown only now:")
    console().print(token, soft_wrap=True)


@device.command()
def revoke(
    table: TableArgument,
    name: NameArgument,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Revoke a device's token: whatever comes by it from now on is refused."""
    _ask(table, h.RevokeDevice(device=name, by=BY), house, keys)
    if as_json:
        write_json({"table": table, "device": name, "revoked": True})
    else:
        console().print(f"The token of device {name} at table {table} is good no more.")


@device.command("list")
def list_devices(house: HouseOption = DEFAULT, keys: KeysOption = None, as_json: JsonOption = False) -> None:
    """List the devices of all tables."""
    rows: list[dict[str, Any]] = []
    with opened(house, keys) as found:
        for table in found.house.tables():
            for one in found.house.table(table).devices:
                rows.append({"table": table, "device": one.device, "kind": one.kind, "added_ms": one.at_ms})
    if as_json:
        write_json(rows)
        return
    for row in rows:
        console().print(f"{row['table']}  {row['device']}  {row['kind']}", soft_wrap=True)
    if not rows:
        console().print("No table has a device; croupier house device add gives one.")


def _ask(table: str, command: h.AnyRequestedCommand, house: HouseOption, keys: KeysOption) -> None:
    with opened(house, keys) as found:
        answer = found.house.ask(h.Request(table, command))
    if isinstance(answer, Refusal):
        raise BadInput(answer.sentence, answer.clause)
