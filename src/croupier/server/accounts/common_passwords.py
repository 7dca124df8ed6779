"""Passwords that are tried first: made of common words, of keys beside each other, years and repetitions.

A list of whole passwords would miss `Password1234!` for `password1234`. So a password is taken apart: what is common
counts as one piece however long it is, anything else as one for each character, and few pieces are too few.
"""

from collections.abc import Iterator
from importlib.resources import files

FEWEST = 4  # pieces of a password that is not tried first
SHORTEST_WALK = 3
LONGEST_DIGITS = 4

# What people type when they are asked for a password: words, names, teams, and words of this place.
WORDS = frozenset(files(__package__).joinpath("common_words.txt").read_text("utf-8").split())
# Keys as they lie beside each other, and what is counted up; each also from its end.
WALKS = (
    "01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm",
    "yxcvbnm", "1234567890-=", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp", "qweasdzxc",
    "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "zaq12wsxcde34rfvbgt5", "!@#$%^&*()", "123qwe", "147258369",
    "a1b2c3d4e5f6g7", "1a2b3c4d5e6f7g",
)  # fmt: skip
BOTH_WAYS = (*WALKS, *[walk[::-1] for walk in WALKS])
LOOKS_LIKE = str.maketrans("013457@$!|+", "oieastasiit")  # letters that people write otherwise


def is_common(password: str) -> bool:
    """Whether a password is one of those tried first."""
    text = password.lower()
    unit = _unit(text)
    return _pieces(unit) + (unit != text) < FEWEST


def _unit(text: str) -> str:
    """What a text repeats, from its beginning to its end; itself where it repeats nothing."""
    return text[: (text + text).find(text, 1)]


def _pieces(text: str) -> int:
    """The fewest pieces that a text is made of."""
    fewest = [0]
    plain = text.translate(LOOKS_LIKE)
    for end in range(1, len(text) + 1):
        fewest.append(1 + min(fewest[start] for start in _starts(text, plain, end)))
    return fewest[-1]


def _starts(text: str, plain: str, end: int) -> Iterator[int]:
    """Where a piece that ends there may begin."""
    yield end - 1
    for start in range(end - 1):
        if _is_one(text[start:end]) or plain[start:end] in WORDS:
            yield start


def _is_one(piece: str) -> bool:
    """Whether it is one piece, however long: a word, a repetition, a year or so, or keys beside each other."""
    if piece in WORDS or len(set(piece)) == 1:
        return True
    if piece.isdecimal() and len(piece) <= LONGEST_DIGITS:
        return True
    return len(piece) >= SHORTEST_WALK and any(piece in walk for walk in BOTH_WAYS)
