"""What happened, told as a good dealer would tell it: one sentence an event, with its clause."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from croupier.cards import Card
from croupier.hands.hand import in_a_sentence
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.phrases import words
from croupier.table.narration.names import people, place_name, player_name, written
from croupier.table.narration.sentences import sentence, wager_title
from croupier.table.procedure.electronic import deck_named
from croupier.table.procedure.turning_up import words_of
from croupier.table.values import events as e
from croupier.table.values.state import OFF_TABLE

Narrated = tuple[str, str]
MOMENTS = {
    "after_deal": "After the deal",
    "before_flop": "Before the flop",
    "after_flop": "After the flop",
    "after_river": "After the last two community cards",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TREATMENTS = {
    "cover_device": "is covered",
    "post_out_of_order_sign": "is marked by an out-of-order sign",
    "remove_device": "is taken off the table",
}
STUB_CASES = {
    "misdealt": "Cards were misdealt.",
    "wrong_deck": "The deck does not hold 52 cards.",
}


def narrate(rules: GameRules, event: e.AnyEvent, timed_out: Container[int] = ()) -> Narrated:
    """The event in a sentence, and the clause that it follows ("" where none asks for it).

    The hands of seats that `timed_out` were folded for their players.
    """
    if isinstance(event, e.WagerSettled):
        line = event.line
        return f"Seat {line.seat}: {sentence(rules, line, timed_out=line.seat in timed_out)}", line.clause
    tell = _TELL.get(type(event))
    if tell:
        return tell(rules, event)
    return "", getattr(event, "clause", "")


def _listed(names: Iterable[str]) -> str:
    """`seat 1, seat 2 and the dealer`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _seats(seats: Sequence[int]) -> str:
    """`seat 1`, or `seats 1, 2 and 5`."""
    return f"seat{'s' if len(seats) > 1 else ''} {_listed(str(seat) for seat in seats)}"


def _cards(number: int) -> str:
    name = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{name} card{'' if number == 1 else 's'}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _whose(seat: int) -> str:
    return f"Seat {seat}'s" if seat else "The dealer's"


def _step(rules: GameRules, event: e.StepDone) -> Narrated:
    """A step that was done, in the words of the rule data."""
    book = rules.rulebook
    steps = (*rules.dealing.steps, *book.decisions.between, *book.decisions.afterwards, *book.settlement.before)
    if not any(step.step == event.step and event.clause in step.clause for step in rules.dealing.steps):
        # Dealt otherwise while a device is out of use.
        steps = (*(step for dealing in book.dealing for step in dealing.steps if event.clause in step.clause), *steps)
    if event.step == "settle":
        return "", event.clause
    due = (step for step in steps if step.step == event.step and step.says and step.when.holds(rules.look))
    step = next(due, None)
    if step is None:
        return f"{_upper(words(event.step))}.", event.clause
    if step.told and (event.hand or "{hand}" not in step.told):
        return step.told.replace("{hand}", event.hand), event.clause
    return step.says, event.clause


def _received(rules: GameRules, event: e.DeckReceived) -> Narrated:
    opening = rules.rulebook.opening
    if event.skips_opening:
        return f"Deck {event.deck} comes to the table ready to be cut. {opening.skipped_for.says}", (
            opening.skipped_for.clause[0]
        )
    text = f"Deck {event.deck}, with {event.back} backs, comes to the table."
    return text, rules.rulebook.cards.cards_in_deck.clause[0]


def _prepared(rules: GameRules, event: e.DeckPrepared) -> Narrated:
    step = next(step for step in rules.rulebook.opening.steps if step.step == event.step)
    if step.by != "dealer":  # the second look at an inspection: who took it
        return f"Deck {event.deck}: {people(event.by)} confirms the inspection.", step.clause[0]
    return f"Deck {event.deck}: {step.says[:1].lower()}{step.says[1:]}", step.clause[0]


def _shuffled(rules: GameRules, event: e.DeckShuffled) -> Narrated:
    clause = rules.rulebook.shuffle.methods.clause[0]
    if rules.electronic:
        return "The table's system shuffles the cards.", clause
    how = "in the shuffler" if event.method == "automated" else "by hand"
    return f"Deck {event.deck} is shuffled {how}.", clause


def _cut(rules: GameRules, event: e.DeckCut) -> Narrated:
    cover = words(event.cover_card)
    return f"Deck {event.deck} is cut {event.depth} cards deep; the cover card ends {cover}.", (
        rules.rulebook.shuffle.cut.clause[0]
    )


