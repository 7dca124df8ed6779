"""Every playthrough: what is dealt, what goes wrong, and what the people at the table do about it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.payout import MeterShare
from croupier.rulebook.phrases import words
from croupier.rulebook.submission import ProgressiveFiling
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of
from croupier.table.values import commands as c
from tests.table.pit import rules_dealt_by, stacked

from .telling import NAMES, Told, shuffled, wrapped

METHODS = ("automated_shoe", "manual_shoe", "hand")
HOUR = 3600
FLOOR, SUPERVISOR = "floor:kim", "casino_supervisor:lee"

Hands = Mapping[int | str, str]
Build = Callable[[str], Told]


class Game:
    """How one game is played through: stakes, the hands of an ordinary round, and the hand that is envied."""

    def __init__(
        self, stakes: dict[str, int], hands: Hands, answers: tuple[str, ...], envied: Hands, play: str
    ) -> None:
        self.stakes = stakes
        self.hands = hands
        self.answers = answers
        self.envied = envied
        self.play = play


THREE_CARD = Game(
    {"ante": 1500, "pair_plus": 500, "progressive": 100, "six_card_bonus": 500},
    {1: "Qs Qh 4d", 3: "9c 7d 3h", 5: "Jh Td 9s", "dealer": "Kd Kc 8h"},
    ("play:1", "fold", "play:1"),
    {1: "Td 8c 4h", 2: "As Ks Qs", 3: "Qc 9d 5h", "dealer": "Jh 7c 3d"},
    "play:1",
)
FOUR_CARD = Game(
    {"ante": 1000, "aces_up": 500, "progressive": 100, "six_card_bonus": 500, "cover_all": 100},
    {1: "As Ah 9d 7c 4s", 3: "Ks Th 8d 6c 3s", 4: "9s 9h 9c Jd 5s", "dealer": "Qs Qd 8h 6d 2c Jh", "bonus_box": "2h"},
    ("play:1", "fold", "play:3"),
    {1: "Kd Qd 9h 7c 3s", 2: "As Ah Ad Ac 9d", 3: "Jh Js 8d 6c 3d", "dealer": "Qs Qh 8h 6d 2c 5h"},
    "play:1",
)
HOLD_EM = Game(
    {
        "ante": 1000,
        "blind": 1000,
        "trips": 500,
        "progressive": 100,
        "six_card_bonus": 500,
        "ultimate_pairs": 500,
        "bad_beat": 500,
        "play_the_board": 500,
    },
    {
        1: "As Kd",
        2: "8c 8d",
        4: "Th 3d",
        "dealer": "Qh Jd",
        "community": "8h Kc 5s 2d Jc",
        "bonus_box": "2c 4d 7s 9h",
    },
    ("play:4", "check", "check", "play:2", "check", "fold"),
    {1: "9h 8d", 2: "As Ks", 3: "7h 6d", "dealer": "8c 9d", "community": "Qs Js Ts 2c 3d"},
    "play:4",
)
GAMES = {"md-tcp": THREE_CARD, "md-fcp": FOUR_CARD, "ma-fcp-1": FOUR_CARD, "ma-fcp-2": FOUR_CARD, "md-uth": HOLD_EM}
# The five cards that win a Multi Game Link meter outright; elsewhere the envied hand does.
WINS_ALL: dict[str, Hands] = {
    "ma-fcp-2": {1: "Kd Qd 9h 7c 3s", 2: "As Ks Qs Js Ts", 3: "Jh Jd 8d 6c 3d", "dealer": "Qh Qc 8h 6d 2c 5h"},
}


def stakes_of(rules: GameRules) -> dict[str, int]:
    """A stake on everything that is offered."""
    stakes = GAMES[rules.rulebook.rulebook].stakes
    return {wager: cents for wager, cents in stakes.items() if wager in rules.offers}


def seats_in(hands: Hands) -> tuple[int, ...]:
    return tuple(seat for seat in hands if isinstance(seat, int))


def wagered(table: Told, *seats: int) -> Told:
    """Everybody wagers on everything."""
    for seat in seats:
        table.wager(seat, **stakes_of(table.rules))
    return table


def finished(table: Told, answer: str) -> Told:
    """The house goes on and everybody gives this answer until the round is over; after the last cards all play once."""
    table.on()
    while table.round.to_ask:
        table.answer("play:1" if table.round.point == "after_river" else answer)
    return table


def open_table(rules: GameRules, title: str, hands: Hands | None = None, seats: tuple[int, ...] = (1, 2)) -> Told:
    """A table in the middle of a day: the deck is ready, the players sit, and a round is open."""
    table = Told(rules, title)
    table.quiet = True
    order = stacked(rules, hands) if hands else shuffled(len(title))
    seats = seats_in(hands) if hands else seats
    table.sit(*seats).ready(order)
    table.quiet = False
    players = " and ".join(", ".join(f"seat {seat}" for seat in seats).rsplit(", ", 1))
    meters = "".join(f" The {meter.meter} meter shows ${meter.cents // 100:,}." for meter in table.state.meters)
    plural = "Players sit" if len(seats) > 1 else "A player sits"
    scene = f"A round is open, to be dealt from deck {table.round.deck}. {plural} in {players}.{meters}"
    table.lines += [*wrapped(scene, 130), ""]
    return table


def after_a_round(rules: GameRules, title: str) -> Told:
    """A table at which one player sits and a round has just ended."""
    table = Told(rules, title)
    table.quiet = True
    finished(wagered(table.sit(1).ready(shuffled(3)), 1), GAMES[rules.rulebook.rulebook].play)
    table.quiet = False
    table.lines += [f"{NAMES[1]} sits in seat 1, and a round has just ended.", ""]
    return table


def ordinary(rulebook: str, method: str, title: str, **elections: Scalar) -> Told:
    """One round from receiving the deck to the last card."""
    rules = rules_dealt_by(rulebook, method, None, **elections)
    game = GAMES[rulebook]
    hands = {
        place: text for place, text in game.hands.items() if place != "bonus_box" or "six_card_bonus" in rules.offers
    }
    table = Told(rules, f"An ordinary round. {rules.dealing.title}{title}.")
    table.heading("The players").sit(*seats_in(hands))
    table.heading("The decks").ready(stacked(rules, hands))
    table.heading("The wagers")
    wagered(table, *seats_in(hands))
    table.heading("The deal").on()
    return played(table, game.answers)


def played(table: Told, answers: tuple[str, ...]) -> Told:
    table.heading("The decisions and the settlement").answer(*answers)
    assert table.round.phase == "closed", table.round.phase
    return table


def face_up(rulebook: str, remedy: str, method: str, count: int, after_deal: bool = False) -> Told:
    """Cards found face up in the stack while they are dealt."""
    title = f"{_capital(remedy)}."
    table = wagered(open_table(rules_dealt_by(rulebook, method), title), 1, 2)
    if after_deal:
        table.on()
        table.do(c.Decide(seat=1, action="check"))
        table.do(c.Decide(seat=2, action="check"))
    table.until("deal")
    deck = table.state.deck(table.round.deck)
    assert deck is not None
    assert deck.order is not None
    for _ in range(count):
        table.do(c.DealCard(card=deck.order[table.round.drawn], face_up=True))
    return finished(table, GAMES[rulebook].play) if count == 1 else table


def reported(rulebook: str, remedy: str, method: str, kind: str, case: str = "", by: str = "dealer") -> Told:
    """Something that goes wrong once the cards are out and the first player is asked."""
    table = wagered(open_table(rules_dealt_by(rulebook, method), f"{_capital(remedy)}."), 1, 2)
    table.on()
    table.do(c.Report(kind=kind, case=case, by=by))
    return finished(table, GAMES[rulebook].play) if table.round.phase not in ("closed", "void") else table


def shoe_jammed(rulebook: str) -> Told:
    """The shoe fails in the middle of the deal; the next round is dealt from the hand."""
    rules = rules_dealt_by(rulebook, "automated_shoe", {"cards.decks": 1})
    table = wagered(open_table(rules, "Dealing shoe jam."), 1, 2).until("deal")
    deck = table.state.deck(table.round.deck)
    assert deck is not None
    assert deck.order is not None
    table.do(c.DealCard(card=deck.order[0]))
    table.do(c.Report(kind="dealing_shoe_jam"))
    table.ready(shuffled(14))
    for seat in (1, 2):
        table.wager(seat, **dict.fromkeys(MAIN_WAGERS[GAMES[rulebook].play], 2500))
    return finished(table, GAMES[rulebook].play)


MAIN_WAGERS = {"play:1": ("ante",), "play:4": ("ante", "blind")}


def shuffler_lost(rulebook: str, method: str, remedy: str) -> Told:
    """The shuffler goes out of use before the first card of a round that needs it."""
    rules = rules_dealt_by(rulebook, method, {"cards.decks": 1})
    table = wagered(open_table(rules, f"{_capital(remedy)}."), 1, 2).until("deal")
    # Where a jam undoes the round anyhow, the shuffler of the other deck is lost, and the floor wants a shuffle.
    case = "other_deck" if rulebook == "md-uth" else ""
    table.do(c.Report(kind="shuffler_jam", case=case, by=FLOOR if case else "dealer"))
    if case:
        table.do(c.OrderShuffle(deck=table.round.deck, reason="the stack was dropped", by=FLOOR))
    while table.round.phase not in ("closed", "void"):
        duty = next_duty(rules, table.state)
        assert duty is not None
        table.do(duty.command)
    return table


def drawn_in_error(rulebook: str) -> Told:
    """A card drawn by mistake, unseen, while the cards are dealt."""
    table = wagered(open_table(rules_dealt_by(rulebook, "manual_shoe"), "Card drawn in error."), 1, 2)
    table.until("deal")
    table.do(c.Report(kind="card_drawn_in_error", case="unseen"))
    return finished(table, GAMES[rulebook].play)


def jammed(rulebook: str, case: str = "") -> Told:
    """The shuffler jams while the next deck is in it; what is then done with it."""
    table = wagered(open_table(rules_dealt_by(rulebook, "automated_shoe"), "Shuffler jam."), 1, 2)
    table.until("deal")
    table.do(c.Report(kind="shuffler_jam", case=case, by=FLOOR if case else "dealer"))
    if "cover_all" in table.rules.offers:  # without the shuffler this round could not be dealt
        table.do(c.TreatDevice(device="shuffler", step="back_in_use", by=FLOOR))
    return finished(table, GAMES[rulebook].play)


def device_failed(rulebook: str, step: str) -> Told:
    """A shuffler that fails between rounds, what is done with it, and the round dealt without it."""
    rules = rules_dealt_by(rulebook, "manual_shoe", {"cards.decks": 1})
    table = after_a_round(rules, f"A shuffler out of order: {words(step)}.")
    case = "device_holds_cards_needed" if rulebook == "md-uth" else ""
    table.do(c.Report(kind="shuffler_jam", case=case, by=FLOOR if case else "dealer"))
    deck = table.state.decks[0].deck
    table.refused(c.Shuffle(deck=deck, method="manual", order=DECK))
    while table.state.holding_cards:
        duty = next_duty(rules, table.state)
        assert duty is not None
        table.do(duty.command)
    table.do(c.TreatDevice(device="shuffler", step=step))
    table.ready(shuffled(7))
    wagered(table, 1)
    return finished(table, GAMES[rulebook].play)


def stub(rulebook: str, method: str, case: str) -> Told:
    """A stub count and what follows from it."""
    rules = rules_dealt_by(rulebook, method, {"equipment.shuffler.counts_cards": False})
    table = wagered(open_table(rules, f"Stub count: {words(case)}. {rules.dealing.title}."), 1, 2)
    while not (due := due_of(rules, table.state)) or due.kind != "stub":
        seat = table.round.to_ask[0] if table.round.to_ask else 0
        duty = next_duty(rules, table.state)
        table.do(c.Decide(seat=seat, action="check") if seat or duty is None else duty.command)
    right = len(DECK) - table.round.drawn
    if case == "all_there":
        table.do(c.CountStub(count=right))
        return finished(table, GAMES[rulebook].play)
    table.do(c.CountStub(count=right - 1))
    held = ((0, len(table.round.dealer)), *((box.seat, len(box.cards)) for box in table.round.boxes))
    extra = 2 if case == "misdealt" else 0  # the seat that was given the card too many
    table.do(c.CheckHands(hands=tuple((seat, count + (seat == extra > 0)) for seat, count in held)))
    return table


def leaving(rulebook: str, lost: bool) -> Told:
    """A player gets up while the round is under way, and the floor rules."""
    rules = rules_dealt_by(rulebook, "automated_shoe")
    ruling = "abandoned and lost" if lost else "settled"
    table = wagered(open_table(rules, f"A player leaves; the wagers are {ruling}."), 1, 2)
    table.on()
    table.do(c.Leave(seat=2))
    if not lost and rules.rulebook.wagers.leaving.is_ == "floor_is_asked_and_wagers_are_settled":
        table.refused(c.Abandon(seat=2, lost=True, by=FLOOR, reason="the player walked away"))
    table.do(c.Abandon(seat=2, lost=lost, by=FLOOR, reason="the player walked away"))
    return finished(table, GAMES[rulebook].play)


def award(rulebook: str, share: bool = False) -> Told:
    """A progressive award: verified, validated, paid, and its paperwork."""
    elections: dict[str, Scalar] = {}
    filed: dict[str, Any] = {}
    hands = WINS_ALL.get(rulebook, GAMES[rulebook].envied)
    if share:
        paytable = next(name for name, percent in shares(rulebook) if percent < 100)
        elections = {"progressive": paytable, "envy": paytable}
        filed = {"progressive": ProgressiveFiling(stake_cents=100, rate="20 %", initial_cents=10**6, reset_cents=10**6)}
        hands = {**hands, **SHARE_HANDS[GAMES[rulebook].play]}
    rules = rules_dealt_by(rulebook, "automated_shoe", filed, **elections)
    kind = "a share of the meter" if share else "the whole meter"
    table = wagered(open_table(rules, f"A progressive award: {kind}.", hands), *seats_in(hands))
    return finished(table, GAMES[rulebook].play)


def unlit_award(rulebook: str) -> Told:
    """A hand that would win the meter, but the seat's light is off."""
    hands = WINS_ALL.get(rulebook, GAMES[rulebook].envied)
    rules = rules_dealt_by(rulebook, "automated_shoe")
    table = wagered(open_table(rules, "A progressive award whose light is off.", hands), *seats_in(hands))
    while table.round.pending is None:
        duty = next_duty(rules, table.state)
        box = table.round.box(table.round.to_ask[0]) if table.round.to_ask else None
        if duty or box is None:
            assert duty is not None
            table.do(duty.command)
        else:
            times = int(GAMES[rulebook].play.partition(":")[2])
            table.do(c.Decide(seat=box.seat, action="play", stake_cents=times * box.stake("ante")))
    seat = table.round.pending.line.seat
    table.do(c.VerifyAward(seat=seat, hand_wins=True, light_on=False))
    table.do(c.RefuseAward(seat=seat, reason="the device shows no wager", by=FLOOR))
    return finished(table, GAMES[rulebook].play)


