"""A round that somebody describes: checked by the table's own rules, then settled."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from croupier.cards import Card
from croupier.rulebook.elect import GameRules, elect, most_seats, seat_limit, with_progressive_stake, with_terms
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.dealing import StubCase
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.law.words import SEVERAL
from croupier.rulebook.submission import Cents
from croupier.table.irregularities.remedies import remedied_lines, remedy_of
from croupier.table.irregularities.reportable import held_in_device
from croupier.table.procedure.devices import DEVICE_LOST
from croupier.table.procedure.stub import stub_case
from croupier.table.procedure.wagering import box_problem
from croupier.table.settlement.answers import Answers, answered, answered_since, out_of_turn
from croupier.table.settlement.settle import settle
from croupier.table.settlement.terms import terms_of
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import DealerResult, Settlement, Showdown

Count = Annotated[int, Meta(ge=0)]
Elected = str | int | bool | dict[str, int]


class SeatDescribed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One box: its cards, its wagers, and what its player answered in turn."""

    seat: int
    player: str = ""
    cards: tuple[Card, ...] = ()
    wagers_cents: dict[str, int] = {}
    decisions: tuple[str, ...] = ()


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What went wrong, and what the remedy depends on.

    `after_initial_deal` may be left out where the round as it is described says it.
    """

    kind: str
    case: str = ""
    count: Annotated[int, Meta(ge=1)] = 1
    after_initial_deal: bool | None = None
    total: Count = 52
    misdeal: bool = False


class RoundDescribed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole round. `odds` are lines that the table pays above the posted ones, as a submission files them.

    `shuffler` is what shuffled the cards: where they were shuffled by hand, no shuffler can have failed.
    """

    rules: str
    elections: dict[str, Elected] = {}
    odds: dict[str, dict[str, str]] = {}
    meters_cents: dict[str, Cents] = {}
    shuffler: Literal["automated", "manual"] = "automated"
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    bonus_cards: tuple[Card, ...] = ()
    seats: tuple[SeatDescribed, ...]
    irregularity: Irregularity | None = None


def elected_rules(described: RoundDescribed) -> GameRules:
    """The rules under the round's elections; reset amounts and a payout limit are elected beside the menus."""
    staked = _staked(described)
    placed = [cents for seat in described.seats if (cents := seat.wagers_cents.get("progressive", 0)) > 0]
    written = msgspec.json.encode((described.elections, described.odds), order="sorted")
    rules = _elected(described.rules, written, staked, min(placed, default=0))
    return rules if described.shuffler == rules.shuffler else msgspec.structs.replace(rules, shuffler="manual")


def _staked(described: RoundDescribed) -> frozenset[str]:
    """The wagers that somebody has made."""
    return frozenset([wager for seat in described.seats for wager in seat.wagers_cents])


# Rounds that come by the thousand are of few tables. The elections are compared as text, where true is not 1.
@lru_cache(64)
def _elected(rulebook: str, written: bytes, staked: frozenset[str], placed_cents: int) -> GameRules:
    elections, odds = msgspec.json.decode(written, type=tuple[dict[str, Elected], dict[str, dict[str, str]]])
    resets, limit = elections.pop("reset_cents", {}), elections.pop("payout_limit_cents", None)
    for name, choice in elections.items():
        if isinstance(choice, dict):
            raise BadInput(f"elections.{name} is one choice, not several; write one of its names.")
    chosen = {name: choice for name, choice in elections.items() if not isinstance(choice, dict)}
    rules = elect(rulebook, chosen, odds)
    if placed_cents and not rules.value(rules.rulebook.progressive.stakes):
        # Where the law prices no stake of its own, what was placed is what the table takes, and its seeds follow.
        rules = with_progressive_stake(rules, placed_cents)
    if isinstance(resets, int) and not isinstance(resets, bool):
        resets = {meter.meter: resets for meter in rules.meters}
    if not isinstance(resets, dict) or not (limit is None or type(limit) is int):
        raise BadInput("elections.reset_cents and elections.payout_limit_cents are whole numbers of cents.")
    # A wager that limits the seats does so only where somebody makes it.
    seats = most_seats(rules.rulebook, msgspec.structs.replace(rules, offers=tuple(staked)))
    return with_terms(msgspec.structs.replace(rules, seats=seats), resets, limit)


