"""Irregularities and their remedies: exactly the wagers returned or still settled that the rules say."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import StubCase
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.law.words import SEVERAL
from croupier.table.evolve import replay
from croupier.table.irregularities.reportable import DEALER_CARD, no_device, not_theirs, not_then, nothing_dealt
from croupier.table.procedure.dealing import (
    card_problem,
    deck_not_ready,
    due_of,
    not_now,
    out_of_deck,
    places_of,
    step_on,
)
from croupier.table.procedure.decks import EventsOrRefusal, in_round
from croupier.table.procedure.devices import DEVICE_LOST, DEVICES, SHUFFLER
from croupier.table.procedure.player_decisions import asked
from croupier.table.procedure.script import script_of
from croupier.table.procedure.treating import EMPTY
from croupier.table.procedure.turning_up import hands_turned_up, words_of
from croupier.table.settlement.meters import meter_restored
from croupier.table.settlement.procedure import lines_returned, showdown_of, turned_up
from croupier.table.settlement.settle import settle_seat
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import may_order
from croupier.table.values.showdown import SettlementLine, Showdown
from croupier.table.values.state import SEEN, Round, State

BURN = "burn"
FIRST_HANDS = frozenset({"players_and_dealer", "first_player", "other_players", "dealer"})


def remedy_of(rules: GameRules, kind: str, case: str) -> Remedy | Refusal:
    """The remedy for what happened, which cases the rules tell apart, or why no such device can have failed."""
    remedies = [r for r in rules.rulebook.irregularities.remedies if r.kind == kind and r.when.holds(rules.look)]
    if not remedies:
        known = [r for r in rules.rulebook.irregularities.remedies if r.when.holds(rules.look)]
        sentence = (
            f"There is no irregularity {kind!r} here; there are {', '.join(dict.fromkeys(r.kind for r in known))}."
        )
        return Refusal("no_such_irregularity", sentence, known[0].clause[0])
    if problem := no_device(rules, remedies[0]):
        return problem
    if len(remedies) == 1 and not case:
        return remedies[0]
    found = next((r for r in remedies if r.case == case), None)
    if found is None:
        cases = ", ".join(r.case for r in remedies if r.case)
        sentence = f"Say which case of {kind} it is: {cases}." if cases else f"There are no cases of {kind}; name none."
        return Refusal("which_case", sentence, remedies[0].clause[0])
    return found


def remedied_lines(rules: GameRules, showdown: Showdown, remedy: Remedy | StubCase) -> Iterator[SettlementLine]:
    """Every wager's end in a void round: returned, or settled where the remedy carves it out."""
    clause = remedy.clause[0]
    settles = remedy.settles if isinstance(remedy, Remedy) else ()
    returns = None if isinstance(remedy, StubCase) or "all" in remedy.returns else frozenset(remedy.returns)
    for seat in sorted(showdown.seats, key=lambda seat: -seat.seat):
        yield from lines_returned(seat, clause, returns)
        kept = tuple(wager for wager in seat.wagers if wager.name in settles)
        if kept:
            # A wager on the player's own hand: the dealer's cards, perhaps not all dealt, have no part in it.
            alone = replace(showdown, dealer=(), seats=(replace(seat, wagers=kept),))
            yield from settle_seat(rules, alone, seat.seat)


