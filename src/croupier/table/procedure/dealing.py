"""The procedure from opening a round to the last card: each step in its turn, each card in its place."""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import Deal
from croupier.table.procedure.decks import EventsOrRefusal, in_round, ready_deck, shuffle_problem
from croupier.table.procedure.devices import SHUFFLER, as_filed, in_use, method_problem, run_by
from croupier.table.procedure.script import Due, script_of
from croupier.table.procedure.wagering import dealt_in
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import OVER, Deck, Round, State
from croupier.table.values.words import DueKind, Phase

CHIP_STEPS = frozenset[DueKind]({"collect", "count", "bank"})
COVER_ALL_STEPS = frozenset[DueKind]({"count_hands", "display_payouts"})


def due_of(rules: GameRules, state: State) -> Due | None:
    """What is due in the round under way, or None where there is none."""
    round_ = state.round
    if round_ is None or round_.phase in OVER:
        return None
    return script_of(in_use(rules, state))[round_.script]


def not_now(rules: GameRules, state: State, asked_for: str) -> Refusal:
    """The refusal of a step out of order: what is due instead, and where that is written."""
    due = due_of(rules, state)
    if due is None:
        clause = rules.rulebook.wagers.closed_by.clause[0]
        return Refusal("no_round", f"No round is open, so {asked_for} is not possible; open one.", clause)
    if due.kind == "ask" and state.round and state.round.to_ask:
        sentence = f"Before {asked_for}, seat {state.round.to_ask[0]} decides."
        return Refusal("out_of_order", sentence, due.clause)
    return Refusal("out_of_order", f"Before {asked_for} comes: {due.says or due.step.replace('_', ' ')}", due.clause)


def open_round(rules: GameRules, state: State, command: c.OpenRound) -> EventsOrRefusal:
    """A new round, from a deck that is ready."""
    if in_round(state):
        return not_now(rules, state, "a new round")
    filed = as_filed(rules)
    if command.dealing and method_problem(rules, state, command.dealing) is None:
        rules = run_by(filed, command.dealing, state.out_of_use)
    deck = ready_deck(rules, state, command.at, command.dealing)
    if not isinstance(deck, Deck):
        return deck
    shown = {meter.meter: (meter.meter, meter.cents, meter.carry) for meter in state.meters}
    meters = tuple([shown.get(terms.meter) or (terms.meter, terms.initial_cents, 0) for terms in rules.meters])
    return (
        e.RoundOpened(
            number=state.rounds + 1,
            digest=filed.digest,
            deck=deck.deck,
            at=command.at,
            meters=meters,
            dealing="" if rules.dealing is filed.dealing else rules.dealing.method,
            out_of_use=state.out_of_use,
        ),
    )


def step_on(rules: GameRules, state: State) -> tuple[int, Phase]:
    """The next place in the script, and the phase that the round is in then.

    Chips are collected, counted and banked only where there are any. A shuffler that is out of use counts no hands for
    a Cover All that nobody has made.
    """
    round_ = state.round
    assert round_ is not None
    script, place = script_of(rules), round_.script + 1
    while script[place].kind in CHIP_STEPS and not any(box.stake("progressive") for box in round_.boxes):
        place += 1
    if SHUFFLER in state.out_of_use and not any(box.stake("cover_all") for box in round_.boxes):
        while script[place].kind in COVER_ALL_STEPS:
            place += 1
    return place, script[place].phase


def places_of(rules: GameRules, round_: Round, due: Due) -> tuple[str, ...]:
    """Where the cards of a dealing step go, in the order they leave the deck."""
    assert due.deal is not None
    return _places(due.deal, _seats(rules, round_))


def _seats(rules: GameRules, round_: Round) -> list[str]:
    return [str(box.seat) for box in dealt_in(rules, round_.boxes)]


def _places(deal: Deal, boxes: list[str]) -> tuple[str, ...]:
    if deal.to == "players_and_dealer":
        return (*boxes, "dealer") * deal.cards
    if deal.to == "first_player":
        return (boxes[0],) * deal.cards
    if deal.to == "other_players":
        return tuple(seat for seat in boxes[1:] for _ in range(deal.cards))
    if deal.to == "extra_stack":
        return ("burn",) * (deal.cards - deal.face_up) + ("dealer_up",) * deal.face_up
    if deal.to == "dealer":
        return ("dealer",) * (deal.cards - deal.face_up) + ("dealer_up",) * deal.face_up
    return (deal.to,) * deal.cards


