"""The Gymnasium environments: they pass Gymnasium's checker, and every episode is the table's own."""

import multiprocessing
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier.learning
from croupier.cards import DECK
from croupier.cli.demo import demo_rules
from croupier.learning import felt
from croupier.learning.environment import TableEnv
from croupier.learning.options import GAMES
from croupier.learning.registry import environment_ids, register_environments
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, rulebook_ids
from croupier.table.decide import decide
from croupier.table.settlement.described import RoundDescribed, SeatDescribed, settle_described
from croupier.table.values.showdown import Settlement

ALL = tuple(environment_ids())


def some_lawful(env: TableEnv, chance: np.random.Generator) -> np.int64:
    return np.int64(chance.choice(np.flatnonzero(env.action_masks())))


def test_every_game_and_every_rulebook_is_registered() -> None:
    games = {f"croupier/{name}-v0" for name in ("ThreeCardPoker", "FourCardPoker", "UltimateTexasHoldem")}
    assert set(ALL) == games | {f"croupier/{rulebook}-v0" for rulebook in rulebook_ids()}
    assert set(ALL) <= set(gymnasium.registry)
    register_environments()  # once more changes nothing and warns of nothing
    assert gymnasium.make(f"{croupier.learning.__name__}:{ALL[0]}").spec is not None


@pytest.mark.parametrize("name", ALL)
def test_gymnasium_s_own_checker_passes(name: str) -> None:
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


@pytest.mark.parametrize(("name", "game"), GAMES.items())
def test_a_game_is_played_by_any_of_its_rulebooks_and_no_other(name: str, game: str) -> None:
    for rulebook in rulebook_ids():
        if load(rulebook).game == game:
            env = gymnasium.make(f"croupier/{name}-v0", rules=rulebook)
            assert isinstance(env.unwrapped, TableEnv)
            assert env.unwrapped.table.rules.rulebook.rulebook == rulebook
        else:
            with pytest.raises(BadInput, match=f"^{rulebook} is not a rulebook of this game; there are "):
                gymnasium.make(f"croupier/{name}-v0", rules=rulebook)


def test_actions_are_the_answers_of_the_rules() -> None:
    assert TableEnv("md-tcp").answers == ("fold", "play:1")
    assert TableEnv("md-fcp").answers == ("fold", "play:1", "play:2", "play:3")
    env = TableEnv("md-uth")
    assert env.answers == ("fold", "check", "play:1", "play:2", "play:3", "play:4")
    masks = [env.reset(seed=1)[1]["action_mask"].tolist()]
    masks += [env.step(np.int64(1))[4]["action_mask"].tolist() for _ in range(2)]
    assert masks == [[0, 1, 0, 0, 1, 1], [0, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0]]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_mask_is_what_the_table_takes(rulebook: str) -> None:
    env, chance = TableEnv(rulebook), np.random.default_rng(3)
    for seed in range(60):
        _, info = env.reset(seed=seed)
        while env.table.asked:
            for answer, lawful in zip(env.answers, info["action_mask"], strict=True):
                taken = decide(env.table.rules, env.table.state, env.table._command(answer))
                assert isinstance(taken, tuple) == bool(lawful), answer
            *_, info = env.step(some_lawful(env, chance))
        assert not info["action_mask"].any()


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_an_unlawful_answer_counts_as_a_check_or_a_fold(rulebook: str) -> None:
    env, other = TableEnv(rulebook), TableEnv(rulebook)
    refused = 0
    for seed in range(20):
        env.reset(seed=seed)
        other.reset(seed=seed)
        for action, answer in enumerate(env.answers):
            if not env.table.asked or env.action_masks()[action]:
                continue
            refused += 1
            cautious = "check" if env.action_masks()[env.answers.index("check")] else "fold"
            felt_, reward, over, _, info = env.step(np.int64(action))
            expected = other.step(np.int64(other.answers.index(cautious)))
            assert info.pop("refusal").endswith("."), answer
            assert (felt_ == expected[0]).all()
            assert (reward, over) == expected[1:3]
    assert (refused > 0) == ("check" in env.answers)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_reward_is_what_a_described_round_settles_to(rulebook: str) -> None:
    wagers = {name: 300 for name in ("pair_plus", "aces_up", "trips") if load(rulebook).wager(name)}
    env, chance = TableEnv(rulebook, wagers={"ante": 200, **wagers}), np.random.default_rng(8)
    for seed in range(150):
        env.reset(seed=seed)
        decisions, reward = [], 0.0
        while env.table.asked:
            action = some_lawful(env, chance)
            decisions.append(env.answers[action])
            _, reward, _, _, info = env.step(action)
            assert (reward == 0.0) or not env.table.asked
        round_ = env.table.state.round
        assert round_ is not None
        (box,) = round_.boxes
        staked = {wager: cents for wager, cents in box.wagers if wager != "play"}
        seat = SeatDescribed(seat=1, cards=box.cards, wagers_cents=staked, decisions=tuple(decisions))
        described = RoundDescribed(rules=rulebook, dealer=round_.dealer, community=round_.community, seats=(seat,))
        settled = settle_described(env.table.rules, described)
        assert isinstance(settled, Settlement)
        assert info["net_cents"] == settled.net_cents(1)
        assert reward == settled.net_cents(1) / 200


