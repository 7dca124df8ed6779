"""The browser app: its built files, and its first page for every address that the app itself makes sense of."""

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from litestar import Request, Response, get
from litestar.params import FromPath

from croupier.server.wire.errors import Problem

STATIC = Path(__file__).parents[1] / "static"
FIRST_PAGE = "index.html"
HASHED = "assets/"  # what the build names by its content, and never changes
NOT_BUILT = (
    "<!doctype html><html lang=en><title>Croupier</title>"
    "<p>The house is open, but its browser app is not built: run <code>make web</code>, then load this page again."
)
_SMALL = 1024  # bytes, not worth compressing


@get(["/", "/{path:path}"], include_in_schema=False, cache=False)
async def page(request: Request, path: FromPath[str] = "") -> Response[bytes]:  # type: ignore[type-arg]
    """A file of the browser app, or its first page."""
    name = path.lstrip("/")
    if name == "api" or name.startswith("api/"):
        raise Problem(404)
    return await _answer(name, "gzip" in request.headers.get("accept-encoding", ""))


async def _answer(name: str, zipped: bool) -> Response[bytes]:
    found = _file(name)
    if found is None and name.startswith(HASHED):
        raise Problem(404)
    found = found or _file(FIRST_PAGE)
    if found is None:
        return Response(NOT_BUILT.encode(), status_code=503, media_type="text/html; charset=utf-8")
    body = _content(found, found.stat().st_mtime_ns, zipped)
    headers = {"cache-control": _kept(name), "vary": "accept-encoding"}
    if zipped and body[:2] == b"\x1f\x8b":
        headers["content-encoding"] = "gzip"
    kind = guess_type(found.name)[0] or "application/octet-stream"
    return Response(body, media_type=kind, headers=headers)


def _kept(name: str) -> str:
    return "public, max-age=31536000, immutable" if name.startswith(HASHED) else "no-cache"


def _file(name: str) -> Path | None:
    """The file of that name among those that were built, and nowhere else."""
    try:
        found = (STATIC / name).resolve()
        return found if found.is_relative_to(STATIC.resolve()) and found.is_file() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=256)
def _content(file: Path, changed_ns: int, zipped: bool) -> bytes:
    content = file.read_bytes()
    if not zipped or len(content) < _SMALL or file.suffix in (".woff2", ".png", ".jpg", ".webp"):
        return content
    return gzip.compress(content, 9, mtime=0)


ROUTES = (page,)
