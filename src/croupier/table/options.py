"""What may be done at a table now, and for what may not, why: the one list that screens show and tests walk.

Whether something is open is what `decide` answers to it; nothing here knows a rule of its own.
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import Option
from croupier.table.decide import decide
from croupier.table.procedure.bounds import STEP_CENTS, bounds_beside, equals_of, wager_of
from croupier.table.procedure.dealing import due_of
from croupier.table.values import commands as c
from croupier.table.values.box import Box
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State


class SpotOption(Struct, frozen=True):
    """A spot of a box: between which bounds chips may lie there beside the others, or why none may.

    `equals` names the wager whose stake it must match, `staked_cents` is what lies there now.
    """

    wager: str
    minimum_cents: int
    maximum_cents: int
    equals: str
    staked_cents: int
    closed: Refusal | None


class AnswerOption(Struct, frozen=True):
    """An answer to the question that a seat is asked: an action, and how many times the Ante it stakes."""

    action: str
    times: Fraction
    stake_cents: int


class SeatOptions(Struct, frozen=True):
    """All that may be done for one seat that somebody sits in."""

    spots: tuple[SpotOption, ...]
    answers: tuple[AnswerOption, ...]


def options(rules: GameRules, state: State, seat: int) -> SeatOptions:
    """What may be done for a seat now."""
    return SeatOptions(tuple(spot_options(rules, state, seat)), tuple(answer_options(rules, state, seat)))


def why_not(rules: GameRules, state: State, command: c.AnyCommand) -> Refusal | None:
    """The table's refusal of a command, None where it would take it."""
    answer = decide(rules, state, command)
    return answer if isinstance(answer, Refusal) else None


def spot_options(rules: GameRules, state: State, seat: int) -> Iterator[SpotOption]:
    """The spots of a seat's box, in the order of the rules."""
    box = state.round.box(seat) if state.round else None
    for name in rules.offers:
        low, high = bounds_beside(rules, name, box)
        yield SpotOption(
            wager=name,
            minimum_cents=low,
            maximum_cents=high,
            equals=equals_of(wager_of(rules, name)),
            staked_cents=box.stake(name) if box else 0,
            closed=why_not(rules, state, c.PlaceWager(seat=seat, wager=name, stake_cents=low)),
        )


def answer_options(rules: GameRules, state: State, seat: int) -> Iterator[AnswerOption]:
    """The answers that a seat may give: none where it is not the one that is asked."""
    due, round_ = due_of(rules, state), state.round
    if due is None or due.point is None or round_ is None or round_.to_ask[:1] != (seat,):
        return
    box = round_.box(seat)
    assert box is not None, "only a box that plays is asked"
    for option in due.point.options:
        for times in _multiples(rules, option, box):
            stake = int(times * box.stake("ante"))
            if why_not(rules, state, c.Decide(seat=seat, action=option.action, stake_cents=stake)) is None:
                yield AnswerOption(option.action, times, stake)


def _multiples(rules: GameRules, option: Option, box: Box) -> Iterator[Fraction]:
    """The multiples of the ante that an answer may be: halves too where they are allowed and chips can make them."""
    if option.action != "play":
        yield Fraction(0)
    elif option.times:
        yield from sorted(map(Fraction, option.times))
    else:
        whole = rules.rulebook.decisions.whole_multiples_only
        halves = whole is not None and not rules.value(whole) and box.stake("ante") % (2 * STEP_CENTS) == 0
        step = Fraction(1, 2) if halves else Fraction(1)
        times = Fraction(option.at_least_times)
        while times <= option.at_most_times:
            yield times
            times += step
