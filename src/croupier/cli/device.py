"""`croupier device`: a device that speaks to a house that is served. It simulates a shoe, and serves card readers."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.device_line import AT, DeviceLine, Refused, socket_address
from croupier.cli.device_words import saying_of, sayings_of
from croupier.cli.output import ask_for_command, console, write_json
from croupier.house.log.device_events import AnySaying, CardRead
from croupier.rulebook.errors import BadInput

TOKEN = "CROUPIER_DEVICE_TOKEN"
device = typer.Typer(
    help="Be a device at a table of a house that is served.",
    callback=ask_for_command,
    invoke_without_command=True,
    rich_markup_mode=None,
)


@device.command()
def shoe(
    table: Annotated[str, typer.Option(help="The table that it stands at.")],
    source: Annotated[
        str, typer.Option("--from", help="A file of cards, or - for what a reader types.", metavar="FILE|-")
    ],
    at: Annotated[str, typer.Option(help="Where the house is served.", metavar="URL")] = AT,
    token: Annotated[
        str, typer.Option(envvar=TOKEN, help="The device's token; better in the environment than here.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Write each answer as JSON, one a line.")] = False,
) -> None:
    """Be a shoe that reads its cards: from a FILE, each when the table waits for it, or as a reader types them.

    A line is a card (As, 10h), several, or jam, count 41, cover open, cover closed; # begins a remark.
    """
    address = socket_address(at, table)
    if not token:
        raise BadInput(f"A shoe needs its token: set {TOKEN}, or give --token; croupier house device add makes one.")
    said = None if source == "-" else sayings_of(_text(Path(source)), source)
    line = DeviceLine(address, token)
    sys.stdout.flush()
    try:
        refused = asyncio.run(_typed(line, as_json) if said is None else _read(line, said, as_json))
    except Refused as end:
        raise BadInput(end.sentence) from None
    raise typer.Exit(1 if refused else 0)


async def _read(line: DeviceLine, sayings: tuple[AnySaying, ...], as_json: bool) -> int:
    """Each card when the table waits for one; what is refused ends it, for the cards behind it would lie wrong."""
    async with line:
        for number, said in enumerate(sayings, 1):
            if isinstance(said, CardRead):
                await line.until_card()
            if not await _say(line, said, number, as_json):
                return 1
    if not as_json:
        console().print(f"The shoe has said all that it had: {len(sayings)}.")
    return 0


async def _typed(line: DeviceLine, as_json: bool) -> int:
    """Whatever a reader types, at once; a line that is no card is said to be none, and the next one is read."""
    refused = number = 0
    async with line:
        async for text in _lines():
            try:
                sayings = sayings_of(text, "the reader")
            except BadInput as error:
                sys.stderr.write(f"croupier: {error}\n")
                refused += 1
                continue
            for said in sayings:
                number += 1
                refused += not await _say(line, said, number, as_json)
    return refused


async def _say(line: DeviceLine, said: AnySaying, number: int, as_json: bool) -> bool:
    """Whether what was said is done; no card is printed, for whoever deals may see this."""
    answer = await line.say(said)
    if as_json:
        write_json({"number": number, "outcome": answer.outcome, "code": answer.code, "sentence": answer.sentence})
    elif answer.outcome == "done":
        console().print(f"{number}: {saying_of(said)}.")
    else:
        sys.stderr.write(f"croupier: {answer.sentence}\n")
    return answer.outcome == "done"


async def _lines() -> AsyncIterator[str]:
    while text := await asyncio.to_thread(sys.stdin.readline):
        yield text


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadInput(f"{path} cannot be read ({reason}); name a file of cards, or - for a reader.") from None
