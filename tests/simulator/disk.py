"""A simulated disk: what was written is seen at once, and lasts only once it was synced, unless the disk lies."""

from random import Random

SECTOR_BYTES = 512  # what a disk writes whole or not at all
Write = tuple[int, bytes]  # where, and what


class File:
    """One file: as programs see it, as it would be after a power cut, and what lies between the two."""

    def __init__(self, content: bytes = b"") -> None:
        self.seen = bytearray(content)
        self._lasting = bytearray(content)
        self._between: list[Write | int] = []  # writes since the last sync; a number is the size it was cut to

    def read(self, place: int, length: int) -> bytes:
        """So many bytes, fewer where the file ends."""
        return bytes(self.seen[place : place + length])

    def write(self, place: int, data: bytes) -> None:
        """Puts bytes there; what lies before them and was never written is zero."""
        _put(self.seen, place, data)
        self._between.append((place, data))

    def truncate(self, size: int) -> None:
        """Cuts the file off."""
        del self.seen[size:]
        self._between.append(size)

    def sync(self) -> None:
        """All that was written lasts."""
        for change in self._between:
            _change(self._lasting, change)
        self._between.clear()

    def lose_power(self, chance: Random) -> None:
        """Of what was not synced some sectors are there and some are not, whatever the order they were written in."""
        share = chance.choice((0.0, 0.5, 0.9, 1.0))
        for change in self._between:
            if isinstance(change, int):
                if chance.random() < share:
                    _change(self._lasting, change)
                continue
            place, data = change
            for start in range(0, len(data), SECTOR_BYTES):
                if chance.random() < share:
                    _put(self._lasting, place + start, data[start : start + SECTOR_BYTES])
        self.seen = bytearray(self._lasting)
        self._between.clear()


def _change(content: bytearray, change: Write | int) -> None:
    if isinstance(change, int):
        del content[change:]
    else:
        _put(content, *change)


def _put(content: bytearray, place: int, data: bytes) -> None:
    if len(content) < place:
        content.extend(bytes(place - len(content)))
    content[place : place + len(data)] = data


class Disk:
    """The files of one house, and how its disk is today.

    A disk that is `lying` says that a sync was done and does nothing; one that is `full` takes no more; one that is
    `failing` neither reads nor writes; `unreachable_from` names houses that are cut off from it.
    """

    def __init__(self, name: str, files: dict[str, bytes] | None = None) -> None:
        self.name = name
        self.files = {file: File(content) for file, content in (files or {}).items()}
        self._deleted: dict[str, File] = {}  # since the last sync of anything here
        self.lying = False
        self.full = False
        self.failing = False
        self.unreachable_from: set[str] = set()
        self.syncs_lied = 0

    def sync(self, file: File) -> None:
        """A program asks that a file lasts."""
        if self.lying:
            self.syncs_lied += 1
            return
        file.sync()
        self._deleted.clear()

    def delete(self, name: str, lasting: bool) -> None:
        """Takes a file away; unless it is `lasting`, a power cut may bring it back."""
        gone = self.files.pop(name, None)
        if gone and not lasting:
            self._deleted[name] = gone

    def lose_power(self, chance: Random) -> None:
        """What a power cut leaves."""
        for name, file in self._deleted.items():
            if name not in self.files and chance.random() < 0.5:
                self.files[name] = file
        self._deleted.clear()
        for file in self.files.values():
            file.lose_power(chance)
        self.lying = self.full = self.failing = False

    def image(self) -> dict[str, bytes]:
        """The files as they are seen now."""
        return {name: bytes(file.seen) for name, file in self.files.items()}
