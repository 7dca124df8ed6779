"""The houses elsewhere that a house knows while it runs: as its file says, which may be changed meanwhile."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock

from croupier.house.links.remote_house import RemoteHouse
from croupier.house.service.remote_house_file import RemoteHouseEntry, read_remote_houses, remote_house_of
from croupier.rulebook.errors import BadInput


class RemoteHouses(Mapping[str, RemoteHouse]):
    """Each house of the file as the house of that other name sees it, looked up in the file as it is now.

    Who was known stays so, where the file is taken away or cannot be read: a table is on that house's link.
    """

    def __init__(self, path: Path, house: str) -> None:
        self._path = path
        self._house = house
        self._looking = Lock()
        self._far: dict[str, RemoteHouseEntry] = {}
        self._found: dict[str, RemoteHouse] = {}
        self._moved: list[RemoteHouse] = []  # as they were before they moved; somebody may still be asking there
        self._read_at = self._stamp()
        self._learn()

    def close(self) -> None:
        """Close every connection to any of them."""
        for one in (*self._found.values(), *self._moved):
            one.close()

    def __getitem__(self, name: str) -> RemoteHouse:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def _now(self) -> dict[str, RemoteHouse]:
        with self._looking:
            stamp = self._stamp()
            if stamp != self._read_at:
                with suppress(BadInput):  # it is being written, or its owner is told by the next command
                    self._learn()
                    self._read_at = stamp
            return self._found

    def _learn(self) -> None:
        far = read_remote_houses(self._path)
        new = {name: one for name, one in far.items() if self._far.get(name) != one}
        self._moved += [self._found[name] for name in new if name in self._found]
        self._far |= new
        self._found = self._found | {name: remote_house_of(name, one, self._house) for name, one in new.items()}

    def _stamp(self) -> tuple[int, int, int] | None:
        """What changes when the file does."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino, found.st_size
