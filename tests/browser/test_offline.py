"""On the home screen and without a network: installable, lobby and rules readable, nothing of anybody kept."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.server.app import web
from tests.browser.chromium import FLAGS, installed
from tests.browser.conftest import PHONE, Visiting
from tests.browser.icons import ICONS, PUBLIC, drawn
from tests.browser.pit import Pit
from tests.browser.test_connection import demo
from tests.browser.visitor import Visitor

RULEBOOKS = ("ma-fcp-1", "ma-fcp-2", "md-fcp", "md-tcp", "md-uth")
MAY_BE_KEPT = re.compile(r"/api/(tables|rulebooks(/[\w-]+)?|clauses/[\w-]+/.+)")
READY = """async (rulebooks) => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) return false;
  const kept = await Promise.all(rulebooks.map((id) => caches.match(`/api/rulebooks/${id}`)));
  return kept.every(Boolean);
}"""
ALL_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const text = /json|html/.test(answer.headers.get('content-type')) ? await answer.text() : '';
      found.push({ path: new URL(request.url).pathname, text });
    }
  }
  return found;
}"""
OFFLINE = re.compile(r"^You are offline; this is from \d{1,2}:\d\d")


def settled(visitor: Visitor) -> None:
    """Waits until this browser has all that it keeps for a time without a network."""
    visitor.page.wait_for_function(READY, arg=list(RULEBOOKS))


def kept_by(page: Page) -> list[dict[str, str]]:
    """Everything that this browser keeps, by its path."""
    found: list[dict[str, str]] = page.evaluate(ALL_KEPT)
    return found


def test_the_app_can_be_installed(chromium: Browser, pit: Pit, tmp_path: Path) -> None:
    options: dict[str, Any] = {"executable_path": installed(), "args": list(FLAGS), "viewport": PHONE}
    context = chromium.browser_type.launch_persistent_context(tmp_path, **options)  # nobody installs from incognito
    try:
        page = context.new_page()
        page.goto(pit.url)
        expect(page.get_by_role("heading", name="Tables")).to_be_visible()
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        tools = context.new_cdp_session(page)
        assert tools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = tools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{pit.url}/manifest.webmanifest"
    finally:
        context.close()


def test_the_icons_are_what_is_drawn(chromium: Browser) -> None:
    for name, (drawing, size) in ICONS.items():
        picture = (PUBLIC / "icons" / name).read_bytes()
        width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        assert (width, height) == (size, size), name
        assert drawn(chromium, drawing, size) == picture, f"{name}: run python -m tests.browser.icons"


def test_the_lobby_and_the_rules_without_the_house(visiting: Visiting, tmp_path: Path) -> None:
    with demo(tmp_path) as (address, port, process):
        visitor = visiting(base_url=address, service_workers="allow")
        page = visitor.page
        name = visitor.become_guest()
        settled(visitor)
        visitor.come_in()
        visitor.sit_from_lobby("four-card")
        visitor.put_chips(["Ante"])
        visitor.deal()
        visitor.play_on()
        visitor.come_in("/history")
        expect(page.get_by_role("link", name=re.compile("Four Card Poker")).first).to_be_visible()
        visitor.come_in()
        expect(visitor.tile("four-card")).to_contain_text("you")
        process.kill()
        process.wait()

        visitor.come_in()
        offline = page.get_by_role("status").filter(has_text=OFFLINE)
        expect(offline).to_be_visible()
        expect(visitor.tile("four-card")).to_contain_text("$")
        expect(page.get_by_role("main")).not_to_contain_text(re.compile("seats? free|nobody"))
        expect(page.get_by_role("button", name=re.compile("Sit down|guest"))).to_have_count(0)
        visitor.tile("hold-em").get_by_role("link", name="Read its rules").click()
        expect(page.get_by_role("heading", name=re.compile("Ultimate Texas Hold")).first).to_be_visible()
        expect(offline).to_be_visible()
        page.get_by_role("navigation").get_by_role("link", name="Rules").click()
        expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(len(RULEBOOKS))
        page.goto("/tables/four-card")
        expect(page.get_by_role("heading", name="This table cannot be shown")).to_be_visible()

        kept = kept_by(page)
        assert len(kept) > 20
        said = [one["path"] for one in kept if one["path"].startswith("/api")]
        assert [path for path in said if not MAY_BE_KEPT.fullmatch(path)] == []
        assert {f"/api/rulebooks/{rulebook}" for rulebook in RULEBOOKS} <= set(said)
        telling = [one["path"] for one in kept if name in one["text"] or name.removeprefix("guest-") in one["text"]]
        assert telling == []
    with demo(tmp_path, port):
        page.goto("/")
        expect(visitor.tile("four-card")).to_contain_text("you")
        expect(offline).to_have_count(0)
        page.goto("about:blank")
    visitor.troubles = [one for one in visitor.troubles if "ERR_CONNECTION" not in one and "ERR_FAILED" not in one]


def newer(folder: Path) -> Path:
    """The app as another build would be: every script has another name, and the whole another version."""
    built = Path(shutil.copytree(web.STATIC, folder / "newer"))
    version = re.findall(r'"version":"(\w+)"', (built / "version.json").read_text())[0]
    names = re.compile("|".join(re.escape(script.name) for script in built.glob("assets/*.js")))
    for script in list(built.glob("assets/*.js")):
        script.rename(script.with_name(f"newer-{script.name}"))
    for file in [*built.glob("*.*"), *built.glob("assets/*.js")]:
        if file.suffix in (".js", ".json", ".html"):
            text = names.sub(lambda name: f"newer-{name[0]}", file.read_text("utf-8"))
            file.write_text(text.replace(version, "f" * len(version)), "utf-8")
    return built


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_an_old_page_finds_its_way_to_a_newer_version(
    workers: str, pit: Pit, visiting: Visiting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pit.open("md-tcp")
    visitor = visiting(service_workers=workers)
    page = visitor.page
    visitor.come_in()
    expect(visitor.tile(table)).to_be_visible()
    if workers == "allow":
        settled(visitor)
    page.evaluate("() => { window.old = true; }")
    monkeypatch.setattr(web, "STATIC", newer(tmp_path))
    page.get_by_role("navigation").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules")).to_be_visible()
    page.wait_for_function("() => !window.old")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(len(RULEBOOKS))
    page.get_by_role("navigation").get_by_role("link", name="Lobby").click()
    expect(visitor.tile(table)).to_be_visible()
    expect(page.get_by_text("newer pages")).to_have_count(0)
    visitor.troubles = [trouble for trouble in visitor.troubles if "404" not in trouble]


def test_whoever_stays_is_told_of_a_newer_version(
    pit: Pit, visiting: Visiting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visiting(service_workers="allow")
    page = visitor.page
    visitor.come_in("/settings")
    settled(visitor)
    monkeypatch.setattr(web, "STATIC", newer(tmp_path))
    page.evaluate("() => { window.old = true; window.dispatchEvent(new Event('online')); }")
    page.get_by_role("button", name="Load them").click()
    page.wait_for_function("() => !window.old")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.get_by_role("button", name="Load them")).to_have_count(0)
