"""Something is wrong, by keyboard alone: the remedy and its money first, then the same events as its playthrough."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from croupier.rulebook.law.base import money
from croupier.server.wire import messages as w
from croupier.table.narration.narrate import narrate
from croupier.table.values import events as e
from tests.browser.axe import findings
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import staff
from tests.browser.test_dealer import do_duties, phase, prepared
from tests.playthroughs.play import FOLDER
from tests.playthroughs.scenarios import stakes_of
from tests.playthroughs.telling import LEFT
from tests.server.live import Browser
from tests.server.seated import Seat

CHIPS_CENTS = 100_000
# Which cards go where is the shuffle's own affair: the texts are of another deck.
DEALT = re.compile(r"^(One|Two|Three|Four|Five|Six) cards?\b|^\(")


def signed_in(pit: Pit, name: str) -> Browser:
    """A player with a screen of their own."""
    browser = pit.live.browser()
    assert browser.sign_in(name).status_code == 200
    return browser


def told_in(path: str) -> list[str]:
    """What happens in a playthrough, sentence by sentence, beside the cards."""
    lines = (FOLDER / path).read_text("utf-8").partition("\n\n")[2].partition("\n\n")[2].splitlines()
    right: list[str] = []
    for line in lines[: lines.index("The cards")]:
        text = line[LEFT:].rstrip()
        if text.startswith("  "):
            right[-1] += f" {text.strip()}"
        elif text:
            right.append(text)
    return [text for text in right if not DEALT.match(text)]


def told_by(pit: Pit, table: str) -> Iterator[str]:
    """The same of a table's record, from the first wager on."""
    rules = pit.house.rules_of(pit.table(table))
    began = False
    for event in pit.events(table):
        began = began or isinstance(event, e.WagerPlaced)
        if not began or not isinstance(event, e.Event) or isinstance(event, e.CardsDealt):
            continue
        text, clause = narrate(rules, event)
        cited = f" [{clause.removeprefix(f'{rules.rulebook.rulebook}:')}]" if clause else ""
        if text and not DEALT.match(text):
            yield f"{text}{cited}"


@pytest.mark.parametrize(
    ("rulebook", "title", "remedy"),
    [
        ("md-tcp", "A card of the dealer's was seen too early", "dealer_card_exposed"),
        ("ma-fcp-2", "Somebody has a wrong number of cards", "wrong_number_of_cards"),
    ],
)
def test_a_remedy_by_keys_brings_about_what_its_playthrough_tells(
    rulebook: str, title: str, remedy: str, pit: Pit, visiting: Visiting
) -> None:
    table = prepared(pit, pit.open(rulebook, dealer="human"))
    people = staff(pit, visiting, table)
    dealer = people["dealer"]
    names = {seat: pit.add(f"{name}-{table}", CHIPS_CENTS) for seat, name in ((1, "ana"), (2, "ben"))}
    with ExitStack() as stack:
        players = [stack.enter_context(Seat(signed_in(pit, name), table, seat)) for seat, name in names.items()]
        for player in players:
            player.do(w.TakeSeat(seat=player.seat))
        do_duties(pit, table, people, lambda: phase(pit.table(table)) == "wagering")
        stakes = stakes_of(pit.house.rules_of(pit.table(table)))
        for player in players:
            player.do(w.SetWagers(seat=player.seat, round=1, stakes_cents=stakes))
        do_duties(pit, table, people, lambda: phase(pit.table(table)) == "decisions")

        keyboard, version = dealer.page.keyboard, pit.table(table).version
        expect(dealer.due).to_contain_text("Ask seat 1: ")
        keyboard.press("!")
        sheet = dealer.page.get_by_role("dialog", name="Something is wrong")
        expect(sheet).to_contain_text("What happened?")
        found = findings(dealer.page, "what happened")
        expect(sheet.get_by_role("button", name="Another card was seen (with the floor’s PIN)")).to_be_visible()
        way = sheet.get_by_role("button", name=title)
        keyboard.press((way.locator("kbd").text_content() or "").strip())
        expect(sheet).to_contain_text("The round is void.")
        staked = sum(stakes.values())
        for seat in (1, 2):
            expect(sheet.locator("dl div").filter(has_text=f"Seat {seat}")).to_contain_text(money(staked))
        found += findings(dealer.page, "what follows")
        assert pit.table(table).version == version, "nothing is done by looking"
        keyboard.press("Escape")
        expect(sheet).to_contain_text("What happened?")
        keyboard.press((way.locator("kbd").text_content() or "").strip())
        confirm = sheet.get_by_role("button", name="Do it")
        expect(confirm).to_be_focused()
        keyboard.press("Space")
        expect(sheet).to_have_count(0)
        assert phase(pit.table(table)) == "void"
        chips = dealer.page.get_by_role("region", name="Chips")
        expect(chips.get_by_role("listitem").filter(has_text="Give back")).to_have_count(2 * len(stakes))
        found += findings(dealer.page, "chips")
    assert list(told_by(pit, table)) == told_in(f"{rulebook}/remedy_{remedy}.txt")
    assert [pit.balance_cents(name) for name in names.values()] == [CHIPS_CENTS] * 2
    assert not found, "\n".join(found)
