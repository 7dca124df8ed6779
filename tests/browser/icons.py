"""`python -m tests.browser.icons`: the PNG icons of the app, drawn by Chromium from the two SVG ones."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import NONE_HERE, installed, launched

PUBLIC = Path(__file__).parents[2] / "web" / "public"
# Each picture, its drawing and its size. Home screens of iOS round corners themselves: 180 has no transparent ones.
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-180.png": ("icons/maskable.svg", 180),
    "maskable-192.png": ("icons/maskable.svg", 192),
    "maskable-512.png": ("icons/maskable.svg", 512),
}


def drawn(browser: Browser, drawing: str, size: int) -> bytes:
    """A drawing as a PNG of that size, transparent where nothing is drawn."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{(PUBLIC / drawing).read_text()}"
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    """Draws them all."""
    program = installed()
    assert program, NONE_HERE
    with launched(program) as browser:
        for name, (drawing, size) in ICONS.items():
            (PUBLIC / "icons" / name).write_bytes(drawn(browser, drawing, size))


if __name__ == "__main__":
    main()