SHARE_HANDS: dict[str, Hands] = {
    "play:1": {2: "9s 8s 7s 6s 5s"},
    "play:4": {2: "9s 8s", "community": "Qs Js Ts 2c 3d", 1: "9h 8d"},
}


def shares(rulebook: str) -> Iterator[tuple[str, int]]:
    """Each elected progressive paytable and the shares of a meter that it pays."""
    rules = rules_dealt_by(rulebook, "automated_shoe")
    for menu in rules.rulebook.paytables:
        if menu.wager == "progressive":
            for table in menu.selectable():
                for line in table.lines:
                    if isinstance(line.pays, MeterShare):
                        yield table.id, line.pays.percent


def envy(rulebook: str) -> Told:
    """A hand that others are paid for; its holder has no Progressive wager."""
    hands = WINS_ALL.get(rulebook, GAMES[rulebook].envied)
    rules = rules_dealt_by(rulebook, "automated_shoe")
    table = open_table(rules, "An envy award: seat 2 holds the hand without a Progressive wager.", hands)
    for seat in seats_in(hands):
        stakes = stakes_of(rules)
        if seat == 2:
            del stakes["progressive"]
        table.wager(seat, **stakes)
    return finished(table, GAMES[rulebook].play)


def deck_change(rulebook: str, method: str, hours: int) -> Told:
    """A deck that has been in use too long leaves the table."""
    rules = rules_dealt_by(rulebook, method)
    table = after_a_round(rules, f"A deck changed by its age. {rules.dealing.title}.")
    table.lines[-1:] = [f"Both decks came to the table {hours} hours ago.", ""]
    table.refused(c.OpenRound(at=hours * HOUR))
    table.ready(shuffled(4), at=hours * HOUR)
    return table


