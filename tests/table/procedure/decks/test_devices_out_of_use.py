"""A table whose shuffler or shoe is out of use: how it deals, counts and cuts then, and which wagers it takes."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.dealing import due_of
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.books import guarding
from tests.table.pit import Pit, rules_dealt_by

BOOKS = rulebook_ids()
ONE_DECK: dict[str, Any] = {"cards.decks": 1}
PLACED: dict[str, Any] = {"equipment.shoe.location_approval": "Approval 7", "equipment.shoe.conformity": "Standard 3"}
MAIN = {"md-uth": ("ante", "blind")}
HAND_NEEDS_SHUFFLER = {"md-tcp": ".09A(1)", "md-fcp": ".09A(1)", "md-uth": "9A(1)"}
OUT_OF_ORDER = {"md-tcp": ".13H", "md-fcp": ".13H", "md-uth": "13J"}
FLOOR = "floor:kim"


def clause(rulebook: str, maryland: dict[str, str], massachusetts: str) -> str:
    """A clause of the rulebook; the later Massachusetts edition adopts the earlier one's."""
    if rulebook.startswith("ma-"):
        return f"ma-fcp-1:{massachusetts}"
    return f"{rulebook}:{maryland[rulebook]}"


def staked(pit: Pit) -> Pit:
    """Seat 1 makes the main wagers."""
    for wager in MAIN.get(pit.rules.rulebook.rulebook, ("ante",)):
        pit.wager(1, **{wager: 2500})
    return pit


def after_a_round(rules: GameRules) -> Pit:
    """A table at which one round has been played."""
    return played(staked(Pit(rules).sit(1).ready()))


def played(pit: Pit) -> Pit:
    """The round to its end, the player checking while that is possible and then folding."""
    pit.on()
    while pit.round.to_ask:
        due = due_of(pit.rules, pit.state)
        assert due is not None
        assert due.point is not None
        pit.answer("check" if any(option.action == "check" for option in due.point.options) else "fold")
    return pit


def without(pit: Pit, *devices: str) -> Pit:
    """The table with these devices failed and out of use."""
    kinds = {"shuffler": "shuffler_jam", "shoe": "dealing_shoe_jam"}
    cases: dict[str, str] = {remedy.kind: remedy.case for remedy in pit.rules.rulebook.irregularities.remedies}
    for device in devices:
        pit.do(c.Report(kind=kinds[device], case=cases[kinds[device]], by=FLOOR))
        while device in pit.state.failed:
            duty = next_duty(pit.rules, pit.state)
            assert duty is not None
            pit.do(duty.command)
    return pit


@pytest.mark.parametrize("rulebook", BOOKS)
def test_without_its_shoe_a_table_deals_from_the_hand(rulebook: str) -> None:
    rules = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    pit = without(after_a_round(rules), "shoe").ready()
    opened = next(event for event in reversed(pit.events) if isinstance(event, e.RoundOpened))
    assert (opened.dealing, opened.out_of_use, opened.digest) == ("hand", ("shoe",), rules.digest)
    played(staked(pit))
    done = [event.step for event in pit.events[pit.events.index(opened) :] if isinstance(event, e.StepDone)]
    assert "take_stack" in done
    assert not {"load_device", "load_shoe"} & set(done)
    assert pit.round.phase == "closed"


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_device_back_in_use_is_dealt_from_again(rulebook: str) -> None:
    pit = without(after_a_round(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)), "shoe")
    pit.do(c.TreatDevice(device="shoe", step="back_in_use", by=FLOOR))
    pit.ready()
    assert (pit.round.dealing, pit.round.out_of_use) == ("", ())


@pytest.mark.parametrize("rulebook", BOOKS)
def test_the_dealer_may_name_another_method_that_is_left(rulebook: str) -> None:
    filed = {**ONE_DECK, **PLACED, "equipment.shuffler.feeds_shoe": False}
    pit = without(after_a_round(rules_dealt_by(rulebook, "automated_shoe", filed)), "shoe")
    pit.do(c.Shuffle(deck=pit.state.decks[0].deck, method="automated", order=DECK, count=52))
    assert pit.refused(c.OpenRound(dealing="automated_shoe")).code == "no_method"
    assert pit.refused(c.OpenRound(dealing="by_ear")).code == "no_method"
    pit.do(c.OpenRound(dealing="manual_shoe"))
    assert pit.round.dealing == "manual_shoe"
    due = due_of(pit.rules, pit.state)
    assert due is not None
    assert due.step == "load_shoe"