def _shuffle_ordered(rules: GameRules, event: e.ShuffleOrdered) -> Narrated:
    remedy = next((r for r in rules.rulebook.irregularities.remedies if r.remedy == event.reason), None)
    if remedy:
        return f"Deck {event.deck} is to be shuffled again.", remedy.clause[0]
    order = next((t for t in rules.rulebook.shuffle.triggers if t.trigger == "on_order"), None)
    text = f"{_upper(people(event.by))} orders {deck_named(rules, event.deck)} shuffled: {event.reason}."
    return text, order.clause[0] if order else ""


def _idled(rules: GameRules, event: e.TableIdled) -> Narrated:
    how = "face up" if event.face_up else "face down"
    return f"The table is idle; the cards are spread {how}.", rules.rulebook.shuffle.idle_spread.clause[0]


def _treated(rules: GameRules, event: e.DeviceTreated) -> Narrated:
    steps = rules.rulebook.irregularities.device_out_of_order
    step = next(step for step in steps if step.step == event.step)
    return f"The failed {event.device} {TREATMENTS[event.step]}.", step.clause[0]


def _left(rules: GameRules, event: e.PlayerLeft) -> Narrated:
    wagers = rules.rulebook.wagers
    if event.during_round:
        return (
            f"Seat {event.seat} leaves while its wagers are in play; the floor is called.",
            wagers.stay_seated.clause[0],
        )
    return f"Seat {event.seat} is free.", ""


def _opened(rules: GameRules, event: e.RoundOpened) -> Narrated:
    shown = "".join(f" The {meter} meter shows {money(cents)}." for meter, cents, _ in event.meters)
    titles: dict[str, str] = {method.method: method.title for method in rules.rulebook.dealing}
    title = titles.get(event.dealing, "")
    how = f", {title[:1].lower()}{title[1:]}" if title else ""
    without = f" The {_listed(event.out_of_use)} is out of use." if event.out_of_use else ""
    clause = rules.rulebook.irregularities.device_out_of_order[0].clause[0] if event.out_of_use else ""
    source = "" if rules.electronic else f", to be dealt from deck {event.deck}"
    return f"Round {event.number} is open for wagers{source}{how}.{without}{shown}", clause


def _placed(rules: GameRules, event: e.WagerPlaced) -> Narrated:
    rule = rules.rulebook.wager(event.wager)
    text = f"Seat {event.seat} puts {money(event.stake_cents)} on {wager_title(rules, event.wager)}{_in_what(event)}."
    return text, rule.clause[0] if rule else ""


def _in_what(event: e.WagerPlaced) -> str:
    """What a wager was made in, where it was not in chips alone."""
    name = event.instrument.replace("_", " ")
    text = "" if event.instrument == "value_chip" else f", {name}{f' {event.reference}' if event.reference else ''}"
    return f"{text}, with match play coupon {event.coupon}" if event.coupon else text


def _locked(rules: GameRules, event: e.ProgressiveLocked) -> Narrated:
    fed = "the wagers it accepted feed the meter" if len(event.gains) == 1 else "the wagers it accepted feed the meters"
    return f"The progressive system is locked; {fed if event.gains else 'it accepted no wager'}.", event.clause


def _banked(rules: GameRules, event: e.ProgressiveBanked) -> Narrated:
    return f"{money(event.cents)} of Progressive chips go into the table inventory.", event.clause


def _dealt(rules: GameRules, event: e.CardsDealt) -> Narrated:
    hands: dict[str, list[Card]] = {}
    for place, card in event.places:
        hands.setdefault(place, []).append(card)
    if "burn" in hands and "dealer_up" in hands:
        up = written(hands["dealer_up"])
        text = f"{_cards(len(event.places))} in one more stack; its bottom card, {up}, is turned up for the dealer."
        return _upper(text), event.clause
    counts: dict[str, list[str]] = {}
    for place, held in hands.items():
        shown = written(held) if place == "dealer_up" else _cards(len(held))
        counts.setdefault(shown, []).append(place_name(place))
    parts = [
        f"{shown}{' each' if len(places) > 1 else ''} to {_listed(places)}" for shown, places in counts.items()
    ]  # fmt: skip
    return f"{_upper('; '.join(parts))}." if parts else "", event.clause


def _dealt_down(rules: GameRules, event: e.DealtFaceDown) -> Narrated:
    counts: dict[int, list[str]] = {}
    for place, cards in event.places:
        counts.setdefault(cards, []).append(place_name(place))
    parts = [f"{_cards(n)}{' each' if len(places) > 1 else ''} to {_listed(places)}" for n, places in counts.items()]
    return f"{_upper('; '.join(parts))}." if parts else "", event.clause


def _told(rules: GameRules, event: e.CardsTurnedUp) -> Narrated:
    return f"{_upper(people(event.by))} turns up {words_of(event.place)}: {written(event.cards)}.", event.clause


