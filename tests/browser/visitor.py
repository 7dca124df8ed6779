"""What a person does with the page: everything is found by its role and the name that a screen reader would say."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, BrowserContext, ConsoleMessage, Locator, Response, expect

from croupier.server.accounts.cookies import CSRF_HEADER, csrf_name
from croupier.table.values.duty import Blank
from tests.server.live import CHEAP, PASSWORD

AS_GUEST = "Play as a guest with $1,000 of play money"
AMOUNT = re.compile(r"([+−]?)\$([\d,]+)\.(\d\d)")
ROUND = re.compile(r"^Round (\d+)")
# Robots leave a page before its connection is there, which the browser notes of the page that closes it.
LEFT_EARLY = re.compile(r"/api/(lobby|tables/[\w-]+)/socket' failed: WebSocket is closed before the connection")
# What Playwright notes where a test keeps service workers out.
KEPT_OUT = "Service Worker registration blocked by Playwright"
SPOT = re.compile(r", seat \d+, ")


class Visitor:
    """Somebody's browser, with a page of the house open in it, and everything that went wrong there unseen."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.troubles: list[str] = []
        self._expected: list[str] = [KEPT_OUT]
        context.on("console", self._said)
        context.on("weberror", lambda error: self.troubles.append(f"a script failed: {error.error}"))
        context.on("response", self._answered)
        self.page = context.new_page()

    def expect_complaint(self, words: str) -> None:
        """From now on the browser may complain so. It may do so late: say it before what brings it about."""
        self._expected.append(words)

    def _said(self, message: ConsoleMessage) -> None:
        if any(words in message.text for words in self._expected):
            return
        if message.type in ("error", "warning") and not LEFT_EARLY.search(message.text):
            self.troubles.append(f"the console says at {message.location.get('url', '')}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"{response.status} for {response.url}")

    # Coming in.

    def come_in(self, address: str = "/") -> None:
        """Opens a page of the house."""
        self.page.goto(address)

    def become_guest(self) -> str:
        """Comes in as a guest, from whichever page; the guest's name."""
        self.page.goto("/sign-in")
        self.page.get_by_role("button", name=AS_GUEST).click()
        name = self.page.get_by_role("banner").get_by_role("link", name=re.compile("^guest-"))
        expect(name).to_be_visible()
        return name.inner_text()

    def sign_in(self, name: str, password: str) -> None:
        """Signs in, from whichever page."""
        self.page.goto("/sign-in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("banner").get_by_role("link", name=name, exact=True)).to_be_visible()

    def come_as_guest(self) -> str:
        """Is a guest from now on, whose browser has opened no page yet; the guest's name."""
        return str(self._post("/api/guest").json()["name"])

    def come_as(self, name: str) -> None:
        """Is somebody who signed in before, whose browser has opened no page yet."""
        self._post("/api/session", {"name": name, "password": PASSWORD})

    def _post(self, path: str, data: dict[str, str] | None = None) -> APIResponse:
        """What the page at /sign-in would send, from this browser and into its cookies.

        Opening that page and the lobby behind it is half a second's work, and the same each time: tests that are not
        about signing in do without.
        """
        request = self.context.request
        me = request.get("/api/session")
        host = urlsplit(me.url)
        kept = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        headers = {"origin": f"{host.scheme}://{host.netloc}", CSRF_HEADER: kept[csrf_name(CHEAP)]}
        answer = request.post(path, data=data, headers=headers)
        assert answer.ok, answer.text()
        return answer

    def tile(self, table: str) -> Locator:
        """A table in the lobby: several may have one title, but each leads to its own address."""
        return self.page.get_by_role("article").filter(has=self.page.locator(f'h2 a[href="/tables/{table}"]'))

    def sit_from_lobby(self, table: str) -> None:
        """Sits down at a table of the lobby."""
        self.tile(table).get_by_role("button", name="Sit down").click()
        expect(self.box).to_be_visible()

    def sit_at(self, table: str, seat: int) -> None:
        """Goes to a table and sits down in a seat of one's choice."""
        self.page.goto(f"/tables/{table}")
        self.page.get_by_role("region", name=f"Seat {seat}, free").get_by_role("button").click()
        expect(self.box).to_be_visible()

    # At the table.

    @property
    def box(self) -> Locator:
        """One's own box."""
        return self.page.get_by_role("region", name=re.compile("^Your box, seat"))

    @property
    def dock(self) -> Locator:
        """Where the page says what to do."""
        return self.page.get_by_role("region", name="What to do")

    @property
    def due(self) -> Locator:
        """On the dealer's screen, what is due."""
        return self.page.get_by_role("region", name="What is due")

    def find_out(self, blanks: Iterable[Blank], found: Mapping[str, str]) -> None:
        """Answers what is asked on the dealer's screen, with keys alone; nothing may be filled in before."""
        keyboard, inputs = self.page.keyboard, self.page.locator("form input")
        for blank in blanks:
            if blank.kind == "choice":
                choices = self.page.get_by_role("group", name=blank.asks).get_by_role("radio")
                for choice in choices.all():
                    expect(choice).not_to_be_checked()
                chosen = choices.and_(self.page.locator(f"[value='{found[blank.field]}']"))
                keyboard.press(chosen.get_attribute("aria-keyshortcuts") or "")
                expect(chosen).to_be_checked()
                continue
            field = self.page.get_by_label(blank.asks)
            expect(field).to_have_value("")
            for _ in range(inputs.count()):
                if field.evaluate("one => one === document.activeElement"):
                    break
                keyboard.press("Tab")
            expect(field).to_be_focused()
            keyboard.type(found[blank.field])

    @property
    def asked(self) -> Locator:
        """Where the answers are that may be given now."""
        return self.page.get_by_role("group", name="Your answer")

    @property
    def answers(self) -> Locator:
        """The answers that may be given now."""
        return self.asked.get_by_role("button")

    @property
    def doubt(self) -> Locator:
        """Where something that one may regret is asked about."""
        return self.page.get_by_role("alertdialog", name="Are you sure?")

    @property
    def results(self) -> Locator:
        """The panel with a line for each wager."""
        return self.page.get_by_role("region", name=ROUND)

    @property
    def results_button(self) -> Locator:
        """On a phone, what opens the panel."""
        return self.page.get_by_role("button", name="Results", exact=True)

    def cards(self, name: str) -> Locator:
        """Cards that lie together: "Your cards", "The dealer's cards", "Cards of seat 4"."""
        return self.page.get_by_role("group", name=name, exact=True)

    def spot(self, title: str) -> Locator:
        """A spot of one's own box on which chips may be put."""
        return self.box.get_by_role("button", name=re.compile(f"^{re.escape(title)}, seat"))

    def spots(self) -> list[str]:
        """The names of the spots of one's own box, in the order of the page."""
        expect(self.box.get_by_role("button", name=SPOT).first).to_be_visible()
        return [SPOT.split(_label(spot))[0] for spot in self.box.get_by_role("button", name=SPOT).all()]

    def put_chips(self, titles: Iterable[str]) -> None:
        """Puts a chip on each of these spots."""
        for title in titles:
            self.spot(title).click()
            expect(self.spot(title)).to_have_accessible_name(re.compile(r"\$"))

    def deal(self) -> None:
        """Says that the chips are down."""
        self.dock.get_by_role("button", name=re.compile("^(Deal|Ready)$")).click()

    def expect_offered(self, *labels: str) -> None:
        """Waits until these answers are offered, and no other."""
        for label in labels:
            expect(self.asked.get_by_role("button", name=label, exact=True)).to_be_visible()
        expect(self.answers).to_have_count(len(labels))

    def offered(self) -> list[str]:
        """The answers that are offered now."""
        expect(self.answers.first).to_be_visible()
        return [_label(answer) for answer in self.answers.all()]

    def answer(self, label: str) -> None:
        """Gives an answer, and sees that it was taken."""
        offered = self.answers.all_text_contents()
        self.asked.get_by_role("button", name=label).click()
        if offered:
            expect(self.answers).not_to_have_text(offered)

    def play_to_the_end(self) -> None:
        """Answers whatever is asked, always with the first that is not a fold, until the round is over."""
        asked, anyway = self.answers.first, self.doubt.get_by_role("button", name="anyway")
        while True:
            expect(asked.or_(anyway).or_(self.results).or_(self.results_button).first).to_be_visible()
            if anyway.is_visible():
                anyway.click()
                expect(anyway).to_have_count(0)
                continue
            if not asked.is_visible():
                return
            offered = self.answers.all_text_contents()
            self.answers.filter(has_not_text="Fold").first.click()
            expect(self.answers).not_to_have_text(offered)

    def play_on(self) -> None:
        """Plays to the end and looks at the results."""
        self.play_to_the_end()
        if self.results_button.is_visible():
            self.results_button.click()
        expect(self.results).to_be_visible()

    def open_help(self) -> None:
        """Opens the help beside the felt, which on a phone is a sheet."""
        help_button = self.page.get_by_role("button", name="Help", exact=True)
        if help_button.is_visible():
            help_button.click()
        expect(self.page.get_by_role("tab").first).to_be_visible()

    def lines(self) -> list[tuple[str, int]]:
        """The result lines: which wager, and what it is up or down by in cents."""
        return [_line(text) for text in self.results.get_by_role("listitem").all_inner_texts()]

    def balance_cents(self) -> int:
        """The balance that the table shows."""
        shown = self.dock.get_by_role("term").filter(has_text="Balance").locator("xpath=following-sibling::dd")
        return cents(shown.inner_text())


def cents(text: str) -> int:
    """The first amount in a text, in cents."""
    found = AMOUNT.search(text)
    assert found, f"no amount in {text!r}"
    sign, whole, rest = found.groups()
    value = int(whole.replace(",", "")) * 100 + int(rest)
    return -value if sign == "−" else value


def _line(text: str) -> tuple[str, int]:
    """The wager and the net of a result line; a push is told by its word."""
    title, *rest = [part for part in re.split(r"[\n\t]+", text) if part]
    amounts = [part for part in rest if part == "push" or AMOUNT.fullmatch(part)]
    assert len(amounts) == 1, f"one amount should be in {text!r}"
    return title, 0 if amounts[0] == "push" else cents(amounts[0])


def _label(element: Locator) -> str:
    return (element.get_attribute("aria-label") or element.inner_text()).strip()
