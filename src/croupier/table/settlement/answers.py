"""What the seats of a described round answered, in whose turn, and what cannot have gone wrong after it."""

import re
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.law.words import SEVERAL, answer_parts
from croupier.table.irregularities.reportable import still_dealing
from croupier.table.procedure.player_decisions import asked, option_problem
from croupier.table.procedure.script import script_of
from croupier.table.values.box import Box, Wager
from croupier.table.values.refusal import Refusal

ANTES = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?")
OR_NOT_YET = "or leave out the answers that were not given yet"


class Answers(Struct, frozen=True):
    """One seat after its answers: its box, the points at which it answered, and the point at which it has not."""

    box: Box
    points: tuple[str, ...]
    missing: str = ""


def answered(rules: GameRules, box: Box, decisions: Sequence[str], incomplete: bool) -> Answers | Refusal:
    """The box after its decisions, each taken at its point; only a round that ended early may lack some."""
    answers, points = list(decisions), list[str]()
    for point in rules.rulebook.decisions.points:
        if not asked(point, (box,)):
            continue
        if not answers:
            if incomplete:
                return Answers(box, tuple(points), point.point)
            sentence = f"Seat {box.seat} has not answered {_words(point.point)}."
            return Refusal("undecided", sentence, point.clause[0])
        text = answers.pop(0)
        action, stake = _answer(text, box.stake("ante"))
        if stake is None:
            sentence = f"Seat {box.seat}: {text!r} is no sum of whole cents; write how many antes, such as play:1."
            return Refusal("play_amount", sentence, point.clause[0])
        _, problem = option_problem(rules, point, action, stake, box.stake("ante"))
        if problem:
            return Refusal(problem.code, f"Seat {box.seat}: {problem.sentence}", problem.clause)
        points.append(point.point)
        if action == "fold":
            box = replace(box, folded=True)
        elif action == "play":
            box = replace(box, wagers=(*box.wagers, Wager("play", stake)))
    if answers:
        clause = rules.rulebook.decisions.order.clause[0]
        return Refusal("not_asked", f"Seat {box.seat} is not asked for {answers[0]!r}; take it out.", clause)
    return Answers(box, tuple(points))


def _answer(text: str, ante: int) -> tuple[str, int | None]:
    """An answer and its stake: `play:1.5` is one and a half times the ante; None where no such sum of cents exists."""
    action, times = answer_parts(text)
    if action != "play":
        return text, 0
    if times.isdecimal() and len(times) <= 3:
        return action, ante * int(times)
    if not ANTES.fullmatch(times):
        return action, None
    stake = ante * Fraction(times)
    return action, int(stake) if stake.denominator == 1 else None


def out_of_turn(rules: GameRules, seats: Sequence[Answers]) -> Refusal | None:
    """Why these cannot be the answers of a round that ended early: somebody answered whose turn had not come."""
    turns: list[str] = [point.point for point in rules.rulebook.decisions.points]
    missing = [(turns.index(seat.missing), seat.box.seat) for seat in seats if seat.missing]
    if not missing:
        return None
    turn, first = min(missing)
    for seat in seats:
        if any((turns.index(point), seat.box.seat) > (turn, first) for point in seat.points):
            sentence = (
                f"Seat {seat.box.seat} has answered before seat {first}, whose turn it was {_words(turns[turn])};"
                f" give that seat's answer, {OR_NOT_YET}."
            )
            return Refusal("not_your_turn", sentence, rules.rulebook.decisions.order.clause[0])
    return None


def answered_since(rules: GameRules, remedy: Remedy, seats: Sequence[Answers]) -> Refusal | None:
    """Why what went wrong cannot have undone the round: by what is answered, its moment had passed (reading D-04)."""
    answers = {point: seat.box.seat for seat in seats for point in seat.points}
    places = {due.step: place for place, due in enumerate(script_of(rules)) if due.point}
    if not answers:
        return None
    last = max(answers, key=places.__getitem__)
    then = f"Seat {answers[last]} has answered {_words(last)}, so"
    if remedy.during and not still_dealing(rules, places[last], stub_too=remedy.during == "dealing"):
        sentence = f"{then} the cards of this round are dealt and it stands; leave the irregularity out, {OR_NOT_YET}."
        return Refusal("all_dealt", sentence, remedy.clause[0])
    if remedy.until == "all_decided" and not any(seat.missing for seat in seats):
        sentence = (
            "Everybody has answered, so the dealer's cards are due to be seen; leave the irregularity out, "
            f"{OR_NOT_YET}."
        )
        return Refusal("already_revealed", sentence, remedy.clause[0])
    if remedy.case in SEVERAL and not SEVERAL[remedy.case][True]:
        sentence = (
            f"{then} everybody had their initial cards; write irregularity.after_initial_deal as true, {OR_NOT_YET}."
        )
        return Refusal("which_case", sentence, remedy.clause[0])
    return None


def _words(point: str) -> str:
    """`after_deal` as in a sentence: after the deal."""
    return point.replace("_", " the ")
