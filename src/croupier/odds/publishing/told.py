"""Results in the words of the pit: decisions, how rounds end, and what a result depends on."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.rulebook.law.base import money
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.words import answer_parts
from croupier.rulebook.phrases import words

# How a round ends for who decided last, in the order they are shown.
RESULTS = {
    "win": "wins",
    "win_qualified": "wins, dealer qualifies",
    "win_unqualified": "wins, dealer does not qualify",
    "unqualified": "dealer does not qualify: ante wins, play comes back",
    "tie": "ties",
    "lose": "loses",
    "lose_unqualified": "loses, dealer does not qualify",
    "lose_qualified": "loses, dealer qualifies",
    "fold": "loses what was staked",
}
_DECISIONS = {"fold": "Fold", "check": "Check"}
_BESIDE = ("fold", "players", "resets_cents", "rates_percent")  # what is told in sentences of its own, or twice


def decision_words(decision: str) -> str:
    """A decision as a player makes it."""
    verb, times = answer_parts(decision)
    return _DECISIONS.get(verb, f"Play {times}x the ante")


def setting(book: Rulebook, at: Mapping[str, Any]) -> str:
    """What tells a result from others of its paytable: stake, meters, cards, an election, who is dealt in."""
    return ", ".join(_words(book, name, value) for name, value in at.items() if name not in _BESIDE)


def meter_terms(at: Mapping[str, Any]) -> Iterator[str]:
    """What the meters restart from and are fed, in sentences."""
    if "resets_cents" in at:
        resets = ", ".join(f"{meter} {money(cents)}" for meter, cents in at["resets_cents"].items())
        yield f"Restarts from: {resets}"
        fed = ", ".join(f"{meter} {rate:g} %" for meter, rate in at["rates_percent"].items() if rate)
        yield f"Of each stake the meters get: {fed}" if fed else "What the meters get of each stake is left out"


def _words(book: Rulebook, name: str, value: Any) -> str:
    if name == "stake_cents":
        return f"{money(value)} stake"
    if name == "meters_cents":
        return ", ".join(f"{meter} at {money(cents)}" for meter, cents in value.items())
    if name == "other_players":
        return "for each other player"
    if name == "hands":
        return f"{value} hands, the dealer's included"
    if name == "made":
        return f"made {value}"
    if name == "fixed_award_returns_stake":
        return "a fixed sum is paid besides the stake" if value else "a fixed sum is all that is paid"
    menu = next((menu for menu in book.menus if menu.menu == name), None)
    title = next((choice.title for choice in menu.choices if choice.choice == value), "") if menu else ""
    if title:
        return title
    paytable = next((menu.title for menu in book.paytables if menu.wager == name), "")
    return f"by {paytable} {value}" if paytable else f"{words(name)}: {words(value)}"


def in_the_long_run(at: Mapping[str, Any], returned: str) -> str:
    """What a meter wager returns over many hits, and whether what feeds the meters is part of it."""
    fed = "" if any(at["rates_percent"].values()) else ", and besides whatever share of the stakes feeds the meters"
    return f"Over many hits it returns {returned} of the stakes{fed}"
