"""A demo table: the house deals by itself, and cautious players wager a little of everything."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import msgspec

from croupier.cards import ACE, QUEEN, Card
from croupier.cli.incident import Step
from croupier.hands.hand import Category
from croupier.rulebook.check import passes, requirements
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.shelf import example_text
from croupier.rulebook.submission import Submission, parse_submission
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.decks import in_round, ready_deck
from croupier.table.procedure.devices import in_use
from croupier.table.settlement.terms import terms_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box, Wager, Wagers
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import OVER, State


def demo_rules(rulebook: str, dealing: str = "", filed: Mapping[str, Any] | None = None) -> GameRules:
    """The rules of the shipped example submission; dealt by another method, and filed otherwise, where that is asked.

    What the method does not allow is left out, and the approvals that it needs are there.
    """
    shipped = parse_submission(example_text(rulebook), f"{rulebook}.toml")
    if not dealing and not filed:
        return resolve(shipped)
    plain = msgspec.to_builtins(shipped)
    method = dealing or str(shipped.elections["dealing"])
    plain["elections"]["dealing"] = method
    _put(plain, filed or {})
    for rule in requirements(load(rulebook)):
        needs = [wager for name, wanted, wager in rule.when.terms if name == "offers" and wanted]
        if rule.field == "elections.dealing" and needs and not passes(rule, method, shipped.look):
            plain["offers"] = [wager for wager in plain["offers"] if wager not in needs]
        if ("elections.dealing", True, method) in rule.when.terms and rule.present:
            *path, last = rule.field.split(".")
            _put(plain, reduce(lambda inner, part: {part: inner}, reversed(path), {last: "Approval on file"}))
    return resolve(msgspec.convert(plain, Submission))


def _put(plain: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Puts the changes into what is filed, table by table."""
    for name, value in changes.items():
        if isinstance(value, Mapping):
            _put(plain[name], value)
        else:
            plain[name] = value


def demo_round(
    rules: GameRules, seats: int, order: Callable[[], tuple[Card, ...]], goes_wrong: Sequence[Step] = ()
) -> tuple[tuple[e.AnyEvent, ...], State]:
    """The events of one whole round, from the first deck to the last card, and the table after it.

    What goes wrong does so step by step, each at the first moment at which the table takes it.
    """
    state, events = State(), list[e.AnyEvent]()
    steps, refusal = list(goes_wrong), "its moment did not come"

    def do(command: c.AnyCommand) -> None:
        nonlocal state
        answer = decide(rules, state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
        events.extend(answer)

    for seat in range(1, seats + 1):
        do(c.Sit(seat=seat, player=f"Player {seat}"))
    while not (state.round and state.round.phase in OVER):
        wrong = steps[0](rules, state) if steps else None
        if wrong:
            answer = decide(rules, state, wrong)
            if not isinstance(answer, Refusal):
                do(wrong)
                del steps[0]
                continue
            refusal = answer.sentence
        duty = next_duty(rules, state, betting_over=bool(state.round and state.round.boxes))
        if duty:
            do(with_chance(duty, order))
        elif not in_round(state):
            problem = ready_deck(rules, state, 0)
            raise BadInput(problem.sentence if isinstance(problem, Refusal) else "No round can be dealt.")
        elif state.round and not state.round.boxes:
            for seat in range(1, seats + 1):
                for wager, stake in demo_wagers(in_use(rules, state), alone=seat == seats > 1):
                    do(c.PlaceWager(seat=seat, wager=wager, stake_cents=stake))
        else:
            do(demo_decision(rules, state))
    if steps:
        raise BadInput(f"That cannot go wrong at this table: {refusal.rstrip('.')}; try another --dealing.")
    return tuple(events), state


def demo_wagers(rules: GameRules, alone: bool = False) -> Wagers:
    """The smallest stake on everything that is offered, or on what may be made `alone`, where anything may."""
    limits = {limit.wager: limit.minimum_cents for limit in rules.limits}
    found = []
    for name in rules.offers:
        wager = rules.rulebook.wager(name)
        if wager and wager.placed == "before_the_deal":
            stake = rules.progressive_stake_cents if name == "progressive" else limits.get(name, limits["ante"])
            found.append(Wager(name, stake))
    only = tuple(wager for wager in found if alone and wager.name in rules.rulebook.wagers.alone)
    return only or tuple(found)


def demo_decision(rules: GameRules, state: State) -> c.Decide:
    """What a cautious player answers: play with a pair or better, or a high card worth the risk."""
    due, round_ = due_of(rules, state), state.round
    assert due is not None
    assert due.point is not None
    assert round_ is not None
    box = round_.box(round_.to_ask[0])
    assert box is not None
    options = {option.action: option for option in due.point.options}
    other = "check" if "check" in options else "fold"
    if not _likes(rules, box, round_.community[: round_.community_up]):
        return c.Decide(seat=box.seat, action=other)
    play = options["play"]
    times = max(play.times) if play.times else play.at_least_times
    return c.Decide(seat=box.seat, action="play", stake_cents=times * box.stake("ante"))


def _likes(rules: GameRules, box: Box, seen: tuple[Card, ...]) -> bool:
    ranks = [card.rank for card in box.cards]
    if len(box.cards) == 2 and not seen:
        return ranks[0] == ranks[1] or max(ranks) == ACE
    hand = terms_of(rules).hand(box.cards + seen)
    return hand.category is not Category.HIGH_CARD or (len(box.cards) == 3 and max(ranks) >= QUEEN)
