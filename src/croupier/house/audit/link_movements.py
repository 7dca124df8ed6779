"""Whether a link's movements lead, one after the other, from its first seed to what its meters say now."""

from collections.abc import Iterator

from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.ledger.accounts import display, reserve
from croupier.house.links import meters as m
from croupier.house.links.local import Entry, meters_of
from croupier.house.links.meters import MeterValue
from croupier.table.values.state import CARRY_PER_CENT

CHUNK = 2000
_SIGNS = {m.START: 1, m.CONTRIBUTION: 1, m.RESEED: 1, m.HIT: -1}


class Tally(Struct):
    """What has come into a meter and gone out of it since the beginning, in hundred-millionths of a cent."""

    start: int = 0
    contributions: int = 0
    seeds: int = 0
    paid: int = 0
    displayed: int = 0
    reserved: int = 0

    def add(self, kind: str, gain: int) -> None:
        """Counts a movement of that kind; one taken back counts against its kind."""
        if kind == m.START:
            self.start += gain
        elif kind == m.CONTRIBUTION:
            self.contributions += gain
        elif kind == m.RESEED:
            self.seeds += gain
        else:
            self.paid -= gain

    @property
    def conserved(self) -> bool:
        """Whether all that came in was paid out or is there."""
        return self.start + self.seeds + self.contributions == self.paid + self.displayed + self.reserved


def link_problem(connection: Connection, link: str) -> str | None:
    """What is wrong with a link that this database keeps, as a sentence that names the first bad movement; or None."""
    meters = meters_of(connection, link)
    tallies = {name: Tally() for name in meters}
    kinds: dict[int, str] = {}
    number, c = 0, s.movements.c
    rows = select(s.movements).where(c.link_id == link).order_by(c.move).execution_options(yield_per=CHUNK)
    with connection.execute(rows) as found:
        for number, row in enumerate(found, 1):
            entry = Entry(*row)
            if problem := _out_of_place(entry, number) or _wrong(entry, kinds, tallies[entry.meter]):
                return f"Movement {entry.move} of link {link} {problem}."
    if number != connection.execute(select(s.links.c.moves).where(s.links.c.link_id == link)).scalar():
        return f"Link {link} counts other than the {number} movements that are there."
    astray = (problem for meter in meters.values() for problem in _astray(connection, meter, tallies[meter.meter]))
    return next(astray, None)


def _out_of_place(entry: Entry, number: int) -> str:
    return "" if entry.move == number else f"stands where movement {number} should"


def _wrong(entry: Entry, kinds: dict[int, str], tally: Tally) -> str:
    """What is wrong with a movement; empty where nothing is.

    `kinds` are those before it that were not taken back, and the tally is what there was; then it is counted in.
    """
    kind, sign = entry.kind, 1
    if kind == m.REVERSAL:
        kind, sign = kinds.pop(entry.reverses or 0, ""), -1
        if not kind:
            return f"takes back movement {entry.reverses}, which is not there or was taken back before"
    else:
        kinds[entry.move] = kind
    if kind not in _SIGNS or entry.gain * _SIGNS[kind] * sign < 0:
        return f"is a {entry.kind} of {entry.gain}, which cannot be"
    displayed = entry.shown_cents * CARRY_PER_CENT + entry.carry
    reserved = entry.reserve_cents * CARRY_PER_CENT + entry.reserve_carry
    if displayed != tally.displayed + entry.display_gain or reserved != tally.reserved + entry.reserve_gain:
        return "does not lead from what the meter held before to what it holds after"
    tally.displayed, tally.reserved = displayed, reserved
    tally.add(kind, entry.gain)
    return "" if tally.conserved else "makes money or loses some"


def _astray(connection: Connection, meter: MeterValue, tally: Tally) -> Iterator[str]:
    """Where a meter or its accounts say other than its movements."""
    if (meter.displayed, meter.reserved) != (tally.displayed, tally.reserved):
        yield f"Meter {meter.meter} of link {meter.link} holds other than its movements lead to."
    c = s.accounts.c
    for name, cents in ((display, meter.shown_cents), (reserve, meter.reserve_cents)):
        account = name(meter.link, meter.meter)
        balance = connection.execute(select(c.balance_cents).where(c.account == account)).scalar()
        if balance != cents:
            yield f"Account {account} holds {balance} cents, and the meter says {cents}."
