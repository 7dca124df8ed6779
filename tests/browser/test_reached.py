"""What is written down of how dealer and floor do what the clauses ask, walked in the browser: a round of each book."""

import re

import pytest

from croupier.rulebook.accounts import accounts
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.script import standing_steps
from croupier.table.values.duty import Duty
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import staff
from tests.browser.test_dealer import LOOK_AGAIN_MS, do_duties, do_duty, due, phase
from tests.browser.visitor import Visitor
from tests.reach.judged import JUDGED
from tests.reach.playing import SPACE, general

ACTORS = {"dealer": "dealer", "floorperson": "floor"}
# What is offered at another moment: once a device failed, while a deck is missing, while nobody sits there.
ELSEWHEN = ("Treat the ", "A device ", "A deck comes prepared", "Spread the cards face up")
NAMES = re.compile(r"\d[\d,.]*|(red|blue)-#")


def plain(sentence: str) -> str:
    """A sentence without the numbers and decks that are another round's."""
    return NAMES.sub("#", NAMES.sub("#", general(sentence))).strip()


def written(rulebook: str, way: str) -> set[str]:
    """The sentences that the clauses of a rulebook name for one way of doing something, such as `Space at`."""
    ways = [one.how for account in accounts(rulebook) for one in account.reached]
    found = [re.fullmatch(rf'/deal/TABLE: {re.escape(way)} "(.*?)"(?:, ".*")?', how, re.DOTALL) for how in ways]
    return {plain(one[1]) for one in found if one}


def put_down(player: Visitor) -> None:
    """Every wager that there is, and the deal asked for."""
    player.put_chips([spot for spot in player.spots() if spot not in ("Play", "Blind")])
    player.deal()


@pytest.mark.parametrize("rulebook", [rulebook for rulebook in rulebook_ids() if rulebook != "ma-fcp-2"])
def test_what_is_written_down_of_keys_is_what_they_do(rulebook: str, pit: Pit, visiting: Visiting) -> None:
    """Of ma-fcp-2 only what differs from ma-fcp-1 has clauses of its own."""
    table, asked = pit.open(rulebook, dealer="human"), dict[str, Duty]()
    player = visiting()
    player.come_as_guest()
    player.sit_at(table, 3)
    people = staff(pit, visiting, table)
    do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
    put_down(player)
    while pit.table(table).last is None:
        if duty := due(pit, table):
            asked[plain(duty.says)] = duty
            do_duty(pit, table, people)  # which sees that the page asks just this of just this person
        else:
            player.answers.filter(has_not_text="Fold").last.click()
            while due(pit, table) is None:
                player.page.wait_for_timeout(LOOK_AGAIN_MS)
    reached = {account.clause: account.reached for account in accounts(rulebook)}
    for duty in asked.values():
        own = [one for one in reached[duty.clause] if (duty.clause, one.person) not in JUDGED]
        keys = [one.how for one in own if ACTORS.get(one.person) == duty.by and one.how[:5] == "/deal"]
        assert all(key.startswith(SPACE) for key in keys), (duty.says, keys)
    assert len(asked.keys() & written(rulebook, "Space at")) >= len(asked) * 2 // 3, asked.keys()
    page = people["dealer"].page
    page.keyboard.press("h")
    handling, rules = plain(page.get_by_role("dialog").inner_text()), pit.house.rules_of(pit.table(table))
    assert [step.says for step in standing_steps(rules) if plain(step.says) not in handling] == []
    page.keyboard.press("Escape")
    page.keyboard.press("!")
    wrong = plain(page.get_by_role("dialog").inner_text())
    assert [title for title in written(rulebook, "!") if title not in wrong and not title.startswith(ELSEWHEN)] == []
