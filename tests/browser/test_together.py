"""Several people at one table see the same round live, and never a card that is not theirs to see."""

import re

from playwright.sync_api import WebSocket, expect

from croupier.cards import Card
from croupier.server.accounts.guest_names import called
from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


class Overheard:
    """Everything that a browser was sent over its connections."""

    def __init__(self, visitor: Visitor) -> None:
        self.frames: list[str] = []
        visitor.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def named(self, cards: tuple[Card, ...]) -> list[str]:
        """Which of these cards were told."""
        return [str(card) for card in cards if any(f'"{card}"' in frame for frame in self.frames)]


def cards_of(pit: Pit, table: str, seat: int) -> tuple[Card, ...]:
    round_ = pit.table(table).state.round
    assert round_
    box = round_.box(seat)
    assert box
    return box.cards


def test_two_players_see_one_round_and_not_each_others_cards(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth")
    ann, bob = visiting(), visiting()
    told_ann, told_bob = Overheard(ann), Overheard(bob)
    ann_name, bob_name = ann.come_as_guest(), bob.come_as_guest()
    ann.sit_at(table, 2)
    bob.sit_at(table, 4)
    expect(ann.page.get_by_role("region", name=f"Seat 4, {called(bob_name)}")).to_be_visible()
    expect(bob.page.get_by_role("region", name=f"Seat 2, {called(ann_name)}")).to_be_visible()
    ann.put_chips(["Ante"])
    expect(
        bob.page.get_by_role("region", name=f"Seat 2, {called(ann_name)}").get_by_role(
            "img", name=re.compile(r"^Ante, seat 2, \$10")
        )
    ).to_be_visible()
    ann.deal()
    bob.put_chips(["Ante"])
    bob.deal()

    expect(ann.cards("Cards of seat 4")).to_have_text(re.compile("2 cards face down"))
    expect(bob.cards("Cards of seat 2")).to_have_text(re.compile("2 cards face down"))
    expect(ann.cards("Your cards")).not_to_contain_text("face down")
    expect(bob.dock).to_contain_text(f"Waiting for {called(ann_name)}")
    expect(bob.answers).to_have_count(0)
    of_ann, of_bob = cards_of(pit, table, 2), cards_of(pit, table, 4)
    assert told_ann.named(of_ann) == [str(card) for card in of_ann]
    assert told_ann.named(of_bob) == []
    assert told_bob.named(of_ann) == []

    for asked in (ann, bob):
        asked.answer("Play 4x")
    for player, own in ((ann, "ann"), (bob, "bob")):
        expect(player.results, own).to_be_visible()
        assert {title for title, _ in player.lines()} == {"Ante", "Blind", "Play"}
    assert ann.cards("The dealer's cards").inner_text() == bob.cards("The dealer's cards").inner_text()
    expect(ann.cards("Cards of seat 4")).not_to_contain_text("face down")
    assert sum(net for one in (ann, bob) for _, net in one.lines()) == pit.net_cents(table)


def test_prompt_and_button_say_the_same_and_people_are_called_by_name(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    ann, bob = visiting(), visiting()
    names = [called(one.come_as_guest()) for one in (ann, bob)]
    assert len(set(names)) == 2
    assert all(re.fullmatch("[a-z]+-[a-z]+(-[0-9]+)?", name) for name in names), "a colour and an animal"
    ann.sit_at(table, 2)
    ann.put_chips(["Ante"])
    expect(ann.dock).to_contain_text("Deal when you are ready")
    expect(ann.dock.get_by_role("button", name="Deal", exact=True)).to_be_visible()
    bob.sit_at(table, 4)
    expect(ann.dock.get_by_role("button", name="Ready", exact=True)).to_be_visible()
    expect(ann.dock).to_contain_text("Press Ready")
    ann.deal()
    expect(ann.dock).to_contain_text(f"Waiting for {names[1]}")
    expect(ann.dock).not_to_contain_text("seat 4")
    bob.dock.get_by_role("button", name="Sit out", exact=True).click()
    expect(ann.answers.first).to_be_visible()


def test_a_watcher_sees_the_public_view(pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-tcp")
    ann, watcher = visiting(), visiting()
    told = Overheard(watcher)
    name = ann.come_as_guest()
    ann.sit_at(table, 4)
    watcher.come_in(f"/tables/{table}")
    seat = watcher.page.get_by_role("region", name=f"Seat 4, {called(name)}")
    expect(seat).to_be_visible()
    ann.put_chips(["Ante"])
    ann.deal()
    expect(seat.get_by_role("group", name="Cards of seat 4")).to_have_text(re.compile("3 cards face down"))
    expect(watcher.answers).to_have_count(0)
    expect(watcher.dock.get_by_role("link", name="Sign in to play")).to_be_visible()
    assert told.named(cards_of(pit, table, 4)) == []
    ann.play_on()
    expect(watcher.cards("The dealer's cards")).not_to_contain_text("face down")
    expect(watcher.results).to_have_count(0)
