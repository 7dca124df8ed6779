"""The Gymnasium environment: one seat, one round an episode, rewards in antes."""

from collections.abc import Mapping
from typing import Any, SupportsInt, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards import DECK, format_cards
from croupier.learning import felt
from croupier.learning.felt import Felt
from croupier.learning.options import practice_of
from croupier.learning.practice import PracticeTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar

SEAT = 1
Mask = NDArray[np.int8]


def observation_space(seats: int = 1) -> spaces.Space[Felt]:
    """What `croupier.learning.felt` describes."""
    return cast("spaces.Space[Felt]", spaces.Box(0, 1, (felt.rows_for(seats), len(DECK)), np.int8))


def mask_of(table: PracticeTable) -> Mask:
    """Ones for the answers that the table takes now."""
    return np.array(table.lawful(), np.int8)


def answer_of(table: PracticeTable, action: SupportsInt) -> str:
    """The answer that an action stands for."""
    number = int(action)
    if not 0 <= number < len(table.answers):
        listed = ", ".join(f"{number} {answer}" for number, answer in enumerate(table.answers))
        raise BadInput(f"There is no action {number}; there are {listed}.")
    return table.answers[number]


class TableEnv(gymnasium.Env[Felt, np.int64]):
    """One seat at a table, one round an episode.

    An action is a number of `answers`; `info["action_mask"]` has a one for each that is lawful now. An answer that
    the table refuses counts as a check, or where there is none as a fold, and `info["refusal"]` says why. The reward
    is nothing until the round is settled, and then what the seat is up or down by, in antes. `info["net_cents"]` is
    that in cents.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        rules: str | GameRules | None = None,
        elections: Mapping[str, Scalar] | None = None,
        wagers: Mapping[str, int] | None = None,
        game: str = "",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise BadInput(f"A table is rendered as text; write render_mode='ansi' instead of {render_mode!r}.")
        self.render_mode = render_mode
        self.table = PracticeTable(practice_of(rules, elections, wagers, game))
        self.answers = self.table.answers
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(len(self.answers))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Felt, dict[str, Any]]:
        """Deal another round."""
        super().reset(seed=seed)
        self.table.deal(self.np_random.permutation(len(DECK)).tolist())
        return felt.read(self.table, SEAT), {"action_mask": mask_of(self.table)}

    def step(self, action: np.int64) -> tuple[Felt, float, bool, bool, dict[str, Any]]:
        """Answer, and see what comes next."""
        table = self.table
        refusal = table.answer(answer_of(table, action))
        info: dict[str, Any] = {"action_mask": mask_of(table)}
        if refusal:
            info["refusal"] = refusal.sentence
        reward = 0.0
        if not table.asked:
            info["net_cents"] = table.net_cents(SEAT)
            reward = info["net_cents"] / table.ante_cents
        return felt.read(table, SEAT), reward, not table.asked, False, info

    def action_masks(self) -> Mask:
        """The same as `info["action_mask"]`, where learners look for it by this name."""
        return mask_of(self.table)

    def render(self) -> str | None:
        """What the player sees, as text."""
        return rendered(self.table, SEAT) if self.render_mode == "ansi" else None


def rendered(table: PracticeTable, seat: int) -> str:
    """What a seat's player sees, as text."""
    round_ = table.view(seat).round
    assert round_ is not None
    lines = []
    for place, cards in (
        ("dealer", round_.dealer),
        ("community", round_.community),
        *((f"seat {box.seat}", box.cards) for box in round_.boxes),
    ):
        if cards:
            hidden = sum(card is None for card in cards)
            shown = format_cards(card for card in cards if card is not None)
            lines.append(f"{place:<11}{' '.join([shown, *['--'] * hidden]).strip()}")
    lines += [f"seat {table.asked} is asked"] if table.asked else []
    lines += [f"{line.wager:<11}{line.outcome} {line.net_cents:+d} cents" for line in round_.lines if line.seat == seat]
    return "\n".join(lines)
