"""How a disagreement is found and said: the place, what is wrong there and what to write."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from croupier.rulebook.law.base import AnyStep, Requirement
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.strict import Path

Problem = tuple[Path, str]
Agreement = Callable[[Rulebook], Iterator[Problem]]


def listed(names: Sequence[str]) -> str:
    """Names one after the other."""
    return ", ".join(names)


def same(path: Path, said: object, meant: object, why: str) -> Iterator[Problem]:
    """What is said at the place is what is meant."""
    if said != meant:
        shown = str(meant).lower() if isinstance(meant, bool) else str(meant)
        yield path, f"{why}; write {shown}"


def in_order(path: Path, steps: Sequence[AnyStep], *procedures: Sequence[str]) -> Iterator[Problem]:
    """The steps are one of the procedures, whole and in order."""
    names = [step.step for step in steps]
    if names not in [list(procedure) for procedure in procedures]:
        yield path, "these steps are not a procedure that is supported; write " + "; or ".join(map(listed, procedures))


def by_dealer(path: Path, steps: Sequence[AnyStep], others: Mapping[str, str] | None = None) -> Iterator[Problem]:
    """Each step is done by whom the table has do it: the dealer, but for `others`."""
    for index, step in enumerate(steps):
        whose = (others or {}).get(step.step, "dealer")
        yield from same((*path, index, "by"), step.by, whose, f"{step.step} is done by the {whose}")


def ask(requirements: Sequence[Requirement], field: str) -> list[Requirement]:
    """What is asked of one field."""
    return [rule for rule in requirements if rule.field == field]