def settle_described(rules: GameRules, described: RoundDescribed) -> Settlement | Refusal:
    """The round's settlement, or the first thing in it that cannot be."""
    wrong = described.irregularity
    remedy = _remedy(rules, described, wrong) if wrong else None
    if isinstance(remedy, Refusal):
        return remedy
    void = remedy is not None and remedy.round_is == "void"
    problem = next(_problems(rules, described, void), None)
    if problem:
        return problem
    answers = _answers(rules, described, void)
    if isinstance(answers, Refusal):
        return answers
    if void and isinstance(remedy, Remedy) and (problem := answered_since(rules, remedy, answers)):
        return problem
    seats = [seat.box for seat in answers]
    meters = tuple((m.meter, described.meters_cents.get(m.meter, m.initial_cents)) for m in rules.meters)
    showdown = Showdown(described.dealer, described.community, described.bonus_cards, tuple(seats), meters)
    if not void or remedy is None:
        settled = settle(rules, showdown)
        return _unsaid(rules, described, showdown, settled) or settled
    settles = remedy.settles if isinstance(remedy, Remedy) else ()
    alive = [seat for seat in seats if any(seat.stake(wager) for wager in settles)]
    expected = terms_of(rules).cards
    if alive and len(described.community) != expected["community"]:
        needed = f"give {expected['community']} community cards."
        sentence = f"The board is completed so that {' and '.join(settles)} can be settled; {needed}"
        return Refusal("board_incomplete", sentence, remedy.clause[0])
    short = next((seat.seat for seat in alive if len(seat.cards) != expected["player"]), 0)
    if short:
        sentence = f"Seat {short} needs its {expected['player']} cards, so that {' and '.join(settles)} can be settled."
        return Refusal("card_count", sentence, remedy.clause[0])
    lines = tuple(remedied_lines(rules, showdown, remedy))
    order = tuple(seat.seat for seat in reversed(seats))
    return Settlement(order, _dealer(rules, described), lines, meters)


def _answers(rules: GameRules, described: RoundDescribed, incomplete: bool) -> list[Answers] | Refusal:
    """Every seat after its answers, from the dealer's left."""
    seats: list[Answers] = []
    for seat in sorted(described.seats, key=lambda seat: seat.seat):
        wagers = wagers_of(seat.wagers_cents)
        box = Box(seat.seat, seat.player or f"seat {seat.seat}", wagers, seat.cards)
        given = answered(rules, box, seat.decisions, incomplete)
        if isinstance(given, Refusal):
            return given
        seats.append(given)
    return (out_of_turn(rules, seats) if incomplete else None) or seats


def _unsaid(rules: GameRules, described: RoundDescribed, showdown: Showdown, settled: Settlement) -> Refusal | None:
    """Which election the round should have named: the law wants it filed, and it changes what is paid here."""
    staked = _staked(described)
    for menu in rules.rulebook.menus:
        if menu.assumed or menu.menu in described.elections or not staked >= menu.when.offered:
            continue
        for choice in menu.choices:
            other = elected_rules(
                msgspec.structs.replace(described, elections={**described.elections, menu.menu: choice.choice})
            )
            if settle(other, showdown).lines != settled.lines:
                choices = " or ".join(str(each.choice).lower() for each in menu.choices)
                sentence = (
                    f'The submission states its choice of "{menu.title}", and this round is paid by it;'
                    f" write elections.{menu.menu} as {choices}."
                )
                return Refusal("election_missing", sentence, menu.clause[0])
    return None


def _dealer(rules: GameRules, described: RoundDescribed) -> DealerResult | None:
    expected = terms_of(rules).cards
    if len(described.dealer) != expected["dealer"] or len(described.community) != expected["community"]:
        return None
    terms = terms_of(rules)
    hand = terms.hand(described.dealer + described.community)
    return DealerResult(hand.description, terms.qualifies(hand))


def _remedy(rules: GameRules, described: RoundDescribed, wrong: Irregularity) -> Remedy | StubCase | Refusal:
    if wrong.kind == "stub_count":
        return stub_case(rules, wrong.total, wrong.misdeal)
    case = wrong.case or _case(rules, described, wrong)
    remedy = case if isinstance(case, Refusal) else remedy_of(rules, wrong.kind, case)
    if isinstance(remedy, Refusal):
        return remedy
    return held_in_device(rules, remedy) or _not_lost(described, remedy) or remedy


def _case(rules: GameRules, described: RoundDescribed, wrong: Irregularity) -> str | Refusal:
    """The case that face-up cards come to by their number and the moment; any other is for who describes it to name."""
    if wrong.kind != "face_up_cards":
        return ""
    if wrong.count == 1:
        return "one"
    remedies = [remedy for remedy in rules.rulebook.irregularities.remedies if remedy.kind == wrong.kind]
    several = {after: remedy for remedy in remedies for after in (False, True) if _found_then(remedy, after)}
    if several[False] is several[True]:
        return several[False].case
    after = wrong.after_initial_deal
    after = _initial_deal_over(rules, described) if after is None else after
    if after is None:
        sentence = (
            "Say whether every player and the dealer had their initial cards when the cards were found face up: write"
            " irregularity.after_initial_deal as true or false."
        )
        return Refusal("which_case", sentence, several[True].clause[-1])
    return several[after].case


def _found_then(remedy: Remedy, after_initial_deal: bool) -> bool:
    """Whether a remedy is for several face-up cards that are found after, or before, everybody has a first hand."""
    return remedy.case in SEVERAL and SEVERAL[remedy.case][after_initial_deal]


