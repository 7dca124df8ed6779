"""Rounds told from beginning to end, each step with its clause: how they are dealt, and dealt again to compare."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import DECK, Card, format_cards, parse_cards
from croupier.cli.demo import demo_round, demo_rules, demo_wagers
from croupier.cli.incident import dealt_by, filed_for, incident, incidents
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar, money
from croupier.rulebook.law.document import Rulebook
from croupier.table.narration.names import written
from croupier.table.narration.narrate import narrate
from croupier.table.procedure.dealing import places_of
from croupier.table.procedure.script import script_of
from croupier.table.values.box import Box
from croupier.table.values.state import Round, State

DEALT = "Dealt so: "
SEATS = 3
# Cards that make something of every hand there is: to the first seat, then to the board, the box and the dealer.
SHOWN = (
    "Ad Kd Qd Jd Td 9d 8d",
    "As Ks Qs Js Ts 9s 8s",
    "Ah Kh Qh Jh Th 2c 3c",
    "9c 8c 7c 6c 5c 2h 3h",
    "As Ah Ad Ac Ks 2d 3d",
    "9s 9h 9d 9c Ks 2d 3d",
    "Ks Kh Kd 9s 9h 2d 3c",
    "As 9s 7s 5s 3s 2d 4c",
    "9s 8h 7d 6c 5s 2d 2c",
    "Ks Kh Kd 9s 7h 4d 2c",
    "As Ah Ks Kh 9d 4c 2d",
    "As Ah 9d 7c 5s 3h 2d",
    "Ts Th 8d 6c 4s 3h 2d",
    "As Ks 9d 7c 5h 3h 2d",
    "As Kh 9d 7c 5h 3h 2d",
    "Ks Qh 9d 7c 5h 3h 2d",
)


class Dealt(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a round is dealt: the same is told of it every time."""

    seed: int = 1
    dealing: str = ""
    irregularity: str = ""
    elections: dict[str, Scalar] = {}
    cards: str = ""


def tell(book: Rulebook, dealt: Dealt) -> str:
    """The round from the first deck to the last card, how it is dealt in its third line."""
    name, goes_wrong = book.rulebook, dealt.irregularity
    filed: dict[str, Any] = dict(filed_for(goes_wrong))
    if dealt.elections:
        filed["elections"] = dealt.elections
    rules = demo_rules(name, dealt.dealing or dealt_by(book, goes_wrong), filed)
    seats = min(SEATS, rules.seats)
    orders = _Orders(dealt.seed, stacked(rules, seats, parse_cards(dealt.cards)) if dealt.cards else ())
    events, state = demo_round(rules, seats, orders, incident(book, goes_wrong) if goes_wrong else ())
    lines = [book.title, f"{rules.dealing.title}.", DEALT + msgspec.json.encode(dealt).decode(), ""]
    for event in events:
        text, clause = narrate(rules, event)
        if text:
            lines.append(f"{text} [{clause.removeprefix(f'{name}:')}]" if clause else text)
    return "\n".join([*lines, "", *_ends(state)]) + "\n"


def dealt_in(text: str) -> Dealt | None:
    """How a told round was dealt; None where the text does not say, as of a round that somebody wrote."""
    said = next((line for line in text.splitlines()[:4] if line.startswith(DEALT)), "")
    try:
        return msgspec.json.decode(said.removeprefix(DEALT), type=Dealt) if said else None
    except msgspec.DecodeError:
        return None


def cited(text: str, rulebook: str) -> frozenset[str]:
    """The clauses that a told round follows, in full."""
    names = re.findall(r" \[(\S.*)\]$", text, re.MULTILINE)
    return frozenset(name if ":" in name else f"{rulebook}:{name}" for name in names)


def ways(book: Rulebook) -> Iterator[tuple[str, Dealt]]:
    """Every way to deal a round that may show another clause, each with a name."""
    for method in book.dealing:
        yield f"ordinary_{method.method}", Dealt(dealing=method.method)
    for number, cards in enumerate(SHOWN, 1):
        yield f"hand_{number:02}", Dealt(cards=cards)
    for seed in range(2, 8):
        yield f"seed_{seed}", Dealt(seed=seed)
    for name, choice in _choices(book):
        for number in (0, 3, 5, 9):
            called = f"{name}_{str(choice).lower()}".replace(" ", "_")
            yield f"{called}_{number}", Dealt(elections={name: choice}, cards=SHOWN[number])
    for name in incidents(book):
        methods = [""] if dealt_by(book, name) else [method.method for method in book.dealing]
        for dealing in methods:
            yield f"{name}_{dealing}".rstrip("_"), Dealt(irregularity=name, dealing=dealing)


def _choices(book: Rulebook) -> Iterator[tuple[str, Scalar]]:
    for menu in book.menus:
        if menu.menu != "dealing":
            yield from ((menu.menu, choice.choice) for choice in menu.choices if choice.choice != menu.default)
    for paytables in book.paytables:
        if paytables.elected:
            yield from ((paytables.wager, table.id) for table in paytables.selectable())


def told_by(book: Rulebook, named: Dealt) -> str:
    """The round, "" where it cannot be dealt so at the demo table."""
    try:
        return tell(book, named)
    except BadInput:
        return ""


def stacked(rules: GameRules, seats: int, shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """A deck from which the cards go to the first seat, the board, the box and the dealer, as far as they reach."""
    boxes = tuple(Box(seat, "", demo_wagers(rules, alone=seat == seats > 1)) for seat in range(1, seats + 1))
    round_ = Round(1, "", "", boxes=boxes)
    places = [place for due in script_of(rules) if due.kind == "deal" for place in places_of(rules, round_, due)]
    left = list(shown)
    wanted: dict[int, Card] = {}
    for where in (("1",), ("community",), ("bonus_box",), ("dealer_up", "dealer")):
        for index, place in enumerate(places):
            if place in where and left:
                wanted[index] = left.pop(0)
    rest = [card for card in DECK if card not in wanted.values()]
    random.Random(format_cards(shown)).shuffle(rest)
    return (*(wanted[index] if index in wanted else rest.pop(0) for index in range(len(places))), *rest)


class _Orders:
    """Orders of decks, the first of them stacked where that is asked: to show what follows, never for money."""

    def __init__(self, seed: int, first: tuple[Card, ...]) -> None:
        self.chance, self.first = random.Random(seed), first

    def __call__(self) -> tuple[Card, ...]:
        """The next order."""
        return self.first or tuple(self.chance.sample(DECK, len(DECK)))


def _ends(state: State) -> Iterator[str]:
    """The cards and the money of the round."""
    round_ = state.round
    assert round_ is not None
    held: Mapping[str, tuple[Card, ...]] = {
        "Dealer": round_.dealer,
        "Community": round_.community,
        "Bonus box": round_.bonus_cards,
        **{f"Seat {box.seat}": box.cards for box in round_.boxes},
    }
    yield from (f"{name:<11}{written(cards)}" for name, cards in held.items() if cards)
    for box in round_.boxes:
        net = sum(line.net_cents for line in round_.lines if line.seat == box.seat)
        yield f"Seat {box.seat} is {'up' if net >= 0 else 'down'} {money(abs(net))}."
