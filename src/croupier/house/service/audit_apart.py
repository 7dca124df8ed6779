"""An audit of the whole house in a process of its own, so that no table waits for it."""

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.house.audit.audit import audit
from croupier.house.audit.report import AuditReport
from croupier.house.checkpoints.witness import key_file_of
from croupier.house.checkpoints.witnesses import seen_anywhere
from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput

POLITENESS = 10  # how far it stands back behind those who play


class AuditApart:
    """One audit, begun when it is made. With the house's key file at hand it checks all, else what anybody can."""

    def __init__(self, house: House) -> None:
        fresh = multiprocessing.get_context("spawn")
        self._told, telling = fresh.Pipe(duplex=False)
        key_file = str(key_file_of(house.witness.path)) if house.witness else ""
        public = house.keys.signing.public_key().public_bytes_raw()
        address = house.database.engine.url.render_as_string(hide_password=False)
        self._process: BaseProcess = fresh.Process(
            target=_audited, args=(telling, address, key_file, public), name="audit", daemon=True
        )
        self._process.start()
        telling.close()

    def wait(self, tell: Callable[[], None]) -> AuditReport:
        """What it finds; `tell` is called whenever it is done with a part."""
        try:
            while told := self._told.recv_bytes():
                if told == _NEXT:
                    tell()
                    continue
                return msgspec.json.decode(told, type=AuditReport)
        except EOFError:
            pass
        finally:
            self._process.join()
        raise BadInput("The audit was ended before it had come to its end; run it again.")

    def end(self) -> None:
        """Ends it, wherever it is."""
        self._process.kill()


_NEXT = b"next"


def _audited(telling: Pipe, address: str, key_file: str, public: bytes) -> None:
    os.nice(POLITENESS)
    keys = load_keys(Path(key_file)) if key_file else Ed25519PublicKey.from_public_bytes(public)
    seen, cosigners = seen_anywhere(Path(key_file)) if key_file else ({}, ())
    with Database.open(address) as database:
        report = audit(database, keys, seen, cosigners, lambda table, records: telling.send_bytes(_NEXT))
    telling.send_bytes(msgspec.json.encode(report))