@pytest.mark.parametrize("rulebook", BOOKS)
def test_another_method_is_not_used_while_the_devices_work(rulebook: str) -> None:
    pit = after_a_round(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK))
    pit.do(c.Shuffle(deck=pit.state.decks[0].deck, method="automated", order=DECK, count=52))
    refusal = pit.refused(c.OpenRound(dealing="hand"))
    assert (refusal.code, refusal.clause) == ("other_method", clause(rulebook, OUT_OF_ORDER, "14(g)"))


@pytest.mark.parametrize("rulebook", guarding("md-tcp:.09A(1)", "md-fcp:.09A(1)", "md-uth:9A(1)", "ma-fcp-1:8(b)(1)"))
@pytest.mark.parametrize("placed", [False, True])
def test_cards_shuffled_by_hand_are_not_dealt_from_the_hand(rulebook: str, placed: bool) -> None:
    filed = {**ONE_DECK, "equipment.shoe.location_approval": None, "equipment.shoe.conformity": None}
    rules = rules_dealt_by(rulebook, "hand", {**filed, **(PLACED if placed else {})})
    pit = without(after_a_round(rules), "shuffler")
    if placed:
        pit.ready()
        assert pit.round.dealing == "manual_shoe"
        assert played(staked(pit)).round.phase == "closed"
        return
    pit.do(c.Shuffle(deck=pit.state.decks[0].deck, method="manual", order=DECK))
    pit.do(c.CutDeck(deck=pit.state.decks[0].deck, depth=20))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("no_method", clause(rulebook, HAND_NEEDS_SHUFFLER, "8(b)(1)"))
    fit = next_duty(pit.rules, replace(pit.state, dealer="human"))
    assert fit is not None
    assert (fit.by, fit.command) == ("floor", c.TreatDevice(device="shuffler", step="back_in_use", by="floor"))
    pit.do(c.TreatDevice(device="shuffler", step="back_in_use", by=FLOOR))
    refusal = pit.refused(c.OpenRound())  # the deck is still as hands have shuffled it
    assert (refusal.code, refusal.clause) == ("not_shuffled", clause(rulebook, HAND_NEEDS_SHUFFLER, "8(b)(1)"))
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.Shuffle(deck=pit.state.decks[0].deck, method="automated")
    pit.do(duty.command)
    pit.do(c.OpenRound())


@pytest.mark.parametrize("rulebook", BOOKS)
def test_without_shoe_and_shuffler_only_a_manual_shoe_is_left(rulebook: str) -> None:
    pit = after_a_round(rules_dealt_by(rulebook, "automated_shoe", {**ONE_DECK, **PLACED}))
    without(pit, "shoe", "shuffler").ready()
    assert pit.round.dealing == "manual_shoe"
    assert pit.state.decks[0].shuffled == "manual"
    assert played(staked(pit)).round.phase == "closed"


@pytest.mark.parametrize(("rulebook", "rule"), [("md-tcp", ".03C(1)"), ("md-fcp", ".03C(1)"), ("md-uth", "3C(1)")])
def test_from_the_hand_a_deck_is_changed_after_four_hours(rulebook: str, rule: str) -> None:
    pit = without(after_a_round(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)), "shoe")
    pit.do(c.Shuffle(deck=pit.state.decks[0].deck, method="automated", order=DECK, count=52))
    assert pit.refused(c.OpenRound(at=4 * 3600)).clause == f"{rulebook}:{rule}"
    pit.do(c.OpenRound(at=4 * 3600 - 1))


COUNTED = [
    *(("md-tcp", "automated_shoe", ".10C"), ("md-tcp", "manual_shoe", ".08F")),
    *(("md-uth", "automated_shoe", "10C"), ("md-uth", "manual_shoe", "8E")),
    ("md-fcp", "manual_shoe", ".08G"),  # from an automated shoe nothing is counted there
    *(("ma-fcp-1", "automated_shoe", "9(e)#1"), ("ma-fcp-1", "manual_shoe", "7(e)#1")),
]


