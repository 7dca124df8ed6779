"""What takes the second methods minutes, kept from one run to the next while their code is the same."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.odds.audit.second.compiled import SECOND_DIGEST
from croupier.odds.cache import cache_folder
from croupier.odds.simulation.checkpoint import read_checkpoint, write_checkpoint
from croupier.rulebook.digests import digest_of

Odds = Mapping[str, Fraction]
Tell = Callable[[str], None]


def _kept(name: str, work: str, tell: Tell, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    folder = cache_folder(f"audit-kept-{SECOND_DIGEST}")
    file = folder / f"{name}.json" if folder else None
    found = read_checkpoint(file, {}) if file else None
    if found is None:
        tell(work)
        found = make()
        if file:
            write_checkpoint(file, {}, found)
    return found


def four_card(bonus: Odds, tell: Tell) -> dict[str, Any]:
    """Four Card Poker: what a round is worth, and the hands folded by kind of four and of five cards."""
    from croupier.odds.audit.second import four_card_poker

    def make() -> dict[str, Any]:
        found = four_card_poker.solve(bonus)
        return {"ev": str(found.ev), "four": found.folded_four, "five": found.folded_five}

    name = f"four-card-{digest_of(dict(bonus))[:12]}"
    return _kept(name, "Four Card Poker a second time: some minutes", tell, make)


def two_hands(tell: Tell) -> dict[str, Any]:
    """The best hand of one player and the dealer at Four Card Poker."""
    from croupier.odds.audit.second import four_card_poker

    work = "the best of two hands a second time: some minutes"
    return _kept("two-hands", work, tell, lambda: dict(four_card_poker.best_of_two_hands()))


def hold_em(blinds: Sequence[Odds], tell: Tell) -> dict[str, Any]:
    """Ultimate Texas Hold 'Em under each blind table."""
    from croupier.odds.audit.second import hold_em as second

    def make() -> dict[str, Any]:
        found = second.solve(blinds)
        return {
            "ev": [str(ev) for ev in found.ev],
            "flop": found.folded_flop,
            "seven": found.folded_seven,
            "beaten": found.beaten,
        }

    name = f"hold-em-{digest_of([dict(blind) for blind in blinds])[:12]}"
    return _kept(name, "Ultimate Texas Hold 'Em a second time, on 1,755 flops: up to half an hour", tell, make)
