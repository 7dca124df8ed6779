"""A table to test with: commands done or refused, decks stacked so that wanted cards fall where they should."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Self

from msgspec.structs import replace

from croupier.cards import DECK, Card, parse_cards
from croupier.rulebook.check import requirements
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.load import load
from croupier.rulebook.submission import Submission, parse_submission
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.procedure.dealing import due_of, places_of
from croupier.table.procedure.script import script_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import Round, State
from croupier.table.values.words import Phase

FILED: dict[str, Submission] = {}  # what the rules of a table to test with were resolved from, by their digest


def example(rulebook: str) -> Submission:
    """The shipped example submission."""
    text = (files("croupier.rulebook") / f"data/examples/{rulebook}.toml").read_text("utf-8")
    return parse_submission(text, f"{rulebook}.toml")


def rules_with(
    rulebook: str, offers: Iterable[str] | None = None, filed: Mapping[str, Any] | None = None, **elections: Scalar
) -> GameRules:
    """The example's rules with other offers and elections; `filed` changes fields such as `cards.decks`."""
    shipped = example(rulebook)
    kept = tuple(offers) if offers is not None else shipped.offers
    changed = replace(shipped, offers=kept, elections={**shipped.elections, **elections})
    for field, value in (filed or {}).items():
        changed = _filing(changed, field.split("."), value)
    rules = resolve(changed)
    FILED[rules.digest] = changed
    return rules


def _filing(part: Any, path: list[str], value: Any) -> Any:
    """The part of a submission with the field at `path` filed as `value`."""
    if not path:
        return value
    return replace(part, **{path[0]: _filing(getattr(part, path[0]), path[1:], value)})


def cards(text: str) -> tuple[Card, ...]:
    """Cards from `As Kd`."""
    return tuple(parse_cards(text))


class Pit:
    """One table in play."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.state = State()
        self.commands: list[c.AnyCommand] = []
        self.events: list[e.AnyEvent] = []

    @property
    def round(self) -> Round:
        """The round under way, or the last one."""
        assert self.state.round is not None
        return self.state.round

    def is_in(self, phase: Phase) -> bool:
        """Whether the round has come so far."""
        return self.round.phase == phase

    def do(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        """Does a command that must be lawful."""
        self.commands.append(command)
        answer = decide(self.rules, self.state, command)
        assert not isinstance(answer, Refusal), f"{command} -> {answer}"
        for event in answer:
            self.state = evolve(self.state, event)
        self.events += answer
        return answer

    def refused(self, command: c.AnyCommand) -> Refusal:
        """The refusal of a command that must not be lawful."""
        self.commands.append(command)
        answer = decide(self.rules, self.state, command)
        assert isinstance(answer, Refusal), f"{command} was allowed: {answer}"
        return answer

    def sit(self, *seats: int) -> Self:
        """Seats a player in each."""
        for seat in seats:
            self.do(c.Sit(seat=seat, player=f"player {seat}"))
        return self

    def ready(self, order: tuple[Card, ...] | None = DECK, at: int = 0) -> Self:
        """Brings the table to an open round; the deck's order is `order`, or unknown where that is None."""
        while not (self.state.round and self.state.round.phase == "wagering"):
            duty = next_duty(self.rules, self.state, at=at)
            assert duty is not None
            command = duty.command
            if isinstance(command, c.Shuffle) and order is not None:
                command = with_chance(duty, lambda: self._before_cut(order))
            self.do(command)
        return self

    def _before_cut(self, order: tuple[Card, ...]) -> tuple[Card, ...]:
        """The order that the virtual dealer's cut, if there is one, turns into `order`."""
        if self.rules.shuffler == "manual":
            return order[26:] + order[:26]
        return order

    def wager(self, seat: int, **stakes: int) -> Self:
        """Puts stakes down."""
        for wager, stake in stakes.items():
            self.do(c.PlaceWager(seat=seat, wager=wager, stake_cents=stake))
        return self

    def on(self) -> Self:
        """Lets the house do its part until a player must answer or the round is over."""
        while self.state.round and self.state.round.phase not in ("closed", "void"):
            duty = next_duty(self.rules, self.state)
            if duty is None:
                break
            self.do(duty.command)
        return self

    def until(self, kind: str) -> Self:
        """Lets the house go on until something of this kind is due."""
        while (due := due_of(self.rules, self.state)) and due.kind != kind:
            duty = next_duty(self.rules, self.state)
            assert duty is not None, f"waiting for players before {kind}"
            self.do(duty.command)
        return self

    def answer(self, *answers: str) -> Self:
        """Answers for whoever is asked, in turn: `fold`, `check`, `play:2`; the house goes on in between."""
        for text in answers:
            action, _, times = text.partition(":")
            seat = self.round.to_ask[0]
            box = self.round.box(seat)
            assert box is not None
            stake = box.stake("ante") * int(times) if times else 0
            self.do(c.Decide(seat=seat, action=action, stake_cents=stake))
            if not self.round.to_ask:
                self.on()
        return self

    def line(self, seat: int, wager: str) -> SettlementLine:
        """The one line of a seat's wager."""
        (found,) = [line for line in self.round.lines if line.seat == seat and line.wager == wager]
        return found

    def net(self, seat: int) -> int:
        """What a seat is up or down by."""
        return sum(line.net_cents for line in self.round.lines if line.seat == seat)