@pytest.mark.parametrize(
    ("rulebook", "method", "rule"),
    [
        *(pytest.param(*row, marks=pytest.mark.clause(f"{row[0]}:{row[2]}")) for row in COUNTED),
        *(("ma-fcp-2", method, rule) for rulebook, method, rule in COUNTED if rulebook == "ma-fcp-1"),
    ],
)
def test_a_counting_shuffler_out_of_use_frees_nobody_from_the_stub_count(rulebook: str, method: str, rule: str) -> None:
    filed = {**ONE_DECK, "equipment.shuffler.counts_cards": True}
    pit = after_a_round(rules_dealt_by(rulebook, method, filed))
    played(staked(pit.ready()))
    assert not [event for event in pit.events if isinstance(event, e.StubCounted)]
    without(pit, "shuffler")
    for nth in range(1, 6):
        staked(pit.ready())
        if nth == 5:
            stub_due(pit)
            refusal = pit.refused(c.Perform(step="remove_stub"))
            document = "ma-fcp-1" if rulebook == "ma-fcp-2" else rulebook
            assert (refusal.code, refusal.clause) == ("stub_count_due", f"{document}:{rule}")
        played(pit)
    assert len([event for event in pit.events if isinstance(event, e.StubCounted)]) == 1


def stub_due(pit: Pit) -> None:
    """Plays on until the stub is due."""
    while (due := due_of(pit.rules, pit.state)) and due.kind != "stub":
        if pit.round.to_ask:
            assert due.point is not None
            checks = any(option.action == "check" for option in due.point.options)
            pit.do(c.Decide(seat=1, action="check" if checks else "fold"))
            continue
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        pit.do(duty.command)


@pytest.mark.parametrize(
    "rulebook", guarding("md-tcp:.05D(1)", "md-fcp:.05B(1)-(2)", "md-uth:5E(1)", "ma-fcp-1:7(f)#1")
)
def test_a_shuffle_that_reports_no_count_is_not_a_counted_one(rulebook: str) -> None:
    pit = Pit(rules_dealt_by(rulebook, "manual_shoe", {**ONE_DECK, "equipment.shuffler.counts_cards": True})).sit(1)
    for _ in range(5):
        played(staked(uncounted(pit)))
    assert len([event for event in pit.events if isinstance(event, e.StubCounted)]) == 1


def uncounted(pit: Pit) -> Pit:
    """A round opened from a deck that the shuffler shuffled without telling a count."""
    while not (pit.state.round and pit.state.round.phase == "wagering"):
        duty = next_duty(pit.rules, pit.state)
        assert duty is not None
        shuffle = isinstance(duty.command, c.Shuffle)
        pit.do(c.Shuffle(deck=duty.command.deck, method="automated", order=DECK) if shuffle else duty.command)  # type: ignore[union-attr]
    return pit


@pytest.mark.parametrize(("rulebook", "rule"), [("md-tcp", ".05E(2)"), ("md-fcp", ".05C(2)"), ("md-uth", "5D(2)")])
def test_without_its_self_reshuffling_device_a_deck_is_cut(rulebook: str, rule: str) -> None:
    filed = {
        **ONE_DECK,
        **PLACED,
        "equipment.shuffler.kind": "self_reshuffling",
        "equipment.shuffler.approval": "Approval 9",
    }
    pit = without(after_a_round(rules_dealt_by(rulebook, "automated_shoe", filed)), "shuffler")
    deck = pit.state.decks[0].deck
    pit.do(c.Shuffle(deck=deck, method="manual", order=DECK))
    refusal = pit.refused(c.OpenRound())
    assert (refusal.code, refusal.clause) == ("not_cut", f"{rulebook}:{rule}")
    pit.do(c.CutDeck(deck=deck, depth=10))
    pit.do(c.OpenRound())
    assert played(staked(pit)).round.phase == "closed"
    assert isinstance(pit.do(c.SpreadIdle())[0], e.TableIdled)  # and so are the cards of an idle table spread


