"""The fixed witnesses of a rule document: rounds, submissions and signs in which a changed value must show."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import croupier.rulebook.load as loading
from croupier.rulebook.check import check, menu_name
from croupier.rulebook.elect import GameRules, _completed, _require_choice, _rules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load, parse, rulebook_ids, source_of
from croupier.rulebook.sign import posting
from croupier.rulebook.strict import Source
from croupier.rulebook.submission import Submission
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.procedure import devices, script
from croupier.table.procedure.dealer import next_duty
from croupier.table.settlement import terms
from croupier.table.settlement.described import RoundDescribed, _elected, elected_rules, settle_described
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State
from tests.playthroughs.play import playthroughs
from tests.table.pit import FILED

from .altered import Change
from .described_rounds import settlements
from .filings import filings
from .more_rounds import more_rounds
from .tries import tries


class Witness(Struct, frozen=True):
    """A round, or several, that was played once: what was filed for its table and every command, also those refused.

    `tries` are commands that are tried after each of them, without being carried out.
    """

    name: str
    filed: Submission
    commands: tuple[c.AnyCommand, ...]
    tries: tuple[c.AnyCommand, ...] = ()


TRIED = ("idle_table", "recut", "pre_shuffled_deck", "award_whole_meter", "electronic_automated_shoe")


@cache
def rounds(rulebook: str) -> tuple[Witness, ...]:
    """The rounds that bear witness to a rulebook."""
    found, same = [], dict[str, Submission]()
    for path, play in playthroughs().items():
        folder, _, name = path.removesuffix(".txt").partition("/")
        if folder == rulebook:
            told = play()
            filed = same.setdefault(told.rules.digest, FILED[told.rules.digest])
            found.append(Witness(name, filed, tuple(told.commands)))
    found += [
        Witness(f"{one.name} with tries", one.filed, one.commands, tries(rulebook))
        for one in found
        if one.name in TRIED or "ordinary" in one.name
    ]
    for name, table in more_rounds(rulebook):
        filed = same.setdefault(table.rules.digest, FILED[table.rules.digest])
        found.append(Witness(name, filed, tuple(table.commands), tries(rulebook) if name in TRIED else ()))
    return tuple(found)


def told(rules: GameRules, witness: Witness) -> Iterator[Any]:
    """What comes of each command, and what is due after it; sentences and the rules' own name are left out."""
    state = State()
    for command in witness.commands:
        for wish in witness.tries:
            answer = decide(rules, state, wish)
            yield (answer.code, answer.clause) if isinstance(answer, Refusal) else _nameless(answer)
        answer = decide(rules, state, command)
        if isinstance(answer, Refusal):
            yield (answer.code, answer.clause)
            continue
        for event in answer:
            state = evolve(state, event)
        yield _nameless(answer)
        duty = next_duty(rules, state, at=command.at)
        yield (duty.command, duty.clause, duty.by, tuple(blank.field for blank in duty.blanks)) if duty else None


_RULES: dict[int, GameRules] = {}


def _nameless(events: tuple[e.AnyEvent, ...]) -> tuple[e.AnyEvent, ...]:
    return tuple(replace(event, digest="") if isinstance(event, e.RoundOpened) else event for event in events)


def rules_of(filed: Submission) -> GameRules:
    """The rules of a filing, whether it checks clean or not."""
    if id(filed) not in _RULES:
        book = load(filed.rules)
        _RULES[id(filed)] = _rules(book, filed, _completed(book, filed))
    return _RULES[id(filed)]


def a_round(witness: Witness) -> Iterator[Any]:
    try:
        choices_there(witness.filed)
    except BadInput as error:
        yield str(error)
    else:
        yield from told(rules_of(witness.filed), witness)


def choices_there(filed: Submission) -> None:
    """Refuses what is elected and not there any more: with that, nobody can open a table."""
    book = load(filed.rules)
    for menu in book.election_menus(filed):
        if menu_name(menu) in filed.elections:
            _require_choice(menu, filed.elections[menu_name(menu)])


def a_settlement(described: RoundDescribed) -> Iterator[Any]:
    try:
        found = settle_described(elected_rules(described), described)
    except BadInput as error:
        yield str(error)
    else:
        yield (found.code, found.clause) if isinstance(found, Refusal) else found


def a_check(filed: Submission) -> Iterator[Any]:
    try:
        yield from check(filed)
    except BadInput as error:
        yield str(error)


def a_sign(filed: Submission) -> Iterator[Any]:
    try:
        choices_there(filed)
    except BadInput as error:
        yield str(error)
        return
    yield replace(posting(rules_of(filed), filed), footer="")


Probe = tuple[str, Callable[[], Iterator[Any]]]


@cache
def probes(rulebook: str) -> tuple[Probe, ...]:
    """Everything in which a change may show, rounds first."""
    found: list[Probe] = [(f"round {w.name}", partial(a_round, w)) for w in rounds(rulebook)]
    found += [(f"settlement {number}", partial(a_settlement, d)) for number, d in enumerate(settlements(rulebook))]
    found += [(f"check {name}", partial(a_check, filed)) for name, filed in filings(rulebook)]
    found += [(f"sign {name}", partial(a_sign, filed)) for name, filed in filings(rulebook) if _posted(name)]
    return tuple(found)


