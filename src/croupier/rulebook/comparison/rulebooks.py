"""Two rulebooks of one game, value by value."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from croupier.rulebook.card import TITLES
from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.form import field_title
from croupier.rulebook.law.base import Requirement, Ruled
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.phrases import label, payload, phrase, words
from croupier.rulebook.walk import Key, walk


class Side(Struct, frozen=True):
    """What one of the two says, and where; by which reading, where no clause says it."""

    value: str
    clause: tuple[str, ...]
    reading: tuple[str, ...]


class Difference(Struct, frozen=True):
    """One key in both: `same`, `differs`, or `only here` where one side is None.

    `section` and `title` say in words what it is; `twin` names a paytable of the other rulebook with the same lines
    under another name.
    """

    key: str
    verdict: str
    left: Side | None
    right: Side | None
    twin: str = ""
    section: str = ""
    title: str = ""


def compare(left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    """Every value of either, in the order of the left rulebook and then what only the right one has."""
    require_one_game(left, right)
    here, there = _values(left), _values(right)
    renamed = _asked_otherwise(here, there)
    here, there = ({renamed.get(key, key): value for key, value in side.items()} for side in (here, there))
    places = {renamed.get(".".join(key), ".".join(key)): key for book in (right, left) for key, _ in walk(book)}
    keys = list(here) + [key for key in there if key not in here]
    editions = left.rulebook in _amended(right) or right.rulebook in _amended(left)
    return tuple(
        _named(_difference(key, here, there, editions), places[key], here.get(key, there.get(key)))
        for key in keys
        if _speaks(here.get(key)) or _speaks(there.get(key))
    )


def require_one_game(left: Rulebook, right: Rulebook) -> None:
    """Refuses two of different games: hardly a value of one has its like in the other."""
    if left.game != right.game:
        raise BadInput(
            f"{left.rulebook} is {left.game} and {right.rulebook} is {right.game}; compare two rulebooks of one game."
        )


def _named(found: Difference, key: Key, value: Ruled | None) -> Difference:
    section, *rest = key
    if isinstance(value, Requirement):
        title = f"Asked of a submission: {field_title(value.field)}"
    else:
        title = " › ".join(map(words, rest or [section]))
    return replace(found, section=TITLES.get(section, label(key[:1])), title=title[:1].upper() + title[1:])


def _amended(rulebook: Rulebook) -> tuple[str, ...]:
    return (rulebook.amends.document,) if rulebook.amends else ()


def _asked_otherwise(here: dict[str, Ruled], there: dict[str, Ruled]) -> dict[str, str]:
    """What both ask of a field by the same test, though under other conditions: each key without its condition."""
    apart: dict[str, tuple[list[str], list[str]]] = {}
    for side, values, others in ((0, here, there), (1, there, here)):
        for key, value in values.items():
            if isinstance(value, Requirement) and key not in others:
                apart.setdefault(key.partition(" when ")[0], ([], []))[side].append(key)
    pairs = ((stem, keys) for stem, keys in apart.items() if stem not in here | there)
    return {key[0]: stem for stem, keys in pairs if len(keys[0]) == len(keys[1]) == 1 for key in keys}


def _values(rulebook: Rulebook) -> dict[str, Ruled]:
    return {".".join(key): value for key, value in walk(rulebook)}


def _speaks(value: Ruled | None) -> bool:
    return value is not None and bool(payload(value))


def _difference(key: str, here: dict[str, Ruled], there: dict[str, Ruled], editions: bool) -> Difference:
    left, right = here.get(key), there.get(key)
    if left is None or right is None:
        twin = _twin(key, left, there) if left is not None else _twin(key, right, here)
        return Difference(key, "only here", _side(left), _side(right), twin)
    # Two editions of one text differ in its words too; of two texts, only the words that we chose would.
    if payload(left) == payload(right) and not (editions and phrase(left) != phrase(right)):
        return Difference(key, "same", _side(left), _side(right))
    if phrase(left) != phrase(right):
        return Difference(key, "differs", _side(left), _side(right))
    apart = [name for name in payload(left) | payload(right) if payload(left).get(name) != payload(right).get(name)]
    return Difference(key, "differs", _side(left, apart), _side(right, apart))


def _side(value: Ruled | None, parts: Sequence[str] = ()) -> Side | None:
    """What the value says; only these parts of it, spelled out, where its words hide what differs."""
    if value is None:
        return None
    said = payload(value)
    spelled = "; ".join(f"{words(name).rstrip()} {words(said.get(name, 'not said'))}" for name in parts or said)
    text = spelled if parts else phrase(value) or spelled or "said without more"
    return Side(text, value.clause, value.reading)


def _twin(key: str, value: Ruled | None, others: dict[str, Ruled]) -> str:
    """The other rulebook's table of the same wager that pays the same lines."""
    if not isinstance(value, Paytable):
        return ""
    stem = key.rpartition(value.id)[0]
    same_lines = (
        other.id
        for name, other in others.items()
        if isinstance(other, Paytable) and name.startswith(stem) and other.lines == value.lines
        if other.stake_cents == value.stake_cents
    )
    return ", ".join(same_lines)