def _initial_deal_over(rules: GameRules, described: RoundDescribed) -> bool | None:
    """Whether everybody has their initial cards by what is described: somebody has answered, or somebody lacks a card.

    None where all hands are whole and nobody has answered: then it may be either.
    """
    if any(seat.decisions for seat in described.seats):
        return True
    expected = terms_of(rules).cards
    hands = [(described.dealer, expected["dealer"]), *((seat.cards, expected["player"]) for seat in described.seats)]
    return None if all(len(cards) == count for cards, count in hands) else False


def _not_lost(described: RoundDescribed, remedy: Remedy) -> Refusal | None:
    """Why a lost device undoes nothing: nobody made the wager that needs it, cards are out, or answers are given."""
    if remedy.kind != DEVICE_LOST:
        return None
    if not _staked(described) >= remedy.when.offered:
        sentence = f"{remedy.says} Nobody has made that wager, so the round is dealt after a shuffle by hand."
        return Refusal("nothing_lost", sentence, remedy.clause[0])
    dealt = described.dealer or described.community or described.bonus_cards
    if not (dealt or any(seat.cards or seat.decisions for seat in described.seats)):
        return None
    sentence = (
        "A device is lost in this sense before the first card, and cards or answers are described; leave them out, or"
        " report what failed during the deal."
    )
    return Refusal("cards_out", sentence, remedy.clause[0])


def _problems(rules: GameRules, described: RoundDescribed, void: bool) -> Iterator[Refusal]:
    """Everything that cannot be in the round, first things first."""
    book = rules.rulebook
    deck = book.cards.cards_in_deck.clause[0]
    if not described.seats:
        yield Refusal("no_seats", "A round needs at least one seat with a wager.", book.wagers.main.clause[0])
    numbers = [seat.seat for seat in described.seats]
    for number in numbers:
        limited = not 1 <= number <= rules.seats
        if limited or numbers.count(number) > 1:
            sentence = f"Seat {number} cannot be; seats are 1 to {rules.seats}, each once."
            rule = seat_limit(book, rules) if limited else book.wagers.seated_only
            yield Refusal("no_seat", sentence, rule.clause[0])
    cards = [*described.dealer, *described.community, *described.bonus_cards]
    for seat in described.seats:
        cards += seat.cards
    for card in cards:
        if cards.count(card) > 1:
            yield Refusal("card_twice", f"The {card.words} is there twice; one deck has it once.", deck)
    if not void:
        yield from _wrong_counts(rules, described)
    for name in described.meters_cents:
        if name not in [meter.meter for meter in rules.meters]:
            names = ", ".join(meter.meter for meter in rules.meters)
            yield Refusal(
                "no_meter", f"There is no meter {name!r}; there is {names}.", book.progressive.award_reads.clause[0]
            )
    for seat in described.seats:
        yield from _wager_problems(rules, seat)


def _wrong_counts(rules: GameRules, described: RoundDescribed) -> Iterator[Refusal]:
    expected = terms_of(rules).cards
    wrong_number = remedy_of(rules, "wrong_number_of_cards", "")
    assert isinstance(wrong_number, Remedy)
    boxed = any("six_card_bonus" in seat.wagers_cents for seat in described.seats)
    places = [
        ("the dealer", described.dealer, expected["dealer"]),
        ("the community area", described.community, expected["community"]),
        ("the bonus box", described.bonus_cards, _box_cards(rules) if boxed or described.bonus_cards else 0),
        *((f"seat {seat.seat}", seat.cards, expected["player"]) for seat in described.seats),
    ]
    for name, cards, count in places:
        if len(cards) != count:
            sentence = f"{name[:1].upper()}{name[1:]} has {len(cards)} cards and should have {count}."
            yield Refusal("card_count", sentence, _electronic_clause(rules, name) or wrong_number.clause[0])


def _electronic_clause(rules: GameRules, place: str) -> str:
    """Where an electronic table's cards are counted, "" elsewhere."""
    if not rules.electronic:
        return ""
    wanted = {"the dealer": "dealer_receives_two_cards", "the community area": "five_community_cards"}.get(place)
    return next((fact.clause[0] for fact in rules.rulebook.wagers.electronic if fact.is_ == wanted), "")


def _box_cards(rules: GameRules) -> int:
    law = rules.rulebook.six_card_bonus
    return rules.value(law.box_cards) if law else 0


def _wager_problems(rules: GameRules, seat: SeatDescribed) -> Iterator[Refusal]:
    if "play" in seat.wagers_cents:
        clause = rules.rulebook.decisions.order.clause[0]
        yield Refusal("play_wager", f"Seat {seat.seat}: play is a decision; write it there, such as play:1.", clause)
    problem = box_problem(rules, seat.wagers_cents)
    if problem:
        yield Refusal(problem.code, f"Seat {seat.seat}: {problem.sentence}", problem.clause)
    for wager, rule in terms_of(rules).dealt_otherwise.items():
        if wager in seat.wagers_cents:
            yield Refusal("dealing", f"Seat {seat.seat}: {rule.says}", rule.clause[0])