def _posted(name: str) -> bool:
    posted = ("the example", "elects", "offers", "electronic", "manual", "from", "two", "every stake")
    return name.startswith(posted) and "something else" not in name and "None" not in name


@contextmanager
def standing(books: dict[str, Rulebook]) -> Iterator[None]:
    """These documents are the law for a while."""
    kept = loading.source_of, loading.parse
    setattr(loading, "source_of", lambda rulebook, *_: rulebook)  # noqa: B010
    setattr(loading, "parse", lambda rulebook: books[rulebook])  # noqa: B010
    forget()
    try:
        yield
    finally:
        loading.source_of, loading.parse = kept
        forget()


def forget() -> None:
    """Drops everything that is kept by a document's name or by the digest of rules."""
    load.cache_clear()
    _elected.cache_clear()
    for kept in (terms._KEPT, script._KEPT, devices._KEPT, devices._FILED, _RULES):
        kept.clear()


# The checks of what is a sum rather than a comparison.
SUMS = tuple(
    f"check {name}"
    for name in ("the", "offers", "limits", "meters", "every stake", "raises", "payout", "elects", "no limits")
)
SECTIONS = {
    "menus": ("check elects", "check records", "check the example"),
    "paytables": ("check elects", "check raises", "check meters", "check every stake", "check payout"),
    "wagers": ("check limits", "check offers", "check no limits"),
    "payout_limit": ("check payout",),
    "decisions": ("check payout",),
    "settlement": ("check payout", "check raises"),
    "progressive": ("check meters", "check every stake", "check two"),
}


TOGETHER = 20  # witnesses heard one after the other under the same law: rules are elected once for all of them


class Bench:
    """One rulebook and its witnesses, each with what it says of the law as it is."""

    def __init__(self, rulebook: str) -> None:
        self.rulebook = rulebook
        self.books = {name: parse(source_of(name)) for name in rulebook_ids()}
        self.source = source_of(rulebook)
        self.said: dict[str, list[Any]] = {}
        with standing(self.books):
            self.probes = dict(probes(rulebook))
            long = {f"round {witness.name}" for witness in rounds(rulebook) if witness.tries}
        # What tries everything after every step takes a hundred times as long as the round itself: it is asked last.
        self.order = sorted(self.probes, key=lambda name: name in long)
        self.quick = {name: None for name in self.order if name not in long}
        self.last: dict[str, str] = {}

    def noticed(self, change: Change) -> str:
        """What notices the change first: `refused`, a witness, or "" for nothing."""
        try:
            book = parse(Source(self.source.file, change.applied(self.source.data), self.source.places))
        except BadInput:
            return "refused"
        first = self.last.get(change.key)
        names, law = ([first] if first else []) + self.relevant(change), {**self.books, self.rulebook: book}
        for some in self._together(names):
            self._hear(some)
            with standing(law):
                differs = next(filter(self._differs, some), "")
            if differs:
                self.last[change.key] = differs
                return differs
        return ""

    def relevant(self, change: Change) -> list[str]:
        """The witnesses that may notice the change, the likeliest first."""
        if "requirements" in change.path:
            index = change.path.index("requirements") + 1
            rules = self._at(change.path[:index])
            fields = [rules[change.path[index]]["field"]] if len(change.path) > index else [r["field"] for r in rules]
            checks = [name for name in self.order if name.startswith(tuple(f"check {field} " for field in fields))]
            also = [name for name in self.order if name.startswith(SUMS)]
            return checks + also + [name for name in self.order if name.startswith(("round", "settlement"))]
        wanted = SECTIONS.get(str(change.path[0]), ("check the example", "check offers everything"))
        played = [name for name in self.quick if name.startswith(("round", "settlement"))]
        posted = [name for name in self.quick if name.startswith((*wanted, "sign"))]
        return played + posted + [name for name in self.order if name not in self.quick]

    def _at(self, path: Any) -> Any:
        value = self.source.data
        for part in path:
            value = value[part]
        return value

    def _together(self, names: list[str]) -> Iterator[list[str]]:
        """Some at a time, but each alone that takes long."""
        quick = [name for name in names if name in self.quick]
        yield from (quick[start : start + TOGETHER] for start in range(0, len(quick), TOGETHER))
        yield from ([name] for name in names if name not in self.quick)

    def _hear(self, names: list[str]) -> None:
        """Keeps what these witnesses say of the law as it is."""
        with standing(self.books):
            self.said |= {name: list(self.probes[name]()) for name in names if name not in self.said}

    def _differs(self, name: str) -> bool:
        """Whether a witness says something else under the law that stands."""
        said, number = self.said[name], 0
        for number, item in enumerate(self.probes[name](), 1):
            if number > len(said) or item != said[number - 1]:
                return True
        return number != len(said)
