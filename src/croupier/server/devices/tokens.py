"""The tokens that devices are known by: the table's name, the device's, and a secret that nobody keeps."""

import hashlib
import secrets

from msgspec import Struct

from croupier.house.handlers.devices import device_at
from croupier.house.log.device_events import DeviceKind
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput

LONGEST_TOKEN = 200


class ConnectedDevice(Struct, frozen=True):
    """A device that has shown its token."""

    table: str
    name: str
    kind: DeviceKind
    key: str


def new_token(table: str, name: str) -> str:
    """A token for a device, to be told once."""
    return f"{table}.{name}.{secrets.token_urlsafe(32)}"


def key_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_of(house: House, token: str) -> ConnectedDevice | None:
    """The device whose token this is, None where it is nobody's any more. It may block."""
    table, _, rest = token.partition(".")
    name = rest.partition(".")[0]
    if not name or len(token) > LONGEST_TOKEN:
        return None
    try:
        found = device_at(house.table(table), name, key_of(token))
    except BadInput:  # no such table
        return None
    return ConnectedDevice(table, name, found.kind, found.key) if found else None
