"""A table to learn at: the house does its part by itself, and stops whenever a seat is asked."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.learning.options import Practice, Stakes
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.dealing import DecisionPoint, Option
from croupier.rulebook.law.words import answer_parts
from croupier.table.decide import decide
from croupier.table.evolve import evolve, replay
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.script import script_of
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State
from croupier.table.views import View, Viewer, view_for

_CAUTIOUS = ("check", "fold")


class PracticeTable:
    """One round after another, each the first at a newly opened table: same wagers, same meters, other cards.

    `answers` are all that a seat may ever answer, `play:2` being two antes; `asked` is the seat that answers next, 0
    when the round is settled.
    """

    def __init__(self, practice: Practice, seats: int = 1) -> None:
        self.rules, self.seats, self.ante_cents = practice.rules, seats, practice.ante_cents
        self.answers = answers_of(self.rules)
        self._before = table_before_the_deal(self.rules, seats, practice.stakes)
        self._settled_at = len(script_of(self.rules)) - 1
        self._lawful: dict[str, tuple[bool, ...]] = {}
        self.state = self._before
        self.asked = 0

    def deal(self, order: Sequence[int]) -> None:
        """Begin another round, dealt in the order of these numbers of cards in a new deck."""
        self.state = with_order(self._before, tuple([DECK[number] for number in order]))
        self._house()

    def answer(self, answer: str) -> Refusal | None:
        """The asked seat answers. What the table refuses counts as a check, or where there is none as a fold."""
        if not self.asked:
            raise BadInput("The round is over and nobody is asked; reset deals another.")
        found = decide(self.rules, self.state, self._command(answer))
        refusal = found if isinstance(found, Refusal) else None
        if isinstance(found, Refusal):
            cautious = next(other for other in _CAUTIOUS if other in self._lawful_answers())
            found = decide(self.rules, self.state, self._command(cautious))
        assert isinstance(found, tuple)
        for event in found:
            self.state = evolve(self.state, event)
        self._house()
        return refusal

    def lawful(self) -> tuple[bool, ...]:
        """Which of `answers` the table would take now; what is lawful depends on the decision point alone."""
        if not self.asked:
            return (False,) * len(self.answers)
        assert self.state.round is not None
        point = self.state.round.point
        if point not in self._lawful:
            commands = [self._command(answer) for answer in self.answers]
            self._lawful[point] = tuple(
                isinstance(decide(self.rules, self.state, command), tuple) for command in commands
            )
        return self._lawful[point]

    def view(self, seat: int) -> View:
        """What the player of a seat may see."""
        return view_for(self.state, Viewer("player", player(seat)))

    def net_cents(self, seat: int) -> int:
        """What a seat is up or down by."""
        assert self.state.round is not None
        return sum(line.net_cents for line in self.state.round.lines if line.seat == seat)

    def _lawful_answers(self) -> list[str]:
        return [answer for answer, lawful in zip(self.answers, self.lawful(), strict=True) if lawful]

    def _command(self, answer: str) -> c.Decide:
        action, times = answer_parts(answer)
        return c.Decide(seat=self.asked, action=action, stake_cents=int(times or 0) * self.ante_cents)

    def _house(self) -> None:
        """All that the house does until a seat is asked or every wager is settled; the clearing up is left out."""
        while True:
            round_ = self.state.round
            assert round_ is not None
            self.asked = round_.to_ask[0] if round_.to_ask else 0
            if self.asked or round_.script == self._settled_at:
                return
            duty = next_duty(self.rules, self.state)
            assert duty is not None
            self.state = _done(self.rules, self.state, duty.command)


def player(seat: int) -> str:
    """The name of who sits there."""
    return f"player {seat}"


def answers_of(rules: GameRules) -> tuple[str, ...]:
    """Every answer that some decision point of these rules has: fold, check, then plays by their size."""
    found = {answer for point in rules.rulebook.decisions.points for answer in _answers(point)}
    return tuple(sorted(found, key=lambda answer: (answer != "fold", answer != "check", answer)))


def _answers(point: DecisionPoint) -> list[str]:
    answers: list[str] = []
    for option in point.options:
        answers += [f"play:{times}" for times in _times(option)] if option.action == "play" else [option.action]
    return answers


def _times(option: Option) -> Sequence[int]:
    return option.times or range(option.at_least_times, option.at_most_times + 1)


_KEPT: dict[tuple[str, int, Stakes], State] = {}


def table_before_the_deal(rules: GameRules, seats: int, stakes: Stakes) -> State:
    """A newly opened table with all wagers down, the next thing to do being the deal; kept by the rules' digest."""
    name = rules.digest, seats, stakes
    if name not in _KEPT:
        _KEPT[name] = _before_the_deal(rules, seats, stakes)
    return _KEPT[name]


def _before_the_deal(rules: GameRules, seats: int, stakes: Stakes) -> State:
    if not 1 <= seats <= rules.seats:
        raise BadInput(f"This table has 1 to {rules.seats} seats, not {seats}.")
    state = State()
    for seat in range(1, seats + 1):
        state = _done(rules, state, c.Sit(seat=seat, player=player(seat)))
    while state.round is None:
        duty = next_duty(rules, state)
        assert duty is not None
        state = _done(rules, state, with_chance(duty, lambda: DECK))
    for seat in range(1, seats + 1):
        for wager, cents in stakes:
            state = _done(rules, state, c.PlaceWager(seat=seat, wager=wager, stake_cents=cents))
    while not ((due := due_of(rules, state)) and due.kind == "deal"):
        duty = next_duty(rules, state)
        assert duty is not None
        state = _done(rules, state, with_chance(duty, lambda: DECK))
    return state


def with_order(state: State, order: tuple[Card, ...]) -> State:
    """The same table, its deck having been shuffled into another order: nothing done before the deal depends on it."""
    assert state.round is not None
    decks = [replace(deck, order=order) if deck.deck == state.round.deck else deck for deck in state.decks]
    return replace(state, decks=tuple(decks))


def _done(rules: GameRules, state: State, command: c.AnyCommand) -> State:
    answer = decide(rules, state, command)
    if isinstance(answer, Refusal):
        raise BadInput(f"{answer.sentence} ({answer.clause})")
    return replay(answer, state)
