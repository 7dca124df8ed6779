"""Settlement: who is paid what, and by which clause. To be read beside the settlement section of a regulation.

The law itself is data (`rulebook/data`): which wagers are compared with the dealer, what each case comes to, in which
order, at which odds, with the clause of each. Here stands in what order it is asked, condition first, then outcome.
docs/settlement.md lays the two side by side.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.paytable import Paytable, PaytableLine
from croupier.rulebook.law.settling import Outcome
from croupier.rulebook.payout import Push
from croupier.table.settlement.cover_all import cover_all_line
from croupier.table.settlement.envy import envy_awards
from croupier.table.settlement.given_up import given_up
from croupier.table.settlement.lines import line_of
from croupier.table.settlement.meters import meter_hit, meters_after
from croupier.table.settlement.paying import payment
from croupier.table.settlement.payout_limit import within_limit
from croupier.table.settlement.results import Payment, in_words, lose, push, win
from croupier.table.settlement.terms import Terms, terms_of
from croupier.table.settlement.turn import Turn, line_made, turn_of
from croupier.table.values.box import Box, Wager
from croupier.table.values.showdown import DealerResult, Settlement, SettlementLine, Showdown


def settle(rules: GameRules, showdown: Showdown) -> Settlement:
    """The whole round: seats from the dealer's right, that is from the highest number down, then Cover All.

    From the dealer's right: md-tcp:.11D(3), md-fcp:.11D(4), ma-fcp-1:10(d)#3, md-uth:11H(2).
    """
    terms, meters = terms_of(rules), showdown.meters
    boxes = sorted(showdown.seats, key=lambda box: -box.seat)
    lines: list[SettlementLine] = []
    for box in boxes:
        # Each seat takes the meters as its turn finds them: md-tcp:.12E(4), md-fcp:.12D[1st](4), ma-fcp-1:13(a)(4),
        # md-uth:12D(4) (readings T-14, A13, U-11).
        found = seat_lines(terms, replace(showdown, meters=meters), box)
        for line in found:
            if line.meter:
                meters = meters_after(meters, meter_hit(terms, meters, line))
        lines += found
    # By method 1 a trip round the table takes what is lost, and the next one pays: ma-fcp-1:10(e)(1)(ii),
    # ma-fcp-1:10(e)(1)(iii) (reading A33).
    if terms.round_by_round:
        lines.sort(key=lambda line: line.paid_cents + line.returned_cents > 0)
    # After every other wager: ma-fcp-1:12(j) (reading A34).
    for box in boxes:
        lines += cover_all_line(terms, showdown, box)
    dealer = terms.hand(showdown.dealer + showdown.community) if showdown.dealer else None
    return Settlement(
        order=tuple([box.seat for box in boxes]),
        dealer=DealerResult(dealer.description, terms.qualifies(dealer)) if dealer else None,
        lines=tuple(lines),
        meters=meters,
    )


def settle_seat(rules: GameRules, showdown: Showdown, seat: int) -> list[SettlementLine]:
    """One seat's lines, with the meters as they show now."""
    return seat_lines(terms_of(rules), showdown, showdown.seat(seat))


def seat_lines(terms: Terms, showdown: Showdown, box: Box) -> list[SettlementLine]:
    """A seat's wagers in the rulebook's order, with the bonus owed on them and the envy that its hand brings others.

    The order: md-tcp:.11D(4), md-tcp:.11D(5), md-tcp:.11D(8), md-fcp:.11D(5), md-fcp:.11D(7), md-fcp:.11D(8),
    ma-fcp-1:13(a)(4), md-uth:11I(1), md-uth:11I(3), md-uth:11J (readings T-17, A32, A34, U-05).
    """
    turn, wagers = turn_of(terms, showdown, box), {wager.name: wager for wager in box.wagers}
    lines: list[SettlementLine] = []
    for name in terms.order:
        if name == "cover_all":
            continue  # when the whole table is done
        if name in wagers:
            lines.append(wager_line(turn, wagers[name]))
        elif name in terms.bonuses:
            lines += bonus_line(turn, name)
        elif name == "envy":
            lines += envy_awards(terms, showdown, box)
    return within_limit(terms, lines)


