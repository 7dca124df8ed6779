"""Names for guests that people at a table can tell apart and remember: a colour and an animal."""

import re
import secrets

from croupier.table.narration.names import player_name

GUEST = "guest-"
_COLOURS = re.findall(
    r"\w+",
    """
    amber ash azure bronze cherry cobalt copper coral crimson dusty ebony fawn golden hazel indigo ivory jade lemon
    lilac linen maple mint misty navy olive opal peach pearl plum rosy ruby rusty sable sandy scarlet silver sunny
    teal umber
    """,
)
_ANIMALS = re.findall(
    r"\w+",
    """
    badger beaver bison crane dove eagle falcon ferret finch fox gecko goose hare heron ibex jackal jay koala lark lemur
    lion llama lynx marten mole moose newt otter owl panda puffin quail raven robin seal shrew stork swan tiger wren
    """,
)


def guest_name(attempt: int) -> str:
    """A name such as guest-amber-otter; later attempts have a number, for many guests may be here at once."""
    number = f"-{secrets.randbelow(10 ** min(attempt, 6))}" if attempt > 2 else ""
    return f"{GUEST}{secrets.choice(_COLOURS)}-{secrets.choice(_ANIMALS)}{number}"


def called(player: str) -> str:
    """What a player is called at the table: guests by the part of their name that tells them apart."""
    return player_name(player).removeprefix(GUEST)
