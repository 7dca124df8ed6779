"""The machine's own Chromium, driven by Playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.patience import PATIENCE_MS

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Chromium's own pages behind its address bar, a process for each window that nobody sees: a third of a test's work.
# What Playwright switches off is named again, for the last list is the one that counts.
SWITCHED_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    f"--disable-features={','.join(SWITCHED_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NONE_HERE = "no Chromium here; install Debian's chromium package"


def installed() -> str | None:
    """Where the machine's Chromium is, None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def launched(program: str) -> Iterator[Browser]:
    """A running Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS), timeout=PATIENCE_MS)
        try:
            yield browser
        finally:
            browser.close()
