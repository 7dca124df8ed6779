"""What the people on duty may do beside what is due: open where `decide` takes it, and every remedy among it."""

from random import Random

import pytest
from msgspec.structs import replace

from croupier.rulebook.load import rulebook_ids
from croupier.table.decide import decide
from croupier.table.procedure.devices import in_use
from croupier.table.staff_options import staff_options
from croupier.table.values.duty import filled
from croupier.table.values.refusal import Refusal
from tests.soak import sized

from .pit import variants
from .test_secrecy import played

ROUNDS = sized(6, 200)
FINDS = {"count": "40", "seat": "0", "note": "the cover was open", "reason": "a card is bent"}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_is_open_is_taken_and_what_is_closed_says_why(rulebook: str) -> None:
    chance = Random(f"the staff of {rulebook}")
    opened: set[str] = set()
    for nth in range(ROUNDS):
        rules = variants(rulebook)[nth % len(variants(rulebook))]
        for moment in played(chance, rules).moments:
            state = replace(moment, dealer="human")
            for by in ("dealer:deana", "floor:kim"):
                found = staff_options(rules, state, by)
                assert len({one.option for one in found}) == len(found)
                remedies = in_use(rules, state).rulebook.irregularities.remedies
                there = {f"report:{one.remedy}" for one in remedies if one.when.holds(in_use(rules, state).look)}
                assert there == {one.option for one in found if one.sort == "report"}
                for one in found:
                    command = filled(one.duty, FINDS)
                    assert not isinstance(command, Refusal), one
                    answer = decide(rules, state, command)
                    assert isinstance(answer, Refusal) == (one.closed is not None), (one.option, answer)
                    if one.closed:
                        assert one.closed.sentence, one.option
                        assert one.closed.clause, one.option
                    else:
                        opened.add(one.option.partition(":")[0])
    assert {"report", "conduct", "remove_deck"} <= opened
