"""A shoe at a table over its socket: whole rounds from what it reads, and nothing else by its token."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.cards import DECK
from croupier.house.log.device_events import Button, CardRead, CountFound, Light
from croupier.house.service.house import TableTerms
from croupier.rulebook.load import rulebook_ids
from croupier.server.deal.console import NO_SHOE, SHOE_GONE
from croupier.server.wire import messages as w
from tests.house.floor import example
from tests.server.devices.crew import crew
from tests.server.devices.device import Device, token_for
from tests.server.live import Live
from tests.table.pit import Pit


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_round_that_a_shoe_reads_settles_as_the_same_cards_of_the_house_do(lite_server: Live, rulebook: str) -> None:
    cards = iter(DECK)
    with crew(lite_server, rulebook) as people, Device(lite_server, "one", token_for(lite_server, "one")) as shoe:
        while people.table.last is None:
            people.until_a_card()
            if people.table.last is None:
                shoe.until_card()
                one = next(cards)
                assert shoe.read(one).outcome == "done"
        last = people.table.last
        rules = lite_server.house.rules_of(people.table)
        decided = people.decided
    assert last.phase == "closed"
    (box,) = last.boxes
    known = Pit(rules).sit(1).ready(DECK).wager(1, **{w.name: w.stake_cents for w in box.wagers if w.name != "play"})
    known.on()
    for decision in decided:
        known.do(decision)
        known.on()
    assert known.round.lines == last.lines
    assert (known.round.dealer, known.round.community) == (last.dealer, last.community)


def test_what_is_said_twice_is_answered_the_same_and_a_lost_line_is_taken_up_again(lite_server: Live) -> None:
    with crew(lite_server) as people:
        token = token_for(lite_server, "one")
        people.until_a_card()
        with Device(lite_server, "one", token) as shoe:
            first = shoe.read(DECK[0], "card-0001")
            assert shoe.read(DECK[0], "card-0001") == first
            assert first.outcome == "done"
            shoe.send(f'{{"id": "card-0002", "said": {{"says": "card", "card": "{DECK[1]}"}}}}')
        with Device(lite_server, "one", token) as shoe:  # the answer was lost, and nobody knows whether it was heard
            assert shoe.read(DECK[1], "card-0002").outcome == "done"
            assert people.drawn == 2
            other = shoe.read(DECK[2], "card-0002")
            assert (other.outcome, other.code) == ("refused", "id_used")
            with Device(lite_server, "one", token) as newer:
                newer.next()
                assert shoe.until_goodbye().again is False
                assert newer.read(DECK[2]).outcome == "done"


def test_a_contradiction_stops_everybody_until_the_floor_has_ruled(lite_server: Live) -> None:
    with crew(lite_server) as people, Device(lite_server, "one", token_for(lite_server, "one")) as shoe:
        people.until_a_card()
        assert shoe.read(DECK[0]).outcome == "done"
        wrong = shoe.read(DECK[0], "the-same-again")
        assert (wrong.outcome, wrong.code) == ("refused", "card_twice")
        assert "spades" not in wrong.sentence
        assert shoe.read(DECK[0], "the-same-again") == wrong
        sees = people.dealer_sees()
        assert sees.now.says == "Stop. A card left the shoe that is out already. The floor rules on it."
        assert [one.reason for one in sees.calls] == ["device"]
        assert shoe.read(DECK[1]).code == "stopped"
        people.ruled()
        shoe.until_card()
        assert shoe.read(DECK[1]).outcome == "done"


def test_where_the_shoe_is_lost_in_the_middle_nothing_is_drawn_and_it_goes_on_where_it_was(lite_server: Live) -> None:
    with crew(lite_server) as people:
        people.until_a_card()
        dealer = people.people["dealer"]
        assert people.dealer_sees().now.says == NO_SHOE
        token = token_for(lite_server, "one")

        def asked(says: str) -> None:
            dealer.until(lambda seen: bool(dealer.deal and dealer.deal.now.says == says))

        asked(SHOE_GONE)
        with Device(lite_server, "one", token) as shoe:
            asked("Draw a card from the shoe for seat 1.")
            for one in DECK[:4]:
                shoe.until_card()
                assert shoe.read(one).outcome == "done"
        asked(SHOE_GONE)
        assert dealer.deal
        assert dealer.deal.now.clause
        with Device(lite_server, "one", token) as shoe:
            asked("Draw a card from the shoe for the dealer.")
            shoe.next()
            assert shoe.awaits
            assert (shoe.awaits.round, shoe.awaits.cards_out) == (1, 4)
            assert shoe.read(DECK[4]).outcome == "done"
        asked(SHOE_GONE)
        failed = [one.option for one in dealer.deal.options if one.open and "shoe" in one.option]
        assert failed == ["report:dealing_shoe_jam"]
        dealer.do(w.TakeOption(option=failed[0]))
        assert people.table.last
        assert people.table.last.phase == "void"


def test_the_dealers_screen_shows_whether_the_shoe_is_connected_and_what_it_said(lite_server: Live) -> None:
    with crew(lite_server) as people:
        token = token_for(lite_server, "one")
        dealer = people.people["dealer"]
        with Device(lite_server, "one", token) as shoe:
            assert shoe.say(CountFound(cards=52)).outcome == "done"
            dealer.until(lambda seen: bool(dealer.deal and dealer.deal.devices and dealer.deal.devices[0].connected))
            dealer.until(lambda seen: bool(dealer.deal and dealer.deal.devices[0].says))
            assert dealer.deal
            (seen,) = dealer.deal.devices
            assert (seen.device, seen.kind, seen.says) == ("reader", "shoe", "52 cards are in it.")
        dealer.until(lambda seen: bool(dealer.deal and not dealer.deal.devices[0].connected))


def test_a_token_that_is_wrong_revoked_or_for_another_table_gets_nowhere(lite_server: Live) -> None:
    with crew(lite_server) as people:
        terms = TableTerms(dealer="human", card_source="shoe")
        lite_server.house.open_table("two", example("md-tcp"), terms)
        token = token_for(lite_server, "one")
        for bad in ("", "nonsense", token[:-1], token.replace("one.", "two."), token.replace("reader", "other")):
            with pytest.raises(InvalidStatus), Device(lite_server, "one", bad):
                pass
        with Device(lite_server, "two", token) as shoe:
            assert "for table one" in shoe.until_goodbye().reason
        with Device(lite_server, "one", token) as shoe:
            shoe.next()
            people.revoke("reader")
            assert shoe.until_goodbye().again is False
        with pytest.raises(InvalidStatus), Device(lite_server, "one", token):
            pass
        assert lite_server.house.table("one").calls == ()


@pytest.mark.parametrize("origin", ["http://elsewhere.example", None])
def test_a_device_is_no_page_and_needs_no_origin(lite_server: Live, origin: Any) -> None:
    with crew(lite_server), Device(lite_server, "one", token_for(lite_server, "one"), origin=origin) as shoe:
        shoe.next()
        assert shoe.awaits is not None


def test_what_is_no_message_is_said_to_be_none_and_ends_it_at_last(lite_server: Live) -> None:
    with crew(lite_server), Device(lite_server, "one", token_for(lite_server, "one")) as shoe:
        for text in ("{}", '{"id": "12345678", "said": {"says": "card", "card": "1x"}}', "\x00"):
            shoe.send(text)
            while (answer := shoe.next()) is None:
                pass
            assert (answer.outcome, answer.code) == ("refused", "malformed")
        for _ in range(4):
            shoe.send("{")
        assert shoe.until_goodbye().again is False


def test_what_is_far_too_long_is_not_read_and_the_device_comes_back(lite_server: Live) -> None:
    with crew(lite_server) as people:
        people.until_a_card()
        token = token_for(lite_server, "one")
        version = people.table.version
        with Device(lite_server, "one", token) as shoe:
            shoe.send(f'{{"id": "{"9" * 100_000}", "said": {{"says": "jam"}}}}')
            with pytest.raises(ConnectionClosed):
                shoe.until_goodbye()
        with Device(lite_server, "one", token) as shoe:
            for long in ("9" * 65, "9" * 7, "a b c d e f"):
                shoe.send(f'{{"id": "{long}", "said": {{"says": "jam"}}}}')
                while (answer := shoe.next()) is None:
                    pass
                assert answer.code == "malformed"
            assert people.table.version == version
            assert shoe.say(CountFound(cards=10**12)).code == "count"
            shoe.until_card()
            assert shoe.read(DECK[0]).outcome == "done"


def test_cards_that_come_faster_than_they_are_due_are_dealt_until_one_too_many(lite_server: Live) -> None:
    with crew(lite_server) as people, Device(lite_server, "one", token_for(lite_server, "one")) as shoe:
        people.until_a_card()
        for number, one in enumerate(DECK[:9]):
            shoe.send(f'{{"id": "at-once-{number}", "said": {{"says": "card", "card": "{one}"}}}}')
        told: list[w.Answered] = []
        while len(told) < 9:
            told += [answer for answer in (shoe.next(),) if answer]
        assert [one.code for one in told] == [""] * 6 + ["no_card_due", "stopped", "stopped"]
        assert people.drawn == 6
        assert people.dealer_sees().now.says.startswith("Stop. A card left the shoe, and none was due.")


def test_the_progressives_button_and_lights_are_written_down(lite_server: Live) -> None:
    with crew(lite_server) as people:
        token = token_for(lite_server, "one", "lights", "progressive")
        with Device(lite_server, "one", token) as lights:
            assert lights.say(Button()).outcome == "done"
            assert lights.say(Light(seat=1, on=True)).outcome == "done"
            assert lights.say(CardRead(card=DECK[0])).code == "not_this_device"
        said = [one.said for one in people.table.said]
        assert said == [Button(), Light(seat=1, on=True)]
