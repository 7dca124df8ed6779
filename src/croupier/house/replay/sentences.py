"""What happened, told as one sentence: the table's events by the table itself, the house's own events here."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from croupier.house.log import events as he
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.table.narration.names import people, place_name, written
from croupier.table.narration.narrate import narrate
from croupier.table.values import events as e


def told(rules: GameRules | None, event: he.LoggedEvent, timed_out: Container[int] = ()) -> tuple[str, str]:
    """The event in a sentence, "" where there is nothing to tell, and the clause that it follows.

    Only a table's events need the rules; the cage has none. The hands of seats that `timed_out` were folded for their
    players.
    """
    if isinstance(event, e.Event):
        assert rules is not None
        return narrate(rules, event, timed_out)
    return _FACTS[type(event)](event), ""


def timed_out_in(acts: Iterable[he.Act]) -> frozenset[int]:
    """The seats whose hands were folded for them in these acts, for their time ran out."""
    decided = (one for act in acts for one in act.events if isinstance(one, he.SystemDecided))
    return frozenset(one.seat for one in decided if one.action == "fold")


def cards_shown(event: he.LoggedEvent) -> tuple[tuple[str, str], ...]:
    """The cards that an event puts somewhere, place by place: for who may see them all."""
    if not isinstance(event, e.CardsDealt):
        return ()
    places: dict[str, list[Any]] = {}
    for place, card in event.places:
        places.setdefault(place, []).append(card)
    return tuple((place_name(place), written(cards)) for place, cards in places.items())


def _opened(event: he.TableOpened) -> str:
    link = f" on link {event.link}" if event.link else ""
    name = f" as {event.title}" if event.title else ""
    chips = f"with {money(event.inventory_cents)} in its inventory"
    return f"The table opens{name}{link} {chips}, under rules {event.digest[:12]}."


def _rules_changed(event: he.RulesChanged) -> str:
    name = f" as {event.title}" if event.title else ""
    return f"From the next round on the table is run{name} by rules {event.digest[:12]}."


def _committed(event: he.ShuffleCommitted) -> str:
    seeds = f", with the seeds of {', '.join(name for name, _ in event.player_seeds)}" if event.player_seeds else ""
    root = f"root {event.root[:12]} commits to its order" if event.root else "nobody knows its order"
    return f"Shuffle {event.shuffle} is of deck {event.deck}{seeds}: {root}."


def _link_opened(event: he.LinkOpened) -> str:
    meters = ", ".join(f"{meter} at {money(cents)}" for meter, cents, *_ in event.meters)
    return f"Link {event.link} opens: {meters}."


_FACTS: Mapping[type, Callable[[Any], str]] = {
    he.TableOpened: _opened,
    he.RulesChanged: _rules_changed,
    he.TableClosed: lambda house_event: (
        f"The table is closed out with {money(house_event.inventory_cents)} in its inventory"
        f" and {money(house_event.drop_cents)} in its box."
    ),
    he.SeedCommitted: lambda house_event: f"The house commits to its seed for shuffle {house_event.shuffle}.",
    he.SeedOffered: lambda house_event: f"{house_event.player} offers a seed for the next shuffle.",
    he.ShuffleCommitted: _committed,
    he.ShuffleOpened: lambda house_event: f"The seed of shuffle {house_event.shuffle} is public.",
    he.BoughtIn: lambda house_event: f"{house_event.player} buys chips for {money(house_event.cents)}.",
    he.CashedOut: lambda house_event: f"{house_event.player} gives back chips for {money(house_event.cents)}.",
    he.Filled: lambda house_event: (
        f"{money(house_event.cents)} of chips come from the cage, by {people(house_event.by)}."
    ),
    he.Credited: lambda house_event: (
        f"{money(house_event.cents)} of chips go back to the cage, by {people(house_event.by)}."
    ),
    he.LinkOpened: _link_opened,
    he.LinkServed: lambda house_event: (
        f"Link {house_event.link} does what house {house_event.house} told it ({len(house_event.messages)} messages)."
    ),
    he.LinkLost: lambda house_event: f"Link {house_event.link} cannot be reached; the progressive wager is closed.",
    he.LinkFound: lambda house_event: f"Link {house_event.link} answers again; the progressive wager is open.",
    he.PlayerReady: lambda house_event: f"Seat {house_event.seat} is ready.",
    he.TimeExtended: lambda house_event: (
        f"Seat {house_event.seat} is given more time." if house_event.seat else "More time is given for wagers."
    ),
    he.SystemDecided: lambda house_event: (
        f"Time ran out for seat {house_event.seat}: {house_event.action}ed, as the table's page says."
    ),
    he.ClockStepped: lambda house_event: (
        f"The clock stood {house_event.behind_ms} ms behind the last record; that time was kept."
    ),
    he.Sealed: lambda house_event: f"Cards, sealed until shuffle {house_event.shuffle} is opened.",
}
