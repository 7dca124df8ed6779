"""No value of a wager that pays only if the showdown is won is without effect, in the sample state that has one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import parse_cards
from croupier.rulebook import shelf
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import parse, rulebook_ids, source_of
from croupier.rulebook.shelf import example_text
from croupier.rulebook.strict import Source
from croupier.rulebook.submission import parse_submission
from croupier.table.settlement.described import RoundDescribed, SeatDescribed

from .altered import Change, changes
from .test_every_value_counts import only_wording
from .witnesses import a_check, a_settlement, a_sign, standing

FOLDER = Path(__file__).parents[2] / "docs/atlantis"
RULES, WAGER = "atlantis-tcp", "showdown_bonus"
PAIR = "Qs Qd 4c"
# Cards of the player's and the dealer's: each line that is paid, and each way that hands compare.
DEALT = (
    *((own, "Kc 8d 2h") for own in ("Ah Kh Qh", "9s 9h 9d", "8s 7d 6c", "As 9s 2s", PAIR, "As 9h 2s")),
    *((PAIR, dealer) for dealer in ("Jc 8d 2h", "Kh Kd 2h", "Qc Qh 4d")),
    ("Ts 9s 8s", "Jc Tc 9c"),
)


@pytest.fixture(autouse=True)
def atlantis() -> Iterator[None]:
    """The sample state's rules can be named."""
    shelf.use([str(FOLDER)])
    yield
    shelf.use([])


def rounds() -> Iterator[RoundDescribed]:
    stakes = {"ante": 1_500, "pair_plus": 500, WAGER: 500, "progressive": 100}
    for own, dealer in DEALT:
        for table in "AB":
            for answer in ("play:1", "fold"):
                seat = SeatDescribed(seat=1, cards=parse_cards(own), wagers_cents=stakes, decisions=(answer,))
                yield RoundDescribed(
                    rules=RULES,
                    elections={WAGER: table},
                    dealer=parse_cards(dealer),
                    meters_cents={"progressive": 500_000},
                    seats=(seat,),
                )
    for made in ({WAGER: 500}, {"pair_plus": 500, WAGER: 500}):
        yield RoundDescribed(
            rules=RULES,
            dealer=parse_cards("Kc 8d 2h"),
            seats=(SeatDescribed(seat=1, cards=parse_cards(PAIR), wagers_cents=made),),
        )


def said() -> list[Any]:
    """What the table, the checker and the sign say under the law that stands."""
    example = example_text(RULES)
    filings = [
        example,
        example.replace(f', "{WAGER}"', "", 1),
        example.replace(f'"{WAGER}", "progressive", "six', '"six'),
    ]
    filings += [example.replace(f'{WAGER} = "A"', f'{WAGER} = "{table}"') for table in "BC"]
    filings.append(f'{example}\n[odds.{WAGER}]\npair = "2 to 1"\n')
    filed = [parse_submission(text, "the example") for text in filings]
    heard = [list(a_settlement(one)) for one in rounds()]
    return heard + [list(a_check(one)) for one in filed] + [list(a_sign(one)) for one in filed]


def of_the_wager(change: Change, data: Any) -> bool:
    """Whether the change is of a value that is there for the wager's sake."""
    if change.path[:2] in (("settlement", "order"), ("settlement", "each_seat")):
        return len(change.path) > 2 and "showdown" in f"{change.how} {change.value} {_at(data, change.path)}"
    return any(
        isinstance(value, dict) and WAGER in (*list(value.values())[:1], value.get("when"))
        for value in (_at(data, change.path[:length]) for length in range(1, len(change.path)))
    )


def _at(value: Any, path: Any) -> Any:
    for part in path:
        value = value[part] if not isinstance(value, dict) or part in value else None
    return value


def test_every_value_of_it_counts() -> None:
    source, books = source_of(RULES), {name: parse(source_of(name)) for name in (*rulebook_ids(), RULES)}
    with standing(books):
        before = said()
    mine = [one for one in changes(RULES) if of_the_wager(one, source.data) and not only_wording(one)]
    assert len(mine) > 60
    unnoticed, refused = [], 0
    for change in mine:
        try:
            book = parse(Source(source.file, change.applied(source.data), source.places))
        except BadInput:
            refused += 1
            continue
        with standing({**books, RULES: book}):
            if said() == before:
                unnoticed.append(str(change))
    assert unnoticed == []
    assert 0 < refused < len(mine)
