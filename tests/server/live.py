"""A floor that really listens, and the browsers of the people on it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from croupier.house.database.database import Database
from croupier.house.service.house import House, wall_clock
from croupier.server.accounts.cookies import CSRF_HEADER, csrf_name
from croupier.server.accounts.users import Users
from croupier.server.app.app import Floor, create_app
from croupier.server.app.running import bound, served_by
from croupier.server.settings import Rate, Settings
from croupier.server.wire.schemas import Role
from tests.house.floor import KEYS
from tests.patience import PATIENCE_SECONDS

PASSWORD = "correct horse battery"
UNBOUNDED = Rate(at_once=1_000_000, a_minute=1_000_000)

# Passwords are hashed as cheaply as Argon2 goes, for a test signs many people in; nobody is held up by a rate.
CHEAP = Settings(
    origins=("http://placeholder",),
    guests=True,
    argon_passes=1,
    argon_memory_kib=8,
    argon_lanes=1,
    requests=UNBOUNDED,
    sign_ins=UNBOUNDED,
    table_requests=UNBOUNDED,
)


def named(role: str, prefix: str = "the") -> str:
    """What a test calls the one user of a role: the-dealer, the-casino-supervisor."""
    return f"{prefix}-{role.replace('_', '-')}"


class MovableClock:
    """The time of day, and as much later as a test says."""

    def __init__(self) -> None:
        self.later_ms = 0

    def __call__(self) -> int:
        return wall_clock() + self.later_ms


class Browser(httpx.Client):
    """Somebody's browser with the floor's page open: it says where it comes from, and sends the page's secret back."""

    def __init__(self, live: "Live", **given: Any) -> None:
        options: dict[str, Any] = {"timeout": PATIENCE_SECONDS, "verify": False, **given}  # there is no https here
        super().__init__(base_url=live.url, headers={"origin": live.url}, **options)
        self.live = live
        self.event_hooks = {"request": [self._prove]}
        self.get("/api/session")

    def _prove(self, request: httpx.Request) -> None:
        if secret := self.cookies.get(csrf_name(self.live.settings)):
            request.headers.setdefault(CSRF_HEADER, secret)

    def sign_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Signs in, or is told why not."""
        return self.post("/api/session", json={"name": name, "password": password})

    def socket(self, path: str, **given: Any) -> ClientConnection:
        """A WebSocket to a path of the API, as the page would open it; use it in a `with`."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies.jar)
        address = self.live.url.replace("http", "ws", 1) + path
        options: dict[str, Any] = {"origin": self.live.url, "additional_headers": {"Cookie": cookies}, **given}
        opened: ClientConnection = connect(address, open_timeout=PATIENCE_SECONDS, **options)
        return opened


class Live:
    """A running floor."""

    def __init__(self, house: House, app: Floor, settings: Settings, clock: MovableClock) -> None:
        self.house = house
        self.app = app
        self.settings = settings
        self.clock = clock
        self.url = settings.origins[0]
        self.users = Users(house.database, settings)
        self.browsers: list[Browser] = []

    def add(self, name: str, role: Role = "player") -> str:
        """A user who has chosen the password of all tests; their name."""
        user, one_time = self.users.add(name, role, self.clock())
        self.users.change_password(user, one_time, PASSWORD, self.clock())
        return name

    def browser(self, **given: Any) -> Browser:
        """A browser in which nobody is signed in."""
        self.browsers.append(Browser(self, **given))
        return self.browsers[-1]

    def signed_in(self, role: Role, name: str = "") -> Browser:
        """A browser in which a new user of that role is signed in."""
        browser = self.browser()
        answer = browser.sign_in(self.add(name or named(role, "a"), role))
        assert answer.status_code == 200, answer.text
        return browser

    def guest(self) -> Browser:
        """A browser in which a new guest has just come in."""
        browser = self.browser()
        answer = browser.post("/api/guest")
        assert answer.status_code == 200, answer.text
        return browser


def is_well(browser: httpx.Client) -> bool:
    """Whether the floor says that everything it needs is there: all of its checks, and every link."""
    told = browser.get("/health").json()
    links = told.pop("links")
    return told == dict.fromkeys(("database", "commits", "schema", "records", "service"), True) and all(links.values())


@contextmanager
def serving(database: Database, settings: Settings = CHEAP, house: House | None = None) -> Iterator[Live]:
    """A floor over a database, listening at a free port until the end."""
    house = house or House(database, KEYS)
    house.open_cage()
    clock = MovableClock()
    with bound("127.0.0.1", 0) as listening:
        settings = replace(settings, origins=(f"http://127.0.0.1:{listening.getsockname()[1]}",))
        app = create_app(house, settings, clock)
        server = served_by(app, settings)
        thread = threading.Thread(target=server.run, args=([listening],), name="floor")
        thread.start()
        live = Live(house, app, settings, clock)
        try:
            yield live
        finally:
            for browser in live.browsers:
                browser.close()
            server.should_exit = True
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive(), "the server does not stop"
