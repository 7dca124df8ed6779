"""Rounds that bear witness to clauses: told from beginning to end, each step with the clause that it follows."""

from pathlib import Path

from croupier.rulebook.shelf import OWN, Folder, folders_of, remembered

TOLD = OWN.root / "rounds"  # in a wheel; a checkout has them among its tests
CHECKOUT = Path(__file__).parents[3] / "tests" / "playthroughs"


@remembered
def told_rounds(rulebook: str) -> dict[str, str]:
    """The rounds that are told of a rulebook, each by its name, the shortest first."""
    shelf, within = folders_of(rulebook)[0], f"rounds/{rulebook}"
    if shelf.root is OWN.root and not TOLD.is_dir():
        shelf, within = Folder(CHECKOUT), rulebook
    folder = shelf.root.joinpath(*within.split("/"))
    if not folder.is_dir():
        return {}
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(".txt")]
    found = {name.removesuffix(".txt"): shelf.text(f"{within}/{name}") for name in names}
    return dict(sorted(found.items(), key=lambda named: (len(named[1]), named[0])))


def witness_of(clause: str, rulebook: str) -> str:
    """The shortest round of the rulebook in which something is done by the clause, "" where nothing is."""
    cited = f"[{clause.removeprefix(f'{rulebook}:')}]\n"
    return next((name for name, text in told_rounds(rulebook).items() if cited in text), "")
