"""What a device says as lines of text: cards as people and readers write them, and the little else that there is."""

from croupier.cards import CardError, parse_card
from croupier.house.log.device_events import AnySaying, CardRead, CountFound, Cover, Jam
from croupier.rulebook.errors import BadInput

HOW = "Write cards (As, 10h), or jam, count 41, cover open, cover closed."


def sayings_of(text: str, where: str) -> tuple[AnySaying, ...]:
    """All that the lines say, in order; a sentence with the line where one of them says nothing."""
    found: list[AnySaying] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].lower().split()
        try:
            found += _line(words)
        except CardError:
            raise BadInput(f"{where}, line {number}: {line.strip()!r:.60} cannot be read. {HOW}") from None
    return tuple(found)


def _line(words: list[str]) -> list[AnySaying]:
    match words:
        case ["jam"]:
            return [Jam()]
        case ["cover", "open" | "closed" as how]:
            return [Cover(open=how == "open")]
        case ["count", number] if number.isascii() and number.isdecimal() and len(number) < 4:
            return [CountFound(cards=int(number))]
    return [CardRead(card=parse_card(_written(word))) for word in words]


def _written(word: str) -> str:
    """A card as we write it: `10h` and `th` are Th."""
    return word.replace("10", "T", 1)[:-1].upper() + word[-1:]


def saying_of(said: AnySaying) -> str:
    """What was said, without the card."""
    match said:
        case CountFound(cards=cards):
            return f"{cards} cards counted"
        case Jam():
            return "jam"
        case Cover(open=open_):
            return f"cover {'open' if open_ else 'closed'}"
    return "a card read"
