"""What earlier runs worked out, kept in the user's cache directory.

Everything kept is named after the content of the code that made it, so a change of code never meets an old
answer. Any file may be deleted, damaged or written by two processes at once: what cannot be read whole is worked
out again, and what cannot be written is simply not kept.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from croupier.odds.pieces import Run
from croupier.rulebook.errors import BadInput

Tell = Callable[[str], None]


def cache_folder(name: str) -> Path | None:
    """A folder of that name in the user's cache directory, made if need be; none where that is not allowed."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "croupier" / name
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError):  # no home at all is a RuntimeError, a name with a NUL a ValueError
        return None
    return folder if os.access(folder, os.W_OK) else None


def digest_of(folder: Path, pattern: str) -> str:
    """A name for the content of the files there."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob(pattern)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _code() -> str:
    return digest_of(Path(__file__).parent, "**/*.py")


def _quiet(_: str) -> None:
    pass


class Shelf:
    """Where results are looked up before they are worked out; `fresh` looks nothing up, and keeps what it makes.

    `tell` hears what is about to be worked out; `run` does pieces of it elsewhere, where there is an elsewhere.
    """

    def __init__(self, *, fresh: bool = False, tell: Tell = _quiet, run: Run | None = None) -> None:
        self.fresh = fresh
        self.tell = tell
        self.run = run
        self.made: dict[str, Any] = {}

    def has(self, name: str) -> bool:
        """Whether what has that name need not be worked out."""
        folder = None if self.fresh else cache_folder(f"odds-{_code()}")
        return name in self.made or (folder is not None and _read(folder / f"{name}.json") is not None)

    def get(self, name: str, work: str, make: Callable[[], Any]) -> Any:
        """What is kept under the name, or what `make` makes: plain JSON values. `work` says what that takes."""
        if name not in self.made:
            folder = cache_folder(f"odds-{_code()}")
            file = folder / f"{name}.json" if folder else None
            found = None if self.fresh or file is None else _read(file)
            if found is None:
                self.tell(work)
                found = _made(work, make)
                if file:
                    _write(file, found)
            self.made[name] = found
        return self.made[name]


def _made(work: str, make: Callable[[], Any]) -> Any:
    try:
        return make()
    except MemoryError:
        raise BadInput(f"There is too little memory for {work}; free about a gigabyte and run it again.") from None


def _read(file: Path) -> Any:
    """What the file holds; none where it is not there or not whole."""
    try:
        sum_, _, text = file.read_text("utf-8").partition("\n")
        return json.loads(text) if sum_ == _sum(text) else None
    except (OSError, ValueError):
        return None


def _write(file: Path, value: Any) -> None:
    """Writes beside the file and moves into place, so that no reader ever sees half of it."""
    text = json.dumps(value)
    with suppress(OSError):
        handle, beside = tempfile.mkstemp(dir=file.parent, prefix=f"{file.stem}.", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(f"{_sum(text)}\n{text}")
            Path(beside).replace(file)
        except OSError:
            Path(beside).unlink(missing_ok=True)


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
