"""The real SQLite on simulated disks: a file system of our own, told to the library that Python itself uses.

SQLite's code, its log, locks and recovery are all real; only where bytes go is ours. Every call comes through `before`,
which may let time pass, or find that the process is dead by now.
"""

import _sqlite3
import ctypes as ct
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.simulator.disk import Disk, File
from tests.simulator.processes import Process, current

OK, BUSY, READONLY, IOERR, FULL, CANTOPEN = 0, 5, 8, 10, 13, 14
SHORT_READ, NO_SHM_LOCK = 522, 5386
MAIN_JOURNALS = 0x00080800 | 0x00000800  # a log or a journal may be made, a database may not
SHARED, RESERVED, PENDING, EXCLUSIVE = 1, 2, 3, 4
SHM_UNLOCK, SHM_SHARED = 1, 4
SHM_LOCKS = 8
POWERSAFE_OVERWRITE = 0x1000
NAME = b"simulated"
DAY_ZERO_MS = 210866760000000  # 1970 in Julian milliseconds
Before = Callable[["Handle", str], None]

_P, _I, _L = ct.c_void_p, ct.c_int, ct.c_int64


class _Methods(ct.Structure):
    _fields_ = (
        ("version", _I),
        ("close", ct.CFUNCTYPE(_I, _P)),
        ("read", ct.CFUNCTYPE(_I, _P, _P, _I, _L)),
        ("write", ct.CFUNCTYPE(_I, _P, _P, _I, _L)),
        ("truncate", ct.CFUNCTYPE(_I, _P, _L)),
        ("sync", ct.CFUNCTYPE(_I, _P, _I)),
        ("size", ct.CFUNCTYPE(_I, _P, ct.POINTER(_L))),
        ("lock", ct.CFUNCTYPE(_I, _P, _I)),
        ("unlock", ct.CFUNCTYPE(_I, _P, _I)),
        ("check_reserved", ct.CFUNCTYPE(_I, _P, ct.POINTER(_I))),
        ("control", ct.CFUNCTYPE(_I, _P, _I, _P)),
        ("sector_size", ct.CFUNCTYPE(_I, _P)),
        ("characteristics", ct.CFUNCTYPE(_I, _P)),
        ("shm_map", ct.CFUNCTYPE(_I, _P, _I, _I, _I, ct.POINTER(_P))),
        ("shm_lock", ct.CFUNCTYPE(_I, _P, _I, _I, _I)),
        ("shm_barrier", ct.CFUNCTYPE(None, _P)),
        ("shm_unmap", ct.CFUNCTYPE(_I, _P, _I)),
    )


class _OpenFile(ct.Structure):
    _fields_ = (("methods", ct.POINTER(_Methods)),)


class _System(ct.Structure):
    _fields_ = (
        ("version", _I),
        ("file_size", _I),
        ("longest_path", _I),
        ("next", _P),
        ("name", ct.c_char_p),
        ("data", _P),
        ("open", ct.CFUNCTYPE(_I, _P, ct.c_char_p, _P, _I, ct.POINTER(_I))),
        ("delete", ct.CFUNCTYPE(_I, _P, ct.c_char_p, _I)),
        ("access", ct.CFUNCTYPE(_I, _P, ct.c_char_p, _I, ct.POINTER(_I))),
        ("full_path", ct.CFUNCTYPE(_I, _P, ct.c_char_p, _I, _P)),
        ("load", _P),
        ("load_error", _P),
        ("load_symbol", _P),
        ("unload", _P),
        ("randomness", ct.CFUNCTYPE(_I, _P, _I, _P)),
        ("sleep", ct.CFUNCTYPE(_I, _P, _I)),
        ("current_time", ct.CFUNCTYPE(_I, _P, ct.POINTER(ct.c_double))),
        ("last_error", ct.CFUNCTYPE(_I, _P, _I, _P)),
        ("current_time_ms", ct.CFUNCTYPE(_I, _P, ct.POINTER(_L))),
    )


class Memory:
    """What the connections to one database share in memory, and which of them holds which lock on it."""

    def __init__(self) -> None:
        self.regions: list[Any] = []
        self.attached: set[Handle] = set()
        self.readers: list[set[Handle]] = [set() for _ in range(SHM_LOCKS)]
        self.writer: list[Handle | None] = [None] * SHM_LOCKS

    def lock(self, handle: "Handle", slots: range, shared: bool) -> bool:
        """Takes the slots if nobody is in the way."""
        for slot in slots:
            others = self.readers[slot] - {handle}
            if self.writer[slot] not in (None, handle) or (others and not shared):
                return False
        for slot in slots:
            if shared:
                self.readers[slot].add(handle)
            else:
                self.writer[slot] = handle
        return True

    def unlock(self, handle: "Handle", slots: range) -> None:
        """Lets the slots go."""
        for slot in slots:
            self.readers[slot].discard(handle)
            if self.writer[slot] is handle:
                self.writer[slot] = None


