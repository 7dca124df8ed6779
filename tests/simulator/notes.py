"""What was seen from outside in a night: every request, every answer, every frame; and the trace that tells of it."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from croupier.server.wire import messages as w
from tests.simulator.speed import top


class Broken(AssertionError):  # noqa: N818 - it is no error of the program's
    """A promise of the house was broken."""

    def __init__(self, promise: str, sentence: str, step: int) -> None:
        super().__init__(f"{promise}: {sentence} (step {step})")
        self.promise = promise
        self.sentence = sentence
        self.step = step


class Wished(Struct):
    """A request under its id, and all that was ever answered to it."""

    house: str
    table: str
    player: str
    asked: w.Asked
    answers: list[w.Answered]
    seen_version: int = 0  # of the table, when it was first answered as done
    heard_at: float = 0.0  # when that was

    @property
    def key(self) -> str:
        """The id under which the house keeps the answer."""
        return f"{self.player}:{self.asked.id}"

    @property
    def outcome(self) -> str:
        """What became of it as far as was heard; nothing where that is not known."""
        return next((one.outcome for one in self.answers if one.outcome != "failed"), "")


class Bought(Struct):
    """Chips bought at the cage under an id, and whether that was heard to be done."""

    house: str
    player: str
    command_id: str
    cents: int
    done: bool = False


class Frame(NamedTuple):
    """Something that a player was told at a table."""

    house: str
    table: str
    player: str
    text: str


class Notes:
    """Keeps all of it, in steps."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self.trace: list[str] = []
        self.wishes: list[Wished] = []
        self.bought: list[Bought] = []
        self.voided: list[tuple[str, str, str]] = []  # a house, a table, and the id that was answered as done
        self.frames: dict[Frame, None] = {}  # each once, in the order in which they were heard
        self._seconds = seconds

    @property
    def step(self) -> int:
        """How many things have been noted."""
        return len(self.trace)

    def note(self, who: str, what: str) -> None:
        """Something happened."""
        what = what.replace(str(top()), "")  # which is another in every run
        self.trace.append(f"{self.step + 1:5} {self._seconds():8.3f}  {who:12} {what}")

    def broken(self, promise: str, sentence: str) -> Broken:
        """A promise that did not hold, to be raised."""
        self.note("promise", f"{promise}: {sentence}")
        return Broken(promise, sentence, self.step)
