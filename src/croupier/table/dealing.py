"""The procedure from opening a round to the last card: each step in its turn, each card in its place."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.conduct import hand_changed
from croupier.table.opening import OVER, Answer, in_round, ready_deck, shuffle_problem
from croupier.table.refusal import Refusal
from croupier.table.script import Due, script_of
from croupier.table.state import CARRY_PER_CENT, Round, State
from croupier.table.wagering import dealt_in, incomplete

CHIP_STEPS = ("collect", "count", "bank")


def due_of(rules: GameRules, state: State) -> Due | None:
    """What is due in the round under way, or None where there is none."""
    round_ = state.round
    if round_ is None or round_.phase in OVER:
        return None
    return script_of(rules)[round_.script]


def not_now(rules: GameRules, state: State, wish: str) -> Refusal:
    """The refusal of a step out of order: what is due instead, and where that is written."""
    due = due_of(rules, state)
    if due is None:
        clause = rules.rulebook.wagers.closed_by.clause[0]
        return Refusal("no_round", f"No round is open, so {wish} is not possible; open one.", clause)
    if due.kind == "ask" and state.round and state.round.to_ask:
        sentence = f"Before {wish}, seat {state.round.to_ask[0]} decides."
        return Refusal("out_of_order", sentence, due.clause)
    return Refusal("out_of_order", f"Before {wish} comes: {due.says or due.step.replace('_', ' ')}", due.clause)


def open_round(rules: GameRules, state: State, command: c.OpenRound) -> Answer:
    """A new round, from a deck that is ready."""
    if in_round(state):
        return not_now(rules, state, "a new round")
    deck = ready_deck(rules, state, command.at)
    if isinstance(deck, Refusal):
        return deck
    shown = {meter.meter: meter for meter in state.meters}
    meters = tuple(
        (shown[terms.meter].meter, shown[terms.meter].cents, shown[terms.meter].carry)
        if terms.meter in shown
        else (terms.meter, terms.initial_cents, 0)
        for terms in rules.meters
    )
    return (e.RoundOpened(number=state.rounds + 1, digest=rules.digest, deck=deck.deck, at=command.at, meters=meters),)


def step_on(rules: GameRules, round_: Round) -> tuple[int, str]:
    """The next place in the script, and the phase that the round is in then.

    Chips are collected, counted and banked only where there are any.
    """
    script, place = script_of(rules), round_.script + 1
    while script[place].kind in CHIP_STEPS and not any(box.stake("progressive") for box in round_.boxes):
        place += 1
    return place, script[place].phase


def perform(rules: GameRules, state: State, command: c.Perform) -> Answer:
    """The next step of the procedure, done by the dealer."""
    due = due_of(rules, state)
    if due is None or due.step != command.step or due.kind in ("ask", "settle", "deal"):
        return not_now(rules, state, command.step.replace("_", " "))
    assert state.round is not None
    if noted := hand_changed(rules, state.round, command.hand, command.by):
        answer = perform(rules, state, replace(command, hand=None))
        return answer if isinstance(answer, Refusal) else (*noted, *answer)
    script, phase = step_on(rules, state.round)
    if due.kind == "close_bets":
        return _close_bets(rules, state.round, due, script, phase)
    if due.kind == "lock":
        gains = _gains(rules, state.round)
        return (e.ProgressiveLocked(clause=due.clause, script=script, phase=phase, gains=gains),)
    if due.kind == "count" and (problem := _wrong_chips(state.round, due, command.count)):
        return problem
    if due.kind == "bank":
        cents = sum(box.stake("progressive") for box in state.round.boxes)
        return (e.ProgressiveBanked(clause=due.clause, script=script, phase=phase, cents=cents),)
    if due.kind == "count_hands":
        hands = len(list(dealt_in(rules, state.round.boxes))) + 1
        return (e.HandsFixed(clause=due.clause, script=script, phase=phase, hands=hands),)
    if due.kind == "display_payouts":
        payouts = _payouts(rules, state.round.hands)
        return (e.PayoutsDisplayed(clause=due.clause, script=script, phase=phase, payouts=payouts),)
    if due.kind == "turn" and due.deal:
        up = state.round.community_up + due.deal.face_up
        return (e.CommunityTurned(clause=due.clause, script=script, phase=phase, up=up),)
    if due.kind == "stub" and (state.round.stub_found is not None or stub_count_due(rules, state)):
        clause = rules.dealing.stub_count.clause[0]
        return Refusal("stub_count_due", "The stub is due a count now, or after a wrong one the hands.", clause)
    if due.step == "take_stack" and command.hand not in ("left", "right"):
        return Refusal("hand", "Say in which hand the stack is held: left or right.", due.clause)
    hand = command.hand or "" if due.step == "take_stack" else ""
    return (e.StepDone(clause=due.clause, script=script, phase=phase, step=due.step, hand=hand),)


def _close_bets(rules: GameRules, round_: Round, due: Due, script: int, phase: str) -> Answer:
    if not round_.boxes:
        return Refusal("no_wagers", "Nobody has wagered; wait for a wager.", due.clause)
    found = incomplete(rules, round_)
    if found:
        box, problem = found
        return Refusal(problem.code, f"Seat {box.seat}: {problem.sentence}", problem.clause)
    return (e.BetsClosed(clause=due.clause, script=script, phase=phase),)


def _gains(rules: GameRules, round_: Round) -> tuple[tuple[str, int], ...]:
    """What the accepted stakes add to each meter, exactly, in hundred-millionths of a cent."""
    stakes = sum(box.stake("progressive") for box in round_.boxes)
    return tuple(
        (terms.meter, int(stakes * terms.rate_percent * CARRY_PER_CENT / 100)) for terms in rules.meters if stakes
    )


def _payouts(rules: GameRules, hands: int) -> tuple[tuple[str, str], ...]:
    table = rules.table("cover_all", hands=hands)
    assert table is not None
    return tuple((line.line, str(line.pays)) for line in table.lines)


def _wrong_chips(round_: Round, due: Due, count: int | None) -> Refusal | None:
    accepted = sum(1 for box in round_.boxes if box.stake("progressive"))
    if count == accepted:
        return None
    sentence = f"The system accepted {accepted} progressive wagers and {count or 0} were counted; count again."
    return Refusal("chips_differ", sentence, due.clause)


def places_of(rules: GameRules, round_: Round, due: Due) -> tuple[str, ...]:
    """Where the cards of a dealing step go, in the order they leave the deck."""
    deal = due.deal
    assert deal is not None
    boxes = [str(box.seat) for box in dealt_in(rules, round_.boxes)]
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


def deal(rules: GameRules, state: State, command: c.Deal) -> Answer:
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
    script, drawn, up = script_of(rules), round_.drawn, round_.community_up
    place, events = round_.script, []
    while script[place].kind == "deal":
        places = places_of(rules, round_, script[place])
        already = round_.step_cards if place == round_.script else 0
        cards = deck.order[drawn : drawn + len(places) - already]
        drawn += len(cards)
        if cards or script[place + 1].kind != "deal":
            events.append(_dealt(script, place, tuple(zip(places[already:], cards, strict=True))))
        if _turns_up(script[place]):
            up += script[place].deal.face_up  # type: ignore[union-attr]
            events.append(_turned(script, place, up))
        place += 1
    return tuple(events)


def _turns_up(due: Due) -> bool:
    return due.deal is not None and due.deal.to == "community" and due.deal.face_up > 0


def _dealt(script: tuple[Due, ...], place: int, places: tuple[tuple[str, Card], ...]) -> e.AnyEvent:
    due, after = script[place], script[place + 1]
    return e.CardsDealt(clause=due.clause, script=place + 1, phase=after.phase, places=places)


def _turned(script: tuple[Due, ...], place: int, up: int) -> e.AnyEvent:
    due, after = script[place], script[place + 1]
    return e.CommunityTurned(clause=due.clause, script=place + 1, phase=after.phase, up=up)


def deal_card(rules: GameRules, state: State, command: c.DealCard) -> Answer:
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
    if _turns_up(due) and due.deal:
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
    """Whether this round's stub must be counted."""
    law = rules.dealing.stub_count
    if law.every is None or (law.not_with == "counting_shuffler" and rules.counting_shuffler):
        return False
    return state.rounds_since_count + 1 >= (law.every.at_most or 1)
