"""A run written down, to be gone on with: whole or not at all."""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.rulebook.errors import BadInput

FORMAT = 1


class NotKept(BadInput):
    """A checkpoint could not be written; the file, if there is one, is as it was."""


def write_checkpoint(file: Path, asked: Mapping[str, Any], state: Mapping[str, Any]) -> None:
    """Write beside the file and move into place, so that an earlier checkpoint is never lost to a later one."""
    text = json.dumps({"format": FORMAT, "asked": asked, "state": state})
    beside = None
    try:
        handle, beside = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.", suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(f"{_sum(text)}\n{text}")
            out.flush()
            os.fsync(out.fileno())
        Path(beside).replace(file)
    except OSError as error:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)
        raise NotKept(
            f"The checkpoint {file} cannot be written ({error.strerror}); what was played so far is reported, "
            "and an earlier checkpoint there is kept."
        ) from None


def read_checkpoint(file: Path, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """The state in a file; none where there is no file. One of another run, or damaged, is refused."""
    try:
        sum_, _, text = file.read_text("utf-8").partition("\n")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadInput(f"The checkpoint {file} cannot be read ({reason}); name another file.") from None
    try:
        found = json.loads(text) if sum_ == _sum(text) else None
    except ValueError:
        found = None
    if found is None or found.get("format") != FORMAT:
        raise BadInput(f"{file} is not a checkpoint of this version, or is damaged; name another file or delete it.")
    plain = json.loads(json.dumps(asked))
    for name, value in plain.items():
        if found["asked"].get(name) != value:
            raise BadInput(
                f"The checkpoint {file} is of a run with another {name}; name another file, or ask for the same run."
            )
    state: dict[str, Any] = found["state"]
    return state


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
