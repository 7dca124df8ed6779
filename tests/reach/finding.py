"""Every act of `people.tsv`, and how the person does it."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from croupier.rulebook.load import load
from croupier.rulebook.walk import places
from tests.reach.parts import DEALER, FLOOR, HOUSE, PLAYER, Parts
from tests.reach.playing import played

PEOPLE = Path(__file__).with_name("people.tsv")
# Screens on which somebody does what the texts ask; what is left is asked of a filing, a sign or a device.
REACHED = ("deal", "pit", "watch", "cage", "table")
ROLES = {"pit": "floor", "table": "player"}  # by the screen; any other act is seen on the dealer's
PARTS: dict[tuple[str, str], Parts] = {("floorperson", "pit"): FLOOR, ("house", "pit"): HOUSE}
ELSEWHERE = {
    "desk": "croupier check FILE",
    "sign": "croupier sign FILE",
    "watch": '/watch: "from here" replays the round, step by step',
}


class Act(NamedTuple):
    """Something that a clause asks of somebody."""

    rulebook: str
    clause_id: str
    actor: str
    act: str
    screen: str


@cache
def acts(rulebook: str) -> tuple[Act, ...]:
    """Every act that the texts of a rulebook ask of somebody."""
    with PEOPLE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Act(*(row[name] for name in Act._fields)) for row in rows if row["rulebook"] == rulebook)


def how(act: Act) -> str:
    """The screen, and the key or button there, or the command; "" where none is known."""
    if act.screen in ELSEWHERE:
        return ELSEWHERE[act.screen]
    found, person = played(act.rulebook), ROLES.get(act.screen, "dealer")
    for reached in found.by_clause.get(act.clause_id, ()):
        if reached.person == person:
            return reached.how
    parts = PARTS.get((act.actor, act.screen), PLAYER if person == "player" else DEALER)
    shown = f"/rules/{act.rulebook}" if act.screen not in REACHED else ""  # a device's or the house's own: nobody's key
    return _by_part(act, parts) or shown


def _by_part(act: Act, parts: Parts) -> str:
    steps, named = played(act.rulebook).by_step, parts is not PLAYER
    for place in places(load(act.rulebook)).get(act.clause_id, ()):
        words = [word for word in place.split(".") if word in steps] if named else []
        beginnings = [part for part in parts if place == part or place.startswith((f"{part}.", f"{part} "))]
        wanted = words[-1] if words else parts[max(beginnings, key=len)] if beginnings else ""
        if wanted in steps:
            return steps[wanted].how
        if " " in wanted:
            return wanted
    return ""


def table(rulebook: str) -> str:
    """Every act of a rulebook with how it is done, as it is kept beside the rulebooks."""
    lines = ["clause\tperson\tact\thow"]
    lines += ["\t".join((act.clause_id, act.actor, act.act, how(act))) for act in acts(rulebook)]
    return "\n".join(lines) + "\n"
