"""The browser app's files: the right ones, to be kept as long as they stay the same, and no other file."""

from pathlib import Path

import pytest

from croupier.server.app import web
from tests.server.live import Live

SCRIPT = "console.log('a'); " * 200


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A browser app, as the build leaves it; a secret lies beside it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Croupier</title>", "utf-8")
    (folder / "assets" / "app-1a2b.js").write_text(SCRIPT, "utf-8")
    (folder / "icon.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "secret.txt").write_text("seven", "utf-8")
    monkeypatch.setattr(web, "STATIC", folder)
    return folder


@pytest.mark.parametrize("path", ["/", "/tables/three-card", "/history/hold-em/12", "/sign-in", "/no.such.page"])
def test_the_first_page_for_every_address_of_the_app(crew_server: Live, built: Path, path: str) -> None:
    answer = crew_server.browser().get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text == (built / "index.html").read_text("utf-8")


def test_what_is_named_by_its_content_is_kept_for_good(crew_server: Live, built: Path) -> None:
    browser = crew_server.browser()
    answer = browser.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == SCRIPT
    assert answer.num_bytes_downloaded < len(SCRIPT) // 4
    plain = browser.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT
    assert browser.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")


def test_an_asset_that_is_gone_is_no_page(crew_server: Live, built: Path) -> None:
    assert crew_server.browser().get("/assets/app-of-yesterday.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..\\secret.txt",
        "/a%00b",
        "//secret.txt",
    ],
)
def test_no_other_file(crew_server: Live, built: Path, path: str) -> None:
    answer = crew_server.browser().get(path)
    assert answer.status_code in (200, 400, 404)
    assert "seven" not in answer.text


def test_a_file_that_was_built_anew_is_served_anew(crew_server: Live, built: Path) -> None:
    browser = crew_server.browser()
    assert "Croupier" in browser.get("/").text
    (built / "index.html").write_text("<!doctype html><title>Later</title>", "utf-8")
    assert "Later" in browser.get("/").text


def test_an_app_that_is_not_built_says_how(crew_server: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "STATIC", tmp_path / "nothing")
    answer = crew_server.browser().get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
