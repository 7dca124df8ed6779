"""Settlement: who is paid what, and by which clause. Reads like the settlement section of a regulation."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from croupier.hands import four_card
from croupier.hands.five_card import best_hand as best_five
from croupier.hands.hand import Hand
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.paytable import Paytable, PaytableLine
from croupier.rulebook.law.words import BEATEN_HANDS, HOLE_CARDS
from croupier.rulebook.payout import FixedSum, For, MeterShare, Odds, Push, To, rounded
from croupier.table.settlement.lines import Cards, hole_cards_line, line_of
from croupier.table.settlement.terms import Terms, terms_of
from croupier.table.values.showdown import DealerResult, OutcomeName, SeatShowdown, Settlement, SettlementLine, Showdown

Meters = tuple[tuple[str, int], ...]
# The cards that a wager looks at, of a seat's own and what lies on the table.
CARDS_RANKED: Mapping[str, Callable[[Cards, Showdown], Cards]] = {
    "own_three_cards": lambda own, show: own,
    "own_five_cards": lambda own, show: own,
    "own_best_four_of_five": lambda own, show: own,
    "own_two_and_flop": lambda own, show: own + show.community[:3],
    "own_two_and_community_best_five": lambda own, show: own + show.community,
    "own_three_and_dealers_three": lambda own, show: own + show.dealer,
    "own_five_and_box_card": lambda own, show: own + show.bonus_cards,
    "own_two_and_four_box_cards": lambda own, show: own + show.bonus_cards,
    "community_cards": lambda own, show: show.community,
}
# Of these, what is compared with the dealer too; any other is the best five of its cards.
OWN_HANDS = frozenset({"own_three_cards", "own_best_four_of_five", "own_two_and_community_best_five"})
in_words = lru_cache(256)(str)  # a table has few odds, and pays them again and again


def settle(rules: GameRules, showdown: Showdown) -> Settlement:
    """Every wager's outcome, seats taken from the dealer's right, that is from the highest seat down."""
    table = _Table(terms_of(rules), showdown)
    seats = sorted(showdown.seats, key=lambda seat: -seat.seat)
    lines: list[SettlementLine] = []
    for seat in seats:
        lines += table.limited(list(table.seat_lines(seat)))
    if table.terms.round_by_round:
        lines.sort(key=lambda line: line.paid_cents + line.returned_cents > 0)
    for seat in seats:
        lines += table.cover_all(seat)
    dealer = DealerResult(table.dealer.description, table.qualifies) if table.dealer else None
    return Settlement(tuple(seat.seat for seat in seats), dealer, tuple(lines), tuple(table.meters.items()))


def settle_seat(rules: GameRules, showdown: Showdown, seat: int) -> tuple[tuple[SettlementLine, ...], Meters]:
    """One seat's lines and what the meters show after them."""
    table = _Table(terms_of(rules), showdown)
    lines = table.limited(list(table.seat_lines(showdown.seat(seat))))
    return tuple(lines), tuple(table.meters.items())


def settle_cover_all(rules: GameRules, showdown: Showdown, seat: int) -> tuple[SettlementLine, ...]:
    """One seat's wager on the best hand at the table."""
    return tuple(_Table(terms_of(rules), showdown).cover_all(showdown.seat(seat)))


