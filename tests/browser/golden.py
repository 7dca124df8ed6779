"""A playthrough dealt on the dealer's screen by keyboard alone: for each of its commands, the keys that give it there.

The table is the house's own, its chips lie on the felt, and the order of each deck is the playthrough's: chance is an
input. What the page does not offer, because it is not lawful, nobody can press; so what a playthrough shows refused is
passed over.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from playwright.sync_api import Locator, expect

from croupier.cards import Card
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.log.sealing import seal_from, unsealed
from croupier.rulebook.elect import GameRules
from croupier.rulebook.submission import Submission
from croupier.server.deal.options import option_words
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.staff_options import StaffOption, staff_options
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Blank
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import role
from croupier.table.values.state import State
from tests.browser.pit import Pit
from tests.browser.test_dealer import LOOK_AGAIN_MS, caught_up, due
from tests.browser.visitor import Visitor
from tests.playthroughs.telling import LEFT, NAMES, Told
from tests.table.pit import FILED

BUY_IN = "100000"
CHOSEN = {True: "yes", False: "no"}
Orders = dict[str, list[tuple[Card, ...]]]


def filed_text(value: Any, name: str = "") -> str:
    """A submission as TOML."""
    plain = {key: one for key, one in value.items() if not isinstance(one, dict) and one is not None}
    text = f"[{name}]\n" if name and plain else ""
    text += "".join(f"{_key(key)} = {msgspec.json.encode(one).decode()}\n" for key, one in plain.items())
    inner = [(key, one) for key, one in value.items() if isinstance(one, dict)]
    return text + "".join(filed_text(one, f"{name}.{_key(key)}".lstrip(".")) for key, one in inner)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[a-z_]+", name) else f'"{name}"'


def submission_of(rules: GameRules) -> str:
    """What the rules of a playthrough were resolved from."""
    filed: Submission = FILED[rules.digest]
    return filed_text(msgspec.to_builtins(filed))


def lawful(told: Told) -> Iterator[tuple[c.AnyCommand, tuple[e.AnyEvent, ...]]]:
    """The commands of a playthrough that were done, each with what followed."""
    state = State()
    for command in told.commands:
        events = decide(told.rules, state, command)
        if not isinstance(events, Refusal):
            for event in events:
                state = evolve(state, event)
            yield command, events


class Screens:
    """The people on duty at one table, each at their screen, and what they do there with keys."""

    def __init__(self, pit: Pit, table: str, people: Mapping[str, Visitor]) -> None:
        self.pit = pit
        self.table = table
        self.people = people
        self.dealer = people["dealer"]
        self.exposed = 0

    @property
    def state(self) -> State:
        return self.pit.table(self.table).state

    def give(self, command: c.AnyCommand) -> None:
        """Gives a command of a playthrough, by the keys of whoever gives it."""
        by_seat = {c.Sit: self._sit, c.Leave: self._leave, c.PlaceWager: self._wager, c.Decide: self._decide}
        if act := by_seat.get(type(command)):
            act(command)  # type: ignore[operator]
        elif isinstance(command, c.OrderShuffle | c.OrderRecut):
            self._order(command)
        elif isinstance(command, c.DealCard):
            assert command.face_up, "no key deals a single card: the house's own are dealt in one act"
            self.exposed += 1
            self._option(lambda one: _face_up(one, self.exposed), {}, self.dealer, command.by)
        else:
            duty = due(self.pit, self.table)
            if duty and _same(duty.command, command):
                self._duty(command, duty.by, duty.blanks)
            else:
                who = self.people[role(command.by)]
                self._option(lambda one: _same(one, command), _found(command), who, command.by)

    # Keys.

    def _changes(self, visitor: Visitor, *keys: str) -> None:
        """Presses keys, the last of which changes the table, and waits until that is seen."""
        caught_up(self.pit, self.table, visitor)
        version = self.pit.table(self.table).version
        for key in keys:
            visitor.page.keyboard.press(key)
        self._changed(visitor, version)

    def _changed(self, visitor: Visitor, version: int) -> None:
        expect(visitor.page.locator(f".deal:not([data-version='{version}'])")).to_be_visible()
        caught_up(self.pit, self.table, visitor)

    @property
    def _entry(self) -> Locator:
        return self.dealer.page.get_by_role("region", name="What is entered for a seat")

    def _choose(self, seat: int) -> None:
        """Names a seat; while another is asked, that has to be said first."""
        caught_up(self.pit, self.table, self.dealer)
        round_ = self.state.round
        if round_ and round_.to_ask:
            self.dealer.page.keyboard.press("s")
        self.dealer.page.keyboard.press(str(seat))
        expect(self._entry.locator(".who")).to_contain_text(f"Seat {seat}")

    def _sit(self, command: c.Sit) -> None:
        self._choose(command.seat)
        self._changes(self.dealer, "Enter")
        self._changes(self.dealer, "$", *BUY_IN, "Enter")

    def _leave(self, command: c.Leave) -> None:
        self._choose(command.seat)
        self._changes(self.dealer, "g")

    def _wager(self, command: c.PlaceWager) -> None:
        rules = self.pit.house.rules_of(self.pit.table(self.table))
        title = rules.rulebook.wager(command.wager).title  # type: ignore[union-attr]
        if not self._entry.get_by_text(f"Seat {command.seat}", exact=True).is_visible():
            self._choose(command.seat)
        button = self._entry.get_by_role("button", name=re.compile(rf"^{re.escape(title)}\b"))
        self.dealer.page.keyboard.press(button.get_attribute("aria-keyshortcuts") or "")
        expect(self._entry.get_by_role("textbox", name=title)).to_be_focused()
        dollars, cents = divmod(command.stake_cents, 100)
        self._changes(self.dealer, *(f"{dollars}.{cents:02}" if cents else str(dollars)), "Enter")

    def _decide(self, command: c.Decide) -> None:
        caught_up(self.pit, self.table, self.dealer)
        answers = self._entry.get_by_role("group", name=f"Seat {command.seat} answers")
        elsewhere = self._entry.get_by_role("button", name=f"Seat {command.seat} is asked")
        expect(answers.or_(elsewhere)).to_be_visible()
        if elsewhere.is_visible():  # another seat was named
            self.dealer.page.keyboard.press("s")
            expect(answers).to_be_visible()
        box = self.state.round.box(command.seat)  # type: ignore[union-attr]
        assert box
        key = {"fold": "f", "check": "c"}.get(command.action) or str(command.stake_cents // box.stake("ante"))
        self._changes(self.dealer, key)

    def _duty(self, command: c.AnyCommand, by: str, blanks: Iterable[Blank]) -> None:
        visitor, duty = self.people[role(command.by) if by != "dealer" else "dealer"], due(self.pit, self.table)
        assert duty is not None
        caught_up(self.pit, self.table, visitor)
        expect(visitor.due.locator(".asks")).to_contain_text(duty.says)
        visitor.find_out(blanks, _found(command))
        text = any(blank.kind == "text" for blank in blanks)
        visitor.page.keyboard.press("Enter" if text else "Space")
        while due(self.pit, self.table) == duty:
            visitor.page.wait_for_timeout(LOOK_AGAIN_MS)

    def _option(
        self, wanted: Callable[[c.AnyCommand], bool], found: Mapping[str, str], visitor: Visitor, by: str
    ) -> None:
        """Something is wrong: what it is, which case, what was found, and that it be done."""
        house_table = self.pit.table(self.table)
        rules = self.pit.house.rules_of(house_table)
        options = staff_options(rules, house_table.state, by)
        found_open = [one for one in options if wanted(one.duty.command) and one.closed is None]
        assert len(found_open) == 1, [(one.option, one.closed) for one in options if wanted(one.duty.command)]
        one = found_open[0]
        version = house_table.version
        caught_up(self.pit, self.table, visitor)
        visitor.page.keyboard.press("!")
        sheet = visitor.page.get_by_role("dialog", name="Something is wrong")
        for label in _ways(one):
            way = sheet.get_by_role("button", name=label)
            visitor.page.keyboard.press((way.locator("kbd").text_content() or "").strip())
        if one.duty.blanks:
            visitor.find_out(one.duty.blanks, found)
            visitor.page.keyboard.press("Enter")
        else:
            expect(sheet.get_by_role("button", name="Do it")).to_be_focused()
            visitor.page.keyboard.press("Space")
        self._changed(visitor, version)
        expect(sheet).to_have_count(0)

    def _order(self, command: c.OrderShuffle | c.OrderRecut) -> None:
        """What may be ordered stands behind all else on the page: by Tab to the reason, and on to the order."""
        visitor, version = self.people[role(command.by)], self.pit.table(self.table).version
        caught_up(self.pit, self.table, visitor)
        reason = visitor.page.get_by_label("Reason of an order")
        _tab_to(visitor, reason)
        visitor.page.keyboard.type(command.reason)
        done = "shuffled" if isinstance(command, c.OrderShuffle) else "cut again"
        order = visitor.page.get_by_role("button", name=f"Order deck {command.deck} {done}")
        expect(order).to_be_enabled()
        _tab_to(visitor, order)
        visitor.page.keyboard.press("Enter")
        self._changed(visitor, version)


def _tab_to(visitor: Visitor, wanted: Locator) -> None:
    expect(wanted).to_be_visible()
    for _ in range(100):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError("no number of Tabs leads there")


def _ways(one: StaffOption) -> list[str]:
    title, question, answer = option_words(one)
    return [title, answer] if question else [title]


def _face_up(command: c.AnyCommand, count: int) -> bool:
    case = "one" if count == 1 else "several"
    return isinstance(command, c.Report) and command.kind == "face_up_cards" and command.case.startswith(case)


def _same(offered: c.AnyCommand, command: c.AnyCommand) -> bool:
    """Whether what is offered is this command, but for what a person finds out for it."""
    names = ("deck", "step", "device", "kind", "case", "place")
    same = all(getattr(offered, name, "") == getattr(command, name, "") for name in names)
    return type(offered) is type(command) and same


def _found(command: c.AnyCommand) -> dict[str, str]:
    """What a person found out who gave this command."""
    found: dict[str, str] = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        found[name] = CHOSEN[value] if isinstance(value, bool) else str(value)
    found.update({f"hands:{seat}": str(count) for seat, count in getattr(command, "hands", ())})
    return found


# What is compared: the sentences of the text, and those of the table's own record.


def written(text: str) -> list[str]:
    """What happens in a playthrough's text, sentence by sentence, cards included."""
    lines = text.splitlines()[3:]
    ends = [lines.index(end) for end in ("The cards", "The money") if end in lines]
    right: list[str] = []
    for line in lines[: min(ends, default=len(lines))]:
        said = line[LEFT:].rstrip()
        if said.startswith("  ") and right:
            right[-1] += f" {said.strip()}"
        elif said and len(line) > LEFT and line[LEFT - 1] == " ":
            right.append(said)
    return [said for said in right if not said.startswith(("Refused: ", "Nothing to be done."))]


