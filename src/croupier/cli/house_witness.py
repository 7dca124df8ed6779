"""`croupier house checkpoint` and `cosign`: how far the logs have come, for others to sign; and to sign for others."""

import sys
import time
from typing import Annotated

import typer

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, key_file, opened
from croupier.cli.output import console, write_json
from croupier.house.checkpoints import cosigning, notes, witnesses
from croupier.house.checkpoints.cosigning import Conflict, Cosigner
from croupier.house.checkpoints.witness import read_witness
from croupier.house.checkpoints.witnesses import ask_all, read_witnesses
from croupier.house.keys import load_keys
from croupier.rulebook.errors import BadInput

MOST_CHARACTERS = 100_000  # of a request to sign


def checkpoint(
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="One table's; all of them unless named.")] = None,
    ask: Annotated[bool, typer.Option("--ask", help="Ask the witnesses elsewhere to sign first.")] = False,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write each log's newest checkpoint, a signed note as C2SP's tlog-checkpoint has it, and the key to check it with.

    Exit 1 where a witness that was asked does not sign.
    """
    with opened(house, keys) as found:
        assert found.house.witness is not None
        found.house.witness.write()
        elsewhere = read_witnesses(witnesses.beside(key_file(house, keys)))
        problems = ask_all(elsewhere, found.house.witness, found.database) if ask else []
        seen = read_witness(found.house.witness.path)
        if table is not None and table not in seen:
            raise BadInput(f"The witness knows no table {table!r}; croupier house tables lists them.")
        names = [table] if table is not None else sorted(seen)
        public = found.keys.signing.public_key()
        told = [
            {
                "table": name,
                "key": str(notes.log_key(public, name)),
                "checkpoint": seen[name].note,
                "cosigned": seen[name].cosigned,
            }
            for name in names
        ]
    if as_json:
        write_json({"checkpoints": told, "problems": problems})
    else:
        for place, one in enumerate(told):
            newest = one["cosigned"] if _same(one["cosigned"], one["checkpoint"]) else one["checkpoint"]
            typer.echo(("\n" if place else "") + f"{one['key']}\n\n{newest}", nl=False)
        for problem in problems:
            console().print(problem)
    raise typer.Exit(1 if problems else 0)


def cosign(
    key: Annotated[bool, typer.Option("--key", help="Write the key that this house signs with, and end.")] = False,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
) -> None:
    """Sign another house's checkpoint, read from the standard input as C2SP's tlog-witness has it.

    Its public key must be among `houses` in KEYFILE.witnesses.toml. Exit 1, with the size that was signed last, where
    the request does not go on from there.
    """
    path = key_file(house, keys)
    found = load_keys(path)
    if key:
        typer.echo(str(notes.witness_key(found.signing.public_key())))
        return
    try:
        request = sys.stdin.buffer.read(MOST_CHARACTERS).decode()
    except UnicodeDecodeError:
        raise BadInput("The request is not UTF-8; send what croupier house checkpoint --ask sends.") from None
    houses = read_witnesses(witnesses.beside(path)).houses
    answer = Cosigner(cosigning.beside(path), found.signing, houses).cosign(request, int(time.time()))
    if isinstance(answer, Conflict):
        typer.echo(str(answer.size))
        raise typer.Exit(1)
    typer.echo(str(answer), nl=False)


def _same(one: str, other: str) -> bool:
    return bool(one) and one.partition("\n\n")[0] == other.partition("\n\n")[0]
