"""Files that are whole at every moment, whoever is killed while they are written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - where there is no such lock, one process serves
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """While within, no other process of this machine is within with the same folder."""
    found = os.open(folder, os.O_RDONLY)
    try:
        if fcntl:
            fcntl.flock(found, fcntl.LOCK_EX)
        yield
    finally:
        os.close(found)


def locked(file: int) -> bool:
    """Locks an open file until it is closed, and tells whether it was free."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def replace_file(path: Path, data: bytes) -> None:
    """Gives the file other content; one at a time. What a killed process left of the same is written over."""
    fresh = path.with_name(f"{path.name}.new")
    with open(fresh, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # a power cut does not take the new name back
    finally:
        os.close(folder)
