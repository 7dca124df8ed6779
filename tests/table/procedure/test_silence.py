"""A player who does not answer, and who is above whom: what is the dealer's, a floorperson's, a casino supervisor's."""

import pytest
from msgspec.structs import replace

from croupier.rulebook.elect import GameRules
from croupier.table.decide import decide
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.silence import takes_default
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SYSTEM
from tests.table.pit import Pit, rules_dealt_by
from tests.table.procedure.test_acts import BY_HAND, ONE_DECK, RULEBOOKS, done, due


def asked(rules: GameRules, dealer: str) -> Pit:
    """A round in which seat 1, then seat 2, is asked at the first decision."""
    pit = Pit(rules).sit(1, 2).ready()
    for seat in (1, 2):
        pit.wager(seat, ante=1500)
        if "blind" in rules.offers:
            pit.wager(seat, blind=1500)
    pit.on()
    pit.state = replace(pit.state, dealer=dealer)
    return pit


SILENT = {
    "md-tcp": ("fold", "md-tcp:.11B"),
    "md-fcp": ("fold", "md-fcp:.11B"),
    "ma-fcp-1": ("fold", "ma-fcp-1:10(b)#1"),
    "ma-fcp-2": ("fold", "ma-fcp-1:10(b)#1"),
    "md-uth": ("check", "md-uth:11B"),
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_on_who_does_not_answer_a_floorperson_rules_and_nobody_else(rulebook: str) -> None:
    pit = asked(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK), "human")
    action, clause = SILENT[rulebook]
    assert not takes_default(pit.rules, pit.state)
    assert next_duty(pit.rules, pit.state) is None
    assert pit.refused(c.RuleOnSilence(seat=1, ruling=action, reason="asleep", by="floor:kim")).code == "not_called"
    assert pit.refused(c.CallFloor(seat=2)).code == "out_of_order", "seat 1 is asked first"
    pit.do(c.CallFloor(seat=1, by=SYSTEM))
    assert pit.refused(c.CallFloor(seat=1)).code == "called"
    duty = due(pit)
    assert (duty.by, duty.clause, duty.blanks[0].choices) == ("floor", clause, ("wait", action))
    for nobody in (SYSTEM, "dealer:deana", "player 1"):
        ruling = c.RuleOnSilence(seat=1, ruling=action, reason="asleep", by=nobody)
        assert pit.refused(ruling).code == "needs_floor"
    assert pit.refused(c.RuleOnSilence(seat=1, ruling="play", reason="asleep", by="floor:kim")).code == "ruling"
    assert pit.refused(c.RuleOnSilence(seat=1, ruling=action, reason=" ", by="floor:kim")).code == "needs_floor"
    done(pit, ruling="wait", reason="on the way back")
    assert (pit.round.called_for, pit.round.to_ask) == (0, (1, 2))
    assert next_duty(pit.rules, pit.state) is None, "the player is waited for again"
    pit.do(c.CallFloor(seat=1, by=SYSTEM))
    done(pit, ruling=action, reason="gone to sleep")
    assert pit.round.to_ask == (2,)
    box = pit.round.box(1)
    assert box is not None
    assert box.folded is (action == "fold")
    pit.do(c.Decide(seat=2, action=action))
    assert not pit.round.to_ask


def test_who_answers_while_the_floor_comes_has_answered() -> None:
    pit = asked(rules_dealt_by("md-uth", "automated_shoe", ONE_DECK), "human")
    pit.do(c.CallFloor(seat=1, by=SYSTEM))
    pit.do(c.Decide(seat=1, action="check"))
    assert pit.round.called_for == 0
    assert next_duty(pit.rules, pit.state) is None


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_dealer_calls_the_floor_to_who_does_not_answer_and_no_player_does(rulebook: str) -> None:
    pit = asked(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK), "human")
    assert pit.refused(c.CallFloor(seat=1, by="player 2")).code == "needs_dealer"
    pit.do(c.CallFloor(seat=1, by="dealer:deana"))
    assert [one.by for one in pit.events if isinstance(one, e.FloorCalled)] == ["dealer:deana"]
    done(pit, ruling=SILENT[rulebook][0], reason="fast asleep")
    assert pit.round.to_ask == (2,)
    pit.do(c.CallFloor(seat=2, by="floor:kim"))
    assert due(pit).by == "floor", "who rules may come without being called"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_floor_is_not_called_where_a_default_is_disclosed(rulebook: str) -> None:
    pit = asked(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK), "virtual")
    for by in ("floor:kim", SYSTEM):
        assert pit.refused(c.CallFloor(seat=1, by=by)).code == "default_applies"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_recut_is_for_the_rank_that_the_text_names_and_those_above(rulebook: str) -> None:
    """A floorperson or above in Maryland; in Massachusetts the casino supervisor."""
    pit = Pit(rules_dealt_by(rulebook, "manual_shoe", BY_HAND)).sit(1).ready()
    pit.state = replace(pit.state, dealer="human")
    deck = pit.state.decks[0].deck
    assert pit.state.decks[0].cut
    may = ("casino_supervisor:cleo",) if rulebook.startswith("ma-") else ("floor:kim", "casino_supervisor:cleo")
    for nobody in {"dealer:deana", "player 1", SYSTEM, "floor:kim"} - {*may}:
        refusal = pit.refused(c.OrderRecut(deck=deck, reason="not deep enough", by=nobody))
        assert (refusal.code, refusal.clause) == ("needs_supervisor", pit.rules.rulebook.shuffle.recut.clause[0])
    for somebody in may:
        ordered = decide(pit.rules, pit.state, c.OrderRecut(deck=deck, reason="a peek", by=somebody))
        assert not isinstance(ordered, Refusal)
    pit.do(c.OrderRecut(deck=deck, reason="not deep enough", by=may[-1]))
    assert not pit.state.decks[0].cut


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_where_the_house_deals_a_default_is_taken_unless_the_floor_is_elected(rulebook: str) -> None:
    default = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    floor_rules = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK, silent_player="floor_rules")
    assert takes_default(default, asked(default, "virtual").state)
    pit = asked(floor_rules, "virtual")
    assert not takes_default(floor_rules, pit.state)
    pit.do(c.CallFloor(seat=1, by=SYSTEM))
    duty = due(pit)
    assert duty.by == "floor", "a person's ruling, where the house deals too"
    refused = c.RuleOnSilence(seat=1, ruling=SILENT[rulebook][0], reason="asleep", by=SYSTEM)
    assert pit.refused(refused).code == "needs_floor"
