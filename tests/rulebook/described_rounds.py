"""Described rounds that bear witness: at random, and for each thing that money hangs on and chance seldom brings."""

import random
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from croupier.cards import DECK, Card, parse_cards
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load
from croupier.rulebook.payout import MeterShare
from croupier.table.settlement.described import RoundDescribed, SeatDescribed, elected_rules, settle_described
from croupier.table.settlement.terms import terms_of
from croupier.table.values.showdown import Settlement
from tests.table.pit import rules_dealt_by

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


@cache
def settlements(rulebook: str) -> tuple[RoundDescribed, ...]:
    """Rounds described at random, always the same: menus elected and left out, good hands, odd cents."""
    rng = random.Random(rulebook)
    found = [_described(rulebook, rng, number) for number in range(SETTLEMENTS)]
    return (
        *found,
        *_best_hand_folded(rulebook),
        *_compared(rulebook),
        *_envied(rulebook),
        *_parts_of_cents(rulebook),
        *_fixed_sums(rulebook),
        *_limited(rulebook),
    )


# One player's cards, the dealer's and those on the table: for each case in which hands may be compared.
COMPARED = {
    "three-card-poker": {
        "higher": ("Ah Kd 9s", "Qs Jd 9c", ""),
        "lower": ("Qs Jd 9c", "Ah Kd 9s", ""),
        "tie": ("Qh 9d 4s", "Qd 9s 4c", ""),
        "dealer_not_qualified": ("Kh 9d 4s", "Jd 9s 3c", ""),
    },
    "four-card-poker": {
        "higher": ("Ah Ad 9s 7c 3d", "Ks Kc 9d 7h 3c 2d", ""),
        "lower": ("Ks Kc 9d 7h 3c", "Ah Ad 9s 7c 3d 2d", ""),
        "tie": ("Kh Kd 9s 7c 3d", "Ks Kc 9d 7h 3c 2d", ""),
    },
    "ultimate-texas-holdem": {
        "higher": ("Ah Ad", "Kd 8c", "Ks Qd 9h 7c 3s"),
        "lower": ("Kd 8c", "Ah Ad", "Ks Qd 9h 7c 3s"),
        "tie": ("2h 3d", "2d 3c", "As Kd Qh Jc Ts"),
        "dealer_not_qualified": ("Ah 4d", "8d 2c", "Ks Qd 9h 7c 3s"),
    },
}


# A hand that envy is paid for, another's that is nothing, the dealer's, those on the table, and a box for six cards.
ENVIED = {
    "md-tcp": ("As Ks Qs", "9d 7c 3h", "Qd 8c 4h", "", ""),
    "md-fcp": ("As Ah Ad Ac 9d", "Kd Qd 9h 7c 3s", "Qs Qh 8h 6d 2c 5h", "", "4c"),
    "md-uth": ("As Ks", "9d 7c", "Qd 8c", "Qs Js Ts 4h 2c", "3c 5d 6h 8s"),
    "ma-fcp-1": ("As Ah Ad Ac 9d", "Kd Qd 9h 7c 3s", "Qs Qh 8h 6d 2c 5h", "", ""),
    "ma-fcp-2": ("As Ah Ad Ac 9d", "Kd Qd 9h 7c 3s", "Qs Qh 8h 6d 2c 5h", "", ""),
}


def _envied(rulebook: str) -> Iterator[RoundDescribed]:
    """One holds a hand that envy is paid for, with each wager that may keep cards or none, and plays it or folds."""
    book = load(rulebook)
    own, others, dealer, community, box = map(_cards, ENVIED[rulebook])
    main: dict[str, int] = {
        wager.wager: 1000 for wager in book.wagers.wagers if wager.against == "dealer" and wager.wager != "play"
    }
    fact = book.decisions.folded_cards_stay_for
    stay: tuple[str, ...] = fact.is_ if fact else ()
    needed: dict[str, int] = dict.fromkeys((*book.wagers.main.of, *stay), 500)
    kept: tuple[dict[str, int], ...] = ({}, *({name: 500} for name in stay), needed | main)
    option = book.decisions.points[0].options[0]
    played = (f"play:{(option.times or (option.at_most_times,))[0]}",)
    folded = (*("check" for _ in book.decisions.points[1:]), "fold")
    must_wager = [c.choice for menu in book.menus if menu.menu == "envy_holder_must_wager" for c in menu.choices]
    for beside in kept:
        for stake in ({}, {"progressive": 100}, {"progressive": 500}):
            for answers in (played, folded):
                for choice in (None, *must_wager):
                    holder = SeatDescribed(
                        seat=1, player="a", cards=own, wagers_cents={**beside, **main, **stake}, decisions=answers
                    )
                    envious = SeatDescribed(
                        seat=2, player="b", cards=others, wagers_cents={**main, "progressive": 500}, decisions=played
                    )
                    yield RoundDescribed(
                        rules=rulebook,
                        elections={} if choice is None else {"envy_holder_must_wager": choice},
                        dealer=dealer,
                        community=community,
                        bonus_cards=box if "six_card_bonus" in beside else (),
                        seats=(holder, envious),
                    )


