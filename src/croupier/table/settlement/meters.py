"""What an award does to its meter: the event that moves it, and the event that puts it back."""

from croupier.table.settlement.terms import Terms
from croupier.table.values import events as e
from croupier.table.values.showdown import Meters, SettlementLine
from croupier.table.values.state import State


def meter_hit(terms: Terms, meters: Meters, line: SettlementLine) -> e.MeterHit:
    """The meter that a line pays from, won in whole or in part.

    The whole of it brings the reset amount up at once, so that the next winner of the round takes that:
    md-tcp:.12E(3)(b), md-fcp:.12D[1st](3)(b), ma-fcp-1:13(a)(3)#2, md-uth:12D(3)(b)(i). A share comes
    off it, and nothing is put on: md-fcp:.12D[1st](4), ma-fcp-1:13(a)(4), md-uth:12D(4) (readings T-14, A12, U-11).
    """
    shown = dict(meters)[line.meter]
    after = terms.resets[line.meter] if line.whole_meter else shown - line.paid_cents
    return e.MeterHit(meter=line.meter, paid_cents=line.paid_cents, cents=after)


def meters_after(meters: Meters, hit: e.MeterHit) -> Meters:
    """What the meters show after a hit."""
    return tuple([(name, hit.cents if name == hit.meter else cents) for name, cents in meters])


def meter_restored(state: State, line: SettlementLine) -> e.MeterRestored:
    """What a meter paid put back on it: after a full award it shows what was won, else that much more than now."""
    shown = next(meter.cents for meter in state.meters if meter.meter == line.meter)
    cents = line.paid_cents if line.whole_meter else shown + line.paid_cents
    return e.MeterRestored(meter=line.meter, restored_cents=line.paid_cents, cents=cents)
