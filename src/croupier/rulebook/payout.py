"""What a posted line pays, in the form the law prints it."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from croupier.rulebook.errors import BadInput

METERS = ("progressive", "mega", "major", "minor")
LARGEST = 10**9
_NUMBER = r"([0-9][0-9,]{0,15})"
_RATIO = re.compile(rf"{_NUMBER} (to|for) {_NUMBER}")
_SHARE = re.compile(rf"{_NUMBER} percent of (\w+)")
_SUM = re.compile(rf"\${_NUMBER}")


Rounding = Literal["up_to_the_cent", "down_to_the_cent"]
_ROUNDED: Mapping[Rounding, Callable[[int, int], int]] = {
    "up_to_the_cent": lambda cents, parts: -(-cents // parts),
    "down_to_the_cent": lambda cents, parts: cents // parts,
}


def rounded(cents: int, parts: int, rounding: Rounding) -> int:
    """One of so many equal parts of a sum, in whole cents as the law's own rounding has it."""
    return _ROUNDED[rounding](cents, parts)


class To(Struct, frozen=True, tag="to"):
    """Winnings of `pays` for each `per` staked; the stake comes back besides."""

    pays: int
    per: int = 1

    def __str__(self) -> str:
        return f"{self.pays:,} to {self.per:,}"


class For(Struct, frozen=True, tag="for"):
    """A total of `pays` for each `per` staked; the stake does not come back."""

    pays: int
    per: int = 1

    def __str__(self) -> str:
        return f"{self.pays:,} for {self.per:,}"


class MeterShare(Struct, frozen=True, tag="meter_share"):
    """A share of what a meter shows when the seat's turn comes."""

    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent} percent of {self.meter}"


class FixedSum(Struct, frozen=True, tag="fixed_sum"):
    """A sum of money whatever the stake."""

    cents: int

    def __str__(self) -> str:
        return f"${self.cents // 100:,}"


class Push(Struct, frozen=True, tag="push"):
    """The stake comes back and nothing is added."""

    def __str__(self) -> str:
        return "push"


Odds = To | For | MeterShare | FixedSum | Push


def whole(text: str) -> int:
    """The number in `text`, whose commas, if any, stand every three digits."""
    number = int(text.replace(",", ""))
    if text not in (str(number), f"{number:,}"):
        raise BadInput(f"{text!r} is not a plain number; write {number:,}.")
    if number > LARGEST:
        raise BadInput(f"{text} is beyond any posted payout; the largest taken is {LARGEST:,}.")
    return number


def parse_odds(text: str) -> Odds:
    """The odds that `text` states, such as `50 to 1`; refused with the forms there are."""
    if found := _RATIO.fullmatch(text):
        pays, per = whole(found[1]), whole(found[3])
        if pays and per:
            return To(pays, per) if found[2] == "to" else For(pays, per)
    elif found := _SHARE.fullmatch(text):
        percent = whole(found[1])
        if 1 <= percent <= 100 and found[2] in METERS:
            return MeterShare(percent, found[2])
    elif found := _SUM.fullmatch(text):
        if cents := whole(found[1]) * 100:
            return FixedSum(cents)
    elif text == "push":
        return Push()
    raise BadInput(f"{text!r} is not odds; write '50 to 1', '300 for 1', '10 percent of major', '$1,000' or 'push'.")


def no_less(odds: Odds, posted: Odds) -> bool:
    """Whether odds of the posted kind pay as much or more, whatever the stake and the meters; a push may be a win."""
    if isinstance(posted, To | For):
        return type(odds) is type(posted) and winnings_per_unit(odds) >= winnings_per_unit(posted)
    if isinstance(posted, FixedSum):
        return isinstance(odds, FixedSum) and odds.cents >= posted.cents
    if isinstance(posted, MeterShare):
        return isinstance(odds, MeterShare) and odds.meter == posted.meter and odds.percent >= posted.percent
    return isinstance(odds, Push | To)


def winnings_per_unit(odds: To | For) -> Fraction:
    """What one unit staked comes back as, stake included."""
    return Fraction(odds.pays, odds.per) + (1 if isinstance(odds, To) else 0)
