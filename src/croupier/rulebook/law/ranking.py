"""What hands are worth."""

from typing import Literal

from croupier.rulebook.law import words as w
from croupier.rulebook.law.base import Fact, Never, Ruled, Section


class Category(Ruled, frozen=True, kw_only=True):
    """A class of hand; `best` and `worst` only where the document names them."""

    category: w.CategoryName
    made_of: str
    best: str = ""
    worst: str = ""


class Ranking(Ruled, frozen=True, kw_only=True):
    """One way of ranking hands, categories from the top."""

    ranking: w.RankingName
    cards: int
    categories: tuple[Category, ...]


class Rankings(Section, frozen=True, kw_only=True):
    """Card order, the ace, ties, and each ranking the document uses."""

    card_order: Fact[Literal["A K Q J T 9 8 7 6 5 4 3 2"]]
    ace_low: Fact[w.AceLow]
    wrap_around: Never
    suits_rank: Never
    tie_break: Fact[Literal["highest_card_the_other_hand_lacks"]]
    still_level: Fact[Literal["tie"]]
    rankings: tuple[Ranking, ...]