def voided(
    rules: GameRules, state: State, remedy: Remedy | StubCase, cards: tuple[Card, ...] = (), by: str = "dealer"
) -> tuple[e.AnyEvent, ...]:
    """The end of a round that the remedy makes void: earlier results taken back, wagers returned or settled."""
    round_ = state.round
    assert round_ is not None
    kind, name = (remedy.kind, remedy.remedy) if isinstance(remedy, Remedy) else ("stub_count", remedy.stub_case)
    clause = remedy.clause[0]
    events: list[e.AnyEvent] = [
        e.IrregularityReported(kind=kind, case=getattr(remedy, "case", ""), remedy=name, clause=clause, by=by),
        *_taken_back(state, round_),
    ]
    settles = remedy.settles if isinstance(remedy, Remedy) else ()
    if any(box.stake(wager) for box in round_.boxes for wager in settles):
        events += _dealt_out(rules, state, round_, cards, clause)
    gains = tuple((meter, -gain) for meter, gain in round_.gains)
    deck = "removed" if isinstance(remedy, StubCase) and remedy.deck == "removed" else "reshuffled"
    events.append(e.RoundVoided(clause=clause, reversed_gains=gains, deck=deck))
    completed = replay(events, state).round
    assert completed is not None
    for box in completed.boxes[::-1]:
        if any(box.stake(wager) for wager in settles) and not box.revealed:
            events.append(turned_up(rules, completed, box))
    events += [e.WagerSettled(line=line) for line in remedied_lines(rules, showdown_of(completed, ()), remedy)]
    events.append(e.RoundClosed(number=round_.number, clause=clause))
    return tuple(events)


def _taken_back(state: State, round_: Round) -> Iterator[e.AnyEvent]:
    """What was settled, undone from the last line back; a pending award has moved its meter but has no line yet."""
    pending = (round_.pending.line,) if round_.pending else ()
    for line in reversed((*round_.lines, *pending)):
        if line.meter:
            restored = meter_restored(state, line)
            state = replay((restored,), state)
            yield restored
        if line not in pending:
            yield e.LineReversed(line=line)


def _dealt_out(
    rules: GameRules, state: State, round_: Round, cards: tuple[Card, ...], clause: str
) -> Iterator[e.AnyEvent]:
    """The rest of the deal with the board face up, so that a wager on a hand can be settled: from the deck, or as read.

    Every card goes where it would have gone, burns included: of cardboard those stay face down.
    """
    places = _undealt(rules, round_)
    deck = state.deck(round_.deck)
    if state.card_source == SEEN and (burned := places.count(BURN)):
        face_down = ((BURN, burned),)
        yield e.DealtFaceDown(clause=clause, script=round_.script, phase=round_.phase, places=face_down)
        places = to_be_dealt_out(rules, state, round_)
    source = deck.order[round_.drawn :] if deck and deck.order else cards
    if places:
        dealt = tuple(zip(places, source, strict=False))
        yield e.CardsDealt(clause=clause, script=round_.script, phase=round_.phase, places=dealt)
    board = len(round_.community) + places.count("community")
    if round_.community_up < board:
        yield e.CommunityTurned(clause=clause, script=round_.script, phase=round_.phase, up=board)


def _undealt(rules: GameRules, round_: Round) -> tuple[str, ...]:
    """Where the cards go that the round would still have dealt."""
    places: list[str] = []
    for number, due in enumerate(script_of(rules)):
        if due.kind == "deal" and number >= round_.script:
            places += places_of(rules, round_, due)[round_.step_cards if number == round_.script else 0 :]
    return tuple(places)


def to_be_dealt_out(rules: GameRules, state: State, round_: Round) -> tuple[str, ...]:
    """Where the cards go that the round would still have dealt and somebody reads: nobody looks at a burned one."""
    return tuple([place for place in _undealt(rules, round_) if state.card_source != SEEN or place != BURN])


