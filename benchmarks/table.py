"""Whole rounds a second through the pure table: opened, wagered, dealt, decided, settled, every event built.

One core. The yardstick is phevaluator's native seven-card evaluation, per call, in the same run. The order of each
deck is made before the clock starts: chance is an input of the table, not its work.
"""

import random
import time
from collections.abc import Iterator

from msgspec.structs import replace
from phevaluator.evaluator import evaluate_cards

from croupier.cards import DECK, Card
from croupier.cli.demo import demo_decision, demo_rules
from croupier.rulebook.elect import GameRules, digest
from croupier.rulebook.load import rulebook_ids
from croupier.table import commands as c
from croupier.table.dealer import next_duty, with_chance
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.refusal import Refusal
from croupier.table.state import State

ROUNDS = 2_000


def base_game(rules: GameRules) -> GameRules:
    """The rules with only the game itself offered: no side wager that must be filed."""
    offers = tuple(wager.wager for wager in rules.rulebook.wagers.wagers if wager.offered == "always")
    plain = replace(rules, offers=offers)
    return replace(plain, digest=digest(plain))


def play(rules: GameRules, seats: int, orders: Iterator[tuple[Card, ...]], rounds: int) -> int:
    """Plays rounds on main wagers only and says how many events they made."""
    state, made = State(), 0

    def do(command: c.AnyCommand) -> None:
        nonlocal state, made
        answer = decide(rules, state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
        made += len(answer)

    wagers = [name for name in ("ante", "blind") if name in rules.offers]
    stake = next(limit.minimum_cents for limit in rules.limits if limit.wager == "ante")
    for seat in range(1, seats + 1):
        do(c.Sit(seat=seat, player=f"player {seat}"))
    while not (state.rounds == rounds and state.round and state.round.phase == "closed"):
        duty = next_duty(rules, state, betting_over=bool(state.round and state.round.boxes))
        if duty:
            do(with_chance(duty, lambda: next(orders)))
        elif state.round and not state.round.boxes:
            for seat in range(1, seats + 1):
                for wager in wagers:
                    do(c.PlaceWager(seat=seat, wager=wager, stake_cents=stake))
        else:
            do(demo_decision(rules, state))
    return made


def orders(count: int) -> Iterator[tuple[Card, ...]]:
    """Deck orders, made in advance."""
    chance = random.Random(20)
    return iter([tuple(chance.sample(DECK, 52)) for _ in range(count)])


def yardstick(calls: int = 200_000) -> float:
    """phevaluator's evaluations a second, one call each."""
    hands = [random.Random(index).sample(range(52), 7) for index in range(1000)]
    start = time.perf_counter()
    for index in range(calls):
        evaluate_cards(*hands[index % 1000])
    return calls / (time.perf_counter() - start)


def main() -> None:
    """Prints rounds a second for each rulebook and how they grow with seats."""
    calls = yardstick()
    print(f"phevaluator, seven cards, one call each (yardstick)   {calls:12,.0f} a second")
    for rulebook in rulebook_ids():
        rules = base_game(demo_rules(rulebook))
        for seats in (1, 3, 6):
            deck_orders = orders(ROUNDS + 4)
            start = time.perf_counter()
            events = play(rules, seats, deck_orders, ROUNDS)
            taken = time.perf_counter() - start
            rate = ROUNDS / taken
            print(
                f"{rulebook:<9} {seats} seat{'s' if seats > 1 else ' '}   {rate:9,.0f} rounds a second   "
                f"{events / ROUNDS:5.1f} events a round   {rate / calls:8.5f} x the yardstick"
            )


if __name__ == "__main__":
    main()
