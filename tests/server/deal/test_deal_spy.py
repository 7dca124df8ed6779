"""The dealer's screen tells no card before its moment: were the hidden cards any others, it would say the same."""

from random import Random
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.handlers.commands import TakeOption
from croupier.house.log.events import ChipSource
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.load import rulebook_ids
from croupier.server.accounts.users import User
from croupier.server.deal.console import deal_seen
from croupier.server.deal.options import consequence
from croupier.table.values.state import State
from croupier.table.views import Viewer
from tests.soak import sized
from tests.table.pit import variants
from tests.table.test_secrecy import look_again, played

ROUNDS = sized(12, 400)
RERUNS = 6


def screen(rules: GameRules, state: State, role: str, chips: ChipSource) -> bytes:
    """All that the screen of somebody on duty is told beside the table itself, with what each option would do."""
    state = replace(state, dealer="human")
    table = HouseTable("one", 1, b"", dealer="human", digest=rules.digest, state=state, chip_source=chips)
    user = User("kim", role, False, False, False, 0)  # type: ignore[arg-type]
    told = deal_seen(rules, table, user)
    by = f"{role}:kim"
    tried = [consequence(rules, table, user, TakeOption(option=one.option, by=by)) for one in told.options if one.open]
    return msgspec.json.encode((told, tried))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_the_screen_says_does_not_depend_on_a_hidden_card(rulebook: str) -> None:
    sources: tuple[ChipSource, ...] = get_args(ChipSource)
    chance = Random(f"the dealer of {rulebook}")
    for nth in range(ROUNDS):
        rules = variants(rulebook)[nth % len(variants(rulebook))]
        table = played(chance, rules)

        def looks(state: State, viewer: Viewer, rules: GameRules = rules) -> bytes:
            role = viewer.role if viewer.role in ("dealer", "floor") else "dealer"
            return b"".join(screen(rules, state, role, chips) for chips in sources)

        for _ in range(RERUNS):
            look_again(chance, table, looks)
