"""A settlement line in a sentence that a player understands."""

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.phrases import words
from croupier.table.showdown import SettlementLine

CASES = {
    "higher": "your hand beats the dealer's",
    "lower": "the dealer's hand is higher",
    "tie": "the hands are equal",
    "dealer_not_qualified": "the dealer does not qualify",
    "folded": "you folded",
    "abandoned": "the floor ruled it abandoned",
    "void": "the round is void",
}


def wager_title(rules: GameRules, wager: str) -> str:
    """What a wager, or an award, is called at the table."""
    found = rules.rulebook.wager(wager)
    if found:
        return found.title
    return next((menu.title for menu in rules.rulebook.paytables if menu.wager == wager), words(wager).title())


def sentence(rules: GameRules, line: SettlementLine) -> str:
    """What became of the wager, why, and what it comes to."""
    title = wager_title(rules, line.wager)
    because = words(line.line) if line.line and line.outcome == "win" else CASES.get(line.case, "")
    if line.wager == "envy":
        because = f"{words(line.line)} in {line.case}"
    if line.outcome == "win":
        odds = f", {line.odds}" if line.odds and not line.odds.startswith("$") else ""
        cut = f", {money(line.cut_cents)} less by the payout limit" if line.cut_cents else ""
        return f"{title} pays {money(line.paid_cents)}{odds}{cut}" + (f": {because}." if because else ".")
    if line.outcome == "push":
        because = because if line.case != "higher" else f"you win with {words(line.line)}"
        return f"{title} is a push, {money(line.returned_cents)} back: {because}."
    if line.outcome == "void":
        return f"{title} goes back, {money(line.returned_cents)}: {because}."
    verb = "is forfeited" if line.outcome == "forfeit" else "loses"
    return f"{title} {verb}, {money(line.stake_cents)}" + (f": {because}." if because else ": no paying hand.")
