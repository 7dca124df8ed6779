"""A no: what cannot be done, why, which clause says so, and what to do instead."""

from msgspec import Struct


class Refusal(Struct, frozen=True, gc=False):
    """Why a command changes nothing. `code` is for programs, `sentence` for people."""

    code: str
    sentence: str
    clause: str
