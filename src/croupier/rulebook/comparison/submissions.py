"""Two submissions, field by field, and the rulebooks behind them where they are not the same."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from croupier.rulebook.card import footnotes
from croupier.rulebook.check import leaves
from croupier.rulebook.comparison.rulebooks import Difference, Side, compare
from croupier.rulebook.form.form import SECTIONS, Question, field_title, form
from croupier.rulebook.form.said import said
from croupier.rulebook.form.values import kind_of, written
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load
from croupier.rulebook.readings import Reading, readings
from croupier.rulebook.shelf import example_text, remembered
from croupier.rulebook.submission import Submission, parse_submission

RULEBOOK, READINGS = "Rulebook", "Readings"


class Compared(Struct, frozen=True):
    """One side: a rulebook, or what is filed under it; `name` is what sentences call it."""

    name: str
    rules: str
    text: str = ""

    @property
    def filed(self) -> Submission:
        """What is filed; of a rulebook, the example that comes with it."""
        return parse_submission(self.submission, self.name)

    @property
    def submission(self) -> str:
        """The text of what is filed."""
        return self.text or example_text(self.rules)


class Comparison(Struct, frozen=True):
    """What is filed on either side, and what their rulebooks say: what is the same, too."""

    filed: tuple[Difference, ...]
    law: tuple[Difference, ...]

    @property
    def everything(self) -> tuple[Difference, ...]:
        """Both parts."""
        return (*self.filed, *self.law)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What is not the same."""
        return tuple(item for item in self.everything if item.verdict != "same")


def compare_sides(left: Compared, right: Compared) -> Comparison:
    """Two submissions, two rulebooks, or a submission and the example that comes with a rulebook.

    Two that are filed under one rulebook differ in nothing but what is filed.
    """
    law = _law(left.rules, right.rules)
    if not left.text and not right.text:
        return Comparison((), law)
    filed = tuple(_submissions(left.filed, right.filed))
    if left.rules == right.rules:
        return Comparison(filed, ())
    return Comparison((_rulebooks(load(left.rules), load(right.rules)), *filed), law)


@remembered
def _law(left: str, right: str) -> tuple[Difference, ...]:
    """What two rulebooks say, by their ids: anybody may ask, and there are few."""
    here, there = load(left), load(right)
    return (*compare(here, there), *_readings(here, there))


def _rulebooks(left: Rulebook, right: Rulebook) -> Difference:
    """That there are two."""
    here, there = (Side(f"{book.title}. {book.standing}.", (), book.status_reading) for book in (left, right))
    return Difference("rules", "differs", here, there, section=RULEBOOK, title=RULEBOOK)


def _readings(left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    """What had to be decided about the text of either."""
    here, there = ({one.id: one for one in footnotes(book)} for book in (left, right))
    for name in dict.fromkeys((*here, *there)):
        sides = _read(here.get(name)), _read(there.get(name))
        verdict = "same" if all(sides) else "only here"
        yield Difference(f"readings.{name}", verdict, *sides, section=READINGS, title=readings()[name].title)


def _read(reading: Reading | None) -> Side | None:
    return Side(reading.adopted, (), (reading.id,)) if reading else None


def _submissions(left: Submission, right: Submission) -> Iterator[Difference]:
    here, there = _questions(left), _questions(right)
    for section, title in SECTIONS.items():
        for field in dict.fromkeys((*here, *there)):
            if field.partition(".")[0] == section:
                yield from _field(field, title, here.get(field), there.get(field))


def _field(field: str, section: str, left: Question | None, right: Question | None) -> Iterator[Difference]:
    sides = _side(left), _side(right)
    asked = [question for question in (left, right) if question]
    if not all(sides) and not any(question.value for question in asked):
        return  # one of the two rulebooks asks, and nothing is answered
    same = left and right and left.value == right.value and sides[0] and sides[1] and sides[0].value == sides[1].value
    verdict = "same" if same else "differs" if all(sides) else "only here"
    yield Difference(field, verdict, *sides, section=section, title=asked[0].title)


def _questions(filed: Submission) -> Mapping[str, Question]:
    """Every field that is asked for or filled in."""
    found = {question.field: question for section in form(filed).sections for question in section.questions}
    for field in leaves(filed):
        if field not in found:
            kind = kind_of(field)
            value = written(filed.look(field), kind)
            found[field] = Question(field=field, title=field_title(field), kind=kind, value=value, law=())
    return found


def _side(question: Question | None) -> Side | None:
    """What is filed there, or what holds as nothing is; nothing where neither is so."""
    if question is None or not (question.value or question.default):
        return None
    cited = dict.fromkeys(name for law in question.law for name in law.clauses)
    text = said(question) if question.value else f"not filed, so {question.default}"
    return Side(
        text,
        tuple(name for name in cited if name not in readings()),
        tuple(name for name in cited if name in readings()),
    )
