"""The most that one hand is paid, where the submission sets such a limit: md-uth:12F."""

from msgspec.structs import replace

from croupier.table.settlement.terms import Terms
from croupier.table.values.showdown import SettlementLine


def within_limit(terms: Terms, lines: list[SettlementLine]) -> list[SettlementLine]:
    """A seat's lines, what exceeds the limit taken off its winnings.

    The limit counts winnings, not stakes that go back, and comes off one wager after another in its own order; the
    Progressive, envy and the Six Card Bonus are outside it: md-uth:12F, md-uth:12F(2) (readings U-13, U-14).
    """
    limit, order = terms.limit_cents, terms.limit_cut_order
    if limit is None:
        return lines
    excess = sum(line.paid_cents for line in lines if line.wager in order) - limit
    if excess <= 0:
        return lines
    for wager in order:
        for index, line in enumerate(lines):
            if excess > 0 and line.wager == wager and line.paid_cents:
                cut = min(excess, line.paid_cents)
                excess -= cut
                lines[index] = replace(line, paid_cents=line.paid_cents - cut, cut_cents=cut)
    return lines
