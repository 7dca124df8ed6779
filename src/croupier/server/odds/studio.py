"""The paytable studio: a paytable edited and priced as one types, found by its edge, and put on a PAR sheet."""

from typing import Annotated, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.server.odds.calculation_pool import Memo, Worker
from croupier.server.odds.queue import Queue
from croupier.server.odds.studio_answers import csv_of, designs_of, par_of, price_of, wagers_of
from croupier.server.wire.studio import StudioAsked, StudioDesigned, StudioPriced, StudioWager, StudioWanted

BASE = "base"
MOST_WAITING = 12
QUICK, SOLVING = Worker(), Worker()  # also of what stands beside the form of a submission
_SIDE_WAGERS = Queue(QUICK, 10 * MOST_WAITING)  # each within a tenth of a second
_BEST_PLAY = Queue(SOLVING, MOST_WAITING)  # each within seconds
_SEARCHES = Queue(Worker(), MOST_WAITING)  # each within a minute or so
_WAGERS = Memo[tuple[StudioWager, ...]](QUICK)

InJson = Annotated[str, QueryParameter(max_length=8_000)]
Read = TypeVar("Read")


@get("/studio/{rulebook:str}", operation_id="studio_wagers", summary="Paytables to edit", tags=["studio"])
async def studio_wagers(rulebook: FromPath[str]) -> list[StudioWager]:
    """The wagers of a rulebook with their posted paytables, and every line that their hands tell apart."""
    load(rulebook)
    return list(await _WAGERS.get(rulebook, wagers_of, rulebook))


@post("/studio/{rulebook:str}/price", operation_id="studio_price", summary="Price a paytable", tags=["studio"],
      status_code=200)  # fmt: skip
async def studio_price(rulebook: FromPath[str], data: JSONBody[StudioAsked]) -> StudioPriced:
    """The exact figures of a paytable of one's own; where best play depends on it, the game is solved again."""
    load(rulebook)
    queue = _BEST_PLAY if data.wager == BASE else _SIDE_WAGERS
    return await queue.ask(price_of, rulebook, data)


@post("/studio/{rulebook:str}/design", operation_id="studio_design", summary="Find paytables", tags=["studio"],
      status_code=200)  # fmt: skip
async def studio_design(rulebook: FromPath[str], data: JSONBody[StudioWanted]) -> StudioDesigned:
    """All paytables that bring what is wanted: how many, and of them the front and enough to draw."""
    load(rulebook)
    return await _SEARCHES.ask(designs_of, rulebook, data)


@get(
    "/studio/{rulebook:str}/designs",
    operation_id="studio_designs",
    summary="Found paytables as CSV",
    tags=["studio"],
    media_type="text/csv",
)
async def studio_designs(rulebook: FromPath[str], asked: InJson) -> Response[bytes]:
    """All paytables that bring what is wanted, one a row; `asked` is JSON, as a search is asked for."""
    load(rulebook)
    found = await _SEARCHES.ask(csv_of, rulebook, _read(asked, StudioWanted))
    return Response(found, media_type="text/csv", headers={"content-disposition": 'attachment; filename="found.csv"'})


@get(
    "/studio/{rulebook:str}/par",
    operation_id="studio_par",
    summary="A PAR sheet",
    tags=["studio"],
    media_type="application/pdf",
)
async def studio_par(rulebook: FromPath[str], asked: InJson) -> Response[bytes]:
    """The PAR sheet of a paytable of one's own as a PDF; `asked` is JSON, as a price is asked for."""
    load(rulebook)
    pdf = await _BEST_PLAY.ask(par_of, rulebook, _read(asked, StudioAsked))
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": "inline"})


def _read(asked: str, form: type[Read]) -> Read:
    try:
        return msgspec.json.decode(asked, type=form)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadInput("What is asked for cannot be read; ask in JSON, as for a price or a search.") from None


ROUTES = (studio_wagers, studio_price, studio_design, studio_designs, studio_par)
