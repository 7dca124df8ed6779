"""What hands are worth."""

from croupier.rulebook.law.base import Fact, Ruled, Section


class Category(Ruled, frozen=True, kw_only=True):
    """A class of hand; `best` and `worst` only where the document names them."""

    category: str
    made_of: str
    best: str = ""
    worst: str = ""


class Ranking(Ruled, frozen=True, kw_only=True):
    """One way of ranking hands, categories from the top."""

    ranking: str
    cards: int
    categories: tuple[Category, ...]


class Rankings(Section, frozen=True, kw_only=True):
    """Card order, the ace, ties, and each ranking the document uses."""

    card_order: Fact[str]
    ace_low: Fact[str]
    wrap_around: Fact[bool]
    suits_rank: Fact[bool]
    tie_break: Fact[str]
    still_level: Fact[str]
    rankings: tuple[Ranking, ...]
