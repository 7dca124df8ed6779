"""`croupier rules`: what the documents say, where each clause lives, how two of them differ."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli import rules_lint, rules_new, rules_witness
from croupier.cli.card import print_card
from croupier.cli.compare import as_written, print_effects, side, worked_out
from croupier.cli.output import ask_for_command, console, write_json
from croupier.cli.tables import print_clauses, print_conformance, print_differences, print_list
from croupier.rulebook.accounts import accounts
from croupier.rulebook.card import card, footnotes
from croupier.rulebook.comparison.submissions import compare_sides
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.load import load, rulebooks_in_force
from croupier.rulebook.witnesses import told_rounds

rules = typer.Typer(help="What the rule documents say.", callback=ask_for_command, invoke_without_command=True)
rules.command("new")(rules_new.new)
rules.command("lint")(rules_lint.lint)
rules.command("witness")(rules_witness.witness)
Rulebook = Annotated[str, typer.Argument(metavar="ID", help="A rulebook, such as md-tcp.")]
Side = Annotated[str, typer.Argument(metavar="ID|FILE", help="A rulebook, or a Rules Submission in TOML.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]


@rules.command("list")
def list_rulebooks(as_json: Json = False) -> None:
    """The rulebooks there are."""
    found = [load(name) for name in rulebooks_in_force()]
    if as_json:
        write_json(
            [
                {
                    "id": book.rulebook,
                    "game": book.game,
                    "jurisdiction": book.jurisdiction,
                    "title": book.title,
                    "status": book.standing,
                }
                for book in found
            ]
        )
    else:
        print_list(console(), found)


@rules.command()
def show(
    rulebook: Rulebook,
    section: Annotated[str | None, typer.Option(help="Only this section, such as paytables.")] = None,
    as_json: Json = False,
) -> None:
    """One rulebook set like a rule card, clause ids in the margin."""
    book = load(rulebook)
    sections = card(book)
    if section is not None:
        names = [part.name for part in sections]
        if section not in names:
            raise BadInput(f"{rulebook} has no section {section!r}; the sections are {', '.join(names)}.")
        sections = tuple(part for part in sections if part.name == section)
    if as_json:
        write_json({"id": book.rulebook, "title": book.title, "status": book.status, "sections": sections})
    else:
        print_card(console(), book, sections, footnotes(book))


@rules.command()
def clauses(
    rulebook: Rulebook,
    state: Annotated[str | None, typer.Option(help="Only clauses in this state: done or unaccounted.")] = None,
    clause: Annotated[str | None, typer.Option(help="Only this clause, such as .07E(1).")] = None,
    witness: Annotated[Path | None, typer.Option(help="Write the round that shows the clause to this file.")] = None,
    as_json: Json = False,
) -> None:
    """Every clause: where it is carried out, what tests it, and a round in which it is followed."""
    found = accounts(rulebook)
    if clause is not None:
        names = [account.clause.removeprefix(f"{rulebook}:") for account in found]
        wanted = clause.removeprefix(f"{rulebook}:")
        if wanted not in names:
            raise BadInput(f"{rulebook} has no clause {clause!r}; {nearest(wanted, names)}.")
        found = (found[names.index(wanted)],)
    if witness is not None:
        _write_witness(rulebook, clause, found[0].witness, witness)
    if state is not None:
        if state not in ("done", "unaccounted"):
            raise BadInput(f"There is no state {state!r}; write done or unaccounted.")
        found = tuple(account for account in found if account.state == state)
    if as_json:
        write_json(found)
    else:
        print_clauses(console(), rulebook, found)


def _write_witness(rulebook: str, clause: str | None, name: str, file: Path) -> None:
    if clause is None:
        raise BadInput("A round is written for one clause; name it with --clause, such as --clause '.07E(1)'.")
    if not name:
        raise BadInput(f"No told round of {rulebook} shows {clause}; its test is the witness. Leave --witness out.")
    try:
        file.write_text(told_rounds(rulebook)[name], "utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written ({error.strerror}); choose another place.") from None


@rules.command()
def diff(
    left: Side,
    right: Side,
    everything: Annotated[bool, typer.Option("--all", help="Also what is the same.")] = False,
    effects: Annotated[
        bool, typer.Option("--effects", help="Also what it does to the exact house edge and to the sign.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Two rulebooks of one game, two submissions, or one of each: value by value, with both clauses."""
    here, there = side(left), side(right)
    found = compare_sides(here, there).everything
    shown = found if everything or as_json else tuple(item for item in found if item.verdict != "same")
    done = worked_out(here, there) if effects else None
    if as_json:
        write_json(as_written(shown, done) if done else shown)
        return
    print_differences(console(), here.name, there.name, shown, found)
    if done:
        print_effects(console(), here.name, there.name, done)


@rules.command()
def conformance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, such as three-card-poker, or one to be added.")],
    as_json: Json = False,
) -> None:
    """Where a game has to be entered, room by room, and what it still lacks; exit 1 while it lacks anything."""
    from croupier.cli.conformance import all_places

    found = [(room, place, game in place.games) for room, place in all_places()]
    if as_json:
        write_json([{"room": room, "what": p.what, "where": p.where, "there": there} for room, p, there in found])
    else:
        print_conformance(console(), found)
    if not all(there for _, _, there in found):
        raise typer.Exit(1)