def report(rules: GameRules, state: State, command: c.Report) -> EventsOrRefusal:
    """Something went wrong: the remedy, carried out."""
    remedy = remedy_of(rules, command.kind, command.case)
    if isinstance(remedy, Refusal):
        return remedy
    if problem := not_theirs(state, remedy, command.by) or not_then(rules, state, remedy):
        return problem
    device = DEVICES.get(command.kind, "")
    failed = _failed(rules, state, device, remedy)
    told = e.IrregularityReported(
        kind=command.kind, case=command.case, remedy=remedy.remedy, clause=remedy.clause[0], by=command.by
    )
    round_ = state.round
    if not in_round(state) or round_ is None:
        if not device:
            return nothing_dealt(state, remedy)
        return (told, *failed, *_to_reshuffle(state, remedy, command.by))
    if remedy.round_is == "goes_on":
        if command.kind == "face_up_cards":
            return _set_aside(rules, state, command, told)
        return (told, *failed, *(_to_reshuffle(state, remedy, command.by) if device else ()))
    if problem := _nothing_wrong(rules, state, round_, remedy, command):
        return problem
    aside: list[e.AnyEvent] = []
    for card in _found_face_up(round_, command):
        if problem := card_problem(rules, state, card):
            return problem
        aside.append(_aside(rules, card))
        state = replay(aside[-1:], state)
    turned = hands_turned_up(rules, state, command)
    if isinstance(turned, Refusal):
        return turned
    state = replay(turned, state)
    if problem := _board_problem(rules, state, remedy, command.cards):
        return problem
    return (*failed, *aside, *turned, *voided(rules, state, remedy, command.cards, command.by))


def _set_aside(rules: GameRules, state: State, command: c.Report, told: e.IrregularityReported) -> EventsOrRefusal:
    """A single card found face up: it is named and goes to the rack unused; in the stub it stays where it is."""
    due, round_ = due_of(rules, state), state.round
    assert round_ is not None
    if len(command.exposed) > 1 or round_.set_aside:
        case = _several_case(rules, state).replace("_", " ")
        return Refusal("which_case", f"That is not the only one in this round: report {case}.", told.clause)
    if due is None or due.kind != "deal":
        return (told,)
    if not command.exposed:
        return Refusal("which_card", "Name the card that was found face up, so that it is set aside.", told.clause)
    return face_up_card(rules, state, c.DealCard(card=command.exposed[0], face_up=True, by=command.by, at=command.at))


def _failed(rules: GameRules, state: State, device: str, remedy: Remedy) -> tuple[e.AnyEvent, ...]:
    """The device out of order, with the cards in it where the remedy has them taken out; between rounds a shoe that the
    dealer loads is empty.
    """
    if not device or device in state.failed:
        return ()
    loaded = device == SHUFFLER or rules.shuffler_feeds_shoe or in_round(state)
    return (e.DeviceFailed(device=device, holds_cards=loaded and any(step.step == EMPTY for step in remedy.steps)),)


def _found_face_up(round_: Round, command: c.Report) -> tuple[Card, ...]:
    """The cards reported face up in the stack that were not set aside yet."""
    if command.kind != "face_up_cards":
        return ()
    return tuple(card for card in command.exposed if card not in round_.set_aside)


def _nothing_wrong(rules: GameRules, state: State, round_: Round, remedy: Remedy, command: c.Report) -> Refusal | None:
    """Why what is reported cannot void the round, or not on this person's word."""
    clause, correction = remedy.clause[0], rules.rulebook.irregularities.correction
    if command.kind not in (*DEVICES, DEVICE_LOST, "face_up_cards") and not round_.drawn:
        return nothing_dealt(state, remedy)
    if command.kind == DEALER_CARD and not (round_.dealer or round_.unseen("dealer")):
        return Refusal("no_card", "The dealer has no card yet, so none was exposed.", clause)
    decided = remedy.until == "all_decided" and round_.phase in ("reveal", "settling")
    if command.kind == DEALER_CARD and (round_.dealer_revealed or decided):
        return Refusal("already_revealed", "The dealer's cards are due to be seen; nothing was exposed early.", clause)
    if command.kind == "face_up_cards" and command.case != _several_case(rules, state):
        case = _several_case(rules, state).replace("_", " ")
        return Refusal("which_case", f"At this moment it is {case}; report that.", clause)
    if command.kind == "face_up_cards" and command.exposed and len({*command.exposed, *round_.set_aside}) == 1:
        return Refusal("which_case", "That is one card; report one, or name every card that lay face up.", clause)
    if command.exposed and set(command.exposed) <= set(round_.dealer_up):
        return Refusal("up_card", "That card is dealt face up for all to see; nothing was exposed early.", clause)
    paid = any(line.outcome != "forfeit" for line in round_.lines)
    if paid and correction and not may_order(state, command.by):
        sentence = "Wagers have been settled; only a floorperson or higher takes settlements back."
        return Refusal("needs_floor", sentence, correction.clause[0])
    return None


