"""What a night will be like, drawn from its seed before it begins: to be told, cut down and played again."""

from random import Random
from typing import Literal

from msgspec import Struct

RULEBOOKS = (
    ("md-tcp", "md-uth"),
    ("md-fcp", "ma-fcp-1"),
    ("ma-fcp-2", "md-tcp"),
    ("md-uth", "ma-fcp-1"),
    ("md-tcp", "md-fcp"),
)
Kind = Literal[
    "kill",  # a process ends as by kill -9, between two steps or in the middle of writing
    "power",  # the machine loses its power: all processes, and what no disk was told to keep
    "lie",  # a disk says it has kept what it has not; then the power goes
    "fail",  # a disk neither reads nor writes for a while
    "full",  # a disk takes nothing more for a while
    "apart",  # a house cannot reach the other's disk for a while
    "clock",  # the clock of a process jumps
    "cut",  # all connections to a process break
    "stall",  # the machine is very slow for a while
]
# Sessions end after half an hour, refusals are remembered for one: all jumps of a night together stay below that.
JUMPS_SECONDS = (0.5, 3.0, 90.0, 1100.0)
PEOPLE_SECONDS = 8.0  # by which a night is longer where people deal: a round of theirs takes some
USUAL: tuple[Kind, ...] = ("kill", "power", "fail", "full", "clock", "cut", "stall")


class Stroke(Struct, frozen=True):
    """Something that goes wrong: when, what, to whom (which of them, counted round), and for how long or how much.

    With `operations` it strikes in the middle of writing: at the so-manieth call to the disk from then on.
    """

    at_seconds: float
    kind: Kind
    whom: int = 0
    seconds: float = 0.0
    operations: int = 0

    def __str__(self) -> str:
        told = f"{self.at_seconds:.1f} s: {self.kind} {self.whom}"
        told += f", {self.seconds:.1f} s" if self.seconds else ""
        return told + (f", at the disk's call {self.operations}" if self.operations else "")


class Plan(Struct, frozen=True):
    """A night: which tables, how many processes and players, how long, how rough, and what goes wrong when."""

    seed: int
    rulebooks: tuple[str, str]
    linked: bool  # whether a second house has a table on the first one's link
    processes: int  # of the first house
    players: int
    seconds: float
    rough: float  # how much of what is sent is lost, doubled or late
    slow: float  # how long a job takes, at most
    preempted: float  # how often a job is paused while it writes
    voids: bool  # whether rounds are void now and then
    begun_anew: bool  # whether all processes are killed in the morning, when nobody looks on
    by_hand: bool  # whether people deal at one of the tables
    strokes: tuple[Stroke, ...]

    def chance(self, of: str) -> Random:
        """Chance for one part of the night: what another part draws does not change it."""
        return Random(f"{self.seed} {of}")


def plan_of(seed: int) -> Plan:
    """The night of a seed. Not everything goes wrong in every night: many faults at once hide each other."""
    chance = Random(f"plan {seed}")
    by_hand = Random(f"by hand {seed}").random() < 0.25
    linked = chance.random() < 0.4
    seconds = chance.choice((4.0, 7.0, 12.0))
    if by_hand:
        seconds += PEOPLE_SECONDS
    kinds: list[Kind] = chance.sample([*USUAL, *(("apart",) if linked else ())], chance.randint(0, 4))
    strokes = [_stroke(chance, kind, seconds) for kind in kinds for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.1:
        strokes.append(Stroke(chance.uniform(0.5, 0.9) * seconds, "lie", chance.randint(0, 5), chance.uniform(0.5, 8)))
    return Plan(
        seed=seed,
        rulebooks=chance.choice(RULEBOOKS),
        linked=linked,
        processes=chance.choice((1, 1, 2)),
        players=chance.randint(1, 4),
        seconds=seconds,
        rough=chance.choice((0.0, 0.02, 0.1)),
        slow=chance.choice((0.002, 0.02, 0.1)),
        preempted=chance.choice((0.0, 0.05, 0.3)),
        voids=chance.random() < 0.3,
        begun_anew=chance.random() < 0.3,
        by_hand=by_hand,
        strokes=tuple(sorted(strokes, key=lambda stroke: stroke.at_seconds)),
    )


def _stroke(chance: Random, kind: Kind, seconds: float) -> Stroke:
    at, whom = chance.uniform(0, seconds), chance.randint(0, 5)
    if kind in ("kill", "power"):
        return Stroke(at, kind, whom, 0.0, chance.choice((0, chance.randint(1, 60))))
    if kind == "clock":
        return Stroke(at, kind, whom, chance.choice((-1, 1)) * chance.choice(JUMPS_SECONDS))
    return Stroke(at, kind, whom, chance.uniform(0.2, 4.0))
