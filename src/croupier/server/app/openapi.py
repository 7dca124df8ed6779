"""The description of the API, complete: what every operation answers when it says no, and what sockets tell."""

from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from croupier.house.shuffles.proof import RoundProof
from croupier.server.accounts.cookies import CSRF_HEADER
from croupier.server.deal.schemas import DealSeen
from croupier.server.pit.schemas import PitSeen, SlipSeen
from croupier.server.pit.slips import AskedSlip
from croupier.server.tables.lobby import LobbySeen
from croupier.server.wire.errors import Trouble
from croupier.server.wire.messages import Asked, ServerMessage

BESIDE = (Trouble, ServerMessage, LobbySeen, DealSeen, PitSeen, Asked)  # what no operation's own types speak of
# What Litestar describes wrongly: it takes the members of a bounded tuple for anything at all.
INSTEAD = (RoundProof, SlipSeen, AskedSlip)
_PLACE = "#/components/schemas/{name}"


def completed(described: dict[str, Any]) -> dict[str, Any]:
    """The description with the one shape of trouble beside what each operation answers when all is well."""
    _, beside = msgspec.json.schema_components(BESIDE, ref_template=_PLACE)
    _, instead = msgspec.json.schema_components(INSTEAD, ref_template=_PLACE)
    components = {**described["components"], "schemas": {**beside, **described["components"]["schemas"], **instead}}
    no = {"$ref": _PLACE.format(name=Trouble.__name__)}
    answer = {"description": "Not done, and why.", "content": {"application/json": {"schema": no}}}
    paths = {
        path: {method: _with(operation, answer) for method, operation in operations.items()}
        for path, operations in described["paths"].items()
    }
    whole: dict[str, Any] = _plain_patterns({**described, "paths": paths, "components": components})
    return whole


def _with(operation: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    done = {status: said for status, said in operation["responses"].items() if status.startswith("2")}
    if "204" in done:
        done["204"] = {name: said for name, said in done["204"].items() if name != "content"}  # it has no body
    return {**operation, "responses": {**done, "default": answer}}


def _plain_patterns(value: Any) -> Any:
    """The same with every pattern as JSON Schema writes it, which knows no other marks for the ends than ^ and $."""
    if isinstance(value, dict):
        return {
            name: said.replace(r"\A", "^").replace(r"\Z", "$") if name == "pattern" and isinstance(said, str)
            else _plain_patterns(said)
            for name, said in value.items()
        }  # fmt: skip
    return [_plain_patterns(one) for one in value] if isinstance(value, list | tuple) else value


class CompleteJson(JsonRenderPlugin):
    """Answers with the complete description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON."""
        return super().render(request, completed(openapi_schema))


OPENAPI = OpenAPIConfig(
    title="Croupier",
    version=version("croupier"),
    summary="Casino poker tables run by the book.",
    description=(
        f"Whoever changes something sends the page's Origin and, in the header {CSRF_HEADER}, the value of the cookie"
        " that ends in croupier-csrf. Amounts are whole cents, times milliseconds since 1970."
    ),
    path="/api/schema",
    render_plugins=[CompleteJson(path="/openapi.json")],
    use_handler_docstrings=True,
)
