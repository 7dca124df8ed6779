"""The one error that people see, and the hint it gives at what was meant."""

import difflib
from collections.abc import Iterable

LONGEST = 600


class BadInput(Exception):  # noqa: N818 - it names what happened, not a failure of the program
    """Something given to Croupier cannot be used; the message is one line saying what to change, and by which clause.

    `sentence` and `clause` are the two apart; there is no clause where it is nobody's rule.
    """

    def __init__(self, sentence: str, clause: str = "") -> None:
        self.sentence, self.clause = _one_line(sentence), clause
        super().__init__(f"{self.sentence.rstrip('.')} ({clause})." if clause else self.sentence)


class NoRulebook(BadInput):
    """A rulebook that somebody brought is not there, or no longer as it was: what hangs on it cannot be told."""


def _one_line(sentence: str) -> str:
    """The sentence with unprintable characters spelled out and its middle cut where what was given runs on."""
    text = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in sentence)
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"


def nearest(word: str, words: Iterable[str]) -> str:
    """A hint at what was meant: the nearest word, or all of them."""
    known = list(words)
    near = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f"the nearest is {near[0]}" if near else f"there are {', '.join(known)}"