def recorded(pit: Pit, table: str) -> Iterator[tuple[e.AnyEvent, ...]]:
    """What a table's record tells of play, act by act: whoever dealt, and patrons by the names of the texts."""
    house = pit.house
    with house.database.read() as connection:
        acts = [act for record in store.records_after(connection, table, 0) for act in decoded(record.body)]
        shown = [
            [unsealed(table, one, lambda n: seal_from(house.cache.seed(connection, table, n))) for one in act.events]
            for act in acts
        ]
    seated = [one for events in shown for one in events if isinstance(one, he.PatronSeated)]
    names = {f"patron:{one.patron}": NAMES[one.seat] for one in seated}
    for events in shown:
        yield tuple([_named(one, names) for one in events if isinstance(one, e.Event)])


def _named(event: e.AnyEvent, names: Mapping[str, str]) -> e.AnyEvent:
    text = msgspec.json.encode(event).decode()
    text = re.sub(r'"dealer:[^"]*"', '"dealer"', text)
    text = re.sub(r'"(patron:\d+)"', lambda name: f'"{names[name[1]]}"', text)
    return msgspec.json.decode(text, type=type(event))


def sentences(rules: GameRules, acts: Iterable[tuple[e.AnyEvent, ...]]) -> list[str]:
    """Acts as a playthrough's text tells them."""
    told = Told(rules, "")
    said: list[str] = []
    for events in acts:
        for event in events:
            told.state = evolve(told.state, event)
        said += [text for event in events for text in told._said(event)]
    return said
