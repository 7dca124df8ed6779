"""The names under which Gymnasium knows the environments: one for each game, one for each rulebook."""

from typing import Any

from gymnasium.envs.registration import register, registry

from croupier.learning.options import GAMES
from croupier.rulebook.load import rulebook_ids

NAMESPACE = "croupier"


def environment_ids() -> dict[str, dict[str, Any]]:
    """Each id, and what it fixes: a game, whose rulebook may be chosen, or a rulebook."""
    games: dict[str, dict[str, Any]] = {f"{NAMESPACE}/{name}-v0": {"game": game} for name, game in GAMES.items()}
    return games | {f"{NAMESPACE}/{rulebook}-v0": {"rules": rulebook} for rulebook in rulebook_ids()}


def register_environments() -> None:
    """Make every id known to `gymnasium.make` and `gymnasium.make_vec`; what is known already stays."""
    for name, options in environment_ids().items():
        if name not in registry:
            register(
                id=name,
                entry_point="croupier.learning.environment:TableEnv",
                kwargs=options,
            )