class Handle:
    """A file that a process has open."""

    def __init__(self, disk: Disk, name: str, file: File, process: Process | None, opened: "OpenFiles") -> None:
        self.disk = disk
        self.name = name
        self.file = file
        self.process = process
        self.level = 0
        self.memory: Memory | None = None
        self._opened = opened

    @property
    def cut_off(self) -> bool:
        """Whether nothing comes through any more, or for now."""
        process = self.process
        if process is None:  # who looks on without taking part
            return False
        return process.dead or self.disk.failing or process.house in self.disk.unreachable_from

    def others(self) -> Iterator["Handle"]:
        """Who else has the same file open."""
        return (other for other in self._opened.of(self.disk, self.name) if other is not self)


class OpenFiles:
    """Everything that anybody has open."""

    def __init__(self) -> None:
        self.handles: dict[int, Handle] = {}
        self.memories: dict[tuple[int, str], Memory] = {}

    def of(self, disk: Disk, name: str) -> Iterator[Handle]:
        return (handle for handle in self.handles.values() if handle.disk is disk and handle.name == name)


class FileSystem:
    """SQLite's file system over simulated disks, each in a folder that is otherwise empty."""

    def __init__(self) -> None:
        self.disks: dict[str, Disk] = {}  # by folder
        self.before: Before = lambda handle, call: None
        self.pause: Callable[[float], None] = lambda seconds: None
        self.entropy: Callable[[int], bytes] = bytes
        self.now_ms = 0
        self._open_files = OpenFiles()
        self._methods = _Methods(
            2,
            *[kind(getattr(self, f"_{name}")) for name, kind in _Methods._fields_[1:]],
        )
        self._system = _System()
        self._fill_in()

    def _fill_in(self) -> None:
        system = self._system
        system.version, system.file_size, system.longest_path, system.name = 2, ct.sizeof(_OpenFile), 512, NAME
        for name, kind in _System._fields_[6:]:
            if kind is not _P:
                setattr(system, name, kind(getattr(self, f"_{name}")))

    def _place(self, path: str) -> tuple[Disk, str] | None:
        folder, name = os.path.split(path)
        disk = self.disks.get(folder)
        return (disk, name) if disk else None

    # The system's calls

    def _open(self, _system: int, path: bytes | None, file: int, flags: int, out: Any) -> int:
        opened = _OpenFile.from_address(file)
        opened.methods = ct.POINTER(_Methods)()
        if path is None:
            handle = Handle(Disk("scratch"), "", File(), None, self._open_files)
        else:
            found = self._place(path.decode())
            if found is None:
                return CANTOPEN
            disk, name = found
            handle = Handle(disk, name, disk.files.get(name) or File(), current(), self._open_files)
            self.before(handle, "open")
            if handle.cut_off:
                return CANTOPEN
            if name not in disk.files:
                if not name.endswith(("-wal", "-journal")) and not flags & 0x4:
                    return CANTOPEN
                disk.files[name] = handle.file
        opened.methods = ct.pointer(self._methods)
        self._open_files.handles[file] = handle
        if out:
            out[0] = flags
        return OK

    def _delete(self, _system: int, path: bytes, lasting: int) -> int:
        found = self._place(path.decode())
        process = current()
        if found is None or (process and (process.dead or process.house in found[0].unreachable_from)):
            return IOERR
        found[0].delete(found[1], bool(lasting))
        return OK

    def _access(self, _system: int, path: bytes, _flags: int, out: Any) -> int:
        found = self._place(path.decode())
        out[0] = int(found is not None and found[1] in found[0].files)
        return OK

    def _full_path(self, _system: int, path: bytes, _size: int, out: int) -> int:
        ct.memmove(out, path + b"\0", len(path) + 1)
        return OK

    def _randomness(self, _system: int, length: int, out: int) -> int:
        ct.memmove(out, self.entropy(length), length)
        return length

    def _sleep(self, _system: int, microseconds: int) -> int:
        self.pause(microseconds / 1e6)
        return microseconds

    def _current_time(self, _system: int, out: Any) -> int:
        out[0] = (DAY_ZERO_MS + self.now_ms) / 86_400_000
        return OK

    def _current_time_ms(self, _system: int, out: Any) -> int:
        out[0] = DAY_ZERO_MS + self.now_ms
        return OK

    def _last_error(self, _system: int, _length: int, _out: int) -> int:
        return OK

    # The calls of an open file

    def _close(self, file: int) -> int:
        handle = self._open_files.handles.pop(file)
        if handle.memory:
            self._detach(handle)
        return OK

    def _read(self, file: int, out: int, length: int, place: int) -> int:
        handle = self._open_files.handles[file]
        self.before(handle, "read")
        if handle.cut_off:
            return IOERR
        data = handle.file.read(place, length)
        ct.memmove(out, data, len(data))
        if len(data) < length:
            ct.memset(out + len(data), 0, length - len(data))
            return SHORT_READ
        return OK

    def _write(self, file: int, data: int, length: int, place: int) -> int:
        handle = self._open_files.handles[file]
        self.before(handle, "write")
        if handle.cut_off:
            return IOERR
        if handle.disk.full:
            return FULL
        handle.file.write(place, ct.string_at(data, length))
        return OK

    def _truncate(self, file: int, size: int) -> int:
        handle = self._open_files.handles[file]
        self.before(handle, "truncate")
        if handle.cut_off:
            return IOERR
        handle.file.truncate(size)
        return OK

    def _sync(self, file: int, _flags: int) -> int:
        handle = self._open_files.handles[file]
        self.before(handle, "sync")
        if handle.cut_off:
            return IOERR
        handle.disk.sync(handle.file)
        self.before(handle, "synced")
        return IOERR if handle.cut_off else OK

    def _size(self, file: int, out: Any) -> int:
        handle = self._open_files.handles[file]
        if handle.cut_off:
            return IOERR
        out[0] = len(handle.file.seen)
        return OK

    def _lock(self, file: int, level: int) -> int:
        handle = self._open_files.handles[file]
        if handle.level >= level:
            return OK
        if handle.cut_off:
            return IOERR
        highest = max((other.level for other in handle.others()), default=0)
        if level == SHARED and highest >= PENDING:
            return BUSY
        if level >= RESERVED and highest >= RESERVED:
            return BUSY
        if level == EXCLUSIVE and highest >= SHARED:
            handle.level = PENDING
            return BUSY
        handle.level = level
        return OK

    def _unlock(self, file: int, level: int) -> int:
        handle = self._open_files.handles[file]
        handle.level = min(handle.level, level)
        return OK

    def _check_reserved(self, file: int, out: Any) -> int:
        handle = self._open_files.handles[file]
        out[0] = int(handle.level >= RESERVED or any(other.level >= RESERVED for other in handle.others()))
        return OK

    def _control(self, _file: int, _operation: int, _argument: int) -> int:
        return 12  # not known here

    def _sector_size(self, _file: int) -> int:
        return 4096

    def _characteristics(self, _file: int) -> int:
        return POWERSAFE_OVERWRITE

    # What connections share in memory

    def _shm_map(self, file: int, region: int, size: int, extend: int, out: Any) -> int:
        handle = self._open_files.handles[file]
        if handle.cut_off:
            return IOERR
        if handle.memory is None:
            key = (id(handle.disk), handle.name)
            known = self._open_files.memories.get(key)
            if known is None or not known.attached:  # who comes first begins anew, and reads the log again
                known = self._open_files.memories[key] = Memory()
            known.attached.add(handle)
            handle.memory = known
        regions = handle.memory.regions
        while extend and len(regions) <= region:
            regions.append(ct.create_string_buffer(size))
        out[0] = ct.addressof(regions[region]) if region < len(regions) else None
        return OK

    def _shm_lock(self, file: int, first: int, count: int, flags: int) -> int:
        handle = self._open_files.handles[file]
        slots, memory = range(first, first + count), handle.memory
        assert memory is not None
        if flags & SHM_UNLOCK:
            memory.unlock(handle, slots)
            return OK
        self.before(handle, "lock")
        if handle.cut_off:
            return NO_SHM_LOCK
        if not memory.lock(handle, slots, bool(flags & SHM_SHARED)):
            return BUSY
        self.before(handle, "locked")  # what is read now is as it was at this moment, however long that takes
        return OK

    def _shm_barrier(self, _file: int) -> None:
        return

    def _shm_unmap(self, file: int, _delete: int) -> int:
        handle = self._open_files.handles[file]
        if handle.memory:
            self._detach(handle)
        return OK

    def _detach(self, handle: Handle) -> None:
        assert handle.memory is not None
        handle.memory.unlock(handle, range(SHM_LOCKS))
        handle.memory.attached.discard(handle)
        handle.memory = None

    def bury(self, process: Process) -> None:
        """Lets go of all that a dead process held; its connections may take a while to be cleared away."""
        for handle in self._open_files.handles.values():
            if handle.process is process:
                handle.level = 0
                if handle.memory:
                    handle.memory.unlock(handle, range(SHM_LOCKS))
                    handle.memory.attached.discard(handle)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Every database opened meanwhile is on a simulated disk."""
        library = _library()
        usual = library.sqlite3_vfs_find(None)
        library.sqlite3_vfs_register(ct.byref(self._system), 1)
        try:
            yield
        finally:
            library.sqlite3_vfs_register(usual, 1)
            library.sqlite3_vfs_unregister(ct.byref(self._system))


FILES = FileSystem()  # one for good: a connection that is cleared away late still calls it


def _library() -> ct.CDLL:
    """The very library that Python's own sqlite3 calls."""
    library = ct.CDLL(getattr(_sqlite3, "__file__", None))  # what it is linked with is found through it
    library.sqlite3_vfs_find.restype = _P
    library.sqlite3_vfs_find.argtypes = (ct.c_char_p,)
    library.sqlite3_vfs_register.argtypes = (_P, _I)
    library.sqlite3_vfs_unregister.argtypes = (_P,)
    return library
