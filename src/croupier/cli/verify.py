"""`croupier verify`: a round's proof, checked with no trust in whoever wrote it."""

import re
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.cli.verify_bundle import is_bundle, tell, verified_bundle
from croupier.cli.verify_components import verify_list
from croupier.house.replay.dispute import Dispute, verify_dispute
from croupier.house.shuffles.proof import (
    HASH_PATTERN,
    SALT_PATTERN,
    CardProof,
    Check,
    RoundProof,
    verify_card,
    verify_round,
)
from croupier.rulebook.errors import BadInput

LARGEST_FILE_BYTES = 1_000_000
SPECIFICATION = "docs/shuffle.md lists what a proof holds"

Read = RoundProof | CardProof | Dispute
_DECODER: msgspec.json.Decoder[Read] = msgspec.json.Decoder(Read)


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE.json",
            help="A proof, a dispute file or a bundle that the house gave out, or a component list.",
        ),
    ],
    components: Annotated[
        bool, typer.Option("--components", help="It is a component list: check it, and compare it with what is here.")
    ] = False,
    against: Annotated[
        str | None, typer.Option(help="Compare it with this component list instead.", metavar="FILE2")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Compare this group of components; may be repeated.", metavar="GROUP")
    ] = None,
    public_key: Annotated[
        str | None, typer.Option(help="The public key that the house has posted.", metavar="HEX")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Check a round's shuffle and cards, one card's proof, all that a dispute file or a bundle shows, or what runs.

    Exit 0 if every check holds, 1 if one fails, 2 if the file cannot be read.
    """
    if components:
        raise typer.Exit(0 if verify_list(file, against, public_key, only or (), as_json) else 1)
    if against is not None or only or public_key is not None:
        raise BadInput("--against, --only and --public-key are for a component list; say --components too.")
    if is_bundle(file):
        raise typer.Exit(0 if tell(verified_bundle(file), as_json) else 1)
    proof = read_proof(file)
    if isinstance(proof, Dispute):
        raise typer.Exit(0 if tell([(proof, verify_dispute(proof))], as_json) else 1)
    checks = verify_round(proof) if isinstance(proof, RoundProof) else verify_card(proof)
    failed = next((check for check in checks if not check.passed), None)
    if as_json:
        subject = {"table": proof.table, "round": proof.round} if isinstance(proof, RoundProof) else {}
        write_json({"ok": failed is None, "proved": failed is None and proves(proof), **subject, "checks": checks})
    else:
        _print(proof, checks, failed)
    raise typer.Exit(1 if failed else 0)


def proves(proof: RoundProof | CardProof) -> bool:
    """Whether there is a shuffle to prove: there is none where nobody knew the order of the deck."""
    return isinstance(proof, CardProof) or bool(proof.shuffles)


def read_proof(path: str) -> RoundProof | CardProof | Dispute:
    """The proof in a file, or the dispute file that it is; a file that cannot be used is refused in one sentence."""
    name = path or '""'
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BadInput(f"There is no file {name}; give the path of a round's proof in JSON.") from None
    except IsADirectoryError:
        raise BadInput(f"{name} is a folder; give the path of a round's proof in JSON.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{name} cannot be read ({reason}); check the path and its permissions.") from None
    if len(raw) > LARGEST_FILE_BYTES:
        raise BadInput(f"{name} is over {LARGEST_FILE_BYTES:,} bytes, too long for a proof; give a shorter file.")
    try:
        return _DECODER.decode(raw.removeprefix(b"\xef\xbb\xbf"))
    except msgspec.ValidationError as error:
        raise BadInput(f"{name} is not a proof that can be checked: {_reason(error)}; {SPECIFICATION}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON ({error}); save the proof again as it was given out.") from None


def _reason(error: msgspec.ValidationError) -> str:
    """What does not fit and where, in words: `shuffles[0].seed should be 64 hexadecimal digits`."""
    problem, _, place = str(error).partition(" - at `$")
    place = place.strip(".`") or "it"
    for pattern, digits in ((HASH_PATTERN, 64), (SALT_PATTERN, 32)):
        if repr(pattern)[1:-1] in problem:
            return f"{place} should be {digits} hexadecimal digits in small letters"
    if found := re.fullmatch(r"Invalid enum value (.*)", problem):
        words = "a card such as As, Td or 2c" if place.endswith("card") else "one of the words it may be"
        return f"{place} is {found[1]} and should be {words}"
    if found := re.fullmatch(r"Invalid value (.*)", problem):
        read = "croupier/round/1, croupier/card/1 and croupier/dispute/1, with --components croupier/components/1"
        return f"its format is {found[1]}, and this program reads {read}"
    return f"{place}: {problem[:1].lower()}{problem[1:]}"


def _print(proof: RoundProof | CardProof, checks: tuple[Check, ...], failed: Check | None) -> None:
    out = console()
    table = plain_table("Check", "Holds", "What was found")
    for check in checks:
        holds = Text("yes", style="green") if check.passed else Text("NO", style="bold red")
        table.add_row(check.name, holds, check.sentence)
    out.print(table)
    subject = f"Round {proof.round}" if isinstance(proof, RoundProof) else f"A card of shuffle {proof.shuffle}"
    subject += f" of table {proof.table}"
    if failed:
        verdict = f"{subject} is not proved: the first check that fails is {failed.name!r}."
    elif proves(proof):
        verdict = f"{subject} is proved, if what it says was published is what you saw published."
    else:
        verdict = f"{subject} has no shuffle to prove."
    out.print(Text(f"\n{verdict}", style="bold"))
