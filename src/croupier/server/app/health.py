"""How the floor is: for whoever watches over it."""

import asyncio
import time

from litestar import Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from croupier.house.database.migrations import NEWEST
from croupier.house.log import store
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.server.dependencies import GivenHouse, GivenMetrics, GivenSettings
from croupier.server.wire.errors import Problem

PATIENCE_SECONDS = 5
FRESH_SECONDS = 1.0  # how long a look at the database is good for, however many ask


class Health(Struct, frozen=True):
    """Whether the database answers, commits, holds the schema of this version and every record that was seen in it.

    A house whose witness cannot be written does not know of its records that they are all there. And whether the table
    service runs.

    Of each link, whether the database that keeps it commits, be it this house's or another's.
    """

    database: bool
    commits: bool
    schema: bool
    records: bool
    service: bool
    links: dict[str, bool]

    @property
    def well(self) -> bool:
        """Whether tables can be played; where a link is lost they are played without it, as the rules say."""
        return self.database and self.commits and self.schema and self.records and self.service


class Heartbeat:
    """Looks whether a house's database commits: really, and once for all who ask within a second."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._looking = asyncio.Lock()
        self._at = float("-inf")
        self._found = Health(False, False, False, False, False, {})

    async def look(self, service: bool) -> Health:
        """How the floor is, where the table service runs or not."""
        async with self._looking:
            if time.monotonic() - self._at >= FRESH_SECONDS:
                try:
                    self._found = await asyncio.wait_for(asyncio.to_thread(self._look, service), PATIENCE_SECONDS)
                except TimeoutError:
                    self._found = Health(False, False, False, False, service, dict.fromkeys(self._found.links, False))
                self._at = time.monotonic()
            return self._found

    def _look(self, service: bool) -> Health:
        database = self._house.database
        try:
            revision = database.revision()
            with database.read() as connection:
                links = store.links(connection)
        except BadInput:
            return Health(False, False, False, False, service, dict.fromkeys(self._found.links, False))
        try:
            database.try_commit()
        except BadInput:
            commits = False
        else:
            commits = not database.outage.sentence  # what was tried is little, and more may have failed just now
        remote_houses = self._house.remote_houses
        kept = {link: commits if not at else at in remote_houses and not remote_houses[at].lost for link, at in links}
        witness = self._house.witness
        return Health(True, commits, revision == NEWEST, witness is None or witness.well, service, kept)


@get("/health", operation_id="health", summary="Is the floor well?", tags=["operations"])
async def health(request: Request, heartbeat: NamedDependency[Heartbeat]) -> Response[Health]:  # type: ignore[type-arg]
    """200 where tables can be played and what is done at them is kept, 503 where something is in the way."""
    found = await heartbeat.look(hasattr(request.app.state, "service"))
    return Response(found, status_code=200 if found.well else 503, headers={"cache-control": "no-store"})


@get("/metrics", operation_id="metrics", summary="Counts for Prometheus", tags=["operations"], media_type="text/plain")
async def metrics(request: Request, house: GivenHouse, settings: GivenSettings, metrics: GivenMetrics) -> str:  # type: ignore[type-arg]
    """Told to the addresses that the settings name, and to nobody else."""
    if not request.client or request.client.host not in settings.metrics_from:
        raise Problem(403, "not_from_here", "The counts are told on the floor's own machine only.")
    return (await asyncio.to_thread(metrics.exposed, house)).decode()


ROUTES = (health, metrics)
