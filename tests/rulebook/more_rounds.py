"""Rounds beside the playthroughs, for values of the law that an ordinary day does not touch."""

from collections.abc import Iterator

from croupier.rulebook.law.dealing import DecisionPoint
from croupier.rulebook.load import load
from tests.playthroughs.scenarios import GAMES, METHODS, finished, stakes_of
from tests.playthroughs.telling import shuffled
from tests.table.pit import Pit, example, rules_dealt_by


def more_rounds(rulebook: str) -> Iterator[tuple[str, Pit]]:
    """Each round by its name: as few wagers as may be, each side wager with a fold, six rounds in a row, no cards."""
    main = [wager.wager for wager in load(rulebook).wagers.wagers if wager.offered == "always"]
    for method in METHODS:
        rules = rules_dealt_by(rulebook, method)
        few = rules_dealt_by(rulebook, method, {"equipment.shuffler.counts_cards": False, "cards.decks": 1})
        table = Pit(few)
        for number in range(6):  # the stub is counted every so many rounds
            _played(table, number, rulebook)
        yield f"six_rounds_{method}", table
        for wager in rules.offers:
            if wager not in main:
                yield f"fold_with_{wager}_{method}", _folded(Pit(rules), wager)
        if load(rulebook).wagers.electronic:
            table = Pit(rules_dealt_by(rulebook, method, {"table.electronic": True}))
            yield f"electronic_{method}", _played(table, 3, rulebook)
    without = {"offers": tuple(main), "layout.areas": tuple(main)}
    yield "main_wagers_only", _played(Pit(rules_dealt_by(rulebook, "hand", without)), 4, rulebook)
    yield from _elected(rulebook)
    any_main = load(rulebook).wagers.main
    for wager in any_main.of if any_main.is_ == "any_of" else ():
        table = Pit(rules_dealt_by(rulebook, "hand")).sit(1).ready(shuffled(6))
        table.wager(1, **{wager: stakes_of(table.rules)[wager]})
        yield f"only_{wager}", finished(table, GAMES[rulebook].play)  # type: ignore[arg-type]


def _played(table: Pit, seed: int, rulebook: str) -> Pit:
    if not table.state.players:
        table.sit(1, 2)
    table.ready(shuffled(seed))
    for seat in (1, 2):
        table.wager(seat, **stakes_of(table.rules))
    return finished(table, GAMES[rulebook].play)  # type: ignore[arg-type]


def _folded(table: Pit, wager: str) -> Pit:
    """Seat 1 folds with one wager beside the main ones, seat 2 with nothing beside them."""
    table.sit(1, 2).ready(shuffled(21))
    rules = table.rules
    stakes = stakes_of(rules)
    main: dict[str, int] = {name: stakes[name] for name in rules.rulebook.wagers.main.of}
    found = rules.rulebook.wager(wager)
    needed: dict[str, int] = {name: stakes[name] for name in found.needs.of} if found and found.needs else {}
    table.wager(1, **main | needed | {wager: stakes[wager]})
    table.wager(2, **main)
    table.on()
    while table.round.to_ask:
        points: dict[str, DecisionPoint] = {point.point: point for point in rules.rulebook.decisions.points}
        actions = [option.action for option in points[table.round.point].options]
        table.answer("fold" if "fold" in actions else "check")
    return table


def _elected(rulebook: str) -> Iterator[tuple[str, Pit]]:
    """A round under each choice of each menu that the example does not make."""
    filed = example(rulebook)
    for menu in load(rulebook).menus:
        for choice in menu.choices:
            if menu.menu != "dealing" and choice.choice != filed.elections.get(menu.menu, menu.default):
                records = {"records": {**filed.records, menu.menu: "on file"}} if choice.record else {}
                rules = rules_dealt_by(rulebook, "automated_shoe", records, **{menu.menu: choice.choice})
                yield f"elected_{menu.menu}_{choice.choice}", _played(Pit(rules), 5, rulebook)
