"""Every act of `people.tsv`, and how the person does it."""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from croupier.rulebook.law.base import AnyStep, Requirement, Ruled, Step
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.load import load
from croupier.rulebook.walk import walk
from tests.reach import pages
from tests.reach.judged import JUDGED
from tests.reach.parts import DEALER, DEVICE, FLOOR, HOUSE, PLAYER, SHOWN, Parts
from tests.reach.playing import Asked, played

PEOPLE = Path(__file__).with_name("people.tsv")
# Screens on which somebody does what the texts ask; what is left is asked of a filing, a sign or a device.
REACHED = ("deal", "pit", "watch", "cage", "table")
DEVICES = ("shoe", "shuffler", "progressive_system")
ROLES = {"floorperson": "floor", "shuffler": "shuffler"}  # by whom a step is, in the rule data
ELSEWHERE = {"desk": pages.FILED, "sign": pages.SIGN, "watch": pages.REPLAY}


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
    if judged := JUDGED.get((act.clause_id, act.actor)):
        return _known(act, judged[0])
    if act.actor == "commission":
        return pages.REVIEW
    values = _values(act.rulebook).get(act.clause_id, [])
    of_a_thing = act.actor in DEVICES or any(place.startswith("irregularities") for place, _ in values)
    if act.screen in ELSEWHERE and not (act.screen == "sign" and of_a_thing):
        return ELSEWHERE[act.screen]
    if act.actor == "house" and act.screen == "pit" and any(isinstance(value, Requirement) for _, value in values):
        return pages.CHECKED
    return next(filter(None, _ways(act, values)), "")


def _ways(act: Act, values: list[tuple[str, Ruled]]) -> Iterator[str]:
    """How it may be done, the nearest first: what stands for the person, then what the dealer is asked for."""
    ruled = [(place, value) for place, value in values if not isinstance(value, Requirement)]
    own = _parts(act)
    if own is not DEALER:
        yield from (_by_part(act, own, place) for place, _ in values)
    if own is PLAYER:
        return
    steps = [(place, value) for place, value in ruled if isinstance(value, Step) and value.by != "player"]
    steps.sort(key=lambda one: one[1].by != ROLES.get(act.actor, "dealer"))  # the person's own before others'
    remedies = any(isinstance(value, Remedy) for _, value in ruled)
    for place, value in () if remedies else steps:
        yield _known(act, DEALER[place]) if place in DEALER else _step(act, place, value)
    for place, _ in sorted(ruled, key=lambda one: "exposure_ruled" in one[0]):  # what is listed before what is not
        yield _remedy(act, place)
    yield from (_by_part(act, DEALER, place) for place, _ in ruled)


def _parts(act: Act) -> Parts:
    if act.actor in DEVICES:
        return DEVICE
    if act.actor == "house":
        return HOUSE if act.screen == "pit" else SHOWN
    return {"player": PLAYER, "floorperson": FLOOR}.get(act.actor, DEALER)


def _by_part(act: Act, parts: Parts, place: str) -> str:
    beginnings = [part for part in parts if place == part or place.startswith((f"{part}.", f"{part} "))]
    return _known(act, parts[max(beginnings, key=len)]) if beginnings else ""


def _step(act: Act, place: str, step: AnyStep) -> str:
    """The key of a step that is asked for, with the words of its own clause, or of a rule that stands."""
    found, method = played(act.rulebook), place.split(".")[1]
    if place.startswith("irregularities.device_out_of_order"):  # also what may be chosen instead of what is asked for
        return ""
    if step.says in found.kept:
        return found.kept[step.says]
    named = [one for name in (f"{method}.{step.step}", step.step) for one in found.asked.get(name, ())]
    others = [one for many in found.asked.values() for one in many]
    saying = [one for one in (*named, *others) if step.says and step.says in one.says]
    saying.sort(key=lambda one: (one.says != step.says, -len(one.says)))  # a deal to several has all its steps
    return saying[0].how if saying else ""


def _remedy(act: Act, place: str) -> str:
    """How an irregularity is reported whose remedy, or a step of it, stands at a place."""
    parts, found = place.split("."), played(act.rulebook)
    if parts[:2] == ["irregularities", "device_out_of_order"]:
        return found.offered.get(parts[2], "")
    if parts[:2] != ["irregularities", "remedies"]:
        return ""
    return found.offered.get(f"report:{parts[2].partition(' when ')[0]}", "")


def _known(act: Act, ways: str) -> str:
    """What is known to be done in one of these ways."""
    if " " in ways:
        return ways
    found = played(act.rulebook)
    for way in ways.split("|"):
        if way == "/rules":
            return f"/rules/{act.rulebook}"
        if way[0] == "!" and way[1:] in found.offered:
            return found.offered[way[1:]]
        if way[:2] == "h:" and way[2:] in found.standing:
            return found.kept[found.standing[way[2:]]]
        if asked := found.asked.get(f"{way}:{act.clause_id}") or found.asked.get(way):
            return _of_clause(act, asked).how
    return ""


def _of_clause(act: Act, asked: list[Asked]) -> Asked:
    """What is asked by the act's own clause, or else the first of it."""
    return next((one for one in asked if one.clause == act.clause_id), asked[0])


@cache
def _values(rulebook: str) -> dict[str, list[tuple[str, Ruled]]]:
    """For each clause, the values of the document that cite it, each with its place."""
    found: dict[str, list[tuple[str, Ruled]]] = {}
    for key, value in walk(load(rulebook)):
        for clause in value.clause:
            found.setdefault(clause, []).append((".".join(key), value))
    return found


def table(rulebook: str) -> str:
    """Every act of a rulebook with how it is done, as it is kept beside the rulebooks."""
    lines = ["clause\tperson\tact\thow"]
    lines += ["\t".join((act.clause_id, act.actor, act.act, how(act))) for act in acts(rulebook)]
    return "\n".join(lines) + "\n"