def _turned(rules: GameRules, event: e.CommunityTurned) -> Narrated:
    which = "All five community cards" if event.up == 5 else f"The first {NUMBERS[event.up]} community cards"
    return f"{which} are face up.", event.clause


def _checked(rules: GameRules, event: e.HandsChecked) -> Narrated:
    held = _listed(f"{_cards(count)} {f'in seat {seat}' if seat else 'at the dealer'}" for seat, count in event.hands)
    return f"Every hand is counted: {held}.", event.clause


def _displayed(rules: GameRules, event: e.PayoutsDisplayed) -> Narrated:
    payouts = ", ".join(f"{words(line)} {pays}" for line, pays in event.payouts)
    return f"The shuffler's screen shows what Cover All pays in this round: {payouts}.", event.clause


def _asked(rules: GameRules, event: e.DecisionsAsked) -> Narrated:
    if not event.seats:
        return "", event.clause
    return f"{MOMENTS.get(event.point, words(event.point))}, the dealer asks {_seats(event.seats)}.", event.clause


def _decided(rules: GameRules, event: e.Decided) -> Narrated:
    verb = {"play": f"plays {money(event.stake_cents)}", "fold": "folds", "check": "checks"}[event.action]
    return f"Seat {event.seat} {verb}.", event.clause


def _folds(rules: GameRules, event: e.FoldsCollected) -> Narrated:
    if not event.seats:
        return "", event.clause
    return f"The cards of {_seats(event.seats)} go to the discard rack unseen.", event.clause


def _pending(rules: GameRules, event: e.AwardPending) -> Narrated:
    source = " It may not be paid from the table inventory." if event.source == "off_table" else ""
    won = f"Seat {event.line.seat} wins {money(event.line.paid_cents)} on the Progressive."
    step = rules.rulebook.progressive.validation[0]
    return f"{won} Hand and light are to be verified and the award validated.{source}", step.clause[0]


def _verified(rules: GameRules, event: e.AwardVerified) -> Narrated:
    return f"{_upper(people(event.by))} verifies that seat {event.seat}'s hand wins and its light is on.", event.clause


def _unlit(rules: GameRules, event: e.AwardUnlit) -> Narrated:
    return f"{_upper(people(event.by))} finds that the light is off for seat {event.seat}'s award.", event.clause


def _refused(rules: GameRules, event: e.AwardRefused) -> Narrated:
    ruling = f"{_upper(people(event.by))} refuses seat {event.seat}'s award ({event.reason})"
    return f"{ruling}: its device had not accepted the wager, which goes back.", event.clause


def _documented(rules: GameRules, event: e.AwardDocumented) -> Narrated:
    document = f", document {event.document}" if event.document else ""
    clause = rules.rulebook.progressive.validation[-1].clause[0]
    return f"The paperwork of seat {event.seat}'s award is done{document}.", clause


def _paid(rules: GameRules, event: e.AwardPaid) -> Narrated:
    validated = f"{_upper(people(event.validated_by))} validates the award."
    if event.source == OFF_TABLE:
        validated += " It is paid off the table."
    return f"{validated} Seat {event.line.seat}: {sentence(rules, event.line)}", event.line.clause


def _hit(rules: GameRules, event: e.MeterHit) -> Narrated:
    return f"The {event.meter} meter pays {money(event.paid_cents)} and now shows {money(event.cents)}.", ""


def _restored(rules: GameRules, event: e.MeterRestored) -> Narrated:
    return f"The {event.meter} meter takes {money(event.restored_cents)} back and now shows {money(event.cents)}.", ""


def _irregularity(rules: GameRules, event: e.IrregularityReported) -> Narrated:
    remedies = (remedy for remedy in rules.rulebook.irregularities.remedies if remedy.remedy == event.remedy)
    says = next((remedy.says for remedy in remedies), STUB_CASES.get(event.remedy, ""))
    name = words(event.kind).replace("face up", "face-up")
    return f"Irregularity: {name}. {says}".rstrip(), event.clause


def _voided(rules: GameRules, event: e.RoundVoided) -> Narrated:
    deck = "leaves the table" if event.deck == "removed" else "is shuffled again"
    meters = " The meters lose what the round fed them." if event.reversed_gains else ""
    return f"The round is void, and the deck {deck}.{meters}", event.clause


def _abandoned(rules: GameRules, event: e.WagersAbandoned) -> Narrated:
    ruling = "abandoned and lost" if event.lost else "settled as they stand"
    text = f"{_upper(people(event.by))} rules that seat {event.seat}'s wagers are {ruling}: {event.reason}."
    return text, rules.rulebook.wagers.leaving.clause[0]


def _silence_ruled(rules: GameRules, event: e.SilenceRuled) -> Narrated:
    ruling = "is waited for" if event.ruling == "wait" else f"must {event.ruling}"
    return f"{_upper(people(event.by))} rules that seat {event.seat} {ruling}: {event.reason}.", event.clause


