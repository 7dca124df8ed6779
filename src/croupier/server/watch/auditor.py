"""Audits of the whole house on request: one at a time, in a process of its own, its finding kept in the cage's log."""

import asyncio
import logging
import time
from contextlib import suppress

from croupier.house.audit.report import AuditReport
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.log import store
from croupier.house.service.audit_apart import AuditApart
from croupier.house.service.house import House
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.server.wire.errors import Problem
from croupier.table.values.refusal import Refusal

BESIDE_THE_LOGS = 2  # parts of an audit: the database itself, and the books
_log = logging.getLogger("croupier.server")


class Auditor:
    """Runs audits for whoever asks, while the table service runs; `stop` it before that ends."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._audit: AuditApart | None = None
        self._running: asyncio.Task[None] | None = None
        self.done = self.of = 0  # parts of the audit that this process runs

    async def begin(self, service: TableService, by: str) -> None:
        """Begins an audit in somebody's name, or says why not."""
        answer = await service.send(h.Request(CAGE, h.BeginAudit(by=by)))
        if isinstance(answer, Refusal):
            raise Problem(409, answer.code, answer.sentence, answer.clause)
        self.done, self.of = 0, await asyncio.to_thread(self._parts)
        self._running = asyncio.create_task(self._run(service, by))

    async def stop(self) -> None:
        """Ends an audit that is under way; that it did not come to its end is written down."""
        if self._running and not self._running.done():
            if self._audit:
                self._audit.end()
            with suppress(asyncio.CancelledError):
                await self._running

    def _parts(self) -> int:
        with self._house.database.read() as connection:
            return len(store.table_rows(connection)) + BESIDE_THE_LOGS

    async def _run(self, service: TableService, by: str) -> None:
        began = time.monotonic()
        try:
            report: AuditReport | BadInput = await asyncio.to_thread(self._audited)
        except BadInput as error:
            report = error
        except Exception as error:
            _log.exception("The audit could not be carried out")
            report = BadInput(f"The audit could not be carried out: {type(error).__name__}.")
        took_ms = round((time.monotonic() - began) * 1000)
        self.done = self.of = 0
        try:
            await service.send(h.Request(CAGE, _ended(report, took_ms, by)))
        except BadInput:  # the database is away: nobody is told, and after a while nobody waits for it
            _log.exception("What an audit found could not be kept")

    def _audited(self) -> AuditReport:
        self._audit = AuditApart(self._house)
        return self._audit.wait(self._tell)

    def _tell(self) -> None:
        self.done = min(self.done + 1, self.of)


def _ended(report: AuditReport | BadInput, took_ms: int, by: str) -> h.EndAudit:
    if isinstance(report, BadInput):
        return h.EndAudit(ok=False, problems=1, first=report.sentence, records=0, took_ms=took_ms, by=by)
    first = report.first.sentence if report.first else ""
    problems, records = len(report.problems), report.tally.records
    return h.EndAudit(ok=report.ok, problems=problems, first=first, records=records, took_ms=took_ms, by=by)
