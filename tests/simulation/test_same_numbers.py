"""The same run is the same to the last digit: on one core or two, in any blocks, stopped and gone on with."""

import errno
import os
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.odds.simulation import simulate as simulating
from croupier.odds.simulation.results import SimulationResult
from croupier.odds.simulation.simulate import Simulation, Stopped, prepare
from croupier.rulebook.errors import BadInput
from tests.simulation.tables import growing, rules_of

ROUNDS = 30_000


def asked(rulebook: str = "md-tcp", rounds: int = ROUNDS, **other: Any) -> Simulation:
    return prepare(growing(rules_of(rulebook)), rounds, 5, seats=2, session=123, **other)


def plain(result: SimulationResult) -> Any:
    """Everything but how it was played: how long it took, and from where it was gone on with."""
    whole = msgspec.structs.replace(result, seconds=0.0, resumed_at=0)
    return msgspec.to_builtins(whole, enc_hook=str, str_keys=True)


def numbers(made: Simulation) -> Any:
    """Everything counted but the samples of a path, which follow the blocks."""
    written = made.totals.written()
    for meter in written["meters"]:
        meter.pop()
    return {**written, "stride": 0}


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK", 4_096)


@pytest.mark.parametrize("rulebook", ["md-tcp", "ma-fcp-2", "md-uth"])
@pytest.mark.usefixtures("small_blocks")
def test_one_core_and_two_give_the_same(rulebook: str) -> None:
    one, two = asked(rulebook), asked(rulebook)
    assert plain(one.play(cores=1)) == plain(two.play(cores=2))


def test_blocks_played_in_another_process_give_the_same() -> None:
    here, there = asked("md-uth"), asked("md-uth")

    def elsewhere(play: Any, pieces: Any) -> Any:
        sent = pickle.loads(pickle.dumps(there.engine))
        for first, count in pieces:
            yield pickle.loads(pickle.dumps(sent.block(there.seed, first, count, there.session)))

    assert plain(there.play(run=elsewhere)) == plain(here.play())


def test_any_blocks_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = asked()
    whole.play()
    for size in (1_000, 777, 20_000):
        monkeypatch.setattr(simulating, "BLOCK", size)
        pieces = asked()
        pieces.play()
        assert numbers(pieces) == numbers(whole)


@pytest.mark.usefixtures("small_blocks")
def test_a_run_gone_on_with_gives_the_same(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked(rounds=10_000).play(checkpoint=file)
    went_on = asked()
    result = went_on.play(checkpoint=file)
    straight = asked()
    assert result.rounds == ROUNDS
    assert plain(straight.play())["results"] == plain(result)["results"]
    assert numbers(straight) == numbers(went_on)


@pytest.mark.usefixtures("small_blocks")
def test_an_interrupt_gives_what_is_there_and_can_be_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "run.json"

    def interrupt(rounds: int) -> None:
        if rounds > 9_000:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        asked().play(cores=2, checkpoint=file, progress=interrupt)
    assert stopped.value.result.rounds == 3 * 4_096
    assert not stopped.value.result.complete
    assert isinstance(stopped.value.why, KeyboardInterrupt)
    assert plain(asked().play(checkpoint=file)) == plain(asked().play())


@pytest.mark.usefixtures("small_blocks")
def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "run.json"
    asked(rounds=8_192).play(checkpoint=file)
    before = file.read_bytes()
    monkeypatch.setattr(simulating, "SECONDS_BETWEEN_CHECKPOINTS", 0.0)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(Stopped) as stopped:
            asked().play(checkpoint=file)
    assert "No space left on device" in str(stopped.value)
    assert stopped.value.result.rounds == 3 * 4_096
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
    assert plain(asked().play(checkpoint=file))["results"] == plain(asked().play())["results"]


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked(rounds=1_000).play(checkpoint=file)
    with pytest.raises(BadInput, match="another strategies"):
        asked(strategies="never").play(checkpoint=file)
    with pytest.raises(BadInput, match="1,000 rounds already"):
        asked(rounds=10).play(checkpoint=file)
    file.write_text(file.read_text("utf-8").replace('"rounds": 1000', '"rounds": 1001'), "utf-8")
    with pytest.raises(BadInput, match="damaged"):
        asked().play(checkpoint=file)
    with pytest.raises(BadInput, match="cannot be read"):
        asked().play(checkpoint=tmp_path)


def test_seats_added_to_a_table_leave_the_others_their_cards() -> None:
    rules = rules_of("md-uth")
    stakes = {"ante": 100, "blind": 100, "trips": 100}
    one = prepare(rules, 5_000, 6, seats=1, stakes=stakes).play()
    three = prepare(rules, 5_000, 6, seats=3, stakes=stakes).play()
    assert one.wager("all").net_cents == three.wager("all").net_cents
    assert one.wager("trips").hits == three.wager("trips").hits


@pytest.mark.usefixtures("small_blocks")
def test_a_run_stopped_inside_a_block_has_the_path_of_one_that_was_not(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked(rounds=10_000).play(checkpoint=file)
    gone_on, whole = asked().play(checkpoint=file), asked().play()
    assert gone_on.resumed_at == 10_000
    assert plain(gone_on) == plain(whole)
    path = whole.meters[0].path
    assert [rounds for rounds, _ in path] == [*range(4_096, ROUNDS, 4_096), ROUNDS]
    assert path[-1][1] == whole.meters[0].last_cents
