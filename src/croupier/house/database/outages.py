"""When a database does not do what it is asked: one line when that begins, one when it is over."""

import logging
import time
from threading import Lock

from croupier.house.database.faults import Contended, Gone, OutcomeUnknown
from croupier.rulebook.errors import BadInput

BELIEVED_SECONDS = 30.0  # after a real write has failed, nothing smaller than one shows that writing works again

_log = logging.getLogger("croupier")


class Outage:
    """What stands in a database's way at present; any thread may use it.

    One that was only seen when writing, such as a full disk, is over when something was written; any other when the
    database answers.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = Lock()
        self._since: float | None = None
        self._failed = 0.0
        self._in_writing = False
        self.sentence = ""  # "" while there is none
        self.logged = False  # by who serves: whoever runs a command is told of it anyway

    def failed(self, trouble: BadInput, *, writes: bool) -> None:
        """The database could not do something; that others were in the way is no outage."""
        gone = isinstance(trouble, Gone | OutcomeUnknown)
        if isinstance(trouble, Contended) and not gone:
            return
        with self._lock:
            self._failed = time.monotonic()
            self._in_writing = (self._in_writing or self._since is None) and writes and not gone
            self.sentence = str(trouble)
            if self._since is not None:
                return
            self._since = self._failed
        if self.logged:
            _log.error("An outage begins. %s", trouble)

    def works(self, *, writes: bool, tried_only: bool = False) -> None:
        """The database did something; `tried_only` where that was less than anybody would ask of it."""
        if self._since is None:
            return
        with self._lock:
            now = time.monotonic()
            if self._since is None or (self._in_writing and not writes):
                return
            if self._in_writing and tried_only and now - self._failed < BELIEVED_SECONDS:
                return
            lasted, self._since, self.sentence = now - self._since, None, ""
        if self.logged:
            _log.warning("The outage is over, after %.1f seconds. %s answers again.", lasted, self._name)
