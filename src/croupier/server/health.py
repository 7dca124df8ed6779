"""How the floor is: for whoever watches over it."""

import asyncio

from litestar import Request, Response, get
from msgspec import Struct

from croupier.house.database import Database
from croupier.house.migrations import NEWEST
from croupier.rulebook.errors import BadInput
from croupier.server.errors import Problem
from croupier.server.given import GivenHouse, GivenMetrics, GivenSettings

PATIENCE_SECONDS = 5


class Health(Struct, frozen=True):
    """Whether the database answers, holds the schema of this version, and the table service runs."""

    database: bool
    schema: bool
    service: bool


@get("/health", operation_id="health", summary="Is the floor well?", tags=["operations"])
async def health(request: Request, house: GivenHouse) -> Response[Health]:  # type: ignore[type-arg]
    """200 where everything is well, 503 where something is not."""
    try:
        revision = await asyncio.wait_for(asyncio.to_thread(_revision, house.database), PATIENCE_SECONDS)
    except TimeoutError:
        revision = None
    found = Health(revision is not None, revision == NEWEST, hasattr(request.app.state, "service"))
    well = found == Health(True, True, True)
    return Response(found, status_code=200 if well else 503, headers={"cache-control": "no-store"})


def _revision(database: Database) -> str | None:
    try:
        return database.revision() or ""
    except BadInput:
        return None


@get("/metrics", operation_id="metrics", summary="Counts for Prometheus", tags=["operations"], media_type="text/plain")
async def metrics(request: Request, house: GivenHouse, settings: GivenSettings, metrics: GivenMetrics) -> str:  # type: ignore[type-arg]
    """Told to the addresses that the settings name, and to nobody else."""
    if not request.client or request.client.host not in settings.metrics_from:
        raise Problem(403, "not_from_here", "The counts are told on the floor's own machine only.")
    return (await asyncio.to_thread(metrics.exposed, house)).decode()


ROUTES = (health, metrics)