def _conduct(rules: GameRules, event: e.ConductNoted) -> Narrated:
    return (
        f"{_upper(people(event.by))} notes against {place_name(str(event.seat or 'dealer'))}: {event.note}.",
        event.clause,
    )


_TELL: Mapping[type, Callable[[GameRules, Any], Narrated]] = {
    e.DeckReceived: _received,
    e.DeckPrepared: _prepared,
    e.DeckShuffled: _shuffled,
    e.DeckCut: _cut,
    e.CutAgainOrdered: lambda r, ev: (
        f"{_upper(people(ev.by))} orders another cut of deck {ev.deck}: {ev.reason}.",
        r.rulebook.shuffle.recut.clause[0],
    ),
    e.ShuffleOrdered: _shuffle_ordered,
    e.DeckRemoved: lambda r, ev: (f"Deck {ev.deck} leaves the table: {ev.reason}.", ""),
    e.TableIdled: _idled,
    e.DeviceFailed: lambda r, ev: (f"The {ev.device} is out of order.", ""),
    e.DeviceEmptied: lambda r, ev: (f"The cards come out of the {ev.device}.", ev.clause),
    e.DeviceRestored: lambda r, ev: (f"{_upper(people(ev.by))} puts the {ev.device} back into use.", ""),
    e.DeviceTreated: _treated,
    e.PlayerSat: lambda r, ev: (f"{player_name(ev.player)} takes seat {ev.seat}.", ""),
    e.PlayerLeft: _left,
    e.RoundOpened: _opened,
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: lambda r, ev: (f"Seat {ev.seat} takes {wager_title(r, ev.wager)} back.", ""),
    e.StepDone: _step,
    e.BetsClosed: lambda r, ev: ("No more bets.", ev.clause),
    e.ProgressiveLocked: _locked,
    e.ProgressiveBanked: _banked,
    e.CardsDealt: _dealt,
    e.CardSetAside: lambda r, ev: (f"{ev.card} lay face up in the stack and is set aside.", ev.clause),
    e.DealtFaceDown: _dealt_down,
    e.CardsTurnedUp: _told,
    e.CommunityTurned: _turned,
    e.StubCounted: lambda r, ev: (f"The stub is counted face down: {_cards(ev.count)}, as it should be.", ev.clause),
    e.StubMiscounted: lambda r, ev: (
        f"The stub is counted face down: {_cards(ev.count)}, and the deck is not whole. Every hand is counted now.",
        ev.clause,
    ),
    e.HandsChecked: _checked,
    e.HandsFixed: lambda r, ev: (
        f"The dealer presses the green button, and the shuffler counts {ev.hands} hands, the dealer's included.",
        ev.clause,
    ),
    e.PayoutsDisplayed: _displayed,
    e.DecisionsAsked: _asked,
    e.Decided: _decided,
    e.FoldsCollected: _folds,
    e.DealerRevealed: lambda r, ev: (f"The dealer shows {in_a_sentence(ev.hand)}.", ev.clause),
    e.BonusRevealed: lambda r, ev: ("The bonus box is turned up.", ev.clause),
    e.SeatRevealed: lambda r, ev: (f"Seat {ev.seat} shows {in_a_sentence(ev.hand)}.", ev.clause),
    e.AwardPending: _pending,
    e.AwardVerified: _verified,
    e.AwardUnlit: _unlit,
    e.AwardRefused: _refused,
    e.AwardPaid: _paid,
    e.AwardDocumented: _documented,
    e.MeterHit: _hit,
    e.MeterRestored: _restored,
    e.CardsCollected: lambda r, ev: (f"{_whose(ev.seat)} cards go to the discard rack.", ev.clause),
    e.HandLeftExposed: lambda r, ev: (f"{_whose(ev.seat)} hand stays exposed for Cover All.", ev.clause),
    e.ExposedHandReplaced: lambda r, ev: (f"A higher hand takes the place of {_whose(ev.seat).lower()}.", ev.clause),
    e.LineReversed: lambda r, ev: (
        f"Seat {ev.line.seat}: the settlement of {wager_title(r, ev.line.wager)} is taken back.",
        ev.line.clause,
    ),
    e.IrregularityReported: _irregularity,
    e.RoundVoided: _voided,
    e.WagersAbandoned: _abandoned,
    e.FloorCalled: lambda r, ev: (f"Seat {ev.seat} does not answer, and the floor is called.", ev.clause),
    e.SilenceRuled: _silence_ruled,
    e.ConductNoted: _conduct,
    e.RoundClosed: lambda r, ev: (f"Round {ev.number} is over.", ev.clause),
}
