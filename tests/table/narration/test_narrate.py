"""What happened, in words: events that an ordinary round does not bring about."""

import pytest

from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import all_clauses
from croupier.table.narration.names import people
from croupier.table.narration.narrate import narrate
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from tests.table.pit import Pit, rules_with


@pytest.mark.parametrize("rulebook", rulebook_ids())
@pytest.mark.parametrize(("seat", "whom"), [(0, "the dealer"), (1, "seat 1")])
def test_a_note_on_conduct(rulebook: str, seat: int, whom: str) -> None:
    rules = rules_with(rulebook)
    pit = Pit(rules).sit(1).ready()
    pit.wager(1, ante=2500)
    step = standing_steps(rules)[0].step
    (event,) = pit.do(c.NoteConduct(seat=seat, step=step, note="cards left the table", by="floor:kim"))
    text, clause = narrate(rules, event)
    assert text == f"The floor (Kim) notes against {whom}: cards left the table."
    assert clause in all_clauses()


@pytest.mark.parametrize(
    ("wagers", "unseen"), [({"ante": 2500}, True), ({"ante": 2500, "aces_up": 2500}, False)], ids=["bare", "aces up"]
)
def test_a_folded_hand_goes_unseen_unless_a_wager_needs_it(wagers: dict[str, int], unseen: bool) -> None:
    rules = rules_with("md-fcp")
    pit = Pit(rules).sit(1).ready().wager(1, **wagers).on().answer("fold")
    said = [narrate(rules, event)[0] for event in pit.events]
    assert ("The cards of seat 1 go to the discard rack unseen." in said) is unseen


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("system:house", "the house's system"),
        ("floor:kim", "the floor (Kim)"),
        ("casino_supervisor:lee", "the casino supervisor (Lee)"),
        ("dealer", "the dealer"),
        ("floor", "the floor"),
        ("ann", "ann"),
    ],
)
def test_whoever_did_it_is_told_in_words(by: str, said: str) -> None:
    assert people(by) == said
