"""What happened, told as one sentence: the table's events by the table itself, the house's own facts here."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from croupier.house.log import facts as f
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.table.narration.narrate import narrate, people, place_name, written
from croupier.table.values import events as e


def told(rules: GameRules | None, happening: f.Happening, timed_out: Container[int] = ()) -> tuple[str, str]:
    """The happening in a sentence, "" where there is nothing to tell, and the clause that it follows.

    Only a table's events need the rules; the cage has none. The hands of seats that `timed_out` were folded for their
    players.
    """
    if isinstance(happening, e.Event):
        assert rules is not None
        return narrate(rules, happening, timed_out)
    return _FACTS[type(happening)](happening), ""


def timed_out_in(acts: Iterable[f.Act]) -> frozenset[int]:
    """The seats whose hands were folded for them in these acts, for their time ran out."""
    decided = (one for act in acts for one in act.happenings if isinstance(one, f.SystemDecided))
    return frozenset(one.seat for one in decided if one.action == "fold")


def cards_shown(event: f.Happening) -> tuple[tuple[str, str], ...]:
    """The cards that an event puts somewhere, place by place: for who may see them all."""
    if not isinstance(event, e.CardsDealt):
        return ()
    places: dict[str, list[Any]] = {}
    for place, card in event.places:
        places.setdefault(place, []).append(card)
    return tuple((place_name(place), written(cards)) for place, cards in places.items())


def _opened(fact: f.TableOpened) -> str:
    link = f" on link {fact.link}" if fact.link else ""
    name = f" as {fact.title}" if fact.title else ""
    chips = f"with {money(fact.inventory_cents)} in its inventory"
    return f"The table opens{name}{link} {chips}, under rules {fact.digest[:12]}."


def _rules_changed(fact: f.RulesChanged) -> str:
    name = f" as {fact.title}" if fact.title else ""
    return f"From the next round on the table is run{name} by rules {fact.digest[:12]}."


def _committed(fact: f.ShuffleCommitted) -> str:
    seeds = f", with the seeds of {', '.join(name for name, _ in fact.player_seeds)}" if fact.player_seeds else ""
    root = f"root {fact.root[:12]} commits to its order" if fact.root else "nobody knows its order"
    return f"Shuffle {fact.shuffle} is of deck {fact.deck}{seeds}: {root}."


def _link_opened(fact: f.LinkOpened) -> str:
    meters = ", ".join(f"{meter} at {money(cents)}" for meter, cents, *_ in fact.meters)
    return f"Link {fact.link} opens: {meters}."


_FACTS: Mapping[type, Callable[[Any], str]] = {
    f.TableOpened: _opened,
    f.RulesChanged: _rules_changed,
    f.TableClosed: lambda fact: (
        f"The table is closed out with {money(fact.inventory_cents)} in its inventory"
        f" and {money(fact.drop_cents)} in its box."
    ),
    f.SeedCommitted: lambda fact: f"The house commits to its seed for shuffle {fact.shuffle}.",
    f.SeedOffered: lambda fact: f"{fact.player} offers a seed for the next shuffle.",
    f.ShuffleCommitted: _committed,
    f.ShuffleOpened: lambda fact: f"The seed of shuffle {fact.shuffle} is public.",
    f.BoughtIn: lambda fact: f"{fact.player} buys chips for {money(fact.cents)}.",
    f.CashedOut: lambda fact: f"{fact.player} gives back chips for {money(fact.cents)}.",
    f.Filled: lambda fact: f"{money(fact.cents)} of chips come from the cage, by {people(fact.by)}.",
    f.Credited: lambda fact: f"{money(fact.cents)} of chips go back to the cage, by {people(fact.by)}.",
    f.LinkOpened: _link_opened,
    f.LinkServed: lambda fact: (
        f"Link {fact.link} does what house {fact.house} told it ({len(fact.messages)} messages)."
    ),
    f.LinkLost: lambda fact: f"Link {fact.link} cannot be reached; the progressive wager is closed.",
    f.LinkFound: lambda fact: f"Link {fact.link} answers again; the progressive wager is open.",
    f.PlayerReady: lambda fact: f"Seat {fact.seat} is ready.",
    f.TimeExtended: lambda fact: (
        f"Seat {fact.seat} is given more time." if fact.seat else "More time is given for wagers."
    ),
    f.SystemDecided: lambda fact: f"Time ran out for seat {fact.seat}: {fact.action}ed, as the table's page says.",
    f.ClockStepped: lambda fact: f"The clock stood {fact.behind_ms} ms behind the last record; that time was kept.",
    f.Sealed: lambda fact: f"Cards, sealed until shuffle {fact.shuffle} is opened.",
}
