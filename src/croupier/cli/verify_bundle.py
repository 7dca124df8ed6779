"""`croupier verify` on what was exported: a round's dispute file, or a bundle of rounds, checked without the house."""

import zipfile
from collections.abc import Sequence

import msgspec
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.house.replay.dispute import Dispute, verify_dispute
from croupier.house.shuffles.proof import Check, RoundProof
from croupier.rulebook.errors import BadInput

LARGEST_PART_BYTES = 20_000_000
ZIP = b"PK\x03\x04"
DISPUTE, PROOF = "/dispute.json", "/proof.json"
Checked = tuple[Dispute, tuple[Check, ...]]


def is_bundle(path: str) -> bool:
    """Whether a file begins as a zip does; what cannot be read is for who reads it to say."""
    try:
        with open(path, "rb") as file:
            return file.read(len(ZIP)) == ZIP
    except (OSError, ValueError):
        return False


def verified_bundle(path: str) -> list[Checked]:
    """Every round of a bundle with its checks; the proof beside a dispute file has to be the one in it."""
    try:
        with zipfile.ZipFile(path) as bundle:
            names = [name for name in bundle.namelist() if name.endswith(DISPUTE)]
            if not names:
                raise BadInput(f"{path} holds no round; give a bundle as the house exported it.")
            return [_verified(bundle, name) for name in names]
    except (zipfile.BadZipFile, msgspec.MsgspecError, UnicodeDecodeError, EOFError) as error:
        sentence = f"{path} is no bundle that can be checked ({error}); save it again as it was given out."
        raise BadInput(sentence) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from None


def _verified(bundle: zipfile.ZipFile, name: str) -> Checked:
    told = msgspec.json.decode(_part(bundle, name), type=Dispute)
    checks = verify_dispute(told)
    beside = name.removesuffix(DISPUTE) + PROOF
    proof = msgspec.json.decode(_part(bundle, beside), type=RoundProof) if beside in bundle.namelist() else None
    same = proof == told.proof
    sentence = "The proof beside it is the one in it." if same else "The proof beside it is another one."
    return told, (*checks, Check("files", same, sentence))


def _part(bundle: zipfile.ZipFile, name: str) -> bytes:
    if bundle.getinfo(name).file_size > LARGEST_PART_BYTES:
        raise BadInput(f"{name} is over {LARGEST_PART_BYTES:,} bytes, too long for a round; give a shorter file.")
    return bundle.read(name)


def tell(rounds: Sequence[Checked], as_json: bool) -> bool:
    """Prints the checks; whether all of them hold."""
    ok = all(check.passed for _, checks in rounds for check in checks)
    if as_json:
        told = [{"table": one.table, "round": one.round, "checks": checks} for one, checks in rounds]
        write_json({"ok": ok, "rounds": told})
        return ok
    out = console()
    table = plain_table("Round", "Check", "Holds", "What was found")
    for one, checks in rounds:
        for check in checks:
            holds = Text("yes", style="green") if check.passed else Text("NO", style="bold red")
            table.add_row(f"{one.table} {one.round}", check.name, holds, check.sentence)
    out.print(table)
    verdict = "is as it was signed" if ok else "is not as it was signed: see the first check that fails"
    what = "Every round" if len(rounds) > 1 else "The round"
    out.print(Text(f"\n{what} {verdict}.", style="bold"))
    return ok
