"""Somebody who has the house's own keys and writes its history anew: chained, sealed and signed as the house would."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from croupier.house.log import events as he
from croupier.house.log.chain import chained, encoded, genesis, read_body, signed
from croupier.house.log.sealing import seal_from, sealed, unsealed
from croupier.house.transaction.table_cache import seed_purpose
from tests.house.audit.vandal import Vandal
from tests.house.floor import KEYS

Forgery = Callable[[he.LoggedEvent], Iterable[he.LoggedEvent] | None]


def forge(hand: Vandal, table: str, forgery: Forgery) -> int:
    """Changes the first event for which the forgery gives others instead; the number of its record."""
    seeds = {
        shuffle: KEYS.sealing.open(kept, seed_purpose(table, shuffle))
        for _, shuffle, kept in [row for row in hand.rows("seeds") if row[0] == table]
    }
    before, forged = genesis(table), 0
    for row in [row for row in hand.rows("records") if row[0] == table]:
        number, round_, at_ms, body = row[1:5]
        if not forged and (changed := _forged(table, read_body(body).acts, forgery, seeds)):
            was = read_body(body)
            forged, body = number, encoded(changed, was.command_id or "", was.asked)
        before = chained(before, number, round_, at_ms, body)
        hand.put("records", row, (table, number, round_, at_ms, body, before))
        for old in [kept for kept in hand.rows("checkpoints") if kept[:2] == (table, number)]:
            new = (table, number, before, at_ms, signed(KEYS.signing, table, number, before, at_ms))
            hand.put("checkpoints", old, new)
    hand.run("UPDATE tables SET hash = %s WHERE table_id = %s", before, table)
    assert forged, "nothing was forged"
    return forged


def _forged(
    table: str, acts: tuple[he.Act, ...], forgery: Forgery, seeds: dict[int, bytes]
) -> tuple[he.Act, ...] | None:
    for at, act in enumerate(acts):
        for place, one in enumerate(act.events):
            instead = forgery(unsealed(table, one, lambda shuffle: seal_from(seeds[shuffle])))
            if instead is not None:
                kept = [_like(table, one, other, seeds) for other in instead]
                events = (*act.events[:place], *kept, *act.events[place + 1 :])
                return (*acts[:at], replace(act, events=events), *acts[at + 1 :])
    return None


def _like(table: str, old: he.LoggedEvent, new: he.LoggedEvent, seeds: dict[int, bytes]) -> he.LoggedEvent:
    """The new event, sealed if the old one was."""
    return sealed(table, new, old.shuffle, seal_from(seeds[old.shuffle])) if isinstance(old, he.Sealed) else new
