"""Wagers that no cards decide: never accepted, folded, or abandoned."""

from croupier.table.settlement.results import forfeit, lose, void
from croupier.table.settlement.terms import Terms
from croupier.table.values.box import Box, Wager
from croupier.table.values.showdown import SettlementLine


def given_up(terms: Terms, box: Box, wager: Wager) -> SettlementLine | None:
    """How a wager ends before any card is looked at, or None where the cards decide."""
    # Its light was off, so the device had not taken it: md-tcp:.11D(7)(b), md-fcp:.11D(10)(b), md-uth:11J(2)(b),
    # ma-fcp-1:13(a)(1) (readings T-33, A61, U-34).
    if box.unaccepted and wager.name == "progressive":
        return void(box.seat, wager, clause=terms.unlit_clause, case="not_accepted")
    # A fold loses the Ante, and of the others those that the rules name: md-tcp:.11C(1), md-tcp:.11C(2),
    # md-fcp:.11B(2), md-fcp:.11C(3)#1, ma-fcp-1:10(b)#3, md-uth:11F(2) (readings T-04, T-05, A17, U-04).
    if box.folded and terms.folds[wager.name].lost:
        return forfeit(box.seat, wager, clause=terms.folds[wager.name].clause)
    # The player left, and the floor ruled: md-tcp:.07C(2), md-fcp:.07B(2), md-uth:7C(2) (readings T-26, A47).
    if box.abandoned:
        return lose(box.seat, wager, clause=terms.abandon_clause, case="abandoned")
    return None
