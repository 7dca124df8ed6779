"""Cards slide and turn where motion is welcome, fade where it is not, and nothing jumps about while they are dealt."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Visiting
from tests.browser.pit import Pit
from tests.browser.visitor import Visitor

FADE_MS = 80
MOST_SHIFT = 0.02

# Every animation that is begun is noted, with how long it runs and whether it moves something.
NOTE_MOTION = """
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const moves = JSON.stringify(frames).match(/translate\\(|rotate/) !== null;
    window.motions.push({ ms: typeof options === 'number' ? options : options.duration, moves });
    return animate.call(this, frames, options);
  };
"""
NOTE_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      window.shifts.push([one.value, ...one.sources.map((source) => source.node?.className ?? '?')]);
  }).observe({ type: 'layout-shift', buffered: true });
"""


def play_a_round(pit: Pit, visitor: Visitor, rulebook: str) -> Page:
    table = pit.open(rulebook)
    visitor.come_as_guest()
    visitor.sit_at(table, 2)
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.play_on()
    return visitor.page


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_motion_follows_the_wish_of_the_system(wish: str, pit: Pit, visiting: Visiting) -> None:
    visitor = visiting(reduced_motion=wish)
    visitor.page.add_init_script(NOTE_MOTION)
    motions: list[dict[str, Any]] = play_a_round(pit, visitor, "md-uth").evaluate("window.motions")
    assert motions
    if wish == "reduce":
        assert not [motion for motion in motions if motion["moves"] or motion["ms"] > FADE_MS]
    else:
        assert {motion["ms"] for motion in motions if motion["moves"]} >= {180}


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE], ids=["1280", "390"])
@pytest.mark.parametrize("rulebook", ["md-tcp", "md-uth"])
def test_nothing_shifts_while_a_round_is_dealt(
    rulebook: str, viewport: dict[str, int], pit: Pit, visiting: Visiting
) -> None:
    visitor = visiting(viewport=viewport, reduced_motion="no-preference")
    table = pit.open(rulebook)
    visitor.come_as_guest()
    visitor.sit_at(table, 2)
    visitor.page.evaluate(f"() => {{ {NOTE_SHIFTS} }}")
    visitor.page.evaluate("window.shifts.length = 0")
    visitor.put_chips(["Ante"])
    visitor.deal()
    visitor.play_on()
    shifts = visitor.page.evaluate("window.shifts")
    assert sum(shift[0] for shift in shifts) < MOST_SHIFT, shifts