def idle(rulebook: str) -> Told:
    """Nobody plays: the cards are spread, and opened again when somebody comes."""
    table = after_a_round(rules_dealt_by(rulebook, "automated_shoe"), "An idle table.")
    table.do(c.Leave(seat=1))
    table.do(c.SpreadIdle())
    table.refused(c.OpenRound())
    table.sit(2).ready(shuffled(6))
    return table


def recut(rulebook: str) -> Told:
    """A supervisor wants another cut."""
    rules = rules_dealt_by(rulebook, "manual_shoe", {"equipment.shuffler.kind": "manual", "cards.decks": 1})
    table = Told(rules, "Another cut on order.")
    table.quiet = True
    table.sit(1)
    while not (table.state.decks and table.state.decks[0].shuffled):
        duty = next_duty(rules, table.state)
        assert duty is not None
        table.do(duty.command)
    table.quiet = False
    deck = table.state.decks[0].deck
    table.refused(c.CutDeck(deck=deck, depth=9))
    table.do(c.CutDeck(deck=deck, depth=12))
    table.refused(c.OrderRecut(deck=deck, reason="the cut was not clean", by="dealer"))
    by = SUPERVISOR if rules.rulebook.shuffle.recut.by == "casino_supervisor" else FLOOR
    table.do(c.OrderRecut(deck=deck, reason="the cut was not clean", by=by))
    table.refused(c.OpenRound())
    table.ready()
    return table


