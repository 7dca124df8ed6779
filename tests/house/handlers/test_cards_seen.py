"""A deck of cardboard in a house: a person deals it, nobody knows its order, and every round is kept all the same."""

import pytest

from croupier.cards import DECK
from croupier.house.audit.audit import audit
from croupier.house.handlers import commands as h
from croupier.house.handlers.duties import duty_at
from croupier.house.log import events as he
from croupier.house.replay.replaying import proof_of, replayed, story_of
from croupier.house.service.house import TableTerms
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.options import options
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Duty
from tests.house.floor import KEYS, Floor, example
from tests.table.people import PEOPLE, finds

pytestmark = pytest.mark.databases("any")


def due(floor: Floor) -> Duty | None:
    """What people have to do at table one."""
    table = floor.table("one")
    return duty_at(floor.house.rules_of(table), table, table.at_ms // 1000)


def answered(floor: Floor) -> None:
    """Players wager while wagers are taken, and answer as one who never saw their cards: the last that is offered."""
    table = floor.table("one")
    round_ = table.state.round
    assert round_ is not None
    if round_.phase == "wagering":
        floor.bet("one")
        return
    seat = round_.to_ask[0]
    answer = options(floor.house.rules_of(table), table.state, seat).answers[-1]
    floor.do("one", c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents))


def done(floor: Floor, duty: Duty, told: str = "") -> None:
    """Whoever it is for does it, having found out what is asked, or telling these cards."""
    table = floor.table("one")
    looks = not told and duty.blanks
    found = finds(floor.house.rules_of(table), table.state, duty) if looks else {"cards": told}
    floor.do("one", h.DoDuty(says=duty.says, found=tuple(found.items()), by=PEOPLE[duty.by]))


def until_turned_up(floor: Floor, number: int) -> Duty | None:
    """People do what is due until cards must be told, or the round is over."""
    while floor.table("one").last_number < number:
        duty = due(floor)
        if duty is None:
            answered(floor)
        elif isinstance(duty.command, c.TurnUp):
            return duty
        else:
            done(floor, duty)
    return None


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_rounds_of_a_deck_that_nobody_knows_are_dealt_settled_replayed_and_audited(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook, players=("ann", "bob"), dealer="human", card_source="seen")
    for number in (1, 2):
        deck = iter(DECK)
        while duty := until_turned_up(floor, number):
            done(floor, duty, " ".join(str(next(deck)) for _ in range(duty.blanks[0].most)))
    assert floor.table("one").last_number == 2
    events = floor.events("one")
    assert not [one for one in events if isinstance(one, he.Sealed | he.SeedCommitted | he.ShuffleCommitted)]
    assert not [one for one in events if isinstance(one, e.CardsDealt)]
    assert {one.by for one in events if isinstance(one, e.CardsTurnedUp)} == {"dealer:deana"}
    with floor.database.read() as connection:
        for number in (1, 2):
            again = replayed(connection, "one", number)
            assert again.ok, again
            assert again.proof is None
        with pytest.raises(BadInput, match="nobody shuffled by a seed"):
            proof_of(story_of(connection, "one", 1))
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"card_source": "hand", "dealer": "human"}, "A table's cards are house or shoe or seen, not 'hand'."),
        ({"card_source": "seen"}, "open the table with a human dealer"),
        ({"card_source": "seen", "dealer": "human", "mode": "open"}, "no player's seed shuffles them"),
        ({"card_source": "seen", "dealer": "human", "practice": True}, "no coach helps"),
    ],
)
def test_what_does_not_go_with_a_deck_in_the_hand_is_said_when_the_table_is_opened(
    floor: Floor, terms: dict[str, str], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        floor.house.open_table("one", example("md-tcp"), TableTerms(**terms))  # type: ignore[arg-type]


def test_cards_that_cannot_be_are_refused_and_nothing_is_written(floor: Floor) -> None:
    floor.open("one", "md-tcp", dealer="human", card_source="seen")
    duty = until_turned_up(floor, 1)
    assert duty is not None
    for told, says in (
        ("", "Tell 3 as rank and suit"),
        ("As Kd", "2 were told"),
        ("As As Kd", "given twice"),
        ("As Kd 1x", "1x"),
    ):
        refusal = floor.refused("one", h.DoDuty(says=duty.says, found=(("cards", told),), by="dealer:deana"))
        assert says in refusal.sentence
    done(floor, duty, "As Kd 2c")
