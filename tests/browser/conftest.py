"""One Chromium and one listening house for all tests here, and people who come with browsers of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from croupier.server.app.web import FIRST_PAGE, STATIC
from tests.browser.chromium import NONE_HERE, installed, launched
from tests.browser.pit import Pit, opened_pit
from tests.browser.visitor import Visitor
from tests.patience import PATIENCE_MS

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LANDSCAPE = {"width": 844, "height": 390}
LAPTOP = {"width": 1024, "height": 640}
NOT_BUILT = "The browser app is not built: run make web, then these tests again."

Visiting = Callable[..., Visitor]


# Playwright keeps an event loop running in this thread for as long as it is up, and other rooms' tests run loops of
# their own: so everything here lives as long as this package's tests, not as long as the whole run.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A running Chromium."""
    program = installed()
    if program is None:
        pytest.skip(NONE_HERE)
    expect.set_options(timeout=PATIENCE_MS)
    with launched(program) as browser:
        yield browser


@pytest.fixture(scope="package")
def pit(house_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """A listening house without any table yet; each test opens its own."""
    if not (STATIC / FIRST_PAGE).is_file():
        pytest.fail(NOT_BUILT)
    with opened_pit(house_file, tmp_path_factory.mktemp("pit")) as opened:
        yield opened


@pytest.fixture
def visiting(chromium: Browser, pit: Pit) -> Iterator[Visiting]:
    """A function that lets somebody come with a browser of their own; in the end nothing may have gone wrong in any."""
    visitors: list[Visitor] = []

    def visit(**given: Any) -> Visitor:
        # Service workers have tests of their own: everybody else's browser need not fetch every page ahead.
        kind = {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"}
        options = {**kind, "base_url": pit.url, **given}
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        visitors.append(Visitor(context))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.context.close()
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    assert not troubles, troubles


@pytest.fixture
def visitor(visiting: Visiting) -> Visitor:
    """Somebody in front of a desktop."""
    return visiting()
