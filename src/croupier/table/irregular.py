"""Irregularities and their remedies: exactly the wagers returned or still settled that the rules say."""

from collections.abc import Iterator

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import StubCase
from croupier.rulebook.law.settling import Remedy
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dealing import card_problem, deck_not_ready, due_of, not_now, out_of_deck, step_on
from croupier.table.evolve import replay
from croupier.table.opening import SUPERVISORS, Answer, in_round, role
from croupier.table.refusal import Refusal
from croupier.table.settle import settle_seat
from croupier.table.settling import lines_returned, showdown_of
from croupier.table.showdown import SettlementLine, Showdown
from croupier.table.state import Box, Round, State

COMMUNITY_CARDS = 5
DEVICES = {"shuffler_jam": "shuffler", "dealing_shoe_jam": "shoe"}


def remedy_of(rules: GameRules, kind: str, case: str) -> Remedy | Refusal:
    """The remedy for what happened, or which cases the rules tell apart."""
    remedies = [r for r in rules.rulebook.irregularities.remedies if r.kind == kind and r.when.holds(rules.look)]
    if not remedies:
        kinds = ", ".join(dict.fromkeys(r.kind for r in rules.rulebook.irregularities.remedies))
        clause = rules.rulebook.irregularities.remedies[0].clause[0]
        return Refusal("no_such_irregularity", f"There is no irregularity {kind!r}; there are {kinds}.", clause)
    if len(remedies) == 1 and not case:
        return remedies[0]
    found = next((r for r in remedies if r.case == case), None)
    if found is None:
        cases = ", ".join(r.case for r in remedies if r.case)
        return Refusal("which_case", f"Say which case of {kind} it is: {cases}.", remedies[0].clause[0])
    return found


def remedied_lines(rules: GameRules, showdown: Showdown, remedy: Remedy | StubCase) -> Iterator[SettlementLine]:
    """Every wager's end in a void round: returned, or settled where the remedy carves it out."""
    clause = remedy.clause[0]
    settles = remedy.settles if isinstance(remedy, Remedy) else ()
    returns = None if isinstance(remedy, StubCase) or "all" in remedy.returns else frozenset(remedy.returns)
    for seat in sorted(showdown.seats, key=lambda seat: -seat.seat):
        yield from lines_returned(seat.wagers, seat.seat, clause, returns)
        if any(seat.stake(wager) for wager in settles):
            lines, _ = settle_seat(rules, showdown, seat.seat)
            yield from (line for line in lines if line.wager in settles and line.seat == seat.seat)


def voided(
    rules: GameRules, state: State, remedy: Remedy | StubCase, cards: tuple[Card, ...] = ()
) -> tuple[e.AnyEvent, ...]:
    """The end of a round that the remedy makes void: earlier results taken back, wagers returned or settled."""
    round_ = state.round
    assert round_ is not None
    name = remedy.remedy if isinstance(remedy, Remedy) else remedy.stub_case
    clause = remedy.clause[0]
    events: list[e.AnyEvent] = [
        e.IrregularityReported(kind=name, case=getattr(remedy, "case", ""), remedy=name, clause=clause),
        *_taken_back(state, round_),
    ]
    settles = remedy.settles if isinstance(remedy, Remedy) else ()
    if any(box.stake(wager) for box in round_.boxes for wager in settles):
        completed = _completed(state, round_, cards, clause)
        events += completed
        board = round_.community + tuple(card for event in completed for _, card in event.places)
    else:
        board = round_.community
    gains = tuple((meter, -gain) for meter, gain in round_.gains)
    deck = "removed" if isinstance(remedy, StubCase) and remedy.deck == "removed" else "reshuffled"
    events.append(e.RoundVoided(clause=clause, reversed_gains=gains, deck=deck))
    showdown = showdown_of(round_, ())
    showdown = Showdown(showdown.dealer, board, showdown.bonus_cards, showdown.seats, ())
    events += [e.WagerSettled(line=line) for line in remedied_lines(rules, showdown, remedy)]
    events.append(e.RoundClosed(number=round_.number, clause=clause))
    return tuple(events)


def _taken_back(state: State, round_: Round) -> Iterator[e.AnyEvent]:
    """What was settled, undone from the last line back; a pending award has moved its meter but has no line yet."""
    shown = {meter.meter: meter.cents for meter in state.meters}
    pending = (round_.pending.line,) if round_.pending else ()
    for line in reversed((*round_.lines, *pending)):
        if line.meter:
            shown[line.meter] = line.paid_cents + (0 if line.odds.startswith("100 ") else shown[line.meter])
            yield e.MeterMoved(meter=line.meter, paid_cents=-line.paid_cents, cents=shown[line.meter])
        if line not in pending:
            yield e.LineReversed(line=line)


def _completed(state: State, round_: Round, cards: tuple[Card, ...], clause: str) -> list[e.CardsDealt]:
    """The community cards still missing, so that a wager on them can be settled: from the deck, or as read."""
    missing = COMMUNITY_CARDS - len(round_.community)
    deck = state.deck(round_.deck)
    source = deck.order[round_.drawn :] if deck and deck.order else cards
    places = tuple(("community", card) for card in source[:missing])
    return [e.CardsDealt(clause=clause, script=round_.script, phase=round_.phase, places=places)] if places else []


