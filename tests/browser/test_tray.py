"""A tray that is short: the dealer's screen pays in other pieces, or says what to change or to ask for; by keyboard."""

from collections.abc import Callable

from playwright.sync_api import expect

from croupier.cards import DECK
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.log.chips import Pieces
from croupier.house.log.house_table import HouseTable
from croupier.table.options import options
from croupier.table.procedure.dealing import out_of_deck
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from tests.browser.axe import findings
from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.test_deal import SIDEWAYS, TABLET
from tests.browser.visitor import Visitor
from tests.table.people import PEOPLE, finds

DEALER, KIM, KARL = "dealer:deana", "floor:kim", "floor:karl"
MOST_ACTS = 80
CARDS = {"dealer": "2c 3d 5h", "3": "Ah Kd 9s"}  # the dealer does not qualify, and the Ante is paid


def counted(pit: Pit, table: str, pieces: Pieces) -> None:
    """An opener of these pieces."""
    pit.do(table, h.AskSlip(kind="opener", pieces=pieces, by=KIM))
    pit.do(table, h.ApproveSlip(slip=pit.table(table).slips_made, by=KARL))


def played(pit: Pit, table: str, until: Callable[[HouseTable], bool], ante: int = 1500) -> None:
    """The house's people play on behind the pages."""
    for _ in range(MOST_ACTS):
        now = pit.table(table)
        if until(now):
            return
        rules = pit.house.rules_of(now)
        duty, round_ = duty_at(rules, now, now.at_ms // 1000), now.state.round
        if duty is None and round_ and round_.phase == "wagering":
            for seat, _ in now.state.players:
                pit.do(table, h.SetWagers(seat=seat, stakes=(Wager("ante", ante),), by=DEALER))
        elif duty is None:
            assert round_
            seat = round_.to_ask[0]
            answer = next(one for one in options(rules, now.state, seat).answers if one.action == "play")
            pit.do(table, c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents, by=DEALER))
        else:
            found = finds(rules, now.state, duty) if duty.blanks else {}
            if isinstance(duty.command, c.TurnUp):
                assert round_
                gone = set(out_of_deck(round_))
                rest = " ".join(map(str, [card for card in DECK if card not in gone][: duty.blanks[0].most]))
                found = {"cards": CARDS.get(duty.command.place, rest)}
            pit.do(table, h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))
    raise AssertionError(f"a round takes no {MOST_ACTS} acts")


def settled(table: HouseTable) -> bool:
    """Whether the Ante of seat 3 has been paid, and nothing after it is done."""
    return bool(table.state.round and any(line.paid_cents for line in table.state.round.lines))


def look(dealer: Visitor, table: str) -> None:
    """The dealer looks anew: what was done behind the pages is not told to them."""
    dealer.come_in(f"/deal/{table}")
    expect(dealer.due.locator(".asks")).to_be_visible()


def test_the_screen_says_what_to_pay_in_and_what_to_do_where_the_tray_is_short(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp", dealer="human", card_source="seen", chip_source="felt")
    pit.do(table, h.SeatPatron(seat=3, by=DEALER))
    pit.do(table, h.SellChips(seat=3, cents=100_000, by=DEALER))
    dealer = visiting(viewport=TABLET)
    dealer.come_as(pit.add(f"tray-{table}", role="dealer"))
    look(dealer, table)
    page = dealer.page
    page.keyboard.press("#")
    sheet = page.get_by_role("dialog", name="Tray")
    expect(sheet).to_contain_text("Nobody has counted this tray")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()

    counted(pit, table, ((2500, 4), (100, 40)))
    played(pit, table, settled)
    look(dealer, table)
    money = page.get_by_role("region", name="Chips")
    expect(money).to_contain_text("Pay")
    expect(money).to_contain_text("The tray is reckoned to be short of $5: pay in these.")
    expect(money).to_contain_text("× 15")
    found = findings(page, "other pieces")
    assert not page.evaluate(SIDEWAYS)
    page.keyboard.press("#")
    expect(sheet).to_contain_text("Counted by the floor (Kim): opener 1")
    row = sheet.get_by_role("row").filter(has_text="$25")
    expect(row.get_by_role("cell")).to_have_text(["4", "4"])
    expect(sheet.get_by_role("row").last.get_by_role("cell")).to_have_text(["40", "25"])
    expect(sheet).to_contain_text("Nobody has counted since")
    found += findings(page, "the tray")
    page.keyboard.press("Escape")

    played(pit, table, lambda now: now.last_number == 1)
    counted(pit, table, ((2500, 4),))
    played(pit, table, lambda now: now.state.rounds == 2 and settled(now))
    look(dealer, table)
    expect(money).to_contain_text("Colour up: take 5 x $5 of a patron's for 1 x $25, then pay")

    played(pit, table, lambda now: now.last_number == 2)
    counted(pit, table, ((500, 1),))
    played(pit, table, lambda now: now.state.rounds == 3 and settled(now), ante=2500)
    look(dealer, table)
    expect(money).to_contain_text("ask for a fill of 20 x $25, then pay")
    page.keyboard.press("#")
    expect(sheet).to_contain_text("$25.00 is still to be paid")
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not page.evaluate(SIDEWAYS)
    found += findings(page, "a phone")
    assert not found, "\n".join(found)
