"""Who fails to sign in too often must wait: counted by the name that was tried, whether anybody has it or not."""

from datetime import UTC, datetime

from croupier.house.database.database import Database
from croupier.house.people.failed_sign_ins import count_failure, forget_failures
from croupier.server.settings import Settings
from croupier.server.wire.errors import Problem

LONGEST = 64  # characters of a name that are told apart
SIGN_INS = (
    "{failures} failures to sign in under this name; try again after {again} UTC, or ask the floor for a new password."
)
PINS = (
    "{failures} wrong PINs under this name; try again after {again} UTC, or let them sign in on a screen of their own."
)


class Lockout:
    """Counts failures in the database, so that every process that serves the house knows them."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._failures = settings.failures
        self._lasts_ms = settings.lockout_seconds * 1000

    def attempt(self, name: str, now_ms: int, says: str = SIGN_INS) -> None:
        """Counts an attempt as a failure until `forget` says otherwise, so that many at once are counted too.

        Refused where there were too many of them; `says` so.
        """
        failures, at_ms = count_failure(self._database, name[:LONGEST], now_ms, self._failures, self._lasts_ms)
        if failures > self._failures:
            again = datetime.fromtimestamp((at_ms + self._lasts_ms) // 1000 + 1, UTC).strftime("%H:%M:%S")
            raise Problem(429, "locked", says.format(failures=self._failures, again=again))

    def forget(self, name: str) -> None:
        """They signed in, or somebody vouched for them."""
        forget_failures(self._database, name[:LONGEST])