def stacked(rules: GameRules, hands: Mapping[int | str, str]) -> tuple[Card, ...]:
    """A deck from which these seats, `dealer`, `community` and `bonus_box` get the cards wanted, in this order.

    Boxes are the seats named; a place that is not named gets whatever is left.
    """
    main = rules.rulebook.wagers.main.of
    seats = sorted(seat for seat in hands if isinstance(seat, int))
    boxes = tuple(Box(seat, "", wagers_of(dict.fromkeys(main, 1))) for seat in seats)
    wanted = {str(place): list(cards(text)) for place, text in hands.items()}
    named = {card for held in wanted.values() for card in held}
    assert len(named) == sum(map(len, wanted.values())), "a card is named twice"
    rest = [card for card in DECK if card not in named]
    order: list[Card] = []
    for due in script_of(rules):
        if due.kind == "deal":
            for place in places_of(rules, Round(1, "", "", boxes=boxes), due):
                held = wanted.get("dealer" if place == "dealer_up" else place)
                order.append(held.pop(0) if held else rest.pop(0))
    return (*order, *[card for card in DECK if card not in order])


def rules_dealt_by(
    rulebook: str, method: str, filed: Mapping[str, Any] | None = None, **elections: Scalar
) -> GameRules:
    """The example's rules where cards are dealt by this method: what cannot be offered then is left out."""
    offers = list(example(rulebook).offers)
    approvals: dict[str, Any] = {}
    for rule in requirements(load(rulebook)):
        needs = [value for name, wanted, value in rule.when.terms if name == "offers" and wanted]
        if rule.field == "elections.dealing" and needs and rule.is_ != method:
            offers = [wager for wager in offers if wager not in needs]
        if rule.when.text.startswith(f"elections.dealing is {method}") and rule.present:
            approvals[rule.field] = "Approval on file"
    return rules_with(rulebook, offers, {**approvals, **(filed or {})}, dealing=method, **elections)


@cache
def variants(rulebook: str) -> tuple[GameRules, ...]:
    """The rulebook by each dealing method, with decks counted by the shuffler and not, and by each menu of order."""
    methods = ("automated_shoe", "manual_shoe", "hand")
    one_deck = {"cards.decks": 1, "equipment.shuffler.counts_cards": False}
    found = [rules_dealt_by(rulebook, method) for method in methods]
    found += [rules_dealt_by(rulebook, method, one_deck) for method in methods]
    others: dict[str, Scalar] = {"settlement_method": 1, "dealer_cards": "held_in_device", "version": "F3"}
    for menu, choice in others.items():
        if menu in load(rulebook).menu_names():
            found.append(rules_dealt_by(rulebook, "automated_shoe", None, **{menu: choice}))
    return tuple(found)
