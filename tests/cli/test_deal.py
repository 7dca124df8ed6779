"""`croupier deal` by every method, and with everything that may go wrong."""

import json
from collections.abc import Callable

import pytest

from croupier.cli.incident import dealt_by, incidents
from croupier.rulebook.load import load, rulebook_ids

from .command import Ran, assert_refused, here

Croupier = Callable[..., Ran]
METHODS = ("automated_shoe", "manual_shoe", "hand")
EVERYTHING = [(rulebook, name) for rulebook in rulebook_ids() for name in incidents(load(rulebook))]


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Croupier:
    """The command, run within this process."""
    return lambda *arguments: here(capsys, *arguments)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_round_is_dealt_by_the_method_that_is_asked_for(croupier: Croupier, rulebook: str, method: str) -> None:
    told = croupier("deal", rulebook, "--seed", "5", "--dealing", method)
    assert (told.code, told.err) == (0, "")
    law = next(dealing for dealing in load(rulebook).dealing if dealing.method == method)
    assert f"{law.title}, seed 5" in told.out
    assert f"croupier deal {rulebook} --seed 5 --seats 3 --dealing {method}" in told.out
    events = json.loads(croupier("deal", rulebook, "--seed", "5", "--dealing", method, "--json").out)["events"]
    clauses = {event["clause"] for event in events if event["event"] == "CardsDealt"}
    own = {clause for step in law.steps for clause in step.clause}
    between = {clause for step in load(rulebook).decisions.between for clause in step.clause}
    assert clauses
    assert clauses <= own | between


@pytest.mark.parametrize("method", ["automated_shoe", "manual_shoe", "hand"])
def test_cards_are_found_face_up_after_the_first_hands_however_they_are_dealt(croupier: Croupier, method: str) -> None:
    """From the shoe it is when the stub is removed, otherwise while the board is dealt; Trips is settled (13C)."""
    wrong = ("--irregularity", "several_face_up_cards_after_initial_deal")
    ran = croupier("deal", "md-uth", "--seed", "3", "--dealing", method, *wrong, "--json")
    assert (ran.code, ran.err) == (0, "")
    lines = [event["line"] for event in json.loads(ran.out)["events"] if event["event"] == "WagerSettled"]
    assert {line["wager"] for line in lines if line["outcome"] != "void"} == {"trips"}


@pytest.mark.parametrize(("rulebook", "name"), EVERYTHING)
def test_anything_that_the_rules_have_a_remedy_for_can_go_wrong(croupier: Croupier, rulebook: str, name: str) -> None:
    ran = croupier("deal", rulebook, "--seed", "3", "--seats", "2", "--irregularity", name, "--json")
    assert (ran.code, ran.err) == (0, "")
    events = json.loads(ran.out)["events"]
    told = {event["event"]: event for event in events}
    remedies = [event["remedy"] for event in events if event["event"] == "IrregularityReported"]
    law = next((remedy for remedy in load(rulebook).irregularities.remedies if remedy.remedy == name), None)
    if name == "one_face_up_card":
        assert "CardSetAside" in told
    elif name == "stub_all_there":
        assert "StubCounted" in told
        assert not remedies
    elif name.startswith("device_"):
        assert remedies == ["shuffler_jam"]
        assert told["DeviceTreated"]["step"] == name.removeprefix("device_")
    else:
        assert name.removeprefix("stub_") in remedies
    void = "RoundVoided" in told
    if law:
        assert void is (law.round_is == "void") or "cover_all_lost_before_the_deal" in remedies
    else:
        assert void is (name in ("stub_misdealt", "stub_wrong_deck"))


def test_a_playthroughs_own_name_is_understood(croupier: Croupier) -> None:
    told = croupier("deal", "md-tcp", "--seed", "3", "--irregularity", "remedy_dealing_shoe_jam")
    assert told.code == 0
    assert ".13G" in told.out
    assert "--irregularity dealing_shoe_jam" in told.out


def test_a_playthrough_of_a_stub_count_names_its_method(croupier: Croupier) -> None:
    told = croupier("deal", "md-uth", "--seed", "3", "--irregularity", "stub_hand_misdealt")
    assert told.code == 0
    assert "From the hand, seed 3" in told.out
    assert "--dealing hand --irregularity stub_misdealt" in told.out


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_what_cannot_go_wrong_is_refused_with_the_reason(croupier: Croupier, rulebook: str) -> None:
    refused = croupier("deal", rulebook, "--dealing", "manual_shoe", "--irregularity", "dealing_shoe_jam")
    assert_refused(refused, "No automated shoe is in use here")
    assert_refused(croupier("deal", rulebook, "--irregularity", "earthquake"), "no irregularity 'earthquake'")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_everything_that_may_go_wrong_is_listed_when_asked(croupier: Croupier, rulebook: str) -> None:
    listed = croupier("deal", rulebook, "--irregularity", "?")
    assert (listed.code, listed.err) == (0, "")
    assert tuple(listed.out.split()) == incidents(load(rulebook))
    assert_refused(croupier("deal", rulebook, "--dealing", "by_foot"), "no dealing method 'by_foot'")


def test_a_remedy_that_needs_a_method_is_dealt_by_it() -> None:
    assert dealt_by(load("md-uth"), "several_face_up_cards_after_initial_deal") == ""
    assert dealt_by(load("md-tcp"), "shuffler_lost_before_the_deal") == "hand"
    assert dealt_by(load("md-tcp"), "dealer_card_exposed") == ""
