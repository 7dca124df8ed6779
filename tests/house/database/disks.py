"""Real faults of a disk: a small one that fills up, a file or folder that may not be written, a file's limit."""

import os
import pwd
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, mebibytes: int) -> Iterator[Path]:
    """A disk of this size; mounting one takes rights that not every machine gives."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=777", "croupier", str(place)]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("a full disk needs a small one, and there is no mount command here")
    if done.returncode != 0:
        pytest.skip(f"a full disk needs a small one, and mounting it was refused: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


@contextmanager
def copy_of_ours(file: Path) -> Iterator[Path]:
    """A copy of the file in a folder of its own, and no rights but an owner's: root, who has all, gives itself up."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy = Path(shutil.copyfile(file, folder / file.name))
        root = os.geteuid() == 0
        if root:
            nobody = pwd.getpwnam("nobody").pw_uid
            os.chown(folder, nobody, -1)
            os.chown(copy, nobody, -1)
            os.seteuid(nobody)
        try:
            yield copy
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o700)


@contextmanager
def files_limited_to(size: int) -> Iterator[None]:
    """No file of this process can grow beyond the size: a write past it fails as a broken disk's would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
