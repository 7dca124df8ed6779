"""Whole rounds through the pure table: opened, wagered, dealt, decided, settled, every event built."""

import random
import time
from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.cli.demo import demo_decision
from croupier.rulebook.elect import GameRules, digest
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.state import State

SEED = 20


def base_game(rules: GameRules) -> GameRules:
    """The rules with only the game itself offered: no side wager that must be filed."""
    offers = tuple(wager.wager for wager in rules.rulebook.wagers.wagers if wager.offered == "always")
    plain = replace(rules, offers=offers)
    return replace(plain, digest=digest(plain))


def orders(count: int) -> Iterator[tuple[Card, ...]]:
    """Deck orders, made before the clock starts: chance is an input of the table, not its work."""
    chance = random.Random(SEED)
    return iter([tuple(chance.sample(DECK, len(DECK))) for _ in range(count)])


def commands_of(rules: GameRules, seats: int, rounds: int) -> list[c.AnyCommand]:
    """Every command of so many rounds on the main wagers, as house and players would send them."""
    state, sent, decks = State(), list[c.AnyCommand](), orders(rounds + 8)

    def do(command: c.AnyCommand) -> None:
        nonlocal state
        state, _ = step(rules, state, command)
        sent.append(command)

    wagers = [name for name in ("ante", "blind") if name in rules.offers]
    stake = next(limit.minimum_cents for limit in rules.limits if limit.wager == "ante")
    for seat in range(1, seats + 1):
        do(c.Sit(seat=seat, player=f"player {seat}"))
    while not (state.rounds == rounds and state.round and state.round.phase == "closed"):
        duty = next_duty(rules, state, betting_over=bool(state.round and state.round.boxes))
        if duty:
            do(with_chance(duty, lambda: next(decks)))
        elif state.round and not state.round.boxes:
            for seat in range(1, seats + 1):
                for wager in wagers:
                    do(c.PlaceWager(seat=seat, wager=wager, stake_cents=stake))
        else:
            do(demo_decision(rules, state))
    return sent


def step(rules: GameRules, state: State, command: c.AnyCommand) -> tuple[State, tuple[e.AnyEvent, ...]]:
    """The state after a command, and the events that led there."""
    answer = decide(rules, state, command)
    assert isinstance(answer, tuple), answer
    return replay(answer, state), answer


def rounds_a_second(rules: GameRules, seats: int, rounds: int) -> tuple[float, float]:
    """Rounds a second on one core, and events a round; the commands are made before the clock starts."""
    sent = commands_of(rules, seats, rounds)
    state, events = State(), list[e.AnyEvent]()
    start = time.perf_counter()
    for command in sent:
        state, made = step(rules, state, command)
        events += made
    taken = time.perf_counter() - start
    assert replay(events) == state
    return rounds / taken, len(events) / rounds
