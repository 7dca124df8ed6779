"""Each entry of the catalogue worked out again by its second method."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from croupier.odds.audit import solved_again
from croupier.odds.audit.cards import Cards
from croupier.odds.audit.methods import OF_ALL_FLOPS, method_of
from croupier.odds.audit.second import dealt, hold_em, three_card_poker
from croupier.odds.audit.second.kinds import Kinds, answers
from croupier.odds.audit.solved_again import Odds, Tell
from croupier.odds.games.base import game_of
from croupier.odds.wagers.catalogue import Entry
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.payout import FixedSum, For, MeterShare, Push, To

FIVE_CARDS = ("own_five_cards", "own_two_and_flop", "community_cards")
SIX_CARDS = ("own_three_and_dealers_three", "own_five_and_box_card", "own_two_and_four_box_cards")
SEVEN_CARDS = "own_two_and_community_best_five"
BEATEN_DEALS = hold_em.DEALS // 10  # a board's five cards are dealt once, not a flop and two cards
DEALT = {"own_best_four_of_five": (5, 4), **dict.fromkeys(FIVE_CARDS, (5, 5)), **dict.fromkeys(SIX_CARDS, (6, 5)),
         SEVEN_CARDS: (7, 5)}  # fmt: skip
Folded = tuple[Kinds, int]  # by kind, of how many
NO_FOLDS: Folded = ({}, 1)


class Again:
    """The second methods for one rulebook."""

    def __init__(self, book: Rulebook, catalogue: Sequence[Entry], tell: Tell, all_flops: bool) -> None:
        self.book, self.tell, self.all_flops = book, tell, all_flops
        decided_by = game_of(book).decided_by
        menu = next(menu for menu in book.paytables if menu.wager == decided_by)
        usual = menu.table(menu.default)
        assert usual is not None
        games = [entry.table for entry in catalogue if entry.wager == "base"]
        self.bonuses = {table.id: odds_to_one(table) for table in games}
        self.usual = usual.id

    def value(self, entry: Entry, cards: Cards | None, at: Mapping[str, Any]) -> Fraction | None:
        """The entry's value, per unit staked; none where there is no second method, or it takes too long."""
        if method_of(self.book, cards) in OF_ALL_FLOPS and not self.all_flops:
            return None
        if cards is None:
            return self._game(entry.table.id)
        found = self._kinds(cards)
        if found is None:
            return None
        kinds, deals = found
        folded, of = self._folded(entry, cards, at) if cards.lost else NO_FOLDS
        free = entry.wager == "envy"
        value = Fraction(0 if free else -1)
        for kind, count in kinds.items():
            asked = answers(kind)
            line = next((line for line in entry.table.lines if line.line in asked), None)
            if line:
                chance = Fraction(count, deals) - Fraction(folded.get(kind, 0), of)
                value += chance * comes_back(line.pays, at, free)
        return value

    def _game(self, table: str) -> Fraction:
        if self.book.game == "three-card-poker":
            return three_card_poker.solve(self.bonuses[table])[0]
        if self.book.game == "four-card-poker":
            return Fraction(solved_again.four_card(self.bonuses[table], self.tell)["ev"])
        return Fraction(self._hold_em()["ev"][list(self.bonuses).index(table)])

    def _hold_em(self) -> dict[str, Any]:
        tables = sorted(self.bonuses, key=lambda table: table != self.usual)  # what is folded is by the usual one
        assert tables == list(self.bonuses), "the usual blind comes first"
        return solved_again.hold_em(list(self.bonuses.values()), self.tell)

    def _kinds(self, cards: Cards) -> tuple[Kinds, int] | None:
        """How often each kind comes, and of how many deals."""
        if cards.ranked_on == "own_three_cards":
            found = dealt.three_cards()
        elif cards.ranked_on in DEALT:
            found = dealt.dealt(*DEALT[cards.ranked_on])
        elif cards.ranked_on in ("own_two_cards", "own_two_and_dealers_two"):
            found = dealt.two_cards(cards.ranked_on == "own_two_and_dealers_two")
        elif cards.ranked_on in ("losing_hand_of_player", "losing_hand_of_either"):
            # A deal in which the player's hand loses is, with the hands changed over, one in which the dealer's does.
            times = 2 if cards.ranked_on == "losing_hand_of_either" else 1
            return {kind: times * count for kind, count in self._hold_em()["beaten"].items()}, BEATEN_DEALS
        elif cards.players == 1:
            found = solved_again.two_hands(self.tell)
        else:
            return None
        return found, sum(found.values())

    def _folded(self, entry: Entry, cards: Cards, at: Mapping[str, Any]) -> Folded:
        """The hands folded by who plays best for the ante alone, and with a pair plus for both."""
        if self.book.game == "three-card-poker":
            beside = odds_to_one(entry.table) if at.get("made") == "with an ante" else None
            bonus = self.bonuses[at.get("ante_bonus", self.usual)]
            return three_card_poker.solve(bonus, beside)[1], three_card_poker.HANDS
        if self.book.game == "four-card-poker":
            found = solved_again.four_card(self.bonuses[self.usual], self.tell)
            return found["five" if cards.ranked_on in FIVE_CARDS else "four"], comb(52, 5) * 47
        return self._hold_em()["seven" if cards.ranked_on == SEVEN_CARDS else "flop"], hold_em.DEALS


def odds_to_one(table: Paytable) -> Odds:
    """What each line wins beside its stake; a line that pushes wins nothing."""
    return {line.line: Fraction(line.pays.pays, line.pays.per) for line in table.lines if isinstance(line.pays, To)}


def comes_back(pays: To | For | MeterShare | FixedSum | Push, at: Mapping[str, Any], free: bool) -> Fraction:
    """What a line brings of each unit staked, at the stake and the meters that a result says of itself."""
    if isinstance(pays, To):
        return Fraction(pays.pays, pays.per) + 1
    if isinstance(pays, For):
        return Fraction(pays.pays, pays.per)
    if isinstance(pays, Push):
        return Fraction(1)
    if isinstance(pays, FixedSum):
        besides = 1 if not free and at["fixed_award_returns_stake"] else 0
        return Fraction(pays.cents, at["stake_cents"]) + besides
    return Fraction(at["meters_cents"][pays.meter] * pays.percent, 100 * at["stake_cents"])
