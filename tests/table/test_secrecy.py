"""Nobody sees a card before its moment: were the cards hidden from a viewer any others, the view would be the same."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.decks import in_round
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.state import Round, State
from croupier.table.views import RoundView, SeenCards, Viewer, view_for
from tests.soak import sized

from .offered import offered_commands
from .pit import Pit, variants

ROUNDS = sized(150, 5_000)
RERUNS = 4
OTHERS = (Viewer("dealer"), Viewer("floor"), Viewer("surveillance"), Viewer("public"), Viewer("player", "a stranger"))

Order = tuple[Card, ...]


class Played:
    """A round as it was played: its commands, the table after each, and how much had happened by then."""

    def __init__(self, rules: GameRules, order: Order) -> None:
        start = ready_to_open(rules)
        self.order = order
        self.pit = Pit(rules)
        self.pit.state = replace(start, decks=tuple(replace(deck, order=order) for deck in start.decks))
        self.commands: list[c.AnyCommand] = []
        self.moments: list[State] = []
        self.happened: list[list[e.AnyEvent]] = []

    def does(self, command: c.AnyCommand) -> None:
        self.pit.do(command)
        self.commands.append(command)
        self.moments.append(self.pit.state)
        self.happened.append(self.pit.events[:])


@cache
def ready_to_open(rules: GameRules) -> State:
    """A table with a player in every seat, its decks ready for the first round."""
    pit = Pit(rules).sit(*range(1, rules.seats + 1))
    while (duty := next_duty(rules, pit.state)) and not isinstance(duty.command, c.OpenRound):
        pit.do(duty.command)
    return pit.state


def played(chance: Random, rules: GameRules) -> Played:
    """A random round to its end."""
    table = Played(rules, tuple(chance.sample(DECK, 52)))
    table.does(c.OpenRound())
    for seat in chance.sample(range(1, rules.seats + 1), chance.randint(1, min(4, rules.seats))):
        for command in wagers(chance, rules, seat):
            table.does(command)
    while in_round(table.pit.state):
        table.does(next_command(chance, rules, table.pit.state))
    return table


def wagers(chance: Random, rules: GameRules, seat: int) -> Iterator[c.AnyCommand]:
    """The main wagers of a box, and most of the others."""
    for wager in rules.offers:
        needed = wager in (*rules.rulebook.wagers.main.of, "trips")
        if wager != "play" and (needed or chance.random() < 0.6):
            stake = rules.progressive_stake_cents if wager == "progressive" else 1500
            yield c.PlaceWager(seat=seat, wager=wager, stake_cents=stake)


def next_command(chance: Random, rules: GameRules, state: State) -> c.AnyCommand:
    """What the house does, or a random answer; now and then a card lies face up or something goes wrong."""
    due, round_ = due_of(rules, state), state.round
    assert round_ is not None
    deck = state.deck(round_.deck)
    if due and due.kind == "deal" and deck and deck.order and not round_.set_aside and chance.random() < 0.1:
        return c.DealCard(card=deck.order[round_.drawn], face_up=True)
    if round_.drawn and chance.random() < 0.02:
        wrong = [command for command in offered_commands(rules, state) if isinstance(command, c.Report)]
        if wrong:
            return chance.choice(wrong)
    duty = next_duty(rules, state)
    if duty:
        return duty.command
    return chance.choice([command for command in offered_commands(rules, state) if isinstance(command, c.Decide)])


def played_again(table: Played, order: Order, moment: int) -> list[State]:
    """The table after each command up to a moment, the same commands given with another deck."""
    again = Played(table.pit.rules, order)
    for command in table.commands[: moment + 1]:
        again.does(command)
    return again.moments


def viewers(round_: Round) -> list[Viewer]:
    """Everybody who may look: each player of the round, and those without cards."""
    return [*(Viewer("player", box.player) for box in round_.boxes), *OTHERS]


def seen_by(viewer: Viewer, events: list[e.AnyEvent]) -> set[Card]:
    """The cards that a viewer may know by now: own ones, and those that were turned up for all."""
    places: dict[str, list[Card]] = {}
    own: set[str] = set()
    seen: set[Card] = set()
    for event in events:
        if isinstance(event, e.WagerPlaced) and viewer == Viewer("player", event.player):
            own.add(str(event.seat))
        elif isinstance(event, e.CardsDealt):
            for place, card in event.places:
                places.setdefault(place, []).append(card)
        elif isinstance(event, e.CardSetAside):
            seen.add(event.card)
        elif isinstance(event, e.CommunityTurned):
            seen |= set(places["community"][: event.up])
        elif isinstance(event, e.DealerRevealed):
            seen |= set(places["dealer"])
        elif isinstance(event, e.BonusRevealed):
            seen |= set(places["bonus_box"])
        elif isinstance(event, e.SeatRevealed):
            seen |= set(places[str(event.seat)])
    return seen.union(*(places.get(place, []) for place in (*own, "dealer_up")))


def shown(view: RoundView) -> list[SeenCards]:
    """Every place on the felt as the view shows it."""
    return [*(box.cards for box in view.boxes), view.dealer, view.community, view.bonus_cards, view.set_aside]


def dealt(round_: Round) -> list[tuple[Card, ...]]:
    """Every place on the felt as it is."""
    return [
        *(box.cards for box in round_.boxes),
        *(round_.dealer, round_.community, round_.bonus_cards, round_.set_aside),
    ]


def not_before_its_moment(table: Played, moment: int) -> None:
    """Cards are turned up for all when the rules say so: the board and the dealer's after the answers they wait for."""
    round_, events = table.moments[moment].round, table.happened[moment]
    assert round_ is not None
    answers = {(event.point, event.seat) for event in events if isinstance(event, e.Decided)}
    to_answer = [box for box in round_.boxes if box.stake("ante") and not box.abandoned]
    voided = any(isinstance(event, e.RoundVoided) for event in events)
    public = view_for(table.moments[moment], Viewer("public")).round
    assert public is not None
    if voided:
        return
    undecided = [box for box in to_answer if not box.stake("play") and not box.folded]
    if undecided:
        assert {card for card in public.dealer if card} <= set(round_.dealer_up)
        assert not any(public.bonus_cards)
        assert not any(card for box in public.boxes for card in box.cards)
    if any(public.community):
        assert all(("before_flop", box.seat) in answers for box in to_answer)
    if any(public.community[3:]):
        waited = [
            box
            for box in to_answer
            if ("before_flop", box.seat) in answers and not _played_before_flop(events, box.seat)
        ]
        assert all(("after_flop", box.seat) in answers for box in waited)
    if any(card for box in public.boxes for card in box.cards):
        assert public.dealer == round_.dealer