def test_the_same_seed_deals_the_same_episodes_and_another_seed_others() -> None:
    def seen(seed: int) -> list[bytes]:
        env = TableEnv("md-uth")
        first = env.reset(seed=seed)[0]
        return [first.tobytes(), *(env.reset()[0].tobytes() for _ in range(5))]

    assert seen(4) == seen(4)
    assert not set(seen(4)) & set(seen(5))


def test_a_seed_may_follow_a_round_in_play() -> None:
    env = TableEnv("md-uth")
    first = env.reset(seed=9)[0]
    env.step(np.int64(1))
    assert (env.reset(seed=9)[0] == first).all()


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors_play_the_same_episodes_as_single_environments(mode: str) -> None:
    before = set(multiprocessing.active_children())
    options: dict[str, Any] = {"vector_kwargs": {"context": "spawn"}} if mode == "async" else {}
    vector = gymnasium.make_vec("croupier.learning:croupier/md-uth-v0", num_envs=3, vectorization_mode=mode, **options)
    singles = [TableEnv("md-uth") for _ in range(3)]
    observations, infos = vector.reset(seed=11)
    for number, single in enumerate(singles):
        felt_, info = single.reset(seed=11 + number)
        assert (observations[number] == felt_).all()
        assert (infos["action_mask"][number] == info["action_mask"]).all()
    for action in (1, 1, 2):
        observations, rewards, over, _, infos = vector.step(np.full(3, action))
        for number, single in enumerate(singles):
            felt_, reward, ended, _, info = single.step(np.int64(action))
            assert (observations[number] == felt_).all()
            assert (rewards[number], over[number]) == (reward, ended)
            assert (infos["action_mask"][number] == info["action_mask"]).all()
    assert over.all()
    assert (infos["net_cents"] == rewards * 100).all()
    vector.close()
    assert set(multiprocessing.active_children()) <= before


def test_rules_of_a_submission_are_played_as_they_are() -> None:
    rules = demo_rules("md-tcp")
    env = gymnasium.make("croupier/ThreeCardPoker-v0", rules=rules).unwrapped
    assert isinstance(env, TableEnv)
    assert env.table.rules == rules
    minimum = next(limit.minimum_cents for limit in rules.limits if limit.wager == "ante")
    env.reset(seed=1)
    _, reward, *_, info = env.step(np.int64(0))
    assert (reward, info["net_cents"]) == (-1.0, -minimum)


def test_what_the_player_sees_as_text() -> None:
    env = TableEnv("md-fcp", render_mode="ansi")
    env.reset(seed=2)
    before = env.render()
    assert before is not None
    assert before.splitlines()[0].count("--") == 5
    assert before.endswith("seat 1 is asked")
    env.step(np.int64(1))
    after = env.render()
    assert after is not None
    assert "--" not in after
    assert "ante" in after
    assert TableEnv("md-fcp").render() is None


def test_a_deck_reads_as_the_observation_counts_it() -> None:
    env = TableEnv("md-tcp")
    observed, _ = env.reset(seed=1)
    round_ = env.table.state.round
    assert round_ is not None
    assert {DECK[column] for column in np.flatnonzero(observed[felt.OWN])} == set(round_.boxes[0].cards)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Name the rules to play by: ma-fcp-1, ma-fcp-2, md-fcp, md-tcp, md-uth."),
        (
            {"rules": "md-tpc"},
            "There is no rulebook 'md-tpc'; the nearest is md-tcp, and --rulebooks FOLDER adds your own.",
        ),
        ({"rules": 3}, "rules is 3; give a rulebook's id such as 'md-tcp', or the GameRules of a submission."),
        (
            {"rules": demo_rules("md-tcp"), "elections": {"pair_plus": "A"}},
            "GameRules are elected already; leave elections out, or give a rulebook's id.",
        ),
        ({"rules": "md-tcp", "elections": {"blind": "A"}}, "md-tcp has no menu 'blind'; "),
        ({"rules": "md-tcp", "wagers": 5}, "wagers is 5; give the cents on each wager, such as {'ante': 1000}."),
        ({"rules": "md-tcp", "wagers": {"pair": 100}}, "There is no wager 'pair' to make before the deal; the nearest"),
        ({"rules": "md-tcp", "wagers": {"play": 100}}, "There is no wager 'play' to make before the deal; "),
        ({"rules": "md-tcp", "wagers": {"ante": 1.5}}, "The stake on ante is 1.5; write whole cents, such as 1000."),
        ({"rules": "md-tcp", "wagers": {"ante": 0}}, "A wager needs a stake; put at least one cent on Ante. (md-tcp:"),
        (
            {"rules": "md-uth", "wagers": {"ante": 200, "blind": 100}},
            "Blind equals the Ante; put $2 on it instead of $1.",
        ),
        ({"rules": "md-uth", "render_mode": "human"}, "A table is rendered as text; write render_mode='ansi' instead"),
    ],
)
def test_bad_input_gets_one_sentence(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        TableEnv(**options)  # type: ignore[arg-type]
    assert str(refused.value).startswith(sentence)


def test_an_action_that_is_none_and_a_step_after_the_end_are_refused() -> None:
    env = TableEnv("md-tcp")
    with pytest.raises(BadInput, match="nobody is asked"):
        env.step(np.int64(0))
    env.reset(seed=1)
    with pytest.raises(BadInput, match=r"^There is no action 2; there are 0 fold, 1 play:1\.$"):
        env.step(np.int64(2))
    env.step(np.int64(1))
    with pytest.raises(BadInput, match=r"^The round is over and nobody is asked; reset deals another"):
        env.step(np.int64(1))
