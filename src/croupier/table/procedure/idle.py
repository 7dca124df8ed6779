"""The idle table: what is done with the cards while nobody plays."""

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep
from croupier.table.procedure.decks import EventsOrRefusal, being_played
from croupier.table.procedure.devices import shuffler_now
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import State


def idle_steps(rules: GameRules) -> tuple[AnyStep, ...]:
    """What the dealer does while nobody plays, in order; nothing where the device keeps the cards."""
    return () if rules.shuffler == "self_reshuffling" else rules.rulebook.shuffle.idle


def spread_idle(rules: GameRules, state: State, command: c.SpreadIdle) -> EventsOrRefusal:
    """The cards of an idle table; they are opened again before the next round.

    A round that was opened and that nobody is left to wager in is called off by it.
    """
    law = rules.rulebook.shuffle
    by_itself = shuffler_now(rules, state) == "self_reshuffling"
    if being_played(state) or by_itself or rules.electronic:
        device = next((device for device in law.devices if "idle_spread" in device.switches_off), None)
        clause = device.clause[0] if device and by_itself else law.idle[0].clause[0]
        sentence = "The table is not idle, or its device keeps the cards; leave them where they are."
        return Refusal("not_idle", sentence, clause)
    opening = [step.step for step in rules.rulebook.opening.steps]
    turned_up = command.face_up_requested or law.idle_spread.is_ != "either_way_turned_up_on_arrival"
    first = law.reopens_from.is_ if turned_up else "spread_face_up"
    again = tuple(opening[: opening.index(first)])
    return (e.TableIdled(face_up=command.face_up_requested, reopen_from=again),)