@pytest.mark.parametrize(
    ("rulebook", "device", "wager", "rule"),
    [
        pytest.param("ma-fcp-1", "shuffler", "cover_all", "12(d)", marks=pytest.mark.clause("ma-fcp-1:12(d)")),
        ("ma-fcp-2", "shuffler", "cover_all", "12(d)"),
        ("ma-fcp-1", "shoe", "cover_all", "12(d)"),
        ("md-fcp", "shoe", "six_card_bonus", ".10B(1)"),
        ("md-uth", "shoe", "six_card_bonus", "10B(1)"),
    ],
)
def test_a_wager_that_needs_the_device_is_not_taken_without_it(
    rulebook: str, device: str, wager: str, rule: str
) -> None:
    rules = rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)
    assert wager in rules.offers
    pit = staked(without(after_a_round(rules), device).ready())
    refusal = pit.refused(c.PlaceWager(seat=1, wager=wager, stake_cents=500))
    document = "ma-fcp-1" if rulebook.startswith("ma-") else rulebook
    assert (refusal.code, refusal.clause) == ("device_out_of_use", f"{document}:{rule}")
    assert played(pit).round.phase == "closed"
    assert not pit.round.bonus_cards
    assert not pit.round.hands  # no device counts the hands


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2"])
def test_a_hand_dealt_round_whose_shuffler_is_lost_before_the_first_card_is_called_off(rulebook: str) -> None:
    pit = staked(Pit(rules_dealt_by(rulebook, "hand", ONE_DECK)).sit(1).ready())
    lost = c.Report(kind="device_lost")
    assert pit.refused(lost).code == "nothing_lost"
    without(pit.until("deal"), "shuffler")
    wanted = clause(rulebook, HAND_NEEDS_SHUFFLER, "8(b)(1)")
    refusal = pit.refused(c.Shuffle(deck=pit.round.deck, method="manual", order=DECK))
    assert (refusal.code, refusal.clause) == ("device_lost", wanted)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert (duty.command, duty.clause) == (lost, wanted)
    pit.do(lost)
    assert (pit.round.phase, pit.net(1)) == ("void", 0)
    assert {line.outcome for line in pit.round.lines} == {"void"}


@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
def test_cover_all_goes_back_with_the_round_if_its_device_goes_before_the_deal(edition: str) -> None:
    pit = staked(Pit(rules_dealt_by(edition, "automated_shoe", ONE_DECK)).sit(1).ready()).wager(1, cover_all=500)
    without(pit.until("deal"), "shuffler")
    refusal = pit.refused(c.Shuffle(deck=pit.round.deck, method="manual", order=DECK))
    assert (refusal.code, refusal.clause) == ("device_lost", "ma-fcp-1:12(d)")
    pit.do(c.Report(kind="device_lost"))
    assert pit.line(1, "cover_all").returned_cents == 500


def while_betting_the_shuffler_goes(pit: Pit) -> None:
    """A Massachusetts table's shuffler fails and is taken away before the bets are closed."""
    pit.do(c.Report(kind="shuffler_jam", by=FLOOR))
    pit.do(c.TreatDevice(device="shuffler", step="remove_device", by=FLOOR))


@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
def test_a_round_in_which_nobody_made_cover_all_goes_on_without_its_device(edition: str) -> None:
    pit = staked(Pit(rules_dealt_by(edition, "automated_shoe", ONE_DECK)).sit(1, 2).ready())
    assert "cover_all" in pit.rules.offers
    while_betting_the_shuffler_goes(pit)
    refusal = pit.refused(c.PlaceWager(seat=1, wager="cover_all", stake_cents=500))
    assert (refusal.code, refusal.clause) == ("device_out_of_use", "ma-fcp-1:12(d)")
    assert pit.until("deal").refused(c.Report(kind="device_lost")).code == "nothing_lost"
    pit.do(c.Shuffle(deck=pit.round.deck, method="manual", order=DECK))
    assert played(pit).round.phase == "closed"
    assert {line.outcome for line in pit.round.lines}.isdisjoint({"void"})
    in_round = pit.events[max(i for i, event in enumerate(pit.events) if isinstance(event, e.RoundOpened)) :]
    assert [event.method for event in in_round if isinstance(event, e.DeckShuffled)] == ["manual"]
    assert any(isinstance(event, e.DeckCut) for event in in_round)
    assert not any(isinstance(event, e.HandsFixed | e.PayoutsDisplayed) for event in in_round)