class _Table:
    """One showdown being settled: the dealer's hand, and the meters as they stand at each seat's turn."""

    def __init__(self, terms: Terms, showdown: Showdown) -> None:
        self.terms = terms
        self.showdown = showdown
        self.meters = dict(showdown.meters)
        self.dealer = terms.hand(showdown.dealer + showdown.community) if showdown.dealer else None
        self.qualifies = self.dealer is not None and terms.qualifies(self.dealer)
        self.best: tuple[str, PaytableLine | None] | None = None

    def seat_lines(self, seat: SeatShowdown) -> Iterator[SettlementLine]:
        """The seat's wagers in the rulebook's order, and the envy that its hand brings the others."""
        hand = self.terms.hand(seat.cards + self.showdown.community)
        case = self.case(seat, hand)
        stakes = dict(seat.wagers)
        for wager in self.terms.order:
            if stake := stakes.get(wager):
                if wager != "cover_all":
                    yield self.wager(seat, wager, stake, case, hand)
            elif wager == "envy":
                yield from self.envy(seat)
            elif wager in self.terms.bonuses:
                yield from self.bonus(seat, wager, hand)

    def wager(self, seat: SeatShowdown, wager: str, stake: int, case: str, hand: Hand) -> SettlementLine:
        """A wager given up, decided by the comparison with the dealer, or by its own paytable."""
        if given_up := self.given_up(seat, wager, stake):
            return given_up
        if wager in self.terms.outcomes:
            return self.against_dealer(seat, wager, stake, case, hand)
        return self.by_paytable(seat, wager, stake, self.made(wager, seat, hand))

    def given_up(self, seat: SeatShowdown, wager: str, stake: int) -> SettlementLine | None:
        """The end of a wager that no cards decide, else None.

        The device had not accepted it, its player folded, or left and was ruled to have abandoned it.
        """
        if wager == "progressive" and seat.unaccepted:
            clause = self.terms.unlit_clause
            return SettlementLine(seat.seat, wager, "void", stake, 0, stake, None, clause, "not_accepted")
        if seat.folded and self.terms.folds[wager].lost:
            clause = self.terms.folds[wager].clause
            return SettlementLine(seat.seat, wager, "forfeit", stake, 0, 0, None, clause, "folded")
        if seat.abandoned:
            clause = self.terms.abandon_clause
            return SettlementLine(seat.seat, wager, "lose", stake, 0, 0, None, clause, "abandoned")
        return None

    def case(self, seat: SeatShowdown, hand: Hand) -> str:
        """How the hand compares with the dealer's."""
        if self.dealer is None:
            return ""
        if hand.strength == self.dealer.strength:
            return "tie"
        return "higher" if hand.strength > self.dealer.strength else "lower"

    def against_dealer(self, seat: SeatShowdown, wager: str, stake: int, case: str, hand: Hand) -> SettlementLine:
        """A wager that the comparison decides, the dealer's qualification coming first."""
        outcomes = self.terms.outcomes[wager]
        outcome = outcomes[case]
        if not self.qualifies and "dealer_not_qualified" in outcomes:
            unqualified = outcomes["dealer_not_qualified"]
            if unqualified.outcome != "compare":
                outcome, case = unqualified, "dealer_not_qualified"
        if outcome.outcome == "paytable":
            return self.by_paytable(seat, wager, stake, self.made(wager, seat, hand), case)
        if outcome.outcome == "lose":
            return SettlementLine(seat.seat, wager, "lose", stake, 0, 0, None, outcome.clause[0], case)
        if outcome.outcome == "push":
            return SettlementLine(seat.seat, wager, "push", stake, 0, stake, None, outcome.clause[0], case)
        table = self.terms.tables[wager]
        line = table.lines[0]
        paid, returned = self.pay(line.pays, stake)
        return SettlementLine(
            seat.seat, wager, "win", stake, paid, returned, None, table.clause[0], case, in_words(line.pays)
        )

    def bonus(self, seat: SeatShowdown, bonus: str, hand: Hand) -> Iterator[SettlementLine]:
        """Owed whatever the dealer holds to whoever has the wager that it is paid on, and Play, down."""
        stake = seat.stake(self.terms.bonuses[bonus])
        if not stake or not seat.stake("play") or seat.folded or seat.abandoned:
            return
        table = self.terms.tables[bonus]
        line = line_of(table, hand, seat.cards)
        if line:
            paid, _ = self.pay(line.pays, stake)
            yield SettlementLine(
                seat.seat, bonus, "win", 0, paid, 0, line.line, table.clause[0], "", in_words(line.pays)
            )

    def by_paytable(
        self, seat: SeatShowdown, wager: str, stake: int, line: PaytableLine | None, case: str = ""
    ) -> SettlementLine:
        """A wager that its own paytable decides."""
        return self.paid_by(self.terms.tables[wager], seat, wager, stake, line, case)

    def paid_by(
        self, table: Paytable, seat: SeatShowdown, wager: str, stake: int, line: PaytableLine | None, case: str
    ) -> SettlementLine:
        """The line's outcome under a table."""
        clause = table.clause[0]
        if line is None:
            return SettlementLine(seat.seat, wager, "lose", stake, 0, 0, None, clause, case)
        paid, returned = self.pay(line.pays, stake)
        outcome: OutcomeName = "push" if type(line.pays) is Push else "win"
        meter = line.pays.meter if type(line.pays) is MeterShare else ""
        return SettlementLine(
            seat.seat, wager, outcome, stake, paid, returned, line.line, clause, case, in_words(line.pays), meter
        )

    def pay(self, odds: Odds, stake: int) -> tuple[int, int]:
        """What the house adds and what comes back of the stake; a meter is read, and moved, now."""
        if isinstance(odds, To):
            return rounded(stake * odds.pays, odds.per, self.terms.odds_rounding), stake
        if isinstance(odds, For):
            return rounded(stake * odds.pays, odds.per, self.terms.odds_rounding), 0
        if isinstance(odds, Push):
            return 0, stake
        if isinstance(odds, FixedSum):
            return odds.cents, stake if self.terms.fixed_sum_returns_stake else 0
        shown = self.meters[odds.meter]
        paid = rounded(shown * odds.percent, 100, self.terms.share_rounding)
        self.meters[odds.meter] = self.terms.resets[odds.meter] if odds.percent == 100 else shown - paid
        return paid, 0

    def made(self, wager: str, seat: SeatShowdown, hand: Hand) -> PaytableLine | None:
        """The line of the wager's table that the seat makes, on the cards that the wager ranks."""
        ranked_on, table = self.terms.ranked_on[wager], self.terms.tables[wager]
        if ranked_on in HOLE_CARDS:
            return hole_cards_line(table, seat.cards, self.showdown.dealer)
        if ranked_on in BEATEN_HANDS:
            return self.bad_beat(table, seat, hand, either=ranked_on == "losing_hand_of_either")
        cards = CARDS_RANKED[ranked_on](seat.cards, self.showdown)
        return line_of(table, hand if ranked_on in OWN_HANDS else best_five(cards), cards)

    def bad_beat(self, table: Paytable, seat: SeatShowdown, hand: Hand, either: bool) -> PaytableLine | None:
        """The line of the beaten hand, the player's or, where either counts, the dealer's; a tie beats nobody."""
        if self.dealer is None or hand.strength == self.dealer.strength:
            return None
        if hand.strength < self.dealer.strength:
            return line_of(table, hand, seat.cards)
        return line_of(table, self.dealer, self.showdown.dealer) if either else None

    def envy(self, holder: SeatShowdown) -> Iterator[SettlementLine]:
        """What the holder's hand brings every other progressive bettor at the table."""
        bettors = [seat for seat in self.showdown.seats if seat.progressive_cents]
        if not bettors:
            return
        turned_up = not holder.folded or any(holder.stake(wager) for wager in self.terms.cards_stay_for)
        if not self.terms.envy or not turned_up or (holder.folded and self.terms.envy_needs_unfolded):
            return
        if self.terms.envy_holder_must_wager and not holder.progressive_cents:
            return
        ranked_on = self.terms.ranked_on["envy"]
        cards = CARDS_RANKED[ranked_on](holder.cards, self.showdown)
        hand = self.terms.hand(cards) if ranked_on in OWN_HANDS else best_five(cards)
        for seat in sorted(bettors, key=lambda seat: -seat.seat):
            own = seat.seat == holder.seat or seat.player == holder.player
            if (own and not self.terms.envy_on_own_hand) or seat.abandoned:
                continue
            if seat.folded and self.terms.envy_lost_by_fold:
                continue
            table = self.terms.envy.get(seat.progressive_cents) or self.terms.envy[0]
            line = line_of(table, hand, cards)
            if line:
                paid, _ = self.pay(line.pays, 0)
                yield SettlementLine(
                    seat.seat,
                    "envy",
                    "win",
                    0,
                    paid,
                    0,
                    line.line,
                    table.clause[0],
                    f"seat {holder.seat}",
                    in_words(line.pays),
                )

    def limited(self, lines: list[SettlementLine]) -> list[SettlementLine]:
        """The seat's lines with what exceeds the payout limit taken off, wager by wager in the order of the cut."""
        limit, order = self.terms.limit_cents, self.terms.limit_cut_order
        if limit is None:
            return lines
        excess = -limit
        for line in lines:
            excess += line.paid_cents if line.wager in order else 0
        if excess <= 0:
            return lines
        for wager in order:
            for index, line in enumerate(lines):
                if excess > 0 and line.wager == wager and line.paid_cents:
                    cut = min(excess, line.paid_cents)
                    excess -= cut
                    lines[index] = replace(line, paid_cents=line.paid_cents - cut, cut_cents=cut)
        return lines

    def cover_all(self, seat: SeatShowdown) -> Iterator[SettlementLine]:
        """The wager on the best hand at the table, settled after everything else."""
        stake = seat.stake("cover_all")
        if not stake:
            return
        table = self.terms.columns[len(self.showdown.seats) + 1]
        given_up = self.given_up(seat, "cover_all", stake)
        yield given_up or self.paid_by(table, seat, "cover_all", stake, self.best_line(table), "")

    def best_line(self, table: Paytable) -> PaytableLine | None:
        """The highest line that any hand at the table makes, the dealer's included."""
        if self.best is None or self.best[0] != table.id:
            made = [
                line for cards in self.hands_counted() if (line := line_of(table, four_card.best_hand(cards), cards))
            ]
            places = {line.line: place for place, line in enumerate(table.lines)}
            self.best = (table.id, min(made, key=lambda line: places[line.line], default=None))
        return self.best[1]

    def hands_counted(self) -> Iterator[Cards]:
        """The hands that count for the best at the table, the dealer's first."""
        yield self.showdown.dealer
        for seat in self.showdown.seats:
            if counts_for_best(self.terms, seat.folded, seat.wagers):
                yield seat.cards


def counts_for_best(terms: Terms, folded: bool, wagers: tuple[tuple[str, int], ...]) -> bool:
    """Whether a hand counts for the best at the table: a folded one as the submission says."""
    if not folded or terms.folded_hands == "count":
        return True
    exposed = any(wager in terms.cards_stay_for for wager, _ in wagers)
    return exposed and terms.folded_hands == "count_if_exposed_in_settlement"
