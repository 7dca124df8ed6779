"""A device's line to the house: what is said is sent until it is answered, though the connection be lost meanwhile."""

import asyncio
import secrets
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from croupier.house.log.device_events import AnySaying, CardRead
from croupier.rulebook.errors import BadInput
from croupier.server.wire.messages import Answered

AT = "http://127.0.0.1:8021"
TRIES = 60  # to reach the house again, a second apart
UNKNOWN = "The house does not take this token: it is good no more, or was never; croupier house device add makes one."


class Refused(Exception):  # noqa: N818 - it is an answer
    """The house ends it, and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class _Awaits(Struct, frozen=True):
    card: bool = False
    round: int = 0
    cards_out: int = 0


def socket_address(at: str, table: str) -> str:
    """The socket of devices at a table of the house that is served there."""
    parts = urlsplit(at)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadInput(f"The house is at an address such as {AT}, not {at!r:.80}.")
    return f"ws{parts.scheme[4:]}://{parts.netloc}/api/devices/{table}/socket"


class DeviceLine:
    """One device, connected as long as this is entered."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address
        self._where = urlsplit(address).netloc
        self._token = token
        self._run = secrets.token_hex(6)
        self._said = 0
        self._awaits = _Awaits()
        self._read_at: tuple[int, int] | None = None  # how far the table was when a card was read last
        self._connection: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        await self._connected(tries=1)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._connection:
            await self._connection.close()

    async def until_card(self) -> None:
        """Waits until the table waits for a card."""
        while not self._awaits.card or self._at() == self._read_at:
            await self._next()

    def _at(self) -> tuple[int, int]:
        return self._awaits.round, self._awaits.cards_out

    async def say(self, said: AnySaying) -> Answered:
        """What became of it; under one id, however often it has to be sent."""
        self._said += 1
        at = self._at()
        message_id = f"{self._run}-{self._said}"
        message = msgspec.json.encode({"id": message_id, "said": said}).decode()
        while True:
            connection = await self._connected()
            try:
                await connection.send(message)
                while (answer := await self._next(connection)) is None or answer.id != message_id:
                    pass
            except ConnectionClosed:
                continue
            if answer.outcome == "done" and isinstance(said, CardRead):
                self._read_at = at
            if answer.outcome != "failed":
                return answer
            await asyncio.sleep(1)

    async def _connected(self, tries: int = TRIES) -> ClientConnection:
        if self._connection and self._connection.state.name == "OPEN":
            return self._connection
        for left in reversed(range(tries)):
            try:
                headers = {"Authorization": f"Bearer {self._token}"}
                self._connection = await connect(self._address, additional_headers=headers)
                break
            except InvalidStatus as error:
                if error.response.status_code in (401, 403):
                    raise Refused(UNKNOWN) from None
                if not left:
                    raise Refused("The house does not answer as it should; look whether it is served there.") from None
            except (OSError, InvalidHandshake, TimeoutError):
                if not left:
                    raise Refused(f"No house is served at {self._where}; start it, or name another.") from None
            await asyncio.sleep(1)
        assert self._connection is not None
        return self._connection

    async def _next(self, connection: ClientConnection | None = None) -> Answered | None:
        """The next message taken in; an answer is handed on. A lost connection is made anew, unless one is given."""
        mine = connection or await self._connected()
        try:
            message: dict[str, Any] = msgspec.json.decode(await mine.recv())
        except ConnectionClosed:
            if connection:
                raise
            return None
        match message.get("type"):
            case "awaits":
                self._awaits = msgspec.convert(message, _Awaits)
            case "answer":
                return msgspec.convert(message, Answered)
            case "goodbye" if not message["again"]:
                raise Refused(message["reason"])
        return None
