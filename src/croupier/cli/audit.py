"""`croupier audit`: everything that a house keeps, checked from the first record to the last cent."""

import time
from pathlib import Path
from typing import Annotated

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from rich.text import Text

from croupier.cli.house_place import (
    DEFAULT,
    HouseArgument,
    JsonOption,
    KeysOption,
    all_rulebooks_there,
    key_file,
    keys_if_there,
)
from croupier.cli.output import console, write_json
from croupier.cli.slowly import slowly
from croupier.cli.tables import plain_table
from croupier.house.audit.audit import audit as audit_house
from croupier.house.audit.report import AuditReport
from croupier.house.checkpoints.notes import VerifierKey
from croupier.house.checkpoints.witness import Sightings, read_witness
from croupier.house.checkpoints.witnesses import seen_anywhere
from croupier.house.database.addresses import address
from croupier.house.database.database import Database
from croupier.house.keys import Keys
from croupier.house.log import store
from croupier.rulebook.errors import BadInput

NOT_CHECKED = ("sealed", "unvouched", "unmarked")  # told in sentences


def audit(
    house: HouseArgument = DEFAULT,
    keys: KeysOption = None,
    public_key: Annotated[
        str | None, typer.Option(help="The house's public key, where the key file is not at hand.", metavar="HEX")
    ] = None,
    witness: Annotated[
        Path | None, typer.Option(help="The witness to believe; the one beside the key file unless named.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check every log, signature, shuffle, cent and meter of a house, from the first record on.

    Exit 0 if all is as it was written, 1 if something is not, with the first bad record of every table.
    """
    known = _public_key(public_key) if public_key is not None else keys_if_there(house, keys)
    seen, cosigners = _witness(house, keys, witness)
    with Database.open(house) as database:
        all_rulebooks_there(database)
        began = time.perf_counter()
        with database.read() as connection:
            total = len(store.table_rows(connection))
        with slowly(f"auditing {total} logs", total + 2) as advance:
            report = audit_house(database, known, seen, cosigners, lambda table, records: advance(1))
        seconds = time.perf_counter() - began
    if as_json:
        write_json(
            {"ok": report.ok, "problems": report.problems, "unchecked": report.unchecked, "looked_at": report.tally}
        )
    else:
        _print(house, report, seconds)
    raise typer.Exit(0 if report.ok else 1)


def _public_key(written: str) -> Ed25519PublicKey:
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(written))
    except ValueError:
        raise BadInput(
            f"{written!r:.80} is not a public key; write the 64 hexadecimal digits that croupier house init printed."
        ) from None


def _witness(house: str, keys: Path | None, given: Path | None) -> tuple[Sightings, tuple[VerifierKey, ...]]:
    """What the witness and its copies elsewhere have seen, and the keys of those elsewhere who sign for it."""
    if given is not None and not given.exists():
        raise BadInput(f"There is no file {given}; name the house's witness.")
    if keys is None and address(house).drivername != "sqlite":
        return read_witness(given) if given else {}, ()
    return seen_anywhere(key_file(house, keys), given)


def public_text(keys: Keys) -> str:
    """The public key as people pass it on."""
    return keys.signing.public_key().public_bytes_raw().hex()


def _print(house: str, report: AuditReport, seconds: float) -> None:
    out, tally = console(), report.tally
    table = plain_table("Looked at", "How many")
    for name in tally.__struct_fields__:
        if name not in NOT_CHECKED:
            table.add_row(name.capitalize(), f"{getattr(tally, name):,}")
    out.print(table)
    for sentence in report.unchecked:
        out.print(Text(f"Not checked: {sentence}", style="yellow"))
    for problem in report.problems:
        where = f"{problem.table}, record {problem.record}" if problem.record else problem.table or "the books"
        out.print(Text.assemble((f"{where}: ", "bold red"), problem.sentence))
    if first := report.first:
        verdict = f"{house} is not as it was written; the first fault: {first.sentence}"
    else:
        verdict = f"{house} is as it was written, from the first record on; it took {seconds:.1f} seconds."
    out.print(Text(verdict, style="bold"))
