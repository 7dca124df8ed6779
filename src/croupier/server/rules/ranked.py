"""The ranking of a game's hands, each with an example that makes it."""

from collections.abc import Iterator, Mapping

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.ranking import Category
from croupier.rulebook.sign import line_title
from croupier.server.wire.schemas import RankedHand

# An example of each hand, by the number of cards that a hand has.
EXAMPLES: Mapping[int, Mapping[str, str]] = {
    3: {
        "straight_flush": "Js Ts 9s",
        "three_of_a_kind": "8s 8h 8d",
        "straight": "Qh Js Td",
        "flush": "Ad Td 4d",
        "pair": "Kc Ks 7h",
        "high_card": "Qs 9d 4c",
    },
    4: {
        "four_of_a_kind": "9s 9h 9d 9c",
        "straight_flush": "Jh Th 9h 8h",
        "three_of_a_kind": "Qs Qh Qd 5c",
        "flush": "Ac Jc 8c 3c",
        "straight": "Ts 9d 8h 7s",
        "two_pair": "Kh Kd 6s 6c",
        "pair": "As Ac 9h 4d",
        "high_card": "Ad Js 7c 2h",
    },
    5: {
        "royal_flush": "Ah Kh Qh Jh Th",
        "straight_flush": "9s 8s 7s 6s 5s",
        "four_of_a_kind": "Qs Qh Qd Qc 6h",
        "full_house": "Ts Th Td 4s 4c",
        "flush": "Ad Jd 8d 6d 2d",
        "straight": "9c 8h 7s 6d 5c",
        "three_of_a_kind": "7s 7h 7d Kc 2h",
        "two_pair": "Js Jc 5h 5d Ah",
        "pair": "Ks Kd 9h 6c 3s",
        "high_card": "Ac Qd 9h 5s 3d",
    },
}


def ranking_of(rules: GameRules) -> tuple[RankedHand, ...]:
    """The hands in which players are compared with the dealer, the highest first."""
    law = rules.rulebook.rankings.rankings[0]
    return tuple(_ranked(rules, law.cards))


def _ranked(rules: GameRules, size: int) -> Iterator[RankedHand]:
    law = rules.rulebook.rankings
    for category in law.rankings[0].categories:
        yield RankedHand(
            name=category.category,
            title=line_title(category.category),
            example=tuple(EXAMPLES[size][category.category].split()),
            about=_about(category),
            clause=category.clause[0],
        )
    yield RankedHand(
        name="high_card",
        title=line_title("high_card"),
        example=tuple(EXAMPLES[size]["high_card"].split()),
        about="None of the hands above: the highest card that the other hand lacks decides.",
        clause=law.tie_break.clause[0],
    )


def _about(category: Category) -> str:
    made_of = f"{category.made_of[:1].upper()}{category.made_of[1:]}"
    return f"{made_of}; from {category.best} down to {category.worst}." if category.best else f"{made_of}."