def report(rules: GameRules, state: State, command: c.Report) -> Answer:
    """Something went wrong: the remedy, carried out."""
    remedy = remedy_of(rules, command.kind, command.case)
    if isinstance(remedy, Refusal):
        return remedy
    device = DEVICES.get(command.kind, "")
    failed: tuple[e.AnyEvent, ...] = (e.DeviceFailed(device=device),) if device and device not in state.failed else ()
    told = e.IrregularityReported(kind=command.kind, case=command.case, remedy=remedy.remedy, clause=remedy.clause[0])
    round_ = state.round
    if not in_round(state) or round_ is None:
        if not device:
            return not_now(rules, state, command.kind.replace("_", " "))
        return (told, *failed, *_to_reshuffle(state, remedy))
    if remedy.round_is == "goes_on":
        return (told, *failed, *(_to_reshuffle(state, remedy) if device else ()))
    if problem := _nothing_wrong(rules, state, round_, remedy, command):
        return problem
    if problem := _board_problem(state, round_, remedy, command.cards):
        return problem
    return (*failed, *voided(rules, state, remedy, command.cards))


def _nothing_wrong(
    rules: GameRules, state: State, round_: Round, remedy: Remedy, command: c.Report
) -> Refusal | None:
    """Why what is reported cannot void the round, or not on this person's word."""
    clause, correction = remedy.clause[0], rules.rulebook.irregularities.correction
    if command.kind not in DEVICES and not round_.drawn:
        return not_now(rules, state, command.kind.replace("_", " "))
    if command.kind == "dealer_card_exposed" and round_.dealer_revealed:
        return Refusal("already_revealed", "The dealer's cards are up already; nothing was exposed early.", clause)
    if command.exposed and set(command.exposed) <= set(round_.dealer_up):
        return Refusal("up_card", "That card is dealt face up for all to see; nothing was exposed early.", clause)
    paid = any(line.outcome != "forfeit" for line in round_.lines)
    if paid and correction and role(command.by) not in SUPERVISORS:
        sentence = "Wagers have been settled; only a floorperson or higher takes settlements back."
        return Refusal("needs_floor", sentence, correction.clause[0])
    return None


def _to_reshuffle(state: State, remedy: Remedy) -> tuple[e.AnyEvent, ...]:
    """The decks that the failed device held are shuffled again."""
    in_play = state.round.deck if in_round(state) and state.round and state.round.drawn else ""
    return tuple(
        e.ShuffleOrdered(deck=deck.deck, by="dealer", reason=remedy.remedy)
        for deck in state.decks
        if not deck.removed and deck.shuffled and deck.deck != in_play
    )


def _board_problem(state: State, round_: Round, remedy: Remedy, cards: tuple[Card, ...]) -> Refusal | None:
    deck = state.deck(round_.deck)
    needed = any(box.stake(wager) for box in round_.boxes for wager in remedy.settles)
    if not needed or (deck and deck.order):
        return None
    missing = COMMUNITY_CARDS - len(round_.community)
    if len(cards) != missing or len(set(cards)) != missing or set(cards) & set(out_of_deck(round_)):
        sentence = (
            f"Deal the {missing} community cards that are missing and give them, so that the wager can be settled."
        )
        return Refusal("board_incomplete", sentence, remedy.clause[0])
    return None


def abandon(rules: GameRules, state: State, command: c.Abandon) -> Answer:
    """The floor's ruling on the wagers of a player who left during a round; never automatic."""
    leaving = rules.rulebook.wagers.leaving
    round_ = state.round
    if round_ is None or not in_round(state) or round_.phase == "wagering" or round_.box(command.seat) is None:
        return Refusal("not_in_round", "The floor rules on wagers of a round under way.", leaving.clause[0])
    if role(command.by) not in SUPERVISORS or not command.reason.strip():
        return Refusal("needs_floor", "The floor rules on a player who left, with a reason.", leaving.clause[0])
    if command.lost and leaving.is_ != "floor_may_declare_abandoned":
        return Refusal(
            "no_forfeiture", "The rules know no forfeiture for leaving; the wagers are settled.", leaving.clause[0]
        )
    if any(line.seat == command.seat and line.outcome != "forfeit" for line in round_.lines):
        return Refusal("too_late", "The seat's wagers are being settled already.", leaving.clause[0])
    ruling = e.WagersAbandoned(seat=command.seat, lost=command.lost, by=command.by, reason=command.reason)
    due = due_of(rules, state)
    if due is None or due.kind != "ask" or not command.lost or round_.to_ask != (command.seat,):
        return (ruling,)
    script, phase = step_on(rules, round_)
    nobody_left = e.DecisionsAsked(clause=due.clause, script=script, phase=phase, point=due.step, seats=())
    return (ruling, nobody_left)


def unruled(round_: Round) -> Box | None:
    """A box whose player went away and whose wagers the floor may still rule on."""
    settled = {line.seat for line in round_.lines if line.outcome != "forfeit"}
    return next((box for box in round_.boxes if box.left and box.seat not in settled), None)


def face_up_card(rules: GameRules, state: State, command: c.DealCard) -> Answer:
    """A card found face up while dealing: set aside; a second one is an irregularity of its own."""
    due = due_of(rules, state)
    if due is None or state.round is None or due.kind != "deal":
        return not_now(rules, state, "a card")
    if problem := deck_not_ready(rules, state) or card_problem(rules, state, command.card):
        return problem
    remedy = remedy_of(rules, "face_up_cards", "one")
    assert not isinstance(remedy, Refusal)
    aside = e.CardSetAside(card=command.card, clause=remedy.clause[0])
    if not state.round.set_aside:
        return (aside,)
    several = remedy_of(rules, "face_up_cards", _several_case(rules, state))
    assert not isinstance(several, Refusal)
    return (aside, *voided(rules, replay((aside,), state), several))


def _several_case(rules: GameRules, state: State) -> str:
    """Which of a document's cases of several face-up cards this is: before or after everybody has a first hand."""
    assert state.round is not None
    cases = [remedy.case for remedy in rules.rulebook.irregularities.remedies if remedy.kind == "face_up_cards"]
    after = state.round.point != ""
    return next((case for case in cases if case.startswith("several") and ("after" in case) == after), "several")
