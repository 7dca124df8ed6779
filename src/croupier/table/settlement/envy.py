"""Envy awards: what one seat's hand brings the others who bet the Progressive."""

from collections.abc import Iterator

from croupier.hands.five_card import best_hand as best_five
from croupier.table.settlement.lines import line_of
from croupier.table.settlement.paying import payment
from croupier.table.settlement.results import win
from croupier.table.settlement.terms import Terms
from croupier.table.settlement.turn import CARDS_RANKED, OWN_HANDS
from croupier.table.values.box import Box, Wager
from croupier.table.values.showdown import SettlementLine, Showdown

ENVY = Wager("envy", 0)  # nothing is staked for it: it comes with the Progressive


def envy_awards(terms: Terms, showdown: Showdown, holder: Box) -> Iterator[SettlementLine]:
    """What the holder's hand brings every Progressive bettor at the table, from the dealer's right.

    Every qualifying hand brings its own award: md-tcp:.11D(7)(e)(ii), md-fcp:.11D(10)(e)(ii), md-uth:11J(2)(e)(iii).
    """
    if not terms.envy or not _brings_envy(terms, holder):
        return
    bettors = [box for box in showdown.seats if box.progressive_cents]
    if not bettors:
        return
    ranked_on = terms.ranked_on["envy"]
    cards = CARDS_RANKED[ranked_on](holder.cards, showdown)
    hand = terms.hand(cards) if ranked_on in OWN_HANDS else best_five(cards)
    for box in sorted(bettors, key=lambda box: -box.seat):
        if not _collects(terms, box, holder):
            continue
        # By the collector's own stake: md-tcp:.12E(5), md-fcp:.12D[2nd](1), ma-fcp-1:13(a)(5), md-uth:12D(5)(a).
        table = terms.envy.get(box.progressive_cents) or terms.envy[0]
        if line := line_of(table, hand, cards):
            yield win(
                box.seat,
                ENVY,
                payment=payment(terms, line.pays, ENVY.stake_cents, showdown.meters),
                odds=line.pays,
                line=line.line,
                clause=table.clause[0],
                case=f"seat {holder.seat}",
            )


def _brings_envy(terms: Terms, holder: Box) -> bool:
    """Whether a seat's hand brings envy awards to others (readings T-15, A19, U-12)."""
    # Nobody saw a folded hand, unless another wager of the seat has it turned up: md-tcp:.11C(2),
    # md-fcp:.11D(10)(e)(i), ma-fcp-1:13(a)(5), md-uth:11J(2)(e)(i).
    if holder.folded:
        turned_up = any(holder.stake(wager) for wager in terms.cards_stay_for)
        if terms.envy_needs_unfolded or not turned_up:
            return False
    # Whether the holder must have bet the Progressive the submission says: md-tcp:.11D(7)(e)(i), md-uth:11J(2)(e)(ii).
    return bool(holder.progressive_cents) or not terms.envy_holder_must_wager


def _collects(terms: Terms, box: Box, holder: Box) -> bool:
    """Whether a Progressive bettor collects on the holder's hand."""
    # Not on a hand of one's own: md-tcp:.11D(7)(e)(iii), md-fcp:.11D(10)(e)(iii), ma-fcp-1:13(a)(5),
    # md-uth:11J(2)(e)(iv). At another box it is one's own too (readings T-15, A19, U-12).
    own = box.seat == holder.seat or box.player == holder.player
    if own and not terms.envy_on_own_hand:
        return False
    # Who left gave it up with the wager. Who folded collects still, where the rules leave envy alive: md-tcp:.11C(2),
    # md-fcp:.11C(3)#2, ma-fcp-1:10(c)#2 (readings T-05, A17, U-04).
    return not box.abandoned and not (box.folded and terms.envy_lost_by_fold)
