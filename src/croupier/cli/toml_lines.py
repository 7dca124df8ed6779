"""Where a field stands in a TOML file, so that an editor or a build's page can point at it."""

import re

_HEADER = re.compile(r"\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(?:#.*)?")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")


def line_of(text: str, field: str) -> int:
    """The line of the field, or of the table that it would stand in, or the first."""
    places = dict[tuple[str, ...], int]()
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.fullmatch(line):
            table = place = _parts(header[1])
        elif key := _KEY.match(line):
            place = table + _parts(key[1])
        else:
            continue
        for length in range(1, len(place) + 1):
            places.setdefault(place[:length], number)
    wanted = tuple(field.split("."))
    while wanted and wanted not in places:
        wanted = wanted[:-1]
    return places.get(wanted, 1)


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