def _to_reshuffle(state: State, remedy: Remedy, by: str) -> tuple[e.AnyEvent, ...]:
    """The decks that the failed device held are shuffled again."""
    holds_it = state.round is not None and in_round(state) and (state.round.drawn or remedy.deck == "unchanged")
    in_play = state.round.deck if state.round and holds_it else ""
    return tuple(
        e.ShuffleOrdered(deck=deck.deck, by=by, reason=remedy.remedy)
        for deck in state.decks
        if not deck.removed and deck.shuffled and deck.deck != in_play
    )


def _board_problem(rules: GameRules, state: State, remedy: Remedy, cards: tuple[Card, ...]) -> Refusal | None:
    """Why a wager that the remedy settles cannot be yet: nobody knows the cards that are still to come."""
    round_ = state.round
    assert round_ is not None
    deck = state.deck(round_.deck)
    needed = any(box.stake(wager) for box in round_.boxes for wager in remedy.settles)
    if not needed or (deck and deck.order):
        return None
    if unseen := unseen_places(round_, remedy):
        places = ", ".join(words_of(place) for place in unseen)
        sentence = f"Turn up {places} and report {remedy.kind} with them: {' and '.join(remedy.settles)} is settled."
        return Refusal("cards_unseen", sentence, remedy.clause[0])
    missing = to_be_dealt_out(rules, state, round_)
    if len(cards) != len(missing) or len(set(cards)) != len(cards) or set(cards) & set(out_of_deck(round_)):
        settles = " and ".join(remedy.settles)
        to_come = ", ".join(place.replace("_", " ") for place in missing)
        sentence = (
            f"Deal the {len(missing)} cards that are missing ({to_come}) and report {remedy.kind} with them, so that"
            f" {settles} can be settled."
        )
        return Refusal("board_incomplete", sentence, remedy.clause[0])
    return None


def unseen_places(round_: Round, remedy: Remedy) -> list[str]:
    """The places whose cards nobody has seen and a wager that the remedy settles is settled by."""
    seats = [str(box.seat) for box in round_.boxes if any(box.stake(wager) for wager in remedy.settles)]
    return [place for place in (*seats, "community") if seats and round_.unseen(place)]


