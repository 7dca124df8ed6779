"""`table.settle` and `odds` are two readings of the same rules: over random rounds they pay the same.

For each round the cards are classified by the kernels of `odds`, the class is looked up in its paytables, and what
that pays is compared with the line that settlement wrote. The deals are random, half of them from a short deck so
that rare hands come often.
"""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import DECK, Card, Suit
from croupier.odds.cache import Shelf
from croupier.odds.games.base import game_of, solved
from croupier.odds.hands.classes import MEANS, line_counts
from croupier.odds.hands.counts import RANKED_ON
from croupier.odds.kernels import five_card, four_card, three_card
from croupier.odds.kernels.cover_all import CLASSES
from croupier.odds.kernels.showdown import QUALIFYING
from croupier.odds.kernels.suits import place
from croupier.odds.wagers import results as odds_results
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.law.words import OWN
from croupier.rulebook.load import load, rulebook_ids
from croupier.table.settlement.settle import settle
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Settlement, Showdown
from tests.soak import sized

Cards = tuple[Card, ...]
ANTE, SIDE = 1_000, 300
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
DEALT = {  # cards of a player, the dealer, the board and the bonus box
    "three-card-poker": (3, 3, 0, 0),
    "four-card-poker": (5, 6, 0, 1),
    "ultimate-texas-holdem": (2, 2, 5, 4),
}


# Cards as `odds` sees them


def _number(card: Card) -> int:
    return 4 * (card.rank - 2) + SUITS.index(card.suit)


def _numbers(cards: Cards) -> tuple[int, ...]:
    return tuple(sorted(_number(card) for card in cards))


def _five(cards: Cards) -> int:
    return int(five_card.strengths(np.array([_numbers(cards)], np.uint8))[0])


def _four(cards: Cards) -> int:
    return int(four_card.strengths(np.array([_numbers(cards)], np.uint8))[0])


def _three(cards: Cards) -> int:
    return int(three_card.three_card_strengths()[place(_numbers(cards))])


def _three_class(cards: Cards) -> str:
    if _three(cards) == three_card.SUITED_ACE_KING_QUEEN:
        return f"ace_king_queen_{cards[0].suit.word}"
    return three_card.CATEGORIES[int(three_card.category_of(np.array([_three(cards)], np.uint16))[0])]


def _four_class(cards: Cards) -> str:
    strength = _four(cards)
    if strength == four_card.FOUR_ACES:
        return "four_aces"
    if strength == four_card.ROYAL:
        return "royal_flush"
    return "pair_of_aces" if strength in four_card.PAIR_OF_ACES else four_card.category(strength)


