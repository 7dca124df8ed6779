"""`croupier serve` as people run it: the real command, its address, and what it needs."""

import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.service.house import House
from tests.cli.command import COMMAND
from tests.patience import PATIENCE_SECONDS


@contextmanager
def served(
    *arguments: str, descriptors: int | None = None, log: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The command while it runs, the address it gives, and the rest of what it says at first.

    It may have so many descriptors; what it logs goes to a file where one is named, else where the process says.
    """
    command: list[str] = [str(COMMAND), "serve", "--port", "0", *arguments]
    if descriptors:
        command = ["/bin/sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", *command]
    with ExitStack() as stack:
        errors = stack.enter_context(log.open("w")) if log else subprocess.PIPE
        process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True))
        try:
            assert process.stdout is not None
            first = first_with(process, "open at")
            address = re.search(r"https?://\S+", first)
            assert address, first
            yield process, address[0], first
        finally:
            ended(process)


def first_with(process: subprocess.Popen[str], words: str) -> str:
    """The first line that a process writes with these words in it; before that it may say what it is doing."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        if words in line:
            return line
        said += line
    raise AssertionError(f"it ended, and said only: {said}")


def ended(process: subprocess.Popen[str]) -> None:
    """Ends a process as Ctrl-C does, and where it does not hear that, all the same."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def until(holds: Callable[[], object]) -> None:
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it does not come to pass")


def well(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def new_house(url: str, keys: Path) -> None:
    load_keys(keys, create=True)
    with Database.open(url) as database:
        House(database, load_keys(keys)).open_cage()


def workers(process: subprocess.Popen[str]) -> set[int]:
    """The processes that serve, where there are several."""
    found = set()
    for child in psutil.Process(process.pid).children():
        with suppress(psutil.Error):  # it has just died
            if "spawn_main" in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


def self_signed(folder: Path) -> tuple[str, str]:
    """A certificate of this machine's own, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    plain = serialization.NoEncryption()
    written = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "key.pem").write_bytes(written)
    signed = built.sign(key, hashes.SHA256())
    (folder / "cert.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    return str(folder / "cert.pem"), str(folder / "key.pem")
