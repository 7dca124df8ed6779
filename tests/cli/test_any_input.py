"""Whatever is filed, the answer is findings or one line that says what to change: never anything else."""

import datetime
import tomllib
from typing import Any
from unicodedata import category

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cli.check import example_text
from croupier.rulebook.check import check
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.finding import Finding
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.sign import posting
from croupier.rulebook.submission import parse_submission

EXAMPLES = {name: example_text(name) for name in rulebook_ids()}
WORDS = sorted(
    {word.strip(" \"'[]=,#") for text in EXAMPLES.values() for word in text.split()} - {""},
)


def answer(text: str) -> tuple[Finding, ...] | None:
    """What the check finds, None where the text is refused; a clean submission must also resolve and print."""
    try:
        filed = parse_submission(text, "any.toml")
        found = check(filed)
    except BadInput as refused:
        sentence = str(refused)
        assert sentence.isprintable()
        assert sentence.endswith(".")
        assert 10 < len(sentence) <= 700
        return None
    for finding in found:
        assert finding.severity in ("violation", "warning")
        assert finding.field
        assert finding.clause or "has no effect" in finding.message, "only what is nobody's rule cites nobody"
        assert not any(category(letter) in ("Cc", "Zl", "Zp") for letter in finding.message + finding.field)
    if not any(finding.severity == "violation" for finding in found):
        assert posting(resolve(filed), filed).tables
    return found


# TOML as it is written, so that trees can be mutated and read back.


def key(name: str) -> str:
    """A key in quotes."""
    return '"' + "".join(letter if letter.isalnum() else f"\\U{ord(letter):08x}" for letter in name) + '"'


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return key(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key(name)} = {written(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def document(tree: dict[str, Any]) -> str:
    """A tree as a TOML document."""
    return "".join(f"{key(name)} = {written(value)}\n" for name, value in tree.items())


TEXT = st.one_of(st.sampled_from(WORDS), st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
NUMBERS = st.one_of(st.integers(-3, 12), st.integers(), st.integers(-(10**200), 10**200))
LEAVES = st.one_of(
    TEXT,
    NUMBERS,
    st.booleans(),
    st.floats(),
    st.dates(),
    st.sampled_from(["14.5 %", "50 to 1", "300 for 1", "push", "$5"]),
)
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=8
)


def like(value: Any) -> st.SearchStrategy[Any]:
    """Values of the same kind, which the reader lets through to the check."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(0, 1000) | st.integers(0, 10**11)
    if isinstance(value, list) and value:
        return st.lists(st.sampled_from(value), unique_by=str)
    return TEXT if isinstance(value, str) else TREES


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """An example with a few of its tables' entries replaced, added, moved or taken out."""
    tree = tomllib.loads(EXAMPLES[draw(st.sampled_from(sorted(EXAMPLES)))])
    for _ in range(draw(st.integers(1, 4))):
        table = tree
        while True:
            inner = [name for name, value in table.items() if isinstance(value, dict)]
            if not inner or not draw(st.integers(0, 3)):
                break
            table = table[draw(st.sampled_from(inner))]
        names = [name for name in table if table is not tree or name != "rules"] or ["name"]
        name = draw(st.one_of(st.sampled_from(names), st.sampled_from(names), TEXT))
        if draw(st.integers(0, 4)):
            table[name] = draw(st.one_of(like(table.get(name)), like(table.get(name)), TREES))
        else:
            table.pop(name, None)
    return document(tree)


@st.composite
def scribbled(draw: st.DrawFn) -> str:
    """The text of an example with a passage of it replaced."""
    text = EXAMPLES[draw(st.sampled_from(sorted(EXAMPLES)))]
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 30)))
    return text[:start] + draw(st.one_of(st.text(max_size=12), TEXT)) + text[end:]


def test_the_examples_survive_being_written_anew() -> None:
    for text in EXAMPLES.values():
        assert tomllib.loads(document(tomllib.loads(text))) == tomllib.loads(text)
        assert answer(document(tomllib.loads(text))) == ()


@given(st.text())
def test_any_text(text: str) -> None:
    answer(text)


@given(st.sampled_from(rulebook_ids()), st.dictionaries(TEXT, TREES, max_size=5))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_tree(rulebook: str, tree: dict[str, Any]) -> None:
    answer(document(tree | {"rules": rulebook}))


@given(mutated())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=300)
def test_any_mutated_tree(text: str) -> None:
    answer(text)


@given(scribbled())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=200)
def test_any_scribbled_text(text: str) -> None:
    answer(text)
