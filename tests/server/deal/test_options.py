"""Something is wrong: what it may be in plain words, what would follow, and that seeing it does nothing."""

from typing import get_args

import pytest

from croupier.house.audit.audit import audit
from croupier.house.log import store
from croupier.house.log.chain import decoded
from croupier.house.service.house import TableTerms
from croupier.rulebook.law.words import IrregularityCase, IrregularityKind
from croupier.rulebook.load import load, rulebook_ids
from croupier.server.deal.options import CASES, WENT_WRONG
from croupier.server.wire import messages as w
from croupier.table.values import events as e
from croupier.table.values.state import CardSource
from tests.house.floor import KEYS, example
from tests.server.live import Live
from tests.server.seated import Seat, player_at
from tests.server.tables.test_floor_at_the_table import dealt_until, happened


def records(live: Live) -> int:
    """How many records the table has."""
    with live.house.database.read() as connection:
        return sum(len(decoded(one.body)) for one in store.records_after(connection, "one", 0))


def test_every_irregularity_has_plain_words() -> None:
    assert set(WENT_WRONG) == set(get_args(IrregularityKind))
    assert set(CASES) == set(get_args(IrregularityCase))


@pytest.mark.parametrize(("rulebook", "settled"), [("md-tcp", set()), ("md-uth", {"Trips"})])
def test_a_remedy_is_shown_with_its_money_before_it_is_done_and_then_done_as_shown(
    lite_server: Live, rulebook: str, settled: set[str]
) -> None:
    terms = TableTerms(dealer="human", decision_seconds=0, betting_seconds=0)
    lite_server.house.open_table("one", example(rulebook), terms)
    dealing, supervising = lite_server.signed_in("dealer"), lite_server.signed_in("floor")
    with (
        player_at(lite_server, "one", 1) as ann,
        Seat(supervising, "one", on_duty=True) as kim,
        Seat(dealing, "one", on_duty=True) as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        people = {"dealer": dealer, "floor": kim}
        dealt_until(lite_server, people, "wagering")
        ann.until(lambda seen: bool(seen.round and seen.round.phase == "wagering"))
        ann.bet()
        dealt_until(lite_server, people, "decisions")
        table = lite_server.house.table("one")
        dealer.until(lambda seen: seen.version >= table.version)
        assert dealer.deal
        options = {one.option: one for one in dealer.deal.options}
        assert options["report:dealer_card_exposed"].open
        assert not options["report:exposure_ruled_unfair"].open
        assert "floor" in options["report:exposure_ruled_unfair"].why.lower()
        asked = {"option": "report:dealer_card_exposed"}
        before = records(lite_server)
        told = dealing.post("/api/deal/one/consequence", json=asked)
        assert told.status_code == 200, told.text
        shown = told.json()
        assert (records(lite_server), lite_server.house.table("one").version) == (before, table.version)
        assert shown["void"]
        assert {one["title"] for one in shown["settled"]} == settled
        refused = dealing.post("/api/deal/one/consequence", json={"option": "report:exposure_ruled_unfair"})
        assert (refused.status_code, refused.json()["code"]) == (409, "needs_floor")
        assert supervising.post("/api/deal/one/consequence", json={"option": "report:exposure_ruled_unfair"}).is_success
        gone = dealing.post("/api/deal/one/consequence", json={"option": "report:nothing"})
        assert (gone.status_code, gone.json()["code"]) == (409, "stale")

        taken = w.TakeOption(option="report:dealer_card_exposed")
        assert ann.ask(taken).code == "not_a_dealer"
        assert dealer.ask(taken, version=table.version - 1).outcome == "stale"
        dealer.do(taken, version=table.version)
    lines = [one.line for one in happened(lite_server, e.WagerSettled) if isinstance(one, e.WagerSettled)]
    back = [(one.seat, one.returned_cents) for one in lines if one.outcome == "void"]
    assert [(one["seat"], one["cents"]) for one in shown["returned"]] == back
    assert len(shown["settled"]) == len(lines) - len(back)
    (reported,) = happened(lite_server, e.IrregularityReported)
    assert isinstance(reported, e.IrregularityReported)
    assert reported.by.startswith("dealer:")
    report = audit(lite_server.house.database, KEYS)
    assert report.ok, report.problems


def test_where_the_house_deals_a_dealer_does_nothing_beside_it(lite_server: Live) -> None:
    lite_server.house.open_table("one", example("md-tcp"), TableTerms())
    with Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer:
        assert dealer.ask(w.TakeOption(option="report:shuffler_jam")).code == "dealt_by_itself"


@pytest.mark.parametrize("cards", ["house", "seen"])
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_deck_that_comes_prepared_is_brought_as_such_and_only_cut(
    lite_server: Live, rulebook: str, cards: CardSource
) -> None:
    lite_server.house.open_table("one", example(rulebook), TableTerms(dealer="human", card_source=cards))
    with Seat(lite_server.signed_in("dealer"), "one", on_duty=True) as dealer:
        while True:
            table = lite_server.house.table("one")
            dealer.until(lambda seen: seen.version >= table.version)  # noqa: B023
            assert dealer.deal
            brought = [one for one in dealer.deal.options if one.option == "receive_prepared"]
            if not brought:
                break
            assert brought[0].title == "A deck comes prepared"
            assert brought[0].clause == load(rulebook).opening.skipped_for.clause[0]
            dealer.do(w.TakeOption(option="receive_prepared"), version=table.version)
    decks = lite_server.house.table("one").state.decks
    assert len(decks) == lite_server.house.rules_of(lite_server.house.table("one")).decks
    assert {(deck.prepared, deck.shuffled, deck.cut) for deck in decks} == {(("all",), "pre_shuffled", False)}
    received = happened(lite_server, e.DeckReceived)
    assert all(isinstance(one, e.DeckReceived) and one.skips_opening for one in received)
    assert audit(lite_server.house.database, KEYS).ok
