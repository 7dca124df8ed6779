"""A round told again: its events one by one, each with the felt as a viewer might have seen it then."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from croupier.house.keys import Seal
from croupier.house.log import events as he
from croupier.house.log.chain import Record
from croupier.house.log.corrections import corrected
from croupier.house.log.house_table import HouseTable
from croupier.house.log.sealing import seal_from, unsealed_act
from croupier.house.replay.replaying import replayed, story_of
from croupier.house.replay.sentences import timed_out_in, told
from croupier.house.service.house import House
from croupier.rulebook.elect import GameRules
from croupier.server.accounts.users import User
from croupier.server.tables.table_view import result_line, round_seen, viewer_of
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import Frame, RoundTold
from croupier.table.evolve import evolve
from croupier.table.narration.names import people
from croupier.table.values import events as e
from croupier.table.values.roles import SYSTEM
from croupier.table.values.state import Deck, Round, State
from croupier.table.views import STAFF, Viewer

SEES_ALL_AFTERWARDS = ("surveillance", "regulator")
# What is between those on duty: calls for the floor, and the pit's paper.
STAFFS_OWN = (
    he.CallMade, he.CallAnswered, he.SlipAsked, he.SlipApproved, he.SlipRefused, he.SlipDone, he.DropTaken,
    he.FloorConfirmed, he.FloorDeclined,
)  # fmt: skip
Logged = Sequence[tuple[Record, tuple[he.Act, ...]]]


def round_told(house: House, table: HouseTable, number: int, me: User) -> RoundTold:
    """A round of a table as this user is told it; once it is over a player is told only those they had a box in.

    While it is played everybody looks on; that lets nobody read up later what others wagered and lost.
    """
    with house.database.read() as connection:
        story = story_of(connection, table.table_id, number)
        verified = replayed(connection, table.table_id, number)

        def seal_of(shuffle: int) -> Seal:
            return seal_from(house.cache.seed(connection, table.table_id, shuffle))

        # While the round is under way its cards are sealed in the log; what of them is told, the view decides.
        logged = [
            (record, tuple([unsealed_act(table.table_id, act, seal_of) for act in acts]))
            for record, acts in story.of_round()
        ]
        logged += [(record, (act,)) for record, act in story.later]
    outcome: Literal["closed", "void", "open"] = "open"
    if verified.outcome != "open":
        outcome = "void" if verified.outcome == "void" else "closed"
    all_open = outcome != "open" and me.role in SEES_ALL_AFTERWARDS
    timed_out = timed_out_in(act for _, acts in logged for act in acts)
    backs = tuple([Deck(deck.deck, deck.back, 0) for deck in table.state.decks])
    viewer = viewer_of(me.name, me.role)
    frames = tuple(frames_of(story.rules, State(decks=backs, card_source=table.card_source), logged, viewer, all_open))
    own = {box.seat for frame in frames for box in frame.round.boxes if box.mine}
    if me.role == "player" and not own and outcome != "open":
        sentence = (
            f"You had no box in round {number} of table {table.table_id}; you are told the rounds that you played."
        )
        raise Problem(403, "not_yours", sentence)
    return RoundTold(
        table=table.table_id,
        round=number,
        rulebook=verified.rulebook,
        digest=verified.digest,
        outcome=outcome,
        frames=frames,
        lines=tuple(
            [result_line(story.rules, line, line.seat in own, line.seat in timed_out) for line in verified.lines_now]
        ),
        checks=tuple([(check.name, check.passed, check.sentence) for check in verified.checks]),
    )


def frames_of(rules: GameRules, state: State, logged: Logged, viewer: Viewer, all_open: bool) -> Iterator[Frame]:
    """The frames from the opening of the round to its end; with `all_open` every card is seen as soon as it is out."""
    over, timed_out = False, dict[int, str]()
    folded = timed_out_in(act for _, acts in logged for act in acts)
    before = dict[int, State]()
    for record, act, one in _happenings(logged):
        before.setdefault(record.number, state)
        if isinstance(one, he.EntryTakenBack):
            state = before.get(one.record, state)
        if isinstance(one, e.Event) and not over and not isinstance(one, e.DeckPrepared):  # for a later round
            state = evolve(state, one)
        if isinstance(one, he.SettlementCorrected) and state.round and state.round.number == one.round:
            state = replace(state, round=corrected(state.round, one))
        if state.round is None or (over and not isinstance(one, he.ShuffleOpened | he.SettlementCorrected)):
            continue
        over = over or isinstance(one, e.RoundClosed)
        if isinstance(one, he.SystemDecided):
            timed_out[one.seat] = one.action
        sentence, clause = told(rules, one, folded) if _may_hear(one, act, viewer, all_open) else ("", "")
        shown = replace(state, round=_opened_up(state.round)) if all_open else state
        seen = round_seen(rules, shown, viewer, timed_out=timed_out)
        if sentence and seen:
            yield Frame(
                sentence=sentence,
                clause=clause,
                by=people(act.by),
                at_ms=record.at_ms,
                record=record.number,
                round=seen,
            )


def _happenings(logged: Logged) -> Iterator[tuple[Record, he.Act, he.LoggedEvent]]:
    return ((record, act, one) for record, acts in logged for act in acts for one in act.events)


def _may_hear(one: he.LoggedEvent, act: he.Act, viewer: Viewer, all_open: bool) -> bool:
    """What somebody buys and cashes in is between them and the cage; an answer for who was silent is told as such.

    What the floor is called for, and its paper, is between those on duty.
    """
    if isinstance(one, e.Decided) and act.by == SYSTEM:
        return False
    if isinstance(one, STAFFS_OWN):
        return all_open or viewer.role in STAFF
    return not isinstance(one, he.BoughtIn | he.CashedOut) or all_open or one.player == viewer.player


def _opened_up(round_: Round) -> Round:
    """The round with every card face up, as its opened shuffle shows it to everybody."""
    return replace(
        round_,
        boxes=tuple([replace(box, revealed=True) for box in round_.boxes]),
        dealer_revealed=True,
        bonus_revealed=True,
        community_up=len(round_.community),
    )
