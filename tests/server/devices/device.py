"""A device at a table by a real socket, as a shoe would be."""

import secrets
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect

from croupier.house.log.device_events import AnySaying, CardRead, DeviceKind
from croupier.server.devices.sockets import Awaits
from croupier.server.wire.messages import Answered, Goodbye
from tests.patience import PATIENCE_SECONDS
from tests.server.live import Live

_read = msgspec.json.Decoder(Answered | Awaits | Goodbye).decode


def token_for(live: Live, table: str, name: str = "reader", kind: DeviceKind = "shoe") -> str:
    """The token of a new device, as somebody of the floor is told it."""
    floor = live.signed_in("floor", f"adds-{name}-{table}")
    told = floor.post(f"/api/pit/{table}/devices", json={"device": name, "kind": kind})
    assert told.status_code == 200, told.text
    token: str = told.json()["token"]
    return token


class Device:
    """A connection; use it in a `with`."""

    def __init__(self, live: Live, table: str, token: str, **given: Any) -> None:
        address = f"{live.url.replace('http', 'ws', 1)}/api/devices/{table}/socket"
        self._given: dict[str, Any] = {"additional_headers": {"Authorization": f"Bearer {token}"}, **given}
        self._address = address
        self._socket: ClientConnection | None = None
        self.raw: list[str] = []
        self.awaits: Awaits | None = None
        self._read_at: tuple[int, int] | None = None  # what the table had when a card was read last
        self.goodbye: Goodbye | None = None

    def __enter__(self) -> "Device":
        connecting = connect(self._address, open_timeout=PATIENCE_SECONDS, **self._given)
        self._socket = connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """The connection is lost."""
        assert self._socket is not None
        self._socket.close()

    def next(self) -> Answered | None:
        """The next message; the answer, if it is one."""
        assert self._socket is not None
        text = self._socket.recv(timeout=PATIENCE_SECONDS)
        self.raw.append(str(text))
        told = _read(text)
        if isinstance(told, Awaits):
            self.awaits = told
        elif isinstance(told, Goodbye):
            self.goodbye = told
        return told if isinstance(told, Answered) else None

    def send(self, text: str) -> None:
        """Sends whatever it is."""
        assert self._socket is not None
        self._socket.send(text)

    def say(self, said: AnySaying, message_id: str = "") -> Answered:
        """What became of something said."""
        message_id = message_id or secrets.token_hex(8)
        self.send(msgspec.json.encode({"id": message_id, "said": said}).decode())
        while (answer := self.next()) is None:
            pass
        assert answer.id == message_id
        return answer

    def read(self, card: Any, message_id: str = "") -> Answered:
        """The shoe reads a card."""
        at = (self.awaits.round, self.awaits.cards_out) if self.awaits else None
        answer = self.say(CardRead(card=card), message_id)
        self._read_at = at if answer.outcome == "done" else self._read_at
        return answer

    def until_card(self) -> None:
        """Waits until the table waits for a card."""
        while not (self.awaits and self.awaits.card) or (self.awaits.round, self.awaits.cards_out) == self._read_at:
            self.next()

    def until_goodbye(self) -> Goodbye:
        """What is said when the connection is ended."""
        while self.goodbye is None:
            self.next()
        return self.goodbye
