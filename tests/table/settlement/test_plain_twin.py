"""The settlement agrees with the plain one, line by line and cent by cent, and every paytable line is won somewhere."""

from collections.abc import Callable, Iterable
from random import Random

import pytest

from croupier.cards import Card
from croupier.rulebook.elect import GameRules, elect, with_terms
from croupier.rulebook.load import load, rulebook_ids
from croupier.table.settlement.settle import settle
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Settlement, Showdown
from tests.soak import sized
from tests.table.pit import example, rules_with
from tests.table.plain import four_card, holdem, rounds, three_card
from tests.table.plain.felt import Felt, Filed, Line
from tests.table.plain.ranking import Cards

ROUNDS = sized(3_000, 100_000)
RULES = 60
RANKS = dict(zip(range(14, 1, -1), "AKQJT98765432", strict=True))

Rules = tuple[GameRules, Filed]


def tables(nth: int, menus: dict[str, Iterable[str]]) -> dict[str, str | int | bool]:
    """The nth choice of paytables: all of them come in turn, in ever other company."""
    return {wager: list(names)[(nth + nth // len(list(names))) % len(list(names))] for wager, names in menus.items()}


def three_card_rules(chance: Random, nth: int, document: str) -> Rules:
    menus: dict[str, Iterable[str]] = {
        "ante_bonus": three_card.ANTE_BONUS,
        "pair_plus": three_card.PAIR_PLUS,
        "progressive": three_card.PROGRESSIVE,
        "six_card_bonus": three_card.SIX_CARD_BONUS,
        "version": ["base", "F1", "F2", "F3"],
    }
    chosen = tables(nth, menus) | {
        "envy_holder_must_wager": chance.random() < 0.5,
        "fixed_award_returns_stake": chance.random() < 0.5,
    }
    return elected(document, chosen, {"progressive": chance.randint(100_000, 900_000)})


def four_card_rules(chance: Random, nth: int, document: str) -> Rules:
    letters = four_card.PROGRESSIVES[document]
    menus: dict[str, Iterable[str]] = {"aces_up": four_card.ACES_UP[document], "progressive": letters}
    if document == "md-fcp":
        chosen = tables(nth, {**menus, "six_card_bonus": four_card.SIX_CARD_BONUS}) | {
            "envy_c_hands": chance.choice(["four_aces", "royal_flush"])
        }
    else:
        rules = ["exposed_hands_count", "fold_forfeits", "folded_hands_count", "folded_hands_do_not_count"]
        chosen = tables(nth, menus) | {
            "fold_forfeits_progressive": chance.random() < 0.5,
            "cover_all_fold_rule": chance.choice(rules),
            "settlement_method": chance.choice([1, 2]),
        }
    letter = str(chosen["progressive"])
    extra = chance.randint(0, 500_000) if letter in "ABC" else 0
    resets = {name: 100 * least + extra for name, least in four_card.SEEDS[document, letter].items()}
    return elected(document, chosen, resets)


def holdem_rules(chance: Random, nth: int, document: str) -> Rules:
    menus: dict[str, Iterable[str]] = {
        "blind": holdem.BLIND,
        "trips": holdem.TRIPS,
        "progressive": holdem.PROGRESSIVE,
        "six_card_bonus": holdem.SIX_CARD_BONUS,
        "ultimate_pairs": holdem.ULTIMATE_PAIRS,
        "bad_beat": holdem.BAD_BEAT,
        "play_the_board": holdem.PLAY_THE_BOARD,
    }
    chosen = tables(nth, menus) | {
        "envy_holder_must_wager": chance.random() < 0.5,
        "fixed_award_returns_stake": chance.random() < 0.5,
        "fold_forfeits_progressive": chance.random() < 0.5,
        "bad_beat_rule": chance.choice(["either", "player"]),
        "progressive_hand": chance.choice(["hole_and_flop", "best_of_seven"]),
        "payout_limit_covers": chance.choice(["main_wagers", "main_and_side_wagers"]),
    }
    seeds = holdem.SEEDS[str(chosen["progressive"])]
    resets = {name: 100 * least + chance.randint(0, 100_000) for name, least in seeds.items()}
    return elected(document, chosen, resets, chance.choice([None, 5_000_000, chance.randint(5_000_000, 9_000_000)]))


def elected(
    document: str, chosen: dict[str, str | int | bool], resets: dict[str, int], limit: int | None = None
) -> Rules:
    """The rules, and the same elections for the plain settlement."""
    return with_terms(elect(document, chosen), resets, limit), Filed(document, chosen, resets, limit, {})


def raised_rules(document: str) -> Rules:
    """The Massachusetts example, which files higher odds than its tables print."""
    filed = example(document)
    raised = {
        wager: {line: int(odds.split()[0]) for line, odds in lines.items()} for wager, lines in filed.odds.items()
    }
    rules = rules_with(document)
    resets = {meter.meter: meter.reset_cents for meter in rules.meters}
    return rules, Filed(document, dict(filed.elections), resets, None, raised)


MAKERS: dict[str, Callable[[Random, int, str], Rules]] = {
    "three-card-poker": three_card_rules,
    "four-card-poker": four_card_rules,
    "ultimate-texas-holdem": holdem_rules,
}


def pool(chance: Random, document: str) -> list[Rules]:
    """Rules under many elections, every paytable among them."""
    make = MAKERS[load(document).game]
    found = [make(chance, nth, document) for nth in range(RULES)]
    return [*found, raised_rules(document)] if example(document).odds else found


def plain_round(chance: Random, filed: Filed) -> tuple[Felt, list[Line], dict[str, int]]:
    """A random round and its plain settlement."""
    if filed.document == "md-tcp":
        felt = rounds.three_card(chance, filed.resets)
        return felt, *three_card.settle(filed, felt)
    if filed.document == "md-uth":
        felt = rounds.holdem(chance, filed.resets)
        return felt, *holdem.settle(filed, felt)
    felt = rounds.four_card(chance, filed.resets, filed.document)
    return felt, *four_card.settle(filed, felt)


def croupiers(cards: Cards) -> tuple[Card, ...]:
    return tuple(Card(RANKS[rank] + suit) for rank, suit in cards)


def showdown(felt: Felt) -> Showdown:
    """The same round as the table's settlement sees it."""
    seats = tuple(
        Box(s.number, s.player, wagers_of(s.wagers), croupiers(s.cards), s.folded, s.abandoned) for s in felt.seats
    )
    return Showdown(
        croupiers(felt.dealer), croupiers(felt.community), croupiers(felt.box), seats, tuple(felt.meters.items())
    )


def settled_lines(settlement: Settlement) -> list[Line]:
    return sorted(
        (line.seat, line.wager, line.outcome, line.stake_cents, line.paid_cents, line.returned_cents, line.line or "")
        for line in settlement.lines
    )


def printed_lines(document: str) -> set[tuple[str, str, str]]:
    """Every line of every paytable that may be elected: wager, clause and line."""
    return {
        (menu.wager, table.clause[0], line.line)
        for menu in load(document).paytables
        for table in menu.selectable()
        for line in table.lines
        if line.line != "win"
    }


@pytest.mark.parametrize("document", rulebook_ids())
def test_settlement_agrees_with_the_plain_one(document: str) -> None:
    chance = Random(f"plain rounds of {document}")
    choices = pool(chance, document)
    won: set[tuple[str, str, str]] = set()
    outcomes: set[tuple[str, str]] = set()
    cut = 0
    for nth in range(ROUNDS):
        rules, filed = choices[nth % len(choices)]
        felt, lines, meters = plain_round(chance, filed)
        settlement = settle(rules, showdown(felt))
        told = f"round {nth} of {document} under {filed}: {felt}"
        assert settled_lines(settlement) == sorted(lines), told
        assert dict(settlement.meters) == meters, told
        won |= {(line.wager, line.clause, line.line) for line in settlement.lines if line.line}
        outcomes |= {(line.wager, line.outcome) for line in settlement.lines}
        cut += sum(line.cut_cents for line in settlement.lines)
    assert printed_lines(document) - won == set(), "paytable lines that no random round won"
    assert {("ante", "win"), ("ante", "lose"), ("ante", "forfeit"), ("play", "win"), ("play", "lose")} <= outcomes
    assert (cut > 0) == (load(document).payout_limit is not None)
