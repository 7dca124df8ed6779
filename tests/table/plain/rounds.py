"""Random rounds for the plain settlements, with far more rare hands than chance would deal."""

from collections.abc import Iterable, Sequence
from random import Random

from .felt import Felt, Seat
from .ranking import Card

SUITS = "shdc"
FULL_DECK: list[Card] = [(rank, suit) for suit in SUITS for rank in range(14, 1, -1)]
Slot = tuple[str, int]


def run_of(top: int, length: int) -> list[int]:
    """The ranks of a run from the top down; a run from its own length down ends in the ace."""
    return [rank if rank > 1 else 14 for rank in range(top, top - length, -1)]


def rare_hand(chance: Random, size: int) -> list[Card]:
    """Up to `size` cards that make something: suited runs, runs, flushes, fours, full houses, threes, pairs."""
    suit = chance.choice(SUITS)
    rank = chance.choice([14, 14, chance.randint(2, 13)])
    other = chance.choice([number for number in range(2, 15) if number != rank])
    length = chance.choice([size, chance.randint(min(3, size), size)])
    top = chance.choice([14, max(length, 3), chance.randint(max(length, 3), 14)])
    four = [(rank, any_suit) for any_suit in chance.sample(SUITS, 4)]
    pair = [(other, any_suit) for any_suit in chance.sample(SUITS, 2)]
    hands = {
        "suited run": [(number, suit) for number in run_of(top, length)],
        "royal": [(number, suit) for number in run_of(14, min(5, size))],
        "longest suited run": [(number, suit) for number in run_of(14, size)],
        "run": [(number, chance.choice(SUITS)) for number in run_of(top, length)],
        "flush": [(number, suit) for number in chance.sample(range(2, 15), length)],
        "four": four,
        "full house": four[:3] + pair,
        "three": four[:3],
        "two pair": four[:2] + pair,
        "pair": four[:2],
        "ace and picture": [(14, suit), (chance.randint(11, 13), chance.choice([suit, chance.choice(SUITS)]))],
    }
    return hands[chance.choice(list(hands))][:size]


def dealt(
    chance: Random, sizes: dict[str, int], targets: Sequence[Sequence[str]], held: dict[str, list[Card]]
) -> dict[str, list[Card]]:
    """Cards for each place. `held` are given first; then, often, a rare hand over the places of one target."""
    left = [card for card in FULL_DECK if not any(card in cards for cards in held.values())]
    chance.shuffle(left)
    hands: dict[str, list[Card | None]] = {
        place: [*held.get(place, []), *[None] * (size - len(held.get(place, [])))] for place, size in sizes.items()
    }
    if not held and chance.random() < 0.7:
        target = chance.choice(targets)
        slots = [(place, index) for place in target for index in range(sizes[place])]
        chance.shuffle(slots)
        for (place, index), card in zip(slots, rare_hand(chance, len(slots)), strict=False):
            hands[place][index] = card
            left.remove(card)
    filled = {place: [card or left.pop() for card in cards] for place, cards in hands.items()}
    for cards in filled.values():
        chance.shuffle(cards)
    return filled


def stake(chance: Random) -> int:
    """A stake in cents, often an odd one."""
    return chance.choice([chance.randint(1, 2_000), 500 * chance.randint(1, 100), chance.randint(1, 60_000)])


def players(chance: Random, count: int) -> list[str]:
    """Who holds the boxes: now and then one person holds two side by side."""
    names = [f"player {number}" for number in range(1, count + 1)]
    if count > 1 and chance.random() < 0.3:
        first = chance.randrange(count - 1)
        names[first + 1] = names[first]
    return names


def meters(chance: Random, names: Iterable[str]) -> dict[str, int]:
    """What the meters show when settlement begins."""
    return {name: chance.randint(25_000, 5_000_000) for name in names}


def main_and_sides(
    chance: Random, main: Sequence[str], sides: Sequence[str], progressive: Sequence[int]
) -> dict[str, int]:
    """A box's wagers: one or all of the main ones, and most of the side wagers."""
    wagers = {wager: stake(chance) for wager in main if chance.random() < 0.9}
    if not wagers:
        wagers = {chance.choice(main): stake(chance)}
    wagers |= {wager: stake(chance) for wager in sides if chance.random() < 0.85}
    if chance.random() < 0.85:
        wagers["progressive"] = chance.choice(progressive)
    return wagers