def abandon(rules: GameRules, state: State, command: c.Abandon) -> EventsOrRefusal:
    """The floor's ruling on the wagers of a player who left during a round; never automatic."""
    leaving = rules.rulebook.wagers.leaving
    round_ = state.round
    if round_ is None or not in_round(state) or round_.phase == "wagering" or round_.box(command.seat) is None:
        return Refusal("not_in_round", "The floor rules on wagers of a round under way.", leaving.clause[0])
    if not may_order(state, command.by) or not command.reason.strip() or command.lost is None:
        sentence = "The floor rules on a player who left: lost or settled, with a reason."
        return Refusal("needs_floor", sentence, leaving.clause[0])
    if command.lost and leaving.is_ != "floor_may_declare_abandoned":
        return Refusal(
            "no_forfeiture", "The rules know no forfeiture for leaving; the wagers are settled.", leaving.clause[0]
        )
    if any(box.seat == command.seat and box.abandoned for box in round_.boxes):
        return Refusal("ruled", "The floor has ruled already: the seat's wagers are lost.", leaving.clause[0])
    if _being_settled(round_, command.seat):
        return Refusal("too_late", "The seat's wagers are being settled already.", leaving.clause[0])
    if any(box.seat == command.seat and box.player == state.player(command.seat) for box in round_.boxes):
        sentence = f"Whoever wagered at seat {command.seat} still sits there; the floor rules on a player who left."
        return Refusal("still_seated", sentence, leaving.clause[0])
    ruling = e.WagersAbandoned(seat=command.seat, lost=command.lost, by=command.by, reason=command.reason)
    due = due_of(rules, state)
    last = due is not None and due.kind == "ask" and round_.to_ask == (command.seat,)
    script, phase = step_on(rules, state) if last else (round_.script, round_.phase)
    if leaving.is_ == "floor_is_asked_and_wagers_are_settled" and _undecided(rules, round_, command.seat):
        folded = e.Decided(
            clause=leaving.clause[0], script=script, phase=phase, seat=command.seat, point=round_.point,
            action="fold", stake_cents=0,
        )  # fmt: skip
        return (ruling, folded)
    if due is None or not last or not command.lost:
        return (ruling,)
    nobody_left = e.DecisionsAsked(clause=due.clause, script=script, phase=phase, point=due.step, seats=())
    return (ruling, nobody_left)


def _undecided(rules: GameRules, round_: Round, seat: int) -> bool:
    """Whether the seat has yet to be asked, or to answer."""
    box = round_.box(seat)
    if box is None or box.stake("play"):
        return False
    return any(asked(point, (box,)) for point in rules.rulebook.decisions.points)


def unruled(round_: Round) -> Box | None:
    """A box whose player went away and whose wagers the floor may still rule on."""
    for box in round_.boxes:
        if box.left and not box.abandoned and not _being_settled(round_, box.seat):
            return box
    return None


def _being_settled(round_: Round, seat: int) -> bool:
    """Whether a seat has results other than what a fold forfeited, or waits for some behind a pending award."""
    awaited = (round_.pending.line, *round_.pending.rest) if round_.pending else ()
    return any(line.seat == seat and line.outcome != "forfeit" for line in (*round_.lines, *awaited))


def face_up_card(rules: GameRules, state: State, command: c.DealCard) -> EventsOrRefusal:
    """A card found face up while dealing: set aside; a second one is an irregularity of its own."""
    due = due_of(rules, state)
    if due is None or state.round is None or due.kind != "deal":
        return not_now(rules, state, "a card")
    if problem := deck_not_ready(rules, state) or card_problem(rules, state, command.card):
        return problem
    aside = _aside(rules, command.card)
    if not state.round.set_aside:
        return (aside,)
    several = remedy_of(rules, "face_up_cards", _several_case(rules, state))
    assert not isinstance(several, Refusal)
    after = replay((aside,), state)
    return _board_problem(rules, after, several, ()) or (aside, *voided(rules, after, several, by=command.by))


def _aside(rules: GameRules, card: Card) -> e.CardSetAside:
    """A card that lay face up goes to the rack, by the clause that says so of each."""
    remedy = remedy_of(rules, "face_up_cards", "one")
    assert not isinstance(remedy, Refusal)
    return e.CardSetAside(card=card, clause=remedy.clause[0])


def _several_case(rules: GameRules, state: State) -> str:
    """Which of a document's cases of several face-up cards this is: before or after everybody has a first hand."""
    assert state.round is not None
    to_come = (due.deal for due in script_of(rules)[state.round.script :] if due.kind == "deal" and due.deal)
    return several_case(rules, after_initial_deal=not any(deal.to in FIRST_HANDS for deal in to_come))


def several_case(rules: GameRules, *, after_initial_deal: bool) -> str:
    """What a document calls the case of several face-up cards before, or after, everybody has a first hand."""
    cases = [remedy.case for remedy in rules.rulebook.irregularities.remedies if remedy.case in SEVERAL]
    return next(case for case in cases if SEVERAL[case][after_initial_deal])
