"""A settlement line in a sentence that a player understands."""

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.payout import FixedSum, MeterShare, Odds, parse_odds
from croupier.rulebook.phrases import words
from croupier.rulebook.sign import line_title
from croupier.table.values.showdown import SettlementLine

CASES = {
    "higher": "{whose} hand beats the dealer's",
    "lower": "the dealer's hand is higher",
    "tie": "the hands are equal",
    "dealer_not_qualified": "the dealer does not qualify",
    "folded": "{who} folded",
    "abandoned": "the floor ruled it abandoned",
    "void": "the round is void",
    "not_accepted": "the device had not accepted it",
}
TIMED_OUT = "time ran out: folded, as the table's page says"


def wager_title(rules: GameRules, wager: str) -> str:
    """What a wager, or an award, is called at the table."""
    found = rules.rulebook.wager(wager)
    if found:
        return found.title
    return next((menu.title for menu in rules.rulebook.paytables if menu.wager == wager), words(wager).title())


def line_words(line: str) -> str:
    """A paytable line within a sentence."""
    text = line_title(line).replace("ess than ", "ess than a ")
    return text[:1].lower() + text[1:]


def sentence(rules: GameRules, line: SettlementLine, own: bool = True, timed_out: bool = False) -> str:
    """What became of the wager, why, and what it comes to: told to who made it, or where it is not `own` to others.

    Where a hand `timed_out` nobody folded it: the answer that the table discloses was given for its player.
    """
    title = wager_title(rules, line.wager)
    who, whose = ("you", "your") if own else (f"seat {line.seat}", f"seat {line.seat}'s")
    because = CASES.get(line.case, "").format(who=who, whose=whose)
    if timed_out and line.case == "folded":
        because = TIMED_OUT
    if line.line and line.outcome == "win":
        because = line_words(line.line)
    if line.wager == "envy" and line.line:
        because = f"{line_words(line.line)} in {line.case}"
    if line.outcome == "win":
        odds = f", {told}" if line.odds and (told := _odds(parse_odds(line.odds))) else ""
        cut = f", {money(line.cut_cents)} less by the payout limit" if line.cut_cents else ""
        return f"{title} pays {money(line.paid_cents)}{odds}{cut}" + (f": {because}." if because else ".")
    if line.outcome == "push":
        if line.case == "higher" and line.line:
            because = f"{who} {'win' if own else 'wins'} with {line_words(line.line)}"
        return f"{title} is a push, {money(line.returned_cents)} back: {because}."
    if line.outcome == "void":
        return f"{title}, {money(line.returned_cents)}, goes back: {because}."
    if line.outcome == "forfeit":
        return f"{title}, {money(line.stake_cents)}, is forfeited: {because}."
    return f"{title} loses {money(line.stake_cents)}: {because or 'no paying hand'}."


def _odds(pays: Odds) -> str:
    """At what odds something was paid; nothing is said of a sum, which is told already."""
    if isinstance(pays, MeterShare):
        return f"{pays.percent} percent of the {pays.meter} meter"
    return "" if isinstance(pays, FixedSum) else str(pays)
