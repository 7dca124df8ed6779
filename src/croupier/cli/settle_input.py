"""The rounds that a file describes: one, or one a line."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

import msgspec

from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.table.settlement.described import RoundDescribed, elected_rules, settle_described
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement

SettledRound = tuple[GameRules, Settlement] | Refusal
_DECODER = msgspec.json.Decoder(RoundDescribed)


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """The file, or standard input, or a sentence about why it cannot be read."""
    try:
        return nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{file} cannot be read ({reason}); give a round in JSON.") from None


def are_lines(head: Sequence[bytes]) -> bool:
    """Whether input that begins with these lines is a round a line: in one round a line never begins an object anew.

    Except where the line before opened a list or named a key for it.
    """
    if len(head) < 2:
        return False
    first, second = (line.strip() for line in head)
    return _whole(first) or (second.startswith(b"{") and not first.endswith((b"[", b":")))


def _whole(line: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def answered(lines: Iterable[bytes]) -> Iterator[SettledRound]:
    """Each line's round settled, or refused in its place; what cannot be read is refused too."""
    for number, line in enumerate(lines, 1):
        try:
            described = parse_round(line, f"Round {number}")
            rules = elected_rules(described)
        except BadInput as error:
            yield Refusal("bad_input", error.sentence, error.clause)
            continue
        result = settle_described(rules, described)
        yield result if isinstance(result, Refusal) else (rules, result)


def parse_round(raw: bytes, name: str) -> RoundDescribed:
    """The round that is written there, or a sentence about what in it cannot be used."""
    try:
        return _DECODER.decode(raw)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}; croupier settle --help shows the form.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON: {error}.") from None
