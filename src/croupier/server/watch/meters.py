"""Movements of a link's meters over HTTP."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from croupier.house.database.schema import CAGE
from croupier.house.links.local import all_links
from croupier.house.reports.meter_movements import PAGE, MeterMovement, movements_before
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.phrases import words
from croupier.server.dependencies import GivenHouse
from croupier.server.watch.schemas import MeterMovements, MovementSeen
from croupier.server.wire.errors import Problem


@get(
    "/watch/meters/{link:str}", operation_id="meter_movements", summary="Movements of meters", tags=["watch"],
    sync_to_thread=True,
)  # fmt: skip
def meter_movements(
    house: GivenHouse,
    link: FromPath[str],
    before: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
) -> MeterMovements:
    """Every movement of the meters of a link, the latest first, with the round that caused it."""
    with house.database.read() as connection:
        links = list(all_links(connection))
        if link not in links:
            hint = nearest(link, links) if links else "there is none yet"
            raise Problem(404, "no_link", str(BadInput(f"There is no link {link!r}; {hint}.")))
        found = movements_before(connection, link, before, PAGE + 1)
    return MeterMovements(
        movements=tuple([_seen(one) for one in found[:PAGE]]),
        before=found[PAGE - 1].move if len(found) > PAGE else None,
    )


def _seen(one: MeterMovement) -> MovementSeen:
    return MovementSeen(
        move=one.move,
        meter=one.meter,
        title=words(one.meter).title(),
        kind=one.kind,  # type: ignore[arg-type]
        gain_cents=one.gain / 100_000_000,
        shown_cents=one.shown_cents,
        reverses=one.reverses,
        table=one.table if one.table != CAGE else "",
        round=one.round if one.table != CAGE else 0,
        record=one.record,
        at_ms=one.at_ms,
    )


ROUTES = (meter_movements,)