def _five_class(cards: Cards) -> str:
    numbers = _numbers(cards)
    if len(cards) == 6 and {n // 4 for n in numbers} == set(range(7, 13)) and len({n % 4 for n in numbers}) == 1:
        return f"super_royal_{cards[0].suit.word}"
    category = five_card.category(_five(cards))
    ranks = Counter(n // 4 for n in numbers)
    if category == "four_of_a_kind" and ranks[12] == 4:
        return "four_aces"
    if category == "pair" and ranks.most_common(1)[0][0] >= 8:
        return "pair_of_tens_or_better"
    return category


def _hole_class(own: Cards, dealer: Cards, with_dealer: bool) -> str:
    (low, high), suited = sorted(n // 4 for n in _numbers(own)), own[0].suit == own[1].suit
    if low == high == 12:
        red = {card.suit for card in own} == {Suit.HEARTS, Suit.DIAMONDS}
        joint = with_dealer and all(card.rank == 14 for card in dealer)
        return f"{'red' if red else 'other'}_aces{'_and_dealer_aces' if joint else ''}"
    if low == high:
        return {11: "pair_of_kings", 10: "pair_of_queens", 9: "pair_of_jacks"}.get(low, "pair_of_tens_or_less")
    if high == 12 and low >= 9:
        return f"ace_{ {11: 'king', 10: 'queen', 9: 'jack'}[low] }_{'suited' if suited else 'offsuit'}"
    return "other"


def _beaten_class(own: Cards, dealer: Cards, board: Cards, either: bool) -> str:
    mine, theirs = _five(own + board), _five(dealer + board)
    if mine < theirs:
        return five_card.category(mine)
    return five_card.category(theirs) if mine > theirs and either else "not_beaten"


def _best_class(hands: list[Cards]) -> str:
    made = [CLASSES.index(name) if (name := _four_class(hand)) in CLASSES else len(CLASSES) - 1 for hand in hands]
    return CLASSES[min(made)]


def _class(ranked_on: str, seat: Box, show: Showdown) -> str:
    own = seat.cards
    if ranked_on == "own_three_cards":
        return _three_class(own)
    if ranked_on == "own_best_four_of_five":
        return _four_class(own)
    if ranked_on in ("own_two_cards", "own_two_and_dealers_two"):
        return _hole_class(own, show.dealer, ranked_on == "own_two_and_dealers_two")
    if ranked_on.startswith("losing_hand"):
        return _beaten_class(own, show.dealer, show.community, ranked_on.endswith("either"))
    if ranked_on == "best_hand_at_the_table":
        return _best_class([show.dealer, *(other.cards for other in show.seats)])
    return _five_class({
        "own_five_cards": own,
        "own_two_and_flop": own + show.community[:3],
        "own_two_and_community_best_five": own + show.community,
        "community_cards": show.community,
        "own_three_and_dealers_three": own + show.dealer,
        "own_five_and_box_card": own + show.bonus_cards,
        "own_two_and_four_box_cards": own + show.bonus_cards,
    }[ranked_on])  # fmt: skip


# Rounds


def _elections(rulebook: str, chance: random.Random) -> dict[str, Scalar]:
    """A random choice of every menu that bears on what is paid."""
    book = load(rulebook)
    chosen: dict[str, Scalar] = {}
    for tables in book.paytables:
        if tables.chosen_by.startswith("election"):
            chosen[tables.wager] = chance.choice(list(tables.selectable())).id
    if "envy" in chosen:
        chosen["envy"] = chosen["progressive"]
    for menu in book.menus:
        if menu.menu in ("bad_beat_rule", "progressive_hand", "envy_c_hands", "fixed_award_returns_stake"):
            chosen[menu.menu] = chance.choice(menu.choices).choice
    return chosen


def _deck(chance: random.Random, cards: int) -> Iterator[Card]:
    """A shuffled deck: whole, or only high cards, or only two suits, where that is enough."""
    kinds = [
        list(DECK),
        [card for card in DECK if card.rank >= 9],
        [card for card in DECK if card.suit in (Suit.DIAMONDS, Suit.SPADES)],
        [card for card in DECK if card.suit is Suit.DIAMONDS or card.rank == 14],
    ]
    deck = chance.choice([kind for kind in kinds if len(kind) >= cards])
    return iter(chance.sample(deck, len(deck)))


def _deal(rules: GameRules, chance: random.Random) -> Showdown:
    """Two seats with every wager at the first, played on; the second has only what an envy hand needs."""
    per_player, per_dealer, board, box = DEALT[rules.rulebook.game]
    boxed = box if rules.rulebook.six_card_bonus else 0
    cards = _deck(chance, 2 * per_player + per_dealer + board + boxed)

    def take(count: int) -> Cards:
        return tuple(next(cards) for _ in range(count))

    stake = chance.choice((100, 500))
    times = {"three-card-poker": (1,), "four-card-poker": (1, 2, 3), "ultimate-texas-holdem": (1, 2, 3, 4)}
    wagers = {wager.wager: SIDE for wager in rules.rulebook.wagers.wagers}
    wagers |= {"ante": ANTE, "blind": ANTE, "progressive": stake}
    wagers["play"] = ANTE * chance.choice(times[rules.rulebook.game])
    known = [wager.wager for wager in rules.rulebook.wagers.wagers]
    main = {name: cents for name, cents in wagers.items() if name in ("ante", "blind", "play")}
    return Showdown(
        take(per_dealer),
        take(board),
        take(boxed),
        (
            Box(1, "Ann", wagers_of({n: c for n, c in wagers.items() if n in known}), take(per_player)),
            Box(2, "Bob", wagers_of({n: c for n, c in main.items() if n in known}), take(per_player)),
        ),
        # Whole dollars: a share of a meter is paid in whole cents, which odds do not round.
        tuple((meter.meter, meter.initial_cents + 100 * chance.randrange(10**4)) for meter in rules.meters),
    )


# What `odds` says each wager is worth


def _paid(rules: GameRules, show: Showdown, table: Paytable, name: str, kind: str, stake: int, wager: str) -> Fraction:
    """The net of a wager whose cards are of that class."""
    line = next((x for x, n in line_counts(table, {name: 1}, MEANS[kind]).items() if n), None)
    returns = rules.rulebook.six_card_bonus
    stakes = odds_results.Stakes(
        stake_cents=stake,
        meters_cents=dict(show.meters),
        fixed_sum_returns_stake=returns is None or rules.value(returns.fixed_award_returns_stake),
        free=wager == "envy",
    )
    if line is None:
        return Fraction(0 if stakes.free else -stake)
    pays = table.pays(line)
    assert pays is not None
    return odds_results.net(pays, stakes) * stake


def _compare_sides(rules: GameRules, show: Showdown, settled: Settlement, seen: Counter[tuple[str, str]]) -> None:
    first, second = show.seats
    for wager, stake in first.wagers:
        if wager in ("ante", "play", "blind"):
            continue
        table = rules.table(wager, stake, len(show.seats) + 1)
        assert table is not None
        assert table.ranked_on is not None
        ranked_on = rules.value(table.ranked_on)
        name = _class(ranked_on, first, show)
        expected = _paid(rules, show, table, name, RANKED_ON[ranked_on][0], stake, wager)
        (line,) = [line for line in settled.lines if (line.seat, line.wager) == (1, wager)]
        assert line.net_cents == expected, (wager, name, line)
        seen[wager, name] += 1
    stake = first.stake("progressive")
    if stake:
        table = rules.table("envy", stake)
        assert table is not None
        assert table.ranked_on is not None
        ranked_on = OWN[rules.value(table.ranked_on)]
        name = _class(ranked_on, second, show)
        expected = _paid(rules, show, table, name, RANKED_ON[ranked_on][0], stake, "envy")
        assert sum(line.net_cents for line in settled.lines if (line.seat, line.wager) == (1, "envy")) == expected
        seen["envy", name] += 1


def _outcome(rules: GameRules, show: Showdown) -> tuple[str, str, str]:
    """Decision, result and hand of the game against the dealer, as `odds` names them."""
    seat = show.seats[0]
    decision = f"play:{seat.stake('play') // ANTE}"
    if rules.rulebook.game == "three-card-poker":
        mine, theirs = _three(seat.cards), _three(show.dealer)
        line = three_card.CATEGORIES[int(three_card.category_of(np.array([mine], np.uint16))[0])]
        if theirs < three_card.QUEEN_HIGH:
            return decision, "unqualified", line
        return decision, "win" if mine > theirs else "lose" if mine < theirs else "tie", line
    if rules.rulebook.game == "four-card-poker":
        mine, theirs = _four(seat.cards), _four(show.dealer)
        return decision, "win" if mine >= theirs else "lose", four_card.category(mine)
    mine, theirs = _five(seat.cards + show.community), _five(show.dealer + show.community)
    qualified = "qualified" if theirs >= QUALIFYING else "unqualified"
    result = "tie" if mine == theirs else f"{'win' if mine > theirs else 'lose'}_{qualified}"
    return decision, result, five_card.category(mine)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_settlement_pays_what_odds_count_on(rulebook: str) -> None:
    chance = random.Random(rulebook)
    seen: Counter[tuple[str, str]] = Counter()
    compared: Counter[tuple[str, str, str]] = Counter()
    for _ in range(sized(12, 200)):
        rules = elect(rulebook, _elections(rulebook, chance))
        decided_by = rules.table(game_of(rules.rulebook).decided_by)
        assert decided_by is not None
        nets = {
            (outcome.decision, outcome.result, outcome.line): outcome.net
            for outcome in solved(rules.rulebook, decided_by, Shelf()).outcomes
        }
        for _ in range(sized(200, 1000)):
            show = _deal(rules, chance)
            settled = settle(rules, show)
            _compare_sides(rules, show, settled, seen)
            key = _outcome(rules, show)
            if key in nets:  # best play never raises on some hands; what it does is what odds count
                game = ("ante", "play", "blind", "ante_bonus")
                net = sum(line.net_cents for line in settled.lines if line.seat == 1 and line.wager in game)
                assert net == nets[key] * ANTE, key
                compared[key] += 1
    # Enough was met for the comparison to mean something: every wager won and lost, and many outcomes of the game.
    for wager in {wager for wager, _ in seen}:
        assert len([name for other, name in seen if other == wager]) > 3, (wager, seen)
    assert len(compared) >= 15
    assert {"win", "lose"} <= {result.partition("_")[0] for _, result, _ in compared}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_fold_loses_what_odds_say_it_loses(rulebook: str) -> None:
    chance = random.Random(rulebook)
    rules = elect(rulebook)
    table = rules.table(game_of(rules.rulebook).decided_by)
    assert table is not None
    (net,) = {o.net for o in solved(rules.rulebook, table, Shelf()).outcomes if o.decision == "fold"}
    for _ in range(20):
        show = _deal(rules, chance)
        first, second = show.seats
        wagers = tuple(wager for wager in first.wagers if wager.name != "play")
        folded = Box(1, "Ann", wagers, first.cards, folded=True)
        settled = settle(rules, Showdown(show.dealer, show.community, show.bonus_cards, (folded, second), show.meters))
        game = ("ante", "play", "blind", "ante_bonus", "pair_plus")
        lost = sum(line.net_cents for line in settled.lines if line.seat == 1 and line.wager in game)
        assert lost == net * ANTE - (SIDE if folded.stake("pair_plus") else 0)