def _played_alone(rulebook: str, own: str, dealer: str, community: str = "", **wagers: int) -> RoundDescribed:
    """One seat that plays, with these wagers beside those against the dealer."""
    book = load(rulebook)
    option = book.decisions.points[0].options[0]
    main: dict[str, int] = {
        wager.wager: 1000 for wager in book.wagers.wagers if wager.against == "dealer" and wager.wager != "play"
    }
    play = f"play:{(option.times or (option.at_most_times,))[0]}"
    seat = SeatDescribed(seat=1, cards=_cards(own), wagers_cents={**main, **wagers}, decisions=(play,))
    return RoundDescribed(rules=rulebook, dealer=_cards(dealer), community=_cards(community), seats=(seat,))


def _parts_of_cents(rulebook: str) -> Iterator[RoundDescribed]:
    """Raised odds that leave half a cent of an odd stake, and shares that leave part of a cent of a meter."""
    book = load(rulebook)
    for menu in book.paytables:
        if menu.wager == "aces_up" and menu.odds == "minimum":
            aces = _played_alone(rulebook, "As Ah 9d 7c 3d", "Qs Qh 8h 6d 2c 5h", aces_up=501)
            yield replace(aces, odds={"aces_up": {"pair_of_aces": "3 to 2"}})
        for table in menu.selectable():
            if any(isinstance(line.pays, MeterShare) and line.pays.percent < 100 for line in table.lines):
                holdem = book.game == "ultimate-texas-holdem"
                cards = ("9h 8h", "Qd 3c", "7h 6h 5h Kd 2c") if holdem else ("9h 8h 7h 6h 5h", "Qs Qh 8d 6d 2c 5d")
                run = _played_alone(rulebook, *cards, progressive=100)
                yield replace(
                    run,
                    elections={"progressive": table.id, "envy": table.id},
                    meters_cents={meter.meter: 2000005 for meter in table.meters},
                )


def _fixed_sums(rulebook: str) -> Iterator[RoundDescribed]:
    """Six cards in a row of one suit, with the stake returned besides and without."""
    rows = {
        "three-card-poker": ("Ad Kd Qd", "Jd Td 9d", "", ""),
        "four-card-poker": ("Ad Kd Qd Jd Td", "Qs Qh 8h 6s 2c 5h", "", "9d"),
        "ultimate-texas-holdem": ("Ad Kd", "8s 3c", "7h 6h 5s Kc 2c", "Qd Jd Td 9d"),
    }
    book = load(rulebook)
    menus = [menu for menu in book.menus if menu.menu == "fixed_award_returns_stake"]
    if book.six_card_bonus:
        own, dealer, community, box = rows[book.game]
        beside = {name: 1000 for wager in book.wagers.wagers if wager.needs for name in wager.needs.of}
        wagers = {**{name: cents for name, cents in beside.items() if name != "play"}, "six_card_bonus": 500}
        row = replace(_played_alone(rulebook, own, dealer, community, **wagers), bonus_cards=_cards(box))
        yield row
        for menu in menus:
            yield from (replace(row, elections={menu.menu: choice.choice}) for choice in menu.choices)


def _limited(rulebook: str) -> Iterator[RoundDescribed]:
    """A hand that wins on everything, paid up to limits that end within each wager of the cut in turn."""
    book = load(rulebook)
    if book.payout_limit is None:
        return
    beside = ("ultimate_pairs", "bad_beat", "play_the_board", "trips")
    wagers = {wager.wager: 12000000 for wager in book.wagers.wagers if wager.wager in (*beside, "ante", "blind")}
    made = _played_alone(rulebook, "As Ah", "Ks Kd", "Ac Kc 3h 3d 3s", **wagers)
    for covers in ("main_wagers", "main_and_side_wagers"):
        elections: dict[str, Scalar] = {"payout_limit_covers": covers}
        whole = settle_described(elected_rules(replace(made, elections=dict(elections))), made)
        assert isinstance(whole, Settlement)
        paid = {line.wager: line.paid_cents for line in whole.lines}
        order = [name for name in book.payout_limit.cut_order.under(elections) if paid.get(name)]
        for place, name in enumerate(order):
            cut = sum(paid[other] for other in order[:place]) + paid[name] // 2
            limit = sum(paid[other] for other in order) - cut
            yield replace(made, elections={**elections, "payout_limit_cents": limit})


def _compared(rulebook: str) -> Iterator[RoundDescribed]:
    """A round for each case of the comparison with the dealer, with everything down that it decides."""
    book = load(rulebook)
    for cards in COMPARED[book.game].values():
        made = _played_alone(rulebook, *cards)
        yield made
        if book.decisions.points[0].options[0].at_most_times:
            half = replace(made.seats[0], decisions=("play:1.5",))
            yield replace(made, seats=(half,))


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
