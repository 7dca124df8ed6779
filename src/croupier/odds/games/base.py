"""The game against the dealer: each of the three games solved for one ante bonus or blind table."""

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct

from croupier.odds.cache import Shelf
from croupier.odds.hands.counts import note_compiling
from croupier.odds.pieces import Run
from croupier.odds.wagers.returns import Outcome, ReturnTable
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.payout import Push, To

ToOne = dict[str, Fraction]


class Ended(Protocol):
    """How a round ended: the last decision, and its result."""

    @property
    def decision(self) -> str: ...
    @property
    def result(self) -> str: ...


class Game(Struct, frozen=True):
    """One game's solver: the table that its best play depends on, and when that table pays."""

    name: str
    decided_by: str
    module: str
    kernel: str
    pays_in: Callable[[Ended], bool]
    ranked_on: str  # the player's cards that the table ranks
    in_pieces: bool = False  # whether its work is so much that it is divided where it is done elsewhere


WON = frozenset({"win_unqualified", "win_qualified"})
GAMES: Mapping[str, Game] = {
    "three-card-poker": Game(
        "Three Card Poker",
        "ante_bonus",
        "three_card_poker",
        "three_card_poker",
        lambda o: o.decision != "fold",
        "own_three_cards",
    ),
    "four-card-poker": Game(
        "Four Card Poker",
        "ante_bonus",
        "four_card_poker",
        "four_card_poker",
        lambda o: o.decision != "fold",
        "own_best_four_of_five",
    ),
    "ultimate-texas-holdem": Game(
        "Ultimate Texas Hold 'Em",
        "blind",
        "hold_em",
        "hold_em",
        lambda o: o.result in WON,
        "own_two_and_community_best_five",
        in_pieces=True,
    ),
}


def game_of(book: Rulebook) -> Game:
    """The solver for a rulebook's game."""
    if book.game not in GAMES:
        raise BadInput(f"No solver knows the game {book.game!r}; there are {', '.join(GAMES)}.")
    return GAMES[book.game]


def hand_lines(book: Rulebook) -> tuple[str, ...]:
    """The hands that an ante bonus or blind table may pay on, best first."""
    return (*(category.category for category in book.rankings.rankings[0].categories), "high_card")


def to_one(table: Paytable) -> ToOne:
    """A table's odds to one; a line that pushes pays nothing, and the table may pay in no other form."""
    for line in table.lines:
        if not isinstance(line.pays, To | Push):
            raise BadInput(f"line {line.line}: {line.pays} is no odds here; write it as '3 to 2' or 'push'.")
    return {line.line: Fraction(line.pays.pays, line.pays.per) for line in table.lines if isinstance(line.pays, To)}


def solved(book: Rulebook, table: Paytable, shelf: Shelf) -> ReturnTable:
    """Every outcome of best play against the table."""
    game, pays = game_of(book), to_one(table)
    return _kept(game, f"best play of {game.name}", pays, shelf, lambda solver: _solve(game, solver, pays, shelf.run))


def _solve(game: Game, solver: Any, pays: ToOne, run: Run | None) -> Any:
    """The game solved here, or elsewhere: in pieces if it is large, else as one."""
    if run is None or game.in_pieces:
        return solver.solve(pays, **({"run": run} if run else {}))
    (found,) = run(_solve_whole, [(game.module, pays)])
    return found


def _solve_whole(module: str, pays: ToOne) -> Any:
    """A game solved where there are no files of ours kept but what is installed there."""
    return import_module(f"croupier.odds.games.{module}").solve(pays)


def solved_with_pair_plus(book: Rulebook, bonus: Paytable, plus: Paytable, shelf: Shelf) -> ReturnTable:
    """Every outcome of best play with an ante and a pair plus of the same size, which a fold forfeits."""
    game, pays, side = game_of(book), to_one(bonus), to_one(plus)
    work = f"best play of {game.name} with Pair Plus"
    both = {**pays, **{f"pair plus {line}": odds for line, odds in side.items()}}
    return _kept(game, work, both, shelf, lambda solver: solver.solve(pays, side, Fraction(1)))


def _kept(game: Game, work: str, odds: ToOne, shelf: Shelf, solve: Callable[[Any], Any]) -> ReturnTable:
    text = " ".join(f"{line}={value}" for line, value in sorted(odds.items()))
    name = f"{game.module}-{hashlib.sha256(f'{work} {text}'.encode()).hexdigest()[:16]}"
    rows = shelf.get(name, f"solving {work}", lambda: _rows(game, shelf, solve))
    return ReturnTable(
        tuple(
            Outcome(decision, result, line, Fraction(net), Fraction(staked), count)
            for decision, result, line, net, staked, count in rows
        )
    )


def _rows(game: Game, shelf: Shelf, solve: Callable[[Any], Any]) -> list[list[str | int]]:
    note_compiling(shelf, game.kernel)
    try:
        found = solve(import_module(f"croupier.odds.games.{game.module}"))
    except ValueError as error:
        raise BadInput(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    returns: ReturnTable = getattr(found, "returns", found)
    return [[o.decision, o.result, o.line, str(o.net), str(o.staked), o.count] for o in returns.outcomes]


def ev_of_same_play(book: Rulebook, returns: ReturnTable, posted: Paytable, own: Paytable) -> Fraction:
    """What the play that is best against one table is worth against another, which only changes what hands pay."""
    game, before, after = game_of(book), to_one(posted), to_one(own)
    value = Fraction(0)
    for outcome in returns.outcomes:
        more = after.get(outcome.line, Fraction(0)) - before.get(outcome.line, Fraction(0))
        value += (outcome.net + (more if game.pays_in(outcome) else 0)) * outcome.count
    return value / returns.total
