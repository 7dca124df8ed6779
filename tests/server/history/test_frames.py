"""A round told again: nothing is seen before it was seen, nothing heard that was hidden, and its proof holds."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cards import DECK
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.server.accounts.users import User
from croupier.server.history.frames import round_told
from croupier.server.tables.table_view import round_seen, viewer_of
from croupier.server.wire.messages import RoundSeen
from croupier.server.wire.schemas import Frame, Role, RoundTold
from croupier.table.values import commands as c
from croupier.table.values.state import Round
from tests.cli.command import here
from tests.house.floor import Floor
from tests.server.felt import RULEBOOKS, deal, floor_of
from tests.server.live import Live

CARD = re.compile(rf"\b({'|'.join(str(card) for card in DECK)})\b")


def somebody(name: str, role: Role = "player") -> User:
    return User(name, role, guest=False, one_time=False, disabled=False, created_ms=0)


def shown(frame: Frame) -> set[str]:
    """The cards that a frame's felt shows."""
    round_ = frame.round
    places = (round_.dealer, round_.community, round_.bonus_cards, *(box.cards for box in round_.boxes))
    return {card for place in places for card in place if card}


def told_to(floor: Floor, table: str, number: int, user: User) -> RoundTold:
    return round_told(floor.house, floor.table(table), number, user)


def watched(floor: Floor, table: str, number: int) -> Iterator[Round]:
    """The round at each moment between two commands, as it is played."""
    while (house_table := floor.table(table)).state.round and house_table.state.rounds == number:
        assert house_table.state.round
        yield house_table.state.round
        if house_table.state.round.phase == "wagering":
            deal(floor, table)
        else:
            floor.decide(table)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_is_told_as_it_was_seen(rulebook: str, lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("t", rulebook, ("ann", "bob"))
    rules = floor.house.rules_of(floor.table("t"))
    floor.play("t", 1)
    users = [somebody("ann"), somebody("bob"), somebody("d", "dealer"), somebody("f", "floor")]
    seen: dict[str, list[RoundSeen | None]] = {user.name: [] for user in users}
    for _ in watched(floor, "t", 2):
        state = floor.table("t").state
        for user in users:
            seen[user.name].append(round_seen(rules, state, viewer_of(user.name, user.role)))
    for user in users:
        told = told_to(floor, "t", 2, user)
        assert told.outcome == "closed"
        assert all(passed for _, passed, _ in told.checks)
        frames = [frame.round for frame in told.frames]
        for moment in seen[user.name]:
            assert moment in frames, "what was seen is not told"
        for frame in told.frames:
            assert set(CARD.findall(frame.sentence)) <= shown(frame), frame.sentence


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_under_way_is_told_without_what_is_hidden(rulebook: str, lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("t", rulebook, ("ann", "bob"))
    for round_ in watched(floor, "t", 1):
        hidden_from_all = {str(card) for card in round_.community[round_.community_up :]}
        if not round_.dealer_revealed:
            hidden_from_all |= {str(card) for card in round_.dealer if card not in round_.dealer_up}
        if not round_.bonus_revealed:
            hidden_from_all |= {str(card) for card in round_.bonus_cards}
        for user in (
            *(somebody("ann"), somebody("d", "dealer"), somebody("s", "surveillance")),
            somebody("r", "regulator"),
        ):
            of_others = {
                str(card) for box in round_.boxes if box.player != user.name and not box.revealed for card in box.cards
            }
            told = told_to(floor, "t", 1, user)
            assert told.outcome == "open"
            for frame in told.frames:
                assert not shown(frame) & (hidden_from_all | of_others)
                assert not set(CARD.findall(frame.sentence)) & (hidden_from_all | of_others)
            own = {str(card) for box in round_.boxes if box.player == user.name for card in box.cards}
            assert own <= shown(told.frames[-1])


def test_a_folded_hand_stays_hidden_but_from_who_reads_the_opened_log(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("t", "md-tcp", ("ann", "bob"))
    for seat in (1, 2):
        floor.do("t", c.PlaceWager(seat=seat, wager="ante", stake_cents=1500))
    floor.do("t", h.EndBetting())
    floor.do("t", c.Decide(seat=1, action="play", stake_cents=1500))
    floor.do("t", c.Decide(seat=2, action="fold"))
    final = floor.table("t").last
    assert final
    folded = final.boxes[1]
    assert folded.folded
    assert not folded.revealed
    hidden = {str(card) for card in folded.cards}
    for user in (somebody("ann"), somebody("f", "floor")):
        assert not any(shown(frame) & hidden for frame in told_to(floor, "t", 1, user).frames)
    for user in (somebody("bob"), somebody("s", "surveillance"), somebody("r", "regulator")):
        assert hidden <= shown(told_to(floor, "t", 1, user).frames[-1])


def test_surveillance_sees_every_card_of_a_round_that_is_over_as_soon_as_it_is_out(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("t", "md-uth", ("ann",))
    floor.play("t", 1)
    told = told_to(floor, "t", 1, somebody("s", "surveillance"))
    dealt = next(frame for frame in told.frames if frame.sentence.startswith("Two cards to seat 1"))
    assert len(shown(dealt)) == 2 + 2 + 5 + 4
    assert not any(None in box.cards for frame in told.frames for box in frame.round.boxes)


def test_a_round_is_told_from_its_opening_to_its_end_and_no_further(lite_database: Database) -> None:
    floor = Floor(lite_database)
    floor.open("t", "md-tcp", ("ann", "bob"))
    floor.play("t", 3)
    told = told_to(floor, "t", 2, somebody("ann"))
    assert told.frames[0].sentence.startswith("Round 2 is open for wagers")
    assert {frame.round.number for frame in told.frames} == {2}
    assert [frame.sentence for frame in told.frames if frame.sentence == "Round 2 is over."] == ["Round 2 is over."]
    assert told.frames[-1].sentence.startswith("The seed of shuffle ")
    assert told.frames[-1].round.phase == "closed"
    assert told.frames[-1].round.lines == told.lines
    assert all(frame.at_ms for frame in told.frames)
    assert [frame.at_ms for frame in told.frames] == sorted(frame.at_ms for frame in told.frames)
    assert told.frames[0].round.deck_back


def test_the_proof_is_the_one_that_the_command_writes_and_verifies(
    live_server: Live, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = floor_of(live_server.house)
    floor.open("t", "md-tcp", ("ann",))
    floor.play("t", 2)
    answer = live_server.browser().get("/api/history/t/2/proof")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    given, written = tmp_path / "given.json", tmp_path / "written.json"
    given.write_bytes(answer.content)
    ran = here(capsys, "replay", "t", "2", "--house", database_url, "--proof", str(written))
    assert ran.code == 0, ran
    assert given.read_bytes() == written.read_bytes()
    assert here(capsys, "verify", str(given)).code == 0
    spoiled = tmp_path / "spoiled.json"
    spoiled.write_bytes(re.sub(rb'"seed": "[0-9a-f]', b'"seed": "x', given.read_bytes(), count=1))
    assert here(capsys, "verify", str(spoiled)).code != 0
    open_still = live_server.browser().get("/api/history/t/3/proof")
    assert (open_still.status_code, open_still.json()["code"]) == (409, "not_over")
    assert live_server.browser().get("/api/history/t/9/proof").status_code == 404
