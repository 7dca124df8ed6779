"""Decisions: who is asked, in which order, and what they may answer."""

from collections.abc import Callable, Mapping

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.law.dealing import DecisionPoint, Option
from croupier.rulebook.law.words import Asks
from croupier.table.evolve import replay
from croupier.table.procedure.dealing import due_of, not_now, step_on
from croupier.table.procedure.decks import EventsOrRefusal
from croupier.table.procedure.script import script_of
from croupier.table.settlement.results import forfeit
from croupier.table.settlement.terms import terms_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box, Wager
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Round, State
from croupier.table.values.words import Phase

ASKED: Mapping[Asks, Callable[[Box], int]] = {
    "ante": lambda box: box.stake("ante"),
    "ante_without_play": lambda box: box.stake("ante") and not box.stake("play"),
}


def asked(point: DecisionPoint, boxes: tuple[Box, ...]) -> tuple[int, ...]:
    """The seats asked at a point, from the dealer's left."""
    is_asked = ASKED[point.asks]
    seats: list[int] = []
    for box in boxes:
        if not box.folded and not box.abandoned and is_asked(box):
            seats.append(box.seat)
    return tuple(seats)


_CHANGES_WHO_IS_ASKED = frozenset({e.Decided, e.WagersAbandoned, e.SilenceRuled})


def with_questions(
    rules: GameRules, state: State, events: tuple[e.AnyEvent, ...], place: int
) -> tuple[e.AnyEvent, ...]:
    """The events, which lead to this place, and the questions there; a point at which nobody is asked is passed by."""
    after = replay(events, state).round if type(events[0]) in _CHANGES_WHO_IS_ASKED else state.round
    assert after is not None
    if after.to_ask:
        return events
    script = script_of(rules)
    while (point := script[place].point) is not None:
        seats = asked(point, after.boxes)
        place = place if seats else place + 1
        question = e.DecisionsAsked(
            clause=point.clause[0], script=place, phase=script[place].phase, point=point.point, seats=seats
        )
        events = (*events, question)
        if seats:
            break
    return events


def _option(point: DecisionPoint, action: str) -> Option | None:
    for option in point.options:
        if option.action == action:
            return option
    return None


def option_problem(
    rules: GameRules, point: DecisionPoint, action: str, stake: int, ante: int
) -> tuple[Option | None, Refusal | None]:
    """The option that an answer takes, or why there is none."""
    option = _option(point, action)
    if option is None:
        names = ", ".join(describe(option) for option in point.options)
        return None, Refusal("no_such_answer", f"You cannot {action} now; the answers are {names}.", point.clause[0])
    if action != "play":
        return option, None
    if option.times:
        allowed = [times * ante for times in option.times]
        if stake not in allowed:
            amounts = " or ".join(money(amount) for amount in sorted(allowed))
            return None, Refusal("play_amount", f"Play is {amounts} now, not {money(stake)}.", option.clause[0])
        return option, None
    low, high = option.at_least_times * ante, option.at_most_times * ante
    if not low <= stake <= high:
        sentence = f"Play is from {money(low)} to {money(high)}, not {money(stake)}."
        return None, Refusal("play_amount", sentence, option.clause[0])
    whole = rules.rulebook.decisions.whole_multiples_only
    if whole and rules.value(whole) and stake % ante:
        sentence = f"Play is a whole multiple of the Ante here: {money(ante)}, {money(2 * ante)} or {money(3 * ante)}."
        return None, Refusal("play_amount", sentence, whole.clause[0])
    return option, None


def describe(option: Option) -> str:
    """An answer in words: `play 3x or 4x`."""
    if option.times:
        return f"{option.action} " + " or ".join(f"{times}x" for times in sorted(option.times))
    if option.at_most_times:
        return f"{option.action} {option.at_least_times}x to {option.at_most_times}x"
    return option.action


def decide_seat(rules: GameRules, state: State, command: c.Decide) -> EventsOrRefusal:
    """A player's answer, in turn."""
    due, round_ = due_of(rules, state), state.round
    if due is None or round_ is None or due.kind != "ask" or due.point is None:
        return not_now(rules, state, "a decision")
    box = round_.box(command.seat)
    if command.seat not in round_.to_ask or box is None:
        return Refusal("not_asked", f"Seat {command.seat} is not asked now.", due.clause)
    if round_.to_ask[0] != command.seat:
        clause = rules.rulebook.decisions.order.clause[0]
        return Refusal("not_your_turn", f"Seat {round_.to_ask[0]} answers first.", clause)
    option, problem = option_problem(rules, due.point, command.action, command.stake_cents, box.stake("ante"))
    if problem or option is None:
        return problem or not_now(rules, state, "a decision")
    last = len(round_.to_ask) == 1
    place, phase = step_on(rules, state) if last else (round_.script, "decisions")
    stake = command.stake_cents if command.action == "play" else 0
    answer = e.Decided(
        clause=option.clause[0], script=place, phase=phase, seat=box.seat, point=due.step, action=command.action,
        stake_cents=stake,
    )  # fmt: skip
    if command.action != "fold" or not folds_at_once(rules):
        return (answer,)
    return (answer, *collected(rules, round_, (box,), place, phase))


def folds_at_once(rules: GameRules) -> bool:
    """Whether a folder's wagers are taken as soon as the player folds."""
    return any(step.step == "collect_folds" and step.standing for step in rules.rulebook.decisions.afterwards)


def collected(
    rules: GameRules, round_: Round, boxes: tuple[Box, ...], script: int, phase: Phase
) -> tuple[e.AnyEvent, ...]:
    """The folders' lost wagers taken, and the cards that no live wager needs put into the rack."""
    terms = terms_of(rules)
    lines: list[e.AnyEvent] = []
    for box in boxes:
        for name in terms.order:
            stake = box.stake(name)
            if stake and terms.folds[name].lost:
                line = forfeit(box.seat, Wager(name, stake), clause=terms.folds[name].clause)
                lines.append(e.WagerSettled(line=line))
    racked = tuple(box.seat for box in boxes if not any(box.stake(wager) for wager in terms.cards_stay_for))
    step = rules.rulebook.decisions.afterwards[0]
    return (*lines, e.FoldsCollected(clause=step.clause[0], script=script, phase=phase, seats=racked))
