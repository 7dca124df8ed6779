"""Whole rounds a second through the pure table, one core, and how that changes with seats.

The yardstick is phevaluator's native seven-card evaluation, per call, in the same run.
"""

from croupier.cli.bench_table import base_game, rounds_a_second
from croupier.cli.demo import demo_rules
from croupier.odds.bench import native_calls_a_second
from croupier.rulebook.load import rulebook_ids

ROUNDS = 3_000


def main() -> None:
    """Prints the figures."""
    calls = native_calls_a_second()
    print(f"phevaluator, seven cards, one native call each (yardstick)   {calls:12,.0f} a second")
    for rulebook in rulebook_ids():
        rules = base_game(demo_rules(rulebook))
        for seats in (1, 3, rules.seats):
            rate, events = rounds_a_second(rules, seats, ROUNDS)
            print(
                f"{rulebook:<9} {seats} seat{'s' if seats > 1 else ' '}   {rate:9,.0f} rounds a second   "
                f"{events:5.1f} events a round   {rate / calls:8.5f} x the yardstick"
            )


if __name__ == "__main__":
    main()