def wager_line(turn: Turn, wager: Wager) -> SettlementLine:
    """How a wager ends: given up, by its own paytable, or by the comparison with the dealer."""
    terms, seat = turn.terms, turn.box.seat
    if ended := given_up(terms, turn.box, wager):
        return ended
    table = terms.tables[wager.name]
    # Pair Plus, Aces Up, Trips, the Six Card Bonus and the Progressive look at cards alone, whatever the dealer holds:
    # md-tcp:.11D(4), md-tcp:.11D(6), md-tcp:.11D(8)(a), md-fcp:.11D(6), md-fcp:.11D(9), md-uth:11I(2), md-uth:11I(4),
    # md-uth:11J(1).
    if wager.name not in terms.outcomes:
        return by_paytable(turn, wager, table, line_made(turn, wager.name))
    decided = comparison(turn, wager)
    if decided.outcome == "lose":
        return lose(seat, wager, clause=decided.clause[0], case=decided.case)
    if decided.outcome == "push":
        return push(seat, wager, clause=decided.clause[0], case=decided.case)
    # The Blind of a higher hand is paid by what the hand is, or goes back: md-uth:11H(3)(b), md-uth:11H(3)(c)
    # (reading U-01). So is a side wager that pays only if the showdown is won.
    if decided.outcome == "paytable":
        return by_paytable(turn, wager, table, line_made(turn, wager.name), case=decided.case)
    odds = table.lines[0].pays
    paid = payment(terms, odds, wager.stake_cents, turn.showdown.meters)
    return win(seat, wager, payment=paid, odds=odds, line=None, clause=table.clause[0], case=decided.case)


def comparison(turn: Turn, wager: Wager) -> Outcome:
    """What the player's hand and the dealer's come to for a wager, in the words of the rules."""
    assert turn.dealer is not None
    cases, player, dealer = turn.terms.outcomes[wager.name], turn.hand.strength, turn.dealer.strength
    # First whether the dealer qualifies, for the wagers that this decides: Ante and Play in md-tcp:.11D(3)(c), the Ante
    # alone in md-uth:11H(1) (readings T-12, U-02). In Four Card Poker every dealer does (reading A26).
    if "dealer_not_qualified" in cases and not turn.terms.qualifies(turn.dealer):
        return cases["dealer_not_qualified"]
    # The lower hand loses: md-tcp:.11D(3)(d)(i), md-fcp:.11D(4)(c)(i), ma-fcp-1:10(d)#5, md-uth:11H(3)(a).
    if player < dealer:
        return cases["lower"]
    # The higher hand wins: md-tcp:.11D(3)(d)(ii), md-fcp:.11D(4)(c)(ii), ma-fcp-1:11(a)(1), md-uth:11H(3)(b).
    if player > dealer:
        return cases["higher"]
    # A tie goes back in md-tcp:.11D(3)(d)(iii) and md-uth:11H(3)(d), and pays the player in md-fcp:.11D(4)(c)(ii) and
    # ma-fcp-1:11(a)(1) (reading A26).
    return cases["tie"]


def by_paytable(turn: Turn, wager: Wager, table: Paytable, line: PaytableLine | None, case: str = "") -> SettlementLine:
    """A wager by the line of its paytable that was made, the highest one alone: md-tcp:.12E(2), md-uth:12D(2)."""
    seat, clause = turn.box.seat, table.clause[0]
    if line is None:
        return lose(seat, wager, clause=clause)
    if type(line.pays) is Push:
        return push(seat, wager, clause=clause, case=case, line=line.line, odds=in_words(line.pays))
    paid = payment(turn.terms, line.pays, wager.stake_cents, turn.showdown.meters)
    return win(seat, wager, payment=paid, odds=line.pays, line=line.line, clause=clause, case=case)


def bonus_line(turn: Turn, bonus: str) -> Iterator[SettlementLine]:
    """The Ante Bonus: owed whatever the dealer holds to whoever has Ante and Play down, and on the Ante alone.

    md-tcp:.12B, md-fcp:.12B#1, ma-fcp-1:11(a)(2)#1 (readings T-07, T-08, A07).
    """
    box, table = turn.box, turn.terms.tables[bonus]
    stake = box.stake(turn.terms.bonuses[bonus])
    if not stake or not box.stake("play") or box.folded or box.abandoned:
        return
    if line := line_of(table, turn.hand, box.cards):
        paid = Payment(payment(turn.terms, line.pays, stake, turn.showdown.meters).paid_cents, 0)
        wager = Wager(bonus, 0)
        yield win(box.seat, wager, payment=paid, odds=line.pays, line=line.line, clause=table.clause[0])
