"""Columns of values as PostgreSQL writes arrays; its driver would take several times as long over lists."""

from collections.abc import Iterable


def of_texts(values: Iterable[str | None]) -> str:
    """An array of texts."""
    quoted = ['"' + v.replace("\\", r"\\").replace('"', r"\"") + '"' if v is not None else "NULL" for v in values]
    return "{" + ",".join(quoted) + "}"


def of_numbers(values: Iterable[int | None]) -> str:
    """An array of whole numbers, or of true and false."""
    return "{" + ",".join([str(value) if value is not None else "NULL" for value in values]) + "}"


def of_bytes(values: Iterable[bytes | None]) -> str:
    """An array of bytes."""
    return "{" + ",".join([rf'"\\x{value.hex()}"' if value is not None else "NULL" for value in values]) + "}"
