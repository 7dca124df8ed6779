"""What a game lacks: every place of every room where it has to be entered, and whether it is."""

import re
from collections.abc import Iterator
from pathlib import Path

from croupier.rulebook.law.words import MAIN_WAGERS
from croupier.rulebook.registered import Place, documents, place
from croupier.server.desk.printed import FELTS

PAGES = Path(__file__).parents[3] / "web" / "src"
PAGES_PLACES = {
    "its place in the lobby": "lib/games.ts",
    "its colours": "styles/tokens.css",
}


def all_places() -> Iterator[tuple[str, Place]]:
    """Every room's places, the rules first; the pages' only where their sources are at hand."""
    # These rooms take a while to load, and no other command of `rules` needs them.
    from croupier.learning import registered as learning
    from croupier.odds import registered as odds
    from croupier.rulebook import registered as rulebook
    from croupier.server import registered as server
    from croupier.table import registered as table

    rooms = {"rulebook": rulebook, "table": table, "odds": odds, "learning": learning, "server": server}
    for room, registered in rooms.items():
        for found in registered.places():
            yield room, found
    played = [book.game for book in documents() if set(book.wagers.main.of) & set(MAIN_WAGERS)]
    yield "house", place("rounds that somebody played", "rulebook/law/words.py, MAIN_WAGERS", played)
    yield "server", place("the felt of its sign", "server/desk/printed.py, FELTS", FELTS)
    for what, where in PAGES_PLACES.items():
        if (PAGES / where).exists():
            names = re.findall(r"'([a-z]+(?:-[a-z]+)+)'", (PAGES / where).read_text("utf-8"))
            yield "web", place(what, f"web/src/{where}", names)
