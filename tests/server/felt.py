"""Tables to look at: the shipped examples, with what a test elects otherwise, and people playing at a running floor."""

from typing import Any

from croupier.house.handlers import commands as h
from croupier.house.service.house import House, TableTerms
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.submission import Submission, parse_submission
from croupier.table.values import commands as c
from tests.house.floor import Floor, example

RULEBOOKS = ("ma-fcp-1", "ma-fcp-2", "md-fcp", "md-tcp", "md-uth")


def filed(rulebook: str, **elections: str) -> tuple[GameRules, Submission]:
    """The rules of the shipped example, elections written as they stand in the file, such as `version='"F3"'`."""
    text = electing(rulebook, **elections)
    submission = parse_submission(text, rulebook)
    return resolve(submission), submission


def electing(rulebook: str, **elections: str) -> str:
    """The text of the shipped example with other elections."""
    lines = example(rulebook).splitlines()
    for name, choice in elections.items():
        (place,) = [n for n, line in enumerate(lines) if line.startswith(f"{name} = ")]
        lines[place] = f"{name} = {choice}"
    return "\n".join(lines)


def floor_of(house: House) -> Floor:
    """Shorthand for what people do in this house."""
    floor = Floor(house.database)
    floor.house = house
    return floor


def open_with(floor: Floor, table: str, text: str, player: str = "ann", **terms: Any) -> None:
    """A table under this submission, with one player."""
    floor.house.open_table(table, text, TableTerms(decision_seconds=0, betting_seconds=0, **terms))
    floor.do("cage", h.BuyIn(player=player, cents=50_000_000))
    floor.do(table, c.Sit(seat=1, player=player))


def deal(floor: Floor, table: str) -> None:
    """Everybody wagers and the cards are dealt, up to the first question."""
    floor.bet(table)
    floor.do(table, h.EndBetting())
