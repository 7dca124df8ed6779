"""What is asked of a paytable, and which lines of it may move: read from text, or refused in a sentence."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from croupier.odds.wagers.custom_paytable import FINEST, MOST_TO_ONE, NOT_POSTED
from croupier.rulebook.errors import BadInput
from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, To, parse_odds

MOST_CHOICES = 10_000
_NUMBER = r"(\d{1,12}(?:\.\d{1,12})?(?:/\d{1,6})?)"
_SIGNED = r"(-?\d{1,9}(?:\.\d{1,12})?)\s*%?"
_RANGE = re.compile(rf"\s*(?:{_SIGNED})?\s*(\.\.)?\s*(?:{_SIGNED})?\s*")
_STEPS = re.compile(rf"\s*{_NUMBER}\s*(?:\.\.\s*{_NUMBER}\s*(?:by\s+{_NUMBER}\s*)?)?")
_MOVE = re.compile(r"\s*(\w+)\s*=(.*)")
_CHOICE = re.compile(r"[^|]+")

Choices = tuple[Odds | None, ...]


class Range(Struct, frozen=True):
    """From one number to another, both included; none is no bound."""

    at_least: Fraction | None = None
    at_most: Fraction | None = None

    def has(self, value: Fraction) -> bool:
        """Whether the value is in it."""
        below = self.at_least is not None and value < self.at_least
        return not below and not (self.at_most is not None and value > self.at_most)

    def has_root_of(self, square: Fraction) -> bool:
        """Whether the square root of a value is in it; neither bound is below nothing."""
        below = self.at_least is not None and square < self.at_least**2
        return not below and not (self.at_most is not None and square > self.at_most**2)

    def words(self, percent: bool = False) -> str:
        """As it is written."""
        sides = [
            "" if side is None else _plainly(side * 100 if percent else side) for side in (self.at_least, self.at_most)
        ]
        unit = "%" if percent else ""
        return sides[0] + unit if sides[0] == sides[1] else "..".join(f"{side}{unit}" if side else "" for side in sides)


ANY = Range()


class Wanted(Struct, frozen=True, kw_only=True):
    """What a paytable shall satisfy.

    `edge` and `hits` are shares, `deviation` is in units staked. With `ladder` a rarer line never pays less than one
    that comes more often, and no line pays more than `cap` to one.
    """

    edge: Range = ANY
    hits: Range = ANY
    deviation: Range = ANY
    ladder: bool = False
    cap: Fraction | None = None


def read_wanted(
    edge: str | None = None,
    hits: str | None = None,
    deviation: str | None = None,
    ladder: bool = False,
    cap: str | float | None = None,
) -> Wanted:
    """What is wanted, as people write it: `edge="3%..5%"`, `deviation="..3"`."""
    return Wanted(
        edge=_range("edge", edge, percent=True),
        hits=_range("hits", hits, percent=True),
        deviation=_range("deviation", deviation, percent=False),
        ladder=ladder,
        cap=None if cap is None else _number("cap", str(cap)),
    )


def _range(name: str, text: str | None, percent: bool) -> Range:
    if text is None:
        return ANY
    found = _RANGE.fullmatch(str(text))
    one, other = ("3%", "5%") if percent else ("2.5", "4")
    if found is None or (found[1] is None and found[3] is None) or (found[2] is None and found[3] is not None):
        raise BadInput(f"{name} {text!r} is no range; write {one}..{other}, ..{other}, or {one}.")
    unit = 100 if percent else 1
    low = Fraction(found[1]) / unit if found[1] else None
    high = Fraction(found[3]) / unit if found[3] else (low if found[2] is None else None)
    if low is not None and high is not None and low > high:
        raise BadInput(f"{name} {text!r} ends before it begins; write the smaller number first.")
    if name != "edge" and min(side for side in (low, high, Fraction(0)) if side is not None) < 0:
        raise BadInput(f"{name} {text!r} is below nothing; write numbers from 0.")
    return Range(low, high)


def _number(name: str, text: str) -> Fraction:
    found = _STEPS.fullmatch(text)
    if found is None or found[2] is not None or _broken(text):
        raise BadInput(f"{name} {text!r} is no number; write one such as 50.")
    return Fraction(found[1])


def _broken(text: str) -> bool:
    return bool(re.search(r"/0+(?!\d)|\.\d+/", text))


def read_move(text: str) -> tuple[str, str]:
    """The line of a move, and its choices as text: `flush=4..8`."""
    found = _MOVE.fullmatch(text)
    if found is None:
        raise BadInput(f"{text!r} moves no line; write the line and its choices, such as flush=4..8.")
    return found[1], found[2]


def read_choices(line: str, given: str | int | Sequence[object], like: Odds | None) -> Choices:
    """The odds that a line may have, each once.

    Numbers are taken in the form of `like`, the posted odds: `4..8`, `1..3 by 1/2`, `5`; whole odds are taken as they
    are, and `none` takes the line away. Several are set apart by `|`.
    """
    parts = _CHOICE.findall(given) if isinstance(given, str) else given if isinstance(given, Sequence) else [given]
    found: dict[Odds | None, None] = {}
    for part in parts:
        found |= dict.fromkeys(_choices(line, str(part), like))
        if len(found) > MOST_CHOICES:
            raise BadInput(f"{line} has more than {MOST_CHOICES:,} choices; write fewer, or larger steps.")
    if not found:
        raise BadInput(f"{line} has no choices; write them as 4..8, 1..3 by 1/2, or 3 to 2|2 to 1.")
    return tuple(found)


def _choices(line: str, text: str, like: Odds | None) -> list[Odds | None]:
    if re.fullmatch(rf"\s*{NOT_POSTED}\s*", text):
        return [None]
    found = _STEPS.fullmatch(text)
    if found is None or _broken(text):
        try:
            return [_within(line, parse_odds(text.strip()))]
        except BadInput as error:
            hint = "write choices as 4..8, 1..3 by 1/2, 3 to 2|2 to 1, or none"
            raise BadInput(f"{line}: {error} Or {hint}.") from None
    first, last, step = (Fraction(part) if part else None for part in found.groups())
    assert first is not None
    last, step = first if last is None else last, step if step is not None else Fraction(1)
    if last < first or not step:
        raise BadInput(f"{line}: {text.strip()} goes nowhere; write the smaller number first, and a step above 0.")
    if (last - first) / step >= MOST_CHOICES:
        raise BadInput(f"{line}: {text.strip()} is more than {MOST_CHOICES:,} choices; write larger steps.")
    numbers = [first + step * at for at in range(int((last - first) / step) + 1)]
    return [_within(line, _as(line, number, like)) for number in numbers]


def _as(line: str, number: Fraction, like: Odds | None) -> Odds:
    """A number in the form of the posted odds."""
    if not number:
        raise BadInput(f"{line}: odds of 0 are none; write none to take the line away, or push.")
    if isinstance(like, FixedSum | MeterShare) and number.denominator != 1:
        raise BadInput(f"{line}: {number} is not whole; this line pays {like}, so write whole numbers.")
    if isinstance(like, FixedSum):
        return FixedSum(100 * int(number))
    if isinstance(like, MeterShare):
        if number > 100:
            raise BadInput(f"{line}: {number} percent is more than the whole meter; write at most 100.")
        return MeterShare(int(number), like.meter)
    form = For if isinstance(like, For) else To
    return form(number.numerator, number.denominator)


def _within(line: str, odds: Odds) -> Odds:
    if isinstance(odds, To | For) and (odds.pays > MOST_TO_ONE * odds.per or odds.per > FINEST):
        most = f"{MOST_TO_ONE:,} to 1, with a second number of at most {FINEST:,}"
        raise BadInput(f"{line}: {odds} is beyond any posted odds; write at most {most}.")
    return odds


def moved_words(moves: Mapping[str, Choices]) -> dict[str, list[str]]:
    """The choices of each line as text."""
    return {line: [NOT_POSTED if odds is None else str(odds) for odds in choices] for line, choices in moves.items()}


def _plainly(value: Fraction) -> str:
    return f"{float(value):.10g}"
