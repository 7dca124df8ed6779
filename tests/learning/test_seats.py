"""The PettingZoo environment: PettingZoo's own tests pass, and each seat is rewarded for its own round."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from croupier.learning import felt
from croupier.learning.options import practice_of
from croupier.learning.practice import PracticeTable
from croupier.learning.seats import SeatsEnv, env
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_pettingzoo_s_own_tests_pass_at_every_number_of_seats(rulebook: str) -> None:
    for seats in range(1, practice_of(rulebook).rules.seats + 1):
        api_test(env(rules=rulebook, seats=seats), num_cycles=20)
        seed_test(lambda seats=seats: SeatsEnv(rulebook, seats=seats), num_cycles=20)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_seats_are_dealt_and_settled_as_the_table_does(rulebook: str) -> None:
    seats, chance = 4, np.random.default_rng(5)
    several, table = SeatsEnv(rulebook, seats=seats), PracticeTable(practice_of(rulebook), seats)
    for seed in range(25):
        several.reset(seed=seed)
        table.deal(np.random.default_rng(seed).permutation(52).tolist())
        rewards: dict[str, float] = {}
        for agent in several.agent_iter():
            observed, reward, over, _, info = several.last()
            assert (observed == felt.read(table, int(agent[-1]))).all()
            if over:
                rewards[agent] = reward
                several.step(None)
                continue
            assert reward == 0.0
            assert agent == f"seat_{table.asked}"
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            table.answer(several.answers[action])
            several.step(action)
        assert rewards == {f"seat_{seat}": table.net_cents(seat) / table.ante_cents for seat in range(1, seats + 1)}


def test_a_refused_answer_is_told_to_who_gave_it() -> None:
    several = SeatsEnv("md-uth", seats=2, render_mode="ansi")
    several.reset(seed=1)
    assert "seat 1 is asked" in (several.render() or "")
    several.step(several.answers.index("fold"))
    assert several.infos["seat_1"]["refusal"] == "You cannot fold now; the answers are play 3x or 4x, check."
    assert several.agent_selection == "seat_2"
    assert SeatsEnv("md-uth").render() is None
    several.close()


def test_bad_input_gets_one_sentence() -> None:
    with pytest.raises(BadInput, match=r"^This table has 1 to 7 seats, not 9\.$"):
        SeatsEnv("md-tcp", seats=9)
    with pytest.raises(BadInput, match=r"^A table is rendered as text; write render_mode='ansi' instead of 'human'"):
        SeatsEnv("md-tcp", render_mode="human")
