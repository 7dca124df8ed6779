"""What every command to the house is made of."""

from msgspec import Struct


class HouseCommand(Struct, frozen=True, kw_only=True, tag=True, tag_field="command"):
    """A request that the house, not the table, carries out."""

    by: str = "house"