def _played_before_flop(events: list[e.AnyEvent], seat: int) -> bool:
    return any(
        isinstance(event, e.Decided) and (event.point, event.seat, event.action) == ("before_flop", seat, "play")
        for event in events
    )


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_view_depends_on_a_card_that_is_hidden_from_it(rulebook: str) -> None:
    chance = Random(f"secrets of {rulebook}")
    phases: set[str] = set()
    for nth in range(ROUNDS):
        rules = variants(rulebook)[nth % len(variants(rulebook))]
        table = played(chance, rules)
        for moment, state in enumerate(table.moments):
            not_before_its_moment(table, moment)
            assert state.round is not None
            phases.add(state.round.phase)
            for viewer in viewers(state.round):
                known = seen_by(viewer, table.happened[moment])
                view = view_for(state, viewer).round
                assert view is not None
                expected = [tuple(card if card in known else None for card in cards) for cards in dealt(state.round)]
                assert shown(view) == expected, f"{viewer} after {table.commands[moment]}"
        for _ in range(RERUNS):
            look_again(chance, table)
    assert phases == {"wagering", "dealing", "decisions", "reveal", "settling", "closed", "void"}


def look_again(chance: Random, table: Played, looks: Callable[[State, Viewer], object] = view_for) -> None:
    """Somebody looks at some moment, all cards hidden from them being mixed up: nothing they saw until then differs."""
    moment = chance.randrange(len(table.moments))
    last = table.moments[moment].round
    assert last is not None
    viewer = chance.choice(viewers(last) if looks is view_for else OTHERS)
    known = seen_by(viewer, table.happened[moment])
    hidden = [place for place, card in enumerate(table.order) if card not in known]
    order = list(table.order)
    for place, other in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        order[place] = table.order[other]
    for before, after in zip(table.moments, played_again(table, tuple(order), moment), strict=False):
        assert looks(before, viewer) == looks(after, viewer), f"{viewer} at moment {moment}: {table.commands[moment]}"
