"""What an environment is asked for: the rules it is played by and the wagers each seat makes."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.simulation.stakes import usual_stakes
from croupier.rulebook.elect import GameRules, digest, elect, most_seats
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.law.base import Scalar
from croupier.rulebook.load import load, rulebooks_in_force

GAMES: Mapping[str, str] = {
    "ThreeCardPoker": "three-card-poker",
    "FourCardPoker": "four-card-poker",
    "UltimateTexasHoldem": "ultimate-texas-holdem",
}
Stakes = tuple[tuple[str, int], ...]


class Practice(Struct, frozen=True):
    """What an environment plays: the rules, and the cents that every seat puts on each wager before the deal."""

    rules: GameRules
    stakes: Stakes

    @property
    def ante_cents(self) -> int:
        """What rewards are counted in."""
        return dict(self.stakes)["ante"]


def rulebook_of(game: str) -> str:
    """The rulebook that a game is played by where none is named: the last in the list."""
    return next(name for name in reversed(rulebooks_in_force()) if load(name).game == game)


def practice_of(
    rules: str | GameRules | None = None,
    elections: Mapping[str, Scalar] | None = None,
    wagers: Mapping[str, int] | None = None,
    game: str = "",
) -> Practice:
    """What is asked for; `game` is the game that the rules must be of, or "" for any.

    A rulebook's id is completed by `elections` and offers what is wagered; GameRules are taken as they are.
    """
    if rules is None:
        if not game:
            raise BadInput(f"Name the rules to play by: {', '.join(rulebooks_in_force())}.")
        rules = rulebook_of(game)
    chosen = elect(rules, elections) if isinstance(rules, str) else rules
    if not isinstance(chosen, GameRules):
        raise BadInput(f"rules is {rules!r}; give a rulebook's id such as 'md-tcp', or the GameRules of a submission.")
    if isinstance(rules, GameRules) and elections:
        raise BadInput("GameRules are elected already; leave elections out, or give a rulebook's id.")
    if game and chosen.rulebook.game != game:
        ids = ", ".join(name for name in rulebooks_in_force() if load(name).game == game)
        raise BadInput(f"{chosen.rulebook.rulebook} is not a rulebook of this game; there are {ids}.")
    stakes = _stakes(chosen, {} if wagers is None else wagers)
    if isinstance(rules, str):
        made = (*stakes, *(wager.wager for wager in chosen.rulebook.wagers.wagers if wager.offered == "always"))
        chosen = replace(chosen, offers=tuple(name for name in chosen.offers if name in made))
        chosen = replace(chosen, seats=most_seats(chosen.rulebook, chosen), digest="")
        chosen = replace(chosen, digest=digest(chosen))
    return Practice(chosen, tuple(stakes.items()))


def _stakes(rules: GameRules, asked: Mapping[str, int]) -> dict[str, int]:
    """The stakes asked for, and the usual ones on what a box cannot do without, in the order of the rules."""
    if not isinstance(asked, Mapping):
        raise BadInput(f"wagers is {asked!r}; give the cents on each wager, such as {{'ante': 1000}}.")
    usual = usual_stakes(rules)
    for name, cents in asked.items():
        if name not in usual:
            raise BadInput(f"There is no wager {name!r} to make before the deal; {nearest(str(name), usual)}.")
        if type(cents) is not int:
            raise BadInput(f"The stake on {name} is {cents!r}; write whole cents, such as 1000.")
    book = rules.rulebook.wagers
    needed = {"ante", *(book.main.of if rules.value(book.main) == "all_of" else ())}
    for version in book.versions:
        needed.update(version.required if version.version == rules.elected("version") else ())
    stakes: dict[str, int] = {}
    for name in usual:
        if name in asked:
            stakes[name] = asked[name]
        elif name in needed:
            wager = rules.rulebook.wager(name)
            equal = wager.amount.of if wager and wager.amount and wager.amount.amount == "equal_to" else ""
            stakes[name] = stakes.get(equal, usual[name])
    return stakes
