"""Two signs, line by line."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct

from croupier.rulebook.comparison.submissions import Compared
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.sign import PostedTable, Posting, posting

FOOT = "At the foot"


class SignLine(Struct, frozen=True):
    """A line of a sign, the part of it that it stands in, and where it is written."""

    part: str
    text: str
    clause: tuple[str, ...] = ()


class SignDifference(Struct, frozen=True):
    """A line that stands on one of two signs only."""

    part: str
    only_on: Literal["left", "right"]
    text: str
    clause: tuple[str, ...]


def sign_of(side: Compared) -> Posting:
    """The sign of one side; refused by its name where it breaks its rules."""
    filed = side.filed
    try:
        return posting(resolve(filed), filed)
    except BadInput as error:
        raise BadInput(f"There is no sign nor edge of {side.name} yet. {error.sentence}", error.clause) from None


def compare_signs(left: Posting, right: Posting) -> tuple[SignDifference, ...]:
    """What stands on one of them only, part by part; of a line that changed, first as it is on the left."""
    here, there = list(_lines(left)), list(_lines(right))
    parts = sorted(dict.fromkeys(line.part for line in (*here, *there)), key=lambda part: part == FOOT)
    return tuple(
        difference
        for part in parts
        for difference in _apart(
            [line for line in here if line.part == part], [line for line in there if line.part == part]
        )
    )


def _apart(here: Sequence[SignLine], there: Sequence[SignLine]) -> Iterator[SignDifference]:
    matched = SequenceMatcher(None, [line.text for line in here], [line.text for line in there], autojunk=False)
    for kind, left, left_end, right, right_end in matched.get_opcodes():
        if kind != "equal":
            for line in here[left:left_end]:
                yield SignDifference(line.part, "left", line.text, line.clause)
            for line in there[right:right_end]:
                yield SignDifference(line.part, "right", line.text, line.clause)


def _lines(sign: Posting) -> Iterator[SignLine]:
    for text in (sign.operator, sign.table, sign.game):
        yield SignLine("Heading", text)
    for text, clause in (*sign.notices, sign.silence):
        if text:
            yield SignLine("Notices", f"{text}.", clause)
    for name, amount in sign.limits:
        yield SignLine("Limits", f"{name}: {amount}")
    for name, amount in sign.meters:
        yield SignLine("Limits", f"{name} meter resets to {amount}")
    for table in sign.tables:
        yield from _table(table)
    yield SignLine(FOOT, sign.footer)


def _table(posted: PostedTable) -> Iterator[SignLine]:
    name = f"Paytable {posted.paytable}" if posted.paytable else ""
    pays = (f"{line}: {odds}" for line, odds in posted.lines)
    for text in (name, *pays, posted.ranked_on, posted.footnote):
        if text:
            yield SignLine(posted.title, text, posted.clause)
