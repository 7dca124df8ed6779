"""`croupier house`: a house is set up, its tables and links opened, played at by demo players and reported on."""

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli import (
    house_chips,
    house_components,
    house_device,
    house_join,
    house_play,
    house_result,
    house_tables,
    house_witness,
)
from croupier.cli.audit import public_text
from croupier.cli.check import example_text
from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, key_file, opened
from croupier.cli.output import ask_for_command, console, write_json
from croupier.house.database.database import Database
from croupier.house.database.migrations import NEWEST
from croupier.house.keys import load_keys
from croupier.house.links.links import parse_link
from croupier.house.service.house import DEALERS, MODES, House, TableTerms
from croupier.rulebook.errors import BadInput

house = typer.Typer(
    help="Run a house: tables that last, their money, their meters.",
    callback=ask_for_command,
    invoke_without_command=True,
    rich_markup_mode=None,
)
house.command("tables")(house_tables.tables)
house.command("report")(house_tables.report)
house.command("result")(house_result.result)
house.command("play")(house_play.play)
house.command("issue")(house_chips.issue)
house.command("redeem")(house_chips.redeem)
house.add_typer(house_device.device, name="device")
house.command("components")(house_components.components)
house.command("join")(house_join.join)
house.command("checkpoint")(house_witness.checkpoint)
house.command("cosign")(house_witness.cosign)


@house.command()
def init(house: HouseOption = DEFAULT, keys: KeysOption = None, as_json: JsonOption = False) -> None:
    """Set up a new house: its database, its key file, its cage.

    Keep a copy of the key file elsewhere: without it, sealed cards stay sealed. Post the public key.
    """
    path = key_file(house, keys)
    if path.exists():
        raise BadInput(f"There is a key file {path} already, so there is a house; name another, or open a table in it.")
    with Database.at(house, create=True) as empty:
        if empty.revision() != "":
            raise BadInput(f"{empty.name} is not empty; a new house needs a database of its own.")
    found = load_keys(path, create=True)
    with Database.open(house, create=True) as database:
        House(database, found).open_cage()
    if as_json:
        write_json({"house": database.name, "keys": str(path), "public_key": public_text(found)})
        return
    out = console()
    out.print(f"{database.name} is a house now; its keys are in {path}. Keep a copy of that file elsewhere.")
    out.print(f"Its public key, to be posted: {public_text(found)}")


@house.command("open")
def open_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name: a to z, 0 to 9 and hyphens.")],
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The Rules Submission it is run by.")] = None,
    example: Annotated[
        str | None, typer.Option(help="Run it by a rulebook's example submission.", metavar="ID")
    ] = None,
    link: Annotated[str, typer.Option(help="The link it is on; one of its own unless named.")] = "",
    mode: Annotated[str, typer.Option(help=f"Whose seeds shuffle: {' or '.join(MODES)}.")] = "house",
    dealer: Annotated[str, typer.Option(help=f"Who deals: {' or '.join(DEALERS)}.")] = "virtual",
    cards: Annotated[
        str,
        typer.Option(
            help="Whose cards: house, its own shuffle; shoe, which reads them; seen, a deck in the dealer's hand."
        ),
    ] = "house",
    chips: Annotated[
        str, typer.Option(help="Whose chips: accounts, of players with a screen, or felt, entered by the dealer.")
    ] = "accounts",
    chips_of: Annotated[
        str, typer.Option(help="What chips there are, in dollars.", metavar="1,5,25,100,500")
    ] = "1,5,25,100,500",
    inventory_cents: Annotated[int, typer.Option(help="The chips it opens with.")] = 10_000_000,
    decision_seconds: Annotated[
        int | None,
        typer.Option(help="How long a player has to answer, 0 for ever; as the submission files it, else 30."),
    ] = None,
    betting_seconds: Annotated[int, typer.Option(help="How long wagers are taken; 0 for ever.")] = 20,
    practice: Annotated[bool, typer.Option("--practice", help="A practice table, where a coach may help.")] = False,
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Open a table under a Rules Submission that checks clean."""
    if (file is None) == (example is None):
        raise BadInput("Give the submission's FILE, or --example ID to run the table by a rulebook's example.")
    text = example_text(example) if example is not None else _text(file)
    terms = TableTerms(
        mode=mode,
        dealer=dealer,
        card_source=cards,
        chip_source=chips,
        denominations_cents=_denominations(chips_of),
        link=link,
        inventory_cents=inventory_cents,
        decision_seconds=decision_seconds,
        betting_seconds=betting_seconds,
        practice=practice,
    )
    with opened(house, keys) as found:
        house_table = found.house.open_table(table, text, terms)
    said: dict[str, Any] = {"table": table, "digest": house_table.digest, "link": house_table.link}
    if as_json:
        write_json(said)
    else:
        on = f" on link {house_table.link}" if house_table.link else ""
        console().print(f"Table {table} is open{on}, under rules {house_table.digest[:12]}.")


@house.command("link")
def open_link(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The link's filing in TOML; docs/house.md shows one.")],
    house: HouseOption = DEFAULT,
    keys: KeysOption = None,
    as_json: JsonOption = False,
) -> None:
    """Open a link of progressive meters, for tables to join."""
    filing = parse_link(_text(file), str(file))
    with opened(house, keys) as found:
        found.house.open_link(filing)
    if as_json:
        write_json({"link": filing.link, "meters": filing.meters})
    else:
        console().print(f"Link {filing.link} is open, with {', '.join(filing.meters)}.")


@house.command()
def migrate(house: HouseOption = DEFAULT, as_json: JsonOption = False) -> None:
    """Bring a house of an older version up to this one's schema; back it up first."""
    with Database.at(house) as database:
        before = database.revision()
        if before is None:
            raise BadInput(f"{database.name} holds something else than a house of Croupier's; name another.")
        database.migrate()
    if as_json:
        write_json({"before": before, "after": NEWEST})
    else:
        console().print(f"{database.name} is at {NEWEST}" + (" already." if before == NEWEST else " now."))


def _denominations(text: str) -> tuple[int, ...]:
    """The chips that somebody names in dollars, `0.50,1,5`, the smallest first."""
    try:
        cents = [Decimal(one.strip()) * 100 for one in text.split(",")]
    except InvalidOperation:
        cents = []
    if not cents or any(not one.is_finite() or one != int(one) for one in cents):
        raise BadInput(f"Chips are named in dollars, such as 1,5,25 or 0.50,1,5; not {text!r:.60}.")
    return tuple(sorted(map(int, cents)))


def _text(path: Path | None) -> str:
    assert path is not None
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadInput(f"{path} cannot be read ({reason}); name a text file in TOML.") from None