def deal(rules: GameRules, state: State, command: c.Deal) -> EventsOrRefusal:
    """Every card that is due now, from a deck whose order is known."""
    round_ = state.round
    due = due_of(rules, state)
    if due is None or round_ is None or due.kind != "deal":
        return not_now(rules, state, "dealing")
    if problem := deck_not_ready(rules, state):
        return problem
    deck = state.deck(round_.deck)
    if deck is None or deck.order is None:
        clause = rules.rulebook.cards.cards_in_deck.clause[0]
        return Refusal("order_unknown", "Nobody knows this deck's order; deal card by card.", clause)
    script, boxes = script_of(rules), _seats(rules, round_)
    place, drawn, up, already = round_.script, round_.drawn, round_.community_up, round_.step_cards
    events: list[e.AnyEvent] = []
    while due.kind == "deal" and (step := due.deal):
        place += 1
        places = _places(step, boxes)[already:]
        cards = deck.order[drawn : drawn + len(places)]
        after = script[place]
        if cards or after.kind != "deal":
            dealt = tuple(zip(places, cards, strict=True))
            events.append(e.CardsDealt(clause=due.clause, script=place, phase=after.phase, places=dealt))
        if _turns_up(step):
            up += step.face_up
            events.append(e.CommunityTurned(clause=due.clause, script=place, phase=after.phase, up=up))
        due, drawn, already = after, drawn + len(places), 0
    return tuple(events)


def deal_says(rules: GameRules, round_: Round, place: int) -> str:
    """What the dealer is told of the deal at this place of the script: each step of it, for they are one act."""
    script, says = script_of(rules), list[str]()
    while script[place].kind == "deal":
        if places_of(rules, round_, script[place]):  # of a lone player there are no others
            says.append(script[place].says)
        place += 1
    return " ".join(says)


def _turns_up(deal: Deal) -> bool:
    return deal.face_up > 0 and deal.to == "community"


def _dealt(script: tuple[Due, ...], place: int, places: tuple[tuple[str, Card], ...]) -> e.AnyEvent:
    due, after = script[place], script[place + 1]
    return e.CardsDealt(clause=due.clause, script=place + 1, phase=after.phase, places=places)


def _turned(script: tuple[Due, ...], place: int, up: int) -> e.AnyEvent:
    due, after = script[place], script[place + 1]
    return e.CommunityTurned(clause=due.clause, script=place + 1, phase=after.phase, up=up)


def deal_card(rules: GameRules, state: State, command: c.DealCard) -> EventsOrRefusal:
    """One card, read as it comes out, to the place that is due it."""
    round_ = state.round
    due = due_of(rules, state)
    if due is None or round_ is None or due.kind != "deal":
        return not_now(rules, state, "a card")
    if problem := deck_not_ready(rules, state) or card_problem(rules, state, command.card):
        return problem
    script = script_of(rules)
    places = places_of(rules, round_, due)
    target = places[round_.step_cards]
    if round_.step_cards + 1 < len(places):
        event = e.CardsDealt(clause=due.clause, script=round_.script, phase=due.phase, places=((target, command.card),))
        return (event,)
    events: list[e.AnyEvent] = [_dealt(script, round_.script, ((target, command.card),))]
    if due.deal and _turns_up(due.deal):
        events.append(_turned(script, round_.script, round_.community_up + due.deal.face_up))
    place = round_.script + 1
    while script[place].kind == "deal" and not places_of(rules, round_, script[place]):  # a lone player: no others
        events.append(_dealt(script, place, ()))
        place += 1
    return tuple(events)


def deck_not_ready(rules: GameRules, state: State) -> Refusal | None:
    """Why the round's deck may not be dealt from: a shuffle or a cut was ordered, or a device failed, since it was."""
    round_ = state.round
    deck = state.deck(round_.deck) if round_ else None
    if round_ is None or deck is None or round_.drawn:
        return None
    return shuffle_problem(rules, state, deck)


def card_problem(rules: GameRules, state: State, card: Card) -> Refusal | None:
    """Why this card cannot be the next one, or None."""
    round_ = state.round
    assert round_ is not None
    clause = rules.rulebook.cards.cards_in_deck.clause[0]
    if card in out_of_deck(round_):
        return Refusal("card_twice", f"The {card.words} is out already; read the card again.", clause)
    deck = state.deck(round_.deck)
    if deck and deck.order and deck.order[round_.drawn] is not card:
        return Refusal("wrong_card", f"The {card.words} is not the next card of this deck.", clause)
    return None


def out_of_deck(round_: Round) -> Iterator[Card]:
    """Every card that has left the deck in this round."""
    for box in round_.boxes:
        yield from box.cards
    yield from (*round_.dealer, *round_.community, *round_.bonus_cards, *round_.burned, *round_.set_aside)


def stub_count_due(rules: GameRules, state: State) -> bool:
    """Whether this round's stub must be counted: not if a shuffler in use has counted the deck."""
    law = rules.dealing.stub_count
    deck = state.deck(state.round.deck) if state.round else None
    if law.every is None or (law.not_with == "counting_shuffler" and deck is not None and deck.counted):
        return False
    return state.rounds_since_count + 1 >= (law.every.at_most or 1)
