"""The PettingZoo environment: several seats at one table, each an agent, asked in the order of the rules."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from croupier.cards import DECK
from croupier.learning import felt
from croupier.learning.environment import answer_of, mask_of, observation_space, rendered
from croupier.learning.felt import Felt
from croupier.learning.options import practice_of
from croupier.learning.practice import PracticeTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar


class SeatsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Seats 1 to `seats` of one table, as agents `seat_1` and on, one round an episode.

    Actions, masks (in `infos`), refusals and rewards are those of `TableEnv`; an observation has the further rows that
    `croupier.learning.felt` describes. All agents are rewarded and end together, when the round is settled.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "croupier_seats_v0", "is_parallelizable": False}

    def __init__(
        self,
        rules: str | GameRules | None = None,
        seats: int = 2,
        elections: Mapping[str, Scalar] | None = None,
        wagers: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise BadInput(f"A table is rendered as text; write render_mode='ansi' instead of {render_mode!r}.")
        self.render_mode = render_mode
        self.table = PracticeTable(practice_of(rules, elections, wagers), seats)
        self.answers = self.table.answers
        self._seat = {f"seat_{seat}": seat for seat in range(1, seats + 1)}
        self.possible_agents = list(self._seat)
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(seats) for agent in self._seat}
        self.action_spaces = {agent: spaces.Discrete(len(self.answers)) for agent in self._seat}
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent may answer."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal another round."""
        if seed is not None or self._chance is None:
            self._chance = seeding.np_random(seed)[0]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.table.deal(self._chance.permutation(len(DECK)).tolist())
        self._ask()

    def step(self, action: Any) -> None:
        """The selected agent answers."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        refusal = self.table.answer(answer_of(self.table, action))
        self._clear_rewards()
        self.infos[agent] = {"refusal": refusal.sentence} if refusal else {}
        if self.table.asked:
            self._ask()
        else:
            self._end()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Felt:
        """What the agent's player may see now."""
        return felt.read(self.table, self._seat[agent])

    def render(self) -> str | None:
        """What the player who is asked sees, as text."""
        return rendered(self.table, self._seat[self.agent_selection]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self) -> None:
        self.agent_selection = f"seat_{self.table.asked}"
        self.infos[self.agent_selection]["action_mask"] = mask_of(self.table)

    def _end(self) -> None:
        for agent, seat in self._seat.items():
            net = self.table.net_cents(seat)
            self.rewards[agent] = net / self.table.ante_cents
            self.terminations[agent] = True
            self.infos[agent] = {**self.infos[agent], "net_cents": net, "action_mask": mask_of(self.table)}
        self.agent_selection = self.agents[0]


def env(**options: Any) -> SeatsEnv:
    """The environment, by the name under which PettingZoo's tools look for it."""
    return SeatsEnv(**options)
