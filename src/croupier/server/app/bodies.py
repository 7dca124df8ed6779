"""What a request brings with it: read once, strictly, as what its handler takes."""

from typing import Any

import msgspec
from litestar import Request

from croupier.rulebook.errors import BadInput
from croupier.server.wire.errors import Problem

UNREADABLE = "The request is not as it should be"


class ReadStrictly(Request[Any, Any, Any]):
    """A request whose JSON is taken at its word, as a socket's is: "100" is a text and 1000.0 no number of cents."""

    async def json(self) -> Any:
        """The body as what the handler takes."""
        body = await self.body()
        try:
            return msgspec.json.decode(body, type=_taken(self))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Problem(400, "malformed", str(BadInput(f"{UNREADABLE}: {error}."))) from None


def _taken(request: Request[Any, Any, Any]) -> Any:
    """The type of what the handler of a request is given as `data`."""
    field = request.scope["route_handler"].parsed_fn_signature.parameters.get("data")
    return field.raw if field else Any
