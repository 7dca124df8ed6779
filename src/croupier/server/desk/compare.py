"""Two filings, two rulebooks, or one of each side by side: what differs, and what that does to the edge and the sign.

Rulebooks are anybody's to compare; a filing is for who may read it at the desk.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from croupier.house.service.house import House
from croupier.rulebook.comparison.rulebooks import Difference, require_one_game
from croupier.rulebook.comparison.signs import compare_signs, sign_of
from croupier.rulebook.comparison.submissions import Compared, Comparison, compare_sides
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.readings import readings
from croupier.rulebook.sign import Posting
from croupier.rulebook.submission import parse_submission
from croupier.server.accounts.dependencies import GivenSession
from croupier.server.accounts.guards import may
from croupier.server.accounts.sessions import Session
from croupier.server.dependencies import GivenHouse
from croupier.server.desk.compared import (
    ComparisonSeen,
    EdgesBeside,
    EdgesCompared,
    EdgeSeen,
    Part,
    SectionCompared,
    SideSeen,
)
from croupier.server.desk.filings import found_filing
from croupier.server.odds.calculation_pool import Memo, Worker
from croupier.server.odds.edges import EdgeAsked, EdgeFound, edges_asked, paired, work_out
from croupier.server.odds.mathematics import rules_under
from croupier.server.rules.rulebooks import known_rulebook
from croupier.server.wire.errors import Problem
from croupier.server.wire.pictures import ExactFraction
from croupier.server.wire.schemas import ReadingSeen

Choice = Annotated[str, QueryParameter(max_length=60)]
FILING = re.compile("[0-9]{1,7}")
_KEPT = Memo[list[EdgeFound]](Worker())  # each is all that a side has of one wager


@get("/compare", operation_id="compare", summary="Two side by side", tags=["desk"], sync_to_thread=True)
def compare(house: GivenHouse, session: GivenSession, left: Choice = "", right: Choice = "") -> ComparisonSeen:
    """Every difference between two filings or rulebooks with both clauses, and what it does to the sign."""
    here, there = _side(house, session, left, "left"), _side(house, session, right, "right")
    found = compare_sides(here, there)
    one, other = _sign(here), _sign(there)
    return ComparisonSeen(
        left=_side_seen(left, here, one),
        right=_side_seen(right, there, other),
        count=len(found.differences),
        sections=tuple(_sections(found)),
        readings=tuple(_readings(found)),
        sign=compare_signs(one, other) if isinstance(one, Posting) and isinstance(other, Posting) else (),
    )


@get("/compare/edges", operation_id="compare_edges", summary="Two sides' edges", tags=["desk"], sync_to_thread=True)
def compare_edges(house: GivenHouse, session: GivenSession, left: Choice = "", right: Choice = "") -> EdgesCompared:
    """The exact house edge of every wager on both sides; nobody waits for what is still worked out: ask again."""
    here, there = _side(house, session, left, "left"), _side(house, session, right, "right")
    require_one_game(load(here.rules), load(there.rules))
    filed = bool(here.text or there.text)
    signs = (_sign(side) for side in (here, there) if filed)
    if problem := next((sign for sign in signs if isinstance(sign, str)), ""):
        return EdgesCompared(0, 0, (), problem)
    asked = [edges_asked(side.rules, side.submission if filed else "") for side in (here, there)]
    work = _Work(asked[0]), _Work(asked[1])
    rows = tuple(_beside(work[0].edge(one), work[1].edge(two)) for one, two in paired(*asked))
    jobs = {id(future): future for side in work for future in side.futures.values()}
    return EdgesCompared(sum(future.done() for future in jobs.values()), len(jobs), rows)


Worked = tuple[EdgeAsked, EdgeFound | None] | None


class _Work:
    """The edges of one side, wager by wager, begun where they are not known yet."""

    def __init__(self, asked: list[EdgeAsked]) -> None:
        wagers = dict.fromkeys(one.wager for one in asked)
        self.asked = {wager: [one for one in asked if one.wager == wager] for wager in wagers}
        self.futures = {wager: _KEPT.begin(_name(ones[0]), work_out, ones) for wager, ones in self.asked.items()}

    def edge(self, one: EdgeAsked | None) -> Worked:
        """What is asked, and what is found if it is already; None where the side does not have it."""
        if one is None:
            return None
        future = self.futures[one.wager]
        return one, future.result()[self.asked[one.wager].index(one)] if future.done() else None


def _name(one: EdgeAsked) -> str:
    """Under which the edges of its wager are kept."""
    return f"{rules_under(one.submission).digest if one.submission else one.rules} {one.wager}"


def _beside(left: Worked, right: Worked) -> EdgesBeside:
    shown = next(side for side in (left, right) if side)
    found = [side[1] for side in (left, right) if side and side[1] and not side[1].problem]
    more = found[1].edge - found[0].edge if len(found) == 2 else None
    return EdgesBeside(
        wager=shown[0].wager,
        title=shown[1].title if shown[1] else shown[0].title,
        left=_edge(left),
        right=_edge(right),
        more=None if more is None else _exact(more),
        more_share=float(more or 0),
    )


def _edge(worked: Worked) -> EdgeSeen | None:
    if worked is None:
        return None
    asked, found = worked
    if found is None or found.problem:
        return EdgeSeen(asked.paytable, None, 0, "", found.problem if found else "")
    return EdgeSeen(asked.paytable, _exact(found.edge), float(found.edge), found.note, "")


def _exact(value: Fraction) -> ExactFraction:
    return ExactFraction(str(value.numerator), str(value.denominator))


def _side(house: House, session: Session | None, choice: str, place: str) -> Compared:
    """What stands on one side: a filing by its number, or a rulebook by its id."""
    if not choice:
        raise Problem(400, "no_choice", f"Nothing is chosen for the {place}; name a rulebook, or a filing's number.")
    if not FILING.fullmatch(choice):
        return Compared(choice, known_rulebook(choice))
    may("see_filing", session)
    text = found_filing(house, int(choice)).text
    return Compared(f"filing {int(choice)}", parse_submission(text, f"filing {choice}").rules, text)


def _side_seen(choice: str, side: Compared, sign: Posting | str) -> SideSeen:
    title = (side.filed.table.name or "") if side.text else load(side.rules).title
    return SideSeen(choice, side.name, title, side.rules, sign if isinstance(sign, str) else "")


def _sign(side: Compared) -> Posting | str:
    """The sign of a side, or why there is none."""
    try:
        return sign_of(side)
    except BadInput as error:
        return str(error)


def _sections(found: Comparison) -> Iterator[SectionCompared]:
    parts: tuple[tuple[Part, tuple[Difference, ...]], ...] = (("filed", found.filed), ("law", found.law))
    for part, items in parts:
        sections: dict[str, list[Difference]] = {}
        for item in items:
            if item.verdict != "same":
                sections.setdefault(item.section, []).append(item)
        yield from (SectionCompared(part, title, tuple(listed)) for title, listed in sections.items())


def _readings(found: Comparison) -> Iterator[ReadingSeen]:
    """The readings that a difference names."""
    sides = (side for one in found.differences for side in (one.left, one.right) if side)
    for name in dict.fromkeys(name for side in sides for name in side.reading):
        yield ReadingSeen(name, readings()[name].title, readings()[name].adopted)


ROUTES = (compare, compare_edges)
