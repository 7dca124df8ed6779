"""Rounds beside the playthroughs, for values of the law that an ordinary day does not touch."""

import random
from collections.abc import Iterator
from functools import cache

from croupier.cards import DECK, Card, parse_cards
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.dealing import DecisionPoint
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load
from croupier.table.settlement.described import RoundDescribed, SeatDescribed
from croupier.table.settlement.terms import terms_of
from tests.playthroughs.scenarios import GAMES, METHODS, finished, stakes_of
from tests.playthroughs.telling import shuffled
from tests.table.pit import Pit, example, rules_dealt_by

SETTLEMENTS = 120
# Hands that paytables pay, so that random deals hold them too.
GOOD = (
    "As Ks Qs Js Ts 9s",
    "Ad Kd Qd Jd Td 9d",
    "Ah Ad As Ac Kh Kd",
    "9h 8h 7h 6h 5h 4h",
    "Kh 9h 7h 4h 2h Qh",
    "5s 6d 7c 8h 9s Tc",
)


def more_rounds(rulebook: str) -> Iterator[tuple[str, Pit]]:
    """Each round by its name: as few wagers as may be, each side wager with a fold, six rounds in a row, no cards."""
    main = [wager.wager for wager in load(rulebook).wagers.wagers if wager.offered == "always"]
    for method in METHODS:
        rules = rules_dealt_by(rulebook, method)
        few = rules_dealt_by(rulebook, method, {"equipment.shuffler.counts_cards": False, "cards.decks": 1})
        table = Pit(few)
        for number in range(6):  # the stub is counted every so many rounds
            _played(table, number, rulebook)
        yield f"six_rounds_{method}", table
        for wager in rules.offers:
            if wager not in main:
                yield f"fold_with_{wager}_{method}", _folded(Pit(rules), wager)
        if load(rulebook).wagers.electronic:
            table = Pit(rules_dealt_by(rulebook, method, {"table.electronic": True}))
            yield f"electronic_{method}", _played(table, 3, rulebook)
    without = {"offers": tuple(main), "layout.areas": tuple(main)}
    yield "main_wagers_only", _played(Pit(rules_dealt_by(rulebook, "hand", without)), 4, rulebook)
    yield from _elected(rulebook)
    any_main = load(rulebook).wagers.main
    for wager in any_main.of if any_main.is_ == "any_of" else ():
        table = Pit(rules_dealt_by(rulebook, "hand")).sit(1).ready(shuffled(6))
        table.wager(1, **{wager: stakes_of(table.rules)[wager]})
        yield f"only_{wager}", finished(table, GAMES[rulebook].play)  # type: ignore[arg-type]


def _played(table: Pit, seed: int, rulebook: str) -> Pit:
    if not table.state.players:
        table.sit(1, 2)
    table.ready(shuffled(seed))
    for seat in (1, 2):
        table.wager(seat, **stakes_of(table.rules))
    return finished(table, GAMES[rulebook].play)  # type: ignore[arg-type]


def _folded(table: Pit, wager: str) -> Pit:
    """Seat 1 folds with one wager beside the main ones, seat 2 with nothing beside them."""
    table.sit(1, 2).ready(shuffled(21))
    rules = table.rules
    stakes = stakes_of(rules)
    main: dict[str, int] = {name: stakes[name] for name in rules.rulebook.wagers.main.of}
    found = rules.rulebook.wager(wager)
    needed: dict[str, int] = {name: stakes[name] for name in found.needs.of} if found and found.needs else {}
    table.wager(1, **main | needed | {wager: stakes[wager]})
    table.wager(2, **main)
    table.on()
    while table.round.to_ask:
        points: dict[str, DecisionPoint] = {point.point: point for point in rules.rulebook.decisions.points}
        actions = [option.action for option in points[table.round.point].options]
        table.answer("fold" if "fold" in actions else "check")
    return table


def _elected(rulebook: str) -> Iterator[tuple[str, Pit]]:
    """A round under each choice of each menu that the example does not make."""
    filed = example(rulebook)
    for menu in load(rulebook).menus:
        for choice in menu.choices:
            if menu.menu != "dealing" and choice.choice != filed.elections.get(menu.menu, menu.default):
                records = {"records": {**filed.records, menu.menu: "on file"}} if choice.record else {}
                rules = rules_dealt_by(rulebook, "automated_shoe", records, **{menu.menu: choice.choice})
                yield f"elected_{menu.menu}_{choice.choice}", _played(Pit(rules), 5, rulebook)


