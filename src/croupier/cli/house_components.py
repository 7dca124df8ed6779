"""`croupier house components`: what is running where, written as a signed file."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, opened
from croupier.cli.output import console, write_json
from croupier.house.components.signed import SignedComponents, signed_components
from croupier.house.database.whole_files import replace_file
from croupier.rulebook.errors import BadInput

BY = "admin"  # whoever may read the house's key file


def components(
    out: Annotated[Path | None, typer.Option(help="Write it into this file.", metavar="FILE")] = None,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the component list: program, rule data, rulebooks, kernels, pages, dependencies, submissions, signed.

    Without --out it is written here, as JSON. croupier verify --components checks and compares it.
    """
    with opened(house, keys) as found:
        made = signed_components(found.house, BY)
    if out is None:
        typer.echo(_written(made), nl=False)
        return
    try:
        replace_file(out, _written(made))
    except OSError as error:
        raise BadInput(f"{out} cannot be written ({error.strerror}); choose another place.") from None
    if as_json:
        write_json({"file": str(out), "digest": made.digest, "installation": made.components.installation})
    else:
        count = sum(len(group.components) for group in made.components.groups)
        console().print(f"{out} lists {count} components, signed by {made.public_key}.")


def _written(made: SignedComponents) -> bytes:
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
