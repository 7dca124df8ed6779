"""What every event of the house's own is made of."""

from msgspec import Struct


class HouseEvent(Struct, frozen=True, kw_only=True, tag=True, tag_field="event", gc=False):
    """Something that the house, not a table, brings about."""