@cache
def settlements(rulebook: str) -> tuple[RoundDescribed, ...]:
    """Rounds described at random, always the same: menus elected and left out, good hands, odd cents."""
    rng = random.Random(rulebook)
    found = [_described(rulebook, rng, number) for number in range(SETTLEMENTS)]
    return (*found, *_best_hand_folded(rulebook))


def _best_hand_folded(rulebook: str) -> Iterator[RoundDescribed]:
    """The best hand at the table is folded, with cards that stay and without, while a wager is on the best."""
    menu = next((menu for menu in load(rulebook).menus if menu.menu == "cover_all_fold_rule"), None)
    for choice in menu.choices if menu else ():
        for beside in ({}, {"aces_up": 500}):
            wagers = {"ante": 1000, "cover_all": 100, **beside}
            aces = SeatDescribed(seat=1, cards=_cards("As Ah Ad Ac 9d"), wagers_cents=wagers, decisions=("fold",))
            plain = SeatDescribed(
                seat=2, cards=_cards("Kd Qd 9h 7c 3s"), wagers_cents={"ante": 1000, "cover_all": 100},
                decisions=("play:1",),
            )  # fmt: skip
            yield RoundDescribed(
                rules=rulebook, elections={"cover_all_fold_rule": choice.choice}, dealer=_cards("Qs Qh 8h 6d 2c 5h"),
                seats=(aces, plain),
            )  # fmt: skip


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def _described(rulebook: str, rng: random.Random, number: int) -> RoundDescribed:
    book = load(rulebook)
    elections: dict[str, Scalar] = {}
    menus: tuple[Menu, ...] = book.menus
    for menu in menus:
        if rng.random() < 0.6:
            elections[menu.menu] = rng.choice(menu.choices).choice
    for tables in book.paytables:
        if tables.elected and tables.wager != "envy" and rng.random() < 0.8:
            elections[tables.wager] = rng.choice([table.id for table in tables.selectable()])
    if book.payout_limit and rng.random() < 0.3:
        elections["payout_limit_cents"] = 5000000
    cards = terms_of(rules_dealt_by(rulebook, "automated_shoe")).cards
    deck = _deck(rng)
    seats = rng.randint(1, 4)
    community = tuple(deck.pop(0) for _ in range(cards["community"]))
    hands = [tuple(deck.pop(0) for _ in range(cards["player"])) for _ in range(seats)]
    dealer = tuple(deck.pop(0) for _ in range(cards["dealer"]))
    described = []
    for index, hand in enumerate(hands):
        ante = rng.choice((1000, 1001, 2503, 300000))
        wagers: dict[str, int] = {}
        for wager in book.wagers.wagers:
            keep = rng.random() < (0.95 if wager.wager in ("ante", "blind") else 0.7)
            if wager.placed == "before_the_deal" and keep and (wager.wager != "cover_all" or number % 2):
                same = wager.amount is not None and wager.amount.amount == "equal_to"
                filed = wager.amount is not None and wager.amount.amount == "filed_stake"
                wagers[wager.wager] = (
                    ante if same or wager.wager == "ante" else rng.choice((100, 500) if filed else (501, 20000))
                )
        points = book.decisions.points
        answers = ["fold"] if len(points) == 1 else ["check", "check", "fold"]
        if rng.random() < 0.7:
            times = (points[0].options[0].times or (points[0].options[0].at_most_times,))[0]
            answers = [f"play:{times}"]
        described.append(
            SeatDescribed(
                seat=index + 1,
                player="same" if rng.random() < 0.3 else f"p{index}",
                cards=hand,
                wagers_cents=wagers,
                decisions=tuple(answers) if "ante" in wagers else (),
            )
        )
    box = any("six_card_bonus" in seat.wagers_cents for seat in described)
    bonus = tuple(deck.pop(0) for _ in range(book.six_card_bonus.box_cards.is_)) if book.six_card_bonus and box else ()
    return RoundDescribed(
        rules=rulebook, elections=dict(elections), dealer=dealer, community=community, bonus_cards=bonus,
        seats=tuple(described), meters_cents={},
    )  # fmt: skip


def _deck(rng: random.Random) -> list[Card]:
    """A deck in which good hands lie together more often than by chance."""
    deck = list(DECK)
    rng.shuffle(deck)
    if rng.random() < 0.7:
        good = list(parse_cards(rng.choice(GOOD)))
        start = rng.randint(0, 8)
        deck = [card for card in deck if card not in good]
        deck[start:start] = good
    return deck