@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
def test_who_takes_cover_all_back_holds_the_round_up_no_more(edition: str) -> None:
    pit = staked(Pit(rules_dealt_by(edition, "automated_shoe", ONE_DECK)).sit(1).ready()).wager(1, cover_all=500)
    while_betting_the_shuffler_goes(pit)
    pit.do(c.WithdrawWager(seat=1, wager="cover_all"))
    pit.until("deal").do(c.Shuffle(deck=pit.round.deck, method="manual", order=DECK))
    assert played(pit).round.phase == "closed"


@pytest.mark.parametrize("rulebook", guarding("md-tcp:.13G", "md-fcp:.13G#2", "md-uth:13I(2)", "ma-fcp-1:14(f)#2"))
def test_the_cards_come_out_of_a_failed_shoe_before_anything_is_done_with_them(rulebook: str) -> None:
    pit = staked(Pit(rules_dealt_by(rulebook, "automated_shoe", ONE_DECK)).sit(1).ready()).until("deal")
    pit.do(c.DealCard(card=DECK[0]))
    pit.do(c.Report(kind="dealing_shoe_jam"))
    wanted = clause(rulebook, {"md-tcp": ".13G", "md-fcp": ".13G#2", "md-uth": "13I(2)"}, "14(f)#2")
    refusal = pit.refused(c.Shuffle(deck=pit.round.deck, method="automated", order=DECK))
    assert (refusal.code, refusal.clause) == ("device_loaded", wanted)
    duty = next_duty(pit.rules, pit.state)
    assert duty is not None
    assert duty.command == c.TreatDevice(device="shoe", step="empty_device")
    (emptied,) = pit.do(duty.command)
    assert emptied == e.DeviceEmptied(device="shoe", clause=wanted)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_table_that_shuffles_by_hand_counts_and_loads_whatever_is_filed_of_a_device(rulebook: str) -> None:
    filed = {
        **ONE_DECK,
        "equipment.shuffler.kind": "manual",
        "equipment.shuffler.counts_cards": True,
        "equipment.shuffler.feeds_shoe": True,
    }
    pit = Pit(rules_dealt_by(rulebook, "manual_shoe", filed)).sit(1)
    for _ in range(5):
        played(staked(pit.ready()))
    assert len([event for event in pit.events if isinstance(event, e.StubCounted)]) == 1
    assert [event.step for event in pit.events if isinstance(event, e.StepDone)].count("load_shoe") == 5


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("why", ["not counting", "out of use"])
def test_a_count_comes_from_a_counting_shuffler_in_use_only(rulebook: str, why: str) -> None:
    counts = why == "out of use"
    filed = {**ONE_DECK, **PLACED, "equipment.shuffler.counts_cards": counts}
    pit = after_a_round(rules_dealt_by(rulebook, "manual_shoe", filed))
    if counts:
        without(pit, "shuffler")
    method = "manual" if counts else "automated"
    refusal = pit.refused(c.Shuffle(deck=pit.state.decks[0].deck, method=method, order=DECK, count=51))
    wanted = clause(rulebook, {"md-tcp": ".05D(1)", "md-fcp": ".05B(1)-(2)", "md-uth": "5E(1)"}, "7(f)#1")
    assert (refusal.code, refusal.clause) == ("no_count", wanted)


@pytest.mark.parametrize("rulebook", OUT_OF_ORDER)
def test_where_nothing_else_can_deal_the_cards_no_round_opens_without_the_shoe(rulebook: str) -> None:
    by_hand = {"equipment.shuffler.kind": "manual", "equipment.shuffler.counts_cards": False}
    pit = without(after_a_round(rules_dealt_by(rulebook, "automated_shoe", {**ONE_DECK, **by_hand})), "shoe")
    deck = pit.state.decks[0].deck
    pit.do(c.Shuffle(deck=deck, method="manual", order=DECK))
    pit.do(c.CutDeck(deck=deck, depth=20))
    for named in ("", "hand", "manual_shoe"):
        refusal = pit.refused(c.OpenRound(dealing=named))
        assert (refusal.code, refusal.clause) == ("no_method", f"{rulebook}:{OUT_OF_ORDER[rulebook]}")
        assert "put the device back into use" in refusal.sentence
    pit.do(c.TreatDevice(device="shoe", step="back_in_use", by=FLOOR))
    pit.do(c.OpenRound())
