"""The one shape in which the floor says no, and how everything that can go wrong is put into it."""

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from croupier.house.database.faults import OutcomeUnknown, Unavailable
from croupier.rulebook.errors import BadInput

STANDARD = {
    400: ("malformed", "The request cannot be read; check it against /api/schema/openapi.json."),
    401: ("signed_out", "Nobody is signed in; sign in first."),
    403: ("forbidden", "You may not do this."),
    404: ("not_found", "There is nothing at this address."),
    405: ("method", "This address does not take that method; /api/schema/openapi.json has those it takes."),
    413: ("too_large", "The request is too large; send less at a time."),
    415: ("media_type", "The request's body must be JSON; say so with Content-Type: application/json."),
    429: ("too_often", "Too many requests; wait a moment."),
    503: ("unavailable", "The house cannot answer just now; try again in a moment."),
}
INTERNAL = ("internal", "Something went wrong here and was noted; try again, and tell the floor if it stays.")


class Trouble(Struct, frozen=True):
    """Why something was not done: a code for programs, a sentence for people, and where law says so its clause."""

    code: str
    sentence: str
    clause: str = ""


class Problem(HTTPException):
    """Raised to answer with trouble: `raise Problem(404, "no_table", "There is no table …; …")`."""

    def __init__(self, status: int, code: str = "", sentence: str = "", clause: str = "") -> None:
        standard = STANDARD.get(status, INTERNAL)
        self.trouble = Trouble(code or standard[0], sentence or standard[1], clause)
        super().__init__(detail=self.trouble.sentence, status_code=status)


def trouble_of(error: Exception) -> tuple[int, Trouble]:
    """The status and the trouble that an exception means. Nothing of an unforeseen one is told."""
    if isinstance(error, Problem):
        return error.status_code, error.trouble
    if isinstance(error, Unavailable | OutcomeUnknown):
        return 503, Trouble(*STANDARD[503])
    if isinstance(error, BadInput):
        return 400, Trouble("refused", str(error))
    if isinstance(error, ValidationException):
        return 400, Trouble("malformed", _complaint(error))
    if isinstance(error, HTTPException) and error.status_code < 500:
        known = STANDARD.get(error.status_code, STANDARD[400])
        return error.status_code, Trouble(*known)
    return 500, Trouble(*INTERNAL)


def answered(request: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """The answer that tells an exception."""
    status, trouble = trouble_of(error)
    if status == 500:
        request.scope["state"]["error"] = error  # for the log alone
    headers = getattr(error, "headers", None) or {}
    allow = {name: value for name, value in headers.items() if name.lower() == "allow"}
    return Response(trouble, status_code=status, headers=allow, media_type="application/json")


HANDLERS: ExceptionHandlersMap = {Exception: answered, HTTPException: answered}


def _complaint(error: ValidationException) -> str:
    """What is wrong with which field, as one sentence."""
    found: list[Any] = error.extra if isinstance(error.extra, list) else []
    said = [
        f"{one['key']}: {one['message']}" if one.get("key") else str(one.get("message"))
        for one in found
        if isinstance(one, dict) and one.get("message")
    ]
    return str(BadInput(f"The request is not as it should be: {'; '.join(said)}.")) if said else STANDARD[400][1]
