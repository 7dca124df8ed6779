"""What the floor puts right beside the settlement of a round."""

from croupier.house.log.house_event import HouseEvent


class BuyInCorrected(HouseEvent, frozen=True):
    """A buy-in was entered wrongly: the record that says so stays, and the cash and chips are now as they were sold."""

    record: int
    player: str
    was_cents: int
    cents: int
    reason: str
    by: str
