"""The virtual dealer at work: after every command, all that the house must do until a player is waited for."""

from croupier.house.draft import Draft
from croupier.table.dealer import next_duty
from croupier.table.opening import in_round

MOST_STEPS = 500  # many times the longest run of duties; more would be a dealer going in circles


def run_dealer(draft: Draft) -> None:
    """Does what is due, act by act. A duty that cannot be done now, such as reading a lost meter, waits."""
    if draft.desk.dealer != "virtual":
        return
    for _ in range(MOST_STEPS):
        desk = draft.desk
        if desk.closed or (not in_round(desk.state) and not desk.state.players):
            return
        duty = next_duty(draft.rules, desk.state, at=draft.at_ms // 1000, betting_over=False)
        if duty is None or draft.table_command(duty.command) is not None:
            return
    raise AssertionError(f"the virtual dealer of {draft.desk.table_id} does not come to an end")
