"""What happened, told as a good dealer would tell it: one sentence an event, with its clause."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.cards import Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.phrases import words
from croupier.table import events as e
from croupier.table.sentences import sentence, wager_title

Told = tuple[str, str]
PLACES = {
    "dealer": "the dealer",
    "dealer_up": "the dealer, face up",
    "community": "the community area",
    "bonus_box": "the bonus box",
    "burn": "the discard rack, unseen",
}

MOMENTS = {
    "after_deal": "After the deal",
    "before_flop": "Before the flop",
    "after_flop": "After the flop",
    "after_river": "After the last two cards",
}


def written(cards: Sequence[Card]) -> str:
    """Cards as people write them."""
    return " ".join(str(card) for card in cards)


def narrate(rules: GameRules, event: e.AnyEvent) -> Told:
    """The event in a sentence, and the clause that it follows ("" where none asks for it)."""
    tell = _TELL.get(type(event))
    if tell:
        return tell(rules, event)
    return "", getattr(event, "clause", "")


def _step(rules: GameRules, event: e.StepDone) -> Told:
    book = rules.rulebook
    steps = (*rules.dealing.steps, *book.decisions.between, *book.decisions.afterwards, *book.settlement.before)
    says = next((step.says for step in steps if step.step == event.step and step.says), "")
    hand = f" It is the {event.hand} hand." if event.hand else ""
    return (says or f"{words(event.step).capitalize()}.") + hand if event.step != "settle" else "", event.clause


def _prepared(rules: GameRules, event: e.DeckPrepared) -> Told:
    step = next(step for step in rules.rulebook.opening.steps if step.step == event.step)
    return f"Deck {event.deck}: {step.says[:1].lower()}{step.says[1:]}", step.clause[0]


def _shuffled(rules: GameRules, event: e.DeckShuffled) -> Told:
    how = "in the shuffler" if event.method == "automated" else "by hand"
    return f"Deck {event.deck} is shuffled {how}.", rules.rulebook.shuffle.methods.clause[0]


def _opened(rules: GameRules, event: e.RoundOpened) -> Told:
    shown = "".join(f" The {meter} meter shows {money(cents)}." for meter, cents, _ in event.meters)
    return f"Round {event.number} is open for wagers, to be dealt from deck {event.deck}.{shown}", ""


def _placed(rules: GameRules, event: e.WagerPlaced) -> Told:
    rule = rules.rulebook.wager(event.wager)
    text = f"Seat {event.seat} puts {money(event.stake_cents)} on {wager_title(rules, event.wager)}."
    return text, rule.clause[0] if rule else ""


def _locked(rules: GameRules, event: e.ProgressiveLocked) -> Told:
    return "The progressive system is locked; the wagers it accepted feed the meters.", event.clause


def _banked(rules: GameRules, event: e.ProgressiveBanked) -> Told:
    return f"{money(event.cents)} of progressive chips go into the table inventory.", event.clause


def _dealt(rules: GameRules, event: e.CardsDealt) -> Told:
    hands: dict[str, list[Card]] = {}
    for place, card in event.places:
        hands.setdefault(place, []).append(card)
    parts = []
    for place, held in hands.items():
        where = PLACES.get(place, f"seat {place}")
        shown = written(held) if place == "dealer_up" else _count(len(held))
        parts.append(f"{shown} to {where}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else "", event.clause


def _whose(seat: int) -> str:
    return f"Seat {seat}'s" if seat else "The dealer's"


def _count(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _displayed(rules: GameRules, event: e.PayoutsDisplayed) -> Told:
    payouts = ", ".join(f"{words(line)} {pays}" for line, pays in event.payouts)
    return f"Its screen shows what Cover All pays in this round: {payouts}.", event.clause


def _asked(rules: GameRules, event: e.DecisionsAsked) -> Told:
    if not event.seats:
        return "", event.clause
    seats = ", ".join(str(seat) for seat in event.seats)
    return (
        f"{MOMENTS.get(event.point, words(event.point))}, the dealer asks seat{'s' if len(event.seats) > 1 else ''} {seats}.",
        event.clause,
    )


def _decided(rules: GameRules, event: e.Decided) -> Told:
    verb = {"play": f"plays {money(event.stake_cents)}", "fold": "folds", "check": "checks"}[event.action]
    return f"Seat {event.seat} {verb}.", event.clause


def _folds(rules: GameRules, event: e.FoldsCollected) -> Told:
    if not event.seats:
        return "", event.clause
    seats = " and ".join(str(seat) for seat in event.seats)
    return f"The cards of seat {seats} go to the discard rack unseen.", event.clause


def _voided(rules: GameRules, event: e.RoundVoided) -> Told:
    deck = "leaves the table" if event.deck == "removed" else "is shuffled again"
    return f"The round is void, and the deck {deck}.", event.clause


def _pending(rules: GameRules, event: e.AwardPending) -> Told:
    source = " It may not be paid from the table inventory." if event.source == "off_table" else ""
    text = (
        f"Seat {event.line.seat} wins {money(event.line.paid_cents)} on the Progressive: hand and light are verified."
    )
    return text + source, event.line.clause


_TELL: Mapping[type, Callable[[GameRules, Any], Told]] = {
    e.DeckReceived: lambda r, ev: (f"Deck {ev.deck} comes to the table.", r.rulebook.cards.cards_in_deck.clause[0]),
    e.DeckPrepared: _prepared,
    e.DeckShuffled: _shuffled,
    e.DeckCut: lambda r, ev: (f"Deck {ev.deck} is cut {ev.depth} cards deep.", r.rulebook.shuffle.cut.clause[0]),
    e.CutAgainOrdered: lambda r, ev: (f"{ev.by} orders another cut: {ev.reason}.", r.rulebook.shuffle.recut.clause[0]),
    e.ShuffleOrdered: lambda r, ev: (f"Deck {ev.deck} must be shuffled: {words(ev.reason)}.", ""),
    e.DeckRemoved: lambda r, ev: (f"Deck {ev.deck} leaves the table: {ev.reason}.", ""),
    e.TableIdled: lambda r, ev: ("The table is idle; the cards are spread.", r.rulebook.shuffle.idle[0].clause[0]),
    e.DeviceFailed: lambda r, ev: (f"The {ev.device} has failed.", ""),
    e.DeviceTreated: lambda r, ev: (
        f"The failed {ev.device}: {words(ev.step)}.",
        r.rulebook.irregularities.device_out_of_order[0].clause[0],
    ),
    e.PlayerSat: lambda r, ev: (f"{ev.player} takes seat {ev.seat}.", ""),
    e.PlayerLeft: lambda r, ev: (f"Seat {ev.seat} is given up.", r.rulebook.wagers.leaving.clause[0]),
    e.RoundOpened: _opened,
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: lambda r, ev: (f"Seat {ev.seat} takes {wager_title(r, ev.wager)} back.", ""),
    e.StepDone: _step,
    e.BetsClosed: lambda r, ev: ("No more bets.", ev.clause),
    e.ProgressiveLocked: _locked,
    e.ProgressiveBanked: _banked,
    e.CardsDealt: _dealt,
    e.CardSetAside: lambda r, ev: (f"{ev.card} was face up in the deck and is set aside.", ev.clause),
    e.CommunityTurned: lambda r, ev: (f"{_count(ev.up).capitalize()} of the board are face up.", ev.clause),
    e.StubCounted: lambda r, ev: (f"The stub is counted face down: {_count(ev.count)}.", ev.clause),
    e.HandsFixed: lambda r, ev: (
        f"The dealer presses the green button, and the shuffler counts {ev.hands} hands, the dealer's included.",
        ev.clause,
    ),
    e.PayoutsDisplayed: _displayed,
    e.DecisionsAsked: _asked,
    e.Decided: _decided,
    e.FoldsCollected: _folds,
    e.DealerRevealed: lambda r, ev: (f"The dealer turns up: {ev.hand}.", ev.clause),
    e.BonusRevealed: lambda r, ev: ("The bonus box is turned up.", ev.clause),
    e.SeatRevealed: lambda r, ev: (f"Seat {ev.seat} shows {ev.hand}.", ev.clause),
    e.WagerSettled: lambda r, ev: (f"Seat {ev.line.seat}: {sentence(r, ev.line)}", ev.line.clause),
    e.AwardPending: _pending,
    e.AwardPaid: lambda r, ev: (
        f"Seat {ev.line.seat}: {sentence(r, ev.line)} Validated by {ev.validated_by}.",
        ev.line.clause,
    ),
    e.AwardDocumented: lambda r, ev: (f"The paperwork of seat {ev.seat}'s award is done.", ""),
    e.MeterMoved: lambda r, ev: (f"The {ev.meter} meter now shows {money(ev.cents)}.", ""),
    e.CardsCollected: lambda r, ev: (
        f"{f'Seat {ev.seat}' if ev.seat else 'The dealer'}'s cards go to the discard rack.",
        ev.clause,
    ),
    e.HandLeftExposed: lambda r, ev: (f"{_whose(ev.seat)} hand stays exposed for Cover All.", ev.clause),
    e.ExposedHandReplaced: lambda r, ev: (f"A higher hand takes the place of {_whose(ev.seat).lower()}.", ev.clause),
    e.LineReversed: lambda r, ev: (
        f"Seat {ev.line.seat}: {wager_title(r, ev.line.wager)} is taken back.",
        ev.line.clause,
    ),
    e.IrregularityReported: lambda r, ev: (f"Irregularity: {words(ev.kind)}.", ev.clause),
    e.RoundVoided: _voided,
    e.WagersAbandoned: lambda r, ev: (
        f"{ev.by} rules on seat {ev.seat}'s wagers: {'lost' if ev.lost else 'settled'} ({ev.reason}).",
        r.rulebook.wagers.leaving.clause[0],
    ),
    e.RoundClosed: lambda r, ev: (f"Round {ev.number} is over.", ev.clause),
}
