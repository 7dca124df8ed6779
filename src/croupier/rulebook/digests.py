"""Digests: one name for exactly this content, whatever file, machine or spelling it came by."""

import hashlib
from fractions import Fraction
from typing import Any

import msgspec

from croupier.rulebook.law.base import Condition


def digest_of(value: Any, *, as_it_stands: bool = False) -> str:
    """SHA-256 over the value as JSON: the same content gives the same digest, any change another.

    Keys of mappings are sorted, unless the value is taken `as_it_stands`.
    """
    encoded = msgspec.json.encode(value, enc_hook=_encode, order=None if as_it_stands else "deterministic")
    return hashlib.sha256(encoded).hexdigest()


def _encode(value: Any) -> Any:
    if isinstance(value, Condition):
        return value.text
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise NotImplementedError(type(value))
