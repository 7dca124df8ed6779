"""Every rulebook as a test's parameter, each with the clauses of its own that the test guards."""

from typing import Any

import pytest

from croupier.rulebook.load import rulebook_ids


def guarding(*clauses: str) -> list[Any]:
    """The rulebooks, each under the marks of those clauses that stand in it."""
    found = []
    for rulebook in rulebook_ids():
        own = [clause for clause in clauses if clause.startswith(f"{rulebook}:")]
        found.append(pytest.param(rulebook, marks=pytest.mark.clause(*own)) if own else pytest.param(rulebook))
    return found
