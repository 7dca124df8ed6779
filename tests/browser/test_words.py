"""In the pseudo language every word of the pages is marked and longer: what is not marked is the house's; all fits."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.stations import STATIONS
from tests.browser.visitor import Visitor
from tests.server.live import PASSWORD

PSEUDO = "localStorage.setItem('croupier.language', 'en-XA');"
MARKED = re.compile("⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
# Everything that can be read or heard, but for what Svelte and browsers write by themselves; dates are marked as well.
TEXTS = """() => {
  const texts = [];
  // Letters of a drawing stand apart, and make no word together.
  const read = (block) => {
    const copy = block.cloneNode(true);
    for (const letters of copy.querySelectorAll('svg text')) letters.append(' ');
    return copy.textContent;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: element, textContent } = walk.currentNode;
    if (textContent.trim() && !element.closest('script, style, noscript')) {
      const BLOCKS = 'p, li, dd, dt, h1, h2, h3, button, a, label, td, th, legend, caption, span, text';
      const block = element.closest(BLOCKS) ?? element;
      texts.push(read(block));
    }
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
  }
  return [document.title, ...texts];
}"""
# What reaches beyond the window's right edge, the innermost.
BEYOND = """() => [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.said, .wide'))
  .filter((one, _, all) => !all.some((other) => other !== one && one.contains(other)))
  .map((one) => `${one.tagName}.${one.getAttribute('class')}: ${one.textContent.trim().slice(0, 60)}`)"""
CLIPPED = """() => [...document.querySelectorAll('button, .button, a, label, h1, h2, h3, p, dt, dd, th')]
  .filter((one) => one.checkVisibility() && !one.closest('.said, .skip, [aria-hidden=true]'))
  .filter((one) => one.textContent.includes('⟦'))
  .filter((one) => {
    const style = getComputedStyle(one);
    const hides = (way) => way === 'hidden' || way === 'clip';
    return (hides(style.overflowX) && one.scrollWidth > one.clientWidth + 1)
      || (hides(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
  })
  .map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim()}`)"""


# Everything that the house sends to this page, kept before the page has it: answers, refusals and what comes by socket.
LISTENING = """window.told = [];
const ask = window.fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  window.told.push(await answer.clone().text());
  return answer;
};
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => window.told.push(data));
  }
};"""


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.lower()
    elif isinstance(value, dict):
        for name, part in value.items():
            yield str(name).lower()
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def sent_to(visitor: Visitor) -> set[str]:
    """All texts that the house has sent to the page, each whole, and what words its lines are put together from."""
    return {text for sent in visitor.page.evaluate("window.told") if sent for text in _strings(json.loads(sent))}


def unmarked(visitor: Visitor, name: str) -> list[str]:
    """What can be read that is neither a message of the pages nor something that the house has sent, nor one's name."""
    texts = visitor.page.evaluate(TEXTS)  # before what was sent: nothing can come in between that is read and not known
    known = set(WORD.findall(" ".join(sent_to(visitor) | {name})))
    found = []
    for text in texts:
        rest = text
        while MARKED.search(rest):
            rest = MARKED.sub(" ", rest)
        words = [word for word in WORD.findall(rest) if word.lower() not in known]
        if words:
            found.append(f"{' '.join(text.split())}: {words}")
    return sorted(set(found))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])
def test_every_word_of_the_pages_is_a_message(viewport: dict[str, int], pit: Pit, visiting: Visiting) -> None:
    table = pit.open("md-uth")
    visitor = visiting(viewport=viewport)
    visitor.context.add_init_script(PSEUDO + LISTENING)
    page = visitor.page
    found: list[str] = []
    name = pit.add(f"words-{table}-{viewport['width']}", 100_000, role="player")

    def look(where: str) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > viewport["width"]:
            found.append(f"{where} scrolls sideways, {wide} pixels wide: {page.evaluate(BEYOND)}")
        found.extend(f"{where}: {text}" for text in unmarked(visitor, name))
        found.extend(f"{where}, clipped: {text}" for text in page.evaluate(CLIPPED))

    page.goto("/sign-in")
    page.locator("input").nth(0).fill(name)
    page.locator("input").nth(1).fill(PASSWORD)
    page.locator("form button").click()
    expect(page.get_by_role("banner").get_by_role("link", name=name, exact=True)).to_be_visible()
    page.goto(f"/tables/{table}")
    page.locator(".dock button.main").click()
    spot = page.locator(".at.own[data-wager=ante] button")
    expect(spot).to_be_visible()
    look("an open table")
    spot.click()
    page.locator(".dock button.main").click()
    answers = page.locator(".dock [role=group] button[aria-keyshortcuts]")
    expect(answers.first).to_be_visible()
    look("an answer is awaited")
    for station in STATIONS:
        if station.whose not in ("anybody", "player"):
            continue
        page.goto(station.address.format(table=table))
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        expect(page.get_by_role("main").get_by_role("status").filter(has_text="…")).to_have_count(0)
        look(station.name)
    assert not found, "\n".join(found)
