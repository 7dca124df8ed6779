"""What a document says in two places is the same in both, and its procedures are those that a table can carry out.

Some of the law is said twice: once as a fact, and once in what it comes to (a requirement, a step, a paytable). Were
one changed without the other, the fact would lie. So loading compares them, and refuses a document that contradicts
itself or asks for a procedure that is not supported.
"""

from collections.abc import Iterator

from croupier.rulebook.agreement import (
    conditions,
    equipment,
    irregularities,
    paytables,
    play,
    references,
    settlement,
    showdown,
)
from croupier.rulebook.agreement.saying import Problem
from croupier.rulebook.law.document import Rulebook


def disagreements(book: Rulebook) -> Iterator[Problem]:
    """Each place at which the document contradicts itself or asks for what is not supported, and what to write."""
    if book.game not in equipment.RANKINGS or book.game not in paytables.LOOKED_AT:
        yield ("game",), f"{book.game} is not entered everywhere; croupier rules conformance {book.game} says where"
        return
    for part in (references, equipment, showdown, play, paytables, settlement, conditions, irregularities):
        for agrees in part.AGREEMENTS:
            yield from agrees(book)
