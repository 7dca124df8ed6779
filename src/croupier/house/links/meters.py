"""A meter's arithmetic, exact to the hundred-millionth of a cent: what feeds it, what a hit takes, what a void undoes.

Nothing is made and nothing is lost: at every movement what the meter has on display and in reserve changes by exactly
what came in or went out, so that start + seeds + contributions = paid + shown + reserve + carry at any time.
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.ledger.accounts import display, reserve
from croupier.house.ledger.postings import Posting, Postings
from croupier.table.values.state import CARRY_PER_CENT

START = "start"
CONTRIBUTION = "contribution"
HIT = "hit"
RESEED = "reseed"
REVERSAL = "reversal"
WAGER = "progressive"


class NotConserved(Exception):  # noqa: N818 - it names what was found, and nothing is written after it
    """A movement would make money or lose some."""


class MeterValue(Struct, frozen=True):
    """A meter of a link: its terms, what it shows, what it hides, and the exact part of a cent of each.

    `reserve_percent` of each stake goes to the reserve besides what feeds the display; the reserve also takes what
    rises above the ceiling, and pays for the next seed.
    """

    link: str
    meter: str
    initial_cents: int
    reset_cents: int
    ceiling_cents: int | None = None
    reserve_percent: Fraction = Fraction(0)
    shown_cents: int = 0
    carry: int = 0
    reserve_cents: int = 0
    reserve_carry: int = 0

    @property
    def displayed(self) -> int:
        """What the display holds, in hundred-millionths of a cent."""
        return self.shown_cents * CARRY_PER_CENT + self.carry

    @property
    def reserved(self) -> int:
        """What the reserve holds, in hundred-millionths of a cent."""
        return self.reserve_cents * CARRY_PER_CENT + self.reserve_carry

    @property
    def held(self) -> int:
        """All that the meter holds, in hundred-millionths of a cent."""
        return self.displayed + self.reserved


class Movement(Struct, frozen=True):
    """One change of a meter: start, contribution, hit, reseed or reversal.

    `gain` is what came in, negative where it went out; `takes_back` is the kind of movement that a reversal undoes.
    """

    kind: str
    gain: int
    before: MeterValue
    after: MeterValue
    takes_back: str = ""

    def __post_init__(self) -> None:
        if self.after.held != self.before.held + self.gain:
            raise NotConserved(f"{self.kind} of {self.gain} turns {self.before} into {self.after}")
        if self.after.shown_cents < 0 or self.after.reserve_cents < 0:
            raise NotConserved(f"{self.kind} of {self.gain} overdraws {self.before}")

    @property
    def reserve_gain(self) -> int:
        """What the reserve gained, from outside or from the display."""
        return self.after.reserved - self.before.reserved

    @property
    def display_gain(self) -> int:
        """What the display gained, from outside or from the reserve."""
        return self.after.displayed - self.before.displayed

    @property
    def paid_cents(self) -> int:
        """What went to winners, negative where an award came back."""
        return -self.gain // CARRY_PER_CENT if HIT in (self.kind, self.takes_back) else 0


def started(terms: MeterValue) -> Movement:
    """A new meter, seeded with its initial amount."""
    return _moved(START, terms, terms.initial_cents * CARRY_PER_CENT, 0, terms.initial_cents * CARRY_PER_CENT)


def reserve_share(value: MeterValue, stake_cents: int) -> int:
    """What accepted stakes add to the reserve, in hundred-millionths of a cent."""
    share = stake_cents * value.reserve_percent * CARRY_PER_CENT / 100
    if share.denominator != 1:
        raise NotConserved(f"{value.reserve_percent} percent of {stake_cents} cents is not exact")
    return share.numerator


def contribute(value: MeterValue, gain: int, stake_cents: int) -> Movement:
    """Accepted stakes feed the meter by `gain` and the reserve by its share of them."""
    share = reserve_share(value, stake_cents)
    return _moved(CONTRIBUTION, value, value.displayed + gain, value.reserved + share, gain + share)


def hit(value: MeterValue, paid_cents: int, after_cents: int) -> tuple[Movement, ...]:
    """An award taken off the display and, where the meter shows more afterwards than is left, the new seed.

    The reserve pays the seed as far as it can, in whole cents; the house adds what is missing.
    """
    left = value.shown_cents - paid_cents
    if paid_cents < 0 or left < 0 or after_cents < left:
        raise NotConserved(f"A hit that pays {paid_cents} and leaves {after_cents} cents on {value}")
    paid = paid_cents * CARRY_PER_CENT
    taken = _moved(HIT, value, value.displayed - paid, value.reserved, -paid)
    if after_cents == left:
        return (taken,)
    seed_cents = after_cents - left
    from_reserve = min(seed_cents, value.reserve_cents) * CARRY_PER_CENT
    seed, low = seed_cents * CARRY_PER_CENT, taken.after
    reseeded = _moved(RESEED, low, low.displayed + seed, low.reserved - from_reserve, seed - from_reserve)
    return (taken, reseeded)


def unhit(value: MeterValue, paid_cents: int, seed: int = 0, from_reserve: int = 0) -> tuple[Movement, ...]:
    """A hit of a void round taken back: the award comes back whole, and the seed that followed it goes again.

    `seed` and what of it came `from_reserve` are in hundred-millionths of a cent. The seed goes back to the reserve
    first; what the meter does not hold any more, because others have won since, stays borne by who paid it.
    """
    paid = paid_cents * CARRY_PER_CENT
    if not seed:
        return (_moved(REVERSAL, value, value.displayed + paid, value.reserved, paid, HIT),)
    # Only when the seed is off again does the ceiling say what is too much.
    back = _moved(REVERSAL, value, value.displayed + paid, value.reserved, paid, HIT, capped=False)
    full = back.after
    taken = min(seed, full.displayed)
    refilled = max(min(from_reserve, taken), -full.reserved)
    gone = _moved(REVERSAL, full, full.displayed - taken, full.reserved + refilled, refilled - taken, RESEED)
    return (back, gone)


def uncontribute(value: MeterValue, to_display: int, to_reserve: int, carried_off: bool) -> Movement:
    """A contribution of a void round taken off from where it went, as far as the meter still holds it.

    Where who won the meter whole since has `carried_off` the contribution, what is on display now was put there
    afterwards and stays. What cannot be taken back is borne by whoever paid it.
    """
    off_display = 0 if carried_off else min(to_display, value.displayed)
    off_reserve = min(to_reserve, value.reserved)
    off = off_display + off_reserve
    return _moved(REVERSAL, value, value.displayed - off_display, value.reserved - off_reserve, -off, CONTRIBUTION)


def _moved(
    kind: str,
    value: MeterValue,
    displayed: int,
    reserved: int,
    gain: int,
    takes_back: str = "",
    capped: bool = True,
) -> Movement:
    """The movement to what the display and the reserve are to hold, less what rises above the ceiling."""
    if capped and value.ceiling_cents is not None:
        above = max(0, displayed - value.ceiling_cents * CARRY_PER_CENT)
        displayed, reserved = displayed - above, reserved + above
    shown_cents, carry = divmod(displayed, CARRY_PER_CENT)
    reserve_cents, reserve_carry = divmod(reserved, CARRY_PER_CENT)
    after = replace(
        value, shown_cents=shown_cents, carry=carry, reserve_cents=reserve_cents, reserve_carry=reserve_carry
    )
    return Movement(kind, gain, value, after, takes_back)


def meter_postings(movement: Movement, bearer: str, awards: str, seat: int = 0) -> Postings:
    """The money of a movement, in whole cents: the display's and the reserve's accounts hold what the meter says.

    Awards go to, and come back from, the account `awards`; whatever else comes in or goes out is the `bearer`'s.
    """
    return tuple(_postings(movement, bearer, awards, seat))


def _postings(movement: Movement, bearer: str, awards: str, seat: int) -> Iterator[Posting]:
    before, after, kind = movement.before, movement.after, movement.kind
    shown, hidden = display(after.link, after.meter), reserve(after.link, after.meter)
    to_display = after.shown_cents - before.shown_cents
    to_reserve = after.reserve_cents - before.reserve_cents
    if movement.paid_cents:
        yield from _between(shown, awards, movement.paid_cents, kind, seat)
        to_display += movement.paid_cents
    if to_display > 0 > to_reserve or to_reserve > 0 > to_display:
        across = min(abs(to_display), abs(to_reserve)) * (1 if to_display > 0 else -1)
        yield from _between(hidden, shown, across, kind, seat)
        to_display, to_reserve = to_display - across, to_reserve + across
    yield from _between(bearer, shown, to_display, kind, seat)
    yield from _between(bearer, hidden, to_reserve, kind, seat)


def _between(giver: str, taker: str, cents: int, reason: str, seat: int) -> Iterator[Posting]:
    if cents:
        giver, taker = (giver, taker) if cents > 0 else (taker, giver)
        yield Posting(giver, taker, abs(cents), reason, seat, WAGER)