def decided(
    chance: Random,
    number: int,
    player: str,
    cards: list[Card],
    wagers: dict[str, int],
    times: Sequence[int],
    abandons: bool,
) -> Seat:
    """The box after its player's decisions: a fold, a Play Wager, no Ante to decide on, or a player ruled away."""
    abandoned = abandons and chance.random() < 0.03
    folded = False
    if "ante" in wagers and not (abandoned and chance.random() < 0.5):
        folded = chance.random() < 0.25
        if not folded:
            wagers["play"] = wagers["ante"] * chance.choice(times)
    return Seat(number, player, tuple(cards), wagers, folded, abandoned)


def three_card(chance: Random, meter_names: Iterable[str]) -> Felt:
    """A round of Three Card Poker."""
    count = chance.randint(1, 7)
    seats = [str(number) for number in range(1, count + 1)]
    target = chance.choice(seats)
    targets = [(target,), ("dealer",), (target, "dealer")]
    hands = dealt(chance, dict.fromkeys(["dealer", *seats], 3), targets, {})
    found = []
    for name, player in zip(seats, players(chance, count), strict=True):
        wagers = main_and_sides(chance, ("ante", "pair_plus"), ("six_card_bonus",), (100, 500))
        found.append(decided(chance, int(name), player, hands[name], wagers, (1,), abandons=True))
    return Felt(tuple(hands["dealer"]), (), (), found, meters(chance, meter_names))


def four_card(chance: Random, meter_names: Iterable[str], document: str) -> Felt:
    """A round of Four Card Poker: a box card and seven seats in Maryland, Cover All and six in Massachusetts."""
    maryland = document == "md-fcp"
    count = chance.randint(1, 7 if maryland else 6)
    seats = [str(number) for number in range(1, count + 1)]
    target = chance.choice(seats)
    targets = [(target,), (target,), ("dealer",), (target, "box")] if maryland else [(target,), (target,), ("dealer",)]
    sizes = {"dealer": 6, "box": 1 if maryland else 0, **dict.fromkeys(seats, 5)}
    hands = dealt(chance, sizes, targets, {})
    side = "six_card_bonus" if maryland else "cover_all"
    found = []
    for name, player in zip(seats, players(chance, count), strict=True):
        wagers = main_and_sides(chance, ("ante", "aces_up"), (side,), (100, 500))
        found.append(decided(chance, int(name), player, hands[name], wagers, (1, 2, 3), abandons=maryland))
    return Felt(tuple(hands["dealer"]), (), tuple(hands["box"]), found, meters(chance, meter_names))


def holdem(chance: Random, meter_names: Iterable[str]) -> Felt:
    """A round of Ultimate Texas Hold 'Em."""
    count = chance.randint(1, 6)
    seats = [str(number) for number in range(1, count + 1)]
    target = chance.choice(seats)
    targets = [
        *[(target, "flop"), (target, "flop"), (target, "flop", "turn"), ("flop", "turn"), ("dealer", "flop", "turn")],
        *[(target, "box"), (target,), (target,)],
    ]
    sizes = {"dealer": 2, "flop": 3, "turn": 2, "box": 4, **dict.fromkeys(seats, 2)}
    hands = dealt(chance, sizes, targets, beaten(chance, target) if chance.random() < 0.12 else {})
    found = []
    for name, player in zip(seats, players(chance, count), strict=True):
        sides = ("trips", "six_card_bonus", "ultimate_pairs", "bad_beat", "play_the_board")
        wagers = main_and_sides(chance, ("ante",), sides, (100, 500))
        wagers["blind"] = wagers["ante"]
        found.append(decided(chance, int(name), player, hands[name], wagers, (1, 2, 3, 4), abandons=True))
    community = tuple(hands["flop"] + hands["turn"])
    return Felt(tuple(hands["dealer"]), community, tuple(hands["box"]), found, meters(chance, meter_names))


def beaten(chance: Random, seat: str) -> dict[str, list[Card]]:
    """Cards with which a very good hand loses, or dealer and player hold two aces each."""
    suits, suit = chance.sample(SUITS, 4), chance.choice(SUITS)
    low, high = sorted(chance.sample(range(2, 15), 2))
    top = chance.randint(7, 14)
    run = [(rank, suit) for rank in run_of(top, 6)]
    winner, loser = chance.sample(["dealer", seat], 2)
    kinds: list[dict[str, list[Card]]] = [
        {winner: [(14, suits[0]), (14, suits[1])], loser: [(14, suits[2]), (14, suits[3])]},
        {
            winner: [(high, suits[0]), (high, suits[1])],
            loser: [(low, suits[0]), (low, suits[1])],
            "flop": [(high, suits[2]), (high, suits[3]), (low, suits[2])],
            "turn": [(low, suits[3])],
        },
        {winner: run[:1], loser: run[5:], "flop": run[1:4], "turn": run[4:5]},
    ]
    return chance.choice(kinds)
