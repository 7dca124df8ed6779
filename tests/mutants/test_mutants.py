"""What `make mutants` rests on: broken places are found, put into what is loaded, and taken for what they are."""

import os
from pathlib import Path

import pytest

from croupier.cards import parse_cards
from croupier.hands import hole_cards
from tests.rulebook.test_every_value_counts import counted

from .engine import ROOT, Mutant, engine_mutants, loaded_functions, of_file, put_in
from .rules import RuleMutant, altered

FILE = ROOT / "hands" / "hole_cards.py"


def mutants_of(path: Path, how: str) -> list[Mutant]:
    return [mutant for mutant in of_file(path) if how in mutant.name]


def answers_in_a_fork(mutant: Mutant) -> bytes:
    """What the broken function says of two cards, in a process of its own."""
    functions = loaded_functions()
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        put_in(mutant, functions)
        made = hole_cards.hole_cards_class(tuple(parse_cards("Js Jd")))
        os.write(writes, str(made and made.value).encode())
        os._exit(0)
    os.close(writes)
    os.waitpid(child, 0)
    with os.fdopen(reads, "rb") as told:
        return told.read()


def test_a_broken_comparison_is_put_into_the_function_that_is_loaded() -> None:
    (mutant,) = mutants_of(FILE, "`high >= JACK` as `high > JACK`")
    assert answers_in_a_fork(mutant) == b"pair_tens_or_less"
    assert hole_cards.hole_cards_class(tuple(parse_cards("Js Jd"))) is hole_cards.HoleCards.PAIR_JACKS_QUEENS_KINGS


def test_what_holds_functions_of_its_own_may_be_left_out() -> None:
    """A function whose mutant has fewer functions within than it had."""
    file = ROOT / "rulebook" / "agreement" / "play.py"
    (mutant,) = mutants_of(file, "_decisions: `yield from by_dealer((*at, 'conduct'), law.conduct, {step.step: ")
    assert changed_in_a_fork(mutant)


def changed_in_a_fork(mutant: Mutant) -> bool:
    functions = loaded_functions()
    child = os.fork()
    if child == 0:
        os._exit(0 if put_in(mutant, functions) else 1)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(
    ("program", "how"),
    [
        ("def f(a, b):\n    return a < b\n", "`a < b` as `a <= b`"),
        ("def f(a, b):\n    return a and b\n", "`a and b` as `a or b`"),
        ("def f(a):\n    return not a\n", "`not a` as `a`"),
        ("def f(a):\n    return a + 1\n", "`1` as `2`"),
        ("def f(a):\n    return a * 2\n", "`a * 2` as `a // 2`"),
        ("def f(a):\n    return a\n", "`return a` as nothing"),
        ("def f(a):\n    if a:\n        return 1\n", "`if a` the other way"),
        ("def f(a):\n    a.clear()\n", "`a.clear()` left out"),
        ("def f(a):\n    yield a\n", "`yield a` left out"),
        ("class C:\n    def f(self, a):\n        return 1 if a else 2\n", "C.f: `1 if a else 2` as `2 if a else 1`"),
        ("F = {'a': lambda a: a == 1}\n", "lambda: `a == 1` as `a != 1`"),
    ],
)
def test_the_ways_in_which_a_place_is_broken(
    program: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.mutants.engine.ROOT", tmp_path)
    file = tmp_path / "program.py"
    file.write_text(program, "utf-8")
    assert any(mutant.name.endswith(how) for mutant in of_file(file)), [mutant.name for mutant in of_file(file)]


def test_invariants_sentences_and_complaints_are_no_branches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.mutants.engine.ROOT", tmp_path)
    file = tmp_path / "program.py"
    file.write_text('def f(a):\n    """Says."""\n    assert a == 1\n    raise ValueError(f"{a + 1}")\n', "utf-8")
    assert list(of_file(file)) == []


def test_every_mutant_has_a_name_of_its_own() -> None:
    names = [mutant.name for mutant in engine_mutants()]
    assert len(names) > 5000
    assert len(set(names)) == len(names)


def test_a_value_that_loading_refuses_is_caught_there_and_another_is_enacted() -> None:
    changes = {str(change): change for change in counted("md-tcp")}
    assert altered(RuleMutant("md-tcp", changes["wagers.versions[0].version: 'F1'"])) is None
    seats = RuleMutant("md-tcp", changes["paytables[4].tables[0].lines: straight_flush 41 to 1"])
    book = altered(seats)
    assert book is not None
    assert seats.clauses == ("md-tcp:.12D(1)",)
