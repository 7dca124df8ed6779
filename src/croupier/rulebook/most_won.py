"""The most that one hand can win at the minimum wagers: what happens together is added, nothing else."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable, PaytableMenu
from croupier.rulebook.law.words import BEATEN_HANDS
from croupier.rulebook.payout import To
from croupier.rulebook.submission import Submission

# How the player's hand compares with the dealer's. A wager's best line is sought in each case apart: the sum of what is
# best in a case can be dealt (the tests deal it), while the best of different cases cannot be had in one round.
CASES = ("higher", "tie", "lower")
JOINT_ACES = "player_aces_and_dealer_aces"


def most_at_minimum(rulebook: Rulebook, filed: Submission) -> int:
    """The most that the wagers under the payout limit win together on one hand, each at its minimum stake."""
    if rulebook.payout_limit is None:
        return 0
    covered = rulebook.payout_limit.covers.under(filed.elections)
    menus = [menu for menu in rulebook.paytables if menu.wager in covered and _made(rulebook, menu, filed)]
    sums = (sum((_won(rulebook, menu, filed, case) for menu in menus), Fraction(0)) for case in CASES)
    return ceil(max(sums))


def _made(rulebook: Rulebook, menu: PaytableMenu, filed: Submission) -> bool:
    """Whether a hand can have this wager at the table: wagers beside the main ones are offered or not."""
    return rulebook.wager(menu.wager) is not None and (menu.chosen_by != "election" or menu.wager in filed.offers)


def _won(rulebook: Rulebook, menu: PaytableMenu, filed: Submission, case: str) -> Fraction:
    table = menu.table(filed.elections.get(menu.wager, menu.default)) or menu.table(menu.default)
    if table is None or not _pays(rulebook, menu.wager, case):
        return Fraction(0)
    own = menu.wager if rulebook.has_limits(menu.wager) else "ante"
    stake = filed.look(f"limits.{own}.minimum_cents") or 0
    times = _largest_play(rulebook) if menu.wager == "play" else 1
    return max(_odds(menu, table, filed, case), default=Fraction(0)) * stake * times


def _pays(rulebook: Rulebook, wager: str, case: str) -> bool:
    """Whether the comparison with the dealer, where it decides the wager, lets it win."""
    against = next((one for one in rulebook.settlement.comparisons if one.wager == wager), None)
    outcomes: dict[str, str] = {outcome.case: outcome.outcome for outcome in against.outcomes} if against else {}
    return outcomes.get(case, "win") in ("win", "paytable")


def _largest_play(rulebook: Rulebook) -> int:
    return max(times for point in rulebook.decisions.points for option in point.options for times in option.times)


def _odds(menu: PaytableMenu, table: Paytable, filed: Submission, case: str) -> Iterator[Fraction]:
    """What the lines pay that can be made in this case."""
    fact = table.ranked_on or menu.ranked_on
    ranked_on = fact.under(filed.elections) if fact else ""
    for line in table.lines:
        if isinstance(line.pays, To) and _possible(ranked_on, line.line, case):
            yield Fraction(line.pays.pays, line.pays.per)


def _possible(ranked_on: str, line: str, case: str) -> bool:
    if ranked_on in BEATEN_HANDS:  # nobody is beaten in a tie
        return case == "lower" or (case == "higher" and ranked_on == "losing_hand_of_either")
    if line == "royal_flush" and ranked_on == "community_cards":  # everybody plays that board
        return case == "tie"
    if line == "royal_flush":  # which no hand beats
        return case != "lower"
    # A tie is worth most on a royal board, which has one of the four aces; any other tie is worth less than a win.
    return line != JOINT_ACES or case != "tie"
