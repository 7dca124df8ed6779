"""An automated scan of a page for what stands between it and who uses it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
NO_AXE = "axe-core is not installed: run make web, then these tests again."
GRAVE = ("serious", "critical")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCAN = "(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })"


def findings(page: Page, where: str) -> list[str]:
    """What is seriously wrong with the page as it stands; the page's own policy stays in force."""
    if not AXE.is_file():
        pytest.fail(NO_AXE)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8") + "; undefined")
    found: dict[str, Any] = page.evaluate(SCAN, TAGS)
    return [
        f"{where}: {one['id']} ({one['impact']}): {node['target']} {node['html'][:160]} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
