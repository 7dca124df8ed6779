"""The connections of devices: each has one, and the newest is the one that counts, in whichever process."""

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from croupier.house.service.service import TableService
from croupier.server.devices.tokens import ConnectedDevice

KIND = "device lines"


class DeviceLines:
    """All devices that are connected to this process."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._ended: dict[str, tuple[str, asyncio.Event]] = {}  # by table and device: the newest here, told when over
        service.on_notification(KIND, self._hear)

    @contextmanager
    def holding(self, device: ConnectedDevice) -> Iterator[asyncio.Event]:
        """A new connection of a device, and how it is told that it does not count any more."""
        line, over = secrets.token_hex(8), asyncio.Event()
        name = f"{device.table}:{device.name}"
        self._hear([f"{name}:{line}"])
        self._ended[name] = (line, over)
        self._service.announce(KIND, [f"{name}:{line}"])
        try:
            yield over
        finally:
            if self._ended.get(name, ("", over))[0] == line:
                del self._ended[name]

    def _hear(self, lines: Sequence[str]) -> None:
        for name, _, line in (one.rpartition(":") for one in lines):
            mine, over = self._ended.get(name, (line, None))
            if over and mine != line:
                over.set()
