"""Best play and strategies under a submission, as the pages show them: calculated apart from the tables."""

from typing import Any

from msgspec import to_builtins

from croupier.odds.publishing.published import publish_strategy
from croupier.server.odds.mathematics import SHELF, rules_under


def strategy_under(submission: str) -> dict[str, Any]:
    """The grid of best play, and the strategies in words with their exact cost."""
    from croupier.odds.advice.grids import grid_of  # with a compiler, which the server itself has no use for
    from croupier.odds.advice.rules_of_play import rules_of_play

    rules = rules_under(submission)
    strategies = SHELF.get(
        f"strategies-{rules.digest[:32]}",
        "working out what strategies cost",
        lambda: [publish_strategy(one) for one in rules_of_play(rules)],
    )
    return {"grid": to_builtins(grid_of(rules, SHELF)), "strategies": strategies}