def shuffle_on_order(rulebook: str) -> Told:
    """The floor wants the cards shuffled again."""
    rules = rules_dealt_by(rulebook, "automated_shoe")
    table = after_a_round(rules, "A shuffle on the floor's order.")
    table.quiet = True
    while (duty := next_duty(rules, table.state)) and not isinstance(duty.command, c.OpenRound):
        table.do(duty.command)
    table.quiet = False
    deck = next(deck.deck for deck in table.state.decks if deck.deck != table.round.deck)
    table.do(c.OrderShuffle(deck=deck, reason="a player asked whether the shuffle was complete", by=FLOOR))
    table.refused(c.OpenRound())
    table.ready(shuffled(9))
    return table


def wrong_device_count(rulebook: str) -> Told:
    """A counting shuffler that finds a card missing."""
    rules = rules_dealt_by(rulebook, "automated_shoe")
    table = after_a_round(rules, "The shuffler counts a deck, and a card is missing.")
    table.do(c.Shuffle(deck=table.round.deck, method="automated", order=shuffled(11), count=51))
    table.ready(shuffled(12))
    return table


def pre_shuffled(rulebook: str) -> Told:
    """A deck that arrives inspected and shuffled: it skips the opening but not the cut."""
    rules = rules_dealt_by(rulebook, "manual_shoe", {"equipment.shuffler.kind": "manual", "cards.decks": 1})
    table = Told(rules, "A deck that arrives inspected and shuffled.")
    deck = c.ReceiveDeck(deck="red-1", back="red", pre_inspected=True, pre_shuffled=True, order=shuffled(13))
    table.do(deck)
    table.refused(c.OpenRound())
    table.ready()
    return table


def payout_limit(rulebook: str) -> Told:
    """A hand that would be paid more than the posted limit."""
    rules = rules_dealt_by(rulebook, "automated_shoe")
    hands: Hands = {1: "As Ks", "dealer": "Qc Qd", "community": "Qs Js Ts 2c 3d"}
    table = open_table(rules, "A hand above the payout limit.", hands)
    table.wager(1, ante=30000, blind=30000, trips=10000).on().answer("play:4")
    return table


def _capital(name: str) -> str:
    text = words(name).replace("face up", "face-up")
    return text[:1].upper() + text[1:]
