"""What the people on duty may do beside what is due, and for what they may not, why: the one list that screens show.

Whether something is open is what `decide` answers to it; nothing here knows a rule of its own.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.law.words import DeckArrives
from croupier.table.irregularities.remedies import to_be_dealt_out, unseen_places
from croupier.table.options import why_not
from croupier.table.procedure.dealer import STUB
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.decks import deck_to_come, decks_run, in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.script import standing_steps
from croupier.table.procedure.silence import REASON
from croupier.table.procedure.treating import BACK_IN_USE, emptying
from croupier.table.procedure.turning_up import words_of
from croupier.table.values import commands as c
from croupier.table.values.duty import Blank, Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import SEEN, State

WHOSE = Blank("seat", "Which seat's cards or box does it concern? 0 is the dealer.", "number")
NOTE = Blank("note", "What happened, and who did it?", "text")
FACE_UP = Blank("exposed", "Which card was found face up?", "cards", most=1)
ALL_FACE_UP = Blank("exposed", "Which cards were found face up, all that are not set aside yet?", "cards")
# What was done to a deck before it came.
DONE_BEFORE: Mapping[DeckArrives, str] = {"pre_inspected": "inspected", "pre_shuffled": "shuffled"}
# The refusals of a command that is without what a person has yet to find out.
STILL_BLANK = frozenset({"count", "no_note", "which_card", "cards_unseen", "board_incomplete"})


class StaffOption(Struct, frozen=True):
    """Something that somebody on duty may do: its name, what sort it is, the duty that it comes to, or why not now."""

    option: str
    sort: Literal["report", "count", "device", "deck", "conduct"]
    duty: Duty
    closed: Refusal | None


def staff_options(rules: GameRules, state: State, by: str) -> tuple[StaffOption, ...]:
    """All that whoever speaks as `by` may do beside what is due, in the order of a screen."""
    in_force = in_use(rules, state)
    found = (
        *_reports(in_force, state, by),
        *_counts(in_force, by),
        *_devices(in_force, state, by),
        *_decks(in_force, state, by),
        *_conduct(in_force, by),
    )
    return tuple(StaffOption(name, sort, duty, _closed(rules, state, duty)) for name, sort, duty in found)


def staff_option(rules: GameRules, state: State, by: str, option: str) -> StaffOption | None:
    """The option of that name, None where there is none."""
    return next((one for one in staff_options(rules, state, by) if one.option == option), None)


Found = tuple[str, Literal["report", "count", "device", "deck", "conduct"], Duty]


def _closed(rules: GameRules, state: State, duty: Duty) -> Refusal | None:
    refusal = why_not(rules, state, duty.command)
    return None if refusal and duty.blanks and refusal.code in STILL_BLANK else refusal


def _reports(rules: GameRules, state: State, by: str) -> Iterator[Found]:
    for remedy in rules.rulebook.irregularities.remedies:
        if remedy.when.holds(rules.look):
            report = c.Report(
                kind=remedy.kind, case=remedy.case, exposed=_found_by_the_house(rules, state, remedy), by=by
            )
            blanks = tuple(_to_be_told(rules, state, remedy))
            yield f"report:{remedy.remedy}", "report", Duty(report, remedy.clause[0], remedy.says, blanks=blanks)


def _to_be_told(rules: GameRules, state: State, remedy: Remedy) -> Iterator[Blank]:
    """The cards that somebody has to tell where nobody else can: found face up, or turned up to settle by."""
    due, round_ = due_of(rules, state), state.round
    if state.card_source != SEEN or round_ is None:
        return
    if remedy.kind == "face_up_cards" and remedy.case != "one":
        yield ALL_FACE_UP
    elif remedy.kind == "face_up_cards" and due and due.kind == "deal":
        yield FACE_UP
    for place in unseen_places(round_, remedy):
        field = f"hands:{place}" if place.isdecimal() else place
        yield Blank(
            field, f"Turn up {words_of(place)}: which are they?", "cards", (), round_.unseen(place), place=place
        )
    settled = any(box.stake(wager) for box in round_.boxes for wager in remedy.settles)
    if settled and (missing := to_be_dealt_out(rules, state, round_)):
        where = ", ".join(f"{missing.count(place)} {place.replace('_', ' ')}" for place in dict.fromkeys(missing))
        yield Blank(
            "cards", f"Deal what is missing ({where}): which are they, in this order?", "cards", (), len(missing)
        )


def _found_by_the_house(rules: GameRules, state: State, remedy: Remedy) -> tuple[Card, ...]:
    """The card found face up, or the next after one, where the deck is the house's own: nobody else can tell which.

    Were it asked for, every wrong answer would tell something of the next card.
    """
    due, round_ = due_of(rules, state), state.round
    deck = state.deck(round_.deck) if round_ else None
    if remedy.kind != "face_up_cards" or due is None or due.kind != "deal" or round_ is None:
        return ()
    if deck is None or not deck.order or (remedy.case != "one" and not round_.set_aside):
        return ()
    return deck.order[round_.drawn : round_.drawn + 1]


def _counts(rules: GameRules, by: str) -> Iterator[Found]:
    law = rules.dealing.stub_count
    duty = Duty(c.CountStub(by=by), law.clause[0], "Count the stub face down, though no count is due.", blanks=(STUB,))
    yield "count_stub", "count", duty


def _devices(rules: GameRules, state: State, by: str) -> Iterator[Found]:
    """What may be done with a device that failed or is out of use."""
    steps = rules.rulebook.irregularities.device_out_of_order
    for device in (*state.failed, *state.out_of_use):
        if device in state.holding_cards:
            step = emptying(rules, device)
            command = c.TreatDevice(device=device, step=step.step, by=by)
            yield f"{step.step}:{device}", "device", Duty(command, step.clause[0], step.says)
        for way in steps:
            if way.step != "treat_failed_device":
                command = c.TreatDevice(device=device, step=way.step, by=by)
                yield f"{way.step}:{device}", "device", Duty(command, way.clause[0], way.says)
        command = c.TreatDevice(device=device, step=BACK_IN_USE, by=by)
        says = f"The {device} is found fit and goes back into use."
        yield f"{BACK_IN_USE}:{device}", "device", Duty(command, steps[0].clause[0], says)


def _decks(rules: GameRules, state: State, by: str) -> Iterator[Found]:
    clause = rules.rulebook.cards.cards_in_deck.clause[0]
    for deck in state.decks:
        if not deck.removed:
            command = c.RemoveDeck(deck=deck.deck, reason="", by=by)
            says = f"Deck {deck.deck} leaves the table for good; another takes its place."
            yield f"remove_deck:{deck.deck}", "deck", Duty(command, clause, says, blanks=(REASON,))
    if sum(not deck.removed for deck in state.decks) < decks_run(rules, state) and not rules.electronic:
        skipped, (name, back) = rules.rulebook.opening.skipped_for, deck_to_come(state)
        inspected, shuffled = (flag in skipped.is_ for flag in ("pre_inspected", "pre_shuffled"))
        receive = c.ReceiveDeck(deck=name, back=back, pre_inspected=inspected, pre_shuffled=shuffled, by=by)
        done = " and ".join(DONE_BEFORE[flag] for flag in skipped.is_)
        says = f"A deck with {back} backs comes that was {done} before: the opening steps are left out."
        yield "receive_prepared", "deck", Duty(receive, skipped.clause[0], says)
    if not state.players and not in_round(state):
        idle = rules.rulebook.shuffle.idle
        if idle:
            spread = c.SpreadIdle(face_up_requested=True, by=by)
            yield (
                "spread_face_up",
                "deck",
                Duty(spread, idle[0].clause[0], "Spread the cards face up, as was asked for."),
            )


def _conduct(rules: GameRules, by: str) -> Iterator[Found]:
    for step in standing_steps(rules):
        command = c.NoteConduct(seat=0, step=step.step, note="", by=by)
        yield f"conduct:{step.step}", "conduct", Duty(command, step.clause[0], step.says, blanks=(WHOSE, NOTE))
