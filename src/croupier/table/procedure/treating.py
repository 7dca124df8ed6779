"""A device that failed: emptied, covered, marked, taken away, or back in use."""

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import AnyStep
from croupier.table.procedure.devices import DEVICES
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import may_order
from croupier.table.values.state import State

EMPTY = "empty_device"
BACK_IN_USE = "back_in_use"


def treat_device(rules: GameRules, state: State, command: c.TreatDevice) -> tuple[e.AnyEvent, ...] | Refusal:
    """A failed device is covered, marked or removed, as the document asks, or found fit for use again."""
    steps = rules.rulebook.irregularities.device_out_of_order
    ways = [step.step for step in steps if step.step != "treat_failed_device"]
    if command.device not in (*state.failed, *state.out_of_use):
        return Refusal("not_failed", f"The {command.device} has not failed.", steps[0].clause[0])
    if command.device in state.holding_cards:
        step = emptying(rules, command.device)
        if command.step != step.step:
            return still_loaded(rules, command.device)
        return (e.DeviceEmptied(device=command.device, clause=step.clause[0]),)
    if command.step == BACK_IN_USE:
        if not may_order(state, command.by):
            sentence = f"A floorperson or higher puts the {command.device} back into use."
            return Refusal("needs_floor", sentence, steps[0].clause[0])
        return (e.DeviceRestored(device=command.device, by=command.by),)
    if command.device in state.out_of_use:
        return Refusal("treated", f"The {command.device} is out of use already.", steps[0].clause[0])
    if command.step not in ways:
        names = " or ".join(way.replace("_", " ") for way in ways)
        return Refusal("treatment", f"A failed device is dealt with so: {names}.", steps[0].clause[0])
    return (e.DeviceTreated(device=command.device, step=command.step),)


def emptying(rules: GameRules, device: str) -> AnyStep:
    """The step that takes the cards out of a failed device."""
    remedies = rules.rulebook.irregularities.remedies
    steps = (step for remedy in remedies if DEVICES.get(remedy.kind) == device for step in remedy.steps)
    return next(step for step in steps if step.step == EMPTY)


def still_loaded(rules: GameRules, device: str) -> Refusal:
    """The refusal of anything else while a failed device holds cards."""
    return Refusal("device_loaded", f"Take the cards out of the {device} first.", emptying(rules, device).clause[0])
