"""The state of the audit over HTTP, and a full audit on request."""

import asyncio

from litestar import get, post
from msgspec.structs import asdict

from croupier.house.database.schema import CAGE
from croupier.house.reports.audit_state import log_states
from croupier.house.reports.watch_log import WatchLog
from croupier.house.service.house import House
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse, GivenService
from croupier.server.watch.auditor import Auditor
from croupier.server.watch.dependencies import GivenAuditor, GivenWatchLog
from croupier.server.watch.schemas import AuditRunSeen, AuditState, AuditUnderWay
from croupier.table.narration.names import people


@get("/watch/audit", operation_id="audit_state", summary="The state of the audit", tags=["watch"], sync_to_thread=True)
def audit_state(house: GivenHouse, watch_log: GivenWatchLog, auditor: GivenAuditor) -> AuditState:
    """How far every log is signed and seen by its witness, the last audit of the whole house, and the one under way."""
    return state_of(house, watch_log, auditor)


@post("/watch/audit", operation_id="run_audit", summary="Audit the house", tags=["watch"], status_code=200)
async def run_audit(
    house: GivenHouse, service: GivenService, watch_log: GivenWatchLog, auditor: GivenAuditor, me: SignedInUser
) -> AuditState:
    """Begins an audit of the whole house in the background, one at a time; who asked and what it finds is kept."""
    await auditor.begin(service, f"{me.role}:{me.name}")
    return await asyncio.to_thread(state_of, house, watch_log, auditor)


def state_of(house: House, watch_log: WatchLog, auditor: Auditor) -> AuditState:
    """What everybody who watches is told of audits."""
    begun = house.table(CAGE).audit  # first: one that ends meanwhile is told as under way, never as none at all
    with house.database.read() as connection:
        logs, last = log_states(connection, house.witness), watch_log.last_audit(connection)
    return AuditState(
        logs=logs,
        last=AuditRunSeen(**{**asdict(last), "by": people(last.by)}) if last else None,
        under_way=AuditUnderWay(people(begun.by), begun.at_ms, auditor.done, auditor.of) if begun else None,
    )


ROUTES = (audit_state, run_audit)
